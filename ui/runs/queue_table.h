// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the page: runs, and the tasks of one. Two columns share the room that is left; where there is too
// little the columns that are needed less hide. Widths that a person gave are kept.
//
//   auto* runs = new QueueTable(model, {.characters = {14, 30, 28}, .wide = {1, 2}, .optional = {}}, theme, page);
//   connect(runs, &QueueTable::currentMoved, page, ...);
#pragma once

#include <QHash>
#include <QJsonObject>

#include "ui/support/record_table.h"

namespace plumbline::ui {

class RunDelegate;

class QueueTable : public RecordTable {
  Q_OBJECT

 public:
  struct Columns {
    QList<int> characters;  ///< of each column; of a wide one the least
    QList<int> wide;        ///< share what is left
    QList<int> optional;    ///< hide in this order where there is too little room
  };
  QueueTable(QAbstractItemModel* model, Columns columns, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// setUsed tells which columns say anything; the others are hidden.
  void setUsed(const QList<bool>& used);
  /// setCharacters asks for another width of a column where there is room for it.
  void setCharacters(int column, int characters);
  /// shapeColumns fits the columns to the room, but those that a person pulled.
  void shapeColumns();
  QJsonObject saveColumns() const;
  void restoreColumns(const QJsonObject& saved);

 Q_SIGNALS:
  void currentMoved();  ///< another row is current, or none is

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int widthOf(int column) const;
  int narrowest(int column) const;

  Columns m_columns;
  QList<bool> m_used;
  QHash<int, int> m_pulled;  ///< widths a person gave, by column
  RunDelegate* m_delegate;
  bool m_shaping = false;
};

}  // namespace plumbline::ui
