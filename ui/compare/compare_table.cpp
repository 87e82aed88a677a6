// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_table.h"

#include <QAction>
#include <QHeaderView>
#include <QJsonArray>
#include <QMenu>
#include <QScrollBar>
#include <algorithm>

#include "ui/compare/compare_delegate.h"
#include "ui/compare/compare_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::size_t kMostSelected = 20'000;  ///< a larger selection is given up: nobody marked it by hand
constexpr int kMostListed = 60;                ///< columns in the menu
constexpr int kWidestHead = 170;

}  // namespace

CompareTable::CompareTable(CompareModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new CompareDelegate(theme, this)) {
  setAccessibleName(u"Models before and after"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(u"Columns of the comparison"_s);
  header->setStretchLastSection(false);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this,
          [this, header](const QPoint& at) { columnMenu()->popup(header->mapToGlobal(at)); });
  connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int now) {
    if (!m_shaping && now > 0 && column < m_model->columns().count()) m_widths[m_model->columns().at(column).key] = now;
  });
  setSortingEnabled(true);
  connect(this, &RecordTable::hovered, m_delegate, &CompareDelegate::setHoveredRow);
  connect(model, &CompareModel::rowsAboutToChange, this, &CompareTable::keepPlace);
  connect(model, &CompareModel::rowsShown, this, &CompareTable::takePlace);
  connect(model, &CompareModel::modelAboutToBeReset, this, [this] { m_shaping = true; });
  connect(model, &CompareModel::modelReset, this, &CompareTable::shapeColumns);
  connect(model, &CompareModel::orderChanged, this, &CompareTable::showSortMark);
  setTheme(theme);
}

void CompareTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  shapeColumns();
  viewport()->update();
}

void CompareTable::shapeColumns() {
  m_shaping = true;
  m_delegate->measure(*m_model);
  const QFontMetrics head(horizontalHeader()->font());
  for (int column = 0; column < m_model->columns().count(); ++column) {
    const CompareColumn& about = m_model->columns().at(column);
    const int title = std::min(kWidestHead, head.horizontalAdvance(about.title) + 4 * kGrid);
    setColumnWidth(column, m_widths.value(about.key, std::max(title, m_delegate->wantedWidth(column))));
    setColumnHidden(column, m_hidden.contains(about.key));
  }
  m_shaping = false;
  showSortMark();
}

void CompareTable::resetColumns() {
  m_widths.clear();
  m_hidden.clear();
  for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
    horizontalHeader()->moveSection(horizontalHeader()->visualIndex(visual), visual);
  shapeColumns();
}

void CompareTable::setColumnShown(int column, bool shown) {
  const QString key = m_model->columns().at(column).key;
  if (shown) m_hidden.remove(key);
  else m_hidden.insert(key);
  shapeColumns();
}

void CompareTable::showSortMark() {
  const int column = m_model->order() == diff::RowSort{} ? -1 : m_model->columns().columnOf(m_model->order());
  const QSignalBlocker quiet(horizontalHeader());
  horizontalHeader()->setSortIndicator(column, m_model->order().descending ? Qt::DescendingOrder : Qt::AscendingOrder);
  horizontalHeader()->viewport()->update();
}

QMenu* CompareTable::columnMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* worst = menu->addAction(u"Sort worst first"_s, this, [this] { m_model->setSort({}); });
  worst->setCheckable(true);
  worst->setChecked(m_model->order() == diff::RowSort{});
  menu->addSeparator();
  for (int column = 0; column < std::min(m_model->columns().count(), kMostListed); ++column) {
    QAction* action = menu->addAction(m_model->columns().at(column).title);
    action->setCheckable(true);
    action->setChecked(!isColumnHidden(column));
    action->setEnabled(m_model->columns().at(column).kind != CompareKind::Model);  // without the name a row says nothing
    connect(action, &QAction::toggled, this, [this, column](bool on) { setColumnShown(column, on); });
  }
  menu->addSeparator();
  menu->addAction(u"Reset the columns"_s, this, &CompareTable::resetColumns);
  return menu;
}

void CompareTable::keepPlace() {
  if (m_moving) return;
  m_moving = true;
  m_selected.clear();
  m_top.clear();
  m_offset = -1;
  if (m_model->rows() && m_model->rowCount() > 0) {
    const diff::RunDiff& diff = *m_model->rows()->diff();
    const auto nameOf = [&](int row) { return diff.model(m_model->sourceRow(row)); };
    const int top = rowAt(0);
    if (top >= 0) m_top = nameOf(top);
    if (const QModelIndex current = currentIndex(); current.isValid()) {
      m_current = nameOf(current.row());
      m_column = current.column();
      const int bottom = rowAt(viewport()->height() - 1);
      if (top >= 0 && current.row() >= top && (bottom < 0 || current.row() <= bottom)) m_offset = current.row() - top;
    }
    const QList<int> rows = selectedRows();
    if (static_cast<std::size_t>(rows.size()) <= kMostSelected)
      for (const int row : rows) m_selected.push_back(nameOf(row));
  }
  // Qt would make a persistent index of every selected cell.
  selectionModel()->reset();
  hoverRow(-1);
}

void CompareTable::takePlace() {
  if (!m_moving) return viewport()->update();
  int current = -1;
  if (m_model->rows() && m_model->rowCount() > 0) {
    const diff::RunDiff& diff = *m_model->rows()->diff();
    std::vector<int> places(diff.rowCount(), -1);
    for (int row = 0; row < m_model->rowCount(); ++row) places[m_model->sourceRow(row)] = row;
    const auto placeOf = [&](const std::string& name) {
      const auto row = name.empty() ? std::nullopt : diff.rowOf(name);
      return row ? places[*row] : -1;
    };
    QItemSelection selection;
    const int last = m_model->columnCount() - 1;
    for (const std::string& name : m_selected)
      if (const int row = placeOf(name); row >= 0) selection.append({m_model->index(row, 0), m_model->index(row, last)});
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    int top = placeOf(m_top);
    current = placeOf(m_current);
    if (current >= 0) {
      selectionModel()->setCurrentIndex(m_model->index(current, std::min(m_column, last)), QItemSelectionModel::NoUpdate);
      if (selection.isEmpty()) selectionModel()->select(currentIndex(), QItemSelectionModel::Select | QItemSelectionModel::Rows);
      if (m_offset >= 0) top = std::max(0, current - m_offset);
    }
    if (top >= 0) verticalScrollBar()->setValue(top);
    m_moving = false;
    // A current row that the filter hides stays remembered until the person goes somewhere else.
    if (current < 0 && !(m_model->rows()->diff()->rowOf(m_current))) goTo(0);
  }
  m_moving = false;
  viewport()->update();
  Q_EMIT currentMoved();
}

void CompareTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  if (m_moving || !current.isValid()) return;
  m_current = m_model->rows()->diff()->model(m_model->sourceRow(current.row()));
  if (current.row() != previous.row()) Q_EMIT currentMoved();
}

bool CompareTable::goToMoved(int step) {
  const int start = currentIndex().isValid() ? currentIndex().row() : (step > 0 ? -1 : m_model->rowCount());
  for (int row = start + step; row >= 0 && row < m_model->rowCount(); row += step)
    if (m_model->rows()->hasMoved(m_model->sourceRow(row))) {
      goTo(row);
      return true;
    }
  return false;
}

QList<int> CompareTable::shownColumns() const {
  QList<int> columns;
  for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
    if (const int logical = horizontalHeader()->logicalIndex(visual); !isColumnHidden(logical)) columns << logical;
  return columns;
}

QJsonObject CompareTable::saveColumns() const {
  QJsonObject widths;
  for (auto it = m_widths.cbegin(); it != m_widths.cend(); ++it) widths[it.key()] = it.value();
  return {{u"widths"_s, widths}, {u"hidden"_s, QJsonArray::fromStringList({m_hidden.begin(), m_hidden.end()})}};
}

void CompareTable::restoreColumns(const QJsonObject& saved) {
  m_widths.clear();
  const QJsonObject widths = saved["widths"_L1].toObject();
  for (auto it = widths.begin(); it != widths.end(); ++it)
    if (const int width = it.value().toInt(); width >= 32 && width <= 2000) m_widths[it.key()] = width;
  const QStringList hidden = saved["hidden"_L1].toVariant().toStringList();
  m_hidden = {hidden.begin(), hidden.end()};
  m_hidden.remove(u"model"_s);
  shapeColumns();
}

}  // namespace plumbline::ui
