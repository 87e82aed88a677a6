// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/ssh_look.h"

#include <QDir>
#include <algorithm>

#include "core/runs/task_mirror.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds kPatience{90};
constexpr int kMostMisses = 3;

std::string textOf(const Json& told, const char* name) {
  const auto at = told.find(name);
  return at != told.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::uint64_t numberOf(const Json& told, const char* name) {
  const auto at = told.find(name);
  return at != told.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

/// A name that came from elsewhere, and becomes a file's here.
bool isGoodName(const std::string& name) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
  };
  return !name.empty() && name.size() <= 200 && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), good) && name != kTaskFile && name != kEventsFile && name != kLockFile &&
         name != kCancelFile && name != kCacheFolder && name != "keeper.py" && name != "probe.py";
}

Json questionOf(const TaskAt& task) {
  const TaskMirror mirror(task.folder);
  Json question = {{"name", task.name},
                   {"handle", task.handle},
                   {"events", mirror.sizeOf(kEventsFile)},
                   {"wants_log", task.wantsLog}};
  Json logs = Json::object();
  if (task.wantsLog)
    for (const QString& name :
         QDir(QString::fromStdString(task.folder)).entryList({QStringLiteral("*.log")}, QDir::Files))
      logs[name.toStdString()] = mirror.sizeOf(name.toStdString());
  question["logs"] = std::move(logs);
  return question;
}

}  // namespace

/// News of a task whose files are fetched first.
struct SshLooker::News {
  std::size_t task = 0;
  std::uint64_t offset = 0;
  std::string events;
  TaskLook look;
};

struct SshLooker::Round {
  std::vector<TaskAt> tasks;
  std::vector<TaskLook> looks;
  std::vector<std::size_t> asked;
  std::vector<News> news;
  SshSession::FromTo files;
};

base::Error remoteError(const Json& told, const std::string& host) {
  return {.code = base::ErrorCode::NotReadable, .text = host + ": " + textOf(told, "error") + "."};
}

Json remoteEnding(const RunSpec& spec, const TaskAt& task) {
  return {{"name", task.name}, {"handle", task.handle}, {"keep_cache", spec.keepCache}};
}

void SshLooker::look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Executor::Looked done) {
  auto round = std::make_shared<Round>();
  round->tasks = tasks;
  round->looks.resize(tasks.size());
  Json list = Json::array();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto known = TaskMirror(tasks[i].folder).events();
    if (known && known->finished) {
      round->looks[i] = {.life = TaskLife::Over, .text = {}};
      continue;
    }
    list.push_back(questionOf(tasks[i]));
    round->asked.push_back(i);
  }
  if (round->asked.empty()) {
    m_session.later(std::chrono::milliseconds(0), [round, done = std::move(done)] { done(std::move(round->looks)); });
    return;
  }
  m_session.ask(
      {{"action", "look"}, {"tasks", std::move(list)}}, spec.python, kPatience,
      [this, round, spec, done = std::move(done)](const RemoteReply& reply) {
        for (std::size_t k = 0; k < round->asked.size(); ++k) {
          TaskLook& look = round->looks[round->asked[k]];
          if (!reply.answer) {
            look.text = reply.answer.error().text;
            continue;
          }
          const auto told = reply.answer->head.find("tasks");
          if (told == reply.answer->head.end() || !told->is_array() || k >= told->size() || !(*told)[k].is_object())
            look.text = m_session.host() + " answered something else than was asked.";
          else
            look = take(*round, round->asked[k], *reply.answer, (*told)[k]);
        }
        if (round->news.empty()) return done(std::move(round->looks));
        m_session.fetch(round->files, [this, round, spec, done](const base::Result<void>& fetched) {
          finish(*round, fetched);
          release(spec, round, done);
        });
      });
}

void SshLooker::release(const RunSpec& spec, const RoundPtr& round, Executor::Looked done) {
  std::vector<std::size_t> ended;
  Json list = Json::array();
  for (const News& news : round->news) {
    const TaskLife life = round->looks[news.task].life;
    if (life != TaskLife::Over && life != TaskLife::Gone) continue;
    ended.push_back(news.task);
    list.push_back(remoteEnding(spec, round->tasks[news.task]));
  }
  if (ended.empty()) return done(std::move(round->looks));
  m_session.ask({{"action", "release"}, {"tasks", std::move(list)}}, spec.python, kPatience,
                [this, round, ended, done = std::move(done)](const RemoteReply& reply) {
                  const Json told = reply.answer ? reply.answer->head.value("tasks", Json::array()) : Json::array();
                  for (std::size_t k = 0; k < ended.size() && k < told.size(); ++k)
                    if (told[k].is_object() && !told[k].contains("error"))
                      m_released.insert(round->tasks[ended[k]].folder);
                  done(std::move(round->looks));  // what is still there is asked for again by whoever wants it gone
                });
}

TaskLook SshLooker::take(Round& round, std::size_t index, const RemoteAnswer& answer, const Json& told) {
  const TaskAt& task = round.tasks[index];
  const TaskMirror mirror(task.folder);
  const std::string life = textOf(told, "life"), handle = textOf(told, "handle");
  if (told.contains("error")) return {.life = TaskLife::Unknown, .text = remoteError(told, m_session.host()).text};
  if (life == "missing") {
    return {.life = TaskLife::Gone,
            .text = task.handle.empty() ? "It was not started on " + m_session.host() + "."
                                        : "Its folder on " + m_session.host() + " is gone: " + textOf(told, "folder")};
  }
  const std::uint64_t offset = numberOf(told, "offset");
  const std::string events(answer.bytesAt(told.value("events", Json())));
  const auto all = mirror.eventsWith(offset, events);
  if (!all) {
    if (offset == 0) return {.life = TaskLife::Gone, .text = "Its events cannot be read: " + all.error().text};
    if (auto anew = mirror.add(kEventsFile, 0, {}); !anew) return {.text = anew.error().text};
    return {.life = TaskLife::Unknown, .text = "Its events are read anew."};
  }
  if (life == "alive" && !all->finished) {
    if (!events.empty())
      if (auto added = mirror.add(kEventsFile, offset, events); !added) return {.text = added.error().text};
    for (const Json& log : told.value("logs", Json::array())) {
      const std::string name = log.is_object() ? textOf(log, "name") : std::string();
      if (!isGoodName(name)) continue;
      if (auto added = mirror.add(name, numberOf(log, "offset"), answer.bytesAt(log.value("bytes", Json()))); !added)
        return {.text = added.error().text};
    }
    return {.life = TaskLife::Alive, .text = {}};
  }

  News news{.task = index, .offset = offset, .events = events, .look = {.life = TaskLife::Over, .text = {}}};
  if (!all->finished) {
    const std::string said = textOf(told, "said");
    news.look = {.life = TaskLife::Gone,
                 .text = "Its keeper on " + m_session.host() +
                         " is gone without a word: it was killed, or the machine was restarted." +
                         (said.empty() ? "" : " It said: " + lastLine(said))};
  }
  for (const Json& file : told.value("files", Json::array())) {
    const std::string name = file.is_object() ? textOf(file, "name") : std::string();
    if (isGoodName(name)) round.files.emplace_back(std::string(handle).append("/").append(name), mirror.pathOf(name));
  }
  round.news.push_back(std::move(news));
  return {.life = TaskLife::Unknown, .text = "Its files are fetched."};
}

void SshLooker::finish(Round& round, const base::Result<void>& fetched) {
  for (const News& news : round.news) {
    const TaskAt& task = round.tasks[news.task];
    const TaskMirror mirror(task.folder);
    TaskLook& look = round.looks[news.task];
    if (!fetched) {
      look = {.life = TaskLife::Unknown, .text = fetched.error().text};
      continue;
    }
    const auto all = mirror.eventsWith(news.offset, news.events);
    const auto good = all && all->finished ? mirror.checkFiles(*all) : base::Result<void>();
    // After a few times it is not the way here that changes them; whoever reads them checks them too, and says so.
    if (!good && ++m_misses[task.folder] < kMostMisses) {
      look = {.life = TaskLife::Unknown, .text = good.error().text};
      continue;
    }
    m_misses.erase(task.folder);
    const auto added = news.events.empty() ? base::Result<void>() : mirror.add(kEventsFile, news.offset, news.events);
    look = added ? news.look : TaskLook{.life = TaskLife::Unknown, .text = added.error().text};
  }
}

}  // namespace plumbline::runs
