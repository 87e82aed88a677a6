// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_list.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>

#include "ui/overview/group_delegate.h"
#include "ui/overview/group_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

GroupList::GroupList(GroupModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new GroupDelegate(theme, this)) {
  setAccessibleName(u"What fails, grouped by cause"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  horizontalHeader()->hide();
  horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(this, &RecordTable::hovered, m_delegate, &GroupDelegate::setHoveredRow);
  connect(this, &RecordTable::opened, this, &GroupList::membersWanted);
  connect(this, &QTableView::doubleClicked, this, &GroupList::membersWanted);
  connect(model, &GroupModel::rowsAboutToChange, this, &GroupList::keepPlace);
  connect(model, &GroupModel::rowsShown, this, &GroupList::takePlace);
  setTheme(theme);
}

void GroupList::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  viewport()->update();
}

bool GroupList::goToOpen(int direction) {
  for (int row = currentIndex().row() + direction; row >= 0 && row < m_model->rowCount(); row += direction) {
    if (!m_model->isOpen(row)) continue;
    goTo(row);
    return true;
  }
  return false;
}

/// chooseLines gives each group two lines while all of them are seen at once, and one when they are not. All of the
/// commit count, so that a filter changes nothing.
void GroupList::chooseLines() {
  const auto groups = m_model->snapshot() ? static_cast<int>(m_model->snapshot()->groups.size()) : 0;
  const bool compact = groups * m_delegate->rowHeight(false) > viewport()->height();
  if (compact == m_delegate->isCompact()) return;
  m_delegate->setCompact(compact);
  setLook(look(), m_delegate->rowHeight());
  if (currentIndex().isValid()) scrollTo(currentIndex());
}

void GroupList::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  chooseLines();
}

void GroupList::keepPlace() {
  m_moving = true;
  m_lastRow = currentIndex().row();
  const int top = rowAt(0);
  m_fromTop = m_lastRow >= 0 && top >= 0 ? m_lastRow - top : -1;
  hoverRow(-1);
}

void GroupList::takePlace() {
  m_moving = false;
  chooseLines();
  const int rows = m_model->rowCount();
  if (rows > 0 && !currentIndex().isValid()) goTo(std::clamp(m_lastRow, 0, rows - 1));
  else if (rows > 0 && m_fromTop >= 0) verticalScrollBar()->setValue(std::max(0, currentIndex().row() - m_fromTop));
  viewport()->update();
  Q_EMIT currentMoved();
}

void GroupList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  if (!m_moving) Q_EMIT currentMoved();
}

void GroupList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Right && event->modifiers() == Qt::NoModifier) {
    Q_EMIT membersWanted();
    return;
  }
  RecordTable::keyPressEvent(event);
}

}  // namespace plumbline::ui
