// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/ssh_executor.h"

#include <QCryptographicHash>
#include <map>
#include <memory>

#include "core/files/file_bytes.h"
#include "core/runs/local_executor.h"
#include "core/runs/ssh_look.h"
#include "core/runs/ssh_session.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr auto kPatience = 120s, kPatienceOfProbe = 180s;
constexpr int kMostStarts = 3;  // tries

struct Started {
  std::vector<TaskAt> tasks;
  std::vector<base::Result<std::string>> handles;
  std::vector<std::size_t> asked;  ///< which of the tasks are in the request
  Json request;
  std::string python;
  Executor::Started done;
  int tries = 0;
  bool isUnsure = false;
};

struct Ending {
  Json task;
  Executor::Ended done;
};

std::string workingFolder(const RunSpec& spec) {
  return spec.workingFolder.empty() ? spec.checkout : spec.workingFolder;
}

const Json* taskIn(const RemoteAnswer& answer, std::size_t index) {
  const auto tasks = answer.head.find("tasks");
  if (tasks == answer.head.end() || !tasks->is_array() || index >= tasks->size()) return nullptr;
  return &(*tasks)[index];
}

base::Error strange(const std::string& host) {
  return {.code = base::ErrorCode::NotReadable, .text = host + " answered something else than was asked."};
}

}  // namespace

struct SshExecutor::Private {
  explicit Private(const Place& place) : session(place), looker(session) {}

  void start(const std::shared_ptr<runs::Started>& started);
  void end(const std::string& action, const RunSpec& spec, const TaskAt& task, Ended done);
  void endAll(const std::string& action, const std::string& python);

  SshSession session;
  SshLooker looker;
  std::map<std::string, std::vector<Ending>> endings;  ///< by action: asked together
};

SshExecutor::SshExecutor(const Place& place, QObject* parent) : Executor(parent), d(std::make_unique<Private>(place)) {}

SshExecutor::~SshExecutor() { SshExecutor::stopAll(); }

void SshExecutor::stopAll() {
  d->endings.clear();
  d->session.stopAll();
}

void SshExecutor::start(const RunSpec& spec, const std::vector<TaskAt>& tasks, Started done) {
  auto started = std::make_shared<runs::Started>();
  started->tasks = tasks;
  started->python = spec.python;
  started->done = std::move(done);
  Json list = Json::array();
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
  d->start(started);
}

void SshExecutor::Private::start(const std::shared_ptr<runs::Started>& started) {
  ++started->tries;
  session.ask(started->request, started->python, kPatience, [this, started](const RemoteReply& reply) {
    const bool isUnsure = !reply.answer && reply.failure == SshFailure::Unsure;
    started->isUnsure = started->isUnsure || isUnsure;
    // What was started already is not started twice there, so a call that came to nothing may be made again.
    if (!reply.answer && reply.failure != SshFailure::NoEntry && started->tries < kMostStarts) {
      session.later(started->tries * 1s, [this, started] { start(started); });
      return;
    }
    std::set<std::string> forgotten;
    for (std::size_t k = 0; k < started->asked.size(); ++k) {
      base::Result<std::string>& handle = started->handles[started->asked[k]];
      if (!reply.answer) {
        base::Error error = reply.answer.error();
        if (started->isUnsure) {
          forgotten.insert(started->tasks[started->asked[k]].name);
          error.text += " If it was started there nevertheless, it is ended as soon as " + session.host() + " answers.";
        }
        handle = base::fail(std::move(error));
        continue;
      }
      const Json* told = taskIn(*reply.answer, k);
      if (told != nullptr && told->contains("handle") && (*told)["handle"].is_string())
        handle = (*told)["handle"].get<std::string>();
      else
        handle = base::fail(told != nullptr && told->contains("error") ? remoteError(*told, session.host())
                                                                       : strange(session.host()));
    }
    session.forget(forgotten);
    started->done(std::move(started->handles));
  });
}

void SshExecutor::look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Looked done) {
  d->looker.look(spec, tasks, std::move(done));
}

void SshExecutor::cancel(const RunSpec& spec, const TaskAt& task, Ended done) {
  d->end("cancel", spec, task, std::move(done));
}

void SshExecutor::release(const RunSpec& spec, const TaskAt& task, Ended done) {
  if (!d->looker.wasReleased(task.folder)) return d->end("release", spec, task, std::move(done));
  d->session.later(0ms, [done = std::move(done)] { done({}); });
}

void SshExecutor::Private::end(const std::string& action, const RunSpec& spec, const TaskAt& task, Ended done) {
  std::vector<Ending>& waiting = endings[action];
  waiting.push_back({remoteEnding(spec, task), std::move(done)});
  if (waiting.size() > 1) return;
  // Those that are asked for in the same moment go in one question.
  session.later(0ms, [this, action, python = spec.python] { endAll(action, python); });
}

void SshExecutor::Private::endAll(const std::string& action, const std::string& python) {
  auto list = std::make_shared<std::vector<Ending>>(std::exchange(endings[action], {}));
  Json tasks = Json::array();
  for (const Ending& one : *list) tasks.push_back(one.task);
  session.ask({{"action", action}, {"tasks", std::move(tasks)}}, python, kPatience,
              [this, list](const RemoteReply& reply) {
                const std::string host = session.host();  // the last call below may end this object
                for (std::size_t i = 0; i < list->size(); ++i) {
                  const Json* told = reply.answer ? taskIn(*reply.answer, i) : nullptr;
                  if (!reply.answer)
                    (*list)[i].done(base::fail(reply.answer.error()));
                  else if (told == nullptr || !told->is_object())
                    (*list)[i].done(base::fail(strange(host)));
                  else if (told->contains("error"))
                    (*list)[i].done(base::fail(remoteError(*told, host)));
                  else
                    (*list)[i].done({});
                }
              });
}

void SshExecutor::probe(const RunSpec& spec, const std::string& script, Probed done) {
  Json request = {
      {"action", "probe"}, {"probe", probeScript()}, {"python", spec.python}, {"folder", workingFolder(spec)}};
  request["question"] = Json::parse(probeQuestion(spec, script, {}), nullptr, false);
  d->session.ask(std::move(request), spec.python, kPatienceOfProbe,
                 [this, spec, done = std::move(done)](const RemoteReply& reply) {
                   if (!reply.answer)
                     return done({.facts = {},
                                  .findings = {{true, reply.answer.error().text, reply.answer.error().hint}},
                                  .partitions = {}});
                   const RemoteAnswer& answer = *reply.answer;
                   const auto text = [&answer](const char* name) { return answer.head.value(name, Json()); };
                   const Json exit = text("exit"), problem = text("problem"), base = text("base");
                   ProbeReport report = reportOfProbe(spec, answer.bytesAt(text("out")), answer.bytesAt(text("errors")),
                                                      exit.is_number_integer() ? exit.get<int>() : -1);
                   if (problem.is_string() && !problem.get<std::string>().empty())
                     report.findings.push_back({true,
                                                "Runs cannot be kept in " +
                                                    (base.is_string() ? base.get<std::string>() : std::string()) +
                                                    " on " + d->session.host() + ": " + problem.get<std::string>(),
                                                "Name another folder there."});
                   d->session.askForFiles([report, done](const base::Result<void>& good) {
                     ProbeReport whole = report;
                     if (!good)
                       whole.findings.push_back({true, good.error().text,
                                                 "Results come back with sftp: sshd there needs its Subsystem sftp."});
                     done(std::move(whole));
                   });
                 });
}

}  // namespace plumbline::runs
