// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/heat_view.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>
#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ui/charts/chart_readout.h"
#include "ui/numerics/details/chart_pane.h"
#include "ui/numerics/numerics_text.h"
#include "ui/support/wrapping_row.h"
#include "ui/support/layouts.h"
#include "ui/support/labels.h"

namespace plumbline::ui {
namespace {

constexpr double kMinCrossCell = 5;   ///< px of a cell in which a cross can be seen
constexpr double kSwatch = 14, kLegendBarWidth = 120;
constexpr double kMaxCellSize = 56;       ///< px
constexpr std::int64_t kPageCells = 8; ///< Page Up and Down
constexpr double kMinGridCell = 7;       ///< px of a cell from which grid lines are drawn

QString axisName(int axis) { return axis < 0 ? QString() : plumbline::ui::HeatCanvas::tr("axis %1").arg(axis); }

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

HeatScale::HeatScale(const std::vector<float>& errors) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const float error : errors) {
    if (!std::isfinite(error)) {
      m_hasNotFinite = true;
    } else if (error <= 0) {
      m_hasZero = true;
    } else {
      smallest = std::min<double>(smallest, error);
      m_max = std::max<double>(m_max, error);
    }
  }
  m_low = std::max(smallest, m_max * std::pow(10.0, -kMaxDecades));
  m_isCut = smallest < m_low;
}

double HeatScale::shareOf(double error) const {
  if (!(m_max > m_low)) return 1;
  return std::clamp(std::log(error / m_low) / std::log(m_max / m_low), 0.0, 1.0);
}

QColor HeatScale::color(float error, const Theme& theme) const {
  if (!std::isfinite(error)) return theme.classStyle(verdicts::VerdictClass::Invalid).chip;
  return error > 0 ? theme.sequential(shareOf(error)) : theme.color(Tone::Base);
}

std::int64_t heatLabelStep(double length, double room, std::int64_t cells) {
  const auto fitting = std::max<std::int64_t>(static_cast<std::int64_t>(length / room), 1);
  return std::max<std::int64_t>((cells + fitting - 1) / fitting, 1);
}

void paintNotFinite(QPainter& painter, const QRectF& cell, const Theme& theme) {
  if (std::min(cell.width(), cell.height()) < kMinCrossCell) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(Tone::Base), 1.5));
  const QPointF reach(std::min(cell.width(), 16.0) * 0.3, std::min(cell.height(), 16.0) * 0.3);
  const QPointF at = cell.center();
  painter.drawLine(at - reach, at + reach);
  painter.drawLine(at + QPointF(-reach.x(), reach.y()), at + QPointF(reach.x(), -reach.y()));
  painter.restore();
}

void paintWorst(QPainter& painter, const QRectF& cell, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  // Small cells get a ring around them, large ones a frame inside.
  const bool isLarge = std::min(cell.width(), cell.height()) > 24;
  const double wide = std::max(cell.width(), 8.0) / 2 + 3, high = std::max(cell.height(), 8.0) / 2 + 3;
  const QRectF shown = isLarge ? cell.adjusted(3, 3, -3, -3) : QRectF(cell.center() - QPointF(wide, high), QSizeF(2 * wide, 2 * high));
  const double radius = std::min(shown.width(), shown.height()) / 2;
  const auto draw = [&](const QColor& color, double width) {
    painter.setPen(QPen(color, width));
    painter.drawRoundedRect(shown, std::min(radius, 10.0), std::min(radius, 10.0));
  };
  draw(theme.color(Tone::Base), 4);
  draw(theme.color(Tone::Text), 2);
  painter.restore();
}

HeatLegend::HeatLegend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  HeatLegend::setTheme(theme);
}

void HeatLegend::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Small));
  updateGeometry();
  update();
}

void HeatLegend::setScale(const HeatScale& scale) {
  m_scale = scale;
  QStringList parts{scale.hasErrors() ? tr("Colours from %1 to %2").arg(numberText(scale.low()), numberText(scale.max()))
                                      : tr("No errors")};
  if (scale.hasNotFinite()) parts << tr("crossed out: not finite");
  setAccessibleName(parts.join(u"; "_s));
  parts << tr("a ring is around the largest error");
  setToolTip(parts.join(u"; "_s));
  update();
}

QSize HeatLegend::sizeHint() const { return {360, fontMetrics().height() + kGrid}; }

void HeatLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QFontMetricsF metrics(font());
  const double middle = height() / 2.0;
  double x = 0;
  const auto write = [&](const QString& text, Tone tone) {
    painter.setPen(m_theme.color(tone));
    const double width = metrics.horizontalAdvance(text);
    if (x + width > this->width()) return;
    painter.drawText(QRectF(x, 0, width + 1, height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
    x += width + kGrid;
  };
  const auto swatch = [&](const QColor& color, const QString& text, auto mark) {
    if (x + kSwatch + kGrid / 2.0 + metrics.horizontalAdvance(text) > width()) return;
    const QRectF box(x + 0.5, middle - kSwatch / 2, kSwatch, kSwatch);
    painter.setPen(m_theme.color(Tone::Border));
    painter.setBrush(color);
    painter.drawRect(box);
    mark(box);
    x += kSwatch + kGrid / 2.0;
    write(text, Tone::Text);
    x += kGrid / 2.0;
  };
  const auto nothing = [](const QRectF&) {};
  if (m_scale.hasErrors()) {
    write((m_scale.isCut() ? u"\u2264 "_s : QString()) + numberText(m_scale.low()), Tone::Text);
    const QRectF bar(x, middle - kSwatch / 2, std::min(kLegendBarWidth, std::max(24.0, width() * 0.3)), kSwatch);
    QLinearGradient colors(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 10; ++i) colors.setColorAt(i / 10.0, m_theme.sequential(i / 10.0));
    painter.fillRect(bar, m_scale.max() > m_scale.low() ? QBrush(colors) : QBrush(m_theme.sequential(1)));
    painter.setPen(m_theme.color(Tone::Border));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    x = bar.right() + kGrid;
    write(tr("%1 (log)").arg(numberText(m_scale.max())), Tone::Text);
    x += kGrid;
  }
  if (m_scale.hasZero()) swatch(m_theme.color(Tone::Base), u"0"_s, nothing);
  if (m_scale.hasNotFinite())
    swatch(m_theme.classStyle(verdicts::VerdictClass::Invalid).chip, tr("not finite"),
           [&](const QRectF& box) { paintNotFinite(painter, box, m_theme); });
  if (m_scale.hasErrors() || m_scale.hasNotFinite()) {
    x += 2;
    swatch(m_theme.color(Tone::Base), tr("largest"), [&](const QRectF& box) {
      painter.fillRect(box.adjusted(-1, -1, 1, 1), m_theme.color(Tone::Base));
      paintWorst(painter, box.adjusted(5, 5, -5, -5), m_theme);
    });
  }
}

HeatCanvas::HeatCanvas(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setAccessibleName(tr("Heat map of errors"));
  HeatCanvas::setTheme(theme);
}

void HeatCanvas::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Small));
  makeImage();
  update();
}

void HeatCanvas::showMap(const HeatMapPtr& map) {
  m_map = map;
  m_scale = map ? HeatScale(map->errors) : HeatScale();
  m_hovered.reset();
  const auto isInside = [&map](const HeatCell& cell) { return map && cell.row < map->rows && cell.column < map->columns; };
  if (m_current && !isInside(*m_current)) m_current.reset();
  makeImage();
  update();
  Q_EMIT pointedChanged();
}

/// makeImage has one pixel per cell; painting scales it.
void HeatCanvas::makeImage() {
  m_image = {};
  if (!m_map || m_map->errors.empty()) return;
  m_image = QImage(static_cast<int>(m_map->columns), static_cast<int>(m_map->rows), QImage::Format_RGB32);
  for (int row = 0; row < m_image.height(); ++row) {
    auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(row));
    for (int column = 0; column < m_image.width(); ++column)
      line[column] = m_scale.color(m_map->errors[static_cast<std::size_t>(row * m_map->columns + column)], m_theme).rgb();
  }
}

void HeatCanvas::setCurrent(std::optional<HeatCell> cell) {
  if (cell == m_current) return;
  m_current = cell;
  update();
  Q_EMIT pointedChanged();
}

QRectF HeatCanvas::plot() const {
  if (!m_map) return {};
  const QFontMetricsF metrics(font());
  const double line = std::ceil(metrics.height());
  const double left = std::ceil(metrics.horizontalAdvance(QString::number(std::max<std::int64_t>(m_map->rowElements - 1, 0)))) +
                      (m_map->rowAxis >= 0 ? line + kGrid : 0) + kGrid;
  const QRectF room = QRectF(rect()).adjusted(left, kGrid, -2 * kGrid, -(2 * line + kGrid));
  const double width = std::min(room.width(), static_cast<double>(m_map->columns) * kMaxCellSize);
  const double height = std::min(room.height(), static_cast<double>(m_map->rows) * kMaxCellSize);
  return {std::round(room.left()), std::round(room.top()), std::max(1.0, std::floor(width)), std::max(1.0, std::floor(height))};
}

QRectF HeatCanvas::cellRect(HeatCell cell) const {
  if (!m_map) return {};
  const QRectF all = plot();
  const double width = all.width() / static_cast<double>(m_map->columns), height = all.height() / static_cast<double>(m_map->rows);
  return {all.left() + static_cast<double>(cell.column) * width, all.top() + static_cast<double>(cell.row) * height, width, height};
}

std::optional<HeatCell> HeatCanvas::cellAt(QPointF pixel) const {
  const QRectF all = plot();
  if (!m_map || m_map->errors.empty() || !all.contains(pixel)) return std::nullopt;
  const auto at = [](double from, double size, std::int64_t cells) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(from / size * static_cast<double>(cells)), 0, cells - 1);
  };
  return HeatCell{at(pixel.y() - all.top(), all.height(), m_map->rows), at(pixel.x() - all.left(), all.width(), m_map->columns)};
}

void HeatCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.color(Tone::Base));
  if (!m_image.isNull()) {
    const QRectF all = plot();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(all, m_image);
    paintLabels(painter, all);
    paintMarks(painter);
  }
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(Tone::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(3, 1, -3, -1), 4, 4);
  }
}

void HeatCanvas::paintLabels(QPainter& painter, const QRectF& all) const {
  const QFontMetricsF metrics(font());
  const double line = std::ceil(metrics.height());
  painter.setPen(m_theme.color(Tone::Border));
  painter.drawRect(all.adjusted(-0.5, -0.5, 0.5, 0.5));
  const QRectF cell = cellRect({0, 0});
  if (std::min(cell.width(), cell.height()) >= kMinGridCell) {
    for (std::int64_t row = 1; row < m_map->rows; ++row)
      painter.drawLine(QPointF(all.left(), std::round(cellRect({row, 0}).top())), QPointF(all.right(), std::round(cellRect({row, 0}).top())));
    for (std::int64_t column = 1; column < m_map->columns; ++column)
      painter.drawLine(QPointF(std::round(cellRect({0, column}).left()), all.top()), QPointF(std::round(cellRect({0, column}).left()), all.bottom()));
  }
  painter.setPen(m_theme.color(Tone::Muted));
  // Indices at regular distances.
  const std::int64_t last = std::max(m_map->rowElements, m_map->columnElements) - 1;
  const double room = metrics.horizontalAdvance(QString::number(last)) + 2 * kGrid;
  for (std::int64_t at = 0, step = heatLabelStep(all.width(), room, m_map->columns); at < m_map->columns; at += step) {
    const QRectF box = cellRect({0, at});
    const QString text = QString::number(numerics::heatCellStart(at, m_map->columnElements, m_map->columns));
    painter.drawText(QRectF(box.center().x() - 40, all.bottom() + 2, 80, line), Qt::AlignHCenter | Qt::AlignTop, text);
  }
  if (m_map->columnAxis >= 0)
    painter.drawText(QRectF(all.left(), all.bottom() + line + 2, std::max(all.width(), 60.0), line), Qt::AlignLeft | Qt::AlignTop, axisName(m_map->columnAxis) + u" \u2192"_s);
  if (m_map->rowAxis < 0) return;
  for (std::int64_t at = 0, step = heatLabelStep(all.height(), line * 1.4, m_map->rows); at < m_map->rows; at += step) {
    const QRectF box = cellRect({at, 0});
    const QString text = QString::number(numerics::heatCellStart(at, m_map->rowElements, m_map->rows));
    painter.drawText(QRectF(0, box.center().y() - line / 2, all.left() - kGrid / 2.0, line), Qt::AlignRight | Qt::AlignVCenter, text);
  }
  painter.save();
  painter.translate(kGrid / 2.0, all.top());
  painter.rotate(90);
  painter.drawText(QRectF(0, -line, std::max(all.height(), 60.0), line), Qt::AlignLeft | Qt::AlignTop, axisName(m_map->rowAxis) + u" \u2192"_s);
  painter.restore();
}

void HeatCanvas::paintMarks(QPainter& painter) const {
  const QRectF cell = cellRect({0, 0});
  if (m_scale.hasNotFinite() && std::min(cell.width(), cell.height()) >= 5) {
    for (std::int64_t row = 0; row < m_map->rows; ++row)
      for (std::int64_t column = 0; column < m_map->columns; ++column)
        if (!std::isfinite(m_map->errors[static_cast<std::size_t>(row * m_map->columns + column)]))
          paintNotFinite(painter, cellRect({row, column}), m_theme);
  }
  if (m_scale.hasErrors() || m_scale.hasNotFinite()) paintWorst(painter, cellRect({m_map->worstRow, m_map->worstColumn}), m_theme);
  const auto outline = [&](HeatCell outlined, const QColor& color, double width) {
    const QRectF box = cellRect(outlined).adjusted(-1, -1, 1, 1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.color(Tone::Base), width + 2));
    painter.drawRect(box);
    painter.setPen(QPen(color, width));
    painter.drawRect(box);
  };
  if (m_hovered && m_hovered != m_current) outline(*m_hovered, m_theme.color(Tone::Text), 1);
  if (m_current) outline(*m_current, m_theme.color(Tone::Accent), 2);
}

void HeatCanvas::hover(std::optional<HeatCell> cell) {
  if (cell == m_hovered) return;
  m_hovered = cell;
  update();
  Q_EMIT pointedChanged();
}

void HeatCanvas::mouseMoveEvent(QMouseEvent* event) { hover(cellAt(event->position())); }
void HeatCanvas::leaveEvent(QEvent*) { hover({}); }

void HeatCanvas::mousePressEvent(QMouseEvent* event) {
  const auto cell = cellAt(event->position());
  if (event->button() != Qt::LeftButton || !cell) return;
  setCurrent(cell);
  Q_EMIT chosen(*cell);
}

void HeatCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto cell = cellAt(event->position());
  if (event->button() == Qt::LeftButton && cell) Q_EMIT opened(*cell);
}

void HeatCanvas::keyPressEvent(QKeyEvent* event) {
  if (!m_map || m_map->errors.empty() || (event->modifiers() & ~(Qt::KeypadModifier | Qt::ControlModifier))) return QWidget::keyPressEvent(event);
  HeatCell to = m_current.value_or(HeatCell{m_map->worstRow, m_map->worstColumn});
  const bool isFar = event->modifiers().testFlag(Qt::ControlModifier);
  const std::int64_t step = isFar ? kPageCells : 1;
  switch (event->key()) {
    case Qt::Key_Left: to.column -= step; break;
    case Qt::Key_Right: to.column += step; break;
    case Qt::Key_Up: to.row -= step; break;
    case Qt::Key_Down: to.row += step; break;
    case Qt::Key_PageUp: to.row -= kPageCells; break;
    case Qt::Key_PageDown: to.row += kPageCells; break;
    case Qt::Key_Home: to.column = 0; break;
    case Qt::Key_End: to.column = m_map->columns - 1; break;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT opened(to); return;
    default: QWidget::keyPressEvent(event); return;
  }
  to.row = std::clamp<std::int64_t>(to.row, 0, m_map->rows - 1);
  to.column = std::clamp<std::int64_t>(to.column, 0, m_map->columns - 1);
  if (!m_current) to = {m_map->worstRow, m_map->worstColumn};
  if (to == m_current) return;
  setCurrent(to);
  Q_EMIT chosen(to);
}

HeatView::HeatView(const Theme& theme, QWidget* parent)
    : ErrorView(parent),
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
  auto* above = makeColumn(nullptr, {2 * kGrid, 0, 2 * kGrid, 0}, -1, {m_readout});
  auto* below = makeColumn(nullptr, {2 * kGrid, 0, 2 * kGrid, kGrid / 2}, -1, {m_legend});
  makeColumn(this, {}, 0, {m_controls, above, {m_canvas, 1}, below});
  setFocusProxy(m_canvas);
  const auto elementOf = [this](HeatCell at) { return m_canvas->map()->elements[static_cast<std::size_t>(at.row * m_canvas->map()->columns + at.column)]; };
  connect(m_canvas, &HeatCanvas::pointedChanged, this, &HeatView::showReadout);
  connect(m_canvas, &HeatCanvas::chosen, this, [this, elementOf](HeatCell at) { Q_EMIT elementChosen(elementOf(at)); });
  connect(m_canvas, &HeatCanvas::opened, this, [this, elementOf](HeatCell at) { Q_EMIT elementOpened(elementOf(at)); });
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
  if (m_takesWorst && !made->elements.empty()) {
    m_takesWorst = false;
    Q_EMIT elementChosen(made->elements[static_cast<std::size_t>(made->worstRow * made->columns + made->worstColumn)]);
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
  m_canvas->setCurrent(HeatCell{cell(map->rowAxis, map->rowElements, map->rows), cell(map->columnAxis, map->columnElements, map->columns)});
}

void HeatView::showReadout() {
  const auto cell = m_canvas->pointed();
  const HeatMapPtr& map = m_canvas->map();
  if (!cell || !map) {
    m_readout->showItem(nullptr, ChartReadout::ClassOf::Nothing, tr("Point at a cell, or walk with the arrow keys"));
    return;
  }
  const auto at = static_cast<std::size_t>(cell->row * map->columns + cell->column);
  charts::Item item;
  item.name = numerics::indexText(numerics::indexOf(map->elements[at], m_shape));
  QStringList numbers{tr("error %1").arg(numberText(static_cast<double>(map->errors[at])))};
  const QString columns = spanText(cell->column, map->columnElements, map->columns);
  if (map->rowAxis < 0 && map->columns < map->columnElements)
    numbers << tr("the largest of %1").arg(columns);
  else if (map->rows < map->rowElements || map->columns < map->columnElements)
    numbers << tr("the largest of rows %1, columns %2").arg(spanText(cell->row, map->rowElements, map->rows), columns);
  if (*cell == HeatCell{map->worstRow, map->worstColumn}) numbers << tr("the largest here");
  item.numbers = numbers.join(u", "_s).toStdString();
  m_readout->showItem(&item, ChartReadout::ClassOf::Nothing, {});
  m_canvas->setAccessibleDescription(m_readout->text());
}

}  // namespace plumbline::ui
