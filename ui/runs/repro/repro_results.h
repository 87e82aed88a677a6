// SPDX-License-Identifier: GPL-3.0-or-later
// The results of the repro runs in the queue. Logs are read on a worker thread, once per attempt of a task, those of
// the current run first. For the current run also its files: checkpoints while it runs, repro scripts.
//
//   connect(reproResults, &ReproResults::changed, model, [=](const QString& run) { show(*reproResults->reading(run));
//   }); reproResults->setQueue(queue);   reproResults->setCurrent(run);
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/runs/engine/run_state.h"
#include "core/runs/repro/reproducibility.h"
#include "core/tasks/latest_runner.h"
#include "ui/runs/run_text.h"

namespace plumbline::ui {

/// ReproReading is the content of the logs and folders of one run.
struct ReproReading {
  struct Task {
    int attempt = 0;
    runs::ReproOutcome outcome;
    QString problem;  ///< why its log could not be read; the outcome is empty then
  };
  std::map<std::size_t, Task> tasks;  ///< the finished tasks that were read
  std::optional<runs::Reproducibility> all;  ///< summary of several repeats, as far as they were read
  std::vector<runs::Checkpoint> checkpoints;
  std::vector<std::string> scripts;
  runs::MinifierProgress minifier;  ///< of the run's first task
  /// isComplete: every task of the run is over and read.
  bool isComplete(const runs::Run& run) const;
};

/// mayLeaveScripts: a repro run, or a run that writes repro scripts when it fails.
bool mayLeaveScripts(const runs::Run& run);

class ReproResults : public QObject {
  Q_OBJECT

 public:
  explicit ReproResults(QObject* parent = nullptr);

  void setQueue(const runs::QueuePtr& queue);
  /// setCurrent sets the run whose folders are read; null none.
  void setCurrent(const runs::RunPtr& run);
  /// rescan reads the current run's folders again.
  void rescan();
  /// reading is null until something was read.
  const ReproReading* reading(const QString& run) const;
  /// styleOf is shown instead of a finished run's state; nullopt until its logs are read.
  std::optional<RunStyle> styleOf(const runs::Run& run) const;

 Q_SIGNALS:
  void changed(const QString& run);

 private:
  struct Request {
    runs::RunPtr run;
    std::vector<std::size_t> tasks;
    bool withFolders = false;
  };
  struct Found {
    runs::RunPtr run;
    std::map<std::size_t, ReproReading::Task> tasks;
    bool withFolders = false;
    std::vector<runs::Checkpoint> checkpoints;
    std::vector<std::string> scripts;
    runs::MinifierProgress minifier;
  };
  using Findings = std::shared_ptr<std::vector<Found>>;
  static base::Outcome<Findings> read(const std::vector<Request>& requests, const base::Progress& progress);
  std::vector<Request> requests() const;
  void readNext();
  void acceptFindings(const base::Outcome<Findings>& findings);

  runs::QueuePtr m_queue;
  runs::RunPtr m_current;
  QHash<QString, ReproReading> m_readings;
  bool m_mustRescan = false;  ///< the folders of the current run must be read
  tasks::LatestRunner<Findings> m_runner;
};

}  // namespace plumbline::ui
