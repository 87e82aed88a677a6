// SPDX-License-Identifier: GPL-3.0-or-later
// Commits of named files in real repositories: what is in them, what stays out, hooks, and what stands in the way.
#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "core/sources/git_commit.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using sources::commitFiles;
using support::GitRepository;

class GitCommitTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_git = std::make_unique<GitRepository>();
    if (!m_git->isUsable()) QSKIP("git is not there");
    m_git->write(u"ci/a.csv"_s, "name,accuracy\na,pass\n");
    m_git->write(u"ci/b.csv"_s, "name,accuracy\nb,pass\n");
    QVERIFY(m_git->commitAll());
    name(*m_git);
  }

  void onlyTheNamedFilesAreCommitted() {
    m_git->write(u"ci/a.csv"_s, "name,accuracy\na,OOM\n");
    m_git->write(u"ci/new [1].csv"_s, "name,accuracy\nn,pass\n");
    m_git->write(u"ci/b.csv"_s, "name,accuracy\nb,mine\n");
    QVERIFY(m_git->run({u"add"_s, u"ci/b.csv"_s}).ok);  // staged before, and none of the review's
    const auto done = commitFiles({.paths = {m_git->pathOf(u"ci/a.csv"_s), m_git->pathOf(u"ci/new [1].csv"_s)},
                                   .message = "Accept a\n\n# not a comment\n"});
    QVERIFY(done.isValue() && done.value().isCommitted());
    QCOMPARE(git({u"show"_s, u"--name-only"_s, u"--format=%B"_s}), QByteArray("Accept a\n\n# not a comment\n\n\nci/a.csv\nci/new [1].csv"));
    QCOMPARE(git({u"diff"_s, u"--cached"_s, u"--name-only"_s}), QByteArray("ci/b.csv"));
    QVERIFY(done.value().sentence().starts_with("Committed as ") && done.value().sentence().ends_with(" on " + done.value().branch + "."));

    QVERIFY(sources::undoCommit(done.value()).has_value());
    QCOMPARE(git({u"log"_s, u"--format=%H"_s}).count('\n'), 0);
    QCOMPARE(m_git->read(u"ci/a.csv"_s), QByteArray("name,accuracy\na,OOM\n"));
    QVERIFY(!sources::undoCommit(done.value()).has_value());  // HEAD is another one now
  }

  void aFileNamedFromTheCurrentFolderIsCommitted() {
    m_git->write(u"ci/a.csv"_s, "name,accuracy\na,OOM\n");
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_git->path(u"ci"_s)));
    const auto waiting = sources::uncommitted({"a.csv", "b.csv"});
    const auto done = commitFiles({.paths = {"a.csv"}, .message = "Accept a"});
    const auto later = sources::uncommitted({"a.csv"});
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(waiting, (sources::HeadVersions{{"a.csv", "name,accuracy\na,pass\n"}}));
    QVERIFY2(done.isValue() && done.value().isCommitted(), done.isError() ? done.error().text.c_str() : done.value().output.c_str());
    QVERIFY(later.empty());
    QCOMPARE(git({u"show"_s, u"--name-only"_s, u"--format="_s}), QByteArray("ci/a.csv"));
  }

  void headsBytesAreThoseOfTheCommit() {
    m_git->write(u"ci/a.csv"_s, "name,accuracy\na,OOM\n");
    m_git->write(u"ci/new [1].csv"_s, "name\n");
    m_git->write(u"ci/b.csv"_s, "staged\n");
    QVERIFY(m_git->run({u"add"_s, u"ci/b.csv"_s}).ok);  // the index does not count
    m_git->write(u"ci/b.csv"_s, "name,accuracy\nb,pass\n");
    const std::string a = m_git->pathOf(u"ci/a.csv"_s), fresh = m_git->pathOf(u"ci/new [1].csv"_s);
    const std::vector<std::string> paths = {a, fresh, m_git->pathOf(u"ci/b.csv"_s), m_git->pathOf(u"ci/none.csv"_s)};
    QCOMPARE(sources::uncommitted(paths), (sources::HeadVersions{{a, "name,accuracy\na,pass\n"}, {fresh, ""}}));
    QVERIFY(QFile::remove(m_git->path(u"ci/a.csv"_s)));
    QCOMPARE(sources::uncommitted({a}), (sources::HeadVersions{{a, "name,accuracy\na,pass\n"}}));
    const GitRepository empty;
    empty.write(u"a.csv"_s, "name\n");
    QCOMPARE(sources::uncommitted({empty.pathOf(u"a.csv"_s)}), (sources::HeadVersions{{empty.pathOf(u"a.csv"_s), std::nullopt}}));  // it has no HEAD
  }

  /// Where git makes LF of CRLF, a file with CRLF is the one that HEAD has with LF.
  void lineEndsThatGitConverts_data() {
    QTest::addColumn<QString>("attributes");
    QTest::addColumn<QString>("autocrlf");
    QTest::addColumn<bool>("isConverted");
    QTest::newRow("no setting") << QString() << QString() << false;
    QTest::newRow("autocrlf") << QString() << u"true"_s << true;
    QTest::newRow("autocrlf in another word") << QString() << u"on"_s << true;
    QTest::newRow("input") << QString() << u"input"_s << true;
    QTest::newRow("text") << u"*.csv text"_s << u"false"_s << true;
    QTest::newRow("auto") << u"*.csv text=auto"_s << u"false"_s << true;
    QTest::newRow("eol") << u"*.csv eol=crlf"_s << u"false"_s << true;
    QTest::newRow("binary") << u"*.csv -text"_s << u"true"_s << false;
  }
  void lineEndsThatGitConverts() {
    QFETCH(QString, attributes);
    QFETCH(QString, autocrlf);
    QFETCH(bool, isConverted);
    m_git->write(u".git/info/attributes"_s, attributes.toUtf8() + '\n');
    if (!autocrlf.isEmpty()) QVERIFY(m_git->run({u"config"_s, u"core.autocrlf"_s, autocrlf}).ok);
    m_git->write(u"ci/a.csv"_s, "name,accuracy\r\na,pass\r\n");
    m_git->write(u"ci/b.csv"_s, "name,accuracy\r\nb,OOM\r\n");
    const std::string a = m_git->pathOf(u"ci/a.csv"_s), b = m_git->pathOf(u"ci/b.csv"_s);
    sources::HeadVersions differ{{b, isConverted ? "name,accuracy\r\nb,pass\r\n" : "name,accuracy\nb,pass\n"}};
    if (!isConverted) differ.emplace(a, "name,accuracy\na,pass\n");
    QCOMPARE(sources::uncommitted({a, b}), differ);
    git({u"add"_s, u"ci/a.csv"_s});  // git itself
    QCOMPARE(m_git->run({u"diff"_s, u"--cached"_s, u"--quiet"_s, u"--"_s, u"ci/a.csv"_s}).ok, isConverted);
  }

  /// With git-lfs a commit has a pointer in place of the file.
  void filesOfGitLfs() {
    const QByteArray table = "name,accuracy\na,pass\n";
    const std::string a = m_git->pathOf(u"ci/a.csv"_s);
    m_git->write(u"ci/a.csv"_s, "version https://git-lfs.github.com/spec/v1\noid sha256:" + QCryptographicHash::hash(table, QCryptographicHash::Sha256).toHex() +
                                    "\nsize " + QByteArray::number(table.size()) + '\n');
    QVERIFY(m_git->commitAll());
    QVERIFY(sources::uncommitted({a}).empty());  // not fetched
    m_git->write(u"ci/a.csv"_s, table);
    QVERIFY(sources::uncommitted({a}).empty());
    m_git->write(u"ci/a.csv"_s, "name,accuracy\na,fail\n");
    QCOMPARE(sources::uncommitted({a}), (sources::HeadVersions{{a, std::nullopt}}));
  }

  /// A filter of the repository runs for git commit alone, not to see what differs from HEAD.
  void whatDiffersIsSeenWithoutAFilter_data() {
    QTest::addColumn<QString>("key");
    for (const char* key : {"clean", "process"}) QTest::newRow(key) << QString::fromLatin1(key);
  }
  void whatDiffersIsSeenWithoutAFilter() {
    QFETCH(QString, key);
    m_git->write(u".git/evil"_s, "#!/bin/sh\ntouch \"$0.ran\"\nexec cat\n");
    QVERIFY(QFile::setPermissions(m_git->path(u".git/evil"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(m_git->run({u"config"_s, u"filter.a=b."_s + key, m_git->path(u".git/evil"_s)}).ok);
    m_git->write(u".git/info/attributes"_s, "*.csv filter=a=b\n");
    m_git->write(u"ci/a.csv"_s, "name,accuracy\na,fail\n");  // of the same size
    QCOMPARE(sources::uncommitted({m_git->pathOf(u"ci/a.csv"_s), m_git->pathOf(u"ci/b.csv"_s)}).size(), std::size_t{1});
    QVERIFY(!QFile::exists(m_git->path(u".git/evil.ran"_s)));
    git({u"status"_s, u"--porcelain"_s});  // the test itself must be able to fail
    QVERIFY(QFile::exists(m_git->path(u".git/evil.ran"_s)));
  }

  void theFirstCommitCanBeTakenBack() {
    GitRepository empty;
    name(empty);
    empty.write(u"a.csv"_s, "name\n");
    const auto done = commitFiles({.paths = {empty.pathOf(u"a.csv"_s)}, .message = "First"});
    QVERIFY(done.isValue() && done.value().isCommitted());
    QVERIFY(sources::undoCommit(done.value()).has_value());
    QVERIFY(!empty.run({u"rev-parse"_s, u"--verify"_s, u"HEAD"_s}).ok);
    QCOMPARE(empty.read(u"a.csv"_s), QByteArray("name\n"));
  }

  void aHookThatFailsIsShown() {
    hook(u"pre-commit"_s, "#!/bin/sh\necho 'lint: the table is not sorted' >&2\nexit 1\n");
    m_git->write(u"ci/new.csv"_s, "name\n");
    const QByteArray before = git({u"status"_s, u"--porcelain"_s});
    const auto done = commitFiles({.paths = {m_git->pathOf(u"ci/new.csv"_s)}, .message = "New"});
    QVERIFY(done.isValue() && !done.value().isCommitted());
    QCOMPARE(done.value().sentence(), std::string("git did not commit: lint: the table is not sorted"));
    QCOMPARE(git({u"status"_s, u"--porcelain"_s}), before);
    QCOMPARE(m_git->read(u"ci/new.csv"_s), QByteArray("name\n"));
  }

  /// What git and its hooks began is taken back: no lock stands in the way of the next git.
  void aStoppedCommitLeavesNoLock() {
    hook(u"pre-commit"_s, "#!/bin/sh\ntouch \"$0.ran\"\nsleep 60\n");
    m_git->write(u"ci/a.csv"_s, "name\n");
    m_git->write(u"ci/new.csv"_s, "name\n");
    const QByteArray before = git({u"status"_s, u"--porcelain"_s});
    const auto done = stopped({m_git->pathOf(u"ci/a.csv"_s), m_git->pathOf(u"ci/new.csv"_s)}, u"pre-commit"_s);
    QVERIFY(done.isCancelled());
    QVERIFY(!QDirIterator(m_git->path(u".git"_s), {u"*.lock"_s}, QDir::Files, QDirIterator::Subdirectories).hasNext());
    QCOMPARE(git({u"status"_s, u"--porcelain"_s}), before);
  }

  void aCommitThatIsStoppedTooLateCounts() {
    hook(u"post-commit"_s, "#!/bin/sh\ntouch \"$0.ran\"\nsleep 60\n");
    m_git->write(u"ci/new.csv"_s, "name\n");
    const auto done = stopped({m_git->pathOf(u"ci/new.csv"_s)}, u"post-commit"_s);
    QVERIFY(done.isValue() && done.value().isCommitted());
    QCOMPARE(git({u"status"_s, u"--porcelain"_s}), QByteArray());
    QVERIFY(sources::undoCommit(done.value()).has_value());
  }

  /// Only git itself can say that a commit is the first one: an error is no answer.
  void undoKeepsTheBranchWhenGitFails() {
    m_git->write(u"ci/a.csv"_s, "name\n");
    const auto done = commitFiles({.paths = {m_git->pathOf(u"ci/a.csv"_s)}, .message = "A"});
    QVERIFY(done.isValue() && done.value().isCommitted());
    const QTemporaryDir programs;
    QFile broken(programs.filePath(u"git"_s));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    const QByteArray real = QFile::encodeName(QStandardPaths::findExecutable(u"git"_s));
    broken.write("#!/bin/sh\ncase \"$*\" in *HEAD~1*|*--parents*) exit 1;; esac\nexec " + real + " \"$@\"\n");
    broken.close();
    broken.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(programs.path()) + ':' + path);
    const auto undone = sources::undoCommit(done.value());
    qputenv("PATH", path);
    QVERIFY(!undone.has_value());
    QCOMPARE(git({u"rev-parse"_s, u"HEAD"_s}), QByteArray::fromStdString(done.value().hash));
  }

  void hooksRunForACommitAlone() {
    hook(u"post-commit"_s, "#!/bin/sh\ntouch \"$(git rev-parse --show-toplevel)/ran\"\n");
    hook(u"pre-push"_s, "#!/bin/sh\ntouch \"$(git rev-parse --show-toplevel)/pushed\"\n");
    m_git->write(u"ci/a.csv"_s, "name\n");
    const auto done = commitFiles({.paths = {m_git->pathOf(u"ci/a.csv"_s)}, .message = "A"});
    QVERIFY(done.isValue() && done.value().isCommitted());
    QVERIFY(QFile::remove(m_git->path(u"ran"_s)));
    hook(u"reference-transaction"_s, "#!/bin/sh\ntouch \"$(git rev-parse --show-toplevel)/ran\"\n");
    QVERIFY(sources::undoCommit(done.value()).has_value());
    QVERIFY(!QFile::exists(m_git->path(u"ran"_s)));  // taking back runs none
    QVERIFY(!QFile::exists(m_git->path(u"pushed"_s)));
  }

  void whatStandsInTheWay_data() {
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("text");
    QTest::newRow("message") << u"message"_s << u"The commit message is empty."_s;
    QTest::newRow("no files") << u"files"_s << u"There is nothing to commit: no file was saved."_s;
    QTest::newRow("no change") << u"same"_s << u"There is nothing to commit: HEAD has these files already."_s;
    QTest::newRow("detached") << u"detached"_s << u"HEAD is detached: a commit here would be on no branch."_s;
    QTest::newRow("no repository") << u"outside"_s << u"The file is in no git repository."_s;
    QTest::newRow("two repositories") << u"two"_s << u"The files are in several git repositories."_s;
    QTest::newRow("no name") << u"identity"_s << u"git does not know your name and e-mail."_s;
  }
  void whatStandsInTheWay() {
    QFETCH(QString, how);
    sources::CommitRequest request{.paths = {m_git->pathOf(u"ci/a.csv"_s)}, .message = "A"};
    if (how != u"same"_s) m_git->write(u"ci/a.csv"_s, "name\n");
    if (how == u"message"_s) request.message = " \n";
    if (how == u"files"_s) request.paths.clear();
    if (how == u"detached"_s) QVERIFY(m_git->run({u"checkout"_s, u"--detach"_s}).ok);
    const QTemporaryDir outside;
    if (how == u"outside"_s) request.paths = {outside.filePath(u"a.csv"_s).toStdString()};
    const GitRepository other;
    if (how == u"two"_s) request.paths.push_back(other.pathOf(u"b.csv"_s));
    if (how == u"identity"_s) {
      m_git->run({u"config"_s, u"--unset"_s, u"user.name"_s});
      m_git->run({u"config"_s, u"--unset"_s, u"user.email"_s});
      QVERIFY(m_git->run({u"config"_s, u"user.useConfigOnly"_s, u"true"_s}).ok);
      qputenv("GIT_CONFIG_GLOBAL", "/dev/null");
      qputenv("GIT_CONFIG_SYSTEM", "/dev/null");
    }
    const auto done = commitFiles(request);
    qunsetenv("GIT_CONFIG_GLOBAL");
    qunsetenv("GIT_CONFIG_SYSTEM");
    QVERIFY(done.isError());
    QTEST(QString::fromStdString(done.error().text), "text");
    QCOMPARE(git({u"log"_s, u"--format=%s"_s}).count('\n'), 0);
  }

  void aRepositoryCannotBringItsOwnGit() {
    m_git->write(u"git"_s, "#!/bin/sh\ntouch \"$0.ran\"\n");
    QFile::setPermissions(m_git->path(u"git"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_git->write(u"ci/a.csv"_s, "name\n");
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(m_git->path()) + ':' + path);
    const auto done = commitFiles({.paths = {m_git->pathOf(u"ci/a.csv"_s)}, .message = "A"});
    qputenv("PATH", path);
    QVERIFY(done.isValue() && done.value().isCommitted());
    QVERIFY(!QFile::exists(m_git->path(u"git.ran"_s)));
  }

 private:
  QByteArray git(const QStringList& words) const { return m_git->run(words).out.trimmed(); }
  static void name(const GitRepository& git) {
    git.run({u"config"_s, u"user.name"_s, u"test"_s});
    git.run({u"config"_s, u"user.email"_s, u"test@example.invalid"_s});
  }
  void hook(const QString& which, const QByteArray& script) const {
    m_git->write(u".git/hooks/"_s + which, script);
    QFile::setPermissions(m_git->path(u".git/hooks/"_s + which), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  /// stopped commits, and stops it as soon as the hook runs.
  base::Outcome<sources::CommitResult> stopped(std::vector<std::string> paths, const QString& hookName) const {
    std::stop_source stop;
    base::Outcome<sources::CommitResult> done = base::Cancelled{};
    std::thread worker([&] { done = commitFiles({.paths = std::move(paths), .message = "A"}, stop.get_token()); });
    const bool ran = QTest::qWaitFor([&] { return QFile::exists(m_git->path(u".git/hooks/"_s + hookName + u".ran"_s)); }, 30000);
    stop.request_stop();
    worker.join();
    if (!ran) qFatal("the hook does not run");
    return done;
  }
  std::unique_ptr<GitRepository> m_git;
};

QTEST_GUILESS_MAIN(GitCommitTest)
#include "git_commit_test.moc"
