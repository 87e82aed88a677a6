// SPDX-License-Identifier: GPL-3.0-or-later
// What the edits of python_list.h are made of: literals, whole lines, comments at the end of a line.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/flaky/set_layout.h"
#include "core/text/byte_edits.h"

namespace plumbline::flaky {

/// notUnderstood is the refusal to touch what cannot be read for certain.
base::Error notUnderstood(std::string what, std::size_t line);

/// literalFor writes a name with the quotes of a literal near by. Errors: BadArgument for "" and what isPlainText denies.
base::Result<std::string> literalFor(std::string_view name, std::string_view neighbour);

/// lineEndOf gives the bytes that end the line around `at`; the file's first line end when that line has none.
std::string lineEndOf(std::string_view bytes, std::size_t at);

/// withEndComment adds `text` to the comment at the end of the line around `from` (outside texts and comments), or starts
/// one. Errors: BadArgument where a line goes on with a backslash.
base::Result<text::ByteEdit> withEndComment(std::string_view bytes, std::size_t from, const std::string& text);

/// withoutComment takes away a comment that is an entry's own, with the blanks before it or its place in a shared one.
text::ByteEdit withoutComment(std::string_view bytes, const Comment& comment);

/// lastOfBraces tells whether a display is the kind of "{...}" that may not become empty: {} would be a dict.
bool lastOfBraces(std::string_view bytes, const SetLayout& layout);

}  // namespace plumbline::flaky
