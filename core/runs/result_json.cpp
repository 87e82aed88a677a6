// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/result_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

#include "core/verdicts/python_text.h"

namespace plumbline::runs {

using Json = nlohmann::ordered_json;  // members stay in the order they are given

Json numberJson(double value) {
  if (std::isfinite(value)) return value;
  std::string word;
  verdicts::appendReal(word, value);
  return word;
}

Json modelJson(const ModelTimes& times) {
  const auto orNull = [](const std::optional<double>& value) { return value ? numberJson(*value) : Json(); };
  Json out = {{"model", times.model},
              {"speedupPercent", orNull(times.speedup)},
              {"problem", times.problem},
              {"repeats", Json::array()}};
  for (const RepeatOfModel& repeat : times.repeats) {
    out["repeats"].push_back({{"repeat", repeat.repeat},
                              {"state", stateWord(repeat.state)},
                              {"counts", isGood(repeat)},
                              {"coldSeconds", orNull(repeat.cold)},
                              {"warmSeconds", orNull(repeat.warm)},
                              {"problem", repeat.problem}});
  }
  return out;
}

Json modelJson(const ModelRepeats& model) {
  Json statuses = Json::object();
  for (const StatusCount& count : model.statuses) statuses[count.status] = count.count;
  Json metrics = Json::object();
  for (const MetricSpread& spread : model.metrics) {
    metrics[spread.metric] = {{"count", spread.count},
                              {"least", numberJson(spread.least)},
                              {"median", numberJson(spread.median)},
                              {"most", numberJson(spread.most)},
                              {"mean", numberJson(spread.mean)},
                              {"deviation", numberJson(spread.deviation)}};
  }
  return {{"model", model.model},
          {"statuses", std::move(statuses)},
          {"stable", model.isStable},
          {"failedRepeats", model.failedRepeats},
          {"metrics", std::move(metrics)}};
}

Json errorJson(const base::Error& error) {
  return {{"file", error.file}, {"line", error.line}, {"text", error.text}, {"hint", error.hint}};
}

std::string dumped(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n'; }

std::string repeatJson(const Run& run, const std::vector<ModelRepeats>& models) {
  Json out = {{"format", "plumbline-repeat"}, {"version", 1}, {"exit", exitOf(run)},
              {"title", run.title},           {"id", run.id}, {"repeats", run.spec.repeats},
              {"models", Json::array()}};
  for (const ModelRepeats& model : models) out["models"].push_back(modelJson(model));
  return dumped(out);
}

}  // namespace plumbline::runs
