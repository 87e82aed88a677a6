// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/graph_breaks_files.h"

#include <initializer_list>

#include "core/verdicts/unicode_classes.h"

namespace plumbline::verdicts {
namespace {

using tables::Frame;
using tables::ValueKind;

// Data rows are counted from 2, because the script takes the header for row 1 and does not know of blank lines.
constexpr std::size_t kFirstRowNumber = 2;

std::optional<std::string> refuseFile(const Frame& frame, const std::string& label,
                                      std::initializer_list<std::string_view> columns,
                                      const std::vector<std::uint32_t>& again) {
  if (frame.rowCount() == 0) return "Error: " + label + " CSV contains no model results.";
  std::string missing;
  for (const std::string_view column : columns) {
    if (!frame.hasColumn(column)) missing.append(missing.empty() ? "" : ", ").append(column);
  }
  if (!missing.empty()) return "Error: " + label + " CSV is missing required columns: " + missing + ".";

  const tables::TypedColumn& names = *frame.column("name");
  std::string scratch;
  for (std::size_t row = 0; row < frame.rowCount(); ++row) {
    const tables::Value name = names.at(row, scratch);
    if (name.kind == ValueKind::Text && !stripSpace(name.text).empty()) continue;
    std::string text = "Error: " + label + " CSV row " + std::to_string(row + kFirstRowNumber) +
                       " has a missing or invalid model name: ";
    appendRepr(text, name);
    return text + ".";
  }
  if (again.empty()) return std::nullopt;
  std::string models;
  for (const std::uint32_t row : again) (models += models.empty() ? "" : " ") += names.at(row, scratch).text;
  return "Error: " + label + " CSV contains multiple results for: " + models + ".";
}

}  // namespace

std::optional<std::string> refuseFiles(CheckRows& rows) {
  // The required columns are in alphabetical order, as the script lists them.
  auto refused = refuseFile(*rows.input().actual, "actual", {"accuracy", "name"}, rows.join().actualAgain());
  if (refused) return refused;
  return refuseFile(*rows.input().expected, "expected", {"accuracy", "graph_breaks", "name"},
                    rows.join().expectedAgain());
}

}  // namespace plumbline::verdicts
