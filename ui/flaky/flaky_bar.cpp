// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/flaky/remark_look.h"
#include "ui/support/count_text.h"
#include "ui/support/filter_field.h"
#include "ui/support/line_icon.h"
#include "ui/support/mark_chip.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::kAllRemarkKinds;
using session::RemarkKind;

namespace {

constexpr int kSmallestWidth = 400;  ///< the top line's

}  // namespace

FlakyBar::FlakyBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new FilterField({.placeholder = u"Filter: name, reason, scope, list"_s,
                              .tooltip = u"Words that must all occur in an entry, in any column (/)"_s},
                             this)),
      m_shown(new QLabel(this)),
      m_clear(clearFilterButton(u"Show every entry (0)"_s, this)),
      m_lists(new QLabel(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  auto* top = new QHBoxLayout;
  top->setObjectName(u"top"_s);
  top->setSpacing(kGrid);
  layout->addLayout(top);
  connect(m_text, &QLineEdit::textChanged, this, &FlakyBar::filterChanged);
  connect(m_text, &FilterField::leaveRequested, this, &FlakyBar::leaveRequested);
  top->addWidget(m_text, 1);
  m_shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  top->addWidget(m_shown);

  auto* chips = new QHBoxLayout;
  chips->setSpacing(kGrid / 2);
  layout->addLayout(chips);
  int key = 0;
  for (const RemarkKind kind : kAllRemarkKinds) {
    const RemarkLook look = lookOf(kind);
    const QString tooltip = u"%1 (%2)"_s.arg(look.tooltip, QString::number(++key));
    auto* made = new MarkChip(theme, {look.glyph, look.title, tooltip, look.cls}, this);
    made->setObjectName(look.id);
    connect(made, &QAbstractButton::toggled, this, &FlakyBar::filterChanged);
    m_chips << made;
    chips->addWidget(made);
  }
  connect(m_clear, &QToolButton::clicked, this, &FlakyBar::clearAll);
  chips->addWidget(m_clear);
  chips->addStretch(1);
  m_lists->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  chips->addWidget(m_lists);
  connect(this, &FlakyBar::filterChanged, this, [this] { m_clear->setEnabled(!isClear()); });
  m_clear->setEnabled(false);
  setTheme(theme);
}

QToolButton* FlakyBar::addButton(const QString& text, const QString& iconName, const QString& tooltip,
                                 const std::function<void()>& run) {
  auto* button = new QToolButton(this);
  button->setText(text);
  button->setToolTip(tooltip);
  button->setFocusPolicy(Qt::TabFocus);
  if (!iconName.isEmpty()) {
    button->setIcon(lineIcon(iconName));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  }
  connect(button, &QToolButton::clicked, this, run);
  findChild<QHBoxLayout*>(u"top"_s)->addWidget(button);
  m_buttons << button;
  return button;
}

void FlakyBar::setTheme(const Theme& theme) {
  m_theme = theme;
  for (MarkChip* made : m_chips) made->setTheme(theme);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_shown->setPalette(quiet);
  m_lists->setPalette(quiet);
  chooseWords();
}

void FlakyBar::setOverview(const session::FlakyOverview* overview) {
  for (const RemarkKind kind : kAllRemarkKinds) chip(kind)->setCount(overview ? overview->countOf(kind) : 0);
  if (!overview) {
    m_lists->clear();
    return;
  }
  const auto lists = std::ranges::count_if(overview->files, &session::FlakyFile::exists);
  m_lists->setText((lists == 1 ? u"1 list, "_s : u"%1 lists, "_s.arg(lists)) +
                   (overview->baselines == 1 ? u"1 baseline"_s : u"%1 baselines"_s.arg(grouped(overview->baselines))));
  QStringList paths;
  for (const session::FlakyFile& file : overview->files)
    if (file.exists)
      paths << u"%1: %2 %3"_s.arg(QString::fromStdString(file.path), grouped(file.entries),
                                  file.entries == 1 ? u"entry"_s : u"entries"_s);
  for (const std::string& sentence : overview->skipped) paths << QString::fromStdString(sentence);
  m_lists->setToolTip(paths.join(u'\n'));
  chooseWords();
}

/// A bar without room loses the sentence at the right first, then the words of the chips.
void FlakyBar::chooseWords() {
  int full = 2 * kGrid + m_clear->sizeHint().width();
  for (const MarkChip* made : m_chips) full += made->fullWidth() + kGrid / 2;
  for (MarkChip* made : m_chips) made->setShort(width() < full);
  m_lists->setVisible(width() >= full + kGrid + m_lists->sizeHint().width());
}

QSize FlakyBar::minimumSizeHint() const { return {kSmallestWidth, QWidget::minimumSizeHint().height()}; }

void FlakyBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  chooseWords();
}

void FlakyBar::setShownCount(std::size_t shown, std::size_t all) {
  m_shown->setText(shown == all ? grouped(all) + (all == 1 ? u" entry"_s : u" entries"_s)
                                : u"%1 of %2"_s.arg(grouped(shown), grouped(all)));
}

FlakyFilter FlakyBar::filter() const {
  FlakyFilter filter;
  for (const RemarkKind kind : kAllRemarkKinds)
    if (isChecked(kind)) filter.remarks |= session::remarkBit(kind);
  filter.words = m_text->words();
  return filter;
}

MarkChip* FlakyBar::chip(RemarkKind kind) const {
  const auto at = std::ranges::find(kAllRemarkKinds, kind) - kAllRemarkKinds.begin();
  return m_chips[at];
}

void FlakyBar::toggleRemark(RemarkKind kind) { chip(kind)->toggle(); }
bool FlakyBar::isChecked(RemarkKind kind) const { return chip(kind)->isChecked(); }
void FlakyBar::setText(const QString& text) { m_text->setText(text); }
bool FlakyBar::hasTextFocus() const { return m_text->hasFocus(); }
bool FlakyBar::isClear() const { return filter() == FlakyFilter{}; }

void FlakyBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    for (MarkChip* made : m_chips) made->setChecked(false);
    m_text->clear();
  }
  Q_EMIT filterChanged();
}

void FlakyBar::focusText() { m_text->focusAll(); }

QWidgetList FlakyBar::focusOrder() const {
  QWidgetList order{m_text};
  for (QToolButton* button : m_buttons) order << button;
  for (MarkChip* made : m_chips) order << made;
  return order << m_clear;
}

}  // namespace plumbline::ui
