// SPDX-License-Identifier: GPL-3.0-or-later
// What the linter found, for people, for programs, and for lintrunner.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/baselines/lint_file.h"

namespace plumbline::reports {

/// LintReport is one file; with an error nothing else is known about it.
struct LintReport {
  std::optional<base::Error> error;
  baselines::LintedFile file;
  bool saved = false;  ///< its bytes were written
};

/// lintText gives a line per finding: "e.csv:12: error: ... [conflict]".
std::string lintText(const LintReport& report);

/// lintJson writes the format "plumbline-lint", version 1, as resources/help/json.md documents it.
std::string lintJson(const std::vector<LintReport>& reports, int exit);

}  // namespace plumbline::reports
