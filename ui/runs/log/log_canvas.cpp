// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log/log_canvas.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

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
    const ClassStyle& style = m_theme.classStyle(verdicts::VerdictClass::Fail);
    painter.setPen(style.chip);
    painter.drawText(room.adjusted(kGrid / 2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, style.glyph);
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

namespace {

constexpr quint64 kMaxScrollUnits = 1U << 30U;
constexpr int kDescribeDelayMs = 250;               // ms
constexpr std::size_t kLinesPerCopyStep = 512;
constexpr std::size_t kMaxDescribedCharacters = 4000;      // letters

constexpr int kDragInterval = 50;  // ms

}  // namespace

LogCanvas::LogCanvas(const Theme& theme, QWidget* parent) : QAbstractScrollArea(parent), m_theme(theme), m_painter(theme) {
  setAccessibleName(tr("Log"));
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  m_describeDelay.setSingleShot(true);
  m_describeDelay.setInterval(kDescribeDelayMs);
  connect(&m_describeDelay, &QTimer::timeout, this, &LogCanvas::describe);
  setTheme(theme);
}

void LogCanvas::setTheme(const Theme& theme) {
  m_theme = theme;
  m_painter = LogPainter(theme);
  setFont(theme.monospace());
  refresh();
}

void LogCanvas::showLog(const LogPtr& log) {
  if (log && m_log && log->generation() != m_log->generation()) beginAnew();
  m_log = log;
  refresh();
}

void LogCanvas::beginAnew() {
  m_log.reset();
  m_current.reset();
  m_anchor.reset();
  m_widest = 0;
  m_first = 0;
  setFollows(true);
  refresh();
  horizontalScrollBar()->setValue(0);
}

void LogCanvas::setSearchText(const std::string& text) {
  m_searchText = text;
  viewport()->update();
}

quint64 LogCanvas::page() const {
  return static_cast<quint64>(std::max(1, (viewport()->height() - kTop) / m_painter.rowHeight()));
}

quint64 LogCanvas::lastFirst() const { return lineCount() > page() ? lineCount() - page() : 0; }

LogCanvas::Lines LogCanvas::shown() const {
  const quint64 count = lineCount();
  return {m_first, count == 0 ? 0 : std::min(count - 1, m_first + page() - 1)};
}

void LogCanvas::setFollows(bool follows) {
  if (follows == m_follows) return;
  m_follows = follows;
  if (follows) refresh();
  Q_EMIT followsChanged(follows);
}

void LogCanvas::goToEnd() {
  setFollows(true);
  scrollTo(lastFirst());
}

void LogCanvas::goTo(quint64 line) {
  if (line >= lineCount()) return;
  m_current = m_anchor = line;
  setFollows(false);
  // Some lines above the target give context.
  if (line < m_first || line >= m_first + page()) scrollTo(line > page() / 3 ? line - page() / 3 : 0);
  viewport()->update();
  Q_EMIT moved();
}

void LogCanvas::scrollTo(quint64 first) {
  m_first = std::min(first, lastFirst());
  refresh();
  Q_EMIT moved();
}

void LogCanvas::bringIntoView(quint64 line) {
  if (line < m_first) scrollTo(line);
  else if (line >= m_first + page()) scrollTo(line - page() + 1);
}

/// refresh updates lines and scroll bars after a change of log, position or size.
void LogCanvas::refresh() {
  const QScopedValueRollback placing(m_placing, true);
  m_first = m_follows ? lastFirst() : std::min(m_first, lastFirst());
  readRows();
  m_linesPerUnit = lastFirst() / kMaxScrollUnits + 1;
  QScrollBar* down = verticalScrollBar();
  down->setRange(0, static_cast<int>((lastFirst() + m_linesPerUnit - 1) / m_linesPerUnit));
  down->setPageStep(static_cast<int>(std::max<quint64>(1, page() / m_linesPerUnit)));
  down->setValue(m_first == lastFirst() ? down->maximum() : static_cast<int>(m_first / m_linesPerUnit));
  const int room = viewport()->width() - m_painter.gutterWidth(lineCount()) - kGrid;
  QScrollBar* across = horizontalScrollBar();
  across->setRange(0, std::max(0, static_cast<int>(std::ceil(m_painter.charWidth() * (m_widest + 1))) - room));
  across->setPageStep(std::max(1, room));
  across->setSingleStep(static_cast<int>(m_painter.charWidth() * 4));
  viewport()->update();
  if (!m_describeDelay.isActive()) m_describeDelay.start();
}

void LogCanvas::readRows() {
  m_rows.clear();
  if (!m_log) return;
  m_rows = logRows(*m_log, m_first, static_cast<std::size_t>(page()) + 1);
  for (const LogRow& row : m_rows) {
    const qsizetype mark = row.bytesLeftOut > 0 ? leftOutText(row.bytesLeftOut).size() + 1 : 0;
    m_widest = std::max(m_widest, row.width() + static_cast<int>(mark));
  }
}

std::optional<LogCanvas::Lines> LogCanvas::selection() const {
  if (!m_current || !m_anchor || lineCount() == 0) return std::nullopt;
  const auto [first, last] = std::minmax(*m_current, *m_anchor);
  return Lines{std::min(first, lineCount() - 1), std::min(last, lineCount() - 1)};
}

QString LogCanvas::selectedText(quint64& lines) const {
  QString text;
  lines = 0;
  const auto selected = selection();
  if (!selected) return text;
  for (quint64 at = selected->first; at <= selected->last && static_cast<std::size_t>(text.size()) < kMaxCopiedBytes;) {
    const auto rows = logRows(*m_log, at,
                              static_cast<std::size_t>(std::min<quint64>(kLinesPerCopyStep, selected->last - at + 1)));
    if (rows.empty()) break;
    for (const LogRow& row : rows) {
      if (static_cast<std::size_t>(text.size()) >= kMaxCopiedBytes) break;
      text += row.text;
      if (row.bytesLeftOut > 0) text += u' ' + leftOutText(row.bytesLeftOut);
      text += u'\n';
      ++lines;
    }
    at += rows.size();
  }
  return text;
}

void LogCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), m_theme.color(Tone::Base));
  const int gutter = m_painter.gutterWidth(lineCount());
  const auto selected = selection();
  int y = kTop;
  for (const LogRow& row : m_rows) {
    const bool isSelected = selected && row.number >= selected->first && row.number <= selected->last;
    m_painter.paint(painter, row, {0, y, viewport()->width(), m_painter.rowHeight()},
                    {.gutter = gutter, .scrolled = horizontalScrollBar()->value(), .selected = isSelected,
                     .searchText = m_searchText});
    y += m_painter.rowHeight();
  }
  painter.setPen(m_theme.color(Tone::Border));
  painter.drawLine(gutter + kGrid / 2, 0, gutter + kGrid / 2, viewport()->height());
  if (hasFocus()) drawFocusRing(&painter, viewport()->rect(), m_theme.palette(), 0);
}

/// describe sets the description for screen readers.
void LogCanvas::describe() {
  if (m_rows.empty()) return setAccessibleDescription({});
  const Lines now = shown();
  QString words = tr("Lines %1 to %2 of %3.").arg(grouped(now.first + 1), grouped(now.last + 1), grouped(lineCount()));
  if (m_current) words += tr(" Line %1 is current.").arg(grouped(*m_current + 1));
  for (const LogRow& row : m_rows) {
    if (static_cast<std::size_t>(words.size()) > kMaxDescribedCharacters) break;
    words += u'\n' + (row.isError ? tr("Error: ") : QString()) + row.text.left(400);
  }
  setAccessibleDescription(words);
}

void LogCanvas::moveTo(quint64 line, bool extends) {
  if (lineCount() == 0) return;
  m_current = std::min(line, lineCount() - 1);
  if (!extends || !m_anchor) m_anchor = m_current;
  setFollows(false);
  bringIntoView(*m_current);
  viewport()->update();
  if (!m_describeDelay.isActive()) m_describeDelay.start();
  Q_EMIT moved();
}

/// step moves the current line; without one it begins on screen.
void LogCanvas::step(qint64 by, bool extends) {
  if (lineCount() == 0) return;
  if (!m_current) return moveTo(by > 0 ? m_first : shown().last, false);
  const quint64 distance = by < 0 ? static_cast<quint64>(-by) : static_cast<quint64>(by);
  moveTo(by < 0 ? *m_current - std::min(*m_current, distance) : *m_current + distance, extends);
}

bool LogCanvas::runKey(const QKeyEvent& event) {
  const bool extends = event.modifiers().testFlag(Qt::ShiftModifier);
  const auto pageLines = static_cast<qint64>(page());
  if (event.matches(QKeySequence::Copy)) Q_EMIT copyRequested();
  else if (event.matches(QKeySequence::Find) || event.key() == Qt::Key_Slash) Q_EMIT searchRequested();
  else if (event.key() == Qt::Key_F3) Q_EMIT stepRequested(extends);
  else if (event.matches(QKeySequence::SelectAll) && lineCount() > 0) {
    m_anchor = 0;
    m_current = lineCount() - 1;
    viewport()->update();
    Q_EMIT moved();
  } else if (event.key() == Qt::Key_Up) step(-1, extends);
  else if (event.key() == Qt::Key_Down) step(1, extends);
  else if (event.key() == Qt::Key_PageUp) step(-pageLines, extends);
  else if (event.key() == Qt::Key_PageDown || event.key() == Qt::Key_Space) step(pageLines, extends);
  else if (event.key() == Qt::Key_Home) moveTo(0, extends);
  else if (event.key() == Qt::Key_End && extends) moveTo(lineCount(), true);
  else if (event.key() == Qt::Key_End) goToEnd();
  else if (event.key() == Qt::Key_Left) horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
  else if (event.key() == Qt::Key_Right) horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
  else if (event.key() == Qt::Key_Escape) {
    Q_EMIT stopRequested();
    if (!m_current) return false;
    m_current.reset();
    m_anchor.reset();
    viewport()->update();
    Q_EMIT moved();
  } else {
    return false;
  }
  return true;
}

void LogCanvas::keyPressEvent(QKeyEvent* event) {
  const bool hasLetterKeys = event->modifiers() == Qt::NoModifier;
  if (runKey(*event)) return;
  if (hasLetterKeys && event->key() == Qt::Key_I) Q_EMIT errorRequested();
  else if (hasLetterKeys && event->key() == Qt::Key_L) goToEnd();
  else event->ignore();
}

// Copy and find act on the log while it has the focus.
bool LogCanvas::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::Find) || key->matches(QKeySequence::SelectAll)) {
      event->accept();
      return true;
    }
  }
  return QAbstractScrollArea::event(event);
}

quint64 LogCanvas::lineAt(int y) const {
  const int row = y < 0 ? -1 : std::max(0, y - kTop) / m_painter.rowHeight();
  if (row < 0) return m_first - std::min<quint64>(m_first, 1);
  return std::min(m_first + static_cast<quint64>(row), lineCount() == 0 ? 0 : lineCount() - 1);
}

void LogCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || lineCount() == 0) return;
  moveTo(lineAt(static_cast<int>(event->position().y())), event->modifiers().testFlag(Qt::ShiftModifier));
}

void LogCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!event->buttons().testFlag(Qt::LeftButton) || !m_current) return;
  m_dragY = static_cast<int>(event->position().y());
  const bool isOutside = m_dragY < 0 || m_dragY >= viewport()->height();
  if (isOutside && !m_dragging.isActive()) m_dragging.start(kDragInterval, this);
  if (isOutside) return;
  m_dragging.stop();
  if (const quint64 line = lineAt(m_dragY); line != *m_current) moveTo(line, true);
}

void LogCanvas::mouseReleaseEvent(QMouseEvent*) { m_dragging.stop(); }

void LogCanvas::timerEvent(QTimerEvent* event) {
  if (event->timerId() != m_dragging.timerId()) return QAbstractScrollArea::timerEvent(event);
  // Farther outside scrolls faster.
  const int outside = m_dragY < 0 ? m_dragY : m_dragY - viewport()->height();
  step(outside < 0 ? outside / m_painter.rowHeight() - 1 : outside / m_painter.rowHeight() + 1, true);
}

void LogCanvas::scrollContentsBy(int, int dy) {
  if (m_placing) return;
  if (dy != 0) {
    const QScrollBar* bar = verticalScrollBar();
    const bool isEnd = bar->value() == bar->maximum();
    m_first = isEnd ? lastFirst() : static_cast<quint64>(bar->value()) * m_linesPerUnit;
    setFollows(isEnd);
    refresh();
  }
  viewport()->update();
  Q_EMIT moved();
}

void LogCanvas::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  refresh();
}

void LogCanvas::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void LogCanvas::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace plumbline::ui
