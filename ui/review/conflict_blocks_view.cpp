// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/conflict_blocks_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "ui/theme/plain_paint.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kBar = 3;

std::vector<QString> linesOf(const std::string& side) {
  std::vector<QString> lines;
  const QString text = QString::fromStdString(side);
  for (const QString& line : text.split(u'\n')) lines.push_back(line);
  if (!lines.empty() && lines.back().isEmpty()) lines.pop_back();
  return lines;
}

bool takes(std::optional<baselines::ConflictChoice> choice, baselines::ConflictChoice side) {
  return choice == side || choice == baselines::ConflictChoice::Both;
}

}  // namespace

ConflictBlocksView::ConflictBlocksView(const Theme& theme, QWidget* parent) : QAbstractScrollArea(parent), m_theme(theme) {
  setAccessibleName(u"Conflicts"_s);
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
  setTheme(theme);
}

void ConflictBlocksView::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.monospace());
  measure();
  viewport()->update();
}

void ConflictBlocksView::show(std::vector<baselines::ConflictBlock> blocks) {
  m_blocks.clear();
  for (baselines::ConflictBlock& conflict : blocks) {
    Block block{std::move(conflict), {}, {}, std::nullopt};
    block.ours = linesOf(block.conflict.ours);
    block.theirs = linesOf(block.conflict.theirs);
    m_blocks.push_back(std::move(block));
  }
  m_current = 0;
  measure();
  verticalScrollBar()->setValue(0);
  sayWhere();
  viewport()->update();
}

void ConflictBlocksView::measure() {
  m_rowHeight = static_cast<int>(std::ceil(QFontMetricsF(font()).height())) + 4;
  int top = 0;
  for (Block& block : m_blocks) {
    block.top = top;
    block.rows = 3 + static_cast<int>(std::max<std::size_t>(1, std::max(block.ours.size(), block.theirs.size())));
    top += block.rows;
  }
  const int shown = std::max(1, viewport()->height() / m_rowHeight);
  verticalScrollBar()->setRange(0, std::max(0, top - shown));
  verticalScrollBar()->setPageStep(shown);
}

std::size_t ConflictBlocksView::openCount() const {
  return static_cast<std::size_t>(std::count_if(m_blocks.begin(), m_blocks.end(), [](const Block& b) { return !b.choice; }));
}

std::vector<ConflictBlocksView::Choice> ConflictBlocksView::choices() const {
  std::vector<Choice> all;
  for (const Block& block : m_blocks)
    if (block.choice) all.push_back(*block.choice);
  return all;
}

void ConflictBlocksView::choose(std::size_t block, Choice choice) {
  if (block >= m_blocks.size()) return;
  m_blocks[block].choice = choice;
  sayWhere();
  viewport()->update();
  Q_EMIT chosen();
}

void ConflictBlocksView::chooseAll(Choice choice) {
  for (Block& block : m_blocks) block.choice = choice;
  sayWhere();
  viewport()->update();
  Q_EMIT chosen();
}

void ConflictBlocksView::goTo(std::size_t block) {
  if (block >= m_blocks.size()) return;
  m_current = block;
  const Block& b = m_blocks[block];
  QScrollBar* bar = verticalScrollBar();
  if (b.top < bar->value() || b.top + b.rows > bar->value() + bar->pageStep()) bar->setValue(std::max(0, b.top - 1));
  sayWhere();
  viewport()->update();
}

QString ConflictBlocksView::heading(const Block& block, std::size_t number) const {
  const QString word = !block.choice                   ? u"not decided"_s
                       : *block.choice == Choice::Ours ? u"ours is taken"_s
                       : *block.choice == Choice::Theirs ? u"theirs is taken"_s
                                                         : u"both are taken"_s;
  return u"Conflict %1 of %2, line %3: %4"_s.arg(number + 1).arg(m_blocks.size()).arg(block.conflict.line).arg(word);
}

void ConflictBlocksView::sayWhere() {
  setAccessibleDescription(m_blocks.empty() ? QString() : heading(m_blocks[m_current], m_current));
}

void ConflictBlocksView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), m_theme.color(Tone::Base));
  const int first = verticalScrollBar()->value();
  const int last = first + viewport()->height() / m_rowHeight + 1;
  for (std::size_t i = 0; i < m_blocks.size(); ++i) {
    const Block& block = m_blocks[i];
    if (block.top + block.rows < first || block.top > last) continue;
    paintBlock(painter, block, i, (block.top - first) * m_rowHeight);
  }
  if (hasFocus()) drawFocusRing(&painter, viewport()->rect(), m_theme.palette(), 0);
}

void ConflictBlocksView::paintBlock(QPainter& painter, const Block& block, std::size_t number, int y) {
  const int width = viewport()->width();
  const int half = width / 2;
  const QRect head(0, y, width, m_rowHeight);
  painter.fillRect(head, m_theme.color(number == m_current ? Tone::Selection : Tone::Window));
  painter.setFont(m_theme.font(TextSize::Normal));
  painter.setPen(m_theme.color(Tone::Text));
  painter.drawText(head.adjusted(kBar + kGrid, 0, -kGrid, 0), Qt::AlignVCenter | Qt::AlignLeft, heading(block, number));
  const auto side = [&](const QString& key, const QString& name, const std::string& label, const std::vector<QString>& lines, int left,
                        Choice choice) {
    const bool taken = takes(block.choice, choice);
    const QRect title(left, y + m_rowHeight, half, m_rowHeight);
    painter.setFont(m_theme.font(TextSize::Small));
    painter.setPen(m_theme.color(taken ? Tone::Text : Tone::Muted));
    const QString mark = taken ? u"\u2713 "_s : QString();
    const QString text = u"%1%2 %3 (%4)"_s.arg(mark, key, name, QString::fromStdString(label));
    painter.drawText(title.adjusted(kBar + kGrid, 0, -kGrid, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(text, Qt::ElideMiddle, half - 2 * kGrid));
    paintSide(painter, lines, {left, y + 2 * m_rowHeight, half, (block.rows - 3) * m_rowHeight}, taken, block.choice.has_value());
  };
  side(u"1"_s, u"ours"_s, block.conflict.oursLabel, block.ours, 0, Choice::Ours);
  side(u"2"_s, u"theirs"_s, block.conflict.theirsLabel, block.theirs, half, Choice::Theirs);
  painter.setPen(m_theme.color(Tone::Border));
  painter.drawLine(half, y + m_rowHeight, half, y + (block.rows - 1) * m_rowHeight);
  if (number == m_current) painter.fillRect(QRect(0, y, kBar, (block.rows - 1) * m_rowHeight), m_theme.color(Tone::Accent));
}

void ConflictBlocksView::paintSide(QPainter& painter, const std::vector<QString>& lines, const QRect& room, bool taken, bool decided) {
  if (taken) painter.fillRect(room, m_theme.diff(DiffSide::Added).tint);
  painter.setFont(font());
  painter.setPen(m_theme.color(taken || !decided ? Tone::Text : Tone::Muted));
  const int from = std::max(0, -room.top() / m_rowHeight);
  const int to = std::min(static_cast<int>(lines.size()), (viewport()->height() - room.top()) / m_rowHeight + 1);
  for (int i = from; i < to; ++i) {
    const QRect row(room.left() + kBar + kGrid, room.top() + i * m_rowHeight, room.width() - kBar - 2 * kGrid, m_rowHeight);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(lines[static_cast<std::size_t>(i)].left(1000), Qt::ElideRight, row.width()));
  }
  if (lines.empty()) painter.drawText(room.adjusted(kBar + kGrid, 0, 0, 0), Qt::AlignTop | Qt::AlignLeft, u"(nothing)"_s);
}

void ConflictBlocksView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  measure();
}

void ConflictBlocksView::mousePressEvent(QMouseEvent* event) {
  const int row = verticalScrollBar()->value() + static_cast<int>(event->position().y()) / m_rowHeight;
  for (std::size_t i = 0; i < m_blocks.size(); ++i) {
    if (row < m_blocks[i].top || row >= m_blocks[i].top + m_blocks[i].rows) continue;
    goTo(i);
    if (row > m_blocks[i].top) choose(i, event->position().x() < viewport()->width() / 2.0 ? Choice::Ours : Choice::Theirs);
    return;
  }
}

void ConflictBlocksView::keyPressEvent(QKeyEvent* event) {
  const auto take = [this](Choice choice) {
    choose(m_current, choice);
    if (m_current + 1 < m_blocks.size()) goTo(m_current + 1);
  };
  switch (event->key()) {
    case Qt::Key_1:
      take(Choice::Ours);
      return;
    case Qt::Key_2:
      take(Choice::Theirs);
      return;
    case Qt::Key_3:
      take(Choice::Both);
      return;
    case Qt::Key_Down:
    case Qt::Key_J:
      goTo(m_current + 1);
      return;
    case Qt::Key_Up:
    case Qt::Key_K:
      if (m_current > 0) goTo(m_current - 1);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (openCount() == 0) Q_EMIT applyWanted();
      return;
    default:
      QAbstractScrollArea::keyPressEvent(event);
  }
}

void ConflictBlocksView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void ConflictBlocksView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace plumbline::ui
