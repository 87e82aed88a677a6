// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a heat map: painted, pointed at, walked along with the arrow keys. Knows nothing of tensors but the map.
//
//   canvas->showMap(map);   canvas->setCurrent(cell);
//   connect(canvas, &HeatCanvas::chosen, ...);
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/numerics/error_statistics.h"
#include "ui/numerics/heat_scale.h"

namespace plumbline::ui {

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
  /// pointed is what the pointer is on, else what is current.
  std::optional<HeatPlace> pointed() const { return m_hovered ? m_hovered : m_current; }
  /// cellRect is a cell on screen; placeAt the cell under a pixel.
  QRectF cellRect(HeatPlace place) const;
  std::optional<HeatPlace> placeAt(QPointF pixel) const;
  QSize minimumSizeHint() const override { return {180, 90}; }

 Q_SIGNALS:
  void pointedChanged();
  void chosen(plumbline::ui::HeatPlace place);
  void wanted(plumbline::ui::HeatPlace place);

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
