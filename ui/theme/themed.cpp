// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/themed.h"

namespace plumbline::ui {
namespace {

/// TextStyler is a child of the widget that it styles.
class TextStyler : public QObject, public Themed {
 public:
  TextStyler(QWidget* widget, const TextStyle& style) : QObject(widget), m_widget(widget), m_style(style) {}

  void setTheme(const Theme& theme) override {
    QFont font = m_style.isMonospace ? theme.monospace() : theme.font(m_style.size);
    if (m_style.isBold) font.setWeight(QFont::DemiBold);
    if (m_style.isMonospace && m_style.size == TextSize::Small) font.setPointSizeF(theme.font(m_style.size).pointSizeF());
    m_widget->setFont(font);
    if (m_style.isMuted) m_widget->setPalette(theme.quietPalette());
  }

 private:
  QWidget* m_widget;
  TextStyle m_style;
};

}  // namespace

void applyTheme(QObject& root, const Theme& theme) {
  const QObjectList children = root.children();
  for (QObject* child : children) applyTheme(*child, theme);
  if (auto* themed = dynamic_cast<Themed*>(&root)) themed->setTheme(theme);
}

void styleText(std::initializer_list<QWidget*> widgets, const TextStyle& style) {
  for (QWidget* widget : widgets) new TextStyler(widget, style);
}

}  // namespace plumbline::ui
