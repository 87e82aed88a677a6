// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/slurm_start.h"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/files/shared_store.h"
#include "core/runs/slurm_words.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kEntryFile = "slurm.json", kListFile = "slurm.list";

base::Result<void> save(const std::string& path, const std::string& bytes) {
  if (auto saved = files::saveFile(path, bytes); !saved) return base::fail(saved.error());
  return {};
}

/// Files to be written together: a thousand tasks are some thousand files.
struct Pending {
  std::size_t task = 0;
  std::string path, bytes;
};

class Submission : public std::enable_shared_from_this<Submission> {
 public:
  Submission(SlurmTalk& talk, const RunSpec& spec, const std::vector<TaskAt>& tasks, Executor::Started done)
      : m_talk(talk), m_spec(spec), m_tasks(tasks), m_done(std::move(done)), m_handles(tasks.size(), std::string()) {}

  void begin() {
    m_talk.ask("scontrol", {"show", "config"}, {}, [self = shared_from_this()](const ProgramAnswer& answer) {
      self->m_largest = largestArray(answer.isGood() ? answer.out : std::string());
      self->next();
    });
  }

 private:
  /// The next array of tasks that are not handed over yet.
  void next() {
    takeArray();
    if (m_array.empty()) return m_done(std::move(m_handles));
    const std::string folder = slurmFolder(m_spec.place, m_tasks[m_array.front()]);
    const std::string script = batchScript(folder + "/keeper.py", folder + "/" + std::string(kListFile), m_spec.python);
    m_talk.ask("sbatch", batchOptions(m_spec, name(), m_array.size(), m_before), script,
               [self = shared_from_this()](const ProgramAnswer& answer) { self->submitted(answer); });
  }

  /// Makes everything that the tasks of one array need where they run, and leaves out those for which that fails.
  void takeArray() {
    m_array.clear();
    while (m_array.empty() && m_at < m_tasks.size()) {
      std::vector<Pending> pending;
      for (; m_at < m_tasks.size() && m_array.size() < m_largest; ++m_at)
        if (auto made = makeFolder(m_at, pending); made)
          m_array.push_back(m_at);
        else
          m_handles[m_at] = base::fail(made.error());
      write(pending);
      if (!m_array.empty()) writeList();
    }
  }

  base::Result<void> makeFolder(std::size_t task, std::vector<Pending>& pending) const {
    const TaskAt& at = m_tasks[task];
    if (m_spec.place.folder.empty()) return {};
    if (auto made = files::makeFolders(m_spec.place.folder, at.name); !made) return made;
    auto what = files::readFile(at.folder + "/" + std::string(kTaskFile));
    if (!what) return base::fail(what.error());
    const std::string folder = slurmFolder(m_spec.place, at) + "/";
    pending.push_back({task, folder + std::string(kSlurmMark), at.name + "\n"});
    pending.push_back({task, folder + "keeper.py", std::string(keeperScript())});
    pending.push_back({task, folder + "probe.py", std::string(probeScript())});
    pending.push_back({task, folder + std::string(kTaskFile), std::move(what->bytes)});
    return {};
  }

  void write(const std::vector<Pending>& pending) {
    std::vector<files::SaveRequest> requests;
    for (const Pending& one : pending) requests.push_back({.path = one.path, .bytes = &one.bytes});
    const auto saved = files::saveFiles(requests);
    for (std::size_t i = 0; i < saved.size(); ++i)
      if (!saved[i]) {
        m_handles[pending[i].task] = base::fail(saved[i].error());
        std::erase(m_array, pending[i].task);
      }
  }

  /// The list that the elements find their folders in, and in each folder here the way back. Only then is anything
  /// handed to Slurm, so that nothing of it can be forgotten.
  void writeList() {
    const std::string folder = slurmFolder(m_spec.place, m_tasks[m_array.front()]);
    std::string list;
    std::vector<Pending> entries;
    for (std::size_t i = 0; i < m_array.size(); ++i) {
      list += slurmFolder(m_spec.place, m_tasks[m_array[i]]) + '\0';
      entries.push_back({m_array[i], m_tasks[m_array[i]].folder + "/" + std::string(kEntryFile),
                         nlohmann::json{{"job", name()}, {"element", i}, {"folder", folder}}.dump(
                             -1, ' ', false, nlohmann::json::error_handler_t::replace)});
    }
    const std::size_t before = m_array.size();
    const auto saved = save(folder + "/" + std::string(kListFile), list);
    write(entries);
    if (saved && m_array.size() == before) return;
    // An element's number is its place in the list, so nothing of this array goes on.
    refuse(saved
               ? base::Error{.code = base::ErrorCode::NotWritable, .text = "The folders of this run cannot be written."}
               : saved.error());
    m_array.clear();
  }

  const std::string& name() const { return m_tasks[m_array.front()].name; }

  void submitted(const ProgramAnswer& answer) {
    const std::string number = answer.isGood() ? jobNumber(answer.out) : std::string();
    if (!number.empty()) {
      accept(number);
      return next();
    }
    if (SlurmTalk::isRefusal(answer)) {
      refuse(SlurmTalk::problemOf("sbatch", answer));
      return next();
    }
    // Its answer is lost, but the job may be there.
    m_talk.ask(
        "squeue",
        {"--noheader", "--states=all", "--user=" + std::to_string(::getuid()), "--name=" + name(), "--format=%F"}, {},
        [self = shared_from_this(), answer](const ProgramAnswer& found) {
          const std::string known =
              jobNumber(found.isGood() ? found.out.substr(0, found.out.find('\n')) : std::string());
          if (!known.empty())
            self->accept(known);
          else
            self->giveUp(SlurmTalk::problemOf("sbatch", answer));
          self->next();
        });
  }

  void accept(const std::string& number) {
    m_before = number;  // the run's limit of tasks at the same time holds for all of its arrays together
    for (std::size_t i = 0; i < m_array.size(); ++i) m_handles[m_array[i]] = number + "_" + std::to_string(i);
  }

  void refuse(const base::Error& error) {
    for (const std::size_t task : m_array) m_handles[task] = base::fail(error);
  }

  void giveUp(const base::Error& error) {
    for (const std::size_t task : m_array)
      (void)save(slurmFolder(m_spec.place, m_tasks[task]) + "/" + std::string(kCancelFile), "\n");
    refuse(error);
  }

  SlurmTalk& m_talk;
  const RunSpec m_spec;
  const std::vector<TaskAt> m_tasks;
  const Executor::Started m_done;
  std::vector<base::Result<std::string>> m_handles;
  std::size_t m_largest = 1, m_at = 0;
  std::vector<std::size_t> m_array;
  std::string m_before;
};

}  // namespace

void startOnSlurm(SlurmTalk& talk, const RunSpec& spec, const std::vector<TaskAt>& tasks, Executor::Started done) {
  std::make_shared<Submission>(talk, spec, tasks, std::move(done))->begin();
}

SlurmEntry slurmEntry(const TaskAt& task) {
  const auto file = files::readFile(task.folder + "/" + std::string(kEntryFile));
  if (!file) return {};
  const auto told = nlohmann::json::parse(file->bytes, nullptr, false);
  if (!told.is_object() || !told.contains("job") || !told["job"].is_string() || !told.contains("element") ||
      !told["element"].is_number_unsigned())
    return {};
  return {.job = told["job"].get<std::string>(),
          .element = told["element"].get<std::size_t>(),
          .folder = told.contains("folder") && told["folder"].is_string() ? told["folder"].get<std::string>()
                                                                          : std::string()};
}

}  // namespace plumbline::runs
