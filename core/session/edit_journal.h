// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of unsaved edits of one window, one JSON value per line, so that a line cut short by a kill is left out. Behind the
// line of a file are its bytes, as many as the line says, and a line feed.
// Made at the first step, one append per step, empty after a clean save. When it cannot be written (full disk), the
// next step writes the whole state again, so that a gap never leads to a wrong replay.
//
//   EditJournal journal(folder);
//   journal.willTouch(file);                       // before a file's first step
//   auto written = journal.step(change, drafts);
#pragma once

#include <QString>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/files/locked_log.h"

namespace plumbline::session {

/// journalHead begins every journal: what it is, and the form of its lines.
std::string journalHead(const std::string& when);
/// journalFile returns a file's saved and pending bytes: once before its first step, and when it was read anew.
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

class EditJournal {
 public:
  /// folder "": nothing is written.
  explicit EditJournal(QString folder) : m_folder(std::move(folder)) {}

  /// willTouch remembers a file as it is before its first step; written together with that step.
  void willTouch(const baselines::Drafts::File& file);
  /// step appends a change that `drafts` has already done.
  base::Result<void> step(const baselines::Change& change, const baselines::Drafts& drafts);
  /// fileAnew appends the present state of a file (read again, merged).
  base::Result<void> fileAnew(const baselines::Drafts::File& file, const baselines::Drafts& drafts);
  base::Result<void> decisionsAnew(const baselines::Drafts& drafts);
  base::Result<void> saved(const baselines::Drafts::File& file, const baselines::Drafts& drafts);
  bool knows(const std::string& path) const { return m_known.contains(path); }
  /// clear empties the journal: all is saved.
  base::Result<void> clear();
  /// remove takes the journal away; the next step makes a new one.
  void remove();
  /// name is the file name of the own journal, "" before the first step.
  const QString& name() const { return m_name; }

 private:
  base::Result<void> append(const std::string& lines, const baselines::Drafts& drafts);
  std::string wholeState(const baselines::Drafts& drafts) const;

  QString m_folder, m_name;
  std::optional<files::LockedLog> m_log;
  std::set<std::string> m_known;  ///< files whose state the journal has
  std::string m_ahead;            ///< lines that go with the next step
  bool m_gap = false;             ///< a step is missing
  bool m_empty = true;
};

}  // namespace plumbline::session
