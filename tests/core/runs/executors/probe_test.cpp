// SPDX-License-Identifier: GPL-3.0-or-later
// Programs and where they are looked for, and the real probe in a real Python.
#include <optional>

#include "core/runs/executors/executor.h"
#include "core/runs/executors/program_calls.h"
#include "tests/core/runs/executors/local_test.h"
#include "tests/core/runs/executors/supervisor_folder.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

QString makeProgram(const support::TestFolder& folder, const char* name, const char* text) {
  const QString path = folder.write(QString::fromUtf8(name), text);
  QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  return path;
}

/// With sets a variable of this process for as long as it lives.
class With {
 public:
  With(const char* name, const QByteArray& value) : m_name(name), m_was(qgetenv(name)), m_wasSet(qEnvironmentVariableIsSet(name)) {
    qputenv(name, value);
  }
  With(const With&) = delete;
  With& operator=(const With&) = delete;
  ~With() { m_wasSet ? qputenv(m_name, m_was) : qunsetenv(m_name); }

 private:
  const char* m_name;
  QByteArray m_was;
  bool m_wasSet;
};

ProbeReport probeNow(const RunSpec& spec, const std::string& script = {}) {
  LocalExecutor executor("/");
  std::optional<ProbeReport> report;
  executor.probe(spec, script, [&](const ProbeReport& told) { report = told; });
  const bool early = report.has_value();
  return !early && QTest::qWaitFor([&] { return report.has_value(); }, 60000) ? *report : ProbeReport{};
}

std::string fact(const ProbeReport& report, const char* name) {
  const auto found = report.facts.find(name);
  return found == report.facts.end() ? std::string("(none)") : found->second;
}

}  // namespace

void LocalTest::findsPrograms() {
  const support::TestFolder folder;
  const std::string good = makeProgram(folder, "a/tool", "#!/bin/sh\n").toStdString();
  makeProgram(folder, "b/tool", "#!/bin/sh\n");
  folder.write(QStringLiteral("c/tool"), "not executable");
  QDir().mkpath(folder.path(QStringLiteral("d/tool")));
  const std::string root = folder.path().toStdString();
  const auto inPath = [&](const std::string& path) {
    const With with("PATH", QByteArray::fromStdString(path));
    return findProgram("tool");
  };
  QCOMPARE(inPath(root + "/a:" + root + "/b").value_or(""), good);
  QCOMPARE(inPath(root + "/c:" + root + "/d:" + root + "/a").value_or(""), good);
  QCOMPARE(inPath("::.:" + root + "/a").value_or(""), good);
  for (const std::string& path : {std::string(), std::string(":"), root + "/c", root + "/d", std::string("a"), std::string(".:..:")}) {
    const auto found = inPath(path);
    QVERIFY(!found);
    QCOMPARE(found.error().code, base::ErrorCode::NotFound);
  }
  QCOMPARE(findProgram(good).value_or(""), good);
  QCOMPARE(findProgram(root + "/c/tool").error().code, base::ErrorCode::NotFound);
  QCOMPARE(findProgram(root + "/d/tool").error().code, base::ErrorCode::NotFound);
  for (const char* bad : {"", "./tool", "a/tool", "../tool"}) QCOMPARE(findProgram(bad).error().code, base::ErrorCode::BadArgument);
  QCOMPARE(findProgram(std::string("to\0ol", 5)).error().code, base::ErrorCode::BadArgument);
}

void LocalTest::neverFromThisFolder() {
  // A folder with its own python3, git and torch is opened, and PATH names the present folder first.
  const support::TestFolder folder;
  for (const char* name : {"python3", "git", "nvidia-smi", "rocm-smi"})
    makeProgram(folder, name, ("#!/bin/sh\ntouch '" + folder.path(QStringLiteral("was run")).toStdString() + "'\n").c_str());
  folder.write(QStringLiteral("torch.py"), "raise SystemExit('from the opened folder')\n");
  folder.write(QStringLiteral("json.py"), "raise SystemExit('from the opened folder')\n");
  QDir().mkpath(folder.path(QStringLiteral(".git")));
  const QString before = QDir::currentPath();
  QVERIFY(QDir::setCurrent(folder.path()));
  const With path("PATH", ".::" + qgetenv("PATH"));
  SupervisorFolder task;
  task.addStep("run", {"python3", "-c", "print('the real one')"});
  task.plan.workingFolder = folder.path().toStdString();
  task.spec.checkout = folder.path().toStdString();
  const ProbeReport report = probeNow(task.spec);
  const TaskEvents events = task.run(true);
  QDir::setCurrent(before);
  QVERIFY(events.finished);
  QCOMPARE(task.read(QStringLiteral("run.log")), QByteArray("the real one\n"));
  QVERIFY(!QFileInfo::exists(folder.path(QStringLiteral("was run"))));
  QVERIFY(fact(report, "python").find('3') != std::string::npos);
  QVERIFY(fact(report, "torch_error").find("opened folder") == std::string::npos);
}

/// An editor, too, comes from an absolute folder of PATH, whatever lies in the present one.
/// The window probes unasked: that runs no filter of the checkout, and says whether it is changed all the same.
void LocalTest::noFilterOfTheCheckout_data() {
  QTest::addColumn<QString>("driver");
  QTest::addColumn<QString>("dirty");
  QTest::newRow("plain") << QStringLiteral("evil") << QStringLiteral("yes");
  QTest::newRow("a name that -c cannot set") << QStringLiteral("a=b") << QStringLiteral("(none)");
}
void LocalTest::noFilterOfTheCheckout() {
  QFETCH(const QString, driver);
  const support::GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(QStringLiteral("a.py"), "one\n");
  QVERIFY(git.commitAll());
  git.write(QStringLiteral(".git/evil"), "#!/bin/sh\ntouch \"$0.ran\"\nexec cat\n");
  QVERIFY(QFile::setPermissions(git.path(QStringLiteral(".git/evil")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  for (const char* key : {"clean", "process"})
    QVERIFY(git.run({QStringLiteral("config"), QStringLiteral("filter.%1.%2").arg(driver, QLatin1String(key)), git.path(QStringLiteral(".git/evil"))}).ok);
  QVERIFY(git.run({QStringLiteral("config"), QStringLiteral("filter.%1.required").arg(driver), QStringLiteral("true")}).ok);
  git.write(QStringLiteral(".git/info/attributes"), QByteArray("*.py filter=") + driver.toUtf8() + '\n');
  git.write(QStringLiteral("a.py"), "two\n");
  RunSpec spec;
  spec.checkout = git.pathOf({});
  const ProbeReport report = probeNow(spec);
  QCOMPARE(fact(report, "git_sha").size(), std::size_t{40});
  QTEST(QString::fromStdString(fact(report, "git_dirty")), "dirty");
  QVERIFY(!QFile::exists(git.path(QStringLiteral(".git/evil.ran"))));
}

void LocalTest::windowsAreNeverFromThisFolder() {
  const support::TestFolder folder;
  const auto program = [&](const char* name, const char* mark) {
    makeProgram(folder, name, ("#!/bin/sh\ntouch '" + folder.path(QString::fromLatin1(mark)).toStdString() + "'\n").c_str());
  };
  program("here/ed1", "wrong");
  program("here/ed2", "wrong");
  program("bin/ed2", "right");
  const QString before = QDir::currentPath();
  QVERIFY(QDir::setCurrent(folder.path(QStringLiteral("here"))));
  const With path("PATH", ".::" + folder.path(QStringLiteral("bin")).toUtf8() + ":" + qgetenv("PATH"));
  const bool isStarted = startWindow(QStringLiteral("ed1"), {}) || startWindow(QStringLiteral("./ed1"), {});
  const bool isThere = startWindow(QStringLiteral("ed2"), {});
  QDir::setCurrent(before);
  QVERIFY(!isStarted && isThere);
  QTRY_VERIFY(QFileInfo::exists(folder.path(QStringLiteral("right"))));
  QVERIFY(!QFileInfo::exists(folder.path(QStringLiteral("wrong"))));
}

void LocalTest::realProbe() {
  const support::TestFolder folder;
  // A package of that name, as a real Python would import it.
  folder.write(QStringLiteral("torch/__init__.py"),
               "__version__ = '2.9.1'\nclass cuda:\n    is_available = staticmethod(lambda: True)\n"
               "    device_count = staticmethod(lambda: 2)\n    get_device_name = staticmethod(lambda i: 'Card %d' % i)\n");
  makeProgram(folder, "bin/nvidia-smi",
              "#!/bin/sh\ncase $1 in *apps*) echo 'GPU-b, 4711';; *index*) echo '0, GPU-a, 81000, 81559'; echo '1, GPU-b, 9196, 81559';; "
              "*) echo 'Card 0, 550.1'; echo 'Card 1, 550.1';; esac\n");
  folder.write(QStringLiteral("src/benchmarks/dynamo/torchbench.py"), "");
  folder.write(QStringLiteral("src/benchmarks/dynamo/common.py"),
               "parser.add_argument('--cold-start-latency', '--no-a', '--no-b', '--no-c', '--no-d', '--no-e', '--no-f', '--no-g',\n"
               "  '--no-h', '--no-i', \"--only\")\n");
  const With modules("PYTHONPATH", folder.path().toUtf8());
  const With visible("CUDA_VISIBLE_DEVICES", "1");
  const With path("PATH", folder.path(QStringLiteral("bin")).toUtf8() + ":" + qgetenv("PATH"));
  RunSpec spec;
  spec.checkout = folder.path(QStringLiteral("src")).toStdString();
  spec.kind = RunKind::TorchCache;
  const ProbeReport report = probeNow(spec, "benchmarks/dynamo/torchbench.py");
  QCOMPARE(fact(report, "torch"), std::string("2.9.1"));
  QCOMPARE(fact(report, "cuda"), std::string("yes"));
  QCOMPARE(fact(report, "devices"), std::string("Card 0, Card 1"));
  QCOMPARE(fact(report, "driver"), std::string("550.1"));
  QCOMPARE(fact(report, "cards"), std::string("Card 0, Card 1"));
  QCOMPARE(fact(report, "script_found"), std::string("yes"));
  QCOMPARE(fact(report, "gpus"), std::string("0: 81000 of 81559 MiB free, 0 processes; 1: 9196 of 81559 MiB free, 1 processes"));
  QCOMPARE(fact(report, "visible_gpus"), std::string("1"));
  QVERIFY(fact(report, "z3") == "yes" || fact(report, "z3") == "no");
  QVERIFY2(fact(report, "unknown_flags").find("--cold-start") == std::string::npos, fact(report, "unknown_flags").c_str());
  QVERIFY2(!fact(report, "unknown_flags").empty(), "the stub harness lacks most options of CI");
  for (const ProbeReport::Finding& finding : report.findings) QVERIFY2(!finding.blocks || finding.text.starts_with("Only"), finding.text.c_str());
  spec.python = "/bin/false";
  QCOMPARE(probeNow(spec, "x.py").findings.at(0).text, std::string("/bin/false cannot be run: it ends with exit code 1."));
  spec.python = RunSpec().python;
  const ProbeReport without = probeNow(spec, "benchmarks/dynamo/huggingface.py");
  QVERIFY(!without.canStart());
}

void LocalTest::probesThatFail_data() {
  QTest::addColumn<QByteArray>("torch");
  QTest::addColumn<QString>("fact");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const char* torch, const char* which, const char* text) {
    QTest::newRow(name) << QByteArray(torch) << QString::fromUtf8(which) << QString::fromUtf8(text);
  };
  row("import fails", "raise ImportError('no libcudart')\n", "torch_error", "ImportError: no libcudart");
  row("import crashes", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n", "torch_error", "ends Python with signal 11");
  row("import exits", "import os\nos._exit(7)\n", "torch_error", "ends Python with code 7");
  row("import exits politely", "raise SystemExit('no')\n", "torch_error", "SystemExit");
  row("asking crashes", "import os\n__version__='1'\nclass cuda:\n    is_available = staticmethod(lambda: os._exit(1))\n", "torch", "1");
  row("asking fails", "__version__='1'\nclass cuda:\n    def is_available(): raise RuntimeError('bad driver')\n", "cuda_error",
      "RuntimeError: bad driver");
  row("prints much", "print('x' * 100000)\n__version__='3'\n", "torch", "3");
}

void LocalTest::probesThatFail() {
  QFETCH(QByteArray, torch);
  QFETCH(QString, fact);
  QFETCH(QString, text);
  const support::TestFolder folder;
  folder.write(QStringLiteral("torch.py"), torch);
  const With modules("PYTHONPATH", folder.path().toUtf8());
  const ProbeReport report = probeNow({});
  const QString found = QString::fromStdString(::fact(report, fact.toUtf8().constData()));
  QVERIFY2(found.contains(text), qPrintable(found));
  QVERIFY(::fact(report, "host") != "(none)");
}

void LocalTest::hangingProbeIsEnded() {
  const support::TestFolder folder;
  const QString pids = folder.path(QStringLiteral("pids"));
  RunSpec spec;
  spec.python = makeProgram(folder, "python", ("#!/bin/sh\nsleep 600 &\necho $! >'" + pids.toStdString() + "'\nwait\n").c_str()).toStdString();
  LocalExecutor executor;
  int calls = 0;
  executor.probe(spec, "", [&](const ProbeReport&) { ++calls; });
  QTRY_VERIFY_WITH_TIMEOUT(folder.read(QStringLiteral("pids")).endsWith('\n') && QFileInfo(pids).size() > 0, 20000);
  const qint64 child = folder.read(QStringLiteral("pids")).trimmed().toLongLong();
  QVERIFY(processOf(child));
  executor.stopAll();
  QTRY_VERIFY(!processOf(child) || processOf(child)->isDead);
  QCOMPARE(calls, 0);
}

void LocalTest::probeFacts() {
  // Asked nonsense, it still answers.
  const auto python = findProgram("python3");
  QVERIFY(python);
  for (const char* question : {"{}", "[]", "", "{\"checkout\": 5, \"script\": [], \"folder\": {}}", "{\"folder\": \"/no/such\"}"}) {
    QProcess probe;
    probe.start(QString::fromStdString(*python),
                {QStringLiteral("-c"), QString::fromUtf8(probeScript().data(), static_cast<qsizetype>(probeScript().size())),
                 QString::fromUtf8(question)});
    QVERIFY(probe.waitForFinished(60000));
    const ProbeReport report = reportOfProbe({}, probe.readAllStandardOutput().toStdString(), "", probe.exitCode());
    QVERIFY(fact(report, "python") != "(none)" && fact(report, "kernel") != "(none)" && fact(report, "load") != "(none)");
  }
}
