// SPDX-License-Identifier: GPL-3.0-or-later
// The old performance dashboards: Markdown or plain text with one ASCII table per metric below a heading per suite.
//
//   FormatPieces text = readDashboardText(source);   // isKnown is false for any other text
#pragma once

#include "core/sources/source_text.h"

namespace plumbline::sources {

/// readDashboardText joins the tables of one section on the model's name: one piece per section and compiler, with the
/// columns name, batch_size and the metrics that the lines above the tables name. Tables without models are passed
/// over.
FormatPieces readDashboardText(const SourceText& text);

}  // namespace plumbline::sources
