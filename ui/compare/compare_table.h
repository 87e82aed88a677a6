// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the comparison. Whatever changes beneath it (a threshold, the filter, the runs), the same models stay
// selected, the same one current, at the same height on the screen; columns keep the width and place a person gave them.
//
//   auto* table = new CompareTable(model, theme, page);
//   connect(table, &CompareTable::currentMoved, details, ...);
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QSet>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/compare/compare_model.h"
#include "ui/support/chip_filter_bar.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/themed.h"

class QMenu;
class QLabel;

namespace plumbline::ui {

/// What became of the current model, in sentences, in a place of fixed height below the table.
class MoveDetails : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit MoveDetails(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// show says the sentences; a model without any stayed as it was.
  void show(const QString& model, const QStringList& sentences);
  void showHint(const QString& text);
  QString text() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void layOut();

  QLabel *m_model, *m_text;
  QStringList m_sentences;
};

/// Above the table: a chip per move with its rows, the alarms, a filter by words, "Changed only", how many are shown.
class CompareBar : public TableFilterBar {
  Q_OBJECT

 public:
  explicit CompareBar(const Theme& theme, QWidget* parent = nullptr);

  void showRows(const DiffRowsPtr& rows);
  void setShownCount(std::size_t shown, std::size_t all);
  diff::DiffRowFilter filter() const;
  void toggleMove(diff::Move move);
  bool isOn(diff::Move move) const;
  void toggleAlarms();
  bool alarmsOnly() const;
  QSize minimumSizeHint() const override;

 protected:
  /// fitChips takes the words of the chips on the right first.
  int fitChips() override;

 private:
  MarkChip* chip(diff::Move move) const;

  QList<MarkChip*> m_marks;  ///< kMoveChips, then the alarms
};

// Paints the comparison: glyph and word of the move with its marks, before → after with change and per cent in parts that
// stand under each other. Where a column is too narrow the change goes first, then the value before.
//
//   table->setItemDelegate(delegate);
//   delegate->measure(model);          // after every change of runs, and of the theme

class CompareModel;
struct DiffText;

class CompareDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  explicit CompareDelegate(const Theme& theme, QObject* parent = nullptr) : FlatDelegate(theme, parent) {}

  /// measure looks at a sample of the rows and sets the widths of the parts of each column.
  void measure(const CompareModel& model);
  int wantedWidth(int column) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  struct Parts {
    int before = 0, after = 0, delta = 0, percent = 0;
    int whole = 0;       ///< columns without parts, and words
    int lack = 0;        ///< the words for a value that is not there: they may stand where the change would
    bool hasArrow = false;
    int change() const;
  };
  int arrowWidth(const Parts& parts) const;
  void paintMove(QPainter& painter, const QRect& room, const QModelIndex& index, bool stronger) const;
  void paintNoise(QPainter& painter, const QRect& room, const QModelIndex& index) const;
  void paintNumbers(QPainter& painter, const QRect& room, const DiffText& text, const Parts& parts, bool stronger) const;
  void paintWords(QPainter& painter, const QRect& room, const DiffText& text, bool stronger) const;
  QColor colorOf(const DiffText& text, bool stronger) const;

  std::vector<Parts> m_parts;
};

class CompareTable : public RecordTable {
  Q_OBJECT

 public:
  CompareTable(CompareModel* model, const Theme& theme, QWidget* parent = nullptr);

  /// goToMoved goes to the next (+1) or previous (-1) row that moved; false when there is none.
  bool goToMoved(int step);
  void setColumnShown(int column, bool shown);
  void resetColumns();
  /// columnMenu sorts, shows and hides; it deletes itself when it is closed.
  QMenu* columnMenu();
  QJsonObject saveColumns() const;
  void restoreColumns(const QJsonObject& saved);

 protected:
  void shapeColumns() override;

 private:
  void showSortMark();

  CompareModel* m_model;
  CompareDelegate* m_delegate;
  QHash<QString, int> m_widths;   ///< by key, as a person pulled them
  QSet<QString> m_hidden;
  bool m_shaping = false;
};

}  // namespace plumbline::ui
