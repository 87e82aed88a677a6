// SPDX-License-Identifier: GPL-3.0-or-later
// The history of a folder, read with the system's git: versions, limits, and settings of a repository that would run
// programs.
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>

#include "core/sources/forge.h"
#include "core/sources/git_history.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using sources::GitHistory;
using sources::readHistory;
using support::GitRepository;

namespace {

#define NEEDS_GIT(git) \
  if (!(git).isUsable()) QSKIP("git is not here")

void commit(const GitRepository& git, const char* subject, const char* date) {
  qputenv("GIT_AUTHOR_DATE", date);
  QVERIFY(git.run({QStringLiteral("add"), QStringLiteral("-A")}).ok);
  const auto ran = git.run({QStringLiteral("-c"), QString::fromUtf8("user.name=Ada \xC3\x84"), QStringLiteral("-c"),
                            QStringLiteral("user.email=a@example.invalid"), QStringLiteral("commit"),
                            QStringLiteral("-q"), QStringLiteral("-m"), QString::fromUtf8(subject)});
  qunsetenv("GIT_AUTHOR_DATE");
  QVERIFY2(ran.ok, ran.err.constData());
}

GitHistory historyOf(const GitRepository& git, const sources::HistoryOptions& options = {}) {
  auto history = readHistory(git.pathOf({}), "ci", options);
  if (!history.isValue()) {
    qCritical("%s", history.isError() ? history.error().text.c_str() : "cancelled");
    return {};
  }
  return std::move(history.value());
}

}  // namespace

class GitHistoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void versions();
  void limits();
  void shallowClone();
  void mergesCountOnce();
  void strangeNames();
  void namesThatAreNotUtf8();
  void sharesBlobs();
  void runsNoProgramOfTheRepository();
  void fetchesNothing();
  void entersNoSubmodule();
  void noRepository();
  void anotherUsersRepository();
  void treeBomb();
  void programOfTheCheckout();
  void pipesAreNotRead();
  void cancelled();
  void oddAnswers_data();
  void oddAnswers();
  void addressesOnTheWeb_data();
  void addressesOnTheWeb();
};

void GitHistoryTest::versions() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a.csv"), "one\n");
  git.write(QStringLiteral("ci/still.csv"), "same\n");
  git.write(QStringLiteral("other.csv"), "no\n");
  commit(git, "First", "2026-01-01T12:00:00Z");
  git.write(QStringLiteral("other.csv"), "nothing to do with it\n");
  commit(git, "Elsewhere", "2026-01-02T12:00:00Z");
  git.write(QStringLiteral("ci/a.csv"), "two\n");
  git.write(QStringLiteral("ci/rocm/b.csv"), "b\n");
  commit(git, "Second \xE2\x86\x92 more", "2026-01-03T12:00:00Z");
  QVERIFY(QFile::remove(git.path(QStringLiteral("ci/rocm/b.csv"))));
  commit(git, "Third", "2026-01-04T12:00:00Z");

  const GitHistory history = historyOf(git);
  QVERIFY(!history.cut);
  QCOMPARE(history.commits.size(), std::size_t{3});
  QCOMPARE(history.commits[1].subject, std::string("Second \xE2\x86\x92 more"));
  QCOMPARE(history.commits[1].date, std::string("2026-01-03"));
  QCOMPARE(history.commits[1].author, std::string("Ada \xC3\x84"));
  QCOMPARE(history.commits[0].hash.size(), std::size_t{40});
  const auto& a = history.versions.at("ci/a.csv");
  QCOMPARE(a.size(), std::size_t{2});
  QCOMPARE(*a[0].bytes, std::string("two\n"));
  QCOMPARE(a[0].commit, std::size_t{1});
  QCOMPARE(*a[1].bytes, std::string("one\n"));
  const auto& b = history.versions.at("ci/rocm/b.csv");
  QCOMPARE(b.size(), std::size_t{2});
  QVERIFY(!b[0].exists && b[1].exists);
  QVERIFY(history.before.empty());
  QCOMPARE(history.versions.count("other.csv"), std::size_t{0});

  // The same from inside the folder: paths are below the root all the same.
  const auto inside = readHistory(git.pathOf(QStringLiteral("ci")), ".");
  QVERIFY(inside.isValue());
  QCOMPARE(inside.value().commits.size(), std::size_t{3});
  QVERIFY(inside.value().before.empty());
  QCOMPARE(inside.value().versions.count("ci/a.csv"), std::size_t{1});
}

void GitHistoryTest::limits() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/still.csv"), "same\n");
  git.write(QStringLiteral("ci/a.csv"), "0");
  commit(git, "0", "2026-01-01T12:00:00Z");
  for (const char* text : {"1", "2", "3"}) {
    git.write(QStringLiteral("ci/a.csv"), QByteArray(text).repeated(1000));
    commit(git, text, "2026-01-02T12:00:00Z");
  }
  const GitHistory two = historyOf(git, {.commits = 2});
  QVERIFY(two.cut);
  QCOMPARE(two.commits.size(), std::size_t{2});
  QCOMPARE(two.versions.at("ci/a.csv").size(), std::size_t{2});
  QCOMPARE(*two.before.at("ci/a.csv"), std::string(1000, '1'));
  QCOMPARE(*two.before.at("ci/still.csv"), std::string("same\n"));
  QVERIFY(!historyOf(git, {.commits = 4}).cut);

  const GitHistory small = historyOf(git, {.commits = 10, .bytes = 2500});
  QVERIFY(small.cut);
  QCOMPARE(small.commits.size(), std::size_t{1});
  QCOMPARE(*small.before.at("ci/a.csv"), std::string(1000, '2'));
  const auto none = readHistory(git.pathOf({}), "ci", {.commits = 10, .bytes = 100});
  QVERIFY(none.isError());
  QCOMPARE(none.error().code, base::ErrorCode::TooLarge);
}

void GitHistoryTest::shallowClone() {
  const GitRepository git;
  NEEDS_GIT(git);
  for (const char* text : {"1", "2", "3"}) {
    git.write(QStringLiteral("ci/a.csv"), text);
    commit(git, text, "2026-01-02T12:00:00Z");
  }
  const GitRepository clone;
  QVERIFY(clone.run({QStringLiteral("fetch"), QStringLiteral("-q"), QStringLiteral("--depth"), QStringLiteral("2"),
                     QStringLiteral("file://") + git.path(), QStringLiteral("HEAD")}).ok);
  QVERIFY(
      clone.run({QStringLiteral("reset"), QStringLiteral("-q"), QStringLiteral("--hard"), QStringLiteral("FETCH_HEAD")})
          .ok);
  const GitHistory history = historyOf(clone);
  QVERIFY(history.cut);
  QCOMPARE(history.commits.size(), std::size_t{1});
  QCOMPARE(*history.before.at("ci/a.csv"), std::string("2"));
}

void GitHistoryTest::mergesCountOnce() {
  const GitRepository git;
  NEEDS_GIT(git);
  const auto run = [&](const QStringList& words) { return git.run(words).ok; };
  git.write(QStringLiteral("ci/a.csv"), "1");
  commit(git, "start", "2026-01-01T12:00:00Z");
  QVERIFY(run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("side")}));
  git.write(QStringLiteral("ci/b.csv"), "side");
  commit(git, "on the side", "2026-01-02T12:00:00Z");
  QVERIFY(run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-")}));
  git.write(QStringLiteral("ci/a.csv"), "2");
  commit(git, "on main", "2026-01-03T12:00:00Z");
  QVERIFY(run({QStringLiteral("-c"), QStringLiteral("user.name=t"), QStringLiteral("-c"),
               QStringLiteral("user.email=t@example.invalid"), QStringLiteral("merge"), QStringLiteral("-q"),
               QStringLiteral("-m"), QStringLiteral("merged"), QStringLiteral("side")}));
  const GitHistory history = historyOf(git);
  QCOMPARE(history.commits.size(), std::size_t{3});
  QCOMPARE(history.commits[0].subject, std::string("merged"));
  QCOMPARE(history.versions.at("ci/b.csv").front().commit, std::size_t{0});
}

void GitHistoryTest::strangeNames() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a b\n\"c\"\t.csv"), "x");
  git.write(QStringLiteral("ci/*.csv"), QByteArray("nul\0line\n\n", 10));
  QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), git.path(QStringLiteral("ci/link.csv"))));
  commit(git, "names", "2026-01-01T12:00:00Z");
  const GitHistory history = historyOf(git);
  QCOMPARE(history.versions.size(), std::size_t{2});
  QCOMPARE(*history.versions.at("ci/a b\n\"c\"\t.csv").front().bytes, std::string("x"));
  QCOMPARE(*history.versions.at("ci/*.csv").front().bytes, std::string("nul\0line\n\n", 10));
}

void GitHistoryTest::namesThatAreNotUtf8() {
  const GitRepository git;
  NEEDS_GIT(git);
  for (const char* name : {"ci/\xfe.csv", "ci/\xff\xc3\x84\\.csv", "ci/back\\slash.csv"}) {
    git.write(QStringLiteral("ci/made"), "x");
    QCOMPARE(std::rename(git.pathOf(QStringLiteral("ci/made")).c_str(), (git.pathOf({}) + '/' + name).c_str()), 0);
  }
  commit(git, "names", "2026-01-01T12:00:00Z");
  // Qt cannot remove such names.
  for (const char* name : {"ci/\xfe.csv", "ci/\xff\xc3\x84\\.csv"}) QCOMPARE(std::remove((git.pathOf({}) + '/' + name).c_str()), 0);
  const GitHistory history = historyOf(git);
  QCOMPARE(history.versions.size(), std::size_t{3});
  for (const char* name : {"ci/\\xfe.csv", "ci/\\xff\xc3\x84\\\\.csv", "ci/back\\slash.csv"}) QCOMPARE(history.versions.count(name), std::size_t{1});
}

void GitHistoryTest::sharesBlobs() {
  const GitRepository git;
  NEEDS_GIT(git);
  const char* const dates[] = {"2026-01-01T12:00:00Z", "2026-01-02T12:00:00Z", "2026-01-03T12:00:00Z"};
  int day = 0;
  for (const char* bytes : {"one", "two", "one"}) {
    git.write(QStringLiteral("ci/a.csv"), bytes);
    git.write(QStringLiteral("ci/b.csv"), bytes);
    commit(git, bytes, dates[day++]);
  }
  const GitHistory history = historyOf(git);
  const auto& a = history.versions.at("ci/a.csv");
  QCOMPARE(a.size(), std::size_t{3});
  QCOMPARE(*a[0].bytes, std::string("one"));
  QVERIFY(a[0].bytes == a[2].bytes);
  QVERIFY(a[0].bytes == history.versions.at("ci/b.csv")[0].bytes);
  QVERIFY(a[1].bytes != a[0].bytes);
}

/// Settings, attributes and hooks that make git start a program in one command or another.
void GitHistoryTest::runsNoProgramOfTheRepository() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a.csv"), "1\n");
  commit(git, "one", "2026-01-01T12:00:00Z");
  git.write(QStringLiteral("ci/a.csv"), "2\n");
  git.write(QStringLiteral(".gitattributes"), "*.csv diff=evil filter=evil\n");
  commit(git, "two", "2026-01-02T12:00:00Z");
  const QString mark = git.path(QStringLiteral("started"));
  const QByteArray evil = "#!/bin/sh\necho \"$0 $*\" >> '" + mark.toUtf8() + "'\nexit 1\n";
  const QString program = git.path(QStringLiteral(".git/evil"));
  git.write(QStringLiteral(".git/evil"), evil);
  const auto executable = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
  QVERIFY(QFile(program).setPermissions(executable));
  for (const char* hook : {"post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"}) {
    const QString inside = QStringLiteral(".git/hooks/") + QLatin1String(hook);
    git.write(inside, evil);
    QVERIFY(QFile(git.path(inside)).setPermissions(executable));
  }
  for (const char* key : {"core.fsmonitor", "core.pager", "pager.log", "core.sshCommand", "diff.external",
                          "diff.evil.textconv", "diff.evil.command", "filter.evil.smudge", "filter.evil.process", "filter.evil.clean",
                          "gpg.program", "core.editor", "core.askPass", "core.gitProxy", "credential.helper",
                          "core.alternateRefsCommand", "uploadpack.packObjectsHook", "interactive.diffFilter"})
    QVERIFY2(git.run({QStringLiteral("config"), QLatin1String(key), program}).ok, key);
  for (const char* setting : {"log.showSignature=true", "color.ui=always", "diff.renames=copies", "log.follow=true",
                              "diff.noprefix=true", "diff.relative=true", "format.pretty=oneline", "log.decorate=full",
                              "diff.orderFile=/no/such/file", "log.abbrevCommit=true", "log.diffMerges=off"}) {
    const QStringList words = QString::fromLatin1(setting).split(QLatin1Char('='));
    QVERIFY2(git.run({QStringLiteral("config"), words[0], words[1]}).ok, setting);
  }
  QVERIFY(git.run({QStringLiteral("config"), QStringLiteral("alias.log"), QLatin1Char('!') + program}).ok);
  const GitHistory history = historyOf(git);
  QCOMPARE(history.commits.size(), std::size_t{2});
  QCOMPARE(*history.versions.at("ci/a.csv").front().bytes, std::string("2\n"));
  for (const char* command : {"status", "diff", "stash", "update-index", "add", "checkout", "hash-object", "archive", "diff-files"})
    QCOMPARE(sources::Git(git.pathOf({}), {}).run({command}).error().code, base::ErrorCode::BadArgument);
  QVERIFY2(!QFile::exists(mark), git.read(QStringLiteral("started")).constData());

  // The test itself must be able to fail: git does start it without our settings.
  git.run({QStringLiteral("diff"), QStringLiteral("-O/dev/null"), QStringLiteral("HEAD~1"), QStringLiteral("HEAD")});
  QVERIFY(QFile::exists(mark));
}

/// A version that the clone lacks is not fetched from the remote.
void GitHistoryTest::fetchesNothing() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a.csv"), "1\n");
  commit(git, "one", "2026-01-01T12:00:00Z");
  const QByteArray id = git.run({QStringLiteral("rev-parse"), QStringLiteral("HEAD:ci/a.csv")}).out.trimmed();
  const QString blob = git.path(QStringLiteral(".git/objects/") + QString::fromLatin1(id.left(2)) + QLatin1Char('/') +
                                QString::fromLatin1(id.mid(2)));
  QVERIFY(QFile::remove(blob));
  const QString mark = git.path(QStringLiteral("started"));
  for (const char* url : {"ext::sh -c touch% MARK", "file:///no/such", "ssh://example.invalid/x"}) {
    QString address = QString::fromLatin1(url);
    address.replace(QStringLiteral("MARK"), mark);
    for (const auto& [key, value] : {std::pair{"remote.origin.url", address},
                                     {"remote.origin.promisor", QStringLiteral("true")},
                                     {"core.repositoryFormatVersion", QStringLiteral("1")},
                                     {"extensions.partialClone", QStringLiteral("origin")},
                                     {"protocol.ext.allow", QStringLiteral("always")},
                                     {"remote.origin.uploadpack", QStringLiteral("touch ") + mark},
                                     {"core.sshCommand", QStringLiteral("touch ") + mark}})
      QVERIFY(git.run({QStringLiteral("config"), QLatin1String(key), value}).ok);
    const auto history = readHistory(git.pathOf({}), "ci");
    QVERIFY(history.isError());
    QCOMPARE(history.error().code, base::ErrorCode::NotFound);
    QVERIFY2(history.error().hint.find("git fetch") != std::string::npos, history.error().text.c_str());
    QVERIFY2(!QFile::exists(mark), url);
  }
}

/// A submodule is a commit that this repository does not have; its address may be anything.
void GitHistoryTest::entersNoSubmodule() {
  const GitRepository git;
  NEEDS_GIT(git);
  const QString mark = git.path(QStringLiteral("started"));
  git.write(QStringLiteral("ci/a.csv"), "1\n");
  git.write(QStringLiteral(".gitmodules"), "[submodule \"x\"]\n\tpath = ci/x\n\turl = ext::sh -c touch% " + mark.toUtf8() + '\n');
  for (const auto& [key, value] : {std::pair{"submodule.recurse", "true"}, {"submodule.active", "."},
                                   {"diff.submodule", "diff"}, {"diff.ignoreSubmodules", "none"}, {"protocol.ext.allow", "always"}})
    QVERIFY(git.run({QStringLiteral("config"), QLatin1String(key), QLatin1String(value)}).ok);
  commit(git, "one", "2026-01-01T12:00:00Z");
  const QString link = QStringLiteral("160000,") + QString(40, u'1') + QStringLiteral(",ci/x");
  QVERIFY(git.run({QStringLiteral("update-index"), QStringLiteral("--add"), QStringLiteral("--cacheinfo"), link}).ok);
  git.write(QStringLiteral("ci/x/.git"), "gitdir: " + git.path(QStringLiteral("elsewhere")).toUtf8() + "\n");
  QVERIFY(git.run({QStringLiteral("-c"), QStringLiteral("user.name=Ada"), QStringLiteral("-c"), QStringLiteral("user.email=a@example.invalid"),
                   QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("two")}).ok);
  const GitHistory history = historyOf(git);
  QCOMPARE(history.versions.size(), std::size_t{1});
  QCOMPARE(history.versions.count("ci/a.csv"), std::size_t{1});
  QVERIFY(history.before.empty());
  QVERIFY(!QFile::exists(mark));
}

void GitHistoryTest::noRepository() {
  const QTemporaryDir folder;
  const auto none = readHistory(folder.path().toStdString(), "ci");
  QVERIFY(none.isError());
  QCOMPARE(none.error().code, base::ErrorCode::NotFound);
  QVERIFY(readHistory(folder.filePath(QStringLiteral("gone")).toStdString(), "ci").isError());
  const GitRepository empty;
  NEEDS_GIT(empty);
  empty.write(QStringLiteral("all.bundle"), "# v2 git bundle\n0123456789012345678901234567890123456789 HEAD\n\nPACK");
  const auto bundle = readHistory(empty.pathOf(QStringLiteral("all.bundle")), "");
  QVERIFY(bundle.isError());
  QCOMPARE(bundle.error().hint, std::string("Clone it first: git clone BUNDLE FOLDER."));
  const auto unborn = readHistory(empty.pathOf({}), "ci");
  QVERIFY(unborn.isError());
  QCOMPARE(unborn.error().text, std::string("This repository has no commits yet."));

  // A folder of a checkout that looks like a repository without a work tree, with a configuration of its own.
  QVERIFY(empty.run({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("--bare"), QStringLiteral("inner")}).ok);
  QVERIFY(readHistory(empty.pathOf(QStringLiteral("inner")), "").isError());

  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", folder.path().toUtf8());
  const auto noGit = readHistory(empty.pathOf({}), "ci");
  qputenv("PATH", path);
  QVERIFY(noGit.isError());
  QCOMPARE(noGit.error().code, base::ErrorCode::NotFound);
  QVERIFY(noGit.error().hint.find("Install git") != std::string::npos);
}

void GitHistoryTest::anotherUsersRepository() {
  if (::geteuid() != 0) QSKIP("only root can give a repository away");
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a.csv"), "1\n");
  commit(git, "one", "2026-01-01T12:00:00Z");
  constexpr uid_t kStranger = 12345;
  for (const QString& inside : {QString(), QStringLiteral(".git")})
    QCOMPARE(::chown(git.pathOf(inside).c_str(), kStranger, kStranger), 0);
  const auto history = readHistory(git.pathOf({}), "ci");
  QVERIFY(history.isError());
  QCOMPARE(history.error().code, base::ErrorCode::NotReadable);
  QVERIFY2(history.error().text.find("belongs to another user") != std::string::npos, history.error().text.c_str());
  QVERIFY(history.error().hint.find("safe.directory") != std::string::npos);
}

/// Eight trees, each holding the next one ten times: a repository of a few kB with a hundred million files.
void GitHistoryTest::treeBomb() {
  const GitRepository git;
  NEEDS_GIT(git);
  QVERIFY(git.makeTreeBomb());
  const std::string folder = git.pathOf({});
  const auto small = readHistory(folder, "", {.git = {.memory = std::size_t{160} << 20}});
  QVERIFY(small.isError());
  QCOMPARE(small.error().code, base::ErrorCode::TooLarge);
  QVERIFY2(small.error().text.find("168 MB") != std::string::npos, small.error().text.c_str());
  const auto late = readHistory(folder, "", {.git = {.time = std::chrono::milliseconds{100}}});
  QVERIFY(late.isError());
  QVERIFY2(late.error().text.find("took longer than 100 ms") != std::string::npos, late.error().text.c_str());
}

void GitHistoryTest::programOfTheCheckout() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a.csv"), "one\n");
  git.write(QStringLiteral("bin/git"), "#!/bin/sh\ntouch " + git.path(QStringLiteral("bin/ran")).toUtf8() + "\n");
  QVERIFY(QFile::setPermissions(git.path(QStringLiteral("bin/git")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  commit(git, "First", "2026-01-01T12:00:00Z");
  const QTemporaryDir outside;
  QVERIFY(QFile::link(git.path(QStringLiteral("bin")), outside.filePath(QStringLiteral("tools"))));
  QVERIFY(QFile::link(git.path(QStringLiteral("ci")), outside.filePath(QStringLiteral("opened"))));
  const QByteArray path = qgetenv("PATH");
  const QString before = QDir::currentPath();
  QVERIFY(QDir::setCurrent(git.path({})));
  for (const QString& tools : {git.path(QStringLiteral("bin")), outside.filePath(QStringLiteral("tools"))}) {
    qputenv("PATH", tools.toUtf8() + "::" + path);
    const GitHistory history = historyOf(git);
    // The folder that is opened may be any one of the work tree: the whole tree is of its author.
    bool areAnswered = true;
    for (const QString& opened : {git.path(QStringLiteral("ci")), QStringLiteral("ci"), outside.filePath(QStringLiteral("opened"))}) {
      const auto head = sources::Git(opened.toStdString(), {}).run({"rev-parse", "HEAD"});
      areAnswered = areAnswered && head && head->size() > 40;
    }
    qputenv("PATH", path);
    QCOMPARE(history.commits.size(), std::size_t{1});
    QVERIFY(areAnswered);
    QVERIFY(!QFile::exists(git.path(QStringLiteral("bin/ran"))));
  }
  QVERIFY(QDir::setCurrent(before));
}

void GitHistoryTest::pipesAreNotRead() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a.csv"), "1\n");
  commit(git, "one", "2026-01-01T12:00:00Z");
  const QString config = git.path(QStringLiteral(".git/config"));
  QVERIFY(QFile::remove(config));
  QCOMPARE(::mkfifo(config.toUtf8().constData(), 0600), 0);
  const auto history = readHistory(git.pathOf({}), "ci", {.git = {.time = std::chrono::seconds{5}}});
  QVERIFY(history.isError());
  QCOMPARE(QString::fromStdString(history.error().file), config);
}

void GitHistoryTest::cancelled() {
  const GitRepository git;
  NEEDS_GIT(git);
  git.write(QStringLiteral("ci/a.csv"), "1\n");
  commit(git, "one", "2026-01-01T12:00:00Z");
  std::stop_source stop;
  const base::Progress progress(stop.get_token(), [&](std::uint64_t done, std::uint64_t) {
    if (done == 2) stop.request_stop();
  });
  QVERIFY(readHistory(git.pathOf({}), "ci", {}, progress).isCancelled());
}

void GitHistoryTest::oddAnswers_data() {
  QTest::addColumn<QByteArray>("output");
  const QByteArray hash(40, 'a');
  const QByteArray head = hash + '\0' + '\0' + "2026-01-01" + '\0' + "1767225600" + '\0' + "A" + '\0' + "s" + '\0';
  const QByteArray zero(40, '0');
  QTest::newRow("no end") << hash;
  QTest::newRow("no hash") << QByteArray("x") + head.mid(1);
  QTest::newRow("no path") << head + "\n:100644 100644 " + hash + ' ' + zero + " M" + '\0';
  QTest::newRow("short line") << head + "\n:100644 100644" + '\0' + "a.csv" + '\0';
  QTest::newRow("no id") << head + "\n:100644 100644 " + hash.left(7) + ' ' + zero + " M" + '\0' + "a.csv" + '\0';
  QTest::newRow("text") << QByteArray("<html>") + '\0';
}

void GitHistoryTest::oddAnswers() {
  QFETCH(QByteArray, output);
  QVERIFY(!sources::loggedCommits(output.toStdString()));
  QVERIFY(sources::loggedCommits("")->empty());
  QVERIFY(!sources::listedFiles("100644 blob x\ta.csv"));
  QVERIFY(!sources::listedFiles(std::string("100644 blob x\ta.csv") + '\0'));
}

void GitHistoryTest::addressesOnTheWeb_data() {
  QTest::addColumn<QString>("remote");
  QTest::addColumn<QString>("page");
  for (const auto& [remote, page] : std::initializer_list<std::pair<const char*, const char*>>{
           {"https://github.com/pytorch/pytorch", "https://github.com/pytorch/pytorch"},
           {"https://github.com/pytorch/pytorch.git\n", "https://github.com/pytorch/pytorch"},
           {"https://me:s3cret@GitHub.com/a/b/", "https://github.com/a/b"},
           {"https://s3cret@github.com:443/a/b.git/", "https://github.com/a/b"},
           {"git@github.com:a/b.c.git", "https://github.com/a/b.c"},
           {"github.com:/a/b", "https://github.com/a/b"},
           {"ssh://git@gitlab.com:22/group/team/b.git", "https://gitlab.com/group/team/b"},
           {"git://codeberg.org/a/b", "https://codeberg.org/a/b"},
           {"https://github.com@evil.example/a/b", ""},
           {"https://evil.example/github.com/a/b", ""},
           {"https://github.com.evil.example/a/b", ""},
           {"https://github.com/a", ""},
           {"https://github.com/a/..", ""},
           {"https://github.com/a//b", ""},
           {"https://github.com/a/b?x=y", ""},
           {"https://github.com/a/b\nc", ""},
           {"/srv/pytorch-2023.bundle", ""},
           {"file:///srv/github.com/a/b", ""},
           {"../pytorch", ""},
           {"", ""}})
    QTest::newRow(remote) << QString::fromUtf8(remote) << QString::fromUtf8(page);
}

void GitHistoryTest::addressesOnTheWeb() {
  QFETCH(const QString, remote);
  QFETCH(const QString, page);
  QCOMPARE(QString::fromStdString(sources::repositoryAddress(remote.toStdString())), page);
  QCOMPARE(sources::repositoryAddress(page.toStdString()), page.toStdString());
  QCOMPARE(sources::commitAddress(page.toStdString(), "1a2b").empty(), page.isEmpty());
  QCOMPARE(sources::pullRequestAddress(page.toStdString(), 7).empty(), page.isEmpty() || page.contains(QStringLiteral("gitlab")));
  QVERIFY(sources::commitAddress("https://me:s3cret@github.com/a/b", "1a2b").empty());
}

QTEST_APPLESS_MAIN(GitHistoryTest)
#include "git_history_test.moc"
