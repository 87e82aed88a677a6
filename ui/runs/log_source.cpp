// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log_source.h"

#include <QFile>
#include <algorithm>
#include <utility>

namespace plumbline::ui {

using base::Outcome;
using base::Progress;
using runs::LogFile;

namespace {

constexpr int kShortestPause = 250, kLongestPause = 4000, kBetweenSayings = 100;  // ms
constexpr std::uint64_t kFirstBytes = std::uint64_t{4} << 20;  // there is something to see at once

Outcome<LogSource::Answer> answer(const LogFile& log, const LogSource::Question& question, const Progress& progress) {
  LogSource::Answer made{.line = {}, .wentRound = false, .generation = log.generation()};
  const auto lookFrom = [&](quint64 from) {
    return question.text.empty() ? log.firstError(from, progress)
                                 : log.find(question.text, from, question.backwards, progress);
  };
  for (const bool round : {false, true}) {
    const quint64 from = !round ? question.from : question.backwards ? log.lineCount() : 0;
    const auto found = lookFrom(from);
    if (found.isCancelled()) return base::Cancelled{};
    if (found.isError()) return found.error();
    made.line = found.value();
    made.wentRound = round;
    if (made.line) break;
  }
  return made;
}

}  // namespace

LogSource::LogSource(QObject* parent)
    : QObject(parent),
      m_pause(kShortestPause),
      m_reader([this](Outcome<NewLog> read) { onRead(std::move(read)); }),
      m_searcher([this](Outcome<Answer> answer) { onSearched(std::move(answer)); },
                 [this](quint64 done, quint64 total) {
                   Q_EMIT searchGoesOn(total > 0 ? static_cast<int>(done * 100 / total) : 0);
                 }) {
  m_next.setSingleShot(true);
  m_saying.setSingleShot(true);
  connect(&m_next, &QTimer::timeout, this, &LogSource::read);
  connect(&m_saying, &QTimer::timeout, this, &LogSource::say);
}

void LogSource::open(const QString& path) {
  m_reader.cancel();
  m_searcher.cancel();
  m_next.stop();
  m_path = path;
  m_log.reset();
  m_state = path.isEmpty() ? State::Closed : State::Looking;
  m_pause = kShortestPause;
  if (!path.isEmpty()) read();
  m_saying.stop();
  say();
}

double LogSource::share() const {
  if (!m_log || m_log->fileBytes() == 0) return 1;
  return static_cast<double>(m_log->byteCount()) / static_cast<double>(m_log->fileBytes());
}

void LogSource::look() {
  if (m_path.isEmpty() || m_reader.isBusy()) return;
  m_pause = kShortestPause;
  const qint64 wait = m_lastLook.isValid() ? kShortestPause - m_lastLook.elapsed() : 0;
  if (wait <= 0) read();
  else if (!m_next.isActive() || m_next.remainingTime() > wait) m_next.start(static_cast<int>(wait));
}

void LogSource::setWatching(bool watching) {
  m_watching = watching;
  if (watching) look();
  else m_next.stop();
}

void LogSource::read() {
  m_next.stop();
  m_lastLook.start();
  // The thread gets a view of its own, and gives it back as the next one.
  auto log = m_log ? std::make_shared<LogFile>(m_log->shared()) : std::make_shared<LogFile>(QFile::encodeName(m_path).toStdString());
  const std::uint64_t most = m_log ? std::uint64_t{64} << 20 : kFirstBytes;
  m_reader.run([log = std::move(log), most](const Progress& progress) -> Outcome<NewLog> {
    const auto more = log->update(progress, most);
    if (more.isCancelled()) return base::Cancelled{};
    if (more.isError()) return more.error();
    return log;
  });
}

void LogSource::onRead(Outcome<NewLog> read) {
  const State before = m_state;
  const quint64 bytes = m_log ? m_log->byteCount() : 0, generation = m_log ? m_log->generation() : 0;
  bool goesOn = false;
  if (read.isValue()) {
    m_log = std::move(read.value());
    m_state = State::Ready;
    goesOn = m_log->byteCount() < m_log->fileBytes();
  } else if (read.isError()) {
    // What was read of a file that is gone can still be shown.
    m_error = read.error();
    if (!m_log) m_state = m_error.code == base::ErrorCode::NotFound ? State::Missing : State::Unreadable;
  }
  const bool isNew = m_log && (m_log->byteCount() != bytes || m_log->generation() != generation);
  if (goesOn) this->read();
  else if (m_watching) {
    m_pause = isNew ? kShortestPause : std::min(m_pause * 2, kLongestPause);
    m_next.start(m_pause);
  }
  if ((!isNew && m_state == before) || m_saying.isActive()) return;
  const qint64 wait = m_lastSaid.isValid() ? kBetweenSayings - m_lastSaid.elapsed() : 0;
  if (wait <= 0) say();
  else m_saying.start(static_cast<int>(wait));
}

void LogSource::say() {
  m_lastSaid.start();
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
  // Of a log that began anew meanwhile the number means nothing.
  else if (answered.isValue() && m_log && answered.value().generation == m_log->generation()) Q_EMIT found(answered.value());
  else Q_EMIT found({});
}

}  // namespace plumbline::ui
