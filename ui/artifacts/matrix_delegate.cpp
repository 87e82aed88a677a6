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
constexpr int kNarrowest = 46;        // pixels: "not run" on two lines, and something to click

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
  int widest = std::max(small.horizontalAdvance(u"no base"_s), small.horizontalAdvance(u"not run"_s));
  for (const overview::MatrixCell& cell : model.matrix().cells) {
    const QList<CellMark> marks = marksOf(cell);
    if (!marks.isEmpty()) widest = std::max(widest, bold.horizontalAdvance(marks.first().text));
    widest = std::max(widest, small.horizontalAdvance(shardText(cell)));
  }
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
  const QRect room = option.rect.adjusted(0, 0, -1, -1);
  switch (kind) {
    case CellKind::NoConfig: break;
    case CellKind::NotRun: paintQuiet(painter, room, u"not run"_s, true); break;
    case CellKind::NoBaseline: paintQuiet(painter, room, u"no base"_s, false); break;
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
  if (hatched) painter->fillRect(room, QBrush(m_theme.color(Tone::Border), Qt::BDiagPattern));
  const QRect words(room.center().x() - metrics.horizontalAdvance(text) / 2 - 2, room.center().y() - metrics.height() / 2,
                    metrics.horizontalAdvance(text) + 4, metrics.height());
  if (hatched) painter->fillRect(words, m_theme.color(Tone::Base));
  painter->setFont(font);
  painter->setPen(m_theme.color(hatched ? Tone::Muted : Tone::Text));
  painter->drawText(words, Qt::AlignCenter, text);
}

void MatrixDelegate::paintMarks(QPainter* painter, const QRect& room, const MatrixModel& model, const QModelIndex& index,
                                bool stronger) const {
  const overview::MatrixCell& cell = model.cell(index);
  const bool calm = kindOf(cell) == CellKind::Calm;
  const QFont& plain = m_theme.font(TextSize::Normal);
  const QFont& small = m_theme.font(TextSize::Small);
  const int first = QFontMetrics(m_bold).height();
  const int second = QFontMetrics(small).height();
  const int top = room.top() + (room.height() - first - second) / 2;
  const int right = room.right() - kPad;
  int x = room.left() + kPad;
  int line = 0;
  bool cut = false;
  const auto put = [&](const QFont& font, const QColor& color, const QString& text) {
    const int wide = QFontMetrics(font).horizontalAdvance(text);
    if (line == 0 && x > room.left() + kPad && x + wide > right) {
      line = 1;
      x = room.left() + kPad;
    }
    const QFont& used = line == 1 ? small : font;
    const int width = QFontMetrics(used).horizontalAdvance(text);
    if (x + width > right + kPad / 2 && x > room.left() + kPad) return false;
    painter->setFont(used);
    painter->setPen(color);
    painter->drawText(QRect(x, line == 0 ? top : top + first, width + 1, line == 0 ? first : second),
                      Qt::AlignLeft | Qt::AlignVCenter, text);
    x += width + kGap;
    return true;
  };
  // The shards have the end of the second line; the marks share what is left.
  const QString shards = shardText(cell);
  const int shardsWide = shards.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(shards);
  const QList<CellMark> marks = marksOf(cell);
  for (qsizetype i = 0; i < marks.size() && !cut; ++i) {
    const QColor color = calm ? m_theme.mutedColor(stronger) : m_theme.wordColor(marks[i].cls, stronger);
    const int keep = x;
    if (line == 1 && shardsWide > 0 && x + QFontMetrics(small).horizontalAdvance(marks[i].text) + kGap + shardsWide > right)
      cut = true;
    else
      cut = !put(i == 0 && !calm ? m_bold : plain, color, marks[i].text);
    if (cut) x = keep;
  }
  if (calm && marks.isEmpty()) put(plain, m_theme.mutedColor(stronger), m_theme.look(VerdictClass::Pass).glyph);
  if (cut && line == 1) put(small, m_theme.mutedColor(stronger), u"…"_s);
  if (shards.isEmpty()) return;
  painter->setFont(small);
  painter->setPen(m_theme.color(Tone::Text));
  painter->drawText(QRect(room.left() + kPad, top + first, room.width() - 2 * kPad, second), Qt::AlignRight | Qt::AlignVCenter,
                    shards);
}

}  // namespace plumbline::ui
