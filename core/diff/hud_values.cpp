// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/hud_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/text/toml_reader.h"
#include "core/verdicts/status_words.h"
#include "resources/embedded.h"

namespace plumbline::diff {
namespace {

const std::vector<std::string>& wordsWithoutSpeedup() {
  // Constant data, parsed the first time somebody asks; the file is compiled in and read by the unit tests.
  static const std::vector<std::string> kWords = [] {
    const text::TomlFile file{.name = "rules/thresholds.toml", .hint = "Put it right in the rule file."};
    const auto root = text::parseToml(resources::embeddedBytes(file.name).value_or(""), file);
    return root ? text::TomlReader(file).texts(*root, "passes_without_speedup") : std::vector<std::string>{};
  }();
  return kWords;
}

bool hasWordWithoutSpeedup(std::string_view test) {
  while (!test.empty()) {
    const std::size_t end = std::min(test.find('_'), test.size());
    if (std::ranges::find(wordsWithoutSpeedup(), test.substr(0, end)) != wordsWithoutSpeedup().end()) return true;
    test.remove_prefix(std::min(end + 1, test.size()));
  }
  return false;
}

/// withoutLastFive rounds a decimal that ends in 5 away from zero.
std::string withoutLastFive(std::string text) {
  text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == '.') continue;
    if (text[i] == '-') return text.insert(1, "1");
    if (text[i] != '9') {
      ++text[i];
      return text;
    }
    text[i] = '0';
  }
  return text.insert(0, "1");
}

}  // namespace

std::optional<double> hudStored(double value) {
  if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) return std::nullopt;
  constexpr double kScale = 10'000;
  return std::floor(static_cast<double>(static_cast<float>(value)) * kScale) / kScale;
}

std::string hudText(double value, int decimals) {
  if (value == 0) value = 0;  // not "-0.00"
  // A decimal with one digit more that ends in 5 lies in the middle. It is a double's exact value only if all of its
  // denominator is powers of two, and to_chars would round such a one to the even digit.
  const double halves = std::abs(value) * std::ldexp(1.0, decimals + 1);
  const bool isMiddle = std::floor(halves) == halves && std::fmod(halves, 2) == 1;
  char buffer[std::numeric_limits<double>::max_exponent10 + 32];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::fixed,
                                 isMiddle ? decimals + 1 : decimals)
                       .ptr;
  std::string text(buffer, end);
  return isMiddle ? withoutLastFive(std::move(text)) : text;
}

HudReader::HudReader(const RunDiff& diff, std::size_t run)
    : m_diff(diff), m_run(run), m_accuracy(diff.metricOf("accuracy")), m_speedup(diff.metricOf("speedup")) {
  for (std::size_t row = 0; m_accuracy && row < diff.rowCount() && !m_hasAccuracy; ++row) {
    const ReadingState state = diff.reading(run, row, *m_accuracy).state;
    m_hasAccuracy = state != ReadingState::NoRow && state != ReadingState::NoColumn;
  }
  const auto& config = diff.runs()[run].config;
  m_needsNoSpeedup = config && hasWordWithoutSpeedup(config->test);
}

std::string_view HudReader::word(std::size_t row) const {
  if (!m_hasAccuracy) return {};
  const Reading reading = m_diff.reading(m_run, row, *m_accuracy);
  return reading.state == ReadingState::Word ? reading.text : std::string_view{};
}

bool HudReader::hasWord(std::size_t row) const { return !word(row).empty(); }

std::optional<double> HudReader::stored(std::size_t row, std::optional<std::size_t> metric) const {
  if (!metric) return std::nullopt;
  const Reading reading = m_diff.reading(m_run, row, *metric);
  if (reading.state == ReadingState::Padded) return 0.0;
  return reading.state == ReadingState::Number ? hudStored(reading.number) : std::nullopt;
}

bool HudReader::isAccurate(std::size_t row) const {
  if (m_hasAccuracy) return verdicts::isPassing(word(row));
  return stored(row, m_speedup).value_or(0) != 0;
}

bool HudReader::isPassing(std::size_t row) const {
  if (!isAccurate(row)) return false;
  const bool wasCompiled = !m_needsNoSpeedup && (!m_hasAccuracy || verdicts::hasCounters(word(row)));
  return !wasCompiled || stored(row, m_speedup) != 0.0;
}

}  // namespace plumbline::diff
