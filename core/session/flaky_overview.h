// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the page of flaky entries shows, worked out at once from the lists' bytes, the baselines and the open
// pair. Immutable once made; runs on any thread; no Qt objects.
//
//   auto made = makeOverview({.lists = {{"check_accuracy.py", bytes}}, .baselineFolder = folder, .today = today});
//   for (const FlakyRow& row : made.value()->rows) show(row.value.name, row.remarks);
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/baselines/baseline_names.h"
#include "core/flaky/flaky_review.h"
#include "core/flaky/flaky_source.h"
#include "core/session/session.h"
#include "core/verdicts/flaky_excuses.h"

namespace plumbline::session {

/// FlakyText is one list as it would be saved now.
struct FlakyText {
  std::string path;
  std::string bytes;
  bool exists = true;                ///< false: a list that a first entry would make
  std::optional<base::Error> error;  ///< the file could not be read
};

struct FlakyQuestion {
  std::vector<FlakyText> lists;
  std::string baselineFolder;       ///< "": the expected file of the pair is the only baseline
  baselines::PendingTexts pending;  ///< baselines with edits
  SnapshotPtr pair;                 ///< may be null
  flaky::Date today;
};

/// FlakyFile is one list.
struct FlakyFile {
  std::string path;
  flaky::Origin origin = flaky::Origin::Toml;
  bool exists = true;
  std::size_t entries = 0;
  std::optional<base::Error> error;   ///< it could not be read or understood; it has no entries then
  std::vector<std::string> problems;  ///< parts that were not understood
};

/// FlakyMatch is a baseline with the models of it to which an entry applies.
struct FlakyMatch {
  std::string baseline;
  std::vector<std::string> models;
};

inline constexpr std::size_t kRemarkKinds = 5;
using RemarkKind = flaky::Remark::Kind;
inline constexpr std::array<RemarkKind, kRemarkKinds> kAllRemarkKinds = {
    RemarkKind::Expired, RemarkKind::InNoBaseline, RemarkKind::OneScriptOnly, RemarkKind::Twice, RemarkKind::NoReason};
inline constexpr std::uint32_t remarkBit(RemarkKind kind) { return 1U << static_cast<unsigned>(kind); }

/// FlakyRow is one entry with all that is known about it.
struct FlakyRow {
  std::string path;       ///< the list in which it stands
  std::size_t file = 0;   ///< index of that list into FlakyOverview::files
  std::size_t entry = 0;  ///< index into the entries of its file
  flaky::FlakyEntry value;
  std::uint32_t remarks = 0;                ///< remarkBit of each kind
  std::vector<std::string> remarkTexts;     ///< a sentence each
  std::vector<FlakyMatch> matches;          ///< baselines without a match are left out
  std::size_t modelCount = 0;               ///< different models in `matches`
  std::vector<verdicts::FlakyUse> excuses;  ///< rows of the open pair
  bool has(RemarkKind kind) const { return (remarks & remarkBit(kind)) != 0; }
  bool isExpired() const { return has(RemarkKind::Expired); }
};

struct FlakyOverview {
  std::vector<FlakyFile> files;
  std::vector<FlakyRow> rows;                      ///< in the order of files and of their entries
  std::array<std::size_t, kRemarkKinds> counts{};  ///< rows by static_cast<size_t>(kind)
  std::size_t baselines = 0;                       ///< baselines in view
  std::vector<std::string> skipped;                ///< baselines that could not be read, a sentence each
  std::vector<std::string> models;                 ///< names in the baselines, sorted, once each
  std::vector<std::string> configs;                ///< the baselines' file names without ".csv", sorted, once each
  bool hasPair = false;
  std::size_t countOf(RemarkKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
};
using FlakyOverviewPtr = std::shared_ptr<const FlakyOverview>;

/// makeOverview never fails because of a list: what is wrong with it stands in its FlakyFile.
base::Outcome<FlakyOverviewPtr> makeOverview(const FlakyQuestion& question, const base::Progress& progress = {});

}  // namespace plumbline::session
