// SPDX-License-Identifier: GPL-3.0-or-later
// Numeric series of a CSV file, oldest first: one for each column of a wide table, or one for each name in a column of a long
// one.
//
//   auto series = readNumberSeries("history.csv", {.time = "date"});       // every column of numbers but "date"
//   auto series = readNumberSeries("long.csv", {.column = "value", .series = "benchmark"});
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace plumbline::sources {

struct SeriesColumns {
  std::string column = {};  ///< the values; empty: every column of numbers, of a long table the last
  std::string time = {};    ///< empty: the first of time, timestamp, date, datetime, day, index, commit, revision and sha, in any case
  std::string series = {};  ///< empty: a wide table
};

struct NumberSeries {
  std::string name;                ///< of the column, or the text in the column `series`
  std::string column;              ///< where the values stand
  std::vector<double> values;      ///< NaN for an empty cell
  std::vector<std::string> times;  ///< as written; empty without a column of times
  bool isSorted = false;           ///< the rows stood in another order than their times
  bool hasCommits = false;         ///< the times are names of commits, also those that look like numbers
};

/// readNumberSeries keeps the order of names. Rows are sorted by times that are all numbers or all ISO dates, and keep their order where
/// those are equal, are commits or other words. Errors: those of files::readFile; BadArgument for a column that the
/// file does not have; BadFormat for one without numbers.
base::Result<std::vector<NumberSeries>> readNumberSeries(const std::string& path, const SeriesColumns& columns);

}  // namespace plumbline::sources
