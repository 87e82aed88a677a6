// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a HUD benchmark JSON, one after the other: the file may be one object, an array, or JSON Lines of
// objects and arrays (SPEC 16). Only one record is in memory as JSON at a time.
//
//   const JsonOutcome seen = eachRecord(bytes, [&](const nlohmann::json& record) { ... });
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/progress.h"

namespace plumbline::sources {

struct JsonOutcome {
  std::size_t records = 0;   ///< objects passed on
  std::size_t badLines = 0;  ///< of JSON Lines: lines that are no JSON
  std::size_t firstBad = 0;  ///< 1-based line of the first of them
  bool isCut = false;        ///< an array that ends early or is damaged; the records before that were passed on
  bool wasStopped = false;
};

/// eachRecord never throws. NaN and Infinity, which Python writes, are read as null.
JsonOutcome eachRecord(std::string_view bytes, const std::function<void(const nlohmann::json& record)>& use,
                       const base::Progress& progress = {});

/// looksLikeJson: the first byte that is no white space opens an object or an array.
bool looksLikeJson(std::string_view bytes);

/// memberAt is nullptr if `object` is no object, lacks the key, or has null there.
const nlohmann::json* memberAt(const nlohmann::json& object, const char* key);

/// textOf is a string, number or bool as text; "" for anything else, and for no value.
///
///   const std::string device = textAt(record, "device");   // "" when absent, null, a list or an object
std::string textOf(const nlohmann::json* value);
std::string textAt(const nlohmann::json& object, const char* key);

/// nameOf reads {"name": "llama"} or, as in older files, "llama".
std::string nameOf(const nlohmann::json* thing);

/// joinedTexts joins the texts of a list with '+'.
std::string joinedTexts(const nlohmann::json* list);

/// numberText writes whole numbers without a point, others in the shortest form that reads back as the same number.
std::string numberText(double value);

}  // namespace plumbline::sources
