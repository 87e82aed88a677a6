// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of crashes, refused files, cancelled work; and the text after the rows.
#include <QTest>

#include "tests/core/verdicts/check_cases.h"

using namespace plumbline;
using namespace plumbline::verdicts;

class ChecksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void crashes_data();
  void crashes();
  void refusals_data();
  void refusals();
  void messages_data();
  void messages();
  void cancelling();
  void sharedJoin();
  void aSinkTakesTheSameText();
};

void ChecksTest::crashes_data() {
  QTest::addColumn<Case>("c");
  QTest::addColumn<QByteArray>("word");  // what the text must name
  const auto row = [](const char* name, Case c, const char* word) { QTest::newRow(name) << c << QByteArray(word); };
  row("accuracy: number as a name",
      {"accuracy 2025-11", "name,accuracy\n1,OOM", "name,accuracy\n1,pass", "FAIL fail StatusRegressed@accuracy"},
      "TypeError at 1 (data row 1)");
  row("accuracy: no name column", {"accuracy 2025-11", "model,accuracy\n1,OOM", "name,accuracy\n1,pass", ""},
      "KeyError");
  row("accuracy: A3 and NaN name",
      {"accuracy 2026-08", "name,accuracy\nm,pass\nNA,pass", "name,accuracy\nm,pass",
       "PASS pass Equal@accuracy; MISSING_ACCURACY missing NoActualValue@accuracy"},
      "TypeError at nan (data row 2)");
  row("accuracy: unreadable", {"accuracy 2025-11", "name,accuracy\nm,pass\nn,pass,1", "name,accuracy\nm,pass", ""}, "");
  row("G1: duplicate",
      {"graph-breaks 2025-11", "name,graph_breaks\nm,1\nm,1", "name,graph_breaks\nm,1", "- invalid ScriptCrashed"},
      "graph_breaks is None here and 1 in the baseline");
  row("G1: text and number",
      {"graph-breaks 2025-11", "name,graph_breaks\nn,0\nm,x", "name,graph_breaks\nm,1\nn,2", "- invalid ScriptCrashed"},
      "graph_breaks is '0' here and 2");
  row("G1: NaN first",
      {"graph-breaks 2025-11", "name,graph_breaks\nm,\nn,1", "name,graph_breaks\nm,1\nn,1", "- invalid ScriptCrashed"},
      "UnboundLocalError");
  row("G2: NaN graphs",
      {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs\nm,1,", "name,graph_breaks\nm,1",
       "- invalid ScriptCrashed"},
      "ValueError");
  row("G2: infinite graphs",
      {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs\nm,1,inf", "name,graph_breaks\nm,1",
       "- invalid ScriptCrashed"},
      "OverflowError");
  row("G2: after a printed line",
      {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs,calls_captured\nm,2,1,x",
       "name,graph_breaks,calls_captured\nm,1,1", "FAIL fail MoreIsWorse@graph_breaks; - invalid ScriptCrashed"},
      "calls_captured is 'x' here and 1");
  row("memory: duplicate in actual",
      {"memory 2025-11", "name,compression_ratio\nm,1\nm,1", "name,compression_ratio\nm,1", "- invalid ScriptCrashed"},
      "TypeError");
  row("memory: text",
      {"memory 2025-11", "name,compression_ratio\nm,x", "name,compression_ratio\nm,1", "- invalid ScriptCrashed"},
      "compression_ratio 'x' is not a number");
  row("memory: no column",
      {"memory 2025-11", "name,compression_ratio\nm,1", "name,ratio\nm,1", "- invalid ScriptCrashed"}, "KeyError");
}

void ChecksTest::crashes() {
  QFETCH(const Case, c);
  QFETCH(const QByteArray, word);
  const CheckRun run = judge(c);
  QVERIFY(run.crash.has_value());
  QCOMPARE(run.exitCode, 1);
  QCOMPARE(dump(run.verdicts), QByteArray(c.want));
  QVERIFY2(QByteArray::fromStdString(run.crash->text).contains(word), run.crash->text.c_str());
  QVERIFY(!run.crash->hint.empty());
  QCOMPARE(run.crash->file.empty(), false);
}

void ChecksTest::refusals_data() {
  QTest::addColumn<QByteArray>("actual");
  QTest::addColumn<QByteArray>("expected");
  QTest::addColumn<QByteArray>("want");
  const QByteArray good = "name,accuracy,graph_breaks\nm,pass,1";
  QTest::newRow("no rows") << QByteArray("name,accuracy") << good
                           << QByteArray("Error: actual CSV contains no model results.\n");
  QTest::newRow("columns") << good << QByteArray("model\nm")
                           << QByteArray(
                                  "Error: expected CSV is missing required columns: accuracy, graph_breaks, name.\n");
  QTest::newRow("blank name") << QByteArray("name,accuracy\nm,pass\n\n\n\n\" \u3000\",pass") << good
                              << QByteArray(
                                     "Error: actual CSV row 3 has a missing or invalid model name: ' \\u3000'.\n");
  QTest::newRow("NaN name") << QByteArray("name,accuracy\nNA,pass") << good
                            << QByteArray("Error: actual CSV row 2 has a missing or invalid model name: nan.\n");
  QTest::newRow("duplicates in file order")
      << good << QByteArray("name,accuracy,graph_breaks\nb,pass,1\na,pass,1\na,pass,1\nb,pass,1\nb,pass,1")
      << QByteArray("Error: expected CSV contains multiple results for: b a.\n");
  QTest::newRow("unreadable") << good << QByteArray() << QByteArray();
}

void ChecksTest::refusals() {
  QFETCH(const QByteArray, actual);
  QFETCH(const QByteArray, expected);
  QFETCH(const QByteArray, want);
  const CheckRun run = judge({"graph-breaks 2026-08", actual.constData(), expected.constData(), ""});
  QVERIFY(run.refused.has_value());
  QVERIFY(!run.crash);
  QCOMPARE(QByteArray::fromStdString(run.output), want);
  QCOMPARE(run.exitCode, want.isEmpty() ? 2 : 1);
}

void ChecksTest::messages_data() {
  QTest::addColumn<Case>("c");
  QTest::addColumn<QByteArray>("want");
  const auto row = [](const char* name, Case c, const char* want) { QTest::newRow(name) << c << QByteArray(want); };
  row("nothing failed", {"accuracy 2025-11", "name,accuracy\nm,pass", "name,accuracy\nm,pass", ""},
      "m                                   PASS\n");
  row("both lists",
      {"accuracy 2025-11", "name,accuracy\nm,OOM\nn,pass\no,OOM", "name,accuracy\nm,pass\nn,OOM\no,pass", "", "e.csv"},
      "m                                   FAIL:     accuracy=OOM, expected=pass\n"
      "n                                   IMPROVED: accuracy=pass, expected=OOM\n"
      "o                                   FAIL:     accuracy=OOM, expected=pass\n"
      "\nError: 2 models have accuracy status regressed:\n    m o\n\n"
      "\nImprovement: 1 models have accuracy status improved:\n    n\n\n"
      "\nIf this change is expected, you can update `e.csv` to reflect the new baseline.\n"
      "from pytorch/pytorch root, run\n"
      "`python benchmarks/dynamo/ci_expected_accuracy/update_expected.py {your CI commit sha}`\n"
      "and then `git add` the resulting local changes to expected CSVs to your commit.\n\n");
  row("memory", {"memory 2025-11", "name,compression_ratio\nm,0.5\nn,1", "name,compression_ratio\nm,1", "", "e.csv"},
      "\n            m                                 :\n                actual_memory_compression=0.50,\n"
      "                expected_memory_compression=1.00,\n                FAIL\n            \n"
      "n                                  is missing from e.csv\n"
      "\nError: 1 models below expected memory compression ratio:\n    m\n"
      "If this drop is expected, you can update `e.csv`.\n\n");
  row("a name with a line break shifts the rest",
      {"accuracy 2025-11", "name,accuracy\n\"a\n    b\",OOM", "name,accuracy\n\"a\n    b\",pass", "", "e.csv"},
      "a\n    b                             FAIL:     accuracy=OOM, expected=pass\n"
      "\n        Error: 1 models have accuracy status regressed:\n            a\nb\n\n"
      "\nIf this change is expected, you can update `e.csv` to reflect the new baseline.\n"
      "from pytorch/pytorch root, run\n"
      "`python benchmarks/dynamo/ci_expected_accuracy/update_expected.py {your CI commit sha}`\n"
      "and then `git add` the resulting local changes to expected CSVs to your commit.\n\n");
}

void ChecksTest::messages() {
  QFETCH(const Case, c);
  QFETCH(const QByteArray, want);
  QCOMPARE(QByteArray::fromStdString(judge(c).output), want);
}

void ChecksTest::cancelling() {
  std::stop_source stop;
  stop.request_stop();
  const CheckRun run = judge({"accuracy 2025-11", "name,accuracy\nm,pass", "name,accuracy\nm,pass", ""}, Want::Output,
                             base::Progress(stop.get_token()));
  QVERIFY(run.cancelled);
  QVERIFY(run.verdicts.empty());
}

void ChecksTest::sharedJoin() {
  // A join that says that nothing is in the baseline must be the one that counts.
  CheckInput input = inputOf({"", "name,accuracy\nm,pass", "name,accuracy\nm,pass", ""});
  const auto other = frameOf("name\nx");
  input.rows = std::make_shared<const RowJoin>(*RowJoin::make(*input.actual, other));
  const CheckRun run = checkPair(Check::Accuracy, input, {"a", "e", {}}, *ruleSet("2025-11").value(), Want::VerdictsOnly);
  QCOMPARE(dump(run.verdicts), QByteArray("IMPROVED improved NoBaseline@accuracy"));
}

void ChecksTest::aSinkTakesTheSameText() {
  // Enough rows for several pieces, words after them, and once a row at which the script crashes.
  std::string text = "name,accuracy,graph_breaks\n";
  for (int i = 0; i < 30000; ++i) text += "m" + std::to_string(i) + (i % 7 == 0 ? ",OOM,1\n" : ",pass,1\n");
  const std::string dying = text + "z,pass,1\nz,pass,1\n";
  const auto rules = *ruleSet("2025-11");
  for (const auto& [check, actual] : {std::pair<Check, const std::string*>{Check::Accuracy, &text}, {Check::GraphBreaks, &dying}}) {
    const CheckInput input{{frameOf(actual->c_str())}, {frameOf("name,accuracy,graph_breaks\nm1,pass,1\nz,pass,1")}};
    const CheckRun whole = checkPair(check, input, {"a", "e", {}}, *rules, Want::Output, {}, {});
    std::vector<std::string> pieces;
    const OutputSink sink = [&pieces](std::string_view piece) { pieces.emplace_back(piece); };
    const CheckRun run = checkPair(check, input, {"a", "e", {}}, *rules, Want::Output, {}, sink);
    std::string joined;
    for (const std::string& piece : pieces) joined += piece;
    QVERIFY(pieces.size() > 1);
    QVERIFY(joined == whole.output);
    QVERIFY(run.output.empty() && run.verdicts.empty());
    QCOMPARE(run.exitCode, whole.exitCode);
    QCOMPARE(run.crash.has_value(), whole.crash.has_value());
    QCOMPARE(run.crash.has_value(), actual == &dying);

    pieces.clear();
    const CheckRun quiet = checkPair(check, input, {"a", "e", {}}, *rules, Want::VerdictsOnly, {}, sink);
    QVERIFY(pieces.empty());
    QCOMPARE(quiet.verdicts.size(), whole.verdicts.size());
  }
}

QTEST_GUILESS_MAIN(ChecksTest)
#include "checks_test.moc"
