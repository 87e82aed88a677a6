// SPDX-License-Identifier: GPL-3.0-or-later
// The decisions on the rows of a snapshot: the state of each row, and the four answers as one
// undoable change each. Has no widgets and no decisions of its own: they are in the session's pending edits, so that
// undo, restore and other pages show at once.
//
//   DecisionController controller(stack);
//   controller.setSnapshot(snapshot);
//   auto plan = controller.plan({row});
//   if (plan && !plan->needsReason()) controller.accept({row}, {}, "");
//   bar->setText(decidedText(controller.count()));     // "7 of 23 decided"
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/baselines/accept_decision.h"
#include "core/session/session.h"
#include "ui/triage/decision_flow.h"

namespace plumbline::ui {

class EditStack;
class TriageModel;
class TriageTable;

class DecisionController : public QObject {
  Q_OBJECT

 public:
  using Rows = std::vector<std::uint32_t>;
  enum class State : unsigned char { NotAsked, Undecided, Accepted, Kept, Flaky };
  struct Count {
    std::size_t decided = 0;
    std::size_t asked = 0;  ///< rows that need a decision
  };

  explicit DecisionController(EditStack& stack, QObject* parent = nullptr);

  /// setSnapshot sets the pair on screen; emits nothing.
  void setSnapshot(const session::SnapshotPtr& snapshot);

  /// setEvidence gives what the history says of the rows: reasons to ask, and sentences for the commit message. None for a
  /// new pair.
  void setEvidence(baselines::Evidence evidence);

  /// state of a row. An answer counts as long as the row differs from its baseline; after saving, what was accepted is
  /// equal and no question any more.
  State state(std::uint32_t row) const;
  bool isUndecided(std::uint32_t row) const { return state(row) == State::Undecided; }
  /// decision of a row with its reason and note; null when there is none.
  const baselines::Decision* decision(std::uint32_t row) const;
  /// earlier is what the decision log says about a row that nothing was decided about since; null for nothing.
  const baselines::EarlierAnswer* earlier(std::uint32_t row) const;
  /// noteOn is the note on a row, of this session or of the log; "" for none.
  const std::string& noteOn(std::uint32_t row) const;
  bool hasNote(std::uint32_t row) const { return !noteOn(row).empty(); }
  Count count() const { return m_count; }
  /// isUsed: this baseline has a decision or a note.
  bool isUsed() const { return m_isUsed; }
  /// decided is for verdicts::RowFilter; replaced, never changed.
  std::shared_ptr<const std::vector<bool>> decided() const { return m_decided; }

  /// plan is what accepting would do to the pending baseline. Errors: a baseline that cannot be read or edited.
  base::Result<baselines::Plan> plan(const Rows& rows, const std::vector<std::string>& metrics = {}) const;
  /// alike returns the row itself and the undecided ones that a decision on it fits as well.
  Rows alike(std::uint32_t row) const;
  base::Result<std::vector<flaky::FlakyChoice>> flakyChoices(const Rows& rows) const;

  /// Each does one step of the undo list. Errors leave everything as it was.
  base::Result<void> accept(const Rows& rows, const std::vector<std::string>& metrics, const std::string& reason,
                            bool withoutGuarded = false);
  base::Result<void> keep(const Rows& rows);
  base::Result<void> markFlaky(const Rows& rows, const flaky::FlakyChoice& place,
                               const baselines::FlakyInput& input);
  base::Result<void> note(const Rows& rows, const std::string& text);

  EditStack& stack() { return m_stack; }
  /// lastTouched is the row of the step that was done or undone last, when it is in this pair.
  std::optional<std::uint32_t> lastTouched() const;
  /// reasons that were given before, for completion.
  std::vector<std::string> reasons() const;

 Q_SIGNALS:
  void changed();  ///< a state, a note or the count differs

 private:
  const verdicts::Comparison* comparison() const { return m_snapshot ? m_snapshot->comparison.get() : nullptr; }
  std::string modelOf(std::uint32_t row) const;
  base::Result<void> push(base::Result<baselines::Change> change, const Rows& rows);
  baselines::ChosenRows chosen(const Rows& rows) const;
  base::Result<const baselines::BaselineTable*> pending() const;
  base::Result<const baselines::AcceptPlan*> planAccept(const Rows& rows,
                                                        const std::vector<std::string>& metrics) const;
  const Rows& rowsOf(const std::string& model) const;
  void readEarlier(std::vector<bool>& decided);
  void read();
  void update();

  struct Planned {
    Rows rows;
    std::vector<std::string> metrics;
    baselines::AcceptPlan plan;
  };

  EditStack& m_stack;
  session::SnapshotPtr m_snapshot;
  baselines::Evidence m_evidence;
  std::vector<State> m_states;
  baselines::EarlierAnswers m_earlier;  ///< of the log, and of this session for other values
  std::shared_ptr<const std::vector<bool>> m_decided;
  Count m_count;
  bool m_isUsed = false;
  mutable std::unordered_map<std::string, Rows> m_rowsOf;  ///< of models looked up so far
  mutable std::optional<baselines::BaselineTable> m_table;     ///< of the pending bytes last seen
  mutable std::optional<Planned> m_planned;  ///< for m_table
};

/// Decisions on rows of the table, as the keys request them: which rows an answer is for and what is asked first.
///
///   DecisionQueue queue({model, table, controller, strip}, page);
///   connect(&queue, &DecisionQueue::statusMessage, page, &Page::showStatus);
///   queue.accept();     // A
class DecisionQueue : public DecisionFlow {
  Q_OBJECT

 public:
  struct Parts {
    TriageModel& model;
    TriageTable& table;
    DecisionController& controller;
    DecisionStrip& strip;
  };
  DecisionQueue(const Parts& parts, QObject* parent);

  using Rows = DecisionController::Rows;
  /// Each is for the selected rows, or the current one.
  void accept() override;
  void keep() override;
  void markFlaky() override;
  void note() override;
  bool canAnswer() const override { return hasRows(); }
  void acceptAlike();
  void keepAlike();
  void markAlikeFlaky();
  /// acceptMetric accepts only the metric of the current column.
  void acceptMetric();
  bool canAcceptMetric() const;
  /// acceptShown is for all rows shown that are still open.
  void acceptShown();
  bool hasRows() const;

 private:
  bool hasItems() const override;
  bool isOpen(int row) const override;
  std::optional<Item> lastTouched() const override;
  std::vector<std::string> givenReasons() const override;
  bool isAllDecided() const override;

  Rows chosen() const;
  std::uint32_t current() const;
  QString subject(const Rows& rows) const;
  QString message(const Rows& rows, const QString& what) const;
  QString alikeText(const Rows& rows) const;
  /// acceptRows asks for a reason where a guard needs one, and otherwise for a confirmation where `title` has a count.
  void acceptRows(const Rows& rows, const std::vector<std::string>& metrics, const QString& title = {});
  void keepRows(const Rows& rows);
  void markRowsFlaky(const Rows& rows);

  Parts m;
};

}  // namespace plumbline::ui
