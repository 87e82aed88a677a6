// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons from two texts, for tests, and a comparison as text.
//
//   auto made = support::compare("name,accuracy\na,pass\n", "name,accuracy\na,timeout\n");
//   QCOMPARE(support::dump(*made), "a improved IMPROVED ...");
#pragma once

#include <QString>
#include <memory>
#include <string>
#include <string_view>

#include "core/verdicts/comparison.h"

namespace plumbline::support {

struct PairWords {
  std::string rules = "2025-11";
  std::string actualPath = "actual.csv";
  std::string expectedPath = "expected.csv";
  std::vector<verdicts::Check> checks;
  base::SideBySide sideBySide = {};
};

std::shared_ptr<const tables::CsvTable> table(std::string_view text, const std::string& fileName = "t.csv");

base::Outcome<std::shared_ptr<const verdicts::Comparison>> tryCompare(std::string_view actual,
                                                                      std::string_view expected,
                                                                      const PairWords& words = {},
                                                                      const base::Progress& progress = {});

/// compare is tryCompare for pairs that must be comparable; null otherwise.
std::shared_ptr<const verdicts::Comparison> compare(std::string_view actual, std::string_view expected,
                                                    const PairWords& words = {});

/// rowText gives "moco fail FAIL ci flaky changed [lost new]": class, word, what holds, findings.
QString rowText(const verdicts::Comparison& comparison, std::size_t row);
/// dump gives rowText of all rows, one per line.
QString dump(const verdicts::Comparison& comparison);
/// rowOf finds the first row of a model; rowCount() when there is none.
std::size_t rowOf(const verdicts::Comparison& comparison, std::string_view model);

}  // namespace plumbline::support
