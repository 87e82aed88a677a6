// SPDX-License-Identifier: GPL-3.0-or-later
// Would an edited Python script still compile? Asks python3 to compile it, never to run it, without a shell.
//
//   if (auto problem = pythonProblem(file)) return complain(context, *problem);
#pragma once

#include <optional>

#include "core/baselines/drafts.h"
#include "core/base/error.h"

namespace plumbline::cli {

/// pythonProblem gives an error that names the line when the saved script compiles and the edited one would not. Nothing
/// for other files, where there is no `program`, or when it takes more than five seconds.
std::optional<base::Error> pythonProblem(const baselines::Drafts::File& file, const char* program = "python3");

}  // namespace plumbline::cli
