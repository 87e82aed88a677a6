// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/suite_progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <set>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/reports/text_parts.h"
#include "core/runs/logs/log_file.h"
#include "core/runs/spec/run_plan.h"
#include "core/sources/formats/log_lines.h"
#include "core/sources/formats/source_text.h"
#include "core/tables/csv_table.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10, kMaxRest = std::size_t{4} << 20, kMaxAtOnce = std::size_t{256} << 20;

std::string statusOf(const sources::LogAnswer& answer) {
  if (!answer.accuracy.empty()) return answer.accuracy;
  return answer.speedup.empty() ? answer.absLatency + " ms" : answer.speedup + "x";
}

/// modelsOf counts the models that a run of a whole suite goes through, all repeats; 0 where that is not known.
std::size_t modelsOf(const Run& run) {
  const std::string list = run.plan.expected.empty() ? modelsFile(run.spec) : run.plan.expected;
  auto file = list.empty() ? base::Result<files::FileBytes>(base::fail({})) : files::readFile(list);
  if (!file) return 0;
  const auto table = tables::CsvTable::scan(std::move(file->bytes), list);
  if (!table.isValue()) return 0;
  const auto names = table.value()->columnOf("name");
  const RequestedModels requested(run.spec);
  std::set<std::string> models;
  std::string scratch;
  for (std::size_t row = 0; names && row < table.value()->rowCount(); ++row)
    if (std::string name(table.value()->cell(row, *names, scratch)); requested.contains(name)) models.insert(std::move(name));
  return models.size() * static_cast<std::size_t>(run.spec.repeats);
}

constexpr std::size_t kCurrentNames = 3;

/// changedAt is when a file was last written, in seconds since 1970; 0 where that cannot be known.
double changedAt(const std::string& path) {
  const auto stamp = files::stampOf(path);
  return stamp ? static_cast<double>(stamp->modifiedNs) / 1e9 : 0;
}

/// TimeLeft estimates when a suite ends, from the models that its tasks have done. Only the time in which a task ran counts,
/// not the hours until a run was resumed.
class TimeLeft {
 public:
  TimeLeft(const Run& run, double now) : m_run(run), m_now(now) {}
  void add(const TaskStatus& task, std::size_t count, double lastEnd);
  std::size_t done() const { return m_done; }
  /// secondsLeft of a run with `total` models over all its tasks; nullopt before the first model ended and after the last task.
  std::optional<double> secondsLeft(std::size_t total) const;

 private:
  struct Open {
    std::size_t count = 0;  ///< models that ended
    double since = 0;       ///< seconds that its present model takes so far
  };
  const Run& m_run;
  double m_now, m_seconds = 0;  ///< m_seconds: all tasks took for their models together
  std::size_t m_done = 0;
  std::vector<Open> m_open;     ///< tasks that have not ended
};

void TimeLeft::add(const TaskStatus& task, std::size_t count, double lastEnd) {
  m_done += count;
  const double began = task.began > 0 ? task.began : m_now;
  if (count > 0) m_seconds += std::max(0.0, (task.ended > 0 ? task.ended : lastEnd) - began);
  if (task.state == RunState::Reading || isFinished(task.state)) return;
  m_open.push_back({count, task.state == RunState::Running ? std::max(0.0, m_now - std::max(began, lastEnd)) : 0});
}

std::optional<double> TimeLeft::secondsLeft(std::size_t total) const {
  if (m_done == 0 || m_open.empty()) return std::nullopt;
  const double each = m_seconds / static_cast<double>(m_done);
  // Parts and repeats have the same number of models. What a task that failed left out is not run any more.
  const double share = static_cast<double>(total) / static_cast<double>(m_run.tasks.size());
  double left = 0, longest = 0;
  for (const Open& task : m_open) {
    // A model that takes longer than the others is taken for nearly done.
    const double seconds = std::max(0.0, each * (share - static_cast<double>(task.count)) - std::min(each, task.since));
    left += seconds;
    longest = std::max(longest, seconds);
  }
  return std::max(longest, left / std::max(1, m_run.spec.jobs));
}

}  // namespace

std::vector<SuiteProgress::Ended> SuiteProgress::update(const std::string& log, bool isWhole, const std::stop_token& stop) {
  std::vector<Ended> ended;
  std::ifstream file = openLog(log);
  if (!file.seekg(static_cast<std::streamoff>(m_offset))) return ended;
  std::array<char, kChunkBytes> chunk{};
  for (std::size_t left = kMaxAtOnce; file; left -= chunk.size()) {
    if (left == 0 || stop.stop_requested()) return ended;
    file.read(chunk.data(), chunk.size());
    m_offset += static_cast<std::size_t>(file.gcount());
    const std::string_view added(chunk.data(), static_cast<std::size_t>(file.gcount()));
    const std::size_t end = added.rfind('\n') + 1;  // npos + 1 is 0
    if (end > 0) {
      m_rest.append(added.substr(0, end));
      sources::LogLines lines(m_rest);
      while (lines.next()) readLine(lines.text(), ended);
      m_rest.clear();
    }
    if (m_rest.size() < kMaxRest) m_rest.append(added.substr(end));
  }
  // The name of a model stands on its line before the result does.
  const auto model = sources::modelIn(m_rest);
  m_started = model && !model->answer ? model->name : std::string();
  if (!isWhole) return ended;
  if (!m_rest.empty()) readLine(std::exchange(m_rest, {}), ended);
  m_started.clear();
  end({}, ended);
  return ended;
}

void SuiteProgress::readLine(std::string_view line, std::vector<Ended>& ended) {
  if (auto model = sources::modelIn(line)) {
    if (m_current != model->name) end({}, ended);
    m_current = std::move(model->name);
    if (model->answer) end(statusOf(*model->answer), ended);
    if (sources::brokenOff(line).starts_with(sources::kRunFailed)) end({}, ended);
  } else if (const auto answer = m_current.empty() ? std::nullopt : sources::answerIn(line)) {
    end(statusOf(*answer), ended);
  } else if (sources::endsRun(line) || line.starts_with(sources::kRunFailed)) {
    end({}, ended);  // a status below is another model's
  }
}

void SuiteProgress::end(std::string status, std::vector<Ended>& ended) {
  if (m_current.empty()) return;
  ++m_count;
  ended.push_back({std::exchange(m_current, {}), std::move(status)});
}

const SuiteWatch::Part* SuiteWatch::updatePart(const TaskStatus& task, double now, const Ended& ended, const std::stop_token& stop) {
  const bool isInLog = task.state == RunState::Running || task.state == RunState::Reading || isFinished(task.state);
  if (task.folder.empty() || task.steps.empty() || !isInLog) return nullptr;
  const auto [at, isNew] = m_parts.try_emplace(task.folder);
  Part& part = at->second;
  const std::string log = task.folder + "/" + task.steps.back().name + ".log";
  const bool isWhole = task.state == RunState::Reading || task.state == RunState::Done || task.state == RunState::Failed;
  const auto models = part.suite.update(log, isWhole, stop);
  for (const SuiteProgress::Ended& model : models)
    if (ended) ended(model);
  // Of a log that others began, such as that of a resumed run, its last line is the best that is known.
  if (!models.empty()) part.lastEnd = isNew ? std::clamp(changedAt(log), std::min(task.began, now), now) : now;
  return &part;
}

SuiteWatch::State SuiteWatch::update(const Run& run, double now, const Ended& ended, const std::stop_token& stop) {
  if (!isWholeSuite(run.spec)) return {};
  bool isActive = false;
  TimeLeft time(run, now);
  std::vector<std::string> current;
  for (const TaskStatus& task : run.tasks) {
    const Part* part = updatePart(task, now, ended, stop);
    time.add(task, part == nullptr ? 0 : part->suite.count(), part == nullptr ? 0 : part->lastEnd);
    isActive = isActive || task.state == RunState::Running || task.state == RunState::Reading;
    if (part != nullptr && task.state == RunState::Running && !part->suite.current().empty())
      current.push_back(reports::printableText(part->suite.current()));
  }
  if (!isActive || time.done() + current.size() == 0) return {};
  const auto [total, isNew] = m_models.try_emplace(run.id);
  if (isNew) total->second = modelsOf(run);
  // A suite may have more models than its baseline.
  const bool isKnown = total->second >= time.done() + current.size();
  std::string out = isKnown ? std::to_string(time.done()) + " of " + text::counted(total->second, "model") : text::counted(time.done(), "model");
  const auto left = isKnown ? time.secondsLeft(total->second) : std::nullopt;
  if (left) out += ", about " + text::clockText(std::lround(*left)) + " left";
  if (current.size() > kCurrentNames) current.resize(kCurrentNames);
  for (const std::string& name : current) out += ", " + name;
  return {std::move(out), left.has_value()};
}

}  // namespace plumbline::runs
