// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence as text and JSON (resources/help/json.md): cards of rows, tables of noise and of margins, gaps, and entries of
// flaky lists.
//
//   out << evidenceText(rows, {.isAll = true});
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/evidence/evidence_gaps.h"
#include "core/evidence/healed_entries.h"
#include "core/evidence/row_evidence.h"

namespace plumbline::evidence {

/// isNotable: broken, flaky, moved, beyond its noise for certain, or with a limit that is too near.
bool isNotable(const RowEvidence& row);

/// urgency sorts cards: broken, newly red, flaky, limits that are too near, moves, and what is unknown; the smallest comes first.
int urgency(const RowEvidence& row);

/// CardLine is a line under the sentence of a card.
struct CardLine {
  std::string name, text;  ///< "noise", "spread 0.01 (95 %: 0.008 to 0.013) around 1.2, ..."
};
/// runsLine is "....x  (all 5, newest right: . passed, x failed, _ no value)".
CardLine runsLine(const RowEvidence& row);
/// cardLines are those below it: machines and images, noise, changes.
std::vector<CardLine> cardLines(const RowEvidence& row);

/// evidenceText writes a card for each notable row, or for all, and counts the others.
std::string evidenceText(std::span<const RowEvidence> rows, bool isAll);
/// noiseText and marginsText are tables of the rows that have numbers, or a limit.
std::string noiseText(std::span<const RowEvidence> rows);
std::string marginsText(std::span<const RowEvidence> rows);
/// EvidencePart: Noise and Margins are of rows that have them, without what is about another part.
enum class EvidencePart : std::uint8_t { All, Noise, Margins };
/// evidenceJson writes rows in the format "plumbline-evidence", version 1.
std::string evidenceJson(std::span<const RowEvidence> rows, EvidencePart part = EvidencePart::All);

std::string gapsText(std::span<const RowEvidence> rows, const EvidenceGaps& gaps);
std::string gapsJson(std::span<const RowEvidence> rows, const EvidenceGaps& gaps);

std::string healedText(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries);
std::string healedJson(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries);

}  // namespace plumbline::evidence
