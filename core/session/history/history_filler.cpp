// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/history/history_filler.h"

#include <QFile>
#include <QPointer>
#include <new>
#include <utility>
#include <vector>

#include "core/history/decisions/decision_store.h"
#include "core/history/past/commit_times.h"
#include "core/history/run_intake.h"
#include "core/history/store.h"

namespace plumbline::session {

HistoryFiller::HistoryFiller(std::string store) : m_file(std::move(store)) {}

HistoryFiller::~HistoryFiller() { m_stop.request_stop(); }

void HistoryFiller::addPair(const SnapshotPtr& pair) {
  if (!m_isEnabled || pair == nullptr || !pair->actual.isFile || m_lastTable.lock() == pair->actual.table) return;
  m_lastTable = pair->actual.table;
  post([paths = std::vector<sources::SourcePath>{{pair->actual.path}}](Writer& writer) {
    return writer.addFiles(paths);
  });
}

void HistoryFiller::addCommit(const CommitSnapshotPtr& commit) {
  if (!m_isEnabled || commit == nullptr) return;
  const std::shared_ptr<const sources::Opened> opened = commit->view->openedPtr();
  if (m_lastOpened.lock() == opened) return;
  m_lastOpened = opened;
  post([opened](Writer& writer) { return writer.add(*opened); });
}

void HistoryFiller::addFiles(const QStringList& results) {
  if (!m_isEnabled || results.isEmpty()) return;
  std::vector<sources::SourcePath> paths;
  for (const QString& result : results) paths.push_back({QFile::encodeName(result).toStdString()});
  post([paths = std::move(paths)](Writer& writer) { return writer.addFiles(paths); });
}

baselines::DecisionStore HistoryFiller::decisionStore(bool writesLog) {
  if (!m_isEnabled || m_file.empty()) return {};
  baselines::DecisionStore store = history::decisionStoreAt(m_file);
  store.writesLog = writesLog;
  store.add = [filler = QPointer(this), add = store.add, writesLog](const baselines::Decisions& decisions,
                                                                    baselines::DecisionStore::Time now) -> base::Result<void> {
    if (filler.isNull()) return add(decisions, now);
    const auto work = [add, writesLog, decisions, now](Writer&) -> base::Result<std::size_t> {
      auto stored = add(decisions, now);
      if (stored) return std::size_t{0};
      if (writesLog || baselines::logDecisions(decisions, now)) stored.error().text.insert(0, "The decisions are in the log beside the baselines: ");
      return base::fail(std::move(stored.error()));
    };
    filler->post(work, AtEnd::Finish);
    return {};
  };
  // One failure is one message: a history that cannot be read is reported by what is added to it.
  store.read = [read = store.read]() -> base::Result<std::vector<baselines::LoggedDecision>> {
    auto found = read();
    return found ? *std::move(found) : std::vector<baselines::LoggedDecision>();
  };
  return store;
}

void HistoryFiller::post(std::function<base::Result<std::size_t>(Writer&)> work, AtEnd atEnd) {
  if (m_file.empty()) return;
  if (!m_thread)
    m_thread = std::make_unique<tasks::ObjectThread<Writer>>(
        [file = m_file, stop = m_stop.get_token()] { return std::make_unique<Writer>(file, stop); });
  m_thread->post([this, stop = m_stop.get_token(), work = std::move(work), atEnd](Writer& writer) {
    if (stop.stop_requested() && atEnd == AtEnd::Skip) return;
    const auto runs = [&]() -> base::Result<std::size_t> {
      try {
        return work(writer);
      } catch (const std::bad_alloc&) {
        return base::fail(base::ErrorCode::TooLarge, "There is not enough memory for this.", "Close other programs.");
      }
    }();
    if (stop.stop_requested()) return;
    const auto report = [this, runs] {
      if (runs)
        Q_EMIT added(*runs);
      else
        Q_EMIT failed(runs.error());
    };
    QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
  });
}

HistoryFiller::Writer::Writer(std::string file, std::stop_token stop)
    : m_file(std::move(file)), m_stop(std::move(stop)) {}
HistoryFiller::Writer::~Writer() = default;

base::Result<std::size_t> HistoryFiller::Writer::add(const sources::Opened& opened) {
  const history::Intake intake = history::runsOf(opened);
  if (intake.runs.empty()) return std::size_t{0};
  if (!m_store) {
    auto store = history::Store::open(m_file, history::Store::Access::ReadWrite);
    if (!store) return base::fail(std::move(store.error()));
    m_store = *std::move(store);
    m_store->connection().stopWith(m_stop);
  }
  const auto added = history::addRuns(m_store->runs(), intake);
  const bool areTimesRead = added && history::readCommitTimes(*m_store, opened, m_stop).has_value();
  if (!areTimesRead) m_store.reset();  // a connection that failed is made again with the next results
  if (!added) return base::fail(added.error());
  return added->runs;  // without their commits' times, if git failed: they are asked for with the next results
}

base::Result<std::size_t> HistoryFiller::Writer::addFiles(const std::vector<sources::SourcePath>& paths) {
  const auto opened = sources::open(paths, {}, base::Progress(m_stop));
  if (opened.isError()) return base::fail(opened.error());
  return opened.isValue() ? add(opened.value()) : std::size_t{0};
}

}  // namespace plumbline::session
