// SPDX-License-Identifier: GPL-3.0-or-later
// What the strips of the window read: which models of which configs there are, and of one its last runs, a cell each.
// Each call reads little, so that a table can ask for the rows that are on screen.
//
//   auto rows = store->strips().rows();
//   auto strip = store->strips().strip(rows->front().series, 20);
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

/// StripMark is what a cell shows at a glance.
enum class StripMark : std::uint8_t {
  Pass,     ///< a status that begins with "pass"
  Fail,     ///< any other status
  Missing,  ///< the run has the model, and the cell is empty
  Number,   ///< a number, the same as in the run before
  Moved,    ///< another number, or a word where a number is expected
};

struct StripCell {
  std::int64_t run = 0, time = 0;  ///< time as timeOfRun
  StripMark mark = StripMark::Pass;
  std::string text = {};  ///< the word or the number
};
struct Strip {
  std::vector<StripCell> cells;  ///< oldest first
  std::int64_t redSince = 0;     ///< time of the run since which it is red, perhaps before the cells; 0: it is not
};

/// StripRow is a model in a config; its strip shows the status where runs have one, else the first metric.
struct StripRow {
  std::string suite, config, model, metric;
  std::int64_t series = 0;  ///< 0: there are only moves of its baseline
  bool operator==(const StripRow&) const = default;
};

/// ExpectedOf returns what the baseline says of a model's metric, for runs at whose time the store knows nothing. It may be empty.
using ExpectedOf = std::function<std::optional<std::string>(const std::string& model, std::string_view metric)>;

class StripStore {
 public:
  explicit StripStore(SqlConnection& connection) : m_connection(connection) {}

  /// rows lists all models of all configs, by model and config. Errors as SqlConnection.
  base::Result<std::vector<StripRow>> rows();
  /// rowsOf lists those of one config, by model.
  base::Result<std::vector<StripRow>> rowsOf(const std::string& config);
  /// strips reads the last `limit` runs of each row.
  base::Result<std::vector<Strip>> strips(std::span<const StripRow> rows,
                                          std::size_t limit = std::numeric_limits<std::size_t>::max(),
                                          const ExpectedOf& expectedOf = {});
  /// stripsOf reads those of all models of a config, by model.
  base::Result<std::vector<std::pair<std::string, Strip>>> stripsOf(const std::string& config, std::size_t limit,
                                                                    const ExpectedOf& expectedOf);
  /// redSince gives, for the series of each row that is red now, by its status or its graph breaks, the time of the run since which it is
  /// (RowHistory::redSince).
  base::Result<std::unordered_map<std::int64_t, std::int64_t>> redSince(std::span<const StripRow> rows,
                                                                        const ExpectedOf& expectedOf = {});

 private:
  base::Result<Strip> strip(std::int64_t series, std::size_t limit);
  base::Result<std::vector<StripRow>> rowsWhere(const char* condition, const QVariantList& values);
  base::Result<void> addBaselines(std::vector<StripRow>& rows);
  SqlConnection& m_connection;
};

}  // namespace plumbline::history
