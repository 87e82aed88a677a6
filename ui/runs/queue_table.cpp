// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/queue_table.h"

#include <QHeaderView>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/runs/run_text.h"
#include "ui/support/tables/flat_delegate.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kMinColumnWidth = 32;
constexpr int kMaxColumnWidth = 2000;
constexpr int kMinCharacters = 10;  ///< that a column keeps where there is too little room for all

constexpr int kCellPadding = kGrid;
constexpr int kBarWidth = 40;
constexpr int kBarHeight = 4;

QVariant roleData(const QModelIndex& index, RunRole role) { return index.data(static_cast<int>(role)); }

/// RunDelegate paints the rows of runs and tasks. The cells' contents come by RunRole.
class RunDelegate : public FlatDelegate {
 public:
  using FlatDelegate::FlatDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintState(QPainter& painter, const QRect& room, const QModelIndex& index, bool stronger) const;
  void paintProgress(QPainter& painter, const QRect& room, const QModelIndex& index) const;
};

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const bool stronger =
      paintGround(*painter, option, index, static_cast<VerdictClass>(roleData(index, RunRole::Tint).toInt()));
  QRect room = option.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
  painter->setFont(theme().font(TextSize::Normal));
  if (roleData(index, RunRole::State).isValid()) {
    paintState(*painter, room, index, stronger);
    painter->restore();
    return;
  }
  if (roleData(index, RunRole::Share).isValid()) {
    paintProgress(*painter, QRect(room.left(), room.top(), kBarWidth, room.height()), index);
    room.adjust(kBarWidth + kGrid, 0, 0, 0);
  }
  const QFontMetrics metrics(painter->font());
  if (const QString detail = roleData(index, RunRole::Detail).toString(); !detail.isEmpty()) {
    const int width = metrics.horizontalAdvance(detail);
    if (width < room.width() / 2) {
      painter->setPen(theme().mutedColor(stronger));
      painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, detail);
      room.adjust(0, 0, -width - kGrid, 0);
    }
  }
  const int align = index.data(Qt::TextAlignmentRole).toInt();
  painter->setPen(roleData(index, RunRole::Quiet).toBool() ? theme().mutedColor(stronger) : theme().color(Tone::Text));
  painter->drawText(room, align | Qt::TextSingleLine,
                    metrics.elidedText(index.data().toString(), Qt::ElideMiddle, room.width() + 1));
  painter->restore();
}

void RunDelegate::paintState(QPainter& painter, const QRect& room, const QModelIndex& index, bool stronger) const {
  RunStyle style = runStyle(static_cast<runs::RunState>(roleData(index, RunRole::State).toInt()));
  if (const QVariant glyph = roleData(index, RunRole::Glyph); glyph.isValid()) {
    style.glyph = glyph.toString();
    style.cls = static_cast<VerdictClass>(roleData(index, RunRole::Style).toInt());
    style.isQuiet = false;
  }
  const int slot = QFontMetrics(bold()).height();  // glyphs of different widths stand in one column
  const QRect rest = room.adjusted(slot + kGrid / 2, 0, 0, 0);
  painter.setFont(bold());
  painter.setPen(style.isQuiet ? theme().mutedColor(stronger) : theme().classStyle(style.cls).chip);
  painter.drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, style.glyph);
  painter.setFont(style.isQuiet ? theme().font(TextSize::Normal) : bold());
  painter.setPen(style.isQuiet ? theme().mutedColor(stronger) : theme().wordColor(style.cls, stronger));
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   QFontMetrics(painter.font()).elidedText(index.data().toString(), Qt::ElideRight, rest.width() + 1));
}

/// The bar shows the progress beside its text; failed tasks are at its end.
void RunDelegate::paintProgress(QPainter& painter, const QRect& room, const QModelIndex& index) const {
  const QRect bar(room.left(), room.center().y() - kBarHeight / 2 + 1, room.width(), kBarHeight);
  const double share = std::clamp(roleData(index, RunRole::Share).toDouble(), 0.0, 1.0);
  const double failed = std::clamp(roleData(index, RunRole::FailedShare).toDouble(), 0.0, share);
  painter.fillRect(bar, theme().color(Tone::Border));
  const int done = qRound(share * bar.width());
  const int wrong = failed > 0 ? std::max(2, qRound(failed * bar.width())) : 0;
  painter.fillRect(QRect(bar.left(), bar.top(), done, bar.height()),
                   theme().color(share < 1 ? Tone::Accent : Tone::Muted));
  if (wrong > 0)
    painter.fillRect(QRect(bar.left() + done - wrong, bar.top(), wrong, bar.height()),
                     theme().classStyle(VerdictClass::Fail).chip);
}

}  // namespace

QueueTable::QueueTable(QAbstractItemModel* model, Columns columns, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent),
      m_columns(std::move(columns)),
      m_used(m_columns.characters.size(), true) {
  setModel(model);
  setRowDelegate(new RunDelegate(theme, this));
  horizontalHeader()->setStretchLastSection(false);
  horizontalHeader()->setSectionsMovable(false);
  horizontalHeader()->setSortIndicatorShown(false);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int, int now) {
    if (!m_shaping && now > 0) m_pulled[column] = now;
  });
  setTheme(theme);
}

void QueueTable::setUsed(const QList<bool>& used) {
  m_used = used;
  shapeColumns();
}

int QueueTable::widthOf(int column) const {
  const int digits = fontMetrics().horizontalAdvance(u'0') * m_columns.characters[column];
  return m_pulled.value(column, digits + 2 * kGrid);
}

void QueueTable::setCharacters(int column, int characters) {
  if (m_columns.characters[column] == characters) return;
  m_columns.characters[column] = characters;
  shapeColumns();
}

/// narrowest is the minimum width of a column; columns of few characters do not shrink.
int QueueTable::narrowest(int column) const {
  const int width = widthOf(column);
  if (m_pulled.contains(column) || m_columns.characters[column] <= kMinCharacters) return width;
  return std::min(width, fontMetrics().horizontalAdvance(u'0') * kMinCharacters + 2 * kGrid);
}

void QueueTable::shapeColumns() {
  m_shaping = true;
  int left = viewport()->width();
  for (int column = 0; column < m_columns.characters.size(); ++column)
    if (m_used[column]) left -= widthOf(column);
  QList<bool> shown = m_used;
  for (const int column : m_columns.optional) {
    if (left >= 0 || !shown[column] || m_pulled.contains(column)) continue;
    shown[column] = false;
    left += widthOf(column);
  }
  int spare = 0;  // width that the columns can give up
  for (int column = 0; column < m_columns.characters.size(); ++column)
    if (shown[column]) spare += widthOf(column) - narrowest(column);
  const double gives = left < 0 && spare > 0 ? std::min(1.0, double(-left) / spare) : 0;
  int sharing = 0;
  for (const int column : m_columns.wide) sharing += shown[column] && !m_pulled.contains(column) ? 1 : 0;
  for (int column = 0; column < m_columns.characters.size(); ++column) {
    setColumnHidden(column, !shown[column]);
    const bool grows = left > 0 && sharing > 0 && m_columns.wide.contains(column) && !m_pulled.contains(column);
    const int given = static_cast<int>(std::ceil(gives * (widthOf(column) - narrowest(column))));
    if (shown[column]) setColumnWidth(column, widthOf(column) - given + (grows ? left / sharing : 0));
  }
  m_shaping = false;
}

QJsonObject QueueTable::saveColumns() const {
  QJsonObject saved;
  for (auto it = m_pulled.cbegin(); it != m_pulled.cend(); ++it) saved[QString::number(it.key())] = it.value();
  return saved;
}

void QueueTable::restoreColumns(const QJsonObject& saved) {
  m_pulled.clear();
  for (auto it = saved.begin(); it != saved.end(); ++it) {
    bool isNumber = false;
    const int column = it.key().toInt(&isNumber), width = it.value().toInt();
    if (isNumber && column >= 0 && column < m_columns.characters.size() && width >= kMinColumnWidth &&
        width <= kMaxColumnWidth)
      m_pulled[column] = width;
  }
  shapeColumns();
}

void QueueTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  shapeColumns();
}

}  // namespace plumbline::ui
