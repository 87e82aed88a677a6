// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the rows of a log: number, mark of an error, text in its colours, matches of the search.
#pragma once

#include <QFont>
#include <QRect>
#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_file.h"
#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

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

}  // namespace plumbline::ui
