// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through values as same() does: the rule for each kind, in torch's order, and the options passed on (SPEC 14, 1
// to 10).
//
//   SameWalk walk(Detail::Verdict, progress);
//   if (auto end = walk.run(input, options)) return *end; else use(walk.takeResult());
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/numerics/same/python_rules.h"
#include "core/numerics/same/same_tensor.h"

namespace plumbline::numerics {

class SameWalk {
 public:
  SameWalk(Detail detail, const base::Progress& progress) : m_detail(detail), m_progress(progress) {}

  /// run returns nullopt if there is a result, else why there is none.
  std::optional<End> run(const SameInput& input, const SameOptions& options);
  SameResult takeResult() { return std::move(m_result); }

 private:
  enum class Flow : std::uint8_t { Same, Different, Raised, Ended };
  /// Triple is three values at one path; fp64 is null where ref replaces it.
  struct Triple {
    const ValuePtr& ref;
    const ValuePtr& res;
    const ValuePtr& fp64;
  };

  Flow compare(const Triple& triple, const SameOptions& options);
  Flow compareSequence(const Triple& triple, const SameOptions& options);
  Flow compareDict(const Triple& triple, const SameOptions& options);
  Flow compareMembers(const Triple& triple, const SameOptions& options, const std::vector<std::size_t>& order);
  Flow compareSet(const Triple& triple);
  Flow compareTensor(const Triple& triple, const SameOptions& options);
  Flow compareEqual(const Triple& triple, const SameOptions& options);
  Flow compareNumpy(const Triple& triple, const SameOptions& options);
  Flow compareArray(const Triple& triple, const SameOptions& options);

  /// enter compares a member of a container; torch's own call ends at the first difference.
  Flow enter(std::string step, const Triple& triple, const SameOptions& options, Flow before);
  /// noteUnreached adds leaves that are not compared: without a partner, or after the end of torch's own loop (`why`).
  void noteUnreached(const Triple& triple, std::string_view why);

  Decision& add(const Triple& triple, Step step);
  /// trim drops the latest decision over kMaxDecisions, unless it is the first failure or the worst.
  void trim();
  Flow decide(const Triple& triple, Step step, bool passed, std::string text = {});
  Flow raised(const Triple& triple, Step step, PythonError error);
  void log(LogLevel level, std::string text);
  bool goesOn() const { return m_detail != Detail::Verdict; }

  Detail m_detail;
  const base::Progress& m_progress;
  SameResult m_result;
  std::vector<std::string> m_path;
  std::optional<End> m_end;
  std::optional<double> m_worst;
  bool m_hasFailure = false;
  bool m_isBehind = false;  // torch's own call has ended before this
  std::uint64_t m_done = 0, m_total = 0;
};

}  // namespace plumbline::numerics
