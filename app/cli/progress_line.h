// SPDX-License-Identifier: GPL-3.0-or-later
// Progress of long work on a terminal: one line on standard error that is rewritten. WatchedWork adds Ctrl-C, SIGTERM and
// SIGHUP: the first one requests a stop, also of work that reports no progress, the second one ends the program.
//
//   WatchedWork work(context);
//   auto loaded = numerics::loadValue(path, work.progress("reading " + path));
#pragma once

#include <csignal>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "core/base/progress.h"
#include "core/tasks/signal_watch.h"

namespace plumbline::cli {

/// Interrupt blocks SIGINT and SIGTERM during its lifetime so that they can be polled, and SIGHUP where that is requested and not
/// ignored (nohup). Create it before other threads, which inherit the signal mask.
class Interrupt {
 public:
  explicit Interrupt(bool withHangup = false);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// arrived returns whether a signal came since the last call.
  bool arrived() const;
  /// hasArrived returns whether arrived() ever returned true.
  bool hasArrived() const { return m_hasArrived; }
  const sigset_t& signals() const { return m_signals; }

 private:
  sigset_t m_signals;
  sigset_t m_before;
  mutable bool m_hasArrived = false;
};

/// ProgressLine writes nothing where standard error is not a terminal. Its destructor clears the line.
class ProgressLine {
 public:
  explicit ProgressLine(Context& context) : m_context(context) {}
  ~ProgressLine() { show(""); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& text);
  bool isVisible() const { return m_context.environment.errorTerminal; }

 private:
  Context& m_context;
  std::string m_shown;
};

class WatchedWork {
 public:
  explicit WatchedWork(Context& context) : m_line(context), m_interrupt(true), m_watch(m_interrupt.signals()) {}

  /// progress reports on work called `what`; it must not outlive this object.
  base::Progress progress(const std::string& what);
  std::stop_token stopToken() const { return m_watch.stopToken(); }
  bool isStopped() const { return stopToken().stop_requested(); }

 private:
  ProgressLine m_line;
  Interrupt m_interrupt;
  tasks::SignalWatch m_watch;
};

}  // namespace plumbline::cli
