// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the desk: the patch as git takes it, the commit message, the save of many files, the log of reasons.
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/baselines/accept_decision.h"
#include "core/baselines/commit_message.h"
#include "tests/support/git_repository.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;
using baselines::Decision;
using baselines::DecisionKind;
using baselines::Drafts;
using support::GitRepository;
using namespace Qt::StringLiterals;
using namespace std::string_literals;

namespace {

const QString kCuda = QStringLiteral("ci/inductor_timm_training.csv");
const QString kRocm = QStringLiteral("ci/rocm/inductor_timm_training.csv");
const QByteArray kSpaced = "name,accuracy,graph_breaks\n\n\n\nalpha,pass,0\n\n\n\nbeta,fail_accuracy,1\n";
const QByteArray kWindows = "name,accuracy\r\nalpha,pass\r\nbeta,OOM";  // CRLF, and no line end at the end

/// edit replaces one stretch of a file's text.
void edit(Drafts& drafts, const std::string& path, std::string_view what, std::string_view with) {
  const Drafts::File* file = drafts.find(path);
  QVERIFY(file != nullptr);
  const std::size_t at = file->pending.find(what);
  QVERIFY(at != std::string::npos);
  QVERIFY(drafts.apply({"edit", {{path, {{at, at + what.size(), std::string(with)}}}}, {}}));
}

}  // namespace

class HandOverTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void patchIsWhatGitTakes();
  void patchOfOddNamesAndNewFiles();
  void patchOutsideARepository();
  void patchOverTwoRepositoriesIsRefused();
  void linkedWorkTrees();
  void messageSaysWhatAndWhy();
  void messageOfSettledConflicts();
  void messageOfFilesWithoutDecisions();
  void messageOfWideBaselines();
  void messageOfWhatTheCommitReplaces();
  void messageOfFlakyRowsAlone();
  void subjects_data();
  void subjects();
  void saveWritesAll();
  void saveStopsBeforeAnythingIsLost();
  void saveReportsWhatCannotBeWritten();
  void logTellsEachThingOnce();
};

void HandOverTest::patchIsWhatGitTakes() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  git.write(kCuda, kSpaced);
  git.write(kRocm, kWindows);
  QVERIFY(git.commitAll());
  Drafts drafts;
  QVERIFY(drafts.open(git.pathOf(kCuda)) && drafts.open(git.pathOf(kRocm)));
  QCOMPARE(*baselines::patchText(drafts), std::string());
  edit(drafts, git.pathOf(kCuda), "alpha,pass,0", "alpha,OOM,0");
  edit(drafts, git.pathOf(kCuda), "\n\n\n\nbeta,fail_accuracy,1", "");
  edit(drafts, git.pathOf(kRocm), "beta,OOM", "beta,pass\r\ngamma,pass");
  const auto patch = baselines::patchText(drafts);
  QVERIFY(patch);
  QVERIFY(patch->starts_with("diff --git a/" + kCuda.toStdString() + " b/" + kCuda.toStdString() + "\n--- a/"));
  const QByteArray bytes = QByteArray::fromStdString(*patch);
  const auto checked = git.run({QStringLiteral("apply"), QStringLiteral("--check")}, bytes);
  QVERIFY2(checked.ok, checked.err.constData());
  QVERIFY(git.run({QStringLiteral("apply")}, bytes).ok);
  for (const QString& file : {kCuda, kRocm})
    QCOMPARE(git.read(file), QByteArray::fromStdString(drafts.find(git.pathOf(file))->pending));
}

void HandOverTest::patchOfOddNamesAndNewFiles() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  const QStringList odd = {QStringLiteral("a b.csv"), QStringLiteral("quote\".csv"),
                           QString::fromUtf8("gr\u00fcn/\u00e4.csv"), QStringLiteral("tab\t.csv")};
  for (const QString& name : odd) git.write(name, kSpaced);
  QVERIFY(git.commitAll());
  Drafts drafts;
  for (const QString& name : odd) {
    QVERIFY(drafts.open(git.pathOf(name)));
    edit(drafts, git.pathOf(name), "beta", "gamma");
  }
  const QString fresh = QStringLiteral("flaky.toml");
  QVERIFY(drafts.open(git.pathOf(fresh), true));
  QVERIFY(drafts.apply({"new", {{git.pathOf(fresh), {{0, 0, "[[entry]]\n"}}}}, {}}));
  const auto patch = baselines::patchText(drafts);
  QVERIFY(patch);
  QVERIFY(patch->find("new file mode 100644\n--- /dev/null\n+++ b/flaky.toml\n") != std::string::npos);
  const auto ran = git.run({QStringLiteral("apply")}, QByteArray::fromStdString(*patch));
  QVERIFY2(ran.ok, ran.err.constData());
  // git apply reads the names of "diff --git" for few files only; git itself writes these very lines.
  for (const QByteArray& line : git.run({QStringLiteral("diff")}).out.split('\n'))
    if (line.startsWith("diff --git ")) QVERIFY2(QByteArray::fromStdString(*patch).contains(line + '\n'), line.constData());
  for (const QString& name : odd + QStringList{fresh})
    QCOMPARE(git.read(name), QByteArray::fromStdString(drafts.find(git.pathOf(name))->pending));
}

void HandOverTest::patchOutsideARepository() {
  QTemporaryDir dir;
  Drafts drafts;
  const std::string root = QFileInfo(dir.path()).canonicalFilePath().toStdString();
  drafts.adopt({root + "/x/one.csv", "name\na\n", "name\nb\n", {}, true});
  drafts.adopt({root + "/x/deep/two.csv", "name\na\n", "name\nb\n", {}, true});
  QVERIFY2(!baselines::repositoryRoot(root + "/x/one.csv"), "TMPDIR lies in a repository: choose another folder");
  const auto patch = baselines::patchText(drafts);
  QVERIFY(patch);
  QVERIFY(patch->find("--- a/one.csv\n") != std::string::npos);
  QVERIFY(patch->find("+++ b/deep/two.csv\n") != std::string::npos);
}

void HandOverTest::patchOverTwoRepositoriesIsRefused() {
  const GitRepository one;
  const GitRepository other;
  if (!one.isUsable()) QSKIP("git is not there");
  Drafts drafts;
  drafts.adopt({one.pathOf(kCuda), "a", "b", {}, true});
  drafts.adopt({other.pathOf(kCuda), "a", "b", {}, true});
  const auto patch = baselines::patchText(drafts);
  QVERIFY(!patch);
  QVERIFY(patch.error().code == base::ErrorCode::BadArgument);
}

void HandOverTest::linkedWorkTrees() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  git.write(kCuda, kSpaced);
  QVERIFY(git.commitAll());
  QVERIFY(
      git.run({QStringLiteral("worktree"), QStringLiteral("add"), QStringLiteral("-q"), QStringLiteral("tree")}).ok);
  const std::string inTree = git.pathOf(QStringLiteral("tree/") + kCuda);
  QCOMPARE(*baselines::repositoryRoot(inTree), git.pathOf(QStringLiteral("tree")));
  QCOMPARE(*baselines::gitFolder(inTree), git.pathOf(QStringLiteral(".git/worktrees/tree")));
  QCOMPARE(baselines::decisionLogPath(inTree),
           git.pathOf(QStringLiteral(".git/worktrees/tree/plumbline/decisions.jsonl")));
  // A symbolic link to a baseline is the baseline.
  QVERIFY(QFile::link(git.path(kCuda), git.path(QStringLiteral("link.csv"))));
  QCOMPARE(baselines::placesOf({git.pathOf(QStringLiteral("link.csv"))})->inside.front(), kCuda.toStdString());
  // So does the folder of a submodule, which lies in the repository around it.
  git.write(QStringLiteral("sub/.git"), "gitdir: ../.git/modules/sub\n");
  git.write(QStringLiteral(".git/modules/sub/HEAD"), "ref: refs/heads/main\n");
  QCOMPARE(*baselines::gitFolder(git.pathOf(QStringLiteral("sub/e.csv"))), git.pathOf(QStringLiteral(".git/modules/sub")));
  // A .git file that names another repository, a link, a folder without HEAD and a pipe are no git folder.
  const GitRepository other;
  git.write(QStringLiteral("planted/.git"), "gitdir: " + other.path(QStringLiteral(".git")).toUtf8() + '\n');
  git.write(QStringLiteral("empty/.git/config"), "");
  git.write(QStringLiteral("linked/e.csv"), kSpaced);
  git.write(QStringLiteral("pipe/e.csv"), kSpaced);
  QVERIFY(QFile::link(other.path(QStringLiteral(".git")), git.path(QStringLiteral("linked/.git"))));
  QCOMPARE(::mkfifo(git.pathOf(QStringLiteral("pipe/.git")).c_str(), 0600), 0);
  for (const QString& folder : {u"planted"_s, u"empty"_s, u"linked"_s, u"pipe"_s}) {
    QVERIFY2(!baselines::gitFolder(git.pathOf(folder + u"/e.csv"_s)), qPrintable(folder));
    QCOMPARE(baselines::decisionLogPath(git.pathOf(folder + u"/e.csv"_s)), git.pathOf(folder + u"/.plumbline-decisions.jsonl"_s));
  }
  // A .git file that says nothing is no git folder.
  git.write(QStringLiteral("odd/.git"), "nothing\n");
  QVERIFY(!baselines::gitFolder(git.pathOf(QStringLiteral("odd/e.csv"))));
}

void HandOverTest::messageSaysWhatAndWhy() {
  Drafts drafts;
  const std::string before = "name,accuracy,graph_breaks\na,pass,7\nb,pass,7\nc,pass,7\nd,pass,1\nf,pass,1\n";
  const std::string after = "name,accuracy,graph_breaks\na,OOM,7\nb,pass,8\nc,pass,8\nd,pass,2\ne,pass,1\n";
  drafts.adopt({"/nowhere/rocm/inductor_timm_training.csv", before, after, {}, true});
  const std::string path = "/nowhere/rocm/inductor_timm_training.csv";
  const auto accepted = [](const char* what, const char* reason, const char* note = "") {
    return Decision{DecisionKind::Accepted, what, reason, note};
  };
  drafts.setDecisions({
      {{path, "a"},
       accepted("accuracy pass -> OOM; graph_breaks stays 7: a run that ends in OOM does not count them.",
                "the new image has less memory, see the thread in issue 177084 and what was said there about it")},
      {{path, "b"}, accepted("graph_breaks 7 -> 8", "torch bump")},
      {{path, "c"}, accepted("graph_breaks 7 -> 8", "torch bump")},
      {{path, "k"}, Decision{DecisionKind::Kept, "", "", "look\nagain on Monday"}},
      {{path, "k2"}, Decision{DecisionKind::Kept, "", "", ""}},
      {{path, "m"}, Decision{DecisionKind::Flaky, "", "times out", ""}},
  });
  QCOMPARE(QString::fromStdString(baselines::commitMessage(drafts)),
           QStringLiteral("Update 6 models in inductor_timm_training\n"
                          "\n"
                          "inductor_timm_training.csv:\n"
                          "- a: accuracy pass -> OOM; graph_breaks stays 7: a run that ends in OOM\n"
                          "  does not count them.\n"
                          "  Reason: the new image has less memory, see the thread in issue 177084\n"
                          "    and what was said there about it\n"
                          "- b, c: graph_breaks 7 -> 8\n"
                          "  Reason: torch bump\n"
                          "- d: graph_breaks 1 -> 2\n"
                          "- e: new row (accuracy pass, graph_breaks 1)\n"
                          "- f: row removed\n"
                          "- k: kept\n"
                          "  Note: look again on Monday\n"
                          "- m: marked flaky\n"
                          "  Reason: times out\n"));
}

void HandOverTest::messageOfSettledConflicts() {
  Drafts drafts;
  drafts.adopt({"/nowhere/e.csv", "name,accuracy,graph_breaks\n<<<<<<< HEAD\na,pass,7\n=======\na,pass,9\n>>>>>>> other\nb,pass,1\n",
                "name,accuracy,graph_breaks\na,pass,9\nb,pass,1\n", {}, true});
  const QString message = QString::fromStdString(baselines::commitMessage(drafts));
  QVERIFY2(message.contains(QStringLiteral("- 1 conflict: settled\n- a: graph_breaks 7 -> 9\n")), qPrintable(message));
  QVERIFY2(!message.contains(QStringLiteral("HEAD")), qPrintable(message));  // a marker is no model
}

void HandOverTest::messageOfFilesWithoutDecisions() {
  Drafts drafts;
  QCOMPARE(baselines::commitMessage(drafts), std::string());
  drafts.adopt({"/nowhere/check_accuracy.py", "a = {\n}\n", "a = {\n    \"moco\",\n}\n", {}, true});
  drafts.adopt({"/nowhere/expected_results.csv", "add_loop,count,100,0.1\n", "add_loop,count,120,0.1\n", {}, true});
  QCOMPARE(QString::fromStdString(baselines::commitMessage(drafts)),
           QStringLiteral("Update add_loop,count in 2 files\n"
                          "\n"
                          "check_accuracy.py:\n- 1 line added, 0 removed\n"
                          "\n"
                          "expected_results.csv:\n- add_loop,count: value 100 -> 120\n"));
}

/// A row of a wide baseline has the reasons of its own columns: not those of another file, nor of a longer name.
void HandOverTest::messageOfWideBaselines() {
  Drafts drafts;
  const std::string before = "name,float32,amp_bf16\nllama,pass,pass\nllama_2,pass,pass\n";
  const std::string after = "name,float32,amp_bf16\nllama,OOM,OOM\nllama_2,pass,pass\n";
  for (const char* path : {"a.csv", "b.csv"}) drafts.adopt({path, before, after, {}, true});
  const auto because = [](const char* reason) { return Decision{.kind = DecisionKind::Accepted, .what = {}, .reason = reason, .note = {}}; };
  Decision kept = because("waits for a fix");
  kept.kind = DecisionKind::Kept;
  QVERIFY(drafts.apply({"decide",
                        {},
                        {{{"a.csv", "llama#amp_bf16"}, because("less memory")},
                         {{"a.csv", "llama#float32"}, because("a new driver")},
                         {{"a.csv", "llama_2#float32"}, kept},
                         {{"b.csv", "llama#float32"}, because("another card")}}}));
  QCOMPARE(QString::fromStdString(baselines::commitMessage(drafts)),
           QStringLiteral("Update llama in 2 files\n\na.csv:\n- llama: float32 pass -> OOM, amp_bf16 pass -> OOM\n"
                          "  Reason: less memory; a new driver\n- llama_2#float32: kept\n  Reason: waits for a fix\n\n"
                          "b.csv:\n- llama: float32 pass -> OOM, amp_bf16 pass -> OOM\n  Reason: another card\n"));
}

/// A message is about what the commit replaces: HEAD's bytes of a file that was saved, not what an earlier commit has.
void HandOverTest::messageOfWhatTheCommitReplaces() {
  Drafts drafts;
  const auto csv = [](const char* rows) { return std::string("name,accuracy\n") + rows; };
  drafts.adopt({"e.csv", csv("x,pass\ny,OOM\n"), csv("x,pass\ny,OOM\nz,pass\n"), {}, true});
  drafts.adopt({"f.csv", csv("a,OOM\n"), csv("a,OOM\n"), {}, true});
  const Decision accepted{DecisionKind::Accepted, "new row", "", ""};
  drafts.setDecisions({{{"e.csv", "x"}, accepted}, {{"e.csv", "y"}, accepted}, {{"e.csv", "z"}, accepted}});
  const baselines::CommitBase base{.bytes = {{"e.csv", csv("x,pass\n")}, {"f.csv", csv("a,pass\n")}},
                                   .committed = {{{"e.csv", "x"}, accepted}}};
  QCOMPARE(QString::fromStdString(baselines::commitMessage(baselines::draftsToCommit(drafts, base))),
           QStringLiteral("Update 3 models in 2 files\n\ne.csv:\n- y: new row (accuracy OOM)\n"
                          "- z: new row (accuracy pass)\n\nf.csv:\n- a: accuracy pass -> OOM\n"));
}

/// A row that came onto a list has its section where its baseline has no edits, with the evidence; what was kept needs none.
void HandOverTest::messageOfFlakyRowsAlone() {
  Drafts drafts;
  drafts.adopt({"/nowhere/flaky.toml", "", "[[flaky]]\nname = \"moco\"\n", {}, false});
  const auto decided = [](DecisionKind kind, const char* reason, const char* evidence) {
    return Decision{.kind = kind, .what = "flaky: flaky.toml", .reason = reason, .note = {}, .values = {}, .evidence = evidence};
  };
  const std::string path = "/nowhere/ci/inductor_timm_training.csv";
  drafts.setDecisions({{{path, "moco"}, decided(DecisionKind::Flaky, "times out", "flaky: 3 of 20 runs fail (15.0 %, 95 % Jeffreys 4.4 % to 34.9 %)")},
                       {{path, "kept"}, decided(DecisionKind::Kept, "slow host", "keep: broken")}});
  const QString section = u"ci/inductor_timm_training.csv:\n- moco: marked flaky\n  Reason: times out\n"
                          "  Evidence: flaky: 3 of 20 runs fail (15.0 %, 95 % Jeffreys 4.4 % to\n    34.9 %)\n"_s;
  QCOMPARE(QString::fromStdString(baselines::commitMessage(drafts)),
           u"Mark moco as flaky\n\nflaky.toml:\n- 2 lines added, 0 removed\n\n"_s + section);
  drafts.adopt({"/nowhere/ci/rocm/inductor_timm_training.csv", "name,accuracy\nvgg,pass\n", "name,accuracy\nvgg,OOM\n", {}, true});
  const QString both = QString::fromStdString(baselines::commitMessage(drafts));
  QVERIFY2(both.startsWith(u"Update vgg in 2 files\n\n"_s) && both.endsWith(section), qPrintable(both));
}

void HandOverTest::subjects_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("subject");
  const QString config = QStringLiteral("dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference");
  QTest::newRow("short") << QStringLiteral("e.csv") << QStringLiteral("llama") << QStringLiteral("Update llama in e");
  QTest::newRow("long file") << config + QStringLiteral(".csv") << QStringLiteral("llama")
                             << QStringLiteral("Update 1 model in 1 file");
  QTest::newRow("long model") << QStringLiteral("e.csv") << QString(80, QLatin1Char('m'))
                              << QStringLiteral("Update 1 model in e");
}

void HandOverTest::subjects() {
  QFETCH(QString, file);
  QFETCH(QString, model);
  QFETCH(QString, subject);
  Drafts drafts;
  const std::string name = model.toStdString();
  drafts.adopt({"/nowhere/" + file.toStdString(),
                "name,accuracy\n" + name + ",pass\n",
                "name,accuracy\n" + name + ",OOM\n",
                {},
                true});
  const QString message = QString::fromStdString(baselines::commitMessage(drafts));
  QCOMPARE(message.section(QLatin1Char('\n'), 0, 0), subject);
  QVERIFY(subject.size() <= 72);
  QVERIFY(message.contains(model));
}

void HandOverTest::saveWritesAll() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  git.write(kCuda, kSpaced);
  git.write(kRocm, kWindows);
  QVERIFY(git.commitAll());
  const QString fresh = QStringLiteral("flaky.toml");
  Drafts drafts;
  QVERIFY(drafts.open(git.pathOf(kCuda)) && drafts.open(git.pathOf(kRocm)) && drafts.open(git.pathOf(fresh), true));
  QCOMPARE(baselines::saveAll(drafts).sentence(), std::string("There is nothing to save."));
  edit(drafts, git.pathOf(kCuda), "alpha,pass,0", "alpha,OOM,0");
  edit(drafts, git.pathOf(kRocm), "beta,OOM", "beta,pass\r\ngamma,pass");
  QVERIFY(drafts.apply({"new", {{git.pathOf(fresh), {{0, 0, "x\n"}}}}, {}}));
  drafts.setDecisions(
      {{{git.pathOf(kCuda), "alpha"}, Decision{DecisionKind::Accepted, "accuracy pass -> OOM", "why", ""}}});
  QVERIFY(QFile::setPermissions(git.path(kCuda), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  const auto report = baselines::saveAll(drafts);
  QVERIFY(report.allWritten() && !report.logError);
  QCOMPARE(report.sentence(), std::string("3 files saved with 4 edits."));
  QCOMPARE(git.read(kCuda), QByteArray(kSpaced).replace("alpha,pass", "alpha,OOM"));
  QCOMPARE(git.read(fresh), QByteArray("x\n"));
  QVERIFY(QFileInfo(git.path(kCuda)).permission(QFile::ExeOwner));
  QVERIFY(drafts.changed().empty());
  // Saved is saved: the next edit finds the stamp of what was written.
  edit(drafts, git.pathOf(kCuda), "alpha,OOM,0", "alpha,OOM,3");
  QVERIFY(baselines::saveAll(drafts).allWritten());
  // The log shows in no status.
  const QByteArray status = git.run({QStringLiteral("status"), QStringLiteral("--porcelain")}).out;
  QVERIFY2(status.contains("flaky.toml") && !status.contains("plumbline"), status.constData());
  const QByteArray log = git.read(QStringLiteral(".git/plumbline/decisions.jsonl"));
  QCOMPARE(log.count('\n'), 1);
  QVERIFY(log.contains("\"baseline\":\"" + kCuda.toUtf8() + "\",\"model\":\"alpha\",\"decision\":\"accepted\""));
}

void HandOverTest::saveStopsBeforeAnythingIsLost() {
  QTemporaryDir dir;
  const auto path = [&](const char* name) { return dir.filePath(QString::fromUtf8(name)).toStdString(); };
  const auto put = [&](const char* name, const QByteArray& bytes) {
    QFile file(dir.filePath(QString::fromUtf8(name)));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
  };
  put("a.csv", "name\na\n");
  put("b.csv", "name\nb\n");
  Drafts drafts;
  QVERIFY(drafts.open(path("a.csv")) && drafts.open(path("b.csv")) && drafts.open(path("new.csv"), true));
  edit(drafts, path("a.csv"), "a\n", "mine\n");
  edit(drafts, path("b.csv"), "b\n", "mine\n");
  QVERIFY(drafts.apply({"new", {{path("new.csv"), {{0, 0, "name\n"}}}}, {}}));
  put("b.csv", "name\ntheirs\n");
  put("new.csv", "theirs\n");
  const auto report = baselines::saveAll(drafts);
  QVERIFY(!report.allWritten());
  QVERIFY(report.files.empty());
  QCOMPARE(report.changedOutside, (std::vector<std::string>{path("b.csv"), path("new.csv")}));
  QCOMPARE(report.sentence(), std::string("2 files were changed outside meanwhile; nothing was written."));
  QCOMPARE(drafts.changed().size(), std::size_t{3});
  QCOMPARE(files::readFile(path("a.csv"))->bytes, std::string("name\na\n"));
  QCOMPARE(files::readFile(path("b.csv"))->bytes, std::string("name\ntheirs\n"));
  // A file that went away is as bad as one that changed.
  QVERIFY(QFile::remove(dir.filePath(QStringLiteral("a.csv"))));
  QVERIFY(baselines::saveAll(drafts).changedOutside.front() == path("a.csv"));
}

void HandOverTest::saveReportsWhatCannotBeWritten() {
  QTemporaryDir dir;
  const QString locked = dir.filePath(QStringLiteral("locked"));
  QVERIFY(QDir().mkdir(locked));
  const std::string bad = locked.toStdString() + "/none/b.csv";  // its folder does not exist
  const std::string good = dir.filePath(QStringLiteral("a.csv")).toStdString();
  QVERIFY(files::saveFile(good, "name\na\n"));
  Drafts drafts;
  QVERIFY(drafts.open(good) && drafts.open(bad, true));
  edit(drafts, good, "a\n", "b\n");
  QVERIFY(drafts.apply({"new", {{bad, {{0, 0, "name\n"}}}}, {}}));
  drafts.setDecisions({{{good, "b"}, Decision{DecisionKind::Accepted, "x", "y", ""}},
                       {{bad, "b"}, Decision{DecisionKind::Accepted, "x", "y", ""}}});
  const auto report = baselines::saveAll(drafts);
  QVERIFY(!report.allWritten());
  QVERIFY(report.changedOutside.empty());
  QCOMPARE(QString::fromStdString(report.sentence()),
           QStringLiteral("1 file saved with 2 edits. 1 file was not written; its edits are kept. ") +
               QString::fromStdString(report.files.back().error ? report.files.back().error->text
                                                                : report.files.front().error->text));
  QCOMPARE(drafts.changed().size(), std::size_t{1});
  QCOMPARE(drafts.changed().front()->path, bad);
  const auto log = files::readFile(baselines::decisionLogPath(good));
  QVERIFY(log);
  QCOMPARE(std::count(log->bytes.begin(), log->bytes.end(), '\n'), 1);  // only what is on disk was decided
}

void HandOverTest::logTellsEachThingOnce() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("e.csv")).toStdString();
  QVERIFY(files::saveFile(path, "name\n"));
  const std::string log = baselines::decisionLogPath(path);
  QVERIFY2(log.find("/.git/") == std::string::npos, "TMPDIR lies in a repository: choose another folder");
  QVERIFY(log.ends_with("/.plumbline-decisions.jsonl"));
  const auto at = [](int seconds) { return std::chrono::system_clock::time_point(std::chrono::seconds(seconds)); };
  const auto lines = [&] { return QByteArray::fromStdString(files::readFile(log)->bytes).trimmed().split('\n'); };
  baselines::Decisions decisions{{{path, "a"}, Decision{DecisionKind::Accepted, "x -> y", "be\"cause\n", ""}},
                                 {{path, "b"}, Decision{DecisionKind::Kept, "", "", ""}}};
  QVERIFY(baselines::logDecisions(decisions, at(0)));
  QCOMPARE(lines().size(), 2);
  const QJsonObject first = QJsonDocument::fromJson(lines().front()).object();
  QCOMPARE(first[QStringLiteral("time")].toString(), QStringLiteral("1970-01-01T00:00:00Z"));
  QCOMPARE(first[QStringLiteral("baseline")].toString(), QStringLiteral("e.csv"));
  QCOMPARE(first[QStringLiteral("reason")].toString(), QStringLiteral("be\"cause\n"));
  QVERIFY(baselines::logDecisions(decisions, at(10)));
  QCOMPARE(lines().size(), 2);
  decisions[{path, "b"}] = Decision{DecisionKind::Flaky, "", "", "hm"};
  QVERIFY(baselines::logDecisions(decisions, at(20)));
  QCOMPARE(lines().size(), 3);
  decisions[{path, "b"}] = Decision{DecisionKind::Kept, "", "", ""};  // as in the second line, but no longer the newest
  QVERIFY(baselines::logDecisions(decisions, at(30)));
  QCOMPARE(lines().size(), 4);
  // Somebody's half line and nonsense stay where they are and spoil nothing.
  QFile file(QString::fromStdString(log));
  QVERIFY(file.open(QIODevice::Append) && file.write("[1]\n{\"half") == 10);
  file.close();
  decisions[{path, "b"}] = Decision{std::nullopt, "", "", "only a n\xC3\xB6te"};
  QVERIFY(baselines::logDecisions(decisions, at(40)));
  QCOMPARE(lines().size(), 7);
  QCOMPARE(lines()[5], QByteArray("{\"half"));
  QVERIFY(lines()[6].contains("\"decision\":\"note\"") && lines()[6].contains("n\xC3\xB6te"));  // for people to read
  QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("plumbline"))));
}

QTEST_GUILESS_MAIN(HandOverTest)
#include "hand_over_test.moc"
