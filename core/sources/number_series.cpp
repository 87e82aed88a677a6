// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/number_series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>

#include "core/files/file_bytes.h"
#include "core/python/numbers.h"
#include "core/tables/frame.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

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
  for (const std::string_view known : {"time", "timestamp", "date", "datetime", "day", "index", "commit", "revision", "sha"}) {
    for (const std::string& name : frame.columnNames())
      if (text::toLower(name) == known && name != columns.column && name != columns.series) return name;
  }
  return {};
}

/// wordAmongNumbers is the error of a column with cells that are no numbers; nullopt if that is most of them and the column
/// was not chosen, as for the names of a long table.
std::optional<base::Error> wordAmongNumbers(const tables::CsvTable& table, const std::string& name, bool isChosen) {
  std::string scratch, word;
  std::size_t numbers = 0, words = 0, line = 0;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::string_view cell = table.cell(row, *table.columnOf(name), scratch);
    if (tables::isNaWord(cell)) continue;
    const bool isNumber = python::parseFloat(cell).has_value();
    ++(isNumber ? numbers : words);
    if (isNumber || line > 0) continue;
    word = cell;
    line = table.lineOf(row);
  }
  if (line == 0 || (!isChosen && numbers <= words)) return std::nullopt;
  return base::Error{base::ErrorCode::BadFormat,
                     "The column \"" + name + "\" has a cell that is no number: \"" + std::string(text::prefixOf(word, 40)) + "\".",
                     isChosen ? "Leave the cell empty, or choose another column." : "Leave the cell empty, or choose another column with --column.",
                     table.fileName(), line};
}

/// valueColumns are those of the series: the one that was chosen, or all with numbers.
base::Result<std::vector<std::string>> valueColumns(const tables::Frame& frame, const SeriesColumns& columns,
                                                    const std::string& time) {
  if (!columns.column.empty()) {
    if (isNumeric(*frame.column(columns.column))) return std::vector{columns.column};
    if (auto error = wordAmongNumbers(frame.table(), columns.column, true)) return base::fail(*std::move(error));
    return base::fail(base::ErrorCode::BadFormat, "The column \"" + columns.column + "\" has no numbers.", "",
                      frame.table().fileName());
  }
  std::vector<std::string> numeric;
  for (const std::string& name : frame.columnNames()) {
    if (name == time || name == columns.series) continue;
    if (isNumeric(*frame.column(name)))
      numeric.push_back(name);
    else if (auto error = wordAmongNumbers(frame.table(), name, false))
      return base::fail(*std::move(error));
  }
  if (numeric.empty())
    return base::fail(base::ErrorCode::BadFormat, "No column has numbers alone.",
                      "The separator is a comma, and numbers have a decimal point, no unit and no other separators.", frame.table().fileName());
  if (!columns.series.empty()) numeric = {numeric.back()};
  return numeric;
}

void appendRow(NumberSeries& series, const tables::TypedColumn& values, const tables::CsvTable& table, std::size_t row,
               std::optional<std::size_t> time) {
  std::string scratch;
  // Read exactly: pandas' parser may be wrong in the last bit, and equal sums decide between places.
  const auto exact = python::parseFloat(table.cell(row, values.index(), scratch));
  series.values.push_back(exact ? *exact : values.at(row, scratch).asDouble());
  if (time) series.times.emplace_back(table.cell(row, *time, scratch));
}

/// isIsoDate tests the beginning "2026-11-28"; such dates with the same ending sort as text.
bool isIsoDate(std::string_view time) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (time.size() < kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? !text::isDigit(time[i]) : time[i] != kForm[i]) return false;
  return true;
}

/// formOf is an ISO date with the digits in front of its time zone as 0: two dates sort as text where it is the same.
std::string formOf(std::string_view time) {
  constexpr std::size_t kDate = 10;
  std::string form(time);
  const std::size_t zone = form.find_first_of("+-", kDate);
  for (std::size_t i = 0; i < std::min(zone, form.size()); ++i) form[i] = text::isDigit(form[i]) ? '0' : form[i];
  return form;
}

/// orderOf is the order of the times; nullopt where it is that of the rows, or they have none.
std::optional<std::vector<std::size_t>> orderOf(const NumberSeries& series) {
  std::vector<std::size_t> order(series.times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (series.hasCommits || order.empty()) return std::nullopt;
  if (std::ranges::all_of(series.times, isIsoDate)) {
    const std::string form = formOf(series.times.front());
    if (!std::ranges::all_of(series.times, [&](const std::string& time) { return formOf(time) == form; })) return std::nullopt;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) -> const std::string& { return series.times[i]; });
  } else {
    std::vector<double> numbers;
    for (const std::string& time : series.times) {
      const auto number = python::parseFloat(time);
      if (!number || !std::isfinite(*number)) return std::nullopt;
      numbers.push_back(*number);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return numbers[i]; });
  }
  if (std::ranges::is_sorted(order)) return std::nullopt;
  return order;
}

void sortByTime(NumberSeries& series) {
  const auto order = orderOf(series);
  if (!order) return;
  NumberSeries sorted = series;
  for (std::size_t i = 0; i < order->size(); ++i) {
    sorted.values[i] = series.values[(*order)[i]];
    sorted.times[i] = series.times[(*order)[i]];
  }
  sorted.isSorted = true;
  series = std::move(sorted);
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
  const std::string kind = text::toLower(timeName);
  const bool hasCommits = kind == "commit" || kind == "revision" || kind == "sha";
  const auto numeric = valueColumns(*frame, columns, timeName);
  if (!numeric) return base::fail(numeric.error());
  std::vector<NumberSeries> all;
  if (columns.series.empty()) {
    for (const std::string& name : *numeric) {
      NumberSeries& series = all.emplace_back(
          NumberSeries{.name = name, .column = name, .values = {}, .times = {}, .hasCommits = hasCommits});
      for (std::size_t row = 0; row < table.rowCount(); ++row)
        appendRow(series, *frame->column(name), table, row, time);
      sortByTime(series);
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
  std::ranges::for_each(all, sortByTime);
  return all;
}

}  // namespace plumbline::sources
