// SPDX-License-Identifier: GPL-3.0-or-later
// Compile times with a cold and a warm cache, every repeat kept: cachebench's JSON (SPEC 13), alone or inside HUD JSON.
//
//   for (const CacheRun& run : readCacheRuns(bytes, "torchcache.json")) show(run.models);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"

namespace plumbline::sources {

/// The metrics of both times, as the records name them.
inline constexpr std::string_view kColdCompileTime = "Cold compile time (s)", kWarmCompileTime = "Warm compile time (s)";

struct CacheModel {
  std::string name;
  std::vector<double> cold, warm;  ///< seconds, one per repeat, in file order; lengths may differ in a damaged file
  std::optional<double> written;   ///< the "Speedup (%)" that the file holds
};

struct CacheRun {
  std::string origin;                    ///< file, or zip and member
  std::string suite, mode, device, commit;  ///< "" if not given
  bool isDynamic = false;
  std::vector<CacheModel> models;        ///< in file order
};

/// readCacheRuns returns one run per suite, mode, device, dynamic and commit. Values that are not finite are left out.
std::vector<CacheRun> readCacheRuns(std::string_view bytes, const std::string& origin,
                                    const base::Progress& progress = {});

/// cacheSpeedup is cachebench's: (1 - sum(warm) / sum(cold)) x 100 per cent; may be negative. nullopt if the sum of
/// cold is 0, or the lists are empty or differ in length.
std::optional<double> cacheSpeedup(const CacheModel& model);

}  // namespace plumbline::sources
