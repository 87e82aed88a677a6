// SPDX-License-Identifier: GPL-3.0-or-later
// The `run` commands with the stand-in suite: what they print, write and leave behind, whatever happens to the models.
#include "tests/cli/run_command_test.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include "app/cli/arguments.h"
#include "app/cli/run_to_end.h"
#include "core/runs/engine/run_store.h"
#include "tests/cli/json_reference.h"

using namespace plumbline;
using namespace plumbline::support;

namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY2(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), qPrintable(path));
}

QStringList modelsIn(const QString& file) {
  QStringList models;
  for (const QJsonValue& record : QJsonDocument::fromJson(content(file)).array()) {
    const QString name = record[QStringLiteral("model")][QStringLiteral("name")].toString();
    if (!models.contains(name)) models << name;
  }
  return models;
}

}  // namespace

void RunCommandTest::init() {
  qunsetenv("PYTHONUNBUFFERED");  // a machine that sets it hides what a harness buffers
  m_dir = std::make_unique<QTemporaryDir>();
  m_fake = makeFakeCheckout(m_dir->path());
  if (m_fake.python.empty()) QSKIP("There is no python3.");
  m_out = m_dir->filePath(QStringLiteral("out.json"));
}

std::vector<std::string> RunCommandTest::words(std::vector<std::string> command, std::vector<std::string> more) const {
  for (const auto& [name, value] : m_fake.environment) command.insert(command.end(), {"--env", name + "=" + value});
  command.insert(command.end(), {"--python", m_fake.python, "--folder", runs(), "--grace", "1"});
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

std::vector<std::string> RunCommandTest::torchcache(std::vector<std::string> more) const {
  auto all = words({"run", "torchcache", "--pytorch", m_fake.root, "--suite", "torchbench", "--device", "cpu"}, std::move(more));
  all.insert(all.end(), {"-o", m_out.toStdString()});
  return all;
}

int RunCommandTest::cacheFolders() const {
  int count = 0;
  QDirIterator folders(QString::fromStdString(runs()), {QStringLiteral("cache")}, QDir::Dirs, QDirIterator::Subdirectories);
  for (; folders.hasNext(); folders.next()) ++count;
  return count;
}

/// Words for another program arrive as they are.
void RunCommandTest::wordsOfOthers() {
  const cli::CommandSpec spec{.name = "test",
                              .summary = "",
                              .positionals = {{.name = "N", .help = ""}, {.name = "WORD", .help = "", .required = false, .many = true}},
                              .options = {{.name = "--env", .value = "E", .help = "", .repeatable = true},
                                          {.name = "--switch", .value = "", .help = ""}}};
  const std::vector<std::string> hostile = {"prog", "--", "[a,b]", "{}", "", "-x", "--switch", "a b", "%%", "++", "$(x);\n'\""};
  std::vector<std::string> all = {"--env", "[a,b]", "5", "--env={}", "--env=A=1,2", "--env=", "--"};
  all.insert(all.end(), hostile.begin(), hostile.end());
  const auto parsed = cli::parseArguments(spec, all);
  QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().text.c_str());
  QVERIFY(!parsed->has("--switch"));
  QCOMPARE(parsed->behindDashes, hostile.size());
  QCOMPARE(parsed->positionals.front(), std::string("5"));
  QCOMPARE(std::vector(parsed->positionals.begin() + 1, parsed->positionals.end()), hostile);
  QCOMPARE(parsed->list("--env"), (std::vector<std::string>{"[a,b]", "{}", "A=1,2", ""}));
  QVERIFY(parsed->list("--switch").empty());
  const std::vector<std::string> none;
  QCOMPARE(cli::parseArguments(spec, none).error().text, std::string("the following arguments are required: N"));
}

void RunCommandTest::measures() {
  const Ran ran = run(torchcache({"--model", "llama", "--model", "moco", "--repeat", "2"}));
  QVERIFY2(ran.exit == 0, ran.err.constData());
  QCOMPARE(modelsIn(m_out), (QStringList{QStringLiteral("llama"), QStringLiteral("moco")}));
  QCOMPARE(QJsonDocument::fromJson(content(m_out)).array().size(), 6);
  QVERIFY2(ran.out.contains("2 of 2 models measured, 4 of 4 repeats good."), ran.out.constData());
  QVERIFY2(ran.err.contains("[4/4] moco, repeat 2: done"), ran.err.constData());
  QCOMPARE(cacheFolders(), 0);
}

void RunCommandTest::someFail() {
  write(m_out, "stale");
  const Ran ran = run(torchcache({"--model", "llama", "--model", "fail", "--no-probe"}));
  QCOMPARE(ran.exit, 1);
  QCOMPARE(modelsIn(m_out), QStringList{QStringLiteral("llama")});
  QVERIFY2(ran.out.contains("1 of 2 models measured"), ran.out.constData());
  QVERIFY2(ran.err.contains("fail: failed"), ran.err.constData());
  const Ran log = run({"run", "log", "last", "--folder", runs()});  // of the task that failed
  QCOMPARE(log.exit, 0);
  QVERIFY2(log.out.contains("RuntimeError: fail fails because it is asked to"), log.out.constData());
  const Ran shown = run({"run", "show", "last", "--folder", runs()});
  QCOMPARE(shown.exit, 1);
  QVERIFY2(shown.out.contains("  2  fail: failed"), shown.out.constData());
}

void RunCommandTest::failuresHaveCauses() {
  const auto suite = [&](std::vector<std::string> more) {
    return run(words({"run", "suite", "--pytorch", m_fake.root, "--suite", "huggingface", "--device", "cpu", "--no-probe"}, std::move(more)));
  };
  const Ran ran = suite({"--model", "oom", "--model", "noz3", "--model", "badkernel"});
  QVERIFY2(ran.out.contains("oom: eager_fail_to_run: torch.OutOfMemoryError: CUDA out of memory."), ran.out.constData());
  QVERIFY2(ran.out.contains("noz3: fail_to_run: AssertionError: translation validation requires Z3"), ran.out.constData());
  QVERIFY2(ran.out.contains("InductorError: SyntaxError: invalid syntax (ckxz.py, line 28) (3-1/run.log, line"), ran.out.constData());
  const Ran shown = run({"run", "show", "last", "--json", "--folder", runs()});
  // A timed run has no status in its table.
  const Ran timed = suite({"--model", "oom", "--performance"});
  QVERIFY2(timed.out.contains("1 model: eager_fail_to_run 1.\n"), timed.out.constData());
  QVERIFY2(timed.out.contains("oom: eager_fail_to_run: torch.OutOfMemoryError"), timed.out.constData());
  const QJsonObject record = QJsonDocument::fromJson(shown.out).object();
  const QJsonObject cause = record[QStringLiteral("tasks")][0][QStringLiteral("causes")][0].toObject();
  QCOMPARE(cause[QStringLiteral("model")].toString(), QStringLiteral("oom"));
  QCOMPARE(cause[QStringLiteral("exception")].toString(), QStringLiteral("torch.OutOfMemoryError"));
  const QString log = cause[QStringLiteral("log")].toString();
  QVERIFY2(QDir::isAbsolutePath(log) && log.endsWith(QStringLiteral("/1-1/run.log")) && QFile::exists(log), qPrintable(log));

  // The run's folder tells its causes, its table alone too.
  const Ran own = run(words({"run", "suite", "--pytorch", m_fake.root, "--config", "inductor_torchbench_training", "--no-probe"}, {"--model", "noz3"}));
  const std::string folder = own.out.mid(own.out.indexOf("Logs and record: ") + qstrlen("Logs and record: ")).split('\n').first().toStdString();
  for (const std::string& source : {folder, folder + "/results/inductor_torchbench_training.csv"}) {
    const Ran seen = run({"overview", source, "--expected", m_fake.root});
    QVERIFY2(seen.out.contains("because AssertionError: translation validation requires Z3"), (seen.out + seen.err).constData());
    QVERIFY2(seen.out.contains((folder.substr(folder.rfind('/') + 1) + "/1-1/run.log, line ").c_str()), seen.out.constData());
  }

  // The harness exits with 0, and its table has no compile time.
  const Ran cold = run(torchcache({"--model", "nomodule", "--no-probe"}));
  QCOMPARE(cold.exit, 1);
  QVERIFY2(cold.out.contains("the warm run was not started: ModuleNotFoundError: No module named 'torchbenchmark.models.fb' (1-1/cold.log"),
           cold.out.constData());
  QVERIFY(run({"run", "log", "last", "--step", "warm", "--folder", runs()}).exit != 0);
  const Ran both = run(torchcache({"--model", "nomodule", "--no-probe", "--keep-going"}));
  QCOMPARE(both.exit, 1);
  QVERIFY2(both.out.contains("ModuleNotFoundError") && !both.out.contains("not started"), both.out.constData());
}

void RunCommandTest::aSuiteNamesItsModels() {
  const Ran ran = run(words({"run", "suite", "--pytorch", m_fake.root, "--suite", "huggingface", "--device", "cpu", "--no-probe"},
                            {"--env", "STAND_IN_MODELS=llama crash fail_accuracy"}));
  for (const char* line : {"\n  llama: pass\n", "\n  fail_accuracy: fail_accuracy\n", "\n  crash: "})
    QVERIFY2(ran.err.contains(line), ran.err.constData());
}

void RunCommandTest::aSuiteLeavesNothingInTheCheckout() {
  const QDir checkout(QString::fromStdString(m_fake.root));
  const QStringList before = checkout.entryList();
  const Ran ran = run(words({"run", "suite", "--pytorch", m_fake.root, "--suite", "huggingface", "--device", "cpu", "--no-probe", "--model", "wrongrelu"},
                            {"--env", "PYTHONPATH=" PLUMBLINE_SOURCE_DIR "/tests/support/stand_in", "--env", "TORCHDYNAMO_REPRO_AFTER=aot",
                             "--env", "TORCHDYNAMO_REPRO_LEVEL=4"}));
  QCOMPARE(checkout.entryList(), before);
  QDirIterator left(QString::fromStdString(runs()), {QStringLiteral("repro.py")}, QDir::Files, QDirIterator::Subdirectories);
  QVERIFY2(left.hasNext(), (ran.out + ran.err).constData());
}

void RunCommandTest::aSuiteForgetsNoModel() {
  const auto suite = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--performance", "--no-probe"});
    return run(words({"run", "suite", "--pytorch", m_fake.root, "--suite", "huggingface", "--device", "cpu"}, more));
  };
  // What dies has no row: the log alone has its name, and only its end that of the last one.
  const Ran ran = suite({"--env", "STAND_IN_MODELS=moco fail crash"});
  QCOMPARE(ran.exit, 1);
  QVERIFY2(ran.out.startsWith("3 models: lost 2, measured 1.\n"), ran.out.constData());
  for (const char* line : {"\n  fail: lost: RuntimeError: fail fails because it is asked to (1-1/run.log, line ",
                           "\n  crash: lost: Run failed with return code:  -11 (1-1/run.log, line "})
    QVERIFY2(ran.out.contains(line), ran.out.constData());
  QVERIFY2(ran.err.contains("\n  crash: no status\n"), ran.err.constData());
  const Ran named = suite({"--model", "fail"});
  QCOMPARE(named.exit, 1);
  QVERIFY2(named.out.count("RuntimeError: fail fails") == 1, named.out.constData());
}

void RunCommandTest::nothingOldIsLeft() {
  write(m_out, "stale");
  const Ran ran = run(torchcache({"--model", "fail", "--no-probe"}));
  QCOMPARE(ran.exit, 1);
  QVERIFY(!QFile::exists(m_out));
}

void RunCommandTest::takesTooLong() {
  const Ran ran = run(torchcache({"--model", "hang", "--timeout", "1", "--no-probe"}));
  QCOMPARE(ran.exit, 1);
  QVERIFY2(ran.err.contains("hang: timed out"), ran.err.constData());
  QCOMPARE(cacheFolders(), 0);
}

void RunCommandTest::aWholeSuiteHasALimitPerModel() {
  const QString out = m_dir->filePath(QStringLiteral("whole suite.csv"));
  const Ran ran = run(words({"run", "suite", "--pytorch", m_fake.root, "--suite", "torchbench", "--device", "cpu"},
                            {"--env", "STAND_IN_MODELS=llama sleep_60 moco crash", "--timeout", "1", "--no-probe", "-o", out.toStdString()}));
  const QByteArray csv = content(out);
  QVERIFY2(ran.err.contains("\n  sleep_60: timeout\n") && ran.err.contains("\n  crash: no status\n"), ran.err.constData());
  QVERIFY2(!ran.out.contains("crash: timeout"), ran.out.constData());
  QVERIFY2(csv.contains("cpu,llama,4,pass") && csv.contains("cpu,sleep_60,0,timeout") && csv.contains("cpu,moco,4,pass"),
           (csv + ran.err).constData());
}

void RunCommandTest::cannotStart_data() {
  QTest::addColumn<QStringList>("more");
  QTest::addColumn<QByteArray>("wanted");
  const auto row = [](const char* name, const char* more, const char* wanted) {
    QTest::newRow(name) << QString::fromUtf8(more).split(QLatin1Char('|')) << QByteArray(wanted);
  };
  row("no checkout", "--pytorch|/nonexistent/pytorch", "/nonexistent/pytorch");
  row("no python", "--python|/nonexistent/python3", "/nonexistent/python3");
  row("no device", "--device|cuda", "PyTorch finds no device of kind cuda here. Choose another device");
  row("no torch", "--env|PYTHONPATH={folder}", "PyTorch cannot be imported");
  row("no folder for the result", "-o|{folder}/none/out.json", "/none/out.json: Its folder does not exist.");
  row("a folder for the result", "-o|/tmp", "/tmp: This is a folder.");
  row("no folder for runs", "--no-probe|--folder|/dev/null/runs", "/dev/null");
  row("no file for the spec", "--save-spec|{folder}/none/spec.json", "/none/spec.json");
}

void RunCommandTest::cannotStart() {
  QFETCH(QStringList, more);
  QFETCH(QByteArray, wanted);
  std::vector<std::string> all = torchcache({"--model", "llama"});
  // A torch that cannot be imported stands before the one that this machine may have.
  QFile torch(m_dir->filePath(QStringLiteral("torch.py")));
  QVERIFY(torch.open(QIODevice::WriteOnly) && torch.write("raise ImportError('no torch')\n") > 0);
  torch.close();
  for (QString word : more) all.push_back(word.replace(QStringLiteral("{folder}"), m_dir->path()).toStdString());
  const Ran ran = run(all);
  QVERIFY2(ran.err.contains(wanted), ran.err.constData());
  QCOMPARE(ran.exit, 3);
  QCOMPARE(ran.out, QByteArray());
  QVERIFY(!QFile::exists(m_out));
  QVERIFY(run({"run", "list", "--folder", runs()}).out == "no runs\n");
}

void RunCommandTest::holdsAgainstTheBaseline() {
  const QString csv = m_dir->filePath(QStringLiteral("out.csv"));
  const std::vector<std::string> base = words(
      {"run", "suite", "--pytorch", m_fake.root, "--config", "inductor_torchbench_training", "--no-probe", "-o", csv.toStdString()}, {});
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = base;
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  };
  const Ran good = with({"--model", "llama", "--model", "moco"});
  QVERIFY2(good.exit == 0, good.err.constData());
  QVERIFY2(good.out.contains("inductor_torchbench_training.csv: 2 models: 2 pass; CI passes\n"), good.out.constData());
  QVERIFY(content(csv).contains("llama,4,pass"));
  cli::Environment settings;
  settings.flakyList = "/nonexistent/mine.toml";
  std::vector<std::string> listed = base;
  listed.insert(listed.end(), {"--model", "llama"});
  const Ran warned = run(listed, settings);
  QCOMPARE(warned.exit, 0);
  QVERIFY2(warned.err.contains("/nonexistent/mine.toml: There is no file here."), warned.err.constData());
  const Ran bad = with({"--model", "fail_accuracy"});
  QCOMPARE(bad.exit, 1);
  QVERIFY2(bad.out.contains("CI fails"), bad.out.constData());
  const Ran missing = with({"--model", "llama", "--expected", "/nonexistent/e.csv"});
  QCOMPARE(missing.exit, 1);
  QVERIFY2(missing.err.contains("/nonexistent/e.csv"), missing.err.constData());
}

void RunCommandTest::judgesWhatWasRequested() {
  const auto suite = [&](std::vector<std::string> more) {
    return run(words({"run", "suite", "--pytorch", m_fake.root, "--config", "inductor_torchbench_training", "--no-probe"}, std::move(more)));
  };
  const Ran filtered = suite({"--", "-k", "^res", "-k", "MOCO", "--exclude", "nano"});
  QVERIFY2(filtered.out.contains("inductor_torchbench_training.csv: 2 models: 2 pass; CI passes\n"), filtered.out.constData());
  QVERIFY2(filtered.out.contains("--filter '/^res|MOCO/ -/nano/'\n"), filtered.out.constData());
  const Ran named = suite({"--model", "llama", "--model", "moco"});
  QVERIFY2(named.out.contains("--filter '/^(llama|moco)$/'\n"), named.out.constData());
  // The suggested command counts no other rows of the baseline.
  for (const Ran& ran : {filtered, named}) {
    const QString line = QString::fromUtf8(ran.out.mid(ran.out.indexOf("See plumbline-cli ") + qstrlen("See plumbline-cli ")).split('\n').first());
    std::vector<std::string> command{"--no-history"};
    for (const QString& word : QProcess::splitCommand(QString(line).replace(u'\'', u'"'))) command.insert(command.end() - 1, word.toStdString());
    const Ran compared = run(command);
    QVERIFY2(compared.exit == 0 && compared.out.contains("\n2 models: 2 pass; "), (compared.out + compared.err).constData());
    QVERIFY2(!compared.out.contains("lost"), compared.out.constData());
    command.insert(command.end(), {"--format", "json"});
    QVERIFY(QJsonDocument::fromJson(run(command).out).object()[QStringLiteral("findings")].toObject()[QStringLiteral("lost")].toInt(-1) == 0);
  }
  // A model that was ended is reported once, by its task.
  const Ran ended = suite({"--model", "llama", "--model", "hang", "--timeout", "2"});
  QVERIFY2(ended.out.contains("2 models: pass 1, timed out 1.\n"), ended.out.constData());
  QVERIFY2(ended.out.contains("  hang: timed out") && !ended.out.contains("lost"), ended.out.constData());
  QVERIFY2(ended.out.contains("CI passes, without hang\n"), ended.out.constData());
  QVERIFY2(ended.out.contains("--filter '/^(llama)$/'\n"), ended.out.constData());
}

void RunCommandTest::compileTimesHaveTheirCache() {
  const auto suite = [&](const char* name, std::vector<std::string> more) {
    const QString file = m_dir->filePath(QString::fromLatin1(name));
    return run(words({"run", "suite", "--pytorch", m_fake.root, "--suite", "torchbench", "--device", "cpu", "--performance", "--model", "llama",
                      "--no-probe", "-o", file.toStdString()}, std::move(more)));
  };
  const Ran cold = suite("a.csv", {"--env", "STAND_IN_COLD=18.3"});
  QVERIFY2(cold.out.contains("Compile times: cold cache.\n"), cold.out.constData());
  QCOMPARE(cacheFolders(), 0);
  QJsonObject notes = QJsonDocument::fromJson(content(m_dir->filePath(QStringLiteral("a.run.json")))).object();
  QCOMPARE(notes[QStringLiteral("compile_times")].toString(), QStringLiteral("cold"));
  QCOMPARE(undocumentedKeys(notes), QStringList());
  const Ran shared = suite("b.csv", {"--env", "STAND_IN_COLD=4.4", "--shared-cache", "--json"});
  const QJsonValue step = QJsonDocument::fromJson(shared.out)[QStringLiteral("tasks")][0][QStringLiteral("steps")][0];
  QCOMPARE(step[QStringLiteral("compile_times")].toString(), QStringLiteral("unknown"));
  // The suite's own cold run comes first, in the same cache.
  const Ran warm = suite("d.csv", {"--env", "STAND_IN_COLD=18.3", "--env", "STAND_IN_WARM=4.4", "--", "--warm-start-latency"});
  QVERIFY2(warm.out.contains("Compile times: warm cache.\n"), warm.out.constData());
  QVERIFY(content(m_dir->filePath(QStringLiteral("d.csv"))).contains(",4.4"));
  notes = QJsonDocument::fromJson(content(m_dir->filePath(QStringLiteral("d.run.json")))).object();
  QCOMPARE(notes[QStringLiteral("compile_times")].toString(), QStringLiteral("warm"));

  const auto diff = [&](const char* before, const char* after) {
    return run({"diff", m_dir->filePath(QString::fromLatin1(before)).toStdString(), m_dir->filePath(QString::fromLatin1(after)).toStdString()});
  };
  const Ran mixed = diff("a.csv", "b.csv");
  QVERIFY2(mixed.out.contains("Compile times are not compared: a: cold cache, b: a cache that earlier runs may have filled."), mixed.out.constData());
  QVERIFY2(!mixed.out.contains("75.") && !mixed.out.contains("better"), mixed.out.constData());
  const std::string a = m_dir->filePath(QStringLiteral("a.csv")).toStdString(), b = m_dir->filePath(QStringLiteral("b.csv")).toStdString();
  const QByteArray said = "Compile times are not compared: ";
  const Ran compared = run({"compare", b, a, "--all", "--no-history"});
  QVERIFY2(compared.out.contains("\n! " + said + QByteArray::fromStdString(a) + ": cold cache, "), compared.out.constData());
  const Ran drawn = run({"chart", "compile-time", a, b});
  QVERIFY2(drawn.out.contains(said + "a: cold cache, b: ") && !drawn.out.contains("76.0"), drawn.out.constData());
  const Ran deltas = run({"chart", "deltas", a, b, "--metric", "compilation_latency"});
  QVERIFY2((deltas.out + deltas.err).contains("Nothing to draw: " + said), (deltas.out + deltas.err).constData());
  QFile::remove(m_dir->filePath(QStringLiteral("b.run.json")));  // as CI's tables, which come from empty caches
  const Ran equal = diff("a.csv", "b.csv");
  QVERIFY2(equal.out.contains("76.0 % lower"), equal.out.constData());
  QCOMPARE(suite("c.csv", {"--shared-cache", "--fresh-cache"}).exit, 2);
  const Ran gpus = suite("c.csv", {"--gpus", "0,1", "--dry-run", "--json"});
  const QJsonValue spec = QJsonDocument::fromJson(gpus.out)[QStringLiteral("spec")];
  QVERIFY2(spec[QStringLiteral("jobs")].toInt() == 2 && spec[QStringLiteral("gpus")].toArray().size() == 2, gpus.out.constData());
  QVERIFY(suite("c.csv", {"--gpus", ","}).err.contains("--gpus has an entry that cannot be a GPU"));
  const Ran own = suite("c.csv", {"--env", "TORCHINDUCTOR_CACHE_DIR=/x"});
  QVERIFY2(own.exit == 2 && own.err.contains("--shared-cache"), own.err.constData());
}

void RunCommandTest::graphBreaksHaveTheirCode() {
  const auto suite = [&](const QString& name, std::vector<std::string> more) {
    return run(words({"run", "suite", "--pytorch", m_fake.root, "--suite", "huggingface", "--mode", "inference", "--device", "cpu", "--performance",
                      "--env", "STAND_IN_COLD=8", "--no-probe", "-o", m_dir->filePath(name).toStdString()}, std::move(more)));
  };
  const Ran before = suite(QStringLiteral("a.csv"), {"--model", "llama", "--env", "STAND_IN_BREAKS=print()"});
  QVERIFY2(before.exit == 0, before.err.constData());
  QVERIFY2(before.out.contains("results/cpu_inductor_performance_huggingface_inference.csv\n"), before.out.constData());
  const Ran after = suite(QStringLiteral("b.csv"), {"--model", "llama", "--model", "moco", "--env", "STAND_IN_BREAKS=copy.deepcopy();print()", "--json"});
  const QJsonObject record = QJsonDocument::fromJson(after.out).object();
  QStringList files;
  for (const QJsonValue& file : record[QStringLiteral("tasks")][0][QStringLiteral("files")].toArray()) files << file[QStringLiteral("name")].toString();
  QCOMPARE(files, (QStringList{QStringLiteral("result.csv"), QStringLiteral("run.log"), QStringLiteral("result_compilation_metrics.csv"),
                               QStringLiteral("result_graph_breaks.csv")}));
  QCOMPARE(content(m_dir->filePath(QStringLiteral("b_graph_breaks.csv"))).count("copy.deepcopy()"), 2);
  QCOMPARE(content(m_dir->filePath(QStringLiteral("b_compilation_metrics.csv"))).count('\n'), 3);
  const QJsonObject model = record[QStringLiteral("results")][QStringLiteral("models")][0].toObject();
  QCOMPARE(model[QStringLiteral("breaks")][0][QStringLiteral("code")].toString(), QStringLiteral("llama.py:25 in forward"));
  QCOMPARE(model[QStringLiteral("phases_s")][QStringLiteral("compile_fx_inner")].toDouble(), 4.0);
  QCOMPARE(undocumentedKeys(model[QStringLiteral("breaks")]), QStringList());
  const auto path = [&](const char* name) { return m_dir->filePath(QString::fromLatin1(name)).toStdString(); };
  const Ran diff = run({"diff", path("a.csv"), path("b.csv")});
  QVERIFY2(diff.out.contains("! llama: graph break new: copy.deepcopy() at llama.py:25 in forward."), diff.out.constData());
  const Ran compare = run({"compare", path("b.csv"), path("a.csv")});
  QVERIFY2(compare.out.contains("llama: graph break new: copy.deepcopy() at llama.py:25 in forward.\n"), compare.out.constData());
  // Without the files nothing is claimed.
  QFile::remove(m_dir->filePath(QStringLiteral("b_graph_breaks.csv")));
  QVERIFY(!run({"compare", path("b.csv"), path("a.csv")}).out.contains("graph break new"));
}

void RunCommandTest::repeats() {
  const QString file = m_dir->filePath(QStringLiteral("repeat.json"));
  const Ran ran = run(words({"run", "repeat", "3", "--pytorch", m_fake.root, "--suite", "torchbench", "--device", "cpu", "--model", "flips",
                             "--model", "llama", "--jobs", "2", "--no-probe", "-o", file.toStdString()},
                            {}));
  QVERIFY2(ran.out.contains("fail_accuracy 1") && ran.out.contains("pass 3"), ran.out.constData());
  QVERIFY2(ran.out.contains("1 of 2 models ended the same way in all repeats."), ran.out.constData());
  QCOMPARE(QJsonDocument::fromJson(content(file)).object()[QStringLiteral("repeats")].toInt(), 3);
  // Nobody said that a model may fail, so one that did is no good end; llama alone is one.
  QCOMPARE(ran.exit, 1);
  const Ran stable = run(words({"run", "repeat", "2", "--pytorch", m_fake.root, "--suite", "torchbench", "--device", "cpu", "--model",
                                "llama", "--no-probe"}, {}));
  QVERIFY2(stable.exit == 0, stable.err.constData());
}

void RunCommandTest::commandsGetTheirWords() {
  const std::vector<std::string> hostile = {"a b", "", "'", "\"", ";rm -rf x", "line\nfeed", "$(touch x)", "-leading", "--", "`x`", "*", "[a,b]", "é"};
  const std::string code =
      "import json,sys\nopen(sys.argv[1],'w').write('name,accuracy\\nm,pass\\n')\n"
      "open(sys.argv[2],'w').write(json.dumps(sys.argv[3:]))\n";
  const QString told = m_dir->filePath(QStringLiteral("argv.json")), csv = m_dir->filePath(QStringLiteral("out.csv"));
  std::vector<std::string> all = words({"run", "command", "-o", csv.toStdString(), "--no-probe"},
                                       {"--", "{python}", "-c", code, "{output}", told.toStdString()});
  all.insert(all.end(), hostile.begin(), hostile.end());
  const Ran ran = run(all);
  QVERIFY2(ran.exit == 0, ran.err.constData());
  QCOMPARE(content(csv), QByteArray("name,accuracy\nm,pass\n"));
  QStringList wanted;
  for (const std::string& word : hostile) wanted << QString::fromStdString(word);
  QStringList got;
  for (const QJsonValue& word : QJsonDocument::fromJson(content(told)).array()) got << word.toString();
  QCOMPARE(got, wanted);
}

void RunCommandTest::specsAreKept() {
  const std::string file = m_dir->filePath(QStringLiteral("spec.json")).toStdString();
  const Ran saved = run(torchcache({"--model", "llama", "--save-spec", file, "--dry-run"}));
  QCOMPARE(saved.exit, 0);
  QVERIFY(!QFile::exists(m_out));
  const Ran ran = run({"run", "spec", file, "--folder", runs(), "--no-probe"});
  QVERIFY2(ran.exit == 0, ran.err.constData());
  QCOMPARE(modelsIn(m_out), QStringList{QStringLiteral("llama")});
}

void RunCommandTest::recordsAreJson() {
  const Ran ran = run(torchcache({"--model", "llama", "--json", "--no-probe"}));
  QCOMPARE(ran.exit, 0);
  const QJsonObject record = QJsonDocument::fromJson(ran.out).object();
  QCOMPARE(record[QStringLiteral("format")].toString(), QStringLiteral("plumbline-run"));
  QCOMPARE(record[QStringLiteral("exit")].toInt(), 0);
  QCOMPARE(run({"run", "show", "last", "--folder", runs(), "--json"}).out, ran.out);
  const QJsonObject list = QJsonDocument::fromJson(run({"run", "list", "--folder", runs(), "--json"}).out).object();
  const QJsonObject plan = QJsonDocument::fromJson(run(torchcache({"--dry-run", "--json"})).out).object();
  for (const QJsonObject& object : {record, list, plan}) QCOMPARE(support::keysNotInSnakeCase(object), QStringList());
  QCOMPARE(list[QStringLiteral("runs")].toArray().size(), 1);
  QCOMPARE(plan[QStringLiteral("commands")].toArray().size(), 10);
  const QByteArray page = content(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
  for (const QJsonObject& object : {list, list[QStringLiteral("runs")].toArray().first().toObject(), plan})
    for (const QString& key : object.keys()) QVERIFY2(page.contains('`' + key.toUtf8() + '`'), qPrintable(key));
}

void RunCommandTest::aTerminalSeesOneLine() {
  cli::Environment environment;
  environment.errorTerminal = true;
  environment.columns = 60;
  const Ran ran = run(torchcache({"--model", "sleep_0.4", "--model", "fail", "--no-probe"}), environment);
  QVERIFY2(ran.err.contains("\r\x1b[K0 of 2 tasks done | sleep_0.4 cold"), ran.err.constData());
  QVERIFY2(ran.err.contains("[2/2] fail: failed"), ran.err.constData());
  QVERIFY(!ran.err.contains("sleep_0.4: cold"));
  for (const QByteArray& line : ran.err.split('\r'))
    if (line.startsWith("\x1b[K") && !line.contains('\n')) QVERIFY2(line.size() <= 3 + 60, line.constData());
}

/// That of the suite's models, or that of the tasks where the suite has none: without a baseline, or with more models than it has.
void RunCommandTest::aTerminalSeesOneTimeLeft() {
  cli::Environment environment;
  environment.errorTerminal = true;
  environment.columns = 200;
  runs::Run run;
  run.id = "1";
  run.spec = {.kind = runs::RunKind::Suite, .suite = "huggingface", .partitions = 2};
  run.tasks.resize(2);
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const QString folder = m_dir->filePath(QString::number(i));
    QVERIFY(QDir().mkpath(folder));
    write(folder + QStringLiteral("/run.log"), "cuda eval  a  \npass\ncuda eval  b  \n");
    runs::TaskStatus& task = run.tasks[i];
    task.state = i == 0 ? runs::RunState::Done : runs::RunState::Running;
    task.folder = folder.toStdString();
    task.steps.push_back({.name = "run"});
    task.began = i == 0 ? 1000 : 2000;
    task.ended = i == 0 ? 1090 : 0;
  }
  const auto shown = [&] {
    std::ostringstream out, err;
    cli::Context context{out, err, environment, out, err};
    cli::RunProgressLines(context).show({.runs = {std::make_shared<runs::Run>(run)}}, {"1"}, 2010);
    return QByteArray::fromStdString(err.str());
  };
  QVERIFY2(shown().contains("1 of 2 tasks done, about 1:20 left | task 2 running | 3 models, b"), shown().constData());
  const QString baseline = m_dir->filePath(QStringLiteral("base.csv"));
  run.plan.expected = baseline.toStdString();
  write(baseline, "name,accuracy\na,pass\nb,pass\n");
  QVERIFY2(shown().contains("1 of 2 tasks done, about 1:20 left | task 2 running | 3 models, b"), shown().constData());
  write(baseline, "name,accuracy\na,pass\nb,pass\nc,pass\nd,pass\n");
  QVERIFY2(shown().contains("1 of 2 tasks done | task 2 running | 3 of 4 models, about "), shown().constData());
}

void RunCommandTest::lookingAndRemoving() {
  QCOMPARE(run(torchcache({"--model", "llama", "--no-probe"})).exit, 0);
  const QByteArray list = run({"run", "list", "--folder", runs()}).out;
  QVERIFY2(list.contains("done   1 of 1") && list.contains("TorchCache torchbench training cpu: llama"), list.constData());
  const std::string id = list.split('\n')[1].left(20).toStdString();
  QVERIFY(run({"run", "log", id.substr(16), "1", "--step", "cold", "--folder", runs()}).out.contains("STAND_IN"));
  const Ran step = run({"run", "log", id, "--step", "hot", "--folder", runs()});
  QCOMPARE(step.exit, 2);
  QVERIFY2(step.err.contains("this run has cold, warm"), step.err.constData());
  QCOMPARE(run({"run", "log", id, "9", "--folder", runs()}).exit, 2);
  const QByteArray path = run({"run", "log", id, "--path", "--folder", runs()}).out.trimmed();
  QVERIFY(path.endsWith("/warm.log") && QFile::exists(QString::fromUtf8(path)));
  QVERIFY(run({"run", "cancel", id, "--folder", runs()}).out.contains("has finished: done"));
  QCOMPARE(run({"run", "resume", "--folder", runs()}).out, QByteArray("no runs to resume\n"));
  QCOMPARE(run({"run", "remove", id, "--folder", runs()}).out, QByteArray("removed " + QByteArray::fromStdString(id) + "\n"));
  QCOMPARE(run({"run", "list", "--folder", runs()}).out, QByteArray("no runs\n"));
  QCOMPARE(modelsIn(m_out), QStringList{QStringLiteral("llama")});  // what was asked for stays
}

void RunCommandTest::resultsAreRemembered() {
  const QString store = m_dir->filePath(QStringLiteral("history.sqlite"));
  cli::Environment environment;
  environment.history = store.toStdString();
  const auto measured = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--config", "inductor_torchbench_training", "--model", "llama", "--no-probe"});
    return run(words({"run", "suite", "--pytorch", m_fake.root}, std::move(more)), environment);
  };
  QCOMPARE(measured({"--no-history"}).exit, 0);
  QVERIFY(!QFile::exists(store));
  const auto runsIn = [&] {
    const QByteArray stats = run({"history", "stats", "--format", "json", "--store", store.toStdString()}).out;
    return QJsonDocument::fromJson(stats).object()[QStringLiteral("runs")].toInt();
  };
  const Ran ran = measured({});
  QVERIFY2(ran.exit == 0 && !ran.err.contains("history"), ran.err.constData());
  QCOMPARE(runsIn(), 1);
  QCOMPARE(measured({}).exit, 0);
  QCOMPARE(runsIn(), 2);  // each run is one of its own
  const std::string table = m_dir->filePath(QStringLiteral("inductor_torchbench_training.csv")).toStdString();
  const Ran command = run({"run", "command", "--folder", runs(), "--no-probe", "-o", table, "--", "sh", "-c",
                           "printf 'dev,name,batch_size,accuracy\\ncuda,llama,4,pass\\n' > {output}"}, environment);
  QVERIFY2(command.exit == 0 && !command.err.contains("history"), (command.out + command.err).constData());
  QCOMPARE(runsIn(), 3);  // under the name of its output
  const Ran times = run(torchcache({"--model", "llama", "--no-probe"}), environment);
  QVERIFY2(times.exit == 0 && !times.err.contains("history"), times.err.constData());
  QCOMPARE(runsIn(), 3);
}

void RunCommandTest::foreignRunsStay() {
  const auto store = runs::RunStore::open(runs());
  QVERIFY(store);
  runs::RunSpec spec;
  spec.kind = runs::RunKind::Command;
  spec.models = {"a"};
  spec.command = {"/bin/sh", "-c", "touch " + m_out.toStdString() + "; touch \"$1\"", "sh", "{output}", "{model}"};
  std::string id;
  {
    const auto made = store->create(spec, *runs::planRun(spec), 1795304702);
    QVERIFY(made);
    id = made->run.id;
    QFile folder(QString::fromStdString(made->run.folder));
    QVERIFY(folder.setPermissions(folder.permissions() | QFile::WriteOther));
  }
  QVERIFY(run({"run", "list", "--folder", runs()}).out.contains("not yours"));
  const Ran resumed = run({"run", "resume", "--folder", runs()});
  QCOMPARE(resumed.out, QByteArray("no runs to resume\n"));
  QVERIFY2(resumed.err.contains("belongs to another user"), resumed.err.constData());
  for (const char* command : {"cancel", "remove"}) {
    const Ran refused = run({"run", command, id, "--folder", runs()});
    QCOMPARE(refused.exit, 1);
    QVERIFY2(refused.err.contains("belongs to another user"), refused.err.constData());
  }
  QVERIFY(run({"run", "show", id, "--folder", runs()}).out.contains("not yours"));
  QVERIFY(!QFile::exists(m_out));
}

QTEST_GUILESS_MAIN(RunCommandTest)
