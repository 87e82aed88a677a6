// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of checkSpec: texts, paths and places, which go to other programs' command lines and files.
//
//   if (auto good = checkText("--python", spec.python); !good) return good;
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/runs/run_spec.h"

namespace plumbline::runs {

/// refuseSpec is the BadArgument of a spec.
tl::unexpected<base::Error> refuseSpec(std::string text, std::string hint);

/// checkText: UTF-8 without NUL, no longer than the system takes as one argument.
base::Result<void> checkText(const std::string& option, const std::string& text);
/// checkPath: empty, or from the root. A run outlives the program, and with it the folder that "here" would mean.
base::Result<void> checkPath(const std::string& option, const std::string& path);
/// checkPlace: what a host, a partition, a resource or a time limit may look like; options of other places are refused.
base::Result<void> checkPlace(const Place& place);

}  // namespace plumbline::runs
