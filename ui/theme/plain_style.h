// SPDX-License-Identifier: GPL-3.0-or-later
// The look of every widget: flat, one-pixel borders, distances on the 8-pixel grid, a clear focus ring in the accent, no
// gradients, no animation. Fusion does the rest. Knows no colour: it draws with the palette that Theme made.
//
//   QApplication::setStyle(new PlainStyle);
#pragma once

#include <QProxyStyle>

namespace plumbline::ui {

class PlainStyle : public QProxyStyle {
  Q_OBJECT

 public:
  PlainStyle();

  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returnData) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                       const QWidget* widget) const override;
  void polish(QWidget* widget) override;
  using QProxyStyle::polish;
};

}  // namespace plumbline::ui
