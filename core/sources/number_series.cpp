// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/number_series.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "core/files/file_bytes.h"
#include "core/tables/frame.h"
#include "core/text/quantities.h"

namespace plumbline::sources {
namespace {

using tables::ColumnType;

bool isNumeric(const tables::TypedColumn& column) {
  return column.type() == ColumnType::Integer || column.type() == ColumnType::Unsigned || column.type() == ColumnType::Real;
}

base::Result<tables::Frame> readFrame(const std::string& path) {
  auto file = files::readFile(path);
  if (!file) return base::fail(file.error());
  auto table = tables::CsvTable::scan(std::move(file->bytes), path);
  if (!table.isValue()) return base::fail(table.error());
  if (table.value()->rowCount() == 0)
    return base::fail(base::ErrorCode::BadFormat, "The file has no rows.", "The first line names the columns.", path);
  return tables::Frame::of(table.value());
}

base::Error missingColumn(const tables::Frame& frame, const std::string& option, const std::string& name) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "argument " + option + ": there is no column \"" + name + '"',
          .hint = "The columns are " + text::joined(frame.columnNames()) + '.'};
}

std::string timeColumn(const tables::Frame& frame, const SeriesColumns& columns) {
  if (!columns.time.empty()) return columns.time;
  for (const std::string_view name : {"time", "timestamp", "date", "index", "commit", "revision"}) {
    if (frame.hasColumn(name) && name != columns.column && name != columns.series) return std::string(name);
  }
  return {};
}

/// valueColumns are those of the series: the one that was chosen, or all with numbers.
base::Result<std::vector<std::string>> valueColumns(const tables::Frame& frame, const SeriesColumns& columns,
                                                    const std::string& time) {
  if (!columns.column.empty()) {
    if (isNumeric(*frame.column(columns.column))) return std::vector{columns.column};
    return base::fail(base::ErrorCode::BadFormat, "The column \"" + columns.column + "\" has cells that are no numbers.", "",
                      frame.table().fileName());
  }
  std::vector<std::string> numeric;
  for (const std::string& name : frame.columnNames()) {
    if (name != time && name != columns.series && isNumeric(*frame.column(name))) numeric.push_back(name);
  }
  if (numeric.empty())
    return base::fail(base::ErrorCode::BadFormat, "No column has numbers alone.", "", frame.table().fileName());
  if (!columns.series.empty()) numeric = {numeric.back()};
  return numeric;
}

void appendRow(NumberSeries& series, const tables::TypedColumn& values, const tables::CsvTable& table, std::size_t row,
               std::optional<std::size_t> time) {
  std::string scratch;
  series.values.push_back(values.at(row, scratch).asDouble());
  if (time) series.times.emplace_back(table.cell(row, *time, scratch));
}

}  // namespace

base::Result<std::vector<NumberSeries>> readNumberSeries(const std::string& path, const SeriesColumns& columns) {
  const auto frame = readFrame(path);
  if (!frame) return base::fail(frame.error());
  const std::array<std::pair<std::string, std::string>, 3> chosen{
      {{"--column", columns.column}, {"--time", columns.time}, {"--series", columns.series}}};
  for (const auto& [option, name] : chosen) {
    if (!name.empty() && !frame->hasColumn(name)) return base::fail(missingColumn(*frame, option, name));
  }
  const tables::CsvTable& table = frame->table();
  const std::string timeName = timeColumn(*frame, columns);
  std::optional<std::size_t> time;
  if (!timeName.empty()) time = table.columnOf(timeName);
  const bool hasCommits = timeName == "commit" || timeName == "revision";
  const auto numeric = valueColumns(*frame, columns, timeName);
  if (!numeric) return base::fail(numeric.error());
  std::vector<NumberSeries> all;
  if (columns.series.empty()) {
    for (const std::string& name : *numeric) {
      NumberSeries& series = all.emplace_back(
          NumberSeries{.name = name, .column = name, .values = {}, .times = {}, .hasCommits = hasCommits});
      for (std::size_t row = 0; row < table.rowCount(); ++row)
        appendRow(series, *frame->column(name), table, row, time);
    }
    return all;
  }
  std::map<std::string, std::size_t, std::less<>> places;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::string name(table.cell(row, *table.columnOf(columns.series), scratch));
    const auto [place, isNew] = places.try_emplace(name, all.size());
    if (isNew) all.push_back({.name = name, .column = numeric->front(), .values = {}, .times = {}, .hasCommits = hasCommits});
    appendRow(all[place->second], *frame->column(numeric->front()), table, row, time);
  }
  return all;
}

}  // namespace plumbline::sources
