// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/support/count_text.h"
#include "ui/theme/plain_paint.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMarkColumns = 2;         // the glyph of an error, left of the number
constexpr double kGroundShare = 0.25;   // of a terminal's background, so that any text stays readable on it
constexpr double kPlaceShare = 0.22;

}  // namespace

LogPainter::LogPainter(const Theme& theme) : m_theme(theme), m_font(theme.monospace()) {
  const QFontMetricsF metrics(m_font);
  m_charWidth = metrics.horizontalAdvance(u'0');
  m_rowHeight = static_cast<int>(std::ceil(metrics.height())) + 2;
}

int LogPainter::gutterWidth(quint64 lines) const {
  const auto digits = std::max<qsizetype>(4, QString::number(lines).size());
  return static_cast<int>(std::ceil(m_charWidth * static_cast<double>(digits + kMarkColumns))) + kGrid;
}

void LogPainter::paint(QPainter& painter, const LogRow& row, const QRect& room, const Look& look) const {
  painter.setFont(m_font);
  if (look.selected) painter.fillRect(room, m_theme.color(Tone::Selection));
  paintGutter(painter, row, {room.left(), room.top(), look.gutter, room.height()}, look.selected);
  painter.save();
  const QRect textRoom = room.adjusted(look.gutter + kGrid, 0, 0, 0);
  painter.setClipRect(textRoom);
  const QRectF text(textRoom.left() - look.scrolled, room.top(), textRoom.width() + look.scrolled, room.height());
  paintPlaces(painter, row, text, look.wanted, look.selected);
  for (const LogRow::Run& run : row.runs) paintRun(painter, row, run, text, look.selected);
  if (row.bytesLeftOut > 0) {
    painter.setFont(m_theme.font(TextSize::Small));
    painter.setPen(m_theme.mutedColor(look.selected));
    const QRectF after(text.left() + m_charWidth * (row.width() + 1), text.top(), 400, text.height());
    painter.drawText(after, Qt::AlignLeft | Qt::AlignVCenter, leftOutText(row.bytesLeftOut));
  }
  painter.restore();
}

void LogPainter::paintGutter(QPainter& painter, const LogRow& row, const QRect& room, bool selected) const {
  if (row.isError) {
    const ClassLook& look = m_theme.look(verdicts::VerdictClass::Fail);
    painter.setPen(look.chip);
    painter.drawText(room.adjusted(kGrid / 2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, look.glyph);
  }
  painter.setPen(m_theme.mutedColor(selected));
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, QString::number(row.number + 1));
}

void LogPainter::paintPlaces(QPainter& painter, const LogRow& row, const QRectF& room, const std::string& wanted,
                             bool selected) const {
  if (wanted.empty()) return;
  const QColor ground = mixed(m_theme.color(selected ? Tone::Selection : Tone::Base), m_theme.color(Tone::Accent), kPlaceShare);
  for (const auto& [begin, length] : row.places(wanted)) {
    const double from = room.left() + m_charWidth * row.column(begin);
    const double to = room.left() + m_charWidth * row.column(begin + length);
    painter.fillRect(QRectF(from, room.top(), to - from, room.height()), ground);
    painter.fillRect(QRectF(from, room.bottom() - 2, to - from, 2), m_theme.color(Tone::Accent));
  }
}

void LogPainter::paintRun(QPainter& painter, const LogRow& row, const LogRow::Run& run, const QRectF& room,
                          bool selected) const {
  const runs::AnsiStyle& style = run.style;
  const QColor base = m_theme.color(Tone::Base);
  const QColor plain = style.faint ? m_theme.mutedColor(selected) : m_theme.color(Tone::Text);
  // On a selected row the terminal's colours would be hard to read.
  QColor ink = style.colour < 0 || selected ? plain : m_theme.terminal(style.colour);
  QColor ground = style.background < 0 ? QColor() : mixed(base, m_theme.terminal(style.background), kGroundShare);
  if (style.inverse) {
    ground = ink;
    ink = base;
  }
  // Only what is on screen is laid out, of a row of any length.
  const double left = painter.clipBoundingRect().left(), right = painter.clipBoundingRect().right();
  const auto isBefore = [&](qsizetype at) { return room.left() + m_charWidth * (row.column(at) + 2) < left; };
  const auto isBehind = [&](qsizetype at) { return room.left() + m_charWidth * row.column(at) > right; };
  qsizetype begin = run.begin, end = run.begin + run.length;
  if (isBehind(begin) || isBefore(end)) return;
  if (row.columns.empty()) {
    begin = std::max(begin, static_cast<qsizetype>((left - room.left()) / m_charWidth) - 1);
    end = std::min(end, static_cast<qsizetype>((right - room.left()) / m_charWidth) + 2);
  } else {
    while (begin < end && isBefore(begin)) ++begin;
    while (end > begin && isBehind(end - 1)) --end;
  }
  const QRectF cells(room.left() + m_charWidth * row.column(begin), room.top(),
                     m_charWidth * (row.column(end) - row.column(begin)), room.height());
  if (ground.isValid()) painter.fillRect(cells, ground);
  QFont font = m_font;
  if (style.bold) font.setWeight(QFont::Bold);
  font.setItalic(style.italic);
  font.setUnderline(style.underline);
  painter.setFont(font);
  painter.setPen(ink);
  drawCells(painter, row, begin, end, room);
}

void LogPainter::drawCells(QPainter& painter, const LogRow& row, qsizetype begin, qsizetype end, const QRectF& room) const {
  const auto draw = [&](qsizetype from, qsizetype to) {
    const QRectF cells(room.left() + m_charWidth * row.column(from), room.top(),
                       m_charWidth * (row.column(to) - row.column(from) + 2), room.height());
    painter.drawText(cells, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                     row.text.mid(from, to - from));
  };
  if (row.columns.empty()) return draw(begin, end);
  // Other fonts lend their glyphs, in their own width: each of those is put into its cell alone.
  for (qsizetype at = begin; at < end;) {
    qsizetype to = at + 1;
    if (row.text[at].unicode() < 0x80) {
      while (to < end && row.text[to].unicode() < 0x80) ++to;
    } else {
      while (to < end && (row.text[to].isLowSurrogate() || (row.column(to + 1) == row.column(to) && !row.text[to].isHighSurrogate())))
        ++to;
    }
    draw(at, to);
    at = to;
  }
}

}  // namespace plumbline::ui
