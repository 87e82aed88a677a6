// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a log on screen; only those are read. Scrolls by lines, follows the end while it is at the end; lines
// are selected with the mouse and with Shift.
//
//   canvas->showLog(source->log());      // the same log, grown, or another one
//   canvas->goTo(1203);
#pragma once

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <QFont>
#include <QRect>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_file.h"
#include "ui/theme/themed.h"

class QPainter;

namespace plumbline::ui {

// Draws the rows of a log: number, mark of an error, text in its colours, matches of the search.

/// LogRow is a line of a log laid out on a grid of equal cells, as in a terminal.
///
///   for (const LogRow& row : logRows(*log, first, 40)) draw(row);

struct LogRow {
  struct Run {
    qsizetype begin = 0, length = 0;  ///< of text
    runs::AnsiStyle style;
  };
  quint64 number = 0;
  QString text;
  std::vector<Run> runs;      ///< cover the text, in order
  std::vector<int> columns;   ///< of each character and of the end; empty when each is one cell wide
  bool isError = false;
  quint64 bytesLeftOut = 0;

  int column(qsizetype at) const { return columns.empty() ? static_cast<int>(at) : columns[static_cast<std::size_t>(at)]; }
  int width() const { return column(text.size()); }
  /// places are the matches of a text, as begin and length.
  std::vector<std::pair<qsizetype, qsizetype>> places(std::string_view searchText) const;
};

/// logRows reads lines, with colours that began a few lines above.
std::vector<LogRow> logRows(const runs::LogFile& log, quint64 first, std::size_t count);

/// leftOutText marks the end of a line that is too long: "12 345 bytes more".
QString leftOutText(quint64 bytes);

class LogPainter {
 public:
  explicit LogPainter(const Theme& theme);

  int rowHeight() const { return m_rowHeight; }
  double charWidth() const { return m_charWidth; }
  /// gutterWidth is the width of the line numbers up to `lines`.
  int gutterWidth(quint64 lines) const;

  struct RowOptions {
    int gutter = 0;        ///< its width
    int scrolled = 0;      ///< sideways, in pixels
    bool selected = false;
    std::string searchText;    ///< matches are marked
  };
  void paint(QPainter& painter, const LogRow& row, const QRect& room, const RowOptions& options) const;

 private:
  void paintGutter(QPainter& painter, const LogRow& row, const QRect& room, bool selected) const;
  void paintPlaces(QPainter& painter, const LogRow& row, const QRectF& room, const std::string& searchText,
                   bool selected) const;
  void paintRun(QPainter& painter, const LogRow& row, const LogRow::Run& run, const QRectF& room, bool selected) const;
  void drawCells(QPainter& painter, const LogRow& row, qsizetype begin, qsizetype end, const QRectF& room) const;

  Theme m_theme;
  QFont m_font;
  int m_rowHeight = 16;
  double m_charWidth = 8;
};

class LogCanvas : public QAbstractScrollArea, public Themed {
  Q_OBJECT

 public:
  using LogPtr = std::shared_ptr<const runs::LogFile>;
  struct Lines {
    quint64 first = 0, last = 0;  ///< both included
    bool operator==(const Lines&) const = default;
  };

  explicit LogCanvas(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;

  /// showLog keeps position and selection unless the log was replaced. Null shows nothing.
  void showLog(const LogPtr& log);
  /// beginAnew prepares for another file: at its end, nothing selected.
  void beginAnew();
  void setSearchText(const std::string& text);  ///< matches are marked
  /// goTo selects a line and scrolls to it.
  void goTo(quint64 line);
  void goToEnd();
  bool follows() const { return m_follows; }
  void setFollows(bool follows);

  quint64 lineCount() const { return m_log ? m_log->lineCount() : 0; }
  Lines shown() const;
  std::optional<quint64> current() const { return m_current; }
  std::optional<Lines> selection() const;
  /// selectedText ends after kMaxCopiedBytes bytes; `lines` is its number of lines.
  QString selectedText(quint64& lines) const;
  static constexpr std::size_t kMaxCopiedBytes = 4 << 20;
  int rowHeight() const { return m_painter.rowHeight(); }
  const std::vector<LogRow>& rows() const { return m_rows; }

  QSize sizeHint() const override { return {640, 240}; }

 Q_SIGNALS:
  void moved();  ///< the shown lines or the current line changed
  void followsChanged(bool follows);
  void copyRequested();
  void searchRequested();
  void stepRequested(bool backwards);
  void errorRequested();
  void stopRequested();  ///< Escape

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
  void describe();

  Theme m_theme;
  LogPainter m_painter;
  LogPtr m_log;
  quint64 m_first = 0;
  quint64 m_linesPerUnit = 1;  ///< of the scroll bar, whose range is an int
  bool m_follows = true, m_placing = false;
  std::optional<quint64> m_current, m_anchor;
  std::string m_searchText;
  std::vector<LogRow> m_rows;
  int m_widest = 0;            ///< columns of the widest line shown so far
  int m_dragY = 0;
  QBasicTimer m_dragging;      ///< scrolls while the mouse is held outside
  QTimer m_describeDelay;  ///< limits the updates for screen readers
};

}  // namespace plumbline::ui
