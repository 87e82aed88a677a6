// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <ctime>

namespace plumbline::cli {

Interrupt::Interrupt() {
  sigemptyset(&m_signals);
  sigaddset(&m_signals, SIGINT);
  sigaddset(&m_signals, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
}

Interrupt::~Interrupt() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

bool Interrupt::arrived() const {
  const timespec now{0, 0};
  return ::sigtimedwait(&m_signals, nullptr, &now) > 0;
}

}  // namespace plumbline::cli
