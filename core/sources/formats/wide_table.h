// SPDX-License-Identifier: GPL-3.0-or-later
// XPU's wide tables (SPEC 7, "Intel's sibling"): one accuracy column per dtype, "name,float32,bfloat16,...", or one per
// mode and dtype with the suite in a column of its own. Each column becomes a table "name,accuracy".
//
//   FormatPieces wide = readWide(text, *table);    // isKnown is false for every other CSV
#pragma once

#include "core/sources/formats/source_text.h"
#include "core/tables/csv_table.h"

namespace plumbline::sources {

/// readWide keeps every row on its line of the wide table; other lines (comments, other suites, empty rows) become
/// blank. Without an explicit role the pieces are baselines. If the path does not name the platform, it is the
/// catalogue's for such files. The backend of a table with suites is the first of the catalogue.
FormatPieces readWide(const SourceText& text, const tables::CsvTable& table);

}  // namespace plumbline::sources
