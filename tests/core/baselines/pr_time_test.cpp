// SPDX-License-Identifier: GPL-3.0-or-later
// Accepting instruction counts: the values that PyTorch's script would write, as edits of the file's own bytes.
#include <QTest>

#include "core/baselines/acceptance.h"
#include "tests/core/baselines/accept_change.h"

using namespace plumbline;
using baselines::BaselineTable;
using baselines::Plan;
using verdicts::VerdictClass;

namespace {

const std::string kExpected =
    "up,count,1000000,0.1\n\n\n\ndown,count,2000000,0.1\n\n\n\ndrift,count,3000000,0.1\n\n\n\nsame,count,4000000,0."
    "1\n\n\n\n"
    "gone,count,5000000,0.1\n";
const std::string kResult =
    "up,count,1234567\ndown,count, 1500009 \ndrift,count,3070001\nsame,count,4000999\nfresh,count,77\n";

std::vector<verdicts::InstructionDrift> drifts(const std::string& expected = kExpected,
                                               const std::string& result = kResult) {
  return verdicts::instructionDrifts({expected, "e.csv"}, {result, "r.csv"})
      .value_or(std::vector<verdicts::InstructionDrift>{});
}

Plan planOf(std::vector<std::uint32_t> rows, bool removeLost = false) {
  return baselines::planPrTime(drifts(), *BaselineTable::of(kExpected, "e.csv"),
                               {.rows = std::move(rows), .removeLost = removeLost});
}

}  // namespace

class PrTimeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void classesAndValues();
  void theScriptsOwnFileAgrees();
  void planned();
  void refused();
  void ambiguous();
  void unusable_data();
  void unusable();
};

void PrTimeTest::classesAndValues() {
  const auto all = drifts();
  QCOMPARE(all.size(), std::size_t{6});
  QStringList said;
  for (const auto& drift : all)
    said << QString::fromStdString(drift.name + ' ' + std::string(verdicts::className(drift.cls)) + ' ' +
                                   drift.newExpected);
  QCOMPARE(said.join(QLatin1Char('\n')),
           QStringLiteral(
               "up fail 1234000\ndown improved 1500000\ndrift pass 3070000\nsame pass 4000000\ngone missing 5000000\n"
               "fresh missing "));
  const auto zero = drifts("z,count,0,0.1\n", "z,count,12345\n");
  QVERIFY(zero.front().cls == VerdictClass::Invalid);
  QCOMPARE(zero.front().newExpected, std::string("12340"));
}

/// The check's new file, which golden cases hold against the script's, has the same values.
void PrTimeTest::theScriptsOwnFileAgrees() {
  const std::string expected = kExpected.substr(0, kExpected.find("\n\n\n\ngone") + 1);
  const auto run = verdicts::checkInstructions({expected, "e.csv"}, {kResult, "r.csv"});
  QVERIFY(run.newExpected);
  for (const auto& drift : drifts(expected))
    if (!drift.expected.empty())
      QVERIFY(run.newExpected->find(drift.name + ",count," + drift.newExpected + ",0.1\r\n") != std::string::npos);
}

void PrTimeTest::planned() {
  const Plan plan = planOf({0, 1, 2, 3, 4}, true);
  QVERIFY(plan.needsReason());
  QCOMPARE(plan.guardSummary(), std::string("1 model leaves the baseline, 2 get a worse value"));
  QVERIFY(plan.notes.empty());
  const BaselineTable baseline = *BaselineTable::of(kExpected, "e.csv");
  QVERIFY(!baselines::acceptChange(plan, baseline, ""));
  const auto change = baselines::acceptChange(plan, baseline, "new compiler");
  QVERIFY(change);
  QCOMPARE(QString::fromStdString(*text::applied(kExpected, change->files.front().edits)),
           QStringLiteral("up,count,1234000,0.1\n\n\n\ndown,count,1500000,0.1\n\n\n\ndrift,count,3070000,0.1\n\n\n\n"
                          "same,count,4000000,0.1\n"));
  QCOMPARE(change->decisions.front().key.model, std::string("up,count"));
  QCOMPARE(change->decisions.front().now->what, std::string("value 1000000 -> 1234000"));
  const Plan rest = plan.withoutGuarded();
  QCOMPARE(rest.edits.size(), std::size_t{1});
  QCOMPARE(rest.edits.front().model, std::string("down,count"));
}

void PrTimeTest::refused() {
  const Plan plan = planOf({4, 5, 99});
  QVERIFY(plan.edits.empty());
  QCOMPARE(plan.notes.size(), std::size_t{2});
  QVERIFY(plan.notes[0].refused && plan.notes[0].text.starts_with("The result file has no count for it"));
  QVERIFY(plan.notes[1].refused && plan.notes[1].text.starts_with("The baseline has no entry for it"));
}

/// A row that comes twice has no value to be replaced.
void PrTimeTest::ambiguous() {
  const std::string twice = "a,count,1000000,0.1\na,count,1000000,0.1\n";
  const auto rows = drifts("a,count,1000000,0.1\n", "a,count,2000000\n");
  const Plan plan = baselines::planPrTime(rows, *BaselineTable::of(twice, "e.csv"), {.rows = {0}, .removeLost = false});
  QVERIFY(plan.edits.empty());
  QCOMPARE(plan.notes.size(), std::size_t{1});
  QVERIFY2(plan.notes[0].refused && !plan.notes[0].text.starts_with(' '), plan.notes[0].text.c_str());
}

void PrTimeTest::unusable_data() {
  QTest::addColumn<QByteArray>("expected");
  QTest::addColumn<QByteArray>("result");
  QTest::addColumn<QString>("file");
  const QByteArray good = "a,count,100,0.1\n";
  QTest::newRow("twice") << good << QByteArray("a,count,1\na,count,2\n") << QStringLiteral("r.csv");
  QTest::newRow("blank result line") << good << QByteArray("a,count,1\n\n") << QStringLiteral("r.csv");
  QTest::newRow("no margin") << QByteArray("a,count,100\n") << QByteArray("a,count,1\n") << QStringLiteral("e.csv");
  QTest::newRow("not a number") << good << QByteArray("a,count,1.5\n") << QStringLiteral("r.csv");
  QTest::newRow("a baseline as result") << good << QByteArray("name,accuracy\na,pass\n") << QStringLiteral("r.csv");
}

void PrTimeTest::unusable() {
  QFETCH(QByteArray, expected);
  QFETCH(QByteArray, result);
  QFETCH(QString, file);
  const std::string expectedBytes = expected.toStdString();
  const std::string resultBytes = result.toStdString();
  const auto made = verdicts::instructionDrifts({expectedBytes, "e.csv"}, {resultBytes, "r.csv"});
  QVERIFY(!made);
  QCOMPARE(QString::fromStdString(made.error().file), file);
  QVERIFY(made.error().line > 0);
}

QTEST_GUILESS_MAIN(PrTimeTest)
#include "pr_time_test.moc"
