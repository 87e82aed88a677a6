// SPDX-License-Identifier: GPL-3.0-or-later
// The outcome of a repro run, from its exit code and its log: the exit code alone hides a crash of the compiled model
// (SPEC 15.1, 15.3).
//
//   auto outcome = outcomeOfTask(run, 0);
//   show(resultText(outcome.value().result), outcome.value().evidence, outcome.value().line);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/repro/repro_script.h"
#include "core/sources/formats/failure_causes.h"

namespace plumbline::runs {

enum class ReproResult : std::uint8_t {
  Same,              ///< compiled equals eager
  RanOnly,           ///< without accuracy: both ran, nothing was compared
  Differs,           ///< "Dynamo failed", "Bad accuracy detected"
  EagerDiffers,      ///< "Eager itself failed": eager against eager differs
  CompiledCrashed,   ///< exit 0, but the compiled model raised; torch counts it as same
  Crashed,           ///< an exception escaped, a signal ended it
  EagerCrashed,      ///< an exception escaped while eager was compared with itself
  ImportFailed,      ///< torch or something the script imports is not there
  BadArguments,      ///< argparse refused the command line, exit 2
  NothingToMinify,   ///< "Input graph does not fail accuracy testing", or a minifier without an issue
  Minified,          ///< the minifier ended and left a smaller script
  FailsAsAsked,      ///< minifier-query, exit 1
  DoesNotFail,       ///< minifier-query, exit 0
  Analyzed,          ///< analyze ended; what it found is in `findings`
  TimedOut,
  Cancelled,
  Lost,
  NotStarted,
};
inline constexpr std::size_t kReproResultCount = static_cast<std::size_t>(ReproResult::NotStarted) + 1;
/// resultWord is the name in JSON ("compiled-crashed"), resultText the displayed text ("Compiled model crashed").
std::string_view resultWord(ReproResult result);
std::string_view resultText(ReproResult result);
/// isCrash: eager or the compiled model raised, or a signal ended the run.
bool isCrash(ReproResult result);
/// isProof: the run compared compiled against eager (Same, Differs).
bool isProof(ReproResult result);
/// hintOf is what to do now, one sentence; "" where there is nothing to do.
std::string hintOf(ReproResult result);

struct ReproOutcome {
  ReproResult result = ReproResult::Lost;
  std::string evidence;           ///< the deciding line of the log; "" when the exit code decides
  std::uint64_t line = 0;         ///< 1-based, 0: none
  std::string exception;          ///< "torch._dynamo.debug_utils.AccuracyError: Dynamo failed"
  std::string hint;               ///< what to do now, one sentence
  std::vector<std::string>
      warnings;  ///< what changes the meaning: random data took the place of inputs, no fp64 reference
  std::vector<std::string> findings;  ///< by how much and where they differ; analyze: what it found
  bool isEagerRun = false;  ///< it ran with --backend eager: a proof about Dynamo's capture, not about the backend
  bool checksEager = true;        ///< eager was held against eager before (after_dynamo with accuracy)
  bool operator==(const ReproOutcome&) const = default;
};

struct ReproEnd {
  StepEnd end = StepEnd::Exited;
  int code = 0;
  std::string command = "run";    ///< the subcommand that ran
  bool hasAccuracy = true;        ///< it compared
  ReproForm form = ReproForm::AfterDynamo;
  bool isEagerRun = false;        ///< with --backend eager
  bool callsRunRepro = true;      ///< false: the script compares by itself, and whether it checks eager is unknown
};

/// outcomeOfTask reads the log of a task of a Repro run with OutcomeReader; colours and time stamps do
/// not matter. Errors: those of the log's file.
base::Outcome<ReproOutcome> outcomeOfTask(const Run& run, std::size_t task, const base::Progress& progress = {});

/// outcomesOf has an outcome for every finished task, in the plan's order; a log that cannot be read is a Lost one with
/// the error as its evidence.
std::vector<ReproOutcome> outcomesOf(const Run& run);

/// outcomeJson is an outcome as JSON (resources/help/json.md), outcomeOfJson the way back. Errors: BadFormat.
std::string outcomeJson(const ReproOutcome& outcome);
base::Result<ReproOutcome> outcomeOfJson(std::string_view json);

/// Checkpoint is a smaller script that the minifier left on its way.
struct Checkpoint {
  std::string file;
  int nodes = 0;        ///< from its name: minified_17_nodes.py, or 17.py in minifier/checkpoints
  double written = 0;   ///< seconds since 1970
};
/// checkpointsIn lists those below a task's folder, fewest nodes first: the best one is the first. They are there while
/// the minifier still works, and stay when it is cancelled.
std::vector<Checkpoint> checkpointsIn(const std::string& folder);
/// MinifierProgress is how far the minifier of a task came.
struct MinifierProgress {
  std::vector<int> nodes;    ///< of its checkpoints, most first: 27, 17, 13
  std::string smallest;      ///< the file of the last of them
  int tries = 0;             ///< smaller graphs tried so far
  double secondsPerTry = 0;  ///< up to the newest checkpoint or the end; 0: unknown
  /// isSlow: --no-isolate, which tries all graphs in one process, is worth while.
  bool isSlow() const { return secondsPerTry >= 4; }
};
MinifierProgress minifierProgress(const Run& run, std::size_t task);
/// minifierText: "27 -> 17 -> 13 nodes, 8 s a try"; "" without checkpoints.
std::string minifierText(const MinifierProgress& progress);

/// reproScriptsIn lists the repro scripts that a run left: repro.py, minifier_launcher.py, MODEL_repro.py.
std::vector<std::string> reproScriptsIn(const std::string& folder);

// Reads the log of a repro run line by line and keeps only what decides the outcome, so that memory does not depend on
// the length of the log.
//
//   OutcomeReader reader(end);
//   for (each piece of the log) reader.add(piece);
//   ReproOutcome outcome = reader.finish();

// What PyTorch's repro scripts print: the phrases of resources/runs/repro_log.toml.
//
//   if (containsAny(line, reproPhrases().differs)) ...

struct ReproPhrases {
  std::string child, usage, usageError, eagerCall, neverSaved, notLoaded, noSaveDir;
  std::vector<std::string> differs, eagerDiffers, compiledCrashed, nothingToMinify, importErrors, runBegan, noScript,
      details, findings;
  std::vector<std::pair<std::string, std::string>> warnings;  ///< phrase, and what it means in one sentence
};

/// readReproPhrases reads the TOML. Errors: BadFormat.
base::Result<ReproPhrases> readReproPhrases(std::string_view toml);
/// reproPhrases are those compiled in.
const ReproPhrases& reproPhrases();
class OutcomeReader {
 public:
  explicit OutcomeReader(ReproEnd end);
  OutcomeReader(const OutcomeReader&) = delete;
  OutcomeReader& operator=(const OutcomeReader&) = delete;

  /// add reads the next bytes, which may begin and end inside a line.
  void add(std::string_view bytes);
  ReproOutcome finish();

 private:
  struct Seen {
    std::string text;
    std::uint64_t line = 0;
    explicit operator bool() const { return line != 0; }
  };
  /// The exception that ended the last traceback of a stream.
  struct Raised {
    bool isInTraceback = false;
    Seen head;                        ///< the line that names it, which decides what it is
    Seen telling;                     ///< the line to show, which may come later
    sources::RaisedMessage message;
  };

  void readLine(std::string_view line);
  void readPart(std::string_view part);
  void readTraceback(std::string_view part, Raised& raised);
  void keepDifference(const Raised& raised);
  void readPhrases(std::string_view part);
  void remember(Seen& seen, std::string_view text) const;
  void note(std::vector<std::string>& list, std::string_view text) const;
  ReproResult resultOfExit(ReproOutcome& outcome) const;
  ReproResult resultOfGoodExit(ReproOutcome& outcome) const;
  ReproResult resultOfException(ReproOutcome& outcome) const;
  static bool holdsAny(const Raised& raised, const std::vector<std::string>& phrases);
  bool isImportError() const;
  bool isNews(std::size_t warning) const;

  ReproEnd m_end;
  std::string m_rest;            ///< a line that has not ended yet, at most kMaxLine of it
  bool m_isCut = false;          ///< more of that line was left out
  std::uint64_t m_line = 0;
  bool m_hasBegun = false, m_hasUsage = false;
  bool m_isNeverSaved = false;   ///< an input has no name under which it could be saved
  bool m_isInEager = false;      ///< the last traceback goes through the comparison of eager with eager
  Raised m_exception;            ///< of the tracebacks that Python prints
  Raised m_logged;               ///< of those that torch's logger wrote: they did not escape
  Seen m_nested;                 ///< the difference that the repro machinery found inside the run
  Seen m_differs, m_eagerDiffers, m_crashed, m_nothing, m_noScript, m_usage;
  std::vector<std::string> m_details, m_findings;
  std::vector<int> m_warnings;   ///< count of each known one
};

}  // namespace plumbline::runs
