// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C as something to ask for, instead of an end in the middle of things: while one of these lives, SIGINT and
// SIGTERM wait until they are asked about. Made before other threads, which then leave them to this one.
//
//   const Interrupt interrupt;
//   while (!done()) if (interrupt.arrived()) stop();
#pragma once

#include <csignal>

namespace plumbline::cli {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// arrived tells whether one came since the last call.
  bool arrived() const;

 private:
  sigset_t m_signals;
  sigset_t m_before;
};

}  // namespace plumbline::cli
