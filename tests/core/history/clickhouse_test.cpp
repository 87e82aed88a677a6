// SPDX-License-Identifier: GPL-3.0-or-later
// A ClickHouse table as a source: a recorded answer becomes runs, once; a server that lies costs one error and nothing that was stored; the
// secret goes to that server alone. And the addresses that are refused.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUrlQuery>
#include <cstring>

#include "core/history/clickhouse/clickhouse_reader.h"
#include "tests/core/fetch/endless_server.h"
#include "tests/support/fake_ci_server.h"

using namespace plumbline;
using support::FakeAnswer;
using Trick = FakeAnswer::Trick;

namespace {

constexpr const char* kSecret = "s3cret-key";

QByteArray recorded() {
  QFile file(QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/history/clickhouse.jsonl"));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string addressOf(const std::string& url, const std::string& user = "me@", const std::string& table = "benchmark.oss_ci_benchmark_torchinductor") {
  return "clickhouse+http://" + user + url.substr(url.find("//") + 2) + "/?table=" + table;
}

/// Read is what one reading gave.
struct Read {
  history::ClickHouseAdded total;
  std::string error;
  bool isStopped = false;
};

}  // namespace

class ClickHouseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void addsARecordedAnswerOnce();
  void keepsRepeatsApart();
  void asksForWhatIsWanted();
  void leavesOutWhatIsYoung();
  void tokens();
  void lies_data();
  void lies();
  void endless_data();
  void endless();
  void redirectsAreNotFollowed();
  void stops();
  void addresses_data();
  void addresses();

 private:
  Read read(const std::string& address, history::ClickHouseOptions options = {}, std::stop_token stop = {}, const std::string& secret = kSecret) {
    Read result;
    const auto source = history::clickHouseSource(address, m_filter);
    if (!source) return {.total = {}, .error = base::describe(source.error())};
    options.stallMs = m_stallMs;
    const auto done = history::addClickHouse(*source, secret, *m_store, options, stop, result.total);
    if (done.isError()) result.error = base::describe(done.error());
    result.isStopped = done.isCancelled();
    return result;
  }
  std::size_t runCount() const { return m_store->rowCounts()->front().second; }
  history::ClickHouseFilter m_filter;
  int m_stallMs = 30'000;
  std::unique_ptr<history::Store> m_store;
  QTemporaryDir m_folder;
};

void ClickHouseTest::init() {
  m_filter = {};
  m_store.reset();
  QFile::remove(m_folder.filePath(QStringLiteral("h.sqlite")));
  auto store = history::Store::open(m_folder.filePath(QStringLiteral("h.sqlite")).toStdString(), history::Store::Access::ReadWrite);
  QVERIFY(store);
  m_store = *std::move(store);
}

void ClickHouseTest::addsARecordedAnswerOnce() {
  support::FakeCiServer server;
  server.answer("/", {{.body = recorded()}});
  for (const std::size_t isNew : {std::size_t{3}, std::size_t{0}}) {
    const Read one = read(addressOf(server.url()));
    QVERIFY2(one.error.empty(), one.error.c_str());
    QCOMPARE(one.total.skippedCount, std::size_t{0});
    QCOMPARE(one.total.added.runs, isNew);
    QCOMPARE(one.total.added.knownRuns, 3 - isNew);
  }
  QVERIFY(m_store->check());
  const auto words = m_store->runs().series({.metric = "accuracy"});
  QStringList found;
  for (const history::Series& series : words->series)
    for (const history::SeriesPoint& point : series.points)
      found << QString::fromStdString(series.key.config + ' ' + series.key.model + ' ' + point.word + ' ' + std::to_string(words->runs[point.run].attempt));
  QCOMPARE(found.join(QLatin1Char('\n')), QStringLiteral("dynamic_inductor_torchbench_training moco pass 2\n"
                                                         "inductor_no_cudagraphs_torchbench_training.amp BERT_pytorch pass 0\n"
                                                         "inductor_no_cudagraphs_torchbench_training.amp moco fail_to_run 0"));
  const auto numbers = m_store->runs().series({.model = "BERT_pytorch", .metric = "speedup"});
  QCOMPARE(numbers->series.size(), std::size_t{1});
  QCOMPARE(numbers->series[0].points[0].number.value(), 1.4328);
  const history::RunInfo& run = numbers->runs[0];
  QCOMPARE(run.commit, std::string(40, 'a'));
  QCOMPARE(run.branch + ' ' + run.workflowId + ' ' + run.jobId + ' ' + run.machine, std::string("main 18201 41 NVIDIA A100-SXM4-40GB"));
  QCOMPARE(run.measuredAt, std::int64_t{1'767'225'660});
  QVERIFY(run.origin.starts_with("clickhouse+http://127.0.0.1:") && run.origin.find("me@") == std::string::npos);
}

void ClickHouseTest::keepsRepeatsApart() {
  QByteArray rows = recorded();
  const qsizetype values = rows.indexOf("\"p_values\":[1.4328]");
  QVERIFY(values > 0);
  rows.replace(values, static_cast<qsizetype>(std::strlen("\"p_values\":[1.4328]")), "\"p_values\":[1,2,6]");
  support::FakeCiServer server;
  server.answer("/", {{.body = rows}});
  const Read one = read(addressOf(server.url()));
  QVERIFY2(one.error.empty(), one.error.c_str());
  QCOMPARE(one.total.added.runs, std::size_t{5});
  QCOMPARE(read(addressOf(server.url())).total.added.runs, std::size_t{0});
  const auto numbers = m_store->runs().series({.model = "BERT_pytorch", .metric = "speedup"});
  QCOMPARE(numbers->series[0].points.size(), std::size_t{3});
  QCOMPARE(numbers->series[0].points[2].number.value(), 6.0);
  QCOMPARE(numbers->runs[2].machine, std::string("NVIDIA A100-SXM4-40GB"));
}

void ClickHouseTest::asksForWhatIsWanted() {
  support::FakeCiServer server;
  server.answer("/", {{.body = "", .headers = {}}});
  m_filter = {.branch = "a b&c'", .since = 1'700'000'000};
  QCOMPARE(read(addressOf(server.url(), "me@", "oss_ci_benchmark_v3")).error, std::string());
  const support::FakeRequest request = server.requests().at(0);
  const QUrlQuery asked(QUrl::fromEncoded(request.path));
  QCOMPARE(asked.queryItemValue(QStringLiteral("param_branch"), QUrl::FullyDecoded), QStringLiteral("a b&c'"));
  QCOMPARE(asked.queryItemValue(QStringLiteral("param_since"), QUrl::FullyDecoded), QStringLiteral("1700000000"));
  const QString sql = asked.queryItemValue(QStringLiteral("query"), QUrl::FullyDecoded);
  for (const char* part : {"SELECT toString(workflow_id) AS p_workflow_id", " FROM oss_ci_benchmark_v3 WHERE (", "{branch:String}", ">= {since:UInt64}",
                           " ORDER BY p_workflow_id, p_job_id, ", " FORMAT JSONEachRow"})
    QVERIFY2(sql.contains(QLatin1String(part)), qPrintable(sql));
  QCOMPARE(request.header("x-clickhouse-user"), QByteArray("me"));
  QCOMPARE(request.header("x-clickhouse-key"), QByteArray(kSecret));
  QCOMPARE(request.header("authorization"), QByteArray());
  QVERIFY(!request.path.contains(kSecret));
}

void ClickHouseTest::tokens() {
  support::FakeCiServer server;
  server.answer("/", {{.body = recorded()}});
  QCOMPARE(read(addressOf(server.url(), "")).error, std::string());
  QCOMPARE(server.requests().at(0).header("authorization"), QByteArray("Bearer ") + kSecret);
  QCOMPARE(server.requests().at(0).header("x-clickhouse-user"), QByteArray());
  // The secret comes from the environment; nothing of it is in the store.
  qputenv("PLUMBLINE_CLICKHOUSE_PASSWORD", kSecret);
  QCOMPARE(history::readClickHouseSecret(*history::clickHouseSource(addressOf(server.url()))), std::string(kSecret));
  qunsetenv("PLUMBLINE_CLICKHOUSE_PASSWORD");
  m_store.reset();
  QFile file(m_folder.filePath(QStringLiteral("h.sqlite")));
  QVERIFY(file.open(QIODevice::ReadOnly));
  QVERIFY(!file.readAll().contains(kSecret));
}

void ClickHouseTest::leavesOutWhatIsYoung() {
  support::FakeCiServer server;
  server.answer("/", {{.body = recorded()}});
  const Read one = read(addressOf(server.url()), {.now = 1'767'312'000 + 3'599});
  QCOMPARE(one.total.young, std::size_t{1});
  QCOMPARE(one.total.added.runs, std::size_t{2});
  QCOMPARE(read(addressOf(server.url()), {.now = 1'767'312'000 + 3'600}).total.added.runs, std::size_t{1});
}

void ClickHouseTest::lies_data() {
  QTest::addColumn<int>("status");
  QTest::addColumn<QByteArray>("body");
  QTest::addColumn<int>("trick");
  QTest::addColumn<qint64>("bytes");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("runs");
  const QByteArray good = recorded();
  const auto row = [](const char* name, int status, const QByteArray& body, const char* text, int runs = 0, Trick trick = Trick::None, qint64 bytes = 0) {
    QTest::newRow(name) << status << body << static_cast<int>(trick) << bytes << QByteArray(text) << runs;
  };
  row("wrong password", 401, "Code: 516. DB::Exception: me: Authentication failed with s3cret-key", "refuses this user or password (401): Code: 516. DB::Exception: me: Authentication failed with . Name the user");
  row("forbidden", 403, "", "refuses this user or password (403).");
  row("no such table", 404, "Code: 60. DB::Exception: Table x does not exist.\nline", "answers 404: Code: 60. DB::Exception: Table x does not exist. line");
  row("wrong column", 500, "Code: 47. DB::Exception: Unknown identifier: arch\x1b[31m", "Unknown identifier: arch\\x1b[31m");
  row("long error", 500, QByteArray(100'000, 'x'), "answers 500: xxxx");
  row("error in the middle", 200, good + "Code: 241. DB::Exception: Memory limit exceeded", "stopped with an error: Code: 241. DB::Exception: Memory limit exceeded (row 7)", 2);
  row("error as a row", 200, good + R"({"exception": "Code: 159. timeout"})" "\n", R"(stopped with an error: "Code: 159. timeout" (row 7))", 2);
  row("HTML", 200, "<!DOCTYPE html><html>\n<body>Sign in</body></html>\n", "this is no row: <!DOCTYPE html><html> (row 1)");
  row("cut", 200, good, "the connection was cut after 2500 of", 1, Trick::CutAfter, 2500);
  row("cut row without an end", 200, good.left(2500), "does not say where it ends", 1, Trick::NoLength);
  row("no end", 200, good, "does not say where it ends", 2, Trick::NoLength);
  row("silence", 200, good, "no byte came for", 1, Trick::StallAfter, 2500);
  row("missing column", 200, QByteArray(good).replace("\"p_suite\"", "\"suite\""), "a row has no text \"suite\" (row 1)");
  row("wrong kind", 200, QByteArray(good).replace("\"p_values\":[]", "\"p_values\":3"), "a row has no list \"values\" (row 1)");
  row("a text for a number", 200, QByteArray(good).replace("[21.5]", "[\"21.5\"]"), "something else than numbers in \"values\" (row 3)");
  row("negative time", 200, QByteArray(good).replace("1767312000", "-1767312000"), "a row has no number \"time\" (row 6)", 1);
  row("rows of a run apart", 200, good + good.left(good.indexOf('\n') + 1), "the rows of a run stand apart (row 7)", 3);
  row("no model", 200, QByteArray(good).replace("BERT_pytorch", ""), "no model or no metric (row 1)");
  row("deep", 200, QByteArray(100'000, '[') + "\n", "this is no row: [[[");
}

void ClickHouseTest::lies() {
  QFETCH(int, status);
  QFETCH(QByteArray, body);
  QFETCH(int, trick);
  QFETCH(qint64, bytes);
  QFETCH(QByteArray, text);
  QFETCH(int, runs);
  m_stallMs = static_cast<Trick>(trick) == Trick::StallAfter ? 300 : 30'000;
  support::FakeCiServer server;
  server.answer("/", {{.status = status, .body = body, .trick = static_cast<Trick>(trick), .bytes = bytes}});
  const Read one = read(addressOf(server.url()));
  QVERIFY2(QByteArray::fromStdString(one.error).contains(text), one.error.c_str());
  QVERIFY2(one.error.find(kSecret) == std::string::npos && one.error.find('\n') == std::string::npos, one.error.c_str());
  QVERIFY2(one.error.size() < 800, one.error.c_str());
  // Whole runs before it are stored; the one that it ended in is not.
  QCOMPARE(runCount(), static_cast<std::size_t>(runs));
  QVERIFY(m_store->check());
}

void ClickHouseTest::endless_data() {
  QTest::addColumn<QByteArray>("piece");
  QTest::addColumn<QByteArray>("text");
  const QByteArray row = recorded().left(recorded().indexOf('\n') + 1);
  QTest::newRow("rows of one run") << row << QByteArray("one run takes more than");
  QTest::newRow("lines of nothing") << QByteArray("\n") << QByteArray("this is no row");
  QTest::newRow("one line") << QByteArray(4096, ' ') << QByteArray("a row takes more than");
}

void ClickHouseTest::endless() {
  QFETCH(QByteArray, piece);
  QFETCH(QByteArray, text);
  support::EndlessServer server("\r\n", piece, 0);
  const Read one = read(addressOf(server.url()), {.runBytes = std::size_t{4} << 20});
  QVERIFY2(QByteArray::fromStdString(one.error).contains(text), one.error.c_str());
  QVERIFY(server.waitForDisconnect());
  const Read other = read(addressOf(server.url()), {.answerBytes = 200'000});
  QVERIFY(!other.error.empty());
}

void ClickHouseTest::redirectsAreNotFollowed() {
  support::FakeCiServer server, other;
  for (const std::string& target : {other.url() + "/", server.url() + "/elsewhere"}) {
    server.answer("/", {{.status = 307, .body = {}, .headers = {{"Location", QByteArray::fromStdString(target)}}}});
    const Read one = read(addressOf(server.url()));
    QVERIFY2(one.error.find("Redirects are not followed") != std::string::npos, one.error.c_str());
  }
  QCOMPARE(other.requests().size(), std::size_t{0});
  QCOMPARE(server.requests("/elsewhere").size(), std::size_t{0});
}

void ClickHouseTest::stops() {
  support::EndlessServer server("\r\n", recorded().left(recorded().indexOf('\n') + 1), 5);
  std::stop_source stop;
  const Read one = read(addressOf(server.url()), {.progress = [&stop](std::size_t, std::uint64_t bytes) {
                          if (bytes > 0) stop.request_stop();
                        }},
                        stop.get_token());
  QVERIFY(one.isStopped);
  QVERIFY(server.waitForDisconnect());
  QCOMPARE(runCount(), std::size_t{0});
}

void ClickHouseTest::addresses_data() {
  QTest::addColumn<QString>("address");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const char* address, const char* text) { QTest::newRow(name) << QString::fromUtf8(address) << QString::fromUtf8(text); };
  row("password", "clickhouse+https://me:s3cret-key@host/?table=oss_ci_benchmark_v3", "it holds a password");
  row("plain http", "clickhouse+http://host/?table=oss_ci_benchmark_v3", "it is not https");
  row("no scheme", "clickhouse+ftp://host/?table=oss_ci_benchmark_v3", "it is not https");
  row("no host", "clickhouse+https:///?table=oss_ci_benchmark_v3", "it is no URL of a server");
  row("nothing", "clickhouse+", "it is no URL of a server");
  row("no table", "clickhouse+https://host/", "it needs ?table=");
  row("a token", "clickhouse+https://host/?table=oss_ci_benchmark_v3&token=s3cret-key", "nothing behind it");
  row("a query", "clickhouse+https://host/?query=SELECT+1", "it needs ?table=");
  row("no name", "clickhouse+https://host/?table=a;DROP TABLE b", "this address");
  row("a statement", "clickhouse+https://host/?table=a%3BDROP%20TABLE%20b", "no name of a table");
  row("unknown table", "clickhouse+https://host/?table=default.workflow_job", "these are: oss_ci_benchmark_torchinductor, oss_ci_benchmark_v3");
}

void ClickHouseTest::addresses() {
  QFETCH(QString, address);
  QFETCH(QString, text);
  const auto source = history::clickHouseSource(address.toStdString());
  QVERIFY(!source);
  QVERIFY(source.error().code == base::ErrorCode::BadArgument);
  const QString said = QString::fromStdString(base::describe(source.error()));
  QVERIFY2(said.contains(text, Qt::CaseInsensitive), qPrintable(said));
  QVERIFY2(!said.contains(QLatin1String(kSecret)), qPrintable(said));
}

QTEST_GUILESS_MAIN(ClickHouseTest)
#include "clickhouse_test.moc"
