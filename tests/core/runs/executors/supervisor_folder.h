// SPDX-License-Identifier: GPL-3.0-or-later
// A task's folder with a real supervisor in it, for tests.
//
//   SupervisorFolder task;
//   task.addStep("run", {"sh", "-c", "echo hello"}, "run.csv");
//   const runs::TaskEvents events = task.run();
#pragma once

#include <QProcess>
#include <QTest>
#include <csignal>
#include <string>
#include <vector>

#include "core/runs/engine/task_file.h"
#include "core/runs/executors/local/local_executor.h"
#include "core/runs/executors/program_calls.h"
#include "tests/support/test_folder.h"

/// preferSystemPrograms puts the system's folders first: a python3 that is a script around another costs time in each test.
inline void preferSystemPrograms() { qputenv("PATH", "/usr/bin:/bin:" + qgetenv("PATH")); }

class SupervisorFolder {
 public:
  explicit SupervisorFolder(const QString& name = QStringLiteral("task with blanks"))
      : m_name(name), m_python(plumbline::runs::findProgram("python3").value_or("")) {
    plan.tasks.resize(1);
    spec.grace = std::chrono::seconds(1);
    spec.timeout = std::chrono::seconds(60);
    const auto bytes = [](std::string_view text) { return QByteArray(text.data(), static_cast<qsizetype>(text.size())); };
    m_folder.write(name + QStringLiteral("/supervisor.py"), bytes(plumbline::runs::supervisorScript()));
    m_folder.write(name + QStringLiteral("/probe.py"), bytes(plumbline::runs::probeScript()));
  }
  ~SupervisorFolder() {
    if (supervisor.state() == QProcess::NotRunning) return;
    ::kill(static_cast<pid_t>(supervisor.processId()), SIGTERM);
    if (!supervisor.waitForFinished(5000)) supervisor.kill();
    supervisor.waitForFinished(1000);
  }

  bool hasPython() const { return !m_python.empty(); }
  const std::string& python() const { return m_python; }
  QString path(const QString& file = {}) const {
    return m_folder.path(m_name) + (file.isEmpty() ? QString() : QStringLiteral("/") + file);
  }
  std::string folder() const { return path().toStdString(); }
  QByteArray read(const QString& file) const { return m_folder.read(m_name + QStringLiteral("/") + file); }
  QString write(const QString& file, const QByteArray& bytes) const { return m_folder.write(m_name + QStringLiteral("/") + file, bytes); }
  bool has(const QString& file) const { return QFileInfo::exists(path(file)); }
  QString beside(const QString& file) const { return m_folder.path(file); }
  QString writeBeside(const QString& file, const QByteArray& bytes) const { return m_folder.write(file, bytes); }

  void addStep(const std::string& name, const std::vector<std::string>& words, const std::string& output = {}) {
    plumbline::runs::Step step{.name = name, .words = {}, .output = output};
    for (const std::string& word : words) step.words.push_back({.before = word});
    plan.tasks.front().steps.push_back(step);
  }
  void addShell(const std::string& line, const std::string& output = {}) { addStep("run", {"sh", "-c", line}, output); }

  /// writeTask writes task.json; without facts unless they are wanted, as a probe takes time.
  void writeTask(bool withFacts = false) const {
    std::string text = plumbline::runs::taskText(spec, plan, plan.tasks.front());
    if (const std::size_t at = text.find("\"facts\": {"); at != std::string::npos && !withFacts)
      text.replace(at, text.find('}', at) + 1 - at, "\"facts\": null");
    write(QStringLiteral("task.json"), QByteArray::fromStdString(text));
  }
  void begin(const QStringList& before = {}) {
    QStringList words = before;
    words << QString::fromStdString(m_python) << QStringLiteral("-I") << path(QStringLiteral("supervisor.py")) << path();
    const QString program = words.takeFirst();
    supervisor.start(program, words);
    QVERIFY(supervisor.waitForStarted(10000));
  }
  bool end(int limitMs = 50000) { return supervisor.state() == QProcess::NotRunning || supervisor.waitForFinished(limitMs); }
  plumbline::runs::TaskEvents run(bool withFacts = false) {
    writeTask(withFacts);
    begin();
    return end() ? events() : plumbline::runs::TaskEvents{};
  }
  plumbline::runs::TaskEvents events() const {
    const auto events = plumbline::runs::readEvents(read(QStringLiteral("events.jsonl")).toStdString());
    return events ? *events : plumbline::runs::TaskEvents{};
  }
  /// pids are the numbers that a program wrote into a file of the folder.
  std::vector<std::int64_t> pids(const QString& file = QStringLiteral("pids")) const {
    std::vector<std::int64_t> out;
    if (has(file))
      for (const QByteArray& line : read(file).split('\n'))
        if (!line.isEmpty()) out.push_back(line.toLongLong());
    return out;
  }
  /// running counts those of them that are there and not dead.
  int running(const QString& file = QStringLiteral("pids")) const {
    int count = 0;
    for (const std::int64_t pid : pids(file)) {
      const auto process = plumbline::runs::processOf(pid);
      if (process && !process->isDead) ++count;
    }
    return count;
  }

  plumbline::runs::RunSpec spec;
  plumbline::runs::RunPlan plan;
  QProcess supervisor;

 private:
  plumbline::support::TestFolder m_folder;
  QString m_name;
  std::string m_python;
};

/// theFamily is a shell line that starts four sleepers: a child, one of another session, and the child and grandchild of
/// a parent that is gone; writes their pids and its own; then does `after`.
inline std::string theFamily(const std::string& after) {
  return "sleep 600 & echo $! >>pids; setsid sleep 600 & "
         "setsid sh -c 'echo $$ >>pids; trap \"\" TERM; sleep 600 & echo $! >>pids; wait' & "
         "(sleep 600 & echo $! >>pids; exit 0); echo $$ >>pids; while [ $(wc -l <pids) -lt 5 ]; do :; done; " +
         after;
}
