// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of runs and of tasks. Wide columns share the remaining width; where there is too little, optional columns
// are hidden. Widths set by the user are kept.
//
//   auto* runs = new QueueTable(model, {.characters = {14, 30, 28}, .wide = {1, 2}, .optional = {}}, theme, page);
//   connect(runs, &RecordTable::currentMoved, page, ...);
#pragma once

#include <QHash>
#include <QJsonObject>

#include "ui/support/tables/record_table.h"

namespace plumbline::ui {

class QueueTable : public RecordTable {
  Q_OBJECT

 public:
  struct Columns {
    QList<int> characters;  ///< of each column; of a wide one the minimum
    QList<int> wide;        ///< share the remaining width
    QList<int> optional;    ///< hidden in this order where there is too little width
  };
  QueueTable(QAbstractItemModel* model, Columns columns, const Theme& theme, QWidget* parent = nullptr);

  /// setUsed hides the columns that are not used.
  void setUsed(const QList<bool>& used);
  /// setCharacters sets the width of a column, where there is room for it.
  void setCharacters(int column, int characters);
  QJsonObject saveColumns() const;
  void restoreColumns(const QJsonObject& saved);

 protected:
  /// shapeColumns fits the columns to the room, except those whose width the user set.
  void shapeColumns() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int widthOf(int column) const;
  int narrowest(int column) const;

  Columns m_columns;
  QList<bool> m_used;
  QHash<int, int> m_pulled;  ///< widths set by the user, by column
  bool m_shaping = false;
};

}  // namespace plumbline::ui
