// SPDX-License-Identifier: GPL-3.0-or-later
// Which colour an error has in a heat map: by its logarithm between the smallest and the largest on the map; none at all,
// and what is not finite, have looks of their own. And the legend that says so in numbers.
//
//   HeatScale scale(map.errors);   painter.fillRect(cell, scale.color(error, theme));
#pragma once

#include <QColor>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

class HeatScale {
 public:
  HeatScale() = default;
  explicit HeatScale(const std::vector<float>& errors);

  /// kMostDecades from the largest error down have colours of their own.
  static constexpr double kMostDecades = 8;
  /// shareOf a finite error above 0: 0 to 1.
  double shareOf(double error) const;
  QColor color(float error, const Theme& theme) const;
  bool hasErrors() const { return m_most > 0; }
  bool hasZero() const { return m_hasZero; }
  bool hasNotFinite() const { return m_hasNotFinite; }
  double low() const { return m_low; }   ///< where the colours begin; what is less looks the same
  double most() const { return m_most; }
  bool isCut() const { return m_isCut; }  ///< there are errors below low()

 private:
  double m_low = 0, m_most = 0;
  bool m_hasZero = false, m_hasNotFinite = false, m_isCut = false;
};

/// heatLabelStep says of how many cells one is labelled along a side of `length` pixels, where a label wants `room`: at least 1.
std::int64_t heatLabelStep(double length, double room, std::int64_t cells);

/// paintNotFinite crosses a cell out.
void paintNotFinite(QPainter& painter, const QRectF& cell, const Theme& theme);
/// paintWorst marks the cell of the largest error: two lines, one of which is seen on any colour.
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

}  // namespace plumbline::ui
