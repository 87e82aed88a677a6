// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/wrapping_row.h"

#include <QWidget>
#include <algorithm>

namespace plumbline::ui {

WrappingRow::WrappingRow(QWidget* parent) : QLayout(parent) {}

WrappingRow::~WrappingRow() { qDeleteAll(m_items); }

void WrappingRow::addItem(QLayoutItem* item) { m_items.append(item); }

QLayoutItem* WrappingRow::takeAt(int index) { return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr; }

void WrappingRow::setGeometry(const QRect& room) {
  QLayout::setGeometry(room);
  arrange(room, true);
}

QSize WrappingRow::sizeHint() const {
  int width = 0, height = 0;
  for (const QLayoutItem* item : m_items) {
    if (item->isEmpty()) continue;
    width += item->sizeHint().width() + spacing();
    height = std::max(height, item->sizeHint().height());
  }
  const QMargins margins = contentsMargins();
  return {width + margins.left() + margins.right(), height + margins.top() + margins.bottom()};
}

QSize WrappingRow::minimumSize() const {
  QSize minimum;
  for (const QLayoutItem* item : m_items)
    if (!item->isEmpty()) minimum = minimum.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return minimum + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

/// arrange returns the needed height.
int WrappingRow::arrange(const QRect& room, bool moves) const {
  const QMargins margins = contentsMargins();
  const QRect inner = room.marginsRemoved(margins);
  QList<QLayoutItem*> line;
  int x = inner.left(), y = inner.top(), height = 0;
  const auto finishLine = [&] {
    int left = inner.left();
    for (QLayoutItem* item : std::as_const(line)) {  // in the middle of the line, whatever the heights
      const QSize size = item->sizeHint();
      if (moves) item->setGeometry(QRect(QPoint(left, y + (height - size.height()) / 2), size));
      left += size.width() + spacing();
    }
    line.clear();
  };
  for (QLayoutItem* item : m_items) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint();
    if (!line.isEmpty() && x + size.width() > inner.right() + 1) {
      finishLine();
      x = inner.left();
      y += height + spacing();
      height = 0;
    }
    line << item;
    x += size.width() + spacing();
    height = std::max(height, size.height());
  }
  finishLine();
  return y + height - room.top() + margins.bottom();
}

}  // namespace plumbline::ui
