// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/commit_news.h"

#include <algorithm>
#include <utility>

#include "core/configs/config.h"
#include "core/text/quantities.h"

namespace plumbline::overview {
namespace {

bool isUnjudged(const ConfigResult& config) { return config.problem || config.isUnjudged(); }

std::set<std::string, std::less<>> failingColumns(const verdicts::Comparison& comparison, std::size_t row) {
  std::set<std::string, std::less<>> columns;
  for (std::size_t check = 0; check < comparison.checks().size(); ++check)
    for (const verdicts::Verdict& verdict : comparison.verdicts(row, check))
      if (verdicts::failsCi(verdict)) columns.emplace(verdicts::verdictMetric(comparison.checks()[check].check, verdict));
  return columns;
}

/// isSameFailure: of the same class, and nothing fails that did not. States of earlier versions have no columns.
bool isSameFailure(const RedRow& before, const RedRow& now) {
  return before.cls == now.cls && (before.columns.empty() || std::ranges::includes(before.columns, now.columns));
}

/// redRowsOf lists what is red in one config. A name that occurs twice is the worse of its rows.
RedRows redRowsOf(const ConfigResult& config, const std::string& name) {
  RedRows red;
  if (isUnjudged(config)) {
    red[{name, ""}] = {.cls = verdicts::VerdictClass::Invalid,
                       .status = "NOT JUDGED",
                       .sentence = config.problem ? config.problem->text : "No check applies to one of its shards.",
                       .since = {}};
    return red;
  }
  std::string scratch;
  for (std::size_t i = 0; i < config.comparison->rowCount(); ++i) {
    if (!config.needsDecision(i)) continue;
    const verdicts::VerdictClass cls = config.comparison->row(i).cls;
    RedRow row{.cls = cls,
               .status = std::string(config.comparison->statusWord(i)),
               .sentence = config.comparison->sentence(i),
               .columns = failingColumns(*config.comparison, i),
               .since = {}};
    const auto [there, isNew] = red.try_emplace({name, std::string(config.comparison->modelName(i, scratch))}, row);
    if (!isNew && cls < there->second.cls) there->second = std::move(row);
  }
  return red;
}

}  // namespace

CommitNews newsOf(const CommitView& view, const CommitMark& mark, RedRows& red, bool isStart) {
  CommitNews news{.commit = mark, .isStart = isStart};
  for (const ConfigResult& config : view.configs()) {
    if (config.run == nullptr || (config.comparison == nullptr && !config.problem)) continue;
    const std::string name = configs::configName(config.config);
    ++news.judged;
    if (!config.isComplete()) news.incomplete.push_back(name);
    RedRows now = redRowsOf(config, name);
    auto old = red.lower_bound({name, ""});
    while (old != red.end() && old->first.config == name) {
      const bool isHealed = now.count(old->first) == 0 && !isUnjudged(config) && (config.isComplete() || old->first.model.empty());
      if (isHealed) news.healed.push_back(*old);
      old = isHealed ? red.erase(old) : std::next(old);
    }
    for (auto& [row, state] : now) {
      const auto known = red.find(row);
      const bool isKnown = known != red.end() && isSameFailure(known->second, state);
      state.since = isKnown ? known->second.since : mark;
      state.isOlder = isKnown ? known->second.isOlder : isStart;
      red[row] = state;
      (isKnown || isStart ? news.still : news.fresh).emplace_back(row, std::move(state));
    }
  }
  return news;
}

std::string newsTitle(const CommitNews& news) {
  std::vector<std::string> parts;
  if (!news.fresh.empty()) parts.push_back(text::counted(news.fresh.size(), "new failure"));
  if (!news.healed.empty()) parts.push_back(text::groupedText(news.healed.size()) + " healed");
  if (!news.still.empty()) parts.push_back(text::groupedText(news.still.size()) + (news.isStart ? " red" : " still red"));
  return parts.empty() ? "nothing is red" : text::joined(parts);
}

}  // namespace plumbline::overview
