// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the window shows at one moment: replaced as a whole, never changed in place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/files/file_bytes.h"
#include "core/sources/run_notes.h"
#include "core/verdicts/comparison.h"

namespace plumbline::session {

/// InputFile is one side of the pair as it was read.
struct InputFile {
  std::string path;        ///< as the user typed or dropped it; the label of a run that is no file
  files::FileStamp stamp;  ///< version on disk when read
  std::shared_ptr<const tables::CsvTable> table;
  bool isFile = true;      ///< false: shards merged in memory; nothing on disk has that path
};

/// RuleOffer is a rule set that can be chosen for this pair.
struct RuleOffer {
  std::string id;     ///< "2025-11", or "checkout" for the one read from the PyTorch checkout around the expected file
  std::string label;  ///< for people: "2025-11 (default)", "this checkout: A3, G3"
  std::shared_ptr<const verdicts::RuleSet> rules;
};

struct Snapshot {
  std::uint64_t number = 0;  ///< grows by one with every snapshot
  InputFile actual;
  InputFile expected;
  std::vector<RuleOffer> offers;
  std::string ruleId;        ///< the offer in use
  std::string unmetRuleId;   ///< rules that were requested and that this pair does not offer; empty when it does
  std::shared_ptr<const verdicts::Comparison> comparison;
  sources::RunNotes actualNotes, expectedNotes;  ///< from the files beside both: graph breaks, compile phases
  double readMs = 0;   ///< time to read and scan both files, milliseconds
  double judgeMs = 0;  ///< time to judge
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace plumbline::session
