// SPDX-License-Identifier: GPL-3.0-or-later
// The decisions on the groups of a commit: the state of each group, and the four answers as
// one undoable change each. Has no widgets and no decisions of its own: they are in the session's pending edits,
// so that a row decided in its own table counts here as well.
//
//   GroupController controller(stack);
//   controller.setSnapshot(snapshot);
//   auto plan = controller.plan(controller.openCells({0}));
//   if (plan && !plan->needsReason()) controller.accept(controller.openCells({0}), "");
#pragma once

#include <QObject>
#include <optional>
#include <string>
#include <vector>

#include "core/overview/group_decision.h"
#include "core/overview/group_past.h"
#include "core/session/commit_session.h"
#include "ui/triage/decision_flow.h"

namespace plumbline::ui {

class EditStack;
class GroupList;
class GroupModel;

class GroupController : public QObject {
  Q_OBJECT

 public:
  using Rows = std::vector<overview::RowRef>;
  using Parts = std::vector<overview::GroupRows>;
  /// GroupState counts the members of a group.
  struct GroupState {
    std::uint32_t asked = 0;    ///< need a decision
    std::uint32_t decided = 0;  ///< of those, have one
    std::uint32_t accepted = 0, kept = 0, flaky = 0, noted = 0;  ///< of all members
    bool isOpen() const { return decided < asked; }
    GroupState& operator+=(const GroupState& other);
  };
  struct Count {
    std::size_t decided = 0;
    std::size_t asked = 0;  ///< groups with a member that needs a decision
  };

  explicit GroupController(EditStack& stack, QObject* parent = nullptr);

  /// setSnapshot sets the commit on screen; emits nothing.
  void setSnapshot(const session::CommitSnapshotPtr& snapshot);
  const session::CommitSnapshotPtr& snapshot() const { return m_snapshot; }

  /// setPast sets what the history knows of the groups; it stays with those that the next snapshot of the commit has too.
  void setPast(overview::CommitPast past);
  const overview::CommitPast& past() const { return m_past; }
  /// setEvidence gives what the history says of the rows: guards, and sentences for the commit message. Another snapshot has
  /// none until it is read.
  void setEvidence(baselines::Evidence evidence);
  /// pastOf a group; without rows where nothing is known.
  const overview::GroupPast& pastOf(std::size_t group) const;

  const GroupState& state(std::size_t group) const { return m_states[group]; }
  bool isOpen(std::size_t group) const { return group < m_states.size() && m_states[group].isOpen(); }
  const Count& count() const { return m_count; }
  overview::RowState rowState(overview::RowRef row) const;
  /// decision of a row with its reason and note; null when there is none.
  const baselines::Decision* decision(overview::RowRef row) const;
  std::string modelOf(overview::RowRef row) const;

  /// openRows are the members of these groups that still need a decision; all members when none does.
  Rows openRows(const std::vector<std::size_t>& groups) const;
  /// openCells are the judged ones of them, as overview::openParts; `wholeRows`: with all columns.
  Parts openCells(const std::vector<std::size_t>& groups, bool wholeRows = false) const;
  /// judged leaves out models whose shard is not here: nothing is known about them.
  Rows judged(const Rows& rows) const;

  /// plan is what accepting would do to the pending baselines; nothing is opened or announced for it.
  base::Result<baselines::AcceptPlan> plan(const Parts& parts) const;
  std::vector<overview::GroupPlace> flakyChoices(const Rows& rows) const;

  /// Each does one step of the undo list. Errors leave everything as it was.
  base::Result<void> accept(const Parts& parts, const std::string& reason, bool withoutGuarded = false);
  base::Result<void> keep(const Rows& rows);
  base::Result<void> markFlaky(const overview::GroupPlace& place, const baselines::FlakyInput& input);
  base::Result<void> note(const Rows& rows, const std::string& text);

  EditStack& stack() { return m_stack; }
  /// lastTouched is the group of the step that was done or undone last, when it is in this commit.
  std::optional<std::size_t> lastTouched() const;
  std::vector<std::string> reasons() const;

 Q_SIGNALS:
  void changed();  ///< a state or the count differs, or what is known of the past

 private:
  overview::CommitPast pastIn(const session::CommitSnapshot& next) const;
  void read();
  void update();
  base::Result<void> openBaselines(const Rows& rows);
  base::Result<void> open(const std::string& path, bool mayBeNew);
  base::Result<void> push(base::Result<baselines::Change> change);

  EditStack& m_stack;
  session::CommitSnapshotPtr m_snapshot;
  overview::CommitPast m_past;
  baselines::Evidence m_evidence;
  std::vector<GroupState> m_states;
  Count m_count;
};

/// Decisions on groups, as the keys request them: which rows an answer is for and what is asked first.
class GroupQueue : public DecisionFlow {
  Q_OBJECT

 public:
  struct Parts {
    GroupModel& model;
    GroupList& list;
    GroupController& controller;
    DecisionStrip& strip;
  };
  GroupQueue(const Parts& parts, QObject* parent);

  /// accept answers for the cells that the groups are about, acceptRows for every cell of their rows.
  void accept() override { acceptPart(false); }
  void acceptRows() { acceptPart(true); }
  void keep() override;
  void markFlaky() override;
  void note() override;
  /// canDecide: a group is current and the strip asks nothing.
  bool canDecide() const;
  /// chosen are the groups that an answer is for: those selected, or the current one.
  std::vector<std::size_t> chosen() const;

 private:
  bool canAnswer() const override { return canDecide(); }
  bool hasItems() const override;
  bool isOpen(int row) const override;
  std::optional<Item> lastTouched() const override;
  std::vector<std::string> givenReasons() const override;
  bool isAllDecided() const override;

  void acceptPart(bool wholeRows);
  QString subject(const Items& groups, const GroupController::Rows& rows) const;
  QString message(const QString& name, const QString& what) const;

  Parts m;
};

}  // namespace plumbline::ui
