// SPDX-License-Identifier: GPL-3.0-or-later
// Short names for the sides of a comparison: what tells them apart. Only choose_runs uses it.
//
//   sideLabels({{.paths = {"a/x.csv"}}, {.paths = {"b/x.csv"}}})       // "a", "b"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/configs/config.h"

namespace plumbline::diff {

/// SideName is what is known of a side.
struct SideName {
  std::string wanted = {};  ///< said by a person: wins
  std::vector<std::string> paths = {};
  std::optional<configs::Config> config = {};  ///< the one it was chosen by
  std::string commit = {};                     ///< the one all of its results are of
};

/// sideLabels gives each side another one: by config where the sides were chosen so, by commit where those differ, else
/// by the parts of the paths that differ; numbers when nothing does.
std::vector<std::string> sideLabels(const std::vector<SideName>& sides);

}  // namespace plumbline::diff
