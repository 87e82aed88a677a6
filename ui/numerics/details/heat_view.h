// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of a 2-D slice through the chosen element. Its axes and its position along the others can be changed;
// stepping along another axis chooses the worst element of the slice there.
#pragma once

#include "core/tasks/latest_runner.h"
#include "ui/numerics/details/error_view.h"
#include "ui/numerics/details/heat_canvas.h"

class QComboBox;
class QLabel;
class QSpinBox;

namespace plumbline::ui {

class ChartReadout;
class WrappingRow;

class HeatView : public ErrorView {
  Q_OBJECT

 public:
  explicit HeatView(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  QList<QWidget*> focusOrder() const override;
  HeatCanvas* canvas() const { return m_canvas; }
  QString reading() const;
  void setAxes(int row, int column);
  int rowAxis() const { return m_rowAxis; }
  int columnAxis() const { return m_columnAxis; }
  /// hasOtherAxes: there is an axis to step along.
  bool hasOtherAxes() const;
  /// step goes to a neighbouring slice.
  void step(int by);

 protected:
  void refresh() override;

 private:
  void buildControls();
  void chooseAxes();
  void showAxes();
  void showOther();
  void compute(std::int64_t through, bool takesWorst);
  void showMap(base::Outcome<numerics::HeatMap> map);
  void showChosen();
  void goToSlice(int index);
  void showReadout();
  std::vector<std::int64_t> chosenIndex() const;

  Theme m_theme;
  QWidget* m_controls;
  QComboBox* m_rows;
  QComboBox* m_columns;
  QComboBox* m_others;
  QSpinBox* m_index;
  QLabel* m_along;
  QLabel* m_rowsLabel;
  QLabel* m_columnsLabel;
  ChartReadout* m_readout;
  HeatCanvas* m_canvas;
  HeatLegend* m_legend;
  std::vector<std::int64_t> m_shape;
  int m_rowAxis = -1, m_columnAxis = -1;
  bool m_takesWorst = false, m_isMoving = false, m_hasAxes = false, m_wereChosen = false;
  std::shared_ptr<const numerics::ErrorStatistics> m_requested;
  std::vector<std::int64_t> m_requestedFixed;
  tasks::LatestRunner<numerics::HeatMap> m_runner;
};

}  // namespace plumbline::ui
