// SPDX-License-Identifier: GPL-3.0-or-later
// The switch that watches CI: every ten minutes the new commits of the branch main are judged by the baselines that are
// open. What is new is a notice, and a notification of the desktop that opens the commit.
#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <functional>
#include <string>

#include "core/fetch/fetcher.h"
#include "core/session/watch/watch_client.h"
#include "ui/support/action_spec.h"

namespace plumbline::session {
class CommitSession;
}  // namespace plumbline::session
namespace plumbline::ui {
class MainWindow;
}  // namespace plumbline::ui

namespace plumbline::app {

class WatchAction : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    ui::MainWindow& window;
    session::CommitSession& commit;
    /// readFetchOptions delivers cache, addresses and token.
    std::function<void(std::function<void(const fetch::FetchOptions&)> done)> readFetchOptions;
    std::function<std::string()> store;  ///< the history to add to; "": none
    std::function<void(const QString& title, const QString& text, const QString& commit)> notify;
    std::function<void(const QString& commit)> openCommit;
  };
  explicit WatchAction(Parts parts);

  QList<ui::ActionSpec> actions();

 private:
  void toggle();
  void start(const fetch::FetchOptions& options);
  void showReport(const reports::NewsReport& report);
  void showProblem(const base::Error& error, qint64 pauseS);

  Parts m;
  session::WatchClient m_watch;
  bool m_isWanted = false;  ///< the keyring may still be asked
};

}  // namespace plumbline::app
