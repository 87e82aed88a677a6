// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log/log_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/runs/logs/log_search.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr quint64 kMaxStyleLines = 64;  // how far up a colour may have begun

struct Range {
  char32_t first, last;
};
// East Asian wide and full width, and the pictures: two cells in every terminal.
constexpr std::array kWide = {Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},
                              Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},
                              Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F},
                              Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

int cellsOf(char32_t c) {
  const QChar::Category category = QChar::category(c);
  if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format) return 0;
  return std::any_of(kWide.begin(), kWide.end(), [&](const Range& r) { return c >= r.first && c <= r.last; }) ? 2 : 1;
}

bool isAscii(const QString& text) {
  return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; });
}

std::vector<int> columnsOf(const QString& text) {
  std::vector<int> columns;
  if (isAscii(text)) return columns;
  columns.reserve(static_cast<std::size_t>(text.size()) + 1);
  int column = 0;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
    columns.push_back(column);
    column += cellsOf(isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : text[i].unicode());
    if (isPair) {
      columns.push_back(column);  // the same column for both halves
      ++i;
    }
  }
  columns.push_back(column);
  return columns;
}

LogRow rowOf(const runs::LogLine& line, const runs::AnsiText& text) {
  LogRow row;
  row.number = line.number;
  row.bytesLeftOut = line.bytesLeftOut;
  row.isError = runs::looksLikeError(text.plain);
  const auto add = [&](std::size_t begin, std::size_t length, const runs::AnsiStyle& style) {
    if (length == 0) return;
    const QString part = QString::fromUtf8(text.plain.data() + begin, static_cast<qsizetype>(length));
    row.runs.push_back({row.text.size(), part.size(), style});
    row.text += part;
  };
  std::size_t at = 0;
  for (const runs::AnsiSpan& span : text.spans) {
    add(at, span.begin - at, {});
    add(span.begin, span.length, span.style);
    at = span.begin + span.length;
  }
  add(at, text.plain.size() - at, {});
  row.columns = columnsOf(row.text);
  return row;
}

/// The context of translations.
struct LogRowText {
  Q_DECLARE_TR_FUNCTIONS(LogRowText)
};

constexpr int kMarkColumns = 2;         // the glyph of an error, left of the number
constexpr double kGroundShare = 0.25;   // of a terminal's background, so that any text stays readable on it
constexpr double kPlaceShare = 0.22;

}  // namespace

std::vector<std::pair<qsizetype, qsizetype>> LogRow::places(std::string_view searchText) const {
  std::vector<std::pair<qsizetype, qsizetype>> made;
  if (searchText.empty()) return made;
  const QByteArray utf8 = text.toUtf8();
  const std::string_view bytes(utf8.constData(), static_cast<std::size_t>(utf8.size()));
  const bool isSame = utf8.size() == text.size();
  const auto lengthOf = [&](std::size_t begin, std::size_t length) {
    const std::string_view part = bytes.substr(begin, length);
    return isSame ? static_cast<qsizetype>(length) : QString::fromUtf8(part.data(), static_cast<qsizetype>(length)).size();
  };
  for (const runs::TextPlace& place : runs::placesOf(searchText, bytes))
    made.emplace_back(lengthOf(0, place.begin), lengthOf(place.begin, place.length));
  return made;
}

std::vector<LogRow> logRows(const runs::LogFile& log, quint64 first, std::size_t count) {
  const quint64 before = std::min(first, kMaxStyleLines);
  std::vector<LogRow> rows;
  rows.reserve(count);
  runs::AnsiStyle style;
  for (const runs::LogLine& line : log.lines(first - before, count + static_cast<std::size_t>(before))) {
    const runs::AnsiText text = runs::readAnsi(line.text, style);
    if (line.number >= first) rows.push_back(rowOf(line, text));
  }
  return rows;
}

QString leftOutText(quint64 bytes) {
  return u"\u2026 "_s +
      (bytes == 1 ? LogRowText::tr("1 byte more") : LogRowText::tr("%1 bytes more").arg(grouped(bytes)));
}

LogPainter::LogPainter(const Theme& theme) : m_theme(theme), m_font(theme.monospace()) {
  const QFontMetricsF metrics(m_font);
  m_charWidth = metrics.horizontalAdvance(u'0');
  m_rowHeight = static_cast<int>(std::ceil(metrics.height())) + 2;
}

int LogPainter::gutterWidth(quint64 lines) const {
  const auto digits = std::max<qsizetype>(4, QString::number(lines).size());
  return static_cast<int>(std::ceil(m_charWidth * static_cast<double>(digits + kMarkColumns))) + kGrid;
}

void LogPainter::paint(QPainter& painter, const LogRow& row, const QRect& room, const RowOptions& options) const {
  painter.setFont(m_font);
  if (options.selected) painter.fillRect(room, m_theme.color(Tone::Selection));
  paintGutter(painter, row, {room.left(), room.top(), options.gutter, room.height()}, options.selected);
  painter.save();
  const QRect textRoom = room.adjusted(options.gutter + kGrid, 0, 0, 0);
  painter.setClipRect(textRoom);
  const QRectF text(textRoom.left() - options.scrolled, room.top(), textRoom.width() + options.scrolled, room.height());
  paintPlaces(painter, row, text, options.searchText, options.selected);
  for (const LogRow::Run& run : row.runs) paintRun(painter, row, run, text, options.selected);
  if (row.bytesLeftOut > 0) {
    painter.setFont(m_theme.font(TextSize::Small));
    painter.setPen(m_theme.mutedColor(options.selected));
    const QRectF after(text.left() + m_charWidth * (row.width() + 1), text.top(), 400, text.height());
    painter.drawText(after, Qt::AlignLeft | Qt::AlignVCenter, leftOutText(row.bytesLeftOut));
  }
  painter.restore();
}

void LogPainter::paintGutter(QPainter& painter, const LogRow& row, const QRect& room, bool selected) const {
  if (row.isError) {
    const ClassStyle& look = m_theme.classStyle(verdicts::VerdictClass::Fail);
    painter.setPen(look.chip);
    painter.drawText(room.adjusted(kGrid / 2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, look.glyph);
  }
  painter.setPen(m_theme.mutedColor(selected));
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, QString::number(row.number + 1));
}

void LogPainter::paintPlaces(QPainter& painter, const LogRow& row, const QRectF& room, const std::string& searchText,
                             bool selected) const {
  if (searchText.empty()) return;
  const QColor ground = mixed(m_theme.color(selected ? Tone::Selection : Tone::Base), m_theme.color(Tone::Accent), kPlaceShare);
  for (const auto& [begin, length] : row.places(searchText)) {
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
  // Terminal colours are hard to read on a selected row.
  QColor ink = style.colour < 0 || selected ? plain : m_theme.terminal(style.colour);
  QColor ground = style.background < 0 ? QColor() : mixed(base, m_theme.terminal(style.background), kGroundShare);
  if (style.inverse) {
    ground = ink;
    ink = base;
  }
  // Only the visible part of a row is laid out.
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
  // Glyphs of fallback fonts have other widths: each is drawn into its own cell.
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
