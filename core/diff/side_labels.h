// SPDX-License-Identifier: GPL-3.0-or-later
// Short names for the sides of a comparison, made of what distinguishes them.
//
//   sideLabels({{.paths = {"a/x.csv"}}, {.paths = {"b/x.csv"}}})       // "a", "b"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/configs/config.h"

namespace plumbline::diff {

/// SideName is the information for the label of a side.
struct SideName {
  std::string requested = {};  ///< by the user; has precedence
  std::vector<std::string> paths = {};
  std::optional<configs::Config> config = {};  ///< by which it was chosen
  std::string commit = {};                     ///< of all its results
};

/// sideLabels are distinct: by config if the sides were chosen by config, by commit if those differ, else by the parts
/// of the paths that differ, or by number.
std::vector<std::string> sideLabels(const std::vector<SideName>& sides);

}  // namespace plumbline::diff
