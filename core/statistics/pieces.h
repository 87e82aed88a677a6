// SPDX-License-Identifier: GPL-3.0-or-later
// Drifts, and steps that look like slow noise as long as they are not all known: the series is divided into levels and lines,
// which count if they explain it much better than the steps found otherwise, with noise that is autocorrelated either way.
// Sources: optimal partitioning (Jackson et al., IEEE Signal Processing Letters 12, 2005) with the penalty of Schwarz, Annals of
// Statistics 6 (1978); the rank correlation with time (Spearman, American Journal of Psychology 15, 1904).
//
//   for (const Piece& piece : findPieces(values, starts)) show(piece.from, piece.to, piece.slope);
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plumbline::statistics {

/// Piece is a part of a series that keeps its level (slope 0) or follows a line.
struct Piece {
  std::size_t from = 0, to = 0;
  double slope = 0;  ///< per point
};

/// findPieces is empty unless the pieces explain the values much better than the levels that begin at `starts`. O(n^2) up to
/// some hundred values; does nothing for values whose autocorrelation is not in doubt.
std::vector<Piece> findPieces(std::span<const double> values, std::span<const std::size_t> starts);

/// rankP is the p of the rank correlation of values with time, of noise with autocorrelation `phi`.
double rankP(std::span<const double> values, double phi);

}  // namespace plumbline::statistics
