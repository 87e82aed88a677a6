// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/values_model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ui/numerics/numerics_words.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kFp64Digits = 12;

/// shortText of a number in torch's words: as few digits as tell it from its neighbours in a float32.
QString shortText(const std::string& exact, numerics::Dtype dtype) {
  QString whole = QString::fromStdString(exact);
  if (!numerics::isFloating(dtype)) return whole;
  bool isNumber = false;
  const double value = whole.toDouble(&isNumber);
  if (!isNumber || !std::isfinite(value)) return whole;
  if (dtype == numerics::Dtype::Float64) return whole.size() > kFp64Digits + 3 ? QString::number(value, 'g', kFp64Digits) : whole;
  std::array<char, 48> room{};
  const auto written = std::to_chars(room.data(), room.data() + room.size(), static_cast<float>(value));
  return QString::fromLatin1(room.data(), written.ptr - room.data());
}

}  // namespace

void ValuesModel::setRows(std::vector<numerics::ElementRow> rows, numerics::Dtype ref, numerics::Dtype res) {
  beginResetModel();
  m_ref = ref;
  m_res = res;
  m_rows = std::move(rows);
  endResetModel();
}

bool ValuesModel::hasFp64() const { return !m_rows.empty() && !m_rows.front().fp64.empty(); }

int ValuesModel::rowOf(std::int64_t flat) const {
  const auto at = std::ranges::find(m_rows, flat, &numerics::ElementRow::flat);
  return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

int ValuesModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int ValuesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString ValuesModel::text(const numerics::ElementRow& row, int column, bool isExact) const {
  switch (column) {
    case Index: return QString::fromStdString(numerics::indexText(row.index));
    case Ref: return isExact ? QString::fromStdString(row.ref) : shortText(row.ref, m_ref);
    case Res: return isExact ? QString::fromStdString(row.res) : shortText(row.res, m_res);
    case Fp64: return isExact ? QString::fromStdString(row.fp64) : shortText(row.fp64, numerics::Dtype::Float64);
    case AbsError: return numberText(row.absError);
    case RelError: return numberText(row.relError);
    case Within: return row.isWithin ? u"\u2713 within"_s : u"\u2717 outside"_s;
    default: return {};
  }
}

QVariant ValuesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const numerics::ElementRow& row = m_rows[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole) return text(row, index.column(), false);
  if (role == Qt::ToolTipRole || role == ExactRole) return text(row, index.column(), true);
  if (role == Qt::TextAlignmentRole && index.column() != Index && index.column() != Within)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::AccessibleTextRole)
    return u"%1: %2"_s.arg(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(), text(row, index.column(), false));
  return {};
}

QVariant ValuesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static constexpr QStringView kTitles[ColumnCount] = {u"index", u"ref", u"res", u"tolerance", u"abs error", u"rel error", u"fp64"};
  static constexpr QStringView kTips[ColumnCount] = {
      u"Where the element is, axis by axis", u"Its number in ref", u"Its number in res",
      u"|ref \u2212 res| \u2264 tol + tol \u00d7 |res|, computed as torch does",
      u"|res \u2212 r|, r being fp64 if there is one, else ref", u"The same by |r|", u"The float64 reference"};
  if (section < 0 || section >= ColumnCount) return {};
  if (role == Qt::DisplayRole) return kTitles[section].toString();
  if (role == Qt::ToolTipRole) return kTips[section].toString();
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((section == Index || section == Within ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  return {};
}

}  // namespace plumbline::ui
