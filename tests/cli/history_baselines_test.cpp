// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli history: what a checkout alone gives, its baselines and the decisions beside them, with and without runs.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "app/cli/qt_application.h"
#include "core/history/decisions/decision_store.h"
#include "core/history/store.h"
#include "tests/cli/cli_run.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using support::Ran;
using support::run;

class HistoryBaselinesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!support::GitRepository().isUsable()) QSKIP("git is not here");
  }
  void decisionsBesideTheBaselines();

 private:
  std::string storeFile(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }
  QTemporaryDir m_folder;
};

/// The folder became a repository after the decision.
void HistoryBaselinesTest::decisionsBesideTheBaselines() {
  const support::GitRepository git;
  const QString folder = QStringLiteral("ci_expected_accuracy/rocm");
  git.write(folder + QStringLiteral("/inductor_torchbench_training.csv"), "name,accuracy,graph_breaks\nllama,pass,7\n");
  git.write(folder + QStringLiteral("/.plumbline-decisions.jsonl"),
            "{\"time\":\"2026-03-01T12:30:00Z\",\"baseline\":\"inductor_torchbench_training.csv\",\"model\":\"llama\","
            "\"decision\":\"kept\",\"reason\":\"slow host\"}\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)")));
  const std::string store = storeFile("beside.sqlite");
  const Ran first = run({"history", "add", "--git", git.pathOf({}), "--store", store});
  QVERIFY2(first.out.endsWith("added 1 decision; 0 were there already\n"), (first.out + first.err).constData());
  const Ran again = run({"history", "add", git.pathOf(folder), "--store", store});
  QVERIFY2(again.out.endsWith("added 0 decisions; 1 were there already\n"), (again.out + again.err).constData());
  const cli::QtApplication application;
  const auto opened = history::Store::open(store, history::Store::Access::ReadOnly);
  QVERIFY(opened);
  const auto decided = history::readDecisions((*opened)->connection());
  QVERIFY(decided);
  QCOMPARE(decided->front().baseline, (folder + QStringLiteral("/inductor_torchbench_training.csv")).toStdString());
}

QTEST_GUILESS_MAIN(HistoryBaselinesTest)
#include "history_baselines_test.moc"
