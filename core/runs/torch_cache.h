// SPDX-License-Identifier: GPL-3.0-or-later
// What TorchCache runs, as resources/runs/torchcache.toml says: models by suite, the arguments of cachebench (SPEC 13).
//
//   for (const std::string& word : torchCache().common) words.push_back(word);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::runs {

struct TorchCache {
  struct Suite {
    std::string name;
    std::vector<std::string> models;
  };
  std::vector<Suite> suites;
  std::vector<std::string> common, inference, training, dynamic;  ///< arguments
  std::vector<std::string> devices;                               ///< the first is the default
};

/// torchCache is the built-in one; empty only in a program built without its resources.
const TorchCache& torchCache();
/// parseTorchCache reads one. Errors: BadFormat with the file and line of what is missing.
base::Result<TorchCache> parseTorchCache(std::string_view toml, const std::string& fileName);

}  // namespace plumbline::runs
