// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions about tensors made up for tests: what a compiled model gets a little wrong, and what goes very wrong.
#pragma once

#include <QString>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/numerics/same/same.h"
#include "tests/core/numerics/pair_maker.h"
#include "ui/numerics/details/tensor_details.h"

namespace plumbline::testing {

struct SubjectOptions {
  std::vector<std::int64_t> sizes{64, 48};
  numerics::Dtype dtype = numerics::Dtype::Float32;
  double noise = 1e-5;
  bool hasFp64 = true;
  bool hasOutlier = true;   ///< one element far off
  bool hasNan = false;      ///< NaN and infinity in res
  numerics::SameOptions options{.tol = 1e-4};
};

/// subjectOf decides as same() does.
inline ui::TensorSubject subjectOf(const SubjectOptions& look,
                                   const QString& name = QStringLiteral("layer0.attention.weight")) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  const auto count = static_cast<std::size_t>(numerics::elementCount(look.sizes));
  std::vector<double> truth(count), ref(count), res(count);
  for (std::size_t i = 0; i < count; ++i) {
    truth[i] = normal(random);
    ref[i] = truth[i] + normal(random) * look.noise / 4;
    res[i] = truth[i] + normal(random) * look.noise * (1 + static_cast<double>(i % 48) / 12);
  }
  if (look.hasOutlier && count > 0) res[count * 2 / 3] += 0.25;
  if (look.hasNan && count > 8) {
    res[5] = res[count / 2] = std::numeric_limits<double>::quiet_NaN();
    res[7] = std::numeric_limits<double>::infinity();
  }
  const auto value = [&](numerics::Dtype dtype, const std::vector<double>& numbers) {
    return numerics::tensorValue(tensorOf(dtype, numbers, look.sizes));
  };
  const numerics::SameInput input{value(look.dtype, ref), value(look.dtype, res),
                                  look.hasFp64 ? value(numerics::Dtype::Float64, truth) : nullptr};
  const auto result = numerics::same(input, look.options, numerics::Detail::Margins);
  return {name, result.value().decisions.front(), look.options};
}

}  // namespace plumbline::testing
