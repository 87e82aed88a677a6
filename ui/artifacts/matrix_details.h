// SPDX-License-Identifier: GPL-3.0-or-later
// The two lines under the matrix: which config the current cell is and what is wrong with it, then its shards with the
// attempts that stand for them and the rule that chose. Always the same height.
//
//   details->show(view, place, cell);
#pragma once

#include <QWidget>

#include "core/overview/matrix.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

class ElidedLabel;

class MatrixDetails : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit MatrixDetails(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// show describes a cell; a null view empties the lines.
  void show(const overview::CommitPtr& view, const configs::Config& place, const overview::MatrixCell& cell);
  using QWidget::show;
  void clear();
  QString title() const;
  QString detail() const;

 private:
  ElidedLabel* m_title;
  ElidedLabel* m_detail;
};

/// shardsText explains which file is used for which shard: "Shards 1, 3 of 4: only attempt · shard 2 of 4: attempt 2 of
/// 2: the latest complete one · shard 4 of 4 is not here". shardLines lists all files, those that were not used too,
/// one per line.
QString shardsText(const overview::ConfigResult& config);
QString shardLines(const overview::ConfigResult& config);

}  // namespace plumbline::ui
