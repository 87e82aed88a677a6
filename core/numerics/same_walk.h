// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of same() through values: which rule answers for which kind, in torch's order, and what of the options goes
// down with it (SPEC 14, 1 to 10).
//
//   SameWalk walk(options, Detail::Verdict, progress);
//   if (auto end = walk.run(input)) return *end; else use(walk.taken());
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/numerics/python_rules.h"
#include "core/numerics/same_tensor.h"

namespace plumbline::numerics {

/// bytesRead is how many bytes of numbers a leaf of ref has: what progress counts.
std::uint64_t bytesRead(const Value& leaf);

class SameWalk {
 public:
  SameWalk(Detail detail, const base::Progress& progress) : m_detail(detail), m_progress(progress) {}

  /// run gives nothing once there is an answer; else why there is none.
  std::optional<End> run(const SameInput& input, const SameOptions& options);
  SameResult taken() { return std::move(m_result); }

 private:
  enum class Flow : std::uint8_t { Same, Different, Raised, Ended };
  /// Triple is three values at one place; fp64 is null where ref stands in for it.
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

  /// enter compares a member of a container: torch's own call ends at the first that is not the same.
  Flow enter(std::string step, const Triple& triple, const SameOptions& options, Flow before);
  /// noteUnreached notes leaves that are compared with nothing: no partner, or torch's own loop has ended (`why`).
  void noteUnreached(const Triple& triple, std::string_view why);

  Decision& add(const Triple& triple, Step step);
  /// trim drops the latest decision again where there are too many, and nobody would miss it.
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
