// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/artifacts/matrix_marks.h"
#include "ui/artifacts/matrix_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kPad = kGrid / 2 + 2;   // left and right of a cell's text
constexpr int kGap = kGrid / 2 + 1;   // between two marks
constexpr int kNarrowest = 46;        // pixels: something to click

}  // namespace

MatrixDelegate::MatrixDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {
  setTheme(theme);
}

void MatrixDelegate::setTheme(const Theme& theme) {
  m_theme = theme;
  m_bold = theme.font(TextSize::Normal);
  m_bold.setWeight(QFont::DemiBold);
}

int MatrixDelegate::rowHeight() const {
  return QFontMetrics(m_bold).height() + QFontMetrics(m_theme.font(TextSize::Small)).height() + kGrid + 2;
}

int MatrixDelegate::cellWidth(const MatrixModel& model) const {
  const QFontMetrics bold(m_bold);
  const QFontMetrics small(m_theme.font(TextSize::Small));
  int widest = 0;
  for (const overview::MatrixCell& cell : model.matrix().cells) {
    const QList<CellMark> marks = marksOf(cell);
    if (!marks.isEmpty()) widest = std::max(widest, bold.horizontalAdvance(marks.first().text));
    widest = std::max(widest, small.horizontalAdvance(shardText(cell)));
  }
  // The words of a cell without a result may use its padding.
  widest = std::max(widest, small.horizontalAdvance(u"baseline"_s) + 1 - 2 * kPad);
  return std::max(kNarrowest, widest + 2 * kPad + 2);
}

QSize MatrixDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {kNarrowest, rowHeight()}; }

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const MatrixModel*>(index.model());
  if (!model) return;
  const CellKind kind = kindOf(model->cell(index));
  const bool hovered = m_hovered == index;
  const bool current = (option.state & QStyle::State_Selected) != 0;
  painter->save();
  const bool none = kind == CellKind::NoConfig;
  const QColor ground = none && !current ? m_theme.color(Tone::Window)
                                         : m_theme.rowColor(lookOf(model->cell(index)), current, hovered && !none);
  painter->fillRect(option.rect, ground);
  painter->setBackground(ground);
  const QRect room = option.rect.adjusted(0, 0, -1, -1);
  switch (kind) {
    case CellKind::NoConfig: break;
    case CellKind::NotRun: paintQuiet(painter, room, u"not run"_s, true); break;
    case CellKind::NoBaseline: paintQuiet(painter, room, u"no baseline"_s, false); break;
    default: paintMarks(painter, room, *model, index, current || hovered);
  }
  // Lines in the window's colour part the cells, stronger ones the platforms and suites.
  const QColor quiet = m_theme.color(Tone::Window);
  const QColor strong = m_theme.color(Tone::Border);
  painter->fillRect(QRect(option.rect.right(), option.rect.top(), 1, option.rect.height()), quiet);
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), quiet);
  if (index.column() > 0 && model->startsGroup(index.column()))
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), 1, option.rect.height()), strong);
  if (index.row() > 0 && model->startsSuite(index.row()))
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), strong);
  painter->restore();
}

void MatrixDelegate::paintQuiet(QPainter* painter, const QRect& room, const QString& text, bool hatched) const {
  const QFont font = m_theme.font(TextSize::Small);
  const QFontMetrics metrics(font);
  // On one line where it fits, else a word per line.
  QStringList lines{text};
  if (metrics.horizontalAdvance(text) > room.width() - kPad) lines = text.split(u' ');
  int widest = 0;
  for (const QString& line : lines) widest = std::max(widest, metrics.horizontalAdvance(line));
  const int high = metrics.height() * static_cast<int>(lines.size());
  QRect words(0, 0, std::min(room.width(), widest + kPad), high);
  words.moveCenter(room.center());
  if (hatched) {
    painter->fillRect(room, QBrush(m_theme.color(Tone::Border), Qt::BDiagPattern));
    painter->fillRect(words, painter->background().color());
  }
  painter->setFont(font);
  painter->setPen(m_theme.color(hatched ? Tone::Muted : Tone::Text));
  painter->drawText(words, Qt::AlignCenter, lines.join(u'\n'));
}

/// placed puts the marks on two lines: the worst one first, what does not fit beside it below, in small type, where the
/// shards have the right end. What does not fit there either is told by an ellipsis.
QList<MatrixDelegate::Piece> MatrixDelegate::placed(const overview::MatrixCell& cell, int width) const {
  const QFontMetrics plain(m_theme.font(TextSize::Normal));
  const QFontMetrics small(m_theme.font(TextSize::Small));
  const bool calm = kindOf(cell) == CellKind::Calm;
  const QString shards = shardText(cell);
  const int second = width - (shards.isEmpty() ? 0 : small.horizontalAdvance(shards) + kGap);
  QList<Piece> pieces;
  int x = 0;
  int line = 0;
  for (const CellMark& mark : marksOf(cell)) {
    const bool first = pieces.isEmpty();
    int wide = first && !calm ? QFontMetrics(m_bold).horizontalAdvance(mark.text) : plain.horizontalAdvance(mark.text);
    if (line == 0 && !first && x + wide > width) {
      if (calm) break;  // what is as expected needs no second line
      line = 1;
      x = 0;
    }
    if (line == 1) wide = small.horizontalAdvance(mark.text);
    if (line == 1 && x + wide > second) {
      pieces << Piece{u"\u2026"_s, mark.cls, x, 1, false};
      break;
    }
    pieces << Piece{mark.text, mark.cls, x, line, first && !calm};
    x += wide + kGap;
  }
  if (pieces.isEmpty()) pieces << Piece{m_theme.look(VerdictClass::Pass).glyph, VerdictClass::Pass, 0, 0, false};
  return pieces;
}

void MatrixDelegate::paintMarks(QPainter* painter, const QRect& room, const MatrixModel& model, const QModelIndex& index,
                                bool stronger) const {
  const overview::MatrixCell& cell = model.cell(index);
  const bool calm = kindOf(cell) == CellKind::Calm;
  const QFont& small = m_theme.font(TextSize::Small);
  const QRect inner = room.adjusted(kPad, 0, -kPad, 0);
  const QList<Piece> pieces = placed(cell, inner.width());
  const QString shards = shardText(cell);
  const bool two = !shards.isEmpty() || pieces.last().line == 1;
  const int first = QFontMetrics(m_bold).height();
  const int second = QFontMetrics(small).height();
  const int top = inner.top() + (inner.height() - first - (two ? second : 0)) / 2;
  const QRect below(inner.left(), top + first, inner.width(), second);
  for (const Piece& piece : pieces) {
    painter->setFont(piece.bold ? m_bold : piece.line == 1 ? small : m_theme.font(TextSize::Normal));
    painter->setPen(calm ? m_theme.mutedColor(stronger) : m_theme.wordColor(piece.cls, stronger));
    const QRect line = piece.line == 1 ? below : QRect(inner.left(), top, inner.width(), first);
    painter->drawText(line.adjusted(piece.x, 0, kPad, 0), Qt::AlignLeft | Qt::AlignVCenter, piece.text);
  }
  if (shards.isEmpty()) return;
  painter->setFont(small);
  painter->setPen(m_theme.color(Tone::Text));
  painter->drawText(below, Qt::AlignRight | Qt::AlignVCenter, shards);
}

}  // namespace plumbline::ui
