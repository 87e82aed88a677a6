// SPDX-License-Identifier: GPL-3.0-or-later
// Names of classes, findings and moves as keys of a JSON object: "expected-fail" is counted under "expected_fail".
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace plumbline::reports {

/// jsonKey replaces each "-" by "_", so that every key of a report is in snake_case.
inline std::string jsonKey(std::string_view name) {
  std::string key(name);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

}  // namespace plumbline::reports
