// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/heat_view.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <numeric>

#include "ui/charts/chart_readout.h"
#include "ui/numerics/details/chart_pane.h"
#include "ui/numerics/numerics_text.h"
#include "ui/numerics/wrapping_row.h"
#include "ui/support/box_layouts.h"
#include "ui/support/labels.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::int64_t kMaxHeatCells = 256;

std::int64_t flatOf(const std::vector<std::int64_t>& index, const std::vector<std::int64_t>& shape) {
  std::int64_t flat = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) flat = flat * shape[axis] + index[axis];
  return flat;
}

/// "12" or "12\u201315" for the elements of a cell.
QString spanText(std::int64_t cell, std::int64_t elements, std::int64_t cells) {
  const std::int64_t first = numerics::heatCellStart(cell, elements, cells);
  const std::int64_t last = numerics::heatCellStart(cell + 1, elements, cells) - 1;
  return first == last ? QString::number(first) : u"%1\u2013%2"_s.arg(first).arg(last);
}

}  // namespace

HeatView::HeatView(const Theme& theme, QWidget* parent)
    : ErrorView(parent),
      m_theme(theme),
      m_controls(new QWidget(this)),
      m_rows(newChoice(tr("Axis of the rows"), tr("The axis that goes down"))),
      m_columns(newChoice(tr("Axis of the columns"), tr("The axis that goes to the right"))),
      m_others(newChoice(tr("Axis to step along"), tr("The axis along which the slice is moved"))),
      m_index(new QSpinBox),
      m_along(new PlainLabel(tr("At"))),
      m_rowsLabel(new PlainLabel(tr("Rows"))),
      m_columnsLabel(new PlainLabel(tr("Columns"))),
      m_readout(new ChartReadout(theme, this)),
      m_canvas(new HeatCanvas(theme, this)),
      m_legend(new HeatLegend(theme, this)),
      m_runner([this](base::Outcome<numerics::HeatMap> map) { showMap(std::move(map)); }) {
  setAccessibleName(tr("Heat map of a slice"));
  buildControls();
  auto* words = makeColumn(nullptr, {2 * kGrid, 0, 2 * kGrid, 0});
  words->addWidget(m_readout);
  auto* below = makeColumn(nullptr, {2 * kGrid, 0, 2 * kGrid, kGrid / 2});
  below->addWidget(m_legend);
  auto* layout = makeColumn(this, {}, 0);
  layout->addWidget(m_controls);
  layout->addLayout(words);
  layout->addWidget(m_canvas, 1);
  layout->addLayout(below);
  setFocusProxy(m_canvas);
  const auto place = [this](HeatPlace at) { return m_canvas->map()->places[static_cast<std::size_t>(at.row * m_canvas->map()->columns + at.column)]; };
  connect(m_canvas, &HeatCanvas::pointedChanged, this, &HeatView::showReadout);
  connect(m_canvas, &HeatCanvas::chosen, this, [this, place](HeatPlace at) { Q_EMIT elementChosen(place(at)); });
  connect(m_canvas, &HeatCanvas::opened, this, [this, place](HeatPlace at) { Q_EMIT elementOpened(place(at)); });
  showReadout();
}

void HeatView::buildControls() {
  auto* row = new WrappingRow(m_controls);
  row->setContentsMargins(2 * kGrid, kGrid / 2, 2 * kGrid, 0);
  row->setSpacing(kGrid);
  m_index->setAccessibleName(tr("Index of the slice"));
  m_index->setToolTip(tr("Position of the slice along that axis ([ and ])"));
  m_index->setKeyboardTracking(false);
  m_rowsLabel->setBuddy(m_rows);
  m_columnsLabel->setBuddy(m_columns);
  m_along->setBuddy(m_others);
  for (QWidget* widget : QList<QWidget*>{m_rowsLabel, m_rows, m_columnsLabel, m_columns, m_along, m_others, m_index}) row->addWidget(widget);
  const auto axisAt = [](QComboBox* box) { return box->currentData().toInt(); };
  connect(m_rows, &QComboBox::currentIndexChanged, this, [this, axisAt] {
    if (!m_isMoving) setAxes(axisAt(m_rows), axisAt(m_rows) == m_columnAxis ? m_rowAxis : m_columnAxis);
  });
  connect(m_columns, &QComboBox::currentIndexChanged, this, [this, axisAt] {
    if (!m_isMoving) setAxes(axisAt(m_columns) == m_rowAxis ? m_columnAxis : m_rowAxis, axisAt(m_columns));
  });
  connect(m_others, &QComboBox::currentIndexChanged, this, [this] {
    if (!m_isMoving) showOther();
  });
  connect(m_index, &QSpinBox::valueChanged, this, [this](int index) {
    if (!m_isMoving) goToSlice(index);
  });
}

void HeatView::setTheme(const Theme& theme) {
  m_theme = theme;
  m_readout->setTheme(theme);
  m_canvas->setTheme(theme);
  m_legend->setTheme(theme);
}

QList<QWidget*> HeatView::focusOrder() const { return {m_rows, m_columns, m_others, m_index, m_canvas}; }
QString HeatView::reading() const { return m_readout->text(); }
bool HeatView::hasOtherAxes() const { return m_shape.size() > 2; }
std::vector<std::int64_t> HeatView::chosenIndex() const { return numerics::indexOf(*context().chosen, m_shape); }

/// chooseAxes chooses the two longest axes, the first of them for the rows.
void HeatView::chooseAxes() {
  std::vector<int> axes(m_shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  std::ranges::stable_sort(axes, [this](int a, int b) { return m_shape[static_cast<std::size_t>(a)] > m_shape[static_cast<std::size_t>(b)]; });
  m_rowAxis = axes.size() > 1 ? std::min(axes[0], axes[1]) : -1;
  m_columnAxis = axes.empty() ? -1 : axes.size() > 1 ? std::max(axes[0], axes[1]) : 0;
}

void HeatView::showAxes() {
  m_isMoving = true;
  for (QComboBox* box : {m_rows, m_columns, m_others}) box->clear();
  for (int axis = 0; axis < static_cast<int>(m_shape.size()); ++axis) {
    m_rows->addItem(axisText(m_shape, axis), axis);
    m_columns->addItem(axisText(m_shape, axis), axis);
    if (axis != m_rowAxis && axis != m_columnAxis) m_others->addItem(tr("axis %1").arg(axis), axis);
  }
  m_rows->setCurrentIndex(m_rowAxis);
  m_columns->setCurrentIndex(m_columnAxis);
  m_controls->setVisible(m_shape.size() > 1);
  for (QWidget* widget : QList<QWidget*>{m_along, m_others, m_index}) widget->setVisible(hasOtherAxes());
  m_isMoving = false;
  showOther();
}

void HeatView::showOther() {
  if (!hasOtherAxes() || !context().chosen) return;
  const auto axis = static_cast<std::size_t>(m_others->currentData().toInt());
  m_isMoving = true;
  m_index->setRange(0, static_cast<int>(std::min<std::int64_t>(m_shape[axis] - 1, std::numeric_limits<int>::max())));
  m_index->setValue(static_cast<int>(chosenIndex()[axis]));
  m_index->setSuffix(u" (0\u2013%1)"_s.arg(m_shape[axis] - 1));
  m_isMoving = false;
}

void HeatView::setAxes(int row, int column) {
  if (row == column || !context().statistics || !context().chosen) return;
  m_rowAxis = row;
  m_columnAxis = column;
  showAxes();
  compute(*context().chosen, false);
}

void HeatView::goToSlice(int index) {
  if (!context().chosen || !hasOtherAxes()) return;
  std::vector<std::int64_t> to = chosenIndex();
  to[static_cast<std::size_t>(m_others->currentData().toInt())] = index;
  compute(flatOf(to, m_shape), true);
}

void HeatView::step(int by) {
  if (hasOtherAxes()) m_index->setValue(m_index->value() + by);
}

void HeatView::refresh() {
  if (!context().statistics || !context().chosen) {
    m_runner.cancel();
    setBusy(false);
    m_requested.reset();
    if (!context().pair || context().statistics) {
      m_canvas->showMap(nullptr);
      m_legend->setScale(m_canvas->scale());
      m_hasAxes = false;
      m_controls->hide();
    }
    return;
  }
  if (!m_hasAxes || m_shape != context().statistics->shape) {
    // Another tensor of the same shape keeps the axes.
    if (m_shape != context().statistics->shape || !m_wereChosen) {
      m_shape = context().statistics->shape;
      chooseAxes();
      m_wereChosen = true;
    }
    m_hasAxes = true;
    showAxes();
  }
  std::vector<std::int64_t> fixed = chosenIndex();
  for (const int axis : {m_rowAxis, m_columnAxis})
    if (axis >= 0) fixed[static_cast<std::size_t>(axis)] = 0;
  if (m_requested == context().statistics && fixed == m_requestedFixed) return showChosen();
  compute(*context().chosen, false);
}

void HeatView::compute(std::int64_t through, bool takesWorst) {
  m_requested = context().statistics;
  m_takesWorst = takesWorst;
  m_requestedFixed = numerics::indexOf(through, m_shape);
  for (const int axis : {m_rowAxis, m_columnAxis})
    if (axis >= 0) m_requestedFixed[static_cast<std::size_t>(axis)] = 0;
  setBusy(true);
  m_runner.run([pair = context().pair, row = m_rowAxis, column = m_columnAxis, through](const base::Progress& progress) {
    return numerics::heatMap(pair->pair(), row, column, through, kMaxHeatCells, progress);
  });
}

void HeatView::showMap(base::Outcome<numerics::HeatMap> map) {
  setBusy(false);
  if (map.isError()) Q_EMIT failed(map.error());
  if (!map.isValue()) return;
  const auto made = std::make_shared<const numerics::HeatMap>(std::move(map.value()));
  m_canvas->showMap(made);
  m_legend->setScale(m_canvas->scale());
  if (m_takesWorst && !made->places.empty()) {
    m_takesWorst = false;
    Q_EMIT elementChosen(made->places[static_cast<std::size_t>(made->worstRow * made->columns + made->worstColumn)]);
  }
  showChosen();
}

void HeatView::showChosen() {
  showOther();
  const HeatMapPtr& map = m_canvas->map();
  if (!map || !context().chosen || m_runner.isBusy()) return;
  const std::vector<std::int64_t> index = chosenIndex();
  const auto cell = [&index](int axis, std::int64_t elements, std::int64_t cells) {
    return axis < 0 ? 0 : numerics::heatCell(index[static_cast<std::size_t>(axis)], elements, cells);
  };
  m_canvas->setCurrent(HeatPlace{cell(map->rowAxis, map->rowElements, map->rows), cell(map->columnAxis, map->columnElements, map->columns)});
}

void HeatView::showReadout() {
  const auto place = m_canvas->pointed();
  const HeatMapPtr& map = m_canvas->map();
  if (!place || !map) {
    m_readout->showItem(nullptr, false, tr("Point at a cell, or walk with the arrow keys"));
    return;
  }
  const auto at = static_cast<std::size_t>(place->row * map->columns + place->column);
  charts::Item item;
  item.name = numerics::indexText(numerics::indexOf(map->places[at], m_shape));
  QString numbers = tr("error %1").arg(numberText(static_cast<double>(map->errors[at])));
  if (map->rowAxis < 0 && map->columns < map->columnElements)
    numbers += tr(", the largest of %1").arg(spanText(place->column, map->columnElements, map->columns));
  else if (map->rows < map->rowElements || map->columns < map->columnElements)
    numbers += tr(", the largest of rows %1, columns %2").arg(spanText(place->row, map->rowElements, map->rows),
                                                             spanText(place->column, map->columnElements, map->columns));
  if (*place == HeatPlace{map->worstRow, map->worstColumn}) numbers += tr("; the largest here");
  item.numbers = numbers.toStdString();
  m_readout->showItem(&item, false, {});
  m_canvas->setAccessibleDescription(m_readout->text());
}

}  // namespace plumbline::ui
