// SPDX-License-Identifier: GPL-3.0-or-later
// A small checkout of our own making: two check scripts with flaky sets, a few baselines, a flaky.toml and a run.
//
//   support::FlakyCheckout checkout;
//   auto pair = checkout.pair();           // inductor_alpha_training, judged by the checkout's own rules
//   checkout.write("flaky.toml", "...");
//   session::HistoryClient client(checkout.fillHistory());   // alder can go, cedar is red, gone_model needs runs
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <string>
#include <vector>

#include "core/history/store.h"
#include "core/session/session.h"

namespace plumbline::support {

class FlakyCheckout {
 public:
  FlakyCheckout() {
    write("benchmarks/dynamo/check_accuracy.py", accuracyScript());
    write("benchmarks/dynamo/check_graph_breaks.py", graphBreaksScript());
    const char* base = "name,accuracy,graph_breaks\nalder,pass,0\nbirch,pass,2\ncedar,fail_accuracy,1\nelm_7b,pass,0\n";
    write(baselines() + "inductor_alpha_training.csv", base);
    write(baselines() + "inductor_alpha_inference.csv", "name,accuracy,graph_breaks\nalder,pass,0\nbirch,pass,2\n");
    write(baselines() + "rocm/inductor_alpha_training.csv", "name,accuracy,graph_breaks\nalder,pass,0\nfir,pass,0\n");
    write("run/inductor_alpha_training.csv",
          "name,accuracy,graph_breaks\nalder,fail_accuracy,0\nbirch,pass,5\ncedar,fail_accuracy,1\nelm_7b,timeout,0\n");
    QDir(folder()).mkpath(QStringLiteral(".git"));
  }

  QString folder() const { return m_folder.path(); }
  QString path(const QByteArray& name) const { return folder() + u'/' + QString::fromUtf8(name); }
  std::string native(const QByteArray& name) const { return path(name).toStdString(); }
  QString accuracyPath() const { return path("benchmarks/dynamo/check_accuracy.py"); }
  QString graphBreaksPath() const { return path("benchmarks/dynamo/check_graph_breaks.py"); }
  static QByteArray baselines() { return "benchmarks/dynamo/ci_expected_accuracy/"; }
  QString expectedPath() const { return path(baselines() + "inductor_alpha_training.csv"); }

  void write(const QByteArray& name, const QByteArray& bytes) const {
    const QString file = path(name);
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
      qFatal("cannot write %s", qPrintable(file));
  }
  QByteArray read(const QByteArray& name) const {
    QFile in(path(name));
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
  }

  session::SnapshotPtr pair() const {
    auto made = session::loadPair({.actualPath = native("run/inductor_alpha_training.csv"),
                                   .expectedPath = expectedPath().toStdString(),
                                   .ruleId = session::kCheckoutRuleId,
                                   .sha = {}},
                                  {});
    return made.isValue() ? made.value() : session::SnapshotPtr();
  }

  static constexpr int kRuns = 120;
  /// addRun adds the run of a day after 2026-08-01 to the history; `red` fail.
  void addRun(int day, const std::vector<std::string>& red) const {
    history::RunRecord run;
    run.info.contentHash = "run" + std::to_string(day);
    run.info.commit = std::to_string(1000 + day) + std::string(36, 'a');
    run.info.commitTime = run.info.measuredAt = 1'785'542'400 + day * 86'400;
    run.info.attempt = 1;
    for (const char* model : {"alder", "cedar", "gone_model"}) {
      const bool isRed = std::ranges::find(red, model) != red.end();
      run.samples.push_back(
          {{"torchbench", "inductor_alpha_training", model, "accuracy", {}}, {}, isRed ? "fail_accuracy" : "pass"});
    }
    auto store = history::Store::open(native("h.sqlite"), history::Store::Access::ReadWrite);
    if (!store || !(*store)->runs().add(std::vector{run})) qFatal("cannot add a run");
  }
  /// fillHistory returns its file: alder fails in every other run of the first twenty days.
  std::string fillHistory() const {
    for (int day = 0; day < kRuns; ++day) {
      std::vector<std::string> red;
      if (day % 2 == 0 && day < 20) red.emplace_back("alder");
      if (day % 2 == 0 && day < 110) red.emplace_back("gone_model");
      if (day == kRuns - 1) red.emplace_back("cedar");
      addRun(day, red);
    }
    return native("h.sqlite");
  }

  static QByteArray accuracyScript() {
    return "import argparse\n\n"
           "def check(actual, expected, path):\n"
           "    flaky_models = {\n"
           "        \"alder\",\n"
           "        \"cedar\",  # differs from run to run (#11)\n"
           "        \"gone_model\",\n"
           "    }\n\n"
           "    if \"rocm\" in path:\n"
           "        flaky_models.update(\n"
           "            {\n"
           "                \"fir\",  # waits for a driver\n"
           "            }\n"
           "        )\n"
           "    return actual != expected and actual not in flaky_models\n";
  }
  static QByteArray graphBreaksScript() {
    return "def check(actual, expected, path):\n"
           "    graph_breaks = actual\n"
           "    flaky_models = {\n"
           "        \"alder\",\n"
           "        \"birch\",\n"
           "    }\n\n"
           "    if \"rocm\" in path:\n"
           "        flaky_models.update({\"fir\"})\n"
           "    return graph_breaks != expected and actual not in flaky_models\n";
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace plumbline::support
