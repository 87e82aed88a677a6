// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log_row.h"

#include <algorithm>
#include <array>

#include "core/runs/log_search.h"
#include "ui/support/count_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr quint64 kLinesForStyle = 64;  // how far up a colour may have begun

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
      columns.push_back(column);  // nobody looks between the two
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

}  // namespace

std::vector<std::pair<qsizetype, qsizetype>> LogRow::places(std::string_view wanted) const {
  std::vector<std::pair<qsizetype, qsizetype>> made;
  if (wanted.empty()) return made;
  const QByteArray utf8 = text.toUtf8();
  const std::string_view bytes(utf8.constData(), static_cast<std::size_t>(utf8.size()));
  const bool isSame = utf8.size() == text.size();
  const auto lengthOf = [&](std::size_t begin, std::size_t length) {
    const std::string_view part = bytes.substr(begin, length);
    return isSame ? static_cast<qsizetype>(length) : QString::fromUtf8(part.data(), static_cast<qsizetype>(length)).size();
  };
  for (const runs::TextPlace& place : runs::placesOf(wanted, bytes))
    made.emplace_back(lengthOf(0, place.begin), lengthOf(place.begin, place.length));
  return made;
}

std::vector<LogRow> logRows(const runs::LogFile& log, quint64 first, std::size_t count) {
  const quint64 before = std::min(first, kLinesForStyle);
  std::vector<LogRow> rows;
  rows.reserve(count);
  runs::AnsiStyle style;
  for (const runs::LogLine& line : log.lines(first - before, count + static_cast<std::size_t>(before))) {
    const runs::AnsiText text = runs::readAnsi(line.text, style);
    if (line.number >= first) rows.push_back(rowOf(line, text));
  }
  return rows;
}

QString leftOutText(quint64 bytes) { return u"\u2026 %1 %2 more"_s.arg(grouped(bytes), bytes == 1 ? u"byte"_s : u"bytes"_s); }

QString sizeText(quint64 bytes) {
  if (bytes < 1000) return u"%1 %2"_s.arg(bytes).arg(bytes == 1 ? u"byte"_s : u"bytes"_s);
  const std::array units = {u"kB"_s, u"MB"_s, u"GB"_s, u"TB"_s};
  double value = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  return u"%1 %2"_s.arg(QString::number(value, 'f', value < 9.95 ? 1 : 0), units[unit]);
}

}  // namespace plumbline::ui
