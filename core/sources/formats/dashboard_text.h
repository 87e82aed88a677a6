// SPDX-License-Identifier: GPL-3.0-or-later
// The old performance dashboards: Markdown or plain text with one ASCII table per metric below a heading per suite.
//
//   FormatPieces text = readDashboardText(source);   // isKnown is false for any other text
#pragma once

#include "core/sources/formats/source_text.h"

namespace plumbline::sources {

/// readDashboardText joins the tables of one section by model: one piece per section and compiler, with the columns
/// name, batch_size and the metrics in the lines above the tables. Tables without models are skipped.
FormatPieces readDashboardText(const SourceText& text);

}  // namespace plumbline::sources
