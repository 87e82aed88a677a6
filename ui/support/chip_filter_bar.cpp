// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/chip_filter_bar.h"

#include <QAction>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kMinWidth = 400;
constexpr int kIconRoom = 28;  // of the sign in a field

}  // namespace

FilterField::FilterField(const Labels& labels, QWidget* parent) : QLineEdit(parent) {
  setAccessibleName(tr("Filter"));
  m_hint = labels.placeholder;
  setPlaceholderText(m_hint);
  setToolTip(labels.tooltip);
  setClearButtonEnabled(true);
  setMinimumWidth(labels.minWidth);
  addAction(lineIcon(u"search"_s), QLineEdit::LeadingPosition)->setText(tr("Filter"));  // a name for screen readers
  prepareTextField(*this);
}

QStringList FilterField::words() const { return text().split(u' ', Qt::SkipEmptyParts); }

void FilterField::focusAll() {
  setFocus(Qt::ShortcutFocusReason);
  selectAll();
}

void FilterField::resizeEvent(QResizeEvent* event) {
  QLineEdit::resizeEvent(event);
  const int room = width() - kIconRoom - 2 * kGrid;
  QString hint = m_hint;
  while (fontMetrics().horizontalAdvance(hint) > room && hint.contains(u", "_s)) hint = hint.section(u", "_s, 0, -2);
  if (fontMetrics().horizontalAdvance(hint) > room) hint = hint.section(u':', 0, 0);
  setPlaceholderText(hint);
}

void FilterField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
      Q_EMIT leaveRequested();
      break;
    default:
      QLineEdit::keyPressEvent(event);
  }
}

QToolButton* clearFilterButton(const QString& tooltip, QWidget* parent) {
  QToolButton* button = makeToolButton({}, u"close"_s, tooltip, parent);
  button->setAccessibleName(FilterField::tr("Clear the filter"));
  return button;
}

TableFilterBar::TableFilterBar(const FilterField::Labels& labels, const QString& clearTooltip, QWidget* parent)
    : QWidget(parent),
      m_field(new FilterField(labels, this)),
      m_shown(new PlainLabel(this)),
      m_clear(clearFilterButton(clearTooltip, this)) {
  m_shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  styleText({m_shown}, {.isMuted = true});
  m_clear->setEnabled(false);
  connect(m_field, &QLineEdit::textChanged, this, [this] { readText(); });
  connect(m_field, &FilterField::leaveRequested, this, &TableFilterBar::leaveRequested);
  connect(m_clear, &QToolButton::clicked, this, &TableFilterBar::clearAll);
  connect(this, &TableFilterBar::filterChanged, this, [this] { m_clear->setEnabled(!isClear()); });
}

void TableFilterBar::addChip(ToggleChip* chip) {
  connect(chip, &QAbstractButton::toggled, this, [this] { readButtons(); });
  m_chips << chip;
}

void TableFilterBar::addChangedOnly(const QString& tooltip) {
  m_changedOnly = makeToggle(tr("Changed only"), tooltip, this);
  m_changedOnly->setChecked(true);
  m_clear->setEnabled(true);
  connect(m_changedOnly, &QToolButton::toggled, this, [this] { readButtons(); });
}

void TableFilterBar::addChoice(QComboBox* choice) {
  m_choice = choice;
  connect(choice, &QComboBox::currentIndexChanged, this, [this] { readButtons(); });
}

void TableFilterBar::setChangedOnly(bool on) { m_changedOnly->setChecked(on); }
bool TableFilterBar::changedOnly() const { return m_changedOnly != nullptr && m_changedOnly->isChecked(); }

QString TableFilterBar::state() const {
  QString marks;
  for (const ToggleChip* chip : m_chips) marks += chip->isChecked() ? u'1' : u'0';
  const QString choice = m_choice == nullptr ? QString() : m_choice->currentData().toString();
  return marks + (changedOnly() ? u'1' : u'0') + text() + (choice.isEmpty() ? choice : u'\n' + choice);
}

void TableFilterBar::setState(const QString& state) {
  if (state == this->state() || state.size() <= m_chips.size()) return;
  for (qsizetype i = 0; i < m_chips.size(); ++i) m_chips[i]->setChecked(state[i] == u'1');
  if (m_changedOnly != nullptr) m_changedOnly->setChecked(state[m_chips.size()] == u'1');
  const QString text = state.mid(m_chips.size() + 1);
  if (m_choice != nullptr) m_choice->setCurrentIndex(std::max(0, m_choice->findData(text.section(u'\n', 1))));
  m_field->setText(text.section(u'\n', 0, 0));
}

void TableFilterBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    for (ToggleChip* chip : std::as_const(m_chips)) chip->setChecked(false);
    if (m_changedOnly != nullptr) m_changedOnly->setChecked(false);
    if (m_choice != nullptr) m_choice->setCurrentIndex(0);
    m_field->clear();
  }
  Q_EMIT filterChanged();
}

bool TableFilterBar::isClear() const {
  return words().isEmpty() && !changedOnly() && (m_choice == nullptr || m_choice->currentIndex() <= 0) && std::ranges::none_of(m_chips, &ToggleChip::isChecked);
}

void TableFilterBar::setShownText(const QString& text) { m_shown->setText(text); }

void TableFilterBar::setShownCount(std::size_t shown, std::size_t all, const QString& one, const QString& many) {
  setShownText(shown == all ? counted(all, one, many) : tr("%1 of %2").arg(grouped(shown), grouped(all)));
}

QWidgetList TableFilterBar::focusOrder() const {
  QWidgetList order(m_chips.begin(), m_chips.end());
  order << m_field;
  if (m_choice != nullptr) order << m_choice;
  if (m_changedOnly != nullptr) order << m_changedOnly;
  return order << m_clear;
}

QHBoxLayout* TableFilterBar::makeChipRow() {
  QHBoxLayout* row = makeRow(nullptr, {}, kGrid / 2);
  for (ToggleChip* chip : std::as_const(m_chips)) row->addWidget(chip);
  return row;
}

QHBoxLayout* TableFilterBar::makeTextRow() {
  QHBoxLayout* row = makeRow(nullptr, {}, kGrid, {{m_field, 1}, m_shown});
  if (m_choice != nullptr) row->addWidget(m_choice);
  if (m_changedOnly != nullptr) row->addWidget(m_changedOnly);
  row->addWidget(m_clear);
  return row;
}

void TableFilterBar::makeLine() {
  makeRow(this, {kGrid, kGrid, kGrid, kGrid}, kGrid, {makeChipRow(), {makeTextRow(), 1}});
}

void TableFilterBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitChips();
}

ChipFilterBar::ChipFilterBar(const FilterField::Labels& labels, const QString& clearTooltip, const QList<Chip>& chips,
                             const Theme& theme, QWidget* parent)
    : TableFilterBar(labels, clearTooltip, parent),
      m_upper(makeRow(nullptr, {}, kGrid, {{field(), 1}, shownLabel()})) {
  for (const Chip& one : chips) {
    MarkChip::Mark mark = one.mark;
    mark.tooltip = u"%1 (%2)"_s.arg(mark.tooltip, QString::number(m_marks.size() + 1));
    auto* made = new MarkChip(theme, mark, this);
    made->setObjectName(one.id);
    addChip(made);
    m_marks << made;
  }
  m_lower = makeChipRow();
  addParts(*m_lower, {clearButton(), stretch()});
  makeColumn(this, {kGrid, kGrid, kGrid, kGrid}, kGrid, {m_upper, m_lower});
}

QSize ChipFilterBar::minimumSizeHint() const { return {kMinWidth, QWidget::minimumSizeHint().height()}; }

QWidgetList ChipFilterBar::focusOrder(const QWidgetList& beside) const {
  return QWidgetList{field()} + beside + QWidgetList(m_marks.begin(), m_marks.end()) + QWidgetList{clearButton()};
}

int ChipFilterBar::fitChips() {
  int full = 2 * kGrid + clearButton()->sizeHint().width();
  for (const MarkChip* made : std::as_const(m_marks)) full += made->isHidden() ? 0 : made->fullWidth() + kGrid / 2;
  for (MarkChip* made : std::as_const(m_marks)) made->setShort(width() < full);
  return full;
}

}  // namespace plumbline::ui
