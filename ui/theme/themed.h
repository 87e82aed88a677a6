// SPDX-License-Identifier: GPL-3.0-or-later
// What depends on the theme below a page: widgets and delegates that are Themed, and labels with a TextStyle.
//
//   class ChartBar : public QWidget, public Themed { void setTheme(const Theme& theme) override; ... };
//   styleText({m_subtitle, m_pages}, {.size = TextSize::Small, .isMuted = true});
//   applyTheme(*this, theme);   // at the end of the constructor
#pragma once

#include <QWidget>
#include <initializer_list>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class Themed {
 public:
  virtual ~Themed() = default;
  /// setTheme changes only what the class itself draws or measures; its children get the theme before it.
  virtual void setTheme(const Theme& theme) = 0;
};

/// applyTheme passes the theme to everything below an object, children first, and then to the object.
void applyTheme(QObject& root, const Theme& theme);

/// TextStyle is the font and the colour of a label in every theme.
struct TextStyle {
  TextSize size = TextSize::Normal;
  bool isBold = false;
  bool isMonospace = false;
  bool isMuted = false;
};
/// styleText sets font and palette with every later applyTheme.
void styleText(std::initializer_list<QWidget*> widgets, const TextStyle& style);

}  // namespace plumbline::ui
