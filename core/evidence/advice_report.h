// SPDX-License-Identifier: GPL-3.0-or-later
// Advice as text and JSON.
//
//   out << adviceText(advice, AdviceDetail::Evidence);     // or adviceJson(advice)
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/evidence/advice_reader.h"

namespace plumbline::evidence {

enum class AdviceDetail : std::uint8_t { Sentences, Evidence };

/// answerText is the answer in front of the sentence: "keep, risk 82 %".
std::string answerText(const RowAdvice& advice);

/// adviceText has a line for each row: "moco: keep, risk 82 %: ..."; with the evidence indented below. Names are safe for
/// a terminal. "" without rows.
std::string adviceText(const PairAdvice& advice, AdviceDetail detail);

/// adviceSummary is for commands that edit: a line for each row whose answer is not to accept it, 40 at most, and how many are:
/// "advice: accept 40 rows, look 3 rows". "" without rows that move.
std::string adviceSummary(std::span<const PairAdvice> advice);

/// adviceJson writes the format "plumbline-advice", version 1 (resources/help/json.md).
std::string adviceJson(const PairAdvice& advice);

}  // namespace plumbline::evidence
