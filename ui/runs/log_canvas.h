// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a log on screen, and only those. Scrolls by lines, however many there are; stays at the end while it is
// there; lines are chosen with the mouse and with Shift.
//
//   canvas->showLog(source->log());      // the same log grown, or another one
//   canvas->goTo(1203);
#pragma once

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/runs/log_file.h"
#include "ui/runs/log_painter.h"
#include "ui/runs/log_row.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class LogCanvas : public QAbstractScrollArea {
  Q_OBJECT

 public:
  using LogPtr = std::shared_ptr<const runs::LogFile>;
  struct Lines {
    quint64 first = 0, last = 0;  ///< both included
    bool operator==(const Lines&) const = default;
  };

  explicit LogCanvas(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  /// showLog keeps place and selection unless the log began anew. Null shows nothing.
  void showLog(const LogPtr& log);
  /// beginAnew is for another file: at its end, nothing chosen.
  void beginAnew();
  void setWanted(const std::string& text);  ///< marked wherever it stands
  /// goTo chooses a line and brings it into view.
  void goTo(quint64 line);
  void goToEnd();
  bool follows() const { return m_follows; }
  void setFollows(bool follows);

  quint64 lineCount() const { return m_log ? m_log->lineCount() : 0; }
  Lines shown() const;
  std::optional<quint64> current() const { return m_current; }
  std::optional<Lines> selection() const;
  /// selectedText is cut after kMostCopied bytes; `lines` is how many there are in it.
  QString selectedText(quint64& lines) const;
  static constexpr std::size_t kMostCopied = 4 << 20;
  int rowHeight() const { return m_painter.rowHeight(); }
  const std::vector<LogRow>& rows() const { return m_rows; }

  QSize sizeHint() const override { return {640, 240}; }

 Q_SIGNALS:
  void moved();  ///< other lines are shown, or another one is current
  void followsChanged(bool follows);
  void copyWanted();
  void searchWanted();
  void stepWanted(bool backwards);
  void errorWanted();
  void stopWanted();  ///< Escape

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void timerEvent(QTimerEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  static constexpr int kTop = kGrid / 2;  ///< above the first line
  quint64 page() const;       ///< whole lines that fit
  quint64 lastFirst() const;  ///< the first line when the end is shown
  void scrollTo(quint64 first);
  void bringIntoView(quint64 line);
  void refresh();
  void readRows();
  void moveTo(quint64 line, bool extends);
  void step(qint64 by, bool extends);
  bool runKey(const QKeyEvent& event);
  quint64 lineAt(int y) const;
  void say();

  Theme m_theme;
  LogPainter m_painter;
  LogPtr m_log;
  quint64 m_first = 0;
  quint64 m_linesPerUnit = 1;  ///< of the scroll bar, whose range ends where an int does
  bool m_follows = true, m_placing = false;
  std::optional<quint64> m_current, m_anchor;
  std::string m_wanted;
  std::vector<LogRow> m_rows;
  int m_widest = 0;            ///< columns of the widest line that was shown
  int m_dragY = 0;
  QBasicTimer m_dragging;      ///< scrolls on while the mouse is held outside
  QTimer m_saying;             ///< tells screen readers, but not ten times a second
};

}  // namespace plumbline::ui
