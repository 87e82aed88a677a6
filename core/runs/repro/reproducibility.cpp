// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/reproducibility.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/reports/text_parts.h"
#include "core/runs/engine/run_state.h"
#include "core/statistics/rates.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

struct ClassText {
  std::string_view word, text;
};
constexpr std::array<ClassText, 8> kClassTexts{{{"healthy", "Healthy"},
                                       {"deterministic-failure", "Deterministic failure"},
                                       {"compiled-not-deterministic", "Compiled model is not deterministic"},
                                       {"eager-not-deterministic", "Eager is not deterministic"},
                                       {"crashes-always", "Crashes every time"},
                                       {"crashes-sometimes", "Crashes sometimes"},
                                       {"eager-crashes", "Crashes in eager too"},
                                       {"inconclusive", "Inconclusive"}}};

const ClassText& textsOf(ReproClass classification) { return kClassTexts.at(static_cast<std::size_t>(classification)); }

/// Tally is how often each result came, those with --backend eager apart.
struct Tally {
  std::array<int, kReproResultCount> compiled{}, eager{};
  bool checksEager = true;

  explicit Tally(std::span<const ReproOutcome> outcomes) {
    for (const ReproOutcome& outcome : outcomes) {
      ++(outcome.isEagerRun ? eager : compiled)[static_cast<std::size_t>(outcome.result)];
      if (!outcome.isEagerRun && !outcome.checksEager) checksEager = false;
    }
  }
  int of(ReproResult result) const { return compiled[static_cast<std::size_t>(result)]; }
  int ofEager(ReproResult result) const { return eager[static_cast<std::size_t>(result)]; }
  int ofBoth(ReproResult result) const { return of(result) + ofEager(result); }
  /// count adds up what fits over the runs with the backend of the script.
  template <typename Fits>
  int count(Fits fits) const {
    int sum = 0;
    for (std::size_t i = 0; i < kReproResultCount; ++i)
      if (fits(static_cast<ReproResult>(i))) sum += compiled[i];
    return sum;
  }
};

std::string times(int count, int of) {
  return std::to_string(count) + " of " + text::counted(static_cast<std::size_t>(of), "run");
}

/// mostFrequentOther is the result that stood in the way of a proof most often.
ReproResult mostFrequentOther(const Tally& tally) {
  ReproResult most = ReproResult::Lost;
  int count = 0;
  for (std::size_t i = 0; i < kReproResultCount; ++i) {
    const auto result = static_cast<ReproResult>(i);
    if (isProof(result) || tally.of(result) <= count) continue;
    count = tally.of(result);
    most = result;
  }
  return most;
}

/// hasEnded: the run came to an answer about the model.
bool hasEnded(ReproResult result) {
  return isProof(result) || isCrash(result) || result == ReproResult::EagerDiffers || result == ReproResult::RanOnly;
}

/// classifyCrashes: false when nothing crashed, or too few runs did for a class.
bool classifyCrashes(Reproducibility& out, const Tally& tally) {
  const int crashes = out.crashRate.count, ended = out.crashRate.of;
  if (crashes == 0 || (crashes == ended && crashes < kMinProofs)) return false;
  const std::string what = out.exception.empty() ? "." : ": " + withoutDot(out.exception) + '.';
  if (crashes < ended) {
    out.classification = ReproClass::CrashesSometimes;
    out.why = "Crashes in " + times(crashes, ended) + what;
    return true;
  }
  const bool isEagerItself = tally.of(ReproResult::EagerCrashed) == crashes;
  const bool isWithEager = tally.ofEager(ReproResult::Crashed) + tally.ofEager(ReproResult::CompiledCrashed) > 0;
  out.classification = isEagerItself || isWithEager ? ReproClass::EagerCrashes : ReproClass::CrashesAlways;
  out.why = (isEagerItself ? "Eager itself crashes every time"
             : isWithEager ? "Crashes every time, with the backend eager too"
                           : "Crashes every time") +
            what;
  return true;
}

void classify(Reproducibility& out, const Tally& tally) {
  const int same = tally.of(ReproResult::Same), differs = tally.of(ReproResult::Differs), proofs = same + differs;
  const int eager = tally.ofBoth(ReproResult::EagerDiffers);
  const auto is = [&](ReproClass classification, std::string why) {
    out.classification = classification;
    out.why = std::move(why);
  };
  if (eager > 0)
    return is(ReproClass::EagerNotDeterministic,
              "Eager compared with eager differed in " + times(eager, out.eagerRate.of) + ".");
  // Dynamo with the backend eager is compiled as well: captured and run again.
  if (same > 0 && tally.ofBoth(ReproResult::Differs) > 0) {
    const int all = differs + tally.ofEager(ReproResult::Differs);
    return is(
        ReproClass::CompiledNotDeterministic,
        "The same run differed " + text::counted(static_cast<std::size_t>(all), "time") + " and agreed " +
            text::counted(static_cast<std::size_t>(same), "time") +
            (tally.checksEager ? ", while eager always agreed with itself."
                               : "; such a script need not compare eager with eager, so eager may be the cause."));
  }
  if (classifyCrashes(out, tally)) return;
  if (proofs >= kMinProofs && same == proofs)
    return is(ReproClass::Healthy,
              "Compiled agreed with eager in all of " + text::counted(static_cast<std::size_t>(proofs), "run") + ".");
  if (proofs >= kMinProofs)
    return is(ReproClass::DeterministicFailure,
              "Compiled differed from eager in all of " + text::counted(static_cast<std::size_t>(proofs), "run") +
                  (tally.checksEager ? ", while eager always agreed with itself." : "."));
  out.moreNeeded = kMinProofs - proofs;
  std::string why = proofs == 0 ? "No run compared compiled with eager to the end"
                                : "Only " + text::counted(static_cast<std::size_t>(proofs), "run") +
                                      " compared compiled with eager to the end";
  const ReproResult other = mostFrequentOther(tally);
  if (tally.of(other) > 0) {
    std::string text(resultText(other));
    why += "; " + std::to_string(tally.of(other)) + " ended as \"" + text + "\"";
  }
  is(ReproClass::Inconclusive, why + ".");
}

void addWarnings(Reproducibility& out, const Tally& tally, std::span<const ReproOutcome> outcomes) {
  const auto add = [&](const std::string& text) {
    if (std::ranges::find(out.warnings, text) == out.warnings.end()) out.warnings.push_back(text);
  };
  for (const ReproOutcome& outcome : outcomes)
    for (const std::string& warning : outcome.warnings) add(warning);
  if (const int crashed = tally.ofBoth(ReproResult::CompiledCrashed); crashed > 0)
    add("In " + text::counted(static_cast<std::size_t>(crashed), "run") +
        " the compiled model raised an exception; torch counts that as the same, and here it counts as no proof.");
  const int eagerDiffers = tally.ofEager(ReproResult::Differs), eagerSame = tally.ofEager(ReproResult::Same);
  if (eagerDiffers > 0 && eagerSame == 0)
    add("With the backend eager, which compiles nothing, it differs as well: look at Dynamo's capture before the "
        "backend.");
  else if (eagerDiffers > 0)
    add("With the backend eager, which compiles nothing, it differs sometimes: eager or Dynamo's capture is not "
        "steady.");
  else if (eagerSame > 0 && tally.of(ReproResult::Differs) > 0)
    add("With the backend eager it agrees: the difference comes from the backend.");
}

/// commonException is the exception of the first crash when all others have its type; "" otherwise.
std::string commonException(std::span<const ReproOutcome> outcomes) {
  std::string common;
  for (const ReproOutcome& outcome : outcomes) {
    if (outcome.isEagerRun || !isCrash(outcome.result)) continue;
    const std::string& raised = outcome.exception.empty() ? outcome.evidence : outcome.exception;
    if (common.empty()) common = raised;
    if (exceptionType(raised) != exceptionType(common)) return {};
  }
  return common;
}

using Json = nlohmann::ordered_json;

constexpr int kPercentDecimals = 1;

std::string percent(double share) { return text::fixedText(share * 100, kPercentDecimals) + " %"; }

std::string rateText(const Rate& rate) {
  return std::to_string(rate.count) + " of " + std::to_string(rate.of) + ", " + percent(rate.value) +
         " (with 95 % confidence " + percent(rate.low) + " to " + percent(rate.high) + ")";
}

Json rateJson(const Rate& rate) {
  return {{"count", rate.count}, {"of", rate.of}, {"value", rate.value}, {"low", rate.low}, {"high", rate.high}};
}

}  // namespace

std::string_view className(ReproClass classification) { return textsOf(classification).word; }
std::string_view classText(ReproClass classification) { return textsOf(classification).text; }

std::string exceptionType(const std::string& exception) { return exception.substr(0, exception.find(':')); }

Rate rateOf(int count, int of) {
  Rate rate{.count = count, .of = of};
  if (of <= 0 || count < 0 || count > of) return rate;
  rate.value = static_cast<double>(count) / of;
  const statistics::Interval interval = statistics::rateInterval({static_cast<std::size_t>(count), static_cast<std::size_t>(of)},
                                                                 {.method = statistics::RateMethod::ClopperPearson});
  rate.low = interval.low;
  rate.high = interval.high;
  return rate;
}

Reproducibility reproducibility(std::span<const ReproOutcome> outcomes) {
  Reproducibility out;
  const Tally tally(outcomes);
  const int same = tally.of(ReproResult::Same), differs = tally.of(ReproResult::Differs);
  out.failureRate = rateOf(differs, same + differs);
  // A compiled model is run only after eager agreed with itself.
  const int eagerDiffers = tally.ofBoth(ReproResult::EagerDiffers);
  int gotThere = eagerDiffers;
  for (const ReproResult result : {ReproResult::Same, ReproResult::Differs, ReproResult::CompiledCrashed})
    gotThere += tally.ofBoth(result);
  out.eagerRate = rateOf(eagerDiffers, tally.checksEager ? gotThere : eagerDiffers);
  for (std::size_t i = 0; i < kReproResultCount; ++i)
    if (const auto result = static_cast<ReproResult>(i); tally.ofBoth(result) > 0)
      out.counts.push_back({.result = result, .count = tally.ofBoth(result)});
  std::ranges::stable_sort(out.counts, std::greater{}, &ResultCount::count);
  out.crashRate = rateOf(tally.count(isCrash), tally.count(hasEnded));
  out.exception = commonException(outcomes);
  classify(out, tally);
  addWarnings(out, tally, outcomes);
  return out;
}

std::string reproducibilityText(const Reproducibility& result) {
  const std::string why = reports::printableText(result.why);
  const std::string text(classText(result.classification));
  std::string out = (why.starts_with(text) ? why : text + ". " + why) + '\n';
  if (result.moreNeeded > 0)
    out += "At least " + text::counted(static_cast<std::size_t>(result.moreNeeded), "more run") + " that compare" +
           (result.moreNeeded == 1 ? "s" : "") + " compiled with eager would be needed.\n";
  if (result.crashRate.count > 0) out += "Crashes:       " + rateText(result.crashRate) + '\n';
  if (result.failureRate.of > 0) out += "Differs:       " + rateText(result.failureRate) + '\n';
  if (result.eagerRate.count > 0) out += "Eager differs: " + rateText(result.eagerRate) + '\n';
  std::string counts;
  for (const ResultCount& count : result.counts)
    counts += (counts.empty() ? "" : ", ") + std::string(resultText(count.result)) + ' ' + std::to_string(count.count);
  if (!counts.empty()) out += "Runs:          " + counts + '\n';
  for (const std::string& warning : result.warnings) out += "warning: " + reports::printableText(warning) + '\n';
  return out;
}

std::string reproducibilityJson(const Reproducibility& result, std::span<const ReproOutcome> outcomes) {
  Json counts = Json::object(), runs = Json::array();
  for (const ResultCount& count : result.counts) counts[text::jsonKey(resultWord(count.result))] = count.count;
  for (const ReproOutcome& outcome : outcomes) runs.push_back(text::parseOrderedJson(outcomeJson(outcome)));
  const Json out = {{"format", "plumbline-reproducibility"},
                    {"version", 2},
                    {"class", className(result.classification)},
                    {"why", result.why},
                    {"more_needed", result.moreNeeded},
                    {"failure_rate", rateJson(result.failureRate)},
                    {"eager_rate", rateJson(result.eagerRate)},
                    {"crash_rate", rateJson(result.crashRate)},
                    {"exception", text::stringOrNull(result.exception)},
                    {"counts", std::move(counts)},
                    {"warnings", result.warnings},
                    {"runs", std::move(runs)}};
  return text::toJsonText(out, 2) + '\n';
}

}  // namespace plumbline::runs
