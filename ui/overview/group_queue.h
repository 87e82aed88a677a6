// SPDX-License-Identifier: GPL-3.0-or-later
// The groups as the keys drive them: which rows an answer is meant for, what has to be asked first, and where the selection
// goes afterwards, also after an undo from anywhere. The desk does the work, the strip asks.
//
//   GroupQueue queue({model, list, desk, strip});
//   queue.accept();     // A: every open row of the selected groups, as one step
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <optional>

#include "ui/overview/group_desk.h"
#include "ui/support/undo_told.h"
#include "ui/triage/reason_memory.h"

namespace plumbline::ui {

class DecisionStrip;
class GroupList;
class GroupModel;

class GroupQueue : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    GroupModel& model;
    GroupList& list;
    GroupDesk& desk;
    DecisionStrip& strip;
  };
  GroupQueue(const Parts& parts, QObject* parent);

  void accept();
  void keep();
  void markFlaky();
  void note();
  /// canDecide: a group is current and nothing is being asked.
  bool canDecide() const;

  /// reasons that were given in earlier sessions, newest first, for completion.
  void setReasons(const QStringList& reasons) { m_reasons.set(reasons); }
  const QStringList& reasons() const { return m_reasons.all(); }

 Q_SIGNALS:
  void told(const QString& text);

 private:
  using Groups = std::vector<std::size_t>;
  Groups chosen() const;
  QString who(const Groups& groups, std::size_t rows) const;
  void askReason(const Groups& groups, const GroupDesk::Rows& rows, const overview::RowsPlan& plan);
  QString settle(const std::function<base::Result<void>()>& answer, const Groups& groups, std::size_t rows, const QString& what);
  std::optional<std::size_t> nextOpen(const Groups& besides) const;
  void goTo(std::optional<std::size_t> group);
  void followStack();

  Parts m;
  ReasonMemory m_reasons;
  UndoTold m_undoTold;
  bool m_answering = false;           ///< the step is our own: the selection goes on, not back
  std::optional<std::size_t> m_next;  ///< where the selection goes after the answer that is being given
};

}  // namespace plumbline::ui
