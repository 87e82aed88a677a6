// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline behind a session, without its state: two paths in, a snapshot out. Runs on any thread; no Qt objects.
//
//   auto made = loadPair({.actualPath = "a.csv", .expectedPath = "e.csv", .ruleId = "2025-11"}, progress);
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/snapshot.h"

namespace plumbline::session {

/// kCheckoutRuleId is the id of the offer read from the PyTorch checkout around the expected file.
inline constexpr const char* kCheckoutRuleId = "checkout";

struct LoadRequest {
  std::string actualPath;
  std::string expectedPath;
  std::string ruleId;                                ///< requested; the default generation when this pair does not offer it
  std::optional<std::string> sha;                    ///< the SHA1 variable, for what the scripts print
  std::shared_ptr<const tables::CsvTable> run = {};  ///< the actual side when it is no file, labelled by its fileName()
  sources::RunNotes runNotes = {};                   ///< of `run`; those of files are read from beside them
};

/// loadPair reads, scans and judges. Errors: those of reading a file, or BadFormat when it cannot be compared.
base::Outcome<SnapshotPtr> loadPair(const LoadRequest& request, const base::Progress& progress);

/// judgeAgain judges the files of a snapshot, as they were read, under another of its offers. Errors: BadArgument when
/// there is no offer of that id.
base::Outcome<SnapshotPtr> judgeAgain(const SnapshotPtr& snapshot, const std::string& ruleId,
                                      std::optional<std::string> sha, const base::Progress& progress);

/// ruleOffers lists the generations, the default one marked, and the checkout's own rules when there is a checkout.
std::vector<RuleOffer> ruleOffers(const std::string& expectedPath);

}  // namespace plumbline::session
