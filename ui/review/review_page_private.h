// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of ReviewPage, shared by its source files: the page, and what its actions do.
#pragma once

#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include "core/session/pending_edits.h"
#include "core/session/python_check.h"
#include "ui/review/commit_panel.h"
#include "ui/review/conflict_view.h"
#include "ui/review/diff_view.h"
#include "ui/review/outside_strip.h"
#include "ui/review/review_delegate.h"
#include "ui/review/review_model.h"
#include "ui/review/review_page.h"
#include "ui/support/edit_stack.h"
#include "ui/support/elided_label.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"

namespace plumbline::ui {

struct ReviewPage::Private {
  Private(ReviewPage* owner, const Theme& look, session::PendingEdits& pending, EditStack& steps, FilePrompt& asks)
      : page(owner), theme(look), edits(pending), stack(steps), prompt(asks) {}

  ReviewPage* page;
  Theme theme;
  session::PendingEdits& edits;
  EditStack& stack;
  FilePrompt& prompt;

  ReviewModel* model = nullptr;
  ReviewDelegate* delegate = nullptr;
  QTreeView* tree = nullptr;
  DiffView* view = nullptr;
  ElidedLabel* fileName = nullptr;
  QLabel* counts = nullptr;
  QToolButton* unified = nullptr;
  QToolButton* sideBySide = nullptr;
  CommitPanel* commit = nullptr;
  NoticeStrip* notices = nullptr;
  OutsideStrip* outside = nullptr;
  EmptyState* nothing = nullptr;
  ConflictView* conflicts = nullptr;
  QStackedLayout* pages = nullptr;  ///< nothing, the splitter, or the conflicts of one file
  QSplitter* across = nullptr;
  QSplitter* down = nullptr;
  session::PythonCheck python;
  QTimer soon;                      ///< one refresh for many changes in a row

  QString placePath;                       ///< where the person is in the tree
  std::optional<std::size_t> placeChange;
  QStringList outsidePaths;                ///< files with edits that were changed on disk
  std::optional<session::PendingEdits::Outside> looked;  ///< the difference that is on screen
  QString news;                            ///< what just happened, for the status line
  bool stale = true;                       ///< the edits changed since the last refresh

  void build();
  QWidget* buildRight();
  void colourTree();
  void connectParts();
  void refresh();
  void showEmpty();
  void showCurrent();
  void showFileHead(const ReviewPtr& review, const QString& title);
  void setLayoutKind(session::DiffLayout layout);
  void tell(const QString& text);
  void say(const base::Error& error, const QString& id);
  bool hasEdits() const { return !edits.drafts().changed().empty(); }

  void step(int direction);
  void revert();
  void save();
  void write();
  void refuse(const QStringList& problems);
  void exportPatch();
  void copyPatch();
  void copyMessage();

  void showOutside(const QString& path);
  void reapply(const QString& path);
  void discard(const QString& path);
  void forgetOutside(const QString& path);

  void settle(const QString& path);
  void applyChoices();
  bool settling() const { return pages->currentWidget() == conflicts; }
};

}  // namespace plumbline::ui
