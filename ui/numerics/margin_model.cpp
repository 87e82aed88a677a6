// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/margin_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/numerics/numerics_words.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using numerics::LoggedMargin;
using numerics::MarginTrend;

namespace {

struct Head {
  const char16_t* title;
  const char16_t* tooltip;
};
constexpr std::array<Head, MarginModel::ColumnCount> kHeads = {{
    {u"Model", u"Whose run the log was telling of"},
    {u"Key", u"The key that the failure names, where the log names one"},
    {u"Margin", u"Of the last log that tells of it: res error / (multiplier x ref error + tol / 10)"},
    {u"Trend", u"The worst margin of each log, in the order in which they were opened"},
    {u"res error", u"As printed: five decimals"},
    {u"ref error", u"As printed: five decimals"},
    {u"Multiplier", u"* assumed: the log does not tell it"},
    {u"tol", u"* assumed: the log does not tell it"},
    {u"dtype", u"Of res; older logs do not tell it"},
    {u"Shape", u"Of the tensor"},
    {u"Line", u"Where in its log"},
}};

/// worse: NaN is worse than any number.
bool worse(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && !std::isnan(b);
  return a > b;
}

QString assumed(double value, bool isAssumed) { return QString::number(value, 'g', 6) + (isAssumed ? u"*"_s : QString()); }

bool isNumeric(int column) {
  return column == MarginModel::ResError || column == MarginModel::RefError || column == MarginModel::Multiplier ||
         column == MarginModel::Tol || column == MarginModel::Line;
}

}  // namespace

void MarginModel::setAnswer(const MarginAnswer& answer) {
  beginResetModel();
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
  refresh();
  endResetModel();
  Q_EMIT rowsShown();
}

void MarginModel::setWish(const QStringList& words, bool isWarnedOnly) {
  beginResetModel();
  m_words = words;
  m_isWarnedOnly = isWarnedOnly;
  refresh();
  endResetModel();
  Q_EMIT rowsShown();
}

void MarginModel::sort(int column, Qt::SortOrder order) {
  beginResetModel();
  m_column = column;
  m_isDescending = order == Qt::DescendingOrder;
  refresh();
  endResetModel();
  Q_EMIT rowsShown();
}

bool MarginModel::less(const Row& a, const Row& b) const {
  if (m_column < 0) {
    if (isWarned(a) != isWarned(b)) return isWarned(a);
    return worse(a.last->margin, b.last->margin);
  }
  const auto order = [this](const auto& x, const auto& y) { return m_isDescending ? y < x : x < y; };
  switch (m_column) {
    case Margin:
    case Trend: return m_isDescending ? worse(a.last->margin, b.last->margin) : worse(b.last->margin, a.last->margin);
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

void MarginModel::refresh() {
  m_shown.clear();
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    if (m_isWarnedOnly && !isWarned(m_rows[i])) continue;
    const QString where = fromUtf8(m_rows[i].last->model) + u' ' + fromUtf8(m_rows[i].last->key);
    if (std::ranges::all_of(m_words, [&where](const QString& word) { return where.contains(word, Qt::CaseInsensitive); }))
      m_shown.push_back(i);
  }
  std::ranges::stable_sort(m_shown, [this](std::size_t a, std::size_t b) { return less(m_rows[a], m_rows[b]); });
}

std::size_t MarginModel::warned() const {
  return static_cast<std::size_t>(std::ranges::count_if(m_rows, [this](const Row& row) { return isWarned(row); }));
}

int MarginModel::step(int row, int direction) const {
  for (row += direction; row >= 0 && row < rowCount(); row += direction)
    if (isWarned(at(row))) return row;
  return -1;
}

int MarginModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_shown.size()); }
int MarginModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString MarginModel::cellText(int number, int column) const {
  const Row& row = at(number);
  const LoggedMargin& last = *row.last;
  switch (column) {
    case Model: return last.model.empty() ? u"(not told)"_s : shortened(fromUtf8(last.model)).simplified();
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
      if (index.column() == Line) return u"%1, line %2"_s.arg(m_answer.logs.value(static_cast<qsizetype>(row.log))).arg(last.line);
      if (index.column() == Margin)
        return u"%1 / (%2 x %3 + %4 / 10)%5"_s.arg(QString::number(last.resError, 'f', 5), QString::number(last.usedMultiplier),
                                                   QString::number(last.refError, 'f', 5), QString::number(last.usedTol),
                                                   last.isAssumed ? u"\nThe log does not tell multiplier or tol: they are assumed."_s : QString());
      return cellText(index.row(), index.column());
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::AccessibleTextRole:
      if (index.column() != Margin) return cellText(index.row(), index.column());
      return u"margin %1%2"_s.arg(marginText(last.margin), !(last.margin <= 1) ? u", over the limit"_s : isWarned(row) ? u", near the limit"_s : QString());
    case MarginRole: return last.margin;
    case WarnedRole: return isWarned(row);
    case OverRole: return !(last.margin <= 1);
    default: return {};
  }
}

QVariant MarginModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  const Head& head = kHeads[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return QString::fromUtf16(head.title);
  if (role == Qt::ToolTipRole) return QString::fromUtf16(head.tooltip);
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace plumbline::ui
