// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <algorithm>
#include <ctime>

#include "core/reports/text_parts.h"

namespace plumbline::cli {

Interrupt::Interrupt(bool withHangup) {
  sigemptyset(&m_signals);
  sigaddset(&m_signals, SIGINT);
  sigaddset(&m_signals, SIGTERM);
  struct sigaction hangup {};
  // A blocked signal is delivered to those who wait for it even where it is ignored.
  if (withHangup && ::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&m_signals, SIGHUP);
  ::pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
}

Interrupt::~Interrupt() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

bool Interrupt::arrived() const {
  const timespec now{0, 0};
  const bool isThere = ::sigtimedwait(&m_signals, nullptr, &now) > 0;
  m_hasArrived = m_hasArrived || isThere;
  return isThere;
}

void ProgressLine::show(const std::string& text) {
  if (!isVisible() || text == m_shown) return;
  m_context.styledErr << "\r\x1b[K" << reports::printableText(text) << std::flush;
  m_shown = text;
}

base::Progress WatchedWork::progress(const std::string& what) {
  return base::Progress(stopToken(), [this, shown = what](std::uint64_t done, std::uint64_t total) {
    if (!m_line.isVisible() || total == 0) return;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    m_line.show(shown + ", " + std::to_string(static_cast<int>(share * 100)) + " %");
  });
}

}  // namespace plumbline::cli
