// SPDX-License-Identifier: GPL-3.0-or-later
// What one commit after the other changes: new once, healed by a complete run only, red since the first.
#include <QTest>

#include "core/overview/commit_news.h"
#include "tests/core/overview/opened_maker.h"

using namespace plumbline;
using overview::newsOf;
using overview::RedRows;
using support::csvOf;
using support::OpenedMaker;
using support::viewOf;

namespace {

const std::string kCuda = "inductor_torchbench_training";
const std::string kRocm = "rocm/inductor_torchbench_training";
const std::string kBaseline = csvOf("a,pass,0\nb,pass,0\nc,pass,0\n");

/// line writes news as "NAME: +a -b =c@SINCE", models sorted as in RedRows.
std::string line(const overview::CommitNews& news) {
  std::string out = news.commit.name + ":";
  for (const auto& [row, red] : news.fresh) out += " +" + row.model + '(' + std::string(verdicts::className(red.cls)) + ')';
  for (const auto& [row, red] : news.healed) out += " -" + row.model + '@' + red.since.name;
  for (const auto& [row, red] : news.still) out += " =" + row.model + '@' + red.since.name + (red.isOlder ? "?" : "");
  return out;
}

struct Step {
  const char* name;
  std::vector<std::pair<support::ResultName, std::string>> results;
};

/// storyOf runs the steps, the first one as the start.
QString storyOf(const std::vector<Step>& steps) {
  RedRows red;
  QStringList lines;
  for (const Step& step : steps) {
    OpenedMaker maker;
    maker.baseline(kCuda, kBaseline).baseline(kRocm, kBaseline);
    for (const auto& [name, rows] : step.results) maker.result(name, rows.starts_with("name,") ? rows : csvOf(rows));
    lines << QString::fromStdString(line(newsOf(*viewOf(maker), {.name = step.name}, red, lines.isEmpty())));
  }
  return lines.join(QStringLiteral("; "));
}

const std::vector<std::pair<support::ResultName, std::string>> kGood = {{{.config = kCuda}, "a,pass,0\nb,pass,0\nc,pass,0\n"}};
const std::vector<std::pair<support::ResultName, std::string>> kBad = {{{.config = kCuda}, "a,fail_to_run,0\nb,pass,0\nc,pass,0\n"}};

}  // namespace

class CommitNewsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stories_data() {
    QTest::addColumn<QString>("story");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const std::vector<Step>& steps, const char* expected) {
      QTest::newRow(tag) << storyOf(steps) << QString::fromLatin1(expected);
    };
    row("new once, then still red, then healed", {{"1", kGood}, {"2", kBad}, {"3", kBad}, {"4", kGood}, {"5", kGood}},
        "1:; 2: +a(fail); 3: =a@2; 4: -a@2; 5:");
    row("red at the start is not new", {{"1", kBad}, {"2", kBad}, {"3", kGood}, {"4", kBad}}, "1: =a@1?; 2: =a@1?; 3: -a@1; 4: +a(fail)");
    row("a config that did not run changes nothing",
        {{"1", kGood}, {"2", kBad}, {"3", {{{.config = kRocm}, "a,pass,0\nb,pass,0\nc,pass,0\n"}}}, {"4", kBad}}, "1:; 2: +a(fail); 3:; 4: =a@2");
    row("a missing shard heals nothing, and fails all the same",
        {{"1", kGood}, {"2", kBad}, {"3", {{{.config = kCuda, .shard = 1, .shards = 2}, "a,pass,0\nb,fail_to_run,0\n"}}}, {"4", kGood}},
        "1:; 2: +a(fail); 3: +b(fail); 4: -a@2 -b@3");
    row("both shards heal",
        {{"1", kBad}, {"2", {{{.config = kCuda, .shard = 1, .shards = 2}, "a,pass,0\nb,pass,0\n"}, {{.config = kCuda, .shard = 2, .shards = 2}, "c,pass,0\n"}}}},
        "1: =a@1?; 2: -a@1");
    row("a lost model is a failure", {{"1", kGood}, {"2", {{{.config = kCuda}, "a,pass,0\nc,pass,0\n"}}}, {"3", kGood}}, "1:; 2: +b(missing); 3: -b@2");
    row("another class is new again", {{"1", kGood}, {"2", {{{.config = kCuda}, "a,pass,0\nc,pass,0\nb,pass,0\nd,pass,0\n"}}},
        {"3", {{{.config = kCuda}, "a,fail_to_run,0\nb,pass,0\nc,pass,0\n"}}}, {"4", {{{.config = kCuda}, "b,pass,0\nc,pass,0\n"}}}},
        "1:; 2: +d(missing); 3: +a(fail) -d@2; 4: +a(missing)");
    row("another column is a new failure, one of several that healed is not",
        {{"1", kGood}, {"2", {{{.config = kCuda}, "a,fail_to_run,0\nb,fail_to_run,3\nc,pass,0\n"}}},
         {"3", {{{.config = kCuda}, "a,pass,3\nb,fail_to_run,0\nc,pass,0\n"}}},
         {"4", {{{.config = kCuda}, "a,pass,4\nb,fail_to_run,0\nc,pass,0\n"}}},
         {"5", {{{.config = kCuda}, "a,fail_to_run,4\nb,pass,0\nc,pass,0\n"}}}},
        "1:; 2: +a(fail) +b(fail); 3: +a(fail) =b@2; 4: =a@3 =b@2; 5: +a(fail) -b@2");
    row("a run that no check can judge", {{"1", kBad}, {"2", {{{.config = kCuda}, "a,pass,0\n"}}}, {"3", {{{.config = kCuda}, "name,speedup\na,1\n"}}}, {"4", kGood}},
        "1: =a@1?; 2: +b(missing) +c(missing) -a@1; 3: +(invalid); 4: -@3 -b@2 -c@2");
  }
  void stories() {
    QFETCH(QString, story);
    QFETCH(QString, expected);
    QCOMPARE(story, expected);
  }

  void titles() {
    overview::CommitNews news;
    QVERIFY(!news.hasNews());
    QCOMPARE(overview::newsTitle(news), std::string("nothing is red"));
    news.still.resize(3);
    QVERIFY(!news.hasNews());
    news.isStart = true;
    QVERIFY(news.hasNews());
    QCOMPARE(overview::newsTitle(news), std::string("3 red"));
    news.isStart = false;
    news.fresh.resize(1);
    news.healed.resize(1200);
    QVERIFY(news.hasNews());
    QCOMPARE(overview::newsTitle(news), std::string("1 new failure, 1,200 healed, 3 still red"));
  }
};

QTEST_GUILESS_MAIN(CommitNewsTest)
#include "commit_news_test.moc"
