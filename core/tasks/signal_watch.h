// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for blocked signals on a thread of its own, for work that blocks and polls nothing but a stop token. The first
// signal requests a stop, the second one ends the program, unless it is SIGHUP.
//
//   tasks::SignalWatch watch(signals);          // blocked in this thread and in all others
//   runChild(request, watch.stopToken());
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace plumbline::tasks {

class SignalWatch {
 public:
  /// `signals` must contain SIGTERM, which also ends the thread.
  explicit SignalWatch(const sigset_t& signals);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  std::stop_token stopToken() const { return m_stop.get_token(); }

 private:
  void wait(const std::stop_token& end);

  sigset_t m_signals;
  std::stop_source m_stop;
  std::jthread m_thread;
};

}  // namespace plumbline::tasks
