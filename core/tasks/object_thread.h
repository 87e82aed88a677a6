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
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
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

/// Lets a program without an event loop use an engine that needs one: the engine lives on a thread of its own, its
/// signals change a shared state, and the caller waits for conditions of that state.
///
///   struct State { bool isDone = false; };
///   BlockingClient<Engine, State> m_client([](auto& client) {
///     auto engine = std::make_unique<Engine>();
///     client.connect(*engine, &Engine::done, [](State& state) { state.isDone = true; });
///     return engine;
///   });
///   m_client.post([](Engine& engine) { engine.start(); });
///   m_client.waitFor(100ms, [](const State& state) { return state.isDone; });
///
/// A QCoreApplication must exist. connect() belongs to the engine's thread, update(), read() and wait() to both,
/// the rest to the owner's.
template <typename Engine, typename State>
class BlockingClient {
 public:
  /// Make runs on the engine's thread; it connects the engine's signals.
  using Make = std::function<std::unique_ptr<Engine>(BlockingClient&)>;

  explicit BlockingClient(Make make) : m_engine([this, make = std::move(make)] { return make(*this); }) {}

  /// connect calls `change(state, arguments...)` on each signal and wakes waiting calls. Call it from `make`.
  template <typename... Arguments, typename Change>
  void connect(Engine& engine, void (Engine::*signal)(Arguments...), Change change) {
    QObject::connect(&engine, signal, &engine,
                     [this, change = std::move(change)](const std::decay_t<Arguments>&... arguments) {
                       update([&](State& state) { change(state, arguments...); });
                     });
  }

  /// update changes the state and wakes waiting calls. Thread-safe.
  template <typename Change>
  void update(Change change) {
    const std::lock_guard lock(m_mutex);
    change(m_state);
    m_changed.notify_all();
  }

  /// read returns what `get` makes of the state.
  template <typename Get>
  auto read(Get get) const {
    const std::lock_guard lock(m_mutex);
    return get(m_state);
  }

  /// post calls `work` on the engine's thread and returns at once.
  void post(std::function<void(Engine&)> work) { m_engine.post(std::move(work)); }

  /// call does the same and waits for the result.
  template <typename Work>
  std::invoke_result_t<Work, Engine&> call(Work work) {
    std::optional<std::invoke_result_t<Work, Engine&>> result;
    m_engine.post([this, &result, work = std::move(work)](Engine& engine) {
      auto made = work(engine);
      const std::lock_guard lock(m_mutex);
      result.emplace(std::move(made));
      m_changed.notify_all();
    });
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return result.has_value(); });
    return *std::move(result);
  }

  /// wait blocks until the condition holds; waitFor gives up after `limit` and returns false.
  template <typename Condition>
  void wait(Condition condition) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return condition(std::as_const(m_state)); });
  }
  template <typename Condition>
  bool waitFor(std::chrono::milliseconds limit, Condition condition) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, limit, [&] { return condition(std::as_const(m_state)); });
  }

 private:
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  State m_state;
  ObjectThread<Engine> m_engine;  ///< last: it ends before the rest goes
};

}  // namespace plumbline::tasks
