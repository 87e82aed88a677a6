// SPDX-License-Identifier: GPL-3.0-or-later
// Draws runs as a strip of cells, the newest at the right: the glyph of each result on its tint. Glyphs are drawn once
// and copied, so that a table of strips scrolls freely.
//
//   m_painter.setTheme(theme);
//   m_painter.paint(*painter, room, strip->cells, {.hidden = 0, .chosen = 3});
#pragma once

#include <QPixmap>
#include <QString>
#include <array>
#include <vector>

#include "core/history/strip_store.h"
#include "ui/theme/themed.h"

class QPainter;

namespace plumbline::ui {

/// stripTip says what a cell stands for: "fail_accuracy, 2026-08-02".
QString stripTip(const history::StripCell& cell);
/// stripSummary says a strip for screen readers: "40 runs, the newest fail_accuracy, red since 2026-08-02".
QString stripSummary(const history::Strip& strip);
/// dayText is the day of a time, in UTC as CI writes it; "" for 0.
QString dayText(qint64 seconds);

class StripPainter {
 public:
  /// View is what of the strip is shown; both count from the newest run.
  struct View {
    int hidden = 0;   ///< runs beyond the right end
    int chosen = -1;  ///< framed; -1: none
  };
  explicit StripPainter(const Theme& theme) : m_theme(theme) {}

  void setTheme(const Theme& theme);
  int cellWidth() const;
  void paint(QPainter& painter, const QRect& room, const std::vector<history::StripCell>& cells, const View& view);
  /// runAt is the run, from the newest, at an x of the room; -1 where there is none.
  int runAt(const QRect& room, int x, int hidden, std::size_t runs) const;

 private:
  static constexpr std::size_t kMarks = 5;
  const QPixmap& sprite(history::StripMark mark, double ratio, int height);

  Theme m_theme;
  std::array<QPixmap, kMarks> m_sprites;
};

}  // namespace plumbline::ui
