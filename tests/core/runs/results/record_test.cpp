// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a run: exit status, summary, record.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/runs/results/repeat_summary.h"
#include "core/runs/results/run_record.h"
#include "core/runs/results/run_summary.h"
#include "tests/core/runs/results/results_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

TaskStatus task(RunState state, std::vector<StepEnd> ends) {
  TaskStatus status{.state = state, .folder = {}, .handle = {}, .reason = {}, .steps = {}, .files = {}};
  for (const StepEnd end : ends) status.steps.push_back({.name = "run", .end = end, .problem = {}});
  return status;
}

QJsonObject recordOf(const MadeRun& made) {
  QJsonParseError error;
  const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(recordText(made.run, made.outputs)), &error);
  if (error.error != QJsonParseError::NoError) qFatal("%s", qPrintable(error.errorString()));
  return document.object();
}

}  // namespace

void ResultsTest::exits_data() {
  QTest::addColumn<std::vector<TaskStatus>>("tasks");
  QTest::addColumn<QString>("problem");
  QTest::addColumn<int>("exit");
  using Tasks = std::vector<TaskStatus>;
  const TaskStatus done = task(RunState::Done, {StepEnd::Exited}), failed = task(RunState::Failed, {StepEnd::Exited}),
                   refused = task(RunState::Failed, {StepEnd::NotStarted}), unborn = task(RunState::Failed, {});
  const auto row = [](const char* title, const Tasks& tasks, int exit, const char* problem = "") {
    QTest::newRow(title) << tasks << QString::fromLatin1(problem) << exit;
  };
  row("all good", {done, done}, 0);
  row("all done, something missing", {done, done}, 1, "b has no row.");
  row("one failed", {done, failed}, 1);
  row("all failed", {failed, failed}, 1);
  row("timed out", {task(RunState::TimedOut, {StepEnd::TimedOut})}, 1);
  row("cancelled in the middle", {done, task(RunState::Cancelled, {StepEnd::Cancelled})}, 1);
  row("cancelled before it began", {task(RunState::Cancelled, {})}, 1);
  row("lost", {done, task(RunState::Lost, {})}, 1);
  row("not over", {done, task(RunState::Running, {StepEnd::Running})}, 1);
  row("nothing could be started", {refused, unborn}, 3);
  row("one could be started", {refused, done}, 1);
  row("refused and cancelled", {refused, task(RunState::Cancelled, {})}, 3);
  row("no tasks", {}, 3);
}

void ResultsTest::exits() {
  QFETCH(std::vector<TaskStatus>, tasks);
  QFETCH(QString, problem);
  QFETCH(int, exit);
  Run run;
  run.tasks = tasks;
  run.problem = problem.toStdString();
  QCOMPARE(exitOf(run), exit);
}

void ResultsTest::problems() {
  MadeRun good = cacheRunOf("torchbench");
  good.cacheTask("moco", 1, latencyCsv("2"), latencyCsv("1"));
  QCOMPARE(problemOf(good.run, good.outputs), std::string());
  // A task that says itself that it failed is no problem of its own, only a result that is not there is.
  good.cacheTask("llama", 1, "", "", RunState::Failed, "exit code 1");
  QCOMPARE(problemOf(good.run, good.outputs), std::string());
  good.cacheTask("nanogpt", 1, latencyCsv("0"), latencyCsv("1"));
  QCOMPARE(qs(problemOf(good.run, good.outputs)),
           QStringLiteral("nanogpt: the cold times sum to 0, so there is no speedup."));

  MadeRun bad = cacheRunOf("torchbench");
  bad.cacheTask("llama", 1, "", "", RunState::Failed, "exit code 1");
  QCOMPARE(qs(problemOf(bad.run, bad.outputs)),
           QStringLiteral("No model has a cold and a warm time to compare, so there is no result: exit code 1."));

  MadeRun tables = tableRunOf(2);
  tables.tableTask("a", 1, "name,accuracy\na,pass\n");
  tables.tableTask("b", 1, "name,accuracy\na,pass\n");
  tables.tableTask("a", 2, "x\n1\n");
  tables.tableTask("b", 2, "", RunState::Failed, "signal 11");
  QCOMPARE(qs(problemOf(tables.run, tables.outputs)),
           QStringLiteral("b/result.csv in repeat 1: The model a is in a/result.csv too, whose row was kept. "
                          "b has no row in repeat 1. "
                          "a/result.csv in repeat 2: The table has no column \"name\". a has no row in repeat 2."));
  // Long lists are cut.
  MadeRun many = tableRunOf(12);
  for (int repeat = 1; repeat <= 12; ++repeat)
    for (int model = 0; model < 13; ++model)
      many.tableTask("m" + std::to_string(model), repeat, "name,accuracy\n",
                     repeat == 2 && model < 12 ? RunState::Failed : RunState::Done);
  many.outputs[0]["result.csv"] = "name,accuracy\nm0,pass\n";
  const QString told = qs(problemOf(many.run, many.outputs));
  QVERIFY2(told.startsWith(QStringLiteral("m1, m2, m3, m4, m5, m6, m7, m8, m9, m10 and 2 more have no row in repeat 1. "
                                          "m12 has no row in repeat 2. m0, ")),
           qPrintable(told));
  QVERIFY2(told.endsWith(QStringLiteral(" and 3 more have no row in repeat 10. ... and 2 more.")), qPrintable(told));

  MadeRun nothing = tableRunOf(1);
  nothing.tableTask("a", 1, "", RunState::Failed, "signal 11");
  QCOMPARE(qs(problemOf(nothing.run, nothing.outputs)),
           QStringLiteral("No table was written, so there is no result: signal 11."));
  MadeRun silent = tableRunOf(1);
  silent.tableTask("a", 1, "", RunState::Failed, "wrote no result");
  QCOMPARE(qs(problemOf(silent.run, silent.outputs)), QStringLiteral("No table was written, so there is no result."));

  MadeRun command = tableRunOf(1);
  command.run.spec.kind = RunKind::Command;
  command.run.spec.form = ResultForm::CacheJson;
  command.tableTask("", 1, "");
  QCOMPARE(qs(problemOf(command.run, command.outputs)),
           QStringLiteral("The command wrote no file, so there is no result."));
  command.outputs[0]["result.csv"] = "{}";
  QCOMPARE(qs(outputProblem(command.run, 0, command.outputs)), QStringLiteral("result.csv holds no compile times"));
}

void ResultsTest::gpus() {
  MadeRun made = tableRunOf(1);
  for (const char* model : {"a", "b", "c"}) made.tableTask(model, 1, "name,accuracy\n" + std::string(model) + ",pass\n");
  const std::string same = R"({"index": "1", "name": "H100", "driver": "580.1", "peak_memory_mib": )";
  made.outputs[0][std::string(kGpuFile)] = same + R"(2048, "clock_min_mhz": 1200, "clock_max_mhz": 1755, "other_processes": [{}]})";
  made.outputs[1][std::string(kGpuFile)] = same + R"(1024, "clock_min_mhz": 345, "clock_max_mhz": 1980, "other_processes": []})";
  made.outputs[2][std::string(kGpuFile)] = R"({"index": "0", "name": "H100", "clock_min_mhz": null, "clock_max_mhz": -1})";
  const QString text = qs(summaryText(made.run, made.outputs));
  QVERIFY2(text.contains(QStringLiteral("GPU 0: H100.\nGPU 1: H100, driver 580.1, peak memory 2.1 GB, clock 345 to 1980 "
                                        "MHz, shared with 1 other process, 2 tasks.\n")),
           qPrintable(text));
}

void ResultsTest::namesOfTables() {
  RunSpec spec;
  spec.kind = RunKind::Suite;
  spec.suite = "huggingface";
  RunPlan plan;
  const auto nameFor = [&](const char* expected) {
    plan.expected = expected;
    return qs(tableName(spec, plan));
  };
  const QString own = nameFor("");
  QVERIFY2(own.startsWith(QStringLiteral("inductor_huggingface_")), qPrintable(own));
  QCOMPARE(nameFor("/a/dynamic_inductor_timm_models_training.csv"), QStringLiteral("dynamic_inductor_timm_models_training.csv"));
  QCOMPARE(nameFor("/a/old.csv"), own);  // the name of no config
  spec.kind = RunKind::Command;
  QCOMPARE(nameFor("/a/old.csv"), QStringLiteral("old.csv"));
  QCOMPARE(nameFor(""), QStringLiteral("result.csv"));
}

void ResultsTest::summaries() {
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("nanogpt", 1, latencyCsv("20"), latencyCsv("5"));
  made.cacheTask("nanogpt", 2, latencyCsv("20"), latencyCsv("5"));
  made.cacheTask("moco", 1, latencyCsv("6"), latencyCsv("9"));
  made.cacheTask("moco", 2, "", "", RunState::Failed, "exit code 1 in the cold run");
  made.cacheTask("llama", 1, "", "", RunState::TimedOut, "the cold run took longer than 2000 s");
  made.cacheTask("llama", 2, "", "", RunState::TimedOut, "the cold run took longer than 2000 s");
  made.run.spec.output = "out.json";
  made.run.results = {"/runs/x/torchcache.json"};
  QCOMPARE(qs(summaryText(made.run, made.outputs)),
           QStringLiteral("MODEL    COLD s  WARM s  SPEEDUP  GOOD REPEATS\n"
                          "nanogpt  20.000  5.000    75.0 %  2 of 2\n"
                          "moco      6.000  9.000   -50.0 %  1 of 2\n"
                          "llama         -      -         -  0 of 2\n"
                          "  moco: 1 of 2 repeats failed: exit code 1 in the cold run (repeat 2).\n"
                          "  llama: 2 of 2 repeats failed: the cold run took longer than 2000 s (repeats 1, 2).\n"
                          "2 of 3 models measured, 3 of 6 repeats good.\n"
                          "Result: out.json\n"
                          "Result: /runs/x/torchcache.json\n"
                          "Logs and record: /runs/20261121-234502-k3f9\n"));

  MadeRun zero = cacheRunOf("torchbench");
  zero.cacheTask("moco", 1, latencyCsv("0"), latencyCsv("9"));
  zero.run.folder.clear();
  zero.run.problem = problemOf(zero.run, zero.outputs);
  QCOMPARE(qs(summaryText(zero.run, zero.outputs)),
           QStringLiteral("MODEL  COLD s  WARM s  SPEEDUP  GOOD REPEATS\n"
                          "moco   0.000   9.000   -        1 of 1\n"
                          "0 of 1 model measured, 1 of 1 repeat good.\n"
                          "No model has a cold and a warm time to compare, so there is no result. "
                          "moco: the cold times sum to 0, so there is no speedup.\n"));
}

void ResultsTest::summaryOfTables() {
  MadeRun made = tableRunOf(1);
  made.tableTask("a", 1, "name,accuracy\na,pass\n");
  made.tableTask("b", 1, "name,accuracy\nb,fail_accuracy\n");
  made.tableTask("c", 1, "", RunState::Failed, "signal 11 in the run");
  made.run.problem = "Something is missing.";
  QCOMPARE(qs(summaryText(made.run, made.outputs)), QStringLiteral("3 models: fail_accuracy 1, lost 1, pass 1.\n"
                                                                   "  b: fail_accuracy.\n"
                                                                   "  c: failed: signal 11 in the run.\n"
                                                                   "Something is missing.\n"));
}

void ResultsTest::recordOfCacheRun() {
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("moco", 1, latencyCsv("20"), latencyCsv("5"));
  made.cacheTask("moco", 2, latencyCsv("inf"), "", RunState::Failed, "exit code 1 in the warm run");
  made.run.tasks[0].folder = "/runs/x/task 1";
  made.run.tasks[0].began = 1000.5;
  made.run.tasks[0].files = {{.name = "cold.csv", .bytes = 12, .sha256 = "00ff"}};
  made.run.facts = {{"torch", "2.9"}, {"cpu", "Ryzen"}};
  made.run.plan.environment = {{"PYTHONPATH", "/x"}};
  const QJsonObject record = recordOf(made);
  QCOMPARE(record[QStringLiteral("format")].toString(), QStringLiteral("plumbline-run"));
  QCOMPARE(record[QStringLiteral("version")].toInt(), 2);
  QCOMPARE(record[QStringLiteral("state")].toString(), QStringLiteral("failed"));
  QCOMPARE(record[QStringLiteral("exit")].toInt(), 1);
  QCOMPARE(record[QStringLiteral("spec")].toObject()[QStringLiteral("suite")].toString(), QStringLiteral("torchbench"));
  QCOMPARE(record[QStringLiteral("facts")].toObject()[QStringLiteral("torch")].toString(), QStringLiteral("2.9"));
  QCOMPARE(record[QStringLiteral("environment")].toObject()[QStringLiteral("PYTHONPATH")].toString(),
           QStringLiteral("/x"));
  const QJsonArray tasks = record[QStringLiteral("tasks")].toArray();
  QCOMPARE(tasks.size(), 2);
  const QJsonObject first = tasks[0].toObject();
  QCOMPARE(first[QStringLiteral("began")].toDouble(), 1000.5);
  QVERIFY(first[QStringLiteral("ended")].isNull());
  QCOMPARE(first[QStringLiteral("cache")].toObject()[QStringLiteral("TRITON_CACHE_DIR")].toString(),
           QStringLiteral("/runs/x/task 1/cache/triton"));
  const QJsonObject cold = first[QStringLiteral("steps")].toArray()[0].toObject();
  QCOMPARE(cold[QStringLiteral("command")].toArray().last().toString(),
           QStringLiteral("--output=/runs/x/task 1/cold.csv"));
  QCOMPARE(cold[QStringLiteral("end")].toString(), QStringLiteral("exited"));
  QCOMPARE(first[QStringLiteral("files")].toArray()[0].toObject()[QStringLiteral("sha256")].toString(),
           QStringLiteral("00ff"));
  const QJsonObject second = tasks[1].toObject();
  QCOMPARE(second[QStringLiteral("reason")].toString(), QStringLiteral("exit code 1 in the warm run"));
  QCOMPARE(
      second[QStringLiteral("steps")].toArray()[0].toObject()[QStringLiteral("command")].toArray().last().toString(),
      QStringLiteral("--output={folder}/cold.csv"));
  const QJsonObject moco =
      record[QStringLiteral("results")].toObject()[QStringLiteral("models")].toArray()[0].toObject();
  QCOMPARE(moco[QStringLiteral("speedup_percent")].toDouble(), 75.0);
  const QJsonObject bad = moco[QStringLiteral("repeats")].toArray()[1].toObject();
  QCOMPARE(bad[QStringLiteral("counts")].toBool(), false);
  QVERIFY(bad[QStringLiteral("cold_s")].isNull());
  QCOMPARE(bad[QStringLiteral("cold_s_nonfinite")].toString(), QStringLiteral("inf"));
  QVERIFY(bad[QStringLiteral("warm_s")].isNull());
  // Equal runs give equal bytes.
  QCOMPARE(recordText(made.run, made.outputs), recordText(Run(made.run), Outputs(made.outputs)));
}

void ResultsTest::recordOfSuite() {
  MadeRun made = tableRunOf(2);
  made.tableTask("a", 1, "name,accuracy\na,pass\n");
  made.tableTask("a", 2, "name,accuracy\n");
  made.run.spec.target = {.kind = TargetKind::Ssh, .host = "gpu7"};
  made.run.tasks[0].folder = "/here";
  const QJsonObject results = recordOf(made)[QStringLiteral("results")].toObject();
  const QJsonArray repeats = results[QStringLiteral("repeats")].toArray();
  QCOMPARE(repeats[0].toObject()[QStringLiteral("rows")].toInt(), 1);
  QCOMPARE(repeats[1].toObject()[QStringLiteral("lost")].toArray(), QJsonArray{QStringLiteral("a")});
  QCOMPARE(results[QStringLiteral("models")]
               .toArray()[0]
               .toObject()[QStringLiteral("statuses")]
               .toObject()[QStringLiteral("lost")]
               .toInt(),
           1);
  // On another machine the folder is not the one here.
  const QJsonObject first = recordOf(made)[QStringLiteral("tasks")].toArray()[0].toObject();
  QCOMPARE(
      first[QStringLiteral("steps")].toArray()[0].toObject()[QStringLiteral("command")].toArray().last().toString(),
      QStringLiteral("{folder}/result.csv"));
  QVERIFY(first[QStringLiteral("cache")].isNull());
}

void ResultsTest::hostileNames() {
  MadeRun made = cacheRunOf(
      "torch\xff"
      "bench");
  made.cacheTask("evil\x1b[31m\n\xff", 1, latencyCsv("1"), latencyCsv("1"), RunState::Failed, "\x1b]0;gone\x07");
  made.run.problem = "\x1b[2J";
  const std::string summary = summaryText(made.run, made.outputs);
  QVERIFY(summary.find('\x1b') == summary.npos && summary.find('\x07') == summary.npos);
  QVERIFY(QString::fromUtf8(summary.data(), qsizetype(summary.size())).toStdString() == summary);
  QVERIFY(!recordOf(made).isEmpty());
}
