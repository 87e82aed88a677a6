// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of figures and of elements. Ctrl+C copies the selected rows as tab-separated text; Enter and double click
// open a row.
#pragma once

#include "ui/support/tables/record_table.h"

namespace plumbline::ui {

class NumberTable : public RecordTable {
  Q_OBJECT

 public:
  NumberTable(QAbstractItemModel* model, const Theme& theme, QWidget* parent = nullptr);
  /// setQuietColumn draws a column muted; setGlyphColumn one whose text begins with a tick or a cross in their colours.
  void setQuietColumn(int column);
  void setGlyphColumn(int column);
  /// fitColumns fits all columns but the last to their content.
  void fitColumns();
  void copy() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Delegate;
  Delegate* m_delegate;
};

}  // namespace plumbline::ui
