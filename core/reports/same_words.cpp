// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/same_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace plumbline::reports {
namespace {

using numerics::Decision;
using numerics::Step;

std::string shapeCell(const numerics::Value& value) {
  using Kind = numerics::ValueKind;
  const bool isTensor = value.kind == Kind::Tensor || value.kind == Kind::Parameter || value.kind == Kind::Array;
  return isTensor ? numerics::shapeText(value.tensor.sizes) : std::string();
}

std::string dtypeCell(const numerics::Value& value) {
  using Kind = numerics::ValueKind;
  const bool isTensor = value.kind == Kind::Tensor || value.kind == Kind::Parameter || value.kind == Kind::Array;
  return std::string(isTensor ? numerics::shortName(value.tensor.dtype) : numerics::typeName(value));
}

/// both gives one word where the sides agree, else "a, b".
std::string both(const Decision& decision, std::string (*cell)(const numerics::Value&)) {
  std::string ref = decision.ref ? cell(*decision.ref) : std::string();
  const std::string res = decision.res ? cell(*decision.res) : std::string();
  if (ref == res || res.empty()) return ref;
  return ref.empty() ? res : ref + ", " + res;
}

std::string optionalNumber(const std::optional<double>& number) { return number ? shortNumber(*number) : std::string(); }

/// isWorse: NaN before all, then the larger margin, then those without one.
bool isWorse(const Decision& a, const Decision& b) {
  const auto rank = [](const Decision& decision) {
    if (!decision.margin) return decision.passed ? -1.0 : 0.0;
    return std::isnan(*decision.margin) ? HUGE_VAL : *decision.margin;
  };
  return rank(a) > rank(b);
}

std::string whyText(const Decision& decision) {
  if (decision.step == Step::Rmse && decision.resError && decision.bound && decision.margin)
    return "RMSE " + shortNumber(*decision.resError) + " is not within the bound " + shortNumber(*decision.bound) +
           " (margin " + shortNumber(*decision.margin) + ")";
  if (decision.step == Step::Cosine && decision.score)
    return "cosine similarity " + shortNumber(*decision.score) + " is not 0.99 or more";
  if (decision.step == Step::BoolIou && decision.score)
    return "overlap " + shortNumber(*decision.score) + " is under the threshold";
  return decision.text.empty() ? std::string(numerics::stepText(decision.step)) : decision.text;
}

}  // namespace

std::string shortNumber(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.4g", number);
  return text.data();
}

std::string_view decisionWord(const Decision& decision) {
  if (decision.step == Step::NotCompared) return "not compared";
  if (decision.raised) return "raises";
  return decision.passed ? "same" : "differs";
}

std::string leafName(const Decision& decision) {
  const std::string path = numerics::pathText(decision.path);
  return path.empty() ? "(whole)" : path;
}

std::vector<std::size_t> shownDecisions(const SameReport& report) {
  const std::vector<Decision>& decisions = report.result.decisions;
  std::vector<std::size_t> shown(decisions.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (!report.isAll) {
    const auto worst = report.result.worst();
    // Passed with a remark: broadcast shapes, or nothing to compare with.
    std::erase_if(shown, [&](std::size_t i) {
      return decisions[i].passed && decisions[i].text.empty() && (!worst || i != *worst);
    });
  }
  if (report.isByMargin)
    std::ranges::stable_sort(shown, [&](std::size_t a, std::size_t b) { return isWorse(decisions[a], decisions[b]); });
  return shown;
}

SameCells sameCells(const SameReport& report, std::size_t index) {
  const Decision& decision = report.result.decisions[index];
  std::string largest;
  if (index < report.statistics.size() && report.statistics[index] && report.statistics[index]->maxAbs) {
    const numerics::Extreme& most = *report.statistics[index]->maxAbs;
    largest = shortNumber(most.value) + (most.value == 0 ? "" : " @ " + numerics::indexText(most.index));
  }
  return {std::string(decisionWord(decision)),
          leafName(decision),
          both(decision, shapeCell),
          both(decision, dtypeCell),
          decision.raised && decision.step != Step::Structure ? "torch raises"
                                                              : std::string(numerics::stepText(decision.step)),
          optionalNumber(decision.refError),
          optionalNumber(decision.resError),
          optionalNumber(decision.bound),
          optionalNumber(decision.margin),
          std::move(largest)};
}

std::vector<bool> emptyColumns(const std::vector<SameCells>& rows) {
  std::vector<bool> empty(kSameColumns.size());
  for (std::size_t column = 0; column < empty.size(); ++column)
    empty[column] = std::ranges::all_of(rows, [&](const SameCells& row) { return row[column].empty(); });
  return empty;
}

std::string sameVerdict(const SameReport& report) {
  const numerics::SameResult& result = report.result;
  if (result.answer == numerics::Answer::Same) return "same";
  const auto failure = result.firstFailure();
  const Decision none;
  const Decision& decision = failure ? result.decisions[*failure] : none;
  const std::string where = decision.path.empty() ? std::string() : numerics::pathText(decision.path) + ", ";
  if (result.answer == numerics::Answer::Different) return "differs: " + where + whyText(decision);
  return "raises: " + where + result.raisedType + (result.raisedText.empty() ? "" : ": " + result.raisedText);
}

std::string sameCounts(const SameReport& report) {
  std::array<std::size_t, 4> counts{};  // in the order of the words
  constexpr std::array<std::string_view, 4> kWords{"same", "differs", "raises", "not compared"};
  std::size_t behind = 0;
  for (const Decision& decision : report.result.decisions) {
    ++counts[static_cast<std::size_t>(std::ranges::find(kWords, decisionWord(decision)) - kWords.begin())];
    if (!decision.reached && decision.step != Step::NotCompared) ++behind;
  }
  const std::size_t leaves = report.result.decisions.size();
  std::string out = std::to_string(leaves) + (leaves == 1 ? " decision: " : " decisions: ");
  bool isFirst = true;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    std::string word(kWords[i]);
    if (counts[i] > 1 && word.ends_with('s')) word.pop_back();  // "1 differs", "2 differ"
    out += (isFirst ? "" : ", ") + std::to_string(counts[i]) + " " + word;
    isFirst = false;
  }
  if (isFirst) out += "nothing to compare";
  if (behind > 0) out += "; " + std::to_string(behind) + " of them behind the point where torch stops";
  if (report.result.omitted > 0) out += "; " + std::to_string(report.result.omitted) + " further ones are not listed";
  return out;
}

std::vector<SameFinding> sameFindings(const SameReport& report) {
  std::vector<SameFinding> lines;
  const numerics::SameResult& result = report.result;
  if (const auto failure = result.firstFailure()) lines.push_back({"first failure", leafName(result.decisions[*failure])});
  if (const auto worst = result.worst()) {
    const Decision& decision = result.decisions[*worst];
    const bool isClose = decision.passed && *decision.margin >= numerics::kMarginWarning;
    lines.push_back({"worst margin", leafName(decision) + ", " + shortNumber(*decision.margin) +
                    (isClose ? ": close to the limit" : "")});
  }
  const auto count = [&result](const auto& isMeant) {
    return static_cast<std::size_t>(std::ranges::count_if(result.decisions, isMeant));
  };
  const auto skipped = count([](const Decision& decision) { return decision.step == Step::NotCompared; });
  const auto broadcast = count([](const Decision& decision) {
    return decision.passed && decision.step != Step::NotCompared && !decision.text.empty();
  });
  if (broadcast > 0)
    lines.push_back({"broadcast", std::to_string(broadcast) + (broadcast == 1 ? " tensor has" : " tensors have") +
                    " other shapes in ref and res, and passed: same() does not compare shapes"});
  if (skipped > 0)
    lines.push_back({"not compared", std::to_string(skipped) + ": the list of references ends before " +
                    (skipped == 1 ? "it" : "them")});
  return lines;
}

}  // namespace plumbline::reports
