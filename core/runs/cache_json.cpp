// SPDX-License-Identifier: GPL-3.0-or-later
// cachebench's file as Python's json.dump writes it (SPEC 13): ", " and ": ", ASCII alone, no newline at the end.
#include <array>
#include <cmath>
#include <span>

#include "core/runs/run_results.h"
#include "core/text/utf8.h"
#include "core/verdicts/python_text.h"
#include "core/verdicts/unicode_classes.h"

namespace plumbline::runs {
namespace {

void appendHex(std::string& out, unsigned unit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(unit >> unsigned(shift)) & 0xfU];
}

void appendCharacter(std::string& out, char32_t code) {
  constexpr std::string_view kShort = "\"\\\n\r\t\f\b", kLetters = "\"\\nrtfb";
  constexpr char32_t kFirstSurrogate = 0xd800, kSecondSurrogate = 0xdc00, kPlane1 = 0x10000;
  constexpr unsigned kHalf = 10, kHalfMask = 0x3ff;
  const auto at = code < 0x80 ? kShort.find(static_cast<char>(code)) : std::string_view::npos;
  if (at != std::string_view::npos) {
    (out += '\\') += kLetters[at];
  } else if (code >= ' ' && code < 0x7f) {
    out += static_cast<char>(code);
  } else if (code < kPlane1) {
    appendHex(out, unsigned(code));
  } else {
    appendHex(out, unsigned(kFirstSurrogate + ((code - kPlane1) >> kHalf)));
    appendHex(out, unsigned(kSecondSurrogate + ((code - kPlane1) & kHalfMask)));
  }
}

/// appendText: a byte that is not UTF-8 is the lone surrogate that Python makes of it in an argument.
void appendText(std::string& out, std::string_view utf8) {
  constexpr unsigned kEscapedBytes = 0xdc00;
  out += '"';
  while (!utf8.empty()) {
    const auto bad = text::firstInvalidUtf8(utf8);
    const std::string_view good = utf8.substr(0, bad.value_or(utf8.size()));
    for (std::string_view rest = good; !rest.empty();) {
      const verdicts::CodePoint next = verdicts::firstCodePoint(rest);
      appendCharacter(out, next.code);
      rest.remove_prefix(next.bytes);
    }
    utf8.remove_prefix(good.size());
    if (utf8.empty()) break;
    appendHex(out, kEscapedBytes + static_cast<unsigned char>(utf8.front()));
    utf8.remove_prefix(1);
  }
  out += '"';
}

void appendNumber(std::string& out, double value) {
  if (std::isnan(value))
    out += "NaN";
  else if (std::isinf(value))
    out += value < 0 ? "-Infinity" : "Infinity";
  else
    verdicts::appendReal(out, value);
}

void appendRecord(std::string& out, const CacheResult& result, const std::string& model, std::string_view metric,
                  std::span<const double> values) {
  out += out.empty() ? "[" : ", ";
  out += R"({"benchmark": {"name": "TorchCache Benchmark", "mode": )";
  appendText(out, configs::modeName(result.mode));
  out += R"(, "extra_info": {"is_dynamic": )";
  out += result.dynamic ? "true" : "false";
  out += R"(, "device": )";
  appendText(out, result.device);
  out += R"(}}, "model": {"name": )";
  appendText(out, model);
  out += R"(, "backend": "inductor", "origins": [)";
  appendText(out, result.suite);
  out += R"(]}, "metric": {"name": )";
  appendText(out, metric);
  out += R"(, "type": "OSS model", "benchmark_values": [)";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out += ", ";
    appendNumber(out, values[i]);
  }
  out += "]}}";
}

}  // namespace

std::string cacheJson(const CacheResult& result) {
  std::string out;
  for (const ModelTimes& times : result.models) {
    if (!times.speedup) continue;
    std::vector<double> cold, warm;
    for (const RepeatOfModel& repeat : times.repeats) {
      if (!isGood(repeat)) continue;
      cold.push_back(*repeat.cold);
      warm.push_back(*repeat.warm);
    }
    appendRecord(out, result, times.model, "Cold compile time (s)", cold);
    appendRecord(out, result, times.model, "Warm compile time (s)", warm);
    appendRecord(out, result, times.model, "Speedup (%)", std::array{*times.speedup});
  }
  if (!out.empty()) out += "]";
  return out;
}

}  // namespace plumbline::runs
