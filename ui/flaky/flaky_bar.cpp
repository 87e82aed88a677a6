// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "ui/flaky/flaky_columns.h"
#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using session::kAllRemarkKinds;
using session::RemarkKind;

namespace {

QList<ChipFilterBar::Chip> chips() {
  QList<ChipFilterBar::Chip> made;
  for (const RemarkKind kind : kAllRemarkKinds) {
    const RemarkStyle style = styleOf(kind);
    made << ChipFilterBar::Chip{style.id, {style.glyph, style.title, style.tooltip, style.cls}};
  }
  return made;
}

}  // namespace

FlakyBar::FlakyBar(const Theme& theme, QWidget* parent)
    : ChipFilterBar({.placeholder = tr("Filter: name, reason, scope, list"),
                     .tooltip = tr("Words that must all occur in an entry, in any column (/)")},
                    tr("Show every entry (0)"), chips(), theme, parent),
      m_lists(new QLabel(this)) {
  m_lists->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  lowerLine().addWidget(m_lists);
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
  upperLine().addWidget(button);
  m_buttons << button;
  return button;
}

void FlakyBar::setTheme(const Theme& theme) {
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_lists->setPalette(quiet);
  ChipFilterBar::setTheme(theme);
}

void FlakyBar::setOverview(const session::FlakyOverview* overview) {
  for (const RemarkKind kind : kAllRemarkKinds) chipOf(kind)->setCount(overview ? overview->countOf(kind) : 0);
  if (!overview) {
    m_lists->clear();
    return;
  }
  const auto lists = std::ranges::count_if(overview->files, &session::FlakyFile::exists);
  const QString baselines =
      overview->baselines == 1 ? tr("1 baseline") : tr("%1 baselines").arg(grouped(overview->baselines));
  m_lists->setText(lists == 1 ? tr("1 list, %1").arg(baselines) : tr("%1 lists, %2").arg(lists).arg(baselines));
  QStringList paths;
  for (const session::FlakyFile& file : overview->files)
    if (file.exists)
      paths << (file.entries == 1 ? tr("%1: 1 entry").arg(fromUtf8(file.path))
                                  : tr("%1: %2 entries").arg(fromUtf8(file.path), grouped(file.entries)));
  for (const std::string& sentence : overview->skipped) paths << fromUtf8(sentence);
  m_lists->setToolTip(paths.join(u'\n'));
  fitChips();
}

/// fitChips hides the text at the right first, then the words of the chips.
int FlakyBar::fitChips() {
  const int full = ChipFilterBar::fitChips();
  m_lists->setVisible(width() >= full + kGrid + m_lists->sizeHint().width());
  return full;
}

void FlakyBar::setShownCount(std::size_t shown, std::size_t all) {
  setShownText(shown != all ? tr("%1 of %2").arg(grouped(shown), grouped(all))
               : all == 1   ? tr("1 entry")
                            : tr("%1 entries").arg(grouped(all)));
}

FlakyFilter FlakyBar::filter() const {
  FlakyFilter filter;
  for (const RemarkKind kind : kAllRemarkKinds)
    if (isChecked(kind)) filter.remarks |= session::remarkBit(kind);
  filter.words = words();
  return filter;
}

MarkChip* FlakyBar::chipOf(RemarkKind kind) const {
  return chip(std::ranges::find(kAllRemarkKinds, kind) - kAllRemarkKinds.begin());
}

void FlakyBar::toggleRemark(RemarkKind kind) { chipOf(kind)->toggle(); }
bool FlakyBar::isChecked(RemarkKind kind) const { return chipOf(kind)->isChecked(); }

}  // namespace plumbline::ui
