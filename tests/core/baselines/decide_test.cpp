// SPDX-License-Identifier: GPL-3.0-or-later
// Keep, flaky and note as changes of the drafts; taking back the edits of single rows byte for byte.
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/baselines/accept_decision.h"
#include "core/baselines/baseline_edit.h"
#include "core/baselines/baseline_names.h"
#include "core/files/file_bytes.h"
#include "tests/support/pair_maker.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::baselines;

namespace {

BaselineTable table(const std::string& bytes) { return *BaselineTable::of(bytes, "ci/x.csv"); }

std::string edited(const std::string& bytes, const std::vector<BaselineEdit>& edits) {
  return *text::applied(bytes, *bytesFor(table(bytes), edits));
}

const std::string kToml = "# ours\n";

flaky::FlakyEntry because(const std::string& reason, const std::string& issue = {}) {
  flaky::FlakyEntry words;
  words.reason = reason;
  words.issue = issue;
  return words;
}

/// Drafts over a baseline and an own list, neither of them on disk.
Drafts drafts(const std::string& saved, const std::string& pending) {
  Drafts made;
  made.adopt({.path = "ci/x.csv", .saved = saved, .pending = pending, .stamp = {}, .exists = true});
  made.adopt({.path = "ci/flaky.toml", .saved = kToml, .pending = kToml, .stamp = {}, .exists = true});
  return made;
}

}  // namespace

Q_DECLARE_METATYPE(plumbline::baselines::CiChange)

class DecideTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rowsComeBackByteForByte_data() {
    QTest::addColumn<QString>("layout");
    QTest::newRow("three blank lines") << u"\n\n\n\n"_s;
    QTest::newRow("plain") << u"\n"_s;
    QTest::newRow("CRLF") << u"\r\n"_s;
  }
  void rowsComeBackByteForByte() {
    QFETCH(QString, layout);
    const std::string gap = layout.toStdString();
    // An odd gap, quotes and float text that a rewrite would lose, and no line end at the end.
    const std::string saved = "name,accuracy,graph_breaks,ratio" + gap + "a,\"pass\",01,1.50" + gap + gap + "b,pass,2,1e0" + gap +
                              "c,pass,3,0.3" + gap + "d,pass,4,2";
    const std::vector<std::string> all{"a", "b", "c", "d", "e"};
    std::mt19937 random(7);
    const auto one = [&random](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    for (int round = 0; round < 400; ++round) {
      std::string pending = saved;
      for (std::size_t n = 1 + one(4); n > 0; --n) {
        const BaselineTable now = table(pending);
        const std::string& model = all[one(all.size())];
        const bool there = now.recordOf(model).has_value();
        if (!there && model != "e") continue;  // what was removed is not written anew by hand here
        if (!there) pending = edited(pending, {AddModel{{{"name", model}, {"accuracy", "pass"}}}});
        else if (one(2) == 0 && now.modelCount() > 1) pending = edited(pending, {RemoveModel{model}});
        else pending = edited(pending, {SetValue{model, "graph_breaks", std::to_string(one(50))}});
      }
      const auto back = withoutRowEdits(table(saved), table(pending), all);
      QVERIFY(back);
      QVERIFY2(*back == saved, (pending + "\n=>\n" + *back).c_str());
    }
  }

  void ciInWords_data() {
    QTest::addColumn<CiChange>("change");
    QTest::addColumn<QString>("words");
    QTest::newRow("better") << CiChange{{true, 5}, {true, 3}, 2} << u"CI fails: 5 -> 3 failing rows after 2 edits"_s;
    QTest::newRow("good") << CiChange{{true, 1}, {false, 0}, 1} << u"CI passes: 1 -> 0 failing rows after 1 edit"_s;
    QTest::newRow("no edit") << CiChange{{true, 5}, {true, 5}, 0} << u"CI fails: 5 failing rows"_s;
    QTest::newRow("no rows") << CiChange{{true, 0}, {true, 0}, 1} << u"CI fails after 1 edit"_s;
    QTest::newRow("nothing") << CiChange{} << u"CI passes"_s;
  }
  void ciInWords() {
    QFETCH(CiChange, change);
    QTEST(QString::fromStdString(ciText(change)), "words");
  }

  void failingRowsAreCounted() {
    const auto pair = support::compare("name,accuracy\na,pass\nb,OOM\nc,timeout\n", "name,accuracy\na,pass\nb,pass\nc,pass\n");
    QVERIFY(ciState(*pair).fails);
    QCOMPARE(ciState(*pair).rows, std::size_t{2});
    const CiState good = ciState(judgedWith(*pair, support::table("name,accuracy\na,pass\nb,OOM\nc,timeout\n")));
    QVERIFY(!good.fails && good.rows == 0);
    const CiState unread = ciState(judgedWith(*pair, support::table("model,accuracy\na,pass\n")));  // CI's script would die of it
    QVERIFY(unread.fails && unread.rows == 0);
  }

  void reasonsAreOfferedOnce() {
    const auto because = [](const char* reason) { return Decision{DecisionKind::Kept, "", reason, ""}; };
    const Decisions decisions{{{"e.csv", "a"}, because("known")}, {{"e.csv", "b"}, because("")}, {{"e.csv", "c"}, because("known")}, {{"o.csv", "a"}, because("new card")}};
    QCOMPARE(reasonsGiven(decisions), (std::vector<std::string>{"known", "new card"}));
  }

  void aStepLeadsToTheLaterState() {
    const Drafts before = drafts("name,accuracy\na,pass\n", "name,accuracy\na,OOM\n");
    Drafts after = drafts("name,accuracy\na,pass\n", "name,accuracy\na,timeout\n");
    const Step step = stepBetween(before, after, "t");
    QCOMPARE(text::applied("name,accuracy\na,OOM\n", step.forward.files.at(0).edits).value(), after.find("ci/x.csv")->pending);
    QCOMPARE(text::applied(after.find("ci/x.csv")->pending, step.back.files.at(0).edits).value(), std::string("name,accuracy\na,OOM\n"));
    QVERIFY(stepBetween(after, after, "t").forward.files.empty());
    // A file that was saved in between begins at what is saved.
    const Step saved = stepBetween(drafts("name,accuracy\na,other\n", "name,accuracy\na,OOM\n"), after, "t");
    QCOMPARE(text::applied("name,accuracy\na,pass\n", saved.forward.files.at(0).edits).value(), after.find("ci/x.csv")->pending);
  }

  void pendingTextsAreListed() {
    const QTemporaryDir dir;
    const std::string folder = dir.path().toStdString(), path = folder + "/a.csv";
    QVERIFY(files::saveFile(path, "name,accuracy\nsaved,pass\n"));
    const auto names = [&](const PendingTexts& pending) { return listBaselines(folder, pending).value().baselines.at(0).models; };
    QCOMPARE(names({}), std::vector<std::string>{"saved"});
    QCOMPARE(names({{normalPath(path), "name,accuracy\npending,pass\n"}}), std::vector<std::string>{"pending"});
  }

  void onlyTheNamedRowComesBack() {
    const std::string saved = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\nc,pass,3\n";
    const std::string pending =
        edited(saved, {SetValue{"a", "graph_breaks", "9"}, RemoveModel{"b"}, SetValue{"c", "accuracy", "timeout"}});
    QCOMPARE(*withoutRowEdits(table(saved), table(pending), {"b"}),
             std::string("name,accuracy,graph_breaks\na,pass,9\nb,pass,2\nc,timeout,3\n"));
    QCOMPARE(*withoutRowEdits(table(saved), table(pending), {"c"}),
             std::string("name,accuracy,graph_breaks\na,pass,9\nc,pass,3\n"));
    QCOMPARE(*withoutRowEdits(table(saved), table(pending), {"nobody"}), pending);
  }

  void aNewColumnStaysWhenARowComesBack() {
    const std::string saved = "name,accuracy\na,pass\nb,pass\n";
    const std::string pending =
        edited(edited(saved, {AddMetric{"graph_breaks"}}), {SetValue{"a", "accuracy", "timeout"}, SetValue{"a", "graph_breaks", "3"}});
    const auto back = withoutRowEdits(table(saved), table(pending), {"a"});
    QVERIFY(back);
    QCOMPARE(*table(*back).value("a", "accuracy"), std::string("pass"));
    QCOMPARE(*table(*back).value("a", "graph_breaks"), std::string());
    QVERIFY(table(*back).columnIndex("graph_breaks"));
  }

  void keepingIsUndone() {
    const std::string saved = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n";
    const std::string pending = edited(saved, {SetValue{"a", "graph_breaks", "9"}, SetValue{"b", "graph_breaks", "8"}});
    Drafts desk = drafts(saved, pending);
    const auto change = keepChange(desk, {"ci/x.csv", {"a"}});
    QVERIFY(change);
    QCOMPARE(change->text, std::string("Keep the baseline of a"));
    const auto back = desk.apply(*change);
    QVERIFY(back);
    QCOMPARE(desk.find("ci/x.csv")->pending, std::string("name,accuracy,graph_breaks\na,pass,1\nb,pass,8\n"));
    QVERIFY(desk.decisions().at({"ci/x.csv", "a"}).kind == DecisionKind::Kept);
    QVERIFY(desk.apply(*back));
    QCOMPARE(desk.find("ci/x.csv")->pending, pending);
    QVERIFY(desk.decisions().empty());
  }

  void flakyAddsAnEntryPerModelAndGoesAgain() {
    const std::string saved = "name,accuracy\na,pass\nb,pass\n";
    Drafts desk = drafts(saved, edited(saved, {SetValue{"a", "accuracy", "timeout"}}));
    const flaky::FlakyChoice place{.label = "flaky.toml, this config", .targets = {{"ci/flaky.toml", "accuracy", "", "x"}}, .canExpire = true};
    const ChosenRows rows{"ci/x.csv", {"a", "b"}};
    const auto change = flakyChange(desk, rows, place, because("times out", "#12"));
    QVERIFY(change);
    QVERIFY(desk.apply(*change));
    QCOMPARE(desk.find("ci/x.csv")->pending, saved);  // a was accepted before: that is taken back
    const std::string& list = desk.find("ci/flaky.toml")->pending;
    QVERIFY(list.starts_with(kToml));
    QVERIFY(list.find("\"a\"") != std::string::npos && list.find("\"b\"") != std::string::npos);
    QCOMPARE(desk.decisions().at({"ci/x.csv", "b"}).what, std::string("flaky: flaky.toml, this config"));
    // Marked anew elsewhere: one entry, not two.
    const auto anew = flakyChange(desk, {"ci/x.csv", {"a"}}, place, because("other words"));
    QVERIFY(anew);
    QVERIFY(desk.apply(*anew));
    QVERIFY(desk.find("ci/flaky.toml")->pending.find("times out") != std::string::npos);  // that of b
    QVERIFY(desk.find("ci/flaky.toml")->pending.find("other words") != std::string::npos);
    const auto keep = keepChange(desk, rows);
    QVERIFY(keep);
    QVERIFY(desk.apply(*keep));
    QCOMPARE(desk.find("ci/flaky.toml")->pending, kToml);
  }

  void anEntryForSeveralBaselinesStays() {
    const std::string saved = "name,accuracy\na,pass\n";
    Drafts desk = drafts(saved, saved);
    const auto mark = [&](const std::string& baseline, const std::string& config) {
      const auto change = flakyChange(desk, {baseline, {"a"}},
                                      {.label = "x", .targets = {{"ci/flaky.toml", "accuracy", "", config}}, .canExpire = true},
                                      because("times out"));
      return change && desk.apply(*change);
    };
    QVERIFY(mark("ci/x.csv", "x"));
    QVERIFY(mark("ci/y.csv", "y"));
    const auto keep = keepChange(desk, {"ci/x.csv", {"a"}});
    QVERIFY(keep && desk.apply(*keep));
    const std::string& list = desk.find("ci/flaky.toml")->pending;
    QVERIFY(list.find("\"y\"") != std::string::npos);  // the answer about y is still given
    QVERIFY(list.find("\"x\"") == std::string::npos);
    // A row that nobody called flaky takes no entry away.
    const auto other = keepChange(desk, {"ci/z.csv", {"a"}});
    QVERIFY(other && desk.apply(*other));
    QVERIFY(desk.find("ci/flaky.toml")->pending.find("\"y\"") != std::string::npos);
  }

  void aListThatIsNotOpenIsAnError() {
    const Drafts desk = drafts("name,accuracy\na,pass\n", "name,accuracy\na,pass\n");
    const auto change = flakyChange(desk, {"ci/x.csv", {"a"}}, {.label = "x", .targets = {{"ci/other.toml", "", "", ""}}}, because("x"));
    QVERIFY(!change);
    QCOMPARE(change.error().file, std::string("ci/other.toml"));
  }

  void notesStayWithAnswersAndGoWhenBlank() {
    Drafts desk = drafts("name,accuracy\na,pass\n", "name,accuracy\na,pass\n");
    const ChosenRows rows{"ci/x.csv", {"a"}};
    QVERIFY(desk.apply(noteChange(desk.decisions(), rows, "ask kim")));
    QVERIFY(desk.apply(*keepChange(desk, rows)));
    QCOMPARE(desk.decisions().at({"ci/x.csv", "a"}).note, std::string("ask kim"));
    Decision accepted;
    accepted.kind = DecisionKind::Accepted;
    Change accept{.text = "Accept a", .files = {}, .decisions = {{{"ci/x.csv", "a"}, accepted}}};
    QVERIFY(desk.apply(*finishedAccept(accept, desk)));
    QCOMPARE(desk.decisions().at({"ci/x.csv", "a"}).note, std::string("ask kim"));
    QVERIFY(desk.apply(noteChange(desk.decisions(), rows, " ")));
    QVERIFY(desk.decisions().at({"ci/x.csv", "a"}).kind == DecisionKind::Accepted);
    QVERIFY(noteChange({}, rows, "").decisions.empty());
    Decision only;
    only.note = "only this";
    desk.setDecisions({{{"ci/x.csv", "a"}, only}});
    QVERIFY(desk.apply(noteChange(desk.decisions(), rows, "")));
    QVERIFY(desk.decisions().empty());
  }

  void rowsAndChecksOfAComparison() {
    const auto comparison = support::compare("name,accuracy,graph_breaks\na,timeout,1\nb,pass,9\nb,pass,9\nc,pass,1\n",
                                             "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\nc,pass,1\n");
    const ChosenRows rows = chosenRows(*comparison, "ci/x.csv", {0, 1, 2});
    QCOMPARE(rows.models, (std::vector<std::string>{"a", "b"}));  // one name, one row
    QCOMPARE(failingChecks(*comparison, {0}), std::vector<std::string>{"accuracy"});
    QVERIFY(failingChecks(*comparison, {3}).empty());
    QCOMPARE(rowsText(rows), std::string("2 models"));
  }

  void namesAreGivenAsTheFileSpellsThem() {
    const auto comparison = support::compare("name,accuracy\n007,timeout\n12,pass\n", "name,accuracy\n007,pass\n12,pass\n");
    const ChosenRows rows = chosenRows(*comparison, "ci/x.csv", {0});
    QCOMPARE(rows.namesInFile, std::vector<std::string>{"007"});
  }

  void placesOfACheckout() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"benchmarks/dynamo/ci_expected_accuracy/rocm"_s));
    const auto write = [&](const QString& name, const QByteArray& bytes) {
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(bytes);
    };
    write(u"benchmarks/dynamo/check_accuracy.py"_s, "flaky_models = {\"a\"}\n");
    write(u"benchmarks/dynamo/check_graph_breaks.py"_s, "flaky_models = {\"a\"}\n");
    const std::string base = folder.filePath(u"benchmarks/dynamo/ci_expected_accuracy/"_s).toStdString();
    const auto labels = [](const std::vector<flaky::FlakyChoice>& places) {
      QStringList all;
      for (const flaky::FlakyChoice& place : places) all << QString::fromStdString(place.label);
      return all;
    };
    QCOMPARE(labels(flaky::flakyChoices(base + "x.csv", {"accuracy"})),
             (QStringList{u"check_accuracy.py, base set"_s, u"flaky.toml, this config"_s, u"flaky.toml, every config"_s}));
    // An entry of our own list says which check it is about when only one fails.
    for (const auto& [checks, check] : {std::pair(std::vector<std::string>{"accuracy"}, "accuracy"),
                                        std::pair(std::vector<std::string>{"accuracy", "memory"}, ""),
                                        std::pair(std::vector<std::string>{}, "")}) {
      const auto own = flaky::flakyChoices(base + "x.csv", checks);
      QCOMPARE(own.back().targets.at(0).check, std::string(check));
      QCOMPARE(own.at(own.size() - 2).targets.at(0).check, std::string(check));
      QCOMPARE(own.at(own.size() - 2).targets.at(0).config, std::string("x"));
      QVERIFY(own.back().targets.at(0).config.empty());
    }
    const auto rocm = flaky::flakyChoices(base + "rocm/x.csv", {"accuracy", "graph-breaks"});
    QCOMPARE(labels(rocm).first(), u"check_accuracy.py and check_graph_breaks.py, rocm set"_s);
    QCOMPARE(rocm.front().targets.size(), 2u);
    QCOMPARE(rocm.front().targets[0].platform, std::string("rocm"));
    // The memory check has no script with a set: only our own list is left.
    QCOMPARE(labels(flaky::flakyChoices(base + "x.csv", {"memory"})).first(), u"flaky.toml, this config"_s);
    QCOMPARE(labels(flaky::flakyChoices("nowhere/x.csv", {})).size(), 2);
  }
};

QTEST_APPLESS_MAIN(DecideTest)
#include "decide_test.moc"
