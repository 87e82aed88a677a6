// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions in words: for the table's column, the strip under it, the details and the status line.
//
//   decisionText(controller, row)     // "● accepted  ✎"
//   decidedText(controller.count())   // "7 of 23 decided"
#pragma once

#include <QString>
#include <QStringList>

#include "ui/triage/decision_controller.h"

namespace plumbline::ui {

/// decisionMark is glyph and word of a state: "● accepted", "○ kept", "≈ flaky"; empty while nothing is decided.
QString decisionMark(DecisionController::State state);
/// noteMark follows it when there is a note.
QString noteMark();
/// decisionText is what the table's cell shows, decisionAccessibleText what is read aloud.
QString decisionText(const DecisionController& controller, std::uint32_t row);
QString decisionAccessibleText(const DecisionController& controller, std::uint32_t row);
QString decisionTooltip(const DecisionController& controller, std::uint32_t row);

/// earlierText: "Kept on 2026-11-20: known", "Kept on 2026-11-20 for graph_breaks 7 → 9"; "" when nothing is known.
QString earlierText(const DecisionController& controller, std::uint32_t row);

/// decidedText: "7 of 23 decided", "All 23 decided"; empty where nothing needs a decision.
QString decidedText(const DecisionController::Count& count);

/// DecisionSummary describes a decision, or what each answer would do.
struct DecisionSummary {
  QString consequence;  ///< what accepting would do: "accuracy pass → fail_accuracy, graph_breaks 7 → 9"
  QString guard;        ///< "1 model loses pass"; empty when no reason is asked
  QStringList notes;    ///< what stays and why, or why nothing can be accepted
  QString answer;       ///< "Accepted: ..." with its reason; empty when undecided
  QString note;
  bool isEarlier = false;  ///< the answer is from the decision log: nothing to undo
  int alike = 0;        ///< other rows that one answer fits as well
};
/// decisionSummary reads the pending baseline; over kQuietBytes of it, a note replaces consequence and guard.
inline constexpr std::size_t kQuietBytes = 4U << 20U;
DecisionSummary decisionSummary(const DecisionController& controller, const session::Snapshot& snapshot,
                                std::uint32_t row);

}  // namespace plumbline::ui
