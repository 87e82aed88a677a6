// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/reports/diff/diff_parts.h"
#include "core/reports/text_parts.h"

namespace plumbline::reports {
namespace {

/// runsBetween gives, for each label between the first and the last, the run of this config that has it.
std::vector<std::optional<std::size_t>> runsBetween(const DiffPart& part, const std::vector<std::string>& labels) {
  std::vector<std::optional<std::size_t>> out;
  const auto& runs = part.diff->runs();
  for (const std::string& label : labels) {
    std::optional<std::size_t> found;
    for (std::size_t run = part.before + 1; run < part.after; ++run)
      if (runs[run].label == label) found = run;
    out.push_back(found);
  }
  return out;
}

}  // namespace

std::string diffCsv(const diff::Diffs& diffs, const DiffReportOptions& options) {
  std::string out;
  CsvLine line(out);
  std::vector<std::string> labels = sideLabels(diffs);
  if (labels.size() > 2) {
    labels.erase(labels.begin());
    labels.pop_back();
  } else {
    labels.clear();
  }
  for (const char* head : {"config", "model", "metric", "move", "before", "after", "absolute", "relative", "before_state",
                           "after_state", "below_floor", "noise", "p", "q"})
    line.cell(head);
  for (const std::string& label : labels) line.cell("between_" + label);
  line.end();
  for (const DiffPart& part : diffParts(diffs, options)) {
    const auto between = runsBetween(part, labels);
    for (const DiffEntry& entry : part.entries) {
      const diff::Reading before = part.diff->reading(part.before, entry.row, entry.metric);
      const diff::Reading after = part.diff->reading(part.after, entry.row, entry.metric);
      line.cell(part.config).cell(part.diff->model(entry.row)).cell(part.diff->metrics()[entry.metric].name);
      // Readings as their file has them, so that no digit is lost.
      line.cell(diff::moveName(entry.move)).cell(before.text).cell(after.text);
      const diff::Delta none{.absolute = std::nan(""), .relative = std::nan("")};
      const diff::Delta& delta = entry.delta.isNumeric ? entry.delta : none;
      line.number(delta.absolute).number(delta.relative);
      line.cell(stateName(before.state)).cell(stateName(after.state)).yesNo(entry.isBelowFloor);
      const diff::CellShift* noise = part.repeats.of(entry.row, entry.metric);
      line.cell(noise == nullptr ? std::string_view() : diff::noiseAnswerName(*noise));
      line.number(noise == nullptr ? std::nan("") : noise->shift.p).number(noise == nullptr ? std::nan("") : noise->q);
      for (const auto& run : between)
        line.cell(run ? part.diff->reading(*run, entry.row, entry.metric).text : std::string_view());
      line.end();
    }
  }
  return out;
}

}  // namespace plumbline::reports
