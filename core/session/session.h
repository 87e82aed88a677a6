// SPDX-License-Identifier: GPL-3.0-or-later
// The one object with state: which pair is open under which rules. Work runs in core/tasks; a newer request drops an
// older one's result; a failure leaves the last good snapshot in place.
//
//   Session session;
//   connect(&session, &Session::snapshotChanged, view, &View::show);
//   session.open("actual.csv", "expected.csv");
#pragma once

#include <QObject>
#include <QString>
#include <memory>

#include "core/base/result.h"
#include "core/session/side_guess.h"
#include "core/session/snapshot.h"

namespace plumbline::session {

class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);
  ~Session() override;

  /// snapshot is the pair on screen; null before the first one.
  SnapshotPtr snapshot() const;
  bool isBusy() const;
  QString actualPath() const;  ///< chosen path, which may still be loading or alone
  QString expectedPath() const;

 public Q_SLOTS:
  /// open loads and judges a pair. Either path may be empty: then the other is remembered and onlyOneSide() is emitted.
  void open(const QString& actualPath, const QString& expectedPath);
  /// openRun judges a run that is no file (merged shards) against a baseline on disk. Its table's fileName() is the
  /// label, which actualPath() gives and open() takes for the same run as long as it is open. Only the baseline is
  /// watched. A null run or an empty path does nothing.
  void openRun(std::shared_ptr<const plumbline::tables::CsvTable> run, const QString& expectedPath,
               plumbline::sources::RunNotes notes = {});
  /// swapSides exchanges the files; a run that is no file cannot be the baseline (failed: BadArgument).
  void swapSides();
  /// reload reads the files again, keeping the rule choice and a run that is no file.
  void reload();
  /// useRules judges again with the offer of that id ("2025-11", "checkout").
  void useRules(const QString& ruleId);
  void cancel();

 Q_SIGNALS:
  void snapshotChanged(const plumbline::session::SnapshotPtr& snapshot);
  void failed(const plumbline::base::Error& error);
  void busyChanged(bool busy);
  /// progress: done of total units (bytes and rows mixed, for a bar only).
  void progress(quint64 done, quint64 total);
  /// onlyOneSide: one file is chosen, the other still missing.
  void onlyOneSide(const QString& actualPath, const QString& expectedPath);
  /// changedOnDisk: a file of the pair was changed, replaced or removed. Nothing is reloaded.
  void changedOnDisk(const QString& path, bool removed);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
