// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a spec can be run at all, whatever the machine.
//
//   if (auto good = checkSpec(spec); !good) show(good.error());
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

/// checkSpec finds what cannot be run whatever the machine. Errors: BadArgument; text and hint name the field as the
/// command line calls it ("--repeat").
base::Result<void> checkSpec(const RunSpec& spec);

/// refuseSpec is the BadArgument of a spec.
tl::unexpected<base::Error> refuseSpec(std::string text, std::string hint);

/// checkText: UTF-8 without NUL, no longer than one argument may be.
base::Result<void> checkText(const std::string& option, const std::string& text);
/// checkPath: empty, or from the root. A run outlives the process, and with it the current folder.
base::Result<void> checkPath(const std::string& option, const std::string& path);
/// checkTarget: the syntax of host, partition, resources and time limit; options of other targets are refused.
base::Result<void> checkTarget(const RunTarget& target);

}  // namespace plumbline::runs
