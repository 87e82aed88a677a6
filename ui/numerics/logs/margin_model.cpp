// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/logs/margin_model.h"

#include <QFile>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/numerics/numerics_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using numerics::LoggedMargin;
using numerics::MarginTrend;

namespace {

/// worse: NaN is worse than any number.
bool worse(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && !std::isnan(b);
  return a > b;
}

QString assumed(double value, bool isAssumed) { return QString::number(value, 'g', 6) + (isAssumed ? u"*"_s : QString()); }

}  // namespace

MarginController::MarginController(QObject* parent)
    : QObject(parent),
      m_runner(
          [this](base::Outcome<MarginAnswer> outcome) {
            setBusy(false);
            if (outcome.isError()) Q_EMIT failed(outcome.error());
            if (outcome.isValue()) Q_EMIT found(outcome.value());
          },
          [this](quint64 done, quint64 total) { Q_EMIT progress(done, total); }) {}

void MarginController::open(const QStringList& logs) {
  m_logs = logs;
  read();
}

void MarginController::setOptions(const numerics::MarginOptions& options) {
  m_options = options;
  if (!m_logs.isEmpty()) read();
}

void MarginController::read() {
  setBusy(true);
  m_runner.run([logs = m_logs, options = m_options](const base::Progress& progress) -> base::Outcome<MarginAnswer> {
    MarginAnswer answer;
    answer.options = options;
    for (const QString& log : logs) {
      const std::string path = QFile::encodeName(log).toStdString();
      auto margins = numerics::readMargins(path, options, progress);
      if (margins.isCancelled()) return base::Cancelled{};
      if (margins.isError()) {
        base::Error error = margins.error();
        if (error.file.empty()) error.file = path;
        answer.errors.push_back(std::move(error));
        continue;
      }
      answer.logs << log;
      answer.margins.push_back(std::move(margins.value()));
    }
    answer.trends = numerics::marginTrends(answer.margins, options);
    return answer;
  });
}

void MarginController::cancel() {
  m_runner.cancel();
  setBusy(false);
}

void MarginController::setBusy(bool isBusy) {
  if (std::exchange(m_isBusy, isBusy) != isBusy) Q_EMIT busyChanged(isBusy);
}

void MarginModel::setAnswer(const MarginAnswer& answer) {
  beginResetRows();
  m_answer = answer;
  m_rows.clear();
  for (std::size_t i = 0; i < m_answer.trends.size(); ++i) {
    const MarginTrend& trend = m_answer.trends[i];
    Row row{i};
    for (std::size_t log = m_answer.margins.size(); log-- > 0 && row.last == nullptr;)
      for (const LoggedMargin& margin : m_answer.margins[log]) {
        if (margin.model != trend.model || margin.key != trend.key || margin.shape != trend.shape) continue;
        if (row.last == nullptr || worse(margin.margin, row.last->margin)) row = {i, &margin, log};
      }
    if (row.last != nullptr) m_rows.push_back(row);
  }
  endResetRows(matchingRows());
}

void MarginModel::setFilter(const QStringList& terms, bool isWarnedOnly) {
  m_terms = terms;
  m_isWarnedOnly = isWarnedOnly;
  showRows(matchingRows());
}

bool MarginModel::less(const Row& a, const Row& b) const {
  const bool isDescending = sortOrder() == Qt::DescendingOrder;
  if (sortColumn() < 0) {
    if (isWarned(a) != isWarned(b)) return isWarned(a);
    return worse(a.last->margin, b.last->margin);
  }
  const auto order = [isDescending](const auto& x, const auto& y) { return isDescending ? y < x : x < y; };
  switch (sortColumn()) {
    case Margin:
    case Trend: return isDescending ? worse(a.last->margin, b.last->margin) : worse(b.last->margin, a.last->margin);
    case ResError: return order(a.last->resError, b.last->resError);
    case RefError: return order(a.last->refError, b.last->refError);
    case Multiplier: return order(a.last->usedMultiplier, b.last->usedMultiplier);
    case Tol: return order(a.last->usedTol, b.last->usedTol);
    case Where: return order(a.last->key, b.last->key);
    case Dtype: return order(a.last->dtype, b.last->dtype);
    case Shape: return order(a.last->shape, b.last->shape);
    case Line: return order(a.last->line, b.last->line);
    default: return order(a.last->model, b.last->model);
  }
}

std::vector<std::uint32_t> MarginModel::matchingRows() const {
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    if (m_isWarnedOnly && !isWarned(m_rows[i])) continue;
    const QString name = fromUtf8(m_rows[i].last->model) + u' ' + fromUtf8(m_rows[i].last->key);
    if (std::ranges::all_of(m_terms, [&name](const QString& word) { return name.contains(word, Qt::CaseInsensitive); }))
      rows.push_back(static_cast<std::uint32_t>(i));
  }
  std::ranges::stable_sort(rows, [this](std::uint32_t a, std::uint32_t b) { return less(m_rows[a], m_rows[b]); });
  return rows;
}

std::size_t MarginModel::warned() const {
  return static_cast<std::size_t>(std::ranges::count_if(m_rows, [this](const Row& row) { return isWarned(row); }));
}

int MarginModel::step(int row, int direction) const {
  for (row += direction; row >= 0 && row < rowCount(); row += direction)
    if (isWarned(at(row))) return row;
  return -1;
}

int MarginModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString MarginModel::cellText(int number, int column) const {
  const Row& row = at(number);
  const LoggedMargin& last = *row.last;
  switch (column) {
    case Model: return last.model.empty() ? tr("(not in the log)") : shortened(fromUtf8(last.model)).simplified();
    case Where: return shortened(fromUtf8(last.key)).simplified();
    case Margin: return marginText(last.margin);
    case Trend: {
      const MarginTrend& trend = m_answer.trends[row.trend];
      if (trend.margins.size() < 2) return {};
      QStringList parts;
      for (const auto& margin : trend.margins) parts << (margin ? marginText(*margin) : u"\u2013"_s);
      return (trend.isRising ? u"\u25b2 "_s : QString()) + parts.join(u" \u2192 "_s);
    }
    case ResError: return QString::number(last.resError, 'f', 5);
    case RefError: return QString::number(last.refError, 'f', 5);
    case Multiplier: return assumed(last.usedMultiplier, !last.multiplier);
    case Tol: return assumed(last.usedTol, !last.tol);
    case Dtype: return fromUtf8(last.dtype);
    case Shape: return fromUtf8(last.shape);
    case Line: return QString::number(last.line);
    default: return {};
  }
}

bool MarginModel::isUsed(int column) const {
  if (column == Trend) return m_answer.logs.size() > 1;
  if (column == Where) return std::ranges::any_of(m_rows, [](const Row& row) { return !row.last->key.empty(); });
  if (column == Dtype) return std::ranges::any_of(m_rows, [](const Row& row) { return !row.last->dtype.empty(); });
  return true;
}

QVariant MarginModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = at(index.row());
  const LoggedMargin& last = *row.last;
  switch (role) {
    case Qt::DisplayRole: return cellText(index.row(), index.column());
    case Qt::ToolTipRole:
      if (index.column() == Line)
        return tr("%1, line %2").arg(m_answer.logs.value(static_cast<qsizetype>(row.log)), QString::number(last.line));
      if (index.column() == Margin)
        return u"%1 / (%2 x %3 + %4 / 10)%5"_s.arg(QString::number(last.resError, 'f', 5), QString::number(last.usedMultiplier),
                                                   QString::number(last.refError, 'f', 5), QString::number(last.usedTol),
                                                   last.isAssumed
                                                   ? u'\n' + tr("The log does not contain multiplier or tol: they are "
                                                                "assumed.") : QString());
      return cellText(index.row(), index.column());
    case Qt::TextAlignmentRole: return alignmentOf(columnHead(index.column()).isNumeric);
    case Qt::AccessibleTextRole:
      if (index.column() != Margin) return cellText(index.row(), index.column());
      return (!(last.margin <= 1) ? tr("margin %1, over the limit") : isWarned(row) ? tr("margin %1, near the limit")
              : tr("margin %1")).arg(marginText(last.margin));
    case MarginRole: return last.margin;
    case WarnedRole: return isWarned(row);
    case OverRole: return !(last.margin <= 1);
    default: return {};
  }
}

ColumnHead MarginModel::columnHead(int column) const {
  switch (column) {
    case Model: return {tr("Model"), tr("The model whose run is logged")};
    case Where: return {tr("Key"), tr("The key named by the failure, where the log names one")};
    case Margin: return {tr("Margin"),
                         tr("Of the last log that has it: res error / (multiplier x ref error + tol / 10)")};
    case Trend: return {tr("Trend"), tr("The worst margin of each log, in the order in which they were opened")};
    case ResError: return {tr("res error"), tr("As printed: five decimals"), true};
    case RefError: return {tr("ref error"), tr("As printed: five decimals"), true};
    case Multiplier: return {tr("Multiplier"), tr("* assumed: the log does not contain it"), true};
    case Tol: return {tr("tol"), tr("* assumed: the log does not contain it"), true};
    case Dtype: return {tr("dtype"), tr("Of res; older logs do not contain it")};
    case Shape: return {tr("Shape"), tr("Of the tensor")};
    case Line: return {tr("Line"), tr("The line in its log"), true};
    default: return {};
  }
}

}  // namespace plumbline::ui
