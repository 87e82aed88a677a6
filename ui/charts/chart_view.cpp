// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_view.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_style.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using charts::Shape;

namespace {

constexpr double kSide = 2 * kGrid;          ///< px left and right of the picture
constexpr double kMinCategories = 4;       ///< stay on screen at the deepest zoom
constexpr double kLegendGap = 2 * kGrid;
constexpr std::size_t kSmoothBars = 150;     ///< above it smooth edges only blur

PlotMap::Ways waysOf(const charts::ChartData& chart) {
  const bool hasBase = std::ranges::any_of(chart.series, [](const charts::Series& s) { return s.shape == Shape::Bars || s.shape == Shape::Steps; });
  return {.zoomsY = !chart.x.isCategory && !hasBase, .minX = chart.x.isCategory ? kMinCategories : 0};
}

bool hasSameAxes(const charts::ChartData& a, const charts::ChartData& b) {
  const auto same = [](const charts::Axis& one, const charts::Axis& two) {
    return one.low == two.low && one.high == two.high && one.isLog == two.isLog && one.title == two.title;
  };
  return a.kind == b.kind && same(a.x, b.x) && same(a.y, b.y);
}

constexpr double kMaxColumn = 64;      ///< px of the band behind the current category, where there are few
constexpr double kWheelNotch = 120;
constexpr double kZoomPerNotch = 1.25;
constexpr double kPanShare = 0.125;  ///< of the plot, per key

QAccessibleInterface* makeChartAccess(const QString&, QObject* object) {
  auto* view = qobject_cast<ChartView*>(object);
  return view == nullptr ? nullptr : new QAccessibleWidget(view, QAccessible::Chart);
}

}  // namespace

base::Outcome<MadeChart> makeFirst(const std::vector<ChartRecipe>& recipes, bool isReplaced, bool hasTable, const base::Progress& progress) {
  MadeChart made{recipes.front().kind, recipes.front().make(hasTable), {}, {}};
  for (std::size_t i = 1; i < recipes.size() && (!made.chart || made.chart->isEmpty()) && !made.other; ++i) {
    const ChartPtr other = recipes[i].make(hasTable);
    if (!other || other->isEmpty()) continue;
    if (isReplaced && made.chart) made = {recipes[i].kind, other, {}, {}};
    else made.other = recipes[i].kind;
  }
  if (!progress.report(2, 3)) return base::Cancelled{};
  if (made.chart) made.index = std::make_shared<const ChartIndex>(*made.chart);
  return made;
}

ChartView::ChartView(const Theme& theme, QWidget* parent)
    : QChartView(parent), m_theme(theme), m_data(std::make_shared<charts::ChartData>()), m_index(std::make_shared<ChartIndex>()) {
  QAccessible::installFactory(makeChartAccess);
  m_series = std::make_unique<ChartSeries>(chart());
  chart()->legend()->hide();
  chart()->setBackgroundVisible(false);
  chart()->setPlotAreaBackgroundVisible(false);
  chart()->setMargins({});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  scene()->setItemIndexMethod(QGraphicsScene::NoIndex);  // all items move with each zoom
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMouseTracking(true);
  viewport()->setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(240, 160);
  setTheme(theme);
}
ChartView::~ChartView() = default;

/// Where a mark lies in units does not depend on the plot.
ChartIndex::ChartIndex(const charts::ChartData& chart) : summary(fromUtf8(charts::chartSummary(chart))) {
  const PlotMap map(chart.x, chart.y, waysOf(chart));
  finder = MarkFinder(chart, map);
  layers = PlotLayers(chart, map);
}

void ChartView::showChart(const ChartPtr& chart, const ChartIndexPtr& index) {
  const QString name = m_current && itemOf(m_current) ? fromUtf8(itemOf(m_current)->name) : QString();
  const Span shownX = m_map.shownX();
  const Span shownY = m_map.shownY();
  const ChartPtr made = chart ? chart : std::make_shared<charts::ChartData>();
  const bool stays = hasSameAxes(*m_data, *made) && !m_map.isWhole();
  m_data = made;
  m_hovered.reset();
  m_current.reset();
  m_drag = Drag::None;
  m_map = PlotMap(m_data->x, m_data->y, waysOf(*m_data));
  if (stays) m_map.show(shownX, shownY);
  m_index = index ? index : std::make_shared<const ChartIndex>(*m_data);
  std::size_t bars = 0;
  for (const charts::Series& series : m_data->series)
    if (series.shape == charts::Shape::Bars) bars += series.marks.size();
  setRenderHint(QPainter::Antialiasing, bars <= kSmoothBars);
  layOut();
  m_series->build(*m_data, m_map, m_theme);
  if (!name.isEmpty()) chooseItem(name);
  describe();
  Q_EMIT viewChanged();
  Q_EMIT pointedChanged();
}

void ChartView::setTheme(const Theme& theme) {
  m_theme = theme;
  QPalette palette = theme.palette();
  palette.setColor(QPalette::Base, theme.color(Tone::Base));
  setPalette(palette);
  setBackgroundBrush(theme.color(Tone::Base));
  m_series->setTheme(*m_data, theme);
  layOut();
}

void ChartView::setCaptioned(bool on) {
  m_captioned = on;
  layOut();
}

QImage ChartView::picture(const ChartPtr& chart, const Theme& theme, QSize size, double sharpness) {
  if (!chart || chart->isEmpty() || size.isEmpty()) return {};
  ChartView view(theme);
  view.setMinimumSize(1, 1);
  view.setCaptioned(true);
  view.resize(size);
  view.grab({0, 0, 1, 1});  // without a window it only now hears of its size
  view.showChart(chart);
  QImage image(size * sharpness, QImage::Format_RGB32);
  image.setDevicePixelRatio(sharpness);
  image.fill(theme.color(Tone::Base));
  QPainter painter(&image);
  view.render(&painter, QRectF(QPointF(0, 0), QSizeF(size)), QRect(QPoint(0, 0), size));
  return image;
}

/// layOut gives plot and labels their places after a new size, chart or theme.
void ChartView::layOut() {
  const QRectF all = QRectF(QPointF(0, 0), QSizeF(size()));
  const double top = m_captioned ? captionHeight() : 0;
  m_plan = planMargins(*m_data, m_map, all.adjusted(kSide, top, -kSide, -kGrid), m_theme);
  m_map.setPlot(m_plan.plot);
  chart()->setPlotArea(m_plan.plot);
  placeLabels(m_plan, *m_data, m_map, m_theme);
  m_above = {};
  viewport()->update();
}

void ChartView::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  layOut();
}

/// changeView follows a zoom or pan of the map.
void ChartView::changeView(bool changed) {
  if (!changed) return;
  m_series->showRange(*m_data, m_map);
  placeLabels(m_plan, *m_data, m_map, m_theme);
  m_above = {};
  viewport()->update();
  Q_EMIT viewChanged();
}

void ChartView::zoom(double factor) {
  QPointF around = m_map.plot().center();
  if (m_current && m_map.plot().contains(m_map.toPixel(m_index->finder.units(*m_current)))) around = m_map.toPixel(m_index->finder.units(*m_current));
  changeView(m_map.zoomAt(around, factor));
}

void ChartView::showWhole() { changeView(m_map.showWhole()); }

const charts::Item* ChartView::itemOf(const std::optional<MarkAt>& at) const {
  if (!at || at->series >= m_data->series.size() || at->mark >= m_data->series[at->series].marks.size()) return nullptr;
  const std::uint32_t item = m_data->series[at->series].marks[at->mark].item;
  return item < m_data->items.size() ? &m_data->items[item] : nullptr;
}

const charts::Item* ChartView::pointed() const { return withNumbers(itemOf(m_hovered ? m_hovered : m_current)); }

const charts::Item* ChartView::withNumbers(const charts::Item* item) const {
  if (item == nullptr || !item->numbers.empty() || !m_data->makeNumbers) return item;
  m_pointed = *item;
  m_pointed.numbers = m_data->numbersOf(static_cast<std::size_t>(item - m_data->items.data()));
  return &m_pointed;
}

bool ChartView::chooseItem(const QString& name) {
  if (name.isEmpty()) {
    setCurrent({}, false);
    return true;
  }
  const std::string wanted = name.toStdString();
  if (const charts::Item* item = itemOf(m_current); item != nullptr && item->name == wanted) return true;
  for (std::uint32_t i = 0; i < m_data->items.size(); ++i) {
    if (m_data->items[i].name != wanted) continue;
    if (const auto at = m_index->finder.ofItem(i)) {
      setCurrent(at, false);
      return true;
    }
  }
  return false;
}

void ChartView::setCurrent(std::optional<MarkAt> at, bool isUser) {
  if (at == m_current) return;
  updateMark(m_current);
  m_current = at;
  if (at) changeView(m_map.reveal(m_index->finder.units(*at)));
  updateMark(m_current);
  describe();
  Q_EMIT pointedChanged();
  if (isUser) emitItem(&ChartView::itemChosen);
}

void ChartView::hover(std::optional<MarkAt> at) {
  if (at == m_hovered) return;
  updateMark(m_hovered);
  m_hovered = at;
  updateMark(m_hovered);
  Q_EMIT pointedChanged();
}

void ChartView::emitItem(void (ChartView::*signal)(const QString&, const QString&)) {
  if (const charts::Item* item = itemOf(m_current))
    (this->*signal)(fromUtf8(item->name), fromUtf8(m_data->series[m_current->series].title));
}

void ChartView::updateMark(const std::optional<MarkAt>& at) {
  if (!itemOf(at)) return;
  QRectF dirty = m_index->layers.markRect(view(), *at);
  if (m_current == at) dirty |= columnOf(*at);
  viewport()->update(dirty.toAlignedRect().adjusted(-2, -2, 2, 2));
}

/// describe updates the accessible text: what is shown, and the current mark.
void ChartView::describe() {
  const charts::Item* item = withNumbers(itemOf(m_current));
  const QString title = fromUtf8(m_data->title);
  setAccessibleDescription(m_index->summary);
  setAccessibleName(item ? u"%1: %2, %3"_s.arg(title, fromUtf8(item->name), trueMinus(fromUtf8(item->numbers))) : title);
}

QRectF ChartView::columnOf(MarkAt at) const {
  if (!m_data->x.isCategory) return {};
  const double x = m_map.unitX(m_data->series[at.series].marks[at.mark].x);
  const double half = std::min(0.5, kMaxColumn / 2 / m_map.pixelsPerX());
  return QRectF(QPointF(std::round(m_map.pixelX(x - half)), m_plan.plot.top()),
                QPointF(std::round(m_map.pixelX(x + half)), m_plan.plot.bottom())).intersected(m_plan.plot);
}

void ChartView::drawBackground(QPainter* painter, const QRectF& rect) {
  painter->fillRect(rect, m_theme.color(Tone::Base));
  if (m_captioned) paintCaption(*painter);
  if (m_data->isEmpty()) return;
  m_index->layers.paintBehind(*painter, view());
  if (itemOf(m_current)) {
    QColor column = m_theme.color(Tone::Accent);
    column.setAlphaF(0.14F);
    painter->fillRect(columnOf(*m_current), column);
  }
  paintAxes(*painter, m_plan, *m_data, m_theme, rect);
}

void ChartView::drawForeground(QPainter* painter, const QRectF& rect) {
  if (!m_data->isEmpty()) {
    if (m_above.isNull()) {
      const double ratio = painter->device()->devicePixelRatioF();
      m_above = QPixmap((QSizeF(size()) * ratio).toSize());
      m_above.setDevicePixelRatio(ratio);
      m_above.fill(Qt::transparent);
      QPainter above(&m_above);
      m_index->layers.paintAbove(above, view());
    }
    const double ratio = m_above.devicePixelRatio();
    painter->drawPixmap(rect, m_above, QRectF(rect.topLeft() * ratio, rect.size() * ratio));
    painter->save();
    painter->setClipRect(m_plan.plot.adjusted(-4, -4, 4, 4));
    if (itemOf(m_hovered) && m_hovered != m_current) m_index->layers.paintRing(*painter, view(), *m_hovered, m_theme.color(Tone::Text), 1.25);
    if (itemOf(m_current)) m_index->layers.paintRing(*painter, view(), *m_current, m_theme.color(Tone::Accent), 2.0);
    if (m_drag == Drag::Rubber) {
      QColor fill = m_theme.color(Tone::Accent);
      painter->setPen(QPen(fill, 1));
      fill.setAlphaF(0.12F);
      painter->setBrush(fill);
      painter->drawRect(rubberRect());
    }
    painter->restore();
  }
  if (hasFocus() && !m_captioned) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(m_theme.color(Tone::Accent), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(QPointF(0, 0), QSizeF(size())).adjusted(3, 1, -3, -1), 4, 4);
  }
}

double ChartView::captionHeight() const {
  const double title = QFontMetricsF(m_theme.font(TextSize::Large)).height();
  const double small = QFontMetricsF(m_theme.font(TextSize::Small)).height();
  return 2 * kGrid + title + kGrid * 0.5 + small + kGrid + small + kGrid * 0.5;
}

void ChartView::paintCaption(QPainter& painter) const {
  painter.save();
  const double width = size().width() - 2 * kSide;
  const auto line = [&](const QString& text, const QFont& font, Tone tone, double top) {
    painter.setFont(font);
    painter.setPen(m_theme.color(tone));
    const QFontMetricsF metrics(font);
    painter.drawText(QRectF(kSide, top, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, width));
    return top + metrics.height();
  };
  double y = line(fromUtf8(m_data->title), m_theme.font(TextSize::Large), Tone::Text, kSide);
  y = line(trueMinus(fromUtf8(m_data->subtitle)), m_theme.font(TextSize::Small), Tone::Muted, y + kGrid * 0.5);
  painter.setFont(m_theme.font(TextSize::Small));
  double x = kSide;
  for (const LegendEntry& entry : legendOf(*m_data, m_theme)) {
    const double wanted = legendEntryWidth(entry, painter.font());
    if (x + wanted > kSide + width) break;
    paintLegendEntry(painter, QRectF(x, y + kGrid, wanted, QFontMetricsF(painter.font()).height()), entry, m_theme);
    x += wanted + kLegendGap;
  }
  painter.restore();
}

bool ChartView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) hover({});
  return QChartView::viewportEvent(event);
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  event->accept();
  m_pressed = m_dragged = event->position();
  const bool isInPlot = m_map.plot().contains(m_pressed);
  if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld)) {
    m_drag = Drag::Pan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    m_drag = isInPlot ? Drag::Press : Drag::None;
    if (!isInPlot) setCurrent(m_index->finder.nearest(m_pressed, m_map), true);  // a name below the plot
  }
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  event->accept();
  const QPointF at = event->position();
  if (m_drag == Drag::Pan) {
    changeView(m_map.panBy(at - m_dragged));
    m_dragged = at;
    return;
  }
  if (m_drag == Drag::Press && (at - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
    m_drag = Drag::Rubber;
    hover({});
  }
  if (m_drag == Drag::Rubber) {
    const QRectF before = rubberRect();
    m_dragged = at;
    viewport()->update((before | rubberRect()).toAlignedRect().adjusted(-2, -2, 2, 2));
    return;
  }
  const bool isBeside = at.x() < m_map.plot().left() || at.x() > m_map.plot().right() || at.y() < m_map.plot().top();
  const bool isOnNames = at.y() > m_map.plot().bottom() && (m_plan.names.empty() || at.y() > m_map.plot().bottom() + m_plan.labelRoom);
  hover(isBeside || isOnNames ? std::nullopt : m_index->finder.nearest(at, m_map));
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  const Drag was = std::exchange(m_drag, Drag::None);
  viewport()->unsetCursor();
  if (was == Drag::Press) {
    if (const auto at = m_index->finder.nearest(event->position(), m_map)) setCurrent(at, true);
  } else if (was == Drag::Rubber) {
    m_dragged = event->position();
    m_drag = Drag::Rubber;
    const QRectF wanted = rubberRect();
    m_drag = Drag::None;
    changeView(m_map.zoomTo(wanted));
    viewport()->update();
  }
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  if (event->button() != Qt::LeftButton) return;
  if (const auto at = m_index->finder.nearest(event->position(), m_map)) {
    setCurrent(at, true);
    emitItem(&ChartView::itemRequested);
  }
}

void ChartView::wheelEvent(QWheelEvent* event) {
  event->accept();
  const QPoint turned = event->angleDelta();
  const int notches = turned.y() != 0 ? turned.y() : turned.x();
  if (notches == 0 || m_data->isEmpty()) return;
  changeView(m_map.zoomAt(event->position(), std::pow(kZoomPerNotch, notches / kWheelNotch)));
  hover(m_index->finder.nearest(event->position(), m_map));
}

QRectF ChartView::rubberRect() const {
  QRectF rect = QRectF(m_pressed, m_dragged).normalized();
  if (!m_map.zoomsY()) {
    rect.setTop(m_map.plot().top());
    rect.setBottom(m_map.plot().bottom());
  }
  return rect.intersected(m_map.plot());
}

bool ChartView::step(QKeyEvent* event) {
  const bool pans = event->modifiers().testFlag(Qt::ShiftModifier);
  if (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) return false;
  const QSizeF room = m_map.plot().size() * kPanShare;
  const auto go = [this](std::optional<MarkAt> to) {
    if (to) setCurrent(to, true);
  };
  const auto move = [&](QPointF pan, auto next) {
    if (pans) changeView(m_map.panBy(pan));
    else go(m_current ? next() : m_index->finder.first());
    return true;
  };
  switch (event->key()) {
    case Qt::Key_Left: return move({room.width(), 0}, [this] { return m_index->finder.next(*m_current, -1); });
    case Qt::Key_Right: return move({-room.width(), 0}, [this] { return m_index->finder.next(*m_current, 1); });
    case Qt::Key_Up: return move({0, room.height()}, [this] { return m_index->finder.across(*m_current, 1); });
    case Qt::Key_Down: return move({0, -room.height()}, [this] { return m_index->finder.across(*m_current, -1); });
    case Qt::Key_Home: go(m_index->finder.first()); return true;
    case Qt::Key_End: go(m_index->finder.last()); return true;
    case Qt::Key_PageUp: Q_EMIT pageRequested(-1); return true;
    case Qt::Key_PageDown: Q_EMIT pageRequested(1); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: emitItem(&ChartView::itemRequested); return true;
    default: return false;
  }
}

void ChartView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->modifiers()) {
    if (!event->isAutoRepeat()) {
      m_spaceHeld = true;
      viewport()->setCursor(Qt::OpenHandCursor);
    }
    event->accept();
    return;
  }
  if (event->key() == Qt::Key_Escape && m_drag == Drag::Rubber) {
    m_drag = Drag::None;
    viewport()->update();
    event->accept();
    return;
  }
  event->setAccepted(step(event));
}

void ChartView::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QChartView::keyReleaseEvent(event);
  m_spaceHeld = false;
  if (m_drag != Drag::Pan) viewport()->unsetCursor();
}

void ChartView::focusInEvent(QFocusEvent* event) {
  QChartView::focusInEvent(event);
  viewport()->update();
}

void ChartView::focusOutEvent(QFocusEvent* event) {
  m_spaceHeld = false;
  if (m_drag != Drag::None) {
    m_drag = Drag::None;
    viewport()->unsetCursor();
  }
  QChartView::focusOutEvent(event);
  viewport()->update();
}

}  // namespace plumbline::ui
