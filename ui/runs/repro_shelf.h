// SPDX-License-Identifier: GPL-3.0-or-later
// What came of the repro runs of the queue: their logs are read off the window's thread, each once per attempt of a task,
// the chosen run's first. Of the chosen run also what it left: checkpoints while it runs, repro scripts.
//
//   connect(shelf, &ReproShelf::changed, model, [=](const QString& run) { show(*shelf->reading(run)); });
//   shelf->setQueue(queue);   shelf->setCurrent(run);
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/runs/reproducibility.h"
#include "core/runs/run_state.h"
#include "core/tasks/latest_runner.h"
#include "ui/runs/run_words.h"

namespace plumbline::ui {

/// ReproReading is what the logs and folders of one run say.
struct ReproReading {
  struct Task {
    int attempt = 0;
    runs::ReproOutcome outcome;
    QString problem;  ///< why its log could not be read; the outcome says nothing then
  };
  std::map<std::size_t, Task> tasks;  ///< those that are over and read
  std::optional<runs::Reproducibility> all;  ///< of several repeats, of those that are read
  std::vector<runs::Checkpoint> checkpoints;
  std::vector<std::string> scripts;
  /// isWhole: every task of the run is over and read.
  bool isWhole(const runs::Run& run) const;
};

/// leavesScripts tells whether a run may leave repro scripts behind: a repro run, or one that "why" prepared.
bool leavesScripts(const runs::Run& run);
/// stepOfRepro is the command that a repro run gives its script: "run", "minify".
std::string commandOfRepro(const runs::RunSpec& spec);

class ReproShelf : public QObject {
  Q_OBJECT

 public:
  explicit ReproShelf(QObject* parent = nullptr);

  void setQueue(const runs::QueuePtr& queue);
  /// setCurrent is the run whose folders are looked into; null none.
  void setCurrent(const runs::RunPtr& run);
  /// look looks into the current run's folders again: it may have left more.
  void look();
  /// reading is null while nothing is known.
  const ReproReading* reading(const QString& run) const;
  /// lookOf is what a run that is over shows instead of its state; nothing while it is not read.
  std::optional<RunLook> lookOf(const runs::Run& run) const;

 Q_SIGNALS:
  void changed(const QString& run);

 private:
  struct Wanted {
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
  };
  using Harvest = std::shared_ptr<std::vector<Found>>;
  static base::Outcome<Harvest> read(const std::vector<Wanted>& wanted, const base::Progress& progress);
  std::vector<Wanted> wanted() const;
  void readNext();
  void take(const base::Outcome<Harvest>& harvest);

  runs::QueuePtr m_queue;
  runs::RunPtr m_current;
  QHash<QString, ReproReading> m_readings;
  bool m_looks = false;  ///< the current run's folders shall be read
  tasks::LatestRunner<Harvest> m_runner;
};

}  // namespace plumbline::ui
