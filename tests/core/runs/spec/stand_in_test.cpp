// SPDX-License-Identifier: GPL-3.0-or-later
// The stand-in suite itself: what other tests trust must be so (SPEC 11).
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <filesystem>

#include "core/configs/config.h"
#include "core/files/child_process.h"
#include "core/runs/spec/run_plan.h"
#include "tests/core/runs/spec/plan_test.h"
#include "tests/support/fake_checkout.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

constexpr const char* kAccuracyHeader =
    "dev,name,batch_size,accuracy,calls_captured,unique_graphs,fallbacks_to_eager,graph_breaks,unique_graph_breaks,"
    "autograd_captures,autograd_compiles,cudagraph_skips,compilation_latency\n";

class StandIn {
 public:
  StandIn() : m_fake(support::makeFakeCheckout(m_folder.path())) {}

  bool isThere() const { return !m_fake.python.empty(); }
  const support::FakeCheckout& fake() const { return m_fake; }
  std::string path(const char* name) const { return m_folder.path(QString::fromUtf8(name)).toStdString(); }
  QByteArray read(const char* name) const { return m_folder.read(QString::fromUtf8(name)); }

  /// run runs a suite's script; the output goes to out.csv.
  files::ChildAnswer run(const std::vector<std::string>& words, std::vector<std::string> variables = {}) const {
    std::vector<std::string> all = {m_fake.root + "/benchmarks/dynamo/torchbench.py", "--device", "cpu", "--output",
                                    path("out.csv")};
    all.insert(all.end(), words.begin(), words.end());
    for (const auto& [name, value] : m_fake.environment) variables.push_back(name + "=" + value);
    const auto answer = files::runChild({.program = m_fake.python,
                                         .arguments = all,
                                         .patience = std::chrono::seconds(40),
                                         .environmentWithout = {"TORCHINDUCTOR_", "TRITON_", "STAND_IN_"},
                                         .environmentWith = variables});
    return answer.isValue() ? answer.value() : files::ChildAnswer{-1, {}, {}};
  }

 private:
  support::TestFolder m_folder;
  support::FakeCheckout m_fake;
};

/// arguments are those of every STAND_IN line of a log.
std::vector<std::vector<std::string>> arguments(const std::string& log) {
  std::vector<std::vector<std::string>> all;
  for (const QByteArray& line : QByteArray::fromStdString(log).split('\n')) {
    if (!line.startsWith("STAND_IN ")) continue;
    all.emplace_back();
    for (const QJsonValue& word : QJsonDocument::fromJson(line.mid(9))[QStringLiteral("argv")].toArray())
      all.back().push_back(word.toString().toStdString());
  }
  return all;
}

/// cachebench is cut out of the page about it among the shared ones.
QByteArray cachebench() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  const QDir seeds((given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) +
                   QStringLiteral("/seeds"));
  for (const QString& name : seeds.entryList({QStringLiteral("003*")})) {
    QFile file(seeds.filePath(name));
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QByteArray page = file.readAll(), fence = "```python\n";
    const qsizetype start = page.indexOf(fence);
    if (start >= 0) return page.mid(start + fence.size(), page.indexOf("\n```", start) + 1 - start - fence.size());
  }
  return {};
}

}  // namespace

void PlanTest::standInTables() {
  const StandIn suite;
  if (!suite.isThere()) QSKIP("python3 is not there");
  const auto one = [&](const char* model) { return suite.run({"--accuracy", "--inference", "--only", model}); };
  QCOMPARE(one("OOM").exitCode, 0);
  QCOMPARE(suite.read("out.csv"), QByteArray("dev,name,batch_size,accuracy\ncpu,OOM,0,OOM\n"));
  // A longer header takes the place of the first; the failed row is filled up with zeros.
  QCOMPARE(one("llama").exitCode, 0);
  const QByteArray both = suite.read("out.csv");
  QVERIFY2(both.startsWith(QByteArray(kAccuracyHeader) + "cpu,OOM,0,OOM,0,0,0,0,0,0,0,0,0\n"
                                                         "cpu,llama,4,pass,150,2,0,1,1,1,1,0,0."),
           both.constData());
  QCOMPARE(one("columns").exitCode, 0);
  QCOMPARE(suite.read("out.csv"), QByteArray("device,model,seconds\ncpu,columns,12.5\n"));
  const auto unknown = suite.run({"--accuracy", "--inference", "--only", "x", "--no-such-flag"});
  QCOMPARE(unknown.exitCode, 2);
  QCOMPARE(suite.run({"--accuracy", "--only", "x"}).exitCode, 2);
}

void PlanTest::standInCache() {
  const StandIn suite;
  if (!suite.isThere()) QSKIP("python3 is not there");
  const std::string cache = "TORCHINDUCTOR_CACHE_DIR=" + suite.path("cache");
  const std::vector<std::string> words = {"--performance", "--training", "--amp", "--backend=inductor", "--only=moco"};
  const auto latencies = [&](const std::vector<std::string>& variables) {
    std::filesystem::remove(suite.path("out.csv"));
    QList<QByteArray> found;
    for (int round = 0; round < 2; ++round) (void)suite.run(words, variables);
    for (const QByteArray& line : suite.read("out.csv").split('\n').mid(1))
      if (!line.isEmpty()) found << line.split(',').value(5);
    return found;
  };
  const auto measured = latencies({cache});
  QCOMPARE(measured.size(), qsizetype{2});
  QVERIFY2(measured[0].toDouble() > measured[1].toDouble(), measured[0].constData());
  QVERIFY(std::filesystem::exists(suite.path("cache/triton")));
  std::filesystem::remove_all(suite.path("cache"));
  QCOMPARE(latencies({cache, "STAND_IN_COLD=12.5,13", "STAND_IN_WARM=4"}),
           (QList<QByteArray>{"12.500000", "4.000000"}));
  // Without a cache folder every run is a cold one.
  QCOMPARE(latencies({"STAND_IN_COLD=7", "STAND_IN_WARM=4"}), (QList<QByteArray>{"7.000000", "7.000000"}));
}

void PlanTest::standInSuite() {
  const StandIn suite;
  if (!suite.isThere()) QSKIP("python3 is not there");
  const std::string models = "STAND_IN_MODELS=llama fail hang crash OOM";
  const auto all = suite.run({"--accuracy", "--inference", "--timeout", "1"}, {models});
  QCOMPARE(all.exitCode, 0);
  const QList<QByteArray> lines = suite.read("out.csv").split('\n');
  QCOMPARE(lines.size(), qsizetype{5});  // header, three rows, nothing of those that failed
  QVERIFY(lines[1].startsWith("cpu,llama,4,pass,"));
  QCOMPARE(lines[2], QByteArray("cpu,hang,0,timeout,0,0,0,0,0,0,0,0,0"));
  QVERIFY(lines[3].startsWith("cpu,OOM,0,OOM,"));
  QCOMPARE(QByteArray::fromStdString(all.err).count("Run failed with return code: "), qsizetype{2});
  // What an earlier run left is gone, and the last partition takes the rest.
  QCOMPARE(suite
               .run({"--accuracy", "--inference", "--total-partitions", "2", "--partition-id", "1"},
                    {"STAND_IN_MODELS=a b c d e"})
               .exitCode,
           0);
  QByteArrayList names;
  for (const QByteArray& line : suite.read("out.csv").split('\n').mid(1)) names << line.split(',').value(1);
  QCOMPARE(names, (QByteArrayList{"c", "d", "e", ""}));
  QCOMPARE(support::fakeModels("torchbench").size(), std::size_t{6});
  QVERIFY(configs::configOfBaseline(suite.fake().root + "/benchmarks/dynamo/ci_expected_accuracy/"
                                                        "dynamic_inductor_timm_training.csv"));
}

void PlanTest::standInEnds_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QList<int>>("codes");  // call after call
  QTest::addColumn<QByteArray>("output");
  QTest::newRow("fail") << QStringLiteral("fail-2") << QList<int>{1} << QByteArray("(no file)");
  QTest::newRow("crash") << QStringLiteral("crash") << QList<int>{128 + 11} << QByteArray("(no file)");
  QTest::newRow("killed") << QStringLiteral("killed") << QList<int>{128 + 9} << QByteArray("(no file)");
  QTest::newRow("nothing") << QStringLiteral("nothing") << QList<int>{0} << QByteArray("(no file)");
  QTest::newRow("fail_at_2") << QStringLiteral("fail_at_2") << QList<int>{0, 1, 0} << QByteArray();
  QTest::newRow("half") << QStringLiteral("half") << QList<int>{0}
                        << QByteArray("dev,name,batch_size,speedup,abs_latency,compilation_latency\ncpu,half,4,1.2");
}

void PlanTest::standInEnds() {
  QFETCH(const QString, model);
  QFETCH(const QList<int>, codes);
  QFETCH(const QByteArray, output);
  const StandIn suite;
  if (!suite.isThere()) QSKIP("python3 is not there");
  for (const int code : codes)
    QCOMPARE(suite.run({"--accuracy", "--inference", "--only", model.toStdString()}).exitCode, code);
  if (!output.isEmpty()) QCOMPARE(suite.read("out.csv"), output);
}

void PlanTest::planRuns() {
  // Every plan's words are understood by the script, as it stands in a checkout.
  const StandIn suite;
  if (!suite.isThere()) QSKIP("python3 is not there");
  for (const RunKind kind : {RunKind::TorchCache, RunKind::Suite}) {
    RunSpec spec = goodSpec(kind);
    spec.checkout = suite.fake().root;
    spec.python = suite.fake().python;
    spec.models = {"it's; a $(model)\n"};
    const auto plan = planRun(spec);
    QVERIFY(plan);
    for (const Step& step : plan->tasks.front().steps) {
      std::vector<std::string> words;
      for (const Word& word : step.words)
        words.push_back(word.before + (word.file.empty() ? "" : suite.path("run.csv")) + word.after);
      const auto answer = files::runChild({.program = words.front(), .arguments = {words.begin() + 1, words.end()}});
      QVERIFY(answer.isValue());
      QVERIFY2(answer.value().exitCode == 0, answer.value().err.c_str());
      const auto got = arguments(answer.value().out);
      QCOMPARE(got.size(), std::size_t{1});
      QCOMPARE(got.front(), std::vector<std::string>(words.begin() + 1, words.end()));
    }
  }
}

void PlanTest::cachebenchAgrees_data() {
  QTest::addColumn<QString>("mode");
  QTest::addColumn<QString>("suite");
  QTest::addColumn<bool>("dynamic");
  QTest::newRow("training") << QStringLiteral("training") << QStringLiteral("torchbench") << false;
  QTest::newRow("inference dynamic") << QStringLiteral("inference") << QStringLiteral("huggingface") << true;
}

void PlanTest::cachebenchAgrees() {
  QFETCH(const QString, mode);
  QFETCH(const QString, suite);
  QFETCH(const bool, dynamic);
  const StandIn here;
  const QByteArray script = cachebench();
  if (!here.isThere() || script.isEmpty()) QSKIP("python3 or the page about cachebench is not there");
  const std::string path = here.fake().root + "/benchmarks/dynamo/cachebench.py";
  QFile file(qs(path));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(script) == script.size());
  file.close();
  std::vector<std::string> words = {path,     "--benchmark",      suite.toStdString(),
                                    "--mode", mode.toStdString(), "--device",
                                    "cpu",    "--output",         here.path("cache.json")};
  if (dynamic) words.push_back("--dynamic");
  std::vector<std::string> variables;
  for (const auto& [name, value] : here.fake().environment) variables.push_back(name + "=" + value);
  const auto answer =
      files::runChild({.program = here.fake().python, .arguments = words, .environmentWith = variables});
  QVERIFY(answer.isValue());
  QVERIFY2(answer.value().exitCode == 0, answer.value().err.c_str());

  RunSpec spec = goodSpec(RunKind::TorchCache);
  spec.checkout = here.fake().root;
  spec.suite = suite.toStdString();
  spec.mode = mode == QStringLiteral("training") ? configs::Mode::Training : configs::Mode::Inference;
  spec.device = "cpu";
  spec.dynamic = dynamic;
  const auto plan = planRun(spec);
  QVERIFY(plan);
  std::vector<std::vector<std::string>> ours;
  for (const TaskPlan& task : plan->tasks)
    for (const Step& step : task.steps) {
      ours.emplace_back();
      for (std::size_t i = 1; i < step.words.size(); ++i) ours.back().push_back(step.words[i].before);
    }
  auto theirs = arguments(answer.value().out);
  for (auto& list : theirs) list.back().resize(std::min(list.back().size(), std::string_view("--output=").size()));
  QCOMPARE(theirs, ours);
}
