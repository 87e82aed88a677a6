// SPDX-License-Identifier: GPL-3.0-or-later
// Long work on this thread: Ctrl-C stops it, and a terminal sees how far it is, in one line written over and over.
//
//   WatchedWork work(context);
//   auto loaded = numerics::loadValue(path, work.progress("reading " + path));
#pragma once

#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "core/base/progress.h"

namespace plumbline::cli {

class WatchedWork {
 public:
  explicit WatchedWork(Context& context) : m_context(context) {}
  /// The line is wiped away.
  ~WatchedWork() { show(""); }
  WatchedWork(const WatchedWork&) = delete;
  WatchedWork& operator=(const WatchedWork&) = delete;

  /// progress is for work called `what`; it must not live longer than this.
  base::Progress progress(const std::string& what);

 private:
  void show(const std::string& text);

  Context& m_context;
  Interrupt m_interrupt;
  std::stop_source m_stop;
  std::string m_shown;
};

}  // namespace plumbline::cli
