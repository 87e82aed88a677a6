// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and glyphs for repro scripts and their results, for models (no widgets).
//
//   const RunStyle style = reproStyle(runs::ReproResult::Differs);   // "✗", "Compiled differs from eager"
//   scriptLines(script)                                             // a summary in a few lines
#pragma once

#include <QString>
#include <QStringList>

#include "core/runs/repro/repro_outcome.h"
#include "core/runs/repro/repro_script.h"
#include "core/runs/repro/reproducibility.h"
#include "ui/runs/run_text.h"

namespace plumbline::ui {

RunStyle reproStyle(runs::ReproResult result);
RunStyle classStyle(runs::ReproClass classification);

/// scriptLines summarizes a script: form, backend, accuracy, nodes, environment, inputs.
QStringList scriptLines(const runs::ReproScript& script);
/// scriptWarnings lists what changes the meaning of a run: missing inputs by name, oddities of the script.
QStringList scriptWarnings(const runs::ReproScript& script);

/// evidenceText: "line 214: torch...AccuracyError: Dynamo failed"; "" where only the exit code is known.
QString evidenceText(const runs::ReproOutcome& outcome);
/// rateText: "7 of 10 (70 %; 95 % interval 35 to 93 %)"; "" when nothing was counted.
QString rateText(const runs::Rate& rate);
/// countsText: "7 × Compiled differs from eager, 3 × Same".
QString countsText(const runs::Reproducibility& result);
/// scriptLocation is the path of a script below the run's folder.
QString scriptLocation(const std::string& file, const std::string& folder);

}  // namespace plumbline::ui
