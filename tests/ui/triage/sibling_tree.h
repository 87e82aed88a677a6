// SPDX-License-Identifier: GPL-3.0-or-later
// A tree of baselines on disk in which several configs moved alike, for pictures: the pair is the CUDA one.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "core/overview/open_commit.h"
#include "core/session/session.h"

namespace plumbline::testing {

class SiblingTree {
 public:
  SiblingTree() {
    using namespace Qt::StringLiterals;
    const QByteArray names = "alexnet basic_gnn_gcn dcgan demucs densenet121 hf_Albert hf_Bart hf_Bert hf_GPT2 hf_T5 llama moco "
                             "nanogpt opacus_cifar10 pyhpc_isoneutral_mixing resnet18 resnet50 speech_transformer squeezenet1_1 yolov3";
    int number = 0;
    const QStringList configs{kPair,
                              u"dynamic_inductor_torchbench_training.csv"_s,
                              u"inductor_torchbench_inference.csv"_s,
                              u"dynamic_inductor_torchbench_inference.csv"_s,
                              u"max_autotune_inductor_torchbench_inference.csv"_s,
                              u"cpu_inductor_torchbench_inference.csv"_s,
                              u"cpu_inductor_amp_freezing_torchbench_inference.csv"_s,
                              u"rocm/inductor_torchbench_training.csv"_s,
                              u"rocm/dynamic_inductor_torchbench_training.csv"_s,
                              u"rocm/inductor_torchbench_inference.csv"_s,
                              u"cu124/inductor_torchbench_training.csv"_s};
    for (const QString& config : configs) {
      QByteArray before = "name,accuracy,graph_breaks\n";
      QByteArray after = before;
      int row = 0;
      for (const QByteArray& name : names.split(' ')) {
        const bool moves = row % 4 == 1;
        before += "\n\n\n" + name + ",pass," + QByteArray::number(row) + "\n";
        const int now = !moves ? row : number % 4 == 2 ? row - (row > 1 ? 2 : 0) : row - 1;
        after += name + ",pass," + QByteArray::number(now) + "\n";
        ++row;
      }
      write(u"tree/ci_expected_accuracy/"_s + config, before);
      if (number % 5 != 3) write(u"runs/"_s + config, after);
      ++number;
    }
    auto made = overview::openCommit({.paths = {{path(u"tree"_s), sources::Role::Expected}, {path(u"runs"_s), sources::Role::Actual}}});
    if (!made.isValue()) qFatal("cannot open the tree");
    m_view = made.value();
  }

  overview::CommitPtr view() const { return m_view; }
  session::SnapshotPtr pair() const {
    using namespace Qt::StringLiterals;
    auto made = session::loadPair({.actualPath = path(u"runs/"_s + kPair),
                                   .expectedPath = path(u"tree/ci_expected_accuracy/"_s + kPair),
                                   .ruleId = {},
                                   .sha = {}},
                                  {});
    if (!made.isValue()) qFatal("cannot open the pair");
    return made.value();
  }

 private:
  inline static const QString kPair = QStringLiteral("inductor_torchbench_training.csv");
  std::string path(const QString& name) const { return m_folder.filePath(name).toStdString(); }
  void write(const QString& name, const QByteArray& bytes) const {
    const QString whole = m_folder.filePath(name);
    QDir().mkpath(whole.section(QChar(u'/'), 0, -2));
    QFile file(whole);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
  }

  QTemporaryDir m_folder;
  overview::CommitPtr m_view;
};

}  // namespace plumbline::testing
