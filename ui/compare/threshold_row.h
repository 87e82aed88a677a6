// SPDX-License-Identifier: GPL-3.0-or-later
// One metric's threshold: a slider for trying, a number for saying it exactly, a floor where the metric has one, and how
// many rows turn over because of it.
#pragma once

#include <QObject>
#include <optional>

#include "core/diff/diff_rows.h"

class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QSlider;

namespace plumbline::ui {

class ElidedLabel;
class Theme;

class ThresholdRow : public QObject {
  Q_OBJECT

 public:
  struct About {
    QString title;      ///< "compile time"
    QString unit = {};  ///< of the floor
    bool hasLimit = true, hasFloor = false;
    bool isShare = false;  ///< the floor is a share, shown in per cent
  };
  /// The widgets go into a row of the grid.
  ThresholdRow(const About& about, QGridLayout& grid, int row, QWidget* parent);

  /// setValues shows the threshold without saying that somebody changed it.
  void setValues(double relative, std::optional<double> floor, double usualRelative, std::optional<double> usualFloor);
  void setFlips(const diff::FlipCounts& counts);
  void setTheme(const Theme& theme);
  QList<QWidget*> focusOrder() const;
  int titleWidth() const;  ///< of the whole name

 Q_SIGNALS:
  void relativeWanted(double relative);
  void floorWanted(double floor);

 private:
  void markUsual();

  About m_about;
  ElidedLabel* m_title;
  QSlider* m_slider = nullptr;
  QDoubleSpinBox *m_limit = nullptr, *m_floor = nullptr;
  QLabel* m_flips;
  bool m_isUsual = true;
};

}  // namespace plumbline::ui
