// SPDX-License-Identifier: GPL-3.0-or-later
// A new repro script as a file.
//
//   if (auto done = saveScript(path, *reproText(repro)); !done) show(done.error());
#pragma once

#include <string>

#include "core/base/result.h"

namespace plumbline::runs {

/// saveScript replaces what is at the path. Errors: NotWritable.
base::Result<void> saveScript(const std::string& path, const std::string& text);

}  // namespace plumbline::runs
