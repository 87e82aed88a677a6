// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/runs/executors/executor.h"
#include "core/runs/executors/local/local_executor.h"
#include "tests/core/runs/executors/local_test.h"

using namespace plumbline::runs;

namespace {

RunSpec specOfKind(RunKind kind, SuiteTest test = SuiteTest::Accuracy, const char* device = "") {
  RunSpec spec;
  spec.kind = kind;
  spec.test = test;
  spec.device = device;
  return spec;
}

/// told is the report as text: "!" before what blocks.
QString told(const ProbeReport& report) {
  QStringList lines;
  for (const ProbeReport::Finding& finding : report.findings) {
    if (finding.hint.empty()) lines << QStringLiteral("no hint");
    lines << QString::fromUtf8(finding.blocks ? "!" : "") + QString::fromStdString(finding.text);
  }
  return lines.join(u'\n');
}

}  // namespace

Q_DECLARE_METATYPE(plumbline::runs::RunSpec)

void LocalTest::reports_data() {
  QTest::addColumn<RunSpec>("spec");
  QTest::addColumn<QByteArray>("facts");
  QTest::addColumn<QString>("wanted");
  const auto row = [](const char* name, const RunSpec& spec, const char* facts, const char* wanted) {
    QTest::newRow(name) << spec << QByteArray(facts) << QString::fromUtf8(wanted);
  };
  const RunSpec cache = specOfKind(RunKind::TorchCache), command = specOfKind(RunKind::Command);
  const RunSpec accuracy = specOfKind(RunKind::Suite), performance = specOfKind(RunKind::Suite, SuiteTest::Performance);
  row("all well", cache, R"({"python": "3.11", "torch": "2", "cuda": "yes", "script_found": "yes", "disk_free_bytes": "99999999999",
      "governor": "performance", "load": "0.1 1 1", "cpus": "4", "git_dirty": "no"})", "");
  row("nothing known", cache, "{}", "");
  row("no torch", cache, R"({"torch_error": "ModuleNotFoundError: No module named 'torch'"})",
      "!PyTorch cannot be imported by python3: ModuleNotFoundError: No module named 'torch'.");
  row("no torch for a command", command, R"({"torch_error": "x"})", "");
  row("no device", cache, R"({"torch": "2", "cuda": "no"})", "!PyTorch finds no device of kind cuda here.");
  row("asking for it fails", cache, R"({"torch": "2", "cuda_error": "bad driver"})",
      "!PyTorch finds no device of kind cuda here: bad driver.");
  row("processor only", specOfKind(RunKind::TorchCache, {}, "cpu"), R"({"torch": "2", "cuda": "no"})", "");
  row("command", command, R"({"torch": "2", "cuda": "no"})", "");
  row("command with a device", specOfKind(RunKind::Command, {}, "cuda"), R"({"torch": "2", "cuda": "no"})",
      "PyTorch finds no device of kind cuda here.");
  row("no script", cache, R"({"script": "/x/torchbench.py", "script_found": "no"})", "!There is no script /x/torchbench.py.");
  row("little room", accuracy, R"({"disk_free": "4.3 GB", "disk_free_bytes": "4294967296"})",
      "Only 4.3 GB are free on the disk that runs are kept on.");
  row("no room", accuracy, R"({"disk_free": "100 MB", "disk_free_bytes": "100000000"})",
      "!Only 100 MB are free on the disk that runs are kept on.");
  row("room in words", accuracy, R"({"disk_free_bytes": "plenty"})", "");
  row("governor", performance, R"({"governor": "powersave"})", "The processors' governor is powersave, so times vary.");
  row("governors", performance, R"({"governor": "performance, schedutil"})",
      "The processors' governor is performance, schedutil, so times vary.");
  row("governor without times", accuracy, R"({"governor": "powersave", "load": "99 1 1", "cpus": "2"})", "");
  row("load", performance, R"({"load": "3.00 1.00 0.50", "cpus": "4"})",
      "This machine is busy already: its load is 3.00 1.00 0.50 with 4 processors.");
  row("little load", performance, R"({"load": "1.90 9.00 9.00", "cpus": "4"})", "");
  row("dirty", accuracy, R"({"git_dirty": "yes"})", "The checkout has uncommitted changes; the record notes them.");
  RunSpec ci = accuracy, without = accuracy, second = accuracy;
  ci.suite = without.suite = second.suite = "huggingface";
  without.extra = {"--no-translation-validation"};
  second.environment = {{"CUDA_VISIBLE_DEVICES", "1,0"}};
  const char* noZ3 = R"({"z3": "no"})";
  row("no z3", ci, noZ3, "python3 has no z3, and translation validation needs it: every compiled model fails.");
  row("no z3, and no validation", without, noZ3, "");
  row("no z3 for speed", performance, noZ3, "");
  const char* busy = R"({"gpus": "0: 9196 of 81559 MiB free, 2 processes; 1: 81000 of 81559 MiB free, 0 processes"})";
  row("a GPU in use", ci, busy, "GPU 0: 9196 of 81559 MiB free, 2 processes.");
  row("another GPU", second, busy, "");
  RunSpec seventh = ci;
  seventh.gpus = {"7"};
  row("a GPU that is not there", seventh, busy, "There is no GPU 7 there.");
  const char* hidden = R"({"gpus": "0: 9196 of 81559 MiB free, 2 processes; 1: 81000 of 81559 MiB free, 0 processes", "visible_gpus": "1"})";
  row("a GPU in use that the program does not see", ci, hidden, "");
  row("GPUs in another form", ci, R"({"gpus": "0 in use, 1"})", "");
  row("refused options", ci, R"({"unknown_flags": "--foo, --bar"})",
      "This harness does not define --foo, --bar, so it may refuse to start.");
  row("facts of other kinds", cache, R"({"torch": 2, "cuda": false, "disk_free_bytes": 5})", "");
  row("several", cache, R"({"torch_error": "x", "script": "s", "script_found": "no", "git_dirty": "yes"})",
      "!PyTorch cannot be imported by python3: x.\n!There is no script s.\nThe checkout has uncommitted changes; the record notes them.");
}

void LocalTest::reports() {
  QFETCH(RunSpec, spec);
  QFETCH(QByteArray, facts);
  QFETCH(QString, wanted);
  const ProbeReport report = reportOfProbe(spec, "printed by a site\n" + facts.simplified().toStdString() + "\n", "", 0);
  QCOMPARE(told(report), wanted);
  QCOMPARE(report.canStart(), !wanted.contains(u'!'));
}

void LocalTest::brokenAnswers_data() {
  QTest::addColumn<QByteArray>("out");
  QTest::addColumn<QByteArray>("errors");
  QTest::addColumn<int>("code");
  QTest::addColumn<QString>("wanted");
  const auto row = [](const char* name, const char* out, const char* errors, int code, const char* wanted) {
    QTest::newRow(name) << QByteArray(out) << QByteArray(errors) << code << QString::fromUtf8(wanted);
  };
  row("nothing", "", "", 0, "!python3 cannot be run: it ends with exit code 0.");
  row("no JSON", "hello\n", "", 0, "!python3 cannot be run: it ends with exit code 0.");
  row("a list", "[1]\n", "", 0, "!python3 cannot be run: it ends with exit code 0.");
  row("half", "{\"a\": \n", "oops\nSyntaxError: no\n\n", 1, "!python3 cannot be run: SyntaxError: no.");
  row("killed", "{}", "", 137, "!python3 cannot be run: it ends with exit code 137.");
  row("no UTF-8", "{\"a\": \"\xff\"}\n", "", 0, "!python3 cannot be run: it ends with exit code 0.");
}

void LocalTest::brokenAnswers() {
  QFETCH(QByteArray, out);
  QFETCH(QByteArray, errors);
  QFETCH(int, code);
  QFETCH(QString, wanted);
  const ProbeReport report = reportOfProbe({}, out.toStdString(), errors.toStdString(), code);
  QCOMPARE(told(report), wanted);
  QVERIFY(!report.canStart());
  QVERIFY(report.facts.empty());
}
