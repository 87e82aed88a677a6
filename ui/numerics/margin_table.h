// SPDX-License-Identifier: GPL-3.0-or-later
// The table of logged margins, with its delegate: bars for margins, a tint where one is near or over the limit.
#pragma once

#include "ui/support/flat_delegate.h"
#include "ui/support/record_table.h"

namespace plumbline::ui {

class MarginModel;

class MarginDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  explicit MarginDelegate(const Theme& theme, QObject* parent = nullptr) : FlatDelegate(theme, parent) {}
  int wantedWidth(int column) const;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class MarginTable : public RecordTable {
  Q_OBJECT

 public:
  MarginTable(MarginModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shapeColumns();

  MarginModel* m_model;
  MarginDelegate* m_delegate;
};

}  // namespace plumbline::ui
