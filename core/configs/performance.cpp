// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/performance.h"

#include "core/configs/catalogue.h"

namespace plumbline::configs {
namespace {

std::string ending() { return "_" + catalogue().performance; }

}  // namespace

bool isPerformance(const Config& config) { return config.test.ends_with(ending()); }

Config accuracyTwin(const Config& config) {
  Config twin = config;
  if (isPerformance(config)) twin.test.erase(twin.test.size() - ending().size());
  return twin;
}

}  // namespace plumbline::configs
