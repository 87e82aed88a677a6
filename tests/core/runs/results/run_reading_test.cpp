// SPDX-License-Identifier: GPL-3.0-or-later
// The results of a run task by task, and the configs with baselines in a checkout.

#include <QTest>

#include "core/runs/results/run_summary.h"
#include "core/runs/spec/run_plan.h"
#include "tests/core/runs/results/results_test.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

void ResultsTest::readsTimesOfTasks() {
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("moco", 1, latencyCsv("20"), latencyCsv("5"));
  made.cacheTask("moco", 2, latencyCsv("30"), "", RunState::Failed, "exit code 1 in the warm run");
  made.cacheTask("llama", 1, latencyCsv("8"), "", RunState::Warm);
  const RunReading reading = readingOf(made.run, made.outputs);
  QCOMPARE(reading.run, made.run.id);
  QCOMPARE(reading.summary, summaryText(made.run, made.outputs));
  QCOMPARE(reading.tasks.size(), std::size_t{3});
  QCOMPARE(reading.tasks.at(0).cold, std::optional(20.0));
  QCOMPARE(reading.tasks.at(0).warm, std::optional(5.0));
  QCOMPARE(qs(reading.tasks.at(0).problem), QString());
  QCOMPARE(reading.tasks.at(1).cold, std::optional(30.0));
  QVERIFY(!reading.tasks.at(1).warm);
  QCOMPARE(qs(reading.tasks.at(1).problem), QStringLiteral("exit code 1 in the warm run"));
  QCOMPARE(reading.tasks.at(2).cold, std::optional(8.0));
  QCOMPARE(qs(reading.tasks.at(2).problem), QString());  // it is not over, so nothing is wrong yet
}

void ResultsTest::readsStatusesOfTasks() {
  MadeRun made = tableRunOf(1);
  made.tableTask("a", 1, "dev,name,batch_size,accuracy\ncuda,a,4,pass\n");
  made.tableTask("b", 1, "dev,name,batch_size,accuracy\ncuda,b,4,\"fail_accuracy\"\n");
  made.tableTask("timed", 1, "dev,name,batch_size,speedup\ncuda,timed,4,1.5\n");
  made.tableTask("empty", 1, "dev,name,batch_size,accuracy\n");
  made.tableTask("odd", 1, std::string("\0\0\xff", 3));
  made.tableTask("none", 1, "", RunState::Failed, "exit code 1");
  made.tableTask("", 1, "dev,name,batch_size,accuracy\ncuda,x,4,pass\n");  // a whole suite has many rows
  const RunReading reading = readingOf(made.run, made.outputs);
  QCOMPARE(reading.tasks.size(), std::size_t{2});
  QCOMPARE(qs(reading.tasks.at(0).status), QStringLiteral("pass"));
  QCOMPARE(qs(reading.tasks.at(1).status), QStringLiteral("fail_accuracy"));
  QVERIFY(readRun(made.run).tasks.empty());  // on the disk there is nothing of it
}

void ResultsTest::findsConfigsOfACheckout() {
  const support::TestFolder folder;
  const QString baselines = QStringLiteral("pytorch/benchmarks/dynamo/ci_expected_accuracy/");
  for (const char* name : {"inductor_torchbench_training.csv", "dynamic_inductor_timm_inference.csv",
                           "rocm/inductor_torchbench_training.csv", "README.md", "what_is_this.csv"})
    folder.write(baselines + QLatin1String(name), "name,accuracy,graph_breaks\n");
  const std::vector<std::string> names = checkoutConfigs(folder.path(QStringLiteral("pytorch")).toStdString());
  QCOMPARE(names, (std::vector<std::string>{"dynamic_inductor_timm_inference", "inductor_torchbench_training",
                                            "rocm/inductor_torchbench_training"}));
  for (const char* wrong : {"", "/nonexistent", "/dev/null", "relative/path"}) QVERIFY(checkoutConfigs(wrong).empty());
  QVERIFY(checkoutConfigs(folder.path().toStdString()).empty());
}
