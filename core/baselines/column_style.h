// SPDX-License-Identifier: GPL-3.0-or-later
// How a column of a baseline writes its numbers, so that a value taken over from a run looks like its neighbours.
//
//   ColumnStyle style = styleOf(baseline, "compression_ratio");   // four decimals in every row
//   styled(style, "1.196512")                                      // "1.1965"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/baselines/baseline_edit.h"

namespace plumbline::baselines {

struct ColumnStyle {
  enum class Kind : std::uint8_t {
    AsWritten,  ///< words, or numbers of several forms: the run's own text
    Whole,      ///< whole numbers
    Decimals,   ///< the same number of decimals in every row
  };
  Kind kind = Kind::AsWritten;
  int decimals = 0;
};

/// styleOf looks at all cells of a column; empty ones and comment rows say nothing. A column that says nothing, or not
/// always the same, is Whole where the catalogue knows the metric as a count.
ColumnStyle styleOf(const BaselineTable& table, std::string_view column);

/// styled writes a run's text in a column's style. A number that does not fit (2.5 where whole numbers stand) and every
/// word stay as the run wrote them.
std::string styled(const ColumnStyle& style, std::string_view text);

/// sameValue returns whether two texts are the same value: equal numbers, or else equal texts. Accuracy words are
/// always texts, as in a column that holds words.
bool sameValue(std::string_view column, std::string_view a, std::string_view b);

/// isZero returns whether a cell is a number equal to zero.
bool isZero(std::string_view text);

/// isUnmeasuredZero returns whether a cell may be padding instead of a count: a zero in a column where the runner
/// writes zeros for what it did not measure (SPEC 11.2).
bool isUnmeasuredZero(std::string_view column, std::string_view text);

/// numberIn reads a cell as pandas reads it in a column of numbers; nullopt for words and missing values.
std::optional<double> numberIn(std::string_view text);

}  // namespace plumbline::baselines
