// SPDX-License-Identifier: GPL-3.0-or-later
// The table of models. Whatever changes beneath it, filter, order or the whole snapshot, the same models stay selected,
// the same one current, at the same height on the screen.
//
//   table->setModel(&model);
//   connect(table, &TriageTable::currentModelChanged, details, ...);
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QPoint>
#include <QStringList>
#include <functional>
#include <vector>

#include "core/verdicts/view/row_view.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/support/tables/strip_painter.h"
#include "ui/theme/theme.h"
#include "ui/triage/triage_columns.h"
#include "ui/triage/triage_text.h"

class QMenu;
class QHeaderView;

namespace plumbline::ui {

/// Which columns of the table are shown, where and how wide, remembered by the columns' keys, so that a layout fits the
/// next pair of files too, whatever metrics they have. Only widths that the user set are remembered; every
/// other column is as wide as its cells need.
class ColumnLayout : public QObject {
  Q_OBJECT

 public:
  explicit ColumnLayout(QTableView& table);

  /// hold ends watching the header until the next apply: its columns are about to be others.
  void hold();
  /// apply shapes the header for these columns; widths that the user did not set come from `preferredWidth`. The names
  /// get up to `nameWidth` where there is room for it.
  void apply(const TriageColumns& columns, const std::function<int(int)>& preferredWidth, int nameWidth);
  /// fitNames gives the names more room where the reason can spare it; not while the user pulls another column.
  void fitNames();
  /// fitReason gives the reason the room that the shown columns leave, or else those before it; not where the user set
  /// its width.
  void fitReason();
  /// remember stores the user's order and shown columns.
  void remember();
  void setShown(int column, bool shown);
  bool isShown(int column) const;
  /// shown are the columns that are on, from left to right, also those that lack the room now.
  QList<int> shown() const;
  /// reset forgets everything; call apply afterwards.
  void reset();
  /// moveBy shifts a column one place left (-1) or right (+1) among the shown ones.
  void moveBy(int column, int step);
  /// hidden has the keys of the columns that are not shown.
  QStringList hidden() const;

  QJsonObject save();
  /// restore reads what save returned; false for an unknown format. Call apply afterwards.
  bool restore(const QJsonObject& saved);

 Q_SIGNALS:
  void shownChanged();  ///< columns were shown or hidden

 private:
  void storeWidth(int column, int before, int now);
  void fitRuns(int view);
  /// makeRoom hides columns behind the reason where it has no room beside them, but none that a person asked for. The reason speaks of
  /// flags, findings and changed metrics, too.
  void makeRoom(int view);
  /// widthBehind is that of the shown columns behind one.
  int widthBehind(int column) const;
  int lastShown() const;
  int fontAdvance() const;

  struct Place {
    int width = 0;    ///< pixels, as the user set them; 0: not set
    int advance = 0;  ///< what the font needed for ten digits then: the width grows and shrinks with the font
    bool shown = true;
    bool isWanted = false;  ///< a person asked for it: it stays where the room is short
  };

  QTableView& m_table;
  QHeaderView* m_header;
  TriageColumns m_columns;
  QHash<QString, Place> m_places;
  QStringList m_order;     ///< keys in the user's order; empty: the model's order
  std::vector<int> m_widths;  ///< as applied: Qt stretches the last column
  int m_nameWidth = 0;     ///< of the longest name
  QList<int> m_yielding;   ///< columns that are hidden for want of room
  int m_stretched = -1;    ///< the last column, whose width Qt sets
  bool m_applying = false;
};

class TriageModel;

/// Paints the cells of the triage table: tint by class, glyph and word, expected → actual in aligned parts, signed
/// delta. Widths of the parts are measured once per column, so that arrows and digits stand under each other.
class TriageDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  TriageDelegate(const Theme& theme, QObject* parent) : FlatDelegate(theme, parent), m_strips(theme) {}

  void setTheme(const Theme& theme) override;
  /// measure looks at the first rows shown and sets the widths of the parts of each metric column.
  void measure(const TriageModel& model);
  /// preferredWidth is what a column needs for the rows measured, its header not counted.
  int preferredWidth(int column) const;
  /// wholeWidth is what a column of names needs to elide none of those measured.
  int wholeWidth(int column) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  struct Cell;

  void paintMetric(const Cell& cell, const MetricText& text) const;
  void paintPlain(const Cell& cell, const QString& text, const QColor& color, Qt::TextElideMode elide) const;

  std::vector<ColumnParts> m_parts;
  mutable StripPainter m_strips;
};

class TriageTable : public RecordTable {
  Q_OBJECT

 public:
  explicit TriageTable(TriageModel* model, const Theme& theme, QWidget* parent = nullptr);

  ColumnLayout& columnLayout() { return *m_layout; }
  /// goToOpen steps to the next (+1) or previous (-1) undecided row; false when there is none.
  bool goToOpen(int step);
  void resetColumns();

 Q_SIGNALS:
  /// currentModelChanged: the row of the comparison that is current now; kNoRow when it is filtered out or nothing is.
  void currentModelChanged(quint32 sourceRow);
  /// columnMenuRequested: the header's menu was requested at a position on the screen; column may be -1.
  void columnMenuRequested(int column, const QPoint& at);
  /// detailsRequested: Enter or a double click.
  void detailsRequested();

 protected:
  void shapeColumns() override;
  void resizeEvent(QResizeEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void showSortMark();

  TriageModel* m_model;
  TriageDelegate* m_delegate;
  ColumnLayout* m_layout;
};

/// makeColumnMenu builds the header's menu for a column (-1: none in particular): sort by value, baseline or change;
/// show, hide, move columns. The caller shows it; it deletes itself on close.
QMenu* makeColumnMenu(TriageTable* table, TriageModel* model, int column);

}  // namespace plumbline::ui
