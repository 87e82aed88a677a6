// SPDX-License-Identifier: GPL-3.0-or-later
// 300 zips of 1 MB from a server inside this program: are 8 connections kept busy, and does the GUI's thread stall?
//
//   bench_fetch                                     300 zips; once as fast as it goes, once with 5 MB/s on each
//   connection QT_QPA_PLATFORM=offscreen bench_fetch 100
//
// "Busy" is told by the server: the share of time, between the first and the last moment with 8 answers under way, in
// which there were 8. A timer of 1 ms on the main thread measures the longest gap there.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "core/fetch/fetcher.h"
#include "tests/support/fake_ci.h"

using namespace plumbline;

namespace {

constexpr std::size_t kZipBytes = 1'000'000;
constexpr int kConnections = 8;
constexpr double kGapGoalMs = 16.0;
constexpr int kIdleMs = 5'000;

/// Gaps measures how long the main thread's event loop was away at most.
class Gaps {
 public:
  Gaps() {
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { note(); });
    m_clock.start();
    m_timer.start(1);
  }
  double longestMs() const { return static_cast<double>(m_longest) / 1e6; }
  double shareOver(double milliseconds) const {
    const auto over = std::count_if(m_all.begin(), m_all.end(),
                                    [&](qint64 gap) { return static_cast<double>(gap) / 1e6 > milliseconds; });
    return m_all.empty() ? 0.0 : static_cast<double>(over) / static_cast<double>(m_all.size());
  }

 private:
  void note() {
    const qint64 gap = m_clock.nsecsElapsed();
    m_clock.start();
    m_longest = std::max(m_longest, gap);
    m_all.push_back(gap);
  }
  QTimer m_timer;
  QElapsedTimer m_clock;
  qint64 m_longest = 0;
  std::vector<qint64> m_all;
};

/// waitFor runs the main thread's loop as a window would.
std::optional<fetch::FetchReport> fetchAll(const fetch::FetchOptions& options) {
  std::optional<fetch::FetchReport> result;
  fetch::Fetcher fetcher(options);
  QEventLoop loop;
  QObject::connect(&fetcher, &fetch::Fetcher::finished, &loop, [&](const fetch::FetchReport& report) {
    result = report;
    loop.quit();
  });
  QObject::connect(&fetcher, &fetch::Fetcher::failed, &loop, [&](const base::Error& error) {
    std::fprintf(stderr, "%s\n", error.text.c_str());
    loop.quit();
  });
  fetcher.start(*fetch::targetOf(support::kFakeSha));
  loop.exec();
  return result;
}

bool measure(const char* what, std::size_t zips, qint64 rate) {
  support::FakeCiServer server;
  support::FakeCi ci(server);
  ci.addRun(1, "inductor");
  ci.addShards(1, zips, kZipBytes);
  ci.publish();
  server.limitRate(rate);
  QTemporaryDir cache;
  fetch::FetchOptions options;
  options.cacheFolder = cache.path().toStdString();
  options.endpoints = {server.url(), server.url()};
  options.parallel = kConnections;

  for (const bool cached : {false, true}) {
    const Gaps gaps;
    QElapsedTimer clock;
    clock.start();
    const auto report = fetchAll(options);
    const double seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    if (!report || report->missing() > 0 || report->files.size() != zips) return false;
    const double megabytes = static_cast<double>(zips * kZipBytes) / 1e6;
    std::printf(
        "%-24s %zu zips: %.2f s, %.0f MB/s; longest gap of the main thread %.1f ms (goal %.0f), %.3f %% of them over "
        "it\n",
        cached ? "again, from the cache" : what, zips, seconds, megabytes / seconds, gaps.longestMs(), kGapGoalMs,
        100 * gaps.shareOver(kGapGoalMs));
    // Without a limit the system's own buffers swallow whole zips, and nobody can tell who is busy.
    if (cached || rate == 0) continue;
    const double ideal = megabytes * 1e6 / (static_cast<double>(rate) * kConnections);
    std::printf("%-24s all %d connections busy %.1f %% of the time, %.2f on average; %.2f of the speed they allow\n",
                "", kConnections, 100 * server.busyShare(kConnections), server.meanBusy(kConnections), ideal / seconds);
  }
  return true;
}

/// measureNothing shows what the machine itself does to the main thread.
void measureNothing() {
  const Gaps gaps;
  QEventLoop loop;
  QTimer::singleShot(kIdleMs, &loop, &QEventLoop::quit);
  loop.exec();
  std::printf("%-24s longest gap of the main thread %.1f ms\n", "nothing to do", gaps.longestMs());
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const std::size_t zips = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 300;
  constexpr qint64 kRate = 5'000'000;
  measureNothing();
  return measure("as fast as it goes", zips, 0) && measure("5 MB/s per connection", zips, kRate) ? 0 : 1;
}
