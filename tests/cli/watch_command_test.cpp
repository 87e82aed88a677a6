// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli watch against a CI inside this test: its outputs, its exit status, SIGKILL in the middle of its work,
// Ctrl-C, and what it refuses.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <set>

#include "tests/cli/cli_run.h"
#include "tests/support/fake_branch.h"
#include "tests/support/kill_runs.h"

using namespace plumbline;
using namespace plumbline::support;
using namespace Qt::StringLiterals;

namespace {

const QString kProgram = QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli");
const std::string kGood = "a,pass,0\nb,pass,0\n";
const std::string kBad = "a,fail_to_run,0\nb,pass,0\n";

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QList<QJsonObject> objectsOf(const QByteArray& lines) {
  QList<QJsonObject> all;
  for (const QByteArray& line : lines.split('\n'))
    if (!line.isEmpty()) all << QJsonDocument::fromJson(line).object();
  return all;
}

QString eventOf(const QJsonObject& report) {
  QStringList rows{QString::number((report[u"commit"_s][u"unix_s"_s].toInteger() - kFirstCommitTime) / 3600)};
  for (const auto& [key, sign] : {std::pair(u"new_failures"_s, u'+'), std::pair(u"healed"_s, u'-')}) {
    const QJsonArray list = report[key].toArray();
    for (const QJsonValue& row : list) rows << sign + row[u"model"_s].toString();
  }
  return rows.join(u' ');
}

}  // namespace

class WatchCommandTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_dir;
  std::unique_ptr<FakeCiServer> m_server;
  std::unique_ptr<FakeBranch> m_branch;

  std::string path(const char* name) const { return m_dir->filePath(QString::fromLatin1(name)).toStdString(); }
  std::vector<std::string> watch(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"watch",      "--expected",     path("tree"), "--api", m_server->url(), "--artifacts",
                                      m_server->url(), "--state", path("state.json"), "--store", path("history.sqlite")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  QStringList program(const std::vector<std::string>& more) const {
    QStringList words;
    for (const std::string& word : watch(more)) words << QString::fromStdString(word);
    return words;
  }
  void write(const char* name, const std::string& rows) const {
    const QString file = QString::fromStdString(path(name));
    QVERIFY(QDir().mkpath(QFileInfo(file).path()));
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QByteArray::fromStdString("name,accuracy,graph_breaks\n" + rows));
  }

 private Q_SLOTS:
  void init() {
    m_dir = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<FakeCiServer>();
    m_branch = std::make_unique<FakeBranch>(*m_server);
    qputenv("XDG_CACHE_HOME", m_dir->path().toUtf8());
    qputenv("XDG_STATE_HOME", m_dir->path().toUtf8());
    qputenv("PLUMBLINE_GITHUB_TOKEN", "s3cret-token");
    write("tree/ci_expected_accuracy/inductor_torchbench_training.csv", kGood);
    m_branch->push({{.rows = kGood}});
    m_branch->publish();
  }

  void asText() {
    const Ran start = run(watch({"--once"}));
    QCOMPARE(start.err, QByteArray());
    QCOMPARE(start.exit, 0);
    const QByteArray sha = QByteArray::fromStdString(FakeBranch::shaOf(0)).left(12);
    QCOMPARE(start.out, "commit " + sha + ": nothing is red\n  2026-05-28 20:26 UTC  Change 0\n  the watch of pytorch/pytorch main begins here\n");
    QCOMPARE(run(watch({"--once"})).out, QByteArray());
    m_branch->push({{.rows = kBad}});
    m_branch->push({{.rows = kBad}});
    m_branch->push({{.rows = "a,fail_to_run,0\nb,fail_to_run,0\n"}});
    m_branch->push({{.rows = kGood}});
    m_branch->publish();
    const Ran ran = run(watch({"--once", "--comment", path("c.md"), "--exec", "cat >> " + path("mail")}));
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(ran.exit, 1);
    const QByteArray first = QByteArray::fromStdString(FakeBranch::shaOf(1)).left(12);
    for (const QByteArray& part : QList<QByteArray>{"commit " + first + ": 1 new failure\n", ": 1 new failure, 1 still red\n", ": 2 healed\n",
                                                    "  still red since " + first + " (2026-05-28 21:26 UTC): 1 row\n", "NEW FAILURE", "HEALED",
                                                    "inductor_torchbench_training"})
      QVERIFY2(ran.out.contains(part), (part + " is not in\n" + ran.out).constData());
    QCOMPARE(contentOf(m_dir->filePath(u"mail"_s)), ran.out);
    const QByteArray comment = contentOf(m_dir->filePath(u"c.md"_s));
    QVERIFY2(comment.startsWith("<!-- plumbline-watch ") && comment.contains("### 2 healed\n"), comment.constData());
    const Ran show = run({"history", "show", "a", "--metric", "accuracy", "--store", path("history.sqlite")});
    QCOMPARE(show.out.count("fail_to_run"), 3);
  }

  void anOutputThatFailsIsAnError() {
    QCOMPARE(run(watch({"--once"})).exit, 0);
    m_branch->push({{.rows = kBad}});
    m_branch->push({{.rows = "a,fail_to_run,0\nb,fail_to_run,0\n"}});
    m_branch->publish();
    const Ran failed = run(watch({"--once", "--exec", "cat >/dev/null; echo x >>" + path("tries") + "; exit 3"}));
    QCOMPARE(failed.exit, 2);
    QCOMPARE(contentOf(m_dir->filePath(u"tries"_s)), QByteArray("x\n"));  // once in a round
    QVERIFY2(failed.out.contains("1 new failure") && !failed.err.isEmpty(), (failed.out + failed.err).constData());
    const Ran again = run(watch({"--once", "--exec", "cat >" + path("mail")}));
    QCOMPARE(again.exit, 0);  // nothing failed anew
    QVERIFY(contentOf(m_dir->filePath(u"mail"_s)).contains("1 new failure"));
  }

  void aSubjectIsText() {
    const QByteArray list = "[{\"sha\": \"" + QByteArray::fromStdString(FakeBranch::shaOf(0)) +
                            "\", \"commit\": {\"message\": \"\\u001b[31m ::error::x @all `<b>` \\u202e\\nsecond\"}}]";
    m_server->answer(FakeBranch::listPath(), {{.body = list}});
    const Ran ran = run(watch({"--once", "--comment", path("c.md"), "-o", path("log.jsonl")}));
    QCOMPARE(ran.exit, 0);
    for (const QByteArray& shown : {ran.out, contentOf(m_dir->filePath(u"c.md"_s)), contentOf(m_dir->filePath(u"log.jsonl"_s))}) {
      QVERIFY2(shown.contains("error") && !shown.contains('\x1b') && !shown.contains("\u202e") && !shown.contains("second"), shown.constData());
      QVERIFY2(!QString::fromUtf8(shown).split(u'\n').filter(QRegularExpression(u"^\\s*::error::"_s)).size(), shown.constData());
    }
    const QByteArray comment = contentOf(m_dir->filePath(u"c.md"_s));
    QVERIFY2(comment.contains("`` ") || comment.contains("``"), comment.constData());  // the code span is longer than the tick in it
  }

  void everyMemberIsInTheManual() {
    m_branch->push({{.rows = kBad}, {.rows = "b,pass,0\n"}});
    m_branch->publish();
    (void)run(watch({"--once", "--since", FakeBranch::shaOf(0)}));
    m_branch->push({{.rows = kGood}});
    m_branch->publish();
    const Ran ran = run(watch({"--once", "--format", "jsonl", "-o", path("log.jsonl")}));
    QCOMPARE(ran.exit, 0);
    QCOMPARE(contentOf(m_dir->filePath(u"log.jsonl"_s)), ran.out);
    QVERIFY(!ran.out.contains("s3cret"));
    const QByteArray manual = contentOf(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
    const QJsonObject report = objectsOf(ran.out).first();
    const QJsonObject row = report[u"healed"_s].toArray().first().toObject();
    QCOMPARE(row[u"model"_s].toString(), u"a"_s);
    for (const QJsonObject& object : {report, row, row[u"since"_s].toObject()})
      for (const QString& key : object.keys()) QVERIFY2(manual.contains('`' + key.toUtf8() + '`'), qPrintable(key));
  }

  // Every failure once in the log, in order, whatever moment the kills meet.
  void killsLoseAndRepeatNothing() {
    QStringList expected{u"0"_s};
    std::set<char> red;
    unsigned random = 5;
    const auto next = [&random] { return (random = random * 1'103'515'245U + 12'345U) >> 16U; };
    const std::vector<std::string> words = {"--once", "--format", "jsonl", "-o", path("log.jsonl"), "--jobs", "2"};
    QByteArray printed;
    int killed = 0;
    const auto round = [&](int microseconds) {
      QProcess process;
      process.start(kProgram, program(words));
      QVERIFY(process.waitForStarted());
      if (microseconds >= 0) {
        QElapsedTimer clock;  // far shorter than the shortest pause a system timer gives
        clock.start();
        while (clock.nsecsElapsed() < qint64{microseconds} * 1000) {
        }
        process.kill();
      }
      QVERIFY(process.waitForFinished(60'000));
      killed += process.exitStatus() == QProcess::CrashExit ? 1 : 0;
      QCOMPARE(process.readAllStandardError(), QByteArray());
      QByteArray out = process.readAllStandardOutput();
      printed += out.left(out.lastIndexOf('\n') + 1);
    };
    round(-1);
    const int kills = tests::killCount(16);
    for (std::size_t n = 1; n < 50; ++n) {
      std::string rows;
      QStringList fresh, healed;
      for (const char model : {'a', 'b'}) {
        const bool isRed = next() % 3 == 0;
        rows += std::string(1, model) + (isRed ? ",fail_to_run,0\n" : ",pass,0\n");
        if (isRed && red.insert(model).second) fresh << u"+"_s + QLatin1Char(model);
        if (!isRed && red.erase(model) > 0) healed << u"-"_s + QLatin1Char(model);
      }
      if (!fresh.isEmpty() || !healed.isEmpty()) expected << (QStringList{QString::number(n)} + fresh + healed).join(u' ');
      m_branch->push({{.rows = rows}});
    }
    m_branch->publish();
    for (int i = 0; i < kills; ++i) round(static_cast<int>(next() % 600'000));
    round(-1);
    round(-1);
    QVERIFY2(killed > kills / 4, qPrintable(QString::number(killed)));
    QStringList logged, ids;
    for (const QJsonObject& report : objectsOf(contentOf(m_dir->filePath(u"log.jsonl"_s)))) {
      if (report.isEmpty()) continue;  // a line that was cut
      logged << eventOf(report);
      QCOMPARE(report[u"number"_s].toInt(), logged.size());
    }
    QCOMPARE(logged.join(u'\n'), expected.join(u'\n'));
    // Standard output: what is not there lies in the pipe of a killed process; of what is there, repeats say so.
    for (const QJsonObject& report : objectsOf(printed)) {
      const QString id = report[u"id"_s].toString();
      QVERIFY2(!ids.contains(id) || report[u"repeat"_s].toBool(), qPrintable(id));
      ids << id;
    }
    ids.removeDuplicates();
    QCOMPARE(ids.size(), expected.size());
  }

  void ctrlCEndsAWaitAndAFetch() {
    for (const bool isFetching : {false, true}) {
      if (isFetching) {
        m_branch->push({{.rows = kBad}});
        m_branch->publish();
        m_server->answer(m_branch->zipPath(1, 1, 1), {{.body = FakeBranch::zip(kBad), .trick = FakeAnswer::Trick::StallAfter, .bytes = 10}});
      }
      QProcess process;
      process.start(kProgram, program({"--interval", "600", "--format", "jsonl"}));
      QVERIFY(process.waitForStarted());
      if (isFetching)
        QTRY_VERIFY_WITH_TIMEOUT(!m_server->requests(m_branch->zipPath(1, 1, 1)).empty(), 20'000);
      else
        QVERIFY(process.waitForReadyRead(20'000));
      QElapsedTimer clock;
      clock.start();
      QCOMPARE(::kill(static_cast<pid_t>(process.processId()), isFetching ? SIGTERM : SIGINT), 0);
      QVERIFY(process.waitForFinished(20'000));
      QVERIFY2(clock.elapsed() < 5'000, qPrintable(QString::number(clock.elapsed())));
      QCOMPARE(process.exitCode(), 130);
      QCOMPARE(process.readAllStandardError(), QByteArray());
    }
  }

  void theNetworkFails() {
    (void)run(watch({"--once"}));
    m_server->answer(FakeBranch::listPath(), {{.status = 403, .headers = {{"X-RateLimit-Remaining", "0"}, {"Retry-After", "240"}}}});
    const Ran limited = run(watch({"--once"}));
    QCOMPARE(limited.exit, 2);
    QVERIFY2(limited.err.startsWith("plumbline-cli: 127.0.0.1 allows no more requests until ") && limited.err.contains("(4 min)"), limited.err.constData());
    QProcess process;
    process.start(kProgram, program({}));
    process.setReadChannel(QProcess::StandardError);
    QByteArray said;
    while (!said.contains("goes on in 4 min") && process.waitForReadyRead(20'000)) said += process.readAllStandardError();
    QVERIFY2(said.contains("plumbline-cli: The watch goes on in 4 min"), said.constData());
    process.terminate();
    QVERIFY(process.waitForFinished(20'000));
    m_server->answer(FakeBranch::listPath(), {{.status = 404}});
    QVERIFY(run(watch({"--once", "--branch", "main"})).err.contains("does not know it (404)"));
    auto words = watch({"--once"});
    words[4] = "http://127.0.0.1:9";
    const Ran gone = run(words);
    QCOMPARE(gone.exit, 2);
    QVERIFY2(gone.err.contains("127.0.0.1 cannot be reached"), gone.err.constData());
    QVERIFY(!gone.err.contains("s3cret"));
  }

  void aFolder() {
    write("ci/monday/inductor_torchbench_training.csv", kGood);
    const std::vector<std::string> words = {"watch",        path("ci"), "--expected", path("tree"), "--once", "--settle", "0", "--no-history", "--state", path("f.json"),
                                            "--branch", "main"};
    QCOMPARE(run(words).out.split('\n').first(), QByteArray("monday: nothing is red"));
    write("ci/tuesday/inductor_torchbench_training.csv", kBad);
    const Ran ran = run(words);
    QCOMPARE(ran.exit, 1);
    QCOMPARE(ran.out.split('\n').first(), QByteArray("tuesday: 1 new failure"));
  }

  void mistakes_data() {
    QTest::addColumn<QByteArrayList>("more");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* words, const char* part) { QTest::newRow(words) << QByteArray(words).split(' ') << QByteArray(part); };
    row("--repo pytorch", "argument --repo: \"pytorch\" is not OWNER/NAME");
    row("--repo a/b/c", "is not OWNER/NAME");
    row("--repo a/..", "is not OWNER/NAME");
    row("--branch=", "argument --branch: name a branch");
    row("--since main", "argument --since: \"main\" is no commit");
    row("--interval -1", "--interval");
    row("--interval often", "--interval");
    row("--patience 1000", "--patience");
    row("--settle 5", "--settle is for a FOLDER");
    row("--jobs 0", "--jobs");
    row("--format json", "--format");
    row("--rules 1999-01", "1999-01");
    row("--exec=", "argument --exec: name a command");
    row("--comment -", "argument --comment: name a file");
    row("-o /nowhere/log", "/nowhere");
    row("--state=", "argument --state: name a file");
    row("--store=", "--store needs a file");
    row("--api ftp://x", "it is not https");
    row("ci --repo a/b", "--repo is for a branch");
    row("ci --settle x", "--settle");
    row("/nowhere/ci", "/nowhere/ci");
    row("--expected /nowhere", "/nowhere");
  }
  void mistakes() {
    QFETCH(QByteArrayList, more);
    QFETCH(QByteArray, part);
    std::vector<std::string> words = {"watch", "--expected", path("tree"), "--state", path("state.json"), "--no-history", "--once", "--api", m_server->url()};
    if (!more.first().startsWith('-')) words.resize(words.size() - 2);  // of a branch only
    for (const QByteArray& word : more) words.push_back(word.toStdString());
    if (part.startsWith("--store")) std::erase(words, "--no-history");
    const Ran ran = run(words);
    QCOMPARE(ran.exit, 2);
    QCOMPARE(ran.out, QByteArray());
    QVERIFY2(ran.err.contains(part), ran.err.constData());
    QVERIFY(!QFile::exists(m_dir->filePath(u"state.json"_s)) || part == "/nowhere/ci");
  }
};

QTEST_GUILESS_MAIN(WatchCommandTest)
#include "watch_command_test.moc"
