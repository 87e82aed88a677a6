// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the application in one theme: follows the system's light or dark unless one is forced, and scales the font.
//
//   ThemeController themes(app);
//   connect(&themes, &ThemeController::changed, page, &TriagePage::setTheme);
//   themes.set(Scheme::Dark, 2);       // forced dark, two points larger; set(std::nullopt, 0) follows the system
#pragma once

#include <QFont>
#include <QObject>
#include <QProxyStyle>
#include <optional>

#include "ui/theme/theme.h"

class QApplication;

class QStyleOptionToolButton;

namespace plumbline::ui {

// The look of every widget: flat, one-pixel borders, distances on the 8-pixel grid, a clear focus ring in the accent, no
// gradients, no animation. Fusion does the rest. Knows no colour: it draws with the palette that Theme made.
//
//   QApplication::setStyle(new PlainStyle);

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

 private:
  void drawToolLabel(const QStyleOptionToolButton& button, QPainter* painter, const QWidget* widget) const;
};

class ThemeController : public QObject {
  Q_OBJECT

 public:
  /// Applies style, palette and font to the application at once.
  explicit ThemeController(QApplication& app, std::optional<Scheme> forced = {}, int fontStep = 0,
                           QObject* parent = nullptr);

  const Theme& theme() const { return m_theme; }
  /// set forces a scheme, or follows the system when there is none. Emits changed() when anything differs.
  void set(std::optional<Scheme> forced, int fontStep);

 Q_SIGNALS:
  void changed(const plumbline::ui::Theme& theme);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void apply();

  QApplication& m_app;
  QFont m_systemFont;
  Scheme m_systemScheme;
  std::optional<Scheme> m_forced;
  int m_fontStep = 0;
  bool m_reading = false;  ///< the system's palette is being read: our own changes are no news
  Theme m_theme;
};

}  // namespace plumbline::ui
