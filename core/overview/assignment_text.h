// SPDX-License-Identifier: GPL-3.0-or-later
// What a person says a file is, as one word: for command lines and for reports that remember it.
//
//   auto said = assignmentOfText("run.csv=rocm/inductor_SUITE_training@1/4");
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/sources/sources.h"

namespace plumbline::overview {

/// assignmentOfText reads FILE=CONFIG, with @1/4 behind it for a shard. Errors: BadArgument naming what is wrong.
base::Result<sources::Assignment> assignmentOfText(const std::string& text);
/// assignmentText writes it so that it is read back.
std::string assignmentText(const sources::Assignment& assignment);

}  // namespace plumbline::overview
