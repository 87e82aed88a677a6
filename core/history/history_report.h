// SPDX-License-Identifier: GPL-3.0-or-later
// What the history answers, as text for people, as lines with tabs and as JSON.
//
//   out << blameReport(history, blame(history, file), ReportForm::Tsv);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/history/blame.h"
#include "core/history/sibling_moves.h"

namespace plumbline::history {

enum class ReportForm : std::uint8_t { Text, Tsv, Json };
/// reportForm reads "text", "tsv" or "json"; Text for anything else.
ReportForm reportForm(const std::string& name);

/// blameReport: one line or object for each change. A value that was not there is empty, in JSON null.
std::string blameReport(const BaselineHistory& history, const std::vector<BlamedCell>& cells, ReportForm form);
/// siblingsReport counts the outcomes, then lists what stayed and what went elsewhere, or with `all` everything.
std::string siblingsReport(const BaselineHistory& history, const SiblingMoves& moves, bool all, ReportForm form);

}  // namespace plumbline::history
