// SPDX-License-Identifier: GPL-3.0-or-later
// Box layouts in one statement: the widget they belong to, margins, spacing, and their parts in order.
//
//   auto* head = makeRow(nullptr, {kGrid, 0, kGrid, 0}, kGrid, {m_title, {m_counts, 1}, m_close});
//   makeColumn(this, {}, 0, {head, divider(), {m_table, 1}});
#pragma once

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <initializer_list>

namespace plumbline::ui {

/// LayoutPart is a widget or a layout with its stretch, an empty space, or a line across.
class LayoutPart {
 public:
  LayoutPart(QWidget* widget, int stretch = 0, Qt::Alignment alignment = {})
      : m_widget(widget), m_stretch(stretch), m_alignment(alignment) {}
  LayoutPart(QLayout* layout, int stretch = 0) : m_layout(layout), m_stretch(stretch) {}
  void addTo(QBoxLayout& layout) const;

 private:
  enum class Space { None, Stretch, Gap, Divider };
  LayoutPart(Space space, int size) : m_space(space), m_stretch(size) {}
  friend LayoutPart stretch(int factor);
  friend LayoutPart gap(int pixels);
  friend LayoutPart divider();

  QWidget* m_widget = nullptr;
  QLayout* m_layout = nullptr;
  Space m_space = Space::None;
  int m_stretch;  ///< of a gap: its pixels
  Qt::Alignment m_alignment;
};

LayoutPart stretch(int factor = 1);
LayoutPart gap(int pixels);
/// divider makes a Divider: horizontal in a column, vertical in a row.
LayoutPart divider();

/// makeColumn and makeRow return the layout of a widget; without a widget, one to be added to another layout. Spacing
/// -1 is that of the style.
QVBoxLayout* makeColumn(QWidget* widget = nullptr, const QMargins& margins = {}, int spacing = -1,
                        std::initializer_list<LayoutPart> parts = {});
QHBoxLayout* makeRow(QWidget* widget = nullptr, const QMargins& margins = {}, int spacing = -1,
                     std::initializer_list<LayoutPart> parts = {});
void addParts(QBoxLayout& layout, std::initializer_list<LayoutPart> parts);

/// addWidgets adds them in this order to a layout or splitter.
template <typename Container>
void addWidgets(Container& container, std::initializer_list<QWidget*> widgets) {
  for (QWidget* widget : widgets) container.addWidget(widget);
}

}  // namespace plumbline::ui
