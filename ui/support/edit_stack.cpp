// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/edit_stack.h"

#include <QCoreApplication>
#include <QFile>
#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "core/session/pending_edits.h"

namespace plumbline::ui {
namespace {

/// inMenu is what a menu has room for: what was done to what, without the values.
QString inMenu(const QString& text) {
  constexpr qsizetype kMaxChars = 60;
  const QString what = text.section(u": "_s, 0, 0);
  return what.size() <= kMaxChars ? what : what.left(kMaxChars - 1) + u'\u2026';
}

}  // namespace

/// Step holds a change and its inverse. Both were made by the session, so undoing and doing again give the same bytes.
class EditStack::Step : public QUndoCommand {
 public:
  Step(EditStack& stack, baselines::Change forward, baselines::Change back)
      : QUndoCommand(QString::fromStdString(forward.text)),
        m_stack(stack),
        m_forward(std::move(forward)),
        m_back(std::move(back)) {}

  void undo() override { apply(m_back); }
  void redo() override {
    // QUndoStack runs redo() when a step is pushed; by then the change is done.
    if (m_isDone) apply(m_forward);
    m_isDone = true;
  }
  bool touches(const std::string& path) const {
    return std::any_of(m_forward.files.begin(), m_forward.files.end(),
                       [&](const baselines::FileChange& part) { return part.path == path; });
  }
  std::optional<baselines::DecisionKey> firstKey() const {
    if (m_forward.decisions.empty()) return std::nullopt;
    return m_forward.decisions.front().key;
  }

 private:
  void apply(const baselines::Change& change) {
    const auto done = m_stack.m_edits.apply(change);
    if (done) {
      m_stack.m_touched = firstKey();
      return;
    }
    setObsolete(true);  // The stack drops it: it can be done neither way any more.
    m_stack.m_refusal = done.error();
  }

  EditStack& m_stack;
  baselines::Change m_forward, m_back;
  bool m_isDone = false;
};

EditStack::EditStack(session::PendingEdits& edits, QObject* parent) : QObject(parent), m_edits(edits) {
  connect(&m_stack, &QUndoStack::indexChanged, this, &EditStack::changed);
  connect(&m_stack, &QUndoStack::cleanChanged, this, &EditStack::changed);
  connect(&edits, &session::PendingEdits::saved, this, [this] {
    if (m_edits.isClean()) setClean();
  });
  connect(&edits, &session::PendingEdits::readAnew, this, [this](const QString& path) {
    const std::string name = QFile::encodeName(path).toStdString();
    for (int i = 0; i < m_stack.count(); ++i) {
      if (!static_cast<const Step*>(m_stack.command(i))->touches(name)) continue;
      forget();
      return;
    }
  });
}

void EditStack::adopt(baselines::Change forward, baselines::Change back) {
  m_touched.reset();
  m_stack.push(new Step(*this, std::move(forward), std::move(back)));
}

base::Result<void> EditStack::push(const baselines::Change& change) {
  auto back = m_edits.apply(change);
  if (!back) return base::fail(back.error());
  auto* step = new Step(*this, change, std::move(*back));
  m_touched = step->firstKey();
  m_stack.push(step);
  return {};
}

void EditStack::undo() { walk(&QUndoStack::undo); }
void EditStack::redo() { walk(&QUndoStack::redo); }

void EditStack::walk(void (QUndoStack::*way)()) {
  m_refusal.reset();
  (m_stack.*way)();
  if (!m_refusal) return;
  Q_EMIT changed();
  Q_EMIT refused(*m_refusal);
}

void EditStack::setClean() { m_stack.setClean(); }

void EditStack::forget() {
  m_touched.reset();
  m_stack.clear();
  Q_EMIT changed();
}

QString UndoMessages::next(const EditStack& stack) {
  const QString undone = std::exchange(m_undoText, stack.undoText());
  const QString redone = std::exchange(m_redoText, stack.redoText());
  if (stack.canRedo() && m_redoText == undone && m_undoText != undone)
    return QCoreApplication::translate("UndoMessages", "Undone: %1").arg(undone);
  if (stack.canUndo() && m_undoText == redone)
    return QCoreApplication::translate("UndoMessages", "Redone: %1").arg(redone);
  return {};
}

QList<ActionSpec> editActions(EditStack& stack) {
  EditStack* steps = &stack;
  const QString group = EditStack::tr("Edit");
  const auto make = [&](const QString& id, const QString& text, const QString& tooltip, const QKeySequence& key,
                        bool isUndo) {
    return ActionSpec{.id = id,
                      .text = text,
                      .tooltip = tooltip,
                      .group = group,
                      .shortcuts = {key},
                      .run = [steps, isUndo] { isUndo ? steps->undo() : steps->redo(); },
                      .enabled = [steps, isUndo] { return isUndo ? steps->canUndo() : steps->canRedo(); }};
  };
  ActionSpec undo = make(u"edit.undo"_s, EditStack::tr("Undo"), EditStack::tr("Take back the last decision or edit"),
                         QKeySequence::Undo, true);
  undo.liveText = [steps] {
    return steps->undoText().isEmpty() ? EditStack::tr("Undo") : EditStack::tr("Undo: %1").arg(inMenu(steps->undoText()));
  };
  ActionSpec redo = make(u"edit.redo"_s, EditStack::tr("Redo"), EditStack::tr("Do again what was undone"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_Z, false);
  redo.liveText = [steps] {
    return steps->redoText().isEmpty() ? EditStack::tr("Redo") : EditStack::tr("Redo: %1").arg(inMenu(steps->redoText()));
  };
  // The single keys are actions of their own: they are off in text fields, Ctrl+Z is not.
  ActionSpec undoKey = make(u"edit.undoKey"_s, EditStack::tr("Undo with one key"), undo.tooltip, Qt::Key_Z, true);
  undoKey.button = EditStack::tr("Undo");
  return {undo, redo, undoKey,
          make(u"edit.redoKey"_s, EditStack::tr("Redo with one key"), {}, Qt::SHIFT | Qt::Key_Z, false)};
}

}  // namespace plumbline::ui
