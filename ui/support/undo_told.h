// SPDX-License-Identifier: GPL-3.0-or-later
// Says what the last move of an edit stack was, whoever asked for it: told in a line where somebody works.
//
//   connect(&stack, &EditStack::changed, this, [this] {
//     if (const QString text = m_undoTold.next(stack); !text.isEmpty()) Q_EMIT told(text);
//   });
#pragma once

#include <QString>

namespace plumbline::ui {

class EditStack;

class UndoTold {
 public:
  /// next is for every change of the stack: "Undone: Accept a", "Done again: Accept a", "" for a new step.
  QString next(const EditStack& stack);

 private:
  QString m_undoText, m_redoText;  ///< of the stack before its last move
};

}  // namespace plumbline::ui
