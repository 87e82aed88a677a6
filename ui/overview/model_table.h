// SPDX-License-Identifier: GPL-3.0-or-later
// The table of one model over all configs.
#pragma once

#include "ui/support/record_table.h"

namespace plumbline::ui {

class CellDelegate;
class ModelTableModel;

class ModelTable : public RecordTable {
  Q_OBJECT

 public:
  ModelTable(ModelTableModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

 Q_SIGNALS:
  void currentMoved();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void shapeColumns();

  ModelTableModel* m_model;
  CellDelegate* m_delegate;
};

}  // namespace plumbline::ui
