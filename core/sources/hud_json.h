// SPDX-License-Identifier: GPL-3.0-or-later
// HUD's benchmark JSON, versions 2 and 3 (SPEC 16), cachebench's output (SPEC 13) and TorchBench's own, as tables: one
// per benchmark, mode, dtype, device, backend, suite, shapes, commit and attempt; a row per model, a column per metric.
//
//   FormatPieces hud = readHudJson(text, progress);   // isKnown is false for any other JSON
#pragma once

#include "core/base/progress.h"
#include "core/sources/source_text.h"

namespace plumbline::sources {

/// readHudJson. Several values of one metric become their mean, words (accuracy) the last one given, both said among
/// the problems when records repeat a cell. Records without a metric, and lines that are no JSON, are counted there
/// too. Of a stopped run the answer is incomplete.
FormatPieces readHudJson(const SourceText& text, const base::Progress& progress = {});

}  // namespace plumbline::sources
