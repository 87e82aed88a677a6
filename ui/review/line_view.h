// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the views that draw lines of a file themselves: monospace, measured anew for another theme.
#pragma once

#include <QAbstractScrollArea>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class LineView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit LineView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  int rowHeight() const { return m_rowHeight; }

 protected:
  const Theme& theme() const { return m_theme; }
  /// measure sets the scroll bars for what is shown; called for another font.
  virtual void measure() = 0;

 private:
  Theme m_theme;
  int m_rowHeight = 16;
};

}  // namespace plumbline::ui
