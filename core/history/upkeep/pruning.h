// SPDX-License-Identifier: GPL-3.0-or-later
// Takes old runs out of a history, in two steps: hiding them, which can be undone, and removing the hidden ones for
// good. Baseline changes, decisions and runs of unknown time stay.
//
//   Pruning pruning(store->connection());
//   auto hidden = pruning.hide(time);  // pruning.undo() shows them again
//   auto removed = pruning.vacuum(*pruning.hidden(), progress);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

struct RunCounts {
  std::uint64_t runs = 0, values = 0;
  bool operator==(const RunCounts&) const = default;
};

/// countsText is "2 runs with 4 values".
std::string countsText(const RunCounts& counts);

/// HiddenRuns are those that vacuum would remove.
struct HiddenRuns {
  RunCounts counts;
  std::vector<std::int64_t> ids;
};

struct RemovedRuns {
  RunCounts counts;
  std::optional<base::Error> reclaimError;  ///< why the space of the removed runs is not given back yet
};

/// Each change is one transaction. Errors as SqlConnection.
class Pruning {
 public:
  explicit Pruning(SqlConnection& connection) : m_connection(connection) {}

  base::Result<RunCounts> visible();
  base::Result<HiddenRuns> hidden();
  /// olderThan counts the visible runs that hide(`time`) would hide: those before it, by timeOfRun.
  base::Result<RunCounts> olderThan(std::int64_t time);

  base::Result<RunCounts> hide(std::int64_t time);
  /// undo shows the runs of the last hide again; each further call those of the one before, until vacuum.
  base::Result<RunCounts> undo();
  /// vacuum removes the hidden runs and gives their space back. Series and status words stay: other programs remember
  /// their ids. A stop (SqlConnection::stopWith) leaves all of them, or only the space that is not given back yet.
  /// Errors: Changed when other runs than `shown` are hidden.
  base::Result<RemovedRuns> vacuum(const HiddenRuns& shown, const base::Progress& progress);

 private:
  base::Result<RunCounts> count(const std::string& condition, const QVariantList& values = {});
  base::Result<void> removeHidden(const base::Progress& progress);
  base::Result<void> reclaimSpace();
  SqlConnection& m_connection;
};

}  // namespace plumbline::history
