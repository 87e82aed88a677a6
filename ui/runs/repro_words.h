// SPDX-License-Identifier: GPL-3.0-or-later
// How repro scripts and what came of them are written and marked. No widgets: models use it.
//
//   const RunLook look = reproLook(runs::ReproResult::Differs);   // "✗", "Compiled differs from eager"
//   scriptLines(script)                                           // what a script is, in a few quiet lines
#pragma once

#include <QString>
#include <QStringList>

#include "core/runs/repro_outcome.h"
#include "core/runs/repro_script.h"
#include "core/runs/reproducibility.h"
#include "ui/runs/run_words.h"

namespace plumbline::ui {

RunLook reproLook(runs::ReproResult result);
RunLook classLook(runs::ReproClass classification);

/// scriptLines say what a script is: form, backend, accuracy, nodes, what it sets, its inputs.
QStringList scriptLines(const runs::ReproScript& script);
/// scriptWarnings say what changes the meaning of a run of it: missing inputs by name, what is odd in the script.
QStringList scriptWarnings(const runs::ReproScript& script);

/// evidenceText: "line 214: torch...AccuracyError: Dynamo failed"; "" where the exit alone tells.
QString evidenceText(const runs::ReproOutcome& outcome);
/// rateText: "7 of 10 (70 %; 95 % interval 35 to 93 %)"; "" when nothing was counted.
QString rateText(const runs::Rate& rate);
/// countsText: "7 × Compiled differs from eager, 3 × Same".
QString countsText(const runs::Reproducibility& result);
/// placeOfScript says where a script lies below a run's folder, short enough for a list.
QString placeOfScript(const std::string& file, const std::string& folder);

}  // namespace plumbline::ui
