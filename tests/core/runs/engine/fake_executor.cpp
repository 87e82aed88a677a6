// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/runs/engine/fake_executor.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTimer>
#include <utility>

using namespace plumbline;
using namespace plumbline::runs;

namespace {

QString named(const std::string& path) { return QString::fromStdString(path); }

QByteArray readAll(const std::string& path) {
  QFile file(named(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void append(const std::string& folder, const QByteArray& line) {
  QFile file(named(folder + "/events.jsonl"));
  if (!file.open(QIODevice::Append) || file.write(line + "\n") < 0) qFatal("cannot write events");
}

class FakeExecutor : public Executor {
 public:
  explicit FakeExecutor(FakeWorld& world) : m_world(world), m_answers(std::make_unique<QObject>()) {}

  void probe(const RunSpec&, const std::string& script, Probed done) override {
    m_world.probes.push_back(script);
    ProbeReport report;
    report.facts["torch"] = std::to_string(m_world.probes.size());
    auto answer = [done = std::move(done), report] { done(report); };
    if (m_world.holdsProbes)
      m_world.held.emplace_back(std::move(answer));
    else
      later(std::move(answer));
  }
  void start(const RunSpec&, const std::vector<ExecutorTask>& tasks, Started done) override {
    if (m_world.onStart) m_world.onStart();
    m_world.starts.push_back(tasks);
    std::vector<base::Result<std::string>> handles;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (m_world.startProblem.empty())
        handles.emplace_back("h" + std::to_string(m_world.starts.size()));
      else
        handles.emplace_back(base::fail({base::ErrorCode::NotReadable, m_world.startProblem}));
    }
    auto answer = [done = std::move(done), handles] { done(handles); };
    if (m_world.holdsStarts)
      m_world.held.emplace_back(std::move(answer));
    else
      later(std::move(answer));
  }
  void poll(const RunSpec&, const std::vector<ExecutorTask>& tasks, Polled done) override {
    ++m_world.results;
    std::vector<TaskPollResult> results;
    for (const ExecutorTask& task : tasks) {
      const auto told = m_world.lives.find(task.name);
      if (told != m_world.lives.end())
        results.push_back(told->second);
      else
        results.push_back({readAll(task.folder + "/events.jsonl").contains("\"finished\"") ? TaskLife::Finished : TaskLife::Alive, {}});
    }
    later([done = std::move(done), results] { done(results); });
  }
  void cancel(const RunSpec&, const ExecutorTask& task, Ended done) override {
    m_world.cancels.push_back(task);
    base::Result<void> answer;
    if (!m_world.cancelProblem.empty()) answer = base::fail({base::ErrorCode::NotReadable, m_world.cancelProblem});
    later([done = std::move(done), answer] { done(answer); });
  }
  void release(const RunSpec&, const ExecutorTask& task, Ended done) override {
    m_world.releases.push_back(task);
    later([done = std::move(done)] { done({}); });
  }
  void stopAll() override { m_answers = std::make_unique<QObject>(); }

 private:
  void later(std::function<void()> answer) { QTimer::singleShot(0, m_answers.get(), std::move(answer)); }

  FakeWorld& m_world;
  std::unique_ptr<QObject> m_answers;
};

}  // namespace

MakeExecutor FakeWorld::maker() {
  return [this](const RunTarget& target, const std::string&) {
    ++made[targetName(target)];
    return std::make_unique<FakeExecutor>(*this);
  };
}

void beginSupervisor(const std::string& folder, const QByteArray& facts) {
  append(folder, R"({"event": "supervisor", "time": 1000, "pid": 1, "start": 1, "boot": "b", "token": "t", "host": "h", "python": "3"})");
  if (!facts.isEmpty()) append(folder, R"({"event": "facts", "time": 1000, "problem": "", "facts": )" + facts + "}");
}

void beginStep(const std::string& folder, const QByteArray& step) {
  append(folder, R"({"event": "begin", "time": 1001, "pid": 2, "group": 2, "start": 2, "program": "p", "step": ")" + step + "\"}");
}

void endStep(const std::string& folder, const QByteArray& step, int code, bool wrote) {
  append(folder, R"({"event": "end", "time": 1005, "how": "exited", "problem": "", "log_bytes": 0, "step": ")" + step +
                     R"(", "code": )" + QByteArray::number(code) + R"(, "wrote_output": )" + (wrote ? "true}" : "false}"));
}

void endStepHow(const std::string& folder, const QByteArray& step, const QByteArray& how, int code) {
  append(folder, R"({"event": "end", "time": 1005, "problem": "", "log_bytes": 0, "wrote_output": false, "step": ")" + step +
                     R"(", "how": ")" + how + R"(", "code": )" + QByteArray::number(code) + "}");
}

void writeOutput(const std::string& folder, const QByteArray& name, const QByteArray& bytes) {
  QFile file(named(folder + "/" + name.toStdString()));
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write an output");
}

void finish(const std::string& folder, const QByteArray& output) {
  QByteArray files;
  if (!output.isEmpty()) {
    const QByteArray bytes = readAll(folder + "/" + output.toStdString());
    files = R"({"name": ")" + output + R"(", "bytes": )" + QByteArray::number(bytes.size()) + R"(, "sha256": ")" +
            QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex() + "\"}";
  }
  append(folder, R"({"event": "finished", "time": 1006, "cache_removed": true, "problem": "", "files": [)" + files + "]}");
}

void endRun(const std::string& folder, const QByteArray& output) {
  writeOutput(folder, output, "dev,name,batch_size,accuracy\ncpu,m,1,pass\n");
  endStep(folder, "run", 0);
  finish(folder, output);
}

void goodRun(const std::string& folder, const QByteArray& output) {
  beginSupervisor(folder);
  beginStep(folder, "run");
  endRun(folder, output);
}
