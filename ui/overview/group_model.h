// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of a commit as a table, filtered by class and words. When the snapshot is replaced the same groups keep
// their indexes (a group is known by its id), so selection and current row survive.
//
//   GroupModel model(controller);
//   model.setSnapshot(snapshot);
//   model.setFilter({.classes = verdicts::classBit(VerdictClass::Fail)});
#pragma once

#include <QStringList>
#include <vector>

#include "ui/overview/group_controller.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

struct GroupFilter {
  std::uint32_t classes = 0;  ///< bit per VerdictClass; 0: all
  QStringList words;          ///< all must occur in title, models or configs; lower case
  QString newSince = {};      ///< a commit: only groups with rows that were not red then; "": all
  bool operator==(const GroupFilter&) const = default;
};

class GroupModel : public FilteredModel {
  Q_OBJECT

 public:
  enum Column { Verdict, Change, RedSince, Noise, Models, Configs, Rows, Decision, ColumnCount };

  explicit GroupModel(GroupController& controller, QObject* parent = nullptr);

  /// setSnapshot hands the commit to the controller as well.
  void setSnapshot(const session::CommitSnapshotPtr& snapshot);
  void setFilter(const GroupFilter& filter);
  /// setShort shows decisions without words in a narrow table; tooltip and screen readers keep them.
  void setShort(bool on);
  const GroupFilter& filter() const { return m_filter; }
  /// hasPast: the history knows since when at least one group is red.
  bool hasPast() const;
  /// hasNoise: at least one number was tested against its history.
  bool hasNoise() const;
  /// hasDecisions: at least one row of a group is decided.
  bool hasDecisions() const;

  const GroupController& controller() const { return m_controller; }
  const session::CommitSnapshotPtr& snapshot() const { return m_controller.snapshot(); }
  const overview::Group& group(int row) const { return snapshot()->groups[sourceRow(row)]; }
  bool isOpen(int row) const { return m_controller.isOpen(sourceRow(row)); }

  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  ColumnHead columnHead(int column) const override;
  std::vector<std::uint32_t> matchingRows() const override;
  QVariant sortKey(std::uint32_t group) const;
  QString cellText(std::size_t group, int column) const;
  QString rowCountText(std::size_t group) const;
  bool fits(std::size_t group) const;
  const QString& words(std::size_t group) const;

  GroupController& m_controller;
  GroupFilter m_filter;
  bool m_short = false;
  mutable std::vector<QString> m_words;  ///< the text that the filter searches; made on demand
};

}  // namespace plumbline::ui
