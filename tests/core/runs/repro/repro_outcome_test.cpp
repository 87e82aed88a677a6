// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>
#include <unistd.h>

#include <QTest>

#include "core/runs/repro/repro_outcome.h"
#include "tests/core/runs/repro/repro_test.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

void ReproTest::logs_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("code");
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("result");
  QTest::addColumn<qulonglong>("line");
  QTest::addColumn<QString>("exception");
  const auto row = [](const char* file, int code, const char* command, const char* result, int line, const char* exception) {
    QTest::newRow((std::string(file) + " " + command + " " + std::to_string(code)).c_str())
        << QString::fromLatin1(file) << code << QString::fromLatin1(command) << QString::fromLatin1(result)
        << qulonglong(line) << QString::fromLatin1(exception);
  };
  row("differs", 1, "run", "differs", 9, "torch._dynamo.debug_utils.AccuracyError: Dynamo failed");
  row("differs_aot", 1, "run", "differs", 7, "torch._dynamo.debug_utils.AccuracyError: Bad accuracy detected");
  row("eager_differs", 1, "run", "eager-differs", 4, "AssertionError: Eager itself failed");
  row("compiled_crashed", 0, "run", "compiled-crashed", 2, "RuntimeError: CUDA error: an illegal memory access was encountered");
  row("random_inputs", 0, "run", "same", 0, "");
  row("import_failed", 1, "run", "import-failed", 4, "ModuleNotFoundError: No module named 'torch'");
  row("import_late", 1, "run", "crashed", 5, "ImportError: cannot import name 'triton_key'");
  row("bad_arguments", 2, "run", "bad-arguments", 2, "");
  row("nothing_to_minify", 0, "minify", "nothing-to-minify", 1, "");
  row("crashed", 1, "run", "crashed", 4, "torch._dynamo.exc.BackendCompilerFailed: LoweringException: KeyError: 'x'");
  row("minified", 0, "minify", "minified", 0, "");
  row("analyzed", 0, "analyze", "analyzed", 0, "");
}

/// outcomeOf reads a whole log at once.
static ReproOutcome outcomeOf(const ReproEnd& end, std::string_view log) {
  OutcomeReader reader(end);
  reader.add(log);
  return reader.finish();
}

void ReproTest::logs() {
  QFETCH(QString, file);
  QFETCH(int, code);
  QFETCH(QString, command);
  QFETCH(QString, result);
  QFETCH(qulonglong, line);
  QFETCH(QString, exception);
  const std::string log = dataOf("logs/" + file.toStdString() + ".log");
  QVERIFY(!log.empty());
  const ReproOutcome outcome = outcomeOf({.code = code, .command = command.toStdString()}, log);
  QCOMPARE(shown(resultWord(outcome.result)), result);
  QCOMPARE(qulonglong(outcome.line), line);
  QCOMPARE(shown(outcome.exception), exception);
}

void ReproTest::ends_data() {
  QTest::addColumn<int>("end");
  QTest::addColumn<int>("code");
  QTest::addColumn<QString>("command");
  QTest::addColumn<bool>("accuracy");
  QTest::addColumn<QByteArray>("log");
  QTest::addColumn<QString>("result");
  const auto row = [](const char* name, StepEnd end, int code, const char* command, bool accuracy, const char* log,
                      const char* result) {
    QTest::newRow(name) << static_cast<int>(end) << code << QString::fromLatin1(command) << accuracy << QByteArray(log)
                        << QString::fromLatin1(result);
  };
  const StepEnd exited = StepEnd::Exited;
  row("same", exited, 0, "run", true, "", "same");
  row("ran", exited, 0, "run", false, "", "ran");
  row("phrase without accuracy", exited, 0, "run", false, "ran into a runtime exception\n", "ran");
  row("get args", exited, 0, "get_args", true, "", "ran");
  row("query holds", exited, 1, "minifier-query", true, "", "fails-as-asked");
  row("query does not", exited, 0, "minifier-query", true, "", "does-not-fail");
  row("query crashed", exited, 1, "minifier-query", true, "Traceback (most recent call last):\n  x\nKeyError: 1\n", "crashed");
  row("no issue", exited, 0, "minify", true, "ValueError: No issue was detected\n", "nothing-to-minify");
  row("tester", exited, 1, "minify", true,
      "Traceback (most recent call last):\n  x\nRuntimeError: Input graph did not fail the tester\n", "nothing-to-minify");
  row("silent failure", exited, 1, "run", true, "", "crashed");
  row("verdict without a traceback", exited, 1, "run", true, "AccuracyError: Dynamo failed\n", "differs");
  row("source is no verdict", exited, 1, "run", true, "    raise AccuracyError(\"Dynamo failed\")\n", "crashed");
  row("the machinery ran inside", exited, 0, "run", true,
      "E1 ran into a runtime exception\nTraceback (most recent call last):\n  x\na.AccuracyError: Bad accuracy detected\n", "differs");
  row("the machinery of a compilation that the logger names", exited, 0, "run", true,
      "E1122 23:33:35.1 34 u.py:4] [0/0] ran into a runtime exception\nE1122 23:33:35.1 34 u.py:4] [0/0] Traceback (most recent call last):\n"
      "E1122 23:33:35.1 34 u.py:4] [0/0]   x\nE1122 23:33:35.1 34 u.py:4] [0/0] a.AccuracyError: Bad accuracy detected\n", "differs");
  row("the machinery of torch 2.1 ran inside", exited, 0, "run", true,
      "[2023-10-04 12:00:00,000] torch._dynamo.debug_utils: [ERROR] While minifying, ran into a runtime exception\n"
      "[2023-10-04 12:00:00,000] torch._dynamo.debug_utils: [ERROR] Traceback (most recent call last):\n"
      "[2023-10-04 12:00:00,000] torch._dynamo.debug_utils: [ERROR]   x\n"
      "[2023-10-04 12:00:00,000] torch._dynamo.debug_utils: [ERROR] a.AccuracyError: Bad accuracy detected\n", "differs");
  row("the machinery found a difference in one graph, another one crashed", exited, 0, "run", true,
      "E1 ran into a runtime exception\nTraceback (most recent call last):\n  x\na.AccuracyError: Bad accuracy detected\n"
      "E1 ran into a runtime exception\nTraceback (most recent call last):\n  x\na.OutOfMemoryError: CUDA\n", "differs");
  row("a difference before the machinery ran", exited, 0, "run", true,
      "Traceback (most recent call last):\n  x\na.AccuracyError: Bad accuracy detected\nE1 ran into a runtime exception\n"
      "Traceback (most recent call last):\n  x\na.OutOfMemoryError: CUDA\n", "compiled-crashed");
  row("eager crashed", exited, 1, "run", true,
      "Traceback (most recent call last):\n    assert same_two_models(mod, mod, args), \"Eager itself failed\"\nRuntimeError: x\n", "eager-crashed");
  row("a child's verdict is none", exited, 1, "minify", true, ">>  AccuracyError: Bad accuracy detected\n", "crashed");
  row("no script", exited, 2, "run", true, "python3: can't open file '/x/repro.py': [Errno 2] No such file or directory\n", "not-started");
  row("last traceback counts", exited, 1, "run", true,
      "Traceback (most recent call last):\n  x\nKeyError: 1\n\nDuring handling of the above exception, another exception "
      "occurred:\n\nTraceback (most recent call last):\n  y\nx.AccuracyError: Dynamo failed\n",
      "differs");
  row("rank", exited, 1, "run", true, "[rank0]: Traceback (most recent call last):\n[rank0]:   x\n[rank0]: a.AccuracyError: Dynamo failed\n", "differs");
  row("carriage returns", exited, 1, "run", true, "bar 1%\rbar 2%\rTraceback (most recent call last):\r\n  x\r\nAssertionError: Eager itself failed\r\n", "eager-differs");
  row("no line end", exited, 1, "run", true, "Traceback (most recent call last):\n  x\nA: Dynamo failed", "differs");
  row("segfault", StepEnd::Signalled, 11, "run", true, "", "crashed");
  row("timeout", StepEnd::TimedOut, 0, "run", true, "", "timed-out");
  row("cancelled", StepEnd::Cancelled, 0, "minify", true, "", "cancelled");
  row("not started", StepEnd::NotStarted, 0, "run", true, "", "not-started");
  row("running", StepEnd::Running, 0, "run", true, "", "lost");
}

void ReproTest::ends() {
  QFETCH(int, end);
  QFETCH(int, code);
  QFETCH(QString, command);
  QFETCH(bool, accuracy);
  QFETCH(QByteArray, log);
  QFETCH(QString, result);
  const ReproOutcome outcome = outcomeOf(
      {.end = static_cast<StepEnd>(end), .code = code, .command = command.toStdString(), .hasAccuracy = accuracy},
      {log.constData(), static_cast<std::size_t>(log.size())});
  QCOMPARE(shown(resultWord(outcome.result)), result);
  if (end == static_cast<int>(StepEnd::Signalled)) QCOMPARE(shown(outcome.evidence), QStringLiteral("ended by SIGSEGV"));
}

void ReproTest::tellingLines_data() {
  QTest::addColumn<QByteArray>("said");
  QTest::addColumn<QString>("result");
  QTest::addColumn<QString>("exception");
  QTest::addColumn<int>("line");
  const auto row = [](const char* name, const char* said, const char* result, const char* exception, int line) {
    QTest::newRow(name) << QByteArray("Traceback (most recent call last):\n  x\n") + said << QString::fromLatin1(result)
                        << QString::fromLatin1(exception) << line;
  };
  row("announced", "a.InductorError: inductor raised:\nSyntaxError: bad\n", "crashed", "a.InductorError: SyntaxError: bad", 4);
  row("the announcement has the verdict", "a.AccuracyError: Dynamo failed, the backend raised:\nValueError: 1\n", "differs",
      "a.AccuracyError: ValueError: 1", 4);
  row("the announced line has the verdict", "a.BackendCompilerFailed: backend raised:\nAccuracyError: Bad accuracy detected\n",
      "differs", "a.BackendCompilerFailed: AccuracyError: Bad accuracy detected", 4);
  row("a worker's traceback", "RuntimeError: Caught KeyError in worker 0.\nOriginal Traceback (most recent call last):\n  y\nKeyError: 2\n",
      "crashed", "KeyError: 2", 6);
  row("the next traceback begins", "A: inductor raised:\nTraceback (most recent call last):\n  y\nKeyError: 2\n", "crashed", "KeyError: 2", 6);
  row("the log ends in a traceback", "A: inductor raised:\nTraceback (most recent call last):\n  y\n", "crashed", "A: inductor raised:", 3);
  row("progress bar", "A: inductor raised:\n 10%|# | 1/10\r 20%|## | 2/10\nB: bad\n", "crashed", "A: B: bad", 5);
  row("warning", "A: inductor raised:\n/x/y.py:3: UserWarning: old\nB: bad\n", "crashed", "A: B: bad", 5);
  row("an empty line", "A: inductor raised:\n\nB: bad\n", "crashed", "A: inductor raised:", 3);
  row("import announced", "ImportError: Failed to import a because of:\nNo module named 'b'\n", "import-failed",
      "ImportError: No module named 'b'", 4);
}

void ReproTest::tellingLines() {
  QFETCH(QByteArray, said);
  QFETCH(QString, result);
  QFETCH(QString, exception);
  QFETCH(int, line);
  const ReproOutcome outcome = outcomeOf({.code = 1}, said.toStdString());
  QCOMPARE(shown(resultWord(outcome.result)), result);
  QCOMPARE(shown(outcome.exception), exception);
  QCOMPARE(static_cast<int>(outcome.line), line);
}

void ReproTest::piecesDoNotMatter() {
  const std::string log = dataOf("logs/eager_differs.log");
  const ReproEnd end{.code = 1};
  const ReproOutcome whole = outcomeOf(end, log);
  for (const std::size_t piece : {1U, 2U, 7U, 64U}) {
    OutcomeReader reader(end);
    for (std::size_t at = 0; at < log.size(); at += piece) reader.add(std::string_view(log).substr(at, piece));
    QCOMPARE(reader.finish(), whole);
  }
  // A line without an end, and one of many megabytes, are held to their beginnings.
  OutcomeReader reader(end);
  const std::string much(1 << 20, 'x');
  for (int i = 0; i < 20; ++i) reader.add(much);
  reader.add("\nTraceback (most recent call last):\n  x\nA: Dynamo failed\n");
  const ReproOutcome outcome = reader.finish();
  QCOMPARE(outcome.result, ReproResult::Differs);
  QCOMPARE(outcome.line, 4U);
}

void ReproTest::warnsOfRandomInputs() {
  const ReproOutcome outcome = outcomeOf({}, dataOf("logs/random_inputs.log"));
  QCOMPARE(outcome.warnings.size(), 1U);
  QVERIFY(shown(outcome.warnings[0]).contains(QStringLiteral("random numbers")));
  QCOMPARE(outcomeOf({}, "no save_dir specified, will generate random data\n").warnings.size(), 1U);
  QCOMPARE(outcomeOf({}, "could not load x, generating random data instead\nno save_dir specified, will generate random data\n").warnings.size(), 1U);
  QVERIFY(outcomeOf({}, "all is well\n").warnings.empty());
  QCOMPARE(readReproPhrases("child = 3").error().code, base::ErrorCode::BadFormat);
}

void ReproTest::findingsAndDetails() {
  const ReproOutcome outcome = outcomeOf({.command = "analyze"}, dataOf("logs/analyzed.log"));
  QCOMPARE(outcome.findings.size(), 2U);
  QVERIFY(outcome.findings[1].starts_with("DIVERGED at mul_3"));
  const ReproOutcome differs = outcomeOf({.code = 1}, dataOf("logs/differs.log"));
  QCOMPARE(differs.findings.size(), 1U);
  QVERIFY(differs.findings[0].find("RMSE (res-fp64): 0.01234") != std::string::npos);
  // Each try of a minifier logs such a line, whatever became of it.
  const std::string tries = "E1123 00:01:50.000000 1 torch/_dynamo/utils.py:3393] RMSE (res-fp64): 0.1\n";
  for (const StepEnd end : {StepEnd::TimedOut, StepEnd::Exited})
    QVERIFY(outcomeOf({.end = end, .code = 1, .command = "minify"}, tries + tries).findings.empty());
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "DIVERGED at x\n";
  QVERIFY(outcomeOf({.command = "analyze"}, many).findings.size() < 1000U);
}

void ReproTest::comesBackFromJson() {
  for (const char* name : {"differs", "compiled_crashed", "random_inputs", "analyzed"}) {
    ReproOutcome outcome = outcomeOf({.code = 1}, dataOf(std::string("logs/") + name + ".log"));
    outcome.isEagerRun = true;
    const auto back = outcomeOfJson(outcomeJson(outcome));
    QVERIFY(back);
    QCOMPARE(*back, outcome);
  }
  for (const char* bad : {"", "[]", "{}", R"({"result": "flown"})", R"({"result": 3})"}) QVERIFY(!outcomeOfJson(bad));
  for (std::size_t i = 0; i < kReproResultCount; ++i) {
    QVERIFY(!resultText(static_cast<ReproResult>(i)).empty());
    QCOMPARE(isProof(static_cast<ReproResult>(i)), i == 0 || i == 2);
  }
}

void ReproTest::realLogs_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("code");
  QTest::addColumn<QString>("result");
  QTest::addColumn<int>("warnings");
  QTest::addColumn<QString>("exception");
  const auto row = [](const char* file, int code, const char* result, int warnings, const char* exception = "") {
    QTest::newRow(file) << QString::fromLatin1(file) << code << QString::fromLatin1(result) << warnings << QString::fromLatin1(exception);
  };
  row("aot_accuracy_env_run_nested", 0, "differs", 0);
  row("aot_healthy_run_same", 0, "same", 0);
  row("dynamo_compile_error_run_crashed", 1, "crashed", 0,
      "torch._inductor.exc.InductorError: SyntaxError: invalid syntax (cwraik7e6ztkcrtt3ssfxcnhngx5fjbhckwcpko3had5g2mrzkwn.py, line 60)");
  row("new_bf16_no_fp64", 1, "differs", 1);  // no float64 reference; its inputs never were saved
  row("new_model_left_on_cpu", 1, "eager-crashed", 0);
}

void ReproTest::realLogs() {
  QFETCH(QString, file);
  QFETCH(int, code);
  QFETCH(QString, result);
  QFETCH(int, warnings);
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  QFile log((given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) + QStringLiteral("/data/h100/repro/logs/%1.log").arg(file));
  if (!log.open(QIODevice::ReadOnly)) QSKIP("The logs are not beside the source folder.");
  const ReproOutcome outcome = outcomeOf({.code = code}, log.readAll().toStdString());
  QCOMPARE(shown(resultWord(outcome.result)), result);
  QCOMPARE(static_cast<int>(outcome.warnings.size()), warnings);
  QFETCH(QString, exception);
  if (!exception.isEmpty()) QCOMPARE(shown(outcome.exception), exception);
}

void ReproTest::minifierProgressOfATask() {
  const support::TestFolder folder;
  for (const char* name : {"torch_compile_debug/run_0/minifier/checkpoints/27.py", "torch_compile_debug/run_0/minifier/checkpoints/13.py",
                           "torch_compile_debug/run_0/minifier/checkpoints/17.py", "checkpoints/9.py"})
    folder.write(QString::fromLatin1(name), "x");
  folder.write(QStringLiteral("run.log"), "Started off with 27 nodes\nFAIL: a\nSUCCESS: Went from 27 to 17 nodes\n>>  FAIL: x\nSUCCESS: b\nFAIL: c\n");
  Run run;
  run.tasks.resize(1);
  run.tasks[0].folder = folder.path().toStdString();
  QCOMPARE(minifierProgress(run, 0).tries, 0);
  run.tasks[0].steps.push_back({.name = "run", .began = 100, .ended = 132});
  const MinifierProgress progress = minifierProgress(run, 0);
  QCOMPARE(progress.nodes, (std::vector<int>{27, 17, 13}));
  QVERIFY(progress.smallest.ends_with("checkpoints/13.py"));
  QCOMPARE(progress.tries, 4);
  QVERIFY(progress.isSlow());
  QCOMPARE(shown(minifierText(progress)), QStringLiteral("27 -> 17 -> 13 nodes, 8 s a try"));
  QCOMPARE(shown(minifierText({})), QString());
}

/// In a shared folder another user may put a pipe or a device in a log's place.
void ReproTest::logsThatNeverEnd() {
  const support::TestFolder folder;
  Run run;
  run.plan.tasks.resize(1);
  run.tasks.resize(1);
  run.tasks[0].folder = folder.path().toStdString();
  run.tasks[0].steps.push_back({.name = "run", .began = 100, .ended = 132, .end = StepEnd::Exited});
  const std::string log = run.tasks[0].folder + "/run.log";
  for (const bool isPipe : {true, false}) {
    QCOMPARE(isPipe ? ::mkfifo(log.c_str(), 0600) : ::symlink("/dev/zero", log.c_str()), 0);
    QVERIFY(outcomeOfTask(run, 0).isError());
    QCOMPARE(minifierProgress(run, 0).tries, 0);
    QCOMPARE(::unlink(log.c_str()), 0);
  }
  folder.write(QStringLiteral("run.log"), QByteArray(10000, 'x') + "FAIL: x\n\nFAIL: a\nSUCCESS: b");
  QCOMPARE(minifierProgress(run, 0).tries, 2);
}

void ReproTest::checkpoints() {
  const support::TestFolder folder;
  for (const char* name : {"checkpoints/minified_17_nodes.py", "checkpoints/minified_4_nodes.py", "a/b/minified_9_nodes.py",
                           "minified_x_nodes.py", "minified__nodes.py", "repro.py", "torch_compile_debug/run_1/minifier/minifier_launcher.py",
                           "moco_repro.py", "cache/minified_1_nodes.py", "notes.txt"})
    folder.write(QString::fromLatin1(name), "x");
  const auto found = checkpointsIn(folder.path().toStdString());
  QCOMPARE(found.size(), 3U);
  QCOMPARE(found[0].nodes, 4);
  QCOMPARE(found[1].nodes, 9);
  QVERIFY(found[0].file.ends_with("checkpoints/minified_4_nodes.py"));
  QVERIFY(found[0].written > 1.5e9);
  QCOMPARE(reproScriptsIn(folder.path().toStdString()).size(), 3U);
  QVERIFY(checkpointsIn("/nowhere/at/all").empty());
}
