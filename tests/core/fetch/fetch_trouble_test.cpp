// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that lie, stall and refuse: each ends in words, in bounded time and room, with nothing half in the cache.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QThread>
#include <csignal>

#include "core/configs/ci_names.h"
#include "core/fetch/fetcher.h"
#include "tests/core/fetch/endless_server.h"
#include "tests/core/fetch/fetch_runner.h"
#include "tests/core/fetch/tls_server.h"

using namespace plumbline;
using namespace plumbline::fetch;
using namespace plumbline::support;

using Answers = std::vector<FakeAnswer>;
Q_DECLARE_METATYPE(Answers)

namespace {

using Trick = FakeAnswer::Trick;

const std::string kRunsPath = std::string("/repos/pytorch/pytorch/actions/runs?head_sha=") + kFakeSha + "&per_page=100";
const std::string kJobsPath = "/repos/pytorch/pytorch/actions/runs/18201/jobs?filter=all&per_page=100";

}  // namespace

class FetchTroubleTest : public QObject {
  Q_OBJECT

  std::unique_ptr<FakeCiServer> m_server;
  std::unique_ptr<FakeCi> m_ci;
  std::unique_ptr<QTemporaryDir> m_dir;

  FetchOptions options() const {
    FetchOptions with = optionsFor(*m_server, m_dir->path());
    with.retries = 2;
    return with;
  }

 private Q_SLOTS:
  void init() {
    m_server = std::make_unique<FakeCiServer>();
    m_ci = std::make_unique<FakeCi>(*m_server);
    m_dir = std::make_unique<QTemporaryDir>();
    m_ci->addRun(18201, "inductor");
    m_ci->addJob({.run = 18201, .id = 345, .name = "linux-jammy / test (inductor_timm, 1, 2, linux.g5.4xlarge)"});
    m_ci->publish();
  }

  void oneZip_data() {
    QTest::addColumn<Answers>("answers");
    QTest::addColumn<QString>("problem");  // "" when all is well in the end
    QTest::addColumn<int>("requests");
    const QByteArray zip = FakeCi::zip("a", 300'000);
    const auto row = [](const char* name, Answers answers, const char* problem, int requests) {
      QTest::newRow(name) << std::move(answers) << QString::fromUtf8(problem) << requests;
    };
    const FakeAnswer good{.body = zip};
    const auto location = [](const char* where) { return FakeAnswer{.status = 302, .headers = {{"Location", where}}}; };
    row("not found", {{.status = 404}}, "not found (404)", 1);
    row("expired", {{.status = 410}}, "expired (410)", 1);
    row("refused", {{.status = 403}}, "refused (403)", 1);
    row("login wanted", {{.status = 401, .headers = {{"WWW-Authenticate", "Basic realm=\"x\""}}}}, "refused (401)", 1);
    row("5xx, then good", {{.status = 503}, {.status = 500, .body = "<html>"}, good}, "", 3);
    row("5xx for ever", {{.status = 502}}, "answers 502, tried 3 times", 3);
    row("busy, then good", {{.status = 429, .headers = {{"Retry-After", "0"}}}, good}, "", 2);
    row("cut", {{.body = zip, .trick = Trick::CutAfter, .bytes = 1000}}, "cut after", 3);
    row("cut, then good", {{.body = zip, .trick = Trick::CutAfter, .bytes = 1000}, good}, "", 2);
    row("reset before a word", {{.body = zip, .trick = Trick::CutAfter, .bytes = 0}, good}, "", 2);
    row("longer than it says", {{.body = zip, .trick = Trick::Claim, .bytes = 5000}}, "the end of the zip is missing",
        3);
    row("shorter than it says", {{.body = zip, .trick = Trick::Claim, .bytes = 400'000}}, "cut after", 3);
    row("no length", {{.body = zip, .trick = Trick::NoLength}}, "", 1);
    row("no length, cut", {{.body = zip.left(100'000), .trick = Trick::NoLength}, good}, "", 2);
    row("slow body", {{.body = FakeCi::zip("b", 2'000), .trick = Trick::Slow, .bytes = 7}}, "", 1);
    row("empty", {{.body = ""}}, "empty", 1);
    row("two bytes", {{.body = "PK"}}, "no zip", 1);
    row("a web page",
        {{.body = "<!DOCTYPE html><html>Please log in</html>", .headers = {{"Content-Type", "application/zip"}}}},
        "web page (HTML)", 1);
    row("a web page in bits", {{.body = "<html>Please log in</html>", .trick = Trick::Slow, .bytes = 1}},
        "web page (HTML)", 1);
    row("XML", {{.body = "<?xml version=\"1.0\"?><Error/>"}}, "XML", 1);
    row("other bytes", {{.body = QByteArray(1000, 'x')}}, "no zip", 1);
    row("too large, and says so", {{.body = FakeCi::zip("a", 3'000'000)}}, "too large: 3 MB; the limit is 1 MB", 1);
    row("too large, and hides it", {{.body = FakeCi::zip("a", 3'000'000), .trick = Trick::NoLength}}, "too large", 1);
    row("a circle", {location("/pytorch/again"), good}, "in a circle", 1);
    row("to itself", {location("")}, "leads nowhere", 1);
    row("to no server", {location("file:///etc/passwd")}, "not followed: it is no URL", 1);
    row("to http elsewhere", {location("http://192.0.2.1/a.zip")}, "not followed: it is not https", 1);
    row("with a password", {location("https://u:p@192.0.2.1/a.zip")}, "not followed: it holds a user name", 1);
    row("another part",
        {{.body = zip, .headers = {{"ETag", "\"m\""}}, .trick = Trick::CutAfter, .bytes = 100'000},
         {.status = 206, .body = zip.mid(50), .headers = {{"Content-Range", "bytes 50-299999/300000"}}},
         good},
        "", 3);
    row("part unknown",
        {{.body = zip, .headers = {{"ETag", "\"m\""}}, .trick = Trick::CutAfter, .bytes = 100'000},
         {.status = 416},
         good},
        "", 3);
    row("part ignored",
        {{.body = zip, .headers = {{"ETag", "\"m\""}}, .trick = Trick::CutAfter, .bytes = 100'000},
         {.body = zip, .headers = {{"ETag", "\"m\""}}}},
        "", 2);
    row("a part nobody asked for", {{.status = 206, .body = zip, .headers = {{"Content-Range", "bytes 0-9/10"}}}, good},
        "", 2);
  }
  void oneZip() {
    QFETCH(Answers, answers);
    QFETCH(QString, problem);
    m_server->answer(m_ci->zipPath(345), answers);
    m_server->answer("/pytorch/again", {{.status = 307, .headers = {{"Location", "/pytorch/again"}}}});
    FetchOptions with = options();
    with.fileBytes = 1'000'000;
    const Ended ended = fetchFrom(with, theCommit());
    QVERIFY2(ended.report, ended.error.c_str());
    const FetchedFile& file = ended.report->files.at(0);
    QVERIFY2(problem.isEmpty() ? file.problem.empty() : QString::fromStdString(file.problem).contains(problem),
             file.problem.c_str());
    QCOMPARE(file.path.empty(), !problem.isEmpty());
    // curl asks once more by itself where a connection that it meant to use again has just been closed.
    QFETCH(int, requests);
    const int asked = int(m_server->requests(m_ci->zipPath(345)).size());
    QVERIFY2(asked >= requests && asked <= 2 * requests, qPrintable(QString::number(asked)));
    const int contents = int(QDir(m_dir->filePath(QStringLiteral("content"))).entryList(QDir::Files).size());
    QCOMPARE(contents, problem.isEmpty() ? 1 : 0);
    if (!problem.isEmpty()) return;
    QFile zip(QString::fromStdString(file.path));
    QVERIFY(zip.open(QIODevice::ReadOnly));
    const QByteArray bytes = zip.readAll();
    QVERIFY(bytes == FakeCi::zip("a", 300'000) || bytes == FakeCi::zip("b", 2'000));
  }

  void longChainOfRedirects() {
    for (int i = 0; i < 20; ++i)
      m_server->answer("/r" + std::to_string(i),
                       {{.status = 302, .headers = {{"Location", "/r" + QByteArray::number(i + 1)}}}});
    m_server->answer("/r9", {{.body = FakeCi::zip("a")}});
    m_server->answer(m_ci->zipPath(345), {{.status = 302, .headers = {{"Location", "/r0"}}}});
    QCOMPARE(fetchFrom(options(), theCommit()).report->files[0].problem, std::string());
    m_server->answer("/r9", {{.status = 302, .headers = {{"Location", "/r10"}}}});
    QDir(m_dir->path()).removeRecursively();
    const Ended ended = fetchFrom(options(), theCommit());
    QVERIFY(ended.report->files[0].problem.find("too many redirects") != std::string::npos);
  }

  void silence() {
    m_server->answer(m_ci->zipPath(345),
                     {{.body = FakeCi::zip("a", 50'000), .trick = Trick::StallAfter, .bytes = 10'000},
                      {.body = FakeCi::zip("a"), .trick = Trick::StallAfter, .bytes = 0},
                      {.body = FakeCi::zip("a")}});
    FetchOptions with = options();
    with.stallMs = 500;
    const Ended good = fetchFrom(with, theCommit());
    QVERIFY2(good.report && good.report->missing() == 0,
             good.report ? good.report->files[0].problem.c_str() : good.error.c_str());
    with.retries = 0;
    m_server->answer(m_ci->zipPath(345),
                     {{.body = FakeCi::zip("c", 50'000), .trick = Trick::StallAfter, .bytes = 10'000}});
    QDir(m_dir->path()).removeRecursively();
    const Ended ended = fetchFrom(with, theCommit());
    QVERIFY(ended.report && ended.report->files[0].problem.find("no byte came for") != std::string::npos);
  }

  void theApi_data() {
    QTest::addColumn<Answers>("answers");
    QTest::addColumn<QString>("error");  // "" when all is well in the end
    const auto row = [](const char* name, Answers answers, const char* error) {
      QTest::newRow(name) << std::move(answers) << QString::fromUtf8(error);
    };
    const QByteArray soon = QByteArray::number(QDateTime::currentSecsSinceEpoch() + 715);
    row("rate limit",
        {{.status = 403, .body = "{}", .headers = {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", soon}}}},
        "(12 min). | A token raises the limit");
    row("second rate limit", {{.status = 429, .headers = {{"Retry-After", "60"}}}}, "(1 min)");
    row("refused", {{.status = 403}}, "refuses to answer (403)");
    row("unknown", {{.status = 404}}, "does not know it (404)");
    row("for ever 5xx", {{.status = 500}}, "answers 500");
    row("no JSON", {{.body = "<html>"}}, "it is no JSON");
    row("other JSON", {{.body = "{\"workflow_runs\": [{\"id\": \"x\"}]}"}},
        "workflow_runs[0].id is no positive number");
    row("cut", {{.body = "{\"workflow_runs\": []}", .trick = Trick::CutAfter, .bytes = 5}}, "cannot be reached");
    row("no runs", {{.body = "{\"workflow_runs\": []}"}}, "knows no benchmark run");
    row("pages in a circle",
        {{.body = "{\"workflow_runs\": []}",
          .headers = {{"Link", QByteArray::fromStdString("<" + kRunsPath + ">; rel=\"next\"")}}}},
        "no end");
    row("next page elsewhere",
        {{.body = "{\"workflow_runs\": []}", .headers = {{"Link", "<https://192.0.2.1/x>; rel=\"next\""}}}},
        "another server");
    row("redirected away", {{.status = 302, .headers = {{"Location", "http://192.0.2.1/"}}}}, "not followed");
  }
  void theApi() {
    QFETCH(Answers, answers);
    QFETCH(QString, error);
    m_server->answer(kRunsPath, answers);
    const Ended ended = fetchFrom(options(), theCommit());
    QVERIFY(!ended.report);
    QVERIFY2(QString::fromStdString(ended.error).contains(error), ended.error.c_str());
  }

  void theApiRecovers() {
    m_server->answer(m_ci->zipPath(345), {{.body = FakeCi::zip("a")}});
    const Ended good = fetchFrom(options(), theCommit());
    QVERIFY(good.report);
    FakeCiServer second;
    FakeCi ci(second);
    ci.addRun(18201, "inductor");
    ci.addShards(18201, 2);
    ci.publish();
    second.answer(
        kRunsPath,
        {{.status = 502},
         {.body = "x", .trick = Trick::CutAfter, .bytes = 0},
         {.body = QByteArray("{\"workflow_runs\": [{\"id\": 18201, \"name\": \"inductor\", \"head_sha\": \"") +
                  kFakeSha + "\"}]}"}});
    const Ended ended = fetchFrom(optionsFor(second, m_dir->path()), theCommit());
    QVERIFY2(ended.report && ended.report->missing() == 0, ended.error.c_str());
    QCOMPARE(ended.report->files.size(), 2U);
  }

  void nobodyThere() {
    FetchOptions with = options();
    with.retries = 1;
    with.endpoints.api = "http://127.0.0.1:1";
    const Ended ended = fetchFrom(with, theCommit());
    QVERIFY2(ended.error.find("takes no connection") != std::string::npos &&
                 ended.error.find("offline") != std::string::npos,
             ended.error.c_str());
  }

  void allJobsStillRun() {
    FakeCiServer server;
    FakeCi ci(server);
    ci.addRun(18201, "inductor");
    ci.addJob({.run = 18201, .id = 1, .name = "x / test (inductor_timm, 1, 2, m)", .status = "queued"});
    ci.publish();
    const Ended ended = fetchFrom(optionsFor(server, m_dir->path()), theCommit());
    QVERIFY(ended.report && ended.report->files.empty());
    QCOMPARE(ended.report->running, 1U);
    QVERIFY(ended.report->notes.first().startsWith(QStringLiteral("1 of 1 benchmark jobs are not finished")));
  }

  void fullDisk() {
    m_server->answer(m_ci->zipPath(345),
                     {{.body = FakeCi::zip("a", 300'000), .headers = {{"ETag", "\"m\""}}, .ranges = true}});
    FetchOptions with = options();
    // A limit of the system on the size of files stands for a disk that is full.
    rlimit usual{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const auto old = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100'000, usual.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const Ended ended = fetchFrom(with, theCommit());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &usual), 0);
    std::signal(SIGXFSZ, old);
    QVERIFY(!ended.report);
    QVERIFY2(ended.error.find("Nothing more can be written") != std::string::npos &&
                 ended.error.find("free space") != std::string::npos,
             ended.error.c_str());
    const Ended after = fetchFrom(with, theCommit());
    QVERIFY(after.report && after.report->missing() == 0);
  }

  void aFolderThatCannotBeWritten() {
    QFile file(m_dir->filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    FetchOptions with = options();
    with.cacheFolder = file.fileName().toStdString() + "/cache";
    QVERIFY(fetchFrom(with, theCommit()).error.find("folder cannot be made") != std::string::npos);
    with.cacheFolder.clear();
    QVERIFY(fetchFrom(with, theCommit()).error.find("HOME") != std::string::npos);
  }

  void aCacheOfOthersIsNotUsed() {
    m_server->answer(m_ci->zipPath(345), {{.body = FakeCi::zip("a")}});
    const Ended mine = fetchFrom(options(), theCommit());
    QVERIFY2(mine.report && mine.report->missing() == 0, mine.error.c_str());
    const std::string root = m_dir->path().toStdString();
    const auto isRefused = [&] {
      return fetchFrom(options(), theCommit()).error.find("another user owns a part of it") != std::string::npos;
    };
    for (const char* part : {"", "/names", "/content", "/partial"}) {
      QCOMPARE(::chmod((root + part).c_str(), 0777), 0);
      QVERIFY2(isRefused(), part);
      QCOMPARE(::chmod((root + part).c_str(), 0700), 0);
    }
    if (::geteuid() == 0) {
      QCOMPARE(::chown((root + "/names").c_str(), 12345, ::getegid()), 0);
      QVERIFY(isRefused());
      QCOMPARE(::chown((root + "/names").c_str(), 0, ::getegid()), 0);
    }
    const Ended again = fetchFrom(options(), theCommit());
    QVERIFY2(again.report && again.report->files[0].fromCache, again.error.c_str());
  }

  /// Headers without end, and answers in drops: each ends by its own limit, and a fetch can be cancelled meanwhile.
  void answersWithoutEnd_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<int>("everyMs");
    QTest::addColumn<QString>("error");
    const QString noEnd = QStringLiteral("headers of its answer have no end");
    QTest::newRow("one header") << QByteArray() << QByteArray(64 * 1024, 'x') << 0 << noEnd;
    QTest::newRow("many headers") << QByteArray() << QByteArray("A: b\r\n").repeated(4096) << 0 << noEnd;
    QTest::newRow("trailers") << QByteArray("Transfer-Encoding: chunked\r\n\r\n0\r\n")
                              << QByteArray("A: b\r\n").repeated(4096) << 0 << noEnd;
    QTest::newRow("head in drops") << QByteArray() << QByteArray("A: b\r\n") << 20 << QStringLiteral("no byte came for 1 s");
    QTest::newRow("body in drops") << QByteArray("Content-Length: 1000000\r\n\r\n") << QByteArray(" ") << 20
                                   << QStringLiteral("took longer than 1.5 s");
  }
  void answersWithoutEnd() {
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, piece);
    QFETCH(int, everyMs);
    QFETCH(QString, error);
    EndlessServer server(head, piece, everyMs);
    FetchOptions with = options();
    with.endpoints = {server.url(), server.url()};
    if (everyMs > 0) {  // only these are meant to wait for a limit
      with.stallMs = 800;
      with.pageMs = 1'500;
    }
    with.retries = 0;
    const Ended ended = fetchFrom(with, theCommit());
    QVERIFY2(QString::fromStdString(ended.error).contains(error), ended.error.c_str());
    QVERIFY(server.waitForRequest() && server.waitForDisconnect());
    with.stallMs = with.pageMs = 600'000;
    BlockingFetcher fetch(with);
    fetch.start(theCommit());
    QVERIFY(server.waitForRequest());
    fetch.cancel();
    QVERIFY(!fetch.take().isValue());
    QVERIFY(server.waitForDisconnect());
  }

  void onlyTrustedCertificates() {
    TlsServer server("HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{\"workflow_runs\": []}");
    FetchOptions with = options();
    with.token = "ghp_secret";
    const auto errorFrom = [&](const char* host) {
      with.endpoints.api = server.url(host);
      return fetchFrom(with, theCommit()).error;
    };
    const std::string refused = errorFrom("localhost");
    QVERIFY2(refused.find("certificate") != std::string::npos, refused.c_str());
    QCOMPARE(server.requests(), 0);
    QFile trusted(m_dir->filePath(QStringLiteral("trusted.pem")));
    QVERIFY(trusted.open(QIODevice::WriteOnly) && trusted.write(kTlsCertificate) > 0);
    trusted.close();
    const QByteArray before = qgetenv("SSL_CERT_FILE");
    qputenv("SSL_CERT_FILE", trusted.fileName().toLocal8Bit());
    const std::string read = errorFrom("localhost"), otherName = errorFrom("127.0.0.1");
    qputenv("SSL_CERT_FILE", before);
    QVERIFY2(read.find("knows no benchmark run") != std::string::npos, read.c_str());
    QVERIFY2(otherName.find("cannot be reached") != std::string::npos, otherName.c_str());
    QCOMPARE(server.requests(), 1);
  }

  /// The server stands behind a proxy on this machine, whose answer to CONNECT is a tunnel or a refusal.
  void aProxyIsUsed() {
    QByteArray answer, asked;
    TlsServer server("HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{\"workflow_runs\": []}");
    QTcpServer proxy;
    QVERIFY(proxy.listen(QHostAddress::LocalHost));
    connect(&proxy, &QTcpServer::newConnection, &proxy, [&] {
      QTcpSocket* client = proxy.nextPendingConnection();
      auto* tunnel = new QTcpSocket(client);
      connect(tunnel, &QTcpSocket::readyRead, client, [=] { client->write(tunnel->readAll()); });
      connect(client, &QTcpSocket::readyRead, tunnel, [&, client, tunnel] {
        if (tunnel->isOpen()) return void(tunnel->write(client->readAll()));
        asked = client->readAll();
        tunnel->connectToHost(QHostAddress::LocalHost, static_cast<quint16>(QUrl(QString::fromStdString(server.url("localhost"))).port()));
        client->write(answer);
      });
    });
    FetchOptions with = options();
    with.token = "ghp_secret";
    with.retries = 0;
    with.endpoints.api = "https://ci.invalid";
    for (const char* other : {"https_proxy", "no_proxy"}) qunsetenv(other);  // these would win
    const auto errorWith = [&](const char* proxyAnswer, const char* direct) {
      answer = proxyAnswer;
      asked.clear();
      qputenv("HTTPS_PROXY", "http://127.0.0.1:" + QByteArray::number(proxy.serverPort()));
      qputenv("NO_PROXY", direct);
      const std::string error = fetchFrom(with, theCommit()).error;
      qunsetenv("HTTPS_PROXY");
      qunsetenv("NO_PROXY");
      return error;
    };
    const std::string refused = errorWith("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", "");
    QVERIFY2(refused.find("the proxy answers 403") != std::string::npos, refused.c_str());
    QVERIFY2(asked.startsWith("CONNECT ci.invalid:443 ") && !asked.contains("ghp_secret"), asked.constData());
    // The tunnel leads to a server whose certificate is for another name: a proxy is not trusted more than the network.
    const std::string untrusted = errorWith("HTTP/1.1 200 Yes\r\n\r\n", "");
    QVERIFY2(untrusted.find("certificate is not trusted") != std::string::npos, untrusted.c_str());
    QCOMPARE(server.requests(), 0);
    const std::string direct = errorWith("", "ci.invalid");
    QVERIFY2(direct.find("no server of this name (ci.invalid)") != std::string::npos, direct.c_str());
    QVERIFY(asked.isEmpty());
  }

  void oddAnswers_data() {
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("error");  // "" for an empty list of runs, which is read well
    const auto row = [](const char* name, const char* answer, const char* error) {
      QTest::newRow(name) << QByteArray(answer) << QString::fromUtf8(error);
    };
    const char* read = "knows no benchmark run";
    row("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8;x=y\r\n{\"workfl\r\nf\r\now_runs\": []  }\r\n0\r\nT: x\r\n\r\n", read);
    row("up to the close", "HTTP/1.0 200 OK\r\n\r\n{\"workflow_runs\": []}", read);
    row("continue first", "HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{\"workflow_runs\": []}", read);
    row("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 21\n\n{\"workflow_runs\": []}", read);
    row("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "is no HTTP");
    row("no status", "HTTP/1.1 OK\r\n\r\n", "is no HTTP");
    row("a header without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", "is no HTTP");
    row("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 21\r\n\r\n{}", "two lengths");
    row("another coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "unknown way");
    row("a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "no chunked text");
    row("a chunk longer than it says", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", "no chunked text");
    row("chunks cut", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "cut after");
    row("head cut", "HTTP/1.1 200 OK\r\nContent-Le", "cut after 0 bytes");
  }
  void oddAnswers() {
    QFETCH(QByteArray, answer);
    QFETCH(QString, error);
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    connect(&server, &QTcpServer::newConnection, &server, [&] {
      QTcpSocket* socket = server.nextPendingConnection();
      connect(socket, &QTcpSocket::readyRead, socket, [socket, answer] {
        socket->readAll();
        for (const char byte : answer) {  // one at a time: no state of the reader is skipped
          if (!socket->isOpen()) return;  // the client refused what came so far
          socket->write(&byte, 1);
          socket->flush();
        }
        socket->disconnectFromHost();
      });
    });
    FetchOptions with = options();
    with.retries = 0;
    with.endpoints.api = "http://127.0.0.1:" + std::to_string(server.serverPort());
    const Ended ended = fetchFrom(with, theCommit());
    QVERIFY2(QString::fromStdString(ended.error).contains(error), ended.error.c_str());
  }

  void twoAtOnceInOneCache() {
    FakeCiServer server;
    FakeCi ci(server);
    ci.addRun(1, "inductor");
    ci.addShards(1, 20, 50'000);
    ci.publish();
    server.limitRate(1'000'000);
    BlockingFetcher first(optionsFor(server, m_dir->path())), second(optionsFor(server, m_dir->path()));
    first.start(theCommit());
    second.start(theCommit());
    for (BlockingFetcher* fetch : {&first, &second}) {
      const auto outcome = fetch->take();
      QVERIFY2(outcome.isValue(), outcome.isError() ? outcome.error().text.c_str() : "cancelled");
      QCOMPARE(outcome.value().missing(), 0U);
      for (const FetchedFile& file : outcome.value().files) {
        QFile zip(QString::fromStdString(file.path));
        QVERIFY(zip.open(QIODevice::ReadOnly));
        QCOMPARE(zip.readAll(), FakeCi::zip(file.artifact.job.jobId, 50'000));
        // What opens the folder later knows from its path what it is.
        const auto identity = configs::identityOf(file.path + "!test/test-reports/training_torchbench.csv");
        QVERIFY2(identity, identity ? "" : identity.error().text.c_str());
        QCOMPARE(identity->commit, std::string(kFakeSha));
        QCOMPARE(identity->workflowId, std::string("1"));
        QCOMPARE(identity->attempt, 1);
        QCOMPARE(identity->jobId, file.artifact.job.jobId);
        QCOMPARE(identity->shards, 20);
      }
    }
    QCOMPARE(QDir(m_dir->filePath(QStringLiteral("content"))).entryList(QDir::Files).size(), 20);
    QVERIFY(QDir(m_dir->filePath(QStringLiteral("partial"))).isEmpty());
  }

  void eightAtATime() {
    FakeCiServer server;
    FakeCi ci(server);
    ci.addRun(1, "inductor");
    ci.addShards(1, 40, 100'000);
    ci.publish();
    server.limitRate(2'000'000);
    const Ended ended = fetchFrom(optionsFor(server, m_dir->path()), theCommit());
    QVERIFY2(ended.report && ended.report->missing() == 0, ended.error.c_str());
    QCOMPARE(server.mostAtOnce(), 8);
  }
};

QTEST_GUILESS_MAIN(FetchTroubleTest)
#include "fetch_trouble_test.moc"
