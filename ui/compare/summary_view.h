// SPDX-License-Identifier: GPL-3.0-or-later
// The block of summary numbers: a small flat table; a sentence takes the whole width and as many lines as it needs.
#pragma once

#include <QTableView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class SummaryDelegate;
class SummaryModel;

class SummaryView : public QTableView {
  Q_OBJECT

 public:
  SummaryView(SummaryModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// wantedHeight is what header and rows take at this width.
  int wantedHeight() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shape();

  SummaryModel* m_model;
  SummaryDelegate* m_delegate;
};

}  // namespace plumbline::ui
