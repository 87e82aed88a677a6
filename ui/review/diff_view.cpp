// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/diff_view.h"

#include <QDir>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/review/review_page.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

namespace plumbline::ui {

LineView::LineView(const Theme& theme, QWidget* parent) : QAbstractScrollArea(parent), m_theme(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
}

void LineView::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.monospace());
  m_rowHeight = static_cast<int>(std::ceil(QFontMetricsF(font()).height())) + 4;
  measure();
  viewport()->update();
}

using session::DiffLayout;
using session::DiffRow;
using session::FileReview;
using Kind = DiffRow::Kind;

namespace {

constexpr int kBar = 3;            // marks the current change
constexpr int kSignColumns = 2;
constexpr int kRowsAbove = 5;      // what stays visible above a change that was jumped to
constexpr std::size_t kMaxShownBytes = 1 << 20;
const std::vector<DiffRow> kNoRows;

/// visible gives a line as it can be drawn: control characters as their pictures, one column each.
QString visible(std::string_view line) {
  line = line.substr(0, kMaxShownBytes);
  QString text = fromUtf8(line);
  for (QChar& c : text)
    if (c.unicode() < 0x20) c = c == u'\t' ? QChar(0x2192) : QChar(0x2400 + c.unicode());
  return text;
}

qsizetype columnOf(std::string_view line, std::size_t byte) {
  return fromUtf8(line.substr(0, std::min(byte, kMaxShownBytes))).size();
}

}  // namespace

/// Side says what one text column of a row shows.
struct DiffView::Side {
  std::uint32_t line = DiffRow::kNone;
  QStringList numbers;  ///< unified: of both sides
  bool afterSide = false;
  bool coloured = false;
};

DiffView::DiffView(const Theme& theme, QWidget* parent) : LineView(theme, parent) {
  setAccessibleName(tr("Changed lines"));
  connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_follows = false; });
  setTheme(theme);
}

const std::vector<DiffRow>& DiffView::rows() const { return m_review ? m_review->rows(m_layout) : kNoRows; }

void DiffView::show(const std::shared_ptr<const FileReview>& review) {
  if (review == m_review) return;
  const bool sameFile = review && m_review && review->path() == m_review->path();
  m_review = review;
  m_marked.clear();
  const std::size_t count = review ? review->changes().size() : 0;
  m_current = sameFile && count > 0 ? std::min(m_current, count - 1) : 0;
  measure();
  if (!sameFile) {
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
  }
  updatePosition();
  viewport()->update();
}

void DiffView::setLayoutKind(DiffLayout layout) {
  if (layout == m_layout) return;
  m_layout = layout;
  m_marked.clear();
  measure();
  goTo(m_current);
  viewport()->update();
}

void DiffView::measure() {
  const QFontMetricsF metrics(font());
  m_charWidth = metrics.horizontalAdvance(u'0');
  const std::size_t lines = m_review ? std::max(m_review->beforeLineCount(), m_review->afterLineCount()) : 0;
  const auto digits = std::max<qsizetype>(3, QString::number(lines).size());
  m_numberWidth = static_cast<int>(std::ceil(m_charWidth * static_cast<double>(digits))) + kGrid;
  const int visibleRows = std::max(1, viewport()->height() / rowHeight());
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(rows().size()) - visibleRows));
  verticalScrollBar()->setPageStep(visibleRows);
  const bool two = m_layout == DiffLayout::SideBySide;
  const int sideWidth = two ? viewport()->width() / 2 : viewport()->width();
  const int gutter = kBar + m_numberWidth * (two ? 1 : 2) + static_cast<int>(m_charWidth * kSignColumns);
  const std::size_t longest = m_review ? std::min(m_review->longestLine(), kMaxShownBytes) : 0;
  const int wanted = static_cast<int>(std::ceil(m_charWidth * static_cast<double>(longest + 2)));
  horizontalScrollBar()->setRange(0, std::max(0, wanted - (sideWidth - gutter)));
  horizontalScrollBar()->setPageStep(std::max(1, sideWidth - gutter));
  horizontalScrollBar()->setSingleStep(static_cast<int>(m_charWidth * 4));
}

QStringList DiffView::numberTexts(std::size_t row) const {
  const auto text = [](std::uint32_t line) { return line == DiffRow::kNone ? QString() : QString::number(line + 1); };
  return {text(rows()[row].before), text(rows()[row].after)};
}

int DiffView::firstVisibleRow() const { return verticalScrollBar()->value(); }

void DiffView::goTo(std::size_t change) {
  if (!m_review || change >= m_review->changes().size()) return;
  m_current = change;
  m_follows = true;
  const int row = static_cast<int>(m_review->firstRow(m_layout, change));
  const session::ReviewChange& c = m_review->changes()[change];
  const bool two = m_layout == DiffLayout::SideBySide;
  const int length = static_cast<int>(two ? std::max(c.beforeCount, c.afterCount) : c.beforeCount + c.afterCount);
  const int shown = verticalScrollBar()->pageStep();
  const int first = firstVisibleRow();
  if (row < first || row + std::min(length, shown - 1) > first + shown - 1)
    verticalScrollBar()->setValue(std::max(0, row - std::min(kRowsAbove, std::max(0, shown - length))));
  updatePosition();
  viewport()->update();
}

/// updatePosition puts the current change into words for those who do not see the lines.
void DiffView::updatePosition() {
  if (!m_review || m_review->changes().empty()) {
    setAccessibleDescription(m_review ? emptyText() : QString());
    return;
  }
  const session::ReviewChange& c = m_review->changes()[m_current];
  QStringList parts{tr("Change %1 of %2: %3").arg(m_current + 1)
                        .arg(m_review->changes().size())
                        .arg(QString::fromStdString(c.label))};
  const auto add = [&](const QString& what, std::string_view line) { parts << what.arg(visible(line.substr(0, 400))); };
  for (std::size_t i = 0; i < std::min<std::size_t>(c.beforeCount, 3); ++i)
    add(tr("removed %1"), m_review->beforeLine(static_cast<std::uint32_t>(c.beforeFirst + i)));
  for (std::size_t i = 0; i < std::min<std::size_t>(c.afterCount, 3); ++i)
    add(tr("added %1"), m_review->afterLine(static_cast<std::uint32_t>(c.afterFirst + i)));
  setAccessibleDescription(parts.join(u"; "_s));
}

const FileReview::Marked& DiffView::markedOf(const DiffRow& row) {
  const quint64 key = (quint64{row.before} << 32) | row.after;
  const auto known = m_marked.constFind(key);
  if (known != m_marked.constEnd()) return *known;
  return *m_marked.insert(key, m_review->changedStretches(row));
}

void DiffView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.setFont(font());
  painter.fillRect(viewport()->rect(), theme().color(Tone::Base));
  const auto first = static_cast<std::size_t>(firstVisibleRow());
  const std::size_t count = static_cast<std::size_t>(viewport()->height() / rowHeight()) + 2;
  for (std::size_t row = first; row < std::min(first + count, rows().size()); ++row) {
    const int y = static_cast<int>(row - first) * rowHeight();
    paintRow(painter, row, {0, y, viewport()->width(), rowHeight()});
  }
  if (m_layout == DiffLayout::SideBySide && m_review) {
    painter.setPen(theme().color(Tone::Border));
    painter.drawLine(viewport()->width() / 2, 0, viewport()->width() / 2, viewport()->height());
  }
  if (m_review && rows().empty()) {
    painter.setPen(theme().color(Tone::Muted));
    painter.setFont(theme().font(TextSize::Normal));
    painter.drawText(viewport()->rect().adjusted(2 * kGrid, 0, -2 * kGrid, 0), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
  }
  if (hasFocus()) drawFocusRing(&painter, viewport()->rect(), theme().palette(), 0);
}

QString DiffView::emptyText() const { return tr("The answers to these rows change no line of this file."); }

void DiffView::paintRow(QPainter& painter, std::size_t at, const QRect& room) {
  const DiffRow& row = rows()[at];
  if (row.kind == Kind::Gap) {
    paintGap(painter, at, room);
    return;
  }
  if (m_layout == DiffLayout::Unified) {
    const bool added = row.kind == Kind::Added;
    paintSide(painter, row, room,
              {added ? row.after : row.before, numberTexts(at), added, row.kind != Kind::Context});
  } else {
    const int half = room.width() / 2;
    const bool coloured = row.kind != Kind::Context;
    const QRect left(room.left(), room.top(), half, room.height());
    const QRect right(room.left() + half + 1, room.top(), room.width() - half - 1, room.height());
    const QStringList numbers = numberTexts(at);
    paintSide(painter, row, left, {row.before, {numbers[0]}, false, coloured});
    paintSide(painter, row, right, {row.after, {numbers[1]}, true, coloured});
  }
  if (row.change != DiffRow::kNone && row.change == m_current)
    painter.fillRect(QRect(room.left(), room.top(), kBar, room.height()), theme().color(Tone::Accent));
}

QString DiffView::gapText(std::size_t at) const {
  const DiffRow& row = rows()[at];
  const std::size_t next = at + 1 < rows().size() ? rows()[at + 1].before : m_review->beforeLineCount();
  // Before a change that only adds, the next line has no number on the left: the right side counts as well.
  const std::size_t nextAfter = at + 1 < rows().size() ? rows()[at + 1].after : m_review->afterLineCount();
  const std::size_t hidden = next != DiffRow::kNone ? next - row.before : nextAfter - row.after;
  std::size_t empty = 0;
  while (empty < hidden && m_review->isEmptyLine(row.before + empty)) ++empty;
  return tr("\u22ef %1").arg(empty == hidden ? counted(hidden, tr("empty line"), tr("empty lines"))
                                           : counted(hidden, tr("unchanged line"), tr("unchanged lines")));
}

void DiffView::paintGap(QPainter& painter, std::size_t at, const QRect& room) {
  painter.fillRect(room, theme().color(Tone::Window));
  painter.setPen(theme().color(Tone::Muted));
  painter.setFont(theme().font(TextSize::Small));
  painter.drawText(room.adjusted(kBar + kGrid, 0, -kGrid, 0), Qt::AlignVCenter | Qt::AlignLeft, gapText(at));
  painter.setFont(font());
}

void DiffView::paintSide(QPainter& painter, const DiffRow& row, const QRect& room, const Side& side) {
  const std::uint32_t line = side.line;
  if (line == DiffRow::kNone) {  // nothing stands beside an added or removed line
    painter.fillRect(room, theme().color(Tone::Window));
    return;
  }
  const DiffStyle& style = theme().diffStyle(side.afterSide ? DiffSide::Added : DiffSide::Removed);
  if (side.coloured) painter.fillRect(room, style.tint);
  painter.setPen(theme().color(Tone::Muted));
  int signLeft = room.left() + kBar;
  for (const QString& number : side.numbers) {
    painter.drawText(QRect(signLeft, room.top(), m_numberWidth - kGrid / 2, room.height()),
                     Qt::AlignRight | Qt::AlignVCenter, number);
    signLeft += m_numberWidth;
  }
  const int textLeft = signLeft + static_cast<int>(m_charWidth * kSignColumns);
  if (side.coloured) {
    painter.setPen(style.mark);
    painter.drawText(QRect(signLeft, room.top(), textLeft - signLeft, room.height()), Qt::AlignCenter, style.sign);
  }
  const std::string_view text = side.afterSide ? m_review->afterLine(line) : m_review->beforeLine(line);
  const std::size_t lines = side.afterSide ? m_review->afterLineCount() : m_review->beforeLineCount();
  const bool noNewline = line + 1 == lines && m_review->endsWithoutNewline(side.afterSide);
  const QRect textRoom(textLeft, room.top(), room.right() + 1 - textLeft, room.height());
  static const std::vector<session::Stretch> kNothing;
  const auto* marked = &kNothing;
  if (side.coloured) {
    const FileReview::Marked& both = markedOf(row);
    marked = side.afterSide ? &both.after : &both.before;
  }
  paintText(painter, text, *marked, textRoom, style.strong, noNewline);
}

void DiffView::paintText(QPainter& painter, std::string_view line, const std::vector<session::Stretch>& marked,
                         const QRect& room, const QColor& strong, bool noNewline) {
  painter.save();
  painter.setClipRect(room);
  const int scrolled = horizontalScrollBar()->value();
  const double left = room.left() - scrolled;
  for (const session::Stretch& part : marked) {
    const double from = left + m_charWidth * static_cast<double>(columnOf(line, part.begin));
    const double to = left + m_charWidth * static_cast<double>(columnOf(line, part.end));
    painter.fillRect(QRectF(from, room.top() + 1, std::max(to - from, 2.0), room.height() - 2), strong);
  }
  // Of a very long line only the part on screen is laid out.
  const QString text = visible(line);
  const auto first = std::clamp<qsizetype>(static_cast<qsizetype>(scrolled / m_charWidth) - 4, 0, text.size());
  const auto count = static_cast<qsizetype>(room.width() / m_charWidth) + 12;
  const double x = left + m_charWidth * static_cast<double>(first);
  painter.setPen(theme().color(Tone::Text));
  const QRectF place(x, room.top(), m_charWidth * static_cast<double>(count + 4), room.height());
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text.mid(first, count));
  if (noNewline) {
    painter.setPen(theme().color(Tone::Muted));
    painter.setFont(theme().font(TextSize::Small));
    const QRectF after(left + m_charWidth * static_cast<double>(text.size() + 2), room.top(), 400, room.height());
    painter.drawText(after, Qt::AlignLeft | Qt::AlignVCenter, tr("no line end"));
  }
  painter.restore();
}

void DiffView::resizeEvent(QResizeEvent* event) {
  LineView::resizeEvent(event);
  measure();
  if (!m_follows) return;
  verticalScrollBar()->setValue(0);
  goTo(m_current);
}

void DiffView::scrollContentsBy(int, int) { viewport()->update(); }

void DiffView::mousePressEvent(QMouseEvent* event) {
  const auto row = static_cast<std::size_t>(firstVisibleRow() + static_cast<int>(event->position().y()) / rowHeight());
  if (row >= rows().size() || rows()[row].change == DiffRow::kNone || rows()[row].kind == Kind::Gap) return;
  m_current = rows()[row].change;
  updatePosition();
  viewport()->update();
  Q_EMIT currentChanged(m_current);
}

void DiffView::keyPressEvent(QKeyEvent* event) {
  QScrollBar* bar = verticalScrollBar();
  switch (event->key()) {
    case Qt::Key_Home:
      bar->setValue(0);
      return;
    case Qt::Key_End:
      bar->setValue(bar->maximum());
      return;
    case Qt::Key_Space:
      bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
      return;
    default:
      LineView::keyPressEvent(event);  // arrows and pages
  }
}

void DiffView::focusInEvent(QFocusEvent* event) {
  LineView::focusInEvent(event);
  viewport()->update();
}

void DiffView::focusOutEvent(QFocusEvent* event) {
  LineView::focusOutEvent(event);
  viewport()->update();
}

DiffHead::DiffHead(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_name(new ElidedLabel(Qt::ElideMiddle, this)), m_counts(new ColoredLabel(this)) {
  const auto toggle = [this](const QString& text, const QString& tip, session::DiffLayout layout) {
    QToolButton* button = makeToggle(text, tip, this);
    button->setAutoExclusive(true);
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this, layout] { Q_EMIT layoutChosen(layout); });
    return button;
  };
  m_unified = toggle(ReviewPage::tr("Unified"), ReviewPage::tr("Removed and added lines one below the other"), session::DiffLayout::Unified);
  m_sideBySide = toggle(ReviewPage::tr("Side by side"), ReviewPage::tr("Saved on the left, edited on the right"), session::DiffLayout::SideBySide);
  m_unified->setChecked(true);
  makeRow(this, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid, {{m_name, 1}, m_counts, m_unified, m_sideBySide});
}

void DiffHead::setTheme(const Theme& theme) {
  m_theme = theme;
  show(m_review, m_title);
}

void DiffHead::show(const std::shared_ptr<const session::FileReview>& review, const QString& title) {
  m_review = review;
  m_title = title;
  m_name->setText(title);
  if (!review) return m_counts->clear();
  const QString path = pathText(review->path());
  const auto root = baselines::repositoryRoot(review->path());
  const QString shown = root ? QDir(pathText(*root)).relativeFilePath(path) : path;
  if (title.isEmpty()) m_name->setText(review->isNewFile() ? ReviewPage::tr("%1 (new file)").arg(shown) : shown);
  m_name->setDetail(path);
  const auto count = [this](DiffSide side, std::size_t lines) {
    const DiffStyle& style = m_theme.diffStyle(side);
    return ColoredLabel::Part{style.sign + grouped(lines), style.mark};
  };
  m_counts->setParts({count(DiffSide::Added, review->linesAdded()), {u"  "_s}, count(DiffSide::Removed, review->linesRemoved())});
  m_counts->setAccessibleName(ReviewPage::tr("%1 added, %2 removed")
                                  .arg(counted(review->linesAdded(), ReviewPage::tr("line"), ReviewPage::tr("lines")))
                                  .arg(review->linesRemoved()));
}

void DiffHead::setLayoutKind(session::DiffLayout layout) {
  m_unified->setChecked(layout == session::DiffLayout::Unified);
  m_sideBySide->setChecked(layout == session::DiffLayout::SideBySide);
}

}  // namespace plumbline::ui
