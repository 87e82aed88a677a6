// SPDX-License-Identifier: GPL-3.0-or-later
// The two tables of the sources page: the result files, and the short list of opened paths above it. Both keep their
// place when their rows are replaced.
//
//   auto* table = new SourcesTable(&model, theme);
//   connect(table, &SourcesTable::switchRequested, page, ...);   // Space, Enter or a double click
#pragma once

#include "ui/support/record_table.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class OpenedPathsModel;
class PlainCellDelegate;
class SourcesModel;

class SourcesTable : public RecordTable {
  Q_OBJECT

 public:
  SourcesTable(SourcesModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// sortByCurrent sorts by the column of the current cell; again turns it round.
  void sortByCurrent();

 Q_SIGNALS:
  void switchRequested();
  void currentMoved();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void keepPlace();
  void takePlace();
  void shapeColumns();
  void fitFile();

  SourcesModel* m_model;
  PlainCellDelegate* m_delegate;
  int m_lastRow = -1;     ///< where the current row stood: when it is gone, its neighbour takes over
  int m_fromTop = -1;     ///< how far below the top it stood
  bool m_shaped = false;  ///< widths were set from the first files; later ones belong to the person
  int m_fileWanted = 0, m_fileWidth = 0;  ///< what the file column would like, and what it was given
};

class OpenedPathsTable : public RecordTable {
  Q_OBJECT

 public:
  OpenedPathsTable(OpenedPathsModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// setMostRows fixes the height at so many rows.
  void setMostRows(int rows);
  /// takePlace puts the current row on a neighbour when its path was taken away.
  void takePlace();

 Q_SIGNALS:
  void currentMoved();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void shapeColumns();

  OpenedPathsModel* m_model;
  PlainCellDelegate* m_delegate;
  int m_lastRow = 0;
};

}  // namespace plumbline::ui
