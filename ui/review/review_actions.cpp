// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the review page can do, and undo and redo, for the window's action registry.
#include "ui/review/review_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::DiffLayout;

QList<ActionSpec> ReviewPage::actions() {
  QList<ActionSpec> specs;
  const auto hasEdits = [this] { return d->hasEdits(); };
  const auto canWalk = [this] { return d->hasEdits() || d->settling(); };
  const auto add = [&](ActionSpec spec) {
    spec.group = u"Review"_s;
    if (!spec.enabled) spec.enabled = hasEdits;
    specs << std::move(spec);
  };
  add({.id = u"review.next"_s, .text = u"Next change"_s, .tooltip = u"Go to the next change, over all files"_s, .group = {},
       .iconName = u"chevron-down"_s, .shortcuts = {QKeySequence(Qt::Key_J)}, .run = [this] { d->step(+1); },
       .enabled = canWalk});
  add({.id = u"review.previous"_s, .text = u"Previous change"_s, .tooltip = u"Go back to the previous change"_s, .group = {},
       .shortcuts = {QKeySequence(Qt::Key_K)}, .run = [this] { d->step(-1); }, .enabled = canWalk});
  add({.id = u"review.revert"_s, .text = u"Revert this change"_s,
       .tooltip = u"Take the selected change back, or all changes of the selected file; can be undone"_s, .group = {},
       .shortcuts = {QKeySequence(Qt::Key_X)}, .run = [this] { d->revert(); },
       .enabled = [this] { return d->hasEdits() && d->tree->currentIndex().isValid() && !d->looked && !d->settling(); }});
  add({.id = u"review.sideBySide"_s, .text = u"Side by side"_s, .tooltip = u"Saved and edited lines side by side, or one below the other"_s,
       .group = {}, .shortcuts = {QKeySequence(Qt::Key_V)},
       .run = [this] {
         const bool two = d->view->layoutKind() == DiffLayout::SideBySide;
         d->setLayoutKind(two ? DiffLayout::Unified : DiffLayout::SideBySide);
       },
       .checkable = true, .checked = [this] { return d->view->layoutKind() == DiffLayout::SideBySide; }});
  add({.id = u"review.message"_s, .text = u"Edit the commit message"_s, .tooltip = u"Put the keyboard into the message"_s, .group = {},
       .shortcuts = {QKeySequence(Qt::Key_I)}, .run = [this] { d->commit->focusMessage(); }});
  add({.id = u"review.propose"_s, .text = u"Propose the message again"_s, .tooltip = u"Replace what was typed by a new proposal"_s,
       .group = {}, .run = [this] { d->commit->proposeAgain(); }, .enabled = [this] { return d->hasEdits() && d->commit->isEdited(); }});
  add({.id = u"review.save"_s, .text = u"Save all edits"_s, .tooltip = u"Write all edited files"_s, .group = {},
       .shortcuts = {QKeySequence(QKeySequence::Save)}, .run = [this] { d->save(); }});
  add({.id = u"review.patch"_s, .text = u"Export the patch"_s, .tooltip = u"Write one patch for git apply, without saving"_s,
       .group = {}, .run = [this] { d->exportPatch(); }});
  add({.id = u"review.copyPatch"_s, .text = u"Copy the patch"_s, .tooltip = u"Put the patch on the clipboard"_s, .group = {},
       .iconName = u"copy"_s, .run = [this] { d->copyPatch(); }});
  add({.id = u"review.copyMessage"_s, .text = u"Copy the commit message"_s, .tooltip = u"Put the commit message on the clipboard"_s,
       .group = {}, .iconName = u"copy"_s, .run = [this] { d->copyMessage(); }});
  const auto outsideAction = [&](const QString& id, const QString& name, void (ReviewPage::Private::*run)(const QString&)) {
    add({.id = id, .text = name, .tooltip = {}, .group = {}, .run = [this, run] { (*d.*run)(d->outsidePaths.value(0)); },
         .enabled = [this] { return !d->outsidePaths.isEmpty(); }});
  };
  outsideAction(u"review.showOutside"_s, u"Changed outside: show the difference"_s, &Private::showOutside);
  outsideAction(u"review.reapply"_s, u"Changed outside: re-apply my edits"_s, &Private::reapply);
  outsideAction(u"review.discard"_s, u"Changed outside: discard my edits"_s, &Private::discard);
  return specs;
}

QList<ActionSpec> editActions(EditStack& stack) {
  const auto named = [](const QString& verb, const QString& step) { return step.isEmpty() ? verb : verb + u": "_s + step; };
  EditStack* steps = &stack;
  const auto undo = [steps] { steps->undo(); };
  const auto redo = [steps] { steps->redo(); };
  const auto canUndo = [steps] { return steps->canUndo(); };
  const auto canRedo = [steps] { return steps->canRedo(); };
  ActionSpec back{.id = u"edit.undo"_s, .text = u"Undo"_s, .tooltip = u"Take back the last decision or edit"_s, .group = u"Edit"_s,
                  .shortcuts = {QKeySequence(QKeySequence::Undo)}, .run = undo, .enabled = canUndo};
  back.liveText = [steps, named] { return named(u"Undo"_s, steps->undoText()); };
  ActionSpec forth{.id = u"edit.redo"_s, .text = u"Redo"_s, .tooltip = u"Do again what was undone"_s, .group = u"Edit"_s,
                   .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)}, .run = redo, .enabled = canRedo};
  forth.liveText = [steps, named] { return named(u"Redo"_s, steps->redoText()); };
  // The single keys are actions of their own: they rest while somebody types, Ctrl+Z does not.
  ActionSpec quickBack{.id = u"edit.undoKey"_s, .text = u"Undo with one key"_s, .tooltip = {}, .group = u"Edit"_s,
                       .shortcuts = {QKeySequence(Qt::Key_Z)}, .run = undo, .enabled = canUndo};
  ActionSpec quickForth{.id = u"edit.redoKey"_s, .text = u"Redo with one key"_s, .tooltip = {}, .group = u"Edit"_s,
                        .shortcuts = {QKeySequence(Qt::SHIFT | Qt::Key_Z)}, .run = redo, .enabled = canRedo};
  return {back, forth, quickBack, quickForth};
}

}  // namespace plumbline::ui
