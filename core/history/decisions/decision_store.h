// SPDX-License-Identifier: GPL-3.0-or-later
// What people decided about rows: accepted, kept, called flaky, with their reasons: the place of decisions where the history is on;
// the logs beside baselines are imported.
//
//   auto log = baselines::readDecisionLog(path);
//   auto added = addDecisions(store->connection(), *log);
//   auto decisions = decisionsOf(store->connection(), "moco");
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/earlier_decisions.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

struct CellDecision {
  std::int64_t time = 0;
  std::string file;    ///< path of the baseline in its repository, or its name alone
  std::string action;  ///< "accepted", "kept", "flaky", "note"
  std::string what;    ///< "graph_breaks 7 -> 9": what it changed, or which values it was made for
  std::string reason, note;
  std::string column = {};  ///< of a baseline with a column for each data type; "": the decision is about all of the row
};

/// reasonText is "graph_breaks 7 -> 9: reason: note", without what is not known.
std::string reasonText(const CellDecision& decision);

struct AddedDecisions {
  std::size_t decisions = 0, known = 0;
  std::size_t undated = 0;  ///< left out: they do not say when they were made
};

/// addDecisions stores those that are not there yet, by their content, in one transaction. Errors as SqlConnection.
base::Result<AddedDecisions> addDecisions(SqlConnection& connection, std::span<const baselines::LoggedDecision> log);

/// copyDecisions adds those of another store. Errors as SqlConnection.
base::Result<AddedDecisions> copyDecisions(SqlConnection& from, SqlConnection& to);

/// isOfColumn: the decision is about this data type; an entry of a flaky list holds for all of them.
bool isOfColumn(const CellDecision& decision, const std::string& column);
/// isAbout: the decision is about a baseline of this config.
bool isAbout(const CellDecision& decision, const std::string& config);

/// decisionsOf lists the decisions about a model in any baseline, oldest first. Errors as SqlConnection.
base::Result<std::vector<CellDecision>> decisionsOf(SqlConnection& connection, const std::string& model);

/// readDecisions lists all, oldest first, as a log has them. Errors as SqlConnection.
base::Result<std::vector<baselines::LoggedDecision>> readDecisions(SqlConnection& connection);

/// decisionStoreAt keeps decisions in a history, which it opens for each call. One that equals the newest about its row is not
/// stored again, and where there is no history yet there are none. Errors as Store::open and SqlConnection. Needs a QCoreApplication.
baselines::DecisionStore decisionStoreAt(const std::string& store);

}  // namespace plumbline::history
