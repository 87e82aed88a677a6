// SPDX-License-Identifier: GPL-3.0-or-later
// The page of flaky entries: every list that counts for the open pair in one table, what each entry is good for, and
// the form that edits it. Edits go to the pending bytes and the undo list; nothing is written here.
//
//   auto* page = new FlakyPage(themes.theme(), edits, stack, prompt);
//   connect(&session, &Session::snapshotChanged, page, &FlakyPage::showSnapshot);
//   registry.add(page->actions(), u"flaky"_s);
#pragma once

#include <QList>
#include <memory>

#include "core/session/session.h"
#include "ui/support/page.h"
#include "ui/theme/theme.h"

namespace plumbline::session {
class FlakyLists;
class HistoryClient;
class PendingEdits;
}  // namespace plumbline::session

namespace plumbline::ui {

class EditStack;
class FilePrompt;

class FlakyPage : public Page {
  Q_OBJECT

 public:
  FlakyPage(const Theme& theme, session::PendingEdits& edits, EditStack& stack, FilePrompt& prompt,
            QWidget* parent = nullptr);
  ~FlakyPage() override;

  /// actions of this page; group "Flaky".
  QList<ActionSpec> actions() override;
  QString menuActions() const override;
  /// statusText: "76 entries in 3 lists · 2 excuse a row today".
  QString statusText() const override;
  session::FlakyLists& lists();
  /// setHistory shows which entries may go by the runs of the history.
  void setHistory(session::HistoryClient& client);

 public Q_SLOTS:
  /// showSnapshot shows the open pair; null for none. Filter, order, selection and scroll stay.
  void showSnapshot(const plumbline::session::SnapshotPtr& snapshot);

 Q_SIGNALS:
  void openRequested();  ///< the empty state's button: two files

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  QWidget* mainView() const override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
