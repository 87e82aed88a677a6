// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/queue_table.h"

#include <QHeaderView>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/runs/run_delegate.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kNarrowest = 32;
constexpr int kWidest = 2000;
constexpr int kLeastCharacters = 10;  ///< that a column keeps where there is too little room for all

}  // namespace

QueueTable::QueueTable(QAbstractItemModel* model, Columns columns, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent),
      m_columns(std::move(columns)),
      m_used(m_columns.characters.size(), true),
      m_delegate(new RunDelegate(theme, this)) {
  setModel(model);
  setItemDelegate(m_delegate);
  horizontalHeader()->setStretchLastSection(false);
  horizontalHeader()->setSectionsMovable(false);
  horizontalHeader()->setSortIndicatorShown(false);
  connect(this, &RecordTable::hovered, m_delegate, &RunDelegate::setHoveredRow);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int, int now) {
    if (!m_shaping && now > 0) m_pulled[column] = now;
  });
  setTheme(theme);
}

void QueueTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  shapeColumns();
  viewport()->update();
}

void QueueTable::setUsed(const QList<bool>& used) {
  m_used = used;
  shapeColumns();
}

int QueueTable::widthOf(int column) const {
  const int digits = fontMetrics().horizontalAdvance(u'0') * m_columns.characters[column];
  return m_pulled.value(column, digits + 2 * kGrid);
}

void QueueTable::setCharacters(int column, int characters) {
  if (m_columns.characters[column] == characters) return;
  m_columns.characters[column] = characters;
  shapeColumns();
}

/// narrowest is how far a column may shrink: one that says much to a few words, another not at all.
int QueueTable::narrowest(int column) const {
  const int width = widthOf(column);
  if (m_pulled.contains(column) || m_columns.characters[column] <= kLeastCharacters) return width;
  return std::min(width, fontMetrics().horizontalAdvance(u'0') * kLeastCharacters + 2 * kGrid);
}

void QueueTable::shapeColumns() {
  m_shaping = true;
  int left = viewport()->width();
  for (int column = 0; column < m_columns.characters.size(); ++column)
    if (m_used[column]) left -= widthOf(column);
  QList<bool> shown = m_used;
  for (const int column : m_columns.optional) {
    if (left >= 0 || !shown[column] || m_pulled.contains(column)) continue;
    shown[column] = false;
    left += widthOf(column);
  }
  int spare = 0;  // what the columns can give where the room is still too little
  for (int column = 0; column < m_columns.characters.size(); ++column)
    if (shown[column]) spare += widthOf(column) - narrowest(column);
  const double gives = left < 0 && spare > 0 ? std::min(1.0, double(-left) / spare) : 0;
  int sharing = 0;
  for (const int column : m_columns.wide) sharing += shown[column] && !m_pulled.contains(column) ? 1 : 0;
  for (int column = 0; column < m_columns.characters.size(); ++column) {
    setColumnHidden(column, !shown[column]);
    const bool grows = left > 0 && sharing > 0 && m_columns.wide.contains(column) && !m_pulled.contains(column);
    const int given = static_cast<int>(std::ceil(gives * (widthOf(column) - narrowest(column))));
    if (shown[column]) setColumnWidth(column, widthOf(column) - given + (grows ? left / sharing : 0));
  }
  m_shaping = false;
}

QJsonObject QueueTable::saveColumns() const {
  QJsonObject saved;
  for (auto it = m_pulled.cbegin(); it != m_pulled.cend(); ++it) saved[QString::number(it.key())] = it.value();
  return saved;
}

void QueueTable::restoreColumns(const QJsonObject& saved) {
  m_pulled.clear();
  for (auto it = saved.begin(); it != saved.end(); ++it) {
    bool isNumber = false;
    const int column = it.key().toInt(&isNumber), width = it.value().toInt();
    if (isNumber && column >= 0 && column < m_columns.characters.size() && width >= kNarrowest && width <= kWidest)
      m_pulled[column] = width;
  }
  shapeColumns();
}

void QueueTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  if (current.row() != previous.row()) Q_EMIT currentMoved();
}

void QueueTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  shapeColumns();
}

}  // namespace plumbline::ui
