// SPDX-License-Identifier: GPL-3.0-or-later
// Cold and warm compile times out of cachebench's JSON (SPEC 13) and out of HUD's JSON, and the speedup as cachebench
// counts it.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <stop_token>

#include "core/sources/open.h"

using namespace plumbline;
using sources::CacheModel;
using sources::CacheRun;
using sources::readCacheRuns;

namespace {

std::string record(const std::string& model, const std::string& metric, const std::string& values,
                   const std::string& more = "", const std::string& device = "cuda", bool isDynamic = false) {
  return R"({"benchmark": {"name": "TorchCache Benchmark", "mode": "training", "extra_info": {"is_dynamic": )" +
         std::string(isDynamic ? "true" : "false") + R"(, "device": ")" + device + R"("}}, )" + more +
         R"("model": {"name": ")" + model +
         R"(", "backend": "inductor", "origins": ["torchbench"]}, "metric": {"name": ")" + metric +
         R"(", "type": "OSS model", "benchmark_values": )" + values + "}}";
}
std::string cold(const std::string& model, const std::string& values) {
  return record(model, "Cold compile time (s)", values);
}
std::string warm(const std::string& model, const std::string& values) {
  return record(model, "Warm compile time (s)", values);
}
std::string percent(const std::string& model, const std::string& values) {
  return record(model, "Speedup (%)", values);
}

QString numbers(const std::vector<double>& values) {
  QStringList out;
  for (const double value : values) out += QString::number(value);
  return out.join(QLatin1Char(' '));
}

/// "torchbench training cuda static: nanogpt 30 33 | 10 11 (66.7)"
QString dump(const std::vector<CacheRun>& runs) {
  QStringList out;
  for (const CacheRun& run : runs) {
    out += QString::fromStdString(run.suite + " " + run.mode + " " + run.device +
                                  (run.isDynamic ? " dynamic" : " static") +
                                  (run.commit.empty() ? "" : " " + run.commit) + ":");
    for (const CacheModel& model : run.models) {
      QString line = QString::fromStdString("  " + model.name + " ") + numbers(model.cold) + QStringLiteral(" | ") +
                     numbers(model.warm);
      if (model.written) line += QStringLiteral(" (%1)").arg(*model.written);
      out += line;
    }
  }
  return out.join(QLatin1Char('\n'));
}

QString read(const std::string& bytes) { return dump(readCacheRuns(bytes, "x.json")); }

}  // namespace

class CacheRunTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyRepeatIsKept() {
    QCOMPARE(
        read("[" + cold("nanogpt", "[30.5, 33.0]") + ", " + warm("nanogpt", "[10.0, 11.25]") + ", " +
             percent("nanogpt", "[66.5]") + ", " + cold("moco", "[5]") + ", " + warm("moco", "[7.5]") + ", " +
             percent("moco", "[-50.0]") + "]"),
        QStringLiteral("torchbench training cuda static:\n  nanogpt 30.5 33 | 10 11.25 (66.5)\n  moco 5 | 7.5 (-50)"));
  }

  void runsArePartedByWhatWasRun() {
    QCOMPARE(
        read("[" + record("a", "Cold compile time (s)", "[1]") + "," +
             record("a", "Cold compile time (s)", "[2]", "", "cpu") + "," +
             record("a", "Cold compile time (s)", "[3]", "", "cuda", true) + "," +
             record("a", "Cold compile time (s)", "[4]", R"("head_sha": "abc", )") + "," +
             record("a", "Warm compile time (s)", "[5]", "", "cpu") + "]"),
        QStringLiteral("torchbench training cuda static:\n  a 1 | \ntorchbench training cpu static:\n  a 2 | 5\n"
                       "torchbench training cuda dynamic:\n  a 3 | \ntorchbench training cuda static abc:\n  a 4 | "));
  }

  void otherRecordsStandBeside() {
    // As HUD stores it: JSON Lines, other benchmarks among them, metadata merged in.
    QCOMPARE(read(record("a", "speedup", "[1.5]") + "\n" + cold("a", "[3]") + "\n{\"no\": \"record\"}\n" +
                  warm("a", "[1.5]") + "\n"),
             QStringLiteral("torchbench training cuda static:\n  a 3 | 1.5"));
  }

  void oddValuesAreLeftOut_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char* name, const std::string& bytes, const char* wanted) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromUtf8(wanted);
    };
    row("nan and infinity", "[" + cold("a", "[NaN, 2.0, Infinity, -Infinity]") + "]",
        "torchbench training cuda static:\n  a 2 | ");
    row("words", "[" + cold("a", R"(["fast", 2.0, true, null, [3], {}])") + "]",
        "torchbench training cuda static:\n  a 2 | ");
    row("too large for a double", "[" + cold("a", "[1e999, 2]") + "]", "");
    row("one number, no list", "[" + cold("a", "4.5") + "]", "torchbench training cuda static:\n  a 4.5 | ");
    row("no value at all", "[" + cold("a", "[]") + ", " + warm("a", "null") + ", " + percent("a", "[50.0]") + "]", "");
    row("speedup alone", "[" + percent("a", "[50.0]") + "]", "");
    row("cut", "[" + cold("a", "[1]") + ", " + warm("a", "[2]") + ", {\"bench",
        "torchbench training cuda static:\n  a 1 | 2");
    row("empty", "", "");
    row("no json", "Cold compile time (s): 4", "");
    row("another benchmark", "[" + record("a", "compilation_latency", "[1]") + "]", "");
    row("metric is a word", R"~([{"metric": "Cold compile time (s)", "actual": 3}])~", "");
    row("no model", R"~([{"metric": {"name": "Cold compile time (s)", "benchmark_values": [1]}}])~",
        "   static:\n   1 | ");
  }
  void oddValuesAreLeftOut() {
    QFETCH(QByteArray, bytes);
    QTEST(read(bytes.toStdString()), "wanted");
  }

  void speedupIsCachebenchs_data() {
    QTest::addColumn<QList<double>>("cold");
    QTest::addColumn<QList<double>>("warm");
    QTest::addColumn<QString>("percent");
    QTest::newRow("faster") << QList<double>{30, 33, 27} << QList<double>{10, 11, 9} << QStringLiteral("66.6667");
    QTest::newRow("slower") << QList<double>{10} << QList<double>{15} << QStringLiteral("-50");
    QTest::newRow("sums, not means of shares") << QList<double>{10, 90} << QList<double>{10, 0} << QStringLiteral("90");
    QTest::newRow("as fast") << QList<double>{5} << QList<double>{5} << QStringLiteral("0");
    QTest::newRow("cold is 0") << QList<double>{0} << QList<double>{5} << QString();
    QTest::newRow("cold adds up to 0") << QList<double>{-5, 5} << QList<double>{1, 1} << QString();
    QTest::newRow("no warm") << QList<double>{5} << QList<double>{} << QString();
    QTest::newRow("uneven") << QList<double>{5, 6} << QList<double>{3} << QString();
    QTest::newRow("beyond any number") << QList<double>{1e-300} << QList<double>{1e300} << QString();
  }
  void speedupIsCachebenchs() {
    QFETCH(QList<double>, cold);
    QFETCH(QList<double>, warm);
    const CacheModel model{"m", {cold.begin(), cold.end()}, {warm.begin(), warm.end()}, {}};
    const auto got = sources::cacheSpeedup(model);
    QTEST(got ? QString::number(*got) : QString(), "percent");
  }

  void whatIsOpenedHoldsThem() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, const std::string& bytes) {
      QFile file(folder.filePath(QLatin1String(name)));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    };
    write("torchcache.json", "[" + cold("a", "[3, 5]") + ", " + warm("a", "[1, 2]") + "]");
    write("other.json", "[" + record("a", "speedup", "[1.5]") + "]");
    const auto opened = sources::open({{folder.path().toStdString()}});
    QVERIFY(opened.isValue());
    QCOMPARE(dump(opened.value().cacheRuns), QStringLiteral("torchbench training cuda static:\n  a 3 5 | 1 2"));
    QCOMPARE(opened.value().cacheRuns.front().origin, folder.filePath(QStringLiteral("torchcache.json")).toStdString());
    QCOMPARE(opened.value().pieces.size(), std::size_t{2});  // their means are tables as ever
  }

  void aStoppedReaderGivesNothing() {
    std::stop_source stop;
    stop.request_stop();
    std::string bytes = "[";
    for (int i = 0; i < 3000; ++i) bytes += (i == 0 ? "" : ", ") + cold("m" + std::to_string(i), "[1]");
    QVERIFY(readCacheRuns(bytes + "]", "x.json", base::Progress(stop.get_token())).empty());
  }
};

QTEST_GUILESS_MAIN(CacheRunTest)
#include "cache_run_test.moc"
