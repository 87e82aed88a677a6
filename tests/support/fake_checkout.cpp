// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_checkout.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

namespace plumbline::support {
namespace {

const QString kStandIn = QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/support/stand_in/");

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read a file of the stand-in");
  return file.readAll();
}

void write(const QString& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(path).absolutePath());
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
}

/// baseline is what the stand-in's good models come to, laid out as CI's own files are.
QByteArray baseline(const std::string& suite) {
  QByteArray text = "name,accuracy,graph_breaks";
  for (const std::string& model : fakeModels(suite))
    text += "\n\n\n\n" + QByteArray::fromStdString(model) + ",pass," + QByteArray::number(int(model.size() % 4));
  return text + "\n";
}

void makeRepository(const QString& root) {
  const QStringList who = {QStringLiteral("-c"), QStringLiteral("user.name=Test"), QStringLiteral("-c"),
                           QStringLiteral("user.email=test@example.invalid"), QStringLiteral("-c"),
                           QStringLiteral("commit.gpgsign=false"), QStringLiteral("-C"), root};
  for (const QStringList& words : {QStringList{QStringLiteral("init"), QStringLiteral("-q")},
                                   QStringList{QStringLiteral("add"), QStringLiteral(".")},
                                   QStringList{QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"),
                                               QStringLiteral("Begin")}})
    if (QProcess::execute(QStringLiteral("git"), who + words) != 0) qFatal("git does not make a repository");
}

}  // namespace

std::string systemPython() {
  const QString own = QStringLiteral("/usr/bin/python3");
  return (QFileInfo(own).isExecutable() ? own : QStandardPaths::findExecutable(QStringLiteral("python3"))).toStdString();
}

std::vector<std::string> fakeModels(const std::string& suite) {
  const QString text = QString::fromUtf8(bytesOf(kStandIn + QStringLiteral("suite.py")));
  const QRegularExpression line(QStringLiteral("^    \"%1\": \"([^\"]*)\"").arg(QString::fromStdString(suite)),
                                QRegularExpression::MultilineOption);
  std::vector<std::string> models;
  for (const QString& model : line.match(text).captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts))
    models.push_back(model.toStdString());
  return models;
}

FakeCheckout makeFakeCheckout(const QString& folder, bool git) {
  const QString root = QDir(folder).absoluteFilePath(QStringLiteral("pytorch"));
  const QString state = QDir(folder).absoluteFilePath(QStringLiteral("state"));
  QDir().mkpath(state);
  const QString dynamo = root + QStringLiteral("/benchmarks/dynamo/");
  const std::pair<std::string, std::string> suites[] = {
      {"torchbench", "torchbench"}, {"huggingface", "huggingface"}, {"timm_models", "timm"}};
  for (const auto& [suite, word] : suites) {
    write(dynamo + QString::fromStdString(suite) + QStringLiteral(".py"), bytesOf(kStandIn + QStringLiteral("suite.py")));
    for (const char* test : {"inductor", "dynamic_inductor"})
      for (const char* mode : {"training", "inference"})
        write(dynamo + QStringLiteral("ci_expected_accuracy/%1_%2_%3.csv")
                           .arg(QLatin1String(test), QString::fromStdString(word), QLatin1String(mode)),
              baseline(suite));
  }
  write(dynamo + QStringLiteral("stand_in_kernels.py"), bytesOf(kStandIn + QStringLiteral("stand_in_kernels.py")));
  if (git) makeRepository(root);
  const std::string path = kStandIn.chopped(1).toStdString();
  return {.root = root.toStdString(),
          .python = systemPython(),
          .state = state.toStdString(),
          .environment = {{"PYTHONPATH", path}, {"STAND_IN_STATE", state.toStdString()}, {"PYTHONDONTWRITEBYTECODE", "1"}}};
}

}  // namespace plumbline::support
