// SPDX-License-Identifier: GPL-3.0-or-later
// The commits of a bisection as a table: what each is (an end, the next to run, the most probable), how often it passed and
// failed, and the probability that it is the first bad one as a bar with its number.
//
//   BisectModel model;  model.show(session.shown());
//   table->goTo(model.rowOfNext());
#pragma once

#include "core/session/bisect_session.h"
#include "ui/support/tables/filtered_model.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"

namespace plumbline::ui {

enum class BisectColumn { Commit, Role, Passes, Fails, Probability, Count };

class BisectModel : public FilteredModel {
  Q_OBJECT

 public:
  enum Role { ShareRole = Qt::UserRole + 1 };  ///< double: the probability

  using FilteredModel::FilteredModel;
  /// show takes another state; where the commits are the same, their rows stay.
  void show(const session::BisectPtr& bisection);
  const session::BisectPtr& bisection() const { return m_bisection; }
  QString commitAt(int row) const;
  /// rowOfNext is the commit to run next, or the most probable one of a bisection that is done.
  int rowOfNext() const;
  /// roleOf names what a commit is: "good end, next, 2 times"; "" for most.
  QString roleOf(std::size_t commit) const;

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  std::size_t sourceRowCount() const override { return m_bisection ? m_bisection->state.commits.size() : 0; }

 protected:
  ColumnHead columnHead(int column) const override;
  std::vector<std::uint32_t> matchingRows() const override;

 private:
  QString text(std::size_t commit, BisectColumn column) const;

  session::BisectPtr m_bisection;
};

class BisectDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class BisectTable : public RecordTable {
  Q_OBJECT

 public:
  BisectTable(BisectModel* model, const Theme& theme, QWidget* parent = nullptr);

 protected:
  void shapeColumns() override;
  void resizeEvent(QResizeEvent* event) override;
};

/// shownCommit is reports::commitTitle, on one line.
QString shownCommit(const sources::BisectState& state, std::size_t commit);

}  // namespace plumbline::ui
