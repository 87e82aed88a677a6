// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says in words: findings, and the sentence that names the rule.
#include <QSet>
#include <QTest>

#include "core/verdicts/findings.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;
using verdicts::Finding;
using namespace Qt::StringLiterals;

namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

constexpr const char* kWide = "name,accuracy,graph_breaks,unique_graphs\n";

}  // namespace

class SentencesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findings_data() {
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("findings");
    const auto row = [](const char* name, const char* actual, const char* expected, const char* findings,
                        const char* path = "expected.csv") {
      QTest::newRow(name) << QString::fromUtf8(actual) << QString::fromUtf8(expected) << QString::fromUtf8(path)
                          << QString::fromUtf8(findings);
    };
    row("zeros of a failed run", "m,fail_to_run,0,0", "m,pass,3,4", "[not-measured]");
    row("zeros of a run that was compared", "m,fail_accuracy,0,0", "m,pass,3,4", "");
    row("zeros of a pass", "m,pass,0,0", "m,pass,3,4", "");
    row("a failed run that did count", "m,fail_to_run,0,2", "m,pass,3,4", "");
    row("a failed run without a count", "m,fail_to_run,,", "m,pass,3,4", "");
    row("unknown word", "m,killed,1,1", "m,pass,1,1", "[unknown-status]");
    row("known prefix", "m,fail_to_run_at_batch_8,1,1", "m,pass,1,1", "");
    row("old word", "m,eager_variation,1,1", "m,pass,1,1", "");
    row("empty is no word", "m,,1,1", "m,pass,1,1", "");
    row("stale entry", "yolov3,pass,1,1", "yolov3,pass,1,1", "[stale-flaky]");
    row("an entry at work", "yolov3,timeout,1,1", "yolov3,pass,1,1", "");
    row("an entry at work in one list", "yolov3,pass,2,1", "yolov3,pass,1,1", "");
    row("in the rocm folder", "vgg16,timeout,1,1", "vgg16,pass,1,1", "", "ci_expected_accuracy/rocm/x.csv");
    row("a path with rocm elsewhere", "vgg16,timeout,1,1", "vgg16,pass,1,1", "[rocm-by-path]",
        "/home/rocm/pytorch/ci_expected_accuracy/x.csv");
    row("a home called rocm", "vgg16,timeout,1,1", "vgg16,pass,1,1", "[rocm-by-path]", "/home/rocm/x.csv");
    row("on the base list as well", "vision_maskrcnn,timeout,1,1", "vision_maskrcnn,pass,1,1", "", "/home/rocm/x.csv");
    row("not excused at all", "vgg16,pass,1,1", "vgg16,pass,1,1", "[stale-flaky]", "/home/rocm/x.csv");
  }

  void findings() {
    QFETCH(QString, actual);
    QFETCH(QString, expected);
    QFETCH(QString, path);
    QFETCH(QString, findings);
    support::PairWords words;
    words.expectedPath = path.toStdString();
    const auto made =
        support::compare(kWide + actual.toStdString() + "\n", kWide + expected.toStdString() + "\n", words);
    const QString row = support::rowText(*made, 0);
    QCOMPARE(row.contains(u'[') ? row.mid(row.indexOf(u'[')) : QString(), findings);
  }

  void unusualNames() {
    const auto isAbout = [](std::string_view name, std::string_view words) {
      const std::string_view why = verdicts::nameOddity(name);
      return words.empty() ? why.empty() : why.find(words) != std::string_view::npos;
    };
    for (const std::string_view name : {"alexnet", "a b", "", "~!", "hf_T5.large-2"}) QVERIFY(isAbout(name, ""));
    QVERIFY(isAbout("\xD0\xB0lexnet", "outside ASCII"));
    QVERIFY(isAbout("\xff", "outside ASCII"));
    QVERIFY(isAbout("\x1b[2Jmoco", "control characters"));
    QVERIFY(isAbout("moco\x7f", "control characters"));
    QVERIFY(isAbout("mo\tco", "control characters"));
    QVERIFY(isAbout(" moco", "a blank"));
    QVERIFY(isAbout("moco ", "a blank"));
  }

  void rocmByAccident_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("accident");
    QTest::newRow("none") << QStringLiteral("a/b.csv") << false;
    QTest::newRow("own folder") << QStringLiteral("rocm/b.csv") << false;
    QTest::newRow("own folder, deep") << QStringLiteral("/x/rocm-ci/ci_expected_accuracy/rocm/b.csv") << false;
    QTest::newRow("own folder, dots") << QStringLiteral("x/rocm/./b.csv") << false;
    QTest::newRow("file name") << QStringLiteral("x/rocm_b.csv") << false;
    QTest::newRow("folder above") << QStringLiteral("rocm/x/b.csv") << true;
    QTest::newRow("part of a folder") << QStringLiteral("/w/rocm-builder/b.csv") << true;
    QTest::newRow("home") << QStringLiteral("/home/rocm/b.csv") << true;
    QTest::newRow("system") << QStringLiteral("/opt/rocm/b.csv") << true;
  }

  void rocmByAccident() {
    QFETCH(QString, path);
    QTEST(verdicts::rocmByAccident(path.toStdString()), "accident");
  }

  void findingWordsAreAllThere() {
    QSet<QString> names;
    for (std::size_t f = 0; f < verdicts::kFindingCount; ++f) {
      const auto finding = static_cast<Finding>(f);
      names << text(findingName(finding));
      QVERIFY(!findingTitle(finding).empty());
      QVERIFY(findingText(finding).ends_with('.'));
      const std::string sentence = finding == Finding::UnusualName ? std::string(verdicts::nameOddity(" a"))
                                                                   : verdicts::findingSentence(finding, "accuracy");
      QVERIFY(sentence.ends_with('.'));
    }
    QCOMPARE(names.size(), qsizetype{verdicts::kFindingCount});
  }

  void sentences_data() {
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* actual, const char* expected, const char* sentence,
                        const char* rules = "2025-11") {
      QTest::newRow(name) << QString::fromUtf8(actual) << QString::fromUtf8(expected) << QString::fromUtf8(rules)
                          << QString::fromUtf8(sentence);
    };
    row("regressed", "m,fail_accuracy,1,1", "m,pass,1,1",
        "accuracy was pass, is fail_accuracy: CI fails on any change away from pass (accuracy 2025-11).");
    row("from failure to failure", "m,timeout,1,1", "m,fail_to_run,1,1",
        "accuracy was fail_to_run, is timeout: neither pass nor what the baseline says, so CI fails (accuracy "
        "2025-11).");
    row("improved", "m,pass,1,1", "m,timeout,1,1",
        "accuracy was timeout, is pass: better than the baseline, and CI fails until the baseline says so (accuracy "
        "2025-11).");
    row("flaky", "yolov3,timeout,1,1", "yolov3,pass,1,1",
        "accuracy was pass, is timeout: the model is on the flaky list, so CI does not count it (accuracy 2025-11).");
    row("more breaks", "m,pass,9,1", "m,pass,7,1",
        "graph_breaks was 7, is 9: 2 more, and CI fails on any rise (graph-breaks 2025-11).");
    row("one more break", "m,pass,8,1", "m,pass,7,1",
        "graph_breaks was 7, is 8: 1 more, and CI fails on any rise (graph-breaks 2025-11).");
    row("fewer breaks", "m,pass,5,1", "m,pass,7,1",
        "graph_breaks was 7, is 5: 2 fewer, which is better, but CI fails until the baseline says so (graph-breaks "
        "2025-11).");
    row("equal", "m,pass,5,1", "m,pass,5,1", "accuracy is pass on both sides: CI passes it (accuracy 2025-11).");
    row("expected failure", "m,OOM,5,1", "m,OOM,5,1",
        "accuracy is OOM on both sides: not pass, but what the baseline expects, so CI stays green (accuracy "
        "2025-11).");
    row("padding", "m,fail_to_run,0,0", "m,fail_to_run,3,1",
        "graph_breaks was 3, is 0 because the run failed and measured nothing: CI fails all the same (graph-breaks "
        "2025-11). The run failed, so its zeros are padding and not counts.");
    row("a change that no check looks at", "m,pass,1,2", "m,pass,1,4",
        "accuracy is pass on both sides: CI passes it (accuracy 2025-11). unique_graphs was 4, is 2. No check "
        "compares that.");
    row("both checks", "m,timeout,9,1", "m,pass,7,1",
        "accuracy was pass, is timeout: CI fails on any change away from pass (accuracy 2025-11). "
        "graph_breaks was 7, is 9: 2 more, and CI fails on any rise (graph-breaks 2025-11).");
    row("new", "m,pass,1,1", "x,pass,1,1",
        "graph_breaks is 1, and the baseline has none (the name is not in it): CI fails until it has one (graph-breaks "
        "2025-11). accuracy is pass, and the baseline has none (the name is not in it): CI fails until it has one "
        "(accuracy 2025-11).");
    row("new under 2026-08", "m,timeout,1,1", "x,pass,1,1",
        "accuracy is timeout, and the baseline has none (the name is not in it): CI counts the model as failed and "
        "exits 1 (accuracy 2026-08). graph_breaks is 1, and the baseline has none (the name is not in it): CI fails "
        "until it has one (graph-breaks 2026-08).",
        "2026-08");
    row("missing in the run under 2026", "m,pass,1,1\nm,pass,1,1", "m,pass,1,1",
        "The run has no accuracy for this model (the name is in it more than once): CI counts the model as failed and "
        "exits 1 (accuracy 2026-07).",
        "2026-07");
    row("missing in the baseline under 2026", "m,pass,1,1", "x,pass,1,1",
        "accuracy is pass, and the baseline has none (the name is not in it): CI counts the model as failed and exits "
        "1 (accuracy 2026-07). graph_breaks is 1, and the baseline has none (the name is not in it): CI fails until it "
        "has one (graph-breaks 2026-07).",
        "2026-07");
    row("empty on both sides", "m,,1,1", "m,,1,1",
        "accuracy is empty on both sides: an empty cell equals nothing, not even another empty cell, so CI fails "
        "(accuracy 2025-11).");
    row("a text beside a number", "m,1,1,1", "m,1,1,1\nx,pass,1,1",
        "accuracy was 1 (a text), is 1 (a number): neither pass nor what the baseline says, so CI fails (accuracy "
        "2025-11). No script writes this accuracy word.");
    row("a number as a name", "1,pass,1,1", "1,pass,1,1\nx,pass,1,1",
        "graph_breaks is 1, and the baseline has none (pandas reads its names as texts and this one as a number): CI "
        "fails until it has one (graph-breaks 2025-11). accuracy is pass, and the baseline has none (pandas reads its "
        "names as texts and this one as a number): CI fails until it has one (accuracy 2025-11).");
    row("a text as a name", "1,pass,1,1\nx,pass,1,1", "1,pass,1,1",
        "graph_breaks is 1, and the baseline has none (pandas reads its names as numbers and this one as a text): CI "
        "fails until it has one (graph-breaks 2025-11). accuracy is pass, and the baseline has none (pandas reads its "
        "names as numbers and this one as a text): CI fails until it has one (accuracy 2025-11).");
    row("no graphs", "m,pass,9,0", "m,pass,7,0",
        "No graph was captured (unique_graphs is 0, or the run has no single value): CI calls it EAGER_FAILED and "
        "compares nothing (graph-breaks 2026-07).",
        "2026-07");
  }

  void sentences() {
    QFETCH(QString, actual);
    QFETCH(QString, expected);
    QFETCH(QString, rules);
    QFETCH(QString, sentence);
    support::PairWords words;
    words.rules = rules.toStdString();
    const auto made =
        support::compare(kWide + actual.toStdString() + "\n", kWide + expected.toStdString() + "\n", words);
    QCOMPARE(text(made->sentence(0)), sentence);
  }

  void changesThatNoScriptLivedToJudge() {
    const auto made = support::compare("name,accuracy,graph_breaks\na,pass,\nb,pass,9\n",
                                       "name,accuracy,graph_breaks\na,pass,1\nb,pass,1\n");
    QCOMPARE(text(made->sentence(1)),
             u"accuracy is pass on both sides: CI passes it (accuracy 2025-11). graph_breaks was 1, is 9: the "
             "graph-breaks script died before this row, so CI has no verdict on that."_s);
    const auto failing = support::compare("name,accuracy,graph_breaks\na,pass,\nb,OOM,9\n",
                                          "name,accuracy,graph_breaks\na,pass,1\nb,pass,1\n");
    QVERIFY2(failing->sentence(1).ends_with("so CI has no verdict on that."), failing->sentence(1).c_str());
  }

  void changesOfAPairThatTheScriptTurnsDown() {
    support::PairWords words;
    words.rules = "2026-08";
    const auto made = support::compare("name,accuracy,graph_breaks\na,pass,2\na,pass,3\nb,pass,1\n",
                                       "name,accuracy,graph_breaks\na,pass,1\nb,pass,4\n", words);
    QCOMPARE(text(made->sentence(2)),
             u"accuracy is pass on both sides: CI passes it (accuracy 2026-08). graph_breaks was 4, is 1: the "
             "graph-breaks script turned this pair down, so CI has no verdict on that."_s);
  }

  void changesOutsideTheChecksInUse() {
    support::PairWords words;
    words.checks = {verdicts::Check::GraphBreaks};
    const auto made = support::compare("name,accuracy,graph_breaks,recompiles\na,OOM,1,2\n",
                                       "name,accuracy,graph_breaks,recompiles\na,pass,1,1\n", words);
    QCOMPARE(text(made->sentence(0)),
             u"graph_breaks is 1 on both sides: CI passes it (graph-breaks 2025-11). accuracy was pass, is OOM. None "
             "of the checks in use compares that. recompiles was 1, is 2. No check compares that."_s);
  }

  void countsInAColumnOfFloats() {
    const auto made = support::compare("name,graph_breaks,unique_graphs\na,9,2\nb,2,\n",
                                       "name,graph_breaks,unique_graphs\na,7,3\nb,2,\nc,,\n");
    QCOMPARE(text(made->sentence(0)),
             u"graph_breaks was 7, is 9: 2 more, and CI fails on any rise (graph-breaks 2025-11)."_s);
    QCOMPARE(text(made->sentence(1)), u"graph_breaks is 2 on both sides: CI passes it (graph-breaks 2025-11)."_s);
  }

  void aRunWithoutTheColumnOfGraphs() {
    support::PairWords words;
    words.rules = "2026-07";
    const auto made = support::compare("name,graph_breaks\na,9\n", "name,graph_breaks\na,7\n", words);
    QCOMPARE(text(made->sentence(0)),
             u"The run has no column unique_graphs: CI calls every such row EAGER_FAILED and compares nothing "
             "(graph-breaks 2026-07)."_s);
  }

  void findingsAreCounted() {
    QCOMPARE(text(verdicts::countedFinding(Finding::StaleFlaky, 1)), u"1 flaky entry may be stale"_s);
    QCOMPARE(text(verdicts::countedFinding(Finding::StaleFlaky, 2)), u"2 flaky entries may be stale"_s);
    QCOMPARE(text(verdicts::countedFinding(Finding::Lost, 2)), u"2 lost"_s);
  }

  void aFileThatPandasRefuses() {
    const auto made = support::compare("name,accuracy\na,pass\nb,timeout,9\n", "name,accuracy\na,pass\nb,pass\n");
    QCOMPARE(
        text(made->sentence(1)),
        u"Not judged: the script of accuracy dies before its first row (pandas cannot read this file. ParserError: "
        "Expected 2 fields in line 3, saw 3). accuracy was pass, is timeout."_s);
  }

  void wordsWhereCiHasNone() {
    const auto made = support::compare("name,graph_breaks\na,\nb,2\n", "name,graph_breaks\na,1\nb,2\n");
    QCOMPARE(text(made->statusWord(0)), u"CRASHED"_s);
    QCOMPARE(text(made->statusWord(1)), u"NOT_JUDGED"_s);
    const auto noCheck = support::compare("name,speedup\na,1.5\n", "name,speedup\na,1.25\n");
    QCOMPARE(text(noCheck->statusWord(0)), u"NOT_JUDGED"_s);
    QCOMPARE(text(noCheck->sentence(0)), u"No check looks at this pair's columns. speedup was 1.25, is 1.5."_s);
  }

  void aDropSaysWhatCiAllows() {
    for (const auto& [rules, said] : {std::pair{"2026-07", "and CI fails on any drop"}, std::pair{"2026-08", "and CI allows a drop of 5 % at most"}}) {
      support::PairWords words;
      words.rules = rules;
      const auto made = support::compare("name,accuracy,graph_breaks,unique_graphs,calls_captured\na,pass,1,1,80\n",
                                         "name,accuracy,graph_breaks,unique_graphs,calls_captured\na,pass,1,1,100\n", words);
      QVERIFY2(made->sentence(0).find("calls_captured was 100, is 80: 20 fewer, " + std::string(said)) != std::string::npos,
               made->sentence(0).c_str());
    }
  }

  void aRatioIsToldInPercent() {
    const auto made = support::compare("name,compression_ratio\na,1.0\n", "name,compression_ratio\na,2.0\n");
    QCOMPARE(
        text(made->sentence(0)),
        u"compression_ratio was 2.0, is 1.0: 50 % less, below the 95 % of the baseline that CI asks for, so CI fails (memory 2025-11)."_s);
  }

  void aLostNameOfAnotherKind() {
    const auto made = support::compare("name,accuracy\n1,pass\nx,pass\n", "name,accuracy\n1,pass\n");
    QCOMPARE(
        text(made->sentence(2)),
        u"It is in the baseline (accuracy pass), but CI finds no row for it in this run (pandas reads its names as texts and this one as a number): CI never looks at such a model and stays green."_s);
  }

  void sentenceOfALostModel() {
    const auto made = support::compare("name,accuracy\na,pass\n", "name,accuracy\na,pass\nb,pass\n");
    QCOMPARE(text(made->sentence(1)),
             QStringLiteral(
                 "It is in the baseline (accuracy pass), but this run has no row for it: CI never looks at such a "
                 "model and stays green."));
    QCOMPARE(made->ciExit(), 0);
    QCOMPARE(made->counts().needDecision, 1U);
    QCOMPARE(made->scriptLines(1), std::string());
  }
};

QTEST_GUILESS_MAIN(SentencesTest)
#include "sentences_test.moc"
