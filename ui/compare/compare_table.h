// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the comparison. Whatever changes beneath it (a threshold, the filter, the runs), the same models stay
// selected, the same one current, at the same height on the screen; columns keep the width and place a person gave them.
//
//   auto* table = new CompareTable(model, theme, page);
//   connect(table, &CompareTable::currentMoved, details, ...);
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QSet>

#include "ui/support/record_table.h"

class QMenu;

namespace plumbline::ui {

class CompareDelegate;
class CompareModel;

class CompareTable : public RecordTable {
  Q_OBJECT

 public:
  CompareTable(CompareModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// goToMoved steps to the next (+1) or previous (-1) row that moved; false when there is none.
  bool goToMoved(int step);
  /// shownColumns are the columns as a person sees them, left to right.
  QList<int> shownColumns() const;
  void setColumnShown(int column, bool shown);
  void resetColumns();
  /// columnMenu sorts, shows and hides; it deletes itself when it is closed.
  QMenu* columnMenu();
  QJsonObject saveColumns() const;
  void restoreColumns(const QJsonObject& saved);

 Q_SIGNALS:
  void currentMoved();  ///< another model is current, or none is

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void shapeColumns();
  void showSortMark();
  void keepPlace();
  void takePlace();

  CompareModel* m_model;
  CompareDelegate* m_delegate;
  QHash<QString, int> m_widths;   ///< by key, as a person pulled them
  QSet<QString> m_hidden;
  bool m_shaping = false;
  bool m_moving = false;          ///< rows are changing: a lost current row is no wish of the person's
  std::string m_current, m_top;   ///< models
  std::vector<std::string> m_selected;
  int m_column = 0, m_offset = -1;
};

}  // namespace plumbline::ui
