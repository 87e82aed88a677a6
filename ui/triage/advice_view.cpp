// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/advice_view.h"

#include <QCoreApplication>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "core/evidence/advice_report.h"
#include "core/evidence/evidence_report.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/tables/strip_painter.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"
#include "ui/theme/themed.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kBarWidth = 120;      ///< px
constexpr int kReservedLines = 3;   ///< of the sentence while it is read

std::vector<history::StripCell> cellsOf(const evidence::RowEvidence& row) {
  using history::StripMark;
  std::vector<history::StripCell> cells;
  for (const evidence::EvidenceRun& run : row.runs)
    cells.push_back({.time = run.time,
                     .mark = run.isMissing ? StripMark::Missing : run.hasFailed ? StripMark::Fail : row.status ? StripMark::Pass : StripMark::Number,
                     .text = run.value});
  return cells;
}

/// withUnits keeps a number and its unit in one line.
QString withUnits(QString text) { return text.replace(u" %"_s, u"\u00a0%"_s); }

/// cardText describes the columns of a row; the sentence of the first one stands above.
QString cardText(const std::vector<evidence::RowEvidence>& rows) {
  QStringList lines;
  for (const evidence::RowEvidence& row : rows) {
    if (&row != rows.data()) lines << u"%1: %2"_s.arg(fromUtf8(row.row.metric), fromUtf8(evidence::evidenceSentence(row)));
    for (const evidence::CardLine& line : evidence::cardLines(row)) lines << fromUtf8(line.name + ": " + line.text);
  }
  return lines.join(u'\n');
}

}  // namespace

// The last runs of a column as glyphs, and below them bars with their numbers beside: the rate of failing from 0 to 100 %
// with its interval as a box, and the new value of the first column with noise, with that noise as the box.
class EvidenceMarks : public QWidget, public Themed {
  Q_DECLARE_TR_FUNCTIONS(EvidenceMarks)

 public:
  EvidenceMarks(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme), m_strip(theme) {}
  void setTheme(const Theme& theme) override;
  /// setRows shows the runs and the rate of the first row; none leaves the place empty.
  void setRows(const std::vector<evidence::RowEvidence>& rows);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* /*event*/) override { fit(); }

 private:
  struct Bar {
    double low = 0, high = 0, mark = 0;  ///< shares of the bar
    QString text;                        ///< "10.0 % (95 %: 3.5 % to 22.0 %)"
  };
  static Bar barOf(const std::string& metric, const evidence::NoiseBand& band);
  int barHeight() const { return QFontMetrics(m_theme.font(TextSize::Small)).height(); }
  /// roomOf a text beside a bar whose top is given: it wraps.
  QRect roomOf(const QString& text, int top) const;
  void fit();
  void paintBar(QPainter& painter, const QRect& words, const Bar& bar) const;

  Theme m_theme;
  StripPainter m_strip;
  std::vector<history::StripCell> m_cells;
  std::vector<Bar> m_bars;
};

void EvidenceMarks::setTheme(const Theme& theme) {
  m_theme = theme;
  m_strip.setTheme(theme);
  fit();
  update();
}

QRect EvidenceMarks::roomOf(const QString& text, int top) const {
  const QRect room(kBarWidth + kGrid, top, std::max(1, width() - kBarWidth - kGrid), barHeight());
  const int height = QFontMetrics(m_theme.font(TextSize::Small)).boundingRect(room, Qt::AlignLeft | Qt::TextWordWrap, text).height();
  return {room.topLeft(), QSize(room.width(), std::max(height, barHeight()))};
}

void EvidenceMarks::fit() {
  int height = m_strip.cellWidth() + (m_bars.empty() ? kGrid / 2 + barHeight() : 0);
  for (const Bar& bar : m_bars) height += kGrid / 2 + roomOf(bar.text, 0).height();
  setFixedHeight(height);
}

/// barOf scales the bar so that the noise and the value are in it, with a tenth of room on both sides.
EvidenceMarks::Bar EvidenceMarks::barOf(const std::string& metric, const evidence::NoiseBand& band) {
  const double first = std::min(band.low, band.value), last = std::max(band.high, band.value);
  const auto at = [&](double value) { return last > first ? 0.1 + 0.8 * (value - first) / (last - first) : 0.5; };
  return {at(band.low), at(band.high), at(band.value), withUnits(fromUtf8(evidence::bandText(band) + ", " + metric))};
}

void EvidenceMarks::setRows(const std::vector<evidence::RowEvidence>& rows) {
  m_cells = rows.empty() ? std::vector<history::StripCell>() : cellsOf(rows[0]);
  m_bars.clear();
  QStringList texts;
  if (!rows.empty() && rows[0].status) {
    const statistics::RateJudgement& rate = rows[0].status->rate;
    m_bars.push_back({rate.interval.low, rate.interval.high, rate.rate,
                      withUnits(fromUtf8(evidence::failsText({rate.rate, rate.interval.low, rate.interval.high})))});
    texts << fromUtf8(evidence::rateText(*rows[0].status));
  }
  for (const evidence::RowEvidence& row : rows) {
    const auto band = evidence::noiseBand(row);
    if (!band) continue;
    m_bars.push_back(barOf(row.row.metric, *band));
    texts << m_bars.back().text;
    break;
  }
  if (!rows.empty()) {
    texts << tr("Last runs: %1").arg(fromUtf8(evidence::runsLine(rows[0]).text));
    fit();
  }
  setAccessibleName(texts.join(u'\n'));
  setToolTip(accessibleName());
  update();
}

void EvidenceMarks::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const int cell = m_strip.cellWidth();
  const int shown = std::min(width() / cell, static_cast<int>(m_cells.size()));
  m_strip.paint(painter, {0, 0, shown * cell, cell}, m_cells, {});
  int top = cell;
  for (const Bar& bar : m_bars) {
    const QRect words = roomOf(bar.text, top + kGrid / 2);
    paintBar(painter, words, bar);
    top = words.top() + words.height();
  }
}

void EvidenceMarks::paintBar(QPainter& painter, const QRect& words, const Bar& bar) const {
  drawInterval(&painter, {0, words.top(), kBarWidth, barHeight()},
               {bar.low, bar.high, bar.mark, m_theme.color(Tone::Muted), m_theme.color(Tone::Text)});
  painter.setFont(m_theme.font(TextSize::Small));
  painter.setPen(m_theme.color(Tone::Text));
  painter.drawText(words, Qt::AlignLeft | Qt::TextWordWrap, bar.text);
}

AdviceView::AdviceView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_answer(new WordsLabel(this)), m_sentence(new WordsLabel(this)), m_runs(new WordsLabel(this)), m_button(new QToolButton(this)),
      m_evidence(new WordsLabel(this)), m_marks(new EvidenceMarks(theme, this)), m_card(new WordsLabel(this)) {
  setAccessibleName(tr("Advice"));
  m_button->setText(tr("Evidence"));
  m_button->setToolTip(tr("What the advice stands on, and what the runs say: counts with their intervals"));
  m_button->setCheckable(true);
  m_button->setAutoRaise(true);
  m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_button->setArrowType(Qt::RightArrow);
  makeColumn(this, {}, kGrid / 2, {m_answer, m_sentence, m_runs, m_button, m_evidence, m_marks, m_card});
  for (QLabel* label : {m_runs, m_card}) label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  connect(m_button, &QToolButton::toggled, this, &AdviceView::showEvidence);
  styleText({m_answer, m_runs, m_evidence, m_card}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
  hide();
}

void AdviceView::show(const evidence::RowAdvice* advice) {
  QString answer, sentence;
  QStringList lines;
  if (advice != nullptr) {
    answer = tr("Advice: %1").arg(withArrows(evidence::answerText(*advice)));
    sentence = shortened(withArrows(advice->sentence), 1200);
    for (const evidence::EvidenceLine& line : advice->evidence) lines << u"\u2022 "_s + withArrows(evidence::evidenceText(line));
  }
  m_text = advice == nullptr ? QString() : answer + u'\n' + sentence;
  m_answer->setWords(withUnits(answer));
  m_sentence->setWords(withUnits(sentence));
  m_sentence->setAccessibleName(m_text);
  m_evidence->setWords(withUnits(shortened(lines.join(u'\n'), 4000)));
  fit();
}

void AdviceView::showRuns(const std::vector<evidence::RowEvidence>& rows, bool isReading) {
  m_hasRuns = isReading || !rows.empty();
  // What is read has the height of what it replaces until it is there, so that nothing below moves twice.
  m_runs->setMinimumHeight(kReservedLines * m_runs->fontMetrics().lineSpacing());
  m_card->setMinimumHeight(isReading && m_card->isVisible() ? m_card->height() : 0);
  QString sentence = isReading ? tr("Reading the runs of the row \u2026") : QString();
  if (!rows.empty()) sentence = tr("Runs, %1: %2").arg(fromUtf8(rows[0].row.metric), withArrows(evidence::evidenceSentence(rows[0])));
  m_runs->setWords(withUnits(shortened(sentence, 1200)));
  m_marks->setRows(rows);
  m_card->setWords(withUnits(shortened(cardText(rows), 4000)));
  fit();
}

void AdviceView::fit() {
  const bool isAdvised = !m_text.isEmpty();
  m_answer->setVisible(isAdvised);
  m_sentence->setVisible(isAdvised);
  m_runs->setVisible(m_hasRuns);
  m_button->setEnabled(m_hasRuns || !m_evidence->text().isEmpty());
  setVisible(isAdvised || m_hasRuns);
  showEvidence();
}

void AdviceView::showEvidence() {
  m_button->setArrowType(m_button->isChecked() ? Qt::DownArrow : Qt::RightArrow);
  const bool isOpen = m_button->isChecked() && m_button->isEnabled();
  m_evidence->setVisible(isOpen && !m_evidence->text().isEmpty());
  m_marks->setVisible(isOpen && m_hasRuns);
  m_card->setVisible(isOpen && m_hasRuns);
}

bool AdviceView::hasEvidence() const { return !isHidden() && m_button->isEnabled(); }
void AdviceView::toggleEvidence() { m_button->toggle(); }
QString AdviceView::summary() const { return isHidden() ? QString() : m_text; }

}  // namespace plumbline::ui
