// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/runs/executors/supervisor_test.h"

#include <sys/resource.h>

#include <QCryptographicHash>
#include <algorithm>
#include <random>

#include "core/runs/engine/run_state.h"
#include "tests/core/runs/executors/supervisor_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

// Writes its arguments after the first into the file that the first names, NUL between them.
constexpr const char* kTellWords = "import os,sys; open(sys.argv[1],'wb').write(b'\\0'.join(map(os.fsencode, sys.argv[2:])))";

QString qs(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

void SupervisorTest::initTestCase() {
  preferSystemPrograms();
  if (!SupervisorFolder().hasPython()) QSKIP("there is no python3 here");
}

void SupervisorTest::wordsArriveUnchanged() {
  std::vector<std::string> words = {"",  " ",  "a b",  "'", "\"", "$(touch x)", "`touch x`", "; rm -rf x", "a\nb", "\r\n\t", "--", "-c",
                                    "--output=y", "*", "~", "\\", "\\n", "\xc3\xa9\xe2\x82\xac", "\xff\xfe not UTF-8 \xed\xb2\x80", "{output}", "%s"};
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    std::string word(random() % 20, ' ');
    for (char& c : word) c = static_cast<char>(1 + random() % 255);
    words.push_back(word);
  }
  SupervisorFolder task;
  Step step{.name = "run", .words = {{.before = task.python()}, {.before = "-c"}, {.before = kTellWords}}, .output = "out.csv"};
  step.words.push_back({.before = "", .file = "out.csv", .after = ""});
  for (const std::string& word : words) step.words.push_back({.before = word});
  step.words.push_back({.before = "--cache=", .file = "cache", .after = "/x"});
  step.words.push_back({.before = "", .file = ".", .after = ""});
  task.plan.tasks.front().steps.push_back(step);
  const TaskEvents events = task.run();
  QVERIFY2(events.finished, task.supervisor.readAllStandardError().constData());
  QCOMPARE(events.steps.size(), std::size_t{1});
  QCOMPARE(qs(events.steps[0].problem), QString());
  QCOMPARE(events.steps[0].end, StepEnd::Exited);
  QCOMPARE(events.steps[0].code, 0);
  std::string wanted;
  for (const std::string& word : words) wanted += word + '\0';
  wanted += "--cache=" + task.folder() + "/cache/x" + '\0' + task.folder();
  QCOMPARE(task.read(QStringLiteral("out.csv")), QByteArray::fromStdString(wanted));
  QCOMPARE(events.files.size(), std::size_t{2});
  QCOMPARE(qs(events.files[0].name), QStringLiteral("out.csv"));
  QCOMPARE(events.files[0].bytes, wanted.size());
  QCOMPARE(QByteArray::fromStdString(events.files[0].sha256),
           QCryptographicHash::hash(QByteArray::fromStdString(wanted), QCryptographicHash::Sha256).toHex());
}

void SupervisorTest::environmentArrives() {
  SupervisorFolder task;
  task.plan.environment = {{"PLUMBLINE_TEST_A", "with 'quotes' and\nlines"}, {"PLUMBLINE_TEST_B", ""}};
  task.plan.workingFolder = task.beside(QString()).toStdString();
  task.plan.tasks.front().cache = true;
  task.spec.nice = 7;
  task.addShell("echo \"$PLUMBLINE_TEST_A|$PLUMBLINE_TEST_B|\"; nice; pwd; echo $TORCHINDUCTOR_CACHE_DIR; echo $TRITON_CACHE_DIR; "
                "test -d \"$TORCHINDUCTOR_CACHE_DIR\" && echo there; readlink /proc/self/fd/0; grep SigIgn /proc/self/status; "
                "test $(ps -o sid= -p $$) -eq $$ && echo own; echo err >&2; echo $HOME");
  const TaskEvents events = task.run();
  QVERIFY(events.finished);
  const QString folder = task.path();
  QString root = QFileInfo(task.beside(QString())).canonicalFilePath();
  const QString log = QString::fromUtf8(task.read(QStringLiteral("run.log")));
  const int nice = std::min(getpriority(PRIO_PROCESS, 0) + 7, 19);  // the test itself may run at another priority
  const QString wanted = QStringLiteral("with 'quotes' and\nlines||\n%4\n%1\n%2/cache\n%2/cache/triton\nthere\n/dev/null\n"
                                        "SigIgn:\t0000000000000000\nown\nerr\n%3\n")
                             .arg(root, folder, qEnvironmentVariable("HOME"), QString::number(nice));
  QCOMPARE(log, wanted);
}

void SupervisorTest::ends_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<int>("end");
  QTest::addColumn<int>("code");
  QTest::addColumn<QString>("problem");
  QTest::addColumn<bool>("wrote");
  QTest::addColumn<QString>("folder");
  const auto shell = [](const char* line) { return QStringList{QStringLiteral("sh"), QStringLiteral("-c"), QString::fromUtf8(line)}; };
  const auto row = [](const char* name, const QStringList& words, StepEnd end, int code, const char* problem, bool wrote,
                      const char* folder = "") {
    QTest::newRow(name) << words << static_cast<int>(end) << code << QString::fromUtf8(problem) << wrote << QString::fromUtf8(folder);
  };
  row("good", shell("echo x >run.csv"), StepEnd::Exited, 0, "", true);
  row("writes nothing", shell(":"), StepEnd::Exited, 0, "", false);
  row("fails", shell("echo x >run.csv; exit 3"), StepEnd::Exited, 3, "", true);
  row("crashes", shell("kill -SEGV $$"), StepEnd::Signalled, 11, "", false);
  row("is killed", shell("kill -9 $$"), StepEnd::Signalled, 9, "", false);
  row("a folder instead of a file", shell("mkdir run.csv"), StepEnd::Exited, 0, "", false);
  row("too long", shell("echo x >run.csv; sleep 600"), StepEnd::TimedOut, 15, "", true);
  row("deaf", shell("trap '' TERM INT HUP; while :; do sleep 1; done"), StepEnd::TimedOut, 9, "", false);
  row("closes its output", shell("exec >&- 2>&-; sleep 600"), StepEnd::TimedOut, 15, "", false);
  row("no program", {QStringLiteral("no-such-program")}, StepEnd::NotStarted, 0, "no program no-such-program in PATH", false);
  row("no path", {QStringLiteral("/no/such/program")}, StepEnd::NotStarted, 0, "there is no program /no/such/program", false);
  row("not executable", {QStringLiteral("./task.json")}, StepEnd::NotStarted, 0, "task.json may not be executed", false);
  row("only in this folder", {QStringLiteral("hidden")}, StepEnd::NotStarted, 0, "no program hidden in PATH", false);
  row("this folder, by path", {QStringLiteral("./hidden")}, StepEnd::Exited, 5, "", false);
  row("a folder as program", {QStringLiteral("/tmp")}, StepEnd::NotStarted, 0, "there is no program /tmp", false);
  row("empty name", {QString()}, StepEnd::NotStarted, 0, "no program  in PATH", false);
  row("no interpreter", {QStringLiteral("./lost")}, StepEnd::NotStarted, 0, "No such file", false);
  row("no format", {QStringLiteral("./noise")}, StepEnd::NotStarted, 0, "format", false);
  row("no working folder", shell(":"), StepEnd::NotStarted, 0, "there is no working folder /no/such/folder", false, "/no/such/folder");
  row("NUL in a word", {QStringLiteral("sh"), QString(QChar(0))}, StepEnd::NotStarted, 0, "null", false);
}

void SupervisorTest::ends() {
  QFETCH(QStringList, words);
  QFETCH(int, end);
  QFETCH(int, code);
  QFETCH(QString, problem);
  QFETCH(bool, wrote);
  QFETCH(QString, folder);
  SupervisorFolder task;
  for (const auto& [name, text] : {std::pair{"hidden", "#!/bin/sh\nexit 5\n"}, {"lost", "#!/no/such/interpreter\n"}, {"noise", "\x7f" "ELF?"}})
    QFile::setPermissions(task.write(QString::fromUtf8(name), text), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  task.spec.timeout = std::chrono::seconds(1);
  task.plan.workingFolder = folder.toStdString();
  task.plan.environment = {{"PATH", ".:" + qEnvironmentVariable("PATH").toStdString()}};
  std::vector<std::string> list;
  for (const QString& word : words) list.push_back(word.toStdString());
  task.addStep("run", list, "run.csv");
  const TaskEvents events = task.run();
  QVERIFY2(events.finished, task.supervisor.readAllStandardError().constData());
  QCOMPARE(task.supervisor.exitCode(), 0);
  QCOMPARE(events.steps.size(), std::size_t{1});
  const StepEvents& step = events.steps[0];
  QCOMPARE(static_cast<int>(step.end), end);
  QCOMPARE(step.code, code);
  QCOMPARE(step.wroteOutput, wrote);
  QVERIFY2(qs(step.problem).contains(problem), step.problem.c_str());
  QCOMPARE(step.problem.empty(), problem.isEmpty());
  QVERIFY(step.began > 0 && step.ended >= step.began);
  QCOMPARE(!events.files.empty() && events.files[0].name == "run.csv", wrote);
}

void SupervisorTest::stepsFollow() {
  SupervisorFolder task;
  task.addStep("cold", {"sh", "-c", "echo name,compilation_latency >cold.csv; echo c >\"$TORCHINDUCTOR_CACHE_DIR/x\""}, "cold.csv");
  task.addStep("warm", {"sh", "-c", "cat \"$TORCHINDUCTOR_CACHE_DIR/x\"; exit 4"}, "warm.csv");
  task.addStep("never", {"sh", "-c", "echo 3 >never.csv"}, "never.csv");
  task.plan.tasks.front().cache = true;
  const TaskEvents events = task.run();
  QVERIFY(events.finished);
  QCOMPARE(events.steps.size(), std::size_t{2});
  QCOMPARE(events.steps[1].code, 4);
  QVERIFY(events.steps[1].began >= events.steps[0].ended);
  QCOMPARE(task.read(QStringLiteral("warm.log")), QByteArray("c\n"));
  QVERIFY(!task.has(QStringLiteral("never.csv")));
  QVERIFY(!task.has(QStringLiteral("cache")));
}

void SupervisorTest::staleOutputsGo() {
  SupervisorFolder task;
  task.addStep("run", {"no-such-program"}, "run.csv");
  task.addStep("later", {"true"}, "later.csv");
  task.write(QStringLiteral("run.csv"), "old\n");
  task.write(QStringLiteral("later.csv"), "old\n");
  task.write(QStringLiteral("run.log"), "old\n");
  const TaskEvents events = task.run();
  QVERIFY(events.finished);
  QVERIFY(!task.has(QStringLiteral("run.csv")));
  QVERIFY(!task.has(QStringLiteral("later.csv")));
  QCOMPARE(task.read(QStringLiteral("run.log")), QByteArray());
}

void SupervisorTest::badTasks_data() {
  QTest::addColumn<QByteArray>("text");
  const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
  row("empty", "");
  row("half", "{\"form\": 1, \"steps\": [");
  row("no object", "[1]");
  row("other form", "{\"form\": 2, \"steps\": []}");
  row("no steps", "{\"form\": 1}");
  row("no UTF-8", "{\"form\": 1, \"steps\": [], \"folder\": \"\xff\"}");
  row("step without words", "{\"form\": 1, \"steps\": [{\"name\": \"run\", \"words\": [], \"output\": \"\"}]}");
  row("word of two", "{\"form\": 1, \"steps\": [{\"name\": \"run\", \"words\": [[\"a\", \"b\"]], \"output\": \"\"}]}");
  row("word of numbers", "{\"form\": 1, \"steps\": [{\"name\": \"run\", \"words\": [[1, 2, 3]], \"output\": \"\"}]}");
  row("step outside", "{\"form\": 1, \"steps\": [{\"name\": \"../run\", \"words\": [[\"a\", \"\", \"\"]], \"output\": \"\"}]}");
  row("output outside", "{\"form\": 1, \"steps\": [{\"name\": \"run\", \"words\": [[\"a\", \"\", \"\"]], \"output\": \"../x\"}]}");
  row("output over the task", "{\"form\": 1, \"steps\": [{\"name\": \"run\", \"words\": [[\"a\", \"\", \"\"]], \"output\": \"task.json\"}]}");
  row("text for a number", "{\"form\": 1, \"steps\": [], \"timeout\": \"1\"}");
  row("flag for a number", "{\"form\": 1, \"steps\": [], \"nice\": true}");
  row("number in the environment", "{\"form\": 1, \"steps\": [], \"environment\": {\"A\": 1}}");
}

void SupervisorTest::badTasks() {
  QFETCH(QByteArray, text);
  SupervisorFolder task;
  task.write(QStringLiteral("task.json"), text);
  task.begin();
  QVERIFY(task.end());
  QCOMPARE(task.supervisor.exitCode(), 2);
  const QByteArray said = task.supervisor.readAllStandardError();
  QVERIFY2(said.startsWith("supervisor: task.json ") && said.count('\n') == 1, said.constData());
  QVERIFY(!task.has(QStringLiteral("events.jsonl")));
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Gone);
}

void SupervisorTest::oneSupervisorAtATime() {
  SupervisorFolder task;
  task.addShell("echo ready; sleep 600");
  task.writeTask();
  task.begin();
  QTRY_VERIFY_WITH_TIMEOUT(task.has(QStringLiteral("run.log")) && task.read(QStringLiteral("run.log")) == "ready\n", 20000);
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Alive);
  QProcess second;
  second.start(qs(task.python()), {QStringLiteral("-I"), task.path(QStringLiteral("supervisor.py")), task.path()});
  QVERIFY(second.waitForFinished(30000));
  QCOMPARE(second.exitCode(), 3);
  QVERIFY(second.readAllStandardError().contains("another supervisor"));
  task.write(QStringLiteral("cancel"), "");
  QVERIFY(task.end());
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Finished);
}

void SupervisorTest::runsOnce() {
  // Whether the first one finished, or was killed before it could say a word: its folder is not for a second one.
  const auto* const killed = "{\"event\": \"supervisor\", \"pid\": 1}\n{\"event\": \"fin";
  for (const QByteArray& told : {QByteArray(), QByteArray(killed)}) {
    SupervisorFolder task;
    task.addShell("echo again >../again", "run.csv");
    task.write(QStringLiteral("events.jsonl"), told);
    task.write(QStringLiteral("run.csv"), "old");
    task.writeTask();
    task.begin();
    QVERIFY(task.end());
    QCOMPARE(task.supervisor.exitCode(), 5);
    QVERIFY(task.supervisor.readAllStandardError().contains("before"));
    QCOMPARE(task.read(QStringLiteral("events.jsonl")), told);
    QCOMPARE(task.read(QStringLiteral("run.csv")), QByteArray("old"));
    QVERIFY(!task.has(QStringLiteral("events-earlier.jsonl")) && !task.has(QStringLiteral("supervisor.reserve")));
    QVERIFY(!QFileInfo::exists(task.beside(QStringLiteral("again"))));
  }
}

void SupervisorTest::startsOverForTheCluster() {
  SupervisorFolder task;
  task.addShell("echo again");
  task.write(QStringLiteral("events.jsonl"), "{\"event\": \"supervisor\", \"pid\": 1}\n{\"event\": \"fin");
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("SLURM_RESTART_COUNT"), QStringLiteral("1"));
  task.supervisor.setProcessEnvironment(environment);
  const TaskEvents events = task.run();
  QVERIFY(events.finished);
  QVERIFY(events.supervisor > 1);
  QVERIFY(task.read(QStringLiteral("events-earlier.jsonl")).startsWith("{\"event\""));
}

void SupervisorTest::arrays() {
  for (const char separator : {'\n', '\0'}) {
    SupervisorFolder task;
    task.addShell("echo here >run.csv", "run.csv");
    task.writeTask();
    QByteArray list = QByteArray("/no/such/folder") + separator + task.path().toUtf8() + separator;
    const QString file = task.writeBeside(QStringLiteral("list"), list);
    const auto runWith = [&](const char* number) {
      QProcess supervisor;
      QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
      environment.insert(QStringLiteral("SLURM_ARRAY_TASK_ID"), QString::fromUtf8(number));
      supervisor.setProcessEnvironment(environment);
      supervisor.start(qs(task.python()), {QStringLiteral("-I"), task.path(QStringLiteral("supervisor.py")), QStringLiteral("--array"), file});
      return supervisor.waitForFinished(30000) ? supervisor.exitCode() : -1;
    };
    QCOMPARE(runWith("1"), 0);
    QVERIFY(task.events().finished);
    QCOMPARE(task.read(QStringLiteral("run.csv")), QByteArray("here\n"));
    for (const char* bad : {"0", "2", "3", "-1", "x", ""}) QCOMPARE(runWith(bad), 2);
  }
}

void SupervisorTest::oldPythonsReadIt() {
  SupervisorFolder task;
  QProcess check;
  check.start(qs(task.python()), {QStringLiteral("-c"),
                                  QStringLiteral("import ast,sys\nif sys.version_info < (3, 8): sys.exit(9)\n"
                                                 "for f in sys.argv[1:]: ast.parse(open(f).read(), feature_version=(3, 6))"),
                                  task.path(QStringLiteral("supervisor.py")), task.path(QStringLiteral("probe.py"))});
  QVERIFY(check.waitForFinished(30000));
  if (check.exitCode() == 9) QSKIP("this Python cannot read as an older one");
  QVERIFY2(check.exitCode() == 0, check.readAllStandardError().constData());
}

void SupervisorTest::facts() {
  SupervisorFolder task;
  task.addShell(":");
  task.spec.python = task.python();
  const TaskEvents events = task.run(true);
  QVERIFY(events.finished);
  QVERIFY(events.facts.count("problem") == 0);
  QVERIFY(qs(events.facts.at("python")).contains(QStringLiteral("3.")));
  QVERIFY(events.facts.count("torch") + events.facts.count("torch_error") > 0);
  QVERIFY(!events.facts.at("host").empty() && !events.facts.at("load").empty() && !events.facts.at("disk_free").empty());
  QVERIFY2(events.facts.at("disk_free").ends_with(" GB"), events.facts.at("disk_free").c_str());  // decimal, as all sizes
  QCOMPARE(events.host, events.facts.at("host"));

  SupervisorFolder without;
  without.addShell(":");
  without.spec.python = "no-such-python";
  const TaskEvents told = without.run(true);
  QVERIFY(told.finished);
  QCOMPARE(qs(told.facts.at("problem")), QStringLiteral("no program no-such-python in PATH"));
  QCOMPARE(told.steps.at(0).end, StepEnd::Exited);
}

QTEST_GUILESS_MAIN(SupervisorTest)

/// Each task gets a GPU that no other one has, and the record of what nvidia-smi says of it.
void SupervisorTest::gpus() {
  const QByteArray path = qgetenv("PATH"), home = qgetenv("HOME");
  const support::TestFolder folder;
  folder.write(QStringLiteral("bin/nvidia-smi"),
               "#!/bin/sh\ncase \"$*\" in *compute-apps*) echo '4711, python, 512';; *--loop*) i=${1#--id=}; used=9; "
               "while echo \"$i, NVIDIA H100, 580.1, 1980, 1755, 2619, 81559, $used\"; do used=4096; sleep 0.05; done;; esac\n");
  QFile::setPermissions(folder.path(QStringLiteral("bin/nvidia-smi")), QFile::ReadOwner | QFile::ExeOwner);
  qputenv("PATH", folder.path(QStringLiteral("bin")).toUtf8() + ":" + path);
  qputenv("HOME", folder.path().toUtf8());
  SupervisorFolder one, other;
  const std::string wait = "; touch running; while [ ! -e go ]; do sleep 0.05; done";
  for (SupervisorFolder* task : {&one, &other}) {
    task->spec.gpus = {"0", "GPU-b"};
    task->plan.workingFolder = task->folder();
    task->addShell("echo $CUDA_VISIBLE_DEVICES" + wait);
    task->writeTask();
    task->begin();
    QTRY_VERIFY(task->has(QStringLiteral("running")));
  }
  QTRY_VERIFY(one.read(QStringLiteral("gpu.samples")).contains("4096"));
  for (SupervisorFolder* task : {&one, &other}) task->write(QStringLiteral("go"), "");
  QVERIFY(one.end() && other.end());
  qputenv("PATH", path);
  qputenv("HOME", home);
  QCOMPARE(one.read(QStringLiteral("run.log")), QByteArray("0\n"));
  QCOMPARE(other.read(QStringLiteral("run.log")), QByteArray("GPU-b\n"));
  QCOMPARE(one.read(QStringLiteral("gpu.json")),
           QByteArray("{\"index\": \"0\", \"name\": \"NVIDIA H100\", \"driver\": \"580.1\", \"clock_limit_mhz\": 1980, \"clock_min_mhz\": 1755, "
                      "\"clock_max_mhz\": 1755, \"memory_clock_mhz\": 2619, \"memory_mib\": 81559, \"peak_memory_mib\": 4096, "
                      "\"other_processes\": [{\"pid\": 4711, \"name\": \"python\", \"memory_mib\": 512}]}"));
  QVERIFY(!one.has(QStringLiteral("gpu.samples")));
  const TaskEvents events = one.events();
  QVERIFY(events.finished && events.files.size() == 2 && events.files[1].name == kGpuFile);
}
