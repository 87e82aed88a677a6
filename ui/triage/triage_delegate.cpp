// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/support/utf8_text.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kMeasuredRows = 200;     // enough for good widths, quick at any size
constexpr int kMeasuredColumns = 100;  // files with thousands of columns exist by mistake
constexpr int kMaxNameWidth =
    168;  // pixels to begin with; longer names lose their middle until the user resizes the column
constexpr int kMaxPartWidth = 260;    // pixels: one endless status word must not push the rest away

}  // namespace

/// Cell is one cell being painted.
struct TriageDelegate::Cell {
  QPainter* painter;
  QRect text;  ///< inside the padding
  QFontMetrics metrics;
  VerdictClass cls;
  int column;
  bool stronger;  ///< selected or under the pointer
  const TriageModel* model;
  std::uint32_t source;
};

QSize TriageDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return {preferredWidth(index.column()), rowHeight()};
}

void TriageDelegate::measure(const TriageModel& model) {
  const verdicts::Comparison* comparison = model.comparison();
  if (!comparison) return;
  const QFontMetrics metrics(theme().font(TextSize::Normal));
  const QFontMetrics bold(FlatDelegate::bold());
  // What is shown first, and a sample of all, so that a wider filter does not find its columns too narrow.
  std::vector<std::uint32_t> rows;
  for (int r = 0; r < std::min(model.rowCount(), kMeasuredRows); ++r) rows.push_back(model.sourceRow(r));
  const std::size_t step = comparison->rowCount() / kMeasuredRows + 1;
  for (std::size_t r = 0; r < comparison->rowCount(); r += step) rows.push_back(static_cast<std::uint32_t>(r));

  const auto widen = [&](int& width, const QString& text) {
    // Two pixels more than Qt reports: a text that fits exactly is elided at some scales.
    if (!text.isEmpty())
      width = std::max(width, std::min(kMaxPartWidth, metrics.horizontalAdvance(shortened(text, 120)) + 2));
  };
  m_parts.assign(static_cast<std::size_t>(model.columnCount()), {});
  for (int c = 0; c < std::min(model.columnCount(), kMeasuredColumns); ++c) {
    ColumnParts& parts = m_parts[static_cast<std::size_t>(c)];
    const TriageColumn& column = model.columns().at(c);
    if (column.kind == ColumnKind::Verdict)
      parts.whole = bold.horizontalAdvance(u"IMPROVED"_s) + bold.height() + kGrid / 2;
    if (column.kind == ColumnKind::Decision)  // wide enough before the first answer: nothing moves when it comes
      parts.whole = metrics.horizontalAdvance(decisionMark(DecisionController::State::Accepted) + u"  "_s + noteMark());
    // The reason gets the width that is left.
    if (parts.whole > 0 || column.kind == ColumnKind::Reason) continue;
    for (const std::uint32_t row : rows) {
      if (column.kind != ColumnKind::Metric) {
        widen(parts.whole, ui::displayText(*comparison, column, row));
        continue;
      }
      const MetricText text =
          metricText(comparison->cell(row, column.metric), comparison->metrics()[column.metric].info);
      if (!column.numeric) {
        widen(parts.words, text.changed ? text.expected + arrowText() + text.actual : text.actual);
        continue;
      }
      widen(parts.actual, text.actual);
      widen(parts.delta, text.notMeasured ? notMeasuredText() : text.delta);
      if (text.changed) widen(parts.expected, text.expected);
      parts.arrow = parts.arrow || text.changed;
    }
  }
}

int TriageDelegate::preferredWidth(int column) const {
  if (column < 0 || column >= static_cast<int>(m_parts.size())) return 0;
  const ColumnParts& parts = m_parts[static_cast<std::size_t>(column)];
  if (parts.whole > 0) return std::min(parts.whole, kMaxNameWidth) + 2 * kGrid + 4;
  if (parts.words > 0) return parts.words + 2 * kGrid + 4;
  int width = parts.actual + 2 * kGrid + 4;
  if (parts.arrow)
    width += parts.expected + QFontMetrics(theme().font(TextSize::Normal)).horizontalAdvance(arrowText());
  if (parts.delta > 0) width += kGrid + parts.delta;
  return width;
}

void TriageDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const TriageModel*>(index.model());
  if (!model) return;
  const std::uint32_t source = model->sourceRow(index.row());
  const verdicts::ComparedRow& row = model->comparison()->row(source);
  painter->save();
  const bool stronger = paintGround(*painter, option, index, row.excused ? VerdictClass::Flaky : row.cls);
  painter->setFont(theme().font(TextSize::Normal));
  const bool quiet = !row.changed && (row.cls == VerdictClass::Pass || row.cls == VerdictClass::ExpectedFail);
  const Cell cell{painter, option.rect.adjusted(kGrid, 0, -kGrid, 0), QFontMetrics(theme().font(TextSize::Normal)),
                  row.cls, index.column(), stronger, model, source};
  const QColor plain = theme().color(Tone::Text);
  const QColor muted = theme().mutedColor(cell.stronger);
  switch (model->columns().at(index.column()).kind) {
    case ColumnKind::Verdict: paintVerdict(cell); break;
    case ColumnKind::Decision: paintPlain(cell, index.data().toString(), plain, Qt::ElideRight); break;
    case ColumnKind::Model: paintPlain(cell, index.data().toString(), plain, Qt::ElideMiddle); break;
    case ColumnKind::Metric: paintMetric(cell, index.data(TriageModel::MetricTextRole).value<MetricText>()); break;
    case ColumnKind::Flaky: paintPlain(cell, index.data().toString(), muted, Qt::ElideRight); break;
    case ColumnKind::Findings: paintPlain(cell, index.data().toString(), plain, Qt::ElideRight); break;
    case ColumnKind::Reason: paintPlain(cell, index.data().toString(), quiet ? muted : plain, Qt::ElideRight); break;
  }
  painter->restore();
}

void TriageDelegate::paintVerdict(const Cell& cell) const {
  const ClassStyle& look = theme().classStyle(cell.cls);
  const bool lost = cell.model->comparison()->row(cell.source).has(verdicts::Finding::Lost);
  const QFontMetrics bold(FlatDelegate::bold());
  const int slot = bold.height();  // glyphs of different widths stand in one column
  cell.painter->setPen(look.chip);
  cell.painter->setFont(FlatDelegate::bold());
  cell.painter->drawText(QRect(cell.text.left(), cell.text.top(), slot, cell.text.height()), Qt::AlignCenter,
                         look.glyph);
  const QRect rest = cell.text.adjusted(slot + kGrid / 2, 0, 0, 0);
  cell.painter->setPen(theme().wordColor(cell.cls, cell.stronger));
  cell.painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                         bold.elidedText(lost ? u"LOST"_s : look.word, Qt::ElideRight, rest.width()));
}

void TriageDelegate::paintPlain(const Cell& cell, const QString& text, const QColor& color,
                                Qt::TextElideMode elide) const {
  if (text.isEmpty()) return;
  cell.painter->setPen(color);
  QString line = shortened(text);
  line.replace(u'\n', u' ');
  cell.painter->drawText(cell.text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         cell.metrics.elidedText(line, elide, cell.text.width()));
}

void TriageDelegate::paintMetric(const Cell& cell, const MetricText& text) const {
  if (cell.column >= static_cast<int>(m_parts.size())) return;
  const ColumnParts& parts = m_parts[static_cast<std::size_t>(cell.column)];
  const int width = cell.text.width();
  const auto laidOut = cell.model->columns().at(cell.column).numeric ? layOutNumbers(text, parts, width, cell.metrics)
                                                                     : layOutWords(text, width, cell.metrics);
  const QColor muted = theme().mutedColor(cell.stronger);
  for (const CellPart& part : laidOut) {
    QColor color = muted;
    const bool now = part.role == PartRole::Actual || part.role == PartRole::Line;
    if (now && text.changed && !text.notMeasured) color = theme().color(Tone::Text);
    if (part.role == PartRole::Delta && text.matters && !text.notMeasured)
      color = theme().wordColor(text.cls, cell.stronger);
    cell.painter->setPen(color);
    cell.painter->drawText(QRect(cell.text.left() + part.left, cell.text.top(), part.width, cell.text.height()),
                           int(part.align) | Qt::AlignVCenter | Qt::TextSingleLine, part.text);
  }
}

}  // namespace plumbline::ui
