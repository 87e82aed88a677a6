// SPDX-License-Identifier: GPL-3.0-or-later
// Every way in for a pair of files (dialog, drop, recent list, command line) ends here and leads to Session::open.
//
//   opener.askForPair();   opener.openDropped({path}, DropSide::Actual);
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <utility>

#include "ui/shell/drop_zones.h"

namespace plumbline::session {
class Session;
}

namespace plumbline::ui {

class FilePrompt;

class PairOpener : public QObject {
  Q_OBJECT

 public:
  /// Guess tells two files apart: first of the answer is actual, second expected.
  using Guess = std::function<std::pair<QString, QString>(const QString& one, const QString& other)>;

  PairOpener(session::Session& session, FilePrompt& prompt, Guess guess, QWidget* window);

  /// askForPair asks for both files at once; when only one is chosen, for the other one afterwards.
  void askForPair();
  void askFor(DropSide side);
  void openDropped(const QStringList& paths, DropSide side);
  void openPair(const QString& actualPath, const QString& expectedPath);

  /// The pair on screen, or what is chosen so far before the first one.
  QString actualPath() const;
  QString expectedPath() const;

 Q_SIGNALS:
  /// pairWanted: somebody opened a pair, or one side of it; its page shall come to front.
  void pairWanted();
  /// sourcesWanted: folders, zips or many files came, which are no pair. `trees` are those known to be baselines; without
  /// any, nobody said which are.
  void sourcesWanted(const QStringList& paths, const QStringList& trees);

 private:
  void openOne(const QString& path, DropSide side);
  QString folder() const;

  session::Session& m_session;
  FilePrompt& m_prompt;
  Guess m_guess;
  QWidget* m_window;
};

}  // namespace plumbline::ui
