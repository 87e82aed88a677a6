// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of one tensor as charts: by power of ten, ref against res, and per channel of an axis.
#pragma once

#include <QComboBox>
#include <cstdint>
#include <vector>

#include "core/charts/chart_data.h"
#include "core/tasks/latest_runner.h"
#include "ui/charts/chart_view.h"
#include "ui/numerics/details/error_view.h"

class QCheckBox;
class QLabel;

namespace plumbline::ui {

/// histogramChart has a bar for each power of ten, one for zero errors and one for errors that are not finite.
ChartPtr histogramChart(const numerics::ErrorStatistics& statistics, const ErrorPair& pair);

/// PlacedChart is a chart with the element of each item.
struct PlacedChart {
  ChartPtr chart;
  std::vector<std::int64_t> flats;
};
/// scatterChart draws ref against res with the tolerance; isDifference: res - ref against ref.
struct ScatterOptions {
  bool isDifference = false;
};
PlacedChart scatterChart(const std::vector<numerics::ScatterPoint>& points, const numerics::ErrorStatistics& statistics,
                         const ErrorPair& pair, const ScatterOptions& options);

enum class ChannelMeasure : std::uint8_t { MaxAbs, Rmse, Mismatches };
enum class ChannelOrder : std::uint8_t { ByChannel, ByError };
/// channelChart has a bar per channel, at most kMaxBars, those with the largest errors.
inline constexpr std::size_t kMaxBars = 4000;
struct ChannelOptions {
  int axis = 0;
  ChannelMeasure measure = ChannelMeasure::MaxAbs;
  ChannelOrder order = ChannelOrder::ByChannel;
};
PlacedChart channelChart(const std::vector<numerics::ChannelError>& channels, const ErrorPair& pair,
                         const ChannelOptions& options);

/// decadeText is "1e-07" for a power of ten.
QString decadeText(int exponent);

class ChartPane;

class HistogramView : public ErrorView {
  Q_OBJECT

 public:
  explicit HistogramView(const Theme& theme, QWidget* parent = nullptr);
  QList<QWidget*> focusOrder() const override;
  ChartPane* pane() const { return m_pane; }

 protected:
  void refresh() override;

 private:
  ChartPane* m_pane;
  std::shared_ptr<const numerics::ErrorStatistics> m_shown;
};

/// PlacedView is a chart whose items are elements; choosing an item chooses its element.
class PlacedView : public ErrorView {
  Q_OBJECT

 public:
  ChartPane* pane() const { return m_pane; }

 protected:
  PlacedView(const QString& hint, const Theme& theme, QWidget* parent);
  void showPlaced(PlacedChart placed);
  void showChosen();

 private:
  std::optional<std::int64_t> flatOf(const QString& name) const;

  ChartPane* m_pane;
  PlacedChart m_placed;
};

class ScatterView : public PlacedView {
  Q_OBJECT

 public:
  explicit ScatterView(const Theme& theme, QWidget* parent = nullptr);
  QList<QWidget*> focusOrder() const override;
  /// setDifference draws res - ref against ref, where the tolerance is visible.
  void setDifference(bool on);
  bool isDifference() const;

 protected:
  void refresh() override;

 private:
  void draw();

  QCheckBox* m_difference;
  std::vector<numerics::ScatterPoint> m_points;
  std::shared_ptr<const numerics::ErrorStatistics> m_requested, m_shown;
  tasks::LatestRunner<std::vector<numerics::ScatterPoint>> m_runner;
};

class ChannelView : public PlacedView {
  Q_OBJECT

 public:
  explicit ChannelView(const Theme& theme, QWidget* parent = nullptr);
  QList<QWidget*> focusOrder() const override;
  void setAxis(int axis);
  void setOrder(ChannelOrder order);
  void toggleOrder();
  ChannelOptions options() const { return m_options; }

 protected:
  void refresh() override;

 private:
  void showAxes();
  void compute();
  void draw();

  QLabel* m_axisLabel;
  QComboBox* m_axes;
  QComboBox* m_measures;
  QComboBox* m_orders;
  ChannelOptions m_options;
  std::vector<std::int64_t> m_shape;
  std::vector<numerics::ChannelError> m_channels;
  std::shared_ptr<const numerics::ErrorStatistics> m_requested;
  int m_requestedAxis = -1;
  tasks::LatestRunner<std::vector<numerics::ChannelError>> m_runner;
};

}  // namespace plumbline::ui
