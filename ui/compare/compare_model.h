// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a comparison as a table: filtered and sorted by core/diff, described here. Texts are made when a cell is
// asked for, so ten thousand rows are there at once.
//
//   CompareModel model;
//   model.setRows(rows);                        // std::shared_ptr<const diff::DiffRows>
//   model.setFilter({.changedOnly = true});
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "core/diff/diff_rows.h"
#include "core/diff/hud_summary.h"
#include "core/session/compare_session.h"
#include "core/tasks/latest_runner.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

// The columns of the comparison: what became of the row, the model, its surest q-value where values are repeated or a history is there, before → after of each metric, and the values of
// whatever other runs there are.
//
//   CompareColumns columns(*diff, {0, 1});
//   columns.at(2).key        // "metric:speedup"; the third run's: "value:speedup:2"

enum class CompareKind { Move, Model, Noise, Metric, Value };

struct CompareColumn {
  CompareKind kind = CompareKind::Move;
  std::size_t metric = 0;  ///< Metric, Value
  std::size_t run = 0;     ///< Value
  QString key;             ///< stable, for saved layouts
  QString title, tooltip;
  bool isNumeric = false;  ///< right-aligned
};

class CompareColumns {
 public:
  CompareColumns() = default;
  CompareColumns(const diff::RunDiff& diff, diff::Sides sides, bool hasNoise = false);

  int count() const { return static_cast<int>(m_columns.size()); }
  const CompareColumn& at(int column) const { return m_columns[static_cast<std::size_t>(column)]; }
  int indexOf(const QString& key) const;  ///< -1 when there is none
  int indexOf(CompareKind kind) const;
  diff::RowSort sortFor(int column, bool descending) const;
  int columnOf(const diff::RowSort& sort) const;

 private:
  std::vector<CompareColumn> m_columns;
};

/// runLetter names a run in heads, chips and legends: A, B ... F.
QString runLetter(std::size_t run);

using DiffRowsPtr = std::shared_ptr<const diff::DiffRows>;

class CompareModel : public FilteredModel {
  Q_OBJECT

 public:
  enum Role {
    MoveRole = Qt::UserRole + 1,  ///< int: diff::Move of the row
    TextRole,                     ///< DiffText; metric columns only
    MarksRole,                    ///< QString: the marks beside the move
  };

  explicit CompareModel(QObject* parent = nullptr);

  /// setRows takes other rows; where runs and sides are the same (a threshold moved) columns stay. Null empties it.
  void setRows(DiffRowsPtr rows);
  const DiffRowsPtr& rows() const { return m_rows; }
  const CompareColumns& columns() const { return m_columns; }
  void setFilter(const diff::DiffRowFilter& filter);
  const diff::DiffRowFilter& filter() const { return m_filter; }
  void setSort(const diff::RowSort& sort);
  const diff::RowSort& order() const { return m_sort; }

  QString modelName(int row) const;
  /// cellText is what is copied and read aloud.
  QString cellText(int row, int column) const;

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  std::size_t sourceRowCount() const override;
  std::string_view sourceName(std::uint32_t sourceRow, std::string& scratch) const override;
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void orderChanged();

 protected:
  ColumnHead columnHead(int column) const override;

 private:
  void refresh();
  QString marks(std::uint32_t row) const;
  QString tooltip(int row, int column) const;

  DiffRowsPtr m_rows;
  CompareColumns m_columns;
  diff::DiffRowFilter m_filter;
  diff::RowSort m_sort;
};

// Works out the rows of a state: at once where that is quick, off the GUI thread where it is not; an outdated answer is
// dropped. What does not depend on thresholds is kept while runs and sides stay.
//
//   connect(maker, &RowsBuilder::made, page, [&](const MadeRows& made) { model.setRows(made.rows); });
//   maker->make(state);

struct MadeRows {
  DiffRowsPtr rows;
  std::shared_ptr<const std::vector<diff::SummaryLine>> summary;  ///< never null
  std::shared_ptr<const diff::WhatIf> whatIf;
  std::size_t repeats = 0;  ///< CompareState::repeats
  std::shared_ptr<const diff::Repeats> own;  ///< of values that the runs repeat; null without any
};

class RowsBuilder : public QObject {
  Q_OBJECT

 public:
  /// Up to this many readings are looked at in place.
  static constexpr std::size_t kAtOnce = 200'000;

  explicit RowsBuilder(QObject* parent = nullptr);
  /// make answers with made(), before it returns or later. A state without runs gives null rows.
  void make(const session::CompareStatePtr& state);

 Q_SIGNALS:
  void made(const plumbline::ui::MadeRows& rows);

 private:
  void deliver(MadeRows rows);

  MadeRows m_last;
  tasks::LatestRunner<MadeRows> m_runner;
};

/// compareText writes rows as a table: in Tsv every number has a cell of its own, in Markdown cells are as the window
/// shows them. Empty when stopped.
QString compareText(const diff::DiffRows& rows, const CompareColumns& columns, const QList<int>& shown,
                    const std::vector<std::uint32_t>& sourceRows, TableFormat format,
                    const base::Progress& progress = {});

}  // namespace plumbline::ui
