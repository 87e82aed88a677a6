// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/log_answer.h"

#include <algorithm>
#include <charconv>

#include "core/configs/catalogue.h"
#include "core/verdicts/rule_set.h"

namespace plumbline::sources {
namespace {

bool isNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty() && text.front() != '-';
}
bool isCount(std::string_view text) {
  return !text.empty() && text.size() < 12 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

const verdicts::RuleSet& newestRules() {
  // Constant data that is compiled in, parsed the first time a log is read.
  static const verdicts::RuleSet kRules = [] {
    const auto names = verdicts::generations();
    const auto rules = names.empty() ? verdicts::ruleSet({}) : verdicts::ruleSet(names.back());
    return rules ? **rules : verdicts::RuleSet{};
  }();
  return kRules;
}

/// A status that the benchmark writes, also with torchao's "-sqnr-39.586" behind it.
bool isStatus(std::string_view word) {
  constexpr std::string_view kNoise = "-sqnr-";
  if (const std::size_t at = word.find(kNoise); at != word.npos) word = word.substr(0, at);
  return newestRules().isKnownStatus(word);
}

std::optional<std::string> speedupIn(std::string_view word) {
  if (word.size() < 2 || word.back() != 'x' || !isNumber(word.substr(0, word.size() - 1))) return std::nullopt;
  return std::string(word.substr(0, word.size() - 1));
}

}  // namespace

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view kBlank = " \t";
  for (std::size_t at = line.find_first_not_of(kBlank); at != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlank, end);
  }
  return words;
}

std::optional<LogAnswer> answerIn(std::string_view line) {
  if (line.size() > 200) return std::nullopt;
  const auto words = wordsOf(line);
  if (words.empty()) return std::nullopt;
  if (words.size() == 1 && isStatus(words[0])) return LogAnswer{std::string(words[0]), {}, {}};
  if (const auto speedup = speedupIn(words[0]); speedup && words.size() <= 4) return LogAnswer{{}, *speedup, {}};
  if (words.size() >= 3 && words[0] == "perf:" && isNumber(words[1]) && words[2] == "ms")
    return LogAnswer{{}, {}, std::string(words[1])};
  return std::nullopt;
}

std::optional<LogModel> modelIn(std::string_view line) {
  constexpr std::size_t kLongest = 400;
  if (line.size() > kLongest) return std::nullopt;
  const auto words = wordsOf(line);
  if (words.size() < 3 || (words[1] != "train" && words[1] != "eval")) return std::nullopt;
  if (configs::catalogue().device(words[0].substr(0, words[0].find(':'))) == nullptr) return std::nullopt;
  LogModel model{std::string(words[0]), std::string(words[1]), std::string(words[2]), {}, {}};
  if (words.size() == 3) return model;
  // A tag, an answer, or a tag and an answer may follow; anything else is not the benchmark's line.
  const auto behind = [&](std::size_t word) {
    return line.substr(static_cast<std::size_t>(words[word].data() - line.data()));
  };
  if ((model.answer = answerIn(behind(3)))) return model;
  model.tag = words[3];
  if (words.size() > 4 && !(model.answer = answerIn(behind(4)))) return std::nullopt;
  return model;
}

std::optional<LogGraphs> graphsIn(std::string_view line) {
  if (line.find("Dynamo produced") == line.npos) return std::nullopt;
  auto words = wordsOf(line.substr(line.find("Dynamo produced")));
  if (words.size() < 10 || words[3] != "graphs" || words[4] != "covering" || words[6] != "ops" || words[9] != "graph")
    return std::nullopt;
  LogGraphs graphs{std::string(words[2]), std::string(words[5]), std::string(words[8]), {}};
  if (words.size() > 11 && words[11].starts_with('(')) graphs.unique = words[11].substr(1);
  if (!isCount(graphs.graphs) || !isCount(graphs.ops) || !isCount(graphs.breaks)) return std::nullopt;
  if (!isCount(graphs.unique)) graphs.unique.clear();
  return graphs;
}

std::string_view failedToLoad(std::string_view line) {
  constexpr std::string_view kFront = "WARNING:", kBack = " failed to load";
  if (!line.starts_with(kFront)) return {};
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  if (!line.ends_with(kBack)) return {};
  line.remove_suffix(kBack.size());
  const std::string_view name = line.substr(line.rfind(':') + 1);
  return name.find(' ') == name.npos ? name : std::string_view{};
}

bool isSummary(std::string_view line) {
  const auto words = wordsOf(line.substr(0, std::min<std::size_t>(line.size(), 200)));
  if (words.size() < 2) return false;
  return words[1].starts_with("gmean=") || words[1].starts_with("mean=") || words[1].starts_with("pass_rate=");
}

}  // namespace plumbline::sources
