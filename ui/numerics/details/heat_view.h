// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of a 2-D slice through the chosen element. Its axes and its position along the others can be changed;
// stepping along another axis chooses the worst element of the slice there.
#pragma once

#include <QColor>
#include <QImage>

#include "core/tasks/latest_runner.h"
#include "ui/numerics/details/error_view.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLabel;
class QPainter;
class QSpinBox;

namespace plumbline::ui {

class ChartReadout;

/// HeatScale maps an error to a colour by its logarithm, between the smallest and the largest of the map. Zero and
/// errors that are not finite have their own colours.
///
///   HeatScale scale(map.errors);   painter.fillRect(cell, scale.color(error, theme));

class HeatScale {
 public:
  HeatScale() = default;
  explicit HeatScale(const std::vector<float>& errors);

  /// kMaxDecades below the largest error have different colours.
  static constexpr double kMaxDecades = 8;
  /// shareOf a finite positive error, from 0 to 1.
  double shareOf(double error) const;
  QColor color(float error, const Theme& theme) const;
  bool hasErrors() const { return m_max > 0; }
  bool hasZero() const { return m_hasZero; }
  bool hasNotFinite() const { return m_hasNotFinite; }
  double low() const { return m_low; }   ///< where the colours begin; smaller errors have the same colour
  double max() const { return m_max; }
  bool isCut() const { return m_isCut; }  ///< there are errors below low()

 private:
  double m_low = 0, m_max = 0;
  bool m_hasZero = false, m_hasNotFinite = false, m_isCut = false;
};

/// heatLabelStep returns the number of cells per label on a side of `length` pixels, where a label needs `room`.
std::int64_t heatLabelStep(double length, double room, std::int64_t cells);

/// paintNotFinite crosses a cell out.
void paintNotFinite(QPainter& painter, const QRectF& cell, const Theme& theme);
/// paintWorst marks the cell of the largest error with two lines, one visible on any colour.
void paintWorst(QPainter& painter, const QRectF& cell, const Theme& theme);

class HeatLegend : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit HeatLegend(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  void setScale(const HeatScale& scale);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme m_theme;
  HeatScale m_scale;
};

using HeatMapPtr = std::shared_ptr<const numerics::HeatMap>;

struct HeatCell {
  std::int64_t row = 0, column = 0;
  bool operator==(const HeatCell&) const = default;
};

class HeatCanvas : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit HeatCanvas(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showMap(const HeatMapPtr& map);  ///< null: nothing
  const HeatMapPtr& map() const { return m_map; }
  const HeatScale& scale() const { return m_scale; }
  void setCurrent(std::optional<HeatCell> cell);
  std::optional<HeatCell> current() const { return m_current; }
  /// pointed is the cell under the mouse, otherwise the current one.
  std::optional<HeatCell> pointed() const { return m_hovered ? m_hovered : m_current; }
  /// cellRect is a cell in pixels; cellAt the cell at a pixel.
  QRectF cellRect(HeatCell cell) const;
  std::optional<HeatCell> cellAt(QPointF pixel) const;
  QSize minimumSizeHint() const override { return {180, 90}; }

 Q_SIGNALS:
  void pointedChanged();
  void chosen(plumbline::ui::HeatCell cell);
  void opened(plumbline::ui::HeatCell cell);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF plot() const;
  void paintLabels(QPainter& painter, const QRectF& plot) const;
  void paintMarks(QPainter& painter) const;
  void hover(std::optional<HeatCell> cell);
  void makeImage();

  Theme m_theme;
  HeatMapPtr m_map;
  HeatScale m_scale;
  QImage m_image;
  std::optional<HeatCell> m_current, m_hovered;
};

class HeatView : public ErrorView {
  Q_OBJECT

 public:
  explicit HeatView(const Theme& theme, QWidget* parent = nullptr);
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
