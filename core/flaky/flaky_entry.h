// SPDX-License-Identifier: GPL-3.0-or-later
// One entry of a flaky list, whichever of the three forms it stands in: our flaky.toml, the set in check_accuracy.py, the
// set in check_graph_breaks.py.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::flaky {

using Date = std::chrono::year_month_day;
/// parseDate reads "2026-11-30"; absent for anything else or a day that does not exist. dateText is the reverse.
std::optional<Date> parseDate(std::string_view text);
std::string dateText(Date date);

/// Origin is where an entry stands.
enum class Origin : unsigned char { Toml, AccuracyScript, GraphBreaksScript };
/// originWord gives "toml", "accuracy", "graph-breaks": the command line's word.
std::string_view originWord(Origin origin);

struct FlakyEntry {
  std::string name;         ///< a model, or a pattern with * and ? (flaky.toml only)
  bool isPattern = false;
  std::string check;        ///< "accuracy", "graph-breaks", "memory", "perf" ...; "" for every check (flaky.toml only)
  std::string platform;     ///< "rocm", "cuda", "cpu", "xpu"; "" for every platform
  std::string config;       ///< pattern over the baseline's file name without ".csv"; "" for every config
  std::string reason;       ///< of a script: the comment beside or above the name
  std::string issue;        ///< link or "#123"
  std::string owner;
  std::optional<Date> added;
  std::optional<Date> expires;  ///< last day on which it excuses
  Origin origin = Origin::Toml;
  std::size_t line = 0;     ///< 1-based, in the file it came from

  bool isExpired(Date today) const { return expires && today > *expires; }
  /// appliesTo tells whether name and scope fit; expiry and check are the caller's question. `baselinePath` as typed.
  bool appliesTo(std::string_view model, std::string_view baselinePath) const;
  bool operator==(const FlakyEntry&) const = default;
};

/// platformOf tells the platform of a baseline from its path: "rocm" (SPEC 3.3), "xpu", "cpu", else "cuda".
std::string_view platformOf(std::string_view baselinePath);

}  // namespace plumbline::flaky
