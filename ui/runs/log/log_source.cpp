// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log/log_source.h"

#include <QFile>
#include <algorithm>
#include <utility>

namespace plumbline::ui {

using base::Outcome;
using base::Progress;
using runs::LogFile;

namespace {

constexpr int kMinPollMs = 250, kMaxPollMs = 4000, kMinChangeIntervalMs = 100;  // ms
constexpr std::uint64_t kFirstReadBytes = std::uint64_t{4} << 20;  // there is something to see at once

Outcome<LogSource::Answer> answer(const LogFile& log, const LogSource::Question& question, const Progress& progress) {
  LogSource::Answer made{.line = {}, .hasWrapped = false, .generation = log.generation()};
  const auto searchFrom = [&](quint64 from) {
    return question.text.empty() ? log.firstError(from, progress)
                                 : log.find(question.text, from, question.backwards, progress);
  };
  for (const bool round : {false, true}) {
    const quint64 from = !round ? question.from : question.backwards ? log.lineCount() : 0;
    const auto found = searchFrom(from);
    if (found.isCancelled()) return base::Cancelled{};
    if (found.isError()) return found.error();
    made.line = found.value();
    made.hasWrapped = round;
    if (made.line) break;
  }
  return made;
}

}  // namespace

LogSource::LogSource(QObject* parent)
    : QObject(parent),
      m_pause(kMinPollMs),
      m_reader([this](Outcome<NewLog> read) { onRead(std::move(read)); }),
      m_searcher([this](Outcome<Answer> answer) { onSearched(std::move(answer)); },
                 [this](quint64 done, quint64 total) {
                   Q_EMIT searchProgress(total > 0 ? static_cast<int>(done * 100 / total) : 0);
                 }) {
  m_nextPoll.setSingleShot(true);
  m_changeDelay.setSingleShot(true);
  connect(&m_nextPoll, &QTimer::timeout, this, &LogSource::read);
  connect(&m_changeDelay, &QTimer::timeout, this, &LogSource::notifyChanged);
}

void LogSource::open(const QString& path) {
  m_reader.cancel();
  m_searcher.cancel();
  m_nextPoll.stop();
  m_path = path;
  m_log.reset();
  m_state = path.isEmpty() ? State::Closed : State::Opening;
  m_pause = kMinPollMs;
  if (!path.isEmpty()) read();
  m_changeDelay.stop();
  notifyChanged();
}

double LogSource::share() const {
  if (!m_log || m_log->fileBytes() == 0) return 1;
  return static_cast<double>(m_log->byteCount()) / static_cast<double>(m_log->fileBytes());
}

void LogSource::poll() {
  if (m_path.isEmpty() || m_reader.isBusy()) return;
  m_pause = kMinPollMs;
  const qint64 wait = m_lastPoll.isValid() ? kMinPollMs - m_lastPoll.elapsed() : 0;
  if (wait <= 0) read();
  else if (!m_nextPoll.isActive() || m_nextPoll.remainingTime() > wait) m_nextPoll.start(static_cast<int>(wait));
}

void LogSource::setWatching(bool watching) {
  m_watching = watching;
  if (watching) poll();
  else m_nextPoll.stop();
}

void LogSource::read() {
  m_nextPoll.stop();
  m_lastPoll.start();
  // The thread gets its own copy, which becomes the next log.
  auto log = m_log ? std::make_shared<LogFile>(m_log->shared()) : std::make_shared<LogFile>(QFile::encodeName(m_path).toStdString());
  const std::uint64_t maxBytes = m_log ? std::uint64_t{64} << 20 : kFirstReadBytes;
  m_reader.run([log = std::move(log), maxBytes](const Progress& progress) -> Outcome<NewLog> {
    const auto more = log->update(progress, maxBytes);
    if (more.isCancelled()) return base::Cancelled{};
    if (more.isError()) return more.error();
    return log;
  });
}

void LogSource::onRead(Outcome<NewLog> read) {
  const State before = m_state;
  const quint64 bytes = m_log ? m_log->byteCount() : 0, generation = m_log ? m_log->generation() : 0;
  bool isIncomplete = false;
  if (read.isValue()) {
    m_log = std::move(read.value());
    m_state = State::Ready;
    isIncomplete = m_log->byteCount() < m_log->fileBytes();
  } else if (read.isError()) {
    // Content of a deleted file stays shown.
    m_error = read.error();
    if (!m_log) m_state = m_error.code == base::ErrorCode::NotFound ? State::Missing : State::Unreadable;
  }
  const bool isNew = m_log && (m_log->byteCount() != bytes || m_log->generation() != generation);
  if (isIncomplete) this->read();
  else if (m_watching) {
    m_pause = isNew ? kMinPollMs : std::min(m_pause * 2, kMaxPollMs);
    m_nextPoll.start(m_pause);
  }
  if ((!isNew && m_state == before) || m_changeDelay.isActive()) return;
  const qint64 wait = m_lastChange.isValid() ? kMinChangeIntervalMs - m_lastChange.elapsed() : 0;
  if (wait <= 0) notifyChanged();
  else m_changeDelay.start(static_cast<int>(wait));
}

void LogSource::notifyChanged() {
  m_lastChange.start();
  Q_EMIT changed();
}

void LogSource::search(const Question& question) {
  if (!m_log) return;
  auto log = std::make_shared<const LogFile>(m_log->shared());
  m_searcher.run([log, question](const Progress& progress) { return answer(*log, question, progress); });
}

void LogSource::stopSearch() { m_searcher.cancel(); }

void LogSource::onSearched(Outcome<Answer> answered) {
  if (answered.isError()) Q_EMIT searchFailed(answered.error());
  // The line number is invalid if the log was replaced meanwhile.
  else if (answered.isValue() && m_log && answered.value().generation == m_log->generation()) Q_EMIT found(answered.value());
  else Q_EMIT found({});
}

}  // namespace plumbline::ui
