// SPDX-License-Identifier: GPL-3.0-or-later
// The page of sources: what is opened, what has no name, which attempt of a shard counts, and getting the results of a
// commit from CI. It decides nothing: every step is one of the session's.
//
//   auto* page = new SourcesPage(keeper.theme(), commit, prompt);
//   page->setFetch(port);
//   connect(&commit, &CommitSession::snapshotChanged, page, &SourcesPage::showSnapshot);
//   registry.add(page->actions(), u"sources"_s);
#pragma once

#include <QList>
#include <QWidget>
#include <memory>

#include "core/session/commit_session.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class FetchPort;
class FilePrompt;

class SourcesPage : public QWidget {
  Q_OBJECT

 public:
  SourcesPage(const Theme& theme, session::CommitSession& session, FilePrompt& prompt, QWidget* parent = nullptr);
  ~SourcesPage() override;

  /// setFetch brings the line for fetching by commit, which is hidden without. The port must outlive the page.
  void setFetch(FetchPort& port);
  /// actions are everything this page can do; group "Sources".
  QList<ActionSpec> actions();
  /// statusText says what is on screen: "300 results from 2 paths · 1 without a name".
  QString statusText() const;
  /// fetchCommit puts a commit, run or pull request into the line and fetches it.
  void fetchCommit(const QString& text);

 public Q_SLOTS:
  /// showSnapshot takes what is open; null for nothing. Filter, order, selection and scroll stay.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);
  void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  void statusChanged(const QString& text);
  /// actionsChanged: an action's enabled or checked state may differ now.
  void actionsChanged();
  void overviewRequested();
  /// failed: a fetch came to nothing. The line for fetching says so too.
  void failed(const plumbline::base::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
