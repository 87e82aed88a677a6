// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/slurm/slurm_client.h"

#include <unistd.h>

#include <QTimer>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/runs/executors/slurm/slurm_text.h"
#include "core/text/json_text.h"

namespace plumbline::runs {
namespace {

constexpr std::chrono::seconds kSlurmTimeout{60};

// Messages of Slurm's programs when the controller does not answer.
bool isOutOfReach(const ProgramResult& answer) {
  return answer.errorsContain("Unable to contact slurm controller") || answer.errorsContain("Socket timed out") ||
         answer.errorsContain("Connection refused") || answer.errorsContain("Zero Bytes were transmitted");
}

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
  Submission(SlurmClient& client, const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Executor::Started done)
      : m_client(client),
        m_spec(spec),
        m_tasks(tasks),
        m_done(std::move(done)),
        m_handles(tasks.size(), std::string()) {}

  void begin() {
    m_client.run("scontrol", {"show", "config"}, {}, [self = shared_from_this()](const ProgramResult& answer) {
      self->m_largest = largestArray(answer.isGood() ? answer.out : std::string());
      self->next();
    });
  }

 private:
  /// The next array of tasks that are not handed over yet.
  void next() {
    prepareArray();
    if (m_array.empty()) return m_done(std::move(m_handles));
    const std::string folder = slurmFolder(m_spec.target, m_tasks[m_array.front()]);
    const std::string script =
        batchScript(folder + "/supervisor.py", folder + "/" + std::string(kListFile), m_spec.python);
    m_client.run("sbatch", batchOptions(m_spec, name(), m_array.size(), m_before), script,
               [self = shared_from_this()](const ProgramResult& answer) { self->submitted(answer); });
  }

  /// Makes everything that the tasks of one array need where they run, and leaves out those for which that fails.
  void prepareArray() {
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
    const ExecutorTask& at = m_tasks[task];
    if (m_spec.target.folder.empty()) return {};
    if (auto made = files::makeFolders(m_spec.target.folder, at.name); !made) return made;
    auto what = files::readFile(at.folder + "/" + std::string(kTaskFile));
    if (!what) return base::fail(what.error());
    const std::string folder = slurmFolder(m_spec.target, at) + "/";
    pending.push_back({task, folder + std::string(kSlurmMark), at.name + "\n"});
    pending.push_back({task, folder + "supervisor.py", std::string(supervisorScript())});
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
    const std::string folder = slurmFolder(m_spec.target, m_tasks[m_array.front()]);
    std::string list;
    std::vector<Pending> entries;
    for (std::size_t i = 0; i < m_array.size(); ++i) {
      list += slurmFolder(m_spec.target, m_tasks[m_array[i]]) + '\0';
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

  void submitted(const ProgramResult& answer) {
    const std::string number = answer.isGood() ? jobNumber(answer.out) : std::string();
    if (!number.empty()) {
      accept(number);
      return next();
    }
    if (SlurmClient::isRefusal(answer)) {
      refuse(SlurmClient::problemOf("sbatch", answer));
      return next();
    }
    // Its answer is lost, but the job may be there.
    m_client.run(
        "squeue",
        {"--noheader", "--states=all", "--user=" + std::to_string(::getuid()), "--name=" + name(), "--format=%F"}, {},
        [self = shared_from_this(), answer](const ProgramResult& found) {
          const std::string known =
              jobNumber(found.isGood() ? found.out.substr(0, found.out.find('\n')) : std::string());
          if (!known.empty())
            self->accept(known);
          else
            self->giveUp(SlurmClient::problemOf("sbatch", answer));
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
      (void)save(slurmFolder(m_spec.target, m_tasks[task]) + "/" + std::string(kCancelFile), "\n");
    refuse(error);
  }

  SlurmClient& m_client;
  const RunSpec m_spec;
  const std::vector<ExecutorTask> m_tasks;
  const Executor::Started m_done;
  std::vector<base::Result<std::string>> m_handles;
  std::size_t m_largest = 1, m_at = 0;
  std::vector<std::size_t> m_array;
  std::string m_before;
};

}  // namespace

void SlurmClient::run(const std::string& program, std::vector<std::string> arguments, std::string input,
                    ProgramCalls::Finished done) {
  ProgramRequest request{.arguments = std::move(arguments), .input = std::move(input), .timeout = kSlurmTimeout};
  if (auto path = findProgram(program)) request.program = *path;
  // A user's own defaults for tables and filters would hide jobs from us; sbatch must not wait for its job.
  request.environmentWithout = {"SQUEUE_", "SINFO_", "SCANCEL_", "SACCT_", "SBATCH_WAIT", "SBATCH_ARRAY"};
  m_calls.run(std::move(request), std::move(done));
}

base::Error SlurmClient::problemOf(const std::string& program, const ProgramResult& answer) {
  using End = ProgramResult::End;
  base::Error error{.code = base::ErrorCode::NotReadable, .text = {}, .hint = "Does sinfo work in a terminal here?"};
  if (answer.end == End::NotStarted) {
    error.text = program + " cannot be started.";
    error.hint = "Install Slurm's programs (slurm-client), or run Plumbline where they are.";
  } else if (answer.end == End::TimedOut || (answer.end == End::Exited && isOutOfReach(answer))) {
    error.text = "Slurm's controller does not answer.";
  } else {
    std::string said = lastLine(answer.errors);
    if (said.starts_with(program + ": ")) said.erase(0, program.size() + 2);
    if (said.starts_with("error: ")) said.erase(0, 7);
    error.text = program + (said.empty() ? " fails." : " says: " + said);
  }
  return error;
}

bool SlurmClient::isRefusal(const ProgramResult& answer) {
  if (answer.end == ProgramResult::End::NotStarted) return true;
  return answer.end == ProgramResult::End::Exited && answer.code != 0 && !isOutOfReach(answer);
}

void SlurmClient::later(std::chrono::milliseconds delay, std::function<void()> work) {
  QTimer::singleShot(delay, m_later.get(), std::move(work));
}

void SlurmClient::stopAll() {
  m_later = std::make_unique<QObject>();
  m_calls.stopAll();
}

std::string slurmFolder(const RunTarget& target, const ExecutorTask& task) {
  return target.folder.empty() ? task.folder : target.folder + "/" + task.name;
}

void startOnSlurm(SlurmClient& client, const RunSpec& spec, const std::vector<ExecutorTask>& tasks,
                  Executor::Started done) {
  std::make_shared<Submission>(client, spec, tasks, std::move(done))->begin();
}

SlurmEntry slurmEntry(const ExecutorTask& task) {
  const auto file = files::readFile(task.folder + "/" + std::string(kEntryFile));
  if (!file) return {};
  const auto reported = text::parseJson(file->bytes);
  if (!reported.is_object() || !reported.contains("job") || !reported["job"].is_string() || !reported.contains("element") ||
      !reported["element"].is_number_unsigned())
    return {};
  return {.job = reported["job"].get<std::string>(),
          .element = reported["element"].get<std::size_t>(),
          .folder = reported.contains("folder") && reported["folder"].is_string() ? reported["folder"].get<std::string>()
                                                                          : std::string()};
}

}  // namespace plumbline::runs
