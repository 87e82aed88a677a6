// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of a spec, written out by hand from SPEC 12 and 13.
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include "core/runs/engine/task_file.h"
#include "core/runs/spec/run_plan.h"
#include "core/verdicts/view/query.h"
#include "tests/core/runs/spec/plan_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

QStringList linesOf(const RunSpec& spec) {
  const auto plan = planRun(spec);
  if (!plan) return {qs(plan.error().text)};
  QStringList lines;
  for (const std::string& line : commandLines(*plan, "OUT")) lines << qs(line);
  return lines;
}

std::vector<std::string> names(const RunPlan& plan) {
  std::vector<std::string> list;
  for (const TaskPlan& task : plan.tasks)
    list.push_back(task.model + " " + std::to_string(task.repeat) + " " + std::to_string(task.partition));
  return list;
}

}  // namespace

void PlanTest::torchCache_data() {
  QTest::addColumn<QString>("suite");
  QTest::addColumn<bool>("training");
  QTest::addColumn<bool>("dynamic");
  QTest::addColumn<QString>("device");
  QTest::addColumn<QString>("script");
  QTest::addColumn<QString>("flags");
  const auto row = [](const char* suite, bool training, bool dynamic, const char* device, const char* flags) {
    QTest::addRow("%s %d %d", suite, training, dynamic)
        << QString::fromUtf8(suite) << training << dynamic << QString::fromUtf8(device)
        << QStringLiteral("/src/pytorch/benchmarks/dynamo/%1.py").arg(QString::fromUtf8(suite))
        << QString::fromUtf8(flags);
  };
  row("torchbench", true, false, "", "--device=cuda --training --amp");
  row("torchbench", false, false, "cpu", "--device=cpu --inference --bfloat16");
  row("huggingface", true, true, "cuda", "--device=cuda --training --amp --dynamic-shapes --dynamic-batch-only");
  row("huggingface", false, true, "cpu", "--device=cpu --inference --bfloat16 --dynamic-shapes --dynamic-batch-only");
}

void PlanTest::torchCache() {
  QFETCH(const QString, suite);
  QFETCH(const bool, training);
  QFETCH(const bool, dynamic);
  QFETCH(const QString, device);
  QFETCH(const QString, script);
  QFETCH(const QString, flags);
  RunSpec spec = goodSpec(RunKind::TorchCache);
  spec.checkout = "/src/pytorch//";
  spec.suite = suite.toStdString();
  spec.mode = training ? configs::Mode::Training : configs::Mode::Inference;
  spec.dynamic = dynamic;
  spec.device = device.toStdString();
  spec.python = "/opt/py/bin/python";
  spec.models = {"llama"};
  spec.repeats = 3;
  const QString line =
      QStringLiteral("/opt/py/bin/python %1 --only=llama --repeat=1 --performance --backend=inductor %2 --output=OUT/")
          .arg(script, flags);
  QCOMPARE(linesOf(spec), (QStringList{line + QStringLiteral("cold.csv"), line + QStringLiteral("warm.csv")}));
}

void PlanTest::torchCacheTasks() {
  RunSpec spec = goodSpec(RunKind::TorchCache);
  spec.suite = "huggingface";
  spec.repeats = 2;
  const auto plan = planRun(spec);
  QVERIFY(plan);
  QCOMPARE(names(*plan),
           (std::vector<std::string>{"AllenaiLongformerBase 1 0", "AllenaiLongformerBase 2 0", "BertForMaskedLM 1 0",
                                     "BertForMaskedLM 2 0", "GPT2ForSequenceClassification 1 0",
                                     "GPT2ForSequenceClassification 2 0"}));
  QCOMPARE(qs(plan->workingFolder), QStringLiteral("/src/pytorch"));
  QCOMPARE(qs(plan->script), QStringLiteral("/src/pytorch/benchmarks/dynamo/huggingface.py"));
  QVERIFY(plan->expected.empty());
  for (const TaskPlan& task : plan->tasks) {
    QVERIFY(task.cache);
    QCOMPARE(task.steps.size(), std::size_t{2});
    QCOMPARE(qs(task.steps[0].name), QStringLiteral("cold"));
    QCOMPARE(task.steps[0].words.back(), (Word{.before = "--output=", .file = "cold.csv"}));
    QCOMPARE(qs(task.steps[1].output), QStringLiteral("warm.csv"));
  }
}

void PlanTest::configLines_data() {
  QTest::addColumn<QString>("config");
  QTest::addColumn<QString>("line");
  const auto row = [](const char* config, const char* script, const char* test, const char* flags) {
    QTest::newRow(config) << QString::fromUtf8(config)
                          << QStringLiteral(
                                 "python3 /src/pytorch/benchmarks/dynamo/%1 --ci --%2 --timing --explain "
                                 "--print-compilation-time %3 --output OUT/result.csv")
                                 .arg(QString::fromUtf8(script), QString::fromUtf8(test), QString::fromUtf8(flags));
  };
  row("inductor_torchbench_training", "torchbench.py", "accuracy", "--inductor --device cuda --training --amp");
  row("inductor_timm_inference", "timm_models.py", "accuracy", "--inductor --device cuda --inference --bfloat16");
  row("dynamic_inductor_huggingface_training", "huggingface.py", "accuracy",
      "--inductor --dynamic-shapes --dynamic-batch-only --device cuda --training --amp");
  row("dynamo_eager_torchbench_training", "torchbench.py", "accuracy",
      "--backend eager --device cuda --training --amp");
  row("aot_eager_timm_inference", "timm_models.py", "accuracy",
      "--backend aot_eager --device cuda --inference --bfloat16");
  row("dynamic_aot_eager_torchbench_training", "torchbench.py", "accuracy",
      "--backend aot_eager --dynamic-shapes --dynamic-batch-only --device cuda --training --amp");
  row("aot_inductor_huggingface_inference", "huggingface.py", "accuracy",
      "--export-aot-inductor --device cuda --inference --bfloat16");
  row("max_autotune_inductor_timm_inference", "timm_models.py", "accuracy",
      "--inductor --inductor-compile-mode max-autotune --device cuda --inference --bfloat16");
  row("cpu_inductor_torchbench_inference", "torchbench.py", "accuracy",
      "--inductor --device cpu --inference --float32");
  row("cpu_inductor_freezing_torchbench_inference", "torchbench.py", "accuracy",
      "--inductor --device cpu --inference --float32 --freezing");
  row("cpu_inductor_amp_freezing_huggingface_inference", "huggingface.py", "accuracy",
      "--inductor --device cpu --inference --amp --freezing");
  row("dynamic_cpu_aot_inductor_amp_freezing_timm_inference", "timm_models.py", "accuracy",
      "--export-aot-inductor --dynamic-shapes --dynamic-batch-only --device cpu --inference --amp --freezing");
  row("dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference", "torchbench.py", "accuracy",
      "--inductor --inductor-compile-mode max-autotune --dynamic-shapes --dynamic-batch-only --device cpu --inference "
      "--amp --freezing");
  row("rocm/dynamic_inductor_torchbench_inference", "torchbench.py", "accuracy",
      "--inductor --dynamic-shapes --dynamic-batch-only --device cuda --inference --bfloat16");
  row("inductor_performance_huggingface_training.amp", "huggingface.py", "performance",
      "--inductor --device cuda --training --amp");
}

void PlanTest::configLines() {
  QFETCH(const QString, config);
  QFETCH(const QString, line);
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.config = config.toStdString();
  QCOMPARE(linesOf(spec), QStringList{line});
  spec.test = SuiteTest::Performance;
  QCOMPARE(linesOf(spec),
           QStringList{QString(line).replace(QStringLiteral("--accuracy"), QStringLiteral("--performance"))});
}

void PlanTest::suiteTasks() {
  const QString start = QStringLiteral(
      "python3 /src/pytorch/benchmarks/dynamo/torchbench.py --ci --accuracy --timing "
      "--explain --print-compilation-time --inductor ");
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.config.clear();
  spec.suite = "torchbench";
  spec.mode = configs::Mode::Inference;
  spec.dynamic = true;
  spec.device = "cpu";
  spec.repeats = 2;
  spec.partitions = 2;
  spec.extra = {"--batch-size", "4", "-c", "a=b c"};
  const QString flags = start + QStringLiteral(
                                    "--dynamic-shapes --dynamic-batch-only --device cpu --inference --float32 "
                                    "--total-partitions 2 --partition-id %1 --batch-size 4 -c 'a=b c' "
                                    "--output OUT/result.csv");
  QCOMPARE(linesOf(spec), (QStringList{flags.arg(0), flags.arg(1)}));
  auto plan = planRun(spec);
  QVERIFY(plan);
  QCOMPARE(names(*plan), (std::vector<std::string>{" 1 0", " 1 1", " 2 0", " 2 1"}));
  QVERIFY(plan->notes.empty());
  QVERIFY(!plan->tasks[0].cache);

  spec = goodSpec(RunKind::Suite);
  spec.models = {"llama", "-x"};
  spec.repeats = 2;
  spec.freshCache = true;
  spec.device = "cpu";  // in place of the config's
  spec.workingFolder = "/work";
  spec.environment = {{"A", "b"}};
  plan = planRun(spec);
  QVERIFY(plan);
  QCOMPARE(names(*plan), (std::vector<std::string>{"llama 1 0", "llama 2 0", "-x 1 0", "-x 2 0"}));
  QVERIFY(plan->tasks[3].cache);
  QCOMPARE(qs(plan->workingFolder), QStringLiteral("/work"));
  QCOMPARE(plan->environment, spec.environment);
  QVERIFY(plan->notes.empty());
  const QString one = start + QStringLiteral("--device cpu --training --amp --only%1 --output OUT/result.csv");
  QCOMPARE(linesOf(spec), (QStringList{one.arg(QStringLiteral(" llama")), one.arg(QStringLiteral("=-x"))}));
  QCOMPARE(plan->tasks[0].steps[0].words.back(), (Word{.file = "result.csv"}));
}

void PlanTest::timeLimits() {
  const auto limit = [](const RunSpec& spec) {
    const auto plan = planRun(spec);
    const QString text = plan ? qs(taskText(spec, *plan, plan->tasks.front())) : QString();
    return text.section(QStringLiteral("\"timeout\": "), 1).section(QLatin1Char(','), 0, 0);
  };
  const auto told = [](const RunSpec& spec) { return linesOf(spec).front().contains(QStringLiteral(" --timeout ")); };
  RunSpec suite = goodSpec(RunKind::Suite);
  suite.models = {"llama"};
  QCOMPARE(limit(suite), QStringLiteral("2000"));
  suite.timeout = std::chrono::seconds(60);
  QCOMPARE(limit(suite), QStringLiteral("60"));
  QVERIFY(!told(suite));
  // A whole suite takes as long as its models: each has the limit, from the script.
  suite.models.clear();
  QCOMPARE(limit(suite), QStringLiteral("15000"));
  QVERIFY(linesOf(suite).front().contains(QStringLiteral(" --timeout 60 --output ")));
  suite.extra = {"--timeout", "90"};  // the later one counts
  QVERIFY(linesOf(suite).front().contains(QStringLiteral(" --timeout 60 --timeout 90 ")));
  suite = goodSpec(RunKind::Suite);
  suite.models.clear();
  QVERIFY(!told(suite));  // as CI has it
  QCOMPARE(limit(suite), QStringLiteral("500000"));
  RunSpec cache = goodSpec(RunKind::TorchCache);
  cache.models.clear();
  QCOMPARE(limit(cache), QStringLiteral("2000"));
}

void PlanTest::expectedFiles() {
  const QString folder = QStringLiteral("/src/pytorch/benchmarks/dynamo/ci_expected_accuracy/");
  const auto expected = [](const RunSpec& spec) {
    const auto plan = planRun(spec);
    return plan ? qs(plan->expected) : QStringLiteral("error");
  };
  RunSpec spec = goodSpec(RunKind::Suite);
  QCOMPARE(expected(spec), folder + QStringLiteral("inductor_torchbench_training.csv"));
  spec.config = "rocm/dynamic_inductor_timm_inference";
  QCOMPARE(expected(spec), folder + QStringLiteral("rocm/dynamic_inductor_timm_inference.csv"));
  QVERIFY(qs(planRun(spec)->notes.front()).contains(QStringLiteral("ROCm")));
  spec.config = "xpu/inductor_timm_training.amp";
  QCOMPARE(expected(spec), QString());
  spec.config.clear();
  spec.suite = "timm_models";
  spec.dynamic = true;
  QCOMPARE(expected(spec), folder + QStringLiteral("dynamic_inductor_timm_training.csv"));
  spec.device = "cpu";
  spec.mode = configs::Mode::Inference;
  QCOMPARE(expected(spec), folder + QStringLiteral("dynamic_cpu_inductor_timm_inference.csv"));
  spec.target = {.kind = TargetKind::Ssh, .host = "far"};
  QCOMPARE(expected(spec), QString());
  spec.target = {};
  spec.test = SuiteTest::Performance;
  QCOMPARE(expected(spec), QString());
  spec.baseline = "/x.csv";
  QCOMPARE(expected(spec), QStringLiteral("/x.csv"));
}

void PlanTest::commands() {
  RunSpec spec = goodSpec(RunKind::Command);
  spec.command = {"{python}", "{checkout}/b.py", "--m={model}", "{repeat}",
                  "{device}", "{mode}",          "{suite}",     "{output}"};
  spec.checkout = "/src";
  spec.suite = "any";
  spec.models = {"a b", "$(id)"};
  spec.repeats = 2;
  QCOMPARE(linesOf(spec),
           (QStringList{QStringLiteral("python3 /src/b.py '--m=a b' 1 cuda training any OUT/result.csv"),
                        QStringLiteral("python3 /src/b.py '--m=a b' 2 cuda training any OUT/result.csv"),
                        QStringLiteral("python3 /src/b.py '--m=$(id)' 1 cuda training any OUT/result.csv"),
                        QStringLiteral("python3 /src/b.py '--m=$(id)' 2 cuda training any OUT/result.csv")}));
  spec = goodSpec(RunKind::Command);
  spec.command = {"bench", "--cache={cache}", "{folder}"};
  spec.form = ResultForm::CacheJson;
  spec.repeats = 3;
  const auto plan = planRun(spec);
  QVERIFY(plan);
  QCOMPARE(plan->tasks.size(), std::size_t{3});
  QVERIFY(plan->tasks[0].cache);
  QCOMPARE(qs(plan->tasks[0].steps[0].output), QStringLiteral("result.json"));
  QVERIFY(plan->workingFolder.empty());
  QVERIFY(plan->script.empty());
  QVERIFY(qs(plan->notes.front()).contains(QStringLiteral("no {output}")));
  QCOMPARE(linesOf(spec), QStringList{QStringLiteral("bench --cache=OUT/cache OUT")});
}

void PlanTest::badCommands() {
  RunSpec spec = goodSpec(RunKind::Command);
  spec.models = {"a"};
  QVERIFY(qs(planRun(spec).error().text).contains(QStringLiteral("the command has no {model}")));
  spec.command = {"x", "{{model}}"};
  QVERIFY(qs(planRun(spec).error().text).contains(QStringLiteral("the command has no {model}")));
  spec.command = {"x", "{model"};
  QVERIFY(qs(planRun(spec).error().text).contains(QStringLiteral("no partner")));
  spec.models.clear();
  spec.command = {"x", "{model}"};
  QVERIFY(qs(planRun(spec).error().text).contains(QStringLiteral("{model} has no value")));
  spec.command = {"x", "{checkout}"};
  QVERIFY(qs(planRun(spec).error().text).contains(QStringLiteral("{checkout} has no value")));
  spec.repeats = 0;
  QVERIFY(qs(planRun(spec).error().text).contains(QStringLiteral("--repeat")));
}

void PlanTest::setup() {
  RunSpec spec = goodSpec(RunKind::TorchCache);
  spec.checkout = "/my src";
  spec.environment = {{"A", "it's"}};
  const auto plan = planRun(spec);
  QVERIFY(plan);
  QCOMPARE(setupLines(*plan, "/r"),
           (std::vector<std::string>{"cd '/my src'", "export 'A=it'\\''s'", "export TORCHINDUCTOR_CACHE_DIR=/r/cache",
                                     "export TRITON_CACHE_DIR=/r/cache/triton"}));
  const auto bare = planRun(goodSpec(RunKind::Command));
  QVERIFY(bare);
  QVERIFY(setupLines(*bare, "/r").empty());
}

void PlanTest::debuggedRuns() {
  QTemporaryDir work;
  QVERIFY(QDir(work.path()).mkpath(QStringLiteral("benchmark/torchbenchmark")));
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.checkout = work.filePath(QStringLiteral("pytorch")).toStdString();
  const auto folder = [&] { return planRun(spec)->workingFolder; };
  QCOMPARE(folder(), spec.checkout);
  // PyTorch would leave repro.py and torch_compile_debug there.
  spec.environment = {{"PYTHONPATH", "/mine"}, {"TORCHDYNAMO_REPRO_AFTER", "aot"}};
  QCOMPARE(folder(), std::string());
  const auto plan = planRun(spec);
  QCOMPARE(plan->environment.back().second, "/mine:" + work.filePath(QStringLiteral("benchmark")).toStdString());
  QVERIFY(qs(plan->notes.back()).contains(QStringLiteral("not the checkout")));
  spec.workingFolder = "/chosen";
  QCOMPARE(folder(), std::string("/chosen"));
  QVERIFY(qs(planRun(spec)->notes.back()).endsWith(QStringLiteral("that is /chosen.")));
  spec.workingFolder.clear();
  spec.environment = {{"TORCH_COMPILE_DEBUG", "0"}};
  QCOMPARE(folder(), spec.checkout);
  // From the shell, unless the program does not get it, or runs elsewhere.
  qputenv("TORCH_COMPILE_DEBUG", "1");
  const auto restore = qScopeGuard([] { qunsetenv("TORCH_COMPILE_DEBUG"); });
  QCOMPARE(folder(), spec.checkout);
  spec.environment.clear();
  QCOMPARE(folder(), std::string());
  spec.unset = {"TORCH_COMPILE_DEBUG"};
  QCOMPARE(folder(), spec.checkout);
  spec.unset.clear();
  spec.target = *parseTarget("ssh:gpu-box");
  QCOMPARE(folder(), spec.checkout);
}

/// Python runs what lies in a folder of PYTHONPATH (sitecustomize.py), so nothing of another user gets there, and nothing that the suite does
/// not look for.
void PlanTest::modelsOfOthersStayOut() {
  QTemporaryDir work;
  const QString package = work.filePath(QStringLiteral("torchbench/torchbenchmark")), models = work.filePath(QStringLiteral("torchbench"));
  QVERIFY(QDir(work.path()).mkpath(package));
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.checkout = work.filePath(QStringLiteral("pytorch")).toStdString();
  spec.environment = {{"TORCHDYNAMO_REPRO_AFTER", "aot"}, {"PYTHONPATH", "/mine"}};
  const auto path = [&] { return QString::fromStdString(planRun(spec)->environment.back().second); };
  QCOMPARE(path(), QStringLiteral("/mine:") + models);
  for (const QString& folder : {models, package}) {
    const std::string name = folder.toStdString();
    for (const mode_t mode : {0757U, 0777U, 01777U}) {
      QCOMPARE(::chmod(name.c_str(), mode), 0);
      QCOMPARE(path(), QStringLiteral("/mine"));
      const auto notes = planRun(spec)->notes;
      QVERIFY(std::ranges::any_of(notes, [](const std::string& note) { return note.find("is not added to PYTHONPATH") != std::string::npos; }));
    }
    QCOMPARE(::chmod(name.c_str(), 0755), 0);
    if (::geteuid() != 0) continue;  // only root makes a folder of another user
    QCOMPARE(::chown(name.c_str(), 4321, 4321), 0);
    QCOMPARE(path(), QStringLiteral("/mine"));
    QCOMPARE(::chown(name.c_str(), 0, 0), 0);
  }
  QCOMPARE(path(), QStringLiteral("/mine:") + models);
  for (const char* config : {"inductor_huggingface_training", "inductor_timm_training"}) {
    spec.config = config;
    QCOMPARE(path(), QStringLiteral("/mine"));
  }
}

/// What is relative is meant from the user's folder, or from the checkout for what is there alone.
void PlanTest::pathsOfDebuggedRuns() {
  QTemporaryDir work;
  QDir dir(work.path());
  for (const char* name : {"a/pytorch/lib", "a/pytorch/results", "me/lib", "me/torchbenchmark/x", "me/out", "benchmark/torchbenchmark"}) QVERIFY(dir.mkpath(QString::fromLatin1(name)));
  const QString before = QDir::currentPath();
  const auto restore = qScopeGuard([&] { QDir::setCurrent(before); });
  QVERIFY(QDir::setCurrent(work.filePath(QStringLiteral("me"))));
  const std::string here = QDir::currentPath().toStdString(), checkout = work.filePath(QStringLiteral("a/pytorch")).toStdString();
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.checkout = checkout;
  spec.extra = {"--dir", "./new", "--out=out/", "--only", "out/", "-k", "./x", "torchbenchmark/x", "plain", "torch/none", "out/new.csv", "--json=results/new.json"};
  spec.environment = {{"PYTHONPATH", "lib:/mine::none:../benchmark"}};
  const auto plain = planRun(spec);
  QCOMPARE(plain->environment, spec.environment);
  QVERIFY(text::shellLine({commandLines(*plain, "T").at(0)}).find("--dir ./new") != std::string::npos);
  spec.environment.emplace_back("TORCHDYNAMO_REPRO_AFTER", "aot");
  const auto plan = planRun(spec);
  QCOMPARE(plan->workingFolder, std::string());
  const std::string named = here + "/lib:/mine:" + checkout + ":" + here + "/none:" + work.filePath(QStringLiteral("benchmark")).toStdString();
  QCOMPARE(plan->environment.back().second, named + ":" + work.filePath(QStringLiteral("benchmark")).toStdString());
  const QString line = qs(commandLines(*plan, "T").at(0));
  QVERIFY2(line.contains(qs("--dir " + here + "/new --out=" + here + "/out/ --only out/ -k ./x " + here + "/torchbenchmark/x plain torch/none " + here + "/out/new.csv --json=" + checkout + "/results/new.json")), qPrintable(line));
  // The package beside, above and in the checkout; what is in the checkout alone is meant there.
  QVERIFY(dir.rename(QStringLiteral("me/lib"), QStringLiteral("me/other")));
  for (const char* place : {"a/benchmark", "a/pytorch/torchbenchmark"}) {
    QVERIFY(dir.mkpath(QString::fromLatin1(place) + QStringLiteral("/torchbenchmark")));
    const std::string path = planRun(spec)->environment.back().second;
    QVERIFY2(path.starts_with(checkout + "/lib:/mine:") && path.ends_with(":" + work.filePath(QString::fromLatin1(place)).toStdString()), path.c_str());
  }
}

/// An empty entry of PYTHONPATH is the folder that Python works in, which would be the checkout; an empty PYTHONPATH has none.
void PlanTest::emptyPythonPaths() {
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.checkout = "/src/pytorch";
  const auto pathOf = [&](const char* value) {
    spec.environment = {{"TORCHDYNAMO_REPRO_AFTER", "aot"}, {"PYTHONPATH", value}};
    return planRun(spec)->environment.back().second;
  };
  QCOMPARE(pathOf("/lib:"), std::string("/lib:/src/pytorch"));
  QCOMPARE(pathOf(":/lib"), std::string("/src/pytorch:/lib"));
  QCOMPARE(pathOf(""), std::string());
}

/// A command works where its words are meant from, and its plan says where PyTorch's files go.
void PlanTest::debuggedCommands() {
  RunSpec spec = goodSpec(RunKind::Command);
  spec.checkout = "/src/pytorch";
  QVERIFY(planRun(spec)->notes.empty());
  spec.environment = {{"TORCHDYNAMO_REPRO_AFTER", "aot"}};
  const auto plan = planRun(spec);
  QCOMPARE(plan->workingFolder, spec.checkout);
  QVERIFY2(qs(plan->notes.back()).contains(QStringLiteral("repro.py")) && qs(plan->notes.back()).contains(QStringLiteral("that is /src/pytorch. Name another one with --working-folder.")),
           plan->notes.back().c_str());
  spec.ownFolder = true;
  QCOMPARE(planRun(spec)->workingFolder, std::string());
}

void PlanTest::queries_data() {
  QTest::addColumn<QStringList>("models");
  QTest::addColumn<QStringList>("extra");
  QTest::addColumn<QString>("query");
  const auto row = [](const char* name, const QStringList& models, const QStringList& extra, const char* query) {
    QTest::newRow(name) << models << extra << QString::fromUtf8(query);
  };
  row("all", {}, {}, "");
  row("named", {QStringLiteral("llama"), QStringLiteral("hang")}, {QStringLiteral("-k"), QStringLiteral("x")}, "/^(llama)$/");
  row("filters", {}, {QStringLiteral("-k"), QStringLiteral("^res"), QStringLiteral("-kMOCO"), QStringLiteral("-x"), QStringLiteral("nano")}, "/^res|MOCO/ -/nano/");
  row("a slash", {}, {QStringLiteral("--filter=google/gemma|a/"), QStringLiteral("--exclude-exact"), QStringLiteral("meta/x.y")}, "/google/gemma|a// -/^(meta/x\\.y)$/");
  row("a slash before a blank", {}, {QStringLiteral("-k"), QStringLiteral("a/ b")}, "/a\\/ b/");
  row("a slash that is escaped", {}, {QStringLiteral("-k"), QStringLiteral("Bert\\/ x")}, "/Bert\\/ x/");
  row("a backslash before a slash", {}, {QStringLiteral("-k"), QStringLiteral("a\\\\/ b")}, "/a\\\\\\/ b/");
}

void PlanTest::queries() {
  QFETCH(const QStringList, models);
  QFETCH(const QStringList, extra);
  QFETCH(const QString, query);
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.models.clear();
  for (const QString& model : models) spec.models.push_back(model.toStdString());
  for (const QString& word : extra) spec.extra.push_back(word.toStdString());
  const std::string made = RequestedModels(spec).query({"hang"});
  QCOMPARE(qs(made), query);
  QVERIFY(verdicts::Query::parse(made, {}));
}

void PlanTest::rows() {
  const auto config = configs::configOfName("rocm/dynamic_inductor_timm_inference");
  QVERIFY(config);
  RunSpec spec = specForRow(*config, "dla102", "/b.csv");
  QCOMPARE(qs(spec.config), QStringLiteral("rocm/dynamic_inductor_timm_inference"));
  QCOMPARE(spec.models, std::vector<std::string>{"dla102"});
  QCOMPARE(spec.test, SuiteTest::Accuracy);
  spec.checkout = "/src/pytorch";
  const auto plan = planRun(spec);
  QVERIFY2(plan, plan ? "" : plan.error().text.c_str());
  QCOMPARE(qs(plan->expected), QStringLiteral("/b.csv"));
  const auto timed = configs::configOfName("inductor_performance_timm_training.amp");
  QVERIFY(timed);
  const RunSpec row = specForRow(*timed, "dla102", "");
  QVERIFY(row.test == SuiteTest::Performance && row.freshCache && measuresPerformance(row));
}

QTEST_GUILESS_MAIN(PlanTest)
