// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/spec_for_pair.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/configs/catalogue.h"
#include "core/configs/ci_names.h"
#include "core/configs/config.h"
#include "core/flaky/checkout.h"
#include "core/runs/spec/run_plan.h"

namespace plumbline::runs {
namespace {

/// absolute keeps a path that cannot be made absolute as it is.
std::string absolute(const std::string& path) {
  if (path.empty()) return path;
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

RunSpec specOfNames(const std::string& actual, const std::string& expected, const std::string& model) {
  if (const auto config = configs::configOfBaseline(expected)) return specForRow(*config, model, absolute(expected));
  if (const auto identity = configs::identityOf(actual)) return specForRow(identity->config, model, absolute(expected));
  RunSpec spec;
  spec.kind = RunKind::Suite;
  spec.models = {model};
  spec.baseline = absolute(expected);
  return spec;
}

RunSpec withCheckout(RunSpec spec, const std::string& expected) {
  if (const auto checkout = flaky::findCheckout(absolute(expected)); checkout && spec.checkout.empty())
    spec.checkout = checkout->root;
  return spec;
}

constexpr int kMaxBaselines = 5000;  ///< no folder of baselines has a tenth of it

}  // namespace

RunSpec specForPair(const std::string& actual, const std::string& expected, const std::string& model) {
  return withCheckout(specOfNames(actual, expected, model), expected);
}

RunSpec specForConfig(const configs::Config& config, const std::string& expected, const std::string& model) {
  return withCheckout(specForRow(config, model, absolute(expected)), expected);
}

std::vector<std::string> checkoutConfigs(const std::string& checkout) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  if (checkout.empty()) return names;
  std::error_code problem;
  const fs::path folder = fs::path(checkout) / "benchmarks" / "dynamo" / configs::catalogue().baselineFolder;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, problem), end;
  for (int seen = 0; !problem && it != end && seen < kMaxBaselines; it.increment(problem), ++seen) {
    if (it->path().extension() != ".csv") continue;
    if (const auto config = configs::configOfBaseline(it->path().string()))
      names.push_back(configs::configName(*config));
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

}  // namespace plumbline::runs
