// SPDX-License-Identifier: GPL-3.0-or-later
// Which configs are siblings: the same suite (and so the same models) in another variant (SPEC 17: changed in one file,
// forgotten in the dynamic and rocm ones).
//
//   for (const Sibling& s : siblingsOf(config, allConfigs)) show(configName(s.config), s.words);   // "dynamic", "ROCm"
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/configs/config.h"

namespace plumbline::configs {

struct Sibling {
  std::size_t index = 0;  ///< in the list that was given
  Config config;
  int distance = 0;       ///< number of differences: 1 is the closest
  std::string words;      ///< what differs, for people: "dynamic", "inference", "ROCm, dynamic"
};

/// siblingsOf returns the configs of the same suite and backend family that differ in dynamic shapes, mode, freezing,
/// amp, device or platform; closest first, then by name. The config itself is not among them.
std::vector<Sibling> siblingsOf(const Config& config, const std::vector<Config>& all);

}  // namespace plumbline::configs
