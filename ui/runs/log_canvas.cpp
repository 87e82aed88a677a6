// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log_canvas.h"

#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "ui/support/count_text.h"
#include "ui/theme/plain_paint.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr quint64 kMostUnits = 1U << 30U;
constexpr int kSayAfter = 250;               // ms
constexpr std::size_t kLinesAtATime = 512;
constexpr std::size_t kMostSaid = 4000;      // letters

}  // namespace

LogCanvas::LogCanvas(const Theme& theme, QWidget* parent) : QAbstractScrollArea(parent), m_theme(theme), m_painter(theme) {
  setAccessibleName(u"Log"_s);
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  m_saying.setSingleShot(true);
  m_saying.setInterval(kSayAfter);
  connect(&m_saying, &QTimer::timeout, this, &LogCanvas::say);
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

void LogCanvas::setWanted(const std::string& text) {
  m_wanted = text;
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
  // Some lines above a place that was jumped to say how it came about.
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

/// refresh brings lines and scroll bars up to date with the log, the place and the size.
void LogCanvas::refresh() {
  const QScopedValueRollback placing(m_placing, true);
  m_first = m_follows ? lastFirst() : std::min(m_first, lastFirst());
  readRows();
  m_linesPerUnit = lastFirst() / kMostUnits + 1;
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
  if (!m_saying.isActive()) m_saying.start();
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
  for (quint64 at = selected->first; at <= selected->last && static_cast<std::size_t>(text.size()) < kMostCopied;) {
    const auto rows = logRows(*m_log, at, static_cast<std::size_t>(std::min<quint64>(kLinesAtATime, selected->last - at + 1)));
    if (rows.empty()) break;
    for (const LogRow& row : rows) {
      if (static_cast<std::size_t>(text.size()) >= kMostCopied) break;
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
                    {.gutter = gutter, .scrolled = horizontalScrollBar()->value(), .selected = isSelected, .wanted = m_wanted});
    y += m_painter.rowHeight();
  }
  painter.setPen(m_theme.color(Tone::Border));
  painter.drawLine(gutter + kGrid / 2, 0, gutter + kGrid / 2, viewport()->height());
  if (hasFocus()) drawFocusRing(&painter, viewport()->rect(), m_theme.palette(), 0);
}

/// say puts into words what is on screen, for those who do not see it.
void LogCanvas::say() {
  if (m_rows.empty()) return setAccessibleDescription({});
  const Lines now = shown();
  QString words = u"Lines %1 to %2 of %3."_s.arg(grouped(now.first + 1), grouped(now.last + 1), grouped(lineCount()));
  if (m_current) words += u" Line %1 is current."_s.arg(grouped(*m_current + 1));
  for (const LogRow& row : m_rows) {
    if (static_cast<std::size_t>(words.size()) > kMostSaid) break;
    words += u'\n' + (row.isError ? u"Error: "_s : QString()) + row.text.left(400);
  }
  setAccessibleDescription(words);
}

}  // namespace plumbline::ui
