// SPDX-License-Identifier: GPL-3.0-or-later
// A watch inside a test: a branch on a fake CI, baselines of four models, a clock of its own, and what was reported.
//
//   WatchRunner runner;
//   runner.branch.push(...);  runner.branch.publish();
//   runner.round();
//   runner.events        // "0:start", "1:+a", "2:-a"
#pragma once

#include <QDir>
#include <QStringList>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/session/watch/branch_source.h"
#include "core/session/watch/watcher.h"
#include "tests/support/fake_branch.h"
#include "tests/support/test_folder.h"

namespace plumbline::test {

using namespace Qt::StringLiterals;

inline const std::string kModels = "name,accuracy,graph_breaks\na,pass,0\nb,pass,0\nc,pass,0\nd,pass,0\n";

struct WatchRunner {
  WatchRunner() { folder.write(u"tree/ci_expected_accuracy/inductor_torchbench_training.csv"_s, QByteArray::fromStdString(kModels)); }

  fetch::FetchOptions fetchOptions() const {
    fetch::FetchOptions options;
    options.cacheFolder = folder.path(u"cache"_s).toStdString();
    options.endpoints = {server.url(), server.url()};
    options.stallMs = 2000;
    options.retries = 0;
    return options;
  }
  session::WatchOptions options() {
    return {.stateFile = folder.path(u"state.json"_s).toStdString(),
            .store = store,
            .branch = "main",
            .judge = {.paths = {{folder.path(u"tree"_s).toStdString(), sources::Role::Expected}}},
            .now = [this] { return now; }};
  }
  /// eventOf: "3:+a -b" with "?" behind it for a repeat.
  static QString eventOf(const reports::NewsReport& report, bool isRepeat) {
    const overview::CommitNews& news = report.news;
    QString text = report.link.empty() ? QString::fromStdString(news.commit.name) : QString::number((news.commit.time - support::kFirstCommitTime) / 3600);
    text += news.isStart ? u":start"_s : u":"_s;
    QStringList rows;
    for (const auto& [row, red] : news.fresh) rows << u'+' + QString::fromStdString(row.model);
    for (const auto& [row, red] : news.healed) rows << u'-' + QString::fromStdString(row.model);
    return text + rows.join(u' ') + (isRepeat ? u"?"_s : QString());
  }
  session::WatchOutput output() {
    return {"test", [this](const reports::NewsReport& report, bool isRepeat) {
              events << eventOf(report, isRepeat);
              return base::Result<void>();
            }};
  }
  base::Result<session::Watcher> open(std::vector<session::WatchOutput> outputs = {}) {
    if (outputs.empty()) outputs.push_back(output());
    auto used = source ? source() : std::make_unique<session::BranchSource>(session::BranchWatch{.since = since, .patienceS = 7200, .fetch = fetchOptions()});
    return session::Watcher::open(options(), std::move(used), std::move(outputs));
  }
  /// round opens the watch, as after a restart, and does one round.
  session::RoundEnd round(std::vector<session::WatchOutput> outputs = {}) {
    auto watcher = open(std::move(outputs));
    if (!watcher) return {.stopped = base::Failure(watcher.error())};
    session::RoundEnd end = watcher->round();
    pauseS = watcher->pauseAfter(end, 600);
    return end;
  }
  static QString errorOf(const session::RoundEnd& end) {
    return end.stopped && std::holds_alternative<base::Error>(*end.stopped) ? QString::fromStdString(base::describe(std::get<base::Error>(*end.stopped))) : QString();
  }

  support::TestFolder folder;
  support::FakeCiServer server;
  support::FakeBranch branch{server};
  std::string since, store;
  std::int64_t now = 1'790'000'000, pauseS = 0;
  std::function<std::unique_ptr<session::WatchSource>()> source;
  QStringList events;
};

}  // namespace plumbline::test
