// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the rows of a log: the number, the mark of an error, the text in its colours, what was searched for.
#pragma once

#include <QFont>
#include <QRect>
#include <string>

#include "ui/runs/log_row.h"
#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

class LogPainter {
 public:
  explicit LogPainter(const Theme& theme);

  int rowHeight() const { return m_rowHeight; }
  double charWidth() const { return m_charWidth; }
  /// gutterWidth is for numbers up to `lines`.
  int gutterWidth(quint64 lines) const;

  struct Look {
    int gutter = 0;        ///< its width
    int scrolled = 0;      ///< sideways, in pixels
    bool selected = false;
    std::string wanted;    ///< marked where it stands
  };
  void paint(QPainter& painter, const LogRow& row, const QRect& room, const Look& look) const;

 private:
  void paintGutter(QPainter& painter, const LogRow& row, const QRect& room, bool selected) const;
  void paintPlaces(QPainter& painter, const LogRow& row, const QRectF& room, const std::string& wanted, bool selected) const;
  void paintRun(QPainter& painter, const LogRow& row, const LogRow::Run& run, const QRectF& room, bool selected) const;
  void drawCells(QPainter& painter, const LogRow& row, qsizetype begin, qsizetype end, const QRectF& room) const;

  Theme m_theme;
  QFont m_font;
  int m_rowHeight = 16;
  double m_charWidth = 8;
};

}  // namespace plumbline::ui
