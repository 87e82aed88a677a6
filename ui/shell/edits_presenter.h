// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what the pending edits say to the window: how much is not saved, edits that an earlier run left behind,
// another window at the same file, and a reload once something was saved. Decides nothing.
//
//   new EditsPresenter({edits, stack, session, window.notices(), window.status()}, &window);
#pragma once

#include <QObject>
#include <QSet>

#include "core/baselines/drafts.h"
#include "core/session/session.h"

namespace plumbline::session {
class PendingEdits;
class Session;
struct LeftOver;
}  // namespace plumbline::session
namespace plumbline::base {
struct Error;
}
namespace plumbline::ui {

class NoticeStrip;
class PairHeader;
class PairOpener;
class StatusLine;

/// Carries what the session says to the header, the notices and the status line. Keeps nothing but who they are: an
/// error leaves the pair on screen, and the header keeps naming the pair on screen.
class SessionPresenter : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    session::Session& session;
    PairOpener& opener;
    PairHeader& header;
    NoticeStrip& notices;
    StatusLine& status;
  };
  SessionPresenter(const Parts& parts, QObject* parent);

  /// setPairInFront hides the notes on the pair while the page in front is about something else.
  void setPairInFront(bool inFront);

 Q_SIGNALS:
  /// pairShown: a comparison has come on screen.
  void pairShown(const QString& actualPath, const QString& expectedPath);
  /// resolveRequested: a file with merge conflicts is to be resolved.
  void resolveRequested(const QString& path);

 private:
  void showSnapshot(const session::SnapshotPtr& snapshot);
  void showNotes(const session::Snapshot& snapshot);
  void showError(const base::Error& error);
  void showChanged(const QString& path, bool removed);
  void showHeader();
  void placeNotes();

  Parts m;
  QStringList m_notes;  ///< ids of the notes on the pair
  bool m_isInFront = true;
};

/// workText: "62 models, CI fails", until the page says more.
QString workText(const session::Snapshot& snapshot);

class EditStack;

class EditsPresenter : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    session::PendingEdits& edits;
    EditStack& stack;
    session::Session& session;
    NoticeStrip& notices;
    StatusLine& status;
  };
  EditsPresenter(const Parts& parts, QObject* parent);

  /// setCi is shown instead of the count of edits; "": nothing is judged.
  void setCi(const QString& text);
  /// setReviewShown: the page of the edits is in front, or another one.
  void setReviewShown(bool shown);
  /// mayClose asks what to do with edits that are not saved, and is true when there are none. The answer closes
  /// `window`, unless it is to cancel or the edits cannot be saved.
  bool mayClose(QWidget& window);
  /// showLeftOvers puts one question for every run that ended with unsaved edits.
  void showLeftOvers();
  /// showCrash names the reports of crashes, the newest first: in the question about the edits that the newest one left, where it left any.
  void showCrash(const QStringList& reports);

 Q_SIGNALS:
  /// reviewRequested: the edits are to be shown.
  void reviewRequested();
  /// modified: whether there is anything to save.
  void modified(bool unsaved);

 private:
  void showOutside(const QString& path);
  void showCount();
  void readCount();
  void showQuestion(const session::LeftOver& left, const QStringList& crashReports = {});
  void showReports(const QStringList& reports);
  bool restore(const QString& id);
  void reloadPair();
  bool save();
  QString unsaved() const;
  QStringList unsavedPaths() const;  ///< of what unsaved() says

  Parts m;
  QString m_ci;
  QSet<QString> m_outside;  ///< files with edits that were changed on disk
  bool m_isReviewShown = false;
  baselines::EditCounter m_counter;
  std::size_t m_edits = 0;    ///< over all files
  bool m_isAnswered = false;  ///< the question of mayClose
};

/// editsText: "3 edits in 2 files"; "" when nothing is edited.
QString editsText(std::size_t edits, std::size_t files);
/// unsavedText is the same with decisions that no edit says: "10 edits in 4 files and 2 decisions", "2 decisions".
QString unsavedText(std::size_t edits, std::size_t files, std::size_t decisions);

}  // namespace plumbline::ui
