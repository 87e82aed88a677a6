// SPDX-License-Identifier: GPL-3.0-or-later
// Which models stand in the baselines of a folder: what a flaky list is held against. Reads CSV files, follows no link
// to a folder, and stops at limits that no real checkout comes near.
//
//   auto listing = listBaselines("pytorch/benchmarks/dynamo/ci_expected_accuracy");
//   flaky::reviewEntries(sources, listing.value().baselines, today);
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/flaky/checkout.h"
#include "core/flaky/flaky_review.h"
#include "core/tables/csv_table.h"

namespace plumbline::baselines {

/// kMaxBaselines and kMaxBaselineBytes bound a listing; PyTorch has about 130 baselines of at most 10 kB each.
inline constexpr std::size_t kMaxBaselines = 4096;
inline constexpr std::size_t kMaxBaselineBytes = std::size_t{16} << 20;

struct BaselineListing {
  std::vector<flaky::BaselineNames> baselines;  ///< by path
  std::vector<std::string> skipped;             ///< one sentence per file or folder that could not be read
};

/// PendingTexts are texts to read instead of the files of those paths (absolute, normalised): edits that are not saved
/// yet.
using PendingTexts = std::map<std::string, std::string>;

/// listBaselines reads every *.csv below `folder`. A file that cannot be read, or has no column "name", is skipped with
/// a sentence; a folder that is not there gives an empty listing. Errors: none.
base::Outcome<BaselineListing> listBaselines(const std::string& folder, const PendingTexts& pending = {},
                                             const base::Progress& progress = {});

/// namesIn returns the names of a table, comments and rows without one left out; path as the table's file name.
flaky::BaselineNames namesIn(const tables::CsvTable& table);

/// baselineFolder is where a checkout keeps its expected files; "" when it has none.
std::string baselineFolder(const flaky::Checkout& checkout);

/// normalPath returns a path as PendingTexts wants it.
std::string normalPath(const std::string& path);

}  // namespace plumbline::baselines
