// SPDX-License-Identifier: GPL-3.0-or-later
// How every JSON text of Plumbline is read, with a limit on its depth, and written: NaN and infinity as null, bytes that are no UTF-8 replaced by U+FFFD,
// and numbers read back as the same double. Paths and other bytes that must survive are stored through toJsonBytes.
//
//   nlohmann::ordered_json json = {{"model", name}};
//   setNumber(json, "speedup", speedup);   // NaN: "speedup": null, "speedup_nonfinite": "nan"
//   out += toJsonText(json, 2) + '\n';
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::text {

/// toJsonText writes one value; `indent` -1 puts it on one line.
std::string toJsonText(const nlohmann::ordered_json& json, int indent = -1);
std::string toJsonText(const nlohmann::json& json, int indent = -1);

/// JsonText writes an object member by member, as toJsonText(object, 2) writes it: a list of many items is never a whole
/// document in memory.
///
///   JsonText json;
///   json.add("format", "plumbline-accept");
///   json.addList("notes", notes, [](const Note& note) { return nlohmann::ordered_json{{"text", note.text}}; });
///   out << json.finished() << '\n';
class JsonText {
 public:
  /// add writes one member. `key` is one of ours: it needs no escapes.
  void add(std::string_view key, const nlohmann::ordered_json& value);
  /// addList writes a list; toJson(item) makes each item as it is written.
  template <typename Items, typename ToJson>
  void addList(std::string_view key, const Items& items, ToJson toJson) {
    openList(key);
    for (const auto& item : items) addItem(toJson(item), items.size());
    closeList();
  }
  /// finished closes the object and moves its text out.
  std::string finished();

 private:
  void openList(std::string_view key);
  void addItem(const nlohmann::ordered_json& item, std::size_t items);
  void closeList();
  std::string m_text = "{";
  bool m_isEmptyList = true;
};

/// repeatedKey returns a name that one object of this JSON has twice, "" when there is none: readers differ in which of the
/// two values they take.
std::string repeatedKey(std::string_view json);

/// kMaxJsonDepth is how deep brackets may be nested: each open one costs the parser far more than its one byte.
inline constexpr std::size_t kMaxJsonDepth = 100;
/// jsonDepth counts how deep brackets are nested, outside of strings.
std::size_t jsonDepth(std::string_view json);
/// parseJson and parseOrderedJson are the only ways to read JSON. The value is_discarded() when the text is no JSON or
/// nested too deeply.
nlohmann::json parseJson(std::string_view json);
nlohmann::ordered_json parseOrderedJson(std::string_view json);

/// setNumber sets object[key]. NaN and infinity become null with "<key>_nonfinite": "nan", "inf" or "-inf" beside it.
void setNumber(nlohmann::ordered_json& object, const std::string& key, double value);
/// numberOrNull drops the reason, for numbers whose absence explains itself.
nlohmann::ordered_json numberOrNull(double value);

/// jsonKey writes a name of several words as keys are written, in snake_case: "expected-fail" as "expected_fail".
std::string jsonKey(std::string_view name);

/// stringOrNull makes an empty text null.
nlohmann::ordered_json stringOrNull(std::string_view text);

/// toJsonBytes keeps any bytes: valid UTF-8 as a string, everything else as {"base16": "..."}.
nlohmann::json toJsonBytes(std::string_view bytes);
/// fromJsonBytes reads what toJsonBytes wrote; nullopt for anything else.
std::optional<std::string> fromJsonBytes(const nlohmann::json& json);

}  // namespace plumbline::text
