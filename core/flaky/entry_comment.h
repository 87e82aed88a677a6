// SPDX-License-Identifier: GPL-3.0-or-later
// Reason and issue of an entry as the comment beside it, and back.
//
//   commentFor({.reason = "times out", .issue = "#123"})        // "times out (#123)"
//   readComment("discovered in https://example.org/1", entry);  // reason as it stands, issue the link in it
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/flaky/flaky_entry.h"

namespace plumbline::flaky {

/// commentFor gives the text after "# "; "" when there is nothing to say. `shared`: for a line of several entries,
/// "name: text" without semicolons. Errors: BadArgument for line ends and other control characters, or bytes that are
/// not UTF-8.
base::Result<std::string> commentFor(const FlakyEntry& entry, bool shared);

/// readComment fills reason and issue. A link or "#123" in brackets at the end, or alone, is not repeated in the reason.
void readComment(std::string_view text, FlakyEntry& entry);

/// isPlainText tells whether a text can stand in one line: UTF-8 without control characters.
bool isPlainText(std::string_view text);

}  // namespace plumbline::flaky
