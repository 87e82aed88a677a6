// SPDX-License-Identifier: GPL-3.0-or-later
// The flaky lists that count for the open pair, as they would be saved: the check scripts of the PyTorch checkout
// around the baseline, the flaky.toml files, and what a person opened beside them. Works out the overview off the GUI
// thread whenever a list, a baseline or the pair changes, with what the history says of each entry where there is one,
// and makes the changes that edit a list.
//
//   FlakyLists lists(edits);
//   connect(&lists, &FlakyLists::changed, page, [&] { model.show(lists.overview()); });
//   lists.setPair(snapshot);
//   if (auto change = lists.adding(path, entry)) stack.push(*change);
#pragma once

#include <QObject>
#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/baselines/baseline_names.h"
#include "core/baselines/drafts.h"
#include "core/evidence/healed_entries.h"
#include "core/flaky/flaky_entry.h"
#include "core/flaky/flaky_review.h"
#include "core/flaky/flaky_source.h"
#include "core/flaky/transfer.h"
#include "core/session/session.h"
#include "core/verdicts/findings.h"

namespace plumbline::session {

class HistoryClient;
class PendingEdits;

// Everything the page of flaky entries shows, worked out at once from the lists' bytes, the baselines and the open
// pair. Immutable once made; runs on any thread; no Qt objects.
//
//   auto made = makeOverview({.lists = {{"check_accuracy.py", bytes}}, .baselineFolder = folder, .today = today});
//   for (const FlakyRow& row : made.value()->rows) show(row.value.name, row.remarks);

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

/// FlakyHealing is what the history says of an entry.
struct FlakyHealing {
  evidence::HealedEntry entry;
  std::size_t rank = 0;  ///< in the order of evidence::healedEntries: 0 may go first
};

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
  std::optional<FlakyHealing> healing;      ///< absent until the history was read
  bool has(RemarkKind kind) const { return (remarks & remarkBit(kind)) != 0; }
  bool isExpired() const { return has(RemarkKind::Expired); }
  bool canGo() const { return healing && healing->entry.isRemovable(); }
};

struct FlakyOverview {
  std::vector<FlakyFile> files;
  std::vector<FlakyRow> rows;                      ///< in the order of files and of their entries
  std::shared_ptr<const std::vector<flaky::FlakySource>> sources;  ///< the lists that could be read
  std::array<std::size_t, kRemarkKinds> counts{};  ///< rows by static_cast<size_t>(kind)
  std::size_t baselines = 0;                       ///< baselines in view
  std::vector<std::string> skipped;                ///< baselines that could not be read, a sentence each
  std::vector<std::string> models;                 ///< names in the baselines, sorted, once each
  std::vector<std::string> configs;                ///< the baselines' file names without ".csv", sorted, once each
  bool hasPair = false;
  bool hasHistory = false;                         ///< FlakyRow::healing comes, or is there
  std::size_t removable = 0;                       ///< rows that can go
  std::size_t countOf(RemarkKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
};
using FlakyOverviewPtr = std::shared_ptr<const FlakyOverview>;

/// makeOverview never fails because of a list: what is wrong with it stands in its FlakyFile.
base::Outcome<FlakyOverviewPtr> makeOverview(const FlakyQuestion& question, const base::Progress& progress = {});

class FlakyLists : public QObject {
  Q_OBJECT

 public:
  explicit FlakyLists(PendingEdits& edits, QObject* parent = nullptr);
  ~FlakyLists() override;

  /// overview is what was worked out last; null before the first time.
  FlakyOverviewPtr overview() const;
  bool isBusy() const;
  bool hasPair() const;
  /// newList is the flaky.toml that a first entry would make; "" without a pair or when there is one already.
  std::string newList() const;
  /// setHistory fills in FlakyRow::healing from now on, and again when runs were added. The client outlives this.
  void setHistory(HistoryClient& client);
  /// openList adds a list that does not belong to the pair; with `mayBeNew`, one that is not there yet. Errors: those
  /// of reading it, or a form that is none.
  base::Result<void> openList(const QString& path, bool mayBeNew = false);
  /// closeList takes an opened list out again.
  void closeList(const QString& path);
  /// setActive(false) lets the overview rest until it is shown again; it is active in the beginning.
  void setActive(bool active);
  /// setToday is for tests and pictures: the day by which entries expire, instead of the machine's.
  void setToday(flaky::Date today);
  flaky::Date today() const;

  // The changes below are made against the pending bytes and applied by the caller (EditStack). Errors: those of
  // FlakySource; Changed when the entry is no longer where the overview saw it.
  base::Result<baselines::Change> adding(const std::string& path, const flaky::FlakyEntry& entry) const;
  /// replacing changes an entry; in another list than its own it is added there and removed here.
  base::Result<baselines::Change> replacing(const FlakyRow& row, const std::string& path,
                                            const flaky::FlakyEntry& entry) const;
  base::Result<baselines::Change> removing(const std::vector<FlakyRow>& rows) const;
  /// transferring adds what can be added to a list; what planTransfer made of the entries.
  base::Result<baselines::Change> transferring(const std::vector<flaky::Transfer>& chosen,
                                               const std::string& path) const;
  base::Result<std::vector<flaky::Transfer>> planTransfer(const std::vector<flaky::FlakyEntry>& entries,
                                                          const std::string& path) const;
  /// NewList is a change that writes a file anew, and what its form could not say, a sentence each.
  struct NewList {
    baselines::Change change;
    std::vector<std::string> leftOut;
  };
  /// writingAnew makes a list of entries in the form that the file's name asks for. Errors: BadArgument when the file
  /// holds something already.
  base::Result<NewList> writingAnew(const std::vector<flaky::FlakyEntry>& entries, const QString& path) const;
  /// source reads a list as it would be saved. Errors: those of FlakySource::read and of opening the file.
  base::Result<flaky::FlakySource> source(const std::string& path) const;

 public Q_SLOTS:
  void setPair(const plumbline::session::SnapshotPtr& pair);
  /// refresh works the overview out again.
  void refresh();

 Q_SIGNALS:
  void changed();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
