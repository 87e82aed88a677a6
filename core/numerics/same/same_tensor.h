// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two tensors and the reference as same() does: step 5 of SPEC 14.
//
//   TensorTest test(options, Detail::Verdict, progress);
//   test.run({ref, res, ref}, decision);
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/kernels/compare_kernels.h"
#include "core/numerics/same/python_rules.h"
#include "core/numerics/same/same.h"

namespace plumbline::numerics {

struct TensorInput {
  const Tensor& ref;
  const Tensor& res;
  const Tensor& fp64;
};

/// End is why the work ended early: a truncated file, or cancellation.
using End = std::variant<base::Error, base::Cancelled>;

class TensorTest {
 public:
  TensorTest(const SameOptions& options, Detail detail, const base::Progress& progress)
      : m_options(options), m_detail(detail), m_progress(progress) {}

  /// run sets step, passed, raised, text and the numbers.
  void run(const TensorInput& input, Decision& decision);
  /// log is what torch would have logged.
  const std::vector<LogLine>& log() const { return m_log; }
  const std::optional<PythonError>& raised() const { return m_raised; }
  const std::optional<End>& end() const { return m_end; }

 private:
  // nullopt: torch raises there (m_raised), or the work ended (m_end).
  std::optional<bool> decide(const TensorInput& input, Decision& decision);
  std::optional<bool> decideBool(const TensorInput& input, Decision& decision);
  std::optional<bool> decideOverlap(const TensorInput& input, Decision& decision);
  std::optional<bool> decideCosine(const TensorInput& input, Decision& decision);
  std::optional<bool> decideRmse(const TensorInput& input, const Operand& ref, Decision& decision);
  std::optional<bool> isRescued(const TensorInput& input, const Operand& ref);
  std::optional<RmsePair> errorsOf(const TensorInput& input, const Operand& ref);
  void fillErrors(const TensorInput& input, const RmsePair& errors, Decision& decision) const;
  void addMargin(const TensorInput& input, const Operand& ref, Decision& decision);
  std::optional<bool> isClose(const Operand& ref, const Operand& res, double tol, bool equalNan);
  std::optional<bool> hasNanAs(const Operand& operand);
  bool differs(Decision& decision, LogLevel level, std::string text);
  base::Progress part(int pass) const;

  template <typename T>
  std::optional<T> unwrap(base::Outcome<T> outcome);

  const SameOptions& m_options;
  Detail m_detail;
  const base::Progress& m_progress;
  std::vector<LogLine> m_log;
  std::optional<PythonError> m_raised;
  std::optional<End> m_end;
};

/// multiplierFor is the factor by which the error of res may exceed that of ref.
double multiplierFor(const TensorInput& input, const SameOptions& options);

}  // namespace plumbline::numerics
