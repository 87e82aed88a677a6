// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <algorithm>

#include "ui/support/form_controls.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

using overview::AttemptRule;
using session::FileState;
using session::kAllFileStates;

namespace {

QList<ChipFilterBar::Chip> chips() {
  QList<ChipFilterBar::Chip> made;
  for (const FileState state : kAllFileStates) {
    const StateStyle style = styleOf(state);
    made << ChipFilterBar::Chip{style.id, {style.glyph, style.title, style.tooltip, style.cls}};
  }
  return made;
}

}  // namespace

SourcesBar::SourcesBar(const Theme& theme, QWidget* parent)
    : ChipFilterBar({.placeholder = tr("Filter: file, config, machine, reason"),
                     .tooltip = tr("Words that must all occur in a file's origin, config, shard or reason (/)")},
                    tr("Show every file (0)"), chips(), theme, parent),
      m_rule(new QComboBox(this)) {
  nameField(*m_rule, tr("Which attempt counts"));
  m_rule->addItem(tr("Latest complete attempt"), static_cast<int>(AttemptRule::LatestComplete));
  m_rule->addItem(tr("First attempt"), static_cast<int>(AttemptRule::First));
  m_rule->setItemData(0, tr("The newest attempt that has every file its siblings have"), Qt::ToolTipRole);
  m_rule->setItemData(1, tr("The oldest attempt with a file, as PyTorch's updater chooses"), Qt::ToolTipRole);
  m_rule->setToolTip(tr("Which attempt of a shard counts, where none is chosen by hand"));
  connect(m_rule, &QComboBox::activated, this,
          [this] { Q_EMIT ruleChosen(static_cast<AttemptRule>(m_rule->currentData().toInt())); });
  upperLine().addWidget(m_rule);
  applyTheme(*this, theme);
}

void SourcesBar::setList(const session::SourceList* list) {
  for (const FileState state : kAllFileStates) chipOf(state)->setCount(list ? list->countOf(state) : 0);
  fitChips();
}

void SourcesBar::setRule(AttemptRule rule) { m_rule->setCurrentIndex(m_rule->findData(static_cast<int>(rule))); }

void SourcesBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("file"), tr("files"));
}

SourceFilter SourcesBar::filter() const {
  SourceFilter filter;
  for (const FileState state : kAllFileStates)
    if (isChecked(state)) filter.states |= stateBit(state);
  filter.words = words();
  return filter;
}

MarkChip* SourcesBar::chipOf(FileState state) const {
  return chip(std::ranges::find(kAllFileStates, state) - kAllFileStates.begin());
}

void SourcesBar::toggleState(FileState state) { chipOf(state)->toggle(); }
bool SourcesBar::isChecked(FileState state) const { return chipOf(state)->isChecked(); }
QWidgetList SourcesBar::focusOrder() const { return ChipFilterBar::focusOrder({m_rule}); }

}  // namespace plumbline::ui
