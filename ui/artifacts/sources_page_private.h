// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of SourcesPage, shared by its source files: the page itself, its steps, its fetch, its actions.
#pragma once

#include <QPointer>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <string>

#include "ui/artifacts/assign_form.h"
#include "ui/artifacts/fetch_bar.h"
#include "ui/artifacts/fetch_port.h"
#include "ui/artifacts/opened_paths_model.h"
#include "ui/artifacts/sources_bar.h"
#include "ui/artifacts/sources_model.h"
#include "ui/artifacts/sources_page.h"
#include "ui/artifacts/sources_table.h"
#include "ui/support/elided_label.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"

namespace plumbline::ui {

struct SourcesPage::Private {
  Private(SourcesPage* owner, const Theme& look, session::CommitSession& commit, FilePrompt& filePrompt)
      : page(owner), theme(look), session(commit), prompt(filePrompt) {}

  SourcesPage* page;
  Theme theme;
  session::CommitSession& session;
  FilePrompt& prompt;
  FetchPort* port = nullptr;
  session::CommitSnapshotPtr shown;
  SourceListPtr list;
  SourcesModel* model = nullptr;
  OpenedPathsModel* pathsModel = nullptr;
  FetchBar* fetch = nullptr;
  QWidget* fetchArea = nullptr;
  ElidedLabel* opened = nullptr;
  QList<QToolButton*> buttons;
  QToolButton* removeButton = nullptr;
  OpenedPathsTable* paths = nullptr;
  SourcesBar* bar = nullptr;
  SourcesTable* table = nullptr;
  EmptyState* nothing = nullptr;  ///< in place of everything
  EmptyState* noRows = nullptr;   ///< in place of the table
  NoticeStrip* notices = nullptr;
  AssignForm* form = nullptr;
  QStackedLayout* pages = nullptr;   ///< lists or nothing
  QStackedLayout* tables = nullptr;  ///< table or noRows
  QTimer slow;                       ///< what is read in a moment is not announced
  bool keyboardReturns = false;      ///< the lists had the focus, or would have, when they went
  QString news;                      ///< what just happened, for the status line
  std::string wanted;                ///< origin of the file that the table goes to once the list is new

  void build();
  QWidget* buildLists();
  QToolButton* addButton(const QString& text, const QString& iconName, const QString& tooltip,
                         const std::function<void()>& run);
  void orderFocus();
  void showList();
  void showRows();
  void sayNothing();
  void focusNothing();
  void focusTable();
  void tell(const QString& text);
  bool hasCurrent() const { return table->currentIndex().isValid() && model->rowCount() > 0; }
  const session::SourceFile& current() const { return model->file(table->currentIndex().row()); }
  bool isOpen() const { return list != nullptr; }

  // What a person does to a file or a path (sources_steps.cpp).
  void openFolder(bool isTree);
  void openFiles();
  void removePath();
  void switchCurrent();
  bool canAssign() const;
  void startAssign();
  void checkAssign();
  void sendAssign();
  void closeForm();
  void forgetAssignment();
  void useRule(overview::AttemptRule rule);
  QString folder() const;

  // Getting a commit (sources_fetch.cpp).
  void startFetch(const QString& text, bool offline);
  void cancelFetch();
  void endFetch(const fetch::FetchReport& report);
  void failFetch(const base::Error& error);
};

}  // namespace plumbline::ui
