// SPDX-License-Identifier: GPL-3.0-or-later
// Groups and their members in words: for list, details, strip, status line and screen readers.
//
//   titleText(group)                // "graph_breaks +1 on 5 models in 6 configs"
//   stateText(desk.state(0))        // "3 of 5 decided"
//   changeText(*view, group, row)   // "7 → 8"
#pragma once

#include <QString>

#include "ui/overview/group_desk.h"

namespace plumbline::ui {

struct DecisionWords;

/// kindWord is what stands beside the glyph: the class's word, LOST, or NO SHARD.
QString kindWord(const overview::Group& group);
QString titleText(const overview::Group& group);
/// rowsText: "14 rows", "1 row".
QString rowsText(std::size_t rows);
/// stateText: "" while nothing is decided, "3 of 5 decided", "● accepted", "○ kept", "≈ flaky", "● decided" for a mixture.
QString stateText(const GroupDesk::GroupState& state);
/// shortState is the same where there is no room: "3/5", "●".
QString shortState(const GroupDesk::GroupState& state);
/// markOf is glyph and word of a row's state: "● accepted"; empty while nothing is decided.
QString markOf(overview::RowState state);
QString stateWord(overview::RowState state);

/// changeText says what moved in a member, limited to the metrics of its group: "7 → 8".
QString changeText(const overview::CommitView& view, const overview::Group& group, overview::RowRef row);
QString configText(const overview::CommitView& view, std::uint32_t config);

QString groupTooltip(const overview::CommitView& view, const overview::Group& group, const GroupDesk::GroupState& state);
/// groupSaid is the whole thought for a screen reader.
QString groupSaid(const overview::CommitView& view, const overview::Group& group, const GroupDesk::GroupState& state);

/// decidedText: "3 of 9 groups decided", "All 9 groups decided", "" when nothing asks for a decision.
QString decidedText(const GroupDesk::Count& count);

/// commitText is what is on show, for the status line: "4f2c91d07a · 208 rows in 9 groups".
QString commitText(const session::CommitSnapshot& snapshot);
/// notJudgedText says why nothing could be judged: the first thing that could not be read, or the side that is not open.
QString notJudgedText(const sources::Opened& opened);

/// kQuietRows is how many rows are planned just to say what an answer would do; over it, that is said when it is given.
inline constexpr std::size_t kQuietRows = 300;
DecisionWords groupWords(const GroupDesk& desk, std::size_t group);

}  // namespace plumbline::ui
