// SPDX-License-Identifier: GPL-3.0-or-later
// What appears while files are dragged over the window: left half "actual", right half "expected". One file goes to the
// half it is dropped on; two files at once are told apart by their names, wherever they are dropped. Folders, zips and many
// files are the sources of a commit.
//
//   new DropZones(window);   connect(zones, &DropZones::dropped, opener, &PairOpener::openDropped);
#pragma once

#include <QStringList>
#include <QWidget>

class QMimeData;

namespace plumbline::ui {

enum class DropSide { Actual, Expected };

class DropZones : public QWidget {
  Q_OBJECT

 public:
  /// Watches window for drags; covers it while one is on.
  explicit DropZones(QWidget* window);

  /// setResting: the page in front takes what is dropped by itself.
  void setResting(bool resting) { m_resting = resting; }

  /// filesOf lists the local files of a drag; empty when there are none.
  static QStringList filesOf(const QMimeData* data);

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

}  // namespace plumbline::ui
