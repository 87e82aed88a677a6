// SPDX-License-Identifier: GPL-3.0-or-later
// From opened pieces to judged configs: which attempt counts, what is missing, what CI would say.
#include <QTest>

#include "tests/core/overview/opened_maker.h"

using namespace plumbline;
using overview::AttemptRule;
using overview::CommitPtr;
using overview::CommitView;
using overview::ConfigResult;
using support::csvOf;
using support::OpenedMaker;
using support::viewOf;

namespace {

const std::string kTraining = "inductor_torchbench_training";
const std::string kInference = "inductor_torchbench_inference";

QString utf16(const std::string& utf8) { return QString::fromStdString(utf8); }
/// dump returns one line per config, its shards, its notes.
QString dump(const CommitView& view) {
  QString out;
  for (const ConfigResult& c : view.configs()) {
    out += QStringLiteral("%1: %2; exit %3\n")
               .arg(utf16(configs::configName(c.config)), utf16(overview::completenessText(c)))
               .arg(c.ciExit);
    for (const overview::ShardUse& use : c.shards)
      out += QStringLiteral("  %1 %2 exit %3: %4\n")
                 .arg(use.used ? QStringLiteral("+") : QStringLiteral("-"), utf16(use.origin))
                 .arg(use.ciExit)
                 .arg(utf16(use.why));
    for (const overview::InTwoShards& twice : c.twice)
      out += QStringLiteral("  twice %1: %2 over %3%4\n")
                 .arg(utf16(twice.model), utf16(twice.keptOrigin), utf16(twice.droppedOrigin),
                      twice.sameRow ? QStringLiteral(" same") : QString());
    if (c.problem) out += QStringLiteral("  problem: %1\n").arg(utf16(c.problem->text));
    for (const std::string& note : c.notes) out += QStringLiteral("  note: %1\n").arg(utf16(note));
  }
  return out;
}

OpenedMaker twoAttempts() {
  OpenedMaker maker;
  maker.baseline(kTraining, csvOf("a,pass,1\nb,pass,0\n"));
  maker.result({.config = kTraining, .shard = 1, .shards = 1, .attempt = 1}, csvOf("a,fail_to_run,0\nb,pass,0\n"));
  maker.result({.config = kTraining, .shard = 1, .shards = 1, .attempt = 2}, csvOf("a,pass,1\nb,pass,0\n"));
  return maker;
}

/// rowsOf writes n baseline rows "m00,pass,0" ... from `from` on.
std::string rowsOf(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i)
    out += QStringLiteral("m%1,pass,0\n").arg(i, 2, 10, QLatin1Char('0')).toStdString();
  return out;
}

}  // namespace

class CommitViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theAttemptDecides() {
    const CommitPtr latest = viewOf(twoAttempts());
    QCOMPARE(dump(*latest), QStringLiteral("inductor_torchbench_training: 2 models; exit 0\n"
                                           "  - inductor_torchbench_training-s1-a1 exit 0: attempt 1 of 2: attempt 2 is used\n"
                                           "  + inductor_torchbench_training-s1-a2 exit 0: attempt 2 of 2: the latest complete one\n"));
    const CommitPtr first = viewOf(twoAttempts(), {.attempts = AttemptRule::First});
    QCOMPARE(dump(*first), QStringLiteral("inductor_torchbench_training: 2 models; exit 1\n"
                                          "  + inductor_torchbench_training-s1-a1 exit 1: attempt 1 of 2: the first one\n"
                                          "  - inductor_torchbench_training-s1-a2 exit 0: attempt 2 of 2: attempt 1 is used\n"));
    const CommitPtr chosen = viewOf(twoAttempts(), {.choices = {{kTraining + "-s1-a1"}}});
    QCOMPARE(chosen->ciExit(), 1);
    QCOMPARE(utf16(chosen->configs()[0].shards[0].why), QStringLiteral("chosen by hand"));
    QCOMPARE(chosen->configs()[0].worst(), verdicts::VerdictClass::Fail);
    QCOMPARE(latest->configs()[0].worst(), verdicts::VerdictClass::Pass);
  }

  void anAttemptThatLacksAFileIsNotComplete() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\n")).baseline(kInference, csvOf("a,pass,1\n"));
    for (const std::string& config : {kTraining, kInference})
      maker.result({.config = config, .shard = 1, .shards = 1, .attempt = 1}, csvOf("a,pass,1\n"));
    maker.result({.config = kInference, .shard = 1, .shards = 1, .attempt = 2}, csvOf("a,fail_to_run,0\n"));
    const CommitPtr view = viewOf(maker);
    QCOMPARE(dump(*view), QStringLiteral("inductor_torchbench_training: 1 model; exit 0\n"
                                         "  + inductor_torchbench_training-s1-a1 exit 0: only attempt\n"
                                         "inductor_torchbench_inference: 1 model; exit 0\n"
                                         "  + inductor_torchbench_inference-s1-a1 exit 0: attempt 1 of 2: the latest complete one\n"
                                         "  - inductor_torchbench_inference-s1-a2 exit 0: attempt 2 of 2: not complete; attempt 1 is used\n"));
  }

  void aFileThatCannotBeReadIsNeverTaken() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\nb,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 2, .attempt = 1}, csvOf("a,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 2, .attempt = 2}, "model,accuracy\na,pass\n");
    maker.result({.config = kTraining, .shard = 2, .shards = 2, .attempt = 1}, csvOf("b,pass,1,too,long\nb,pass\n"));
    const CommitPtr view = viewOf(maker);
    const ConfigResult& config = view->configs()[0];
    QVERIFY(config.shards[0].used);
    QVERIFY(!config.shards[1].used);
    QCOMPARE(utf16(config.shards[1].why), QStringLiteral("cannot be read: it has no column \"name\"."));
    QCOMPARE(config.shardsHere, 2);  // a first record that is longer than the header is pandas' index: it can be read
    maker = OpenedMaker();
    maker.baseline(kTraining, csvOf("a,pass,1\nb,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 2, .attempt = 1}, csvOf("a,pass,1\n"));
    maker.result({.config = kTraining, .shard = 2, .shards = 2, .attempt = 1}, csvOf("b,pass,1\nc,pass,1,2,3\n"));
    const CommitPtr half = viewOf(maker);
    QCOMPARE(half->configs()[0].shardsHere, 1);
    QCOMPARE(half->ciExit(), 1);  // the check of that shard dies in a traceback
    QCOMPARE(half->configs()[0].inMissingShards(), std::size_t{1});
    QVERIFY(utf16(half->configs()[0].notes.at(0)).startsWith(QStringLiteral("Shard 2 is left out: ")));
  }
  void nothingReadable() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\n"));
    maker.result({.config = kTraining}, "");
    const CommitPtr view = viewOf(maker);
    QVERIFY(view->configs()[0].comparison == nullptr);
    QVERIFY(view->configs()[0].problem.has_value());
    QCOMPARE(view->ciExit(), 1);
    QCOMPARE(view->configs()[0].worst(), verdicts::VerdictClass::Pass);
    QVERIFY(!view->configs()[0].needsDecision(0));
  }

  void aBadBaselineIsAProblemOfItsConfig() {
    OpenedMaker maker;
    maker.baseline(kTraining, "no header\n").baseline(kInference, csvOf("a,pass,1\n"));
    for (const std::string& config : {kTraining, kInference}) maker.result({.config = config}, csvOf("a,pass,1\n"));
    const CommitPtr view = viewOf(maker);
    QVERIFY(view->find(*configs::configOfName(kTraining))->problem.has_value());
    QVERIFY(view->find(*configs::configOfName(kInference))->comparison != nullptr);
  }

  void twoRunsAreNeverMixed_data() {
    QTest::addColumn<QStringList>("first");   // machine, workflow, shards
    QTest::addColumn<QStringList>("second");
    QTest::addColumn<QString>("note");
    const auto list = [](const char* a, const char* b, const char* c) {
      return QStringList{QString::fromLatin1(a), QString::fromLatin1(b), QString::fromLatin1(c)};
    };
    QTest::newRow("machines") << list("cuda12", "9", "1") << list("cuda13", "9", "1")
                              << QStringLiteral("There is a second run: 1 shard on cuda13 in workflow run 9; the one with 1 "
                                                "shard on cuda12 in workflow run 9 is used. Choose one of its files to switch.");
    QTest::newRow("workflows, the newer counts")
        << list("m", "98", "1") << list("m", "100", "1")
        << QStringLiteral("There is a second run: 1 shard on m in workflow run 98; the one with 1 shard on m in workflow "
                          "run 100 is used. Choose one of its files to switch.");
    QTest::newRow("numbers of shards, the complete one counts")
        << list("m", "9", "2") << list("m", "9", "1")
        << QStringLiteral("There is a second run: 2 shards on m in workflow run 9; the one with 1 shard on m in workflow "
                          "run 9 is used. Choose one of its files to switch.");
  }
  void twoRunsAreNeverMixed() {
    QFETCH(const QStringList, first);
    QFETCH(const QStringList, second);
    QFETCH(const QString, note);
    int n = 0;
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\n"));
    for (const QStringList& run : {first, second})
      maker.result({.config = kTraining,
                    .shard = 1,
                    .shards = run[2].toInt(),
                    .attempt = 1,
                    .machine = run[0].toStdString(),
                    .workflow = run[1].toStdString(),
                    .origin = "file" + std::to_string(n++)},
                   csvOf("a,pass,1\n"));
    const CommitPtr view = viewOf(maker);
    const ConfigResult& config = view->configs()[0];
    QCOMPARE(config.shards.size(), std::size_t{2});
    QCOMPARE(config.run->rowCount(), std::size_t{1});
    QCOMPARE(config.notes.size(), std::size_t{1});
    QCOMPARE(utf16(config.notes[0]), note);
    for (const char* origin : {"file0", "file1"}) {  // a person may take either
      const CommitPtr chosen = viewOf(maker, {.choices = {{origin}}});
      for (const auto& use : chosen->configs()[0].shards) QCOMPARE(use.used, use.origin == origin);
    }
  }

  void oneFileTwice() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 1, .attempt = 1, .origin = "x.zip!a.csv"}, csvOf("a,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 1, .attempt = 1, .origin = "x/a.csv"}, csvOf("a,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 1, .attempt = 1, .origin = "y/a.csv"}, csvOf("a,pass,2\n"));
    QCOMPARE(dump(*viewOf(maker)),
             QStringLiteral("inductor_torchbench_training: 1 model; exit 0\n"
                            "  + x.zip!a.csv exit 0: the first of 3 files for it\n"
                            "  - x/a.csv exit 0: the same bytes as x.zip!a.csv\n"
                            "  - y/a.csv exit 0: a second file for the same shard and attempt; x.zip!a.csv is used\n"
                            "  note: Shard 1 is here twice with different rows: x.zip!a.csv is used, y/a.csv "
                            "is not. Choose by hand if that is wrong.\n"));
  }

  void aLaterAttemptWithFewerModelsIsSaid() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\nb,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 1, .attempt = 1}, csvOf("a,pass,1\nb,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 1, .attempt = 2}, csvOf("a,pass,1\n"));
    QCOMPARE(utf16(viewOf(maker)->configs()[0].notes.at(0)),
             QStringLiteral("Shard 1: attempt 2 is used and has 1 row, attempt 1 has 2."));
  }

  void aModelInTwoShards() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\nb,pass,1\n"));
    maker.result({.config = kTraining, .shard = 1, .shards = 2, .attempt = 1}, csvOf("a,pass,1\nb,pass,1\n"));
    maker.result({.config = kTraining, .shard = 2, .shards = 2, .attempt = 1}, csvOf("b,fail_to_run,1\n"));
    const CommitPtr view = viewOf(maker);
    QCOMPARE(dump(*view), QStringLiteral("inductor_torchbench_training: 2 models; exit 1\n"
                                         "  + inductor_torchbench_training-s1-a1 exit 0: only attempt\n"
                                         "  + inductor_torchbench_training-s2-a1 exit 1: only attempt\n"
                                         "  twice b: inductor_torchbench_training-s1-a1 over inductor_torchbench_training-s2-a1\n"));
    // The merged run holds the row that passes; CI judges the other one too.
    QCOMPARE(view->configs()[0].comparison->ciExit(), 0);
  }

  void missingShards_data() {
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QList<int>>("here");
    QTest::addColumn<QString>("dropped");  // a model that its shard does not bring
    QTest::addColumn<QString>("said");
    const QString sorted = utf16(rowsOf(0, 20));
    QStringList backwards = sorted.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    std::reverse(backwards.begin(), backwards.end());
    const QString reversed = backwards.join(QLatin1Char('\n')) + QLatin1Char('\n');
    QTest::newRow("all here") << sorted << QList<int>{1, 2, 3, 4} << QString() << QStringLiteral("20 models / 0 0");
    QTest::newRow("2 of 4") << sorted << QList<int>{1, 3} << QString()
                            << QStringLiteral("2 of 4 shards: 10 of 20 models judged / 0 10");
    QTest::newRow("2 of 4 and one lost inside") << sorted << QList<int>{1, 3} << QStringLiteral("m02")
                                                << QStringLiteral("2 of 4 shards: 9 of 20 models judged, 1 lost / 1 10");
    QTest::newRow("the last of its shard is lost") << sorted << QList<int>{1, 3} << QStringLiteral("m04")
                                                   << QStringLiteral("2 of 4 shards: 9 of 20 models judged, 1 lost / 1 10");
    QTest::newRow("baseline in another order") << reversed << QList<int>{1, 3} << QStringLiteral("m02")
                                               << QStringLiteral("2 of 4 shards: 9 of 20 models judged, 1 lost / 1 10");
    QTest::newRow("complete and one lost") << sorted << QList<int>{1, 2, 3, 4} << QStringLiteral("m07")
                                           << QStringLiteral("19 of 20 models judged, 1 lost / 1 0");
    QTest::newRow("only the last shard") << sorted << QList<int>{4} << QString()
                                         << QStringLiteral("1 of 4 shards: 5 of 20 models judged / 0 15");
  }
  void missingShards() {
    QFETCH(const QString, baseline);
    QFETCH(const QList<int>, here);
    QFETCH(const QString, dropped);
    QFETCH(const QString, said);
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf(baseline.toStdString()));
    for (const int shard : here) {
      QString rows = utf16(rowsOf((shard - 1) * 5, shard * 5));
      if (!dropped.isEmpty()) rows.remove(dropped + QStringLiteral(",pass,0\n"));
      maker.result({.config = kTraining, .shard = shard, .shards = 4, .attempt = 1}, csvOf(rows.toStdString()));
    }
    const CommitPtr view = viewOf(maker);
    const ConfigResult& config = view->configs()[0];
    QCOMPARE(QStringLiteral("%1 / %2 %3").arg(utf16(overview::completenessText(config))).arg(config.lost()).arg(config.inMissingShards()),
             said);
    std::string scratch;
    std::size_t asked = 0;
    for (std::size_t row = 0; row < config.comparison->rowCount(); ++row) {
      if (!config.needsDecision(row)) continue;
      ++asked;
      QCOMPARE(utf16(std::string(config.comparison->modelName(row, scratch))), dropped);
    }
    QCOMPARE(asked, config.lost());
    QCOMPARE(config.ciExit, 0);  // CI never notices a model without a row
  }

  void shardsThatAreNoStretchTellNothing() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf(rowsOf(0, 8)));
    maker.result({.config = kTraining, .shard = 1, .shards = 3}, csvOf("m00,pass,0\nm03,pass,0\n"));
    maker.result({.config = kTraining, .shard = 2, .shards = 3}, csvOf("m01,pass,0\nm05,pass,0\n"));
    QCOMPARE(viewOf(maker)->configs()[0].inMissingShards(), std::size_t{4});
  }

  void stretchesWithModelsTheBaselineLacks() {
    // New models move every border, so that only the neighbours tell.
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf(rowsOf(0, 12)));
    maker.result({.config = kTraining, .shard = 1, .shards = 3, .attempt = 1},
                 csvOf("m00,pass,0\nm02,pass,0\nm05,pass,0\nnew,pass,0\n"));
    maker.result({.config = kTraining, .shard = 2, .shards = 3, .attempt = 1}, csvOf("m07,pass,0\nm09,pass,0\n"));
    const CommitPtr view = viewOf(maker);
    QCOMPARE(view->configs()[0].lost(), std::size_t{5});             // 01 03 04, 06 between both, 08
    QCOMPARE(view->configs()[0].inMissingShards(), std::size_t{2});  // 10 11 behind the last that is here
  }

  void numbersWithoutATotal() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf(rowsOf(0, 6)));
    maker.result({.config = kTraining, .shard = 1, .attempt = 1}, csvOf(rowsOf(0, 2)));
    maker.result({.config = kTraining, .shard = 3, .attempt = 1}, csvOf(rowsOf(4, 6)));
    QCOMPARE(utf16(overview::completenessText(viewOf(maker)->configs()[0])),
             QStringLiteral("2 of 3 shards: 4 of 6 models judged"));
  }

  void commitsAreNotMixed() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\n"));
    const std::string one(40, '1'), two(40, '2');
    maker.result({.config = kTraining, .attempt = 1, .commit = one}, csvOf("a,fail_to_run,1\n"));
    maker.result({.config = kTraining, .attempt = 1}, csvOf("a,pass,2\n"));
    maker.result({.config = kTraining, .attempt = 1, .commit = two}, csvOf("a,pass,1\n"));
    const CommitPtr last = viewOf(maker);
    QCOMPARE(last->commit(), two);
    QCOMPARE(last->ciExit(), 0);
    QCOMPARE(last->commits(), (std::vector<std::string>{one, "", two}));
    QCOMPARE(viewOf(maker, {.commit = "1111"})->ciExit(), 1);
    QCOMPARE(viewOf(maker, {.commit = overview::kNoCommit})->configs()[0].shards.size(), std::size_t{1});
    overview::ViewOptions options{.rules = *verdicts::ruleSet("2025-11"), .commit = "3"};
    const auto none = CommitView::make(maker.opened(), options);
    QVERIFY(none.isError());
    QCOMPARE(utf16(none.error().text), QStringLiteral("No result is of the commit \"3\"."));
  }

  void whatHasNoPlaceIsListed() {
    OpenedMaker maker;
    maker.baseline(kTraining, csvOf("a,pass,1\n"), "one").baseline(kTraining, csvOf("a,fail,1\n"), "two");
    maker.unnamed("strange.csv", "its name says nothing");
    maker.result({.config = kInference}, csvOf("a,pass,1\n"));
    const CommitPtr view = viewOf(maker);
    QCOMPARE(view->unnamed(), std::vector<std::size_t>{2});
    QCOMPARE(view->doubledBaselines(), std::vector<std::size_t>{1});
    const ConfigResult& training = *view->find(*configs::configOfName(kTraining));
    QCOMPARE(utf16(training.baselinePath), QStringLiteral("one/inductor_torchbench_training.csv"));
    QCOMPARE(utf16(overview::completenessText(training)), QStringLiteral("not run"));
    const ConfigResult& inference = *view->find(*configs::configOfName(kInference));
    QVERIFY(inference.comparison == nullptr && inference.run != nullptr && !inference.problem);
    QVERIFY(view->find(*configs::configOfName("aot_eager_torchbench_training")) == nullptr);
  }

  void thePathExcusesOnRocm() {
    // The 2025-11 accuracy script excuses these names where "rocm" is in the path as typed (SPEC 18 no. 5).
    const auto rules = *verdicts::ruleSet("2025-11");
    const auto here = rules->accuracy.flaky.namesFor("x.csv");
    std::string name;
    for (const std::string& each : rules->accuracy.flaky.namesFor("rocm/x.csv"))
      if (!here.contains(each)) name = each;
    QVERIFY(!name.empty());
    OpenedMaker maker;
    for (const std::string& config : {std::string(kTraining), "rocm/" + kTraining}) {
      maker.baseline(config, csvOf(name + ",pass,1\n"));
      maker.result({.config = config}, csvOf(name + ",fail_accuracy,1\n"));
    }
    const CommitPtr view = viewOf(maker);
    QCOMPARE(view->find(*configs::configOfName(kTraining))->ciExit, 1);
    QCOMPARE(view->find(*configs::configOfName("rocm/" + kTraining))->ciExit, 0);
  }

  void ownListsCountForTheirFolder() {
    flaky::FlakyEntry entry;
    entry.name = "a";
    const auto own = std::make_shared<const flaky::OwnFlaky>(
        flaky::OwnFlaky{{{"tree/rocm/flaky.toml", {entry}, {}}}, *flaky::parseDate("2026-01-01")});
    OpenedMaker maker;
    for (const std::string& config : {std::string(kTraining), "rocm/" + kTraining}) {
      maker.baseline(config, csvOf("a,pass,1\n"));
      maker.result({.config = config}, csvOf("a,fail_accuracy,1\n"));
    }
    const CommitPtr view = viewOf(maker, {.ownFlaky = {{"tree/rocm", own}}});
    QVERIFY(view->find(*configs::configOfName(kTraining))->needsDecision(0));
    QVERIFY(!view->find(*configs::configOfName("rocm/" + kTraining))->needsDecision(0));
    QCOMPARE(view->ciExit(), 1);
  }

  void sortedAndCancelled() {
    OpenedMaker maker;
    for (const char* config : {"rocm/inductor_timm_training", "inductor_torchbench_inference", "aot_eager_torchbench_training",
                               "inductor_huggingface_training", "inductor_timm_training"})
      maker.baseline(config, csvOf("a,pass,1\n"));
    QStringList names;
    const CommitPtr view = viewOf(maker);
    for (const ConfigResult& config : view->configs()) names << utf16(configs::configName(config.config));
    QCOMPARE(names.join(QLatin1Char(' ')),
             QStringLiteral("inductor_huggingface_training inductor_timm_training rocm/inductor_timm_training "
                            "aot_eager_torchbench_training inductor_torchbench_inference"));
    overview::ViewOptions options{.rules = *verdicts::ruleSet("2025-11")};
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(CommitView::make(maker.opened(), options, base::Progress(stop.get_token())).isCancelled());
    QVERIFY(CommitView::make(maker.opened(), {}).isError());    // Side by side gives the same, and tells how far it is.
    std::uint64_t furthest = 0;
    const base::Progress progress({}, [&](std::uint64_t done, std::uint64_t) { furthest = std::max(furthest, done); });
    const auto twice = [](const std::function<void()>& one, const std::function<void()>& other) { one(); other(); };
    const auto both = CommitView::make(maker.opened(), options, progress, twice);
    QVERIFY(both.isValue());
    QCOMPARE(dump(*both.value()), dump(*view));
    QCOMPARE(furthest, std::uint64_t{5});
  }
};

QTEST_APPLESS_MAIN(CommitViewTest)
#include "commit_view_test.moc"
