// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/watched_work.h"

#include <algorithm>

#include "core/reports/shown_text.h"

namespace plumbline::cli {

base::Progress WatchedWork::progress(const std::string& what) {
  return base::Progress(m_stop.get_token(), [this, shown = reports::shownText(what)](std::uint64_t done, std::uint64_t total) {
    if (m_interrupt.arrived()) m_stop.request_stop();
    if (!m_context.environment.errorTerminal || total == 0) return;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    show(shown + ", " + std::to_string(static_cast<int>(share * 100)) + " %");
  });
}

void WatchedWork::show(const std::string& text) {
  if (!m_context.environment.errorTerminal || text == m_shown) return;
  m_context.err << "\r\x1b[K" << text << std::flush;
  m_shown = text;
}

}  // namespace plumbline::cli
