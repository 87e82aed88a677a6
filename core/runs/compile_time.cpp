// SPDX-License-Identifier: GPL-3.0-or-later
// The first data row of a CSV as cachebench's get_compile_time reads it (SPEC 13): lines end in LF alone, each is
// stripped and split at commas, quotes mean nothing.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "core/reports/shown_text.h"
#include "core/runs/run_results.h"
#include "core/text/utf8.h"
#include "core/verdicts/python_number.h"
#include "core/verdicts/unicode_classes.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kColumn = "compilation_latency";
constexpr std::size_t kShownWidth = 60;

std::vector<std::string_view> fieldsOf(std::string_view line) {
  line = verdicts::stripSpace(line);
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

base::Result<double> compileTime(std::string_view csv, const std::string& file) {
  if (csv.empty()) return base::fail(problem(file, 0, "The file is empty."));
  if (const auto bad = text::firstInvalidUtf8(csv)) {
    const auto line = static_cast<std::size_t>(std::count(csv.begin(), csv.begin() + std::ptrdiff_t(*bad), '\n'));
    return base::fail(problem(file, line + 1, "The file is not UTF-8."));
  }
  const std::size_t headerEnd = csv.find('\n');
  const auto header = fieldsOf(csv.substr(0, headerEnd));
  const auto column = std::find(header.begin(), header.end(), kColumn);
  if (column == header.end())
    return base::fail(problem(file, 1, "The file has no column " + std::string(kColumn) + "."));
  if (headerEnd == std::string_view::npos || headerEnd + 1 == csv.size())
    return base::fail(problem(file, 1, "The file has a header and no row."));
  const std::string_view rest = csv.substr(headerEnd + 1);
  const auto row = fieldsOf(rest.substr(0, rest.find('\n')));
  const auto at = static_cast<std::size_t>(column - header.begin());
  if (at >= row.size())
    return base::fail(problem(file, 2, "The row is too short to have a " + std::string(kColumn) + "."));
  if (const auto number = verdicts::parseFloat(row[at])) return *number;
  const std::string shown = reports::elidedText(reports::shownText(row[at]), kShownWidth);
  return base::fail(problem(file, 2, "The " + std::string(kColumn) + " \"" + shown + "\" is no number."));
}

}  // namespace plumbline::runs
