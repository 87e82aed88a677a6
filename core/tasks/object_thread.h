// SPDX-License-Identifier: GPL-3.0-or-later
// An object with an event loop on a thread of its own: made there, called there, destroyed there. For work that waits
// for signals, such as the network; for one computation at a time use LatestRunner.
//
//   ObjectThread<Engine> m_engine([] { return std::make_unique<Engine>(); });
//   m_engine.post([](Engine& engine) { engine.start(); });     // in order; returns at once
//
// A QCoreApplication must exist. The owner's thread needs no event loop. Calls posted before the destructor are made.
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThread>
#include <functional>
#include <memory>
#include <utility>

namespace plumbline::tasks {

template <typename T>
class ObjectThread {
 public:
  using Make = std::function<std::unique_ptr<T>()>;

  explicit ObjectThread(Make make) {
    m_context.moveToThread(&m_thread);
    m_thread.start();
    QMetaObject::invokeMethod(
        &m_context, [this, make = std::move(make)] { m_object = make(); }, Qt::QueuedConnection);
  }
  ObjectThread(const ObjectThread&) = delete;
  ObjectThread& operator=(const ObjectThread&) = delete;
  /// Ends the object on its thread, then the thread, and waits for that.
  ~ObjectThread() {
    QMetaObject::invokeMethod(
        &m_context,
        [this] {
          m_object.reset();
          m_thread.quit();
        },
        Qt::QueuedConnection);
    m_thread.wait();
  }

  /// post calls `work` with the object on its thread, after everything posted before.
  void post(std::function<void(T&)> work) {
    QMetaObject::invokeMethod(
        &m_context, [this, work = std::move(work)] { work(*m_object); }, Qt::QueuedConnection);
  }

 private:
  // Order matters: the thread ends first in the destructor's body, then whatever is still queued for the context goes.
  QThread m_thread;
  QObject m_context;
  std::unique_ptr<T> m_object;
};

}  // namespace plumbline::tasks
