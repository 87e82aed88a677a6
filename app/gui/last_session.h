// SPDX-License-Identifier: GPL-3.0-or-later
// What was open when the program ended, for the next start: the pair or the commit, the page, its filter and its row.
//
//   LastSession last({host, session, commit, commitPages});
//   last.restore();   last.follow();   ...   last.save();
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace plumbline::session {
class CommitSession;
class Session;
}  // namespace plumbline::session

namespace plumbline::app {

class CommitPages;
class PageHost;

class LastSession : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    PageHost& host;
    session::Session& session;
    session::CommitSession& commit;
    CommitPages& commitPages;
  };
  explicit LastSession(const Parts& parts);

  /// save remembers what is open; with nothing open, what was remembered stays.
  void save() const;
  /// restore opens it; files that are gone are left out and named. False when nothing is remembered.
  bool restore();
  /// follow saves soon after something is opened or another page is shown, so that a program that is killed is remembered too.
  void follow();

 private:
  /// showPlace shows page, filter and row, once what they are about is there.
  void showPlace();

  Parts m;
  bool m_isRestoring = false;
  QTimer m_soon;
};

}  // namespace plumbline::app
