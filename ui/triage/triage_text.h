// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell of the triage table says: shown, sorted by, explained, read aloud. Four functions over a comparison, so that
// they can be tested without a view.
//
//   displayText(comparison, column, row)   // "pass → fail_accuracy"
#pragma once

#include <QString>
#include <QVariant>

#include "core/verdicts/comparison.h"
#include "ui/triage/triage_columns.h"

namespace plumbline::ui {

/// What was decided is no part of a comparison: for the column Decision these four say nothing (see decision_text.h).
QString displayText(const verdicts::Comparison& comparison, const TriageColumn& column, std::size_t row);
QVariant sortValue(const verdicts::Comparison& comparison, const TriageColumn& column, std::size_t row);
QString tooltipText(const verdicts::Comparison& comparison, const TriageColumn& column, std::size_t row);
/// accessibleText says the whole thought in every cell: "FAIL llama accuracy expected pass actual fail_accuracy".
QString accessibleText(const verdicts::Comparison& comparison, const TriageColumn& column, std::size_t row);

/// verdictWord is the word in the verdict column: the class's, or LOST.
QString verdictWord(const verdicts::Comparison& comparison, std::size_t row);
/// ciWord is the word that a check script prints for a row; empty where none says anything about it.
QString ciWord(const verdicts::Comparison& comparison, std::size_t row);

/// DeadScripts are the check scripts that die on a pair or turn it down.
struct DeadScripts {
  QString names;     ///< "accuracy, graph-breaks"; empty when all get through
  QString reason;    ///< what they say, each reason once
  bool all = false;  ///< no script is left that judges
};
DeadScripts deadScripts(const verdicts::Comparison& comparison);
QString nameText(const verdicts::Comparison& comparison, std::size_t row);
/// findingTitles joins the short phrases of a row's findings.
QString findingTitles(const verdicts::ComparedRow& row);

}  // namespace plumbline::ui
