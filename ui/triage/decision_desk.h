// SPDX-License-Identifier: GPL-3.0-or-later
// Where the rows of a snapshot meet what was decided about them: the state of each row, and the four answers as one
// undoable change each. Knows no widgets and keeps no decision of its own: they live in the session's pending edits, so
// undo, restore and other pages are seen at once.
//
//   DecisionDesk desk(stack);
//   desk.setSnapshot(snapshot);
//   auto plan = desk.plan({row});
//   if (plan && !plan->needsReason()) desk.accept({row}, {}, "");
//   bar->setText(decidedText(desk.count()));     // "7 of 23 decided"
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/baselines/acceptance.h"
#include "core/baselines/decide.h"
#include "core/session/snapshot.h"

namespace plumbline::ui {

class EditStack;

class DecisionDesk : public QObject {
  Q_OBJECT

 public:
  using Rows = std::vector<std::uint32_t>;
  enum class State : unsigned char { NotAsked, Undecided, Accepted, Kept, Flaky };
  struct Count {
    std::size_t decided = 0;
    std::size_t asked = 0;  ///< rows that need a decision
  };

  explicit DecisionDesk(EditStack& stack, QObject* parent = nullptr);

  /// setSnapshot takes the pair on screen; emits nothing.
  void setSnapshot(const session::SnapshotPtr& snapshot);

  /// state of a row. An answer counts as long as the row differs from its baseline; after saving, what was accepted is
  /// equal and no question any more.
  State state(std::uint32_t row) const;
  bool isUndecided(std::uint32_t row) const { return state(row) == State::Undecided; }
  /// decision of a row with its reason and note; null when there is none.
  const baselines::Decision* decision(std::uint32_t row) const;
  bool hasNote(std::uint32_t row) const;
  Count count() const { return m_count; }
  /// decided is what verdicts::RowFilter wants; replaced, never changed.
  std::shared_ptr<const std::vector<bool>> decided() const { return m_decided; }

  /// plan is what accepting would do to the pending baseline. Errors: a baseline that cannot be read or edited.
  base::Result<baselines::Plan> plan(const Rows& rows, const std::vector<std::string>& metrics = {}) const;
  /// alike gives the row itself and the undecided ones that a decision on it fits as well.
  Rows alike(std::uint32_t row) const;
  std::vector<flaky::FlakyPlace> flakyPlaces(const Rows& rows) const;

  /// Each does one step of the undo list. Errors leave everything as it was.
  base::Result<void> accept(const Rows& rows, const std::vector<std::string>& metrics, const std::string& reason,
                            bool withoutGuarded = false);
  base::Result<void> keep(const Rows& rows);
  base::Result<void> markFlaky(const Rows& rows, const flaky::FlakyPlace& place,
                               const baselines::FlakyWords& words);
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
  baselines::ChosenRows chosen(const Rows& rows) const;
  base::Result<const baselines::BaselineTable*> pending() const;
  const Rows& rowsOf(const std::string& model) const;
  void read();

  EditStack& m_stack;
  session::SnapshotPtr m_snapshot;
  std::vector<State> m_states;
  std::shared_ptr<const std::vector<bool>> m_decided;
  Count m_count;
  mutable std::unordered_map<std::string, Rows> m_rowsOf;  ///< of models that were asked for so far
  mutable std::optional<baselines::BaselineTable> m_table;     ///< of the pending bytes last seen
};

}  // namespace plumbline::ui
