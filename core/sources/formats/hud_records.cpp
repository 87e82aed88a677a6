// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/hud_records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/sources/formats/source_text.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;
using UseRecord = std::function<void(const Json&)>;

constexpr std::size_t kMaxTextDepth = 1000;         // deeper texts are not parsed at all
constexpr int kMaxDepth = 64;                       // real records have five levels
constexpr std::size_t kMaxRecordValues = 100'000;   // real records have some hundred
constexpr std::size_t kWeightOfPart = 100;          // of an object or a list in it
constexpr std::size_t kRecordsPerStopCheck = 1024;
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53

std::string_view trimmedText(std::string_view bytes) { return text::trimmed(withoutByteOrderMark(bytes)); }

/// withoutPythonConstants replaces what Python's json writes and JSON does not have by null.
std::string withoutPythonConstants(std::string_view text) {
  constexpr std::array<std::string_view, 3> kConstants = {"NaN", "-Infinity", "Infinity"};
  std::string out;
  out.reserve(text.size() + 64);
  bool inString = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto word =
        inString ? kConstants.end()
                 : std::ranges::find_if(kConstants, [&](std::string_view w) { return text.substr(i, w.size()) == w; });
    if (word != kConstants.end()) {
      out += "null";
      i += word->size();
      continue;
    }
    if (text[i] == '"') inString = !inString;
    const std::size_t step = inString && text[i] == '\\' && i + 1 < text.size() ? 2 : 1;
    out.append(text, i, step);
    i += step;
  }
  return out;
}

struct ParsedText {
  bool isGood = false;
  bool wasStopped = false;
  std::size_t records = 0;
};

/// parse passes the object in a text, or each object of an array, to `use` and frees it afterwards.
ParsedText parse(std::string_view text, const UseRecord& use, const base::Progress& progress) {
  ParsedText parsed;
  const int recordDepth = text.empty() || text.front() != '[' ? 0 : 1;
  std::size_t values = 0;
  const Json::parser_callback_t callback = [&](int depth, Json::parse_event_t event, Json& value) {
    if (parsed.wasStopped || depth > kMaxDepth || depth < recordDepth) return depth < recordDepth;
    if (depth == recordDepth && event == Json::parse_event_t::object_start) values = 0;
    // The library looks at all members of an object again when one that is an object ends.
    const bool isPart = event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (depth > recordDepth) return (values += isPart ? kWeightOfPart : 1) <= kMaxRecordValues;
    if (event == Json::parse_event_t::object_end && values <= kMaxRecordValues) {
      ++parsed.records;
      use(value);
    }
    parsed.wasStopped = parsed.records % kRecordsPerStopCheck == 0 && progress.stopRequested();
    return recordDepth == 0 || event == Json::parse_event_t::object_start;
  };
  parsed.isGood = text::jsonDepth(text) <= kMaxTextDepth && !Json::parse(text, callback, false).is_discarded();
  return parsed;
}

class RecordReader {
 public:
  RecordReader(const UseRecord& use, const base::Progress& progress) : m_use(use), m_progress(progress) {}

  JsonOutcome whole(std::string_view text) {
    const ParsedText parsed = parse(text, m_use, m_progress);
    m_outcome.records = parsed.records;
    m_outcome.wasStopped = parsed.wasStopped;
    m_outcome.isCut = !parsed.isGood && parsed.records != 0;
    return m_outcome;
  }

  JsonOutcome lines(std::string_view text) {
    std::size_t number = 1;
    for (std::size_t at = 0; at < text.size() && !m_outcome.wasStopped; ++number) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = trimmedText(text.substr(at, end - at));
      at = end + 1;
      if (line.empty()) continue;
      const ParsedText parsed = parse(line, m_use, m_progress);
      m_outcome.records += parsed.records;
      m_outcome.wasStopped = parsed.wasStopped || m_progress.stopRequested();
      if (parsed.isGood) continue;
      if (m_outcome.badLines++ == 0) m_outcome.firstBad = number;
    }
    return m_outcome;
  }

 private:
  const UseRecord& m_use;
  const base::Progress& m_progress;
  JsonOutcome m_outcome;
};

}  // namespace

bool looksLikeJson(std::string_view bytes) {
  const std::string_view text = trimmedText(bytes.substr(0, std::min<std::size_t>(bytes.size(), 4096)));
  return !text.empty() && (text.front() == '{' || text.front() == '[');
}

JsonOutcome eachRecord(std::string_view bytes, const std::function<void(const nlohmann::json& record)>& use,
                       const base::Progress& progress) {
  std::string cleaned;
  if (bytes.find("NaN") != bytes.npos || bytes.find("Infinity") != bytes.npos)
    bytes = cleaned = withoutPythonConstants(bytes);
  bytes = withoutByteOrderMark(bytes);
  const std::string_view text = trimmedText(bytes);
  const std::size_t lineEnd = text.find('\n');
  RecordReader splitter(use, progress);
  if (lineEnd != text.npos && Json::accept(text.substr(0, lineEnd))) return splitter.lines(bytes);
  const JsonOutcome outcome = splitter.whole(text);
  // No record, but several lines: the first line is bad, the others may be good.
  return outcome.records != 0 || outcome.wasStopped || lineEnd == text.npos ? outcome
                                                                            : RecordReader(use, progress).lines(bytes);
}

const Json* memberAt(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string numberText(double value) {
  std::array<char, 40> text{};
  const auto end = value == std::floor(value) && std::abs(value) < kExactIntegers
                       ? std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value)).ptr
                       : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string textOf(const Json* value) {
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  if (value->is_boolean()) return value->get<bool>() ? "true" : "false";
  if (value->is_number_unsigned()) return std::to_string(value->get<std::uint64_t>());
  if (value->is_number_integer()) return std::to_string(value->get<std::int64_t>());
  if (value->is_number()) return numberText(value->get<double>());
  return {};
}

std::string textAt(const Json& object, const char* key) { return textOf(memberAt(object, key)); }

std::string nameOf(const Json* thing) {
  if (thing == nullptr) return {};
  return thing->is_object() ? textAt(*thing, "name") : textOf(thing);
}

std::string joinedTexts(const Json* list) {
  if (list == nullptr || !list->is_array()) return textOf(list);
  std::string out;
  for (const Json& entry : *list) {
    const std::string text = textOf(&entry);
    if (!text.empty()) out += (out.empty() ? "" : "+") + text;
  }
  return out;
}

}  // namespace plumbline::sources
