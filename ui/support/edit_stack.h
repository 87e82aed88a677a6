// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo over everything that edits: one QUndoStack whose commands are changes of the session's pending edits.
//
//   EditStack stack(session.pendingEdits());
//   if (auto done = stack.push(change); !done) notices.showNotice(noticeFor(done.error(), u"edit"_s));
//   stack.undo();
#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <QUndoStack>
#include <optional>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "ui/support/action_spec.h"

namespace plumbline::session {
class PendingEdits;
}

namespace plumbline::ui {

class EditStack : public QObject {
  Q_OBJECT

 public:
  explicit EditStack(session::PendingEdits& edits, QObject* parent = nullptr);

  /// push does a change and makes it the newest step. Nothing happens when it cannot be done.
  base::Result<void> push(const baselines::Change& change);
  /// adopt makes a change that was done already the newest step; `back` takes it back. The selection stays where it is.
  void adopt(baselines::Change forward, baselines::Change back);
  bool canUndo() const { return m_stack.canUndo(); }
  bool canRedo() const { return m_stack.canRedo(); }
  QString undoText() const { return m_stack.undoText(); }
  QString redoText() const { return m_stack.redoText(); }
  /// lastTouched is the decision key of the step that was done, undone or redone last: where the selection should go.
  const std::optional<baselines::DecisionKey>& lastTouched() const { return m_touched; }
  session::PendingEdits& edits() { return m_edits; }

 public Q_SLOTS:
  void undo();
  void redo();
  /// setClean marks the present state as saved.
  void setClean();
  /// forget drops all steps, when a file was read anew.
  void forget();

 Q_SIGNALS:
  void changed();  ///< what can be undone, redone, or is clean differs
  void refused(const plumbline::base::Error& error);

 private:
  class Step;
  void walk(void (QUndoStack::*way)());

  session::PendingEdits& m_edits;
  QUndoStack m_stack;
  std::optional<baselines::DecisionKey> m_touched;
  std::optional<base::Error> m_refusal;  ///< of the step that is being undone or redone
};

/// editActions are undo and redo over everything; their texts name the step. For every page.
QList<ActionSpec> editActions(EditStack& stack);

/// UndoMessages describes the last undo or redo of an edit stack.
class UndoMessages {
 public:
  /// next is called for every change of the stack: "Undone: Accept a", "Redone: Accept a", "" for a new step.
  QString next(const EditStack& stack);

 private:
  QString m_undoText, m_redoText;  ///< of the stack before its last move
};

}  // namespace plumbline::ui
