// SPDX-License-Identifier: GPL-3.0-or-later
// What graph-breaks 2026-08 asks of both files as a whole before it looks at a row (SPEC 4.5).
#pragma once

#include <optional>
#include <string>

#include "core/verdicts/check_rows.h"

namespace plumbline::verdicts {

/// refuseFiles gives the line that the script prints about the first thing that is wrong, actual file first.
/// The rows must be prepared.
std::optional<std::string> refuseFiles(CheckRows& rows);

}  // namespace plumbline::verdicts
