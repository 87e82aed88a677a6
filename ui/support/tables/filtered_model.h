// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the table models that show some rows of a source, filtered and sorted. The source (a snapshot, a list) is
// immutable and belongs to the derived class; rows are numbers in it. Persistent indexes follow their rows.
//
//   void MyModel::setFilter(const MyFilter& filter) { m_filter = filter; showRows(matchingRows()); }
//   void MyModel::setList(ListPtr list) {  // another source: newRows has the new row of each old one
//     beginShowRows();
//     const std::vector<int> newRows = sameRows(*m_list, *list);
//     m_list = list;
//     endShowRows(matchingRows(), &newRows);
//   }
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::ui {

/// ColumnHead is the header of a column.
struct ColumnHead {
  QString title;
  QString tooltip = {};
  bool isNumeric = false;  ///< aligned to the right
};

class FilteredModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// sourceRow returns the row of the source that is shown at a position.
  std::uint32_t sourceRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  /// rowOf returns the position of a source row, -1 when it is not shown.
  int rowOf(std::uint32_t sourceRow) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  /// sort by a column; -1 is the order of the source.
  void sort(int column, Qt::SortOrder order) override;
  /// headerData is made from columnHead; rows are numbered from 1.
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// The three below let ViewAnchor find rows again by name after the source was replaced (generation() changed).
  virtual std::size_t sourceRowCount() const { return 0; }
  /// sourceName returns the name of a source row; it may use scratch to store it.
  virtual std::string_view sourceName(std::uint32_t sourceRow, std::string& scratch) const;
  int generation() const { return m_generation; }

 Q_SIGNALS:
  /// Emitted around every change of the shown rows, so that a view can keep its selection and position.
  void rowsAboutToChange();
  void rowsShown();

 protected:
  virtual ColumnHead columnHead(int) const { return {}; }

  const std::vector<std::uint32_t>& shownRows() const { return m_rows; }
  /// matchingRows returns the rows to show, in the order of sortColumn() and sortOrder().
  virtual std::vector<std::uint32_t> matchingRows() const { return m_rows; }
  int sortColumn() const { return m_sortColumn; }
  Qt::SortOrder sortOrder() const { return m_sortOrder; }
  /// showRows shows other rows of the same source.
  void showRows(std::vector<std::uint32_t> rows);
  /// Between beginShowRows and endShowRows the source may be replaced. newRows[old source row] is the row's number in
  /// the new source, -1 when it is gone; null: the numbers are unchanged.
  void beginShowRows();
  void endShowRows(std::vector<std::uint32_t> rows, const std::vector<int>* newRows = nullptr);
  /// Between beginResetRows and endResetRows source and columns may be replaced (model reset).
  void beginResetRows();
  void endResetRows(std::vector<std::uint32_t> rows);

  /// sortRows sorts stably by keys that are numbers, texts or invalid; rows without a key come last in both orders.
  static void sortRows(std::vector<std::uint32_t>& rows, const std::function<QVariant(std::uint32_t)>& keyOf,
                       Qt::SortOrder order);

 private:
  std::vector<std::uint32_t> m_rows;
  int m_generation = 0;
  int m_sortColumn = -1;
  Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
  QModelIndexList m_indexes;              ///< persistent, between beginShowRows and endShowRows
  std::vector<std::uint32_t> m_indexRows;  ///< their source rows
};

/// sameRows returns the position in `after` of each row of `before`, by key; -1 for those that are gone. Rows of equal
/// keys keep their order.
template <typename Row, typename KeyOf>
std::vector<int> sameRows(const std::vector<Row>& before, const std::vector<Row>& after, KeyOf keyOf) {
  std::map<decltype(keyOf(before.front())), std::vector<int>> positions;
  for (std::size_t i = after.size(); i-- > 0;) positions[keyOf(after[i])].push_back(static_cast<int>(i));
  std::vector<int> out(before.size(), -1);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto found = positions.find(keyOf(before[i]));
    if (found == positions.end() || found->second.empty()) continue;
    out[i] = found->second.back();
    found->second.pop_back();
  }
  return out;
}

/// emitAllChanged repaints every cell of a model: their values differ, their number does not.
void emitAllChanged(QAbstractItemModel& model);

/// alignmentOf is the alignment of a table's column: numbers to the right.
inline int alignmentOf(bool isNumeric) { return int((isNumeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter); }

}  // namespace plumbline::ui
