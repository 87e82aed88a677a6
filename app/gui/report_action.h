// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the verdicts on screen as a report: of the commit on its pages, of the pair elsewhere.
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
  void ended();  ///< written, or told why not

 private:
  bool isOfCommit() const;
  void save(const QString& path);

  Parts m;
  QString m_path;
  tasks::LatestRunner<std::size_t> m_runner;
};

}  // namespace plumbline::app
