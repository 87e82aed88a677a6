// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tables/strip_painter.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFontMetrics>
#include <QPainter>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

using history::StripMark;
using verdicts::VerdictClass;

struct StripGlyph {
  QString glyph;
  VerdictClass cls;  ///< whose tint and colour it has
  bool isPlain;      ///< in the colour of text
};

StripGlyph glyphOf(StripMark mark) {
  switch (mark) {
    case StripMark::Pass: return {classMark(VerdictClass::Pass).glyph, VerdictClass::Pass, false};
    case StripMark::Fail: return {classMark(VerdictClass::Fail).glyph, VerdictClass::Fail, false};
    case StripMark::Missing: return {classMark(VerdictClass::Missing).glyph, VerdictClass::Missing, false};
    case StripMark::Number: return {u"\u00b7"_s, VerdictClass::Pass, true};
    case StripMark::Moved: return {u"\u2260"_s, VerdictClass::Pass, true};
  }
  return {};
}

QString translated(const char* text) { return QCoreApplication::translate("StripPainter", text); }

QString wordOf(const history::StripCell& cell) {
  return cell.text.empty() ? translated(QT_TRANSLATE_NOOP("StripPainter", "no value")) : fromUtf8(cell.text);
}

}  // namespace

QString dayText(qint64 seconds) {
  return seconds == 0 ? QString() : QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).date().toString(Qt::ISODate);
}

QString stripTip(const history::StripCell& cell) { return u"%1, %2"_s.arg(wordOf(cell), dayText(cell.time)); }

QString stripSummary(const history::Strip& strip) {
  if (strip.cells.empty()) return translated(QT_TRANSLATE_NOOP("StripPainter", "no runs"));
  QString text = translated(QT_TRANSLATE_NOOP("StripPainter", "%1, the newest %2"))
                     .arg(counted(strip.cells.size(), translated(QT_TRANSLATE_NOOP("StripPainter", "run")),
                                  translated(QT_TRANSLATE_NOOP("StripPainter", "runs"))),
                          wordOf(strip.cells.back()));
  if (strip.redSince > 0)
    text += translated(QT_TRANSLATE_NOOP("StripPainter", ", red since %1")).arg(dayText(strip.redSince));
  return text;
}

void StripPainter::setTheme(const Theme& theme) {
  m_theme = theme;
  m_sprites.fill({});
}

int StripPainter::cellWidth() const { return QFontMetrics(m_theme.font(TextSize::Normal)).height() - 1; }

const QPixmap& StripPainter::sprite(StripMark mark, double ratio, int height) {
  QPixmap& pixmap = m_sprites[static_cast<std::size_t>(mark)];
  if (!pixmap.isNull() && pixmap.devicePixelRatio() == ratio &&
      pixmap.deviceIndependentSize().toSize().height() == height)
    return pixmap;
  const QSize size(cellWidth(), height);
  pixmap = QPixmap(size * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  const StripGlyph style = glyphOf(mark);
  const QRect cell(0, 1, size.width() - 1, height - 2);
  QPainter painter(&pixmap);
  if (const ClassStyle& look = m_theme.classStyle(style.cls); look.tint.isValid()) painter.fillRect(cell, look.tint);
  painter.setFont(m_theme.boldFont());
  painter.setPen(style.isPlain ? m_theme.color(Tone::Muted) : m_theme.classStyle(style.cls).chip);
  painter.drawText(cell, Qt::AlignCenter, style.glyph);
  return pixmap;
}

void StripPainter::paint(QPainter& painter, const QRect& room, const std::vector<history::StripCell>& cells,
                         const View& view) {
  const double ratio = painter.device()->devicePixelRatioF();
  const int width = cellWidth();
  int x = room.right() + 1 - width;
  for (std::size_t back = static_cast<std::size_t>(view.hidden); back < cells.size() && x >= room.left();
       ++back, x -= width) {
    painter.drawPixmap(x, room.top(), sprite(cells[cells.size() - 1 - back].mark, ratio, room.height()));
    if (static_cast<int>(back) != view.chosen) continue;
    painter.setPen(QPen(m_theme.color(Tone::Accent), 2));
    painter.drawRect(QRect(x, room.top() + 2, width - 1, room.height() - 4));
  }
}

int StripPainter::runAt(const QRect& room, int x, int hidden, std::size_t runs) const {
  if (x < room.left() || x > room.right()) return -1;
  const int back = hidden + (room.right() - x) / cellWidth();
  return back < static_cast<int>(runs) ? back : -1;
}

}  // namespace plumbline::ui
