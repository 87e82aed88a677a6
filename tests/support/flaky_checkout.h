// SPDX-License-Identifier: GPL-3.0-or-later
// A small checkout of our own making: two check scripts with flaky sets, a few baselines, a flaky.toml and a run.
//
//   support::FlakyCheckout checkout;
//   auto pair = checkout.pair();           // inductor_alpha_training, judged by the checkout's own rules
//   checkout.write("flaky.toml", "...");
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

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
