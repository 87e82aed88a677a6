// SPDX-License-Identifier: GPL-3.0-or-later
// Advice from a history: `advise` says what became of such moves, `accept` and `update` print it and hold back what will be
// undone, the commit message carries it, and without a history nothing of it is there.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"
#include "tests/support/filled_history.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

const QString kStatic = QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv");
const QString kDynamic = QStringLiteral("ci_expected_accuracy/dynamic_inductor_torchbench_training.csv");

/// rows is a baseline in which only the graph breaks of llama move; fewer of them are the better value.
QByteArray rows(int breaks, const QByteArray& status = "pass") {
  return "name,accuracy,graph_breaks\nllama," + status + ',' + QByteArray::number(breaks) + "\nmoco,pass,3\n";
}

}  // namespace

class AdviseCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void saysWhatBecameOfSuchMoves();
  void acceptHoldsBackWhatWillBeUndone();
  void acceptsItWithAReason();
  void nothingWithoutAHistory();
  void updatePrintsIt();
  void readsWhatCiShowed();
  void everyMemberIsInTheManual();

 private:
  std::string inFolder(const QString& name) const { return m_folder.filePath(name).toStdString(); }
  std::string store() const { return inFolder(QStringLiteral("h.sqlite")); }
  std::string resultOf(const QByteArray& bytes, const QString& file = kStatic) const {
    const QString path = QStringLiteral("run/") + QFileInfo(file).fileName();
    QDir(m_folder.path()).mkpath(QStringLiteral("run"));
    QFile out(m_folder.filePath(path));
    return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() ? inFolder(path) : std::string();
  }
  std::string baseline() const { return m_git.pathOf(kStatic); }

  support::GitRepository m_git;
  QTemporaryDir m_folder;
};

void AdviseCommandTest::initTestCase() {
  if (!m_git.isUsable()) QSKIP("git is not here");
  int day = 0;
  const auto commit = [&](int breaks) {
    m_git.write(kStatic, rows(breaks));
    const QString number = QString::number(++day);
    QVERIFY(m_git.commitAll(QStringLiteral("Move (#%1)").arg(number), QStringLiteral("2026-03-%1T12:00:00Z").arg(number, 2, QLatin1Char('0'))));
  };
  m_git.write(kDynamic, rows(7));
  // Four times fewer graph breaks, here alone, and back a day later.
  for (const int breaks : {7, 6, 7, 6, 7, 6, 7, 6, 7}) commit(breaks);
  const Ran ran = run({"history", "add", "--git", m_git.pathOf({}), "--store", store()});
  QVERIFY2(ran.exit == 0, ran.err.constData());
}

void AdviseCommandTest::saysWhatBecameOfSuchMoves() {
  resultOf(rows(7), kDynamic);
  const Ran ran = run({"advise", resultOf(rows(6)), baseline(), "--store", store(), "--evidence"});
  QCOMPARE(ran.err, QByteArray());
  QCOMPARE(ran.exit, 0);
  QVERIFY2(ran.out.startsWith("llama: look, risk "), ran.out.constData());
  QVERIFY2(ran.out.contains("graph_breaks 7 -> 6 is better here alone: 1 sibling with 7 stays; 4 of 4 commits with moves to a better value without siblings were undone within 90 days, this cell last by #8, undone after 1.0 days"),
           ran.out.constData());
  QVERIFY2(ran.out.contains("of them in this cell, undone within 90 days: 4 of 4 cells; 4 of 4 commits (95 % Jeffreys: 56 % to 100 %)"), ran.out.constData());
  const QJsonObject json = QJsonDocument::fromJson(run({"advise", resultOf(rows(6)), baseline(), "--store", store(), "--format", "json"}).out).object();
  const QJsonObject row = json.value(QStringLiteral("rows")).toArray().at(0).toObject();
  QVERIFY(row.value(QStringLiteral("held_back")).toBool() && row.value(QStringLiteral("warning")).toBool());
  QVERIFY(row.value(QStringLiteral("risk")).toDouble() > 0.7);
}

void AdviseCommandTest::acceptHoldsBackWhatWillBeUndone() {
  resultOf(rows(7), kDynamic);
  const Ran ran = run({"accept", resultOf(rows(6)), baseline(), "--store", store()});
  QCOMPARE(ran.exit, 1);
  QCOMPARE(ran.out, QByteArray());
  QVERIFY2(ran.err.contains("advice: look 1 row\n  llama: look, risk "), ran.err.constData());
  QVERIFY2(ran.err.contains("1 model is likely to be undone"), ran.err.constData());
}

void AdviseCommandTest::acceptsItWithAReason() {
  resultOf(rows(7), kDynamic);
  const Ran ran = run({"accept", resultOf(rows(6)), baseline(), "--store", store(), "--allow-regressions", "--reason", "fixed for good", "--format", "json"});
  QCOMPARE(ran.exit, 0);
  const QString message = QJsonDocument::fromJson(ran.out).object().value(QStringLiteral("commit_message")).toString();
  QVERIFY2(message.contains(QStringLiteral("  Reason: fixed for good\n  Evidence: look: graph_breaks 7 -> 6 is better here alone: 1 sibling")), qPrintable(message));
}

void AdviseCommandTest::nothingWithoutAHistory() {
  const Ran ran = run({"accept", resultOf(rows(6)), baseline()});
  QCOMPARE(ran.exit, 0);
  QVERIFY(!ran.err.contains("advice") && ran.out.contains("+llama,pass,6"));
  const Ran missing = run({"accept", resultOf(rows(6)), baseline(), "--store", inFolder(QStringLiteral("none.sqlite"))});
  QCOMPARE(missing.exit, 2);
  QVERIFY(missing.err.contains("none.sqlite"));
}

void AdviseCommandTest::updatePrintsIt() {
  resultOf(rows(7), kDynamic);
  resultOf(rows(6));
  const Ran ran = run({"update", inFolder(QStringLiteral("run")), "--expected", m_git.pathOf({}), "--store", store()});
  QCOMPARE(ran.exit, 1);
  QVERIFY2(ran.err.contains("llama of inductor_torchbench_training: look, risk "), ran.err.constData());
  QVERIFY2(ran.err.contains("likely to be undone"), ran.err.constData());
  const Ran group = run({"update", inFolder(QStringLiteral("run")), "--expected", m_git.pathOf({}), "--store", store(), "--group", "graph_breaks -1"});
  QCOMPARE(group.exit, 1);
  QVERIFY2(group.err.contains("likely to be undone") && !group.out.contains("+llama"), group.err.constData());
  const Ran without = run({"update", inFolder(QStringLiteral("run")), "--expected", m_git.pathOf({})});
  QVERIFY(!without.err.contains("advice") && without.out.contains("+llama,pass,6"));
}

void AdviseCommandTest::readsWhatCiShowed() {
  const std::string runs = inFolder(QStringLiteral("runs.sqlite"));
  support::fillHistory(runs);
  const QByteArray head = "name,accuracy\n";
  m_git.write(QStringLiteral("other/inductor_torchbench_training.csv"), head + "moco,pass\nyolov3,pass\n");
  const Ran ran = run({"advise", resultOf(head + "moco,fail_accuracy\nyolov3,timeout\n"), m_git.pathOf(QStringLiteral("other/inductor_torchbench_training.csv")),
                       "--store", runs, "--evidence"});
  QCOMPARE(ran.exit, 0);
  const qsizetype yolo = ran.out.indexOf("\nyolov3: ");
  QVERIFY(yolo > 0);
  const QByteArray moco = ran.out.left(yolo), yolov3 = ran.out.mid(yolo);
  QVERIFY2(moco.contains("moco: keep: accuracy pass -> fail_accuracy loses pass; broken since 2026-"), ran.out.constData());
  QVERIFY2(moco.contains("red in the last 4 runs and never before: a step, no noise"), ran.out.constData());
  QVERIFY2(moco.contains("CI in the last 20 runs, red had these values been accepted; 16 of 20 runs"), ran.out.constData());
  QVERIFY2(yolov3.contains("yolov3: keep: accuracy pass -> timeout loses pass; flaky: 4 of 40 runs fail (10.0 %") &&
               yolov3.contains("a flaky list of the checks excuses it"), ran.out.constData());
}

void AdviseCommandTest::everyMemberIsInTheManual() {
  const Ran ran = run({"advise", resultOf(rows(6)), baseline(), "--store", store(), "--format", "json"});
  const QJsonObject json = QJsonDocument::fromJson(ran.out).object();
  QVERIFY(json.size() > 5);
  QCOMPARE(support::undocumentedKeys(json), QStringList());
  QCOMPARE(support::keysNotInSnakeCase(json), QStringList());
}

QTEST_GUILESS_MAIN(AdviseCommandTest)
#include "advise_command_test.moc"
