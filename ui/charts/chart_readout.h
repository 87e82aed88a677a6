// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the plot that says what is pointed at: glyph and word of its class, name, numbers. Always there, always
// as high, so that nothing jumps and nothing covers the marks.
//
//   readout->showItem(view->pointed(), ChartReadout::ClassOf::Move, tr("Point at a mark"));
#pragma once

#include <QString>
#include <QWidget>
#include <optional>

#include "core/charts/chart_data.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

class ChartReadout : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit ChartReadout(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// ClassOf is what the class of an item means, or that it is not shown.
  enum class ClassOf : std::uint8_t { Nothing, Move, Verdict };
  /// showItem says an item; null: `hint`, quietly.
  void showItem(const charts::Item* item, ClassOf meaning, const QString& hint);
  /// text is what it says, in one line.
  QString text() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString word() const;

  Theme m_theme;
  QString m_name, m_numbers, m_hint;
  std::optional<verdicts::VerdictClass> m_class;
  bool m_isVerdict = false;
};

}  // namespace plumbline::ui
