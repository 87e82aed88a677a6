// SPDX-License-Identifier: GPL-3.0-or-later
// A program for the endurance test to kill: takes up what an earlier one left, queues short runs until there are so many,
// cancels some of them, and ends when all are over.
//
//   queue_child FOLDER RUNS MOST SEED      at most MOST new runs; exit 0 when all that are there are over
#include <QCoreApplication>
#include <QDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <random>
#include <string>

#include "core/runs/engine/run_queue.h"

using namespace plumbline::runs;

namespace {

constexpr int kAddMs = 15, kCancelMs = 60;
constexpr unsigned kCancelEvery = 6;

class Child : public QObject {
 public:
  Child(const QString& folder, int runs, int most, unsigned seed)
      : m_folder(folder.toStdString()), m_runs(runs), m_most(most), m_random(seed),
        m_queue({.folder = m_folder + "/runs", .limits = {4, 4, 4}, .resumeOthers = true, .pollIntervalMs = 50, .startTimeoutMs = 5'000}) {
    connect(&m_queue, &RunQueue::changed, this, &Child::poll);
    connect(&m_queue, &RunQueue::failed, this, [](const plumbline::base::Error& error) {
      std::fprintf(stderr, "%s\n", describe(error).c_str());
      QCoreApplication::exit(1);
    });
    connect(&m_add, &QTimer::timeout, this, &Child::add);
    connect(&m_cancel, &QTimer::timeout, this, &Child::cancel);
    m_cancel.start(kCancelMs);
  }

 private:
  unsigned dice(unsigned sides) { return static_cast<unsigned>(m_random() % sides); }

  void poll(const QueuePtr& queue) {
    m_now = queue;
    if (!m_add.isActive()) m_add.start(kAddMs);
    const bool areAllThere = m_added >= m_most || static_cast<int>(queue->runs.size()) >= m_runs;
    const bool areAllOver = std::all_of(queue->runs.begin(), queue->runs.end(), [](const RunPtr& run) { return run->isSaved; });
    if (areAllThere && areAllOver && static_cast<int>(queue->runs.size()) >= m_known + m_added) QCoreApplication::exit(0);
  }

  void add() {
    if (m_known < 0) m_known = static_cast<int>(m_now->runs.size());
    if (m_added >= m_most || m_known + m_added >= m_runs) return m_add.stop();
    ++m_added;
    RunSpec spec;
    spec.kind = RunKind::Command;
    spec.device = "cpu";
    spec.freshCache = true;
    spec.retries = static_cast<int>(dice(2));
    spec.repeats = 1 + static_cast<int>(dice(4) / 3);
    spec.jobs = 2;
    spec.grace = std::chrono::seconds(1);
    spec.environment = {{"ENDURANCE", m_folder}};
    const std::string kinds[] = {"good", "good", "good", "fork", "fail", "hang"};
    spec.title = kinds[dice(6)];
    std::string line = "echo \"$2\" >> '" + m_folder + "/executions'; echo x > \"$3/file\"; sleep 0.0" + std::to_string(1 + dice(9));
    if (spec.title == "fork") line += "; setsid sleep 600 & sleep 600 & ";
    if (spec.title == "fail") line += "; exit 3";
    if (spec.title == "hang") {
      line += "; trap '' TERM; sleep 600";
      spec.timeout = std::chrono::seconds(1);
    }
    line += "\nprintf 'dev,name,batch_size,accuracy\\ncpu,m,1,pass\\n' > \"$1\"";
    spec.command = {"/bin/sh", "-c", line, "sh", "{output}", "{folder}", "{cache}"};
    m_queue.add(spec);
  }

  void cancel() {
    if (!m_now || m_now->runs.empty() || dice(kCancelEvery) != 0) return;
    const RunPtr& run = m_now->runs[dice(static_cast<unsigned>(m_now->runs.size()))];
    if (!isFinished(stateOf(*run))) m_queue.cancel(QString::fromStdString(run->id));
  }

  const std::string m_folder;
  const int m_runs, m_most;
  std::mt19937 m_random;
  RunQueue m_queue;
  QueuePtr m_now;
  int m_known = -1, m_added = 0;
  QTimer m_add, m_cancel;
};

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  if (argc != 5) return 2;
  QDir().mkpath(QString::fromLocal8Bit(argv[1]));
  const Child child(QString::fromLocal8Bit(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), static_cast<unsigned>(std::atoi(argv[4])));
  return QCoreApplication::exec();
}
