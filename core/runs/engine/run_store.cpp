// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <random>
#include <tuple>
#include <utility>

#include "core/files/folders.h"
#include "core/runs/logs/log_causes.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/results/repeat_summary.h"
#include "core/runs/results/run_record.h"

namespace plumbline::runs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJournal = "journal.jsonl";
constexpr const char* kTrash = "trash";
constexpr std::uint64_t kMaxResultBytes = std::uint64_t{256} << 20;  ///< of one step's result
constexpr std::size_t kStampLength = 15, kIdLength = 20;         ///< "20261121-234502" and "-k3f9"

std::string freshId(double now) {
  const auto seconds = static_cast<std::time_t>(now);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> stamp{};
  const std::size_t length = std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S", &parts);
  std::string id(stamp.data(), length);
  constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";
  std::random_device random;
  id += '-';
  for (int i = 0; i < 4; ++i) id += kLetters[random() % kLetters.size()];
  return id;
}

bool isId(std::string_view name) {
  return name.size() == kIdLength && name[8] == '-' && name[kStampLength] == '-' &&
         std::ranges::all_of(name, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-'; });
}

/// idsIn are the names below a folder that may be runs, oldest first.
std::vector<std::string> idsIn(const std::string& folder) {
  std::vector<std::string> ids;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (std::string name = entry->path().filename().string(); isId(name)) ids.push_back(std::move(name));
  std::ranges::sort(ids);
  return ids;
}

base::Result<Run> loadRun(const std::string& folder) {
  const auto journal = files::readFile(folder + "/" + kJournal);
  if (!journal) return base::fail(journal.error());
  auto run = replayRun(journal->bytes, folder);
  if (run && run->id != fs::path(folder).filename())
    return base::fail(base::ErrorCode::BadFormat, "This journal is of another run: its id is not the name of its folder.",
                      "Give the folder the name of the run back, or remove it.", folder + "/" + kJournal, 1);
  return run;
}

/// isUnwritten tests for a run whose process ended before the first line was complete: nothing was started for it.
bool isUnwritten(const std::string& folder) {
  const auto journal = files::readFile(folder + "/" + kJournal);
  return journal && journal->bytes.find('\n') == std::string::npos;
}

base::Result<void> saveInto(const std::string& root, const ResultFile& file) {
  const std::string parent = fs::path(file.name).parent_path().string();
  if (const auto made = files::makeFolders(root, parent); !made) return base::fail(made.error());
  if (const auto saved = files::saveFile(root + "/" + file.name, file.bytes); !saved) return base::fail(saved.error());
  return {};
}

/// placeScript links a script into a task's folder from the run's own copy: a run may have thousands of tasks.
base::Result<void> placeScript(const std::string& run, const std::string& task, const std::string& name,
                               std::string_view text) {
  const std::string common = run + "/" + name;
  const auto there = files::readFile(common);
  if (!there || there->bytes != text)
    if (const auto saved = files::saveFile(common, std::string(text)); !saved) return base::fail(saved.error());
  return files::replaceWithLink(common, task + "/" + name);
}

void addProblem(std::string& problems, const std::string& problem) {
  if (problem.empty()) return;
  if (!problems.empty()) problems += ' ';
  problems += problem;
}

/// saveBeside puts what belongs to a table beside the copy that the user asked for, and removes what an older one had.
void saveBeside(Run& run, const ResultFiles& results) {
  for (const std::string_view ending : {sources::kNotesEnding, sources::kBreaksEnding, sources::kPhasesEnding}) {
    const fs::path target = sources::besideName(run.spec.output, ending);
    if (target.empty()) return;
    const std::string source = sources::besideName(results.files[results.output].name, ending);
    const auto file = std::ranges::find(results.beside, source, &ResultFile::name);
    const auto done = file == results.beside.end()
                          ? files::removeFile(target)
                          : saveInto(target.parent_path(), {target.filename(), file->bytes});
    if (!done) addProblem(run.problem, base::describe(done.error()));
  }
}

}  // namespace

base::Error foreignRun(const Run& run) {
  return {base::ErrorCode::BadArgument, "This run belongs to another user, or others may write to its folder.",
          "It is shown only, because its commands may be theirs. Copy its spec into a run of your own.", run.folder};
}

std::string defaultRunFolder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return std::string(state) + "/plumbline/runs";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.local/state/plumbline/runs" : std::string();
}

base::Result<RunStore> RunStore::open(const std::string& folder) {
  if (folder.empty())
    return base::fail(
        {base::ErrorCode::BadArgument, "There is no folder to keep runs in.", "Set XDG_STATE_HOME or HOME."});
  std::error_code error;
  const fs::path absolute = fs::absolute(folder, error).lexically_normal();
  std::string root = absolute.string();
  while (root.size() > 1 && root.ends_with('/')) root.pop_back();
  if (const auto made = files::makeFolders(root, "", files::Missing::MakePrivate); !made) return base::fail(made.error());
  return RunStore(root);
}

base::Result<RunStore::Found> RunStore::create(const RunSpec& spec, const RunPlan& plan, double now) const {
  if (!isGuarded())
    return base::fail(
        {base::ErrorCode::BadArgument, "This folder of runs belongs to another user, or others may write to it.",
         "Runs in it are shown only. Take that permission away (chmod go-w), or name another folder.", m_folder});
  Run run;
  for (int attempt = 0; attempt < 100; ++attempt) {
    run.id = freshId(now);
    run.folder = m_folder + "/" + run.id;
    const auto made = files::makeNewFolder(run.folder);
    if (made) break;
    if (made.error().code != base::ErrorCode::Changed) return base::fail(made.error());
  }
  run.title = titleOf(spec);
  run.spec = spec;
  run.plan = plan;
  run.tasks.resize(plan.tasks.size());
  run.queued = now;
  auto journal = files::LockedLog::create(run.folder + "/" + kJournal);
  if (!journal) return base::fail(journal.error());
  if (const auto written = journal->append(journalQueued(run)); !written) {
    (void)files::removeTree(m_folder, run.id);
    return base::fail(written.error());
  }
  return Found{std::move(run), *std::move(journal)};
}

std::vector<RunStore::Found> RunStore::adoptAbandoned(bool includeFinished, std::vector<base::Error>& problems,
                                                     const std::set<std::string>& without) const {
  std::vector<Found> found;
  for (const std::string& id : idsIn(m_folder)) {
    if (without.contains(id) || !isOwn(id)) continue;
    const std::string folder = m_folder + "/" + id;
    auto journal = files::LockedLog::adopt(folder + "/" + kJournal);
    if (!journal) continue;  // another process has it, or it is not a run
    if (isUnwritten(folder)) {
      (void)journal->remove();
      files::removeEmptyFolders(m_folder, folder);
      continue;
    }
    auto run = loadRun(folder);
    if (!run) {
      problems.push_back(run.error());
      continue;
    }
    const bool isDone = isFinished(stateOf(*run)) && run->isSaved;
    if (isDone && !includeFinished) continue;
    run->isAdopted = !isDone;
    found.push_back({*std::move(run), *std::move(journal)});
  }
  return found;
}

/// isGuarded tests the folder of runs, which the administrator may have made for several users: other users who may write to
/// it could put another folder in a run's place, unless the sticky bit keeps every name for its owner.
bool RunStore::isGuarded() const {
  struct stat root {};
  if (::stat(m_folder.c_str(), &root) != 0 || (root.st_uid != ::geteuid() && root.st_uid != 0)) return false;
  return (root.st_mode & (S_IWGRP | S_IWOTH)) == 0 || (root.st_mode & S_ISVTX) != 0;
}

bool RunStore::isOwn(const std::string& id) const {
  const std::string folder = m_folder + "/" + id;
  return isGuarded() && files::isOwn(folder) && files::isOwn(folder + "/" + kJournal);
}

base::Result<Run> RunStore::load(const std::string& id) const {
  return load(id, files::isHeld(m_folder + "/" + id + "/" + kJournal));
}

base::Result<Run> RunStore::load(const std::string& id, bool isHeld) const {
  auto run = loadRun(m_folder + "/" + id);
  if (!run) return run;
  if (!isOwn(id))
    run->access = RunAccess::Foreign;
  else if (!(isFinished(stateOf(*run)) && run->isSaved) && !isHeld)
    run->access = RunAccess::Abandoned;
  return run;
}

std::vector<Run> RunStore::listAbandoned(std::vector<base::Error>& problems,
                                         const std::set<std::string>& without) const {
  std::vector<Run> runs;
  for (const std::string& id : idsIn(m_folder)) {
    const std::string folder = m_folder + "/" + id;
    if (without.contains(id) || files::isHeld(folder + "/" + kJournal)) continue;
    auto run = load(id, false);  // what another process does a moment later is found by the next search
    if (!run && isOwn(id) && !isUnwritten(folder)) problems.push_back(run.error());
    if (run) runs.push_back(*std::move(run));
  }
  return runs;
}

std::vector<Run> RunStore::list(std::vector<base::Error>& problems) const {
  std::vector<Run> runs;
  for (const std::string& id : idsIn(m_folder)) {
    auto run = load(id);
    if (run)
      runs.push_back(*std::move(run));
    else if (run.error().code != base::ErrorCode::NotFound && !isUnwritten(m_folder + "/" + id))
      problems.push_back(run.error());
  }
  std::reverse(runs.begin(), runs.end());
  return runs;
}

std::string RunStore::journalOf(const Run& run) { return run.folder + "/" + kJournal; }

base::Result<void> RunStore::requestCancel(const Run& run) {
  if (run.access == RunAccess::Foreign) return base::fail(foreignRun(run));
  const auto saved = files::saveFile(run.folder + "/" + std::string(kCancelFile), "cancel\n");
  if (!saved) return base::fail(saved.error());
  return {};
}

bool RunStore::consumeCancelRequest(const Run& run) {
  const std::string request = run.folder + "/" + std::string(kCancelFile);
  std::error_code error;
  return fs::exists(request, error) && files::removeFile(request);
}

std::string RunStore::nameOf(const Run& run, std::size_t task) {
  return run.id + "-" + std::to_string(task + 1) + "-" + std::to_string(run.tasks.at(task).attempt);
}

base::Result<std::string> RunStore::prepareTask(const Run& run, std::size_t task) {
  const std::string name = std::to_string(task + 1) + "-" + std::to_string(run.tasks.at(task).attempt);
  if (const auto made = files::makeFolders(run.folder, name); !made) return base::fail(made.error());
  const std::string folder = run.folder + "/" + name;
  const auto copies = copiesFor(run.spec);
  if (!copies) return base::fail(copies.error());
  const std::string contract = taskText(run.spec, run.plan, run.plan.tasks.at(task), *copies);
  for (const auto& [script, text] :
       {std::pair("supervisor.py", supervisorScript()), std::pair("probe.py", probeScript())})
    if (const auto placed = placeScript(run.folder, folder, script, text); !placed) return base::fail(placed.error());
  const auto saved = files::saveFile(folder + "/" + std::string(kTaskFile), contract);
  if (!saved) return base::fail(saved.error());
  return folder;
}

void RunStore::readOutputs(const Run& run, std::size_t index, Outputs& outputs, std::vector<base::Error>& problems) {
  const TaskStatus& task = run.tasks.at(index);
  if (run.spec.kind == RunKind::Repro) {  // the log is the result
    auto outcome = outcomeOfTask(run, index);
    if (outcome.isValue()) outputs[index][std::string(kOutcomeFile)] = outcomeJson(outcome.value());
    if (outcome.isError()) problems.push_back(outcome.error());
  }
  std::vector<std::string> names = {std::string(kGpuFile)};
  for (const Step& step : run.plan.tasks.at(index).steps) {
    if (step.output.empty()) continue;
    names.push_back(step.output);
    for (const std::string_view ending : {sources::kBreaksEnding, sources::kPhasesEnding})
      std::ranges::move(sources::besideNames(step.output, ending), std::back_inserter(names));
  }
  for (const std::string& name : names) {
    const auto reported = std::ranges::find(task.files, name, &OutputFile::name);
    if (reported == task.files.end()) continue;
    const std::string path = task.folder + "/" + reported->name;
    auto file = files::readFile(path, kMaxResultBytes);
    if (!file) {
      problems.push_back(file.error());
      continue;
    }
    const QByteArray hash = QCryptographicHash::hash(
        QByteArray::fromRawData(file->bytes.data(), static_cast<qsizetype>(file->bytes.size())),
        QCryptographicHash::Sha256);
    if (hash.toHex().toStdString() != reported->sha256) {
      problems.push_back({base::ErrorCode::Changed, "This result is not the one that was written.",
                          "Run the task again; the file is left out.", path});
      continue;
    }
    outputs[index][reported->name] = std::move(file->bytes);
  }
  if (run.spec.kind == RunKind::Repro) return;
  if (const auto causes = readCauses(run, index); !causes.empty())
    outputs[index][std::string(kCausesFile)] = taskCausesJson(causes);
}

Outputs RunStore::outputsOf(const Run& run, std::vector<base::Error>& problems) {
  Outputs outputs;
  for (std::size_t i = 0; i < run.tasks.size(); ++i)
    if (isFinished(run.tasks[i].state)) readOutputs(run, i, outputs, problems);
  return outputs;
}

std::string RunStore::problemOfOutput(const Run& run, std::size_t task) {
  Outputs outputs;
  std::vector<base::Error> problems;
  readOutputs(run, task, outputs, problems);
  return problems.empty() ? outputProblem(run, task, outputs) : base::describe(problems.front());
}

base::Result<void> RunStore::saveResults(Run& run) {
  std::vector<base::Error> problems;
  const Outputs outputs = outputsOf(run, problems);
  ResultFiles results = resultFiles(run, outputs);
  run.results.clear();
  run.problem = std::move(results.problem);
  if (run.spec.kind == RunKind::Repro) std::ranges::move(cleanMinified(run), std::back_inserter(problems));
  for (const base::Error& problem : problems) addProblem(run.problem, base::describe(problem));
  for (const ResultFile& file : results.files) {
    if (const auto saved = saveInto(run.folder, file); !saved) return base::fail(saved.error());
    run.results.push_back(run.folder + "/" + file.name);
  }
  for (const ResultFile& file : results.beside)
    if (const auto saved = saveInto(run.folder, file); !saved) return base::fail(saved.error());
  if (!run.spec.output.empty()) {
    // An older result must not be mistaken for this one. A file that cannot be replaced usually cannot be removed
    // either; the problem then names it.
    if (results.files.empty()) {
      if (const auto removed = files::removeFile(run.spec.output); !removed)
        addProblem(run.problem, "An older result is still there. " + base::describe(removed.error()));
    } else if (const auto saved = files::saveFile(run.spec.output, results.files[results.output].bytes); !saved) {
      addProblem(run.problem,
                 base::describe(saved.error()) + " The result is kept as " + run.results[results.output] + ".");
    } else {
      saveBeside(run, results);
    }
  }
  return saveInto(run.folder, {"record.json", recordText(run, outputs)});
}

void RunStore::removeLeftovers(const Run& run, std::size_t task) {
  if (run.spec.keepCache || !isFinished(run.tasks.at(task).state)) return;
  for (int attempt = 1; attempt <= run.tasks[task].attempt; ++attempt) {
    const std::string name = std::to_string(task + 1) + "-" + std::to_string(attempt);
    if (fs::exists(run.folder + "/" + name + "/" + std::string(kTaskFile)))
      (void)files::removeTree(run.folder, name + "/" + std::string(kCacheFolder));
  }
}

void RunStore::removeLeftovers(const Run& run) {
  for (std::size_t i = 0; i < run.tasks.size(); ++i) removeLeftovers(run, i);
}

base::Result<void> RunStore::checkFinished(const Run& run) const {
  if (!isFinished(stateOf(run)))
    return base::fail(base::ErrorCode::BadArgument, "This run is not over.", "Cancel it first.", run.folder);
  if (!isId(run.id) || run.folder != m_folder + "/" + run.id)
    return base::fail(
        {base::ErrorCode::BadArgument, "This is not the folder of a run.", "Nothing was removed.", run.folder});
  return {};
}

base::Result<void> RunStore::remove(const Run& run) const {
  if (run.access == RunAccess::Foreign) return base::fail(foreignRun(run));
  if (auto checked = checkFinished(run); !checked) return checked;
  if (!loadRun(run.folder))
    return base::fail(base::ErrorCode::BadArgument, "This folder holds no run.", "Nothing was removed.", run.folder);
  return files::removeTree(m_folder, run.id);
}

base::Result<void> RunStore::moveToTrash(const Run& run) const {
  if (auto checked = checkFinished(run); !checked) return checked;
  if (auto made = files::makeFolders(m_folder, kTrash); !made) return made;
  return files::moveFile(run.folder, m_folder + "/" + kTrash + "/" + run.id);
}

base::Result<void> RunStore::restoreFromTrash(const Run& run) const {
  return files::moveFile(m_folder + "/" + kTrash + "/" + run.id, m_folder + "/" + run.id);
}

void RunStore::emptyTrash() const {
  const std::string trash = m_folder + "/" + kTrash;
  for (const std::string& id : idsIn(trash)) {
    // The process that moved it here holds its journal, as it may restore it.
    const auto journal = files::LockedLog::adopt(std::string(trash).append("/").append(id).append("/").append(kJournal));
    if (!journal && journal.error().code == base::ErrorCode::Changed) continue;
    (void)files::removeTree(m_folder, std::string(kTrash) + "/" + id);
  }
  files::removeEmptyFolders(m_folder, trash);
}

base::Result<files::LockedLog> RunStore::lockJournal(const Run& run) const {
  if (!isOwn(run.id)) return base::fail(foreignRun(run));
  return files::LockedLog::adopt(journalOf(run));
}

RunRegistry::Entry& RunRegistry::insert(Run run, std::optional<files::LockedLog> journal) {
  auto entry = std::make_unique<Entry>();
  entry->work.resize(run.tasks.size());
  entry->run = std::make_shared<Run>(std::move(run));
  if (journal) entry->journal.emplace(*std::move(journal));
  m_entries.push_back(std::move(entry));
  return *m_entries.back();
}

std::unique_ptr<RunRegistry::Entry> RunRegistry::take(std::string_view id) {
  const auto found = std::ranges::find_if(m_entries, [&](const auto& entry) { return entry->run->id == id; });
  if (found == m_entries.end()) return nullptr;
  auto entry = std::move(*found);
  m_entries.erase(found);
  return entry;
}

RunRegistry::Entry* RunRegistry::find(std::string_view id) {
  const auto found = std::ranges::find_if(m_entries, [&](const auto& entry) { return entry->run->id == id; });
  return found == m_entries.end() ? nullptr : found->get();
}

void RunRegistry::sort() {
  std::ranges::stable_sort(m_entries, [](const auto& a, const auto& b) {
    return std::tuple(-a->run->spec.priority, a->run->queued) < std::tuple(-b->run->spec.priority, b->run->queued);
  });
}

base::Result<void> RunRegistry::writeTask(Entry& entry, std::size_t task) {
  entry.shown.reset();
  return entry.journal ? entry.journal->append(journalTask(*entry.run, task)) : base::Result<void>();
}

base::Result<void> RunRegistry::writeRun(Entry& entry) {
  entry.shown.reset();
  return entry.journal ? entry.journal->append(journalRun(*entry.run)) : base::Result<void>();
}

Queue RunRegistry::working() const {
  Queue queue{.number = m_number, .runs = {}};
  queue.runs.reserve(m_entries.size());
  for (const auto& entry : m_entries) queue.runs.push_back(entry->run);
  return queue;
}

QueuePtr RunRegistry::snapshot() {
  auto queue = std::make_shared<Queue>();
  queue->number = ++m_number;
  queue->runs.reserve(m_entries.size());
  for (const auto& entry : m_entries) {
    if (!entry->shown) entry->shown = std::make_shared<const Run>(*entry->run);
    queue->runs.push_back(entry->shown);
  }
  return queue;
}

}  // namespace plumbline::runs
