// SPDX-License-Identifier: GPL-3.0-or-later
// What the whole path of a result says: the layouts of CI, of downloads, of people.
#include <QDir>
#include <QDirIterator>
#include <QTest>

#include "core/configs/ci_names.h"
#include "tests/core/configs/names_test.h"

using namespace plumbline;
using namespace plumbline::configs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

/// described writes only what is known: "NAME 1/2 attempt=2 job=345 run=18201 machine=m commit=0123".
QString described(const Identity& id) {
  QString text = qs(configName(id.config));
  if (id.shard > 0 || id.shards > 0) text += QStringLiteral(" %1/%2").arg(id.shard).arg(id.shards);
  if (id.attempt > 0) text += QStringLiteral(" attempt=%1").arg(id.attempt);
  if (!id.jobId.empty()) text += QStringLiteral(" job=") + qs(id.jobId);
  if (!id.workflowId.empty()) text += QStringLiteral(" run=") + qs(id.workflowId);
  if (!id.machine.empty()) text += QStringLiteral(" machine=") + qs(id.machine);
  if (!id.commit.empty()) text += QStringLiteral(" commit=") + qs(id.commit).left(4);
  return text;
}

}  // namespace

void NamesTest::identities_data() {
  QTest::addColumn<QString>("origin");
  QTest::addColumn<QString>("identity");
  const auto row = [](const char* title, const std::string& origin, const char* identity) {
    QTest::newRow(title) << qs(origin) << QString::fromLatin1(identity);
  };
  const std::string sha = "0123456789abcdef0123456789ABCDEF01234567";
  const std::string zip = "test-reports-test-inductor_torchbench-1-2-linux.g5.4xlarge.nvidia.gpu_345";
  row("cache, CUDA layout", sha + "/18201/2/" + zip + ".zip!test/test-reports/training_torchbench.csv",
      "inductor_torchbench_training 1/2 attempt=2 job=345 run=18201 machine=linux.g5.4xlarge.nvidia.gpu commit=0123");
  row("cache, ROCm layout",
      sha + "/18201/1/test-reports-test-inductor_timm-2-2-linux.rocm.gpu.gfx942.1_346.zip!test-reports/"
                           "inference_timm_models.csv",
      "rocm/inductor_timm_inference 2/2 attempt=1 job=346 run=18201 machine=linux.rocm.gpu.gfx942.1 commit=0123");
  row("unzipped", "down/" + zip + "/test/test-reports/inference_torchbench.csv",
      "inductor_torchbench_inference 1/2 job=345 machine=linux.g5.4xlarge.nvidia.gpu");
  row("S3 layout", "pytorch/pytorch/17154115801/3/artifact/" + zip + ".zip!test/test-reports/training_torchbench.csv",
      "inductor_torchbench_training 1/2 attempt=3 job=345 run=17154115801 machine=linux.g5.4xlarge.nvidia.gpu");
  row("attempt in the artifact's name",
      "test-reports-runattempt4-test-aot_eager_huggingface-1-1-linux.rocm.gpu_8.zip!test-reports/"
                     "training_huggingface.csv",
      "rocm/aot_eager_huggingface_training 1/1 attempt=4 job=8 machine=linux.rocm.gpu");
  row("attempt in a folder", "run/attempt2/" + zip + ".zip!test/test-reports/training_torchbench.csv",
      "inductor_torchbench_training 1/2 attempt=2 job=345 machine=linux.g5.4xlarge.nvidia.gpu");
  row("numbers above a zip that are no run", "2024/7/" + zip + ".zip!test/test-reports/training_torchbench.csv",
      "inductor_torchbench_training 1/2 job=345 machine=linux.g5.4xlarge.nvidia.gpu");
  row("zip sorted into rocm/", "rocm/test-reports-test-inductor_timm-1-2-linux.mi300_9.zip!test-reports/training_timm_models.csv",
      "rocm/inductor_timm_training 1/2 job=9 machine=linux.mi300");
  row("a machine outweighs a word in a folder", "rocm-triage/" + zip + ".zip!test/test-reports/training_torchbench.csv",
      "inductor_torchbench_training 1/2 job=345 machine=linux.g5.4xlarge.nvidia.gpu");
  row("shortened artifact", "x/inductor_timm-1-2/training_timm_models.csv", "inductor_timm_training 1/2");
  row("folder with the config", "x/dynamic_inductor_torchbench/training_torchbench.csv",
      "dynamic_inductor_torchbench_training");
  row("folder with the config, timm", "x/dynamic_inductor_timm/training_timm_models.csv",
      "dynamic_inductor_timm_training");
  row("folder with the backend alone", "x/cpu_inductor_amp_freezing/inference_timm_models.csv",
      "cpu_inductor_amp_freezing_timm_inference");
  row("avx folder", "x/cpu_inductor_freezing_avx512/inference_timm_models.csv",
      "cpu_inductor_freezing_timm_inference");
  row("platform, attempt and shard in folders",
      "runs/rocm/dynamic_inductor/attempt2/shard-1-of-4/training_huggingface.csv",
      "rocm/dynamic_inductor_huggingface_training 1/4 attempt=2");
  row("job's build folder", "linux-jammy-rocm-py3.10-mi355/inductor/training_huggingface.csv",
      "rocm/inductor_huggingface_training");
  row("CUDA 13 is held against CUDA's baselines",
      "linux-jammy-cuda13.0-py3.10/inductor/training_huggingface.csv", "inductor_huggingface_training");
  row("a person called rocm", "/home/rocm/runs/inductor/training_huggingface.csv",
      "inductor_huggingface_training");
  row("perf_compare", "test-reports-test-inductor_huggingface_perf_compare-1-1-linux.aws.a100_9.zip!test/"
                                     "test-reports/training_huggingface.csv",
      "inductor_perf_compare_huggingface_training 1/1 job=9 machine=linux.aws.a100");
  row("baseline's name", "run/inductor_torchbench_training.csv", "inductor_torchbench_training");
  row("baseline's name with more", "actual/cpu_inductor_torchbench_inference__ROCm-ee04104d.csv",
      "cpu_inductor_torchbench_inference");
  row("shard behind a baseline's name", "inductor_torchbench_training__shard2of4__attempt3.csv",
      "inductor_torchbench_training 2/4 attempt=3");
  row("baseline's name in an artifact",
      "test-reports-test-inductor_timm-1-2-linux.rocm.gpu_9.zip!inductor_timm_training.csv",
      "rocm/inductor_timm_training 1/2 job=9 machine=linux.rocm.gpu");
  row("second download", "inductor_torchbench_training (1).csv", "inductor_torchbench_training");
  row("our own reproduction", "inductor_torchbench_training__rocm__local.csv",
      "rocm/inductor_torchbench_training");
  row("our own reproduction, XPU", "inductor_timm_training.amp_bf16__xpu__local.csv",
      "xpu/inductor_timm_training.amp_bf16");
  row("commit in a folder", "run-" + sha + "/inductor_torchbench_training.csv",
      "inductor_torchbench_training commit=0123");
  row("no commit: a letter more", "x" + sha + "/inductor_torchbench_training.csv",
      "inductor_torchbench_training");
  row("dashboard", "r/inductor_with_cudagraphs_huggingface_amp_training_cuda_accuracy.csv",
      "inductor_with_cudagraphs_huggingface_training.amp");
  row("dashboard, performance", "r/inductor_no_cudagraphs_timm_models_bfloat16_inference_cuda_performance.csv",
      "inductor_no_cudagraphs_performance_timm_inference.bfloat16");
  row("dashboard, CPU", "inductor_max_autotune_torchbench_float32_inference_cpu_accuracy.csv",
      "cpu_inductor_max_autotune_torchbench_inference.float32");
  row("dashboard, ROCm", "rocm/inductor_dynamic_torchbench_amp_training_cuda_accuracy.csv",
      "rocm/inductor_dynamic_torchbench_training.amp");
  row("dashboard, ROCm as device", "inductor_dynamic_torchbench_amp_training_rocm_accuracy.csv",
      "rocm/inductor_dynamic_torchbench_training.amp");
  row("XPU run", "inductor_log/torchbench/amp_bf16/inductor_torchbench_amp_bf16_training_xpu_accuracy.csv",
      "xpu/inductor_torchbench_training.amp_bf16");
  row("XPU run on LTS", "xpu/lts/inductor_timm_models_float32_inference_xpu_accuracy.csv",
      "xpu_lts/inductor_timm_inference.float32");
  row("JSON beside the CSV", "a/" + zip + ".zip!test/test-reports/training_torchbench.json",
      "inductor_torchbench_training 1/2 job=345 machine=linux.g5.4xlarge.nvidia.gpu");
}

void NamesTest::identities() {
  QFETCH(const QString, origin);
  QFETCH(const QString, identity);
  const auto id = identityOf(origin.toStdString());
  QVERIFY2(id, id ? "" : id.error().text.c_str());
  QCOMPARE(described(*id), identity);
}

void NamesTest::unnamed_data() {
  QTest::addColumn<QString>("origin");
  QTest::addColumn<QString>("told");
  const auto row = [](const char* origin, const char* told) {
    QTest::newRow(*origin != '\0' ? origin : "nothing") << QString::fromLatin1(origin) << QString::fromLatin1(told);
  };
  row("", "neither config nor suite nor mode");
  row("/", "neither config nor suite nor mode");
  row("!", "neither config nor suite nor mode");
  row(".csv", "neither config nor suite nor mode");
  row("llama_baseline.csv", "does not say whether this is training or inference");
  row("export-status.csv", "neither config nor suite nor mode");
  row("test-reports/training_torchbench.csv", "not which config ran");
  row("inductor_torchbench/training_newsuite.csv", "No suite that is known is called \"newsuite\"");
  row("test-reports-test-inductor_timm-1-2-m_5.zip!test/test-reports/training_torchbench.csv",
      "is of the suite torchbench, but lies in an artifact of timm_models");
  row("inductor_training_smoketest_BERT_pytorch.csv", "smoke test");
  row("x/pr_time_benchmarks_results.csv", "instruction counts");
  row("cachebench_torchbench_training.csv", "cachebench");
  row("expected_ci_perf_inductor_torchbench.csv", "memory check");
  row("expected_ci_speedup_inductor_torchbench_cpu.csv", "speed-up targets");
  row("inductor_distributed_inference.csv", "names none of the suites");
  row("a/training_torchbench_graph_breaks.csv", "writes this file beside its result");
  row("cpu_fp32_torchbench_accuracy.csv", "looks like a file of the dashboard");
  row("accuracy.csv", "looks like a file of the dashboard");
  row("inductor_torchbench_amp_training_abacus_accuracy.csv", "the device \"abacus\" is unknown");
  row("torchbench_amp_training_cuda_accuracy.csv", "no suite that is known stands between");
  row("training.csv", "does not say whether");
  row("ci_expected_accuracy/a b/inductor_torchbench_training.csv", "cannot be the folder");
}

void NamesTest::unnamed() {
  QFETCH(const QString, origin);
  QFETCH(const QString, told);
  const auto id = identityOf(origin.toStdString());
  QVERIFY2(!id, id ? configName(id->config).c_str() : "");
  QCOMPARE(id.error().code, base::ErrorCode::BadFormat);
  QVERIFY2(qs(id.error().text).contains(told), id.error().text.c_str());
  QVERIFY(id.error().text.ends_with('.'));
}

void NamesTest::realResults() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  const QDir data((given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) +
                  QStringLiteral("/data/pytorch"));
  if (!data.exists()) QSKIP("The folder ../shared/data is not there; names of real files are not read.");
  int files = 0;
  QDirIterator walk(data.filePath(QStringLiteral("actual")), {QStringLiteral("*.csv")}, QDir::Files,
                    QDirIterator::Subdirectories);
  while (walk.hasNext()) {
    const QString path = walk.next();
    const auto id = identityOf(path.toStdString());
    QVERIFY2(id, qPrintable(path));
    // Beside it lies the baseline of the same name.
    QVERIFY2(data.exists(QStringLiteral("expected/") + qs(baselineFile(id->config))), qPrintable(path));
    ++files;
  }
  QVERIFY(files >= 14);
}
