// SPDX-License-Identifier: GPL-3.0-or-later
// The PyTorch checkout around an expected file, if there is one: its check scripts as text. Nothing in it is executed.
//
//   if (auto checkout = findCheckout("pytorch/benchmarks/dynamo/ci_expected_accuracy/rocm/x.csv"))
//     use(checkout->accuracy->source);
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"

namespace plumbline::flaky {

/// kMaxScriptBytes bounds what is taken for a check script; the real ones have 5 to 20 kB.
inline constexpr std::size_t kMaxScriptBytes = 1U << 18U;

struct CheckScript {
  std::string path;
  std::string source;  ///< empty when `problem` is set
  std::optional<base::Error> problem;
};

struct Checkout {
  std::string root;                        ///< the folder that holds benchmarks/dynamo
  std::optional<CheckScript> accuracy;     ///< benchmarks/dynamo/check_accuracy.py
  std::optional<CheckScript> graphBreaks;  ///< benchmarks/dynamo/check_graph_breaks.py
};

/// findCheckout walks up from the file's folder to the nearest folder that holds one of the two scripts. The path is
/// taken as it is written (relative to the working folder, links not resolved); the file itself need not exist.
std::optional<Checkout> findCheckout(const std::string& expectedPath);

}  // namespace plumbline::flaky
