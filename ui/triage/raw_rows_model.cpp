// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/raw_rows_model.h"

#include <QHash>

#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::size_t kMostFields = 2000;  // wider files exist by mistake only; nobody reads on

}  // namespace

RawRowsModel::RawRowsModel(QObject* parent) : QAbstractTableModel(parent) {}

void RawRowsModel::show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow) {
  beginResetModel();
  m_fields.clear();
  if (snapshot && snapshot->comparison && sourceRow < snapshot->comparison->rowCount()) {
    const verdicts::Comparison& comparison = *snapshot->comparison;
    const verdicts::ComparedRow& row = comparison.row(sourceRow);
    // Values that are equal as numbers are no change, even when they are written differently ("7" and "7.0").
    QHash<QString, bool> metricChanged;
    for (std::size_t m = 0; m < comparison.metrics().size() && m < kMostFields; ++m)
      metricChanged.insert(fromUtf8(comparison.metrics()[m].info.name), comparison.cell(sourceRow, m).changed);
    QHash<QString, std::size_t> places;
    std::string scratch;
    const auto read = [&](const tables::CsvTable& table, std::uint32_t at, bool actual) {
      const auto& names = table.columnNames();
      for (std::size_t c = 0; c < names.size() && c < kMostFields; ++c) {
        const QString name = fromUtf8(names[c]);
        const auto known = places.constFind(name);
        if (known == places.cend()) {
          places.insert(name, m_fields.size());
          m_fields.push_back({name, {}, {}, false, false, false});
        }
        Field& field = m_fields[places.value(name)];
        (actual ? field.inActual : field.inExpected) = at != verdicts::kNoRow;
        if (at != verdicts::kNoRow) (actual ? field.actual : field.expected) = fromUtf8(table.cell(at, c, scratch));
      }
    };
    read(*comparison.input().actual.value, row.actualRow, true);
    read(*comparison.input().expected.value, row.expectedRow, false);
    for (Field& field : m_fields)
      field.changed = field.inActual && field.inExpected && metricChanged.value(field.name, field.actual != field.expected);
  }
  endResetModel();
}

int RawRowsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_fields.size()); }
int RawRowsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString RawRowsModel::shown(const Field& field, int column) const {
  if (column == FieldColumn) return shortened(field.name);
  const bool there = column == ActualColumn ? field.inActual : field.inExpected;
  if (!there) return u"\u2013"_s;
  const QString& text = column == ActualColumn ? field.actual : field.expected;
  return column == ActualColumn && field.changed ? u"\u2260 "_s + text : text;
}

QVariant RawRowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Field& field = m_fields[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return shown(field, index.column());
    case Qt::ToolTipRole: return shortened(shown(field, index.column()), 2000);
    case Qt::AccessibleTextRole:
      return u"%1 expected %2 actual %3%4"_s.arg(field.name, field.inExpected ? field.expected : u"not there"_s,
                                                field.inActual ? field.actual : u"not there"_s,
                                                field.changed ? u" changed"_s : QString());
    case ChangedRole: return field.changed;
    case CellRole:
      if (index.column() == FieldColumn) return field.name;
      return index.column() == ActualColumn ? field.actual : field.expected;
    default: return {};
  }
}

QVariant RawRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case FieldColumn: return u"Field"_s;
    case ExpectedColumn: return u"Expected"_s;
    case ActualColumn: return u"Actual"_s;
    default: return {};
  }
}

}  // namespace plumbline::ui
