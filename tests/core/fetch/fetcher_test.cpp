// SPDX-License-Identifier: GPL-3.0-or-later
// A fetch that goes well: what is asked, what lies on disk, the cache, resuming, stopping, the token.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>
#include <stop_token>

#include "core/fetch/branch_commits.h"
#include "core/fetch/cache.h"
#include "core/fetch/fetch_plan.h"
#include "core/fetch/fetcher.h"
#include "core/fetch/token.h"
#include "tests/core/fetch/fetch_runner.h"
#include "tests/support/fake_branch.h"

using namespace plumbline;
using namespace plumbline::fetch;
using namespace plumbline::support;

namespace {

QByteArray content(const std::string& path) {
  QFile file(QString::fromStdString(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

QStringList filesBelow(const QString& folder) {
  QStringList files;
  QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (it.hasNext()) files << it.next().mid(folder.size() + 1);
  files.sort();
  return files;
}

const QByteArray kEtag = "\"mark\"";

}  // namespace

class FetcherTest : public QObject {
  Q_OBJECT

  std::unique_ptr<FakeCiServer> m_server;
  std::unique_ptr<FakeCi> m_ci;
  std::unique_ptr<QTemporaryDir> m_dir;

  QString cacheFolder() const { return m_dir->filePath(QStringLiteral("cache")); }
  FetchOptions options() const { return optionsFor(*m_server, cacheFolder()); }
  /// One run with one job 345.
  void oneJob() {
    m_ci->addRun(18201, "inductor");
    m_ci->addJob({.run = 18201, .id = 345, .name = "linux-jammy / test (inductor_timm, 1, 2, linux.g5.4xlarge)"});
    m_ci->publish();
  }
  Ended fetchOne(const FetchOptions& with) { return fetchFrom(with, theCommit()); }

 private Q_SLOTS:
  void init() {
    m_server = std::make_unique<FakeCiServer>();
    m_ci = std::make_unique<FakeCi>(*m_server);
    m_dir = std::make_unique<QTemporaryDir>();
  }
  void cleanup() {
    m_server.reset();
    QVERIFY2(!QFile::exists(m_dir->filePath(QStringLiteral("outside"))), "written outside of the cache");
  }

  void wholeCommit() {
    m_ci->addRun(1, "inductor");
    m_ci->addRun(2, "inductor-periodic");
    m_ci->addRun(3, "pull");
    m_ci->addRun(4, "inductor", "workflow_run");
    m_ci->addShards(1, 5);
    m_ci->addShards(2, 3);
    m_ci->addJob({.run = 1, .id = 7, .name = "x / build"});
    m_ci->addJob(
        {.run = 1, .id = 9, .name = "a / test (inductor_timm, 1, 1, m)", .attempt = 1, .conclusion = "failure"});
    m_ci->addJob({.run = 1, .id = 10, .name = "a / test (inductor_timm, 1, 1, m)", .attempt = 2});
    m_ci->addJob(
        {.run = 1, .id = 11, .name = "b / test (inductor_timm, 1, 1, n)", .attempt = 2, .status = "in_progress"});
    m_ci->publish(2);
    m_server->answer(m_ci->zipPath(9), {{.body = FakeCi::zip("9")}});
    m_server->answer(m_ci->zipPath(10), {{.body = FakeCi::zip("10")}});
    const Ended ended = fetchOne(options());
    QVERIFY2(ended.report, ended.error.c_str());
    QCOMPARE(ended.report->files.size(), 10U);
    QCOMPARE(ended.report->missing(), 0U);
    QCOMPARE(ended.report->jobs, 11U);
    QCOMPARE(ended.report->running, 1U);
    QCOMPARE(ended.report->notes.size(), 1);
    QCOMPARE(ended.report->sha, std::string(kFakeSha));
    QCOMPARE(QString::fromStdString(ended.report->folder),
             cacheFolder() + QStringLiteral("/names/") + QLatin1String(kFakeSha));
    for (const FetchedFile& file : ended.report->files) {
      QVERIFY(file.path.starts_with(ended.report->folder + "/"));
      QCOMPARE(content(file.path), FakeCi::zip(file.artifact.job.jobId));
      QCOMPARE(file.bytes, std::uint64_t(content(file.path).size()));
    }
    QVERIFY(QFile::exists(QString::fromStdString(ended.report->folder) +
                          QStringLiteral("/1/2/test-reports-test-inductor_timm-1-1-m_10.zip")));
    QVERIFY(QDir(cacheFolder() + QStringLiteral("/partial")).isEmpty());
    QVERIFY(m_server->requests("/repos/pytorch/pytorch/actions/runs/3/jobs?filter=all&per_page=100").empty());
  }

  void secondTimeFromTheCache() {
    oneJob();
    m_server->answer(m_ci->zipPath(345), {{.body = FakeCi::zip("a")}});
    const Ended first = fetchOne(options());
    QVERIFY2(first.report && first.report->missing() == 0, first.error.c_str());
    const Ended second = fetchOne(options());
    QVERIFY(second.report && second.report->files[0].fromCache);
    QCOMPARE(m_server->requests(m_ci->zipPath(345)).size(), 1U);
    // One content, two names, one file.
    struct stat info {};
    QCOMPARE(::stat(second.report->files[0].path.c_str(), &info), 0);
    QCOMPARE(int(info.st_nlink), 2);

    FetchOptions offline = options();
    offline.offline = true;
    offline.endpoints = {"http://127.0.0.1:1", "http://127.0.0.1:1"};
    for (const char* target : {kFakeSha, "0123456", "https://github.com/pytorch/pytorch/actions/runs/18201"}) {
      const Ended found = fetchFrom(offline, *targetOf(target));
      QVERIFY2(found.report, found.error.c_str());
      QCOMPARE(found.report->files.size(), 1U);
      QCOMPARE(content(found.report->files[0].path), FakeCi::zip("a"));
    }
    QVERIFY(fetchFrom(offline, *targetOf("7654321")).error.find("holds nothing of commit 7654321") !=
            std::string::npos);
    QVERIFY(!fetchFrom(offline, *targetOf("https://github.com/pytorch/pytorch/pull/5")).report);
  }

  void damagedContentIsFetchedAgain() {
    oneJob();
    m_server->answer(m_ci->zipPath(345), {{.body = FakeCi::zip("a")}});
    const Ended first = fetchOne(options());
    QVERIFY(first.report && first.report->missing() == 0);
    QByteArray damaged = FakeCi::zip("a");
    damaged[40] = static_cast<char>(~damaged[40]);
    put(QString::fromStdString(first.report->files[0].path), damaged);
    FetchOptions offline = options();
    offline.offline = true;
    const Ended blind = fetchOne(offline);
    QVERIFY(blind.report && blind.report->missing() == 1);
    const Ended again = fetchOne(options());
    QVERIFY(again.report && !again.report->files[0].fromCache);
    QCOMPARE(content(again.report->files[0].path), FakeCi::zip("a"));
    QCOMPARE(m_server->requests(m_ci->zipPath(345)).size(), 2U);
  }

  void intoAFolder() {
    oneJob();
    m_server->answer(m_ci->zipPath(345), {{.body = FakeCi::zip("a")}});
    FetchOptions with = options();
    with.into = m_dir->filePath(QStringLiteral("mine")).toStdString();
    for (int i = 0; i < 2; ++i) {
      const Ended ended = fetchOne(with);
      QVERIFY2(ended.report, ended.error.c_str());
      QCOMPARE(ended.report->folder, with.into + "/" + kFakeSha);
      QCOMPARE(filesBelow(QString::fromStdString(with.into)),
               QStringList{QStringLiteral("%1/18201/1/test-reports-test-inductor_timm-1-2-linux.g5.4xlarge_345.zip")
                               .arg(QLatin1String(kFakeSha))});
      QCOMPARE(content(ended.report->files[0].path), FakeCi::zip("a"));
    }
  }

  void aRunAPullRequestAShortCommit() {
    m_ci->addRun(1, "inductor");
    m_ci->addRun(2, "inductor-periodic");
    m_ci->addRun(3, "pull");
    m_ci->addShards(1, 2);
    m_ci->addShards(2, 2);
    m_ci->publish();
    m_server->answer("/repos/pytorch/pytorch/pulls/5",
                     {{.body = QByteArray("{\"head\": {\"sha\": \"") + kFakeSha + "\"}}"}});
    m_server->answer("/repos/pytorch/pytorch/commits/0123456",
                     {{.body = QByteArray("{\"sha\": \"") + kFakeSha + "\"}"}});
    const auto count = [&](const char* target) {
      const Ended ended = fetchFrom(options(), *targetOf(target));
      return ended.report ? int(ended.report->files.size() - ended.report->missing()) : -1;
    };
    QCOMPARE(count("https://github.com/pytorch/pytorch/actions/runs/2/job/2001"), 2);
    QCOMPARE(count("https://github.com/pytorch/pytorch/pull/5"), 4);
    QCOMPARE(count("0123456"), 4);
    const Ended other = fetchFrom(options(), *targetOf("https://github.com/pytorch/pytorch/actions/runs/3"));
    QVERIFY2(other.error.find("workflow \"pull\"") != std::string::npos, other.error.c_str());
  }

  void resumesWhereItStopped() {
    oneJob();
    const QByteArray zip = FakeCi::zip("a", 300'000);
    const FakeAnswer whole{.body = zip, .headers = {{"ETag", kEtag}}, .ranges = true};
    FakeAnswer cut = whole;
    cut.trick = FakeAnswer::Trick::CutAfter;
    cut.bytes = 100'000;
    // In one go, by another attempt ...
    m_server->answer(m_ci->zipPath(345), {cut, whole});
    Ended ended = fetchOne(options());
    QVERIFY2(ended.report && ended.report->missing() == 0, ended.error.c_str());
    QCOMPARE(content(ended.report->files[0].path), zip);
    auto asked = m_server->requests(m_ci->zipPath(345));
    QVERIFY(asked.size() >= 2);
    QCOMPARE(asked.back().header("if-range"), kEtag);
    const QByteArray range = asked.back().header("range");
    QVERIFY2(range.startsWith("bytes=") && range.endsWith("-") && range != "bytes=0-", range.constData());

    // ... and by another program, later.
    m_dir = std::make_unique<QTemporaryDir>();
    FetchOptions once = options();
    once.retries = 0;
    m_server->answer(m_ci->zipPath(345), {cut});
    ended = fetchOne(once);
    QVERIFY(ended.report && ended.report->missing() == 1);
    QVERIFY2(ended.report->files[0].problem.find("cut after") != std::string::npos,
             ended.report->files[0].problem.c_str());
    QCOMPARE(QDir(cacheFolder() + QStringLiteral("/partial")).entryList(QDir::Files).size(), 1);
    m_server->answer(m_ci->zipPath(345), {whole});
    ended = fetchOne(once);
    QVERIFY(ended.report && ended.report->missing() == 0);
    QCOMPARE(content(ended.report->files[0].path), zip);
    QVERIFY(m_server->requests(m_ci->zipPath(345)).back().header("range").startsWith("bytes="));
    QVERIFY(QDir(cacheFolder() + QStringLiteral("/partial")).isEmpty());
  }

  void aChangedContentIsNotMixed() {
    oneJob();
    const QByteArray first = FakeCi::zip("a", 200'000), second = FakeCi::zip("b", 200'000);
    FakeAnswer cut{.body = first,
                   .headers = {{"ETag", "\"1\""}},
                   .trick = FakeAnswer::Trick::CutAfter,
                   .bytes = 90'000,
                   .ranges = true};
    m_server->answer(m_ci->zipPath(345), {cut, {.body = second, .headers = {{"ETag", "\"2\""}}, .ranges = true}});
    const Ended ended = fetchOne(options());
    QVERIFY2(ended.report && ended.report->missing() == 0, ended.error.c_str());
    QCOMPARE(content(ended.report->files[0].path), second);
  }

  void stopsAtOnceAndGoesOn() {
    oneJob();
    const QByteArray zip = FakeCi::zip("a", 400'000);
    FakeAnswer stall{.body = zip,
                     .headers = {{"ETag", kEtag}},
                     .trick = FakeAnswer::Trick::StallAfter,
                     .bytes = 200'000,
                     .ranges = true};
    FakeAnswer whole{.body = zip, .headers = {{"ETag", kEtag}}, .ranges = true};
    m_server->answer(m_ci->zipPath(345), {stall, whole});
    Fetcher fetcher(options());
    QSignalSpy finished(&fetcher, &Fetcher::finished), failed(&fetcher, &Fetcher::failed),
        progress(&fetcher, &Fetcher::progress);
    fetcher.start(theCommit());
    QTRY_VERIFY_WITH_TIMEOUT(!progress.isEmpty() && progress.last().at(2).toULongLong() > 0, kPatience);
    fetcher.cancel();
    QVERIFY(!fetcher.isBusy());
    // A start right after: the news of the first one must not come any more.
    fetcher.start(theCommit());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
    QCOMPARE(failed.size(), 0);
    const auto report = finished.first().first().value<FetchReport>();
    QCOMPARE(content(report.files[0].path), zip);
    QCOMPARE(m_server->requests(m_ci->zipPath(345)).back().header("if-range"), kEtag);
  }

  void withoutAnEventLoop() {
    oneJob();
    m_server->answer(m_ci->zipPath(345), {{.body = FakeCi::zip("a")}});
    BlockingFetcher fetch(options());
    fetch.start(theCommit());
    QVERIFY(fetch.wait(std::chrono::milliseconds(kPatience)));
    QCOMPARE(fetch.state().total, 1);
    const auto outcome = fetch.take();
    QVERIFY(outcome.isValue() && outcome.value().missing() == 0);

    m_server->answer("/repos/pytorch/pytorch/actions/runs", {{.body = "x", .trick = FakeAnswer::Trick::StallAfter}});
    BlockingFetcher stopped(options());
    stopped.start(*targetOf("https://github.com/pytorch/pytorch/commit/9999999999999999999999999999999999999999"));
    stopped.cancel();
    QVERIFY(stopped.take().isCancelled());
  }

  void theOldestLeavesTheCache() {
    FetchOptions with = options();
    m_ci->addRun(1, "inductor");
    m_ci->addShards(1, 3, 100'000);
    m_ci->publish();
    Ended ended = fetchOne(with);
    QVERIFY(ended.report && ended.report->missing() == 0);
    // What a later commit needs stays, and pushes out what was used longest ago.
    const std::string oldest = ended.report->files[1].path;
    const timespec longAgo[2] = {{1'000'000, 0}, {0, UTIME_OMIT}};
    QCOMPARE(::utimensat(AT_FDCWD, oldest.c_str(), longAgo, 0), 0);
    auto cache = Cache::open(with.cacheFolder);
    QVERIFY(cache);
    {
      auto other = Cache::open(with.cacheFolder);  // used by another process
      QVERIFY(cache->evict(250'000) > 250'000);
      QVERIFY(QFile::exists(QString::fromStdString(oldest)));
    }
    QVERIFY(cache->evict(250'000) <= 250'000);
    QVERIFY(!QFile::exists(QString::fromStdString(oldest)));
    QCOMPARE(QDir(cacheFolder() + QStringLiteral("/content")).entryList(QDir::Files).size(), 2);
    for (const std::size_t kept : {std::size_t{0}, std::size_t{2}})
      QVERIFY(QFile::exists(QString::fromStdString(ended.report->files[kept].path)));
    cache = Cache::open(with.cacheFolder);
    QVERIFY(cache->find(ended.report->files[0].artifact.path));
    QCOMPARE(cache->evict(0), std::uint64_t(content(ended.report->files[0].path).size()));  // given out, so it stays
    cache = base::fail({});
    with.cacheBytes = 1;
    ended = fetchOne(with);
    QVERIFY(ended.report && ended.report->missing() == 0 &&
            ended.report->notes.join(QLatin1Char(' ')).contains(QStringLiteral("over its limit")));
  }

  void linksInTheCacheLeadNowhere() {
    oneJob();
    m_server->answer(m_ci->zipPath(345), {{.body = FakeCi::zip("a")}});
    QVERIFY(QDir().mkpath(cacheFolder() + QStringLiteral("/names")));
    const QString outside = m_dir->filePath(QStringLiteral("elsewhere"));
    QVERIFY(QDir().mkpath(outside));
    QVERIFY(QFile::link(outside, cacheFolder() + QStringLiteral("/names/") + QLatin1String(kFakeSha)));
    const Ended ended = fetchOne(options());
    QVERIFY(!ended.report);
    QVERIFY(QDir(outside).isEmpty());
  }

  void theTokenGoesToTheApiOnly() {
    oneJob();
    FakeCiServer other;
    m_server->answer(
        m_ci->zipPath(345),
        {{.status = 302, .headers = {{"Location", QByteArray::fromStdString(other.url() + "/there.zip")}}}});
    other.answer("/there.zip", {{.body = FakeCi::zip("a")}});
    m_server->answer("/repos/pytorch/pytorch/commits/0123456",
                     {{.status = 301, .headers = {{"Location", QByteArray::fromStdString(other.url() + "/commit")}}}});
    other.answer("/commit", {{.body = QByteArray("{\"sha\": \"") + kFakeSha + "\"}"}});
    FetchOptions with = options();
    with.token = "s3cret-token";
    with.endpoints.artifacts = m_server->url("localhost");  // the same machine, another host
    const Ended ended = fetchFrom(with, *targetOf("0123456"));
    QVERIFY2(ended.report && ended.report->missing() == 0, ended.error.c_str());
    for (const FakeRequest& request : other.requests()) QCOMPARE(request.header("authorization"), QByteArray());
    QCOMPARE(other.requests().size(), 2U);
    int withToken = 0;
    for (const FakeRequest& request : m_server->requests()) {
      QCOMPARE(request.header("authorization"),
               request.host.startsWith("127.0.0.1") ? QByteArray("Bearer s3cret-token") : QByteArray());
      withToken += request.header("authorization").isEmpty() ? 0 : 1;
    }
    QVERIFY(withToken >= 3);
    QVERIFY(!m_server->requests(m_ci->zipPath(345)).empty());
    // Not in what is on disk, and not in what is said.
    for (const QString& name : filesBelow(m_dir->path()))
      QVERIFY2(!content((m_dir->path() + QLatin1Char('/') + name).toStdString()).contains("s3cret"), qPrintable(name));
    QVERIFY(fetchJson(*ended.report, 0).find("s3cret") == std::string::npos);
    m_server->answer("/repos/pytorch/pytorch/actions/runs", {{.status = 401}});
    const Ended refused = fetchFrom(
        with, *targetOf("https://github.com/pytorch/pytorch/commit/9999999999999999999999999999999999999999"));
    QVERIFY2(refused.error.find("does not accept the token") != std::string::npos, refused.error.c_str());
    QVERIFY(refused.error.find("s3cret") == std::string::npos);
  }

  void whereTheTokenComesFrom() {
    const QByteArray bus = qgetenv("DBUS_SESSION_BUS_ADDRESS");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all");  // a keyring that cannot be reached is no failure
    qunsetenv("PLUMBLINE_GITHUB_TOKEN");
    qunsetenv("GITHUB_TOKEN");
    TokenReader reader(std::chrono::milliseconds(2000));
    QVERIFY(!tokenFromEnvironment());
    QCOMPARE(reader.readNow().value, std::string());
    std::optional<Token> answer;
    reader.read(this, [&](const Token& token) { answer = token; });
    QTRY_VERIFY_WITH_TIMEOUT(answer.has_value(), kPatience);
    QVERIFY(answer->value.empty());
    qputenv("GITHUB_TOKEN", " second\n");
    QCOMPARE(reader.readNow().value, std::string("second"));
    qputenv("PLUMBLINE_GITHUB_TOKEN", "first");
    QCOMPARE(tokenFromEnvironment()->value, std::string("first"));
    QCOMPARE(tokenFromEnvironment()->from, std::string("PLUMBLINE_GITHUB_TOKEN"));
    qputenv("PLUMBLINE_GITHUB_TOKEN", "in\r\nX-Evil: header");
    QCOMPARE(tokenFromEnvironment()->value, std::string("second"));
    qunsetenv("PLUMBLINE_GITHUB_TOKEN");
    qunsetenv("GITHUB_TOKEN");
    qputenv("DBUS_SESSION_BUS_ADDRESS", bus);
  }

  void commitsOfABranch() {
    FakeCiServer server;
    FakeBranch branch(server);
    for (int i = 0; i < 9; ++i) branch.push({});
    branch.publish(2);
    const QTemporaryDir dir;
    const FetchOptions options = optionsFor(server, dir.path());
    std::int64_t retryAfterS = 7;
    const auto list = [&](const BranchRequest& request) { return listCommits(request, options, {}, retryAfterS); };
    const auto first = list({});
    QVERIFY(first.isValue());
    QCOMPARE(first.value().commits.size(), std::size_t{2});  // without a known one: the first page
    QCOMPARE(first.value().commits[0].sha, FakeBranch::shaOf(8));
    QCOMPARE(first.value().commits[0].subject, std::string("Change 8"));
    QCOMPARE(first.value().commits[0].time, FakeBranch::timeOf(8));
    QVERIFY(!first.value().isKnownFound && retryAfterS == 0);
    const std::size_t before = server.requests().size();
    const auto some = list({.known = FakeBranch::shaOf(5)});
    QCOMPARE(some.value().commits.size(), std::size_t{3});
    QVERIFY(some.value().isKnownFound);
    QCOMPARE(server.requests().size(), before + 2);  // the others are not asked for
    QCOMPARE(list({.known = "0123456"}).value().commits.size(), std::size_t{9});
    QCOMPARE(list({.known = "0123456", .limit = 5}).value().commits.size(), std::size_t{5});
    QVERIFY(list({.branch = "a b&c=d"}).error().text.find("404") != std::string::npos);
    QVERIFY(server.requests().back().path.endsWith("/commits?sha=a%20b%26c%3Dd&per_page=100"));
    server.answer(FakeBranch::listPath(), {{.status = 429, .headers = {{"Retry-After", "31"}}}});
    QVERIFY(list({}).isError() && retryAfterS == 31);
    std::stop_source stop;
    stop.request_stop();
    server.answer(FakeBranch::listPath(), {{.body = "[]", .trick = FakeAnswer::Trick::StallAfter, .bytes = 1}});
    QVERIFY(listCommits({}, options, stop.get_token(), retryAfterS).isCancelled());
  }
};

QTEST_GUILESS_MAIN(FetcherTest)
#include "fetcher_test.moc"
