// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what the session says to the header, the notices and the status line. Keeps nothing but who they are: an
// error leaves the pair on screen, and the header keeps naming the pair on screen.
#pragma once

#include <QObject>

#include "core/session/snapshot.h"

namespace plumbline::base {
struct Error;
}
namespace plumbline::session {
class Session;
}

namespace plumbline::ui {

class NoticeStrip;
class PairHeader;
class PairOpener;
class StatusLine;

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

  Parts m;
};

/// workText: "62 models, CI fails", until the page says more.
QString workText(const session::Snapshot& snapshot);

}  // namespace plumbline::ui
