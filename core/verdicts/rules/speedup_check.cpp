// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/field.h"
#include "core/verdicts/rules/file_check.h"

namespace plumbline::verdicts {

CheckRun checkSpeedup(const tables::Frame& file, const std::string& path, double bound, Want want,
                      const base::Progress& progress) {
  const Field limit = tables::Value::ofReal(bound);
  return checkColumn({.check = Check::Speedup,
                      .column = "speedup",
                      .failure = Reason::TooSlow,
                      .title = "models performance regressed",
                      .crash = "The speedup of this row is text, not a number.",
                      .fails = [&](const tables::Value& speedup) -> std::optional<bool> {
                        const Order order = pythonOrder(speedup, limit);
                        if (order == Order::TypeError) return std::nullopt;
                        return order == Order::Less;
                      }},
                     file, path, want, progress);
}

}  // namespace plumbline::verdicts
