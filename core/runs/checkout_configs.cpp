// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/checkout_configs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/configs/catalogue.h"
#include "core/configs/config.h"

namespace plumbline::runs {
namespace {

constexpr int kMostFiles = 5000;  ///< no folder of baselines has a tenth of it

}  // namespace

std::vector<std::string> checkoutConfigs(const std::string& checkout) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  if (checkout.empty()) return names;
  std::error_code problem;
  const fs::path folder = fs::path(checkout) / "benchmarks" / "dynamo" / configs::catalogue().baselineFolder;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, problem), end;
  for (int seen = 0; !problem && it != end && seen < kMostFiles; it.increment(problem), ++seen) {
    if (it->path().extension() != ".csv") continue;
    if (const auto config = configs::configOfBaseline(it->path().string()))
      names.push_back(configs::configName(*config));
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

}  // namespace plumbline::runs
