// SPDX-License-Identifier: GPL-3.0-or-later
// What a run without a person does: write the window to a picture, or say how long the first paint took, then exit.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include "core/base/result.h"

class QWidget;

namespace plumbline::app {

/// FirstPaint calls painted() after the window has painted for the first time since ready() was called.
class FirstPaint : public QObject {
  Q_OBJECT

 public:
  explicit FirstPaint(QWidget* window);
  void ready();  ///< what shall be seen is in place

 Q_SIGNALS:
  void painted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* m_window;
  bool m_ready = false;
  bool m_told = false;
};

/// processMs gives the milliseconds since this process was started, to about a tenth: processor time until main()
/// (the loader runs without waiting) plus the clock since.
double processMs(const QElapsedTimer& sinceMain, double cpuMsAtMain);
double cpuMs();

/// savePicture writes the window as it is, as PNG. Errors: NotWritable.
base::Result<void> savePicture(QWidget& window, const QString& path);

}  // namespace plumbline::app
