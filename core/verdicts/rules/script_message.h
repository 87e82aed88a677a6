// SPDX-License-Identifier: GPL-3.0-or-later
// The block of text after the rows: which models failed or improved, and how to refresh the baseline (SPEC 3.4).
//
//   std::string message = listBlock({"Error: 2 models have accuracy status regressed:"}, "alexnet vgg16");
//   message += refreshAdvice(words);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/verdicts/check.h"

namespace plumbline::verdicts {

/// kModelWidth is the width of the model's column in the scripts' lines.
inline constexpr std::size_t kModelWidth = 34;

/// listBlock returns an empty line, the heading lines, the names indented by four, and an empty line.
std::string listBlock(const std::vector<std::string>& heading, std::string_view names);

/// refreshAdvice explains how to update the expected file.
std::string refreshAdvice(const CheckArguments& words);

/// dedent removes the white space that all lines begin with and empties lines of nothing but white space, as Python's
/// textwrap.dedent does. The scripts dedent after they put names and paths in, so that a line break in one of those
/// changes the indentation of the rest.
std::string dedent(std::string_view text);

}  // namespace plumbline::verdicts
