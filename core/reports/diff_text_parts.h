// SPDX-License-Identifier: GPL-3.0-or-later
// The tables inside the text form of a diff. Private to core/reports.
//
//   out += summaryTable(part, paint);
//   out += entriesTable(part, part.entries, {.columns = 120});
#pragma once

#include <span>
#include <string>

#include "core/reports/diff_parts.h"

namespace plumbline::reports {

struct DiffPaint {
  std::size_t columns = 0;  ///< width to fit into; 0: no limit
  bool isColoured = false;
  const diff::Thresholds& thresholds;
  std::string over(const std::string& text, const char* code) const {
    return isColoured ? code + text + "\x1b[0m" : text;
  }
  std::string code(const char* code) const { return isColoured ? code : ""; }
};
inline constexpr const char* kBoldCode = "\x1b[1m";
inline constexpr const char* kWarnCode = "\x1b[33m";
/// moveCode is the colour of a move, of the eight a terminal's user has chosen.
const char* moveCode(diff::Move move);

/// summaryTable sets HUD's numbers beside the paired ones.
std::string summaryTable(const DiffPart& part, const DiffPaint& paint);
/// entriesTable lists values that moved; the values of runs between the first and the last have columns of their own.
std::string entriesTable(const DiffPart& part, std::span<const DiffEntry> entries, const DiffPaint& paint);

}  // namespace plumbline::reports
