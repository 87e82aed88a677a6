// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_outcome.h"

#include <string.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_errors.h"
#include "core/runs/logs/log_file.h"
#include "core/runs/repro/repro_options.h"
#include "core/sources/formats/log_lines.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/text/toml_reader.h"
#include "core/text/utf8.h"
#include "resources/embedded.h"

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

constexpr std::string_view kPhraseFile = "runs/repro_log.toml";

constexpr std::size_t kMaxLine = std::size_t{64} << 10, kMaxShownBytes = 1000, kMaxKept = 200;

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
  std::ifstream file = openLog(path);
  if (stamp && !file.is_open())
    return base::fail(base::ErrorCode::NotReadable, "The log cannot be read.", "Look at the log's folder.", path);
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
  std::ifstream log = openLog(status.folder + "/" + step.name + ".log");
  double last = 0;
  std::array<char, 4096> part;
  for (bool isStart = true; log.getline(part.data(), part.size()) || log.gcount() > 0;) {
    const std::string_view line(part.data());
    if (isStart && (line.starts_with("FAIL: ") || line.starts_with("SUCCESS: "))) ++out.tries;
    isStart = log.good();  // otherwise the line goes on
    if (!log.eof()) log.clear();
  }
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

base::Result<ReproPhrases> readReproPhrases(std::string_view toml) {
  const text::TomlFile file{std::string(kPhraseFile), "Put it right in the file of what repro scripts print.", false};
  const auto root = text::parseToml(toml, file);
  if (!root) return base::fail(root.error());
  text::TomlReader reader(file);
  ReproPhrases phrases;
  phrases.child = reader.text(*root, "child");
  phrases.usage = reader.text(*root, "usage");
  phrases.usageError = reader.text(*root, "usage_error");
  phrases.differs = reader.texts(*root, "differs");
  phrases.neverSaved = reader.text(*root, "never_saved");
  phrases.notLoaded = reader.text(*root, "not_loaded");
  phrases.noSaveDir = reader.text(*root, "no_save_dir");
  phrases.eagerCall = reader.text(*root, "eager_call");
  phrases.eagerDiffers = reader.texts(*root, "eager_differs");
  phrases.compiledCrashed = reader.texts(*root, "compiled_crashed");
  phrases.nothingToMinify = reader.texts(*root, "nothing_to_minify");
  phrases.importErrors = reader.texts(*root, "import_errors");
  phrases.runBegan = reader.texts(*root, "run_began");
  phrases.noScript = reader.texts(*root, "no_script");
  phrases.details = reader.texts(*root, "details");
  phrases.findings = reader.texts(*root, "findings");
  reader.each(*root, "warnings", [&](const toml::table& entry) {
    phrases.warnings.emplace_back(reader.text(entry, "phrase"), reader.text(entry, "text"));
  });
  if (reader.error()) return base::fail(*reader.error());
  return phrases;
}

const ReproPhrases& reproPhrases() {
  static const ReproPhrases kPhrases =
      readReproPhrases(resources::embeddedBytes(kPhraseFile).value_or("")).value_or(ReproPhrases{});
  return kPhrases;
}

OutcomeReader::OutcomeReader(ReproEnd end) : m_end(std::move(end)), m_warnings(reproPhrases().warnings.size()) {}

void OutcomeReader::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    if (!m_isCut) {
      m_isCut = m_rest.size() + piece.size() > kMaxLine;
      m_rest.append(piece.substr(0, kMaxLine - m_rest.size()));
    }
    if (end == bytes.npos) return;
    readLine(std::exchange(m_rest, {}));
    m_isCut = false;
    bytes.remove_prefix(end + 1);
  }
}

/// A progress bar and a message may share a line, with carriage returns between them.
void OutcomeReader::readLine(std::string_view line) {
  ++m_line;
  std::string room;
  std::string_view plain = withoutSequences(line, room);
  while (plain.ends_with('\r')) plain.remove_suffix(1);
  for (;;) {
    const std::size_t end = plain.find('\r');
    readPart(plain.substr(0, end));
    if (end == plain.npos) return;
    plain.remove_prefix(end + 1);
  }
}

void OutcomeReader::readPart(std::string_view part) {
  const sources::LogMessage message = sources::messageIn(part);
  if (message.line.starts_with(reproPhrases().child)) return;
  if (message.isLogged)
    readTraceback(message.text, m_logged);
  else
    readTraceback(message.text, m_exception);
  if (!message.line.starts_with("  ")) readPhrases(message.line);
}

/// The first line of a traceback that is not indented is its exception; its message may go on below.
void OutcomeReader::readTraceback(std::string_view part, Raised& raised) {
  if (sources::beginsTraceback(part)) {
    raised.isInTraceback = true;
    raised.message.isOpen = false;
    m_isInEager = false;
  } else if (raised.isInTraceback && part.find(reproPhrases().eagerCall) != part.npos) {
    m_isInEager = true;
  } else if (raised.isInTraceback && !part.empty() && part.front() != ' ') {
    raised.isInTraceback = false;
    raised.message = sources::raisedIn(part, m_line);
    remember(raised.head, part);
    raised.telling = raised.head;
    keepDifference(raised);
  } else if (raised.message.isOpen) {
    sources::readOn(raised.message, part, m_line);
    if (raised.message.line != m_line) return;
    remember(raised.telling, raised.message.text);
    keepDifference(raised);
  }
}

/// keepDifference: the repro machinery ran inside the run and found a difference in one of its graphs.
void OutcomeReader::keepDifference(const Raised& raised) {
  if (m_crashed && holdsAny(raised, reproPhrases().differs)) m_nested = raised.telling;
}

void OutcomeReader::readPhrases(std::string_view part) {
  const ReproPhrases& phrases = reproPhrases();
  if (containsAny(part, phrases.differs)) remember(m_differs, part);
  if (containsAny(part, phrases.eagerDiffers)) remember(m_eagerDiffers, part);
  if (containsAny(part, phrases.compiledCrashed)) remember(m_crashed, part);
  if (containsAny(part, phrases.nothingToMinify)) remember(m_nothing, part);
  if (containsAny(part, phrases.noScript)) remember(m_noScript, part);
  m_hasBegun = m_hasBegun || containsAny(part, phrases.runBegan);
  m_hasUsage = m_hasUsage || part.starts_with(phrases.usage);
  if (m_hasUsage && part.find(phrases.usageError) != part.npos) remember(m_usage, part);
  if (containsAny(part, phrases.details)) note(m_details, part);
  if (containsAny(part, phrases.findings)) note(m_findings, part);
  if (part.find(phrases.neverSaved) != part.npos) {
    m_isNeverSaved = true;
    return;
  }
  for (std::size_t i = 0; i < m_warnings.size(); ++i)
    if (part.find(phrases.warnings[i].first) != part.npos) ++m_warnings[i];
}

void OutcomeReader::remember(Seen& seen, std::string_view text) const {
  seen = {std::string(text::prefixOf(displayText(text.substr(0, kMaxShownBytes * 4)), kMaxShownBytes)), m_line};
}

void OutcomeReader::note(std::vector<std::string>& list, std::string_view text) const {
  Seen seen;
  if (list.size() < kMaxKept) remember(seen, text);
  if (list.size() < kMaxKept) list.push_back(std::move(seen.text));
}

/// holdsAny: an exception that wraps another has the words in its telling line.
bool OutcomeReader::holdsAny(const Raised& raised, const std::vector<std::string>& phrases) {
  return containsAny(raised.head.text, phrases) || containsAny(raised.telling.text, phrases);
}

bool OutcomeReader::isImportError() const {
  const auto& names = reproPhrases().importErrors;
  return std::ranges::any_of(names, [&](const std::string& name) { return m_exception.head.text.starts_with(name); });
}

ReproResult OutcomeReader::resultOfGoodExit(ReproOutcome& outcome) const {
  const auto command = commandOfWord(m_end.command).value_or(ReproCommand::Run);
  switch (command) {
    case ReproCommand::Minify:
      if (!m_nothing) return ReproResult::Minified;
      outcome.evidence = m_nothing.text, outcome.line = m_nothing.line;
      return ReproResult::NothingToMinify;
    case ReproCommand::Analyze: return ReproResult::Analyzed;
    case ReproCommand::MinifierQuery: return ReproResult::DoesNotFail;
    case ReproCommand::GetArgs: return ReproResult::RanOnly;
    case ReproCommand::Run: break;
  }
  if (!m_end.hasAccuracy) return ReproResult::RanOnly;
  if (!m_crashed) return ReproResult::Same;
  const Seen& shown = m_nested ? m_nested : m_crashed;
  outcome.evidence = shown.text, outcome.line = shown.line;
  const Raised& raised = m_logged.head ? m_logged : m_exception;
  if (m_nested) outcome.exception = m_nested.text;
  else if (raised.head.line >= m_crashed.line) outcome.exception = raised.telling.text;
  return m_nested ? ReproResult::Differs : ReproResult::CompiledCrashed;
}

ReproResult OutcomeReader::resultOfException(ReproOutcome& outcome) const {
  const ReproPhrases& phrases = reproPhrases();
  outcome.exception = m_exception.telling.text;
  outcome.evidence = m_exception.telling.text, outcome.line = m_exception.telling.line;
  if (holdsAny(m_exception, phrases.eagerDiffers)) return ReproResult::EagerDiffers;
  if (holdsAny(m_exception, phrases.differs)) return ReproResult::Differs;
  if (holdsAny(m_exception, phrases.nothingToMinify)) return ReproResult::NothingToMinify;
  if (isImportError() && !m_hasBegun) return ReproResult::ImportFailed;
  return m_isInEager ? ReproResult::EagerCrashed : ReproResult::Crashed;
}

ReproResult OutcomeReader::resultOfExit(ReproOutcome& outcome) const {
  if (m_end.code == 0) return resultOfGoodExit(outcome);
  const auto because = [&](const Seen& seen, ReproResult result) {
    outcome.evidence = seen.text, outcome.line = seen.line;
    return result;
  };
  if (m_exception.head && m_exception.head.line >= m_usage.line) return resultOfException(outcome);
  if (m_end.code == 2 && m_usage) return because(m_usage, ReproResult::BadArguments);
  if (m_end.code == 2 && m_noScript) return because(m_noScript, ReproResult::NotStarted);
  if (commandOfWord(m_end.command) == ReproCommand::MinifierQuery && m_end.code == 1) return ReproResult::FailsAsAsked;
  // A script that prints its verdict and exits has no traceback.
  if (m_eagerDiffers.line > m_differs.line) return because(m_eagerDiffers, ReproResult::EagerDiffers);
  if (m_differs) return because(m_differs, ReproResult::Differs);
  outcome.evidence = "exit code " + std::to_string(m_end.code);
  return ReproResult::Crashed;
}

/// isNews: inputs that were random from the start were never saved, and without a folder none can be loaded.
bool OutcomeReader::isNews(std::size_t warning) const {
  const ReproPhrases& phrases = reproPhrases();
  if (m_warnings[warning] == 0) return false;
  const std::string& phrase = phrases.warnings[warning].first;
  if (phrase == phrases.noSaveDir) return !m_isNeverSaved;
  const auto noFolder = std::ranges::find(phrases.warnings, phrases.noSaveDir, &std::pair<std::string, std::string>::first);
  return phrase != phrases.notLoaded || noFolder == phrases.warnings.end() ||
         m_warnings[static_cast<std::size_t>(noFolder - phrases.warnings.begin())] == 0;
}

ReproOutcome OutcomeReader::finish() {
  if (!m_rest.empty()) readLine(std::exchange(m_rest, {}));
  ReproOutcome outcome;
  outcome.isEagerRun = m_end.isEagerRun;
  outcome.checksEager = m_end.form == ReproForm::AfterDynamo && m_end.hasAccuracy && m_end.callsRunRepro;
  switch (m_end.end) {
    case StepEnd::Exited: outcome.result = resultOfExit(outcome); break;
    case StepEnd::Signalled:
      outcome.result = ReproResult::Crashed;
      outcome.evidence = "ended by " + signalName(m_end.code);
      if (m_crashed) outcome.line = m_crashed.line;
      break;
    case StepEnd::TimedOut: outcome.result = ReproResult::TimedOut; break;
    case StepEnd::Cancelled: outcome.result = ReproResult::Cancelled; break;
    case StepEnd::NotStarted: outcome.result = ReproResult::NotStarted; break;
    case StepEnd::Running: outcome.result = ReproResult::Lost; break;
  }
  const auto& warnings = reproPhrases().warnings;
  for (std::size_t i = 0; i < m_warnings.size(); ++i)
    if (isNews(i)) outcome.warnings.push_back(warnings[i].second);
  outcome.findings = outcome.result == ReproResult::Analyzed ? std::move(m_findings) : std::move(m_details);
  // Of an equal result, and of the tries of a minifier, it is intermediate output.
  if (outcome.result == ReproResult::Same || outcome.result == ReproResult::RanOnly ||
      commandOfWord(m_end.command) == ReproCommand::Minify)
    outcome.findings.clear();
  outcome.hint = hintOf(outcome.result);
  return outcome;
}

}  // namespace plumbline::runs
