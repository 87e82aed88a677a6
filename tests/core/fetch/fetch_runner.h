// SPDX-License-Identifier: GPL-3.0-or-later
// One fetch from a fake CI, waited for with an event loop, as a window would.
//
//   const Ended ended = fetchFrom(options, *targetOf(kFakeSha));
//   QVERIFY2(ended.report, ended.error.c_str());
#pragma once

#include <QSignalSpy>
#include <QTest>
#include <optional>
#include <string>

#include "core/fetch/fetcher.h"
#include "tests/support/fake_ci.h"

namespace plumbline::support {

inline constexpr int kPatience = 20'000;  // milliseconds; nothing waits so long unless it is broken

struct Ended {
  std::optional<fetch::FetchReport> report;
  std::string error;
};

inline fetch::FetchOptions optionsFor(const FakeCiServer& server, const QString& cache) {
  fetch::FetchOptions options;
  options.cacheFolder = cache.toStdString();
  options.endpoints = {server.url(), server.url()};
  options.stallMs = 5'000;
  options.retryDelayMs = 1;
  return options;
}

inline Ended fetchFrom(const fetch::FetchOptions& options, const fetch::Target& target) {
  Ended ended;
  fetch::Fetcher fetcher(options);
  QObject::connect(&fetcher, &fetch::Fetcher::finished, &fetcher,
                   [&](const fetch::FetchReport& report) { ended.report = report; });
  QObject::connect(&fetcher, &fetch::Fetcher::failed, &fetcher,
                   [&](const base::Error& error) { ended.error = error.text + " | " + error.hint; });
  fetcher.start(target);
  (void)QTest::qWaitFor([&] { return !fetcher.isBusy(); }, kPatience);
  return ended;
}

inline fetch::Target theCommit() { return *fetch::targetOf(kFakeSha); }

}  // namespace plumbline::support
