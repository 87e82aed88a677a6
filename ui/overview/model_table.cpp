// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/model_table.h"

#include <QHeaderView>
#include <algorithm>

#include "ui/overview/cell_delegate.h"
#include "ui/overview/model_table_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMostConfig = 60;  // characters
constexpr int kMostCell = 32;

}  // namespace

ModelTable::ModelTable(ModelTableModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new CellDelegate(theme, this)) {
  setAccessibleName(u"The model in each config"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  setSelectionMode(SingleSelection);
  horizontalHeader()->setAccessibleName(u"Columns"_s);
  horizontalHeader()->setSectionsMovable(false);
  connect(this, &RecordTable::hovered, m_delegate, &CellDelegate::setHoveredRow);
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    hoverRow(-1);
    shapeColumns();
  });
  setTheme(theme);
}

void ModelTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  shapeColumns();
  viewport()->update();
}

void ModelTable::shapeColumns() {
  if (m_model->rowCount() == 0) return;
  const QFontMetrics metrics(font()), titles(horizontalHeader()->font());
  for (int column = 0; column < m_model->originColumn(); ++column) {
    const int title = titles.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + 2 * kGrid + 4;
    const int most = column == ModelTableModel::Config ? kMostConfig : kMostCell;
    int width = std::max(title, m_delegate->wantedWidth(*m_model, column, most));
    if (column == ModelTableModel::Verdict) width += metrics.height() + kGrid / 2;  // the glyph
    setColumnWidth(column, width);
  }
}

void ModelTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  Q_EMIT currentMoved();
}

}  // namespace plumbline::ui
