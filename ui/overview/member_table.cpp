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

constexpr int kMostConfig = 60;  // characters
constexpr int kMostModel = 32;
constexpr int kMostChange = 36;
constexpr int kLeastConfig = 10;
constexpr int kLeastModel = 12;

}  // namespace

MemberTable::MemberTable(MemberModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_delegate(new CellDelegate(theme, this)) {
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
  const int decision = metrics.horizontalAdvance(u"\u25cf accepted"_s) + 2 * kGrid + 4;  // as wide as after the answer
  const int change = wanted(MemberModel::Change, kMostChange);
  const int left = std::max(0, viewport()->width() - change - decision);
  int config = wanted(MemberModel::Config, kMostConfig);
  int name = wanted(MemberModel::Model, kMostModel);
  if (config + name > left) config = std::max(kLeastConfig * metrics.averageCharWidth(), left - name);
  if (config + name > left) name = std::max(kLeastModel * metrics.averageCharWidth(), left - config);
  setColumnWidth(MemberModel::Config, config);
  setColumnWidth(MemberModel::Model, name);
  setColumnWidth(MemberModel::Change, change);
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
