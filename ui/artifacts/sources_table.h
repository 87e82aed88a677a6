// SPDX-License-Identifier: GPL-3.0-or-later
// The two tables of the sources page: the result files, and the short list of opened paths above it. Both keep their
// place when their rows are replaced.
//
//   auto* table = new SourcesTable(&model, theme);
//   connect(table, &SourcesTable::switchRequested, page, ...);   // Space, Enter or a double click
#pragma once

#include "ui/support/tables/record_table.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class OpenedPathsModel;
class PlainCellDelegate;
class SourcesModel;

class SourcesTable : public RecordTable {
  Q_OBJECT

 public:
  SourcesTable(SourcesModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;

 Q_SIGNALS:
  void switchRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shapeColumns() override;
  void fitFile();

  SourcesModel* m_model;
  PlainCellDelegate* m_delegate;
  bool m_shaped = false;  ///< widths were set from the first files; then the user may change them
  int m_filePreferred = 0, m_fileWidth = 0;  ///< what the file column would like, and what it was given
};

class OpenedPathsTable : public RecordTable {
  Q_OBJECT

 public:
  OpenedPathsTable(OpenedPathsModel* model, const Theme& theme, QWidget* parent = nullptr);

  /// setShownRows fixes the height at so many rows.
  void setShownRows(int rows);
  /// restorePlace makes a neighbour current when the current path was removed.
  void restorePlace();

 private:
  void shapeColumns() override;

  OpenedPathsModel* m_model;
  PlainCellDelegate* m_delegate;
  int m_lastRow = 0;
};

}  // namespace plumbline::ui
