// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of figures and of elements: quiet rows, copied as they are selected (Ctrl+C, tab-separated), Enter and double
// click open one.
#pragma once

#include "ui/support/record_table.h"

namespace plumbline::ui {

class PaddedDelegate;

class NumberTable : public RecordTable {
  Q_OBJECT

 public:
  NumberTable(QAbstractItemModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// setQuietColumn draws a column muted; setGlyphColumn one whose words begin with a tick or a cross in their colours.
  void setQuietColumn(int column);
  void setGlyphColumn(int column);
  /// fitColumns makes columns as wide as what is in them, but the last, which takes the rest.
  void fitColumns();
  void copy() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Delegate;
  Delegate* m_delegate;
};

}  // namespace plumbline::ui
