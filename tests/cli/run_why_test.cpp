// SPDX-License-Identifier: GPL-3.0-or-later
// The command `why`: the model, its repro script, minified and repeated, as one page.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTest>

#include "tests/cli/run_command_test.h"

using namespace plumbline;
using namespace plumbline::support;

Ran RunCommandTest::why(const char* model, std::vector<std::string> more) const {
  more.insert(more.begin(), {"--env", "PYTHONPATH=" + std::string(PLUMBLINE_SOURCE_DIR "/tests/support/stand_in"), "--no-probe"});
  return run(words({"why", model, "--pytorch", m_fake.root, "--suite", "huggingface", "--device", "cpu"}, more));
}

void RunCommandTest::whyGoesToTheEnd() {
  const Ran ran = why("wrongrelu");
  QVERIFY2(ran.exit == 1, ran.err.constData());
  QVERIFY2(ran.out.startsWith("wrongrelu: fail_accuracy\n"), ran.out.constData());
  for (const char* part : {"Deterministic failure. Compiled differed from eager in all of 5 runs", "27 -> 17 -> 13 nodes", "minifier/checkpoints/13.py",
                           "shape 8", "margin ", "plumbline-cli reproduce 5 ", "TORCHDYNAMO_REPRO_AFTER=aot"})
    QVERIFY2(ran.out.contains(part), (part + QByteArray(" in\n") + ran.out).constData());
  // PyTorch drops repro.py where it works: not into the checkout.
  QVERIFY(!QFile::exists(QString::fromStdString(m_fake.root) + QStringLiteral("/repro.py")));
  QVERIFY(!QFile::exists(QStringLiteral("repro.py")));
  const Ran json = why("wrongrelu", {"--json"});
  QCOMPARE(QJsonDocument::fromJson(json.out).object()[QStringLiteral("class")].toString(), QStringLiteral("deterministic-failure"));
  // The compiler fails: no script at the level of accuracy, one at that of crashes.
  const Ran compiler = why("badkernel");
  QVERIFY2(compiler.exit == 1, compiler.err.constData());
  for (const char* part : {"badkernel: fail_to_run\n", "Cause      torch._inductor.exc.InductorError: SyntaxError: invalid syntax (ckxz.py, line 28) (",
                           "Crashes every time: torch._inductor.exc.InductorError: SyntaxError", "27 -> 17 -> 13 nodes", "minifier/checkpoints/13.py", "TORCHDYNAMO_REPRO_LEVEL=2",
                           "Exception  torch._inductor.exc.InductorError: SyntaxError: invalid syntax (ckxz.py, line 28)\n"})
    QVERIFY2(compiler.out.contains(part), (part + QByteArray(" in\n") + compiler.out).constData());
  const Ran good = why("llama");
  QCOMPARE(good.exit, 0);
  QVERIFY2(good.out.startsWith("llama: pass\n"), good.out.constData());
  const Ran none = why("noz3");
  QCOMPARE(none.exit, 4);
  QVERIFY2(none.out.contains("Cause") && none.out.contains("translation validation requires Z3"), none.out.constData());
  QVERIFY2(none.out.contains("\nScript     none: PyTorch wrote no repro script"), none.out.constData());
  QCOMPARE(none.err.count("\nRun "), 1);  // a second one at the level of crashes
  // PyTorch writes where the program works, which the command to repeat it must not leave to chance.
  QVERIFY2(none.out.contains("\n  cd " + QByteArray::fromStdString(runs())), none.out.constData());
  const Ran allowed = why("noz3", {"--", "--no-translation-validation"});
  QCOMPARE(allowed.exit, 4);
  QVERIFY2(allowed.out.contains(" --no-translation-validation "), allowed.out.constData());
  // What never gets to the compiler leaves no script, so it runs once.
  const Ran eager = why("oom");
  QCOMPARE(eager.exit, 4);
  QVERIFY2(eager.out.contains("none: the model fails before it is compiled") && !eager.err.contains("\nRun "), eager.out + eager.err);
  const Ran late = why("hang", {"--timeout", "1"});
  QCOMPARE(late.exit, 4);
  QVERIFY2(late.out.contains("\nScript     none: the model did not end in time\n") && !late.err.contains("\nRun "), late.out + late.err);
  const Ran crashed = why("crash");
  QCOMPARE(crashed.exit, 4);
  QVERIFY2(crashed.out.startsWith("crash: no status, killed by SIGSEGV\n"), crashed.out.constData());
  // No exception to catch: the level that writes every script, and a minifier that outlives its tries.
  const Ran access = why("badaccess");
  QVERIFY2(access.exit == 1, (access.out + access.err).constData());
  for (const char* part : {"badaccess: no status, killed by SIGSEGV\n", "TORCHDYNAMO_REPRO_LEVEL=3", "27 -> 17 -> 13 nodes", "minifier/checkpoints/13.py",
                           "Crashes every time", " minify --isolate"})
    QVERIFY2(access.out.contains(part), (part + QByteArray(" in\n") + access.out).constData());
  const Ran failed = why("fail");
  QVERIFY2(failed.out.startsWith("fail: no status\nCause      RuntimeError: fail fails because it is asked to (1-1/run.log, line "),
           failed.out.constData());
}

void RunCommandTest::whyRepeatsItsSteps() {
  // A shell in which an earlier command left its variables.
  qputenv("TORCHDYNAMO_REPRO_AFTER", "aot");
  const auto restore = qScopeGuard([] { qunsetenv("TORCHDYNAMO_REPRO_AFTER"); });
  const Ran ran = why("wrongrelu", {"--timeout", "60"});
  QCOMPARE(ran.exit, 1);
  QVERIFY2(ran.out.contains("27 -> 17 -> 13 nodes") && ran.out.contains("\nSmallest "), ran.out.constData());
  QVERIFY2(ran.out.contains(" && env ") && !ran.out.contains("export "), ran.out.constData());
  // The host options of the printed steps are those of the page.
  const QByteArray host = " --python " + QByteArray::fromStdString(m_fake.python) + " --timeout 60 --grace 1 --env STAND_IN_";
  const QByteArray modules = " --env PYTHONPATH=" PLUMBLINE_SOURCE_DIR "/tests/support/stand_in";
  int found = 0;
  for (const QByteArray& line : ran.out.split('\n'))
    if (line.startsWith("  plumbline-cli rep"))
      found += line.contains(host) && line.contains(modules) && !line.contains("TORCHDYNAMO") ? 1 : 0;
  QVERIFY2(found == 2, ran.out.constData());
  const Ran nothing = why("wrongrelu", {"--env", "STAND_IN_MINIFIER_FAILS=1"});
  QVERIFY2(nothing.out.contains("\nGraph      none: minifying ended as \"Nothing to minify\": RuntimeError: Input graph did not fail the tester\n"),
           nothing.out.constData());
}

void RunCommandTest::whyNamesAFlakyModel() {
  QCOMPARE(why("flips").exit, 0);
  const Ran ran = why("flips");
  QCOMPARE(ran.exit, 5);
  QVERIFY2(ran.out.startsWith("flips: fail_accuracy\nVerdict    fail_accuracy in the first run, pass in the second: flaky here\n"),
           ran.out.constData());
  QCOMPARE(ran.out.count("\n  cd "), 2);
  const QJsonObject json = QJsonDocument::fromJson(why("flips", {"--json"}).out).object();
  QCOMPARE(json[QStringLiteral("status")].toString(), QStringLiteral("fail_accuracy"));
  QCOMPARE(json[QStringLiteral("second_status")].toString(), QStringLiteral("pass"));
  QCOMPARE(json[QStringLiteral("class")].toString(), QStringLiteral("flaky"));
}

void RunCommandTest::whyChecksTheHostOnce() {
  const auto why = [&](std::vector<std::string> more) {
    return run(words({"why", "noz3", "--suite", "huggingface", "--device", "cpu"}, std::move(more)));
  };
  const Ran ran = why({"--pytorch", m_fake.root});
  QCOMPARE(ran.exit, 4);
  QVERIFY2(ran.err.count("This harness does not define") == 1, ran.err.constData());
  const Ran none = why({"--pytorch", "/nonexistent"});
  QCOMPARE(none.exit, 3);
  QVERIFY2(none.err.contains("There is no script /nonexistent/benchmarks/dynamo/huggingface.py.") && none.out.isEmpty(), none.err.constData());
  const Ran two = why({"moco", "--pytorch", m_fake.root});
  QCOMPARE(two.exit, 2);
  QVERIFY2(two.err.contains("unrecognized arguments: moco (write arguments of the script after --)"), two.err.constData());
}
