// SPDX-License-Identifier: GPL-3.0-or-later
// Handed down to long work: may it go on, and how far is it? Cheap to copy; the default never stops and tells nobody.
//
//   for (...) { if ((i & 0xffff) == 0 && !progress.report(i, n)) return base::Cancelled{}; ... }
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <utility>

namespace plumbline::base {

class Progress {
 public:
  using Sink = std::function<void(std::uint64_t done, std::uint64_t total)>;

  Progress() = default;
  explicit Progress(std::stop_token stop, Sink sink = {}) : m_stop(std::move(stop)), m_sink(std::move(sink)) {}

  /// report tells the sink and returns false when the work shall stop.
  bool report(std::uint64_t done, std::uint64_t total) const {
    if (m_sink) m_sink(done, total);
    return !m_stop.stop_requested();
  }
  bool stopRequested() const { return m_stop.stop_requested(); }
  /// stopToken lets work that has several parts give each part a Progress of its own.
  std::stop_token stopToken() const { return m_stop; }

 private:
  std::stop_token m_stop;
  Sink m_sink;
};

}  // namespace plumbline::base
