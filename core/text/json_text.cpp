// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/text/quantities.h"
#include "core/text/reserve.h"
#include "core/text/utf8.h"

namespace plumbline::text {
namespace {

constexpr const char* kBytesKey = "base16";
constexpr int kBase = 16;

/// escapeOf is the code of a character that JSON allows as it is, and that a terminal or an editor obeys: DEL, the C1
/// controls, line separators and the controls of writing direction; 0 for others. Sets its length.
unsigned escapeOf(std::string_view utf8, std::size_t& length) {
  const auto at = [&](std::size_t i) { return i < utf8.size() ? static_cast<unsigned char>(utf8[i]) : 0U; };
  length = at(0) == 0x7f ? 1 : at(0) == 0xe2 ? 3 : 2;
  if (length == 1) return 0x7f;
  const unsigned code = length == 3 ? ((at(0) & 0xfU) << 12U) | ((at(1) & 0x3fU) << 6U) | (at(2) & 0x3fU)
                                    : ((at(0) & 0x1fU) << 6U) | (at(1) & 0x3fU);
  const bool isObeyed = (at(0) == 0xc2 && code < 0xa0) || (at(0) == 0xd8 && code == 0x61c) ||
                        (length == 3 && (code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
                                         (code >= 0x2066 && code <= 0x2069)));
  return isObeyed ? code : 0;
}

/// escapedText writes what a terminal or an editor would obey as \uNNNN.
std::string escapedText(std::string_view text) {
  constexpr std::string_view kFirstBytes = "\x7f\xc2\xd8\xe2", kHex = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find_first_of(kFirstBytes, at), text.size());
    out += text.substr(at, next - at);
    at = next;
    if (at == text.size()) break;
    std::size_t length = 0;
    const unsigned code = escapeOf(text.substr(at), length);
    const char escape[] = {'\\', 'u', kHex[code >> 12U], kHex[(code >> 8U) & 0xfU], kHex[(code >> 4U) & 0xfU], kHex[code & 0xfU]};
    if (code != 0) out.append(escape, sizeof escape);
    else out += text[at];
    at += code != 0 ? length : 1;
  }
  return out;
}

template <typename Json>
std::string written(const Json& json, int indent) {
  std::string text = json.dump(indent, ' ', false, Json::error_handler_t::replace);
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x7fU; })) return text;
  return escapedText(text);
}

/// addIndented adds a text of several lines, each after the first behind blanks.
void addIndented(std::string& out, const std::string& text, std::size_t blanks) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    out.append(text, begin, end - begin);
    if (out.back() == '\n') out.append(blanks, ' ');
    begin = end;
  }
}

template <typename Json>
Json parsed(std::string_view json) {
  return jsonDepth(json) > kMaxJsonDepth ? Json(Json::value_t::discarded) : Json::parse(json, nullptr, false);
}

}  // namespace

std::string toJsonText(const nlohmann::ordered_json& json, int indent) { return written(json, indent); }
std::string toJsonText(const nlohmann::json& json, int indent) { return written(json, indent); }

void JsonText::add(std::string_view key, const nlohmann::ordered_json& value) {
  m_text.append(m_text.size() == 1 ? "\n  \"" : ",\n  \"").append(key).append("\": ");
  addIndented(m_text, toJsonText(value, 2), 2);
}

void JsonText::openList(std::string_view key) {
  m_text.append(m_text.size() == 1 ? "\n  \"" : ",\n  \"").append(key).append("\": [");
  m_isEmptyList = true;
}

void JsonText::addItem(const nlohmann::ordered_json& item, std::size_t items) {
  const std::size_t before = m_text.size();
  m_text += m_isEmptyList ? "\n    " : ",\n    ";
  addIndented(m_text, toJsonText(item, 2), 4);
  if (m_isEmptyList) reserveAlike(m_text, items, m_text.size() - before);
  m_isEmptyList = false;
}

void JsonText::closeList() { m_text += m_isEmptyList ? "]" : "\n  ]"; }

std::string JsonText::finished() {
  m_text += m_text.size() == 1 ? "}" : "\n}";
  return std::move(m_text);
}

std::size_t jsonDepth(std::string_view json) {
  std::size_t depth = 0, deepest = 0;
  bool inString = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (inString) {
      if (c == '\\') ++i;
      else if (c == '"') inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

std::string repeatedKey(std::string_view json) {
  std::string repeated;
  std::vector<std::set<std::string>> open;
  const nlohmann::json::parser_callback_t watch = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    if (event == nlohmann::json::parse_event_t::object_start) open.emplace_back();
    if (event == nlohmann::json::parse_event_t::object_end) open.pop_back();
    if (event == nlohmann::json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
      repeated = value.get<std::string>();
    return true;
  };
  if (jsonDepth(json) > kMaxJsonDepth) return repeated;
  [[maybe_unused]] const nlohmann::json values = nlohmann::json::parse(json, watch, false);
  return repeated;
}

nlohmann::json parseJson(std::string_view json) { return parsed<nlohmann::json>(json); }
nlohmann::ordered_json parseOrderedJson(std::string_view json) { return parsed<nlohmann::ordered_json>(json); }

void setNumber(nlohmann::ordered_json& object, const std::string& key, double value) {
  object[key] = numberOrNull(value);
  if (!std::isfinite(value)) object[key + "_nonfinite"] = fixedText(value, 0);
}

nlohmann::ordered_json numberOrNull(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

std::string jsonKey(std::string_view name) {
  std::string key(name);
  std::ranges::replace(key, '-', '_');
  return key;
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
