// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/row_choice.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/flaky/flaky_entry.h"
#include "core/verdicts/view/row_view.h"

namespace plumbline::baselines {
namespace {

using verdicts::VerdictClass;

/// Patterns remembers which of them has matched anything.
class Patterns {
 public:
  explicit Patterns(const std::vector<std::string>& patterns) : m_patterns(patterns), m_used(patterns.size(), false) {}

  bool match(std::string_view name, std::string_view alsoNamed = {}) {
    bool any = m_patterns.empty();
    for (std::size_t i = 0; i < m_patterns.size(); ++i) {
      if (!flaky::matchesGlob(m_patterns[i], name) &&
          (alsoNamed.empty() || !flaky::matchesGlob(m_patterns[i], alsoNamed)))
        continue;
      m_used[i] = true;
      any = true;
    }
    return any;
  }
  /// hasName returns whether a pattern is this very name.
  bool hasName(std::string_view name) const { return std::ranges::find(m_patterns, name) != m_patterns.end(); }
  std::optional<base::Error> error() const {
    for (std::size_t i = 0; i < m_patterns.size(); ++i)
      if (!m_used[i])
        return base::Error{base::ErrorCode::BadArgument,
                           "No model matches \"" + m_patterns[i] + "\".",
                           "Patterns know * and ?; upper and lower case differ.",
                           ""};
    return std::nullopt;
  }

 private:
  const std::vector<std::string>& m_patterns;
  std::vector<bool> m_used;
};

bool isChosen(VerdictClass cls, std::uint32_t classes) { return (classes & verdicts::classBit(cls)) != 0; }

/// drifted returns whether there is anything to say about an entry.
bool drifted(const verdicts::InstructionDrift& drift) {
  return drift.cls != VerdictClass::Pass || drift.newExpected != drift.expected;
}

}  // namespace

base::Result<RowSelection> chooseRows(const verdicts::Comparison& comparison, const RowChoice& choice) {
  Patterns patterns(choice.models);
  RowSelection chosen;
  std::string scratch;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const std::string_view name = comparison.modelName(i, scratch);
    // A comment is no model, whatever the checks make of it.
    if (name.starts_with('#') || !patterns.match(name)) continue;
    const verdicts::ComparedRow& row = comparison.row(i);
    verdicts::ComparedRow judged = row;
    judged.excused = false;
    const bool isWanted = choice.classes == 0 ? verdicts::needsDecision(judged) : isChosen(row.cls, choice.classes);
    if (!isWanted) {
      if (row.changed) ++chosen.changedLeftOut;
    } else if (row.excused && !patterns.hasName(name)) {
      ++chosen.excusedLeftOut;
    } else if (row.actualRow == verdicts::kNoRow && !choice.lost) {
      ++chosen.lostLeftOut;
    } else {
      chosen.rows.push_back(static_cast<std::uint32_t>(i));
    }
  }
  if (auto error = patterns.error()) return base::fail(*std::move(error));
  return chosen;
}

base::Result<RowSelection> chooseRows(const std::vector<verdicts::InstructionDrift>& drifts, const RowChoice& choice) {
  Patterns patterns(choice.models);
  RowSelection chosen;
  for (std::size_t i = 0; i < drifts.size(); ++i) {
    const verdicts::InstructionDrift& drift = drifts[i];
    if (!patterns.match(drift.name, drift.name + ',' + drift.metric)) continue;
    const bool wanted = choice.classes == 0 ? drift.cls != VerdictClass::Pass : isChosen(drift.cls, choice.classes);
    if (!wanted) {
      if (drifted(drift)) ++chosen.changedLeftOut;
    } else if (drift.result.empty() && !choice.lost) {
      ++chosen.lostLeftOut;
    } else {
      chosen.rows.push_back(static_cast<std::uint32_t>(i));
    }
  }
  if (auto error = patterns.error()) return base::fail(*std::move(error));
  return chosen;
}

}  // namespace plumbline::baselines
