// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule with each of its reasons, on pairs of a few rows; and the script's line printed again from a verdict.
#include <QTest>

#include "core/verdicts/check.h"
#include "tests/core/verdicts/check_cases.h"

using namespace plumbline;
using namespace plumbline::verdicts;

class ReasonsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reasons_data();
  void reasons();
  void linesOfSingleRows_data();
  void linesOfSingleRows();

 private:
  void addReasons(const char* group, std::initializer_list<Case> cases);
};

void ReasonsTest::addReasons(const char* group, std::initializer_list<Case> cases) {
  int number = 0;
  for (const Case& c : cases) QTest::addRow("%s %d", group, ++number) << c;
}

void ReasonsTest::reasons_data() {
  QTest::addColumn<Case>("c");
  addReasons(
      "A1",
      {
          {"accuracy 2025-11", "name,accuracy\nm,pass", "name,accuracy\nm,pass", "PASS pass Equal@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nm,OOM", "name,accuracy\nm,OOM",
           "XFAIL expected-fail ExpectedFailure@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nm,OOM\nm,pass", "name,accuracy\nn,pass",
           "XFAIL expected-fail BothAbsent@accuracy; XFAIL expected-fail BothAbsent@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nNA,OOM", "name,accuracy\nNA,pass",
           "XFAIL expected-fail BothAbsent@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nyolov3,pass", "name,accuracy\nyolov3,OOM",
           "PASS_BUT_FLAKY flaky FlakyListed@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nyolov3,OOM", "name,accuracy\nyolov3,pass",
           "FAIL_BUT_FLAKY flaky FlakyListed@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nm,OOM", "name,accuracy\nm,pass", "FAIL fail StatusRegressed@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nm,pass", "name,accuracy\nm,OOM",
           "IMPROVED improved StatusImproved@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nm,pass", "name,accuracy\nn,OOM",
           "IMPROVED improved NoBaseline@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nm,OOM", "name,accuracy\nn,OOM", "FAIL fail NoBaseline@accuracy"},
          {"accuracy 2025-11", "name,x\nm,1", "name,accuracy\nm,pass", "FAIL fail NoActualValue@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nm,", "name,accuracy\nm,", "FAIL fail StatusRegressed@accuracy"},
          {"accuracy 2025-11", "name,accuracy\nvgg16,OOM", "name,accuracy\nvgg16,pass",
           "FAIL_BUT_FLAKY flaky FlakyListed@accuracy", "a-rocm-run.csv"},
          {"accuracy 2025-11", "name,accuracy\nvgg16,OOM", "name,accuracy\nvgg16,pass",
           "FAIL fail StatusRegressed@accuracy", "a-ROCm-run.csv"},
      });
  addReasons("A3",
             {
                 {"accuracy 2026-08", "name,accuracy\nsam,pass", "name,accuracy\nn,pass",
                  "MISSING_EXPECTED missing NoBaseline@accuracy"},
                 {"accuracy 2026-08", "name,accuracy\nm,pass\nm,pass", "name,accuracy\nm,pass",
                  "MISSING_ACCURACY missing NoActualValue@accuracy; MISSING_ACCURACY missing NoActualValue@accuracy"},
                 {"accuracy 2026-08", "name,accuracy\nsam,OOM", "name,accuracy\nsam,pass",
                  "FAIL_BUT_FLAKY flaky FlakyListed@accuracy"},
                 {"accuracy 2026-07", "name,accuracy\nmobilenetv2_100,OOM", "name,accuracy\nmobilenetv2_100,pass",
                  "FAIL_BUT_FLAKY flaky FlakyListed@accuracy", "x/inductor_timm_training.csv"},
                 {"accuracy 2026-08", "name,accuracy\nmobilenetv2_100,OOM", "name,accuracy\nmobilenetv2_100,pass",
                  "FAIL fail StatusRegressed@accuracy", "rocm/inductor_timm_training.csv"},
                 {"accuracy 2026-08", "name,accuracy\nmobilenetv2_100,OOM", "name,accuracy\nmobilenetv2_100,pass",
                  "FAIL fail StatusRegressed@accuracy", "x_inductor_timm_training.csv"},
             });
  addReasons("G1", {
                       {"graph-breaks 2025-11", "name,graph_breaks\nm,1", "name,graph_breaks\nm,1.0",
                        "PASS pass Equal@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nyolov3,1", "name,graph_breaks\nyolov3,1",
                        "PASS_BUT_FLAKY pass FlakyListedPass@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nm,2", "name,graph_breaks\nm,1",
                        "FAIL fail MoreIsWorse@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nm,0", "name,graph_breaks\nm,1",
                        "IMPROVED improved LessIsBetter@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nyolov3,2", "name,graph_breaks\nyolov3,1",
                        "FAIL_BUT_FLAKY flaky FlakyListed@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nyolov3,0", "name,graph_breaks\nyolov3,1",
                        "IMPROVED_BUT_FLAKY flaky FlakyListed@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nyolov3,0", "name,graph_breaks\nn,1",
                        "MISSING missing NoBaseline@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nn,2\nm,", "name,graph_breaks\nn,1\nm,1",
                        "FAIL fail MoreIsWorse@graph_breaks; FAIL invalid NotComparable@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nn,1\nm,", "name,graph_breaks\nn,1\nm,1",
                        "PASS pass Equal@graph_breaks; PASS invalid NotComparable@graph_breaks"},
                       {"graph-breaks 2025-11", "name,graph_breaks\nm,a", "name,graph_breaks\nm,b",
                        "IMPROVED improved LessIsBetter@graph_breaks"},
                   });
  addReasons(
      "G2", {
                {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs\nm,1,2",
                 "name,graph_breaks,unique_graphs\nm,1,2", "PASS pass Equal"},
                {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs\nm,1,0", "name,graph_breaks\nm,0",
                 "EAGER_FAILED expected-fail EagerFailed"},
                {"graph-breaks 2026-07", "name,graph_breaks\nm,1", "name,graph_breaks\nm,0",
                 "EAGER_FAILED expected-fail EagerFailed"},
                {"graph-breaks 2026-07", "name,unique_graphs\nm,0", "name,graph_breaks\nn,0",
                 "MISSING missing NoBaseline@graph_breaks"},
                {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs,calls_captured,fallbacks_to_eager\nm,2,1,9,1",
                 "name,graph_breaks,unique_graphs,calls_captured,fallbacks_to_eager\nm,1,2,8,2",
                 "FAIL fail MoreIsWorse@graph_breaks; IMPROVED improved MoreIsBetter@calls_captured; "
                 "FAIL fail LessIsWorse@unique_graphs; IMPROVED improved LessIsBetter@fallbacks_to_eager"},
                {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs\nyolov3,2,1",
                 "name,graph_breaks,unique_graphs\nyolov3,1,1", "FAIL_BUT_FLAKY flaky FlakyListed@graph_breaks"},
                {"graph-breaks 2026-07", "name,graph_breaks,unique_graphs\nyolov3,,1", "name,graph_breaks\nyolov3,1",
                 "PASS_BUT_FLAKY pass FlakyListedPass"},
            });
  addReasons(
      "G3", {
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,pass,1,1",
                 "name,accuracy,graph_breaks\nm,pass,1", "PASS pass Equal"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs,calls_captured\nm,pass,1,1,95",
                 "name,accuracy,graph_breaks,calls_captured\nm,pass,1,100", "PASS pass WithinTolerance@calls_captured"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs,calls_captured\nm,pass,1,1,94",
                 "name,accuracy,graph_breaks,calls_captured\nm,pass,1,100", "FAIL fail LessIsWorse@calls_captured"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,,1,1",
                 "name,accuracy,graph_breaks\nm,pass,1", "INVALID invalid InvalidStatus@accuracy"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,pass,1,1",
                 "name,accuracy,graph_breaks\nm,,1", "INVALID invalid InvalidExpectedStatus@accuracy"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks\nm,pass,1", "name,accuracy,graph_breaks\nm,pass,1",
                 "INVALID invalid InvalidCounter@unique_graphs"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,pass,1,0",
                 "name,accuracy,graph_breaks\nm,pass,1", "INVALID invalid NoCapture@unique_graphs"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,OOM,0,0",
                 "name,accuracy,graph_breaks\nm,OOM,1", "EAGER_FAILED expected-fail EagerFailed"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,pass,-1,1",
                 "name,accuracy,graph_breaks\nm,pass,1", "INVALID invalid InvalidCounter@graph_breaks"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,pass,1,1",
                 "name,accuracy,graph_breaks\nm,pass,", "INVALID invalid InvalidExpectedCounter@graph_breaks"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nm,pass,1,1",
                 "name,accuracy,graph_breaks\nn,pass,1", "MISSING missing NoBaseline@graph_breaks"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\nmobilenet_v3_large,pass,1,0",
                 "name,accuracy,graph_breaks\nmobilenet_v3_large,pass,1", "EAGER_FAILED expected-fail EagerFailed"},
                {"graph-breaks 2026-08", "name,accuracy,graph_breaks,unique_graphs\n123,pass,2,1",
                 "name,accuracy,graph_breaks\n123,pass,1", "FAIL fail MoreIsWorse@graph_breaks"},
            });
  addReasons("memory", {
                           {"memory 2025-11", "name,compression_ratio\nm,1", "name,compression_ratio\nm,1",
                            "PASS pass Equal@compression_ratio"},
                           {"memory 2025-11", "name,compression_ratio\nm,1.2", "name,compression_ratio\nm,1",
                            "PASS pass MoreIsBetter@compression_ratio"},
                           {"memory 2025-11", "name,compression_ratio\nm,0.96", "name,compression_ratio\nm,1",
                            "PASS pass WithinTolerance@compression_ratio"},
                           {"memory 2025-11", "name,compression_ratio\nm,0.95", "name,compression_ratio\nm,1",
                            "PASS pass WithinTolerance@compression_ratio"},
                           {"memory 2025-11", "name,compression_ratio\nm,0.9499", "name,compression_ratio\nm,1",
                            "FAIL fail BelowTolerance@compression_ratio"},
                           {"memory 2025-11", "name,compression_ratio\nm,0.94", "name,compression_ratio\nm,1",
                            "FAIL fail BelowTolerance@compression_ratio"},
                           {"memory 2025-11", "name,compression_ratio\nm,", "name,compression_ratio\nm,1",
                            "FAIL fail NotComparable@compression_ratio"},
                           {"memory 2025-11", "name,compression_ratio\nm,1", "name,compression_ratio\nm,1\nm,1",
                            "- missing NoBaseline@compression_ratio"},
                       });
}

void ReasonsTest::reasons() {
  QFETCH(const Case, c);
  const CheckRun run = judge(c);
  QCOMPARE(dump(run.verdicts), QByteArray(c.want));
  QVERIFY(!run.crash && !run.refused);
}

void ReasonsTest::linesOfSingleRows_data() { reasons_data(); }

void ReasonsTest::linesOfSingleRows() {
  QFETCH(const Case, c);
  const CheckRun run = judge(c);
  const CheckArguments words{"actual.csv", c.expectedPath, {}};
  const auto lines = ScriptLines::of(checkOf(c.check), inputOf(c), words, *rulesOf(c.check));
  QVERIFY(lines);
  std::string text;
  for (const Verdict& verdict : run.verdicts) lines->append(text, verdict);
  QVERIFY(!text.empty());
  QVERIFY2(run.output.starts_with(text), text.c_str());
}

QTEST_GUILESS_MAIN(ReasonsTest)
#include "reasons_test.moc"
