// SPDX-License-Identifier: GPL-3.0-or-later
// Progress of long work on a terminal: one line on standard error that is rewritten. WatchedWork adds Ctrl-C, which stops
// the work.
//
//   WatchedWork work(context);
//   auto loaded = numerics::loadValue(path, work.progress("reading " + path));
#pragma once

#include <csignal>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "core/base/progress.h"

namespace plumbline::cli {

/// Interrupt blocks SIGINT and SIGTERM during its lifetime so that they can be polled. Create it before other threads, which
/// inherit the signal mask.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// arrived returns whether a signal came since the last call.
  bool arrived() const;

 private:
  sigset_t m_signals;
  sigset_t m_before;
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
  explicit WatchedWork(Context& context) : m_line(context) {}

  /// progress reports on work called `what`; it must not outlive this object.
  base::Progress progress(const std::string& what);

 private:
  ProgressLine m_line;
  Interrupt m_interrupt;
  std::stop_source m_stop;
};

}  // namespace plumbline::cli
