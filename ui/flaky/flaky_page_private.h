// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of FlakyPage, shared by its source files: the page itself, what its form and panel do, its actions.
#pragma once

#include <QHash>
#include <QStackedLayout>
#include <optional>
#include <utility>

#include "core/session/flaky_lists.h"
#include "core/session/pending_edits.h"
#include "ui/flaky/entry_form.h"
#include "ui/flaky/flaky_bar.h"
#include "ui/flaky/flaky_model.h"
#include "ui/flaky/flaky_page.h"
#include "ui/flaky/flaky_table.h"
#include "ui/flaky/transfer_panel.h"
#include "ui/support/edit_stack.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"

namespace plumbline::ui {

struct FlakyPage::Private {
  Private(FlakyPage* owner, const Theme& look, session::PendingEdits& edits, EditStack& editStack,
          FilePrompt& filePrompt)
      : page(owner), theme(look), stack(editStack), prompt(filePrompt), lists(edits) {}

  FlakyPage* page;
  Theme theme;
  EditStack& stack;
  FilePrompt& prompt;
  session::FlakyLists lists;
  FlakyModel* model = nullptr;
  FlakyBar* bar = nullptr;
  FlakyTable* table = nullptr;
  EmptyState* nothing = nullptr;
  NoticeStrip* notices = nullptr;
  EntryForm* form = nullptr;
  TransferPanel* transfer = nullptr;
  QStackedLayout* tables = nullptr;  ///< table or nothing
  session::SnapshotPtr pair;         ///< shown, or to be shown when somebody looks
  bool pairIsNew = false;
  bool keyboardReturns = false;  ///< the table had the focus when its last row was filtered out
  QString news;                  ///< what just happened, for the status line
  QHash<QString, QString> told;  ///< what was said about each list, so that a notice taken away stays away
  QString exportedTo;            ///< a list that was opened for an export only
  /// The entry that the table goes to once the overview has it.
  std::optional<std::pair<std::string, flaky::FlakyEntry>> wanted;

  void build();
  void orderFocus();
  void showOverview();
  void showRows();
  void showProblems();
  void sayNothing();
  void focusNothing();
  void tell(const QString& text);
  void sayRefused(const base::Error& error);
  bool isEditing() const { return !form->isHidden() || !transfer->isHidden(); }
  bool hasCurrent() const { return table->currentIndex().isValid() && model->rowCount() > 0; }
  bool hasLists() const;
  QString folder() const;

  // What the form and the panel do (flaky_editing.cpp).
  void startAdd();
  void startEdit();
  void sendForm();
  void closePanels();
  void removeSelected();
  bool push(const base::Result<baselines::Change>& change);
  void openList();
  void startImport();
  void startExport();
  void exportAnew(const QString& path, const std::vector<flaky::FlakyEntry>& entries);
  void sendTransfer();
  void cancelTransfer();
  std::vector<std::string> targetsWithout(const std::string& path) const;
};

}  // namespace plumbline::ui
