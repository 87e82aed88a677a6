// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/reports/same_words.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;  // members stay in the order they are given
using numerics::Decision;

constexpr int kVersion = 1;

/// numberJson: NaN and infinities are no JSON numbers, and are told as the strings "nan", "inf" and "-inf".
Json numberJson(double number) { return std::isfinite(number) ? Json(number) : Json(shortNumber(number)); }
Json numberJson(const std::optional<double>& number) { return number ? numberJson(*number) : Json(); }
Json textOrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// dumped writes JSON as UTF-8; bytes that are not become U+FFFD.
std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json optionsJson(const numerics::SameOptions& options) {
  return {{"tol", options.tol},
          {"equal_nan", options.equalNan},
          {"cos_similarity", options.cosSimilarity},
          {"exact_dtype", options.exactDtype},
          {"relax_numpy_equality", options.relaxNumpyEquality},
          {"ignore_non_fp", options.ignoreNonFp},
          {"use_larger_multiplier_for_smaller_tensor", options.useLargerMultiplierForSmallerTensor},
          {"force_max_multiplier", options.forceMaxMultiplier},
          {"use_iou_for_bool", options.useIouForBool},
          {"iou_threshold", options.iouThreshold}};
}

Json valueJson(const numerics::ValuePtr& value) {
  if (!value) return nullptr;
  using Kind = numerics::ValueKind;
  if (value->kind != Kind::Tensor && value->kind != Kind::Parameter && value->kind != Kind::Array)
    return {{"type", numerics::typeName(*value)}};
  return {{"type", numerics::typeName(*value)},
          {"dtype", numerics::shortName(value->tensor.dtype)},
          {"shape", value->tensor.sizes}};
}

Json extremeJson(const std::optional<numerics::Extreme>& extreme) {
  if (!extreme) return nullptr;
  return {{"value", numberJson(extreme->value)}, {"index", extreme->index}};
}

Json sideJson(const numerics::SideStatistics& side) {
  return {{"nan", side.nans},
          {"infinite", side.infinities},
          {"least", numberJson(side.least)},
          {"most", numberJson(side.most)},
          {"mean", numberJson(side.mean)}};
}

Json statisticsJson(const numerics::ErrorStatistics& statistics, bool hasReference) {
  Json out{{"elements", statistics.elements},
           {"mismatches", statistics.mismatches},
           {"maxAbs", extremeJson(statistics.maxAbs)},
           {"maxRel", extremeJson(statistics.maxRel)},
           {"maxUlp", extremeJson(statistics.maxUlp)},
           {"meanAbs", numberJson(statistics.meanAbs)},
           {"cosine", numberJson(statistics.cosine)},
           {"sqnr", numberJson(statistics.sqnr)},
           {"ref", sideJson(statistics.ref)},
           {"res", sideJson(statistics.res)}};
  if (hasReference) out["fp64"] = sideJson(statistics.fp64);
  out["histogram"] = {{"firstExponent", statistics.bins.firstExponent},
                      {"counts", statistics.bins.counts},
                      {"zero", statistics.bins.zero},
                      {"notFinite", statistics.bins.notFinite}};
  return out;
}

Json decisionJson(const SameReport& report, std::size_t index) {
  const Decision& decision = report.result.decisions[index];
  Json out{{"path", decision.path},
           {"verdict", decisionWord(decision)},
           {"step", numerics::stepName(decision.step)},
           {"reached", decision.reached},
           {"text", textOrNull(decision.text)},
           {"ref", valueJson(decision.ref)},
           {"res", valueJson(decision.res)},
           {"fp64", valueJson(decision.fp64)},
           {"refError", numberJson(decision.refError)},
           {"resError", numberJson(decision.resError)},
           {"multiplier", numberJson(decision.multiplier)},
           {"bound", numberJson(decision.bound)},
           {"margin", numberJson(decision.margin)},
           {"score", numberJson(decision.score)}};
  if (index < report.statistics.size() && report.statistics[index])
    out["statistics"] = statisticsJson(*report.statistics[index], decision.fp64 != nullptr);
  return out;
}

std::string_view answerWord(numerics::Answer answer) {
  if (answer == numerics::Answer::Same) return "same";
  return answer == numerics::Answer::Different ? "differs" : "raises";
}

Json placeJson(const std::optional<std::size_t>& place) { return place ? Json(*place) : Json(); }

/// member is one line at the first level.
std::string member(std::string_view name, const Json& value) {
  return " \"" + std::string(name) + "\": " + dumped(value) + ",\n";
}

}  // namespace

std::string sameJson(const SameReport& report) {
  const numerics::SameResult& result = report.result;
  Json raised;
  if (result.answer == numerics::Answer::Raised) raised = {{"type", result.raisedType}, {"text", result.raisedText}};
  Json log = Json::array();
  for (const numerics::LogLine& line : result.log)
    log.push_back({{"level", line.level == numerics::LogLevel::Error ? "ERROR" : "WARNING"}, {"text", line.text}});
  // firstFailure and worst count in the order of torch, whatever the order of the rows in other formats.
  std::string out = "{\n";
  out += member("format", "plumbline-same") + member("version", kVersion) + member("exit", sameExit(report)) +
         member("answer", answerWord(result.answer)) + member("raised", raised) + member("ref", report.ref) +
         member("res", report.res) + member("fp64", textOrNull(report.fp64)) +
         member("options", optionsJson(report.options)) + member("notes", report.notes) + member("log", log) +
         member("all", report.isAll) + member("firstFailure", placeJson(result.firstFailure())) +
         member("worst", placeJson(result.worst())) + member("omitted", result.omitted);
  out += " \"decisions\": [";
  for (std::size_t i = 0; i < result.decisions.size(); ++i)
    out += (i == 0 ? "\n  " : ",\n  ") + dumped(decisionJson(report, i));
  return out + (result.decisions.empty() ? "]\n}\n" : "\n ]\n}\n");
}

int sameExit(const SameReport& report) { return report.result.answer == numerics::Answer::Same ? 0 : 1; }

}  // namespace plumbline::reports
