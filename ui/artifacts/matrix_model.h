// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix of configs as a table: suite and mode down, backends in groups of platforms across.
//
//   MatrixModel model;
//   model.setMatrix(overview::matrixOf(*view, {.changedOnly = true}));
//   model.configAt(index)      // index into CommitView::configs(), or nothing
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <QString>
#include <optional>

#include "core/overview/matrix.h"

namespace plumbline::ui {

// What a cell of the matrix shows: glyphs with counts, worst first, and how many shards are here. Texts come
// from core/overview; this is the short form that fits 48 pixels.
//
//   shortText(cell)     // "✗3 ▲1 2/4"
//   kindOf(cell)        // CellKind::Matters

/// CellKind decides how a cell is drawn.
enum class CellKind {
  NoConfig,    ///< CI has no such combination
  NotRun,      ///< a baseline, and no run of it was opened
  NoBaseline,  ///< a run, and nothing to hold it against
  Problem,     ///< could not be judged
  Calm,        ///< everything as expected
  Matters,     ///< needs attention
};
CellKind kindOf(const overview::MatrixCell& cell);

/// CellMark is a glyph with its count.
struct CellMark {
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  QString text;  ///< "✗3"
  std::uint32_t count = 0;
};
/// marksOf lists what matters, worst first; of a calm cell what passes and what fails as expected.
QList<CellMark> marksOf(const overview::MatrixCell& cell);
/// styleOf is the class whose tint the cell has.
verdicts::VerdictClass styleOf(const overview::MatrixCell& cell);
/// shardText: "2/4" when a shard is missing, else empty.
QString shardText(const overview::MatrixCell& cell);
/// shortText is the whole cell in one line: "✗3 ▲1 2/4", "not run", "".
QString shortText(const overview::MatrixCell& cell);

/// shareOf is how much of its class's tint a cell has, between 0 and 1: more for more rows of that class.
double shareOf(const overview::MatrixCell& cell);

class MatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    TintRole = Qt::UserRole + 1,  ///< int: VerdictClass whose tint the cell has
  };
  using QAbstractTableModel::QAbstractTableModel;

  /// setMatrix replaces everything (model reset).
  void setMatrix(overview::Matrix matrix);
  const overview::Matrix& matrix() const { return m_matrix; }
  const overview::MatrixCell& cell(const QModelIndex& index) const;
  std::optional<std::uint32_t> configAt(const QModelIndex& index) const;

  /// place names a cell by what it stands for, so that it can be found again after a recompute.
  configs::Config place(const QModelIndex& index) const;
  /// find returns the cell of a config; where it is gone, the first cell of the same row, or column.
  QModelIndex find(const configs::Config& place) const;
  /// firstToLookAt is the cell of the worst class with the most rows of it; invalid when the matrix is empty.
  QModelIndex firstToLookAt() const;
  /// total is the sum of a line of configs; empty where nothing in it needs a look.
  std::optional<CellMark> total(int section, Qt::Orientation orientation) const;
  bool startsGroup(int column) const;
  bool startsSuite(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString words(const QModelIndex& index) const;
  overview::Matrix m_matrix;
  std::vector<overview::MatrixCell> m_rowTotals, m_columnTotals;
};

/// placeText names a config, whether CI has it or not: "rocm/inductor_timm_training".
QString placeText(const configs::Config& place);

}  // namespace plumbline::ui
