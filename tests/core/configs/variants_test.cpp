// SPDX-License-Identifier: GPL-3.0-or-later
// Siblings of a config, and the commands that reproduce one of its models.
#include <QTest>

#include "core/configs/config.h"
#include "core/configs/reproduce.h"
#include "tests/core/configs/names_test.h"

using namespace plumbline;
using namespace plumbline::configs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

Config named(const char* name) {
  const auto config = configOfName(name);
  return config ? *config : Config{};
}

}  // namespace

void NamesTest::siblings() {
  const char* const names[] = {"inductor_torchbench_training",
                               "rocm/dynamic_inductor_torchbench_training",
                               "dynamic_inductor_torchbench_training",
                               "inductor_torchbench_inference",
                               "rocm/inductor_torchbench_training",
                               "cpu_inductor_torchbench_inference",
                               "cpu_inductor_amp_freezing_torchbench_inference",
                               "dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference",
                               "xpu/inductor_torchbench_training.amp_bf16",
                               "inductor_timm_training",             // another suite
                               "aot_eager_torchbench_training",      // another backend
                               "aot_inductor_torchbench_inference",  // another family
                               "inductor_with_cudagraphs_torchbench_training.amp"};
  std::vector<Config> all;
  for (const char* name : names) all.push_back(named(name));
  QStringList found;
  for (const Sibling& sibling : siblingsOf(all.front(), all)) {
    QCOMPARE(sibling.config, all.at(sibling.index));
    found << QStringLiteral("%1 %2: %3").arg(sibling.distance).arg(qs(configName(sibling.config)), qs(sibling.words));
  }
  const QStringList wanted = {
      QStringLiteral("1 dynamic_inductor_torchbench_training: dynamic"),
      QStringLiteral("1 inductor_torchbench_inference: inference"),
      QStringLiteral("1 rocm/inductor_torchbench_training: ROCm"),
      QStringLiteral("2 cpu_inductor_torchbench_inference: CPU, inference"),
      QStringLiteral("2 rocm/dynamic_inductor_torchbench_training: ROCm, dynamic"),
      QStringLiteral("2 xpu/inductor_torchbench_training.amp_bf16: XPU, amp_bf16"),
      QStringLiteral("4 cpu_inductor_amp_freezing_torchbench_inference: CPU, inference, freezing, amp"),
      QStringLiteral("6 dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference: "
                     "CPU, dynamic, inference, max autotune, freezing, amp")};
  QCOMPARE(found, wanted);
}

void NamesTest::siblingsOfOthers() {
  const Config frozen = named("dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference");
  const std::vector<Sibling> back = siblingsOf(frozen, {named("inductor_torchbench_training")});
  QCOMPARE(back.size(), std::size_t{1});
  QCOMPARE(qs(back[0].words), QStringLiteral("CUDA, static, training, no max autotune, no freezing, no amp"));
  QVERIFY(siblingsOf(frozen, {}).empty());
  QVERIFY(siblingsOf(frozen, {frozen, frozen}).empty());
  QVERIFY(siblingsOf(Config{}, {frozen, Config{}}).empty());
  // Unknown backends are siblings of themselves alone.
  const Config strange = named("strange_torchbench_training"), other = named("odd_torchbench_training");
  QVERIFY(siblingsOf(strange, {other}).empty());
  QCOMPARE(siblingsOf(strange, {named("dynamic_strange_torchbench_training")}).size(), std::size_t{1});
}

void NamesTest::reproduces_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("command");
  const auto row = [](const char* name, const char* script, const char* flags, const char* output) {
    QTest::newRow(name) << QString::fromLatin1(name)
                        << QStringLiteral("python benchmarks/dynamo/%1 --ci %2 --only hf_Bert --output-directory . "
                                          "--output %3")
                               .arg(QString::fromLatin1(script), QString::fromLatin1(flags), QString::fromLatin1(output));
  };
  row("inductor_torchbench_training", "torchbench.py",
      "--accuracy --timing --explain --print-compilation-time --inductor --device cuda --training --amp",
      "inductor_torchbench_training__local.csv");
  row("dynamic_inductor_timm_inference", "timm_models.py",
      "--accuracy --timing --explain --print-compilation-time --inductor --dynamic-shapes --dynamic-batch-only "
      "--device cuda --inference --bfloat16",
      "dynamic_inductor_timm_inference__local.csv");
  row("cpu_inductor_torchbench_inference", "torchbench.py",
      "--accuracy --timing --explain --print-compilation-time --inductor --device cpu --inference --float32",
      "cpu_inductor_torchbench_inference__local.csv");
  row("cpu_aot_inductor_amp_freezing_huggingface_inference", "huggingface.py",
      "--accuracy --timing --explain --print-compilation-time --export-aot-inductor --device cpu --inference --amp "
      "--freezing",
      "cpu_aot_inductor_amp_freezing_huggingface_inference__local.csv");
  row("dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference", "torchbench.py",
      "--accuracy --timing --explain --print-compilation-time --inductor --inductor-compile-mode max-autotune "
      "--dynamic-shapes --dynamic-batch-only --device cpu --inference --amp --freezing",
      "dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference__local.csv");
  row("rocm/dynamo_eager_torchbench_training", "torchbench.py",
      "--accuracy --timing --explain --print-compilation-time --backend eager --device cuda --training --amp",
      "dynamo_eager_torchbench_training__rocm__local.csv");
  row("aot_eager_torchbench_inference", "torchbench.py",
      "--accuracy --timing --explain --print-compilation-time --backend aot_eager --device cuda --inference --bfloat16",
      "aot_eager_torchbench_inference__local.csv");
  row("xpu/inductor_timm_training.amp_bf16", "timm_models.py",
      "--accuracy --timing --explain --print-compilation-time --inductor --device xpu --training --amp --amp-dtype "
      "bfloat16",
      "inductor_timm_training.amp_bf16__xpu__local.csv");
  row("inductor_performance_torchbench_training.amp", "torchbench.py",
      "--performance --timing --explain --print-compilation-time --inductor --device cuda --training --amp",
      "inductor_performance_torchbench_training.amp__local.csv");
}

void NamesTest::reproduces() {
  QFETCH(const QString, name);
  QFETCH(const QString, command);
  const Config config = named(name.toUtf8().constData());
  QCOMPARE(qs(reproduceCommand(config, "hf_Bert")), command);
  QStringList words;
  for (const std::string& word : reproduceArguments(config, "hf_Bert")) words << qs(word);
  QCOMPARE(words.join(u' '), command);
}

void NamesTest::checks_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("expected");  // the baseline; "" when nothing is checked
  QTest::newRow("cuda") << QStringLiteral("dynamic_inductor_timm_training")
                        << QStringLiteral("dynamic_inductor_timm_training.csv");
  QTest::newRow("rocm") << QStringLiteral("rocm/inductor_timm_inference")
                        << QStringLiteral("rocm/inductor_timm_inference.csv");
  QTest::newRow("xpu") << QStringLiteral("xpu/inductor_timm_training.amp") << QString();
  QTest::newRow("dashboard") << QStringLiteral("inductor_no_cudagraphs_timm_training.amp") << QString();
}

void NamesTest::checks() {
  QFETCH(const QString, name);
  QFETCH(const QString, expected);
  const Config config = named(name.toUtf8().constData());
  const std::vector<std::string> lines = checkCommands(config);
  if (expected.isEmpty()) {
    QVERIFY(lines.empty());
    return;
  }
  QCOMPARE(lines.size(), std::size_t{2});
  const std::vector<std::string> words = reproduceArguments(config, "m");
  const QString actual = qs(words.back());
  QCOMPARE(qs(lines[0]), QStringLiteral("python benchmarks/dynamo/check_accuracy.py --actual %1 --expected "
                                        "benchmarks/dynamo/ci_expected_accuracy/%2")
                             .arg(actual, expected));
  QCOMPARE(qs(lines[1]), QString(qs(lines[0])).replace(QStringLiteral("accuracy.py"), QStringLiteral("graph_breaks.py")));
}

void NamesTest::needs() {
  QCOMPARE(qs(reproduceNeeds(named("rocm/inductor_torchbench_training"))),
           QStringLiteral("This needs a PyTorch built for ROCm."));
  QVERIFY(reproduceNeeds(named("inductor_torchbench_training")).empty());
  QVERIFY(reproduceNeeds(named("mi400/inductor_torchbench_training")).empty());
}

void NamesTest::quotes() {
  const Config config = named("inductor_huggingface_training");
  QVERIFY(qs(reproduceCommand(config, "Qwen/Qwen3-0.6B")).contains(QStringLiteral(" --only Qwen/Qwen3-0.6B ")));
  QVERIFY(qs(reproduceCommand(config, "a b")).contains(QStringLiteral(" --only 'a b' ")));
  QVERIFY(qs(reproduceCommand(config, "it's $(rm) `x`;&")).contains(QStringLiteral(" --only 'it'\\''s $(rm) `x`;&' ")));
  QVERIFY(qs(reproduceCommand(config, "")).contains(QStringLiteral(" --only '' ")));
  QVERIFY(qs(reproduceCommand(config, "~user")).contains(QStringLiteral(" --only '~user' ")));
}
