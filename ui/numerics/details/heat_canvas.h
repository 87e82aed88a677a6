// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a heat map, with mouse and arrow keys.
//
//   canvas->showMap(map);   canvas->setCurrent(cell);
//   connect(canvas, &HeatCanvas::chosen, ...);
#pragma once

#include <QColor>
#include <QImage>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/numerics/errors/error_statistics.h"
#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

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

class HeatLegend : public QWidget {
  Q_OBJECT

 public:
  explicit HeatLegend(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
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

struct HeatPlace {
  std::int64_t row = 0, column = 0;
  bool operator==(const HeatPlace&) const = default;
};

class HeatCanvas : public QWidget {
  Q_OBJECT

 public:
  explicit HeatCanvas(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showMap(const HeatMapPtr& map);  ///< null: nothing
  const HeatMapPtr& map() const { return m_map; }
  const HeatScale& scale() const { return m_scale; }
  void setCurrent(std::optional<HeatPlace> place);
  std::optional<HeatPlace> current() const { return m_current; }
  /// pointed is the cell under the mouse, otherwise the current one.
  std::optional<HeatPlace> pointed() const { return m_hovered ? m_hovered : m_current; }
  /// cellRect is a cell in pixels; placeAt the cell at a pixel.
  QRectF cellRect(HeatPlace place) const;
  std::optional<HeatPlace> placeAt(QPointF pixel) const;
  QSize minimumSizeHint() const override { return {180, 90}; }

 Q_SIGNALS:
  void pointedChanged();
  void chosen(plumbline::ui::HeatPlace place);
  void opened(plumbline::ui::HeatPlace place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  QRectF plot() const;
  void paintLabels(QPainter& painter, const QRectF& plot) const;
  void paintMarks(QPainter& painter) const;
  void hover(std::optional<HeatPlace> place);
  void makeImage();

  Theme m_theme;
  HeatMapPtr m_map;
  HeatScale m_scale;
  QImage m_image;
  std::optional<HeatPlace> m_current, m_hovered;
};

}  // namespace plumbline::ui
