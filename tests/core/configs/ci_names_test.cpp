// SPDX-License-Identifier: GPL-3.0-or-later
// Names of jobs and artifacts, in the forms of SPEC 9.1 and as CI wrote them.
#include <QTest>

#include "core/configs/ci_names.h"
#include "tests/core/configs/names_test.h"

using namespace plumbline;
using namespace plumbline::configs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

QString described(const ShardName& shard) {
  return QStringLiteral("%1|%2|%3/%4|%5|%6|%7|%8")
      .arg(qs(shard.test), qs(shard.suite))
      .arg(shard.shard)
      .arg(shard.shards)
      .arg(qs(shard.machine), qs(shard.platform), qs(shard.written), qs(shard.jobId));
}

}  // namespace

void NamesTest::jobs_data() {
  QTest::addColumn<QString>("job");
  QTest::addColumn<QString>("shard");
  const auto row = [](const char* job, const char* shard) {
    QTest::newRow(job) << QString::fromLatin1(job) << QString::fromLatin1(shard);
  };
  row("linux-jammy-cpu-py3.9-gcc11-inductor / test (inductor_torchbench, 1, 2, linux.8xlarge.amx)",
      "inductor|torchbench|1/2|linux.8xlarge.amx||inductor_torchbench|");
  row("linux-jammy-cuda12.8-py3.10-gcc9-sm86 / test (dynamic_inductor_timm, 2, 2, linux.g5.4xlarge.nvidia.gpu)",
      "dynamic_inductor|timm_models|2/2|linux.g5.4xlarge.nvidia.gpu||dynamic_inductor_timm|");
  row("periodic-dynamo-benchmarks-test / test (cpu_inductor_freezing_avx2_huggingface, 1, 1, linux.10xlarge.avx2)",
      "cpu_inductor_freezing|huggingface|1/1|linux.10xlarge.avx2||cpu_inductor_freezing_avx2_huggingface|");
  row("rocm-periodic-dynamo-benchmarks-test / test (aot_eager_timm, 1, 2, linux.rocm.gpu.gfx950.1)",
      "aot_eager|timm_models|1/2|linux.rocm.gpu.gfx950.1|rocm|aot_eager_timm|");
  row("linux-jammy-ROCm6 / test (aot_eager_timm, 1, 2, linux.mi300.gpu)",
      "aot_eager|timm_models|1/2|linux.mi300.gpu|rocm|aot_eager_timm|");
  row("inductor-cuda13.0-py3.10 / test (inductor_timm, 1, 2, linux.g5.4xlarge.nvidia.gpu, unstable)",
      "inductor|timm_models|1/2|linux.g5.4xlarge.nvidia.gpu|cuda13|inductor_timm|");
  row("linux-noble-xpu-n-py3.10 / test (inductor_timm, 1, 2, linux.idc.xpu)",
      "inductor|timm_models|1/2|linux.idc.xpu|xpu|inductor_timm|");
  row("a / b / c / test (dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench, 1, 2, linux.24xl.spr-metal)",
      "dynamic_cpu_max_autotune_inductor_amp_freezing|torchbench|1/2|linux.24xl.spr-metal||"
      "dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench|");
  row("test (inductor_timm_dynamic, 1, 1, m)", "dynamic_inductor|timm_models|1/1|m||inductor_timm_dynamic|");
  row("  x /  test ( inductor_huggingface ,1,1 , m )", "inductor|huggingface|1/1|m||inductor_huggingface|");
  row("x / test (new_thing_timm_models, 3, 11, m, rerun_disabled_tests)",
      "new_thing|timm_models|3/11|m||new_thing_timm_models|");
}

void NamesTest::jobs() {
  QFETCH(const QString, job);
  QFETCH(const QString, shard);
  const auto read = shardOfJob(job.toStdString());
  QVERIFY2(read, read ? "" : read.error().text.c_str());
  QCOMPARE(described(*read), shard);
}

void NamesTest::noJobs_data() {
  QTest::addColumn<QString>("job");
  QTest::addColumn<bool>("isOther");  // a job that runs no benchmark, not a benchmark job that is named wrong
  QTest::addColumn<QString>("told");
  const auto row = [](const char* job, bool isOther, const char* told) {
    QTest::newRow(job) << QString::fromLatin1(job) << isOther << QString::fromLatin1(told);
  };
  row("", true, "no test job");
  row("ciflow_should_run", true, "no test job");
  row("generate-test-matrix", true, "no test job");
  row("get-label-type / runner-determinator", true, "runner-determinator");
  row("inductor-build / build", true, "holds \"build\"");
  row("unit-test / inductor-test / test (inductor_timm, 1, 2, linux.g5)", true, "holds \"unit-test\"");
  row("Lint / lint", true, "no test job");
  row("x / pytest", true, "no job of the form");
  row("x / test", true, "no job of the form");
  row("x / test (default, 1, 5, linux.2xlarge)", true, "runs no benchmark");
  row("x / test (inductor_avx2, 1, 2, linux.2xlarge.avx2)", true, "runs no benchmark");
  row("x / test (inductor_torchbench_smoketest_perf, 1, 1, linux.aws.a100)", true, "runs no benchmark");
  row("x / test (inductor_huggingface_unbacked_parity, 1, 1, linux.aws.h100)", true, "runs no benchmark");
  row("x / test ()", true, "runs no benchmark");
  row("x / test (inductor_timm)", false, "does not name config, shard");
  row("x / test (inductor_timm, 1, 2)", false, "does not name config, shard");
  row("x / test (inductor_timm, one, 2, m)", false, "The shard \"one\" of \"2\"");
  row("x / test (inductor_timm, 3, 2, m)", false, "The shard \"3\" of \"2\"");
  row("x / test (inductor_timm, 0, 2, m)", false, "cannot be");
  row("x / test (inductor_timm, 1, 99999999999, m)", false, "cannot be");
  row("x / test (inductor_timm, -1, 2, m)", false, "cannot be");
  row("x / test (inductor_timm, 1, 2, )", false, "no name of a machine");
  row("x / test (inductor_timm, 1, 2, m n)", false, "no name of a machine");
}

void NamesTest::noJobs() {
  QFETCH(const QString, job);
  QFETCH(const bool, isOther);
  QFETCH(const QString, told);
  const auto read = shardOfJob(job.toStdString());
  QVERIFY(!read);
  QCOMPARE(read.error().code, isOther ? base::ErrorCode::NotFound : base::ErrorCode::BadFormat);
  QVERIFY2(qs(read.error().text).contains(told), read.error().text.c_str());
}

void NamesTest::artifacts_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("shard");
  QTest::addColumn<QString>("again");  // what artifactName gives
  const auto row = [](const char* file, const char* shard, const char* again) {
    QTest::newRow(file) << QString::fromLatin1(file) << QString::fromLatin1(shard) << QString::fromLatin1(again);
  };
  row("test-reports-test-inductor_timm-1-2-linux.g5.4xlarge.nvidia.gpu_11883613183.zip",
      "inductor|timm_models|1/2|linux.g5.4xlarge.nvidia.gpu||inductor_timm|11883613183",
      "test-reports-test-inductor_timm-1-2-linux.g5.4xlarge.nvidia.gpu_11883613183.zip");
  row("test-reports-test-inductor_torchbench-1-2-linux.8xlarge.amx_48676215560",
      "inductor|torchbench|1/2|linux.8xlarge.amx||inductor_torchbench|48676215560",
      "test-reports-test-inductor_torchbench-1-2-linux.8xlarge.amx_48676215560.zip");
  row("a/b/test-reports-test-cpu_inductor_freezing_avx2_torchbench-2-2-linux.24xl.spr-metal_7.zip",
      "cpu_inductor_freezing|torchbench|2/2|linux.24xl.spr-metal||cpu_inductor_freezing_avx2_torchbench|7",
      "test-reports-test-cpu_inductor_freezing_avx2_torchbench-2-2-linux.24xl.spr-metal_7.zip");
  row("test-reports-runattempt2-test-dynamo_eager_timm-1-2-linux.rocm.gpu.gfx942.1_5.zip",
      "dynamo_eager|timm_models|1/2|linux.rocm.gpu.gfx942.1|rocm|dynamo_eager_timm|5",
      "test-reports-test-dynamo_eager_timm-1-2-linux.rocm.gpu.gfx942.1_5.zip");
  row("test-reports-test-inductor_timm-1-2-m_5 (1).ZIP", "inductor|timm_models|1/2|m||inductor_timm|5",
      "test-reports-test-inductor_timm-1-2-m_5.zip");
  row("test-reports-test-inductor_timm-1-2-m.zip", "inductor|timm_models|1/2|m||inductor_timm|",
      "test-reports-test-inductor_timm-1-2-m.zip");
  row("test-reports-test-inductor_timm_perf_compare-1-1-linux.aws.a100_9.zip",
      "inductor_perf_compare|timm_models|1/1|linux.aws.a100||inductor_timm_perf_compare|9",
      "test-reports-test-inductor_timm_perf_compare-1-1-linux.aws.a100_9.zip");
}

void NamesTest::artifacts() {
  QFETCH(const QString, file);
  QFETCH(const QString, shard);
  QFETCH(const QString, again);
  const auto read = shardOfArtifact(file.toStdString());
  QVERIFY2(read, read ? "" : read.error().text.c_str());
  QCOMPARE(described(*read), shard);
  QCOMPARE(qs(artifactName(*read)), again);
  const auto second = shardOfArtifact(again.toStdString());
  QVERIFY(second);
  QVERIFY(*second == *read);
}

void NamesTest::noArtifacts_data() {
  QTest::addColumn<QString>("file");
  for (const char* file :
       {"", ".zip", "test-reports-", "test-reports-test-", "test-reports-test-inductor_timm.zip", "usage-log-test-inductor_timm-1-2-m_5.zip",
        "test-reports-build-inductor_timm-1-2-m_5.zip", "test-reports-test-default-1-2-m_5.zip",
        "test-reports-test-inductor_timm-1-m_5.zip", "test-reports-test-inductor_timm-2-1-m_5.zip",
        "test-reports-test-inductor_timm-0-1-m_5.zip", "test-reports-test-inductor_timm-1-2.zip",
        "test-reports-test-inductor_timm-1-2-.zip", "test-reports-test-inductor_timm-1-2-_5.zip",
        "test-reports-test-inductor_timm-1-2-m n_5.zip", "test-reports-test-inductor_timm-99999999999-99999999999-m_5.zip"})
    QTest::newRow(file) << QString::fromLatin1(file);
}

void NamesTest::noArtifacts() {
  QFETCH(const QString, file);
  const auto read = shardOfArtifact(file.toStdString());
  QVERIFY(!read);
  QVERIFY(!read.error().text.empty());
}

void NamesTest::artifactNames() {
  // From the job and its id to the zip, as the updater builds it (SPEC 9.1).
  auto shard = shardOfJob("linux-jammy-cpu-py3.9-gcc11-inductor / test (inductor_timm, 1, 2, linux.8xlarge.amx)");
  QVERIFY(shard);
  shard->jobId = "48676215560";
  const QString wanted = QStringLiteral("test-reports-test-inductor_timm-1-2-linux.8xlarge.amx_48676215560.zip");
  QCOMPARE(qs(artifactName(*shard)), wanted);
  QCOMPARE(qs(artifactName(*shard, "timm")), wanted);
  shard->written.clear();
  QCOMPARE(qs(artifactName(*shard)), wanted);
  QCOMPARE(qs(artifactName(*shard, "timm_models")),
           QStringLiteral("test-reports-test-inductor_timm_models-1-2-linux.8xlarge.amx_48676215560.zip"));
}

void NamesTest::sideFiles() {
  for (const char* name : {"training_torchbench_graph_breaks.csv", "a/b/training_torchbench_graph_breaks_deduped.csv",
                           "inference_timm_models_compilation_metrics.csv", "inductor_graph_breaks.CSV"})
    QVERIFY2(isSideFile(name), name);
  for (const char* name : {"training_torchbench.csv", "graph_breaks.csv", "x_graph_breaks.csv/training_torchbench.csv", ""})
    QVERIFY2(!isSideFile(name), name);
}
