// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/results/cache_result.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/python/numbers.h"
#include "core/python/repr.h"
#include "core/python/unicode_classes.h"
#include "core/reports/text_parts.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kCold = "cold", kWarm = "warm";

/// sumOf adds from left to right, as Python's sum() does up to 3.11; later ones may differ in the last digit.
double sumOf(const ModelTimes& times, std::optional<double> RepeatOfModel::*which) {
  double sum = 0;
  for (const RepeatOfModel& repeat : times.repeats)
    if (isGood(repeat)) sum += *(repeat.*which);
  return sum;
}

class RepeatReader {
 public:
  RepeatReader(const Run& run, const Outputs& outputs, std::size_t task)
      : m_plan(run.plan.tasks[task]), m_status(statusOf(run, task)), m_outputs(outputs), m_task(task) {}

  RepeatOfModel read() {
    RepeatOfModel repeat{.repeat = m_plan.repeat, .state = m_status.state, .cold = {}, .warm = {}, .problem = {}};
    for (const Step& step : m_plan.steps) {
      if (step.name == kCold) repeat.cold = timeOf(step);
      if (step.name == kWarm) repeat.warm = timeOf(step);
    }
    if (isGood(repeat)) return repeat;
    if (!isFinished(m_status.state) && m_status.state != RunState::Reading) {
      repeat.problem = "it is not over";
    } else if (m_status.state == RunState::Cancelled) {
      repeat.problem = stateWord(m_status.state);  // its steps have not failed
    } else if (m_status.state != RunState::Done && !m_status.reason.empty()) {
      repeat.problem = withoutDot(m_status.reason);
    } else {
      repeat.problem = m_problem.empty() ? std::string(stateWord(m_status.state)) : m_problem;
    }
    return repeat;
  }

 private:
  std::optional<double> timeOf(const Step& step) {
    if (!endedWell(m_status, step.name)) {
      note("the " + step.name + " run did not end well");
      return std::nullopt;
    }
    const std::string* bytes = bytesOf(m_outputs, m_task, step.output);
    if (bytes == nullptr) {
      note("the " + step.name + " run wrote no " + step.output);
      return std::nullopt;
    }
    const auto time = compileTime(*bytes, step.output);
    if (time) return *time;
    note(step.output + ": " + withoutDot(time.error().text));
    return std::nullopt;
  }
  void note(const std::string& problem) {
    if (m_problem.empty()) m_problem = problem;
  }

  const TaskPlan& m_plan;
  const TaskStatus& m_status;
  const Outputs& m_outputs;
  std::size_t m_task;
  std::string m_problem;
};

/// problemOf lists each reason once, with its repeats. Cancelled and unfinished repeats did not fail.
std::string problemOf(const ModelTimes& times) {
  std::vector<std::pair<std::string, std::vector<int>>> reasons;
  std::vector<int> cancelled;
  std::size_t failed = 0;
  bool isGoingOn = false;
  for (const RepeatOfModel& repeat : times.repeats) {
    if (isGood(repeat)) continue;
    if (!isFinished(repeat.state) && repeat.state != RunState::Reading) {
      isGoingOn = true;
      continue;
    }
    if (repeat.state == RunState::Cancelled) {
      cancelled.push_back(repeat.repeat);
      continue;
    }
    ++failed;
    auto at = std::ranges::find_if(reasons, [&](const auto& r) { return r.first == repeat.problem; });
    if (at == reasons.end()) at = reasons.insert(reasons.end(), {repeat.problem, {}});
    at->second.push_back(repeat.repeat);
  }
  const std::size_t all = times.repeats.size();
  if (isGoingOn && failed == 0 && cancelled.empty()) return "not over yet";
  if (all == 1 && failed == 1) return "failed: " + reasons.front().first;
  if (all == 1) return cancelled.empty() ? std::string() : "cancelled";
  std::string out;
  if (failed > 0) out = std::to_string(failed) + " of " + std::to_string(all) + " repeats failed: ";
  for (std::size_t i = 0; i < reasons.size(); ++i)
    out += (i == 0 ? "" : "; ") + reasons[i].first + " (" + listOf(reasons[i].second, "repeat") + ")";
  if (cancelled.empty()) return out;
  const std::string which = " (" + listOf(cancelled, "repeat") + ")";
  if (failed > 0) return out + "; cancelled" + which;
  return std::to_string(cancelled.size()) + " of " + std::to_string(all) + " repeats cancelled" + which;
}

void sumUp(ModelTimes& times) {
  times.problem = problemOf(times);
  if (std::ranges::none_of(times.repeats, isGood)) return;
  const double cold = sumOf(times, &RepeatOfModel::cold), warm = sumOf(times, &RepeatOfModel::warm);
  std::string oddity;
  if (cold == 0)
    oddity = "the cold times sum to 0, so there is no speedup";
  else
    times.speedup = (1 - warm / cold) * 100;
  if (times.speedup && !std::isfinite(*times.speedup)) oddity = "a time is not finite, so the speedup is unknown";
  if (!oddity.empty()) times.problem += (times.problem.empty() ? "" : "; ") + oddity;
}

void appendNumber(std::string& out, double value) {
  if (std::isnan(value))
    out += "NaN";
  else if (std::isinf(value))
    out += value < 0 ? "-Infinity" : "Infinity";
  else
    python::appendReal(out, value);
}

void appendRecord(std::string& out, const CacheResult& result, const std::string& model, std::string_view metric,
                  std::span<const double> values) {
  out += out.empty() ? "[" : ", ";
  out += R"({"benchmark": {"name": "TorchCache Benchmark", "mode": )";
  out += asciiJson(configs::modeName(result.mode));
  out += R"(, "extra_info": {"is_dynamic": )";
  out += result.dynamic ? "true" : "false";
  out += R"(, "device": )";
  out += asciiJson(result.device);
  out += R"(}}, "model": {"name": )";
  out += asciiJson(model);
  out += R"(, "backend": "inductor", "origins": [)";
  out += asciiJson(result.suite);
  out += R"(]}, "metric": {"name": )";
  out += asciiJson(metric);
  out += R"(, "type": "OSS model", "benchmark_values": [)";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out += ", ";
    appendNumber(out, values[i]);
  }
  out += "]}}";
}

constexpr std::size_t kShownWidth = 60;

std::vector<std::string_view> fieldsOf(std::string_view line) {
  line = python::stripSpace(line);
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

base::Error problem(const std::string& file, std::size_t line, std::string text) {
  return {.code = base::ErrorCode::BadFormat,
          .text = std::move(text),
          .hint = "Look into the log of this run: the benchmark writes its times when it has ended well.",
          .file = file,
          .line = line};
}

}  // namespace

bool isGood(const RepeatOfModel& repeat) {
  return (repeat.state == RunState::Done || repeat.state == RunState::Reading) && repeat.cold && repeat.warm;
}

CacheResult cacheResult(const Run& run, const Outputs& outputs) {
  CacheResult result{.suite = run.spec.suite,
                     .device = deviceOf(run.spec),
                     .mode = run.spec.mode,
                     .dynamic = run.spec.dynamic,
                     .models = {}};
  for (std::size_t task = 0; task < run.plan.tasks.size(); ++task) {
    const std::string& model = run.plan.tasks[task].model;
    auto at = std::ranges::find(result.models, model, &ModelTimes::model);
    if (at == result.models.end())
      at = result.models.insert(at, {.model = model, .repeats = {}, .speedup = {}, .problem = {}});
    at->repeats.push_back(RepeatReader(run, outputs, task).read());
  }
  for (ModelTimes& times : result.models) {
    std::ranges::stable_sort(times.repeats, {}, &RepeatOfModel::repeat);
    sumUp(times);
  }
  return result;
}

std::string cacheJson(const CacheResult& result) {
  std::string out;
  for (const ModelTimes& times : result.models) {
    if (!times.speedup) continue;
    std::vector<double> cold, warm;
    for (const RepeatOfModel& repeat : times.repeats) {
      if (!isGood(repeat)) continue;
      cold.push_back(*repeat.cold);
      warm.push_back(*repeat.warm);
    }
    appendRecord(out, result, times.model, "Cold compile time (s)", cold);
    appendRecord(out, result, times.model, "Warm compile time (s)", warm);
    appendRecord(out, result, times.model, "Speedup (%)", std::array{*times.speedup});
  }
  if (!out.empty()) out += "]";
  return out;
}

base::Result<double> compileTime(std::string_view csv, const std::string& file) {
  if (csv.empty()) return base::fail(problem(file, 0, "The file is empty."));
  if (const auto bad = text::firstInvalidUtf8(csv)) {
    const auto line = static_cast<std::size_t>(std::count(csv.begin(), csv.begin() + std::ptrdiff_t(*bad), '\n'));
    return base::fail(problem(file, line + 1, "The file is not UTF-8."));
  }
  const std::size_t headerEnd = csv.find('\n');
  const auto header = fieldsOf(csv.substr(0, headerEnd));
  const auto column = std::ranges::find(header, kCompileTimeColumn);
  if (column == header.end())
    return base::fail(problem(file, 1, "The file has no column " + std::string(kCompileTimeColumn) + "."));
  if (headerEnd == std::string_view::npos || headerEnd + 1 == csv.size())
    return base::fail(problem(file, 1, "The file has a header and no row."));
  const std::string_view rest = csv.substr(headerEnd + 1);
  const auto row = fieldsOf(rest.substr(0, rest.find('\n')));
  const auto at = static_cast<std::size_t>(column - header.begin());
  if (at >= row.size())
    return base::fail(problem(file, 2, "The row is too short to have a " + std::string(kCompileTimeColumn) + "."));
  if (const auto number = python::parseFloat(row[at])) return *number;
  const std::string shown = reports::elidedText(reports::printableText(row[at]), kShownWidth);
  return base::fail(problem(file, 2, "The " + std::string(kCompileTimeColumn) + " \"" + shown + "\" is not a number."));
}

}  // namespace plumbline::runs
