// SPDX-License-Identifier: GPL-3.0-or-later
// What the checks of a single file share: reading rows as the scripts do, the block of failed names, and dying as they
// die. For the rules in this folder only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/verdicts/check.h"
#include "core/verdicts/row_values.h"

namespace plumbline::verdicts {


/// crashAt ends a run as a traceback does: exit 1, what was printed stays. `row` gives the line in the file.
void crashAt(CheckRun& run, const std::string& path, const tables::Frame& file, std::size_t row, std::string text,
             std::string hint);
/// crashOnColumn is crashAt for a column that is not there.
void crashOnColumn(CheckRun& run, const std::string& path, const tables::Frame& file, std::string_view column);

/// joinedNames is " ".join(names); nullopt where a name is not a text and Python raises a TypeError.
std::optional<std::string> joinedNames(const RowValues& rows, const tables::TypedColumn& names,
                                       const std::vector<std::uint32_t>& listed);

/// appendNameBlock prints "\n{title}\n    {names}\n\n", dedented as the script does from `indent` blanks.
void appendNameBlock(std::string& out, std::string_view title, std::string_view names, std::size_t indent);

/// crashOnNames ends a run whose list holds a name that is not a text.
void crashOnNames(CheckRun& run, const std::string& path);

}  // namespace plumbline::verdicts
