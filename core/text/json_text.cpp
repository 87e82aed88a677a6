// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/json_text.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::text {
namespace {

constexpr const char* kBytesKey = "base16";
constexpr int kBase = 16;

template <typename Json>
std::string written(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string toJsonText(const nlohmann::ordered_json& json, int indent) { return written(json, indent); }
std::string toJsonText(const nlohmann::json& json, int indent) { return written(json, indent); }

void setNumber(nlohmann::ordered_json& object, const std::string& key, double value) {
  object[key] = numberOrNull(value);
  if (!std::isfinite(value)) object[key + "_nonfinite"] = fixedText(value, 0);
}

nlohmann::ordered_json numberOrNull(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

nlohmann::ordered_json stringOrNull(std::string_view text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

nlohmann::json toJsonBytes(std::string_view bytes) {
  if (!firstInvalidUtf8(bytes)) return std::string(bytes);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  digits.reserve(bytes.size() * 2);
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    digits += kDigits[value / kBase];
    digits += kDigits[value % kBase];
  }
  return {{kBytesKey, std::move(digits)}};
}

std::optional<std::string> fromJsonBytes(const nlohmann::json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_object() || !json.contains(kBytesKey) || !json[kBytesKey].is_string()) return std::nullopt;
  const auto& digits = json[kBytesKey].get_ref<const std::string&>();
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    unsigned char byte = 0;
    const char* const end = digits.data() + at + 2;
    const auto [stopped, status] = std::from_chars(digits.data() + at, end, byte, kBase);
    if (status != std::errc{} || stopped != end) return std::nullopt;
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace plumbline::text
