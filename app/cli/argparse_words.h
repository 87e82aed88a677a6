// SPDX-License-Identifier: GPL-3.0-or-later
// What Python's argparse allows and CLI11 does not, written out before CLI11 reads the words: unambiguous prefixes
// (--act), values attached to any name (-fVALUE, --file=), negative numbers and words with blanks as values, a value
// that must not look like an option (SPEC 1).
//
//   auto plain = plainWords(spec, {"run.csv", "--thr=-5"});
//   // options {"--threshold", "-5"}, positionals {"run.csv"}
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "core/base/result.h"

namespace plumbline::cli {

struct PlainWords {
  std::vector<std::string>
      options;  ///< a name of an option in full, then its value if it takes one; --help is the last
  std::vector<std::string> positionals;
  std::size_t behindDashes = 0;      ///< how many of these, the last ones, stood behind "--"
  std::vector<std::string> unknown;  ///< words that look like an option and are none
};

/// plainWords sorts the words after the command's own name. Errors: BadArgument, in argparse's words.
base::Result<PlainWords> plainWords(const CommandSpec& spec, std::span<const std::string> words);

}  // namespace plumbline::cli
