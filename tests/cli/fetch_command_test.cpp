// SPDX-License-Identifier: GPL-3.0-or-later
// `plumbline-cli fetch` against a CI inside this test: what it prints, its exit status, Ctrl-C and going on.
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "tests/cli/cli_run.h"
#include "tests/support/fake_ci.h"

using namespace plumbline;
using namespace plumbline::support;

namespace {

const QByteArray kEtag = "\"mark\"";

}  // namespace

class FetchCommandTest : public QObject {
  Q_OBJECT

  std::unique_ptr<FakeCiServer> m_server;
  std::unique_ptr<FakeCi> m_ci;
  std::unique_ptr<QTemporaryDir> m_dir;

  std::vector<std::string> fetch(std::vector<std::string> more) const {
    std::vector<std::string> words = {"fetch", "--api", m_server->url(), "--artifacts", m_server->url()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

 private Q_SLOTS:
  void init() {
    m_server = std::make_unique<FakeCiServer>();
    m_ci = std::make_unique<FakeCi>(*m_server);
    m_dir = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_dir->path().toUtf8());
    qputenv("PLUMBLINE_GITHUB_TOKEN", "s3cret-token");
    m_ci->addRun(18201, "inductor");
    m_ci->addShards(18201, 3);
    m_ci->publish();
  }

  void printsTheFolderFirst() {
    const Ran ran = run(fetch({"--sha", kFakeSha, "--into", m_dir->filePath(QStringLiteral("mine")).toStdString()}));
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(ran.exit, 0);
    const QList<QByteArray> lines = ran.out.split('\n');
    QCOMPARE(lines[0], m_dir->path().toUtf8() + "/mine/" + kFakeSha);
    QCOMPARE(lines[1], QByteArray("commit ") + kFakeSha + ": 3 artifacts, 1 MB");
    QVERIFY(QDir(QString::fromUtf8(lines[0]) + QStringLiteral("/18201/1")).entryList(QDir::Files).size() == 3);
    QCOMPARE(m_server->requests().front().header("authorization"), QByteArray("Bearer s3cret-token"));
    const Ran offline = run({"fetch", "--sha", "0123456", "--offline"});
    QCOMPARE(offline.exit, 0);
    QVERIFY2(offline.out.contains("3 artifacts (3 from the cache)"), offline.out.constData());
    QVERIFY(offline.out.contains("Offline: CI was not checked for more."));
  }

  void someAreMissing() {
    m_server->answer(m_ci->zipPath(18201002), {{.status = 410}});
    const Ran ran = run(fetch({"--url", std::string("https://github.com/pytorch/pytorch/commit/") + kFakeSha}));
    QCOMPARE(ran.exit, 1);
    QVERIFY2(ran.out.contains("2 of 3 artifacts (1 not there: expired (410))"), ran.out.constData());
    QVERIFY(
        ran.out.contains("missing: linux-jammy-cuda12.8 / test (inductor_torchbench, 2, 3, linux.g5.4xlarge): expired "
                         "(410): CI has removed it"));
    for (int i = 1; i <= 3; ++i) m_server->answer(m_ci->zipPath(18201000 + std::uint64_t(i)), {{.status = 404}});
    QDir(m_dir->path()).removeRecursively();
    QCOMPARE(run(fetch({"--sha", kFakeSha})).exit, 2);
  }

  void asJson() {
    m_server->answer(m_ci->zipPath(18201002), {{.status = 404}});
    const Ran ran = run(fetch({"--sha", kFakeSha, "--format", "json"}));
    QCOMPARE(ran.exit, 1);
    const QJsonObject json = QJsonDocument::fromJson(ran.out).object();
    QCOMPARE(json[QStringLiteral("format")].toString(), QStringLiteral("plumbline-fetch"));
    QCOMPARE(json[QStringLiteral("exit")].toInt(), 1);
    QCOMPARE(json[QStringLiteral("missing")].toInt(), 1);
    QCOMPARE(json[QStringLiteral("files")].toArray().size(), 3);
    QVERIFY(!ran.out.contains("s3cret"));
    QFile page(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray help = page.readAll();
    for (const QJsonObject& object : {json, json[QStringLiteral("files")].toArray().first().toObject()})
      for (const QString& key : object.keys()) QVERIFY2(help.contains('`' + key.toUtf8() + '`'), qPrintable(key));
  }

  void nothingThere() {
    const Ran unknown = run(fetch({"--sha", "9999999999999999999999999999999999999999"}));
    QCOMPARE(unknown.exit, 2);
    QVERIFY2(unknown.err.startsWith("plumbline-cli: 127.0.0.1 does not know it (404)."), unknown.err.constData());
    const Ran empty = run({"fetch", "--sha", "0123456", "--offline"});
    QCOMPARE(empty.exit, 2);
    QVERIFY2(empty.err.contains("The cache holds nothing of commit 0123456."), empty.err.constData());
  }

  void progressOnATerminal() {
    m_server->limitRate(200'000);
    for (int i = 1; i <= 3; ++i)
      m_server->answer(m_ci->zipPath(18201000 + std::uint64_t(i)), {{.body = FakeCi::zip(std::to_string(i), 100'000)}});
    cli::Environment environment;
    environment.errorTerminal = true;
    const Ran ran = run(fetch({"--sha", kFakeSha}), environment);
    QCOMPARE(ran.exit, 0);
    QVERIFY2(ran.err.contains("\r\x1b[K0 of 3 artifacts, 0 MB"), ran.err.constData());
    QVERIFY(ran.err.endsWith("\r\x1b[K"));
  }

  void ctrlCStopsAndSaysHowToGoOn() {
    const QByteArray zip = FakeCi::zip("a", 400'000);
    const FakeAnswer whole{.body = zip, .headers = {{"ETag", kEtag}}, .ranges = true};
    FakeAnswer stall = whole;
    stall.trick = FakeAnswer::Trick::StallAfter;
    stall.bytes = 200'000;
    m_server->answer(m_ci->zipPath(18201002), {stall, whole});
    QProcess process;
    process.setProgram(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"));
    QStringList words;
    for (const std::string& word : fetch({"--sha", kFakeSha, "--jobs", "2"})) words << QString::fromStdString(word);
    process.setArguments(words);
    process.start();
    QVERIFY(process.waitForStarted());
    const QString content = m_dir->filePath(QStringLiteral("plumbline/artifacts/content"));
    const QString partial = m_dir->filePath(QStringLiteral("plumbline/artifacts/partial"));
    const auto received = [&] {
      const QFileInfoList files = QDir(partial).entryInfoList(QDir::Files);
      return QDir(content).entryList(QDir::Files).size() == 2 && files.size() == 1 && files.front().size() > 100'000;
    };
    QTRY_VERIFY_WITH_TIMEOUT(received(), 20'000);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
    const QByteArray said = process.readAllStandardError();
    // A file is in the cache a moment before it is counted; which of the two the signal meets is nobody's promise.
    const QRegularExpression counted(QStringLiteral("^plumbline-cli: Stopped after [0-2] of 3 artifacts"));
    QVERIFY2(counted.match(QString::fromUtf8(said)).hasMatch(), said.constData());
    const QByteArray again = said.trimmed().split('\n').last().trimmed();
    QVERIFY2(again.startsWith("plumbline-cli fetch --sha 0123456789abcdef"), again.constData());
    QVERIFY(!said.contains("s3cret"));
    // As it says.
    std::vector<std::string> same;
    for (const QByteArray& word : again.split(' ').mid(1)) same.push_back(word.toStdString());
    const Ran ran = run(same);
    QCOMPARE(ran.exit, 0);
    QVERIFY2(ran.out.contains("3 artifacts (2 from the cache)"), ran.out.constData());
    QCOMPARE(m_server->requests(m_ci->zipPath(18201002)).back().header("if-range"), kEtag);
  }
};

QTEST_GUILESS_MAIN(FetchCommandTest)
#include "fetch_command_test.moc"
