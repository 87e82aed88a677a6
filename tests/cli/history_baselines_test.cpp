// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli history: what a checkout alone gives, its baselines and the decisions beside them, with and without runs.
#include <QDir>
#include <QFile>
#include <QFileInfo>
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
  void decisionsInAnyFolder();
  void dataTypes();
  void showsWhatNoRunHas();
  void aRenamedBaselineKeepsItsPast();
  void theFirstMoveSaysWhatWasBefore();
  void aBaselineMayLoseAllRows();
  void namesAreNoOthersForSqlite();
  void anotherRepositoryIsLeftAlone();
  void carriesWhereTheRepositoryIs();

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

/// Whatever the folder is called: the log makes a baseline of the table that it is about, and of no other.
void HistoryBaselinesTest::decisionsInAnyFolder() {
  const auto write = [&](const char* name, const QByteArray& bytes) {
    QFile file(m_folder.filePath(QStringLiteral("dec/") + QString::fromUtf8(name)));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("dec/run")));
  QVERIFY(write("inductor_torchbench_training.csv", "name,accuracy\nllama,pass\n") && write("inductor_torchbench_inference.csv", "name,accuracy\nllama,pass\n") &&
          write("run/inductor_torchbench_training.csv", "name,accuracy\nllama,pass\n"));
  QVERIFY(write(".plumbline-decisions.jsonl",
                "{\"time\":\"2026-03-01T12:30:00Z\",\"baseline\":\"inductor_torchbench_training.csv\",\"model\":\"llama\",\"decision\":\"kept\",\"reason\":\"slow\"}\n"));
  const std::string folder = storeFile("dec"), commit(40, 'a'), store = storeFile("dec.sqlite");
  for (const char* wrong : {"zzz", "abc12", "HEAD"}) QCOMPARE(run({"history", "add", folder, "--commit", wrong, "--store", store}).exit, 2);
  QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("dec.sqlite"))));
  const Ran first = run({"history", "add", folder, "--commit", commit, "--store", store});
  QVERIFY2(first.out.startsWith("added 2 runs with 2 values; 0 were there already\nskipped 1 baseline: "), (first.out + first.err).constData());
  QVERIFY2(first.out.endsWith("added 1 decision; 0 were there already\n"), first.out.constData());
  const Ran missing = run({"history", "add", folder, storeFile("nothing"), "--commit", commit, "--store", store});
  QVERIFY2(missing.exit == 2 && missing.out.contains("/nothing: "), (missing.out + missing.err).constData());
  QVERIFY(write("run/.plumbline-decisions.jsonl", "no json\n"));
  const Ran again = run({"history", "add", folder, "--commit", commit, "--store", store});
  QVERIFY2(again.out.contains("run/.plumbline-decisions.jsonl: no decision; the first is line 1\n"), again.out.constData());
  QVERIFY2(again.out.startsWith("added 0 runs with 0 values; 2 were there already\n") && again.out.endsWith("added 0 decisions; 1 were there already\n"),
           (again.out + again.err).constData());
}

/// A baseline of XPU has a column for each data type, and the runs of one are a config of their own.
void HistoryBaselinesTest::dataTypes() {
  const support::GitRepository git;
  const QString file = QStringLiteral(".github/ci_expected_accuracy/rolling/inductor_huggingface_inference.csv");
  int day = 0;
  for (const char* expected : {"pass", "fail_accuracy"}) {
    ++day;
    git.write(file, QByteArray("name,float32,bfloat16\nAlbert,pass,") + expected + '\n');
    QVERIFY(git.commitAll(QStringLiteral("Update (#%1)").arg(day), QStringLiteral("2026-03-0%1T12:00:00Z").arg(day)));
  }
  const std::string store = storeFile("wide.sqlite");
  QCOMPARE(run({"history", "add", "--git", git.pathOf({}), "--store", store}).exit, 0);
  git.write(QStringLiteral("run/inductor_huggingface_bfloat16_inference_xpu_accuracy.csv"), "dev,name,batch_size,accuracy\nxpu,Albert,4,fail_accuracy\n");
  const Ran added = run({"history", "add", git.pathOf(QStringLiteral("run")), "--commit", std::string(40, 'a'), "--time", "2026-03-03", "--store", store});
  QVERIFY2(added.out.startsWith("added 1 run with 1 value"), (added.out + added.err).constData());
  QCOMPARE(run({"history", "streaks", "--store", store}).out, QByteArray("no row is red\n"));
  const Ran text = run({"history", "show", "Albert", "--config", "*.bfloat16", "--store", store});
  QVERIFY2(text.out.startsWith("xpu/inductor_huggingface_inference.bfloat16 Albert accuracy\n"), (text.out + text.err).constData());
  QCOMPARE(text.out.count("baseline "), 2);
  QVERIFY2(text.out.contains("2026-03-02T12:00:00Z  baseline pass -> fail_accuracy  #2 "), text.out.constData());
  const Ran siblings = run({"history", "siblings", "--store", store});
  QVERIFY2(siblings.out.startsWith("1 sibling in step when a cell moved: 0 moved in the same commit, 0 later, 0 to another value, 1 not\n"), siblings.out.constData());
  QVERIFY2(siblings.out.endsWith("inductor_huggingface_inference.csv  float32\n"), siblings.out.constData());
}

/// Filled from git alone: the cells that moved, and decisions about rows that no run has.
void HistoryBaselinesTest::showsWhatNoRunHas() {
  const support::GitRepository git;
  const QString file = QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv");
  git.write(file, "name,accuracy,graph_breaks\nllama,pass,7\nmoco,pass,0\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), QStringLiteral("2026-03-01T12:00:00Z")));
  git.write(file, "name,accuracy,graph_breaks\nllama,pass,9\nmoco,pass,0\n");
  QVERIFY(git.commitAll(QStringLiteral("Break it (#2)"), QStringLiteral("2026-03-02T12:00:00Z")));
  git.write(QStringLiteral("ci_expected_accuracy/.plumbline-decisions.jsonl"),
            "{\"time\":\"2026-03-03T12:30:00Z\",\"baseline\":\"inductor_timm_training.csv\",\"model\":\"levit\","
            "\"decision\":\"kept\",\"reason\":\"slow host\"}\n");
  const std::string store = storeFile("git.sqlite");
  QCOMPARE(run({"history", "add", "--git", git.pathOf({}), "--store", store}).exit, 0);
  const Ran text = run({"history", "show", "llama", "--metric", "graph_breaks", "--store", store});
  QVERIFY2(text.exit == 0 && text.out.startsWith("inductor_torchbench_training llama graph_breaks\n"), (text.out + text.err).constData());
  QVERIFY2(text.out.contains("2026-03-02T12:00:00Z  baseline 7 -> 9  #2 "), text.out.constData());
  const Ran json = run({"history", "show", "llama", "--config", "inductor_*", "--format", "json", "--store", store});
  const QJsonArray series = QJsonDocument::fromJson(json.out)[QStringLiteral("series")].toArray();
  QCOMPARE(series.size(), 2);
  QCOMPARE(series[0].toObject()[QStringLiteral("metric")].toString(), QStringLiteral("accuracy"));
  QCOMPARE(series[1].toObject()[QStringLiteral("baseline")].toArray().size(), 2);
  QCOMPARE(run({"history", "show", "llama", "--config", "rocm*", "--store", store}).exit, 2);
  const Ran decided = run({"history", "show", "levit", "--store", store});
  QVERIFY2(decided.out.startsWith("inductor_timm_training levit accuracy\n") && decided.out.contains("slow host"), (decided.out + decided.err).constData());
}

/// Moved to another platform the rows are another config's, and what they said comes along.
void HistoryBaselinesTest::aRenamedBaselineKeepsItsPast() {
  const support::GitRepository git;
  const QString name = QStringLiteral("inductor_torchbench_training.csv");
  git.write(QStringLiteral("ci/") + name, "name,accuracy,graph_breaks\nllama,fail_accuracy,5\nmoco,pass,7\nvgg16,fail_to_run,0\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), QStringLiteral("2026-03-01T12:00:00Z")));
  QVERIFY(QDir().mkpath(git.path(QStringLiteral("ci/rocm"))));
  QVERIFY(git.run({QStringLiteral("mv"), QStringLiteral("ci/") + name, QStringLiteral("ci/rocm/") + name}).ok);
  git.write(QStringLiteral("ci/rocm/") + name, "name,accuracy,graph_breaks\nllama,fail_accuracy,5\nmoco,pass,7\n");
  QVERIFY(git.commitAll(QStringLiteral("Move (#2)"), QStringLiteral("2026-03-02T12:00:00Z")));
  git.write(QStringLiteral("ci/rocm/") + name, "name,accuracy,graph_breaks\nllama,fail_accuracy,6\nmoco,pass,7\n");
  QVERIFY(git.commitAll(QStringLiteral("Update (#3)"), QStringLiteral("2026-03-03T12:00:00Z")));
  const std::string store = storeFile("renamed.sqlite"), result = git.pathOf(QStringLiteral("run/") + name);
  QCOMPARE(run({"history", "add", "--git", git.pathOf({}), "--store", store}).exit, 0);
  git.write(QStringLiteral("run/") + name, "dev,name,batch_size,accuracy,graph_breaks\ncuda,llama,4,fail_accuracy,6\ncuda,moco,4,pass,9\ncuda,vgg16,4,fail_to_run,0\n");
  const Ran added = run({"history", "add", result, "--name", result + "=rocm/inductor_torchbench_training", "--commit", std::string(40, 'a'), "--time",
                         "2026-03-04", "--store", store});
  QVERIFY2(added.exit == 0, (added.out + added.err).constData());
  const Ran red = run({"history", "streaks", "--format", "tsv", "--store", store});
  QVERIFY2(red.out.contains("\tmoco\tgraph_breaks\t9\t7\t") && !red.out.contains("llama"), red.out.constData());
  QVERIFY2(red.out.contains("\tvgg16\taccuracy\tfail_to_run\t\t"), red.out.constData());  // its row did not come along
  const Ran shown = run({"history", "show", "llama", "--config", "rocm/*", "--metric", "graph_breaks", "--store", store});
  QVERIFY2(shown.out.contains("baseline - -> 5") && shown.out.contains("baseline 5 -> 6") && !shown.out.contains("red since"), shown.out.constData());
  QCOMPARE(shown.out.count(" -> "), 2);
  // The config that has no baseline any more is compared with none.
  const Ran old = run({"history", "add", result, "--commit", std::string(40, 'b'), "--time", "2026-03-05", "--store", store});
  QVERIFY2(old.exit == 0, (old.out + old.err).constData());
  const QByteArray both = run({"history", "streaks", "--format", "tsv", "--store", store}).out;
  QVERIFY2(both.contains("\tllama\taccuracy\tfail_accuracy\t\t"), both.constData());
}

/// What a run before the oldest known move was compared with is what that move replaced.
void HistoryBaselinesTest::theFirstMoveSaysWhatWasBefore() {
  const support::GitRepository git, shallow;
  const QString file = QStringLiteral("ci/inductor_torchbench_training.csv");
  int day = 0;
  for (const char* word : {"fail_accuracy", "fail_accuracy\n#", "pass"}) {
    ++day;
    git.write(file, QByteArray("name,accuracy\nllama,") + word + '\n');
    git.write(QStringLiteral("other.txt"), QByteArray::number(day));
    QVERIFY(git.commitAll(QStringLiteral("Change (#%1)").arg(day), QStringLiteral("2026-03-0%1T12:00:00Z").arg(day)));
  }
  QVERIFY(shallow.run({QStringLiteral("clone"), QStringLiteral("-q"), QStringLiteral("--depth"), QStringLiteral("2"), QStringLiteral("file://") + git.path(),
                       QStringLiteral("clone")}).ok);
  const std::string store = storeFile("first.sqlite");
  const Ran cut = run({"history", "add", "--git", shallow.pathOf(QStringLiteral("clone")), "--store", store});
  QVERIFY2(cut.out.contains("what cells said that have not moved since is not known"), (cut.out + cut.err).constData());
  for (const char* at : {"2", "4"}) {
    git.write(QStringLiteral("run/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy\ncuda,llama,4,fail_accuracy\n");
    QCOMPARE(run({"history", "add", git.pathOf(QStringLiteral("run")), "--commit", std::string(40, *at), "--time", std::string("2026-03-0") + at + "T18:00:00Z",
                  "--store", store}).exit, 0);
  }
  const Ran red = run({"history", "streaks", "--store", store});
  QVERIFY2(red.out.startsWith("1 row red since 2026-03-04T18:00:00Z"), red.out.constData());
}

/// Emptied down to its header, or to nothing, a baseline has lost its rows; what cannot be read is named.
void HistoryBaselinesTest::aBaselineMayLoseAllRows() {
  const support::GitRepository git;
  int day = 0;
  for (const char* bytes : {"name,float32,bfloat16\nllama,pass,pass\nmoco,pass,pass\n", "name,float32,bfloat16\n", "name,float32,bfloat16\nllama,pass,pass\n", "",
                            "name,float32,bfloat16\nllama,pass,pass\n", "<<<<<<< one\nname,float32,bfloat16\n=======\n>>>>>>> two\n"}) {
    ++day;
    git.write(QStringLiteral("base.csv"), bytes);
    QVERIFY(git.commitAll(QStringLiteral("Change (#%1)").arg(day), QStringLiteral("2026-03-0%1T12:00:00Z").arg(day)));
  }
  const std::string store = storeFile("emptied.sqlite");
  const Ran added = run({"history", "add", "--git", git.pathOf({}), "--store", store});
  QVERIFY2(added.out.contains("left out: base.csv: At commit "), (added.out + added.err).constData());
  QCOMPARE(added.out.count("left out: "), 1);
  const Ran moves = run({"history", "blame", "base.csv", "moco", "--all", "--format", "tsv", "--store", store});
  QVERIFY2(moves.out.contains("\t2\t") && moves.out.count('\n') == 5, (moves.out + moves.err).constData());
  QCOMPARE(run({"history", "blame", "base.csv", "llama", "--all", "--format", "tsv", "--store", store}).out.count('\n'), 11);
}

/// What SQLite takes for a database in memory, or for an address, is a file.
void HistoryBaselinesTest::namesAreNoOthersForSqlite() {
  const QString before = QDir::currentPath();
  QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("names")) && QDir::setCurrent(m_folder.filePath(QStringLiteral("names"))));
  QFile table(QStringLiteral("inductor_torchbench_training.csv"));
  QVERIFY(table.open(QIODevice::WriteOnly));
  table.write("dev,name,batch_size,accuracy\ncuda,llama,4,pass\n");
  table.close();
  for (const char* name : {":memory:", "file:x.db"}) {
    QVERIFY(run({"history", "add", "inductor_torchbench_training.csv", "--store", name}).out.startsWith("added 1 run"));
    QVERIFY(run({"history", "add", "inductor_torchbench_training.csv", "--store", name}).out.startsWith("added 0 runs"));
    QVERIFY(QFileInfo(QStringLiteral("./") + QString::fromUtf8(name)).size() > 0);
  }
  QVERIFY(!QFile::exists(QStringLiteral("x.db")));
  QVERIFY(QDir::setCurrent(before));
}

/// A copy into the history of another repository is refused before anything is stored.
void HistoryBaselinesTest::anotherRepositoryIsLeftAlone() {
  std::vector<std::string> stores;
  for (const char* word : {"pass", "fail_to_run"}) {
    const support::GitRepository git;
    git.write(QStringLiteral("ci/inductor_torchbench_training.csv"), QByteArray("name,accuracy\nllama,") + word + '\n');
    QVERIFY(git.commitAll());
    git.write(QStringLiteral("run/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy\ncuda,llama,4,pass\n");
    stores.push_back(storeFile(word));
    QCOMPARE(run({"history", "add", "--git", git.pathOf({}), "--store", stores.back()}).exit, 0);
    QCOMPARE(run({"history", "add", git.pathOf(QStringLiteral("run")), "--store", stores.back()}).exit, 0);
  }
  const QByteArray lines = run({"history", "export", "--store", stores[1]}).out;
  const Ran copied = run({"history", "copy", "--store", stores[0], "--to", stores[1]});
  QVERIFY2(copied.exit == 2 && copied.err.contains("no commit in common"), (copied.out + copied.err).constData());
  QCOMPARE(run({"history", "export", "--store", stores[1]}).out, lines);
}

/// The address of the repository, without a password, goes along with an export and a copy.
void HistoryBaselinesTest::carriesWhereTheRepositoryIs() {
  const support::GitRepository git;
  git.write(QStringLiteral("ci/inductor_torchbench_training.csv"), "name,accuracy\nllama,pass\n");
  QVERIFY(git.commitAll());
  QVERIFY(git.run({QStringLiteral("remote"), QStringLiteral("add"), QStringLiteral("origin"), QStringLiteral("ssh://git:s3cret@github.com:22/me/fork.git")}).ok);
  const std::string store = storeFile("origin.sqlite"), copy = storeFile("origin-copy.sqlite"), other = storeFile("origin-import.sqlite");
  QCOMPARE(run({"history", "add", "--git", git.pathOf({}), "--store", store}).exit, 0);
  git.write(QStringLiteral("run/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy\ncuda,llama,4,pass\n");
  QCOMPARE(run({"history", "add", git.pathOf(QStringLiteral("run")), "--store", store}).exit, 0);
  const QByteArray line = "{\"plumbline_repository\":\"https://github.com/me/fork\"}\n";
  const QByteArray lines = run({"history", "export", "--store", store}).out;
  QVERIFY2(lines.endsWith('\n' + line) && !lines.contains("s3cret"), lines.constData());
  QCOMPARE(run({"history", "copy", "--to", copy, "--store", store}).exit, 0);
  QCOMPARE(run({"history", "export", "--store", copy}).out, lines);
  git.write(QStringLiteral("lines.jsonl"), lines);
  QCOMPARE(run({"history", "import", git.pathOf(QStringLiteral("lines.jsonl")), "--store", other}).exit, 0);
  QCOMPARE(run({"history", "export", "--store", other}).out, lines);
  git.write(QStringLiteral("lines.jsonl"), "{\"plumbline_repository\":\"https://me:s3cret@github.com/me/fork\"}\n");
  const Ran damaged = run({"history", "import", git.pathOf(QStringLiteral("lines.jsonl")), "--store", other});
  QVERIFY2(damaged.exit == 2 && damaged.err.contains("lines.jsonl:1: The address of the repository is damaged"), damaged.err.constData());
}

QTEST_GUILESS_MAIN(HistoryBaselinesTest)
#include "history_baselines_test.moc"
