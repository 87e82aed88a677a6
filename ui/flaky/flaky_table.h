// SPDX-License-Identifier: GPL-3.0-or-later
// The table of flaky entries: the look and the keys of the triage table, and a place that stays when entries come and
// go.
//
//   auto* table = new FlakyTable(&model, theme);
//   connect(table, &FlakyTable::editRequested, page, ...);
#pragma once

#include "ui/support/record_table.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class FlakyDelegate;
class FlakyModel;

class FlakyTable : public RecordTable {
  Q_OBJECT

 public:
  FlakyTable(FlakyModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// sortByCurrent sorts by the column of the current cell; again turns it round.
  void sortByCurrent();

 Q_SIGNALS:
  void editRequested();  ///< Enter or a double click
  void currentMoved();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void keepPlace();
  void takePlace();
  void shapeColumns();

  FlakyModel* m_model;
  FlakyDelegate* m_delegate;
  int m_lastRow = -1;     ///< where the current row stood: when it is gone, its neighbour takes over
  int m_fromTop = -1;     ///< how far below the top it stood
  bool m_shaped = false;  ///< widths were set from the first entries; later ones belong to the person
};

}  // namespace plumbline::ui
