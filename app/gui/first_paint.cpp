// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/first_paint.h"

#include <QBuffer>
#include <QEvent>
#include <QFile>
#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <ctime>

#include "core/files/file_bytes.h"

namespace plumbline::app {

FirstPaint::FirstPaint(QWidget* window) : QObject(window), m_window(window) { window->installEventFilter(this); }

void FirstPaint::ready() {
  m_ready = true;
  m_window->update();
}

bool FirstPaint::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::UpdateRequest && m_ready && !m_told) {
    // The backing store is flushed inside this event; what is posted now runs after it.
    m_told = true;
    QTimer::singleShot(0, this, &FirstPaint::painted);
  }
  return QObject::eventFilter(watched, event);
}

double cpuMs() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double processMs(const QElapsedTimer& sinceMain, double cpuMsAtMain) {
  return cpuMsAtMain + static_cast<double>(sinceMain.nsecsElapsed()) / 1e6;
}

base::Result<void> savePicture(QWidget& window, const QString& path) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  window.grab().save(&buffer, "PNG");
  const auto saved = files::saveFile(QFile::encodeName(path).toStdString(), buffer.data().toStdString());
  if (!saved) return base::fail(saved.error());
  return {};
}

}  // namespace plumbline::app
