// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows a name finds, and the data behind the rules: generations, flaky lists, metrics.
#include <QTest>
#include <algorithm>
#include <random>

#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/row_join.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "core/verdicts/verdict.h"

using namespace plumbline;
using namespace plumbline::verdicts;

namespace {

tables::Frame frameOf(const std::string& csv) {
  return tables::Frame::of(tables::CsvTable::scan(csv, "t.csv").value());
}

QByteArray rowText(std::uint32_t row) { return row == kNoJoinRow ? QByteArray("-") : QByteArray::number(row); }

QByteArray list(const std::vector<std::uint32_t>& rows) {
  QByteArrayList parts;
  for (const std::uint32_t row : rows) parts << QByteArray::number(row);
  return parts.join(',');
}

}  // namespace

class RowJoinTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void joins_data();
  void joins();
  void manyDifferentNames();
  void evenlySpacedNumbers();
  void likeASlowSearch_data();
  void likeASlowSearch();
  void stops();
  void generationsAreThere();
  void flakySets_data();
  void flakySets();
  void trackedMetrics();
  void knownStatuses();
  void metrics();
  void badRuleFiles_data();
  void badRuleFiles();
};

void RowJoinTest::joins_data() {
  QTest::addColumn<QByteArray>("actual");
  QTest::addColumn<QByteArray>("expected");
  QTest::addColumn<QByteArray>("rows");   // per actual row: actualRow/expectedRow/firstExpectedRow
  QTest::addColumn<QByteArray>("lists");  // expectedOnly|actualAgain|expectedAgain
  const auto row = [](const char* name, const char* actual, const char* expected, const char* rows, const char* lists) {
    QTest::newRow(name) << QByteArray(actual) << QByteArray(expected) << QByteArray(rows) << QByteArray(lists);
  };
  row("texts", "name\na\nb\nc", "name\nb\na\nd", "0/1/1 1/0/0 2/-/-", "2||");
  row("again", "name\na\na\nb", "name\nb\nb\na", "-/2/2 -/2/2 2/-/0", "|0|0");
  row("again, actual order", "name\nb\na\na\nb", "name\na\nb", "-/1/1 -/0/0 -/0/0 -/1/1", "|0,1|");
  row("NaN finds nothing", "name,x\nNA,1\na,1", "name,x\nNA,1\na,1", "-/-/- 1/1/1", "||");
  row("quotes do not matter", "name\n\"a\"\"b\"\n\"c\"", "name\nc\n\"a\"\"b\"", "0/1/1 1/0/0", "||");
  row("no name column", "name\na", "model\na", "0/-/-", "||");
  row("no name column in actual", "model\na", "name\na", "-/-/-", "0||");
  row("whole numbers", "name\n1\n2\n2", "name\n2\n3", "0/-/- -/0/0 -/0/0", "1|1|");
  row("text is no number", "name\n1\n2", "name\n1\nx", "0/-/- 1/-/-", "0,1||");
  row("whole and real", "name\n1\n2", "name\n1.0\n2.5", "0/0/0 1/-/-", "1||");
  row("leading zeros", "name\n007", "name\n7", "0/0/0", "||");
  row("bools are 0 and 1", "name\nTrue\nFalse", "name\n1\n5", "0/0/0 1/-/-", "1||");
  row("exact among whole numbers", "name\n9007199254740993", "name\n9007199254740992", "0/-/-", "0||");
  row("as doubles with reals", "name\n9007199254740992.0", "name\n9007199254740992\n9007199254740993", "0/-/0", "||");
  row("unsigned", "name\n18446744073709551615\n1", "name\n1\n18446744073709551615", "0/1/1 1/0/0", "||");
}

void RowJoinTest::joins() {
  QFETCH(const QByteArray, actual);
  QFETCH(const QByteArray, expected);
  QFETCH(const QByteArray, rows);
  QFETCH(const QByteArray, lists);
  const auto actualFrame = frameOf(actual.toStdString());
  const auto join = RowJoin::make(actualFrame, frameOf(expected.toStdString()));
  QVERIFY(join);
  QByteArrayList parts;
  for (std::uint32_t row = 0; row < actualFrame.rowCount(); ++row) {
    parts << rowText(join->actualRow(row)) + '/' + rowText(join->expectedRow(row)) + '/' +
                 rowText(join->firstExpectedRow(row));
    QCOMPARE(join->severalExpected(row), join->expectedRow(row) != join->firstExpectedRow(row));
  }
  QCOMPARE(parts.join(' '), rows);
  QCOMPARE(list(join->expectedOnly()) + '|' + list(join->actualAgain()) + '|' + list(join->expectedAgain()), lists);
}

void RowJoinTest::manyDifferentNames() {
  // More names than the table is first made for, in opposite orders, with none, one and two partners.
  constexpr int kNames = 20000;
  std::string actual = "name\n";
  std::string expected = "name\n";
  for (int i = 0; i < kNames; ++i) {
    actual += "model_" + std::to_string(i) + '\n';
    expected += "model_" + std::to_string(kNames + kNames / 2 - i) + '\n';
  }
  const auto join = RowJoin::make(frameOf(actual), frameOf(expected));
  QVERIFY(join);
  for (std::uint32_t row = 0; row < kNames; ++row) {
    QCOMPARE(join->actualRow(row), row);
    const std::uint32_t want = row <= kNames / 2 ? kNoJoinRow : kNames + kNames / 2 - row;
    QCOMPARE(join->expectedRow(row), want);
  }
  QCOMPARE(join->expectedOnly().size(), std::size_t{kNames / 2 + 1});
  QCOMPARE(join->expectedOnly().back(), std::uint32_t{kNames / 2});
}

void RowJoinTest::evenlySpacedNumbers() {
  // A step that is the size of a hash table's bucket array must not send all names to one bucket: that takes minutes.
  constexpr std::uint32_t kNames = 100000;
  constexpr std::uint64_t kPrimes[] = {85229, 172933, 218971, 228841};
  for (const std::uint64_t step : kPrimes) {
    std::string names = "name\n";
    for (std::uint64_t i = 0; i < kNames; ++i) {
      names += std::to_string(i * step);
      names += '\n';
    }
    const auto join = RowJoin::make(frameOf(names), frameOf(names));
    QVERIFY(join);
    std::uint32_t found = 0;
    while (found < kNames && join->expectedRow(found) == found) ++found;
    QCOMPARE(found, kNames);
  }
}

void RowJoinTest::likeASlowSearch_data() {
  QTest::addColumn<int>("lost");     // per cent of the baseline's models that the actual file lacks, in runs
  QTest::addColumn<int>("added");    // per cent of new models
  QTest::addColumn<int>("moved");    // per cent of models that stand elsewhere
  QTest::addColumn<int>("doubled");  // models that occur twice
  QTest::newRow("same order") << 0 << 0 << 0 << 0;
  QTest::newRow("a few differences") << 2 << 2 << 1 << 0;
  QTest::newRow("many differences") << 30 << 30 << 10 << 0;
  QTest::newRow("mostly new") << 5 << 300 << 0 << 0;
  QTest::newRow("shuffled") << 5 << 5 << 100 << 0;
  QTest::newRow("doubled") << 5 << 5 << 5 << 3;
}

void RowJoinTest::likeASlowSearch() {
  QFETCH(const int, lost);
  QFETCH(const int, added);
  QFETCH(const int, moved);
  QFETCH(const int, doubled);
  std::mt19937 random(7);
  const auto chance = [&](int perCent) { return static_cast<int>(random() % 100) < perCent; };
  for (int round = 0; round < 12; ++round) {
    std::vector<std::string> expected;
    std::vector<std::string> actual;
    for (int i = 0; i < 300; ++i) {
      expected.push_back(chance(2) ? "NA" : "model_" + std::to_string(i));
      for (int rest = added; rest > 0; rest -= 100) {
        if (chance(rest)) actual.push_back("new_" + std::to_string(actual.size()));
      }
      if (!chance(lost)) actual.push_back(expected.back());
      if (chance(lost) && chance(10)) i += 20;  // a whole shard is missing
    }
    for (std::size_t i = 0; i < actual.size(); ++i) {
      if (chance(moved)) std::swap(actual[i], actual[random() % actual.size()]);
    }
    for (int i = 0; i < doubled; ++i) {
      auto& names = chance(50) ? actual : expected;
      names.insert(names.begin() + static_cast<std::ptrdiff_t>(random() % names.size()),
                   names[random() % names.size()]);
    }
    const auto csv = [](const std::vector<std::string>& names) {
      std::string text = "name,x\n";
      for (const std::string& name : names) text += name + ",1\n";
      return text;
    };
    const auto join = RowJoin::make(frameOf(csv(actual)), frameOf(csv(expected)));
    QVERIFY(join);
    std::vector<std::uint32_t> expectedOnly;
    for (std::uint32_t row = 0; row < expected.size(); ++row) {
      const auto first = std::find(expected.begin(), expected.end(), expected[row]) - expected.begin();
      const bool met = std::find(actual.begin(), actual.end(), expected[row]) != actual.end();
      if (expected[row] != "NA" && first == row && !met) expectedOnly.push_back(row);
    }
    auto ours = join->expectedOnly();
    QCOMPARE(list(ours), list(expectedOnly));
    for (std::uint32_t row = 0; row < actual.size(); ++row) {
      const bool isName = actual[row] != "NA";
      const auto times = [&](const auto& names) { return std::count(names.begin(), names.end(), actual[row]); };
      const auto found = std::find(expected.begin(), expected.end(), actual[row]);
      const bool single = isName && times(expected) == 1;
      QCOMPARE(join->actualRow(row), isName && times(actual) == 1 ? row : kNoJoinRow);
      QCOMPARE(join->expectedRow(row), single ? static_cast<std::uint32_t>(found - expected.begin()) : kNoJoinRow);
    }
  }
}

void RowJoinTest::stops() {
  std::stop_source stop;
  stop.request_stop();
  QVERIFY(!RowJoin::make(frameOf("name\na"), frameOf("name\na"), base::Progress(stop.get_token())));
  QVERIFY(!RowJoin::make(frameOf("name\n1"), frameOf("name\n1"), base::Progress(stop.get_token())));
}

void RowJoinTest::generationsAreThere() {
  const std::vector<std::string> want = {"2025-11", "2026-07", "2026-08"};
  QCOMPARE(generations(), want);
  for (const std::string& generation : want) {
    const auto rules = ruleSet(generation);
    QVERIFY(rules.has_value());
    QCOMPARE((*rules)->generation, generation);
    QVERIFY(!(*rules)->origin.empty());
    QCOMPARE((*rules)->memory.tolerance, 0.95);
    QCOMPARE((*rules)->hfBertSpeedup, 1.185);
  }
  QVERIFY(ruleSet(kDefaultGeneration).has_value());
  const auto unknown = ruleSet("2024-01");
  QVERIFY(!unknown);
  QCOMPARE(static_cast<int>(unknown.error().code), static_cast<int>(base::ErrorCode::BadArgument));
  QVERIFY(unknown.error().hint.find("2025-11, 2026-07, 2026-08") != std::string::npos);
}

void RowJoinTest::flakySets_data() {
  QTest::addColumn<QByteArray>("generation");
  QTest::addColumn<QByteArray>("path");
  QTest::addColumn<int>("accuracyNames");
  QTest::addColumn<int>("graphBreaksNames");
  // vision_maskrcnn and detectron2_fcos_r_50_fpn stand in a base set and in a ROCm set of 2025-11.
  QTest::newRow("2025-11") << QByteArray("2025-11") << QByteArray("x.csv") << 6 << 4;
  QTest::newRow("2025-11 rocm") << QByteArray("2025-11") << QByteArray("/home/rocm/x.csv") << 6 + 40 << 4 + 24;
  QTest::newRow("2025-11 timm") << QByteArray("2025-11") << QByteArray("inductor_timm_training.csv") << 6 << 4;
  QTest::newRow("2026-07 rocm") << QByteArray("2026-07") << QByteArray("rocm/x.csv") << 7 + 16 << 4 + 26;
  QTest::newRow("2026-07 timm") << QByteArray("2026-07") << QByteArray("d/inductor_timm_training.csv") << 7 + 2 << 4;
  QTest::newRow("2026-08 rocm timm") << QByteArray("2026-08") << QByteArray("rocm/inductor_timm_training.csv") << 7 + 16
                                     << 4 + 24;
}

void RowJoinTest::flakySets() {
  QFETCH(const QByteArray, generation);
  QFETCH(const QByteArray, path);
  QFETCH(const int, accuracyNames);
  QFETCH(const int, graphBreaksNames);
  const auto rules = ruleSet(generation.toStdString()).value();
  QCOMPARE(int(rules->accuracy.flaky.namesFor(path.toStdString()).size()), accuracyNames);
  QCOMPARE(int(rules->graphBreaks.flaky.namesFor(path.toStdString()).size()), graphBreaksNames);
}

void RowJoinTest::trackedMetrics() {
  const auto names = [](const char* generation) {
    QByteArrayList list;
    const auto rules = ruleSet(generation).value();
    for (const TrackedMetric& metric : rules->graphBreaks.tracked) list << QByteArray::fromStdString(metric.name);
    return list.join(' ');
  };
  QCOMPARE(names("2025-11"), QByteArray());
  QCOMPARE(names("2026-07"), QByteArray("graph_breaks calls_captured unique_graphs fallbacks_to_eager"));
  QCOMPARE(names("2026-08"), QByteArray("graph_breaks calls_captured fallbacks_to_eager"));
  QCOMPARE(ruleSet("2026-08").value()->graphBreaks.dropTolerance, 0.05);
}

void RowJoinTest::knownStatuses() {
  const auto rules = ruleSet("2025-11").value();
  for (const char* word : {"pass", "OOM", "eager_2nd_run_OOM", "infra_error", "0.0000", "fail_to_run_at_batch_8"}) {
    QVERIFY2(rules->isKnownStatus(word), word);
  }
  for (const char* word : {"", "Pass", "pass ", "fail_to_run_at_batch_", "fail"})
    QVERIFY2(!rules->isKnownStatus(word), word);
}

void RowJoinTest::metrics() {
  QCOMPARE(metricIndex("accuracy"), std::uint8_t{0});  // rules rely on it: kAccuracyMetric
  QCOMPARE(metricIndex("no_such_metric"), kNoMetric);
  for (const char* name :
       {"graph_breaks", "calls_captured", "unique_graphs", "fallbacks_to_eager", "speedup", "abs_latency",
        "compilation_latency", "compression_ratio", "eager_peak_mem", "dynamo_peak_mem"}) {
    const std::uint8_t index = metricIndex(name);
    QVERIFY2(index != kNoMetric, name);
    QVERIFY(!metricCatalogue()[index].title.empty());
  }
  const MetricInfo& latency = metricCatalogue()[metricIndex("abs_latency")];
  QCOMPARE(latency.unit, std::string("ms"));
  QVERIFY(latency.better == Better::Lower);
}

void RowJoinTest::badRuleFiles_data() {
  QTest::addColumn<QByteArray>("toml");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("line");
  QTest::newRow("no TOML") << QByteArray("generation = \n") << QByteArray("This is not TOML") << 1;
  QTest::newRow("missing") << QByteArray("generation = \"x\"\n") << QByteArray("\"origin\" must be a text.") << 1;
  QTest::newRow("unknown form") << QByteArray("generation = \"x\"\norigin = \"y\"\n[accuracy]\nform = \"A9\"\n")
                                << QByteArray("\"form\" must be one of the words") << 4;
}

void RowJoinTest::badRuleFiles() {
  QFETCH(const QByteArray, toml);
  QFETCH(const QByteArray, text);
  QFETCH(const int, line);
  const auto rules = parseRules(toml.toStdString(), "x.toml");
  QVERIFY(!rules);
  QVERIFY2(QByteArray::fromStdString(rules.error().text).contains(text), rules.error().text.c_str());
  QCOMPARE(int(rules.error().line), line);
  QCOMPARE(rules.error().file, std::string("x.toml"));
}

QTEST_GUILESS_MAIN(RowJoinTest)
#include "row_join_test.moc"
