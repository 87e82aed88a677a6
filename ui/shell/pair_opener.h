// SPDX-License-Identifier: GPL-3.0-or-later
// Every way in for a pair of files (dialog, drop, recent list, command line) ends here and leads to Session::open.
//
//   opener.requestPair();   opener.openDropped({path}, DropSide::Actual);
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <utility>

namespace plumbline::session {
class Session;
}

namespace plumbline::ui {

// What appears while files are dragged over the window: left half "actual", right half "expected". One file goes to the
// half it is dropped on; two files at once are assigned by their names, wherever they are dropped. Folders, zips and
// many files are the sources of a commit.
//
//   new DropZones(window);   connect(zones, &DropZones::dropped, opener, &PairOpener::openDropped);

enum class DropSide { Actual, Expected };

class DropZones : public QWidget {
  Q_OBJECT

 public:
  /// Watches window for drags; covers it while one is on.
  explicit DropZones(QWidget* window);

  /// setResting: the page in front takes what is dropped by itself.
  void setResting(bool resting) { m_resting = resting; }

 Q_SIGNALS:
  /// dropped: side is the half under the mouse; it decides only when one file came.
  void dropped(const QStringList& paths, plumbline::ui::DropSide side);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  DropSide sideAt(const QPointF& position) const;
  void begin(const QStringList& paths);

  qsizetype m_files = 0;
  bool m_pair = true;  ///< otherwise the sources of a commit
  DropSide m_side = DropSide::Actual;
  bool m_resting = false;
};

class FilePrompt;

class PairOpener : public QObject {
  Q_OBJECT

 public:
  /// Guess assigns two files: the first of the result is actual, the second expected.
  using Guess = std::function<std::pair<QString, QString>(const QString& one, const QString& other)>;

  PairOpener(session::Session& session, FilePrompt& prompt, Guess guess, QWidget* window);

  /// requestPair asks for both files at once; when only one is chosen, for the other one afterwards.
  void requestPair();
  void requestSide(DropSide side);
  void openDropped(const QStringList& paths, DropSide side);
  void openPair(const QString& actualPath, const QString& expectedPath);

  /// The pair on screen, or what is chosen so far before the first one.
  QString actualPath() const;
  QString expectedPath() const;

 Q_SIGNALS:
  /// pairRequested: the user opened a pair or one side of it; its page comes to front.
  void pairRequested();
  /// sourcesRequested: folders, zips or many files came, which are no pair. `trees` are those known to be baselines;
  /// without any, the user did not say which are.
  void sourcesRequested(const QStringList& paths, const QStringList& trees);

 private:
  void openOne(const QString& path, DropSide side);
  QString folder() const;

  session::Session& m_session;
  FilePrompt& m_prompt;
  Guess m_guess;
  QWidget* m_window;
};

}  // namespace plumbline::ui
