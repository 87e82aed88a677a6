// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/json_words.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;

constexpr double kExact = 9007199254740992.0;  // 2^53

}  // namespace

const Json* memberAt(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string numberWord(double value) {
  std::array<char, 40> text{};
  const auto end = value == std::floor(value) && std::abs(value) < kExact
                       ? std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value)).ptr
                       : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string wordOf(const Json* value) {
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  if (value->is_boolean()) return value->get<bool>() ? "true" : "false";
  if (value->is_number_unsigned()) return std::to_string(value->get<std::uint64_t>());
  if (value->is_number_integer()) return std::to_string(value->get<std::int64_t>());
  if (value->is_number()) return numberWord(value->get<double>());
  return {};
}

std::string wordAt(const Json& object, const char* key) { return wordOf(memberAt(object, key)); }

std::string nameOf(const Json* thing) {
  if (thing == nullptr) return {};
  return thing->is_object() ? wordAt(*thing, "name") : wordOf(thing);
}

std::string wordsOf(const Json* list) {
  if (list == nullptr || !list->is_array()) return wordOf(list);
  std::string out;
  for (const Json& entry : *list) {
    const std::string text = wordOf(&entry);
    if (!text.empty()) out += (out.empty() ? "" : "+") + text;
  }
  return out;
}

}  // namespace plumbline::sources
