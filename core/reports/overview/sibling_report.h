// SPDX-License-Identifier: GPL-3.0-or-later
// A model in its sibling configs, and rows that a sibling left behind: as text and as JSON.
//
//   out << siblingsText(*view, "llama", siblingRows(*view, "llama"));
#pragma once

#include <string>
#include <vector>

#include "core/overview/drift.h"
#include "core/overview/model_view.h"

namespace plumbline::reports {

std::string siblingsText(const overview::CommitView& view, const std::string& model,
                         const std::vector<overview::SiblingRow>& rows);
/// siblingsJson writes the format "plumbline-siblings", driftJson "plumbline-drift", documented in resources/help/json.md.
std::string siblingsJson(const overview::CommitView& view, const std::string& model,
                         const std::vector<overview::SiblingRow>& rows);

/// DriftReport is the result of searching the history.
struct DriftReport {
  std::vector<overview::DriftRow> rows;
  std::size_t commits = 0;  ///< looked at
  bool cut = false;         ///< there are older ones
};
std::string driftText(const DriftReport& report);
std::string driftJson(const DriftReport& report, int exit);

}  // namespace plumbline::reports
