// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/suite_progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/reports/text_parts.h"
#include "core/sources/formats/log_lines.h"
#include "core/sources/formats/source_text.h"
#include "core/tables/csv_table.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10, kMaxRest = std::size_t{4} << 20;

std::string statusOf(const sources::LogAnswer& answer) {
  if (!answer.accuracy.empty()) return answer.accuracy;
  return answer.speedup.empty() ? answer.absLatency + " ms" : answer.speedup + "x";
}

/// rowsOfBaseline is 0 where it cannot be read.
std::size_t rowsOfBaseline(const std::string& baseline) {
  auto file = baseline.empty() ? base::Result<files::FileBytes>(base::fail({})) : files::readFile(baseline);
  if (!file) return 0;
  const auto table = tables::CsvTable::scan(std::move(file->bytes), baseline);
  return table.isValue() ? table.value()->rowCount() : 0;
}

}  // namespace

std::vector<SuiteProgress::Ended> SuiteProgress::update(const std::string& log, bool isWhole) {
  std::vector<Ended> ended;
  std::ifstream file(log, std::ios::binary);
  if (!file.seekg(static_cast<std::streamoff>(m_offset))) return ended;
  std::array<char, kChunkBytes> chunk{};
  while (file) {
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
  } else if (const auto answer = m_current.empty() ? std::nullopt : sources::answerIn(line)) {
    end(statusOf(*answer), ended);
  } else if (sources::endsRun(line)) {
    end({}, ended);
  }
}

void SuiteProgress::end(std::string status, std::vector<Ended>& ended) {
  if (m_current.empty()) return;
  ++m_count;
  ended.push_back({std::exchange(m_current, {}), std::move(status)});
}

std::string SuiteWatch::update(const Run& run, double now, const Ended& ended) {
  std::string text;
  if (!isWholeSuite(run.spec)) return text;
  for (const TaskStatus& task : run.tasks) {
    if (task.folder.empty() || task.steps.empty() || (task.state != RunState::Running && !isFinished(task.state))) continue;
    const auto [found, isNew] = m_suites.try_emplace(task.folder);
    Suite& suite = found->second;
    if (isNew && run.spec.partitions == 1) suite.models = rowsOfBaseline(run.plan.expected);
    const bool isWhole = task.state == RunState::Done || task.state == RunState::Failed;
    for (const auto& model : suite.progress.update(task.folder + "/" + task.steps.back().name + ".log", isWhole))
      if (ended) ended(model);
    const std::size_t done = suite.progress.count();
    if (task.state != RunState::Running || done + suite.progress.current().size() == 0) continue;
    text = (suite.models > 0 ? std::to_string(done) + " of " : std::string()) +
           plumbline::text::counted(suite.models > 0 ? suite.models : done, "model");
    if (suite.models > done && done > 0) {
      const double left = (now - task.began) / static_cast<double>(done) * static_cast<double>(suite.models - done);
      text += ", about " + plumbline::text::clockText(std::lround(std::max(0.0, left))) + " left";
    }
    if (!suite.progress.current().empty()) text += ", " + reports::printableText(suite.progress.current());
  }
  return text;
}

}  // namespace plumbline::runs
