// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the files of a commit on disk, baselines and results of many configs, and opens them as the program does.
//
//   CommitMaker maker;
//   maker.baseline(u"inductor_torchbench_training.csv"_s, "name,accuracy,graph_breaks\nllama,pass,7\n");
//   maker.result(u"test-reports-test-inductor_torchbench-1-2-linux.gpu_34/training_torchbench.csv"_s, rows);
//   session::CommitSnapshotPtr snapshot = maker.open();
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "core/overview/open_commit.h"
#include "core/session/commit_session.h"

namespace plumbline::testing {

using namespace Qt::StringLiterals;

class CommitMaker {
 public:
  static constexpr auto kHeader = "name,accuracy,graph_breaks\n";

  QString path(const QString& name) const { return m_folder.filePath(name); }
  void write(const QString& name, const QByteArray& bytes) const {
    const QString whole = path(name);
    QDir().mkpath(whole.section(u'/', 0, -2));
    QFile file(whole);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write %s", qPrintable(whole));
  }
  void baseline(const QString& name, const QByteArray& bytes) const { write(u"tree/ci_expected_accuracy/"_s + name, bytes); }
  void result(const QString& name, const QByteArray& bytes) const { write(u"runs/12345678/1/"_s + name, bytes); }

  /// rows of `count` models that pass, model_000 onwards; those in `other` have another text behind the name.
  static QByteArray rows(int from, int count, const QMap<int, QByteArray>& other = {}) {
    QByteArray text = kHeader;
    for (int i = from; i < from + count; ++i)
      text += "model_" + QByteArray::number(i).rightJustified(3, '0') + "," + other.value(i, "pass,4") + "\n";
    return text;
  }

  /// open reads everything written so far and judges it.
  session::CommitSnapshotPtr open() const {
    auto snapshot = std::make_shared<session::CommitSnapshot>();
    std::vector<sources::SourcePath> paths;
    if (QDir(path(u"runs"_s)).exists()) paths.push_back({path(u"runs"_s).toStdString(), sources::Role::Actual});
    if (QDir(path(u"tree"_s)).exists()) paths.push_back({path(u"tree"_s).toStdString(), sources::Role::Expected});
    auto view = overview::openCommit({.paths = paths});
    if (!view.isValue()) qFatal("cannot open: %s", view.isError() ? view.error().text.c_str() : "cancelled");
    snapshot->view = view.value();
    snapshot->groups = overview::groupsOf(*snapshot->view);
    return snapshot;
  }

 private:
  QTemporaryDir m_folder;
};

/// bigCommit writes 3 suites x 2 modes over some twenty backends, with failures of every kind here and there.
inline void bigCommit(const CommitMaker& maker) {
  const QStringList suites{u"huggingface"_s, u"timm"_s, u"torchbench"_s};
  const QStringList canonical{u"huggingface"_s, u"timm_models"_s, u"torchbench"_s};
  const QStringList both{u"inductor"_s, u"dynamic_inductor"_s, u"aot_eager"_s, u"dynamic_aot_eager"_s, u"dynamo_eager"_s,
                         u"rocm/inductor"_s, u"rocm/dynamic_inductor"_s, u"rocm/aot_eager"_s, u"rocm/dynamo_eager"_s,
                         u"cu124/inductor"_s, u"cu124/dynamic_inductor"_s, u"cu124/dynamo_eager"_s};
  const QStringList inference{u"aot_inductor"_s, u"max_autotune_inductor"_s, u"cpu_inductor"_s, u"cpu_inductor_amp_freezing"_s,
                              u"cpu_aot_inductor_freezing"_s, u"dynamic_cpu_inductor"_s, u"dynamic_cpu_inductor_amp_freezing"_s,
                              u"rocm/aot_inductor"_s, u"rocm/max_autotune_inductor"_s};
  int number = 0;
  for (const bool training : {true, false}) {
    for (int suite = 0; suite < 3; ++suite) {
      for (const QString& config : training ? both : both + inference) {
        ++number;
        const QString mode = training ? u"training"_s : u"inference"_s;
        const QString folder = config.contains(u'/') ? config.section(u'/', 0, 0) + u'/' : QString();
        const QString test = config.section(u'/', -1);
        QMap<int, QByteArray> expected;
        for (int i = 3; i < 60; i += 17) expected[i] = "fail_to_run,0";
        if (number % 23 == 11) expected[20] = "fail_accuracy,4";
        if (number % 19 != 5) maker.baseline(folder + test + u'_' + suites[suite] + u'_' + mode + u".csv"_s, maker.rows(0, 60, expected));
        if (number % 17 == 9) continue;  // not run
        QMap<int, QByteArray> actual;
        for (int i = 3; i < 60; i += 17) actual[i] = "fail_to_run,0";
        if (number % 5 == 0)
          for (int i = 0; i < 1 + number % 13; ++i) actual[5 + 2 * i] = i % 3 == 0 ? "fail_accuracy,4" : "pass,5";
        if (number % 7 == 0) actual[30] = "pass,2";
        if (number % 23 == 11) actual[20] = "pass,4";
        const QString shardless = u"%1_%2-%3-%4-linux.%5gpu_%6/%7_%2.csv"_s;
        const int shards = test.contains(u"cpu"_s) ? 2 : 3;
        const QString machine = folder == u"rocm/"_s ? u"rocm."_s : u"g5."_s;
        for (int shard = 1; shard <= shards; ++shard) {
          if (number % 11 == 4 && shard == 2) continue;
          const int each = 60 / shards;
          int count = each;
          if (number % 9 == 3 && shard == shards) count -= 2;  // lost
          const QString artifact = u"test-reports-test-%1_%2-%3-%4-linux.%5gpu_%6"_s.arg(
              folder == u"cu124/"_s ? test : test, canonical[suite], QString::number(shard), QString::number(shards), machine,
              QString::number(1000 + number * 10 + shard));
          const QString place = folder == u"cu124/"_s ? u"cu124/"_s : QString();
          maker.write(u"runs/"_s + place + u"12345678/1/"_s + artifact + u'/' + mode + u'_' + canonical[suite] + u".csv"_s,
                      maker.rows((shard - 1) * each, count, actual));
        }
      }
    }
  }
}

}  // namespace plumbline::testing
