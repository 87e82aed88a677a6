// SPDX-License-Identifier: GPL-3.0-or-later
// HUD's benchmark JSON, versions 2 and 3 (SPEC 16), cachebench's output (SPEC 13) and TorchBench's own, as tables: one
// per benchmark, mode, dtype, device, backend, suite, shapes, commit and attempt; a row per model, a column per metric.
//
//   FormatPieces hud = readHudJson(text, progress);   // isKnown is false for any other JSON
#pragma once

#include "core/base/progress.h"
#include "core/sources/formats/source_text.h"

namespace plumbline::sources {

/// readHudJson. Of several numbers for one cell the mean is used, of several texts (accuracy) the last; the problems
/// report repeated cells, records without a metric and lines that are no JSON. Incomplete after a stop request.
FormatPieces readHudJson(const SourceText& text, const base::Progress& progress = {});

}  // namespace plumbline::sources
