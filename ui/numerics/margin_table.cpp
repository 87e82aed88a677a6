// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/margin_table.h"

#include <QHeaderView>
#include <QPainter>
#include <algorithm>
#include <array>

#include "ui/numerics/margin_bar.h"
#include "ui/numerics/margin_model.h"
#include "ui/numerics/numerics_words.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr std::array kCharacters = {24, 14, 0, 22, 9, 9, 9, 9, 9, 14, 8};
constexpr std::array kGivesWay = {MarginModel::Line, MarginModel::Dtype, MarginModel::Shape, MarginModel::Multiplier, MarginModel::Tol};

VerdictClass classOf(const QModelIndex& index) {
  if (index.data(MarginModel::OverRole).toBool()) return VerdictClass::Fail;
  return index.data(MarginModel::WarnedRole).toBool() ? VerdictClass::Flaky : VerdictClass::Pass;
}

}  // namespace

int MarginDelegate::wantedWidth(int column) const {
  if (column == MarginModel::Margin) return marginWidth(theme()) + 4 * kGrid;
  return QFontMetrics(theme().font(TextSize::Normal)).horizontalAdvance(u'0') * kCharacters[static_cast<std::size_t>(column)] + 2 * kGrid;
}

void MarginDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const VerdictClass cls = classOf(index);
  const bool isStronger = paintGround(*painter, option, index, cls);
  const QRect room = option.rect.adjusted(kGrid, 0, -kGrid, 0);
  if (index.column() == MarginModel::Margin) {
    const int slot = QFontMetrics(bold()).height();
    painter->setFont(bold());
    painter->setPen(theme().look(cls).chip);
    const TensorLook look = lookOf(cls == VerdictClass::Fail ? TensorVerdict::Differs : TensorVerdict::Near);
    if (cls != VerdictClass::Pass) painter->drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, look.glyph);
    paintMargin(*painter, room.adjusted(slot + kGrid / 2, 0, 0, 0), {index.data(MarginModel::MarginRole).toDouble(), true, isStronger}, theme());
  } else {
    const bool isQuiet = index.column() != MarginModel::Model && index.column() != MarginModel::Trend;
    painter->setFont(theme().font(TextSize::Normal));
    painter->setPen(isQuiet ? theme().mutedColor(isStronger) : theme().color(Tone::Text));
    painter->drawText(room, static_cast<int>(index.data(Qt::TextAlignmentRole).value<Qt::Alignment>() | Qt::TextSingleLine),
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, room.width()));
  }
  painter->restore();
}

MarginTable::MarginTable(MarginModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new MarginDelegate(theme, this)) {
  setAccessibleName(u"Margins in the logs"_s);
  horizontalHeader()->setAccessibleName(u"Columns of the margins"_s);
  horizontalHeader()->setSectionsMovable(false);
  horizontalHeader()->setStretchLastSection(false);
  setModel(model);
  setItemDelegate(m_delegate);
  setSortingEnabled(true);
  connect(this, &RecordTable::hovered, m_delegate, &MarginDelegate::setHoveredRow);
  connect(model, &MarginModel::rowsShown, this, [this] {
    if (!currentIndex().isValid()) goTo(0);
    shapeColumns();
  });
  setTheme(theme);
}

void MarginTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  shapeColumns();
  viewport()->update();
}

void MarginTable::shapeColumns() {
  int left = viewport()->width();
  std::array<bool, MarginModel::ColumnCount> isShown{};
  for (int column = 0; column < MarginModel::ColumnCount; ++column) {
    isShown[static_cast<std::size_t>(column)] = m_model->isUsed(column);
    if (isShown[static_cast<std::size_t>(column)]) left -= m_delegate->wantedWidth(column);
  }
  for (const int column : kGivesWay) {
    if (left >= 0) break;
    isShown[static_cast<std::size_t>(column)] = false;
    left += m_delegate->wantedWidth(column);
  }
  for (int column = 0; column < MarginModel::ColumnCount; ++column) {
    setColumnHidden(column, !isShown[static_cast<std::size_t>(column)]);
    if (!isColumnHidden(column)) setColumnWidth(column, m_delegate->wantedWidth(column) + (column == MarginModel::Model ? std::max(0, left) : 0));
  }
}

void MarginTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  shapeColumns();
}

}  // namespace plumbline::ui
