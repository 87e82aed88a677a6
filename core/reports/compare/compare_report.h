// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison written as a report: a table for people, JSON and CSV for programs. Pure functions of their input; the
// command line prints them, the window can save them. Rows are chosen by the caller (core/verdicts/view/row_view.h).
//
//   auto rows = viewRows(keys, {.changedOnly = true}, {});
//   writeCompareText({*comparison, *rows}, {.columns = 120, .colour = true}, [&](std::string_view s) { out << s; });
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/baselines/earlier_decisions.h"
#include "core/reports/text_parts.h"
#include "core/sources/run_notes.h"
#include "core/verdicts/comparison.h"

namespace plumbline::reports {

struct CompareReport {
  const verdicts::Comparison& comparison;
  std::span<const std::uint32_t> rows;  ///< the rows to list, in this order
  bool isPart = false;                  ///< the others are none of the reader's: counts are of the listed rows
  sources::RunNotes actualNotes = {}, expectedNotes = {};  ///< from the files beside both
  baselines::EarlierAnswers earlier = {};                  ///< what the decision log says about rows
};

struct TextStyle {
  std::size_t columns = 0;  ///< width to fit the table into by leaving out unchanged metrics; 0: no limit
  bool colour = false;      ///< ANSI colours
  std::string note = {};    ///< a sentence to stand below the rules, e.g. that others are on offer
};

/// writeCompareText writes the table, the reasons of the rows that need attention, counts and exit statuses. Control
/// characters are shown as escapes.
void writeCompareText(const CompareReport& report, const TextStyle& style, const TextSink& sink);

/// countsOf and modelCount are those of the comparison, or of the listed rows where the report is about a part of it.
verdicts::ClassCounts countsOf(const CompareReport& report);
std::size_t modelCount(const CompareReport& report);

/// compareSummary is one line: the rows by class, and the result of CI: "6 models: 2 fail, 4 pass; CI fails".
std::string compareSummary(const CompareReport& report);

/// writeCompareJson writes the format "plumbline-compare", version 2 (resources/help/json.md).
void writeCompareJson(const CompareReport& report, const TextSink& sink);

/// writeCompareCsv writes one row per model, quoted by RFC 4180, lines ended by "\n".
void writeCompareCsv(const CompareReport& report, const TextSink& sink);

}  // namespace plumbline::reports
