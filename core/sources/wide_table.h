// SPDX-License-Identifier: GPL-3.0-or-later
// XPU's wide tables (SPEC 7, "Intel's sibling"): one accuracy column per dtype, "name,float32,bfloat16,...", or one per
// mode and dtype with the suite in a column of its own. Each column becomes a table "name,accuracy".
//
//   FormatPieces wide = readWide(text, *table);    // isKnown is false for every other CSV
#pragma once

#include "core/sources/source_text.h"
#include "core/tables/csv_table.h"

namespace plumbline::sources {

/// readWide keeps every row of a made table on the line it has in the wide one: lines that are no row of this table
/// (comments, other suites, rows of nothing but commas) are blank there. Unless a role was given, the pieces are
/// baselines. The platform is the catalogue's for such files where the path does not say it, the backend of a table
/// with suites the catalogue's first, the only one such tables are written for.
FormatPieces readWide(const SourceText& text, const tables::CsvTable& table);

}  // namespace plumbline::sources
