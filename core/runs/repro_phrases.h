// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch's repro scripts print: the phrases of resources/runs/repro_log.toml.
//
//   if (holdsAny(line, reproPhrases().differs)) ...
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace plumbline::runs {

struct ReproPhrases {
  std::string child, usage, usageError;
  std::vector<std::string> differs, eagerDiffers, compiledCrashed, nothingToMinify, importErrors, runBegan, noScript, details,
      findings;
  std::vector<std::pair<std::string, std::string>> warnings;  ///< phrase, and what it means in one sentence
};

/// readReproPhrases reads the TOML. Errors: BadFormat.
base::Result<ReproPhrases> readReproPhrases(std::string_view toml);
/// reproPhrases are those compiled in.
const ReproPhrases& reproPhrases();
bool holdsAny(std::string_view line, const std::vector<std::string>& phrases);

}  // namespace plumbline::runs
