// SPDX-License-Identifier: GPL-3.0-or-later
// Cold and warm times of models and repeats, and cachebench's file made of them.
#include <QTest>
#include <cmath>

#include "core/runs/results/cache_result.h"
#include "core/sources/formats/cache_run.h"
#include "tests/core/runs/results/results_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

std::string latencyCsv(const std::string& latency) {
  return "dev,name,batch_size,speedup,abs_latency,compilation_latency\ncuda,m,4,1.5,10.0," + latency + "\n";
}

MadeRun cacheRunOf(const std::string& suite) {
  MadeRun made;
  made.run.id = "20261121-234502-k3f9";
  made.run.folder = "/runs/20261121-234502-k3f9";
  made.run.title = "TorchCache " + suite;
  made.run.spec.kind = RunKind::TorchCache;
  made.run.spec.suite = suite;
  return made;
}

void MadeRun::cacheTask(const std::string& model, int repeat, const std::string& cold, const std::string& warm,
                        RunState state, const std::string& reason) {
  TaskPlan task{.model = model, .repeat = repeat, .steps = {}, .cache = true};
  TaskStatus status{.state = state, .folder = {}, .handle = {}, .reason = reason, .steps = {}, .files = {}};
  for (const auto& [name, bytes] : {std::pair("cold", cold), std::pair("warm", warm)}) {
    const std::string file = std::string(name) + ".csv";
    task.steps.push_back(
        {.name = name,
         .words = {{.before = "python3"}, {.before = "--only=" + model}, {.before = "--output=", .file = file}},
         .output = file});
    if (!bytes.empty()) outputs[run.plan.tasks.size()][file] = bytes;
    const bool isGood = state == RunState::Done || !bytes.empty();
    status.steps.push_back({.name = name, .end = StepEnd::Exited, .code = isGood ? 0 : 1, .problem = {}});
    if (!isGood) break;
  }
  run.plan.tasks.push_back(std::move(task));
  run.tasks.push_back(std::move(status));
}

void ResultsTest::keepsGoodRepeats() {
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("moco", 1, latencyCsv("20"), latencyCsv("5"));
  made.cacheTask("moco", 2, latencyCsv("30"), "", RunState::Failed, "exit code 1 in the warm run");
  made.cacheTask("moco", 3, latencyCsv("20"), latencyCsv("5"));
  made.cacheTask("llama", 1, "", "", RunState::TimedOut, "the cold run took longer than 2000 s");
  const CacheResult result = cacheResult(made.run, made.outputs);
  QCOMPARE(result.suite, std::string("torchbench"));
  QCOMPARE(result.device, std::string("cuda"));
  QCOMPARE(result.models.size(), std::size_t{2});
  const ModelTimes& moco = result.models[0];
  QCOMPARE(moco.repeats.size(), std::size_t{3});
  QVERIFY(isGood(moco.repeats[0]) && !isGood(moco.repeats[1]) && isGood(moco.repeats[2]));
  QCOMPARE(moco.repeats[1].cold, std::optional(30.0));  // it is known, and does not count
  QVERIFY(!moco.repeats[1].warm);
  QCOMPARE(moco.speedup, std::optional(75.0));
  QCOMPARE(qs(moco.problem), QStringLiteral("1 of 3 repeats failed: exit code 1 in the warm run (repeat 2)"));
  QVERIFY(!result.models[1].speedup);
  QCOMPARE(qs(result.models[1].problem), QStringLiteral("failed: the cold run took longer than 2000 s"));
  const std::string json = cacheJson(result);
  QVERIFY(json.find(R"("benchmark_values": [20.0, 20.0])") != json.npos);
  QVERIFY(json.find("llama") == json.npos);

  // Both times of a task that was cancelled are known, and do not count; nor does what a run wrote that ended badly.
  made.cacheTask("moco", 4, latencyCsv("9"), latencyCsv("9"), RunState::Cancelled);
  made.cacheTask("moco", 5, latencyCsv("9"), latencyCsv("9"), RunState::Failed, "exit code 1 in the warm run");
  made.run.tasks.back().steps[1].code = 1;
  made.cacheTask("moco", 6, latencyCsv("9"), latencyCsv("9"), RunState::Failed, "killed by SIGSEGV in the cold run");
  made.run.tasks.back().steps[0].end = StepEnd::Signalled;
  const ModelTimes more = cacheResult(made.run, made.outputs).models[0];
  QCOMPARE(more.speedup, std::optional(75.0));
  QCOMPARE(more.repeats[3].warm, std::optional(9.0));
  QVERIFY(more.repeats[4].cold && !more.repeats[4].warm);
  QVERIFY(!more.repeats[5].cold);
}

void ResultsTest::tellsWhy() {
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("moco", 1, latencyCsv("20"), "a,b\n1,2\n");
  made.cacheTask("moco", 2, latencyCsv("x"), latencyCsv("1"));
  made.cacheTask("moco", 3, "", latencyCsv("1"));
  made.cacheTask("moco", 4, latencyCsv("x"), latencyCsv("1"));
  made.cacheTask("moco", 5, latencyCsv("1"), latencyCsv("1"), RunState::Cancelled);
  made.cacheTask("moco", 6, latencyCsv("1"), latencyCsv("1"), RunState::Warm);
  made.run.tasks[4].reason.clear();
  const CacheResult result = cacheResult(made.run, made.outputs);
  QCOMPARE(
      qs(result.models.at(0).problem),
      QStringLiteral("4 of 6 repeats failed: warm.csv: The file has no column compilation_latency (repeat 1); "
                     "cold.csv: The compilation_latency \"x\" is not a number (repeats 2, 4); "
                     "the cold run wrote no cold.csv (repeat 3); cancelled (repeat 5)"));
  QCOMPARE(cacheJson(result), std::string());
}

void ResultsTest::cancelledIsNoFailure() {
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("alone", 1, "", "", RunState::Cancelled);  // in the middle of its cold run
  made.run.tasks.back().steps[0].end = StepEnd::Cancelled;
  made.cacheTask("some", 1, latencyCsv("20"), latencyCsv("5"));
  made.cacheTask("some", 2, latencyCsv("20"), "", RunState::Cancelled);
  made.run.tasks.back().steps[1].end = StepEnd::Cancelled;
  made.cacheTask("some", 3, "", "", RunState::Cancelled);  // before it began
  made.run.tasks.back().steps.clear();
  made.cacheTask("mixed", 1, "", "", RunState::Failed, "exit code 1 in the cold run");
  made.cacheTask("mixed", 2, "", "", RunState::Cancelled);
  const CacheResult result = cacheResult(made.run, made.outputs);
  QCOMPARE(qs(result.models.at(0).problem), QStringLiteral("cancelled"));
  QCOMPARE(qs(result.models.at(1).problem), QStringLiteral("2 of 3 repeats cancelled (repeats 2, 3)"));
  QCOMPARE(result.models.at(1).speedup, std::optional(75.0));
  QCOMPARE(qs(result.models.at(2).problem),
           QStringLiteral("1 of 2 repeats failed: exit code 1 in the cold run (repeat 1); cancelled (repeat 2)"));
}

void ResultsTest::oddSums_data() {
  QTest::addColumn<QString>("cold");
  QTest::addColumn<QString>("warm");
  QTest::addColumn<QString>("speedup");
  QTest::addColumn<QString>("problem");
  const auto row = [](const char* title, const char* cold, const char* warm, const char* speedup,
                      const char* problem = "") {
    QTest::newRow(title) << QString::fromLatin1(cold) << QString::fromLatin1(warm) << QString::fromLatin1(speedup)
                         << QString::fromLatin1(problem);
  };
  const char* odd = "a time is not finite, so the speedup is unknown";
  const char* zero = "the cold times sum to 0, so there is no speedup";
  row("negative", "6.0", "9.0", "-50.0");
  row("as doubles come out", "3.3", "1.1", "66.66666666666666");
  row("in the order of the sum", "12.5", "0.7", "94.39999999999999");
  row("warm costs nothing", "6.0", "0.0", "100.0");
  row("zero", "0.0", "1.0", "", zero);
  row("minus zero", "-0.0", "1.0", "", zero);
  row("nan", "nan", "1.0", "NaN", odd);
  row("infinite cold", "inf", "1.0", "100.0");
  row("infinite warm", "1", "inf", "-Infinity", odd);
  row("both infinite", "inf", "inf", "NaN", odd);
  row("negative cold", "-2", "1", "150.0");
}

void ResultsTest::oddSums() {
  QFETCH(QString, cold);
  QFETCH(QString, warm);
  QFETCH(QString, speedup);
  QFETCH(QString, problem);
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("m", 1, latencyCsv(cold.toStdString()), latencyCsv(warm.toStdString()));
  const CacheResult result = cacheResult(made.run, made.outputs);
  QCOMPARE(qs(result.models.at(0).problem), problem);
  QCOMPARE(result.models.at(0).speedup.has_value(), !speedup.isEmpty());
  const QString json = qs(cacheJson(result));
  if (speedup.isEmpty())
    QVERIFY(json.isEmpty());
  else
    QVERIFY2(json.endsWith(QStringLiteral("\"benchmark_values\": [%1]}}]").arg(speedup)), qPrintable(json));
}

void ResultsTest::jsonSpelling() {
  MadeRun made = cacheRunOf("huggingface");
  made.run.spec.mode = configs::Mode::Inference;
  made.run.spec.device = "cpu";
  made.run.spec.dynamic = true;
  made.cacheTask("BertForMaskedLM", 2, latencyCsv("8"), latencyCsv("2.5"));
  made.cacheTask("BertForMaskedLM", 1, latencyCsv("12"), latencyCsv("2.5"));
  // Every record begins the same way.
  const std::string start =
      R"json({"benchmark": {"name": "TorchCache Benchmark", "mode": "inference", "extra_info": )json"
      R"json({"is_dynamic": true, "device": "cpu"}}, "model": {"name": "BertForMaskedLM", )json"
      R"json("backend": "inductor", "origins": ["huggingface"]}, "metric": {"name": )json";
  const std::string cold = R"json("Cold compile time (s)", "type": "OSS model", "benchmark_values": [12.0, 8.0]}})json";
  const std::string warm = R"json("Warm compile time (s)", "type": "OSS model", "benchmark_values": [2.5, 2.5]}})json";
  const std::string speedup = R"json("Speedup (%)", "type": "OSS model", "benchmark_values": [75.0]}})json";
  QCOMPARE(qs(cacheJson(cacheResult(made.run, made.outputs))),
           qs("[" + start + cold + ", " + start + warm + ", " + start + speedup + "]"));
}

void ResultsTest::jsonNumbers_data() {
  QTest::addColumn<QString>("latency");
  QTest::addColumn<QString>("written");
  for (const auto& [latency, written] : {std::pair("1e-7", "1e-07"),
                                         {"0.0001", "0.0001"},
                                         {"0.00001", "1e-05"},
                                         {"1e16", "1e+16"},
                                         {"1e15", "1000000000000000.0"},
                                         {"123456789012345678", "1.2345678901234568e+17"},
                                         {"0.1", "0.1"},
                                         {"5", "5.0"},
                                         {"-1.5", "-1.5"},
                                         {"5e-324", "5e-324"},
                                         {"inf", "Infinity"},
                                         {"-inf", "-Infinity"},
                                         {"nan", "NaN"}})
    QTest::newRow(latency) << QString::fromLatin1(latency) << QString::fromLatin1(written);
}

void ResultsTest::jsonNumbers() {
  QFETCH(QString, latency);
  QFETCH(QString, written);
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("m", 1, latencyCsv("1"), latencyCsv(latency.toStdString()));
  const QString json = qs(cacheJson(cacheResult(made.run, made.outputs)));
  QVERIFY2(
      json.contains(QStringLiteral("\"Warm compile time (s)\", \"type\": \"OSS model\", \"benchmark_values\": [%1]}")
                        .arg(written)),
      qPrintable(json));
}

void ResultsTest::jsonNames_data() {
  QTest::addColumn<QByteArray>("name");
  QTest::addColumn<QString>("written");
  const auto row = [](const char* title, const QByteArray& name, const char* written) {
    QTest::newRow(title) << name << QString::fromLatin1(written);
  };
  row("plain", "hf_T5/base-1.5", "hf_T5/base-1.5");
  row("quotes and backslash", "a\"b\\c", R"(a\"b\\c)");
  row("control characters", "\n\r\t\f\b\x01\x1f\x7f", R"(\n\r\t\f\b\u0001\u001f\u007f)");
  row("above ASCII", "\xc3\xa4\xe2\x82\xac", R"(\u00e4\u20ac)");
  row("above the first plane", "\xf0\x9f\x98\x80", R"(\ud83d\ude00)");
  row("bytes that are not UTF-8", "a\xff\x80z", R"(a\udcff\udc80z)");
}

void ResultsTest::jsonNames() {
  QFETCH(QByteArray, name);
  QFETCH(QString, written);
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask(name.toStdString(), 1, latencyCsv("1"), latencyCsv("1"));
  const QString json = qs(cacheJson(cacheResult(made.run, made.outputs)));
  QVERIFY2(json.contains(QStringLiteral("{\"name\": \"%1\", \"backend\"").arg(written)), qPrintable(json));
}

void ResultsTest::readsBackTheSame() {
  MadeRun made = cacheRunOf("torchbench");
  made.cacheTask("moco", 1, latencyCsv("20.125"), latencyCsv("0.1"));
  made.cacheTask("moco", 2, latencyCsv("1e-7"), latencyCsv("5"));
  made.cacheTask("odd", 1, latencyCsv("nan"), latencyCsv("5"));
  made.cacheTask("gone", 1, latencyCsv("0"), latencyCsv("5"));
  const CacheResult result = cacheResult(made.run, made.outputs);
  const auto read = sources::readCacheRuns(cacheJson(result), "x.json");
  QCOMPARE(read.size(), std::size_t{1});
  QCOMPARE(read[0].origin, std::string("x.json"));
  QCOMPARE(read[0].suite, result.suite);
  QCOMPARE(read[0].mode, std::string(configs::modeName(result.mode)));
  QCOMPARE(read[0].device, result.device);
  QCOMPARE(read[0].isDynamic, result.dynamic);
  QCOMPARE(read[0].models.size(), std::size_t{2});
  const sources::CacheModel& moco = read[0].models[0];
  QCOMPARE(moco.name, std::string("moco"));
  QCOMPARE(moco.cold, (std::vector<double>{20.125, 1e-7}));
  QCOMPARE(moco.warm, (std::vector<double>{0.1, 5}));
  QVERIFY(moco.written);
  QCOMPARE(moco.written, result.models[0].speedup);
  // A value that is no finite number is not read.
  const sources::CacheModel& odd = read[0].models[1];
  QCOMPARE(odd.name, std::string("odd"));
  QVERIFY(odd.cold.empty());
  QCOMPARE(odd.warm, std::vector<double>{5});
  QVERIFY(!odd.written);
}
