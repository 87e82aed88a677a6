// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/undo_told.h"

#include <QCoreApplication>
#include <utility>

#include "ui/support/edit_stack.h"

namespace plumbline::ui {

QString UndoTold::next(const EditStack& stack) {
  const QString undone = std::exchange(m_undoText, stack.undoText());
  const QString redone = std::exchange(m_redoText, stack.redoText());
  if (stack.canRedo() && m_redoText == undone && m_undoText != undone)
    return QCoreApplication::translate("UndoTold", "Undone: %1").arg(undone);
  if (stack.canUndo() && m_undoText == redone)
    return QCoreApplication::translate("UndoTold", "Done again: %1").arg(redone);
  return {};
}

}  // namespace plumbline::ui
