// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the results that are opened and run to the history, one after the other on a thread of its own, so that neither
// opening nor running waits for it. What is there already, baselines and results of no known config are passed over.
// Off at first.
//
//   HistoryFiller filler(defaultStoreFile());
//   connect(&session, &Session::snapshotChanged, &filler, &HistoryFiller::addPair);
//   filler.setEnabled(true);
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/session/commit_session.h"
#include "core/session/session.h"
#include "core/tasks/object_thread.h"

namespace plumbline::history {
class Store;
}  // namespace plumbline::history

namespace plumbline::session {

class HistoryFiller : public QObject {
  Q_OBJECT

 public:
  /// An empty `store` adds nothing.
  explicit HistoryFiller(std::string store);
  /// Stops after the run that is being added; what is left is added when it is opened again.
  ~HistoryFiller() override;

  void setEnabled(bool isEnabled) { m_isEnabled = isEnabled; }
  /// decisionStore keeps decisions in the history, behind the results that are being added and also at the end of the program; what
  /// cannot be stored is written into the logs. While the filler is off the logs keep all.
  baselines::DecisionStore decisionStore(bool writesLog);

 public Q_SLOTS:
  /// addPair and addCommit take what a session shows; what is only judged again is not read again.
  void addPair(const plumbline::session::SnapshotPtr& pair);
  void addCommit(const plumbline::session::CommitSnapshotPtr& commit);
  void addFiles(const QStringList& results);

 Q_SIGNALS:
  /// added carries how many runs are new; it follows each call that adds something or finds it there.
  void added(quint64 runs);
  void failed(const plumbline::base::Error& error);

 private:
  /// Writer lives on the thread: a connection belongs to the one that opened it.
  class Writer {
   public:
    Writer(std::string file, std::stop_token stop);
    ~Writer();
    base::Result<std::size_t> add(const sources::Opened& opened);
    base::Result<std::size_t> addFiles(const std::vector<sources::SourcePath>& paths);

   private:
    std::string m_file;
    std::stop_token m_stop;
    std::unique_ptr<history::Store> m_store;
  };
  enum class AtEnd : bool { Skip, Finish };
  void post(std::function<base::Result<std::size_t>(Writer&)> work, AtEnd atEnd = AtEnd::Skip);

  const std::string m_file;
  bool m_isEnabled = false;
  std::weak_ptr<const tables::CsvTable> m_lastTable;
  std::weak_ptr<const sources::Opened> m_lastOpened;
  std::stop_source m_stop;
  std::unique_ptr<tasks::ObjectThread<Writer>> m_thread;  ///< last: it ends before the rest goes
};

}  // namespace plumbline::session
