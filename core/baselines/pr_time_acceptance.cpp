// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/pr_time_acceptance.h"

#include "core/python/numbers.h"

namespace plumbline::baselines {
namespace {

using verdicts::InstructionDrift;

/// guardOf: the count is one of instructions, so more is worse.
Guard guardOf(const std::string& from, const std::string& to) {
  const auto before = python::parseInteger(from);
  const auto after = python::parseInteger(to);
  constexpr auto kNumber = python::ParsedInteger::State::Number;
  return before.state == kNumber && after.state == kNumber && after.value > before.value ? Guard::WorseMetric
                                                                                         : Guard::None;
}

}  // namespace

Plan planPrTime(const std::vector<InstructionDrift>& drifts, const BaselineTable& baseline, const PrTimeRequest& request) {
  Plan plan;
  plan.baselinePath = baseline.csv().fileName();
  for (const std::uint32_t row : request.rows) {
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
      if (request.removeLost) {
        plan.edits.push_back({row, model, RemoveModel{model}, "", "value " + *old, "", Guard::RowDisappears});
      } else {
        refuse(
            "The result file has no count for it, so there is nothing to accept. It can be removed, if that is meant.");
      }
      continue;
    }
    if (drift.newExpected == *old) continue;
    // Digits alone may differ: " 100 " in the file is the count 100.
    const auto known = python::parseInteger(*old);
    if (known.state == python::ParsedInteger::State::Number && python::integerText(known.value) == drift.newExpected)
      continue;
    plan.edits.push_back({row, model, SetValue{model, "value", drift.newExpected}, "value", *old, drift.newExpected,
                          guardOf(*old, drift.newExpected)});
  }
  return plan;
}

}  // namespace plumbline::baselines
