// SPDX-License-Identifier: GPL-3.0-or-later
// Actions that save what is on screen: the verdicts of the commit or pair as a report, a page as a picture.
#pragma once

#include <QObject>
#include <QString>

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
  };
  explicit ReportAction(const Parts& parts);
  ui::ActionSpec action();

 Q_SIGNALS:
  void ended();  ///< written or failed

 private:
  bool isOfCommit() const;
  void save(const QString& path);

  Parts m;
  QString m_path;
  tasks::LatestRunner<std::size_t> m_runner;
};

/// pictureAction saves the visible page as PNG.
ui::ActionSpec pictureAction(ui::MainWindow& window, ui::FilePrompt& prompt);

}  // namespace plumbline::app
