// SPDX-License-Identifier: GPL-3.0-or-later
// LatestRunner delivers the newest result only, on the owner's thread.
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/tasks/both.h"
#include "core/tasks/latest_runner.h"
#include "core/tasks/object_thread.h"

using namespace plumbline;
using IntRunner = tasks::LatestRunner<int>;

namespace {

/// untilStopped works until it is cancelled, as a long scan would.
base::Outcome<int> untilStopped(const base::Progress& progress) {
  for (std::uint64_t i = 0; progress.report(i, 0); ++i) std::this_thread::yield();
  return base::Cancelled{};
}

}  // namespace

class TasksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void deliversOnTheOwnersThread() {
    QThread* where = nullptr;
    int value = 0;
    IntRunner runner([&](base::Outcome<int> r) {
      where = QThread::currentThread();
      value = r.value();
    });
    QVERIFY(!runner.isBusy());
    runner.run([](const base::Progress&) -> base::Outcome<int> { return 7; });
    QVERIFY(runner.isBusy());
    QTRY_COMPARE_WITH_TIMEOUT(value, 7, 30000);
    QCOMPARE(where, QThread::currentThread());
    QVERIFY(!runner.isBusy());
  }

  void aNewerRunDropsTheOlder() {
    std::vector<int> delivered;
    IntRunner runner([&](base::Outcome<int> r) { delivered.push_back(r.isValue() ? r.value() : -1); });
    std::latch started(1);
    runner.run([&](const base::Progress& p) {
      started.count_down();
      return untilStopped(p);
    });
    started.wait();
    for (int i = 0; i < 20; ++i) runner.run([i](const base::Progress&) -> base::Outcome<int> { return i; });
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QCOMPARE(delivered, std::vector<int>{19});
  }

  void aFinishedButStaleResultIsDropped() {
    std::vector<int> delivered;
    IntRunner runner([&](base::Outcome<int> r) { delivered.push_back(r.value()); });
    std::atomic<bool> ended = false;
    runner.run([&](const base::Progress&) -> base::Outcome<int> {
      ended = true;
      return 1;
    });
    while (!ended) std::this_thread::yield();  // its updates may be queued by now, but none was taken
    runner.run([](const base::Progress&) -> base::Outcome<int> { return 2; });
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QCOMPARE(delivered, std::vector<int>{2});
  }

  void cancelDeliversNothing() {
    int calls = 0;
    IntRunner runner([&](base::Outcome<int>) { ++calls; });
    std::latch started(1);
    runner.run([&](const base::Progress& p) {
      started.count_down();
      return untilStopped(p);
    });
    started.wait();
    runner.cancel();
    QVERIFY(!runner.isBusy());
    runner.run([](const base::Progress&) -> base::Outcome<int> { return 1; });  // comes after the cancelled one
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QCOMPARE(calls, 1);
  }

  void theDestructorStopsWhatRuns() {
    auto alive = std::make_shared<int>(0);
    std::weak_ptr<int> watch = alive;
    {
      IntRunner runner([](base::Outcome<int>) { QFAIL("must not be delivered"); });
      std::latch started(1);
      runner.run([&started, keep = std::move(alive)](const base::Progress& p) {
        started.count_down();
        return untilStopped(p);
      });
      started.wait();
    }
    QVERIFY(watch.expired());
    QCoreApplication::sendPostedEvents();
  }

  void progressArrivesThrottled() {
    int reports = 0;
    std::uint64_t last = 0;
    IntRunner runner([](base::Outcome<int>) {},
                     [&](quint64 done, quint64 total) {
                       ++reports;
                       last = done;
                       QCOMPARE(total, quint64{1'000'000});
                     });
    QElapsedTimer timer;
    timer.start();
    runner.run([](const base::Progress& p) -> base::Outcome<int> {
      const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
      for (std::uint64_t i = 0; std::chrono::steady_clock::now() < end; ++i) (void)p.report(i, 1'000'000);
      return 0;
    });
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QVERIFY(reports >= 1);
    QVERIFY2(reports <= timer.elapsed() / tasks::kProgressInterval.count() + 1, qPrintable(QString::number(reports)));
    QVERIFY(last > 0);
  }

  void anExceptionBecomesAnError() {
    base::Error error;
    IntRunner runner([&](base::Outcome<int> r) { error = r.error(); });
    runner.run([](const base::Progress&) -> base::Outcome<int> { throw std::runtime_error("boom"); });
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QCOMPARE(QString::fromStdString(error.text), QStringLiteral("Internal error: boom."));
    runner.run([](const base::Progress&) -> base::Outcome<int> { throw std::bad_alloc(); });
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QCOMPARE(error.code, base::ErrorCode::TooLarge);
  }

  void bothRunsTwoThingsAtOnce() {
    std::latch met(2);  // only passes when both run at the same time
    const auto [a, b] = tasks::both(
        [&] {
          met.arrive_and_wait();
          return 1;
        },
        [&] {
          met.arrive_and_wait();
          return 2;
        });
    QCOMPARE(a, 1);
    QCOMPARE(b, 2);
    bool threw = false;
    try {
      (void)tasks::both([]() -> int { throw std::runtime_error("first"); }, [] { return 2; });
    } catch (const std::runtime_error&) {
      threw = true;
    }
    QVERIFY(threw);
  }
  void anObjectLivesOnItsThread() {
    QThread* made = nullptr;
    QThread* gone = nullptr;
    std::vector<int> calls;
    bool timed = false;
    struct Noted : QObject {
      QThread** gone = nullptr;
      ~Noted() override { *gone = QThread::currentThread(); }
    };
    {
      tasks::ObjectThread<Noted> object([&] {
        made = QThread::currentThread();
        auto noted = std::make_unique<Noted>();
        noted->gone = &gone;
        return noted;
      });
      std::latch ticked(1);
      object.post([&](Noted& noted) {
        QTimer::singleShot(1, &noted, [&] {  // the thread has an event loop
          timed = QThread::currentThread() == made && noted.thread() == made;
          ticked.count_down();
        });
      });
      ticked.wait();
      for (int i = 0; i < 100; ++i) object.post([&calls, i](Noted&) { calls.push_back(i); });
    }
    QVERIFY(timed);
    QVERIFY(made != nullptr && made != QThread::currentThread() && gone == made);
    QCOMPARE(calls.size(), 100U);  // what was posted before the end is done, in order
    QVERIFY(std::is_sorted(calls.begin(), calls.end()));
  }

  void anObjectThreadEndsAtOnce() {
    for (int i = 0; i < 50; ++i) {
      int value = 0;
      {
        tasks::ObjectThread<int> object([] { return std::make_unique<int>(7); });
        object.post([&value](int& held) { value = held; });
      }
      QCOMPARE(value, 7);
    }
  }
};

QTEST_GUILESS_MAIN(TasksTest)
#include "tasks_test.moc"
