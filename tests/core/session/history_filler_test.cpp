// SPDX-License-Identifier: GPL-3.0-or-later
// What is opened and run goes into the history: after a yes, once, in the background; a failure is one signal.
#include <QFile>

#include "core/history/decisions/decision_store.h"
#include "core/history/store.h"
#include "core/session/history/history_filler.h"
#include "tests/core/session/session_watch.h"

using namespace plumbline;
using namespace plumbline::test;
using namespace Qt::StringLiterals;
using session::HistoryFiller;

namespace {

const QString kName = u"inductor_torchbench_training.csv"_s;

struct FillWatch {
  explicit FillWatch(HistoryFiller& filler)
      : added(&filler, &HistoryFiller::added), failed(&filler, &HistoryFiller::failed) {}
  QSignalSpy added, failed;
  QList<quint64> counts() const {
    QList<quint64> all;
    for (const QList<QVariant>& one : added) all.append(one.front().toULongLong());
    return all;
  }
};

}  // namespace

class HistoryFillerTest : public QObject {
  Q_OBJECT

  Folder m_folder;
  QString storeFile() const { return m_folder.path(u"history.sqlite"_s); }
  std::uint64_t runs() const {
    const auto store = history::Store::open(storeFile().toStdString(), history::Store::Access::ReadOnly);
    return store ? (*store)->rowCounts()->front().second : 0;
  }
  session::SnapshotPtr pair(const QString& actual, const QByteArray& rows = kActual) const {
    const auto loaded = session::loadPair({.actualPath = m_folder.write(actual, rows).toStdString(),
                                           .expectedPath = m_folder.write(u"expected.csv"_s, kExpected).toStdString(),
                                           .ruleId = {},
                                           .sha = {}},
                                          {});
    return loaded.isValue() ? loaded.value() : nullptr;
  }

 private Q_SLOTS:
  void cleanup() { QFile::remove(storeFile()); }

  void keepsDecisionsToTheEnd() {
    const QString path = m_folder.write(u"kept/e.csv"_s, kExpected);
    const baselines::Decisions decisions = {{{path.toStdString(), "a"}, {.kind = baselines::DecisionKind::Kept, .what = {}, .reason = "slow", .note = {}, .values = "x"}}};
    const auto now = baselines::DecisionStore::Time(std::chrono::hours(24));
    {
      HistoryFiller filler(storeFile().toStdString());
      QVERIFY(!filler.decisionStore(false).add);  // off: the log keeps them
      filler.setEnabled(true);
      QVERIFY(filler.decisionStore(false).add(decisions, now));
    }
    QCOMPARE(history::decisionStoreAt(storeFile().toStdString()).read()->size(), std::size_t{1});
    const QString log = QString::fromStdString(baselines::decisionLogPath(path.toStdString()));
    QVERIFY(!QFile::exists(log));
    QVERIFY(QFile::remove(storeFile()));
    m_folder.write(u"history.sqlite"_s, "no database");
    HistoryFiller filler(storeFile().toStdString());
    FillWatch watch(filler);
    filler.setEnabled(true);
    QVERIFY(filler.decisionStore(false).add(decisions, now));
    QVERIFY(watch.failed.wait());
    QVERIFY(QFile::exists(log));
  }

  void addsAPairOnce() {
    HistoryFiller filler(storeFile().toStdString());
    FillWatch watch(filler);
    const session::SnapshotPtr first = pair(u"one/"_s + kName);
    QVERIFY(first != nullptr);
    filler.addPair(first);  // no yes yet
    filler.setEnabled(true);
    filler.addPair(nullptr);
    filler.addPair(first);
    const auto again = session::judgeAgain(first, "2025-11", {}, {});
    QVERIFY(again.isValue());
    filler.addPair(again.value());  // the same files
    const QByteArray other = QByteArray(kActual) + "z,pass,0\n";
    filler.addPair(pair(u"two/"_s + kName, other));
    filler.addPair(pair(u"two/"_s + kName, other));  // read again
    filler.addPair(pair(u"of no config.csv"_s));
    SOON_COMPARE(watch.added.size(), 4);
    QCOMPARE(watch.counts().mid(0, 2), (QList<quint64>{1, 1}));
    QCOMPARE(watch.counts().back(), quint64{0});
    QVERIFY(watch.failed.isEmpty());
    QVERIFY(runs() >= 2);
    filler.setEnabled(false);
    filler.addFiles({m_folder.write(u"three/"_s + kName, kActual)});
    filler.setEnabled(true);
    filler.addFiles({m_folder.path(u"one/"_s + kName)});
    SOON_COMPARE(watch.added.size(), 5);
    QCOMPARE(watch.counts().back(), quint64{0});
  }

  void addsACommit() {
    session::CommitSession commit;
    HistoryFiller filler(storeFile().toStdString());
    filler.setEnabled(true);
    FillWatch watch(filler);
    connect(&commit, &session::CommitSession::snapshotChanged, &filler, &HistoryFiller::addCommit);
    m_folder.write(u"commit/"_s + kName, kActual);
    m_folder.write(u"commit/aot_eager_torchbench_inference.csv"_s, kActual);
    m_folder.write(u"tree/ci_expected_accuracy/"_s + kName, kExpected);
    commit.open({m_folder.path(u"commit"_s)}, {m_folder.path(u"tree"_s)});
    SOON_COMPARE(watch.counts(), QList<quint64>{2});
    commit.useRules(u"2025-11"_s);
    commit.reload();
    SOON_COMPARE(watch.counts(), (QList<quint64>{2, 0}));
    QCOMPARE(runs(), std::uint64_t{2});  // baselines are no runs
  }

  void aFailureIsSaidAndTheNextMayWork() {
    HistoryFiller filler(storeFile().toStdString());
    filler.setEnabled(true);
    FillWatch watch(filler);
    m_folder.write(u"history.sqlite"_s, "this is no database, and long enough to be sure of it");
    const QString results = m_folder.write(u"good/"_s + kName, kActual);
    filler.addFiles({results});
    SOON_COMPARE(watch.failed.size(), 1);
    filler.addFiles({m_folder.path(u"gone.csv"_s)});
    SOON_COMPARE(watch.failed.size(), 2);
    QVERIFY(QFile::remove(storeFile()));
    filler.addFiles({results});
    SOON_COMPARE(watch.counts(), QList<quint64>{1});
    QCOMPARE(watch.failed.size(), 2);
  }

  void withoutAStoreNothingIsDone() {
    HistoryFiller filler{std::string()};
    filler.setEnabled(true);
    FillWatch watch(filler);
    filler.addFiles({m_folder.write(u"good/"_s + kName, kActual)});
    QCoreApplication::sendPostedEvents();
    QVERIFY(watch.added.isEmpty() && watch.failed.isEmpty());
  }

  /// What is on its way when the window closes is whole or not there.
  void closingKeepsWholeRuns() {
    const QString results = m_folder.write(u"good/"_s + kName, kActual);
    {
      HistoryFiller filler(storeFile().toStdString());
      filler.setEnabled(true);
      for (int i = 0; i < 20; ++i) filler.addFiles({results});
    }
    QVERIFY(runs() <= 1);
    const auto store = history::Store::open(storeFile().toStdString(), history::Store::Access::ReadWrite);
    QVERIFY(store && (*store)->check());
  }
};

QTEST_GUILESS_MAIN(HistoryFillerTest)
#include "history_filler_test.moc"
