// SPDX-License-Identifier: GPL-3.0-or-later
// Where a model may be marked as flaky: the sets of the check scripts when the baseline lies in a checkout, and our own
// flaky.toml.
//
//   for (const FlakyPlace& place : flakyPlaces("pytorch/.../rocm/x.csv", {"accuracy"})) offer(place.label);
//   // "check_accuracy.py, rocm set", "check_accuracy.py, base set", "flaky.toml, this config", "flaky.toml, every config"
#pragma once

#include <string>
#include <vector>

namespace plumbline::flaky {

/// FlakyTarget is one list with the scope of the entry in it.
struct FlakyTarget {
  std::string path;
  std::string check, platform, config;  ///< as in FlakyEntry
};

/// FlakyPlace is one choice: mostly one list, both scripts where both checks fail.
struct FlakyPlace {
  std::string label;
  std::vector<FlakyTarget> targets;
  bool canExpire = false;  ///< our own list only: a script has no room for a date
};

/// flakyPlaces lists the places for a row that these checks turn down ("accuracy", "graph-breaks"; empty: either), the
/// most fitting first. Never empty.
std::vector<FlakyPlace> flakyPlaces(const std::string& baselinePath, const std::vector<std::string>& failingChecks);

}  // namespace plumbline::flaky
