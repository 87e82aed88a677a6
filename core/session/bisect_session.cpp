// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/bisect_session.h"

#include <QFile>
#include <utility>

#include "core/text/escapes.h"

namespace plumbline::session {
namespace {

std::string nativeName(const QString& path) { return QFile::encodeName(path).toStdString(); }

}  // namespace

BisectSession::BisectSession(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<Loaded> loaded) { finish(std::move(loaded)); }) {
  connect(&m_watcher, &PairWatcher::changed, this, [this](const QString& path, bool isRemoved) {
    if (!isRemoved) return open(path);
    Q_EMIT failed({.code = base::ErrorCode::NotFound,
                   .text = "The file of this bisection was removed.",
                   .hint = "What is shown is its last state.",
                   .file = nativeName(path)});
  });
}

void BisectSession::open(const QString& path) {
  add(path, []() -> std::optional<base::Error> { return std::nullopt; });
}

void BisectSession::start(const QString& path, const sources::BisectRequest& request) {
  add(path, [name = nativeName(path), request]() -> std::optional<base::Error> {
    const auto state = sources::newBisectState(request);
    if (!state) return state.error();
    const auto saved = sources::startBisectState(name, *state);
    return saved ? std::nullopt : std::optional(saved.error());
  });
}

void BisectSession::report(const QString& commit, bool hasFailed) {
  if (m_shown == nullptr) return;
  add(m_path, [name = nativeName(m_path), commit = commit.toStdString(), hasFailed] {
    const auto state = sources::addBisectResult(name, commit, hasFailed);
    return state ? std::nullopt : std::optional(state.error());
  });
}

void BisectSession::undo() {
  if (m_shown == nullptr) return;
  add(m_path, [name = nativeName(m_path)] {
    const auto state = sources::removeBisectResult(name);
    return state ? std::nullopt : std::optional(state.error());
  });
}

QString BisectSession::command() const {
  return QString::fromStdString(
      text::shellLine({"plumbline-cli", "bisect", "run", "--state", nativeName(m_path), "--", "./test.sh"}));
}

void BisectSession::add(const QString& path, Change change) {
  m_waiting.emplace_back(path, std::move(change));
  if (!m_isBusy) runNext();
}

/// runNext: the runner drops what a newer call overtakes, so that each change waits for the one before.
void BisectSession::runNext() {
  m_isBusy = true;
  m_runner.run([path = m_waiting.front().first, change = m_waiting.front().second](const base::Progress&) -> base::Outcome<Loaded> {
    if (auto error = change()) return *std::move(error);
    auto state = sources::readBisectState(nativeName(path));
    if (!state) return state.error();
    return Loaded{path, std::make_shared<const reports::BisectView>(reports::bisectView(*std::move(state)))};
  });
  m_waiting.pop_front();
}

void BisectSession::finish(base::Outcome<Loaded> loaded) {
  m_isBusy = false;
  if (!m_waiting.empty()) runNext();
  if (loaded.isError()) return Q_EMIT failed(loaded.error());
  if (!loaded.isValue()) return;
  m_path = loaded.value().path;
  m_shown = loaded.value().view;
  m_watcher.watch({{.path = m_path, .stamp = m_shown->state.stamp}});
  Q_EMIT changed(m_shown);
}

}  // namespace plumbline::session
