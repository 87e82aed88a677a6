// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/watch_client.h"

#include <QTimer>
#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "core/session/watch/watcher.h"

namespace plumbline::session {

/// Rounds lives on the thread. It emits the client's signals on the client's thread; those of an earlier start are dropped.
class WatchClient::Rounds {
 public:
  Rounds(WatchClient& client, std::stop_token stop) : m_client(client), m_stop(std::move(stop)) {
    m_timer.setSingleShot(true);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { runRound(); });
  }

  void begin(WatchRequest request) {
    m_intervalS = request.intervalS;
    auto source = std::make_unique<BranchSource>(std::move(request.branch));
    if (request.watch.stateFile.empty()) request.watch.stateFile = defaultWatchFile(source->name() + " window");
    std::vector<WatchOutput> outputs = {{"window", [this](const reports::NewsReport& report, bool) -> base::Result<void> {
                                           emitLater([report](WatchClient& client) { Q_EMIT client.reported(report); });
                                           return {};
                                         }}};
    auto watcher = Watcher::open(std::move(request.watch), std::move(source), std::move(outputs));
    if (watcher) {
      m_watcher.emplace(*std::move(watcher));
      return runRound();
    }
    emitLater([error = watcher.error()](WatchClient& client) {
      client.stop();
      Q_EMIT client.problem(error, -1);
      Q_EMIT client.stopped();
    });
  }

 private:
  void runRound() {
    if (m_stop.stop_requested()) return;
    const RoundEnd end = m_watcher->round(base::Progress(m_stop));
    const std::int64_t pauseS = m_watcher->pauseAfter(end, m_intervalS);
    emitLater([end, pauseS](WatchClient& client) {
      for (const base::Error& warning : end.warnings) Q_EMIT client.problem(warning, pauseS);
      if (end.stopped && std::holds_alternative<base::Error>(*end.stopped)) Q_EMIT client.problem(std::get<base::Error>(*end.stopped), pauseS);
      Q_EMIT client.roundDone();
    });
    m_timer.start(std::chrono::seconds(pauseS));
  }
  void emitLater(std::function<void(WatchClient&)> what) {
    QMetaObject::invokeMethod(
        &m_client,
        [client = &m_client, stop = m_stop, what = std::move(what)] {
          if (!stop.stop_requested()) what(*client);
        },
        Qt::QueuedConnection);
  }

  WatchClient& m_client;
  std::stop_token m_stop;
  std::int64_t m_intervalS = 0;
  std::optional<Watcher> m_watcher;
  QTimer m_timer;
};

bool hasBaselines(const overview::CommitView& view) {
  return std::ranges::any_of(view.opened().pieces, [](const sources::Piece& piece) { return piece.isBaseline && !piece.path.empty(); });
}

WatchOptions watchOptionsFor(const overview::CommitView& view, const std::string& store) {
  WatchOptions options{.stateFile = {}, .store = store, .branch = "main"};
  const std::vector<sources::Piece>& pieces = view.opened().pieces;
  for (std::size_t i = 0; i < view.opened().paths.size(); ++i) {
    const bool hasResults = std::ranges::any_of(pieces, [i](const sources::Piece& piece) { return piece.source == i && !piece.isBaseline; });
    std::set<std::string> paths;  // a folder with results in it is no tree: only its baselines are taken
    for (const sources::Piece& piece : pieces)
      if (piece.source == i && piece.isBaseline) paths.insert(hasResults ? piece.path : view.opened().paths[i].path);
    for (const std::string& path : paths) options.judge.paths.push_back({path, sources::Role::Expected});
  }
  options.judge.view.rules = view.options().rules;
  options.judge.view.attempts = view.options().attempts;
  return options;
}

WatchClient::WatchClient() = default;
WatchClient::~WatchClient() { stop(); }

void WatchClient::start(WatchRequest request) {
  stop();
  m_stop = {};
  m_thread = std::make_unique<tasks::ObjectThread<Rounds>>([this, stop = m_stop.get_token()] { return std::make_unique<Rounds>(*this, stop); });
  m_thread->post([request = std::move(request)](Rounds& rounds) mutable { rounds.begin(std::move(request)); });
}

void WatchClient::stop() {
  m_stop.request_stop();
  m_thread.reset();
}

}  // namespace plumbline::session
