// SPDX-License-Identifier: GPL-3.0-or-later
// Decides about every pair named on standard input, a JSON line each: {"ref": FILE, "res": FILE, "fp64": FILE or null,
// "kw": options by torch's names}. Answers with a JSON line: answer, log, steps of the leaves torch gets to, errors.
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/numerics/readers/load_value.h"
#include "core/numerics/same/same.h"

using namespace plumbline;
using namespace plumbline::numerics;
using nlohmann::json;

namespace {

SameOptions optionsOf(const json& words) {
  const SameOptions defaults;
  SameOptions options;
  options.tol = words.value("tol", defaults.tol);
  options.equalNan = words.value("equal_nan", defaults.equalNan);
  options.cosSimilarity = words.value("cos_similarity", defaults.cosSimilarity);
  options.exactDtype = words.value("exact_dtype", defaults.exactDtype);
  options.relaxNumpyEquality = words.value("relax_numpy_equality", defaults.relaxNumpyEquality);
  options.ignoreNonFp = words.value("ignore_non_fp", defaults.ignoreNonFp);
  options.useLargerMultiplierForSmallerTensor = words.value("use_larger_multiplier_for_smaller_tensor", false);
  options.forceMaxMultiplier = words.value("force_max_multiplier", defaults.forceMaxMultiplier);
  options.useIouForBool = words.value("use_iou_for_bool", defaults.useIouForBool);
  options.iouThreshold = words.value("iou_threshold", defaults.iouThreshold);
  return options;
}

/// numberText is what Python's float() reads.
std::string numberText(double number) {
  std::array<char, 64> out{};
  (void)std::snprintf(out.data(), out.size(), "%.17g", number);
  return out.data();
}

json answerOf(const SameResult& result) {
  json out{{"log", json::array()}, {"steps", json::array()}, {"errors", json::array()}};
  out["answer"] = result.answer == Answer::Same        ? "same"
                  : result.answer == Answer::Different ? "differs"
                                                       : result.raisedType + ": " + result.raisedText;
  for (const LogLine& line : result.log)
    out["log"].push_back({line.level == LogLevel::Error ? "ERROR" : "WARNING", line.text});
  for (const Decision& decision : result.decisions) {
    if (!decision.reached || decision.raised) continue;
    out["steps"].push_back({decision.path, stepName(decision.step)});
    if (decision.refError) out["errors"].push_back({numberText(*decision.refError), numberText(*decision.resError)});
  }
  return out;
}

json decided(const json& wish) {
  SameInput input;
  const auto load = [&wish](const char* name, ValuePtr& to) -> std::string {
    if (!wish.contains(name) || wish[name].is_null()) return {};
    const auto loaded = loadValue(wish[name].get<std::string>());
    if (!loaded.isValue()) return loaded.isError() ? base::describe(loaded.error()) : "cancelled";
    to = loaded.value().value;
    return {};
  };
  for (const std::string& problem : {load("ref", input.ref), load("res", input.res), load("fp64", input.fp64)})
    if (!problem.empty()) return {{"answer", "not read: " + problem}};
  const auto outcome = same(input, optionsOf(wish["kw"]));
  if (!outcome.isValue()) return {{"answer", "failed: " + (outcome.isError() ? base::describe(outcome.error()) : "")}};
  return answerOf(outcome.value());
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << decided(json::parse(line)).dump() << std::endl;
}
