// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a chart of runs shows change points, and how sensitive the search is: a toggle, a slider of false alarm rates and the
// rate in words.
//
//   auto* alarms = new AlarmSlider(this);
//   connect(alarms, &AlarmSlider::rateChanged, this, [this] { draw({.alarmRate = m_alarms->rate()}); });
#pragma once

#include <QWidget>
#include <optional>

class QSlider;
class QToolButton;

namespace plumbline::ui {

class PlainLabel;

class AlarmSlider : public QWidget {
  Q_OBJECT

 public:
  explicit AlarmSlider(QWidget* parent = nullptr);
  /// rate is nullopt while no change points are wanted.
  std::optional<double> rate() const;
  QWidgetList focusOrder() const;
  /// state is the position for layouts, -1 when off; setState ignores what is no position.
  int state() const;
  void setState(int state);

 public Q_SLOTS:
  void toggle();
  /// step moves the slider: +1 is more sensitive. It switches change points on.
  void step(int by);

 Q_SIGNALS:
  void rateChanged();

 private:
  void showRate();

  QToolButton* m_toggle;
  QSlider* m_slider;
  PlainLabel* m_text;
};

}  // namespace plumbline::ui
