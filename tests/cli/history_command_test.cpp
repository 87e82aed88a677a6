// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli history: a repository goes in, blame and siblings come out; what is wrong is one error with exit status 2.
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <functional>
#include <istream>
#include <utility>

#include "app/cli/qt_application.h"
#include "core/history/sql_connection.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"
#include "tests/support/git_repository.h"
#include "tests/support/postgres_server.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

const QString kFile = QStringLiteral("ci/inductor_torchbench_training.csv");

QByteArray rows(int breaks) { return "name,accuracy,graph_breaks\nllama,pass," + QByteArray::number(breaks) + "\nmoco,pass,0\n"; }

QJsonObject objectOf(const Ran& ran) { return QJsonDocument::fromJson(ran.out).object(); }

}  // namespace

class HistoryCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void blame();
  void siblings();
  void addsTwiceNothing();
  void readsAllOfTheTreeWhateverFolderIsNamed();
  void defaultFile();
  void runs();
  void flakyEntries();
  void olderStore();
  void transfer();
  void aServerAnswersTheSame();
  void prune();
  void vacuumRemovesOnlyWhatWasShown();
  void decisions();
  void formulasAreText();
  void longWordsAreLeftOut();
  void signalsEndIt_data();
  void signalsEndIt();
  void mistakes_data();
  void mistakes();
  void everyMemberIsInTheManual();

 private:
  std::string storeFile() const { return m_folder.filePath(QStringLiteral("h.sqlite")).toStdString(); }
  support::GitRepository m_git;
  QTemporaryDir m_folder;
};

void HistoryCommandTest::initTestCase() {
  if (!m_git.isUsable()) QSKIP("git is not here");
  m_git.write(QStringLiteral("ci/people.csv"), "who,town\n");
  m_git.write(QStringLiteral("ci/dynamic_inductor_torchbench_training.csv"), rows(7));
  int day = 0;
  for (const auto& [breaks, subject] : {std::pair(7, "Add (#1)"), std::pair(9, "Break [b]\tit (#2)"), std::pair(7, "Revert \"Break it (#2)\" (#3)")}) {
    m_git.write(kFile, rows(breaks));
    QVERIFY(m_git.commitAll(QString::fromUtf8(subject), QStringLiteral("2026-03-0%1T12:00:00Z").arg(++day)));
  }
  const Ran ran = run({"history", "add", "--git", m_git.pathOf({}), "--store", storeFile()});
  QVERIFY2(ran.err.isEmpty(), ran.err.constData());
  QCOMPARE(ran.exit, 0);
  QCOMPARE(ran.out, QByteArray("added 3 commits with 2 moved cells and 8 cells that came or went; 0 were there already\n"
                               "skipped 1 CSV file: no column \"name\" with \"accuracy\", \"graph_breaks\" or status words\n"));
}

void HistoryCommandTest::blame() {
  const Ran text = run({"history", "blame", "inductor_torchbench_training.csv", "llama", "graph_breaks", "--all", "--store", storeFile()});
  QVERIFY2(text.err.isEmpty(), text.err.constData());
  const QList<QByteArray> lines = text.out.split('\n');
  QCOMPARE(lines.size(), 5);
  QVERIFY2(lines[2].contains("code, undone by #3") && lines[2].contains("2026-03-02"), lines[2].constData());
  const Ran tsv = run({"history", "blame", kFile.toStdString(), "--all", "--format", "tsv", "--store", storeFile()});
  QCOMPARE(tsv.out.count('\n'), 7);
  for (const QByteArray& line : tsv.out.trimmed().split('\n')) QCOMPARE(line.count('\t'), 12);  // the subject's own tab is none
  const Ran last = run({"history", "blame", kFile.toStdString(), "--format", "json", "--store", storeFile()});
  const QJsonArray changes = objectOf(last)[QStringLiteral("changes")].toArray();
  QCOMPARE(changes.size(), 4);
  QCOMPARE(changes[1].toObject()[QStringLiteral("old")].toString(), QStringLiteral("9"));
  QVERIFY(changes[0].toObject()[QStringLiteral("old")].isNull());
}

void HistoryCommandTest::siblings() {
  const Ran text = run({"history", "siblings", "--store", storeFile()});
  QVERIFY2(text.out.startsWith("1 sibling in step when a cell moved: 0 moved in the same commit, 0 later, 0 to another value, 1 not\n"),
           text.out.constData());
  const Ran none = run({"history", "siblings", "--store", storeFile(), "--as-of", "2026-03-01"});
  QVERIFY2(none.out.startsWith("0 siblings in step"), none.out.constData());
  const Ran tsv = run({"history", "siblings", "--store", storeFile(), "--as-of", "2026-03-02T12:00:00Z", "--format", "tsv"});
  QCOMPARE(tsv.out.count('\n'), 2);
  QVERIFY(tsv.out.contains("stayed\t\t2026-03-02\t"));
  QVERIFY2(tsv.out.endsWith("\tgraph_breaks\n"), tsv.out.constData());
}

void HistoryCommandTest::addsTwiceNothing() {
  const Ran before = run({"history", "stats", "--store", storeFile(), "--format", "json"});
  const Ran again = run({"history", "add", "--git", m_git.pathOf(QStringLiteral("ci")), "--store", storeFile()});
  QVERIFY(again.out.startsWith("added 0 commits with 0 moved cells and 0 cells that came or went; 3 were there already\n"));
  const QJsonObject one = objectOf(before), other = objectOf(run({"history", "stats", "--store", storeFile(), "--format", "json"}));
  QCOMPARE(one[QStringLiteral("baseline_changes")].toInt(), 10);
  QCOMPARE(one, other);
  QCOMPARE(run({"history", "check", "--store", storeFile()}).out, QByteArray("the history is sound\n"));
}

void HistoryCommandTest::readsAllOfTheTreeWhateverFolderIsNamed() {
  const support::GitRepository git;
  for (const char* folder : {"ci/a", "ci/b"}) git.write(QString::fromUtf8(folder) + QStringLiteral("/inductor_torchbench_training.csv"), rows(7));
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)")));
  const std::string store = m_folder.filePath(QStringLiteral("folders.sqlite")).toStdString();
  const Ran first = run({"history", "add", "--git", git.pathOf(QStringLiteral("ci/a")), "--store", store});
  QVERIFY2(first.out.startsWith("added 1 commit with 0 moved cells and 8 cells"), (first.out + first.err).constData());
  QCOMPARE(run({"history", "add", "--git", git.pathOf({}), "--store", store}).exit, 0);
  QCOMPARE(run({"history", "blame", "ci/b/inductor_torchbench_training.csv", "--store", store}).exit, 0);
}

void HistoryCommandTest::defaultFile() {
  const QString file = qEnvironmentVariable("XDG_DATA_HOME") + QStringLiteral("/plumbline/history.sqlite");
  QFile::remove(file);
  QCOMPARE(run({"history", "stats"}).exit, 2);
  QVERIFY(!QFile::exists(file));
  QCOMPARE(run({"history", "add", "--git", m_git.pathOf({})}).exit, 0);
  QVERIFY(QFile::exists(file));
  QVERIFY(QFile::remove(file));
}

void HistoryCommandTest::runs() {
  const std::string store = m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
  m_git.write(QStringLiteral("out/1/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy,graph_breaks\ncuda,llama,4,pass,7\n");
  m_git.write(QStringLiteral("out/2/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy,graph_breaks\ncuda,llama,4,fail_to_run,0\n");
  m_git.write(QStringLiteral("out/2/strange.csv"), "dev,name,accuracy\ncuda,llama,pass\n");
  const Ran first = run({"history", "add", m_git.pathOf(QStringLiteral("out/1")), "--commit", std::string(40, 'a'), "--time", "2026-03-01T13:00:00Z", "--store", store});
  QCOMPARE(first.out, QByteArray("added 1 run with 2 values; 0 were there already\n"));
  const Ran second = run({"history", "add", m_git.pathOf(QStringLiteral("out/2")), "--git", m_git.pathOf({}), "--commit", std::string(40, 'b'), "--time", "2026-03-02T13:00:00Z", "--store", store});
  QCOMPARE(second.exit, 0);
  QVERIFY2(second.out.contains("added 1 run with 2 values; 0 were there already\nskipped ") && second.out.contains("strange.csv"), second.out.constData());
  const Ran again = run({"history", "add", m_git.pathOf(QStringLiteral("out/1")), "--commit", std::string(40, 'a'), "--store", store});
  QVERIFY2(again.out.startsWith("added 0 runs with 0 values; 1 were there already\n"), again.out.constData());
  const Ran text = run({"history", "show", "llama", "--store", store});
  QVERIFY2(text.out.contains("fail_to_run  <- red since here") && text.out.contains("baseline 7 -> 9"), text.out.constData());
  QCOMPARE(run({"history", "show", "llama", "--metric", "accuracy", "--since", "2026-03-02", "--format", "tsv", "--store", store}).out.count('\n'), 2);
  const QJsonArray series = objectOf(run({"history", "show", "llama", "--config", "inductor_*", "--format", "json", "--store", store}))[QStringLiteral("series")].toArray();
  QCOMPARE(series.size(), 2);
  QCOMPARE(series[0].toObject()[QStringLiteral("red_since")].toInt(), 1);
  QCOMPARE(series[1].toObject()[QStringLiteral("baseline")].toArray().size(), 3);
  QCOMPARE(series[0].toObject()[QStringLiteral("red_since_unix_s")].toInt(), 1772456400);
  // Red is what the baseline of the time does not expect, and --since does not move its beginning.
  m_git.write(QStringLiteral("out/3/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy,graph_breaks\ncuda,llama,4,timeout,12\n");
  QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("out/3")), "--commit", std::string(40, 'c'), "--time", "2026-03-05", "--store", store}).exit, 0);
  const Ran late = run({"history", "show", "llama", "--since", "2026-03-04", "--store", store});
  QVERIFY2(late.out.startsWith("inductor_torchbench_training llama accuracy, red since 2026-03-02T13:00:00Z bbbbbbbbbbbb\n") &&
               late.out.contains("inductor_torchbench_training llama graph_breaks\n") && late.out.contains("12  <- red since here"),
           late.out.constData());
  QCOMPARE(run({"history", "show", "llama", "--config", "none", "--store", store}).exit, 2);
  QCOMPARE(run({"history", "add", "/nowhere", "--store", store}).exit, 2);
}

void HistoryCommandTest::flakyEntries() {
  const auto path = [&](const char* name) { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); };
  const support::GitRepository git;
  const QString list = QStringLiteral("flaky.toml");
  git.write(QStringLiteral("inductor_torchbench_training.csv"), "name,accuracy\nllama,pass\n");
  git.write(list, "[[flaky]]\nname = \"llama\"\nreason = \"slow disk\"\n");
  QVERIFY(git.commitAll(QStringLiteral("Excuse llama (#7)"), QStringLiteral("2026-03-01T12:00:00Z")));
  git.write(list, "");
  QVERIFY(git.commitAll(QStringLiteral("Trust llama again"), QStringLiteral("2026-03-03T12:00:00Z")));
  const std::string store = path("listed.sqlite");
  const Ran first = run({"history", "add", "--git", git.pathOf({}), "--store", store});
  QVERIFY2(first.out.contains("added 1 entry of flaky lists, 0 changed; 0 were there already\n"), first.out.constData());
  QVERIFY(run({"history", "add", "--git", git.pathOf({}), "--store", store}).out.contains("added 0 entries of flaky lists, 0 changed; 1 were there already\n"));
  const Ran results = run({"history", "add", git.pathOf({}) + "/inductor_torchbench_training.csv", "--commit", "aaaa1111", "--time", "2026-03-02", "--store", store});
  QCOMPARE(results.exit, 0);
  const Ran text = run({"history", "show", "llama", "--store", store});
  QVERIFY2(text.out.contains("put on a flaky list") && text.out.contains("flaky.toml: slow disk, by ") && text.out.contains("taken off the list"), text.out.constData());
  const QJsonObject series = objectOf(run({"history", "show", "llama", "--format", "json", "--store", store}))[QStringLiteral("series")].toArray().at(0).toObject();
  const QJsonObject episode = series[QStringLiteral("flaky_episodes")].toArray().at(0).toObject();
  QCOMPARE(episode[QStringLiteral("began")].toObject()[QStringLiteral("pull_request")].toInt(), 7);
  QCOMPARE(episode[QStringLiteral("ended")].toObject()[QStringLiteral("subject")].toString(), QStringLiteral("Trust llama again"));
  QCOMPARE(support::undocumentedKeys(episode), QStringList());
  // Export, import and copy keep it.
  const QByteArray lines = run({"history", "export", "--store", store}).out;
  QVERIFY2(lines.contains("\n{\"plumbline_flaky_episode\":{\"list\":\"flaky.toml\""), lines.constData());
  QVERIFY(!run({"history", "export", "--since", "2026-03-04", "--store", store}).out.contains("flaky"));
  QFile file(QString::fromStdString(path("listed.jsonl")));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines) > 0);
  file.close();
  QVERIFY(run({"history", "import", path("listed.jsonl"), "--store", path("imported.sqlite")}).out.startsWith("added 1 entry of flaky lists, "));
  QCOMPARE(run({"history", "export", "--store", path("imported.sqlite")}).out, lines);
  QVERIFY(run({"history", "copy", "--to", path("copied.sqlite"), "--store", store}).out.contains("added 1 entry of flaky lists, "));
  QCOMPARE(run({"history", "export", "--store", path("copied.sqlite")}).out, lines);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines.left(lines.lastIndexOf("{\"plumbline_repository") - 20)) > 0);
  file.close();
  const Ran bad = run({"history", "import", path("listed.jsonl"), "--store", path("bad-listed.sqlite")});
  QCOMPARE(bad.exit, 2);
  QVERIFY2(bad.err.contains("A flaky episode is damaged.") && bad.err.contains("listed.jsonl:2"), bad.err.constData());
}

void HistoryCommandTest::olderStore() {
  const std::string store = m_folder.filePath(QStringLiteral("older.sqlite")).toStdString();
  m_git.write(QStringLiteral("old/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy\ncuda,llama,4,pass\n");
  QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("old")), "--commit", std::string(40, 'a'), "--time", "2026-03-01", "--store", store}).exit, 0);
  {
    const cli::QtApplication application;
    const auto connection = history::SqlConnection::open(store, history::SqlConnection::Access::ReadWrite);
    for (const char* column : {"first_author", "first_subject", "last_author", "last_subject"})
      QVERIFY((*connection)->run(std::string("ALTER TABLE flaky_episode DROP COLUMN ") + column));
    QVERIFY((*connection)->run("DROP TABLE baseline_repository"));
    QVERIFY((*connection)->run("UPDATE plumbline_schema SET version = 3"));
  }
  const Ran first = run({"history", "show", "llama", "--store", store}), second = run({"history", "show", "llama", "--store", store});
  QVERIFY2(first.exit == 0 && first.err.endsWith("older.sqlite was the history of an older Plumbline (version 3) and is brought up to date\n"), first.err.constData());
  QCOMPARE(second.err, QByteArray());
  QCOMPARE(first.out, second.out);
}

void HistoryCommandTest::transfer() {
  const auto path = [&](const char* name) { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); };
  const std::string store = path("from.sqlite");
  m_git.write(QStringLiteral("move/inductor_torchbench_training.csv"),
              "dev,name,batch_size,accuracy,speedup\ncuda,llama,4,pass,1.1000000000000001\ncuda,\"odd \xc3\xa4,name\",4,,nan\n");
  QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("move")), "--git", m_git.pathOf({}), "--commit", std::string(40, 'a'), "--time", "2026-03-01", "--store", store}).exit, 0);
  const Ran lines = run({"history", "export", "--store", store});
  QVERIFY2(lines.exit == 0 && lines.err.isEmpty(), lines.err.constData());
  QCOMPARE(lines.out.count('\n'), 5);
  QVERIFY(lines.out.endsWith("\n{\"plumbline_repository\":\"\"}\n"));  // it is on no forge
  const QJsonObject record = QJsonDocument::fromJson(lines.out.split('\n')[0]).object();
  QCOMPARE(record[QStringLiteral("schema_version")].toString(), QStringLiteral("v3"));
  QCOMPARE(record[QStringLiteral("model")].toObject()[QStringLiteral("backend")].toString(), QStringLiteral("inductor"));
  QCOMPARE(run({"history", "export", "--since", "2026-03-02", "--store", store}).out, QByteArray());
  QCOMPARE(run({"history", "export", "--branch", "none", "--store", store}).out, QByteArray());
  const auto write = [&](const char* name, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path(name)));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  QVERIFY(write("runs.jsonl", lines.out));
  const Ran imported = run({"history", "import", path("runs.jsonl"), "--store", path("to.sqlite")});
  QCOMPARE(imported.out, QByteArray("added 1 run with 4 values; 0 were there already\n"));
  QVERIFY(imported.err.isEmpty());
  cli::Environment terminal;
  terminal.errorTerminal = true;
  const Ran seen = run({"history", "import", path("runs.jsonl"), "--store", path("seen.sqlite")}, terminal);
  // The signal waits for the program from its first instruction on.
  QByteArray many;
  for (int i = 0; i < 5'000; ++i) many += lines.out;
  QVERIFY(write("many.jsonl", many));
  QProcess stopped;
  stopped.setChildProcessModifier([] {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    ::kill(::getpid(), SIGINT);
  });
  stopped.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"),
                {QStringLiteral("history"), QStringLiteral("import"), QString::fromStdString(path("many.jsonl")), QStringLiteral("--store"),
                 QString::fromStdString(path("stopped.sqlite"))});
  QVERIFY(stopped.waitForFinished(60'000));
  QCOMPARE(stopped.exitStatus(), QProcess::NormalExit);
  QCOMPARE(stopped.exitCode(), 130);
  QVERIFY2(seen.err.contains("checking ") && seen.err.contains("adding "), seen.err.constData());
  QCOMPARE(run({"history", "export", "--store", path("to.sqlite")}).out, lines.out);
  QCOMPARE(run({"history", "import", path("runs.jsonl"), "--store", store}).out, QByteArray("added 0 runs with 0 values; 1 were there already\n"));
  QCOMPARE(run({"history", "copy", "--to", path("copy.sqlite"), "--store", store}).out,
           QByteArray("added 3 commits of baselines; 0 were there already\nadded 1 run with 4 values; 0 were there already\n"));
  QCOMPARE(run({"history", "copy", "--to", path("copy.sqlite"), "--store", store}).out,
           QByteArray("added 0 commits of baselines; 3 were there already\nadded 0 runs with 0 values; 1 were there already\n"));
  QCOMPARE(run({"history", "export", "--store", path("copy.sqlite")}).out, lines.out);
  const QList<QByteArray> bad = {"{", "[]\n", "{\"schema_version\":\"v2\"}\n", "{\"schema_version\":\"v3\"}\n", lines.out.left(lines.out.size() - 20),
                                 QByteArray(lines.out).replace("\"model\":{\"name\":\"", "\"model\":{\"name\":\"" + QByteArray(1000, 'm')),
                                 lines.out + QByteArray(lines.out).replace("\"content_hash\":\"", "\"content_hash\":\"x") + lines.out};
  QVERIFY(write("escaped.jsonl", QByteArray(lines.out).replace("\"head_sha\":\"", "\"head_sha\":\"\\u001b[31m").replace("\"content_hash\":\"", "\"content_hash\":\"e")));
  QCOMPARE(run({"history", "import", path("escaped.jsonl"), "--store", path("escaped.sqlite")}).exit, 0);
  const Ran shown = run({"history", "show", "llama", "--store", path("escaped.sqlite")});
  QVERIFY2(shown.out.contains("[31m") && !shown.out.contains('\x1b'), shown.out.constData());
  // One line without end, as a sparse file is.
  QVERIFY(write("bad.jsonl", lines.out) && QFile::resize(QString::fromStdString(path("bad.jsonl")), qint64{1} << 33));
  const Ran endless = run({"history", "import", path("bad.jsonl"), "--store", path("bad.sqlite")});
  QVERIFY2(endless.exit == 2 && endless.err.contains("Line 6 is longer than 1 MB"), endless.err.constData());
  QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);  // a pipe without a writer is not waited for
  QCOMPARE(run({"history", "import", path("pipe"), "--store", path("bad.sqlite")}).exit, 2);
  for (const QByteArray& bytes : bad) {
    QVERIFY(write("bad.jsonl", bytes));
    const Ran refused = run({"history", "import", path("bad.jsonl"), "--store", path("bad.sqlite")});
    QCOMPARE(refused.exit, 2);
    QVERIFY2(refused.err.contains("Line ") && refused.err.contains("bad.jsonl"), refused.err.constData());
    QVERIFY(!QFile::exists(QString::fromStdString(path("bad.sqlite"))));
  }
}

/// A file, a server, and a file again: nothing is lost on the way, and every command gives the same answer.
void HistoryCommandTest::aServerAnswersTheSame() {
  support::PostgresServer server;
  if (const QString why = server.start(); !why.isEmpty()) QSKIP(qPrintable(why));
  const auto path = [&](const char* name) { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); };
  const std::string first = path("first.sqlite"), url = server.newDatabase(), back = path("back.sqlite");
  m_git.write(QStringLiteral(".git/plumbline/decisions.jsonl"), "{\"time\":\"2026-03-01T12:30:00Z\",\"baseline\":\"" + kFile.toUtf8() +
                                                                    "\",\"model\":\"llama\",\"decision\":\"kept\",\"reason\":\"it's\"}\n");
  for (const auto& [day, word] : {std::pair("1", "pass"), std::pair("2", "fail_to_run"), std::pair("3", "fail_to_run")}) {
    m_git.write(QStringLiteral("both/inductor_torchbench_training.csv"),
                QByteArray("dev,name,batch_size,accuracy,graph_breaks,speedup\ncuda,llama,4,") + word + ",9,1.1000000000000001\ncuda,\"odd \xc3\xa4,'name\",4,,0,nan\n");
    QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("both")), "--commit", std::string(40, *day), "--time",
                  std::string("2026-04-0") + day, "--branch", "main", "--store", first, "--git", m_git.pathOf({})})
                 .exit,
             0);
  }
  QVERIFY(QFile::remove(m_git.path(QStringLiteral(".git/plumbline/decisions.jsonl"))));
  QVERIFY(QDir(m_git.path(QStringLiteral("both"))).removeRecursively());
  for (const auto& [from, to] : {std::pair(first, url), std::pair(url, back)}) {
    const QByteArray moved = run({"history", "copy", "--to", to, "--store", from}).out;
    QCOMPARE(moved, QByteArray("added 3 commits of baselines; 0 were there already\nadded 1 decision; 0 were there already\n"
                               "added 3 runs with 18 values; 0 were there already\n"));
    QCOMPARE(run({"history", "copy", "--to", to, "--store", from}).out.count("added 0 "), 3);
  }
  const std::vector<std::vector<std::string>> questions = {
      {"show", "llama", "--format", "tsv"}, {"show", "llama", "--format", "json"}, {"blame", kFile.toStdString(), "--all", "--format", "tsv"},
      {"siblings", "--format", "tsv"},      {"streaks", "--format", "tsv"},        {"export"},
      {"export", "--format", "csv"}};
  const auto answer = [](std::vector<std::string> question, const std::string& store) {
    question.insert(question.begin(), "history");
    question.insert(question.end(), {"--store", store});
    return run(question).out;
  };
  for (const std::vector<std::string>& question : questions) {
    const QByteArray expected = answer(question, first);
    QVERIFY2(!expected.isEmpty(), question.front().c_str());
    QCOMPARE(answer(question, url), expected);
    QCOMPARE(answer(question, back), expected);
  }
  QFile lines(QString::fromStdString(path("server.jsonl")));
  QVERIFY(lines.open(QIODevice::WriteOnly) && lines.write(answer({"export"}, url)) > 0);
  lines.close();
  const std::string other = server.newDatabase();
  for (const char* count : {"added 3 runs with 18 values; 0 were", "added 0 runs with 0 values; 3 were"})
    QVERIFY(run({"history", "import", path("server.jsonl"), "--store", other}).out.startsWith(count));
  QCOMPARE(answer({"export"}, other), answer({"export"}, first));
  QCOMPARE(answer({"check"}, url), QByteArray("the history is sound\n"));
}

void HistoryCommandTest::prune() {
  const std::string store = m_folder.filePath(QStringLiteral("prune.sqlite")).toStdString();
  for (const char* day : {"1", "2"}) {
    m_git.write(QStringLiteral("old/%1/inductor_torchbench_training.csv").arg(QLatin1String(day)),
                QByteArray("dev,name,batch_size,accuracy\ncuda,llama,4,pass\ncuda,moco,") + day + ",pass\n");
    QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("old/") + QLatin1String(day)), "--commit",
                  std::string(40, *day), "--time", std::string("2026-04-0") + day, "--store", store})
                 .exit,
             0);
  }
  const std::vector<std::string> hide = {"history", "prune", "--before", "2026-04-02", "--store", store};
  const Ran dry = run(hide);
  QCOMPARE(dry.exit, 0);
  QVERIFY2(dry.out.contains(
               ", 2 runs with 4 values\nto hide: 1 run with 2 values\nnothing was changed: give --yes to do it\n"),
           dry.out.constData());
  std::istringstream no("n\n"), yes("y\n");
  cli::Environment person;
  person.answers = &no;
  QVERIFY(run(hide, person).out.endsWith("Hide them? [y/N] nothing was changed\n"));
  QVERIFY(run(hide, person).out.endsWith("nothing was changed\n"));  // the end of the input is no answer
  person.answers = &yes;
  const Ran hidden = run(hide, person);
  QVERIFY2(hidden.out.contains("hid 1 run with 2 values; 1 run with 2 values stay\n"), hidden.out.constData());
  QVERIFY(run(hide).out.endsWith("no run is older\n"));
  QCOMPARE(run({"history", "export", "--store", store}).out.count('\n'), 2);
  QCOMPARE(
      objectOf(run({"history", "stats", "--format", "json", "--store", store}))[QStringLiteral("hidden_runs")].toInt(),
      1);
  QCOMPARE(run({"history", "prune", "--undo", "--store", store}).out, QByteArray("shows 1 run with 2 values again\n"));
  QCOMPARE(run({"history", "export", "--store", store}).out.count('\n'), 4);
  QCOMPARE(run({"history", "prune", "--before", "2026-04-02", "--yes", "--store", store}).exit, 0);
  QVERIFY(run({"history", "prune", "--vacuum", "--store", store})
              .out.contains("to remove for good: 1 run with 2 values\nnothing was changed"));
  const Ran removed = run({"history", "prune", "--vacuum", "--yes", "--store", store});
  QVERIFY2(removed.out.contains("removed 1 run with 2 values; "), removed.out.constData());
  QCOMPARE(run({"history", "prune", "--undo", "--store", store}).out, QByteArray("shows 0 runs with 0 values again\n"));
  QCOMPARE(run({"history", "check", "--store", store}).out, QByteArray("the history is sound\n"));
}

/// Another program hides more runs while the question waits for its answer.
void HistoryCommandTest::vacuumRemovesOnlyWhatWasShown() {
  const std::string store = m_folder.filePath(QStringLiteral("vacuum.sqlite")).toStdString();
  for (const char* day : {"1", "2"}) {
    m_git.write(QStringLiteral("vacuum/%1/inductor_torchbench_training.csv").arg(QLatin1String(day)), rows(7));
    QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("vacuum/") + QLatin1String(day)), "--time",
                  std::string("2026-04-0") + day, "--commit", std::string(40, *day), "--store", store})
                 .exit,
             0);
  }
  const auto hide = [&](const char* before) {
    return run({"history", "prune", "--before", before, "--yes", "--store", store}).exit;
  };
  QCOMPARE(hide("2026-04-02"), 0);
  struct LateAnswer : std::streambuf {
    std::function<void()> meanwhile;
    char answer[2] = {'y', '\n'};
    int_type underflow() override {
      if (!meanwhile) return traits_type::eof();
      std::exchange(meanwhile, {})();
      setg(answer, answer, answer + 2);
      return 'y';
    }
  } late;
  late.meanwhile = [&] { QCOMPARE(hide("2026-04-03"), 0); };
  std::istream answers(&late);
  cli::Environment person;
  person.answers = &answers;
  const Ran refused = run({"history", "prune", "--vacuum", "--store", store}, person);
  QCOMPARE(refused.exit, 2);
  QVERIFY2(refused.out.contains("to remove for good: 1 run with 4 values\n"), refused.out.constData());
  QVERIFY2(refused.err.contains("2 runs with 8 values instead of 1 run with 4 values; nothing was removed."),
           refused.err.constData());
  QVERIFY(run({"history", "prune", "--undo", "--store", store}).out.startsWith("shows 1 run"));
  QVERIFY(run({"history", "prune", "--vacuum", "--yes", "--store", store}).out.contains("removed 1 run with 4 values"));
}

void HistoryCommandTest::decisions() {
  const std::string store = m_folder.filePath(QStringLiteral("decided.sqlite")).toStdString();
  const auto log = [](const char* day, const char* decision, const char* reason) {
    return QByteArray("{\"time\":\"2026-03-0") + day + "T12:30:00Z\",\"baseline\":\"" + kFile.toUtf8() +
           "\",\"model\":\"llama\",\"decision\":\"" + decision + "\",\"reason\":\"" + reason +
           "\",\"values\":\"graph_breaks 7 -> 9\"}\n";
  };
  m_git.write(QStringLiteral(".git/plumbline/decisions.jsonl"),
              "no json\n{\"decision\":\"burnt\"}\n" + log("1", "kept", "slow\\u001b host") + log("2", "flaky", "") +
                  "{\"baseline\":\"e.csv\",\"model\":\"llama\",\"decision\":\"kept\"}\n");
  const Ran first = run({"history", "add", "--git", m_git.pathOf({}), "--store", store});
  QVERIFY2(first.out.endsWith("added 2 decisions; 0 were there already\nskipped 1 decision: without a time\n"),
           first.out.constData());
  const QString results = QStringLiteral("decided"), baselines = QStringLiteral("ci_expected_accuracy");
  for (const QString& folder : {results, baselines})
    m_git.write(folder + QStringLiteral("/inductor_torchbench_training.csv"), rows(9));
  const Ran again = run({"history", "add", m_git.pathOf(results), m_git.pathOf(baselines), "--time", "2026-03-02",
                         "--commit", std::string(40, 'a'), "--store", store});
  QVERIFY2(again.out.endsWith("added 0 decisions; 2 were there already\nskipped 1 decision: without a time\n"),
           again.out.constData());
  for (const QString& folder : {results, baselines}) QVERIFY(QDir(m_git.path(folder)).removeRecursively());
  const std::vector<std::string> show = {"history", "show", "llama", "--metric", "graph_breaks", "--store", store};
  const QList<QByteArray> lines = run(show).out.split('\n');
  QVERIFY2(lines[3].contains("2026-03-01T12:30:00Z  kept") && lines[3].contains("graph_breaks 7 -> 9: slow"),
           lines.join('\n').constData());
  QVERIFY(!lines[3].contains('\x1b'));
  std::vector<std::string> json = show;
  json.insert(json.end(), {"--format", "json"});
  const QJsonArray series = objectOf(run(json))[QStringLiteral("series")].toArray();
  const QJsonArray decided = series[0].toObject()[QStringLiteral("decisions")].toArray();
  QCOMPARE(decided.size(), 2);
  QCOMPARE(decided[1].toObject()[QStringLiteral("decision")].toString(), QStringLiteral("flaky"));
  const std::string copy = m_folder.filePath(QStringLiteral("decided copy.sqlite")).toStdString();
  QVERIFY(run({"history", "copy", "--to", copy, "--store", store})
              .out.contains("\nadded 2 decisions; 0 were there already\n"));
  // A log that leads elsewhere is not followed, and the rest is added.
  QVERIFY(QFile::remove(m_git.path(QStringLiteral(".git/plumbline/decisions.jsonl"))));
  QVERIFY(QFile::link(QStringLiteral("../HEAD"), m_git.path(QStringLiteral(".git/plumbline/decisions.jsonl"))));
  const Ran linked = run({"history", "add", "--git", m_git.pathOf({}), "--store", store});
  QCOMPARE(linked.exit, 0);
  QVERIFY2(linked.out.contains("\nskipped ") && linked.out.contains("decisions.jsonl"), linked.out.constData());
  QVERIFY(QDir(m_git.path(QStringLiteral(".git/plumbline"))).removeRecursively());
}

/// Two runs are added as commits; the third is opened: moco failed already, llama is new.
void HistoryCommandTest::formulasAreText() {
  const support::GitRepository git;
  git.write(kFile, rows(7));
  QVERIFY(git.commitAll(QStringLiteral("=HYPERLINK(\"http://x\")")));
  const std::string store = m_folder.filePath(QStringLiteral("formulas.sqlite")).toStdString();
  QCOMPARE(run({"history", "add", "--git", git.pathOf({}), "--store", store}).exit, 0);
  const Ran tsv = run({"history", "blame", kFile.toStdString(), "llama", "accuracy", "--format", "tsv", "--store", store});
  QVERIFY2(tsv.out.contains("\t'=HYPERLINK(\"http://x\")\n"), tsv.out.constData());
  git.write(kFile, "name,accuracy,speedup\n=1+1,pass,-1.5\n");
  QCOMPARE(run({"history", "add", git.pathOf(kFile), "--store", store}).exit, 0);
  const Ran csv = run({"history", "export", "--format", "csv", "--store", store});
  QVERIFY2(csv.out.startsWith("config,model,metric,value,word,unit,"), csv.out.constData());
  QVERIFY2(csv.out.contains("\ninductor_torchbench_training,'=1+1,accuracy,,pass,,torchbench,"), csv.out.constData());
  QVERIFY2(csv.out.contains("\ninductor_torchbench_training,'=1+1,speedup,-1.5,,,torchbench,"), csv.out.constData());
  const QList<QByteArray> lines = csv.out.trimmed().split('\n');
  QCOMPARE(lines.size(), 3);
  for (const QByteArray& line : lines) QCOMPARE(line.count(','), 23);
}

void HistoryCommandTest::longWordsAreLeftOut() {
  const std::string store = m_folder.filePath(QStringLiteral("long.sqlite")).toStdString();
  m_git.write(QStringLiteral("long/inductor_torchbench_training.csv"), "dev,name,batch_size,accuracy\ncuda,llama,4,pass\ncuda,moco,4," + QByteArray(1'001, 'w') + '\n');
  const Ran ran = run({"history", "add", m_git.pathOf(QStringLiteral("long")), "--store", store});
  QVERIFY2(ran.out.startsWith("added 0 runs") && ran.out.contains("inductor_torchbench_training.csv:3: The cell of column accuracy is longer"), ran.out.constData());
  QVERIFY(QDir(m_git.path(QStringLiteral("long"))).removeRecursively());
}

void HistoryCommandTest::signalsEndIt_data() {
  QTest::addColumn<int>("signal");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
}

/// A git that reports nothing and never ends.
void HistoryCommandTest::signalsEndIt() {
  QFETCH(int, signal);
  const QTemporaryDir folder;
  QFile git(folder.filePath(QStringLiteral("git")));
  QVERIFY(git.open(QIODevice::WriteOnly) && git.write("#!/bin/sh\n: > \"${0%/*}/started\"\nexec sleep 600\n") > 0);
  git.close();
  QVERIFY(git.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("PATH"), folder.path() + QStringLiteral(":/usr/bin:/bin"));
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"),
                {QStringLiteral("history"), QStringLiteral("add"), QStringLiteral("--git"), m_git.path({}), QStringLiteral("--store"), folder.filePath(QStringLiteral("h.sqlite"))});
  QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath(QStringLiteral("started"))), 20'000);
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
  const bool hasEnded = process.waitForFinished(20'000);
  if (!hasEnded) process.kill();
  QVERIFY(hasEnded);
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 130);
}

void HistoryCommandTest::mistakes_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QByteArray>("text");
  const auto row = [](const char* name, const QStringList& words, const char* text) { QTest::newRow(name) << words << QByteArray(text); };
  const auto words = [](const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' ')); };
  row("nothing to add", words("history add"), "--git");
  row("no such time", words("history add . --time soon"), "is no date");
  row("no ClickHouse address", words("history add clickhouse+https://me:pw@host/?table=t"), "it holds a password");
  row("no ClickHouse server", words("history add clickhouse+http://127.0.0.1:1/?table=oss_ci_benchmark_v3"), "the server takes no connection");
  row("since of files", words("history add . --since 2026-01-01"), "--since is for a ClickHouse table");
  row("export as what", words("history export --format xml"), "xml");
  row("no values", words("history show nobody"), "no such values of nobody");
  row("no repository", words("history add --git /nowhere"), "no git repository");
  row("unknown file", words("history blame none.csv"), "no baseline of this name");
  row("unknown model", words("history blame ci/inductor_torchbench_training.csv none"), "no change of none here");
  row("unknown column", words("history blame ci/inductor_torchbench_training.csv llama none"), "no change of none of llama");
  row("no date", words("history siblings --as-of yesterday"), "is no date");
  row("digits of a day", words("history siblings --as-of 20260301"), "Write 2026-03-01, 2026-03-01T12:00:00Z or Unix seconds (9 digits or more).");
  row("no such day", words("history siblings --as-of 2026-02-30"), "is no date");
  row("streaks of no day", words("history streaks --as-of soon"), "is no date");
  row("no file to import", words("history import /nowhere.jsonl"), "cannot be read");
  row("a folder to import", words("history import ."), "cannot be read");
  row("no target", words("history copy"), "--to");
  row("prune nothing", words("history prune"), "give one of --before, --undo and --vacuum");
  row("prune and undo", words("history prune --before 2026-01-01 --undo"), "give one of");
  row("prune before when", words("history prune --before soon"), "is no date");
  row("prune no history", words("history prune --vacuum --yes --store /nowhere/h.sqlite"), "/nowhere/h.sqlite");
  row("export since when", words("history export --since soon"), "is no date");
  row("unknown format", words("history siblings --format xml"), "xml");
  row("no command", words("history"), "history add");
  row("another engine", words("history stats --store mysql://host/db"), "a file or postgresql://");
  row("no name", {QStringLiteral("history"), QStringLiteral("stats"), QStringLiteral("--store"), QString()}, "needs a file or a URL");
}

void HistoryCommandTest::mistakes() {
  QFETCH(QStringList, words);
  QFETCH(QByteArray, text);
  std::vector<std::string> given;
  for (const QString& word : words) given.push_back(word.toStdString());
  if (!words.contains(QStringLiteral("--store")) && words.size() > 1) given.insert(given.end(), {"--store", storeFile()});
  const Ran ran = run(given);
  QCOMPARE(ran.exit, 2);
  QVERIFY2(ran.err.contains(text), ran.err.constData());
}

void HistoryCommandTest::everyMemberIsInTheManual() {
  QFile page(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
  QVERIFY(page.open(QIODevice::ReadOnly));
  const QByteArray manual = page.readAll();
  const QJsonObject blamed =
      objectOf(run({"history", "blame", kFile.toStdString(), "--all", "--format", "json", "--store", storeFile()}));
  const QJsonObject change = blamed[QStringLiteral("changes")].toArray().at(0).toObject();
  const QJsonObject moved = objectOf(run({"history", "siblings", "--format", "json", "--store", storeFile()}));
  const QStringList keys = blamed.keys() + change.keys() + change[QStringLiteral("commit")].toObject().keys() + moved.keys() +
                           moved[QStringLiteral("counts")].toObject().keys() + moved[QStringLiteral("moves")].toArray().at(0).toObject().keys() +
                           objectOf(run({"history", "stats", "--format", "json", "--store", storeFile()})).keys();
  QVERIFY(keys.size() > 30);
  for (const QString& key : keys) QVERIFY2(manual.contains('`' + key.toUtf8() + '`'), qPrintable(key));
}

QTEST_GUILESS_MAIN(HistoryCommandTest)
#include "history_command_test.moc"
