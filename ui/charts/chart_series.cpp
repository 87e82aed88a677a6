// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_series.h"

#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QLineSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_style.h"
#include "ui/charts/plot_map.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using charts::Shape;

namespace {

constexpr std::size_t kLongLine = 4000;   ///< points; a screen has fewer columns
constexpr double kMaxCategories = 1e6;   ///< positions of bars, against damaged data

}  // namespace

ChartSeries::ChartSeries(QChart* chart) : m_chart(chart), m_x(new QValueAxis(chart)), m_y(new QValueAxis(chart)) {
  // The view writes its own labels: Qt's would overlap, and end in dots when there are many.
  for (QValueAxis* axis : {m_x, m_y}) axis->setVisible(false);
  chart->addAxis(m_x, Qt::AlignBottom);
  chart->addAxis(m_y, Qt::AlignLeft);
}

QList<QPointF> ChartSeries::pointsOf(const charts::Series& series, const PlotMap& map) const {
  QList<QPointF> points;
  const auto add = [&](const charts::Mark& mark) { points.emplace_back(map.unitX(mark.x), map.unitY(mark.y) - m_shiftY); };
  if (series.marks.size() <= kLongLine) {
    points.reserve(static_cast<qsizetype>(series.marks.size()));
    for (const charts::Mark& mark : series.marks) add(mark);
    return points;
  }
  // What is on screen and one beyond on each side; of each screen column the first, least, greatest and last.
  const auto before = [&map](const charts::Mark& mark, double x) { return map.unitX(mark.x) < x; };
  auto from = std::lower_bound(series.marks.begin(), series.marks.end(), map.shownX().low, before);
  auto to = std::lower_bound(from, series.marks.end(), map.shownX().high, before);
  if (from != series.marks.begin()) --from;
  if (to != series.marks.end()) ++to;
  const auto count = static_cast<std::size_t>(to - from);
  const std::size_t bucket = std::max<std::size_t>(1, count * 4 / kLongLine);
  for (auto at = from; at < to;) {
    const auto end = at + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bucket, static_cast<std::size_t>(to - at)));
    const auto [least, most] = std::minmax_element(at, end, [](const auto& a, const auto& b) { return a.y < b.y; });
    std::vector<decltype(at)> kept = {at, least, most, end - 1};
    std::ranges::sort(kept);
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    for (const auto mark : kept) add(*mark);
    at = end;
  }
  return points;
}

void ChartSeries::build(const charts::ChartData& data, const PlotMap& map, const Theme& theme) {
  m_chart->removeAllSeries();  // deletes them
  m_bars = nullptr;
  m_barSeries.clear();
  m_lines.clear();
  const bool isWide = hasWideBars(data);
  const bool hasBars = !isWide && std::ranges::find(data.series, Shape::Bars, &charts::Series::shape) != data.series.end();
  m_shiftY = hasBars && map.isLogY() ? map.wholeY().low : 0;
  for (std::size_t s = 0; s < data.series.size(); ++s) {
    const charts::Series& series = data.series[s];
    if (series.shape == Shape::Bars && !isWide) {
      double last = -1;
      for (const charts::Mark& mark : series.marks) last = std::max(last, std::round(mark.x));
      QList<qreal> values(static_cast<qsizetype>(std::clamp(last + 1, 0.0, kMaxCategories)), 0.0);
      for (const charts::Mark& mark : series.marks) {
        const double at = std::round(mark.x);
        if (at >= 0 && at < static_cast<double>(values.size())) values[static_cast<qsizetype>(at)] = map.unitY(mark.y) - m_shiftY;
      }
      auto* set = new QBarSet(fromUtf8(series.title));
      set->append(values);
      if (m_bars == nullptr) {
        m_bars = new QBarSeries;
        m_bars->setBarWidth(kBarGroup);
      }
      m_bars->append(set);
      m_barSeries.push_back(s);
    } else if (series.shape == Shape::Line) {
      auto* line = new QLineSeries;
      line->setName(fromUtf8(series.title));
      line->replace(pointsOf(series, map));
      m_lines.push_back({line, s, series.marks.size() > kLongLine});
    }
  }
  setTheme(data, theme);
  const auto add = [this](QAbstractSeries* series) {
    m_chart->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
  };
  // The range first: with it a series is laid out once.
  showRange(data, map);
  if (m_bars != nullptr) add(m_bars);
  for (const Line& line : m_lines) add(line.line);
}

void ChartSeries::showRange(const charts::ChartData& data, const PlotMap& map) {
  for (const Line& line : m_lines)
    if (line.isThinned) line.line->replace(pointsOf(data.series[line.series], map));
  m_x->setRange(map.shownX().low, map.shownX().high);
  m_y->setRange(map.shownY().low - m_shiftY, map.shownY().high - m_shiftY);
}

void ChartSeries::setTheme(const charts::ChartData& data, const Theme& theme) {
  const QList<QBarSet*> sets = m_bars != nullptr ? m_bars->barSets() : QList<QBarSet*>();
  for (qsizetype i = 0; i < sets.size(); ++i) {
    sets[i]->setPen(QPen(Qt::NoPen));
    sets[i]->setBrush(roleColor(theme, data.series[m_barSeries[static_cast<std::size_t>(i)]].role));
  }
  for (const Line& line : m_lines) line.line->setPen(linePen(theme, data.series[line.series].role));
}

}  // namespace plumbline::ui
