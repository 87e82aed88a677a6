// SPDX-License-Identifier: GPL-3.0-or-later
// Adding to a log that several programs may write to: whole lines or nothing, on the disk when it returns.
//
//   auto done = files::appendLines(folder + "/decisions.jsonl", "{...}\n{...}\n");
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plumbline::files {

/// appendLines adds `lines` to a file, made with its folder when it is not there. All of it or nothing: a half written
/// end is cut off again, other programs wait meanwhile, and where somebody left a half line, a new one is begun.
/// Errors: BadArgument when `lines` does not end in a line feed; NotWritable.
base::Result<void> appendLines(const std::string& path, std::string_view lines);

}  // namespace plumbline::files
