// SPDX-License-Identifier: GPL-3.0-or-later
// A stop request and a progress sink, passed down to long work. Cheap to copy; a default one never stops and reports to
// no sink.
//
//   for (...) { if ((i & 0xffff) == 0 && !progress.report(i, n)) return base::Cancelled{}; ... }
#pragma once

#include <algorithm>
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

  /// report passes the state on to the sink and returns false when the work must stop.
  bool report(std::uint64_t done, std::uint64_t total) const {
    if (m_sink) m_sink(done, total);
    return !m_stop.stop_requested();
  }
  bool stopRequested() const { return m_stop.stop_requested(); }
  std::stop_token stopToken() const { return m_stop; }

  /// kScale is the total that part() reports to this sink.
  static constexpr std::uint64_t kScale = 1000;
  /// part returns the Progress of one of several parts, which fills this one from `from` to `to` of kScale.
  Progress part(std::uint64_t from, std::uint64_t to) const {
    if (!m_sink) return Progress(m_stop);
    return Progress(m_stop, [sink = m_sink, from, to](std::uint64_t done, std::uint64_t total) {
      sink(total == 0 ? from : from + (to - from) * std::min(done, total) / total, kScale);
    });
  }

 private:
  std::stop_token m_stop;
  Sink m_sink;
};

// How plain code uses a second thread without starting one: the caller provides the function (core/tasks).

/// SideBySide runs two independent functions, possibly in parallel, and returns when both are done.
using SideBySide = std::function<void(const std::function<void()>& one, const std::function<void()>& other)>;

}  // namespace plumbline::base
