// SPDX-License-Identifier: GPL-3.0-or-later
// What a benchmark record says, as text: records come from many hands, so nothing is taken for granted.
//
//   const std::string device = wordAt(record, "device");   // "" when absent, null, or no word
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace plumbline::sources {

/// memberAt is null for what is no object, has no such key, or holds null there.
const nlohmann::json* memberAt(const nlohmann::json& object, const char* key);

/// wordOf is a text, number or switch as text; "" for anything else, and for no value.
std::string wordOf(const nlohmann::json* value);
std::string wordAt(const nlohmann::json& object, const char* key);

/// nameOf is the name of a thing that is an object with a name or, in older files, just the name.
std::string nameOf(const nlohmann::json* thing);

/// wordsOf joins the words of a list with '+'; one word alone is itself.
std::string wordsOf(const nlohmann::json* list);

/// numberWord writes whole numbers without a point, others in the shortest form that reads back the same.
std::string numberWord(double value);

}  // namespace plumbline::sources
