// SPDX-License-Identifier: GPL-3.0-or-later
// `repro` and `reproduce` with the stand-in scripts: what they print, their exit status, Ctrl-C during a minifier.
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <memory>

#include "core/runs/executors/local/local_executor.h"
#include "core/runs/executors/program_calls.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"
#include "tests/support/reference_material.h"
#include "tests/support/slurm_cluster.h"
#include "tests/support/ssh_server.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

const std::string kStandIn = std::string(PLUMBLINE_SOURCE_DIR) + "/tests/support/stand_in";
constexpr int kLimit = 30'000;

}  // namespace

class ReproCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void runs_data();
  void runs();
  void realScriptsAndLogs_data();
  void realScriptsAndLogs();
  void json();
  void reproduces_data();
  void reproduces();
  void reproducesAsJson();
  void dryRun();
  void cannotStart();
  void ctrlCNamesTheBestCheckpoint();
  void savedSpecsRun();
  void overSsh();
  void onSlurm();

 private:
  std::vector<std::string> words(std::vector<std::string> command, const std::vector<std::string>& more = {}) const {
    command.insert(command.end(), {"--env", "PYTHONPATH=" + kStandIn, "--env", "PYTHONDONTWRITEBYTECODE=1", "--folder",
                                   m_dir->filePath(QStringLiteral("runs")).toStdString(), "--no-probe", "--grace", "1"});
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
  static std::string script(const std::string& name) { return kStandIn + "/repro/" + name + ".py"; }
  std::unique_ptr<QTemporaryDir> m_dir;
};

void ReproCommandTest::init() {
  if (!plumbline::runs::findProgram("python3")) QSKIP("There is no python3.");
  m_dir = std::make_unique<QTemporaryDir>();
}

void ReproCommandTest::runs_data() {
  QTest::addColumn<QByteArray>("script");
  QTest::addColumn<QByteArray>("more");
  QTest::addColumn<int>("exit");
  QTest::addColumn<QByteArray>("said");
  QTest::newRow("same") << QByteArray("healthy") << QByteArray("run") << 0 << QByteArray("Same\n");
  QTest::newRow("random inputs") << QByteArray("healthy") << QByteArray("run") << 0 << QByteArray("warning: Without a save_dir");
  QTest::newRow("differs") << QByteArray("deterministic") << QByteArray("run") << 1 << QByteArray("AccuracyError: Dynamo failed (line ");
  QTest::newRow("by how much") << QByteArray("deterministic") << QByteArray("run") << 1 << QByteArray("RMSE (res-fp64): 0.50000");
  QTest::newRow("eager backend") << QByteArray("deterministic") << QByteArray("--backend=eager") << 0 << QByteArray("Same\n");
  QTest::newRow("no accuracy") << QByteArray("deterministic") << QByteArray("--no-accuracy") << 0 << QByteArray("Ran, nothing compared");
  QTest::newRow("crashing") << QByteArray("crashing") << QByteArray("run") << 1 << QByteArray("Compiled model crashed");
  QTest::newRow("the exception") << QByteArray("crashing") << QByteArray("run") << 1 << QByteArray("RuntimeError: CUDA error: misaligned address");
  QTest::newRow("crashed") << QByteArray("crashing") << QByteArray("--no-accuracy") << 1 << QByteArray("Crashed\n");
  QTest::newRow("minify") << QByteArray("deterministic") << QByteArray("minify") << 0 << QByteArray("Best checkpoint: 4 nodes, ");
  QTest::newRow("nothing to minify") << QByteArray("healthy") << QByteArray("minify") << 1 << QByteArray("Nothing to minify");
}

void ReproCommandTest::runs() {
  QFETCH(QByteArray, script);
  QFETCH(QByteArray, more);
  QFETCH(int, exit);
  QFETCH(QByteArray, said);
  const Ran ran = run(words({"repro", ReproCommandTest::script(script.toStdString()), more.toStdString()}));
  QVERIFY2(ran.out.contains(said), ran.out.constData());
  QVERIFY2(ran.exit == exit, ran.err.constData());
}

/// Scripts that PyTorch wrote, run by a Python that prints what PyTorch printed then.
void ReproCommandTest::realScriptsAndLogs_data() {
  QTest::addColumn<QString>("script");
  QTest::addColumn<QString>("log");
  QTest::addColumn<int>("code");
  QTest::addColumn<int>("exit");
  QTest::addColumn<QByteArray>("said");
  const auto row = [](const char* script, const char* command, const char* log, int code, int exit, const char* said) {
    QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(log), QLatin1String(command))))
        << QStringLiteral("%1.py %2").arg(QLatin1String(script), QLatin1String(command)) << QString::fromLatin1(log) << code << exit << QByteArray(said);
  };
  row("aot_accuracy_env", "run", "aot_accuracy_env_run_nested", 0, 1, "Differs\n");
  row("aot_accuracy_env", "minify", "aot_accuracy_minify_no_isolate_minified", 0, 0, "Minified");
  row("aot_healthy_config", "run", "aot_healthy_run_same", 0, 0, "Ran, nothing compared\n");
  row("aot_compile_error_level1", "run", "aot_healthy_run_same", 0, 0, "Ran, nothing compared");
  row("dynamo_compile_error_env", "run", "dynamo_compile_error_run_crashed", 1, 1, "InductorError: SyntaxError: invalid syntax");
  row("aot_minify_folder/repro", "run", "aot_accuracy_env_run_nested", 0, 1, "Differs\n");
}

void ReproCommandTest::realScriptsAndLogs() {
  QFETCH(QString, script);
  QFETCH(QString, log);
  QFETCH(int, code);
  const QString folder = support::referenceFolder() + QStringLiteral("/data/h100/repro/");
  const QString file = script.section(QLatin1Char(' '), 0, 0), command = script.section(QLatin1Char(' '), 1);
  if (!QFile::exists(folder + file)) QSKIP("The scripts are not beside the source folder.");
  QFile python(m_dir->filePath(QStringLiteral("python")));
  QVERIFY(python.open(QIODevice::WriteOnly));
  python.write("#!/bin/sh\ncat '" + (folder + QStringLiteral("logs/%1.log").arg(log)).toUtf8() + "'\nexit " + QByteArray::number(code) + '\n');
  python.close();
  python.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  const Ran ran = run(words({"repro", (folder + file).toStdString(), command.toStdString()}, {"--python", python.fileName().toStdString()}));
  QTEST(ran.exit, "exit");
  QFETCH(QByteArray, said);
  QVERIFY2(ran.out.contains(said), (ran.out + ran.err).constData());
}

void ReproCommandTest::json() {
  const Ran ran = run(words({"repro", script("deterministic"), "minify", "--json"}));
  QCOMPARE(ran.exit, 0);
  const QJsonObject found = QJsonDocument::fromJson(ran.out).object();
  QCOMPARE(found[QStringLiteral("format")].toString(), QStringLiteral("plumbline-repro"));
  QCOMPARE(found[QStringLiteral("outcome")][QStringLiteral("result")].toString(), QStringLiteral("minified"));
  QCOMPARE(found[QStringLiteral("checkpoints")].toArray().size(), 3);
  QVERIFY2(ran.err.contains("4 nodes"), ran.err.constData());
}

void ReproCommandTest::reproduces_data() {
  QTest::addColumn<QByteArray>("script");
  QTest::addColumn<int>("exit");
  QTest::addColumn<QByteArray>("said");
  QTest::newRow("healthy") << QByteArray("healthy") << 0 << QByteArray("Healthy. ");
  QTest::newRow("deterministic") << QByteArray("deterministic") << 1 << QByteArray("Deterministic failure. ");
  QTest::newRow("compiled") << QByteArray("compiled_flaky") << 1 << QByteArray("Compiled model is not deterministic. ");
  QTest::newRow("eager") << QByteArray("eager_flaky") << 1 << QByteArray("Eager is not deterministic. ");
  QTest::newRow("crashing") << QByteArray("crashing") << 5 << QByteArray("Crashes every time: RuntimeError: CUDA error: misaligned address");
}

void ReproCommandTest::reproduces() {
  QFETCH(QByteArray, script);
  QFETCH(int, exit);
  QFETCH(QByteArray, said);
  const Ran ran = run(words({"reproduce", "10", ReproCommandTest::script(script.toStdString()), "--jobs", "4"}));
  QVERIFY2(ran.out.startsWith(said), ran.out.constData());
  QVERIFY2(ran.exit == exit, ran.err.constData());
  QVERIFY2(ran.err.contains("eager run 2: done"), ran.err.constData());
}

void ReproCommandTest::reproducesAsJson() {
  const Ran ran = run(words({"reproduce", "3", script("healthy"), "--eager-runs", "1", "--json", "--jobs", "4"}));
  QCOMPARE(ran.exit, 4);  // three are too few
  const QJsonObject json = QJsonDocument::fromJson(ran.out).object();
  QCOMPARE(support::keysNotInSnakeCase(json), QStringList());
  const QJsonValue found = json[QStringLiteral("reproducibility")];
  QCOMPARE(found[QStringLiteral("class")].toString(), QStringLiteral("inconclusive"));
  QCOMPARE(found[QStringLiteral("more_needed")].toInt(), 2);
  QCOMPARE(found[QStringLiteral("runs")].toArray().size(), 4);
}

void ReproCommandTest::dryRun() {
  const Ran ran = run(words({"reproduce", "10", script("healthy"), "--dry-run"}));
  QCOMPARE(ran.exit, 0);
  QVERIFY2(ran.out.contains("healthy.py run --backend eager\n"), ran.out.constData());
  QVERIFY2(ran.out.contains("TORCH_COMPILE_DEBUG_DIR=TASK\n"), ran.out.constData());
  QVERIFY2(ran.out.contains("PYTHONHASHSEED=0\n"), ran.out.constData());
  QVERIFY2(ran.out.contains("12 tasks"), ran.out.constData());
  const Ran none = run(words({"reproduce", "0", script("healthy"), "--dry-run"}));
  QCOMPARE(none.exit, 2);
  QVERIFY2(none.err.contains("The number of runs is 0. It may be 1 to 999."), none.err.constData());
  const Ran other = run(words({"repro", script("healthy"), "run", "--backend", "aot_eager", "--dry-run", "--json"}));
  QCOMPARE(QJsonDocument::fromJson(other.out).object()[QStringLiteral("tasks")].toInt(), 1);
}

void ReproCommandTest::cannotStart() {
  const Ran ran = run(words({"repro", script("healthy"), "--python", "/nowhere/python3"}));
  QVERIFY2(ran.exit == 3, ran.err.constData());
  const Ran many = run(words({"reproduce", "2", script("healthy"), "--python", "/nowhere/python3"}));
  QVERIFY2(many.exit == 3, many.err.constData());
}

void ReproCommandTest::ctrlCNamesTheBestCheckpoint() {
  QProcess process;
  QStringList list;
  for (const std::string& word : words({"repro", script("deterministic"), "minify", "--env", "STAND_IN_MINIFIER_WAITS=1"}))
    list << QString::fromStdString(word);
  process.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"), list);
  QByteArray err;
  QElapsedTimer timer;
  timer.start();
  while (!err.contains("-> 9 nodes") && timer.elapsed() < kLimit && process.state() != QProcess::NotRunning) {
    process.waitForReadyRead(100);
    err += process.readAllStandardError();
  }
  QVERIFY2(err.contains("-> 9 nodes"), err.constData());
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
  QVERIFY(process.waitForFinished(kLimit));
  QCOMPARE(process.exitCode(), 1);
  const QByteArray out = process.readAllStandardOutput();
  QVERIFY2(out.contains("Cancelled\n") && out.contains("Best checkpoint: 9 nodes, "), out.constData());
  const QByteArray path = out.mid(out.indexOf("9 nodes, ") + 9).split('\n').first();
  QVERIFY2(QFile::exists(QString::fromUtf8(path)), path.constData());
}

void ReproCommandTest::savedSpecsRun() {
  const std::string file = m_dir->filePath(QStringLiteral("spec.json")).toStdString();
  QCOMPARE(run(words({"repro", script("deterministic"), "--save-spec", file, "--dry-run"})).exit, 0);
  const std::vector<std::string> again = {"run", "spec", file, "--no-probe", "--folder", m_dir->filePath(QStringLiteral("runs")).toStdString()};
  const Ran ran = run(again);
  QVERIFY2(ran.exit == 1, ran.err.constData());
  QVERIFY2(ran.out.contains("Differs"), ran.out.constData());
  const Ran shown = run({"run", "show", "last", "--folder", m_dir->filePath(QStringLiteral("runs")).toStdString()});
  QVERIFY2(shown.out.contains("Differs"), shown.out.constData());
}

/// The script is copied there, and what the minifier left in sub-folders comes home.
void ReproCommandTest::overSsh() {
  support::SshServer server;
  if (const QString why = server.start(); !why.isEmpty()) QSKIP(qPrintable(why));
  qputenv("PLUMBLINE_SSH_CONFIG", server.clientConfig());
  const std::string place = std::string("ssh:") + support::SshServer::host();
  const Ran ran = run(words({"repro", script("deterministic"), "minify", "--on", place}));
  qunsetenv("PLUMBLINE_SSH_CONFIG");
  QVERIFY2(ran.exit == 0, (ran.err + ran.out).constData());
  QVERIFY2(ran.err.contains("Only the script itself is copied"), ran.err.constData());
  QVERIFY2(ran.out.contains("Best checkpoint: 4 nodes, ") && ran.out.contains("also: 17 nodes"), ran.out.constData());
  const QByteArray path = ran.out.mid(ran.out.indexOf("4 nodes, ") + 9).split('\n').first();
  QVERIFY2(QFile::exists(QString::fromUtf8(path)), path.constData());
  QVERIFY2(ran.out.contains("/repro.py\n"), ran.out.constData());
}

void ReproCommandTest::onSlurm() {
  support::SlurmCluster cluster;
  if (const QString why = cluster.start(); !why.isEmpty()) QSKIP(qPrintable(why));
  const Ran ran = run(words({"reproduce", "5", script("deterministic"), "--jobs", "4", "--on", "slurm", "--timeout", "100"}));
  QVERIFY2(ran.exit == 1, (ran.err + ran.out).constData());
  QVERIFY2(ran.out.startsWith("Deterministic failure. "), ran.out.constData());
}

QTEST_GUILESS_MAIN(ReproCommandTest)
#include "repro_command_test.moc"
