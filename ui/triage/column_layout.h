// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns of the table are shown, where and how wide, remembered by the columns' keys, so that a layout fits the
// next pair of files too, whatever metrics they have. Only widths that the user set are remembered; every
// other column is as wide as its cells need.
//
//   ColumnLayout layout(table->horizontalHeader());
//   layout.apply(model.columns(), [&](int column) { return delegate.preferredWidth(column); });   // after every model
//   reset QJsonObject saved = layout.save(model.columns());
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QStringList>
#include <functional>

#include "ui/triage/triage_columns.h"

class QHeaderView;

namespace plumbline::ui {

class ColumnLayout : public QObject {
  Q_OBJECT

 public:
  explicit ColumnLayout(QHeaderView* header);

  /// hold ends watching the header until the next apply: its columns are about to be others.
  void hold();
  /// apply shapes the header for these columns; widths that the user did not set come from `preferredWidth`.
  void apply(const TriageColumns& columns, const std::function<int(int)>& preferredWidth);
  /// remember stores the user's order and shown columns.
  void remember();
  void setShown(int column, bool shown);
  bool isShown(int column) const;
  /// reset forgets everything; call apply afterwards.
  void reset();
  /// moveBy shifts a column one place left (-1) or right (+1) among the shown ones.
  void moveBy(int column, int step);

  QJsonObject save();
  /// restore reads what save returned; false for an unknown format. Call apply afterwards.
  bool restore(const QJsonObject& saved);

 private:
  void storeWidth(int column, int before, int now);
  int lastShown() const;
  int fontAdvance() const;

  struct Place {
    int width = 0;    ///< pixels, as the user set them; 0: not set
    int advance = 0;  ///< what the font needed for ten digits then: the width grows and shrinks with the font
    bool shown = true;
  };

  QHeaderView* m_header;
  TriageColumns m_columns;
  QHash<QString, Place> m_places;
  QStringList m_order;     ///< keys in the user's order; empty: the model's order
  int m_stretched = -1;    ///< the last column, whose width Qt sets
  bool m_applying = false;
};

}  // namespace plumbline::ui
