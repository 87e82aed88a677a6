// SPDX-License-Identifier: GPL-3.0-or-later
// A commit on disk for the tests of overview and model page: baselines and runs in a temporary folder, opened and judged
// as the program does it.
//
//   CommitFolder folder;
//   folder.baseline("inductor_torchbench_training", "llama,pass,7\n");
//   folder.run("inductor_torchbench_training", "llama,pass,8\n");
//   session::CommitSnapshotPtr snapshot = folder.open();
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "core/overview/open_commit.h"
#include "core/session/commit_session.h"

namespace plumbline::testing {

class CommitFolder {
 public:
  CommitFolder() { QDir(m_dir.path()).mkpath(QStringLiteral("pytorch/.git")); }  // a first flaky.toml goes to its root

  static QByteArray csv(const QByteArray& rows) { return "name,accuracy,graph_breaks\n" + rows; }
  /// spaced lays rows out as PyTorch's baselines are: three empty lines between two of them.
  static QByteArray spaced(QByteArray rows) {
    rows.replace("\n", "\n\n\n\n");
    while (rows.endsWith("\n\n")) rows.chop(1);
    return rows;
  }

  void baseline(const QByteArray& config, const QByteArray& rows) { write(baselineName(config), spaced(csv(rows))); }
  void run(const QByteArray& config, const QByteArray& rows) { write("run/" + config + ".csv", csv(rows)); }
  /// shard writes one part of a config's training run, as CI's artifacts are called.
  void shard(const QByteArray& testAndSuite, int number, int of, const QByteArray& suite, const QByteArray& rows) {
    write("run/test-reports-test-" + testAndSuite + '-' + QByteArray::number(number) + '-' + QByteArray::number(of) +
              "-linux.g5.4xlarge.nvidia.gpu_4451" + QByteArray::number(number) + "/training_" + suite + ".csv",
          csv(rows));
  }

  static QByteArray baselineName(const QByteArray& config) {
    return "pytorch/benchmarks/dynamo/ci_expected_accuracy/" + config + ".csv";
  }
  QString path(const QByteArray& name) const { return m_dir.filePath(QString::fromUtf8(name)); }
  void write(const QByteArray& name, const QByteArray& bytes) const {
    const QString whole = path(name);
    QDir().mkpath(QFileInfo(whole).path());
    QFile file(whole);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write %s", qPrintable(whole));
  }
  QByteArray read(const QByteArray& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  session::CommitSnapshotPtr open() const { return openPaths(path("run").toStdString(), path("pytorch").toStdString()); }

  static session::CommitSnapshotPtr openPaths(const std::string& run, const std::string& tree) {
    auto made = overview::openCommit({.paths = {{run}, {tree, sources::Role::Expected}}});
    if (!made.isValue()) qFatal("cannot open: %s", made.isError() ? made.error().text.c_str() : "cancelled");
    auto snapshot = std::make_shared<session::CommitSnapshot>();
    snapshot->view = made.value();
    snapshot->groups = overview::groupsOf(*snapshot->view);
    return snapshot;
  }

 private:
  QTemporaryDir m_dir;
};

inline const QList<QByteArray>& decoderConfigs() {
  static const QList<QByteArray> names{
      "inductor_huggingface_training",         "inductor_huggingface_inference",
      "dynamic_inductor_huggingface_training", "dynamic_inductor_huggingface_inference",
      "rocm/inductor_huggingface_training",    "rocm/inductor_huggingface_inference"};
  return names;
}

/// fillRelease makes a commit like the one of pytorch#186612: a new release of a library moves the graph breaks of five
/// decoder models by one, static, dynamic and on ROCm, among the ordinary noise of a day.
inline void fillRelease(CommitFolder& folder) {
  const QByteArray quiet = "BertForMaskedLM,pass,0\nGPT2ForSequenceClassification,pass,6\nT5Small,pass,5\nXLNetLMHeadModel,pass,5\n";
  const QByteArray before = "BartForCausalLM,pass,6\nBlenderbotForCausalLM,pass,8\nMBartForCausalLM,pass,6\nOPTForCausalLM,pass,8\n"
                            "PLBartForCausalLM,pass,6\n";
  const QByteArray after = "BartForCausalLM,pass,7\nBlenderbotForCausalLM,pass,9\nMBartForCausalLM,pass,7\nOPTForCausalLM,pass,9\n"
                           "PLBartForCausalLM,pass,7\n";
  for (const QByteArray& config : decoderConfigs()) {
    folder.baseline(config, before + quiet);
    folder.run(config, after + quiet);
  }
  const QByteArray bench = "alexnet,pass,0\nhf_Reformer,fail_accuracy,25\nllama,pass,0\nmoco,pass,11\nnanogpt,pass,7\nresnet50,pass,0\n"
                           "sam,pass,3\nyolov3,pass,8\n";
  for (const QByteArray config : {"inductor_torchbench_training", "aot_eager_torchbench_training", "rocm/inductor_torchbench_training"}) {
    folder.baseline(config, bench);
    folder.run(config,
               "alexnet,pass,0\nhf_Reformer,pass,25\nllama,pass,0\nmoco,fail_to_run,0\nnanogpt,pass,6\nresnet50,pass,0\n"
               "sam,fail_to_run,0\nyolov3,pass,11\ntorchrec_dlrm,pass,2\n");
  }
  folder.baseline("cpu_inductor_torchbench_inference", bench + "soft_actor_critic,pass,0\n");
  folder.run("cpu_inductor_torchbench_inference", bench);  // soft_actor_critic is lost
  folder.baseline("dynamic_inductor_timm_training", "adv_inception_v3,pass,6\nconvnext_base,pass,7\ngernet_l,pass,6\nlevit_128,pass,7\n");
  folder.shard("dynamic_inductor_timm", 1, 2, "timm_models", "adv_inception_v3,pass,6\nconvnext_base,pass,7\n");
  folder.baseline("inductor_timm_inference", "gernet_l,pass,6\n");  // not run by either
}

}  // namespace plumbline::testing
