// SPDX-License-Identifier: GPL-3.0-or-later
// What a person should know about the two files before they trust the table: a check script that dies or refuses them,
// and everything odd that the scan found. Short lines with the places on demand; nothing for a clean pair.
//
//   for (const PairNote& note : notesOn(*snapshot)) strip.say(note.text, note.details);
#pragma once

#include <string>
#include <vector>

#include "core/session/session.h"

namespace plumbline::session {

struct PairNote {
  std::string id;       ///< stable: "script", "same", "rules", "log", "flaky", "actual", "expected"
  bool problem = false; ///< CI itself is hit (a script dies, pandas refuses the file), not only a reader
  std::string text;     ///< one sentence
  std::string details;  ///< one line per place: "file:line:column: what. What to do."
  std::string conflictsIn = {};  ///< the file, where a merge has left lines behind
};

/// notesOn returns at most one note of each id, in that order.
std::vector<PairNote> notesOn(const Snapshot& snapshot);

}  // namespace plumbline::session
