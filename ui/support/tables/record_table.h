// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the tables of records: rows are selected as a whole, the current row and the row under the mouse are marked,
// single letters are left to shortcuts. Keeps selection and scroll position when the rows of its model change.
//
//   MyTable::MyTable(MyModel* model, const Theme& theme, QWidget* parent) : RecordTable(theme, parent) {
//     setModel(model);
//     setRowDelegate(new MyDelegate(theme, this));
//     keepPlaceByIndex(*model);   // or keepPlaceByName, where the source is replaced and rows are found by name
//     setTheme(theme);
//   }
#pragma once

#include <QTableView>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ui/theme/themed.h"

class QTableView;

namespace plumbline::ui {

class FilteredModel;

/// Remembers by name which rows of a FilteredModel are selected, which one is current and its position on the screen,
/// and finds them again after the rows were filtered, sorted or replaced. RecordTable::keepPlaceByName uses it.
class ViewAnchor {
 public:
  /// save reads the view before its rows change. A current row that is filtered out stays remembered until forget().
  void save(const QTableView& view, const FilteredModel& model);
  /// restore sets selection, current row and scroll position. Returns the current position, -1 when it is not shown.
  int restore(QTableView& view, const FilteredModel& model);
  /// forget drops the filtered-out rows: the user chose another row.
  void forget() {
    m_hasCurrent = false;
    m_hidden.clear();
  }
  /// wasFilteredOut is true while the remembered current row is in the source but not shown.
  bool wasFilteredOut() const { return m_hasCurrent; }

 private:
  struct Row {
    std::uint32_t source = 0;
    std::string name;
  };
  static Row rowAt(const FilteredModel& model, int position);
  void findByName(std::vector<Row>& rows, const FilteredModel& model);
  void select(QTableView& view, std::vector<int> positions) const;

  int m_generation = -1;
  bool m_hasCurrent = false;
  Row m_current;
  int m_currentColumn = 0;
  int m_currentOffset = -1;  ///< rows below the top of the view; -1: it was not visible
  bool m_hasTop = false;
  Row m_top;
  std::vector<Row> m_selected;
  std::vector<Row> m_hidden;  ///< selected, but filtered out now
};

class RowDelegate;

class RecordTable : public QTableView, public Themed {
  Q_OBJECT

 public:
  explicit RecordTable(const Theme& theme, QWidget* parent = nullptr);

  /// setTheme sets fonts, colours and the row height, and calls shapeColumns.
  void setTheme(const Theme& theme) override;
  /// selectedRows are the shown positions that are selected, in the order shown.
  QList<int> selectedRows() const;
  /// goTo makes a row current, selected and visible without scrolling sideways.
  void goTo(int row);
  /// goToNext goes to the next (+1) or previous (-1) row that matches; false when there is none.
  bool goToNext(int step, const std::function<bool(int row)>& matches);
  /// sortByCurrent sorts by the column of the current cell; again reverses the order.
  void sortByCurrent();
  /// shownColumns are the logical columns that are not hidden, from left to right.
  QList<int> shownColumns() const;

 Q_SIGNALS:
  void opened();          ///< Enter
  void hovered(int row);  ///< the row under the mouse; -1: none
  /// currentMoved: another row is current, or none; with a kept place also after every change of rows or selection.
  void currentMoved();

 protected:
  /// setRowDelegate sets the item delegate, which draws the hovered row and decides the row height.
  void setRowDelegate(RowDelegate* delegate);
  /// updateRowHeight asks the delegate again, when it draws rows of another height now.
  void updateRowHeight();
  /// keepPlaceByIndex relies on persistent indexes. A current row that is gone gives way to its neighbour, and resizing
  /// keeps the current row visible.
  void keepPlaceByIndex(FilteredModel& model);
  /// keepPlaceByName uses a ViewAnchor; a filtered-out current row is current again when it is shown again.
  void keepPlaceByName(FilteredModel& model);
  /// shapeColumns sets the widths of the columns; called for a new theme, and for new rows by keepPlaceByIndex.
  virtual void shapeColumns() {}
  const Theme& theme() const { return m_theme; }
  void hoverRow(int row);

  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyboardSearch(const QString&) override {}  // letters are commands here

 private:
  enum class Place { NotKept, ByIndex, ByName };
  void savePlace();
  void restorePlace();
  void restoreByIndex();
  void restoreByName();

  Theme m_theme;
  RowDelegate* m_rowDelegate = nullptr;
  FilteredModel* m_rows = nullptr;  ///< the model, where the place is kept
  Place m_place = Place::NotKept;
  ViewAnchor m_anchor;
  bool m_isMoving = false;  ///< by name: between savePlace and restorePlace
  int m_lastRow = -1;       ///< by index: position of the current row, and its distance from the top
  int m_fromTop = -1;
  int m_hovered = -1;
};

/// WholeTable is a small table in a panel, as high as its rows: the panel scrolls, not the table. A cell that the keyboard
/// moves to is scrolled into view.
class WholeTable : public QTableView {
  Q_OBJECT

 public:
  WholeTable(QAbstractItemModel* model, QWidget* parent);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
};

/// prepareFlatTable is for the small tables in panels: no grid, whole rows of one height, Tab leaves the table.
void prepareFlatTable(QTableView& table);
/// setFlatTableStyle sets the header's font and the height of rows; call it for every new theme.
void setFlatTableStyle(QTableView& table, const Theme& theme);

}  // namespace plumbline::ui
