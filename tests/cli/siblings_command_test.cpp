// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli siblings --drift in a real repository: what is told, as text and as JSON, and with which exit status.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

const QString kTree = QStringLiteral("benchmarks/dynamo/ci_expected_accuracy/");

QByteArray rows(int breaks) {
  return "name,accuracy,graph_breaks\n\n\n\nllama,pass," + QByteArray::number(breaks) + "\n\n\n\nmoco,pass,0\n";
}

}  // namespace

class SiblingsCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void drift();
  void noRepository();
};

void SiblingsCommandTest::drift() {
  const support::GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  const auto write = [&](int cuda, int rocm) {
    git.write(kTree + QStringLiteral("inductor_torchbench_training.csv"), rows(cuda));
    git.write(kTree + QStringLiteral("rocm/inductor_torchbench_training.csv"), rows(rocm));
    return git.commitAll();
  };
  QVERIFY(write(7, 7));
  const std::string tree = git.pathOf(kTree);
  const Ran none = run({"siblings", "--expected", tree, "--drift"});
  QCOMPARE(none.exit, 0);
  QCOMPARE(none.out, QByteArray("no row was left behind in 1 commit\n"));

  QVERIFY(write(6, 7));
  QVERIFY(write(5, 7));
  // The tree, the checkout around it, and a single platform's folder all lead to the whole tree.
  git.write(QStringLiteral("torch/__init__.py"), "");
  for (const std::string& expected : {tree, git.pathOf({}), tree + "rocm"}) {
    const Ran ran = run({"siblings", "--expected", expected, "--drift"});
    QVERIFY2(ran.err.isEmpty(), ran.err.constData());
    QCOMPARE(ran.exit, 1);
    const QList<QByteArray> lines = ran.out.split('\n');
    QCOMPARE(lines[0], QByteArray("1 row was left behind in 3 commits"));
    QCOMPARE(lines[2], QByteArray("rocm/inductor_torchbench_training: llama graph_breaks stayed 7, "
                                  "inductor_torchbench_training says 5"));
    QVERIFY2(lines[3].endsWith("  6 -> 5  state") && lines[4].endsWith("  7 -> 6  state"), ran.out.constData());
  }
  QCOMPARE(run({"siblings", "--expected", tree, "--drift", "--model", "moco"}).exit, 0);

  const Ran json = run({"siblings", "--expected", tree, "--drift", "--commits", "2", "--format", "json"});
  QCOMPARE(json.exit, 1);
  const QJsonObject object = QJsonDocument::fromJson(json.out).object();
  QCOMPARE(object[QStringLiteral("format")].toString(), QStringLiteral("plumbline-drift"));
  QCOMPARE(object[QStringLiteral("commits")].toInt(), 2);
  QCOMPARE(object[QStringLiteral("cut")].toBool(), true);
  const QJsonObject row = object[QStringLiteral("rows")].toArray().at(0).toObject();
  QCOMPARE(row[QStringLiteral("stayed")].toObject()[QStringLiteral("path")].toString(),
           kTree + QStringLiteral("rocm/inductor_torchbench_training.csv"));
  QCOMPARE(row[QStringLiteral("moves")].toArray().size(), 2);
  QCOMPARE(row[QStringLiteral("moves")].toArray().at(0).toObject()[QStringLiteral("commit")].toString().size(), 40);

  // Every member is in the manual.
  QFile page(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
  QVERIFY(page.open(QIODevice::ReadOnly));
  const QByteArray manual = page.readAll();
  for (const QString& key : object.keys() + row.keys()) QVERIFY2(manual.contains('`' + key.toUtf8() + '`'), qPrintable(key));
}

void SiblingsCommandTest::noRepository() {
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("inductor_torchbench_training.csv")));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(rows(1));
  file.close();
  const Ran ran = run({"siblings", "--expected", folder.path().toStdString(), "--drift"});
  QCOMPARE(ran.exit, 2);
  QVERIFY2(ran.err.contains("git"), ran.err.constData());
  QCOMPARE(run({"siblings", "--expected", folder.filePath(QStringLiteral("gone")).toStdString(), "--drift"}).exit, 2);
}

QTEST_APPLESS_MAIN(SiblingsCommandTest)
#include "siblings_command_test.moc"
