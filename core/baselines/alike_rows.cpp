// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <optional>

#include "core/baselines/acceptance.h"

namespace plumbline::baselines {
namespace {

using verdicts::ComparedRow;
using verdicts::Comparison;
using verdicts::kNoRow;
using verdicts::MetricCell;

/// Shape is what makes two rows one piece of work: the same texts, or for real numbers the same direction.
class Shape {
 public:
  Shape(const Comparison& comparison, std::uint32_t row) : m_comparison(comparison) {
    for (std::size_t m = 0; m < comparison.metrics().size(); ++m) m_words.push_back(word(row, m));
  }
  bool fits(std::uint32_t row) const {
    for (std::size_t m = 0; m < m_words.size(); ++m)
      if (word(row, m) != m_words[m]) return false;
    return true;
  }

 private:
  std::string word(std::uint32_t row, std::size_t metric) const {
    const MetricCell cell = m_comparison.cell(row, metric);
    const bool oneSided = !cell.expected || !cell.actual;
    if (!oneSided && !cell.changed) return {};
    // Two latencies are never the same number: there the direction is the change.
    const bool real = m_comparison.metrics()[metric].info.decimals > 0;
    if (real && cell.numeric) return cell.delta > 0 ? "up" : "down";
    if (real && oneSided) return "one side";
    return cell.expectedText + '\n' + cell.actualText;
  }
  const Comparison& m_comparison;
  std::vector<std::string> m_words;
};

bool sameKind(const ComparedRow& a, const ComparedRow& b) {
  return a.cls == b.cls && a.changed == b.changed && (a.actualRow == kNoRow) == (b.actualRow == kNoRow) &&
         (a.expectedRow == kNoRow) == (b.expectedRow == kNoRow);
}

}  // namespace

std::vector<std::uint32_t> alikeRows(const Comparison& comparison, std::uint32_t row) {
  std::vector<std::uint32_t> rows;
  if (row >= comparison.rowCount()) return rows;
  const ComparedRow& wanted = comparison.row(row);
  const bool lost = wanted.actualRow == kNoRow;  // what a lost row once was does not matter
  const Shape shape(comparison, row);
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const auto other = static_cast<std::uint32_t>(i);
    if (other == row || (sameKind(wanted, comparison.row(i)) && (lost || shape.fits(other)))) rows.push_back(other);
  }
  return rows;
}

}  // namespace plumbline::baselines
