// SPDX-License-Identifier: GPL-3.0-or-later
// All edits that are not saved yet, over all files, with what was decided: the state behind review, undo and save.
// Plain and single-threaded; core/session puts a journal and signals around it, the command line uses it as it is.
//
//   Drafts drafts;
//   auto undo = drafts.apply({.text = "Accept llama", .files = {{"expected.csv", edits}}});   // the inverse change
//   for (const Drafts::File* file : drafts.changed()) show(file->path, file->saved, file->pending);
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/files/file_bytes.h"
#include "core/text/byte_edits.h"

namespace plumbline::baselines {

// One step of work that can be done and undone as a whole: byte edits in any number of files, and what a person
// decided.

/// DecisionKind is the answer to "what about this row?".
enum class DecisionKind : unsigned char { Accepted, Kept, Flaky };

/// Decision is the answer about one model of one baseline.
struct Decision {
  std::optional<DecisionKind> kind;  ///< absent: only a note
  std::string what;                  ///< "accuracy pass -> fail_accuracy, graph_breaks 7 -> 9"
  std::string reason;                ///< why it is right; may be empty where no guard asked for one
  std::string note;                  ///< free text of the oncall
  std::string values = {};           ///< that it is for, valuesText(): of a row kept or flaky, or of cells accepted alone
  std::string evidence = {};         ///< what the history said of the row, for the commit message; not in the log
  /// isEvidenceOnly: no person said anything, as of an entry that is taken off a flaky list.
  bool isEvidenceOnly() const { return !kind && reason.empty() && note.empty(); }
  bool operator==(const Decision&) const = default;
};

/// DecisionKey names a row: the baseline as typed, and the model; in a baseline with one column per dtype (XPU) the
/// model with that column, as rowName gives it, since each column is a config with an answer of its own.
struct DecisionKey {
  std::string baseline, model;
  auto operator<=>(const DecisionKey&) const = default;
};
/// rowName is the model, or "llama#amp_bf16" for a column of a wide baseline.
inline std::string rowName(const std::string& model, const std::string& valueColumn) {
  return valueColumn.empty() ? model : model + '#' + valueColumn;
}
/// modelOfRow is the model of rowName(), without the column.
inline std::string modelOfRow(const std::string& rowName) { return rowName.substr(0, rowName.find('#', 1)); }
/// isRowOf returns whether a key's model is a column's row of `model`.
inline bool isRowOf(const std::string& rowName, const std::string& model) {
  return rowName.size() > model.size() + 1 && rowName[model.size()] == '#' && rowName.starts_with(model);
}
using Decisions = std::map<DecisionKey, Decision>;

/// DecisionChange sets a decision, or takes it away when `now` is absent.
struct DecisionChange {
  DecisionKey key;
  std::optional<Decision> now;
  bool operator==(const DecisionChange&) const = default;
};

/// FileChange is what a change does to the pending bytes of one file.
struct FileChange {
  std::string path;
  text::ByteEdits edits;
  bool operator==(const FileChange&) const = default;
};

/// Change is one entry of the undo list.
struct Change {
  std::string text;  ///< what it did, for the undo list: "Accept llama: graph_breaks 7 -> 9"
  std::vector<FileChange> files;
  std::vector<DecisionChange> decisions;
  bool operator==(const Change&) const = default;
};

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
  /// changedFiles has only the files with edits, and no decisions: for work in the background.
  Drafts changedFiles() const;

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

/// editCount counts over all files: a row that changes, comes or leaves is one edit, the blank lines between rows are
/// none; in a list or a script a stretch of changed lines is one.
std::size_t editCount(const Drafts& drafts);
std::size_t editCount(const Drafts::File& file);

/// EditCounter is editCount for every step of a session: only files that differ from the last time are compared again.
class EditCounter {
 public:
  std::size_t count(const Drafts& drafts);

 private:
  struct Counted {
    std::size_t saved = 0, pending = 0;  ///< hashes
    std::size_t edits = 0;
  };
  std::map<std::string, Counted> m_files;
};

/// Step is a change and what takes it back.
struct Step {
  Change forward, back;
};
/// stepBetween returns what leads from one state to a later one, in which more files may be open.
Step stepBetween(const Drafts& before, const Drafts& after, const std::string& text);

// How pending edits leave the program: one patch over all files, a commit message, the files themselves with a log of
// the decisions.

/// gitFolder returns the folder in which git keeps its own files for this work tree, found without running git; nullopt
/// outside a repository, and when ".git" is a link or names a folder that is not of this work tree.
std::optional<std::string> gitFolder(const std::string& path);

/// Places are files as git names them: links resolved, relative to one root.
struct Places {
  std::string root;                 ///< of the repository, or the folder that all files have in common
  bool inRepository = false;
  std::vector<std::string> inside;  ///< one per path, with '/' between folders
};

/// placesOf. Errors: BadArgument when the files do not lie in one repository, or only some of them in any.
base::Result<Places> placesOf(const std::vector<std::string>& paths);

/// repositoryRoot walks up to the folder that holds ".git" (a folder, or a file in a linked work tree).
std::optional<std::string> repositoryRoot(const std::string& path);

/// patchText is one unified diff over all changed files, as `git apply` takes it at the repository's root (at the
/// common folder when there is no repository). "" without changes. Errors: BadArgument when the files lie in two
/// repositories.
base::Result<std::string> patchText(const Drafts& drafts);

/// SavedFile is the report on one file of a save.
struct SavedFile {
  std::string path;
  std::size_t linesAdded = 0, linesRemoved = 0, edits = 0;
  std::string before;                ///< what was on disk
  std::optional<base::Error> error;  ///< absent: written
};
struct SaveReport {
  std::vector<SavedFile> files;
  std::vector<std::string> changedOutside;  ///< not empty: nothing at all was written
  std::optional<base::Error> logError;      ///< the reasons could not be added to the decision log
  std::size_t decisions = 0;                ///< were saved without an edit
  bool allWritten() const;
  std::string written() const;              ///< "2 files saved with 3 edits."; "" when nothing was written
  std::string sentence() const;             ///< the same, and what was not written
};

/// LoggedDecision is a decision with its time, as a log or a store has it.
struct LoggedDecision {
  std::string time;      ///< "2026-11-20T14:00:00Z", as it stands there; "" when it does not
  std::string baseline;  ///< path in its repository; outside of one the name of the file in a log, decisionPath() in a store
  std::string model;     ///< rowName()
  std::string action;    ///< decisionName()
  Decision decision;
};

/// DecisionStore keeps decisions in place of the logs beside the baselines.
struct DecisionStore {
  using Time = std::chrono::system_clock::time_point;
  std::function<base::Result<void>(const Decisions&, Time)> add = {};           ///< absent: the logs keep them
  std::function<base::Result<std::vector<LoggedDecision>>()> read = {};  ///< absent: there are none
  bool writesLog = false;                                                ///< the logs have them too
};

/// decisionPath names a baseline in a store: its path in the repository, the whole path outside of one.
std::string decisionPath(const std::string& baseline);
/// loggedDecisions are decisions as a store keeps them.
std::vector<LoggedDecision> loggedDecisions(const Decisions& decisions, DecisionStore::Time now);

/// saveAll checks every stamp first; when a file was changed outside, nothing is written. Then each file is replaced
/// atomically (core/files). Files written become the saved state of `drafts`; others keep their edits. Reasons are
/// added to the store, or appended to the decision log, once all is written: to the log also when the store fails.
SaveReport saveAll(Drafts& drafts, const DecisionStore& store = {});

/// decisionLogPath is the log of who accepted what and why: <git folder>/plumbline/decisions.jsonl, which git status
/// does not show, or .plumbline-decisions.jsonl in the baseline's folder outside a repository. One JSON object a line:
///   {"time":"2025-11-21T14:00:00Z","baseline":"ci/e.csv","model":"llama","decision":"accepted","what":"graph_breaks 7 -> 9",
///    "reason":"...","note":"...","values":"graph_breaks 7 -> 9"}
/// "values" are those that the answer is for, where it is not for the whole row; earlier_decisions.h reads them back.
std::string decisionLogPath(const std::string& baseline);
inline constexpr const char* kLogBesideBaselines = ".plumbline-decisions.jsonl";
/// decisionLogBeside is kLogBesideBaselines in the folder of a file, links followed.
std::string decisionLogBeside(const std::string& file);
/// decisionLogPaths are decisionLogPath() and the log beside the baseline, which a folder has from the time before it was
/// in a repository.
std::set<std::string> decisionLogPaths(const std::string& baseline);

/// logDecisions appends the decisions that differ from the newest line about their model, so that saving twice adds
/// nothing. Baselines may lie in several repositories. Errors: those of
/// files::appendLines; what could be written is written.
base::Result<void> logDecisions(const Decisions& decisions, std::chrono::system_clock::time_point now);

/// decisionName: accepted, kept, flaky; "note" without a kind.
std::string decisionName(const Decision& decision);
/// decisionKind is the way back; absent for a note and for what is no name.
std::optional<DecisionKind> decisionKind(std::string_view name);

}  // namespace plumbline::baselines
