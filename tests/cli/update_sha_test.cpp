// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli update --sha against a CI inside this test: artifacts fetched, baselines changed, what is missing told.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/fake_ci.h"
#include "tests/support/zip_maker.h"

using namespace plumbline;
using namespace plumbline::support;

namespace {

FakeAnswer zip(const std::string& rows) {
  return {.body = zipOf({{.name = "test/test-reports/training_torchbench.csv", .bytes = "name,accuracy,graph_breaks\n" + rows}})};
}

}  // namespace

class UpdateShaTest : public QObject {
  Q_OBJECT

  std::unique_ptr<FakeCiServer> m_server;
  std::unique_ptr<FakeCi> m_ci;
  std::unique_ptr<QTemporaryDir> m_dir;

  QString baseline() const { return m_dir->filePath(QStringLiteral("tree/inductor_torchbench_training.csv")); }
  QByteArray content() const {
    QFile file(baseline());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void addJob(std::uint64_t id, int shard, int attempt) {
    m_ci->addJob({.run = 1, .id = id, .name = "linux-jammy-cuda12.8 / test (inductor_torchbench, " + std::to_string(shard) +
                                              ", 2, linux.g5.4xlarge)", .attempt = attempt});
  }
  std::vector<std::string> update(std::vector<std::string> more) const {
    std::vector<std::string> words = {"update", "--expected", m_dir->filePath(QStringLiteral("tree")).toStdString()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::vector<std::string> online(std::vector<std::string> more) const {
    for (const char* option : {"--api", "--artifacts"}) {
      more.emplace_back(option);
      more.push_back(m_server->url());
    }
    more.insert(more.end(), {"--sha", kFakeSha});
    return update(more);
  }

 private Q_SLOTS:
  void init() {
    m_server = std::make_unique<FakeCiServer>();
    m_ci = std::make_unique<FakeCi>(*m_server);
    m_dir = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_dir->path().toUtf8());
    qputenv("PLUMBLINE_GITHUB_TOKEN", "not-needed");
    QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("tree")));
    QFile file(baseline());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("name,accuracy,graph_breaks\na,pass,3\nb,pass,3\n");
    m_ci->addRun(1, "inductor");
  }

  /// Two shards, the first of them tried twice: the retry counts, or with --attempt first the failed one.
  void attemptsAndShards() {
    addJob(10, 1, 1);
    addJob(11, 1, 2);
    addJob(12, 2, 1);
    m_ci->publish();
    m_server->answer(m_ci->zipPath(10), {zip("a,pass,2\n")});
    m_server->answer(m_ci->zipPath(11), {zip("a,pass,1\n")});
    m_server->answer(m_ci->zipPath(12), {zip("b,pass,0\n")});
    const Ran shown = run(online({"--attempt", "first"}));
    QVERIFY2(shown.out.contains("+a,pass,2\n") && shown.out.contains("+b,pass,0\n"), shown.err.constData());
    QCOMPARE(shown.exit, 0);
    QVERIFY(content().contains("a,pass,3"));
    const Ran written = run(online({"--write"}));
    QVERIFY2(written.exit == 0, written.err.constData());
    QCOMPARE(content(), QByteArray("name,accuracy,graph_breaks\na,pass,1\nb,pass,0\n"));
    const Ran again = run(update({"--write", "--offline", "--sha", kFakeSha}));
    QVERIFY2(again.exit == 0 && again.err.contains("nothing to change"), again.err.constData());
  }

  void aMissingArtifactIsTold() {
    addJob(10, 1, 1);
    addJob(12, 2, 1);
    m_ci->publish();
    m_server->answer(m_ci->zipPath(10), {zip("a,pass,2\n")});
    m_server->answer(m_ci->zipPath(12), {{.status = 404}});
    const Ran ran = run(online({"--write"}));
    QCOMPARE(ran.exit, 1);
    QCOMPARE(content(), QByteArray("name,accuracy,graph_breaks\na,pass,2\nb,pass,3\n"));
    QVERIFY2(ran.err.contains("1 of 2 artifacts") && ran.err.contains("1 of 2 shards"), ran.err.constData());
  }

  void nothingFetchedChangesNothing() {
    m_ci->publish();
    const Ran ran = run(online({"--write"}));
    QCOMPARE(ran.exit, 2);
    QVERIFY2(!ran.err.isEmpty(), "the reason is told");
    QVERIFY(content().contains("a,pass,3"));
  }

  void eitherSourcesOrACommit() {
    const std::string tree = m_dir->path().toStdString();
    for (const auto& words : {update({}), update({tree, "--sha", kFakeSha}), update({"--sha", "xyz"}),
                              update({"--sha", kFakeSha, "--url", "https://github.com/pytorch/pytorch/pull/1"})}) {
      const Ran ran = run(words);
      QCOMPARE(ran.exit, 2);
      QVERIFY2(ran.err.startsWith("usage: plumbline-cli update"), ran.err.constData());
    }
  }
};

QTEST_GUILESS_MAIN(UpdateShaTest)
#include "update_sha_test.moc"
