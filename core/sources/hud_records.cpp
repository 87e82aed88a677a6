// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/hud_records.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;
using Take = std::function<void(const Json&)>;

constexpr int kDeepest = 64;                  // real records have five levels
constexpr std::size_t kMostValues = 100'000;  // in one record; real ones have some hundred
constexpr std::size_t kAskEvery = 1024;       // records between two looks at the stop sign

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

/// The words that Python's json writes and JSON does not know become null.
std::string withoutPythonWords(std::string_view text) {
  constexpr std::array<std::string_view, 3> kWords = {"NaN", "-Infinity", "Infinity"};
  std::string out;
  out.reserve(text.size() + 64);
  bool inString = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto word = inString ? kWords.end() : std::find_if(kWords.begin(), kWords.end(), [&](std::string_view w) {
      return text.substr(i, w.size()) == w;
    });
    if (word != kWords.end()) {
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

struct Parsed {
  bool isGood = false;
  bool wasStopped = false;
  std::size_t records = 0;
};

/// Hands out the object that a text is, or the objects of the array that it is; each is forgotten right after.
Parsed parse(std::string_view text, const Take& take, const base::Progress& progress) {
  Parsed parsed;
  const int recordDepth = text.empty() || text.front() != '[' ? 0 : 1;
  std::size_t values = 0;
  const Json::parser_callback_t callback = [&](int depth, Json::parse_event_t event, Json& value) {
    if (parsed.wasStopped || depth > kDeepest || depth < recordDepth) return depth < recordDepth;
    if (depth == recordDepth && event == Json::parse_event_t::object_start) values = 0;
    if (depth > recordDepth) return ++values <= kMostValues;
    if (event == Json::parse_event_t::object_end && values <= kMostValues) {
      ++parsed.records;
      take(value);
    }
    parsed.wasStopped = parsed.records % kAskEvery == 0 && progress.stopRequested();
    return recordDepth == 0 || event == Json::parse_event_t::object_start;
  };
  parsed.isGood = !Json::parse(text, callback, false).is_discarded();
  return parsed;
}

class Splitter {
 public:
  Splitter(const Take& take, const base::Progress& progress) : m_take(take), m_progress(progress) {}

  JsonOutcome whole(std::string_view text) {
    const Parsed parsed = parse(text, m_take, m_progress);
    m_outcome.records = parsed.records;
    m_outcome.wasStopped = parsed.wasStopped;
    m_outcome.isCut = !parsed.isGood && parsed.records != 0;
    return m_outcome;
  }

  JsonOutcome lines(std::string_view text) {
    std::size_t number = 1;
    for (std::size_t at = 0; at < text.size() && !m_outcome.wasStopped; ++number) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = trimmed(text.substr(at, end - at));
      at = end + 1;
      if (line.empty()) continue;
      const Parsed parsed = parse(line, m_take, m_progress);
      m_outcome.records += parsed.records;
      m_outcome.wasStopped = parsed.wasStopped || m_progress.stopRequested();
      if (parsed.isGood) continue;
      if (m_outcome.badLines++ == 0) m_outcome.firstBad = number;
    }
    return m_outcome;
  }

 private:
  const Take& m_take;
  const base::Progress& m_progress;
  JsonOutcome m_outcome;
};

}  // namespace

bool looksLikeJson(std::string_view bytes) {
  const std::string_view text = trimmed(bytes.substr(0, std::min<std::size_t>(bytes.size(), 4096)));
  return !text.empty() && (text.front() == '{' || text.front() == '[');
}

JsonOutcome eachRecord(std::string_view bytes, const std::function<void(const nlohmann::json& record)>& take,
                       const base::Progress& progress) {
  std::string cleaned;
  if (bytes.find("NaN") != bytes.npos || bytes.find("Infinity") != bytes.npos)
    bytes = cleaned = withoutPythonWords(bytes);
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  const std::string_view text = trimmed(bytes);
  const std::size_t lineEnd = text.find('\n');
  Splitter splitter(take, progress);
  if (lineEnd != text.npos && Json::accept(text.substr(0, lineEnd))) return splitter.lines(bytes);
  const JsonOutcome outcome = splitter.whole(text);
  // Not one record, and yet there are lines: the first one is bad, the others may be good.
  return outcome.records != 0 || outcome.wasStopped || lineEnd == text.npos ? outcome
                                                                            : Splitter(take, progress).lines(bytes);
}

}  // namespace plumbline::sources
