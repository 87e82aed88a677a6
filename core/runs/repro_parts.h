// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a repro script, each read for itself out of its statements (SPEC 15.3, 15.4).
//
//   ReproParts parts(source, statements);
//   if (parts.readCall(script)) parts.readInputs(script);
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/runs/python_calls.h"
#include "core/runs/repro_script.h"

namespace plumbline::runs {

class ReproParts {
 public:
  ReproParts(std::string_view source, std::span<const flaky::Statement> statements)
      : m_source(source), m_statements(statements) {}

  /// readCall reads run_repro(...): form, accuracy, command, save_dir and the rest. False when nothing calls it.
  bool readCall(ReproScript& script) const;
  /// readOwnComparison takes older scripts and those that people wrote: they compare two models themselves.
  bool readOwnComparison(ReproScript& script) const;
  /// readInputs reads load_args: storages, tensors, symints, version.
  void readInputs(ReproScript& script) const;
  /// readModule reads class Repro: submodules, and how much forward computes.
  void readModule(ReproScript& script) const;
  void readEnvironment(ReproScript& script) const;

 private:
  bool mentions(std::string_view name) const;
  bool hasText(std::string_view text) const;
  ReproForm formOf(const std::vector<CallArgument>& arguments, ReproScript& script) const;
  void readKeywords(const std::vector<CallArgument>& arguments, ReproScript& script) const;
  /// bodyOf is the range of statements inside the first definition of `name` within a range.
  std::pair<std::size_t, std::size_t> bodyOf(std::string_view keyword, std::string_view name, std::size_t from,
                                             std::size_t to) const;

  std::string_view m_source;
  std::span<const flaky::Statement> m_statements;
};

}  // namespace plumbline::runs
