// SPDX-License-Identifier: GPL-3.0-or-later
// The two-column field table of the details panel, changed cells marked by glyph and tint.
#pragma once

#include <QTableView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class RawRowsModel;

class RawRowsView : public QTableView {
  Q_OBJECT

 public:
  RawRowsView(RawRowsModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// setChangedLook tints changed cells like the row's class; Pass is neutral.
  void setChangedLook(verdicts::VerdictClass cls);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Delegate;
  void shareWidth();
  void copySelection() const;

  Delegate* m_delegate;
};

}  // namespace plumbline::ui
