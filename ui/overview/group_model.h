// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of a commit as a list, filtered by class and words. When the snapshot is replaced the same groups keep their
// indexes (a group is known by its id), so selection and current row survive.
//
//   GroupModel model(desk);
//   model.setSnapshot(snapshot);
//   model.setFilter({.classes = verdicts::classBit(VerdictClass::Fail)});
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <vector>

#include "ui/overview/group_desk.h"

namespace plumbline::ui {

struct GroupFilter {
  std::uint32_t classes = 0;  ///< bit per VerdictClass; 0: all
  QStringList words;          ///< all must occur in title, models or configs; lower case
  bool operator==(const GroupFilter&) const = default;
};

class GroupModel : public QAbstractListModel {
  Q_OBJECT

 public:
  explicit GroupModel(GroupDesk& desk, QObject* parent = nullptr);

  /// setSnapshot hands the commit to the desk as well.
  void setSnapshot(const session::CommitSnapshotPtr& snapshot);
  void setFilter(const GroupFilter& filter);
  const GroupFilter& filter() const { return m_filter; }

  const GroupDesk& desk() const { return m_desk; }
  const session::CommitSnapshotPtr& snapshot() const { return m_desk.snapshot(); }
  /// sourceRow is the group's place in the snapshot, rowOf the way back; -1 when it is not shown.
  std::size_t sourceRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  int rowOf(std::size_t group) const;
  const overview::Group& group(int row) const { return snapshot()->groups[sourceRow(row)]; }
  bool isOpen(int row) const { return m_desk.isOpen(sourceRow(row)); }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 Q_SIGNALS:
  void rowsAboutToChange();
  void rowsShown();

 private:
  void rearrange(const session::CommitSnapshotPtr& snapshot);
  bool fits(std::size_t group);
  const QString& words(std::size_t group);

  GroupDesk& m_desk;
  GroupFilter m_filter;
  std::vector<std::size_t> m_rows;  ///< shown groups of the snapshot
  std::vector<QString> m_words;     ///< what the filter looks in; made when it is first asked
};

}  // namespace plumbline::ui
