// SPDX-License-Identifier: GPL-3.0-or-later
// accept and lint where they meet the disk: git, links, permissions, full disks. What they print is in tests/data/cli.
#include <sys/resource.h>
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <functional>

#include "app/cli/command.h"
#include "core/baselines/drafts.h"
#include "tests/cli/cli_case.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using support::Ran;
using support::run;
using support::GitRepository;
using Words = std::vector<std::string>;

namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

const QByteArray kRun = "name,accuracy,graph_breaks\nalpha,pass,5\nbeta,OOM,0\n";
const QByteArray kBaseline = "name,accuracy,graph_breaks\n\n\n\nalpha,pass,7\n\n\n\nbeta,pass,3\n";
const QByteArray kAfter = "name,accuracy,graph_breaks\n\n\n\nalpha,pass,5\n\n\n\nbeta,pass,3\n";

}  // namespace

class EditCommandsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR)); }
  void patchAppliesAtTheRoot();
  void commitsWhatItWrote();
  void permissionsStay();
  void nothingIsWrittenThroughLinks_data();
  void nothingIsWrittenThroughLinks();
  void aLogThatIsALinkIsNotWritten();
  void compareNamesEarlierDecisions();
  void pipesInTheTreeDoNotHang();
  void reasonsAreLogged();
  void theHistoryKeepsDecisions();
  void aFullDiskChangesNothing();
  void patchFilesAreWrittenWhole();
  void jsonIsDocumented_data();
  void jsonIsDocumented();
};

void EditCommandsTest::patchAppliesAtTheRoot() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  const QString inside = QStringLiteral("benchmarks/ci/rocm/e.csv");
  git.write(inside, kBaseline);
  git.write(QStringLiteral("a.csv"), kRun);
  QVERIFY(git.commitAll());
  // From a folder inside the repository, with a relative path: the patch still names the file from the root.
  QVERIFY(QDir::setCurrent(git.path(QStringLiteral("benchmarks/ci"))));
  const Ran ran = run({"accept", "../../a.csv", "rocm/e.csv", "--patch", "-"});
  QCOMPARE(ran.exit, 1);  // beta loses pass
  QVERIFY(ran.err.contains("beta: accuracy pass -> OOM"));
  QVERIFY(ran.out.startsWith("diff --git a/benchmarks/ci/rocm/e.csv b/benchmarks/ci/rocm/e.csv\n"));
  QVERIFY(git.run({QStringLiteral("apply"), QStringLiteral("--check")}, ran.out).ok);
  QVERIFY(git.run({QStringLiteral("apply")}, ran.out).ok);
  QCOMPARE(git.read(inside), kAfter);
  // Saving has the same effect.
  git.write(inside, kBaseline);
  QCOMPARE(run({"accept", "../../a.csv", "rocm/e.csv", "--write"}).exit, 1);
  QCOMPARE(git.read(inside), kAfter);
  QCOMPARE(git.run({QStringLiteral("diff"), QStringLiteral("--numstat")}).out,
           QByteArray("1\t1\tbenchmarks/ci/rocm/e.csv\n"));
}

void EditCommandsTest::commitsWhatItWrote() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  for (const auto& [key, value] : {std::pair{"user.name", "test"}, std::pair{"user.email", "test@example.invalid"}})
    QVERIFY(git.run({QStringLiteral("config"), QString::fromLatin1(key), QString::fromLatin1(value)}).ok);
  git.write(QStringLiteral("ci/e.csv"), kBaseline);
  git.write(QStringLiteral("a.csv"), kRun);
  QVERIFY(git.commitAll());
  QVERIFY(QDir::setCurrent(git.path(QStringLiteral("ci"))));
  QCOMPARE(run({"accept", "../a.csv", "e.csv", "--git-commit"}).exit, 2);  // without --write
  QCOMPARE(run({"accept", "../a.csv", "e.csv", "--write", "--git-commit", "--format", "json"}).exit, 2);
  QCOMPARE(run({"accept", "../a.csv", "e.csv", "--write", "--message", "m"}).exit, 2);
  QCOMPARE(git.read(QStringLiteral("ci/e.csv")), kBaseline);

  const QString hook = QStringLiteral(".git/hooks/pre-commit");
  git.write(hook, "#!/bin/sh\necho 'the linter is not happy'\nexit 1\n");
  QVERIFY(QFile::setPermissions(git.path(hook), QFile::ReadOwner | QFile::ExeOwner));
  Ran ran = run({"accept", "../a.csv", "e.csv", "--write", "--git-commit"});
  QCOMPARE(ran.exit, 2);
  QVERIFY2(ran.err.contains("the linter is not happy") && ran.err.contains("git did not commit the files."), ran.err.constData());
  QCOMPARE(git.read(QStringLiteral("ci/e.csv")), kAfter);

  QVERIFY(QFile::remove(git.path(hook)));
  git.write(QStringLiteral("ci/e.csv"), kBaseline);
  ran = run({"accept", "../a.csv", "e.csv", "--write", "--git-commit", "--message", "Take alpha"});
  QCOMPARE(ran.exit, 1);  // beta loses pass and is held back
  QVERIFY2(ran.out.contains("Committed as "), ran.out.constData());
  QCOMPARE(git.run({QStringLiteral("show"), QStringLiteral("--name-only"), QStringLiteral("--format=%s")}).out.trimmed(),
           QByteArray("Take alpha\n\nci/e.csv"));
}

void EditCommandsTest::permissionsStay() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()) && QDir().mkdir(QStringLiteral("real")));
  write(QStringLiteral("real/e.csv"), kBaseline);
  write(QStringLiteral("a.csv"), kRun);
  const auto mode = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup;
  QVERIFY(QFile::setPermissions(QStringLiteral("real/e.csv"), mode));
  QCOMPARE(run({"accept", "a.csv", "real/e.csv", "--write"}).exit, 1);
  QCOMPARE(content(QStringLiteral("real/e.csv")), kAfter);
  QVERIFY(QFileInfo(QStringLiteral("real/e.csv")).permission(mode));
  QVERIFY(!QFileInfo(QStringLiteral("real/e.csv")).permission(QFile::ReadOther));
}

void EditCommandsTest::nothingIsWrittenThroughLinks_data() {
  QTest::addColumn<Words>("arguments");
  QTest::newRow("accept") << Words{"accept", "a.csv", "tree/e.csv", "--write"};
  QTest::newRow("accept in a linked folder") << Words{"accept", "a.csv", "tree/sub/real.csv", "--write"};
  QTest::newRow("lint") << Words{"lint", "--fix", "tree/e.csv"};
  QTest::newRow("flaky") << Words{"flaky", "add", "tree/flaky.toml", "alpha", "--reason", "r", "--write"};
  QTest::newRow("update") << Words{"update", "runs", "--expected", "tree", "--new-files", "--write"};
  QTest::newRow("update of a baseline") << Words{"update", "run.csv", "--expected", "tree/e.csv", "--write"};
  QTest::newRow("diff") << Words{"diff", "a.csv", "outside/real.csv", "-o", "tree/out.html"};
  QTest::newRow("patch") << Words{"accept", "a.csv", "tree/sub/real.csv", "--patch", "tree/sub/out.patch"};
  QTest::newRow("merge") << Words{"merge", "a.csv", "-o", "tree/out.html", "--force"};
  QTest::newRow("sample") << Words{"sample", "tree/sub"};
}

void EditCommandsTest::nothingIsWrittenThroughLinks() {
  QFETCH(const Words, arguments);
  const QByteArray real = "name,accuracy,graph_breaks\nalpha,pass,7\nbeta,pass,3\n";  // lint lays it out
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  for (const char* folder : {"outside", "tree", "runs"}) QVERIFY(QDir().mkdir(QString::fromLatin1(folder)));
  const QString name = QStringLiteral("dynamic_inductor_torchbench_training.csv");
  write(QStringLiteral("outside/real.csv"), real);
  write(QStringLiteral("a.csv"), kRun);
  write(QStringLiteral("runs/") + name, kRun + "$(touch PWN),pass,0\n");
  QVERIFY(QFile::link(QStringLiteral("../outside/real.csv"), QStringLiteral("tree/e.csv")));
  QVERIFY(QFile::link(QStringLiteral("../outside/.profile"), QStringLiteral("tree/") + name));
  QVERIFY(QFile::link(QStringLiteral("../outside/.profile"), QStringLiteral("tree/flaky.toml")));
  QVERIFY(QFile::link(QStringLiteral("../outside/.profile"), QStringLiteral("tree/out.html")));
  QVERIFY(QFile::link(QStringLiteral("../outside"), QStringLiteral("tree/sub")));
  const Ran ran = run(arguments);
  QVERIFY2(ran.exit != 0, ran.out.constData());
  QVERIFY2(ran.err.contains(" is a link to ../outside") || arguments[0] == "update", ran.err.constData());
  QCOMPARE(QDir(QStringLiteral("outside")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
           QStringList{QStringLiteral("real.csv")});
  QCOMPARE(content(QStringLiteral("outside/real.csv")), real);
}

void EditCommandsTest::aLogThatIsALinkIsNotWritten() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()) && QDir().mkdir(QStringLiteral("tree")));
  write(QStringLiteral("tree/e.csv"), kBaseline);
  write(QStringLiteral("a.csv"), kRun);
  write(QStringLiteral(".profile"), "mine\n");
  QVERIFY(QFile::link(QStringLiteral("../.profile"), QStringLiteral("tree/.plumbline-decisions.jsonl")));
  const Ran ran = run({"accept", "a.csv", "tree/e.csv", "--allow-regressions", "--reason", "r", "--write"});
  QVERIFY2(ran.err.contains(".plumbline-decisions.jsonl is a link to ../.profile"), ran.err.constData());
  QCOMPARE(content(QStringLiteral(".profile")), QByteArray("mine\n"));
  QVERIFY(content(QStringLiteral("tree/e.csv")) != kBaseline);
  // Nor into a folder that a ".git" file of strangers names.
  QVERIFY(QDir().mkpath(QStringLiteral("other/.git")) && QFile::remove(QStringLiteral("tree/.plumbline-decisions.jsonl")));
  write(QStringLiteral("other/.git/HEAD"), "ref: refs/heads/main\n");
  write(QStringLiteral("tree/.git"), "gitdir: ../other/.git\n");
  write(QStringLiteral("tree/e.csv"), kBaseline);
  QCOMPARE(run({"accept", "a.csv", "tree/e.csv", "--allow-regressions", "--reason", "r", "--write"}).exit, 0);
  QVERIFY(!QFileInfo::exists(QStringLiteral("other/.git/plumbline")));
  QVERIFY(QFileInfo::exists(QStringLiteral("tree/.plumbline-decisions.jsonl")));
}

void EditCommandsTest::compareNamesEarlierDecisions() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  write(QStringLiteral("e.csv"), "name,accuracy\nalpha,pass\nbeta,pass\n");
  write(QStringLiteral("a.csv"), "name,accuracy\nalpha,timeout\nbeta,OOM\n");
  write(QStringLiteral(".plumbline-decisions.jsonl"),
        "no json\n"
        "{\"time\":\"2026-11-20T10:00:00Z\",\"baseline\":\"e.csv\",\"model\":\"alpha\",\"decision\":\"kept\",\"what\":\"\","
        "\"reason\":\"slow host\",\"note\":\"\",\"values\":\"accuracy pass -> timeout\"}\n"
        "{\"time\":\"2026-11-21T10:00:00Z\",\"baseline\":\"e.csv\",\"model\":\"beta\",\"decision\":\"flaky\",\"what\":\"\","
        "\"reason\":\"\",\"note\":\"\",\"values\":\"accuracy pass -> timeout\"}\n");
  QVERIFY2(baselines::decisionLogPath("e.csv").find("/.git/") == std::string::npos, "TMPDIR lies in a repository: choose another folder");
  const Ran text = run({"compare", "a.csv", "e.csv"});
  QCOMPARE(text.exit, 1);  // CI knows nothing of it
  QVERIFY2(text.out.contains("    kept on 2026-11-20: slow host\n"), text.out.constData());
  QVERIFY2(text.out.contains("    flaky on 2026-11-21 for accuracy pass -> timeout\n"), text.out.constData());
  const Ran json = run({"compare", "a.csv", "e.csv", "--format", "json"});
  const QJsonArray rows = QJsonDocument::fromJson(json.out).object()[QStringLiteral("rows")].toArray();
  const QJsonObject kept = rows[0].toObject()[QStringLiteral("earlier_decision")].toObject();
  QCOMPARE(kept[QStringLiteral("decision")].toString(), QStringLiteral("kept"));
  QCOMPARE(kept[QStringLiteral("date")].toString(), QStringLiteral("2026-11-20"));
  QCOMPARE(kept[QStringLiteral("reason")].toString(), QStringLiteral("slow host"));
  QCOMPARE(kept[QStringLiteral("same_values")].toBool(), true);
  const QJsonObject flaky = rows[1].toObject()[QStringLiteral("earlier_decision")].toObject();
  QCOMPARE(flaky[QStringLiteral("same_values")].toBool(true), false);
  QVERIFY(flaky[QStringLiteral("reason")].isNull());
  // From the history, in place of the log.
  cli::Environment remembers;
  remembers.history = work.filePath(QStringLiteral("h.sqlite")).toStdString();
  QCOMPARE(run({"history", "add", "a.csv", "--name", "a.csv=inductor_torchbench_training", "--store", remembers.history}).exit, 0);
  const Ran before = run({"compare", "a.csv", "e.csv", "--no-history"}, remembers);
  QVERIFY2(before.out.contains("    kept on 2026-11-20: slow host\n"), before.out.constData());
  // A log that is a link is not followed, and the comparison stands without it.
  QVERIFY(QFile::rename(QStringLiteral(".plumbline-decisions.jsonl"), QStringLiteral("other")));
  QVERIFY(QFile::link(QStringLiteral("other"), QStringLiteral(".plumbline-decisions.jsonl")));
  const Ran linked = run({"compare", "a.csv", "e.csv"});
  QCOMPARE(linked.exit, 1);
  QVERIFY2(linked.err.contains("is a link to other"), linked.err.constData());
  QVERIFY(!linked.out.contains("kept on"));
}

void EditCommandsTest::pipesInTheTreeDoNotHang() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()) && QDir().mkpath(QStringLiteral("tree/benchmarks/dynamo")));
  write(QStringLiteral("tree/e.csv"), kBaseline);
  write(QStringLiteral("a.csv"), kRun);
  for (const char* pipe : {"tree/.git", "tree/flaky.toml", "tree/benchmarks/dynamo/check_accuracy.py", "tree/pipe.csv"})
    QCOMPARE(::mkfifo(pipe, 0600), 0);
  QCOMPARE(run({"accept", "a.csv", "tree/e.csv", "--allow-regressions", "--reason", "r", "--write"}).exit, 0);
  QVERIFY(content(QStringLiteral("tree/e.csv")).contains("beta,OOM"));
  QVERIFY(run({"compare", "a.csv", "tree/pipe.csv"}).err.contains("no program writes to it"));
  const Ran endless = run({"compare", "a.csv", "/dev/zero"});
  QCOMPARE(endless.exit, 2);
  QVERIFY2(endless.err.contains("the limit is 67108864"), endless.err.constData());
}

void EditCommandsTest::reasonsAreLogged() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  git.write(QStringLiteral("e.csv"), kBaseline);
  git.write(QStringLiteral("a.csv"), kRun);
  QVERIFY(git.commitAll());
  QVERIFY(QDir::setCurrent(git.path()));
  QCOMPARE(run({"accept", "a.csv", "e.csv", "--allow-regressions", "--reason", "less memory", "--write"}).exit, 0);
  const QByteArray log = git.read(QStringLiteral(".git/plumbline/decisions.jsonl"));
  QVERIFY2(log.contains(
               "\"model\":\"beta\",\"decision\":\"accepted\",\"what\":\"accuracy pass -> OOM; graph_breaks stays 3"),
           log.constData());
  QVERIFY(log.contains("\"reason\":\"less memory\""));
  // A diff alone decides nothing.
  git.write(QStringLiteral("e.csv"), kBaseline);
  QCOMPARE(run({"accept", "a.csv", "e.csv"}).exit, 1);
  QCOMPARE(git.read(QStringLiteral(".git/plumbline/decisions.jsonl")), log);
  QCOMPARE(git.read(QStringLiteral("e.csv")), kBaseline);
}

/// With a history the decisions go there and are read back from there; the log is written where the settings ask for it.
void EditCommandsTest::theHistoryKeepsDecisions() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  QVERIFY2(baselines::decisionLogPath("e.csv").find("/.git/") == std::string::npos, "TMPDIR lies in a repository: choose another folder");
  cli::Environment remembers;
  remembers.history = work.filePath(QStringLiteral("h.sqlite")).toStdString();
  remembers.logsDecisions = false;
  const QString log = QStringLiteral(".plumbline-decisions.jsonl");
  for (const bool logs : {false, true}) {
    write(QStringLiteral("e.csv"), kBaseline);
    write(QStringLiteral("a.csv"), kRun);
    remembers.logsDecisions = logs;
    const Ran ran = run({"accept", "a.csv", "e.csv", "--allow-regressions", "--reason", "less memory", "--write"}, remembers);
    QVERIFY2(ran.exit == 0 && !ran.err.contains("h.sqlite"), ran.err.constData());
    QCOMPARE(QFile::exists(log), logs);
  }
  const Ran shown = run({"history", "export", "--format", "csv", "--store", remembers.history});
  QCOMPARE(shown.exit, 0);
  const Ran stats = run({"history", "stats", "--format", "json", "--store", remembers.history});
  const QJsonObject counts = QJsonDocument::fromJson(stats.out).object();
  QVERIFY2(counts[QStringLiteral("decisions")].toInt() > 0, stats.out.constData());
  // A history that cannot be written loses nothing: the log has it, and one line says so.
  QVERIFY(QFile::remove(log));
  write(QStringLiteral("e.csv"), kBaseline);
  write(QStringLiteral("h.sqlite"), "no database, but some text\n");
  remembers.logsDecisions = false;
  const Ran kept = run({"accept", "a.csv", "e.csv", "--allow-regressions", "--reason", "less memory", "--write"}, remembers);
  QVERIFY2(kept.err.contains("h.sqlite") && kept.err.contains("not a SQLite database"), kept.err.constData());
  QVERIFY(QFile::exists(log));
}

void EditCommandsTest::aFullDiskChangesNothing() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  write(QStringLiteral("e.csv"), kBaseline);
  write(QStringLiteral("plain.csv"), "name,accuracy\nalpha,pass\nbeta,pass\n");
  write(QStringLiteral("a.csv"), kRun);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 20;
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Ran text = run({"accept", "a.csv", "e.csv", "--write"});
  const Ran json = run({"accept", "a.csv", "e.csv", "--write", "--format", "json"});
  const Ran patch = run({"accept", "a.csv", "e.csv", "--patch", "new.patch"});
  const Ran fix = run({"lint", "plain.csv", "--fix"});
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
  for (const Ran& ran : {text, json, patch, fix}) QCOMPARE(ran.exit, 2);
  QVERIFY2(text.err.contains("e.csv: The new content cannot be written"), text.err.constData());
  QCOMPARE(text.out, QByteArray());  // no edits are kept anywhere, and nothing says so
  QVERIFY2(patch.err.contains("new.patch: "), patch.err.constData());
  QVERIFY2(fix.err.contains("plain.csv: "), fix.err.constData());
  QVERIFY(QJsonDocument::fromJson(json.out)
              .object()[QStringLiteral("saved")]
              .toObject()[QStringLiteral("files")]
              .toArray()
              .at(0)
              .toObject()[QStringLiteral("error")]
              .toString()
              .contains(QStringLiteral("cannot be written")));
  QCOMPARE(content(QStringLiteral("e.csv")), kBaseline);
  QCOMPARE(content(QStringLiteral("plain.csv")), QByteArray("name,accuracy\nalpha,pass\nbeta,pass\n"));
  QCOMPARE(QDir().entryList(QDir::Files | QDir::Hidden),
           (QStringList{QStringLiteral("a.csv"), QStringLiteral("e.csv"), QStringLiteral("plain.csv")}));
}

void EditCommandsTest::patchFilesAreWrittenWhole() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  write(QStringLiteral("e.csv"), kBaseline);
  write(QStringLiteral("a.csv"), kRun);
  const Ran ran = run({"accept", "a.csv", "e.csv", "--patch", "new.patch"});
  QCOMPARE(ran.exit, 1);
  QCOMPARE(content(QStringLiteral("new.patch")), run({"accept", "a.csv", "e.csv"}).out);
  QCOMPARE(content(QStringLiteral("e.csv")), kBaseline);
  // Nothing to change makes no patch: git apply takes no empty ones.
  const Ran none = run({"accept", "e.csv", "e.csv", "--patch", "none.patch"});
  QCOMPARE(none.exit, 0);
  QVERIFY(!QFile::exists(QStringLiteral("none.patch")));
  // A slip of the hand must not put the patch in the place of a file that is read.
  QVERIFY(QFile::link(QStringLiteral("e.csv"), QStringLiteral("link.csv")));
  for (const char* path : {"e.csv", "a.csv", "./e.csv", "link.csv"}) {
    const Ran slip = run({"accept", "a.csv", "e.csv", "--patch", path});
    QCOMPARE(slip.exit, 2);
    QVERIFY2(slip.err.contains("would be overwritten"), slip.err.constData());
  }
  QCOMPARE(content(QStringLiteral("e.csv")), kBaseline);
  QCOMPARE(content(QStringLiteral("a.csv")), kRun);
}

void EditCommandsTest::jsonIsDocumented_data() {
  QTest::addColumn<QString>("folder");
  QTest::addColumn<QStringList>("words");
  QTest::newRow("accept") << QStringLiteral("accept-json")
                          << QStringLiteral("accept a.csv e.csv --format json").split(QLatin1Char(' '));
  QTest::newRow("accept, refused") << QStringLiteral("accept-duplicate")
                                   << QStringLiteral("accept a.csv e.csv --format json").split(QLatin1Char(' '));
  QTest::newRow("lint") << QStringLiteral("lint-json")
                        << QStringLiteral("lint e.csv none.csv --format json").split(QLatin1Char(' '));
}

/// Every member that the writers can write has its place in the reference.
void EditCommandsTest::jsonIsDocumented() {
  QFETCH(QString, folder);
  QFETCH(QStringList, words);
  const QByteArray page = content(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
  QTemporaryDir work;
  QVERIFY(support::layOut(support::cliCase(folder.toUtf8()), work.path()));
  std::vector<std::string> list;
  for (const QString& word : words) list.push_back(word.toStdString());
  QJsonParseError error;
  const QJsonObject json = QJsonDocument::fromJson(run(list).out, &error).object();
  QCOMPARE(error.errorString(), QJsonParseError().errorString());
  QCOMPARE(json[QStringLiteral("version")].toInt(), 2);
  QVERIFY(page.contains('`' + json[QStringLiteral("format")].toString().toUtf8() + '`'));
  QCOMPARE(support::undocumentedKeys(json), QStringList());
}

QTEST_GUILESS_MAIN(EditCommandsTest)
#include "edit_commands_test.moc"
