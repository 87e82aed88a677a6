// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of unsaved edits as text: one JSON value per line, each line whole in itself, so that a line cut short by
// a kill is seen and left out. Bytes that are not UTF-8 go as base64. Plain functions; pending_edits.h uses them.
//
//   log.append(journalHead(now) + journalFile(file) + journalStep(change, now));
//   auto content = readJournal(bytes);      // content->drafts is what was pending when the program ended
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/baselines/drafts.h"

namespace plumbline::session {

/// journalHead begins every journal: what it is, and the form of its lines.
std::string journalHead(const std::string& when);
/// journalFile gives a file's saved and pending bytes: once before its first step, and when it was read anew.
std::string journalFile(const baselines::Drafts::File& file);
std::string journalStep(const baselines::Change& change, const std::string& when);
/// journalSaved says that the pending bytes of a file are on disk now.
std::string journalSaved(const std::string& path, const files::FileStamp& stamp);
/// journalDecisions replaces all decisions.
std::string journalDecisions(const baselines::Decisions& decisions, const std::string& when);

struct JournalContent {
  baselines::Drafts drafts;
  std::string when;             ///< of the last step
  std::size_t damagedLine = 0;  ///< 1-based; what came from there on is not in `drafts`. 0: all of it is
};

/// readJournal plays a journal back. A last line without its line end was cut short and does not count as damage.
/// Errors: BadFormat when this is no journal of ours, or one of a later form.
base::Result<JournalContent> readJournal(std::string_view bytes);

}  // namespace plumbline::session
