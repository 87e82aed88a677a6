// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/advice_view.h"

#include <QCoreApplication>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/evidence/advice_report.h"
#include "core/evidence/evidence_report.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/tables/strip_painter.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kBarWidth = 120;      ///< px, of all rates from 0 to 1
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

// The last runs of a column as glyphs, and below them the rate of failing: a line from 0 to 100 % with the interval as a
// box, the rate as a stroke through it, and the numbers beside.
class EvidenceMarks : public QWidget, public Themed {
  Q_DECLARE_TR_FUNCTIONS(EvidenceMarks)

 public:
  EvidenceMarks(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme), m_strip(theme) {}
  void setTheme(const Theme& theme) override;
  /// setRow shows a column; null leaves the place empty.
  void setRow(const evidence::RowEvidence* row);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintRate(QPainter& painter, const QRect& room) const;

  Theme m_theme;
  StripPainter m_strip;
  std::vector<history::StripCell> m_cells;
  std::optional<statistics::RateJudgement> m_rate;
  QString m_rateText;  ///< beside the bar: "10.0 % (95 %: 3.5 % to 22.0 %)"
};

void EvidenceMarks::setTheme(const Theme& theme) {
  m_theme = theme;
  m_strip.setTheme(theme);
  setFixedHeight(m_strip.cellWidth() + kGrid / 2 + QFontMetrics(theme.font(TextSize::Small)).height());
  update();
}

void EvidenceMarks::setRow(const evidence::RowEvidence* row) {
  m_cells = row == nullptr ? std::vector<history::StripCell>() : cellsOf(*row);
  m_rate.reset();
  QString text = row == nullptr ? QString() : tr("Last runs: %1").arg(fromUtf8(evidence::runsLine(*row).text));
  if (row != nullptr && row->status) {
    const statistics::RateJudgement& rate = m_rate.emplace(row->status->rate);
    m_rateText = fromUtf8(evidence::failsText({rate.rate, rate.interval.low, rate.interval.high}));
    text.prepend(fromUtf8(evidence::rateText(*row->status)) + u'\n');
  }
  setAccessibleName(text);
  setToolTip(text);
  update();
}

void EvidenceMarks::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const int cell = m_strip.cellWidth();
  const int shown = std::min(width() / cell, static_cast<int>(m_cells.size()));
  m_strip.paint(painter, {0, 0, shown * cell, cell}, m_cells, {});
  if (m_rate) paintRate(painter, rect().adjusted(0, cell + kGrid / 2, 0, 0));
}

void EvidenceMarks::paintRate(QPainter& painter, const QRect& room) const {
  const auto at = [](double rate) { return static_cast<int>(std::lround(rate * (kBarWidth - 1))); };
  const QRect axis(room.left(), room.center().y(), kBarWidth, 1);
  const int low = at(m_rate->interval.low);
  painter.fillRect(axis, m_theme.color(Tone::Muted));
  painter.fillRect(QRect(axis.left() + low, axis.top() - 3, at(m_rate->interval.high) - low + 1, 7), m_theme.color(Tone::Muted));
  painter.fillRect(QRect(axis.left() + at(m_rate->rate), room.top() + 1, 1, room.height() - 2), m_theme.color(Tone::Text));
  const QFont font = m_theme.font(TextSize::Small);
  const QRect words = room.adjusted(kBarWidth + kGrid, 0, 0, 0);
  painter.setFont(font);
  painter.setPen(m_theme.color(Tone::Text));
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, QFontMetrics(font).elidedText(m_rateText, Qt::ElideRight, words.width()));
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
    answer = tr("Advice: %1").arg(fromUtf8(evidence::answerText(*advice)));
    sentence = shortened(fromUtf8(advice->sentence), 1200);
    for (const evidence::EvidenceLine& line : advice->evidence) lines << fromUtf8(evidence::evidenceText(line));
  }
  m_text = advice == nullptr ? QString() : answer + u'\n' + sentence;
  m_answer->setWords(answer);
  m_sentence->setWords(sentence);
  m_sentence->setAccessibleName(tr("Advice: %1").arg(m_text));
  m_evidence->setWords(shortened(lines.join(u'\n'), 4000));
  fit();
}

void AdviceView::showRuns(const std::vector<evidence::RowEvidence>& rows, bool isReading) {
  m_hasRuns = isReading || !rows.empty();
  // What is read has the height of what it replaces until it is there, so that nothing below moves twice.
  m_runs->setMinimumHeight(kReservedLines * m_runs->fontMetrics().lineSpacing());
  m_card->setMinimumHeight(isReading && m_card->isVisible() ? m_card->height() : 0);
  QString sentence = isReading ? tr("Reading the runs of the row \u2026") : QString();
  if (!rows.empty()) sentence = tr("Runs, %1: %2").arg(fromUtf8(rows[0].row.metric), fromUtf8(evidence::evidenceSentence(rows[0])));
  m_runs->setWords(shortened(sentence, 1200));
  m_marks->setRow(rows.empty() ? nullptr : rows.data());
  m_card->setWords(shortened(cardText(rows), 4000));
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
