// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a HUD benchmark JSON, one after the other: the file may be one object, an array, or JSON Lines of
// objects and arrays (SPEC 16). Only one record is in memory as JSON at a time.
//
//   const JsonOutcome seen = eachRecord(bytes, [&](const nlohmann::json& record) { ... });
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <functional>
#include <string_view>

#include "core/base/progress.h"

namespace plumbline::sources {

struct JsonOutcome {
  std::size_t records = 0;   ///< objects that were handed out
  std::size_t badLines = 0;  ///< of JSON Lines: lines that are no JSON
  std::size_t firstBad = 0;  ///< 1-based line of the first of them
  bool isCut = false;        ///< an array that ends early or is damaged: what came before was handed out
  bool wasStopped = false;
};

/// eachRecord never throws; NaN and Infinity, which Python writes, are read as null. A record is handed out once.
JsonOutcome eachRecord(std::string_view bytes, const std::function<void(const nlohmann::json& record)>& take,
                       const base::Progress& progress = {});

/// looksLikeJson tells whether the first byte that is no space opens an object or an array.
bool looksLikeJson(std::string_view bytes);

}  // namespace plumbline::sources
