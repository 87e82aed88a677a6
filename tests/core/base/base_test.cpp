// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/sides.h"

using namespace plumbline::base;

class BaseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void describes_data();
  void describes();
  void outcomeIsOneOfThree();
  void progressReportsAndStops();
  void sidesCannotBeSwapped();
};

void BaseTest::describes_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("line");
  QTest::addColumn<int>("column");
  QTest::addColumn<QString>("hint");
  QTest::addColumn<QString>("want");
  const auto a = QStringLiteral("a.csv");
  const auto fix = QStringLiteral("Fix it.");
  QTest::newRow("all") << a << 3 << 7 << fix << QStringLiteral("a.csv:3:7: It broke. Fix it.");
  QTest::newRow("no column") << a << 3 << 0 << fix << QStringLiteral("a.csv:3: It broke. Fix it.");
  QTest::newRow("no place") << a << 0 << 7 << QString() << QStringLiteral("a.csv: It broke.");
  QTest::newRow("text alone") << QString() << 0 << 0 << QString() << QStringLiteral("It broke.");
}

void BaseTest::describes() {
  QFETCH(QString, file);
  QFETCH(int, line);
  QFETCH(int, column);
  QFETCH(QString, hint);
  QFETCH(QString, want);
  const Error error{ErrorCode::BadFormat, "It broke.", hint.toStdString(), file.toStdString(),
                    static_cast<std::size_t>(line), static_cast<std::size_t>(column)};
  QCOMPARE(QString::fromStdString(describe(error)), want);
}

void BaseTest::outcomeIsOneOfThree() {
  const Outcome<int> value(4);
  QVERIFY(value.isValue() && !value.isError() && !value.isCancelled());
  QCOMPARE(value.value(), 4);
  const Outcome<int> error(Error{ErrorCode::NotFound, "gone", {}, {}});
  QVERIFY(!error.isValue() && error.isError() && !error.isCancelled());
  QCOMPARE(error.error().text, std::string("gone"));
  const Outcome<int> cancelled(Cancelled{});
  QVERIFY(!cancelled.isValue() && !cancelled.isError() && cancelled.isCancelled());
}

void BaseTest::progressReportsAndStops() {
  QVERIFY(Progress().report(1, 2));
  std::stop_source source;
  std::uint64_t seen = 0;
  const Progress progress(source.get_token(), [&](std::uint64_t done, std::uint64_t total) { seen = done * 100 + total; });
  QVERIFY(progress.report(3, 4));
  QCOMPARE(seen, std::uint64_t{304});
  source.request_stop();
  QVERIFY(progress.stopRequested());
  QVERIFY(!progress.report(5, 6));
}

void BaseTest::sidesCannotBeSwapped() {
  static_assert(!std::is_convertible_v<Actual<int>, Expected<int>>);
  static_assert(!std::is_convertible_v<Expected<int>, Actual<int>>);
  const Actual<std::string> actual{"moco"};
  QCOMPARE(actual->size(), std::size_t{4});
  QCOMPARE(*actual, std::string("moco"));
}

QTEST_GUILESS_MAIN(BaseTest)
#include "base_test.moc"
