// SPDX-License-Identifier: GPL-3.0-or-later
// A log file for a view: read and searched on worker threads, polled while it may grow. Each change gives a new
// immutable log, so the view may keep it and read lines at any time.
//
//   source->open(path);                      // may not exist yet
//   connect(source, &LogSource::changed, this, [this] { canvas->showLog(source->log()); });
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/runs/logs/log_file.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

class LogSource : public QObject {
  Q_OBJECT

 public:
  using LogPtr = std::shared_ptr<const runs::LogFile>;
  enum class State {
    Closed,
    Opening,     ///< opened, not read yet
    Missing,     ///< the file does not exist (yet)
    Unreadable,  ///< see error()
    Ready,
  };
  /// Question is a search for a text; for errors when the text is empty.
  struct Question {
    std::string text;
    quint64 from = 0;
    bool backwards = false;
  };
  struct Answer {
    std::optional<quint64> line;
    bool hasWrapped = false;  ///< found after continuing at the other end
    quint64 generation = 0;
  };

  explicit LogSource(QObject* parent = nullptr);

  void open(const QString& path);
  const QString& path() const { return m_path; }
  State state() const { return m_state; }
  const base::Error& error() const { return m_error; }
  /// log is null until something was read.
  const LogPtr& log() const { return m_log; }
  /// share is how much of the file is indexed, from 0 to 1.
  double share() const;

  /// poll reads new content, at most four times a second.
  void poll();
  /// setWatching polls regularly, less often the longer nothing changes.
  void setWatching(bool watching);
  void search(const Question& question);
  void stopSearch();
  bool isSearching() const { return m_searcher.isBusy(); }

 Q_SIGNALS:
  void changed();  ///< log, state or share; at most ten times a second
  void found(const plumbline::ui::LogSource::Answer& answer);
  void searchFailed(const plumbline::base::Error& error);
  void searchProgress(int percent);

 private:
  using NewLog = std::shared_ptr<runs::LogFile>;
  void read();
  void onRead(base::Outcome<NewLog> read);
  void onSearched(base::Outcome<Answer> answer);
  void notifyChanged();

  QString m_path;
  State m_state = State::Closed;
  base::Error m_error;
  LogPtr m_log;
  bool m_watching = false;
  int m_pause;
  QElapsedTimer m_lastPoll, m_lastChange;
  QTimer m_nextPoll, m_changeDelay;
  tasks::LatestRunner<NewLog> m_reader;
  tasks::LatestRunner<Answer> m_searcher;
};

}  // namespace plumbline::ui
