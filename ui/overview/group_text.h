// SPDX-License-Identifier: GPL-3.0-or-later
// Groups and their members in words: for list, details, strip, status line and screen readers.
//
//   titleText(group)                // "graph_breaks +1 on 5 models in 6 configs"
//   stateText(controller.state(0))        // "3 of 5 decided"
//   changeText(*view, group, row)   // "7 → 8"
#pragma once

#include <QString>

#include "ui/overview/group_controller.h"

namespace plumbline::ui {

struct DecisionSummary;

/// kindWord is what stands beside the glyph: the class's word, LOST, or NO SHARD.
QString kindWord(const overview::Group& group);
QString titleText(const overview::Group& group);
/// panelTitle names the only model and the only config: "graph_breaks +1: llama in 6 configs".
QString panelTitle(const overview::CommitView& view, const overview::Group& group);
/// changeOf is the change alone: "graph_breaks +1".
QString changeOf(const overview::Group& group);
/// rowsText: "14 rows", "1 row".
QString rowsText(std::size_t rows);
/// stateText: "" while nothing is decided, "3 of 5 decided", "● accepted", "○ kept", "≈ flaky", "● decided" for a
/// mixture.
QString stateText(const GroupController::GroupState& state);
/// shortStateText: the sign alone, "3/5" while some of the rows are open.
QString shortStateText(const GroupController::GroupState& state);
/// decidedSample is as long as stateText or shortStateText gets.
QString decidedSample(bool isShort);
/// markOf is glyph and word of a row's state: "● accepted"; empty while nothing is decided.
QString markOf(overview::RowState state);
QString stateWord(overview::RowState state);

/// changeText is the change of a member in the metrics of its group: "7 → 8".
QString changeText(const overview::CommitView& view, const overview::Group& group, overview::RowRef row);
QString configText(const overview::CommitView& view, std::uint32_t config);

/// noiseWord is the smallest q of the rows: "0.012", "noise, 0.41" where all are within the noise, "0.012, 2 of 3 noise", "too
/// few runs"; "" where no number was tested.
QString noiseWord(const overview::GroupPast& past);
/// pastText: "Red since 2026-11-20, 6 runs", "Red since this commit; not red at 4f2c91d07a"; "" where nothing is known.
QString pastText(const overview::CommitPast& past, const overview::RowPast& row);

QString groupTooltip(const GroupController& controller, std::size_t group);
/// groupAccessibleText is the whole thought for a screen reader.
QString groupAccessibleText(const GroupController& controller, std::size_t group);

/// decidedText: "3 of 9 groups decided", "All 9 groups decided", "" when nothing needs a decision.
QString decidedText(const GroupController::Count& count);

/// commitText is what is on show, for the status line: "4f2c91d07a · 208 rows in 9 groups".
QString commitText(const session::CommitSnapshot& snapshot);
/// notJudgedText explains why nothing could be judged: the first error, or the side that is not open.
QString notJudgedText(const sources::Opened& opened);

/// extentText: "30 cells of 30 rows in 6 baselines", "2 cells and 3 whole rows in 1 baseline; 1 row still fails CI".
QString extentText(const baselines::AcceptPlan& plan);
/// kQuietRows limits the rows that are planned for a preview of an answer.
inline constexpr std::size_t kQuietRows = 5000;
/// groupSummary describes what was decided about groups, or what accepting them would do.
DecisionSummary groupSummary(const GroupController& controller, const std::vector<std::size_t>& groups);

}  // namespace plumbline::ui
