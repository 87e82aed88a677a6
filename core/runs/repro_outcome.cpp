// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro_outcome.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/files/file_bytes.h"
#include "core/runs/outcome_reader.h"
#include "core/runs/repro_plan.h"
#include "core/runs/result_words.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;

struct Words {
  std::string_view word, text, hint;
};
constexpr std::array<Words, kReproResultCount> kWords{{
    {"same", "Same", ""},
    {"ran", "Ran, nothing compared", "Run it with --accuracy to hold compiled against eager."},
    {"differs", "Differs", "Minify it, and look at how far apart the tensors are."},
    {"eager-differs", "Eager itself differs",
     "Eager does not agree with itself: look for random numbers, atomics or uninitialised memory before you blame the "
     "compiler."},
    {"compiled-crashed", "Compiled model crashed",
     "The compiled model raised, which torch counts as the same; run it with --no-accuracy to let the exception out."},
    {"crashed", "Crashed", "Look at the traceback in the log."},
    {"import-failed", "Import failed", "Choose the Python that has it (--python PATH), or install it there."},
    {"bad-arguments", "Arguments refused", "This PyTorch's script does not know such an option; leave it out."},
    {"nothing-to-minify", "Nothing to minify", "It does not fail here: reproduce it a few times first."},
    {"minified", "Minified", "The smallest script is the checkpoint with the fewest nodes."},
    {"fails-as-asked", "Fails as asked", ""},
    {"does-not-fail", "Does not fail", ""},
    {"analyzed", "Analyzed", ""},
    {"timed-out", "Timed out", "Give it more time with --timeout."},
    {"cancelled", "Cancelled", "What it left so far is kept in its folder."},
    {"lost", "Lost", "What became of it cannot be known; run it again."},
    {"not-started", "Not started", "Look at the reason, then run it again."},
}};

const Words& wordsOf(ReproResult result) { return kWords.at(static_cast<std::size_t>(result)); }

ReproResult resultOfState(RunState state) {
  if (state == RunState::Cancelled) return ReproResult::Cancelled;
  if (state == RunState::TimedOut) return ReproResult::TimedOut;
  return state == RunState::Lost ? ReproResult::Lost : ReproResult::NotStarted;
}

}  // namespace

std::string_view resultWord(ReproResult result) { return wordsOf(result).word; }
std::string_view resultText(ReproResult result) { return wordsOf(result).text; }
std::string hintOf(ReproResult result) { return std::string(wordsOf(result).hint); }
bool isProof(ReproResult result) { return result == ReproResult::Same || result == ReproResult::Differs; }

ReproOutcome outcomeOf(const ReproEnd& end, std::string_view log) {
  OutcomeReader reader(end);
  reader.add(log);
  return reader.finish();
}

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
    return base::Error{base::ErrorCode::NotReadable, "The log cannot be read.", "Look at the disk and its permissions.", path};
  ReproOutcome outcome = reader.finish();
  if (outcome.evidence.empty() && outcome.result != ReproResult::Same) outcome.evidence = status.reason;
  if (step.end == StepEnd::NotStarted && outcome.evidence.empty()) outcome.evidence = step.problem;
  return outcome;
}

std::vector<ReproOutcome> outcomesOf(const Run& run) {
  std::vector<ReproOutcome> outcomes;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    if (!isOver(statusOf(run, i).state)) continue;
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
                    {"eagerRun", outcome.isEagerRun},
                    {"checksEager", outcome.checksEager}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

base::Result<ReproOutcome> outcomeOfJson(std::string_view json) {
  const Json read = Json::parse(json, nullptr, false);
  const auto bad = [] {
    return base::fail({base::ErrorCode::BadFormat, "This is not the outcome of a repro run.", "Run it again."});
  };
  if (!read.is_object()) return bad();
  try {
    ReproOutcome out;
    const auto word = read.at("result").get<std::string>();
    const auto found = std::find_if(kWords.begin(), kWords.end(), [&](const Words& w) { return w.word == word; });
    if (found == kWords.end()) return bad();
    out.result = static_cast<ReproResult>(found - kWords.begin());
    out.evidence = read.at("evidence").get<std::string>();
    out.line = read.at("line").get<std::uint64_t>();
    out.exception = read.at("exception").get<std::string>();
    out.hint = read.at("hint").get<std::string>();
    out.warnings = read.at("warnings").get<std::vector<std::string>>();
    out.findings = read.at("findings").get<std::vector<std::string>>();
    out.isEagerRun = read.at("eagerRun").get<bool>();
    out.checksEager = read.at("checksEager").get<bool>();
    return out;
  } catch (const Json::exception&) {
    return bad();
  }
}

}  // namespace plumbline::runs
