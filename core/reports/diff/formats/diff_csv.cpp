// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/reports/csv_line.h"
#include "core/reports/diff/diff_parts.h"

namespace plumbline::reports {
namespace {

/// cell writes a reading as its file has it, so that no digit is lost.
void cell(CsvLine& line, const diff::Reading& reading) { line.text(reading.text); }

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
  line.word("config")
      .word("model")
      .word("metric")
      .word("move")
      .word("before")
      .word("after")
      .word("absolute")
      .word("relative");
  line.word("before_state").word("after_state").word("below_floor");
  for (const std::string& label : labels) line.text("between_" + label);
  line.end();
  for (const DiffPart& part : diffParts(diffs, options)) {
    const auto between = runsBetween(part, labels);
    for (const DiffEntry& entry : part.entries) {
      const diff::Reading before = part.diff->reading(part.before, entry.row, entry.metric);
      const diff::Reading after = part.diff->reading(part.after, entry.row, entry.metric);
      line.text(part.config).text(part.diff->model(entry.row)).text(part.diff->metrics()[entry.metric].name);
      line.word(diff::moveName(entry.move));
      cell(line, before);
      cell(line, after);
      if (entry.delta.isNumeric) {
        line.number(entry.delta.absolute).number(entry.delta.relative);
      } else {
        line.word("").word("");
      }
      line.word(stateName(before.state)).word(stateName(after.state)).word(entry.isBelowFloor ? "yes" : "no");
      for (const auto& run : between) {
        if (run) {
          cell(line, part.diff->reading(*run, entry.row, entry.metric));
        } else {
          line.word("");
        }
      }
      line.end();
    }
  }
  return out;
}

}  // namespace plumbline::reports
