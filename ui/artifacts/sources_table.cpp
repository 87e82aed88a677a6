// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>

#include "ui/artifacts/plain_cell_delegate.h"
#include "ui/artifacts/sources_model.h"

namespace plumbline::ui {
namespace {

constexpr int kMinFileWidth = 100;  // pixels
constexpr int kNarrow = 1000;       // pixels of a table that has no room for the longest names of configs

/// The maximal width of a column, in average characters, until the user resizes it.
int maxCharacters(SourceColumn column, bool isNarrow) {
  switch (column) {
    case SourceColumn::State: return 18;
    case SourceColumn::Config: return isNarrow ? 38 : 54;
    case SourceColumn::Why: return 44;
    case SourceColumn::File: return 120;
    default: return 12;
  }
}

}  // namespace

SourcesTable::SourcesTable(SourcesModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new PlainCellDelegate(theme, this)) {
  setAccessibleName(tr("Result files"));
  setModel(model);
  setRowDelegate(m_delegate);
  horizontalHeader()->setAccessibleName(tr("Columns of the result files"));
  setSortingEnabled(true);
  const auto request = [this] {
    if (currentIndex().isValid()) Q_EMIT switchRequested();
  };
  connect(this, &RecordTable::opened, this, request);
  connect(this, &QTableView::doubleClicked, this, request);
  keepPlaceByIndex(*model);
  SourcesTable::setTheme(theme);
}

void SourcesTable::setTheme(const Theme& theme) {
  m_shaped = false;
  RecordTable::setTheme(theme);
}

void SourcesTable::shapeColumns() {
  if (m_shaped || m_model->rowCount() == 0) return;
  m_shaped = true;
  const QFontMetrics titles(theme().font(TextSize::Small));
  for (int column = 0; column < kSourceColumns; ++column) {
    const auto which = static_cast<SourceColumn>(column);
    int title = titles.horizontalAdvance(headOf(which).title) + 3 * kGrid;
    // A file that is chosen later must not make its word too long for the column.
    if (which == SourceColumn::State) title = m_delegate->widthOf(tr("used by hand"), true);
    setColumnWidth(column, std::max(title, m_delegate->preferredWidth(*m_model, column, maxCharacters(which, viewport()->width() < kNarrow))));
  }
  m_filePreferred = m_fileWidth = columnWidth(static_cast<int>(SourceColumn::File));
  fitFile();
}

/// fitFile gives the file column the rest of the width, because its text is elided at the left. A width that the user
/// set stays.
void SourcesTable::fitFile() {
  const int file = static_cast<int>(SourceColumn::File);
  if (!m_shaped || columnWidth(file) != m_fileWidth) return;
  const int others = horizontalHeader()->length() - m_fileWidth;
  m_fileWidth = std::clamp(viewport()->width() - others, std::min(m_filePreferred, kMinFileWidth), m_filePreferred);
  setColumnWidth(file, m_fileWidth);
}

void SourcesTable::keyPressEvent(QKeyEvent* event) {
  // In a table whose rows are chosen as a whole, Space would only select what is selected already.
  if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
    if (currentIndex().isValid()) Q_EMIT switchRequested();
    return;
  }
  RecordTable::keyPressEvent(event);
}

void SourcesTable::resizeEvent(QResizeEvent* event) {
  fitFile();
  RecordTable::resizeEvent(event);
}

OpenedPathsTable::OpenedPathsTable(OpenedPathsModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new PlainCellDelegate(theme, this)) {
  setAccessibleName(tr("Opened paths"));
  setModel(model);
  setRowDelegate(m_delegate);
  horizontalHeader()->hide();
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this,
          [this] { m_lastRow = std::max(0, currentIndex().row()); });
  setTheme(theme);
}

void OpenedPathsTable::setShownRows(int rows) { setFixedHeight(rows * m_delegate->rowHeight()); }

void OpenedPathsTable::shapeColumns() {
  static constexpr int kMaxChars[] = {32, 8, 44};
  for (int column = 0; column < OpenedPathsModel::Folder; ++column)
    setColumnWidth(column, std::max(48, m_delegate->preferredWidth(*m_model, column, kMaxChars[column])));
}

void OpenedPathsTable::restorePlace() {
  shapeColumns();
  if (m_model->rowCount() > 0 && !currentIndex().isValid()) goTo(std::min(m_lastRow, m_model->rowCount() - 1));
  viewport()->update();
}

}  // namespace plumbline::ui
