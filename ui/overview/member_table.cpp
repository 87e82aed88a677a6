// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/member_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>

#include "ui/overview/cell_delegate.h"
#include "ui/overview/member_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMostName = 64;  // characters
constexpr int kMostChange = 40;
constexpr int kNameShare = 45;  // percent that a long name keeps beside a long change
constexpr int kNarrow = 380;  // pixels

}  // namespace

MemberTable::MemberTable(MemberModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new CellDelegate(theme, this)) {
  setAccessibleName(u"Rows of the group"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  setSelectionMode(SingleSelection);
  horizontalHeader()->setAccessibleName(u"Columns of the rows"_s);
  horizontalHeader()->setSectionsMovable(false);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(this, &RecordTable::hovered, m_delegate, &CellDelegate::setHoveredRow);
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    hoverRow(-1);
    spanConfigs();
    shapeColumns();
  });
  setTheme(theme);
}

void MemberTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  shapeColumns();
  viewport()->update();
}

void MemberTable::shapeColumns() {
  if (model()->rowCount() == 0) return;
  const QFontMetrics metrics(font()), titles(horizontalHeader()->font());
  const auto wanted = [&](int column, int most) {
    const int title = titles.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) + 2 * kGrid;
    return std::max(title, m_delegate->wantedWidth(*model(), column, most));
  };
  const bool narrow = viewport()->width() < kNarrow;
  m_model->setShort(narrow);
  const QString mark = narrow ? u"\u25cf"_s : u"\u25cf accepted"_s;  // as wide as after the answer
  const int decision = metrics.horizontalAdvance(mark) + 2 * kGrid + 4;
  int change = wanted(MemberModel::Change, kMostChange);
  const int left = std::max(0, viewport()->width() - decision);
  int name = wanted(MemberModel::Name, kMostName);
  if (name + change > left) name = std::max(std::min(name, left * kNameShare / 100), left - change);
  if (name + change > left) change = std::max(0, left - name);
  setColumnWidth(MemberModel::Name, name);
  setColumnWidth(MemberModel::Change, change);
}

/// spanConfigs gives each config's line the whole width: there are far fewer of them than rows.
void MemberTable::spanConfigs() {
  clearSpans();
  for (int row = 0; row < m_model->rowCount(); ++row)
    if (m_model->isConfig(row)) setSpan(row, 0, 1, MemberModel::ColumnCount);
}

void MemberTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  Q_EMIT currentMoved();
}

void MemberTable::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if ((key == Qt::Key_Left && event->modifiers() == Qt::NoModifier) || key == Qt::Key_Escape) {
    Q_EMIT leaveWanted();
    return;
  }
  RecordTable::keyPressEvent(event);
}

void MemberTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  shapeColumns();
}

}  // namespace plumbline::ui
