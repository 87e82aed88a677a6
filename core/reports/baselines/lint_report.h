// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of the linter as text and JSON.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/layout_lint.h"

namespace plumbline::reports {

/// LintReport is one file; with an error all other members are unset.
struct LintReport {
  std::optional<base::Error> error;
  baselines::LintedFile file;
  bool saved = false;  ///< its bytes were written
};

/// lintText gives a line per finding: "e.csv:12: error: ... [conflict]".
std::string lintText(const LintReport& report);

/// lintJson writes the format "plumbline-lint", version 2 (resources/help/json.md).
std::string lintJson(const std::vector<LintReport>& reports, int exit);

}  // namespace plumbline::reports
