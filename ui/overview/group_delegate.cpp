// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kPad = kGrid;
constexpr int kModelShare = 40;  // percent of the second line; config names are the longer ones

constexpr int kBothFrom = 400;   // pixels: less is room for the models alone; the title counts the configs

/// fitted asks for fewer characters until the line with its "and 3 more" fits, so that no ellipsis cuts the count off.
template <typename Cut>
QString fitted(int width, const QFontMetrics& metrics, const Cut& cut) {
  std::size_t room = static_cast<std::size_t>(std::max(1, width / std::max(1, metrics.averageCharWidth())));
  QString text = fromUtf8(cut(room));
  for (int round = 0; round < 6 && metrics.horizontalAdvance(text) > width; ++round) {
    room = room * 5 / 6;
    text = fromUtf8(cut(room));
  }
  return metrics.elidedText(text, Qt::ElideRight, width);
}

}  // namespace

GroupDelegate::GroupDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {
  setTheme(theme);
}

void GroupDelegate::setTheme(const Theme& theme) {
  m_theme = theme;
  m_bold = theme.font(TextSize::Normal);
  m_bold.setWeight(QFont::DemiBold);
  const QFontMetrics bold(m_bold);
  m_wordWidth = bold.horizontalAdvance(u"NO SHARD"_s);
  for (const VerdictClass cls : verdicts::kAllClasses)
    m_wordWidth = std::max(m_wordWidth, bold.horizontalAdvance(theme.look(cls).word));
  m_stateWidth = QFontMetrics(theme.font(TextSize::Small)).horizontalAdvance(u"12 of 345 decided"_s);
}

int GroupDelegate::rowHeight() const {
  return QFontMetrics(m_theme.font(TextSize::Normal)).height() + QFontMetrics(m_theme.font(TextSize::Small)).height() + kGrid + kGrid / 2;
}

QSize GroupDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {option.rect.width(), rowHeight()};
}

void GroupDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const GroupModel*>(index.model());
  if (!model) return;
  const overview::Group& group = model->group(index.row());
  const GroupDesk::GroupState& state = model->desk().state(model->sourceRow(index.row()));
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const bool hovered = index.row() == m_hoveredRow;
  const bool stronger = selected || hovered;
  const bool done = state.asked > 0 && !state.isOpen();
  const QFont& small = m_theme.font(TextSize::Small);
  const QFontMetrics bold(m_bold), normal(m_theme.font(TextSize::Normal)), little(small);
  const QColor text = m_theme.color(Tone::Text);
  const QColor muted = m_theme.mutedColor(stronger);

  painter->save();
  painter->fillRect(option.rect, m_theme.rowColor(done ? VerdictClass::Pass : group.cls, selected, hovered));
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), m_theme.color(Tone::Window));
  const QRect inside = option.rect.adjusted(kPad, kGrid / 2, -kPad, -kGrid / 2);
  const QRect top(inside.left(), inside.top(), inside.width(), normal.height());
  const QRect bottom(inside.left(), inside.bottom() - little.height(), inside.width(), little.height());
  const auto draw = [&](const QRect& where, const QString& words, const QColor& color, Qt::Alignment align) {
    painter->setPen(color);
    painter->drawText(where, int(align) | Qt::AlignVCenter | Qt::TextSingleLine, words);
  };

  const ClassLook& look = m_theme.look(group.cls);
  const int slot = bold.height();  // glyphs of different widths stand in one column
  painter->setFont(m_bold);
  draw({top.left(), top.top(), slot, top.height()}, look.glyph, look.chip, Qt::AlignHCenter);
  const int wordLeft = top.left() + slot + kGrid / 2;
  draw({wordLeft, top.top(), m_wordWidth, top.height()}, kindWord(group), m_theme.wordColor(group.cls, stronger), Qt::AlignLeft);

  const int left = wordLeft + m_wordWidth + 2 * kGrid;
  painter->setFont(m_theme.font(TextSize::Normal));
  const QString rows = rowsText(group.members.size());
  const int rowsWidth = normal.horizontalAdvance(rows) + 2;
  draw({top.right() + 1 - rowsWidth, top.top(), rowsWidth, top.height()}, rows, text, Qt::AlignRight);
  const int titleWidth = std::max(0, top.right() + 1 - rowsWidth - 2 * kGrid - left);
  draw({left, top.top(), titleWidth, top.height()}, normal.elidedText(titleText(group), Qt::ElideRight, titleWidth), text, Qt::AlignLeft);

  painter->setFont(small);
  draw({bottom.right() + 1 - m_stateWidth, bottom.top(), m_stateWidth, bottom.height()}, stateText(state), text, Qt::AlignRight);
  const int lineWidth = std::max(0, bottom.right() + 1 - m_stateWidth - kGrid - left);
  const bool both = lineWidth >= kBothFrom;
  const int modelWidth = both ? lineWidth * kModelShare / 100 : lineWidth;
  const QString models = fitted(modelWidth, little, [&](std::size_t room) { return overview::groupModels(group, room); });
  draw({left, bottom.top(), modelWidth, bottom.height()}, models, muted, Qt::AlignLeft);
  if (both) {
    const int configWidth = lineWidth - modelWidth - 2 * kGrid;
    const QString configs = fitted(configWidth, little, [&](std::size_t room) {
      return overview::groupConfigs(*model->snapshot()->view, group, room);
    });
    draw({left + modelWidth + 2 * kGrid, bottom.top(), configWidth, bottom.height()}, configs, muted, Qt::AlignLeft);
  }
  painter->restore();
}

}  // namespace plumbline::ui
