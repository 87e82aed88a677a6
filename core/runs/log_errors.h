// SPDX-License-Identifier: GPL-3.0-or-later
// What an error looks like in the log of a benchmark: the patterns of resources/runs/log_errors.toml.
//
//   readLogErrors(bytes)->matches("KeyError: 'speedup'")
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::runs {

struct LogErrors {
  std::vector<std::string> anywhere;    ///< stand in the line
  std::vector<std::string> words;       ///< the same, not as a part of a longer word
  std::vector<std::string> starts;      ///< begin the line, after its blanks, time and "[rank0]:"; '#' is a digit
  std::vector<std::string> exceptions;  ///< end the dotted Python name that begins the line, before ':' or the line's end
  std::vector<std::string> unless;      ///< a line with one of these is no error after all

  /// matches takes a line as it is shown, without colours.
  bool matches(std::string_view line) const;
  /// candidates are texts of which every line that matches has one; '#' as "0".
  std::vector<std::string> candidates() const;
};

/// readLogErrors reads the TOML. Errors: BadFormat.
base::Result<LogErrors> readLogErrors(std::string_view toml);

/// firstErrorIn gives an offset in the first line of a text that looks like an error; `goesOn`: the text begins inside a
/// line, which is passed over.
std::optional<std::size_t> firstErrorIn(std::string_view text, bool goesOn);

}  // namespace plumbline::runs
