// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/details_panel.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/verdicts/comparison.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"
#include "ui/triage/advice_view.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/script_outputs.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr std::uint32_t kSentenceRows = 500;  // are read for the longest sentences
constexpr qsizetype kLongest = 8;             // of them are measured: the longest is not always the highest
constexpr int kSentenceLines = 8;             // of a sentence have their place kept; more is rare

/// runNotesText says which graph breaks of a row are new or gone, and what its compile time consists of.
QString runNotesText(const session::Snapshot& snapshot, std::uint32_t row) {
  std::string scratch;
  const std::string model(snapshot.comparison->modelName(row, scratch));
  QStringList lines;
  for (const std::string& sentence : {sources::breakSentence(snapshot.expectedNotes, snapshot.actualNotes, model),
                                      sources::phaseSentence(snapshot.actualNotes, model)})
    if (!sentence.empty()) lines << fromUtf8(sentence) + u'.';
  return lines.join(u'\n');
}

/// longestSentences are those of the first rows: each of them then has room for its own.
QStringList longestSentences(const verdicts::Comparison& comparison) {
  QStringList all;
  for (std::uint32_t row = 0; row < std::min<std::size_t>(comparison.rowCount(), kSentenceRows); ++row)
    all << fromUtf8(comparison.sentence(row));
  std::ranges::sort(all, std::ranges::greater(), &QString::size);
  return all.mid(0, kLongest);
}

/// A flat label in a rounded box.
class Chip : public ElidedLabel, public Themed {
 public:
  Chip(const QString& text, const Theme& theme, QWidget* parent) : ElidedLabel(Qt::ElideRight, parent), m_theme(theme) {
    setText(text);
    setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    styleText({this}, {.size = TextSize::Small});
  }
  void setTheme(const Theme& theme) override { m_theme = theme; }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    drawBox(&painter, rect(), {.fill = m_theme.color(Tone::Window), .border = m_theme.color(Tone::Border)});
    ElidedLabel::paintEvent(event);
  }

 private:
  Theme m_theme;
};

}  // namespace

// Tabs as high as the page in front, so that what is around them scrolls.
class FittedTabs : public QTabWidget {
 public:
  using QTabWidget::QTabWidget;
  /// setFiller gives a page that scrolls by itself the height of the panel around.
  void setFiller(QWidget* page, int height) {
    page->setFixedHeight(std::max(0, height - tabBar()->sizeHint().height()));
    updateGeometry();
  }
  QSize sizeHint() const override {
    const int page = currentWidget() == nullptr ? 0 : currentWidget()->sizeHint().expandedTo(currentWidget()->minimumSize()).height();
    return {0, tabBar()->sizeHint().height() + page};
  }
  QSize minimumSizeHint() const override { return sizeHint(); }
  bool hasHeightForWidth() const override { return false; }
};

// The findings of one model: a short phrase as a chip, and below it the sentence that explains it. All are made once, so that
// none is laid out before it has its font.
class FindingList : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(FindingList)

 public:
  explicit FindingList(const Theme& theme, QWidget* parent = nullptr);
  /// show shows the findings of a row: bit per Finding.
  void show(std::uint16_t findings);

 private:
  std::array<QWidget*, verdicts::kFindingCount> m_parts;
};

FindingList::FindingList(const Theme& theme, QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Findings"));
  auto* layout = makeColumn(this, {}, kGrid);
  for (std::size_t f = 0; f < m_parts.size(); ++f) {
    const auto finding = static_cast<verdicts::Finding>(f);
    auto* why = new WordsLabel(this);
    why->setWords(fromUtf8(findingText(finding)));
    styleText({why}, {.size = TextSize::Small, .isMuted = true});
    m_parts[f] = new QWidget(this);
    makeColumn(m_parts[f], {}, kGrid / 2, {new Chip(fromUtf8(findingTitle(finding)), theme, this), why});
    layout->addWidget(m_parts[f]);
  }
  applyTheme(*this, theme);
  hide();
}

void FindingList::show(std::uint16_t findings) {
  for (std::size_t f = 0; f < m_parts.size(); ++f) m_parts[f]->setVisible(((findings >> f) & 1U) != 0);
  setVisible(findings != 0);
}

// The decision about the current row in the details: what accepting would do and what stays, or the answer given, with
// reason and note. Hidden when there is nothing to show.
class DecisionView : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(DecisionView)

 public:
  explicit DecisionView(const Theme& theme, QWidget* parent = nullptr);
  void show(const DecisionSummary& summary);
  using QWidget::show;

 private:
  QLabel* m_title;
  WordsLabel* m_text;
  WordsLabel* m_more;
};

DecisionView::DecisionView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel(this)), m_text(new WordsLabel(this)), m_more(new WordsLabel(this)) {
  setAccessibleName(tr("Decision"));
  auto* layout = makeColumn(this, {}, kGrid / 2);
  for (QLabel* label : QList<QLabel*>{m_title, m_text, m_more}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
  }
  styleText({m_title, m_more}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
  hide();
}

void DecisionView::show(const DecisionSummary& summary) {
  const bool decided = !summary.answer.isEmpty();
  QStringList more;
  if (!decided && !summary.guard.isEmpty()) more << tr("Asks for a reason: %1.").arg(summary.guard);
  if (!decided) more << summary.notes;
  if (!summary.note.isEmpty()) more << noteMark() + u"  "_s + summary.note;
  const QString text = decided ? summary.answer : summary.consequence;
  m_title->setText(decided ? tr("Decided") : tr("Accepting would write"));
  m_title->setVisible(!text.isEmpty());
  m_text->setWords(shortened(text, 1200));
  m_text->setVisible(!text.isEmpty());
  m_more->setWords(shortened(more.join(u'\n'), 1200));
  m_more->setVisible(!more.isEmpty());
  setVisible(!text.isEmpty() || !more.isEmpty());
}

WrappedLines::WrappedLines(QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(QPlainTextEdit::WidgetWidth);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);  // a name longer than the width breaks rather than hides
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTabChangesFocus(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void WrappedLines::showText(const QString& text) {
  setPlainText(text);
  fit();
}

void WrappedLines::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) fit();
}

void WrappedLines::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) fit();
}

void WrappedLines::fit() {
  const qreal margin = document()->documentMargin();
  const qreal width = std::max(1.0, viewport()->width() - 2 * margin);
  QTextOption option;
  option.setWrapMode(wordWrapMode());
  int lines = 0;
  qreal height = 0;
  for (QTextBlock block = document()->begin(); block.isValid() && lines < kMaxLines; block = block.next()) {
    QTextLayout layout(block.text(), font());
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid() && lines < kMaxLines; line = layout.createLine()) {
      line.setLineWidth(width);
      height += line.height();
      ++lines;
    }
    layout.endLayout();
  }
  // The editor counts a line as visible only when all of it is, so a rounded-off pixel would make it scroll.
  setFixedHeight(static_cast<int>(std::ceil(height + 2 * margin)) + 2 * frameWidth() + 2);
}

namespace {

/// failingCheck is the check that turns a row down, else the first one that fails.
int failingCheck(const verdicts::Comparison& comparison, std::uint32_t row) {
  const std::size_t count = comparison.checks().size();
  for (std::size_t c = 0; c < count; ++c)
    if (std::ranges::any_of(comparison.verdicts(row, c), &verdicts::failsCi)) return static_cast<int>(c);
  for (std::size_t c = 0; c < count; ++c)
    if (comparison.checks()[c].exitCode != 0) return static_cast<int>(c);
  return 0;
}

}  // namespace

DetailsPanel::DetailsPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_mark(new PlainLabel(this)),
      m_name(new ElidedLabel(Qt::ElideMiddle, this)),
      m_sentence(new WordsLabel(this)),
      m_hidden(new PlainLabel(tr("This row is hidden by the filter."), this)),
      m_findings(new FindingList(theme, this)),
      m_runNotes(new WordsLabel(this)),
      m_history(new WordsLabel(this)),
      m_advice(new AdviceView(theme, this)),
      m_decision(new DecisionView(theme, this)),
      m_texts(new QWidget),
      m_tabs(new FittedTabs(this)),
      m_rows(new RawRowsModel(this)),
      m_rowsView(new RawRowsView(m_rows, theme, this)),
      m_linesTitle(new PlainLabel(this)),
      m_lines(new WrappedLines(this)),
      m_outputs(new ScriptOutputs(theme, this)),
      m_siblings(new SiblingRowsModel(this)),
      m_siblingsView(new SiblingRowsView(m_siblings, theme, this)) {
  setAccessibleName(tr("Details"));
  // The panel scrolls as a whole; nothing is squeezed into its neighbour, and no part of it scrolls by itself.
  auto* scroll = m_scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  makeColumn(this, {}, -1, {scroll});
  auto* inner = new QWidget;
  m_hidden->setWordWrap(true);
  m_hidden->hide();
  m_runNotes->hide();
  m_history->hide();
  m_mark->setWordWrap(true);
  m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  // What is as high in every row comes first, what comes late comes last: the parts keep their places from row to row.
  auto* head = makeColumn(nullptr, {2 * kGrid, kGrid + kGrid / 2, 2 * kGrid, kGrid}, kGrid, {m_mark, m_name, m_sentence});
  auto* texts = makeColumn(nullptr, {2 * kGrid, kGrid, 2 * kGrid, kGrid}, kGrid, {m_hidden, m_decision, m_findings, m_runNotes});
  auto* late = makeColumn(nullptr, {2 * kGrid, kGrid, 2 * kGrid, 2 * kGrid}, kGrid, {m_history, m_advice});

  m_linesTitle->setText(tr("The scripts' own lines"));
  m_linesTitle->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, 0);
  m_lines->document()->setDocumentMargin(2 * kGrid);
  m_lines->setAccessibleName(tr("The scripts' own lines for this model"));
  m_tabs->addTab(m_rowsView, tr("This model"));
  m_tabs->addTab(m_outputs, tr("What CI printed"));
  m_tabs->addTab(m_siblingsView, tr("Siblings"));
  m_tabs->setTabVisible(m_tabs->indexOf(m_siblingsView), false);
  for (int tab = 0; tab < m_tabs->count(); ++tab) m_tabs->setTabToolTip(tab, m_tabs->tabText(tab));
  connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
    m_texts->setVisible(m_tabs->currentWidget() != m_outputs);  // they take all the room that there is
    m_tabs->updateGeometry();
    readSiblings();
  });
  m_tabs->installEventFilter(this);
  m_tabs->setDocumentMode(true);
  m_tabs->setAccessibleName(tr("Row and check outputs"));
  m_tabs->tabBar()->setExpanding(false);
  m_tabs->tabBar()->setDrawBase(true);
  m_tabs->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  makeColumn(m_texts, {}, 0, {texts, m_linesTitle, m_lines, late});
  makeColumn(inner, {}, 0, {head, m_tabs, m_texts, stretch()});
  scroll->setWidget(inner);
  inner->setAutoFillBackground(false);
  scroll->viewport()->setAutoFillBackground(false);
  styleText({m_mark, m_name}, {.isBold = true});
  styleText({m_lines}, {.isMonospace = true});
  styleText({m_linesTitle, m_hidden, m_runNotes, m_history}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void DetailsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitSentence();
  fitOutputs();
}

/// fitSentence keeps the room of the highest sentence, so that the parts below stay where they are, with a scroll bar or without.
void DetailsPanel::fitSentence() {
  WordsLabel probe;
  probe.setFont(m_sentence->font());
  int height = 0;
  for (const QString& sentence : std::as_const(m_longest)) {
    probe.setWords(sentence);
    height = std::max(height, probe.heightForWidth(width() - 4 * kGrid - m_scroll->verticalScrollBar()->sizeHint().width()));
  }
  m_sentence->setMinimumHeight(std::min(height, kSentenceLines * m_sentence->fontMetrics().lineSpacing()));
}

/// fitOutputs gives what CI printed the room below the texts, so that only one of the two scrolls.
void DetailsPanel::fitOutputs() { m_tabs->setFiller(m_outputs, std::max(height() - m_tabs->y(), height() / 2)); }

bool DetailsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_tabs && event->type() == QEvent::Move) fitOutputs();
  return QWidget::eventFilter(watched, event);
}

void DetailsPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  setPalette(theme.basePalette());
  setAutoFillBackground(true);
  fitSentence();
  dress();
}

void DetailsPanel::show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow) {
  const bool fresh = snapshot != m_snapshot;
  if (!fresh && sourceRow == m_source) return;
  m_snapshot = snapshot;
  m_source =
      snapshot && snapshot->comparison && sourceRow < snapshot->comparison->rowCount() ? sourceRow : verdicts::kNoRow;
  m_rows->show(m_snapshot, m_source);
  if (fresh) {
    m_outputs->show(m_snapshot ? m_snapshot->comparison : nullptr);
    m_longest = m_snapshot && m_snapshot->comparison ? longestSentences(*m_snapshot->comparison) : QStringList();
    fitSentence();
  }
  dress();
  if (m_source == verdicts::kNoRow) return;
  m_outputs->pointAt(nameText(*m_snapshot->comparison, m_source));
  if (m_tabs->currentWidget() != m_outputs) m_outputs->choose(failingCheck(*m_snapshot->comparison, m_source));
}

void DetailsPanel::dress() {
  const bool any = m_source != verdicts::kNoRow;
  m_mark->setVisible(any);
  m_name->setVisible(any);
  if (!any) {
    m_sentence->setWords(m_snapshot ? tr("No model is chosen.") : QString());
    m_findings->show(0);
    m_runNotes->hide();
    m_history->hide();
    m_advice->hide();
    m_lines->clear();
    m_hidden->hide();
    return;
  }
  const verdicts::Comparison& comparison = *m_snapshot->comparison;
  const verdicts::ComparedRow& row = comparison.row(m_source);
  const ClassStyle& style = m_theme.classStyle(row.cls);
  QPalette chip = palette();
  chip.setColor(QPalette::WindowText, style.chip);
  m_mark->setPalette(chip);
  const QString word = verdictWord(comparison, m_source);
  const QString ci = ciWord(comparison, m_source);
  const QString mark = style.glyph + u"  "_s + word;
  m_mark->setText(ci.isEmpty() || ci == word ? mark : tr("%1  \u00b7  CI says %2").arg(mark, ci));
  m_name->setText(shortened(nameText(comparison, m_source), 300));
  const QString sentence = shortened(fromUtf8(comparison.sentence(m_source)), 1200);
  m_sentence->setWords(sentence);
  m_findings->show(row.findings);
  const QString notes = runNotesText(*m_snapshot, m_source);
  m_runNotes->setWords(shortened(notes, 1200));
  m_runNotes->setToolTip(notes);
  m_runNotes->setAccessibleName(notes.isEmpty() ? QString() : tr("Graph breaks and compile phases: %1").arg(notes));
  m_runNotes->setVisible(!notes.isEmpty());
  m_rowsView->setChangedStyle(row.cls == VerdictClass::ExpectedFail ? VerdictClass::Pass : row.cls);
  QString lines = fromUtf8(comparison.scriptLines(m_source));
  while (lines.endsWith(u'\n')) lines.chop(1);
  m_lines->showText(lines.isEmpty() ? tr("(the scripts print no line for this model)") : lines);
}

void DetailsPanel::showHistory(const QStringList& lines) {
  const QString text = lines.join(u'\n');
  m_history->setWords(shortened(text, 1200));
  m_history->setToolTip(text);
  m_history->setAccessibleName(text.isEmpty() ? QString() : tr("History: %1").arg(text));
  m_history->setVisible(!text.isEmpty() && m_source != verdicts::kNoRow);
}

void DetailsPanel::showAdvice(const evidence::RowAdvice* advice) {
  m_advice->show(m_source == verdicts::kNoRow ? nullptr : advice);
}
void DetailsPanel::showRuns(const std::vector<evidence::RowEvidence>& rows, bool isReading) { m_advice->showRuns(rows, isReading); }
bool DetailsPanel::hasEvidence() const { return m_advice->hasEvidence(); }
void DetailsPanel::toggleEvidence() {
  if (m_tabs->currentWidget() == m_outputs) m_tabs->setCurrentIndex(0);
  m_advice->toggleEvidence();
  // Once it is laid out.
  QMetaObject::invokeMethod(m_scroll, [this] { m_scroll->ensureWidgetVisible(m_advice); }, Qt::QueuedConnection);
}

void DetailsPanel::showDecision(const DecisionSummary& summary) {
  m_decision->show(summary);
  readSiblings();
}

void DetailsPanel::setSiblings(std::size_t count, SiblingsOf siblingsOf) {
  m_siblingsOf = std::move(siblingsOf);
  const int tab = m_tabs->indexOf(m_siblingsView);
  if (count == 0 && m_tabs->currentIndex() == tab) m_tabs->setCurrentIndex(0);
  m_tabs->setTabVisible(tab, count > 0);
}

/// readSiblings reads every sibling's tables, therefore only while its tab is visible.
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
  const QString notes = runNotesText(*m_snapshot, m_source);
  return u"%1 %2\n%3\n%4%5"_s.arg(verdictWord(comparison, m_source), nameText(comparison, m_source),
                                 fromUtf8(comparison.sentence(m_source)), notes.isEmpty() ? notes : notes + u'\n',
                                 fromUtf8(comparison.scriptLines(m_source)));
}

}  // namespace plumbline::ui
