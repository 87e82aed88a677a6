// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/suite_watch.h"

#include <algorithm>
#include <cmath>

#include "core/files/file_bytes.h"
#include "core/reports/printable_text.h"
#include "core/tables/csv_table.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

/// rowsOfBaseline is 0 where it cannot be read.
std::size_t rowsOfBaseline(const std::string& baseline) {
  auto file = baseline.empty() ? base::Result<files::FileBytes>(base::fail({})) : files::readFile(baseline);
  if (!file) return 0;
  const auto table = tables::CsvTable::scan(std::move(file->bytes), baseline);
  return table.isValue() ? table.value()->rowCount() : 0;
}

}  // namespace

std::string SuiteWatch::update(const Run& run, double now, const Ended& ended) {
  std::string text;
  if (!isWholeSuite(run.spec)) return text;
  for (const TaskStatus& task : run.tasks) {
    if (task.folder.empty() || task.steps.empty() || (task.state != RunState::Running && !isFinished(task.state))) continue;
    const auto [found, isNew] = m_suites.try_emplace(task.folder);
    Suite& suite = found->second;
    if (isNew && run.spec.partitions == 1) suite.models = rowsOfBaseline(run.plan.expected);
    for (const auto& model : suite.progress.update(task.folder + "/" + task.steps.back().name + ".log"))
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
