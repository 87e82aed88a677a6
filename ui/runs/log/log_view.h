// SPDX-License-Identifier: GPL-3.0-or-later
// A log of any size, read-only; only the lines on screen are in memory. Follows the end while it is at the end,
// otherwise keeps its position. Search, first error, selection by line, copy; terminal colours from the theme.
//
//   auto* view = new LogView(theme);
//   view->showFile(folder + "/cold.log");     // may not exist yet, may grow, may be replaced
#pragma once

#include <QElapsedTimer>
#include <QLineEdit>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/runs/logs/log_file.h"
#include "core/tasks/latest_runner.h"
#include "ui/theme/themed.h"

class QToolButton;

namespace plumbline::ui {

// A log file for a view: read and searched on worker threads, polled while it may grow. Each change gives a new
// immutable log, so the view may keep it and read lines at any time.
//
//   source->open(path);                      // may not exist yet
//   connect(source, &LogSource::changed, this, [this] { canvas->showLog(source->log()); });

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

/// LogBar is the line above a log: name and size, search, first error, follow.
///
///   bar->showFacts(u"cold.log"_s, path, u"1 204 lines, 88 kB"_s);

/// LogSearchField: Enter and Shift+Enter go to the next and previous match, Escape leaves.

class LogSearchField : public QLineEdit {
  Q_OBJECT

 public:
  explicit LogSearchField(QWidget* parent = nullptr);

 Q_SIGNALS:
  void stepRequested(bool backwards);
  void leaveRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

class ElidedLabel;
class LogSearchField;

class LogBar : public QWidget {
  Q_OBJECT

 public:
  explicit LogBar(const Theme& theme, QWidget* parent = nullptr);

  void showFacts(const QString& name, const QString& path, const QString& facts);
  /// setUsable: there are lines to search.
  void setUsable(bool usable);
  void setFollows(bool follows);
  /// showMessage shows the state of the search instead of the facts; "" shows the facts again.
  void showMessage(const QString& text);
  std::string text() const;
  void focusSearch();

 Q_SIGNALS:
  void textChanged();
  void findRequested(bool backwards);
  void stopRequested();
  void leaveRequested();
  void errorRequested();
  void followRequested(bool follows);

 private:
  void showLine();

  ElidedLabel* m_name;
  ElidedLabel* m_line;  ///< message or facts
  LogSearchField* m_field;
  QToolButton* m_previous;
  QToolButton* m_next;
  QToolButton* m_error;
  QToolButton* m_follow;
  QString m_facts, m_message;
};

class LogView : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit LogView(const Theme& theme, QWidget* parent = nullptr);
  ~LogView() override;

  /// showFile shows another log; "" shows emptyText.
  void showFile(const QString& path, const QString& emptyText = {});
  QString file() const;
  void setTheme(const Theme& theme) override;
  void focusSearch();

 public Q_SLOTS:
  /// poll reads new content, at most four times a second. A visible view also polls by itself.
  void poll();
  void findNext();
  void findPrevious();
  /// goToFirstError goes to the next error when it is called again.
  void goToFirstError();
  void goToEnd();
  /// goToLine goes to a line (from 0), as soon as it is read.
  void goToLine(quint64 line);
  void copySelection();

 Q_SIGNALS:
  void statusChanged(const QString& text);  ///< "line 1 204 of 88 310", "no match"

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
