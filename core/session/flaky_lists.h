// SPDX-License-Identifier: GPL-3.0-or-later
// The flaky lists that count for the open pair, as they would be saved: the check scripts of the PyTorch checkout
// around the baseline, the flaky.toml files, and what a person opened beside them. Works out the overview off the GUI
// thread whenever a list, a baseline or the pair changes, and makes the changes that edit a list.
//
//   FlakyLists lists(edits);
//   connect(&lists, &FlakyLists::changed, page, [&] { model.show(lists.overview()); });
//   lists.setPair(snapshot);
//   if (auto change = lists.adding(path, entry)) stack.push(*change);
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/flaky/form_limits.h"
#include "core/flaky/transfer.h"
#include "core/session/flaky_overview.h"

namespace plumbline::session {

class PendingEdits;

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
  void busyChanged(bool busy);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
