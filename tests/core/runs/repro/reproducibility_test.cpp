// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/runs/repro/repro_results.h"
#include "tests/core/runs/repro/repro_test.h"

using namespace plumbline::runs;

namespace {

/// outcomesOf: s same, d differs, e eager differs, c compiled crashed, x crashed, i import failed; capitals with
/// --backend eager.
std::vector<ReproOutcome> outcomesOf(const char* letters) {
  std::vector<ReproOutcome> out;
  for (const char* at = letters; *at != '\0'; ++at) {
    ReproOutcome one;
    one.isEagerRun = *at >= 'A' && *at <= 'Z';
    switch (*at | 0x20) {
      case 's': one.result = ReproResult::Same; break;
      case 'd': one.result = ReproResult::Differs; break;
      case 'e': one.result = ReproResult::EagerDiffers; break;
      case 'c': one.result = ReproResult::CompiledCrashed; break;
      case 'x': one.result = ReproResult::Crashed; break;
      case 'y': one.result = ReproResult::EagerCrashed; break;
      default: one.result = ReproResult::ImportFailed; break;
    }
    out.push_back(one);
  }
  return out;
}

}  // namespace

void ReproTest::intervals_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<int>("of");
  QTest::addColumn<double>("low");
  QTest::addColumn<double>("high");
  // Clopper-Pearson at 95 %, as scipy.stats.beta.ppf gives it; 0 and n of n: 1 - 0.025^(1/n).
  QTest::newRow("0 of 1") << 0 << 1 << 0.0 << 0.975;
  QTest::newRow("1 of 1") << 1 << 1 << 0.025 << 1.0;
  QTest::newRow("0 of 10") << 0 << 10 << 0.0 << 0.30849710781876083;
  QTest::newRow("10 of 10") << 10 << 10 << 0.6915028921812392 << 1.0;
  QTest::newRow("1 of 10") << 1 << 10 << 0.002528578544446178 << 0.44501611702819286;
  QTest::newRow("3 of 10") << 3 << 10 << 0.06673951117773447 << 0.6524528500599972;
  QTest::newRow("5 of 10") << 5 << 10 << 0.18708602844739513 << 0.8129139715526049;
  QTest::newRow("0 of 999") << 0 << 999 << 0.0 << 0.0036857628657394;
}

void ReproTest::intervals() {
  QFETCH(int, count);
  QFETCH(int, of);
  QFETCH(double, low);
  QFETCH(double, high);
  const Rate rate = rateOf(count, of);
  QVERIFY2(std::abs(rate.low - low) < 1e-8, qPrintable(QString::number(rate.low, 'g', 12)));
  QVERIFY2(std::abs(rate.high - high) < 1e-8, qPrintable(QString::number(rate.high, 'g', 12)));
  QCOMPARE(rate.value, static_cast<double>(count) / of);
  const Rate none = rateOf(0, 0);
  QVERIFY(none.low == 0 && none.high == 1);
}

void ReproTest::classes_data() {
  QTest::addColumn<QByteArray>("outcomes");
  QTest::addColumn<QString>("name");
  QTest::addColumn<int>("more");
  QTest::addColumn<QString>("warning");
  const auto row = [](const char* outcomes, const char* name, int more, const char* warning = "") {
    QTest::newRow(*outcomes == '\0' ? "none" : outcomes) << QByteArray(outcomes) << QString::fromLatin1(name) << more << QString::fromLatin1(warning);
  };
  row("", "inconclusive", 5);
  row("ssssssssss", "healthy", 0);
  row("sssss", "healthy", 0);
  row("ssss", "inconclusive", 1);
  row("dddddddddd", "deterministic-failure", 0);
  row("dddd", "inconclusive", 1);
  row("sd", "compiled-not-deterministic", 0);  // two different answers are proof enough
  row("sssssssssd", "compiled-not-deterministic", 0);
  row("ssssesssss", "eager-not-deterministic", 0);
  row("e", "eager-not-deterministic", 0);
  row("dddedddddd", "eager-not-deterministic", 0);
  row("Esssssssss", "eager-not-deterministic", 0);
  row("SSdddddddddd", "deterministic-failure", 0, "comes from the backend");
  row("DDdddddddddd", "deterministic-failure", 0, "Dynamo's capture before");
  row("SDdddddddddd", "deterministic-failure", 0, "not steady");
  row("DDssssssssss", "compiled-not-deterministic", 0, "Dynamo's capture");
  row("SSssss", "inconclusive", 1);  // eager runs prove nothing about the backend
  row("cccccccccc", "crashes-always", 0, "raised an exception");
  row("cccc", "inconclusive", 5, "raised an exception");
  row("cssssss", "crashes-sometimes", 0, "raised an exception");
  row("xdd", "crashes-sometimes", 0);
  row("xxxxx", "crashes-always", 0);
  row("SSxxxxx", "crashes-always", 0);
  row("XXxxxxx", "eager-crashes", 0);
  row("yyyyy", "eager-crashes", 0);
  row("xsde", "eager-not-deterministic", 0);
  row("iixxxxx", "crashes-always", 0);
  row("iiiii", "inconclusive", 5);
}

void ReproTest::classes() {
  QFETCH(QByteArray, outcomes);
  QFETCH(QString, name);
  QFETCH(int, more);
  QFETCH(QString, warning);
  const auto all = outcomesOf(outcomes.constData());
  const Reproducibility result = reproducibility(all);
  QCOMPARE(shown(className(result.classification)), name);
  QCOMPARE(result.moreNeeded, more);
  QVERIFY(result.why.ends_with('.'));
  std::string warnings;
  for (const std::string& text : result.warnings) warnings += text + '\n';
  if (warning.isEmpty())
    QVERIFY2(warnings.empty(), warnings.c_str());
  else
    QVERIFY2(shown(warnings).contains(warning), warnings.c_str());
  int count = 0;
  for (const ResultCount& one : result.counts) count += one.count;
  QCOMPARE(count, outcomes.size());
}

void ReproTest::namesTheException() {
  auto all = outcomesOf("xxxxx");
  for (ReproOutcome& one : all) one.exception = "RuntimeError: at 0x" + std::to_string(&one - all.data());
  const Reproducibility same = reproducibility(all);
  QCOMPARE(shown(same.why), QStringLiteral("Crashes every time: RuntimeError: at 0x0."));
  QVERIFY(shown(reproducibilityText(same)).startsWith(QStringLiteral("Crashes every time: RuntimeError: at 0x0.\n")));
  QCOMPARE(same.crashRate.count, 5);
  all[3].exception = "KeyError: 1";
  QCOMPARE(shown(reproducibility(all).why), QStringLiteral("Crashes every time."));
  all[3].result = ReproResult::Same;
  QCOMPARE(shown(reproducibility(all).why), QStringLiteral("Crashes in 4 of 5 runs: RuntimeError: at 0x0."));
}

void ReproTest::namesTheExceptionOfEachGroup() {
  auto all = outcomesOf("ccscx");
  const char* raised[] = {"RuntimeError: odd 0", "ValueError: other", "", "RuntimeError: odd 3", "KeyError: 1"};
  Run run;
  run.spec.kind = RunKind::Repro;
  Outputs outputs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].exception = raised[i];
    if (all[i].result == ReproResult::CompiledCrashed) all[i].evidence = "While minifying, ran into a runtime exception";
    run.plan.tasks.push_back({.model = {}, .repeat = static_cast<int>(i) + 1, .steps = {}});
    outputs[i][std::string(kOutcomeFile)] = outcomeJson(all[i]);
  }
  const QString text = shown(reproSummary(run, outputs));
  for (const char* line : {"  runs 1, 4: Compiled model crashed: RuntimeError: odd 0\n", "  run 2: Compiled model crashed: ValueError: other\n",
                           "  run 5: Crashed: KeyError: 1\n"})
    QVERIFY2(text.contains(QLatin1String(line)), qPrintable(text));
  QVERIFY2(!text.contains(QStringLiteral("While minifying")), qPrintable(text));
}

void ReproTest::printsTheClass() {
  auto all = outcomesOf("SSddsdssss");
  all[3].warnings = {"random numbers", "nan"};
  all[4].warnings = {"nan"};
  const Reproducibility result = reproducibility(all);
  const QString text = shown(reproducibilityText(result));
  QVERIFY2(text.contains(QStringLiteral("Compiled model is not deterministic. The same run differed 3 times and agreed 5 times")), qPrintable(text));
  QVERIFY2(text.contains(QStringLiteral("3 of 8, 37.5 % (with 95 % confidence 8.5 % to 75.5 %)")), qPrintable(text));
  QCOMPARE(text.count(QStringLiteral("warning: nan")), 1);
  const auto json = nlohmann::json::parse(reproducibilityJson(result, all));
  QCOMPARE(shown(json["class"].get<std::string>()), QStringLiteral("compiled-not-deterministic"));
  QCOMPARE(json["runs"].size(), 10U);
  QCOMPARE(json["failure_rate"]["of"].get<int>(), 8);
  for (auto& one : all) one.checksEager = false;
  QVERIFY(shown(reproducibility(all).why).contains(QStringLiteral("eager may be the cause")));
}
