// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/update_report.h"

#include <set>

#include "core/reports/shown_text.h"

namespace plumbline::reports {
namespace {

using overview::FilePlan;
using overview::RowsPlan;

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

std::string section(const std::string& title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string text = title + '\n';
  for (const std::string& line : lines) text += "  " + shownText(line) + '\n';
  return text;
}

std::vector<std::string> heldBack(const overview::CommitView& view, const RowsPlan& plan) {
  std::vector<std::string> lines;
  for (const FilePlan& file : plan.files) {
    std::set<std::string> told;
    for (const baselines::PlannedEdit& edit : file.plan.edits)
      if (told.insert(edit.model).second)
        lines.push_back(configs::configName(view.configs()[file.config].config) + ": " + edit.model + ": " +
                        baselines::changeWords(file.plan, edit.model));
  }
  return lines;
}

}  // namespace

std::string updateText(const overview::CommitView& view, const overview::UpdateReport& report) {
  std::string text;
  if (report.done.editCount() > 0) {
    std::size_t files = 0;
    for (const FilePlan& file : report.done.files) files += file.plan.edits.empty() ? 0 : 1;
    text += counted(report.done.editCount(), "edit", "edits") + " in " + counted(files, "baseline", "baselines") + '\n';
  }
  text += section("new baselines:", report.newFiles);
  if (report.heldBack.editCount() > 0)
    text += section("held back, because the baselines would become worse (" + report.heldBack.guardSummary() +
                        "); --allow-regressions with --reason takes it:",
                    heldBack(view, report.heldBack));
  text += section("not taken:", report.refused);
  text += section("otherwise than the runs say:", report.notes);
  return text;
}

}  // namespace plumbline::reports
