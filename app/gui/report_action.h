// SPDX-License-Identifier: GPL-3.0-or-later
// Actions that save what is on screen: the verdicts of the commit or pair as a report, a page as a picture.
#pragma once

#include <QObject>
#include <QList>
#include <QString>
#include <QUrl>
#include <functional>

#include "core/tasks/latest_runner.h"
#include "ui/support/action_spec.h"

namespace plumbline::session {
class CommitSession;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class FilePrompt;
class MainWindow;
}  // namespace plumbline::ui

namespace plumbline::app {

class ReportAction : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    ui::MainWindow& window;
    session::Session& session;
    session::CommitSession& commit;
    ui::FilePrompt& prompt;
    std::function<bool(const QUrl&)> openUrl;  ///< shows a folder in the desktop's file manager
  };
  explicit ReportAction(const Parts& parts);
  QList<ui::ActionSpec> actions();

 Q_SIGNALS:
  void ended();  ///< for tests: written or failed

 private:
  bool isOfCommit() const;
  void save(const QString& path);
  void showWritten(std::size_t bytes);
  void openFolder();

  Parts m;
  QString m_path;
  QString m_written;  ///< the last report that was saved
  tasks::LatestRunner<std::size_t> m_runner;
};

/// pictureAction saves the visible page as PNG.
ui::ActionSpec pictureAction(ui::MainWindow& window, ui::FilePrompt& prompt);

}  // namespace plumbline::app
