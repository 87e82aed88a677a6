// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_delegate.h"

#include <QApplication>
#include <QPainter>

#include "ui/shell/command_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
constexpr int kPad = 8;
}

void CommandDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem line = option;
  initStyleOption(&line, index);
  const QString text = line.text;
  line.text.clear();
  const QStyle* style = line.widget != nullptr ? line.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &line, painter, line.widget);

  const bool selected = line.state.testFlag(QStyle::State_Selected);
  const QRect room = line.rect.adjusted(kPad, 0, -kPad, 0);
  const QString keys = index.data(CommandModel::KeysRole).toString();
  const QString group = index.data(CommandModel::GroupRole).toString();
  const QString side = keys.isEmpty() ? group : group + u"   "_s + keys;
  const int sideWidth = line.fontMetrics.horizontalAdvance(side);
  painter->save();
  painter->setFont(line.font);
  painter->setPen(line.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
  const QRect textRoom = room.adjusted(0, 0, -sideWidth - 2 * kPad, 0);
  painter->drawText(textRoom, Qt::AlignLeft | Qt::AlignVCenter,
                    line.fontMetrics.elidedText(text, Qt::ElideRight, textRoom.width()));
  painter->setPen(line.palette.color(selected ? QPalette::HighlightedText : QPalette::PlaceholderText));
  painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, side);
  painter->restore();
}

QSize CommandDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {0, option.fontMetrics.height() + kPad};
}

}  // namespace plumbline::ui
