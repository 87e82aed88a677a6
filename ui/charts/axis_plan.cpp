// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_plan.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTransform>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/charts/axis_range.h"
#include "ui/charts/chart_style.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr double kGap = kGrid;              ///< between plot and labels, labels and title
constexpr double kTickRoomX = 88;           ///< px for a number below
constexpr double kTickRoomY = 44;
constexpr double kLongestName = 132;
constexpr double kWidePitch = 112;          ///< px between models from which names stay level, shortened where they must
constexpr double kMaxHeightShare = 0.3;       ///< of the picture, for turned names

double sine(double degrees) { return std::sin(degrees * std::numbers::pi / 180); }
double cosine(double degrees) { return std::cos(degrees * std::numbers::pi / 180); }

std::size_t wantedTicks(double length, double room) { return static_cast<std::size_t>(std::clamp(length / room, 2.0, 12.0)); }

std::vector<NameAt> namesOf(const charts::ChartData& chart) {
  std::vector<NameAt> names(std::min(chart.categories, chart.items.size()));
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = {static_cast<double>(i), static_cast<std::uint32_t>(i)};
  return names;
}

QString nameOf(const charts::Item& item, const Theme& theme) {
  const QString label = fromUtf8(item.label.empty() ? item.name : item.label);
  return item.isMarked && item.cls != verdicts::VerdictClass::Pass ? theme.classStyle(item.cls).glyph + u' ' +
      label : label;
}

/// turnFor is the flattest turn at which names that far apart do not touch; 0 when even upright ones would.
double turnFor(double pitch, double lineHeight) {
  for (const double angle : {45.0, 60.0, 90.0})
    if (pitch * sine(angle) >= lineHeight) return angle;
  return 0;
}

void placeNumbers(AxisPlan& plan, const charts::Axis& axis, const PlotMap& map, const QFont& font, bool isX) {
  const QFontMetricsF metrics(font);
  const QRectF& plot = plan.plot;
  const auto ticks = charts::axisTicks(map.shownAxis(axis, isX), isX ? wantedTicks(plot.width(), kTickRoomX) : wantedTicks(plot.height(), kTickRoomY));
  double free = plan.area.left();
  for (const charts::Tick& tick : ticks) {
    const double at = isX ? map.pixelX(map.unitX(tick.value)) : map.pixelY(map.unitY(tick.value));
    if (isX ? at < plot.left() - 0.5 || at > plot.right() + 0.5 : at < plot.top() - 0.5 || at > plot.bottom() + 0.5) continue;
    (isX ? plan.gridX : plan.gridY).push_back(at);
    AxisLabel label{.text = fromUtf8(tick.text)};
    const double width = metrics.horizontalAdvance(label.text);
    if (isX) {
      double left = std::min(at - width / 2, plan.area.right() - width);  // the last one moves in rather than out
      if (left < free) continue;
      free = left + width + kGap;
      label.anchor = {left + width / 2, plot.bottom() + kGap / 2 + metrics.height() / 2};
      label.box = {-width / 2, -metrics.height() / 2, width, metrics.height()};
    } else {
      label.anchor = {plot.left() - kGap, at};
      label.box = {-width, -metrics.height() / 2, width, metrics.height()};
    }
    plan.labels.push_back(std::move(label));
  }
}

void placeNames(AxisPlan& plan, const charts::ChartData& chart, const PlotMap& map, const Theme& theme) {
  const QFontMetricsF metrics(theme.font(TextSize::Small));
  const double line = metrics.height();
  const double pitch = map.pixelsPerX();
  const QRectF& plot = plan.plot;
  const auto begin = std::ranges::lower_bound(plan.names, map.shownX().low - 1e-9, {}, &NameAt::x);
  const auto end = std::ranges::upper_bound(plan.names, map.shownX().high + 1e-9, {}, &NameAt::x);
  double widest = 0;
  if (static_cast<double>(end - begin) * line < plot.width() * 2)
    for (auto it = begin; it != end; ++it) widest = std::max(widest, metrics.horizontalAdvance(nameOf(chart.items[it->item], theme)));
  const bool level = (widest > 0 && widest + kGap <= pitch) || pitch >= kWidePitch;
  double angle = level ? 0 : turnFor(pitch, line);
  const bool allFit = level || angle > 0;
  if (!allFit) angle = 45;
  const double apart = level ? 0 : line / sine(angle);

  std::vector<double> taken;
  const auto isFree = [&taken, apart](double at) {
    const auto next = std::ranges::lower_bound(taken, at);
    return (next == taken.end() || *next - at >= apart) && (next == taken.begin() || at - *std::prev(next) >= apart);
  };
  double freeLevel = plan.area.left();
  const auto place = [&](const NameAt& name) {
    const charts::Item& item = chart.items[name.item];
    double at = map.pixelX(name.x);
    if (!allFit && !isFree(at)) return;
    AxisLabel label{.text = nameOf(item, theme), .angle = angle, .item = name.item, .isName = true, .isMarked = item.isMarked};
    if (level) {
      label.text = metrics.elidedText(label.text, Qt::ElideMiddle, pitch - kGap);
      const double width = metrics.horizontalAdvance(label.text);
      // Those of the outermost models stay inside, also where half of their place is off the screen.
      at = std::clamp(at, plan.area.left() + width / 2, std::max(plan.area.left() + width / 2, plan.area.right() - width / 2));
      if (at - width / 2 < freeLevel) return;
      freeLevel = at + width / 2 + kGap / 2;
      label.anchor = {at, plot.bottom() + kGap / 2 + line / 2};
      label.box = {-width / 2, -line / 2, width, line};
    } else {
      double room = std::min(kLongestName, (plan.labelRoom - kGap / 2 - line * cosine(angle) / 2) / sine(angle));
      if (cosine(angle) > 0.01) room = std::min(room, (at - plan.area.left()) / cosine(angle) - line);
      label.text = metrics.elidedText(label.text, Qt::ElideMiddle, room);
      if (label.text.isEmpty() || label.text == u"\u2026"_s) return;
      const double width = metrics.horizontalAdvance(label.text);
      label.anchor = {at, plot.bottom() + kGap / 2 + line * cosine(angle) / 2};
      label.box = {-width, -line / 2, width, line};
    }
    if (!allFit) taken.insert(std::ranges::lower_bound(taken, at), at);
    plan.labels.push_back(std::move(label));
  };
  if (!allFit)
    for (auto it = begin; it != end; ++it)
      if (chart.items[it->item].isMarked) place(*it);
  for (auto it = begin; it != end; ++it)
    if (allFit || !chart.items[it->item].isMarked) place(*it);
}

}  // namespace

QPolygonF AxisLabel::outline() const {
  QTransform turned;
  turned.translate(anchor.x(), anchor.y());
  turned.rotate(-angle);
  return turned.map(QPolygonF(box));
}

AxisPlan planMargins(const charts::ChartData& chart, const PlotMap& map, const QRectF& area, const Theme& theme) {
  AxisPlan plan;
  plan.area = area;
  const QFontMetricsF metrics(theme.font(TextSize::Small));
  const double line = metrics.height();
  if (chart.x.isCategory) plan.names = namesOf(chart);

  double widest = metrics.horizontalAdvance(u"0.000"_s);  // what zooming in brings
  for (const charts::Tick& tick : charts::axisTicks(chart.y, wantedTicks(area.height() * 0.8, kTickRoomY)))
    widest = std::max(widest, metrics.horizontalAdvance(fromUtf8(tick.text)));
  const double titleY = chart.y.title.empty() ? 0 : line + kGap / 2;
  const double left = std::ceil(titleY + widest + kGap);
  const double titleX = chart.x.title.empty() ? 0 : line + kGap / 2;
  const double width = std::max(8.0, area.width() - left);

  plan.labelRoom = line + kGap / 2;
  if (!plan.names.empty()) {
    const double pitch = width / map.wholeX().size();
    double longest = 0;
    const bool few = plan.names.size() <= 400;  // more never stand side by side
    if (few)
      for (const NameAt& name : plan.names) longest = std::max(longest, metrics.horizontalAdvance(nameOf(chart.items[name.item], theme)));
    if (!few || (longest + kGap > pitch && pitch < kWidePitch)) {
      const double turn = turnFor(pitch, line);
      const double angle = turn > 0 ? turn : 45;
      const double length = few ? std::min(longest, kLongestName) : kLongestName;
      const double most = std::max(line + kGap, area.height() * kMaxHeightShare);
      plan.labelRoom = std::min(most, std::ceil(length * sine(angle) + line * cosine(angle) + kGap));
    }
  }
  const double bottom = std::ceil(plan.labelRoom + titleX);
  plan.plot = QRectF(area.left() + left, area.top() + kGap, width, std::max(8.0, area.height() - kGap - bottom));
  if (titleY > 0) plan.titleY = QRectF(area.left(), plan.plot.top(), line, plan.plot.height());
  if (titleX > 0) plan.titleX = QRectF(plan.plot.left(), area.bottom() - line, plan.plot.width(), line);
  return plan;
}

void placeLabels(AxisPlan& plan, const charts::ChartData& chart, const PlotMap& map, const Theme& theme) {
  plan.labels.clear();
  plan.gridX.clear();
  plan.gridY.clear();
  placeNumbers(plan, chart.y, map, theme.font(TextSize::Small), false);
  if (chart.x.isCategory) {
    placeNames(plan, chart, map, theme);
  } else {
    placeNumbers(plan, chart.x, map, theme.font(TextSize::Small), true);
  }
}

void paintAxes(QPainter& painter, const AxisPlan& plan, const charts::ChartData& chart, const Theme& theme, const QRectF& exposed) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  QPen grid(theme.color(Tone::Border), 1);
  grid.setCosmetic(true);
  painter.setPen(grid);
  const QRectF& plot = plan.plot;
  for (const double y : plan.gridY) painter.drawLine(QPointF(plot.left(), std::round(y)), QPointF(plot.right(), std::round(y)));
  for (const double x : plan.gridX) painter.drawLine(QPointF(std::round(x), plot.top()), QPointF(std::round(x), plot.bottom()));
  painter.setPen(QPen(theme.color(Tone::Muted), 1));
  painter.drawLine(QPointF(plot.left(), std::round(plot.bottom())), QPointF(plot.right(), std::round(plot.bottom())));

  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme.font(TextSize::Small));
  for (const AxisLabel& label : plan.labels) {
    if (!label.outline().boundingRect().intersects(exposed)) continue;
    const charts::Item* item = label.isName && label.isMarked ? &chart.items[label.item] : nullptr;
    painter.setPen(item ? theme.classStyle(item->cls).chip : theme.color(label.isName ? Tone::Text : Tone::Muted));
    painter.save();
    painter.translate(label.anchor);
    painter.rotate(-label.angle);
    painter.drawText(label.box, Qt::AlignCenter | Qt::TextDontClip | Qt::TextSingleLine, label.text);
    painter.restore();
  }
  painter.setPen(theme.color(Tone::Muted));
  const QFontMetricsF metrics(painter.font());
  if (plan.titleX.isValid())
    painter.drawText(plan.titleX, Qt::AlignCenter | Qt::TextSingleLine,
                     metrics.elidedText(fromUtf8(chart.x.title), Qt::ElideRight, plan.titleX.width()));
  if (plan.titleY.isValid()) {
    painter.translate(plan.titleY.center());
    painter.rotate(-90);
    const QRectF turned(-plan.titleY.height() / 2, -plan.titleY.width() / 2, plan.titleY.height(), plan.titleY.width());
    painter.drawText(turned, Qt::AlignCenter | Qt::TextSingleLine,
                     metrics.elidedText(fromUtf8(chart.y.title), Qt::ElideRight, turned.width()));
  }
  painter.restore();
}

}  // namespace plumbline::ui
