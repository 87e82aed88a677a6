// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence as text and JSON (resources/help/json.md): cards of rows, tables of noise and of margins, gaps, and entries of
// flaky lists.
//
//   out << evidenceText(rows, {.isAll = true});
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/evidence/evidence_gaps.h"
#include "core/evidence/healed_entries.h"
#include "core/evidence/row_evidence.h"

namespace plumbline::evidence {

/// isNotable: broken, flaky, moved, beyond its noise for certain, or with a limit that is too near.
bool isNotable(const RowEvidence& row);

/// evidenceText writes a card for each notable row, or for all, and counts the others.
std::string evidenceText(std::span<const RowEvidence> rows, bool isAll);
/// noiseText and marginsText are tables of the rows that have numbers, or a limit.
std::string noiseText(std::span<const RowEvidence> rows);
std::string marginsText(std::span<const RowEvidence> rows);
/// evidenceJson writes all rows in the format "plumbline-evidence", version 1.
std::string evidenceJson(std::span<const RowEvidence> rows);

std::string gapsText(std::span<const RowEvidence> rows, const EvidenceGaps& gaps);
std::string gapsJson(std::span<const RowEvidence> rows, const EvidenceGaps& gaps);

std::string healedText(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries);
std::string healedJson(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries);

}  // namespace plumbline::evidence
