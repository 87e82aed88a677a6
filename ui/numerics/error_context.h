// SPDX-License-Identifier: GPL-3.0-or-later
// What the views of one tensor's errors look at: the pair, its statistics once they are there, the chosen element. Shared
// with the threads that compute, so it never changes.
#pragma once

#include <QString>
#include <memory>
#include <optional>

#include "core/numerics/error_statistics.h"
#include "core/numerics/same.h"

namespace plumbline::ui {

struct ErrorPair {
  QString name;
  numerics::Tensor ref, res;
  std::optional<numerics::Tensor> fp64;  ///< in float64, as same() uses it
  numerics::SameOptions options;

  numerics::TensorPair pair() const { return {&ref, &res, fp64 ? &*fp64 : nullptr}; }
  /// isSameAs tells whether these are the numbers shown before: options may differ.
  bool isSameAs(const ErrorPair& other) const;
};
using ErrorPairPtr = std::shared_ptr<const ErrorPair>;

/// errorPairOf a decision; null when it is not about two tensors (or Python floats, which same() makes tensors).
ErrorPairPtr errorPairOf(const QString& name, const numerics::Decision& decision, const numerics::SameOptions& options);

struct ErrorContext {
  ErrorPairPtr pair;
  std::shared_ptr<const numerics::ErrorStatistics> statistics;  ///< null until they are computed
  std::optional<std::int64_t> chosen;                           ///< flat; there is none in an empty tensor
};

}  // namespace plumbline::ui
