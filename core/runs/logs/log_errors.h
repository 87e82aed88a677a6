// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns of errors in the log of a benchmark (resources/runs/log_errors.toml).
//
//   readLogErrors(bytes)->matches("KeyError: 'speedup'")
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::runs {

// Finds any of many texts in one pass (Aho and Corasick's automaton), at the same speed for three texts as for a
// hundred. All digits are equal, so that "E0312" is found by "E0000".
//
//   const MultiTextFinder scan({"Traceback", "Error"});
//   if (auto end = scan.firstEnd(bytes, 0)) pollTask(lineAround(*end - 1));

class MultiTextFinder {
 public:
  /// Empty texts are left out.
  explicit MultiTextFinder(const std::vector<std::string>& texts);
  /// firstEnd is where the first text ends, of those that begin at `from` or later.
  std::optional<std::size_t> firstEnd(std::string_view bytes, std::size_t from) const;

 private:
  std::size_t addState();
  std::size_t classOf(char byte) const { return m_class[static_cast<unsigned char>(byte)]; }

  std::array<std::uint8_t, 256> m_class{};  ///< which column of the table a byte takes; 0: in no text
  std::size_t m_classes = 1;
  std::vector<std::uint32_t> m_next;  ///< of state x class: twice the row of the next state, and 1 when a text ends
};

struct LogErrors {
  std::vector<std::string> anywhere;    ///< anywhere in the line
  std::vector<std::string> words;       ///< the same, not as a part of a longer word
  std::vector<std::string> starts;      ///< begin the line, after its blanks, time and "[rank0]:"; '#' is a digit
  std::vector<std::string>
      exceptions;  ///< end the dotted Python name that begins the line, before ':' or the line's end
  std::vector<std::string> unless;      ///< a line with one of these is no error after all

  /// matches reads a line as displayed, without colours.
  bool matches(std::string_view line) const;
  /// candidates are texts of which every line that matches has one; '#' as "0".
  std::vector<std::string> candidates() const;
};

/// readLogErrors reads the TOML. Errors: BadFormat.
base::Result<LogErrors> readLogErrors(std::string_view toml);

/// containsAny tests whether one of the texts is in the line.
bool containsAny(std::string_view line, const std::vector<std::string>& texts);

/// firstErrorIn returns an offset in the first line of a text that looks like an error; `goesOn`: the text begins
/// inside a line, which is skipped.
std::optional<std::size_t> firstErrorIn(std::string_view text, bool goesOn);

}  // namespace plumbline::runs
