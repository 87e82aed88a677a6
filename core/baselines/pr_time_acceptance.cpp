// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/pr_time_acceptance.h"

#include "core/verdicts/python_integer.h"

namespace plumbline::baselines {
namespace {

using verdicts::InstructionDrift;

/// guardOf: the count is one of instructions, so more is worse.
Guard guardOf(const std::string& from, const std::string& to) {
  const auto before = verdicts::parseInteger(from);
  const auto after = verdicts::parseInteger(to);
  constexpr auto kNumber = verdicts::ParsedInteger::State::Number;
  return before.state == kNumber && after.state == kNumber && after.value > before.value ? Guard::WorseMetric
                                                                                         : Guard::None;
}

}  // namespace

Plan planPrTime(const std::vector<InstructionDrift>& drifts, const BaselineTable& baseline, const PrTimeWish& wish) {
  Plan plan;
  plan.baselinePath = baseline.csv().fileName();
  for (const std::uint32_t row : wish.rows) {
    if (row >= drifts.size()) continue;
    const InstructionDrift& drift = drifts[row];
    const std::string model = drift.name + ',' + drift.metric;
    const auto refuse = [&](std::string text) { plan.notes.push_back({row, model, std::move(text), true}); };
    if (drift.expected.empty()) {
      refuse("The baseline has no entry for it. Add one by hand, with the margin it needs.");
      continue;
    }
    const auto old = baseline.value(model, "value");
    if (!old) {
      refuse(old.error().text + ' ' + old.error().hint);
      continue;
    }
    if (drift.result.empty()) {
      if (wish.removeLost) {
        plan.edits.push_back({row, model, RemoveModel{model}, "", "value " + *old, "", Guard::RowDisappears});
      } else {
        refuse(
            "The result file has no count for it, so there is nothing to accept. It can be removed, if that is meant.");
      }
      continue;
    }
    if (drift.newExpected == *old) continue;
    // Digits alone may differ: " 100 " in the file is the count 100.
    const auto known = verdicts::parseInteger(*old);
    if (known.state == verdicts::ParsedInteger::State::Number &&
        verdicts::integerText(known.value) == drift.newExpected)
      continue;
    plan.edits.push_back({row, model, SetValue{model, "value", drift.newExpected}, "value", *old, drift.newExpected,
                          guardOf(*old, drift.newExpected)});
  }
  return plan;
}

}  // namespace plumbline::baselines
