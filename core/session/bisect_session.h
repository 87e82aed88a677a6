// SPDX-License-Identifier: GPL-3.0-or-later
// A bisection that is open in the window: reads its file, adds and takes back results, and follows the file while
// `plumbline-cli bisect run` writes it. Reading and weighing run in core/tasks, one change after the other.
//
//   BisectSession bisect;
//   connect(&bisect, &BisectSession::changed, page, &BisectPage::showBisection);
//   bisect.open(u"plumbline-bisect.json"_s);
#pragma once

#include <QObject>
#include <QString>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "core/reports/evidence/bisect_report.h"
#include "core/session/pair_watcher.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {

using BisectPtr = std::shared_ptr<const reports::BisectView>;

class BisectSession : public QObject {
  Q_OBJECT

 public:
  explicit BisectSession(QObject* parent = nullptr);

  const BisectPtr& shown() const { return m_shown; }  ///< null: none is open
  const QString& path() const { return m_path; }
  /// command goes on with what is open in a terminal; "./test.sh" stands for the test.
  QString command() const;

  void open(const QString& path);
  /// start writes the file of a new bisection and opens it; it replaces no other file, and no bisection with results.
  void start(const QString& path, const sources::BisectRequest& request);
  void report(const QString& commit, bool hasFailed);
  /// undo takes the newest result back.
  void undo();

 Q_SIGNALS:
  void changed(const plumbline::session::BisectPtr& shown);
  void failed(const plumbline::base::Error& error);

 private:
  struct Loaded {
    QString path;
    BisectPtr view;
  };
  using Change = std::function<std::optional<base::Error>()>;  ///< what is done to the file before it is read
  void add(const QString& path, Change change);
  void runNext();
  void finish(base::Outcome<Loaded> loaded);

  QString m_path;
  BisectPtr m_shown;
  PairWatcher m_watcher;
  std::deque<std::pair<QString, Change>> m_waiting;
  bool m_isBusy = false;
  tasks::LatestRunner<Loaded> m_runner;  ///< last: it ends first
};

}  // namespace plumbline::session
