// SPDX-License-Identifier: GPL-3.0-or-later
// What a spec may be, and what people read of it.
#include <QTest>
#include <functional>

#include "core/runs/spec/run_spec.h"
#include "core/runs/spec/spec_check.h"
#include "tests/core/runs/spec/plan_test.h"

using namespace plumbline;
using namespace plumbline::runs;
using std::chrono::seconds;

RunSpec goodSpec(RunKind kind) {
  RunSpec spec;
  spec.kind = kind;
  if (kind != RunKind::Command) spec.checkout = "/src/pytorch";
  if (kind == RunKind::TorchCache) spec.suite = "torchbench";
  if (kind == RunKind::Suite) spec.config = "inductor_torchbench_training";
  if (kind == RunKind::Command) spec.command = {"{python}", "bench.py", "--out={output}"};
  return spec;
}

void PlanTest::places_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("host");
  QTest::addColumn<QString>("partition");
  QTest::newRow("here") << QStringLiteral("local") << QString() << QString();
  QTest::newRow("ssh") << QStringLiteral("ssh:me@gpu1.example:22") << QStringLiteral("me@gpu1.example:22") << QString();
  QTest::newRow("slurm") << QStringLiteral("slurm") << QString() << QString();
  QTest::newRow("partition") << QStringLiteral("slurm:gpu") << QString() << QStringLiteral("gpu");
}

void PlanTest::places() {
  QFETCH(const QString, text);
  QFETCH(const QString, host);
  QFETCH(const QString, partition);
  const auto place = parseTarget(text.toStdString());
  QVERIFY(place);
  QCOMPARE(qs(place->host), host);
  QCOMPARE(qs(place->partition), partition);
  QCOMPARE(qs(targetName(*place)), text);
}

void PlanTest::badPlaces_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"", "here", "local:", "local:x", "ssh", "ssh:", "slurm:", "SSH:host", "-"})
    QTest::newRow(*text == 0 ? "empty" : text) << QString::fromUtf8(text);
}

void PlanTest::badPlaces() {
  QFETCH(const QString, text);
  const auto place = parseTarget(text.toStdString());
  QVERIFY(!place);
  QCOMPARE(place.error().code, base::ErrorCode::BadArgument);
  QVERIFY(qs(place.error().hint).contains(QStringLiteral("ssh:HOST")));
}

void PlanTest::goodSpecs() {
  const auto good = [](RunKind kind, const std::function<void(RunSpec&)>& change) {
    RunSpec spec = goodSpec(kind);
    change(spec);
    const auto checked = checkSpec(spec);
    QVERIFY2(checked, checked ? "" : checked.error().text.c_str());
  };
  for (const RunKind kind : {RunKind::TorchCache, RunKind::Suite, RunKind::Command}) good(kind, [](RunSpec&) {});
  good(RunKind::TorchCache, [](RunSpec& s) { s.repeats = 9; });
  good(RunKind::TorchCache, [](RunSpec& s) { s.models = {"-x", "a b", "$(id)\n'", "Qwen/Qwen3-0.6B"}; });
  good(RunKind::Suite, [](RunSpec& s) { s.repeats = 999; });
  good(RunKind::Suite, [](RunSpec& s) { s.partitions = 15; });
  good(RunKind::Suite, [](RunSpec& s) { s.config.clear(), s.suite = "timm_models", s.device = "xpu"; });
  good(RunKind::Suite, [](RunSpec& s) { s.suite = "torchbench"; });
  good(RunKind::Suite, [](RunSpec& s) { s.environment = {{"A", "b=c"}, {"B", ""}}; });
  good(RunKind::Suite, [](RunSpec& s) { s.environment = {{"TRITON_CACHE_DIR", "/x"}}; });
  for (const char* limit : {"90", "90:00", "2:00:00", "1-12", "1-12:30", "1-12:30:00"})
    good(RunKind::Suite,
         [&](RunSpec& s) { s.target = {.kind = TargetKind::Slurm, .gres = "gpu:a100:1", .timeLimit = limit}; });
  good(RunKind::Suite,
       [](RunSpec& s) { s.target = {.kind = TargetKind::Ssh, .host = "me@[::1]", .folder = "/scratch/me"}; });
}

void PlanTest::badSpecs() {
  using Change = std::function<void(RunSpec&)>;
  const RunKind cache = RunKind::TorchCache, suite = RunKind::Suite, command = RunKind::Command;
  const std::string nul("a\0b", 3);
  const auto place = [](RunTarget p) -> Change { return [p](RunSpec& s) { s.target = p; }; };
  const auto slurm = [&](const std::string& partition, const std::string& gres, const std::string& limit) {
    return place({.kind = TargetKind::Slurm, .partition = partition, .gres = gres, .timeLimit = limit});
  };
  const struct {
    RunKind kind;
    Change change;
    const char* text;  // the option it names
  } rows[] = {
      {cache, [](RunSpec& s) { s.suite.clear(); }, "--suite is missing"},
      {cache, [](RunSpec& s) { s.suite = "timm_models"; }, "--suite timm_models is not one of TorchCache"},
      {cache, [](RunSpec& s) { s.device = "xpu"; }, "--device xpu"},
      {cache, [](RunSpec& s) { s.config = "inductor_torchbench_training"; }, "--config is not for TorchCache"},
      {cache, [](RunSpec& s) { s.repeats = 0; }, "--repeat is 0"},
      {cache, [](RunSpec& s) { s.repeats = 10; }, "--repeat is 10"},
      {suite, [](RunSpec& s) { s.repeats = 1000; }, "--repeat is 1000"},
      {suite, [](RunSpec& s) { s.repeats = -1; }, "--repeat is -1"},
      {cache, [](RunSpec& s) { s.extra = {"--x"}; }, "Further arguments"},
      {cache, [](RunSpec& s) { s.partitions = 2; }, "--partitions"},
      {command, [](RunSpec& s) { s.partitions = 2; }, "--partitions"},
      {suite, [](RunSpec& s) { s.partitions = 0; }, "--partitions is 0"},
      {suite, [](RunSpec& s) { s.partitions = 16; }, "--partitions is 16"},
      {suite, [](RunSpec& s) { s.partitions = 2, s.models = {"a"}; }, "--partitions does not go with --model"},
      {suite, [](RunSpec& s) { s.config = "inductor"; }, "--config inductor is not known"},
      {suite, [](RunSpec& s) { s.suite = "huggingface"; }, "--suite huggingface is not the one"},
      {suite, [](RunSpec& s) { s.config.clear(); }, "--suite or --config is missing"},
      {suite, [](RunSpec& s) { s.config.clear(), s.suite = "x"; }, "--suite x is not known"},
      {suite, [](RunSpec& s) { s.device = "gpu"; }, "--device gpu"},
      {suite, [](RunSpec& s) { s.checkout.clear(); }, "--pytorch is missing"},
      {suite, [](RunSpec& s) { s.checkout = "pytorch"; }, "--pytorch is not a whole path"},
      {suite, [](RunSpec& s) { s.checkout = "~/pytorch"; }, "--pytorch is not a whole path"},
      {suite, [](RunSpec& s) { s.baseline = "x.csv"; }, "--expected is not"},
      {suite, [](RunSpec& s) { s.workingFolder = "x"; }, "--working-folder is not"},
      {suite, [](RunSpec& s) { s.output = "x.csv"; }, "-o is not a whole path"},
      {suite, [](RunSpec& s) { s.output = "/x/"; }, "-o names a folder"},
      {suite, [](RunSpec& s) { s.python.clear(); }, "--python"},
      {suite, [](RunSpec& s) { s.python = "-c"; }, "--python"},
      {suite, [](RunSpec& s) { s.python = "bin/python"; }, "--python is not a whole path"},
      {suite,
       [](RunSpec& s) {
         s.models = {"a", ""};
       },
       "--model has no name"},
      {suite,
       [](RunSpec& s) {
         s.models = {"a", "b", "a"};
       },
       "--model names a twice"},
      {suite, [&](RunSpec& s) { s.models = {nul}; }, "--model holds a NUL"},
      {suite, [](RunSpec& s) { s.models = {"\xff"}; }, "--model is not UTF-8"},
      {suite, [](RunSpec& s) { s.models = {std::string(100001, 'a')}; }, "--model is 100001 bytes"},
      {suite,
       [&](RunSpec& s) {
         s.extra = {"a", nul};
       },
       "An argument of the suite's script holds a NUL"},
      {suite, [&](RunSpec& s) { s.title = nul; }, "The title"},
      {suite, [&](RunSpec& s) { s.checkout += nul; }, "--pytorch holds a NUL"},
      {suite, [&](RunSpec& s) { s.output = "/" + nul; }, "-o holds a NUL"},
      {suite,
       [&](RunSpec& s) {
         s.environment = {{nul, ""}};
       },
       "--env"},
      {suite,
       [&](RunSpec& s) {
         s.environment = {{"A", nul}};
       },
       "--env A holds a NUL"},
      {suite,
       [](RunSpec& s) {
         s.environment = {{"", "b"}};
       },
       "--env"},
      {suite,
       [](RunSpec& s) {
         s.environment = {{"A=B", "b"}};
       },
       "--env"},
      {suite,
       [](RunSpec& s) {
         s.environment = {{"A", "b"}, {"A", "c"}};
       },
       "--env sets A twice"},
      {cache,
       [](RunSpec& s) {
         s.environment = {{"TRITON_CACHE_DIR", "/x"}};
       },
       "--env may not set TRITON_CACHE_DIR"},
      {suite,
       [](RunSpec& s) {
         s.freshCache = true, s.environment = {{"TRITON_CACHE_DIR", "/x"}};
       },
       "--env may not set"},
      {suite, [](RunSpec& s) { s.gpus = {"0", "1"}, s.jobs = 2; }, nullptr},
      {suite, [](RunSpec& s) { s.gpus = {"0", "0"}; }, "--gpus names 0 twice"},
      {suite, [](RunSpec& s) { s.gpus = {"../x"}; }, "--gpus has an entry that cannot be a GPU"},
      {suite, [](RunSpec& s) { s.gpus = {"0"}, s.jobs = 2; }, "--jobs is 2, and --gpus has 1"},
      {suite, [](RunSpec& s) { s.gpus = {"0"}, s.target.kind = TargetKind::Slurm; }, "--gpus does not go with --on slurm"},
      {suite,
       [](RunSpec& s) {
         s.gpus = {"0"}, s.environment = {{"CUDA_VISIBLE_DEVICES", "1"}};
       },
       "--env may not set CUDA_VISIBLE_DEVICES"},
      {suite, [](RunSpec& s) { s.timeout = seconds(0); }, "--timeout is 0"},
      {suite, [](RunSpec& s) { s.timeout = seconds::max(); }, "--timeout is 9223372036854775807"},
      {suite, [](RunSpec& s) { s.grace = seconds(-1); }, "--grace is -1"},
      {suite, [](RunSpec& s) { s.nice = -1; }, "--nice is -1"},
      {suite, [](RunSpec& s) { s.nice = 20; }, "--nice is 20"},
      {suite, [](RunSpec& s) { s.retries = 10; }, "--retries is 10"},
      {suite, [](RunSpec& s) { s.jobs = 0; }, "--jobs is 0"},
      {suite, [](RunSpec& s) { s.priority = 1000; }, "--priority is 1000"},
      {suite, [](RunSpec& s) { s.logBytes = 0; }, "--log-limit is 0"},
      {suite, [](RunSpec& s) { s.models.clear(), s.repeats = 999, s.partitions = 15; }, nullptr},
      {suite,
       [](RunSpec& s) {
         s.repeats = 999;
         for (int i = 0; i < 30; ++i) s.models.push_back("m" + std::to_string(i));
       },
       "29970 tasks"},
      {command, [](RunSpec& s) { s.command.clear(); }, "There is no command"},
      {command, [](RunSpec& s) { s.command = {""}; }, "There is no command"},
      {command,
       [&](RunSpec& s) {
         s.command = {"a", nul};
       },
       "A word of the command holds a NUL"},
      {suite, place({.host = "x"}), "A host does not go with --on local"},
      {suite, place({.kind = TargetKind::Ssh}), "--on ssh: has no host"},
      {suite, place({.kind = TargetKind::Ssh, .host = "-oProxyCommand=id"}), "--on ssh: has a host that cannot be one"},
      {suite, place({.kind = TargetKind::Ssh, .host = "me@-oProxyCommand=id"}), "--on ssh: has a host"},
      {suite, place({.kind = TargetKind::Ssh, .host = "a b"}), "--on ssh: has a host"},
      {suite, place({.kind = TargetKind::Ssh, .host = "a;id"}), "--on ssh: has a host"},
      {suite, place({.kind = TargetKind::Ssh, .host = "a$(id)"}), "--on ssh: has a host"},
      {suite, place({.kind = TargetKind::Ssh, .host = "a", .gres = "gpu"}), "--gres does not go with --on ssh:a"},
      {suite, place({.kind = TargetKind::Ssh, .host = "a", .folder = "x"}), "--remote-folder is not"},
      {suite, place({.kind = TargetKind::Slurm, .scratch = "x"}), "--scratch is not"},
      {suite, slurm("-x", "", ""), "--on slurm:"},
      {suite, slurm("a b", "", ""), "--on slurm:"},
      {suite, slurm("", "-x", ""), "--gres"},
      {suite, slurm("", "gpu 1", ""), "--gres"},
      {suite, slurm("", "gpu\n1", ""), "--gres"},
      {suite, slurm("", "", "-1"), "--time"},
      {suite, slurm("", "", "1:"), "--time"},
      {suite, slurm("", "", "1:2:3:4"), "--time"},
      {suite, slurm("", "", "two hours"), "--time"},
  };
  for (const auto& row : rows) {
    RunSpec spec = goodSpec(row.kind);
    row.change(spec);
    const auto checked = checkSpec(spec);
    if (row.text == nullptr) {
      QVERIFY(checked);
      continue;
    }
    QVERIFY2(!checked, row.text);
    QCOMPARE(checked.error().code, base::ErrorCode::BadArgument);
    QVERIFY2(qs(checked.error().text).contains(qs(row.text)), (checked.error().text + " | " + row.text).c_str());
    QVERIFY2(!checked.error().hint.empty(), row.text);
  }
}

void PlanTest::titles_data() {
  QTest::addColumn<QString>("title");
  QTest::addColumn<int>("number");
  QTest::newRow("all") << QStringLiteral("TorchCache torchbench training dynamic cuda, 3 repeats") << 0;
  QTest::newRow("models") << QStringLiteral("inductor_torchbench_training: llama, moco") << 1;
  QTest::newRow("many") << QStringLiteral("inductor_torchbench_training performance: 4 models") << 2;
  QTest::newRow("parts") << QStringLiteral("huggingface inference cpu, 5 repeats, 2 parts") << 3;
  QTest::newRow("command") << QStringLiteral("'{python}' bench.py '--out={output}'") << 4;
  QTest::newRow("own") << QStringLiteral("Mine") << 5;
}

void PlanTest::titles() {
  QFETCH(const QString, title);
  QFETCH(const int, number);
  RunSpec spec = goodSpec(number == 0 ? RunKind::TorchCache : number == 4 ? RunKind::Command : RunKind::Suite);
  if (number == 0) spec.dynamic = true, spec.repeats = 3;
  if (number == 1) spec.models = {"llama", "moco"};
  if (number == 2) spec.models = {"a", "b", "c", "d"}, spec.test = SuiteTest::Performance;
  if (number == 3) {
    spec.config.clear();
    spec.suite = "huggingface", spec.mode = configs::Mode::Inference, spec.device = "cpu", spec.repeats = 5;
    spec.partitions = 2;
  }
  if (number == 5) spec.title = "Mine";
  QCOMPARE(qs(titleOf(spec)), title);
  spec.title.clear();
  spec.models = {std::string(500, 'x') + "\n"};
  QVERIFY(titleOf(spec).size() < 130);
  QVERIFY(!qs(titleOf(spec)).contains(u'\n'));
}

void PlanTest::torchCacheData() {
  QCOMPARE(torchCacheSuites(), (std::vector<std::string>{"torchbench", "huggingface"}));
  QCOMPARE(torchCacheModels("torchbench"),
           (std::vector<std::string>{"nanogpt", "BERT_pytorch", "resnet50", "moco", "llama"}));
  QCOMPARE(torchCacheModels("huggingface"),
           (std::vector<std::string>{"AllenaiLongformerBase", "BertForMaskedLM", "GPT2ForSequenceClassification"}));
  QVERIFY(torchCacheModels("timm_models").empty());
  QVERIFY(!parseTorchCache("[[suite]]\nname = 'a'\n", "x.toml"));
  const auto bad =
      parseTorchCache("[[suite]]\nname = 'a'\nmodels = ['b']\n[arguments]\ncommon = ['x']\ntraining = 1\n", "x.toml");
  QVERIFY(!bad);
  QCOMPARE(qs(bad.error().file), QStringLiteral("x.toml"));
  QVERIFY(bad.error().line > 0);
}

void PlanTest::defaults() {
  RunSpec spec = goodSpec(RunKind::Suite);
  spec.config = "dynamic_cpu_inductor_huggingface_inference";
  QCOMPARE(qs(deviceOf(spec)), QStringLiteral("cpu"));
  QCOMPARE(qs(suiteOf(spec)), QStringLiteral("huggingface"));
  QCOMPARE(modeOf(spec), configs::Mode::Inference);
  spec.device = "cuda";
  QCOMPARE(qs(deviceOf(spec)), QStringLiteral("cuda"));
  const RunSpec cache = goodSpec(RunKind::TorchCache);
  QCOMPARE(qs(deviceOf(cache)), QStringLiteral("cuda"));
  QCOMPARE(qs(suiteOf(cache)), QStringLiteral("torchbench"));
  QCOMPARE(modeOf(cache), configs::Mode::Training);
}
