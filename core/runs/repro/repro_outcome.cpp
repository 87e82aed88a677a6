// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_outcome.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/runs/repro/outcome_reader.h"
#include "core/runs/repro/repro_options.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;

struct ResultText {
  std::string_view word, text, hint;
};
constexpr std::array<ResultText, kReproResultCount> kResultTexts{{
    {"same", "Same", ""},
    {"ran", "Ran, nothing compared", "Run it with --accuracy to compare compiled with eager."},
    {"differs", "Differs", "Minify it, and look at how far apart the tensors are."},
    {"eager-differs", "Eager itself differs",
     "Eager does not agree with itself: look for random numbers, atomics or uninitialised memory before you blame the "
     "compiler."},
    {"compiled-crashed", "Compiled model crashed",
     "The compiled model raised, which torch counts as the same; run it with --no-accuracy to let the exception out."},
    {"crashed", "Crashed", "Look at the traceback in the log."},
    {"eager-crashed", "Eager itself crashed", "The model fails without being compiled: look at its inputs and devices."},
    {"import-failed", "Import failed", "Choose the Python that has it (--python PATH), or install it there."},
    {"bad-arguments", "Arguments refused", "This PyTorch's script does not know such an option; leave it out."},
    {"nothing-to-minify", "Nothing to minify", "It does not fail here: reproduce it a few times first."},
    {"minified", "Minified", "The smallest script is the checkpoint with the fewest nodes."},
    {"fails-as-asked", "Fails as asked", ""},
    {"does-not-fail", "Does not fail", ""},
    {"analyzed", "Analyzed", ""},
    {"timed-out", "Timed out", "Give it more time with --timeout."},
    {"cancelled", "Cancelled", "What it left so far is kept in its folder."},
    {"lost", "Lost", "Its result is unknown; run it again."},
    {"not-started", "Not started", "Look at the reason, then run it again."},
}};

const ResultText& textsOf(ReproResult result) { return kResultTexts.at(static_cast<std::size_t>(result)); }

ReproResult resultOfState(RunState state) {
  if (state == RunState::Cancelled) return ReproResult::Cancelled;
  if (state == RunState::TimedOut) return ReproResult::TimedOut;
  return state == RunState::Lost ? ReproResult::Lost : ReproResult::NotStarted;
}

namespace fs = std::filesystem;

constexpr int kMaxFolderDepth = 8;           // torch's debug folders go five deep
constexpr std::size_t kMaxVisitedFiles = 20000;

/// visitFiles goes through the files below a folder, links not followed, and no further than a run's own folder can go.
void visitFiles(const std::string& folder, const std::function<void(const fs::directory_entry&)>& visit) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error), end;
  std::size_t count = 0;
  for (; !error && entry != end && ++count < kMaxVisitedFiles; entry.increment(error)) {
    std::error_code problem;
    if (entry.depth() >= kMaxFolderDepth || entry->path().filename() == "cache") entry.disable_recursion_pending();
    if (entry->is_regular_file(problem) && !entry->is_symlink(problem)) visit(*entry);
  }
}

/// nodesOf reads "minified_17_nodes.py" (after_dynamo) and "minifier/checkpoints/17.py" (after_aot); -1 for another path.
int nodesOf(const fs::path& path) {
  constexpr std::string_view kBefore = "minified_", kAfter = "_nodes";
  const std::string stem = path.stem().string();
  if (path.extension() != ".py") return -1;
  std::string_view digits = stem;
  if (digits.starts_with(kBefore) && digits.ends_with(kAfter) && digits.size() > kBefore.size() + kAfter.size())
    digits = digits.substr(kBefore.size(), digits.size() - kBefore.size() - kAfter.size());
  else if (path.parent_path().filename() != "checkpoints" || path.parent_path().parent_path().filename() != "minifier")
    return -1;
  int nodes = 0;
  const auto [stop, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), nodes);
  return problem == std::errc() && stop == digits.data() + digits.size() && nodes >= 0 ? nodes : -1;
}

double secondsOf(const fs::directory_entry& entry) {
  std::error_code error;
  const auto time = entry.last_write_time(error);
  if (error) return 0;
  const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

}  // namespace

std::string_view resultWord(ReproResult result) { return textsOf(result).word; }
std::string_view resultText(ReproResult result) { return textsOf(result).text; }
std::string hintOf(ReproResult result) { return std::string(textsOf(result).hint); }
bool isCrash(ReproResult result) {
  return result == ReproResult::CompiledCrashed || result == ReproResult::Crashed || result == ReproResult::EagerCrashed;
}
bool isProof(ReproResult result) { return result == ReproResult::Same || result == ReproResult::Differs; }

base::Outcome<ReproOutcome> outcomeOfTask(const Run& run, std::size_t task, const base::Progress& progress) {
  const TaskStatus& status = statusOf(run, task);
  const bool isEager = task < run.plan.tasks.size() && isEagerTask(run.plan.tasks[task]);
  ReproEnd end{.command = commandOf(run.spec),
               .hasAccuracy = !run.spec.onlyRuns,
               .form = run.spec.reproForm,
               .isEagerRun = isEager,
               .callsRunRepro = !run.spec.arguments.empty()};
  if (status.steps.empty()) {
    ReproOutcome outcome;
    outcome.result = resultOfState(status.state);
    outcome.isEagerRun = isEager;
    outcome.evidence = status.reason;
    outcome.hint = hintOf(outcome.result);
    return outcome;
  }
  const StepEvents& step = status.steps.back();
  end.end = step.end;
  end.code = step.code;
  OutcomeReader reader(end);
  const std::string path = status.folder + "/" + step.name + ".log";
  const auto stamp = files::stampOf(path);
  if (!stamp && step.end == StepEnd::Exited) return stamp.error();
  std::ifstream file(path, std::ios::binary);
  std::vector<char> buffer(std::size_t{64} << 10);
  for (std::uint64_t done = 0; stamp && file;) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto count = static_cast<std::size_t>(file.gcount());
    reader.add({buffer.data(), count});
    done += count;
    if (!progress.report(done, stamp->size)) return base::Cancelled{};
  }
  if (stamp && file.bad())
    return base::fail(base::ErrorCode::NotReadable, "The log cannot be read.", "Look at the disk and its permissions.",
                      path);
  ReproOutcome outcome = reader.finish();
  if (outcome.evidence.empty() && outcome.result != ReproResult::Same) outcome.evidence = status.reason;
  if (step.end == StepEnd::NotStarted && outcome.evidence.empty()) outcome.evidence = step.problem;
  if (outcome.result == ReproResult::Minified && checkpointsIn(status.folder).empty())
    outcome.hint = "It left no checkpoint: no smaller graph fails the same way.";
  return outcome;
}

std::vector<ReproOutcome> outcomesOf(const Run& run) {
  std::vector<ReproOutcome> outcomes;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    if (!isFinished(statusOf(run, i).state)) continue;
    auto outcome = outcomeOfTask(run, i);
    if (outcome.isValue()) {
      outcomes.push_back(std::move(outcome.value()));
      continue;
    }
    ReproOutcome lost;
    lost.isEagerRun = isEagerTask(run.plan.tasks[i]);
    lost.evidence = outcome.isError() ? base::describe(outcome.error()) : std::string();
    lost.hint = hintOf(lost.result);
    outcomes.push_back(std::move(lost));
  }
  return outcomes;
}

std::string outcomeJson(const ReproOutcome& outcome) {
  const Json out = {{"result", resultWord(outcome.result)},
                    {"evidence", outcome.evidence},
                    {"line", outcome.line},
                    {"exception", outcome.exception},
                    {"hint", outcome.hint},
                    {"warnings", outcome.warnings},
                    {"findings", outcome.findings},
                    {"eager_run", outcome.isEagerRun},
                    {"checks_eager", outcome.checksEager}};
  return text::toJsonText(out, 2);
}

base::Result<ReproOutcome> outcomeOfJson(std::string_view json) {
  const Json read = text::parseOrderedJson(json);
  const auto bad = [] {
    return base::fail(base::ErrorCode::BadFormat, "This is not the outcome of a repro run.", "Run it again.");
  };
  if (!read.is_object()) return bad();
  try {
    ReproOutcome out;
    const auto word = read.at("result").get<std::string>();
    const auto found = std::ranges::find(kResultTexts, word, &ResultText::word);
    if (found == kResultTexts.end()) return bad();
    out.result = static_cast<ReproResult>(found - kResultTexts.begin());
    out.evidence = read.at("evidence").get<std::string>();
    out.line = read.at("line").get<std::uint64_t>();
    out.exception = read.at("exception").get<std::string>();
    out.hint = read.at("hint").get<std::string>();
    out.warnings = read.at("warnings").get<std::vector<std::string>>();
    out.findings = read.at("findings").get<std::vector<std::string>>();
    out.isEagerRun = read.at("eager_run").get<bool>();
    out.checksEager = read.at("checks_eager").get<bool>();
    return out;
  } catch (const Json::exception&) {
    return bad();
  }
}

std::vector<Checkpoint> checkpointsIn(const std::string& folder) {
  std::vector<Checkpoint> found;
  visitFiles(folder, [&](const fs::directory_entry& entry) {
    if (const int nodes = nodesOf(entry.path()); nodes >= 0)
      found.push_back({.file = entry.path().string(), .nodes = nodes, .written = secondsOf(entry)});
  });
  std::ranges::sort(found, [](const Checkpoint& a, const Checkpoint& b) {
    return a.nodes != b.nodes ? a.nodes < b.nodes : a.written != b.written ? a.written > b.written : a.file < b.file;
  });
  return found;
}

MinifierProgress minifierProgress(const Run& run, std::size_t task) {
  MinifierProgress out;
  const TaskStatus& status = statusOf(run, task);
  if (status.folder.empty()) return out;
  std::vector<Checkpoint> found = checkpointsIn(status.folder);
  std::ranges::stable_sort(found, std::greater{}, &Checkpoint::nodes);
  for (const Checkpoint& checkpoint : found)
    if (out.nodes.empty() || out.nodes.back() != checkpoint.nodes) out.nodes.push_back(checkpoint.nodes);
  if (!found.empty()) out.smallest = found.back().file;
  if (status.steps.empty()) return out;  // the task's first news may come after its first checkpoint
  // The minifier prints a line for each try.
  const StepEvents& step = status.steps.back();
  std::ifstream log(status.folder + "/" + step.name + ".log", std::ios::binary);
  double last = 0;
  for (std::string line; std::getline(log, line);)
    if (line.starts_with("FAIL: ") || line.starts_with("SUCCESS: ")) ++out.tries;
  for (const Checkpoint& checkpoint : found) last = std::max(last, checkpoint.written);
  const double until = step.ended > 0 ? step.ended : last;
  if (out.tries > 0 && until > step.began) out.secondsPerTry = (until - step.began) / out.tries;
  return out;
}

std::string minifierText(const MinifierProgress& progress) {
  std::string out;
  for (const int nodes : progress.nodes) out += (out.empty() ? "" : " -> ") + std::to_string(nodes);
  if (out.empty()) return out;
  out += progress.nodes.size() == 1 && progress.nodes.front() == 1 ? " node" : " nodes";
  return progress.secondsPerTry > 0 ? out + ", " + text::durationText(progress.secondsPerTry) + " a try" : out;
}

std::vector<std::string> reproScriptsIn(const std::string& folder) {
  std::vector<std::string> found;
  visitFiles(folder, [&](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    if (name == "repro.py" || name == "minifier_launcher.py" || name.ends_with("_repro.py"))
      found.push_back(entry.path().string());
  });
  std::ranges::sort(found);
  return found;
}

}  // namespace plumbline::runs
