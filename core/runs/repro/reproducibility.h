// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies N runs of the same repro script, each with fixed seeds and a fresh cache: does it always fail, and is
// eager itself not deterministic?
//
//   Reproducibility r = reproducibility(outcomes);
//   show(className(r.classification), r.failureRate, r.moreNeeded);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/repro/repro_outcome.h"

namespace plumbline::runs {

enum class ReproClass : std::uint8_t {
  Healthy,                   ///< every run: same
  DeterministicFailure,      ///< every run: differs
  CompiledNotDeterministic,  ///< some runs same, some differ, eager always agrees with itself
  EagerNotDeterministic,     ///< eager against eager differed at least once
  CrashesAlways,             ///< every run crashes, eager or Dynamo with the backend eager does not
  CrashesSometimes,          ///< some runs crash
  EagerCrashes,              ///< eager itself, or Dynamo with the backend eager, crashes in every run
  Inconclusive,              ///< too few runs, or runs that prove nothing
};
std::string_view className(ReproClass classification);   ///< JSON: "eager-not-deterministic"
std::string_view classText(ReproClass classification);   ///< people: "Eager is not deterministic"

/// Rate of `count` in `of`, with the 95 % Clopper-Pearson interval.
struct Rate {
  int count = 0, of = 0;
  double value = 0, low = 0, high = 1;
};
Rate rateOf(int count, int of);

struct ResultCount {
  ReproResult result;
  int count = 0;
};
struct Reproducibility {
  ReproClass classification = ReproClass::Inconclusive;
  Rate failureRate;               ///< Differs among runs that prove something
  Rate eagerRate;                 ///< EagerDiffers among runs that got that far
  Rate crashRate;                 ///< crashes among runs that came to an end
  std::string exception;          ///< of the crashes, when all have the same type
  std::vector<ResultCount> counts;  ///< most frequent first
  int moreNeeded = 0;             ///< further runs needed for a classification; 0 when there is one
  std::string why;                ///< one sentence
  std::vector<std::string> warnings;
};
/// kMinProofs is the number of equal answers that make a class: at a failure rate of one half, five equal answers in
/// a row come once in sixteen.
inline constexpr int kMinProofs = 5;
/// exceptionType: "torch.OutOfMemoryError" of "torch.OutOfMemoryError: CUDA out of memory".
std::string exceptionType(const std::string& exception);
Reproducibility reproducibility(std::span<const ReproOutcome> outcomes);

/// reproducibilityText is what the command line prints; reproducibilityJson what tools read.
std::string reproducibilityText(const Reproducibility& result);
std::string reproducibilityJson(const Reproducibility& result, std::span<const ReproOutcome> outcomes);

}  // namespace plumbline::runs
