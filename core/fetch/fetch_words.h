// SPDX-License-Identifier: GPL-3.0-or-later
// The words of resources/configs/fetch.toml: which workflows and jobs leave benchmark results.
//
//   const FetchWords words = fetchWords();
//   words.workflows   // "inductor", ...
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace plumbline::fetch {

struct FetchWords {
  std::string repository;  ///< asked when only a commit is named
  std::vector<std::string> workflows;
  std::vector<std::string> withoutEvents;
  std::string jobContains;
  std::vector<std::string> jobWithout;
  std::vector<std::string> withoutConclusions;
};

/// fetchWords reads the compiled-in file.
FetchWords fetchWords();
/// parseFetchWords reads TOML text. Errors: BadFormat naming the member that is missing.
base::Result<FetchWords> parseFetchWords(std::string_view toml);

}  // namespace plumbline::fetch
