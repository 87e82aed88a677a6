// SPDX-License-Identifier: GPL-3.0-or-later
// torch._dynamo.utils.same() on values read from files: the same tests in the same order, the same log lines, and which
// step decided by what margin (SPEC 14).
//
//   auto result = same({ref, res, fp64}, {.tol = 1e-3, .equalNan = true});
//   if (result.value().answer == Answer::Different) show(result.value().firstFailure());
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/tensors/value.h"

namespace plumbline::numerics {

/// SameOptions are the arguments of same(), with its defaults.
struct SameOptions {
  double tol = 1e-4;
  bool equalNan = false;
  bool cosSimilarity = false;
  bool exactDtype = true;
  bool relaxNumpyEquality = false;
  bool ignoreNonFp = false;
  bool useLargerMultiplierForSmallerTensor = false;
  bool forceMaxMultiplier = false;
  bool useIouForBool = false;
  double iouThreshold = 0.99;
  bool ignoreDevice = false;  ///< not torch's: compare tensors of different devices as if all were on the CPU
  bool operator==(const SameOptions&) const = default;
};
/// checkOptions. Errors: BadArgument: a negative, NaN or infinite tol; a threshold outside [0, 1].
base::Result<void> checkOptions(const SameOptions& options);

struct SameInput {
  ValuePtr ref;
  ValuePtr res;
  ValuePtr fp64 = {};  ///< null: ref itself, as same() has it
};

enum class LogLevel : std::uint8_t { Warning, Error };
struct LogLine {
  LogLevel level = LogLevel::Error;
  std::string text;
  bool operator==(const LogLine&) const = default;
};

/// Step is the test that decided about one leaf.
enum class Step : std::uint8_t {
  DtypeMismatch,    ///< differs
  BoolIgnored,      ///< same: bool and ignore_non_fp
  BoolIou,          ///< by intersection over union
  BoolEqual,        ///< by equality of bytes
  Cosine,           ///< by cosine similarity
  AllClose,         ///< same: within tol
  NanRescue,        ///< same: ref has NaN, res agrees with fp64 within 0.04
  Rmse,             ///< by the errors against fp64
  BothNan,          ///< same: both errors NaN and equal_nan
  NonFloatIgnored,  ///< same: no float64 reference, ignore_non_fp
  Tolerance,        ///< differs: not within tol, and no float64 reference
  Equality,         ///< of strings, integers, None, numpy scalars ...
  EqualityIgnored,  ///< same: such, with ignore_non_fp
  Structure,        ///< differs or raises: lengths, keys, types
  NotCompared,      ///< torch compares only `.loss` of its class, or the fp64 list ended before it
};
/// stepName: "allclose", "rmse" ... for JSON. stepText: "within tolerance", a short phrase for users.
std::string_view stepName(Step step);
std::string_view stepText(Step step);

/// Decision about one leaf (or about a container, for Structure).
struct Decision {
  std::vector<std::string> path;
  Step step = Step::Structure;
  bool passed = false;
  bool reached = true;  ///< torch's own call gets here; it stops at the first failure
  bool raised = false;  ///< it raises here; `text` is the message
  std::string text = {};  ///< why, one line: the log line or the message; if passed, a note for the user
  ValuePtr ref = {}, res = {}, fp64 = {};  ///< what was compared; null where one has no partner
  bool forcesMaxMultiplier = false;        ///< the option as torch passes it on to here
  // What the RMSE test computed; absent where it was not reached.
  std::optional<double> refError, resError, multiplier;
  std::optional<double> bound;   ///< multiplier x refError + tol / 10
  std::optional<double> margin;  ///< resError / bound; over 1 fails; 0 / 0 is 0. Where allclose decided, computed for
                                 ///< Detail::Margins all the same
  std::optional<double> score;   ///< cosine, or IoU
};

/// kMaxDecisions is the limit of stored decisions: a file of some megabytes can hold millions of leaves,
/// and a stored decision takes kilobytes once its figures and its row are made.
inline constexpr std::size_t kMaxDecisions = 20'000;

enum class Answer : std::uint8_t { Same, Different, Raised };
struct SameResult {
  Answer answer = Answer::Same;
  std::string raisedType = {}, raisedText = {};  ///< "AssertionError", "type mismatch <class 'list'> ..."
  std::vector<LogLine> log = {};            ///< torch's own, in its order
  std::vector<Decision> decisions = {};     ///< in torch's order
  std::uint64_t omitted = 0;           ///< further leaves over kMaxDecisions; never the first failure or the worst
  /// firstFailure and worst (by margin, NaN first) are indices into decisions.
  std::optional<std::size_t> firstFailure() const;
  std::optional<std::size_t> worst() const;
};

enum class Detail : std::uint8_t {
  Verdict,  ///< stops where torch stops
  All,      ///< continues after the first failure, so that every leaf has its decision
  Margins,  ///< All, and the errors against fp64 also of what allclose already passed
};

/// same. Errors: BadArgument from checkOptions; Changed when a file was truncated meanwhile. What torch raises is an
/// answer, not an error. Progress counts bytes.
base::Outcome<SameResult> same(const SameInput& input, const SameOptions& options, Detail detail = Detail::Verdict,
                               const base::Progress& progress = {});

/// addMargin computes for a decision of Detail::All what Detail::Margins adds: the margin of what allclose passed. Other
/// decisions stay as they are. Errors: Changed.
base::Outcome<bool> addMargin(Decision& decision, const SameOptions& options, const base::Progress& progress = {});

/// kMarginWarning: a passing margin from here on is worth a warning.
inline constexpr double kMarginWarning = 0.8;

}  // namespace plumbline::numerics
