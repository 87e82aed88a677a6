// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/signal_watch.h"

namespace plumbline::tasks {

SignalWatch::SignalWatch(const sigset_t& signals)
    : m_signals(signals), m_thread([this](const std::stop_token& end) { wait(end); }) {}

SignalWatch::~SignalWatch() {
  m_thread.request_stop();
  ::pthread_kill(m_thread.native_handle(), SIGTERM);  // wakes it up
}

void SignalWatch::wait(const std::stop_token& end) {
  int number = 0;
  while (::sigwait(&m_signals, &number) == 0 && !end.stop_requested()) {
    // A terminal that closes sends SIGHUP, and its shell sends another.
    if (m_stop.request_stop() || number == SIGHUP) continue;
    std::signal(number, SIG_DFL);
    ::pthread_sigmask(SIG_UNBLOCK, &m_signals, nullptr);
    (void)std::raise(number);
  }
}

}  // namespace plumbline::tasks
