// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs of a row say: classes, strata, noise, margins, and q-values over many rows.
#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/evidence/evidence_gaps.h"
#include "core/evidence/number_evidence.h"
#include "core/evidence/row_evidence.h"
#include "core/overview/group_past.h"

using namespace plumbline;
using evidence::MarginClass;
using evidence::RowEvidence;
using statistics::RateClass;

namespace {

constexpr std::int64_t kDay = 86'400;

/// Row builds a strip; each run is a day later, and of its own commit.
struct Row {
  history::RowKey key{"inductor_torchbench_training", "moco", "accuracy"};
  std::vector<history::RunInfo> runs;
  history::RowStrip strip;

  void add(std::optional<double> number, std::string word, std::optional<std::string> expected, const std::string& machine = {}) {
    history::RunInfo info;
    info.commitTime = std::int64_t(runs.size() + 1) * kDay;
    info.commit = "c" + std::to_string(runs.size());
    info.machine = machine;
    const bool isRed = history::isRedValue(key.metric, number, word, expected);
    strip.points.push_back({runs.size(), number, std::move(word), std::move(expected), isRed});
    runs.push_back(info);
  }
  RowEvidence judged(const evidence::EvidenceOptions& options = {}) const { return rowEvidence(key, strip, runs, options); }
};

/// statusRow reads '.', 'x' and '_' as pass, a failure and an empty cell.
Row statusRow(const QByteArray& text) {
  Row row;
  for (const char c : text) row.add(std::nullopt, c == 'x' ? "fail_to_run" : c == '_' ? "" : "pass", "pass");
  return row;
}

Row numberRow(const std::string& metric, const std::vector<double>& values, const std::optional<std::string>& expected = {}) {
  Row row;
  row.key.metric = metric;
  for (const double value : values) row.add(value, {}, expected);
  return row;
}

std::vector<double> normal(double mean, double spread, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> draw(mean, spread);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(draw(random));
  return values;
}

}  // namespace

class RowEvidenceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersThatAreNotFiniteAreNone() {
    const double infinity = std::numeric_limits<double>::infinity();
    QVERIFY(!numberRow("speedup", {infinity, infinity, infinity}).judged().numbers);
    std::vector<double> values = normal(100, 1, 30, 1);
    values.insert(values.end(), {infinity, std::nan(""), -infinity});
    QCOMPARE(numberRow("speedup", values).judged().numbers->newest, values[29]);
  }
  void classes_data() {
    QTest::addColumn<QByteArray>("runs");
    QTest::addColumn<int>("rateClass");
    QTest::addColumn<QString>("sentence");
    const auto add = [](const char* name, const QByteArray& runs, RateClass rateClass, const char* sentence) {
      QTest::newRow(name) << runs << int(rateClass) << QString::fromUtf8(sentence);
    };
    add("no runs", "", RateClass::CannotTell, "No run has this row.");
    add("empty cells", "___", RateClass::CannotTell, "Nothing here can fail.");
    add("healthy", QByteArray(150, '.'), RateClass::Healthy, "Healthy: 0 of 150 runs fail (0.0 %, 95 % Jeffreys 0.0 % to 1.7 %).");
    add("newly red", ".......xxx", RateClass::CannotTell, "Cannot tell: 3 of 10 runs fail (30.0 %, 95 % Jeffreys 9.3 % to 60.6 %), only the newest 3, so it may have broken; 3 more red runs decide.");
    add("red once, now", "..........x", RateClass::CannotTell, "Cannot tell: 1 of 11 runs fail (9.1 %, 95 % Jeffreys 1.0 % to 35.3 %), only the newest one, so it may have broken; 4 more red runs decide.");
    add("healthy until now", QByteArray(200, '.') + "x", RateClass::CannotTell, "Cannot tell: 1 of 201 runs fail (0.50 %, 95 % Jeffreys 0.054 % to 2.3 %), only the newest one, so it may have broken; 2 more red runs decide.");
    add("red again and now", "...x...xx", RateClass::Flaky, "Flaky: 3 of 9 runs fail (33.3 %, 95 % Jeffreys 10.4 % to 65.2 %).");
    add("flaky", "..x....x....x.......", RateClass::Flaky, "Flaky: 3 of 20 runs fail (15.0 %, 95 % Jeffreys 4.4 % to 34.9 %).");
    add("few runs", QByteArray(20, '.'), RateClass::CannotTell,
        "Cannot tell: 0 of 20 runs fail (0.0 %, 95 % Jeffreys 0.0 % to 11.7 %); 70 more runs decide if the rate stays.");
    add("empty cells do not count", "_._._" + QByteArray(17, '.') + "_.", RateClass::CannotTell,
        "Cannot tell: 0 of 20 runs fail (0.0 %, 95 % Jeffreys 0.0 % to 11.7 %); 70 more runs decide if the rate stays.");
    add("broken", QByteArray(40, '.') + "xxxx", RateClass::Broken,
        "Broken since 1970-02-11 c40, 0 of 40 runs before (p 0.00032, q 0.00032, Fisher's exact test): 4 of 4 runs fail (100.0 %, 95 % "
        "Jeffreys 55.5 % to 100.0 %).");
    add("two red runs are not broken", QByteArray(200, '.') + "xx", RateClass::CannotTell, "");
    add("fixed", QByteArray(20, 'x') + QByteArray(100, '.'), RateClass::Healthy, "");
    add("never green", QByteArray(30, 'x'), RateClass::Broken, "Broken: 30 of 30 runs fail (100.0 %, 95 % Jeffreys 92.0 % to 100.0 %).");
  }

  void classes() {
    QFETCH(QByteArray, runs);
    QFETCH(QString, sentence);
    const RowEvidence row = statusRow(runs).judged();
    QTEST(int(row.rateClass()), "rateClass");
    if (!sentence.isEmpty()) QCOMPARE(QString::fromStdString(evidenceSentence(row)), sentence);
  }

  // A difference of machines counts only when a test shows it.
  void machines() {
    Row row;
    for (int i = 0; i < 60; ++i)
      row.add(std::nullopt, i % 6 == 0 ? "fail_to_run" : "pass", "pass", i % 3 == 0 ? "linux.a100" : "linux.h100");
    const RowEvidence differs = row.judged();
    QCOMPARE(differs.status->strata.size(), std::size_t(2));
    QVERIFY(differs.status->strata[0].isDifferent());
    QVERIFY(evidenceSentence(differs).find("It differs by machine: 10 of 20 runs on linux.a100, 0 of 40 runs elsewhere") != std::string::npos);
    Row even;
    for (int i = 0; i < 60; ++i) even.add(std::nullopt, i % 7 == 0 ? "fail_to_run" : "pass", "pass", i % 2 == 0 ? "one" : "two");
    const RowEvidence judged = even.judged();
    QCOMPARE(judged.status->strata.size(), std::size_t(2));
    QVERIFY(!judged.status->strata[0].isDifferent());
    QVERIFY(evidenceSentence(judged).find("differs") == std::string::npos);
    Row one;  // of three machines one stands out: it alone is named
    for (int i = 0; i < 120; ++i)
      one.add(std::nullopt, i % 9 == 1 ? "fail_to_run" : "pass", "pass", i % 3 == 0 ? "m1" : i % 3 == 1 ? "m2" : "m3");
    const std::string sentence = evidenceSentence(one.judged());
    QVERIFY2(sentence.find("14 of 40 runs on m2, 0 of 80 runs elsewhere") != std::string::npos, sentence.c_str());
    QCOMPARE(sentence.find("It differs"), sentence.rfind("It differs"));
  }

  void aBaselineThatFails() {
    Row row;
    for (int i = 0; i < 150; ++i) row.add(std::nullopt, "fail_to_run", "fail_to_run", "m");
    QCOMPARE(evidenceSentence(row.judged()), std::string("As the baseline has it (fail_to_run): 0 of 150 runs fail (0.0 %, 95 % Jeffreys 0.0 % to 1.7 %)."));
  }

  // A number against the runs before it; constant values make another one rare, two runs say nothing.
  void aNumberAgainstItsPast() {
    using statistics::NoiseClass;
    const auto judged = [](const std::vector<double>& before, double value) {
      const Row row = numberRow("graph_breaks", before);
      const evidence::RunNoise noise = evidence::runNoise(row.strip, row.runs);
      return statistics::judgeDelta(noise.floor, value - noise.floor.level, {.before = noise.floor.levelValues});
    };
    const std::vector<double> noisy = normal(100, 2, 40, 7);
    QCOMPARE(judged(noisy, 101).noiseClass, NoiseClass::Within);
    QCOMPARE(judged(noisy, 120).noiseClass, NoiseClass::Above);
    std::vector<double> stepped = noisy;
    for (const double value : normal(120, 2, 40, 8)) stepped.push_back(value);
    QCOMPARE(judged(stepped, 121).noiseClass, NoiseClass::Within);  // by the level before it, not by all runs
    QCOMPARE(judged(stepped, 100).noiseClass, NoiseClass::Above);
    QCOMPARE(judged(std::vector<double>(40, 7), 8).noiseClass, NoiseClass::Above);
    QCOMPARE(judged({7, 7}, 8).noiseClass, NoiseClass::Unknown);
    QCOMPARE(judged({}, 8).noiseClass, NoiseClass::Unknown);
  }

  void oneNumber() {
    QCOMPARE(evidenceSentence(numberRow("graph_breaks", {5}).judged()), std::string("Cannot tell: one run has a number; 6 more runs decide."));
    QVERIFY(evidenceSentence(numberRow("graph_breaks", {5, 5, 5, 5, 5, 5, 6}).judged()).find("Cannot tell: one") == std::string::npos);
  }

  void bandOfTheNoise() {
    RowEvidence row = numberRow("graph_breaks", std::vector<double>(40, 7)).judged();
    row.opened = 9;
    QCOMPARE(bandText(*noiseBand(row)), std::string("9, beyond noise (7)"));
    row.opened.reset();
    QCOMPARE(bandText(*noiseBand(row)), std::string("7, within noise (7)"));
    row = numberRow("speedup", normal(100, 2, 40, 7)).judged();
    row.opened = 101;
    const auto band = noiseBand(row);
    QVERIFY(band && band->low < 97 && band->high > 103 && band->low > 92 && band->high < 108);
    QVERIFY(bandText(*band).starts_with("101, within noise (9"));
    row.opened = 120;
    QVERIFY(bandText(*noiseBand(row)).starts_with("120, beyond noise (9"));
    QVERIFY(!noiseBand(numberRow("speedup", {1, 1.1}).judged()));
    QVERIFY(!noiseBand(statusRow("...").judged()));
  }

  void noiseOfAGroup_data() {
    using Noise = overview::RowPast::Noise;
    QTest::addColumn<overview::GroupPast>("past");
    QTest::addColumn<QString>("text");
    const auto rows = [](const std::vector<std::pair<Noise, double>>& all) {
      overview::GroupPast past;
      for (const auto& [noise, q] : all) {
        past.rows.emplace_back();
        past.rows.back().noise = noise;
        past.rows.back().q = q;
      }
      return past;
    };
    const double none = std::nan("");
    QTest::newRow("none") << rows({}) << QString();
    QTest::newRow("words") << rows({{Noise::NotTested, none}}) << QString();
    QTest::newRow("few") << rows({{Noise::NotTested, none}, {Noise::CannotTell, none}}) << QStringLiteral("noise unknown, too few runs");
    QTest::newRow("within") << rows({{Noise::Within, 0.412}}) << QStringLiteral("within the noise (q 0.41)");
    QTest::newRow("beyond") << rows({{Noise::Beyond, 0.012}}) << QStringLiteral("beyond the noise (q 0.012)");
    QTest::newRow("all") << rows({{Noise::Within, 0.9}, {Noise::Within, 0.4}}) << QStringLiteral("within the noise (q from 0.4)");
    QTest::newRow("some") << rows({{Noise::Within, 0.9}, {Noise::Beyond, 0.012}, {Noise::CannotTell, none}})
                          << QStringLiteral("1 of 3 rows beyond the noise (q from 0.012), 1 within");
  }

  void noiseOfAGroup() {
    QFETCH(overview::GroupPast, past);
    QTEST(QString::fromStdString(overview::noiseText(past)), "text");
  }

  // A row that looks broken alone is not among very many rows that do not move.
  void manyRowsAreCorrectedFor() {
    std::vector<RowEvidence> rows{statusRow(QByteArray(30, '.') + "xxx").judged()};
    QVERIFY(rows[0].isBroken());
    const RowEvidence quiet = statusRow(QByteArray(33, '.')).judged();
    for (int i = 0; i < 1000; ++i) rows.push_back(quiet);
    correctForMany(rows);
    QVERIFY(rows[0].q > evidence::kMaxQ);
    QVERIFY(!rows[0].isBroken());
    QCOMPARE(rows[1].q, 1.0);
  }

  void movedNumbers() {
    std::vector<double> values = normal(1.5, 0.02, 40, 1);
    const RowEvidence steady = numberRow("speedup", values).judged();
    QVERIFY(steady.numbers && !steady.status && steady.numbers->changes.empty());
    QVERIFY(evidenceSentence(steady).starts_with("Steady: "));
    for (const double value : normal(1.3, 0.02, 20, 2)) values.push_back(value);
    const RowEvidence moved = numberRow("speedup", values).judged();
    QCOMPARE(moved.numbers->changes.size(), std::size_t(1));
    QCOMPARE(moved.numbers->changes[0].index, std::size_t(40));
    QVERIFY(moved.q <= evidence::kMaxQ);
    QVERIFY2(evidenceSentence(moved).starts_with("Moved at 1970-02-11 c40 from 1.49"), evidenceSentence(moved).c_str());
    std::vector<double> slope = normal(1.5, 0.02, 60, 3);
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] -= 0.005 * static_cast<double>(i);
    const std::string drifted = evidenceSentence(numberRow("speedup", slope).judged());
    QVERIFY2(drifted.starts_with("Drifted from 1.") && drifted.find(" around 1970-") != std::string::npos, drifted.c_str());
    QVERIFY(std::abs(moved.numbers->noise.spread - 0.02) < 0.006);
    const RowEvidence few = numberRow("speedup", {1, 1.1, 0.9}).judged();
    QVERIFY2(evidenceSentence(few).starts_with("Cannot tell how far 0.9 moves"), evidenceSentence(few).c_str());
    QVERIFY(!numberRow("speedup", {1}).judged().numbers);
  }

  // One split of a series that goes up and comes back says little; q is of the move that the sentence is about.
  void thereAndBack() {
    std::vector<double> values = normal(1.5, 0.02, 30, 4);
    for (const double value : normal(1.56, 0.02, 30, 5)) values.push_back(value);
    for (const double value : normal(1.5, 0.02, 30, 6)) values.push_back(value);
    const RowEvidence back = numberRow("speedup", values).judged();
    QCOMPARE(back.numbers->changes.size(), std::size_t(2));
    QCOMPARE(back.q, back.numbers->changes.back().p);
    QVERIFY2(evidenceSentence(back).starts_with("Moved at "), evidenceSentence(back).c_str());
    std::vector<RowEvidence> rows{back, numberRow("speedup", normal(1.5, 0.02, 60, 7)).judged()};
    correctForMany(rows);
    QCOMPARE(rows[0].q, 2 * rows[0].p);
  }

  // Runs of one commit show the noise, also where every commit has another level.
  void repeatsOfACommit() {
    Row row;
    row.key.metric = "speedup";
    std::mt19937 random(3);
    std::normal_distribution<double> draw(0, 0.01);
    for (int i = 0; i < 60; ++i) row.add(1 + 0.2 * ((i / 2) % 5) + draw(random), {}, std::nullopt);
    for (int i = 0; i < 60; ++i) row.runs[std::size_t(i)].commit = "c" + std::to_string(i / 2);
    const RowEvidence judged = row.judged();
    QVERIFY(judged.numbers->isFromRepeats);
    QVERIFY2(std::abs(judged.numbers->noise.spread - 0.01) < 0.004, qPrintable(QString::number(judged.numbers->noise.spread)));
  }

  void margins_data() {
    QTest::addColumn<QString>("metric");
    QTest::addColumn<double>("level");
    QTest::addColumn<double>("spread");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<double>("tolerance");  // -1: by the check scripts
    QTest::addColumn<int>("marginClass");
    const auto add = [](const char* name, const char* metric, double level, double spread, const char* expected, double tolerance,
                        MarginClass marginClass) {
      QTest::newRow(name) << QString::fromUtf8(metric) << level << spread << QString::fromUtf8(expected) << tolerance << int(marginClass);
    };
    add("far from the limit", "compression_ratio", 1, 0.005, "1", -1, MarginClass::Safe);
    add("two spreads from the limit", "compression_ratio", 0.97, 0.01, "1", -1, MarginClass::Flaps);
    add("below the limit", "compression_ratio", 0.9, 0.01, "1", -1, MarginClass::Fails);
    add("watches nothing", "speedup", 2, 0.002, "2", 0.2, MarginClass::TooWide);
    add("a slower latency", "abs_latency", 10.4, 0.1, "10", 0.05, MarginClass::Flaps);
    add("a faster latency", "abs_latency", 9.6, 0.1, "10", 0.05, MarginClass::Safe);
    add("either side of an unknown column", "instructions", 104.5, 0.3, "100", 0.05, MarginClass::Flaps);
    add("constant", "graph_breaks", 7, 0, "7", -1, MarginClass::Safe);
    add("constant, over its limit", "graph_breaks", 8, 0, "7", -1, MarginClass::Fails);
    add("constant, with a tolerance", "calls_captured", 900, 0, "900", -1, MarginClass::TooWide);
  }

  void margins() {
    QFETCH(QString, metric);
    QFETCH(double, level);
    QFETCH(double, spread);
    QFETCH(QString, expected);
    QFETCH(double, tolerance);
    evidence::EvidenceOptions options;
    if (tolerance >= 0) options.tolerance = tolerance;
    const std::vector<double> values = spread > 0 ? normal(level, spread, 80, 7) : std::vector<double>(80, level);
    const RowEvidence row = numberRow(metric.toStdString(), values, expected.toStdString()).judged(options);
    QVERIFY(row.numbers && row.numbers->margin);
    const evidence::MarginEvidence& margin = *row.numbers->margin;
    QTEST(int(margin.marginClass), "marginClass");
    QVERIFY(margin.fails.low <= margin.fails.rate && margin.fails.rate <= margin.fails.high);
    QVERIFY(!marginSentence(row).empty());
    if (spread > 0) {
      const double advised = margin.advised * level / spread;
      QVERIFY2(advised > 3 && advised < 8, qPrintable(QString::number(advised)));
      // None of 80 runs was beyond it: spikes may be in up to 3.1 % of runs, whatever the shape of the noise says.
      QVERIFY2(std::abs(margin.unseen - 0.0309) < 1e-3, qPrintable(QString::number(margin.unseen)));
    }
  }

  // Without a baseline a number neither passes nor fails, whatever other runs say.
  void runsWithoutABaselineAreNotJudged() {
    Row row;
    row.key.metric = "graph_breaks";
    for (int i = 0; i < 30; ++i) row.add(5, {}, i < 20 ? std::nullopt : std::optional<std::string>("5"));
    const RowEvidence judged = row.judged();
    QVERIFY(judged.status);
    QCOMPARE(judged.status->count.runs, std::size_t(10));
    QVERIFY(!numberRow("graph_breaks", {5, 5, 5}).judged().status);
  }

  void limits() {
    QVERIFY(!evidence::limitOf("speedup", std::nullopt));
    QVERIFY(!evidence::limitOf("accuracy", std::nullopt));
    QCOMPARE(evidence::limitOf("compression_ratio", std::nullopt)->tolerance, 1 - 0.95);
    QVERIFY(!evidence::limitOf("abs_latency", 0.1)->isLower);
    QVERIFY(evidence::limitOf("speedup", 0.1)->isLower);
    QVERIFY(evidence::limitOf("unheard_of", 0.1)->isBoth);
    const evidence::Limit both{0.1, true, true};
    QVERIFY(isBeyond(both, 1.2, 1) && isBeyond(both, 0.8, 1) && !isBeyond(both, 1.05, 1) && isBeyond(both, -1.2, -1));
  }

  void gaps() {
    std::vector<RowEvidence> rows{statusRow("..x....x....x.......").judged(), statusRow(QByteArray(150, '.')).judged(),
                                  numberRow("calls_captured", std::vector<double>(30, 900), "900").judged()};
    rows[1].row.model = "vgg16";
    evidence::BaselineValues baselines;
    baselines[{"inductor_torchbench_training", "moco", "accuracy"}] = "pass";
    flaky::FlakyEntry listed;
    listed.name = "vgg16";
    auto found = findGaps(rows, {&listed, 1}, baselines);
    QCOMPARE(found.unlisted, std::vector<std::size_t>{0});
    QCOMPARE(found.tooWide, std::vector<std::size_t>{2});
    QCOMPARE(found.uncompared.size(), std::size_t(1));
    QCOMPARE(found.uncompared[0].model, std::string("vgg16"));
    QVERIFY(found.uncompared[0].hasBaseline);
    listed.name = "moco";
    listed.check = "graph-breaks";
    QCOMPARE(findGaps(rows, {&listed, 1}, {}).unlisted.size(), std::size_t(1));
    listed.check = "accuracy";
    found = findGaps(rows, {&listed, 1}, {});
    QVERIFY(found.unlisted.empty() && found.uncompared.empty() && !found.hasBaselines);
  }
};

QTEST_APPLESS_MAIN(RowEvidenceTest)
#include "row_evidence_test.moc"
