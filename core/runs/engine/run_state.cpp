// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_state.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/text/json_text.h"

namespace plumbline::runs {
namespace {

struct StateName {
  RunState state;
  std::string_view text;
};
constexpr std::array<StateName, 11> kStateNames{{{RunState::Waiting, "waiting"},
                                       {RunState::Preparing, "preparing"},
                                       {RunState::Running, "running"},
                                       {RunState::Cold, "cold"},
                                       {RunState::Warm, "warm"},
                                       {RunState::Reading, "reading"},
                                       {RunState::Done, "done"},
                                       {RunState::Failed, "failed"},
                                       {RunState::TimedOut, "timed out"},
                                       {RunState::Cancelled, "cancelled"},
                                       {RunState::Lost, "lost"}}};

/// badness orders the states of tasks that are over.
int badness(RunState state) {
  switch (state) {
    case RunState::Cancelled: return 1;
    case RunState::Failed: return 2;
    case RunState::TimedOut: return 3;
    case RunState::Lost: return 4;
    default: return 0;
  }
}

/// TargetUse counts what runs at the same time.
struct TargetUse {
  std::map<std::string, int> targets;
  std::map<std::pair<std::string, std::string>, int> devices;
};

double durationOf(const TaskStatus& task) {
  return task.began > 0 && task.ended > task.began ? task.ended - task.began : 0;
}

/// inStep names the step, when a task has more than one.
std::string inStep(const StepEvents& step) {
  const RunState state = stateOfStep(step.name);
  return state == RunState::Running ? std::string() : " in the " + step.name + " run";
}

std::string signalText(int number) {
  const std::string word = signalName(number);
  // A SIGKILL after a timeout or a cancel is reported as such; another one usually comes from the kernel.
  return number == SIGKILL ? word + " (often for want of memory)" : word;
}

TaskEnd endOfStep(const RunSpec& spec, const StepEvents& step, bool mustWrite) {
  const std::string where = inStep(step);
  // The supervisor's own problem is often the cause: a full disk ends the log and the program alike.
  const std::string besides = step.problem.empty() ? "" : "; " + step.problem;
  switch (step.end) {
    case StepEnd::Exited:
      // The exit code of a repro script is a result, not a failure; repro_outcome.h judges it.
      if (spec.kind == RunKind::Repro) return {};
      if (step.code != 0) return {RunState::Failed, "exit code " + std::to_string(step.code) + where + besides};
      if (mustWrite && !step.wroteOutput) return {RunState::Failed, "wrote no result" + where + besides};
      return {};
    case StepEnd::Signalled: return {RunState::Failed, "killed by " + signalText(step.code) + where + besides};
    case StepEnd::TimedOut:
      return {RunState::TimedOut, "not done after " + std::to_string(stepLimit(spec).count()) + " s" + where};
    case StepEnd::Cancelled: return {RunState::Cancelled, {}};
    case StepEnd::NotStarted:
      return {RunState::Failed, step.problem.empty() ? "could not be started" + where : step.problem + where};
    case StepEnd::Running: break;
  }
  return {RunState::Failed, "its end is unknown" + where};
}

using nlohmann::json;
using text::toJsonBytes;

/// bytesFrom throws as any access of nlohmann's library does.
std::string bytesFrom(const json& value) { return text::fromJsonBytes(value).value(); }

json planJson(const RunPlan& plan) {
  json tasks = json::array();
  for (const TaskPlan& task : plan.tasks) {
    json steps = json::array();
    for (const Step& step : task.steps) {
      json words = json::array();
      for (const Word& word : step.words)
        words.push_back(json::array({toJsonBytes(word.before), toJsonBytes(word.file), toJsonBytes(word.after)}));
      steps.push_back(
          {{"name", toJsonBytes(step.name)}, {"words", std::move(words)}, {"output", toJsonBytes(step.output)}});
    }
    tasks.push_back({{"model", toJsonBytes(task.model)},
                     {"repeat", task.repeat},
                     {"partition", task.partition},
                     {"steps", std::move(steps)},
                     {"cache", task.cache}});
  }
  json environment = json::array(), notes = json::array(), folders = json::array(), unset = json::array();
  for (const std::string& name : plan.unset) unset.push_back(toJsonBytes(name));
  for (const auto& [name, place] : plan.folderVariables)
    folders.push_back(json::array({toJsonBytes(name), toJsonBytes(place)}));
  for (const auto& [name, value] : plan.environment)
    environment.push_back(json::array({toJsonBytes(name), toJsonBytes(value)}));
  for (const std::string& note : plan.notes) notes.push_back(toJsonBytes(note));
  return {{"tasks", std::move(tasks)},
          {"script", toJsonBytes(plan.script)},
          {"folder", toJsonBytes(plan.workingFolder)},
          {"environment", std::move(environment)},
          {"unset", std::move(unset)},
          {"folders", std::move(folders)},
          {"expected", toJsonBytes(plan.expected)},
          {"notes", std::move(notes)}};
}

RunPlan planFrom(const json& value) {
  RunPlan plan;
  for (const json& entry : value.at("tasks")) {
    TaskPlan task;
    task.model = bytesFrom(entry.at("model"));
    task.repeat = entry.at("repeat").get<int>();
    task.partition = entry.at("partition").get<int>();
    task.cache = entry.at("cache").get<bool>();
    for (const json& part : entry.at("steps")) {
      Step step{bytesFrom(part.at("name")), {}, bytesFrom(part.at("output"))};
      for (const json& word : part.at("words"))
        step.words.push_back({bytesFrom(word.at(0)), bytesFrom(word.at(1)), bytesFrom(word.at(2))});
      task.steps.push_back(std::move(step));
    }
    plan.tasks.push_back(std::move(task));
  }
  plan.script = bytesFrom(value.at("script"));
  plan.workingFolder = bytesFrom(value.at("folder"));
  for (const json& pair : value.at("environment"))
    plan.environment.emplace_back(bytesFrom(pair.at(0)), bytesFrom(pair.at(1)));
  // Journals of an older version have none.
  for (const json& name : value.value("unset", json::array())) plan.unset.push_back(bytesFrom(name));
  for (const json& pair : value.at("folders"))
    plan.folderVariables.emplace_back(bytesFrom(pair.at(0)), bytesFrom(pair.at(1)));
  plan.expected = bytesFrom(value.at("expected"));
  for (const json& note : value.at("notes")) plan.notes.push_back(bytesFrom(note));
  return plan;
}

constexpr int kJournalForm = 1;
constexpr const char* kWhat = "plumbline-run";

std::string lineOf(const json& value) { return text::toJsonText(value) + '\n'; }

/// inside makes a path below the run's folder relative, so that a run can be moved; others stay absolute.
std::string inside(const Run& run, const std::string& path) {
  const std::string root = run.folder + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

std::string outside(const std::string& folder, const std::string& path) {
  return path.empty() || path.starts_with('/') ? path : folder + "/" + path;
}

json journalStep(const StepEvents& step) {
  return {{"name", toJsonBytes(step.name)},     {"group", step.group}, {"start", step.start}, {"began", step.began},
          {"ended", step.ended},              {"end", static_cast<int>(step.end)}, {"code", step.code},
          {"problem", toJsonBytes(step.problem)}, {"log_bytes", step.logBytes}, {"wrote", step.wroteOutput}};
}

StepEvents stepFromJournal(const json& value) {
  StepEvents step;
  step.name = bytesFrom(value.at("name"));
  if (step.name.find('/') != std::string::npos) throw std::out_of_range("name");  // its log lies in the task's folder
  step.group = value.at("group").get<std::int64_t>();
  step.start = value.at("start").get<std::uint64_t>();
  step.began = value.at("began").get<double>();
  step.ended = value.at("ended").get<double>();
  const int end = value.at("end").get<int>();
  if (end < 0 || end > static_cast<int>(StepEnd::NotStarted)) throw std::out_of_range("end");
  step.end = static_cast<StepEnd>(end);
  step.code = value.at("code").get<int>();
  step.problem = bytesFrom(value.at("problem"));
  step.logBytes = value.at("log_bytes").get<std::uint64_t>();
  step.wroteOutput = value.at("wrote").get<bool>();
  return step;
}

void readHeadLine(const json& line, Run& run) {
  run.id = line.at("id").get<std::string>();
  run.queued = line.at("queued").get<double>();
  run.title = bytesFrom(line.at("title"));
  auto spec = specOf(line.at("spec").dump());
  if (!spec) throw std::runtime_error(spec.error().text);
  run.spec = *std::move(spec);
  run.plan = planFrom(line.at("plan"));
  run.tasks.resize(run.plan.tasks.size());
}

void readTaskLine(const json& line, Run& run) {
  TaskStatus& task = run.tasks.at(line.at("task").get<std::size_t>());
  TaskStatus read;
  const auto state = stateOfWord(line.at("state").get<std::string>());
  if (!state) throw std::out_of_range("state");
  read.state = *state;
  read.attempt = line.at("attempt").get<int>();
  const std::string folder = bytesFrom(line.at("folder"));
  if (folder.find("..") != std::string::npos || folder.starts_with('/')) throw std::out_of_range("folder");  // below the run's
  read.folder = outside(run.folder, folder);
  read.handle = bytesFrom(line.at("handle"));
  read.reason = bytesFrom(line.at("reason"));
  read.began = line.at("began").get<double>();
  read.ended = line.at("ended").get<double>();
  for (const json& step : line.at("steps")) read.steps.push_back(stepFromJournal(step));
  for (const json& file : line.at("files"))
    read.files.push_back({bytesFrom(file.at(0)), file.at(1).get<std::uint64_t>(), file.at(2).get<std::string>()});
  task = std::move(read);
}

void readRunLine(const json& line, Run& run) {
  run.spec.priority = line.at("priority").get<int>();
  run.isPaused = line.at("paused").get<bool>();
  run.facts.clear();
  for (const json& fact : line.at("facts")) run.facts[bytesFrom(fact.at(0))] = bytesFrom(fact.at(1));
  run.results.clear();
  for (const json& result : line.at("results")) run.results.push_back(outside(run.folder, bytesFrom(result)));
  run.problem = bytesFrom(line.at("problem"));
  run.isSaved = line.at("saved").get<bool>();
}

}  // namespace

std::string_view stateWord(RunState state) {
  for (const StateName& word : kStateNames)
    if (word.state == state) return word.text;
  return "waiting";
}

std::optional<RunState> stateOfWord(std::string_view text) {
  for (const StateName& word : kStateNames)
    if (word.text == text) return word.state;
  return std::nullopt;
}

bool isFinished(RunState state) { return state >= RunState::Done; }

bool isInProgress(RunState state) { return state != RunState::Waiting && !isFinished(state); }

std::string signalName(int number) {
  const char* name = ::sigabbrev_np(number);
  return name == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + name;
}

RunState stateOf(const Run& run) {
  RunState furthest = RunState::Waiting, worst = RunState::Done;
  bool isAllOver = true;
  for (const TaskStatus& task : run.tasks) {
    if (isFinished(task.state)) {
      if (badness(task.state) > badness(worst)) worst = task.state;
      continue;
    }
    isAllOver = false;
    furthest = std::max(furthest, task.state);
  }
  return isAllOver ? worst : furthest;
}

RunProgress progressOf(const Run& run, double now) {
  RunProgress progress;
  progress.total = static_cast<int>(run.tasks.size());
  std::map<std::string_view, std::pair<double, int>> byModel;
  double sum = 0;
  int count = 0;
  const auto modelOf = [&](std::size_t task) {
    return task < run.plan.tasks.size() ? std::string_view(run.plan.tasks[task].model) : std::string_view();
  };
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const TaskStatus& task = run.tasks[i];
    if (!isFinished(task.state)) continue;
    ++progress.done;
    if (badness(task.state) > badness(RunState::Cancelled)) ++progress.failed;
    if (task.state == RunState::Cancelled) ++progress.cancelled;
    const double seconds = durationOf(task);
    if (task.state != RunState::Done || seconds <= 0) continue;  // a failed one is no estimate for others
    auto& [modelSum, modelCount] = byModel[modelOf(i)];
    modelSum += seconds;
    ++modelCount;
    sum += seconds;
    ++count;
  }
  if (progress.done == progress.total) {
    progress.secondsLeft = 0;
    return progress;
  }
  if (count == 0) return progress;

  double left = 0, longest = 0;
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const TaskStatus& task = run.tasks[i];
    if (isFinished(task.state)) continue;
    const auto known = byModel.find(modelOf(i));
    double seconds = known == byModel.end() ? sum / count : known->second.first / known->second.second;
    if (isInProgress(task.state) && task.began > 0) seconds = std::max(0.0, seconds - (now - task.began));
    left += seconds;
    longest = std::max(longest, seconds);
  }
  const int parallel = std::clamp(run.spec.jobs, 1, progress.total - progress.done);
  progress.secondsLeft = std::max(longest, left / parallel);
  return progress;
}

const Run* findRun(const Queue& queue, std::string_view id) {
  const auto found = std::ranges::find_if(queue.runs, [&](const RunPtr& run) { return run->id == id; });
  return found == queue.runs.end() ? nullptr : found->get();
}

std::vector<TaskRef> nextTasks(const Queue& queue, const Limits& limits) {
  TargetUse use;
  for (const RunPtr& run : queue.runs) {
    const auto active = static_cast<int>(
        std::ranges::count_if(run->tasks, [](const TaskStatus& task) { return isInProgress(task.state); }));
    // Whether the tasks of a run without a process still run is unknown until it is resumed.
    if (active == 0 || run->access != RunAccess::Full || traitsOf(run->spec.target).isScheduled) continue;
    const std::string target = targetName(run->spec.target);
    use.targets[target] += active;
    use.devices[{target, deviceOf(run->spec)}] += active;
  }
  std::vector<TaskRef> next;
  for (const RunPtr& run : queue.runs) {
    if (run->isPaused || run->access != RunAccess::Full) continue;
    int active = 0;
    bool isWaiting = false;
    for (const TaskStatus& task : run->tasks) {
      active += isInProgress(task.state) ? 1 : 0;
      isWaiting = isWaiting || task.state == RunState::Waiting;
    }
    if (!isWaiting) continue;
    const bool isCluster = traitsOf(run->spec.target).isScheduled;
    const std::string target = targetName(run->spec.target);
    int* const onTarget = isCluster ? nullptr : &use.targets[target];
    if (onTarget != nullptr && *onTarget >= limits.perTarget) continue;
    const std::string device = isCluster ? std::string() : deviceOf(run->spec);
    int* const onDevice = isCluster ? nullptr : &use.devices[{target, device}];
    const int maxOnDevice = device == "cpu" ? limits.cpuTasks : limits.perDevice;
    for (std::size_t i = 0; i < run->tasks.size() && (isCluster || active < std::max(1, run->spec.jobs)); ++i) {
      if (run->tasks[i].state != RunState::Waiting) continue;
      if (!isCluster && (*onTarget >= limits.perTarget || *onDevice >= maxOnDevice)) break;
      if (!isCluster) {
        ++*onTarget;
        ++*onDevice;
      }
      ++active;
      next.push_back({run->id, i});
    }
  }
  return next;
}

RunState stateOfStep(std::string_view step) {
  if (step == "cold") return RunState::Cold;
  return step == "warm" ? RunState::Warm : RunState::Running;
}

void showEvents(TaskStatus& task, const TaskEvents& events) {
  task.steps = events.steps;
  task.files = events.files;
  if (events.steps.empty()) return;
  task.state = events.finished ? RunState::Reading : stateOfStep(events.steps.back().name);
  task.began = events.steps.front().began;
}

TaskEnd endOfTask(const RunSpec& spec, const TaskPlan& plan, const TaskEvents& events, bool wasCancelled) {
  for (const StepEvents& step : events.steps) {
    const auto planned = std::ranges::find(plan.steps, step.name, &Step::name);
    TaskEnd end = endOfStep(spec, step, planned != plan.steps.end() && !planned->output.empty());
    if (end.state != RunState::Done) return end;
  }
  if (events.steps.size() >= plan.steps.size()) return {};
  if (wasCancelled) return {RunState::Cancelled, {}};
  const std::string& next = plan.steps[events.steps.size()].name;
  const StepEvents* last = events.steps.empty() ? nullptr : &events.steps.back();
  if (spec.kind == RunKind::TorchCache && last != nullptr && last->end == StepEnd::Exited)
    return {RunState::Failed, "the " + last->name + " run has no compile time, so the " + next + " run was not started"};
  return {RunState::Failed,
          stateOfStep(next) == RunState::Running ? "ended before it began" : "ended before the " + next + " run"};
}

std::string journalQueued(const Run& run) {
  return lineOf({{"journal", kWhat},
                 {"form", kJournalForm},
                 {"id", run.id},
                 {"queued", run.queued},
                 {"title", toJsonBytes(run.title)},
                 {"spec", text::parseJson(specText(run.spec))},
                 {"plan", planJson(run.plan)}});
}

std::string journalTask(const Run& run, std::size_t index) {
  const TaskStatus& task = run.tasks.at(index);
  json steps = json::array(), files = json::array();
  for (const StepEvents& step : task.steps) steps.push_back(journalStep(step));
  for (const OutputFile& file : task.files)
    files.push_back(json::array({toJsonBytes(file.name), file.bytes, file.sha256}));
  return lineOf({{"task", index},
                 {"state", stateWord(task.state)},
                 {"attempt", task.attempt},
                 {"folder", toJsonBytes(inside(run, task.folder))},
                 {"handle", toJsonBytes(task.handle)},
                 {"reason", toJsonBytes(task.reason)},
                 {"began", task.began},
                 {"ended", task.ended},
                 {"steps", std::move(steps)},
                 {"files", std::move(files)}});
}

std::string journalRun(const Run& run) {
  json facts = json::array(), results = json::array();
  for (const auto& [name, value] : run.facts) facts.push_back(json::array({toJsonBytes(name), toJsonBytes(value)}));
  for (const std::string& result : run.results) results.push_back(toJsonBytes(inside(run, result)));
  return lineOf({{"priority", run.spec.priority},
                 {"paused", run.isPaused},
                 {"facts", std::move(facts)},
                 {"results", std::move(results)},
                 {"problem", toJsonBytes(run.problem)},
                 {"saved", run.isSaved}});
}

base::Result<Run> replayRun(std::string_view bytes, const std::string& folder) {
  Run run;
  run.folder = folder;
  const auto damaged = [&](std::size_t line, const std::string& why) {
    return base::fail(base::ErrorCode::BadFormat, "This journal of a run cannot be read: " + why + ".",
                      "The run is left alone; its logs and outputs lie in the same folder.", folder + "/journal.jsonl",
                      line);
  };
  std::size_t number = 0;
  for (std::size_t begin = 0, end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    ++number;
    const json line = text::parseJson(bytes.substr(begin, end - begin));
    if (!line.is_object()) return damaged(number, "the line is not a JSON object");
    try {
      if (number == 1) {
        if (line.value("journal", "") != kWhat) return damaged(number, "it does not begin as one of Plumbline's");
        if (line.at("form").get<int>() != kJournalForm) return damaged(number, "it is of a later form");
        readHeadLine(line, run);
      } else if (line.contains("task")) {
        readTaskLine(line, run);
      } else {
        readRunLine(line, run);
      }
    } catch (const std::exception& problem) {
      return damaged(number, problem.what());
    }
  }
  if (number == 0) return damaged(1, "it has no whole line");
  return run;
}

std::string listOf(const std::vector<int>& numbers, const std::string& what) {
  std::string out = what + (numbers.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < numbers.size(); ++i) out += (i == 0 ? " " : ", ") + std::to_string(numbers[i]);
  return out;
}

std::string withoutDot(std::string sentence) {
  while (!sentence.empty() && (sentence.back() == '.' || sentence.back() == ' ')) sentence.pop_back();
  return sentence;
}

const TaskStatus& statusOf(const Run& run, std::size_t task) {
  static const TaskStatus kWaiting;
  return task < run.tasks.size() ? run.tasks[task] : kWaiting;
}

bool endedWell(const TaskStatus& status, const std::string& step) {
  const auto found = std::ranges::find(status.steps, step, &StepEvents::name);
  if (found == status.steps.end()) return status.state == RunState::Done || status.state == RunState::Reading;
  return found->end == StepEnd::Exited && found->code == 0;
}

std::string resultName(const TaskPlan& task) {
  const auto found =
      std::find_if(task.steps.rbegin(), task.steps.rend(), [](const Step& s) { return !s.output.empty(); });
  return found == task.steps.rend() ? std::string() : found->output;
}

const std::string* bytesOf(const Outputs& outputs, std::size_t task, const std::string& name) {
  const auto files = outputs.find(task);
  if (files == outputs.end()) return nullptr;
  const auto file = files->second.find(name);
  return file == files->second.end() ? nullptr : &file->second;
}

int lastRepeat(const RunPlan& plan) {
  int last = 0;
  for (const TaskPlan& task : plan.tasks) last = std::max(last, task.repeat);
  return last;
}

}  // namespace plumbline::runs
