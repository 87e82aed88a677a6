// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/details_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <utility>

#include "ui/support/elided_label.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/decision_view.h"
#include "ui/triage/finding_list.h"
#include "ui/triage/raw_rows_model.h"
#include "ui/triage/raw_rows_view.h"
#include "ui/triage/script_outputs.h"
#include "ui/triage/sibling_rows_model.h"
#include "ui/triage/sibling_rows_view.h"
#include "ui/triage/triage_text.h"
#include "ui/triage/utf8_text.h"
#include "ui/triage/wrapped_lines.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kLowestTabs = 200;

}  // namespace

DetailsPanel::DetailsPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_mark(new QLabel(this)), m_name(new ElidedLabel(Qt::ElideMiddle, this)),
      m_sentence(new QLabel(this)), m_hidden(new QLabel(u"This row is hidden by the filter."_s, this)), m_findings(new FindingList(theme, this)), m_decision(new DecisionView(theme, this)), m_tabs(new QTabWidget(this)),
      m_rows(new RawRowsModel(this)), m_rowsView(new RawRowsView(m_rows, theme, this)), m_linesTitle(new QLabel(this)),
      m_lines(new WrappedLines(this)), m_outputs(new ScriptOutputs(theme, this)),
      m_siblings(new SiblingRowsModel(this)), m_siblingsView(new SiblingRowsView(m_siblings, theme, this)) {
  setAccessibleName(u"Details"_s);
  // In a low window the panel scrolls; nothing is squeezed into its neighbour.
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(scroll);
  auto* inner = new QWidget;
  auto* layout = new QVBoxLayout(inner);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QVBoxLayout;
  head->setContentsMargins(2 * kGrid, kGrid + kGrid / 2, 2 * kGrid, 2 * kGrid);
  head->setSpacing(kGrid);
  head->addWidget(m_mark);
  head->addWidget(m_name);
  m_sentence->setWordWrap(true);
  m_sentence->setTextFormat(Qt::PlainText);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_hidden->setWordWrap(true);
  m_hidden->hide();
  head->addWidget(m_hidden);
  head->addWidget(m_sentence);
  head->addWidget(m_findings);
  head->addWidget(m_decision);
  layout->addLayout(head);

  auto* rowPage = new QWidget(this);
  auto* rowLayout = new QVBoxLayout(rowPage);
  rowLayout->setContentsMargins(0, 0, 0, 0);
  rowLayout->setSpacing(0);
  rowLayout->addWidget(m_rowsView, 1);
  m_linesTitle->setText(u"The scripts' own lines"_s);
  m_linesTitle->setContentsMargins(kGrid, kGrid, kGrid, kGrid / 2);
  rowLayout->addWidget(m_linesTitle);
  m_lines->document()->setDocumentMargin(kGrid);
  m_lines->setAccessibleName(u"The scripts' own lines for this model"_s);
  rowLayout->addWidget(m_lines);
  m_tabs->addTab(rowPage, u"This model"_s);
  m_tabs->addTab(m_outputs, u"What CI printed"_s);
  m_tabs->addTab(m_siblingsView, u"Siblings"_s);
  m_tabs->setTabVisible(m_tabs->indexOf(m_siblingsView), false);
  connect(m_tabs, &QTabWidget::currentChanged, this, &DetailsPanel::readSiblings);
  m_tabs->setDocumentMode(true);
  m_tabs->setAccessibleName(u"Row and check outputs"_s);
  m_tabs->tabBar()->setExpanding(false);
  m_tabs->tabBar()->setDrawBase(true);
  m_tabs->setMinimumHeight(kLowestTabs);
  m_tabs->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  layout->addWidget(m_tabs, 1);
  scroll->setWidget(inner);
  inner->setAutoFillBackground(false);
  scroll->viewport()->setAutoFillBackground(false);
  setTheme(theme);
}

void DetailsPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  QPalette base = theme.palette();
  base.setColor(QPalette::Window, theme.color(Tone::Base));
  setPalette(base);
  setAutoFillBackground(true);
  m_findings->setTheme(theme);
  m_decision->setTheme(theme);
  m_rowsView->setTheme(theme);
  m_outputs->setTheme(theme);
  m_siblingsView->setTheme(theme);
  QFont strong = theme.font(TextSize::Normal);
  strong.setWeight(QFont::DemiBold);
  m_mark->setFont(strong);
  m_name->setFont(strong);
  m_sentence->setFont(theme.font(TextSize::Normal));
  m_lines->setFont(theme.monospace());
  m_linesTitle->setFont(theme.font(TextSize::Small));
  QPalette quiet = base;
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_linesTitle->setPalette(quiet);
  m_hidden->setPalette(quiet);
  m_hidden->setFont(theme.font(TextSize::Small));
  dress();
}

void DetailsPanel::show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow) {
  const bool fresh = snapshot != m_snapshot;
  if (!fresh && sourceRow == m_source) return;
  m_snapshot = snapshot;
  m_source = snapshot && snapshot->comparison && sourceRow < snapshot->comparison->rowCount() ? sourceRow : verdicts::kNoRow;
  m_rows->show(m_snapshot, m_source);
  if (fresh) m_outputs->show(m_snapshot ? m_snapshot->comparison : nullptr);
  dress();
  if (m_source == verdicts::kNoRow) return;
  m_outputs->pointAt(nameText(*m_snapshot->comparison, m_source));
}

void DetailsPanel::dress() {
  const bool any = m_source != verdicts::kNoRow;
  m_mark->setVisible(any);
  m_name->setVisible(any);
  if (!any) {
    m_sentence->setText(m_snapshot ? u"No model is chosen."_s : QString());
    m_findings->show(0);
    m_lines->clear();
    m_hidden->hide();
    return;
  }
  const verdicts::Comparison& comparison = *m_snapshot->comparison;
  const verdicts::ComparedRow& row = comparison.row(m_source);
  const ClassLook& look = m_theme.look(row.cls);
  QPalette chip = palette();
  chip.setColor(QPalette::WindowText, look.chip);
  m_mark->setPalette(chip);
  const QString word = verdictWord(comparison, m_source);
  const QString ci = ciWord(comparison, m_source);
  m_mark->setText(look.glyph + u"  "_s + word + (ci.isEmpty() || ci == word ? QString() : u"  \u00b7  CI says "_s + ci));
  m_name->setText(shortened(nameText(comparison, m_source), 300));
  const QString sentence = shortened(fromUtf8(comparison.sentence(m_source)), 1200);
  m_sentence->setText(sentence);
  m_findings->show(row.findings);
  m_rowsView->setChangedLook(row.cls == VerdictClass::ExpectedFail ? VerdictClass::Pass : row.cls);
  QString lines = fromUtf8(comparison.scriptLines(m_source));
  while (lines.endsWith(u'\n')) lines.chop(1);
  m_lines->showText(lines.isEmpty() ? u"(the scripts print no line for this model)"_s : lines);
}

void DetailsPanel::showDecision(const DecisionWords& words) {
  m_decision->show(words);
  readSiblings();
}

void DetailsPanel::setSiblings(std::size_t count, SiblingsOf siblingsOf) {
  m_siblingsOf = std::move(siblingsOf);
  const int tab = m_tabs->indexOf(m_siblingsView);
  if (count == 0 && m_tabs->currentIndex() == tab) m_tabs->setCurrentIndex(0);
  m_tabs->setTabVisible(tab, count > 0);
}

/// readSiblings looks at every sibling's tables: only while somebody sees the answer.
void DetailsPanel::readSiblings() {
  if (m_tabs->currentWidget() != m_siblingsView) return;
  const bool any = m_siblingsOf && m_source != verdicts::kNoRow;
  m_siblings->setRows(any ? m_siblingsOf(m_source) : std::vector<SiblingRow>());
}

void DetailsPanel::setHiddenByFilter(bool hidden) { m_hidden->setVisible(hidden && m_source != verdicts::kNoRow); }

void DetailsPanel::focusFirst() {
  if (m_tabs->currentIndex() == 0) m_rowsView->setFocus(Qt::OtherFocusReason);
  else if (m_tabs->currentWidget() == m_siblingsView) m_siblingsView->setFocus(Qt::OtherFocusReason);
  else m_tabs->setFocus(Qt::OtherFocusReason);
}

void DetailsPanel::showOutput() {
  if (m_tabs->currentWidget() != m_outputs) m_tabs->setCurrentWidget(m_outputs);
  else if (!m_outputs->showNext()) m_tabs->setCurrentIndex(0);
}

QString DetailsPanel::summary() const {
  if (m_source == verdicts::kNoRow) return {};
  const verdicts::Comparison& comparison = *m_snapshot->comparison;
  return u"%1 %2\n%3\n%4"_s.arg(verdictWord(comparison, m_source), nameText(comparison, m_source),
                               fromUtf8(comparison.sentence(m_source)), fromUtf8(comparison.scriptLines(m_source)));
}

}  // namespace plumbline::ui
