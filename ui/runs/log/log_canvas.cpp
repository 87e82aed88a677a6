// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log/log_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
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
