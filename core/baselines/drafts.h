// SPDX-License-Identifier: GPL-3.0-or-later
// All edits that are not saved yet, over all files, with what was decided: the state behind review, undo and save.
// Plain and single-threaded; core/session puts a journal and signals around it, the command line uses it as it is.
//
//   Drafts drafts;
//   auto undo = drafts.apply({.text = "Accept llama", .files = {{"expected.csv", edits}}});   // the inverse change
//   for (const Drafts::File* file : drafts.changed()) show(file->path, file->saved, file->pending);
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/change.h"
#include "core/files/file_bytes.h"

namespace plumbline::baselines {

class Drafts {
 public:
  struct File {
    std::string path;        ///< as it was first typed
    std::string saved;       ///< bytes on disk when last read or written; "" for a file that does not exist yet
    std::string pending;     ///< what saving would write
    files::FileStamp stamp;  ///< of `saved`
    bool exists = true;
    bool isChanged() const { return saved != pending; }
  };

  /// open reads a file once; later calls give the same pending state. A file that does not exist is an empty one with
  /// `mayBeNew`. Errors: those of files::readFile. Pointers live until the file is forgotten.
  base::Result<const File*> open(const std::string& path, bool mayBeNew = false);
  /// adopt takes a file whose bytes the caller already has (a session's snapshot, a replayed journal).
  const File* adopt(File file);
  const File* find(const std::string& path) const;
  /// changed lists the files with edits, by path.
  std::vector<const File*> changed() const;
  const Decisions& decisions() const { return m_decisions; }

  /// apply does all of a change or none of it, and gives the change that takes it back (same text). Errors: a file that
  /// is not open, edits that do not fit.
  base::Result<Change> apply(const Change& change);

  /// rebase makes `onDisk` the saved state of a file and `pending` what saving would write (after the file was changed
  /// outside, or saved).
  void rebase(const std::string& path, std::string onDisk, files::FileStamp stamp, std::string pending);
  /// discardChange returns the change that drops the edits of a file and its decisions; apply it, and undo it, as any.
  base::Result<Change> discardChange(const std::string& path) const;
  void setDecisions(Decisions decisions) { m_decisions = std::move(decisions); }

 private:
  std::map<std::string, File> m_files;
  Decisions m_decisions;
};

/// flakyDecisionsRemoved lists the flaky decisions whose model a list names before and not after: with the entry, its
/// decision goes as well.
std::vector<DecisionChange> flakyDecisionsRemoved(const Decisions& decisions, std::string_view was, std::string_view willBe);

/// editCount counts over all files; a changed row counts once, the blank lines between rows not at all.
std::size_t editCount(const Drafts& drafts);
std::size_t editCount(const Drafts::File& file);

}  // namespace plumbline::baselines
