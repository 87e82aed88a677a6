// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of one tensor as charts: by power of ten, ref against res, and per channel of an axis.
#pragma once

#include <QComboBox>

#include "core/tasks/latest_runner.h"
#include "ui/numerics/error_charts.h"
#include "ui/numerics/error_view.h"

class QCheckBox;
class QLabel;

namespace plumbline::ui {

class ChartPane;

class HistogramView : public ErrorView {
  Q_OBJECT

 public:
  explicit HistogramView(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  QList<QWidget*> focusOrder() const override;
  ChartPane* pane() const { return m_pane; }

 protected:
  void refresh() override;

 private:
  ChartPane* m_pane;
  std::shared_ptr<const numerics::ErrorStatistics> m_shown;
};

/// PlacedView is a chart whose items stand for elements: choosing one chooses the element.
class PlacedView : public ErrorView {
  Q_OBJECT

 public:
  void setTheme(const Theme& theme) override;
  ChartPane* pane() const { return m_pane; }

 protected:
  PlacedView(const QString& hint, const Theme& theme, QWidget* parent);
  void showPlaced(PlacedChart placed);
  void showChosen();
  bool hasPlaced() const { return m_placed.chart != nullptr; }

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
  /// setDifference shows res - ref over ref, where the tolerance can be seen.
  void setDifference(bool on);
  bool isDifference() const;

 protected:
  void refresh() override;

 private:
  void draw();

  QCheckBox* m_difference;
  std::vector<numerics::ScatterPoint> m_points;
  std::shared_ptr<const numerics::ErrorStatistics> m_asked, m_shown;
  tasks::LatestRunner<std::vector<numerics::ScatterPoint>> m_runner;
};

class ChannelView : public PlacedView {
  Q_OBJECT

 public:
  explicit ChannelView(const Theme& theme, QWidget* parent = nullptr);
  QList<QWidget*> focusOrder() const override;
  void setAxis(int axis);
  void setOrder(ChannelOrder order);
  ChannelLook look() const { return m_look; }

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
  ChannelLook m_look;
  std::vector<std::int64_t> m_shape;
  std::vector<numerics::ChannelError> m_channels;
  std::shared_ptr<const numerics::ErrorStatistics> m_asked;
  int m_askedAxis = -1;
  tasks::LatestRunner<std::vector<numerics::ChannelError>> m_runner;
};

}  // namespace plumbline::ui
