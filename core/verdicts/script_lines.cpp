// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/script_lines.h"

#include <utility>

#include "core/verdicts/row_rule.h"

namespace plumbline::verdicts {

struct ScriptLines::Impl {
  Impl(CheckInput in, CheckWords w) : input(std::move(in)), words(std::move(w)) {}
  CheckInput input;
  CheckWords words;
  CheckRows rows{input, words};
  std::unique_ptr<RowRule> rule;
};

ScriptLines::ScriptLines(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
ScriptLines::~ScriptLines() = default;

std::unique_ptr<ScriptLines> ScriptLines::of(Check check, const CheckInput& input, const CheckWords& words,
                                             const RuleSet& rules) {
  auto impl = std::make_unique<Impl>(asScriptReads(check, input, rules), words);
  if (!impl->rows.hasNames() || !impl->rows.prepare({})) return nullptr;
  switch (check) {
    case Check::Accuracy:
      impl->rule = makeAccuracyRule(impl->rows, rules);
      break;
    case Check::GraphBreaks:
      impl->rule = makeGraphBreaksRule(impl->rows, rules);
      break;
    case Check::Memory:
      impl->rule = makeMemoryRule(impl->rows, rules);
      break;
    default:
      return nullptr;
  }
  return std::unique_ptr<ScriptLines>(new ScriptLines(std::move(impl)));
}

void ScriptLines::append(std::string& out, const Verdict& verdict) {
  if (verdict.reason != Reason::ScriptCrashed) m_impl->rule->append(out, verdict);
}

}  // namespace plumbline::verdicts
