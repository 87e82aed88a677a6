// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/same/same.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/numerics/same/same_walk.h"

namespace plumbline::numerics {
namespace {

struct StepText {
  Step step;
  std::string_view name;
  std::string_view text;
};

constexpr std::array kSteps{
    StepText{Step::DtypeMismatch, "dtype", "other dtype"},
    StepText{Step::BoolIgnored, "bool-ignored", "bool, ignored"},
    StepText{Step::BoolIou, "bool-iou", "overlap of booleans"},
    StepText{Step::BoolEqual, "bool", "equality of booleans"},
    StepText{Step::Cosine, "cosine", "cosine similarity"},
    StepText{Step::AllClose, "allclose", "within tolerance"},
    StepText{Step::NanRescue, "nan-rescue", "NaN in ref only, res agrees with fp64"},
    StepText{Step::Rmse, "rmse", "RMSE against fp64"},
    StepText{Step::BothNan, "both-nan", "both errors are NaN"},
    StepText{Step::NonFloatIgnored, "non-fp-ignored", "no fp64 reference, ignored"},
    StepText{Step::Tolerance, "tolerance", "not within tolerance"},
    StepText{Step::Equality, "equality", "equality"},
    StepText{Step::EqualityIgnored, "equality-ignored", "no tensor, ignored"},
    StepText{Step::Structure, "structure", "structure"},
    StepText{Step::NotCompared, "not-compared", "not compared by torch"},
};

const StepText& textsOf(Step step) { return kSteps[static_cast<std::size_t>(step)]; }

base::Error badOption(std::string text, std::string hint) {
  return {.code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint)};
}

}  // namespace

std::string_view stepName(Step step) { return textsOf(step).name; }
std::string_view stepText(Step step) { return textsOf(step).text; }

base::Result<void> checkOptions(const SameOptions& options) {
  if (!std::isfinite(options.tol) || options.tol < 0)
    return base::fail(badOption("The tolerance must be a finite number that is not negative.",
                                "Give one such as 1e-4."));
  if (!(options.iouThreshold >= 0 && options.iouThreshold <= 1))
    return base::fail(badOption("The threshold of the overlap must be between 0 and 1.", "Give one such as 0.99."));
  return {};
}

std::optional<std::size_t> SameResult::firstFailure() const {
  const auto failed = std::ranges::find_if(decisions, [](const Decision& decision) { return !decision.passed; });
  if (failed == decisions.end()) return std::nullopt;
  return static_cast<std::size_t>(failed - decisions.begin());
}

std::optional<std::size_t> SameResult::worst() const {
  std::optional<std::size_t> worst;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const std::optional<double>& margin = decisions[i].margin;
    if (!margin) continue;
    if (std::isnan(*margin)) return i;
    if (!worst || *margin > *decisions[*worst].margin) worst = i;
  }
  return worst;
}

base::Outcome<SameResult> same(const SameInput& input, const SameOptions& options, Detail detail,
                               const base::Progress& progress) {
  if (const auto checked = checkOptions(options); !checked) return checked.error();
  SameWalk walk(detail, progress);
  if (const auto end = walk.run(input, options))
    return std::visit([](const auto& why) { return base::Outcome<SameResult>(why); }, *end);
  return walk.takeResult();
}

}  // namespace plumbline::numerics
