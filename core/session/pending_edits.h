// SPDX-License-Identifier: GPL-3.0-or-later
// The edits and decisions of this window that are not saved yet: one Drafts with signals, written to a journal at every
// step so that a crash or kill -9 loses nothing, and noticed by other windows. Undo lies above (ui/review, QUndoStack):
// it hands changes and their inverses down here.
//
//   PendingEdits edits(stateFolder);
//   connect(&edits, &PendingEdits::changed, page, &ReviewPage::refresh);
//   edits.apply(change);
#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/files/locked_log.h"

namespace plumbline::session {

/// Marks files with unsaved edits so that other windows can warn about them, and reads the marks of those windows. Each
/// window has one locked file in the state folder, with a line per marked file. The lock ends with the process, so the
/// marks of a crashed window are ignored.
///
///   EditMarks marks(stateFolder);
///   connect(&marks, &EditMarks::heldElsewhere, ...);
///   marks.follow(path);            // reports when another window edits it
///   marks.hold(path);  marks.release(path);
class EditMarks : public QObject {
  Q_OBJECT

 public:
  /// folder "": no marks are written or read.
  explicit EditMarks(QString folder, QObject* parent = nullptr);
  ~EditMarks() override;

  void hold(const QString& path);
  void release(const QString& path);
  /// follow looks at once: heldElsewhere may come before it returns.
  void follow(const QString& path);

 Q_SIGNALS:
  /// once per window and file, again when that window opens it anew
  void heldElsewhere(const QString& path, qint64 processId);
  /// no other window has edits in it any more
  void releasedElsewhere(const QString& path);

 private:
  void look();
  bool writeMark(const QString& line);
  QSet<QString> heldBy(const QString& fileName) const;

  QString m_folder;
  std::optional<files::LockedLog> m_own;
  QString m_ownName;
  QSet<QString> m_held;                  ///< keys of our files with edits
  QHash<QString, QString> m_followed;    ///< key -> path
  QHash<QString, QSet<QString>> m_reported;  ///< other window's file -> keys reported
  QFileSystemWatcher m_watcher;
  QTimer m_soon;
  QTimer m_again;  ///< while something is reported: a window that is killed changes no file
};

/// LeftOver is a journal that another run of the program left behind.
struct LeftOver {
  QString id;           ///< for restore() and discard()
  QString process;      ///< number of the program that left it, as in the name of a crash report
  QString when;         ///< ISO date and time of its last step
  QStringList files;    ///< with edits, then those that only decisions are about
  int edits = 0;        ///< over all files
  int editedFiles = 0;  ///< the first ones of `files`
  int decisions = 0;    ///< without an edit that says the same
  QString problem;      ///< not empty: restore() cannot read it, and why
};

class PendingEdits : public QObject {
  Q_OBJECT

 public:
  /// stateFolder holds the journals ("" : no journal, for tests and pictures). It is made when first needed.
  explicit PendingEdits(const QString& stateFolder, QObject* parent = nullptr);
  ~PendingEdits() override;

  const baselines::Drafts& drafts() const;
  /// keep writes the journal once more, whole where a step is missing. Errors: it cannot be written, and the edits would be
  /// lost with this object.
  base::Result<void> keep();
  /// unsavedDecisions are those made or changed since the last save.
  baselines::Decisions unsavedDecisions() const;
  /// decisionsBesideEdits are those of them that no edit says: rows kept, notes, and all of them where no file has edits.
  baselines::Decisions decisionsBesideEdits() const;
  /// isClean: no file has edits, and no decision is unsaved. Otherwise the journal stays when this
  /// object goes, and the next start offers it.
  bool isClean() const;

  /// openFile reads a file into the drafts (see Drafts::open) and announces it to other windows.
  base::Result<const baselines::Drafts::File*> openFile(const QString& path, bool mayBeNew = false);
  /// apply does a change and gives its inverse; the journal has it before this returns.
  base::Result<baselines::Change> apply(const baselines::Change& change);
  /// discardAll drops every edit and every decision that is not saved. Errors: those of discard.
  base::Result<void> discardAll();
  /// useDecisions sets where the next saveAll() keeps decisions.
  void useDecisions(baselines::DecisionStore store);
  /// saveAll is baselines::saveAll with journal and signals.
  baselines::SaveReport saveAll();

  /// What can be done about a file that was changed outside while it had edits.
  struct Outside {
    QString path;
    std::string onDisk;            ///< its bytes now
    std::string merged;            ///< our edits on its bytes
    std::vector<std::string> lost; ///< our edits that do not fit, in words; empty: re-applying keeps everything
  };
  base::Result<Outside> lookOutside(const QString& path) const;
  /// changedOutside are the files with edits whose change on disk waits for an answer, in the order of the changes.
  QStringList changedOutside() const;
  /// reapply takes `merged` as the pending state on top of what is on disk.
  base::Result<void> reapply(const Outside& outside);
  /// discard drops the edits of a file and reads it again.
  base::Result<void> discard(const QString& path);

  /// leftOvers lists journals of runs that ended without saving and are not running now.
  std::vector<LeftOver> leftOvers() const;
  /// restore takes a left-over journal in: edits and decisions. A file that changed since is merged as in reapply; what
  /// did not fit is listed in the result, one sentence per edit.
  base::Result<QStringList> restore(const QString& id);
  void dropLeftOver(const QString& id);

 Q_SIGNALS:
  void changed();                                ///< edits or decisions differ now
  void saved(const QStringList& paths);
  void outsideChange(const QString& path);       ///< a file with edits was changed on disk
  /// The bytes under the edits are others now (reapply, discard, a file without edits that changed): older changes of
  /// that file fit no longer.
  void readAnew(const QString& path);
  void journalTrouble(const plumbline::base::Error& error);  ///< once: edits would not survive a crash
  void heldElsewhere(const QString& path, qint64 processId);  ///< another window has edits in it
  void releasedElsewhere(const QString& path);                ///< no other window has any more

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
