// SPDX-License-Identifier: GPL-3.0-or-later
// How well a text answers what was typed into the command search. Every typed word must be found, in any order: as the
// start of a word, inside a word, or as letters in order ("rld" finds "Reload").
//
//   if (auto cost = matchCost(u"swap si"_s, u"Swap actual and expected sides"_s)) ...   // smaller is better
#pragma once

#include <QString>
#include <optional>

namespace plumbline::ui {

/// matchCost is 0 for a perfect answer, grows with distance, and is empty when a word is not found. Case is ignored.
std::optional<int> matchCost(const QString& typed, const QString& text);

}  // namespace plumbline::ui
