// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli report and verify hand in hand, over the small commit in tests/data/reports: what one writes, the other
// takes; every ending gives its form; every member of the JSON is documented.
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/flaky/flaky_entry.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

const QString kExpected = QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv");

}  // namespace

class ReportCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void everyEnding_data();
  void everyEnding();
  void aReportIsVerified();
  void aReportIsVerifiedWithItsOwnFlakyList();
  void anUnreadSourceDoesNotPass();
  void checkoutRulesAreInputs();
  void argumentsOfTheCommandLineAreKept();
  void jsonIsDocumented();
  void coldAgainstWarm();

 private:
  Ran report(std::vector<std::string> more);
  std::unique_ptr<support::TestFolder> m_folder;
};

void ReportCommandTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  const QString from = QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/reports/commit");
  QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    QFile file(files.next());
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_folder->write(file.fileName().mid(from.size() + 1), file.readAll());
  }
  QVERIFY(QDir::setCurrent(m_folder->path()));
}

void ReportCommandTest::cleanup() {
  QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR));
  m_folder.reset();
}

Ran ReportCommandTest::report(std::vector<std::string> more) {
  std::vector<std::string> words{"report", "runs", "--expected", "ci_expected_accuracy"};
  words.insert(words.end(), more.begin(), more.end());
  cli::Environment environment;
  environment.today = flaky::parseDate("2026-10-01");
  return run(words, environment);
}

void ReportCommandTest::everyEnding_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("begins");
  QTest::newRow("html") << QStringLiteral("r.html") << QByteArray("<!DOCTYPE html>\n");
  QTest::newRow("upper case") << QStringLiteral("R.HTM") << QByteArray("<!DOCTYPE html>\n");
  QTest::newRow("markdown") << QStringLiteral("r.md") << QByteArray("### CI would fail: 8 rows");
  QTest::newRow("json") << QStringLiteral("r.json") << QByteArray("{\n  \"format\": \"plumbline-report\",\n");
  QTest::newRow("csv") << QStringLiteral("r.csv") << QByteArray("config,model,class,status,");
  QTest::newRow("junit") << QStringLiteral("r.xml") << QByteArray("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ");
  QTest::newRow("text") << QStringLiteral("r.txt") << QByteArray("CI would fail: 8 rows");
}

/// To a file and to standard output the bytes are the same, and a second time too.
void ReportCommandTest::everyEnding() {
  QFETCH(QString, file);
  QFETCH(QByteArray, begins);
  const Ran first = report({"-o", file.toStdString()});
  QCOMPARE(first.exit, 1);
  QCOMPARE(first.out + first.err, QByteArray());
  const QByteArray bytes = m_folder->read(file);
  QVERIFY2(bytes.startsWith(begins), bytes.left(200).constData());
  QVERIFY(bytes.endsWith('\n'));
  QCOMPARE(report({"-o", file.toStdString()}).exit, 1);
  QCOMPARE(m_folder->read(file), bytes);
  const QString name = QString::fromUtf8(QTest::currentDataTag()).replace(QStringLiteral("upper case"), QStringLiteral("html"));
  QCOMPARE(report({"--format", name.toStdString()}).out, bytes);
}

void ReportCommandTest::aReportIsVerified() {
  QCOMPARE(report({"-o", "r.json"}).exit, 1);
  const Ran equal = run({"verify", "r.json"});
  QCOMPARE(equal.out + equal.err, QByteArray("equal: 11 inputs and 16 verdicts\n"));
  QCOMPARE(equal.exit, 0);
  m_folder->write(kExpected, m_folder->read(kExpected).replace("alexnet,pass", "alexnet,fail"));
  const Ran changed = run({"verify", "r.json", "--format", "json"});
  QCOMPARE(changed.exit, 1);
  const QJsonObject json = QJsonDocument::fromJson(changed.out).object();
  QCOMPARE(json[QStringLiteral("equal")].toBool(true), false);
  const QJsonArray differences = json[QStringLiteral("differences")].toArray();
  QCOMPARE(differences.size(), 2);
  QCOMPARE(differences[0].toObject()[QStringLiteral("subject")].toString(), kExpected);
  QCOMPARE(differences[1].toObject()[QStringLiteral("subject")].toString(), QStringLiteral("inductor_torchbench_training: alexnet"));
  QDir(QStringLiteral("runs")).removeRecursively();
  QDir(QStringLiteral("ci_expected_accuracy")).removeRecursively();
  QCOMPARE(run({"verify", "r.json"}).exit, 2);
}

/// What could not be read might have failed: the report is written, and the exit status is 2.
void ReportCommandTest::aReportIsVerifiedWithItsOwnFlakyList() {
  QVERIFY(QFile::remove(QStringLiteral("ci_expected_accuracy/flaky.toml")));
  cli::Environment none, one, other;
  one.flakyList = m_folder->write(QStringLiteral("a/mine.toml"), "[[flaky]]\nname = \"slow_net\"\n").toStdString();
  other.flakyList = m_folder->write(QStringLiteral("b/mine.toml"), "[[flaky]]\npattern = \"*\"\n").toStdString();
  for (const cli::Environment& made : {none, one, other}) {
    QCOMPARE(run({"report", "runs", "--expected", "ci_expected_accuracy", "-o", "r.json"}, made).exit, 1);
    for (const cli::Environment& verifier : {none, one, other}) {
      const Ran verified = run({"verify", "r.json"}, verifier);
      QVERIFY2(verified.exit == 0 && verified.out.startsWith("equal: "), verified.out.constData());
    }
  }
}

void ReportCommandTest::anUnreadSourceDoesNotPass() {
  m_folder->write(QStringLiteral("a.csv"), "name,accuracy\nalexnet,pass\n");
  m_folder->write(QStringLiteral("e.csv"), "name,accuracy\nalexnet,pass\n");
  QCOMPARE(run({"report", "a.csv", "--expected", "e.csv"}).exit, 0);
  m_folder->write(QStringLiteral("broken.zip"), "PK\x03\x04 no zip");
  const std::vector<std::string> words{"report", "a.csv", "broken.zip", "--expected", "e.csv", "--name", "a.csv=inductor_torchbench_training",
                                       "--name", "e.csv=inductor_torchbench_training", "-o", "r.json"};
  const Ran ran = run(words);
  QVERIFY2(ran.exit == 2 && ran.err.contains("broken.zip"), ran.err.constData());
  const QJsonObject json = QJsonDocument::fromJson(m_folder->read(QStringLiteral("r.json"))).object();
  QCOMPARE(json[QStringLiteral("format")].toString(), QStringLiteral("plumbline-report"));
  QCOMPARE(run({"overview", "a.csv", "broken.zip", "--expected", "e.csv", "--name", "a.csv=inductor_torchbench_training", "--name",
                "e.csv=inductor_torchbench_training"}).exit, 2);
}

void ReportCommandTest::checkoutRulesAreInputs() {
  m_folder->write(QStringLiteral("pt/benchmarks/dynamo/check_accuracy.py"), "flaky_models = {\n    \"only_here\",\n}\n");
  m_folder->write(QStringLiteral("pt/benchmarks/dynamo/ci_expected_accuracy/e.csv"), "name,accuracy\nonly_here,pass\n");
  m_folder->write(QStringLiteral("a.csv"), "name,accuracy\nonly_here,timeout\n");
  const std::vector<std::string> words{"report", "a.csv", "--expected", "pt/benchmarks/dynamo/ci_expected_accuracy/e.csv",
                                       "--rules", "checkout", "-o", "c.json"};
  QCOMPARE(run(words).exit, 0);  // excused by that script alone
  QVERIFY(!m_folder->read(QStringLiteral("c.json")).contains(m_folder->path().toUtf8()));
  QCOMPARE(run({"verify", "c.json"}).exit, 0);
  const support::TestFolder elsewhere;
  QVERIFY(QDir::setCurrent(elsewhere.path()));
  const Ran beside = run({"verify", m_folder->path(QStringLiteral("c.json")).toStdString()});
  QVERIFY2(beside.exit == 0, beside.out.constData());
  QVERIFY(QDir::setCurrent(m_folder->path()));
  m_folder->write(QStringLiteral("pt/benchmarks/dynamo/check_accuracy.py"), "flaky_models = {\n    \"another\",\n}\n");
  const Ran changed = run({"verify", "c.json"});
  QCOMPARE(changed.exit, 1);
  QVERIFY2(changed.out.contains("rules pt/benchmarks/dynamo/check_accuracy.py: changed: SHA-256 was "), changed.out.constData());
  QVERIFY2(changed.out.contains("verdict a.csv: only_here: was flaky "), changed.out.constData());
}

void ReportCommandTest::argumentsOfTheCommandLineAreKept() {
  QCOMPARE(report({"--attempt", "first", "--rules", "2026-08", "--threshold", "speedup=3%", "--threshold", "abs_latency=0.5",
                   "--name", "runs/odd.csv=inductor_torchbench_inference", "--commit", "1111", "-o", "r.json"}).exit, 1);
  const QJsonObject json = QJsonDocument::fromJson(m_folder->read(QStringLiteral("r.json"))).object();
  const QJsonObject arguments = json[QStringLiteral("arguments")].toObject();
  QCOMPARE(arguments[QStringLiteral("rules")].toString(), QStringLiteral("2026-08"));
  QCOMPARE(arguments[QStringLiteral("attempt")].toString(), QStringLiteral("first"));
  QCOMPARE(arguments[QStringLiteral("name")].toArray().size(), 1);
  QCOMPARE(arguments[QStringLiteral("commit")].toString(), QString(40, QLatin1Char('1')));
  QVERIFY(json[QStringLiteral("thresholds")].toArray().contains(QStringLiteral("speedup=0.03")));
  QVERIFY(json[QStringLiteral("thresholds")].toArray().contains(QStringLiteral("abs_latency=0.5")));
  QCOMPARE(run({"verify", "r.json"}).exit, 0);
}

/// Every member that the writers can write has its place in the reference.
void ReportCommandTest::jsonIsDocumented() {
  QFile file(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray all = file.readAll();
  const auto begin = all.indexOf("\n## report\n"), end = all.indexOf("\n## ", all.indexOf("\n## verify\n") + 1);
  QVERIFY(begin > 0 && end > begin);
  const QByteArray page = all.mid(begin, end - begin);
  const std::function<void(const QJsonValue&)> look = [&](const QJsonValue& value) {
    if (value.isArray())
      for (const QJsonValue& element : value.toArray()) look(element);
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
      const bool isNamedByData = it.key() == QStringLiteral("counts") || it.key() == QStringLiteral("changes");
      QVERIFY2(page.contains('`' + it.key().toUtf8() + '`'), qPrintable(it.key()));
      if (!isNamedByData) look(it.value());
    }
  };
  const Ran json = report({"--format", "json"});
  QVERIFY(QJsonDocument::fromJson(json.out).isObject());
  look(QJsonDocument::fromJson(json.out).object());
  QCOMPARE(support::keysNotInSnakeCase(QJsonDocument::fromJson(json.out).object()), QStringList());
  QCOMPARE(report({"-o", "r.json"}).exit, 1);
  look(QJsonDocument::fromJson(run({"verify", "r.json", "--format", "json"}).out).object());
}

/// Compile times with a cold and a warm cache are shown, and not compared.
void ReportCommandTest::coldAgainstWarm() {
  for (const auto& [name, time] : {std::pair{"cold", "18.3"}, std::pair{"warm", "4.4"}}) {
    const QString table = QString::fromLatin1(name) + QStringLiteral("/r.");
    m_folder->write(table + QStringLiteral("csv"), QByteArray("name,accuracy,speedup,compilation_latency\nm,pass,1.1,") + time + "\n");
    m_folder->write(table + QStringLiteral("run.json"), QByteArray(R"({"format":"plumbline-notes","version":1,"compile_times":"%"})").replace('%', name));
  }
  for (const char* const format : {"text", "html", "markdown", "json"}) {
    const Ran ran = run({"report", "warm/r.csv", "--expected", "cold/r.csv", "--format", format});
    QVERIFY2(ran.out.contains("not compared: baseline: cold cache, actual: warm cache"), (format + ran.out + ran.err).constData());
  }
  const QString config = QStringLiteral("/inductor_torchbench_training.");
  for (const QString& folder : {QStringLiteral("runs"), QStringLiteral("base")}) {
    m_folder->write(folder + config + QStringLiteral("csv"), "name,accuracy,speedup,compilation_latency\nm,pass,1.1,18.3\n");
    m_folder->write(folder + config + QStringLiteral("run.json"), R"({"format":"plumbline-notes","version":1,"compile_times":"cold"})");
  }
  m_folder->write(QStringLiteral("runs") + config + QStringLiteral("log"), "cuda train m   \npass\n");  // without compile times it leaves the cache known
  const Ran same = run({"report", "runs", "--expected", "base"});
  QVERIFY2(!same.out.contains("not compared") && same.out.contains("compile time: 18.30 -> 18.30 s"), (same.out + same.err).constData());
  QVERIFY(run({"chart", "trend", "cold", "warm", "--metric", "compilation_latency"}).out.contains("not compared"));
}

QTEST_APPLESS_MAIN(ReportCommandTest)
#include "report_command_test.moc"
