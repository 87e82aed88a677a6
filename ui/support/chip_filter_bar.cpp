// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/chip_filter_bar.h"

#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "ui/support/labels.h"
#include "ui/support/layouts.h"

namespace plumbline::ui {
namespace {

constexpr int kMinWidth = 400;

}  // namespace

ChipFilterBar::ChipFilterBar(const FilterField::Labels& labels, const QString& clearTooltip, const QList<Chip>& chips,
                             const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_text(new FilterField(labels, this)),
      m_shown(new PlainLabel(this)),
      m_clear(clearFilterButton(clearTooltip, this)),
      m_upper(new QHBoxLayout),
      m_lower(new QHBoxLayout) {
  auto* layout = makeColumn(this, {kGrid, kGrid, kGrid, kGrid}, kGrid);
  m_upper->setSpacing(kGrid);
  m_lower->setSpacing(kGrid / 2);
  layout->addLayout(m_upper);
  layout->addLayout(m_lower);
  m_upper->addWidget(m_text, 1);
  m_shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_upper->addWidget(m_shown);
  for (const Chip& one : chips) {
    MarkChip::Mark mark = one.mark;
    mark.tooltip = u"%1 (%2)"_s.arg(mark.tooltip, QString::number(m_chips.size() + 1));
    auto* made = new MarkChip(theme, mark, this);
    made->setObjectName(one.id);
    connect(made, &QAbstractButton::toggled, this, &ChipFilterBar::filterChanged);
    m_chips << made;
    m_lower->addWidget(made);
  }
  addParts(*m_lower, {m_clear, stretch()});
  m_clear->setEnabled(false);
  connect(m_text, &QLineEdit::textChanged, this, &ChipFilterBar::filterChanged);
  connect(m_text, &FilterField::leaveRequested, this, &ChipFilterBar::leaveRequested);
  connect(m_clear, &QToolButton::clicked, this, &ChipFilterBar::clearAll);
  connect(this, &ChipFilterBar::filterChanged, this, [this] { m_clear->setEnabled(!isClear()); });
  styleText({m_shown}, {.isMuted = true});
}

void ChipFilterBar::setTheme(const Theme&) { fitChips(); }

void ChipFilterBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    for (MarkChip* made : std::as_const(m_chips)) made->setChecked(false);
    m_text->clear();
  }
  Q_EMIT filterChanged();
}

bool ChipFilterBar::isClear() const {
  return words().isEmpty() && std::ranges::none_of(m_chips, &MarkChip::isChecked);
}

QSize ChipFilterBar::minimumSizeHint() const { return {kMinWidth, QWidget::minimumSizeHint().height()}; }

void ChipFilterBar::setShownText(const QString& text) { m_shown->setText(text); }

QWidgetList ChipFilterBar::focusOrder(const QWidgetList& beside) const {
  QWidgetList order{m_text};
  order += beside;
  for (MarkChip* made : m_chips) order << made;
  return order << m_clear;
}

int ChipFilterBar::fitChips() {
  int full = 2 * kGrid + m_clear->sizeHint().width();
  for (const MarkChip* made : std::as_const(m_chips)) full += made->fullWidth() + kGrid / 2;
  for (MarkChip* made : std::as_const(m_chips)) made->setShort(width() < full);
  return full;
}

void ChipFilterBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitChips();
}

}  // namespace plumbline::ui
