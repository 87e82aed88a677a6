// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression over model names, without regard to case. POSIX extended syntax with the usual \d \w \s and
// (?:...) understood. Bytes outside ASCII match as bytes. Only the first 4,096 bytes of a name are looked at: the C
// library needs time that grows with the square of the length for patterns such as x.*x.*y, more than ten seconds on a
// name of a megabyte.
//
//   auto pattern = NamePattern::compile("res(net|next)\\d+$");
//   if (pattern && pattern->matches("resnet50")) ...
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plumbline::verdicts {

class NamePattern {
 public:
  /// What of a name is matched, in bytes; "$" is the end of that.
  static constexpr std::size_t kMatchedBytes = 4096;

  /// compile fails with BadArgument: a sentence, and the 1-based column where it is known.
  static base::Result<NamePattern> compile(std::string_view pattern);
  /// matches looks for the pattern anywhere in the first kMatchedBytes of a NUL-ended text.
  bool matches(const char* text) const;
  /// needle is a lower-case text that occurs in whatever matches, or "" when the pattern has none. Looking for it first
  /// is many times cheaper than matching every name.
  const std::string& needle() const;
  /// isNeedle returns whether the pattern is a plain text: then finding the needle within kMatchedBytes is a match.
  bool isNeedle() const;
  /// mayMatch looks at how a lower-case name begins and ends, where the pattern says so: false is certain.
  bool mayMatch(std::string_view lower) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> m_compiled;
};

}  // namespace plumbline::verdicts
