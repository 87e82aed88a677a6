// SPDX-License-Identifier: GPL-3.0-or-later
// Words as one line for a POSIX shell, quoted where they must be, for people to copy.
//
//   shellLine({"echo", "it's $(rm)"})      // echo 'it'\''s $(rm)'
#pragma once

#include <string>
#include <vector>

namespace plumbline::text {

/// shellLine joins words, quoting where necessary. The words must not contain NUL bytes.
std::string shellLine(const std::vector<std::string>& words);

/// withoutCommands escapes the commands that GitHub's runner executes from a job's output, "::error::" at the start of
/// a line and "##[error]" anywhere, by writing one of their characters as \xNN.
std::string withoutCommands(std::string text);

/// maskSecrets replaces the secret part of known forms of tokens (ghp_..., github_pat_..., hf_..., "Bearer ...") by
/// asterisks, byte by byte, so that positions stay.
void maskSecrets(std::string& text);

}  // namespace plumbline::text
