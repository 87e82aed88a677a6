// SPDX-License-Identifier: GPL-3.0-or-later

#include <QCryptographicHash>
#include <QDir>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/files/file_bytes.h"
#include "core/runs/executors/executor.h"
#include "core/runs/executors/ssh/ssh_session.h"
#include "core/runs/executors/task_mirror.h"
#include "core/text/json_text.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

/// Polls the tasks of one machine: one request for all of them; new events are added to their folders here, and the
/// files of those that ended are fetched and checked before the last event is written. remoteError is the error of
/// remote_supervisor.py for one task: {"error": text}.
base::Error remoteError(const nlohmann::json& entry, const std::string& host);

class SshPoller {
 public:
  explicit SshPoller(SshSession& session) : m_session(session) {}

  /// poll removes the remote files of a task that is Over or Gone before it reports that: the process may end right
  /// after.
  void poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Executor::Polled done);
  bool wasReleased(const std::string& folder) const { return m_released.contains(folder); }

 private:
  struct Round;
  struct PendingUpdate;
  using RoundPtr = std::shared_ptr<Round>;
  void release(const RunSpec& spec, const RoundPtr& round, Executor::Polled done);
  TaskPollResult take(Round& round, std::size_t index, const RemoteResponse& answer, const nlohmann::json& entry);
  void finish(Round& round, const base::Result<void>& fetched);

  SshSession& m_session;
  std::set<std::string> m_released;     ///< by folder
  std::map<std::string, int> m_misses;  ///< by folder: how often its files were not what they should be
};

using nlohmann::json;

constexpr std::chrono::seconds kPollTimeout{90};
constexpr int kMaxMisses = 3;
constexpr std::size_t kMaxText = 4096, kMaxFiles = 10'000;  // of a task

/// textIn returns a text of the other machine; what is longer than any path or message is cut.
std::string textIn(const json& entry, const char* name) {
  const auto at = entry.find(name);
  return at != entry.end() && at->is_string() ? std::string(text::prefixOf(at->get_ref<const std::string&>(), kMaxText))
                                              : std::string();
}

/// taskIn returns the answer about one task; null when there is none.
const json* taskIn(const RemoteResponse& answer, std::size_t index) {
  const auto tasks = answer.head.find("tasks");
  if (tasks == answer.head.end() || !tasks->is_array() || index >= tasks->size()) return nullptr;
  return &(*tasks)[index];
}

std::uint64_t numberIn(const json& entry, const char* name) {
  const auto at = entry.find(name);
  return at != entry.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

/// isGoodName tests a name from the other machine before it becomes a file name here.
bool isGoodName(const std::string& name) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
  };
  return !name.empty() && name.size() <= 200 && name.front() != '.' && name.front() != '-' &&
         std::ranges::all_of(name, good) && name != kTaskFile && name != kEventsFile && name != kLockFile &&
         name != kCancelFile && name != kCacheFolder && name != "supervisor.py" && name != "probe.py";
}

json questionOf(const ExecutorTask& task) {
  const TaskMirror mirror(task.folder);
  json question = {{"name", task.name},
                   {"handle", task.handle},
                   {"events", mirror.sizeOf(kEventsFile)},
                   {"watched", task.isWatched}};
  json logs = json::object();
  if (task.isWatched)
    for (const QString& name :
         QDir(QString::fromStdString(task.folder)).entryList({QStringLiteral("*.log")}, QDir::Files))
      logs[name.toStdString()] = mirror.sizeOf(name.toStdString());
  question["logs"] = std::move(logs);
  return question;
}

/// PendingUpdate of a task: applied after its files are fetched.
struct SshPoller::PendingUpdate {
  std::size_t task = 0;
  std::uint64_t offset = 0;
  std::string events;
  TaskPollResult result;
};

struct SshPoller::Round {
  std::vector<ExecutorTask> tasks;
  std::vector<TaskPollResult> results;
  std::vector<std::size_t> asked;
  std::vector<PendingUpdate> updates;
  SshSession::FromTo files;
};

base::Error remoteError(const json& entry, const std::string& host) {
  return {.code = base::ErrorCode::NotReadable, .text = host + ": " + textIn(entry, "error") + "."};
}

/// remoteEnding is a task as the actions cancel and release want it.
json remoteEnding(const RunSpec& spec, const ExecutorTask& task) {
  return {{"name", task.name}, {"handle", task.handle}, {"keep_cache", spec.keepCache}};
}

void SshPoller::poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Executor::Polled done) {
  auto round = std::make_shared<Round>();
  round->tasks = tasks;
  round->results.resize(tasks.size());
  json list = json::array();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto known = TaskMirror(tasks[i].folder).events();
    if (known && known->finished) {
      round->results[i] = {.life = TaskLife::Finished, .text = {}};
      continue;
    }
    list.push_back(questionOf(tasks[i]));
    round->asked.push_back(i);
  }
  if (round->asked.empty()) {
    m_session.later(std::chrono::milliseconds(0), [round, done = std::move(done)] { done(std::move(round->results)); });
    return;
  }
  m_session.send(
      {{"action", "poll"}, {"tasks", std::move(list)}}, spec.python, kPollTimeout,
      [this, round, spec, done = std::move(done)](const RemoteReply& reply) {
        for (std::size_t k = 0; k < round->asked.size(); ++k) {
          TaskPollResult& result = round->results[round->asked[k]];
          if (!reply.answer) {
            result.text = reply.answer.error().text;
            continue;
          }
          const json* entry = taskIn(*reply.answer, k);
          if (entry == nullptr || !entry->is_object())
            result.text = m_session.host() + " returned an unexpected answer.";
          else
            result = take(*round, round->asked[k], *reply.answer, *entry);
        }
        if (round->updates.empty()) return done(std::move(round->results));
        m_session.fetch(round->files, [this, round, spec, done](const base::Result<void>& fetched) {
          finish(*round, fetched);
          release(spec, round, done);
        });
      });
}

void SshPoller::release(const RunSpec& spec, const RoundPtr& round, Executor::Polled done) {
  std::vector<std::size_t> ended;
  json list = json::array();
  for (const PendingUpdate& update : round->updates) {
    const TaskLife life = round->results[update.task].life;
    if (life != TaskLife::Finished && life != TaskLife::Gone) continue;
    ended.push_back(update.task);
    list.push_back(remoteEnding(spec, round->tasks[update.task]));
  }
  if (ended.empty()) return done(std::move(round->results));
  m_session.send({{"action", "release"}, {"tasks", std::move(list)}}, spec.python, kPollTimeout,
                [this, round, ended, done = std::move(done)](const RemoteReply& reply) {
                  for (std::size_t k = 0; reply.answer && k < ended.size(); ++k) {
                    const json* entry = taskIn(*reply.answer, k);
                    if (entry != nullptr && entry->is_object() && !entry->contains("error"))
                      m_released.insert(round->tasks[ended[k]].folder);
                  }
                  done(std::move(round->results));  // files that remain are released again later
                });
}

TaskPollResult SshPoller::take(Round& round, std::size_t index, const RemoteResponse& answer, const json& entry) {
  const ExecutorTask& task = round.tasks[index];
  const TaskMirror mirror(task.folder);
  const std::string life = textIn(entry, "life"), handle = textIn(entry, "handle");
  if (entry.contains("error")) return {.life = TaskLife::Unknown, .text = remoteError(entry, m_session.host()).text};
  if (life == "missing") {
    return {.life = TaskLife::Gone,
            .text = task.handle.empty() ? "It was not started on " + m_session.host() + "."
                                        : "Its folder on " + m_session.host() + " is gone: " + textIn(entry, "folder")};
  }
  const std::uint64_t offset = numberIn(entry, "offset");
  const std::string events(answer.bytesAt(entry.value("events", json())));
  const auto all = mirror.eventsWith(offset, events);
  if (!all) {
    if (offset == 0) return {.life = TaskLife::Gone, .text = "Its events cannot be read: " + all.error().text};
    if (auto anew = mirror.add(kEventsFile, 0, {}); !anew) return {.text = anew.error().text};
    return {.life = TaskLife::Unknown, .text = "Its events are read anew."};
  }
  if (life == "alive") {
    if (all->finished) return {.life = TaskLife::Alive, .text = {}};  // its supervisor is just ending
    if (!events.empty())
      if (auto added = mirror.add(kEventsFile, offset, events); !added) return {.text = added.error().text};
    for (const json& log : entry.value("logs", json::array())) {
      const std::string name = log.is_object() ? textIn(log, "name") : std::string();
      if (!isGoodName(name)) continue;
      if (auto added = mirror.add(name, numberIn(log, "offset"), answer.bytesAt(log.value("bytes", json()))); !added)
        return {.text = added.error().text};
    }
    return {.life = TaskLife::Alive, .text = {}};
  }

  PendingUpdate update{
      .task = index, .offset = offset, .events = events, .result = {.life = TaskLife::Finished, .text = {}}};
  if (!all->finished) {
    const std::string said = textIn(entry, "said");
    update.result = {.life = TaskLife::Gone,
                 .text = "Its supervisor on " + m_session.host() +
                         " ended without a result: it was killed, or the machine was restarted." +
                         (said.empty() ? "" : " It said: " + lastLine(said))};
  }
  const std::size_t before = round.files.size();
  for (const json& file : entry.value("files", json::array())) {
    const std::string name = file.is_object() ? textIn(file, "name") : std::string();
    if (isGoodName(name) && round.files.size() - before < kMaxFiles)
      round.files.emplace_back(std::string(handle).append("/").append(name), mirror.pathOf(name));
  }
  round.updates.push_back(std::move(update));
  return {.life = TaskLife::Unknown, .text = "Its files are fetched."};
}

void SshPoller::finish(Round& round, const base::Result<void>& fetched) {
  for (const PendingUpdate& update : round.updates) {
    const ExecutorTask& task = round.tasks[update.task];
    const TaskMirror mirror(task.folder);
    TaskPollResult& result = round.results[update.task];
    if (!fetched) {
      result = {.life = TaskLife::Unknown, .text = fetched.error().text};
      continue;
    }
    const auto all = mirror.eventsWith(update.offset, update.events);
    const auto good = all && all->finished ? mirror.checkFiles(*all) : base::Result<void>();
    // After a few tries the transfer is not the cause; RunStore checks the hashes too and reports the file.
    if (!good && ++m_misses[task.folder] < kMaxMisses) {
      result = {.life = TaskLife::Unknown, .text = good.error().text};
      continue;
    }
    m_misses.erase(task.folder);
    const auto added =
        update.events.empty() ? base::Result<void>() : mirror.add(kEventsFile, update.offset, update.events);
    result = added ? update.result : TaskPollResult{.life = TaskLife::Unknown, .text = added.error().text};
  }
}

using namespace std::chrono_literals;

constexpr auto kRequestTimeout = 120s, kProbeTimeout = 180s;
constexpr int kMaxStarts = 3;  // tries

struct Started {
  std::vector<ExecutorTask> tasks;
  std::vector<base::Result<std::string>> handles;
  std::vector<std::size_t> asked;  ///< which of the tasks are in the request
  json request;
  std::string python;
  Executor::Started done;
  int tries = 0;
  bool isStartUncertain = false;
};

struct Ending {
  json task;
  Executor::Ended done;
};

std::string workingFolder(const RunSpec& spec) {
  return spec.workingFolder.empty() ? spec.checkout : spec.workingFolder;
}

base::Error unexpectedAnswer(const std::string& host) {
  return {.code = base::ErrorCode::NotReadable, .text = host + " returned an unexpected answer."};
}

class SshExecutor : public Executor {
 public:
  explicit SshExecutor(const RunTarget& target) : m_session(target), m_poller(m_session) {}
  ~SshExecutor() override { SshExecutor::stopAll(); }
  SshExecutor(const SshExecutor&) = delete;
  SshExecutor& operator=(const SshExecutor&) = delete;

  void probe(const RunSpec& spec, const std::string& script, Probed done) override;
  void start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) override;
  void poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Polled done) override;
  void cancel(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void release(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void stopAll() override;

 private:
  void startAgain(const std::shared_ptr<runs::Started>& started);
  void end(const std::string& action, const RunSpec& spec, const ExecutorTask& task, Ended done);
  void endAll(const std::string& action, const std::string& python);

  SshSession m_session;
  SshPoller m_poller;
  std::map<std::string, std::vector<Ending>> m_endings;  ///< by action: sent together
};

void SshExecutor::stopAll() {
  m_endings.clear();
  m_session.stopAll();
}

void SshExecutor::start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) {
  auto started = std::make_shared<runs::Started>();
  started->tasks = tasks;
  started->python = spec.python;
  started->done = std::move(done);
  json list = json::array();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto file = files::readFile(tasks[i].folder + "/" + std::string(kTaskFile));
    started->handles.push_back(file ? base::Result<std::string>(std::string()) : base::fail(file.error()));
    if (!file) continue;
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(file->bytes), QCryptographicHash::Sha256);
    list.push_back({{"name", tasks[i].name}, {"token", hash.toHex().toStdString()}, {"task", file->bytes}});
    started->asked.push_back(i);
  }
  started->request = {{"action", "start"}, {"probe", probeScript()}, {"tasks", std::move(list)}};
  startAgain(started);
}

void SshExecutor::startAgain(const std::shared_ptr<runs::Started>& started) {
  ++started->tries;
  m_session.send(started->request, started->python, kRequestTimeout, [this, started](const RemoteReply& reply) {
    const bool isStartUncertain = !reply.answer && reply.failure == SshFailure::Uncertain;
    started->isStartUncertain = started->isStartUncertain || isStartUncertain;
    // A start is idempotent there, so a failed call may be repeated.
    if (!reply.answer && reply.failure != SshFailure::Refused && started->tries < kMaxStarts) {
      m_session.later(started->tries * 1s, [this, started] { startAgain(started); });
      return;
    }
    std::set<std::string> forgotten;
    for (std::size_t k = 0; k < started->asked.size(); ++k) {
      base::Result<std::string>& handle = started->handles[started->asked[k]];
      if (!reply.answer) {
        base::Error error = reply.answer.error();
        if (started->isStartUncertain) {
          forgotten.insert(started->tasks[started->asked[k]].name);
          error.text += " If it was started there nevertheless, it is ended as soon as " + m_session.host() + " answers.";
        }
        handle = base::fail(std::move(error));
        continue;
      }
      const json* entry = taskIn(*reply.answer, k);
      if (entry != nullptr && entry->contains("handle") && (*entry)["handle"].is_string())
        handle = (*entry)["handle"].get<std::string>();
      else
        handle = base::fail(entry != nullptr && entry->contains("error") ? remoteError(*entry, m_session.host())
                                                                       : unexpectedAnswer(m_session.host()));
    }
    m_session.forget(forgotten);
    started->done(std::move(started->handles));
  });
}

void SshExecutor::poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Polled done) {
  m_poller.poll(spec, tasks, std::move(done));
}

void SshExecutor::cancel(const RunSpec& spec, const ExecutorTask& task, Ended done) {
  end("cancel", spec, task, std::move(done));
}

void SshExecutor::release(const RunSpec& spec, const ExecutorTask& task, Ended done) {
  if (!m_poller.wasReleased(task.folder)) return end("release", spec, task, std::move(done));
  m_session.later(0ms, [done = std::move(done)] { done({}); });
}

void SshExecutor::end(const std::string& action, const RunSpec& spec, const ExecutorTask& task, Ended done) {
  std::vector<Ending>& waiting = m_endings[action];
  waiting.push_back({remoteEnding(spec, task), std::move(done)});
  if (waiting.size() > 1) return;
  // Requests of the same moment share one call.
  m_session.later(0ms, [this, action, python = spec.python] { endAll(action, python); });
}

void SshExecutor::endAll(const std::string& action, const std::string& python) {
  auto list = std::make_shared<std::vector<Ending>>(std::exchange(m_endings[action], {}));
  json tasks = json::array();
  for (const Ending& one : *list) tasks.push_back(one.task);
  m_session.send({{"action", action}, {"tasks", std::move(tasks)}}, python, kRequestTimeout,
              [this, list](const RemoteReply& reply) {
                const std::string host = m_session.host();  // the last callback below may destroy this object
                for (std::size_t i = 0; i < list->size(); ++i) {
                  const json* entry = reply.answer ? taskIn(*reply.answer, i) : nullptr;
                  if (!reply.answer)
                    (*list)[i].done(base::fail(reply.answer.error()));
                  else if (entry == nullptr || !entry->is_object())
                    (*list)[i].done(base::fail(unexpectedAnswer(host)));
                  else if (entry->contains("error"))
                    (*list)[i].done(base::fail(remoteError(*entry, host)));
                  else
                    (*list)[i].done({});
                }
              });
}

void SshExecutor::probe(const RunSpec& spec, const std::string& script, Probed done) {
  json request = {
      {"action", "probe"}, {"probe", probeScript()}, {"python", spec.python}, {"folder", workingFolder(spec)}};
  request["question"] = text::parseJson(probeQuestion(spec, script, {}));
  m_session.send(std::move(request), spec.python, kProbeTimeout,
                 [this, spec, done = std::move(done)](const RemoteReply& reply) {
                   if (!reply.answer)
                     return done({.facts = {},
                                  .findings = {{true, reply.answer.error().text, reply.answer.error().hint}},
                                  .partitions = {}});
                   const RemoteResponse& answer = *reply.answer;
                   const auto text = [&answer](const char* name) { return answer.head.value(name, json()); };
                   const json exit = text("exit"), problem = text("problem"), base = text("base");
                   ProbeReport report = reportOfProbe(spec, answer.bytesAt(text("out")), answer.bytesAt(text("errors")),
                                                      exit.is_number_integer() ? exit.get<int>() : -1);
                   if (problem.is_string() && !problem.get<std::string>().empty())
                     report.findings.push_back({true,
                                                "Runs cannot be kept in " +
                                                    (base.is_string() ? base.get<std::string>() : std::string()) +
                                                    " on " + m_session.host() + ": " + problem.get<std::string>(),
                                                "Name another folder there."});
                   m_session.checkSftp([report, done](const base::Result<void>& good) {
                     ProbeReport whole = report;
                     if (!good)
                       whole.findings.push_back({true, good.error().text,
                                                 "Results come back with sftp: sshd there needs its Subsystem sftp."});
                     done(std::move(whole));
                   });
                 });
}

}  // namespace

std::unique_ptr<Executor> makeSshExecutor(const RunTarget& target) { return std::make_unique<SshExecutor>(target); }

}  // namespace plumbline::runs
