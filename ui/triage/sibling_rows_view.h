// SPDX-License-Identifier: GPL-3.0-or-later
// The siblings' rows in the details: three columns that share the panel's width.
#pragma once

#include <QTableView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class SiblingRowsModel;

class SiblingRowsView : public QTableView {
  Q_OBJECT

 public:
  SiblingRowsView(SiblingRowsModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyboardSearch(const QString&) override {}  // letters are commands here

 private:
  class Delegate;
  void shareWidth();
  Delegate* m_delegate;
};

}  // namespace plumbline::ui
