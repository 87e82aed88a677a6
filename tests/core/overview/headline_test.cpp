// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences above an overview, and a group called flaky in one step.
#include <QTest>
#include <algorithm>

#include "core/flaky/flaky_source.h"
#include "core/overview/group_decision.h"
#include "core/overview/headline.h"
#include "tests/core/overview/opened_maker.h"

using namespace plumbline;
using baselines::Drafts;
using overview::GroupPlace;
using overview::Headline;
using overview::headlineOf;
using overview::RowRef;
using overview::RowState;
using support::csvOf;
using support::OpenedMaker;
using support::viewOf;

namespace {

const std::string kCuda = "inductor_torchbench_training";
const std::string kDynamic = "dynamic_inductor_torchbench_training";
const std::string kRocm = "rocm/inductor_torchbench_training";

Headline lineOf(const OpenedMaker& maker) {
  const auto view = viewOf(maker);
  return headlineOf(*view, overview::groupsOf(*view));
}

QString words(const std::string& utf8) { return QString::fromStdString(utf8); }

/// Two models fail in three configs, as a group of six rows.
OpenedMaker failing() {
  OpenedMaker maker;
  for (const std::string& config : {kCuda, kDynamic, kRocm})
    maker.baseline(config, csvOf("alder,pass,1\nbirch,pass,2\nok,pass,0\n"))
        .result({.config = config}, csvOf("alder,fail_to_run,0\nbirch,fail_to_run,0\nok,pass,0\n"));
  return maker;
}

}  // namespace

class HeadlineTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sentences_data() {
    QTest::addColumn<OpenedMaker>("maker");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("completeness");
    QTest::addColumn<bool>("complete");
    const std::string good = csvOf("a,pass,1\n");
    const auto row = [](const char* tag, const OpenedMaker& maker, const char* sentence, const char* completeness, bool complete) {
      QTest::newRow(tag) << maker << QString::fromLatin1(sentence) << QString::fromLatin1(completeness) << complete;
    };
    row("pass", OpenedMaker().baseline(kCuda, good).result({.config = kCuda}, good), "CI would pass", "The one config ran", true);
    row("fail", failing(), "CI would fail: 6 rows in 3 configs, 1 cause", "All 3 configs ran", true);
    row("no column of a check", OpenedMaker().baseline(kCuda, good).result({.config = kCuda}, "name,status\na,fail_to_run\n"),
        "Nothing is judged yet", "The one config ran; 1 config could not be judged", false);
    row("no column of a check in one of two",
        OpenedMaker().baseline(kCuda, good).result({.config = kCuda}, "name,status\na,fail_to_run\n").baseline(kRocm, good).result({.config = kRocm}, good),
        "What is here would pass CI", "All 2 configs ran; 1 config could not be judged", false);
    row("no accuracy, yet graph breaks", OpenedMaker().baseline(kCuda, good).result({.config = kCuda}, "name, accuracy,graph_breaks\na,fail_to_run,1\n"),
        "CI would fail: 1 row in 1 config, 1 cause", "The one config ran", true);
    row("one row", OpenedMaker().baseline(kCuda, good).result({.config = kCuda}, csvOf("a,pass,2\n")),
        "CI would fail: 1 row in 1 config, 1 cause", "The one config ran", true);
    row("not run", OpenedMaker().baseline(kCuda, good).result({.config = kCuda}, good).baseline(kRocm, good), "What is here would pass CI",
        "1 of 2 configs ran", false);
    row("nothing ran", OpenedMaker().baseline(kCuda, good), "Nothing is judged yet", "0 of 1 config ran", false);
    row("no baseline", OpenedMaker().result({.config = kCuda}, good), "Nothing is judged yet",
        "The one config ran; 1 config has no baseline", false);
    row("shards", OpenedMaker().baseline(kCuda, csvOf("a,pass,1\nb,pass,1\n")).result({.config = kCuda, .shard = 1, .shards = 4}, good),
        "What is here would pass CI", "The one config ran; 3 of 4 shards of inductor_torchbench_training missing", false);
    row("two shards", OpenedMaker().baseline(kCuda, good).result({.config = kCuda, .shard = 1, .shards = 2}, good)
            .result({.config = kCuda, .shard = 2, .shards = 2}, csvOf("a,fail_to_run,0\n")),
        "CI would fail in 1 config", "The one config ran; 1 model is in two shards with different rows", false);
    row("unnamed and unread",
        OpenedMaker().baseline(kCuda, good).result({.config = kCuda}, good).unnamed("x.csv", "unknown name").problem({base::ErrorCode::BadFormat, "bad zip"}),
        "What is here would pass CI", "The one config ran; 1 file without a known name; 1 problem while reading", false);
  }
  void jobsTellAttemptsApart() {
    OpenedMaker maker;  // got by hand into one folder: no name says the attempt, and the names sort the other way round
    maker.baseline(kCuda, csvOf("a,pass,1\n"));
    maker.result({.config = kCuda, .shard = 1, .shards = 1, .origin = "x_1002.zip", .job = "1002"}, csvOf("a,pass,1\n"));
    maker.result({.config = kCuda, .shard = 1, .shards = 1, .origin = "y_998.zip", .job = "998"}, csvOf("a,fail_to_run,0\n"));
    const auto said = [&](overview::AttemptRule rule) {
      QStringList lines;
      const auto view = viewOf(maker, {.attempts = rule});
      for (const auto& use : view->configs()[0].shards)
        lines << words((use.used ? "+ " : "- ") + use.origin + ": " + use.why);
      return lines;
    };
    QCOMPARE(said(overview::AttemptRule::LatestComplete),
             (QStringList{words("- y_998.zip: job 998: job 1002 is used"), words("+ x_1002.zip: job 1002: the latest complete one of 2 jobs")}));
    QCOMPARE(said(overview::AttemptRule::First),
             (QStringList{words("+ y_998.zip: job 998: the first of 2 jobs"), words("- x_1002.zip: job 1002: job 998 is used")}));
    QVERIFY(viewOf(maker)->configs()[0].notes.empty());
  }
  void sentences() {
    QFETCH(OpenedMaker, maker);
    const Headline line = lineOf(maker);
    QTEST(words(line.sentence), "sentence");
    QTEST(words(line.completeness), "completeness");
    QTEST(line.isComplete, "complete");
  }

  void placesOfSeveralConfigs() {
    const auto view = viewOf(failing());
    const auto groups = overview::groupsOf(*view);
    QCOMPARE(groups.size(), 1u);
    const auto places = overview::flakyPlacesOf(*view, groups.front().members);
    QCOMPARE(places.size(), 2u);  // no checkout around: our own list alone
    QCOMPARE(words(places[0].label), QStringLiteral("flaky.toml, these 3 configs"));
    QCOMPARE(words(places[1].label), QStringLiteral("flaky.toml, every config"));
    QVERIFY(places[0].canExpire);
    QCOMPARE(places[0].rows().size(), 6u);
    QVERIFY(overview::flakyPlacesOf(*view, {}).empty());
    // A model without a baseline row is not excused by any list.
    const auto fresh = viewOf(OpenedMaker().baseline(kCuda, csvOf("a,pass,1\n"))
                                  .result({.config = kCuda}, csvOf("a,fail_to_run,0\nfresh,fail_to_run,0\n")));
    const auto freshGroups = overview::groupsOf(*fresh);
    std::size_t listable = 0, all = 0;
    for (const auto& group : freshGroups) {
      all += group.members.size();
      for (const auto& place : overview::flakyPlacesOf(*fresh, group.members)) listable = std::max(listable, place.rows().size());
    }
    QCOMPARE(all, 2u);
    QCOMPARE(listable, 1u);
  }

  void flakyIsOneStepAndComesBack() {
    const auto view = viewOf(failing());
    const auto rows = overview::groupsOf(*view).front().members;
    Drafts drafts = opened(*view);
    // Accepted before: the edits of these rows are taken back with the new answer.
    const auto plan = overview::planRows(*view, rows, drafts);
    QVERIFY(plan && drafts.apply(baselines::decideAccept(*plan, drafts, {.reason = "a new machine"})->change));
    QCOMPARE(drafts.changed().size(), 3u);
    const Drafts before = drafts;

    const GroupPlace place = overview::flakyPlacesOf(*view, rows).back();
    QVERIFY(!overview::flakyRows(*view, place, drafts, *baselines::entryFor({"x", "", ""})));  // the list is not open
    openLists(drafts, place);
    const auto change = overview::flakyRows(*view, place, drafts, *baselines::entryFor({"runs out of memory", "#12", ""}));
    QVERIFY(change);
    QCOMPARE(words(change->text), QStringLiteral("Mark 6 rows as flaky"));
    const auto back = drafts.apply(*change);
    QVERIFY(back);
    for (const RowRef& row : rows) QVERIFY(overview::rowState(*view, row, drafts.decisions()) == RowState::Flaky);
    for (const auto* file : drafts.changed()) QVERIFY2(file->path.ends_with(".toml"), file->path.c_str());
    for (const std::string& path : place.lists()) {
      const auto list = flaky::FlakySource::read(drafts.find(path)->pending, path);
      QVERIFY(list);
      QCOMPARE(list->entries().size(), 2u);  // one per model, though six rows were marked
      QCOMPARE(words(list->entries().front().reason), QStringLiteral("runs out of memory"));
    }
    QVERIFY(drafts.apply(*back));
    for (const auto* file : before.changed()) QCOMPARE(words(drafts.find(file->path)->pending), words(file->pending));
    for (const RowRef& row : rows) QVERIFY(overview::rowState(*view, row, drafts.decisions()) == RowState::Accepted);
  }

  void whatIsOnTheListStaysOnce() {
    const auto view = viewOf(failing());
    const auto rows = overview::groupsOf(*view).front().members;
    Drafts drafts = opened(*view);
    const GroupPlace place = overview::flakyPlacesOf(*view, {rows.front()}).back();
    openLists(drafts, place);
    QVERIFY(drafts.apply(*overview::flakyRows(*view, place, drafts, *baselines::entryFor({"first", "", ""}))));
    const GroupPlace all = overview::flakyPlacesOf(*view, rows).back();
    openLists(drafts, all);
    const auto change = overview::flakyRows(*view, all, drafts, *baselines::entryFor({"again", "", ""}));
    QVERIFY(change && drafts.apply(*change));
    for (const std::string& path : all.lists()) {
      const auto list = flaky::FlakySource::read(drafts.find(path)->pending, path);
      QVERIFY(list);
      QCOMPARE(list->entries().size(), 2u);
    }
  }

  void aColumnOfAWideBaselineAnswersByItsModel() {
    OpenedMaker maker;
    const std::string wide = "name,float32,amp_bf16\nalder,pass,pass\nbirch,pass,pass\n";
    for (const std::string dtype : {"float32", "amp_bf16"}) {
      sources::Piece piece;
      piece.isBaseline = true;
      piece.form = sources::Form::WideCsv;
      piece.identity = configs::Identity{};
      piece.identity->config = *configs::configOfName("xpu/inductor_torchbench_training." + dtype);
      piece.path = "tree/xpu/inductor_torchbench_training.csv";
      piece.origin = piece.path + "#" + dtype;
      piece.valueColumn = dtype;
      piece.table = support::table("name,accuracy\nalder,pass\nbirch,pass\n", piece.path);
      maker.add(std::move(piece)).result({.config = "xpu/inductor_torchbench_training." + dtype}, "name,accuracy\nalder,fail_to_run\nbirch,pass\n");
    }
    const auto view = viewOf(maker);
    const auto groups = overview::groupsOf(*view);
    QCOMPARE(groups.size(), 1u);
    QCOMPARE(groups.front().members.size(), 2u);
    Drafts drafts;
    drafts.adopt({"tree/xpu/inductor_torchbench_training.csv", wide, wide, {1, 2, 3}, true});
    const GroupPlace place = overview::flakyPlacesOf(*view, {groups.front().members.front()}).front();
    openLists(drafts, place);
    const auto change = overview::flakyRows(*view, place, drafts, *baselines::entryFor({"driver", "", ""}));
    QVERIFY(change && drafts.apply(*change));
    for (const RowRef& row : groups.front().members)
      QVERIFY(overview::rowState(*view, row, drafts.decisions()) == RowState::Flaky);
  }

 private:
  static Drafts opened(const overview::CommitView& view) {
    Drafts drafts;
    for (const auto& config : view.configs()) {
      const std::string bytes(config.baseline->bytes());
      drafts.adopt({config.baselinePath, bytes, bytes, {1, 2, 3}, true});
    }
    return drafts;
  }
  static void openLists(Drafts& drafts, const GroupPlace& place) {
    for (const std::string& path : place.lists())
      if (!drafts.find(path)) drafts.adopt({path, "", "", {}, false});
  }
};

QTEST_GUILESS_MAIN(HeadlineTest)
#include "headline_test.moc"
