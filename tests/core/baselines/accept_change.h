// SPDX-License-Identifier: GPL-3.0-or-later
// The change of accepting a plan for one baseline that nothing else edits.
#pragma once

#include <string>

#include "core/baselines/accept_decision.h"

namespace plumbline::baselines {

inline base::Result<Change> acceptChange(const Plan& plan, const BaselineTable& table, const std::string& reason) {
  Drafts drafts;
  const std::string bytes(table.csv().bytes());
  drafts.adopt({.path = plan.baselinePath, .saved = bytes, .pending = bytes, .stamp = {}});
  auto decided = decideAccept({.files = {{.plan = plan, .table = table}}}, drafts, {.reason = reason});
  if (!decided) return base::fail(decided.error());
  return decided->change;
}

}  // namespace plumbline::baselines
