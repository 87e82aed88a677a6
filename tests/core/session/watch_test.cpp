// SPDX-License-Identifier: GPL-3.0-or-later
// A watch of a branch and of a folder: order, patience, faults of the network, kills between any two steps, and the
// state on disk.
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <stop_token>
#include <utility>

#include "core/history/store.h"
#include "core/session/watch/folder_source.h"
#include "core/session/watch/watch_client.h"
#include "core/session/watch/watch_outputs.h"
#include "tests/core/session/watch_runner.h"

using namespace plumbline;
using namespace plumbline::test;
using session::RoundEnd;
using session::WatchOutput;
using support::FakeAnswer;
using support::FakeBranch;
using Shard = FakeBranch::Shard;

namespace {

const std::string kGood = "a,pass,0\nb,pass,0\nc,pass,0\nd,pass,0\n";
const std::string kBad = "a,fail_to_run,0\nb,pass,0\nc,pass,0\nd,pass,0\n";

FakeAnswer limit(std::int64_t seconds) {
  const std::int64_t now = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  return {.status = 403, .headers = {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", QByteArray::number(qlonglong{now + seconds})}}};
}

/// Story is a branch of commits whose models fail at random, and the events that a watch must report: an oracle of its
/// own, a few lines long.
struct Story {
  QStringList expected;
  std::set<char> red;
  unsigned random = 7;

  unsigned next() { return (random = random * 1'103'515'245U + 12'345U) >> 16U; }
  /// commit returns the rows of two shards (a b, c d); `isCut`: the second one leaves nothing.
  std::vector<Shard> commit(std::size_t number, bool isCut) {
    std::vector<Shard> shards(2);
    QStringList fresh, healed;
    for (const char model : {'a', 'b', 'c', 'd'}) {
      const bool isRed = number > 0 && next() % 4 == 0;
      const bool isHere = !isCut || model < 'c';
      shards[model < 'c' ? 0 : 1].rows += std::string(1, model) + (isRed ? ",fail_to_run,0\n" : ",pass,0\n");
      if (isRed && isHere && red.insert(model).second) fresh << u"+"_s + QLatin1Char(model);
      if (!isRed && !isCut && red.erase(model) > 0) healed << u"-"_s + QLatin1Char(model);
    }
    if (number == 0) expected << u"0:start"_s;
    if (!fresh.isEmpty() || !healed.isEmpty()) expected << QString::number(number) + u':' + (fresh + healed).join(u' ');
    return shards;
  }
};

}  // namespace

class WatchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void beginsWithTheNewestThatIsDone() {
    WatchRunner runner;
    runner.branch.push({{.rows = kGood}});
    runner.branch.push({{.rows = kBad}});
    runner.branch.push({});                                              // no run
    runner.branch.push({{.rows = kGood, .status = "in_progress"}});
    runner.branch.publish();
    QCOMPARE(WatchRunner::errorOf(runner.round()), QString());
    QCOMPARE(runner.events, QStringList{u"1:start"_s});
    QCOMPARE(runner.pauseS, 600);
    QVERIFY(runner.server.requests(FakeBranch::runsPath(0)).empty());
    runner.branch.set(3, {{.rows = kGood}});
    QCOMPARE(runner.round().judged, std::size_t{1});
    QCOMPARE(runner.events.mid(1), QStringList{u"3:-a"_s});
    const std::size_t before = runner.server.requests(FakeBranch::runsPath(2)).size();
    QCOMPARE(runner.round().judged, std::size_t{0});
    QCOMPARE(runner.server.requests(FakeBranch::runsPath(2)).size(), before);  // it lies before one that was judged
    QCOMPARE(runner.events.size(), 2);
  }

  void aCommitInWorkHoldsBackLaterOnes() {
    WatchRunner runner;
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    runner.round();
    runner.branch.push({});
    runner.branch.push({{.rows = kBad, .status = "queued"}});
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    QCOMPARE(runner.round().judged, std::size_t{0});
    runner.now += 3600;
    runner.branch.set(2, {{.rows = kBad}});
    QCOMPARE(runner.round().judged, std::size_t{2});
    QCOMPARE(runner.events, (QStringList{u"0:start"_s, u"2:+a"_s, u"3:-a"_s}));
    // For as long as the patience goes.
    runner.branch.push({{.rows = "a,fail_to_run,0\nb,pass,0\n"}, {.rows = "c,pass,0\nd,pass,0\n", .status = "queued"}});
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    QCOMPARE(runner.round().judged, std::size_t{0});
    runner.now += 7201;
    QCOMPARE(runner.round().judged, std::size_t{2});
    QCOMPARE(runner.events.mid(3), (QStringList{u"4:+a"_s, u"5:-a"_s}));
  }

  void sinceACommit() {
    WatchRunner runner;
    for (int i = 0; i < 7; ++i) runner.branch.push({{.rows = i == 4 ? kBad : kGood}});
    runner.branch.publish(2);
    runner.since = FakeBranch::shaOf(2).substr(0, 9);
    runner.round();
    QCOMPARE(runner.events, (QStringList{u"3:start"_s, u"4:+a"_s, u"5:-a"_s}));
    QCOMPARE(runner.server.requests().size(), std::size_t{3 + 4 * 3});  // three pages of the list: it ends early
    WatchRunner lost;
    lost.branch.push({{.rows = kGood}});
    lost.branch.publish();
    lost.since = "0123456";
    QCOMPARE(WatchRunner::errorOf(lost.round()), u"The newest 1 commits of main do not include 0123456. Name a newer one with --since."_s);
  }

  void theBranchIsRewritten() {
    WatchRunner runner;
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    runner.round();
    support::FakeBranch other(runner.server);
    for (int i = 0; i < 3; ++i) other.push({});
    other.set(2, {{.rows = kBad}});
    other.publish();
    QByteArray list = "[{\"sha\": \"" + QByteArray::fromStdString(FakeBranch::shaOf(2)) + "\", \"commit\": {\"message\": \"x\", \"committer\": {\"date\": \"2026-06-01T00:00:00Z\"}}}]";
    runner.server.answer(FakeBranch::listPath(), {{.body = list}});
    const RoundEnd end = runner.round();
    QCOMPARE(end.judged, std::size_t{1});
    QCOMPARE(end.warnings.size(), std::size_t{1});
    QVERIFY(end.warnings[0].text.ends_with("any more."));
    QVERIFY(runner.events.last().endsWith(u":+a"_s));
  }

  void fiftyCommitsWithFaults() {
    WatchRunner runner;
    runner.store = runner.folder.path(u"history.sqlite"_s).toStdString();
    Story story;
    const QByteArray html = "<html>please log in</html>";
    int failedRounds = 0, waits = 0;
    std::vector<Shard> rows29;  // of the commit that is in work at first
    for (std::size_t n = 0; n < 50;) {
      for (std::size_t in = n == 0 ? 1 : 1 + story.next() % 4; in > 0 && n < 50; --in, ++n) {
        const bool isCut = n % 10 == 8;
        const auto shards = story.commit(n, isCut);
        if (n == 29) rows29 = shards;
        runner.branch.push(shards);
        if (isCut) runner.server.answer(runner.branch.zipPath(n, 2, 2), {{.status = 404}});  // for good
        const std::string zip = runner.branch.zipPath(n, 1, 2);
        const FakeAnswer good{.body = FakeBranch::zip(shards[0].rows)};
        FakeAnswer half = good, cut = good;
        half.body.chop(30);
        cut.trick = FakeAnswer::Trick::CutAfter;
        cut.bytes = 50;
        if (n == 5) runner.server.answerFirst(zip, {half});
        if (n == 9) runner.server.answerFirst(zip, {cut});
        if (n == 13) runner.server.answerFirst(zip, {{.body = html}});
        if (n == 17) runner.server.answerFirst(zip, {{.status = 503}, {.status = 500}});
        if (n == 21) runner.server.answerFirst(FakeBranch::runsPath(n), {{.status = 500}, {.status = 404}});
        if (n == 25) runner.server.answerFirst(FakeBranch::jobsPath(n), {limit(900), {.body = "{\"jobs\": ["}});
        if (n == 29) runner.branch.set(n, {{.rows = shards[0].rows}, {.rows = shards[1].rows, .status = "in_progress"}});
      }
      runner.branch.publish();
      if (n > 30 && n < 35) runner.server.answerFirst(FakeBranch::listPath(), {{.trick = FakeAnswer::Trick::CutAfter}});
      if (n > 40 && n < 45) runner.server.answerFirst(FakeBranch::listPath(), {limit(900)});
      const RoundEnd end = runner.round();
      if (n > 29 && !rows29.empty()) runner.branch.set(29, std::exchange(rows29, {}));
      failedRounds += WatchRunner::errorOf(end).isEmpty() ? 0 : 1;
      if (end.retryAfterS > 0) {
        ++waits;
        QVERIFY2(runner.pauseS > 880 && runner.pauseS <= 900, qPrintable(QString::number(runner.pauseS)));
      }
      runner.now += 300;
    }
    for (int i = 0; i < 12; ++i) (void)runner.round();
    qInfo() << failedRounds << "rounds failed," << waits << "waited";
    QVERIFY(failedRounds >= 5 && waits >= 2);
    const auto store = history::Store::open(runner.store, history::Store::Access::ReadOnly);
    QVERIFY(store);
    QCOMPARE((*store)->rowCounts()->front().second, std::uint64_t{2 * 50 - 5});  // five artifacts are not there
    QCOMPARE(runner.events.join(u'\n'), story.expected.join(u'\n'));
  }

  // What is on disk while a report is written is what a kill at this moment leaves.
  void aKillAtAnyMomentLosesNothing() {
    WatchRunner runner;
    Story story;
    runner.branch.push(story.commit(0, false));
    runner.branch.publish();
    const QString log = runner.folder.path(u"log.jsonl"_s);
    int kills = 0;
    std::stop_source stop;
    QByteArray left;
    const auto killable = [&](const WatchOutput& output) {
      return WatchOutput{output.name, [&, output](const reports::NewsReport& report, bool isRepeat) {
                           const unsigned when = story.next() % 3;
                           if (when == 0) return output.write(report, isRepeat);
                           left = runner.folder.read(u"state.json"_s);
                           stop.request_stop();
                           ++kills;
                           return when == 1 ? output.write(report, isRepeat) : base::Result<void>(base::fail({.text = "killed before it was written"}));
                         }};
    };
    const WatchOutput logged = session::watchLogOutput(log.toStdString());
    runner.round({runner.output(), logged});
    for (std::size_t n = 1; n < 20; ++n) runner.branch.push(story.commit(n, false));
    runner.branch.publish();
    for (int i = 0; i < 500; ++i) {
      stop = {};
      left.clear();
      auto watcher = runner.open({killable(runner.output()), killable(logged)});
      QVERIFY(watcher);
      const RoundEnd end = watcher->round(base::Progress(stop.get_token()));
      if (!end.stopped) break;
      QVERIFY(!left.isEmpty());
      runner.folder.write(u"state.json"_s, left);
    }
    QVERIFY2(kills >= 20, qPrintable(QString::number(kills)));
    // The first output has everything, with repeats marked: what is not marked is there once.
    QStringList marked, all;
    for (const QString& event : runner.events) (event.endsWith(u'?') ? marked : all) << event;
    QVERIFY(!marked.isEmpty());
    QCOMPARE(QSet<QString>(all.begin(), all.end()).size(), all.size());
    all = runner.events;
    all.replaceInStrings(u"?"_s, QString());
    all.removeDuplicates();
    QCOMPARE(all, story.expected);
    // The log has each once, in order.
    QStringList lines;
    for (const QByteArray& line : runner.folder.read(u"log.jsonl"_s).trimmed().split('\n')) {
      const QJsonObject report = QJsonDocument::fromJson(line).object();
      QCOMPARE(report[u"number"_s].toInt(), lines.size() + 1);
      lines << QString::number((report[u"commit"_s][u"unix_s"_s].toInteger() - support::kFirstCommitTime) / 3600);
    }
    for (qsizetype i = 0; i < all.size(); ++i) QCOMPARE(lines.value(i), all[i].section(u':', 0, 0));
    QCOMPARE(lines.size(), all.size());
  }

  void outputsThatFailGetItAgain() {
    WatchRunner runner;
    runner.branch.push({{.rows = kGood}});
    runner.branch.push({{.rows = kBad}});
    runner.branch.publish();
    runner.since = FakeBranch::shaOf(0);
    const QString file = runner.folder.path(u"seen"_s), comment = runner.folder.path(u"comment.md"_s);
    const std::stop_source stop;
    const auto command = [&](const char* words) {
      return session::watchCommandOutput(words, [](const reports::NewsReport& report, bool isRepeat) { return report.id + (isRepeat ? " again\n" : "\n"); }, stop.get_token());
    };
    const std::string path = file.toStdString();
    const std::string script = "test -e " + path + ".ok || { echo no disk >&2; exit 3; }; test -n \"$PLUMBLINE_REPORT\"; cat >> " + path;
    const std::vector<WatchOutput> outputs = {runner.output(), session::watchCommentOutput(comment.toStdString()), command(script.c_str())};
    runner.branch.push({{.rows = kGood}});
    RoundEnd end = runner.round(outputs);
    QVERIFY(!end.stopped);
    QCOMPARE(end.warnings.size(), std::size_t{1});
    QVERIFY2(end.warnings[0].text.ends_with("ended with exit status 3: no disk"), end.warnings[0].text.c_str());
    QCOMPARE(runner.events, QStringList{u"1:start"_s});
    const QByteArray first = runner.folder.read(u"comment.md"_s);
    QVERIFY2(first.startsWith("<!-- plumbline-watch ") && first.contains("### 1 red"), first.constData());
    runner.branch.publish();
    end = runner.round(outputs);  // the later report waits for the earlier one
    QCOMPARE(runner.events, (QStringList{u"1:start"_s, u"2:-a"_s}));
    QVERIFY(runner.folder.read(u"comment.md"_s).contains("### 1 healed"));
    QCOMPARE(runner.folder.read(u"seen"_s), QByteArray("(no file)"));
    runner.folder.write(u"seen.ok"_s, "");
    end = runner.round(outputs);
    QVERIFY(end.warnings.empty());
    const QList<QByteArray> seen = runner.folder.read(u"seen"_s).trimmed().split('\n');
    QCOMPARE(seen.size(), 2);
    QVERIFY(seen[0].endsWith(" again") && seen[1].endsWith(" again") && seen[0] != seen[1]);
    QVERIFY(runner.round(outputs).warnings.empty());
    QCOMPARE(runner.folder.read(u"seen"_s).count('\n'), 2);
  }

  void aHalfWrittenLineOfTheLog() {
    support::TestFolder folder;
    const QString path = folder.write(u"log.jsonl"_s, "{\"format\":\"plumbline-watch\",\"version\":1,\"id\":\"abcd\",\"num");
    const WatchOutput log = session::watchLogOutput(path.toStdString());
    const reports::NewsReport report{.id = "abcd", .number = 1, .source = "x", .link = {}, .news = {}};
    for (int i = 0; i < 3; ++i) QVERIFY(log.write(report, true));
    const QList<QByteArray> lines = folder.read(u"log.jsonl"_s).split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(QJsonDocument::fromJson(lines[1]).object()[u"id"_s].toString(), u"abcd"_s);
  }

  void pauses() {
    WatchRunner runner;
    runner.server.answer(FakeBranch::listPath(), {{.status = 500}});
    auto watcher = runner.open();
    QVERIFY(watcher);
    QList<qint64> pauses;
    for (int i = 0; i < 9; ++i) pauses << watcher->pauseAfter(watcher->round(), 600);
    QCOMPARE(pauses, (QList<qint64>{30, 60, 120, 240, 480, 960, 1800, 1800, 1800}));
    runner.server.answer(FakeBranch::listPath(), {limit(77)});
    const qint64 pause = watcher->pauseAfter(watcher->round(), 600);
    QVERIFY2(pause > 60 && pause <= 77, qPrintable(QString::number(pause)));
    runner.branch.publish();
    QCOMPARE(watcher->pauseAfter(watcher->round(), 600), 600);
    runner.server.answer(FakeBranch::listPath(), {{.status = 500}});
    QCOMPARE(watcher->pauseAfter(watcher->round(), 7200), 30);
  }

  void aCommitThatCannotBeReadIsGivenUp() {
    WatchRunner runner;
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    runner.round();
    runner.branch.push({{.rows = kBad}});
    runner.branch.push({{.rows = kBad}});
    runner.branch.publish();
    runner.server.answer(FakeBranch::runsPath(1), {{.body = "[]"}});
    for (int i = 0; i < 6; ++i) QVERIFY(!WatchRunner::errorOf(runner.round()).isEmpty());
    QCOMPARE(runner.events.size(), 1);  // six failures, but within the patience
    runner.now += 7201;
    const RoundEnd end = runner.round();
    QVERIFY(!end.stopped);
    QVERIFY2(end.warnings.size() == 1 && end.warnings[0].text.find("is given up: ") != std::string::npos, "a warning names it");
    QCOMPARE(runner.events, (QStringList{u"0:start"_s, u"2:+a"_s}));
  }

  void theHistoryFails() {
    WatchRunner runner;
    runner.store = runner.folder.write(u"history.sqlite"_s, "this is no database, and long enough to be sure of it").toStdString();
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    const RoundEnd end = runner.round();
    QVERIFY(!end.stopped);
    QCOMPARE(end.warnings.size(), std::size_t{1});
    QVERIFY2(end.warnings[0].text.find(" is not added to the history: ") != std::string::npos, end.warnings[0].text.c_str());
    QCOMPARE(runner.events, QStringList{u"0:start"_s});
  }

  void theHistoryComesBack() {
    WatchRunner runner;
    const QString file = u"history.sqlite"_s;
    runner.store = runner.folder.write(file, "this is no database, and long enough to be sure of it").toStdString();
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    (void)runner.round();
    runner.branch.push({{.rows = kBad}});
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    const RoundEnd down = runner.round();
    QVERIFY(!down.stopped);
    QCOMPARE(down.warnings.size(), std::size_t{1});
    QVERIFY2(down.warnings[0].text.starts_with("1 result waits for the history: "), down.warnings[0].text.c_str());
    QVERIFY(QFile::remove(runner.folder.path(file)));
    const RoundEnd up = runner.round();
    QVERIFY(!up.stopped && up.warnings.empty());
    const auto store = history::Store::open(runner.store, history::Store::Access::ReadOnly);
    QVERIFY(store);
    QCOMPARE((*store)->rowCounts()->front().second, std::uint64_t{3});
    const auto series = (*store)->runs().series({.model = "a", .metric = "accuracy"});
    QVERIFY(series && series->series.size() == 1);
    QCOMPARE(series->runs[series->series[0].points[1].run].commit, FakeBranch::shaOf(1));
    QCOMPARE(series->series[0].points[1].word, std::string("fail_to_run"));
    QCOMPARE(runner.events, (QStringList{u"0:start"_s, u"1:+a"_s, u"2:-a"_s}));  // told once
    QCOMPARE(runner.round().warnings.size(), std::size_t{0});
  }

  /// Of a result that changed while the history was away it gets what was judged, and the newer one as a result of its own.
  void addsOnlyWhatWasJudged() {
    WatchRunner runner;
    runner.store = runner.folder.write(u"history.sqlite"_s, "this is no database, and long enough to be sure of it").toStdString();
    const std::string folder = runner.folder.path(u"ci"_s).toStdString();
    runner.source = [&] { return std::make_unique<session::FolderSource>(session::FolderWatch{.folder = folder, .settleS = 30}); };
    const auto write = [&](const QString& name, const std::string& rows) {
      runner.folder.write(u"ci/one/"_s + name, QByteArray::fromStdString("name,accuracy,graph_breaks\n" + rows));
      runner.now += 31;
    };
    write(u"inductor_torchbench_training.csv"_s, kGood);
    write(u"aot_eager_torchbench_training.csv"_s, kGood);
    (void)runner.round();
    runner.now += 31;
    QCOMPARE(runner.round().judged, std::size_t{1});
    write(u"inductor_torchbench_training.csv"_s, kBad);
    QVERIFY(QFile::remove(runner.folder.path(u"history.sqlite"_s)));
    const auto words = [&] {
      const auto store = history::Store::open(runner.store, history::Store::Access::ReadOnly);
      const auto list = (*store)->runs().series({.model = "a", .metric = "accuracy"});
      QStringList all;
      for (const history::Series& series : list->series)
        for (const history::SeriesPoint& point : series.points) all << QString::fromStdString(series.key.config.substr(0, 3) + ' ' + point.word);
      all.sort();
      return all;
    };
    const RoundEnd up = runner.round();  // the folder has only just changed
    QCOMPARE(up.judged, std::size_t{0});
    QCOMPARE(up.warnings.size(), std::size_t{1});
    QVERIFY2(up.warnings[0].text == "one is not whole in the history: 1 run changed on disk before the history could be reached.", up.warnings[0].text.c_str());
    QCOMPARE(words(), QStringList{u"aot pass"_s});
    runner.now += 31;
    QCOMPARE(runner.round().judged, std::size_t{1});
    QCOMPARE(words(), (QStringList{u"aot pass"_s, u"ind fail_to_run"_s}));
    QCOMPARE(runner.round().warnings.size(), std::size_t{0});
  }

  void leavesOutOfTheHistoryWhatIsGone() {
    WatchRunner runner;
    runner.store = runner.folder.write(u"history.sqlite"_s, "this is no database, and long enough to be sure of it").toStdString();
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    (void)runner.round();
    QVERIFY(QDir(runner.folder.path(u"cache"_s)).removeRecursively() && QFile::remove(runner.folder.path(u"history.sqlite"_s)));
    const RoundEnd end = runner.round();
    QVERIFY(!end.stopped);
    QCOMPARE(end.warnings.size(), std::size_t{1});
    QVERIFY2(end.warnings[0].text.find(" is left out of the history: ") != std::string::npos, end.warnings[0].text.c_str());
    QCOMPARE(runner.round().warnings.size(), std::size_t{0});
  }

  void badStates_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* tag, const QByteArray& bytes, const char* part) { QTest::newRow(tag) << bytes << QString::fromLatin1(part); };
    const QByteArray head = "{\"format\":\"plumbline-watch-state\",";
    row("no JSON", "hello", "is no state of a watch");
    row("an array", "[]", "is no state of a watch");
    row("another format", "{\"format\":\"x\"}", "is no state of a watch");
    row("newer", head + "\"version\":2}", "of a newer Plumbline");
    row("cut", head + "\"version\":1,\"source\":\"x\"}", "is damaged");
    row("another kind", head + "\"version\":1,\"source\":7}", "is damaged");
  }
  void badStates() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    WatchRunner runner;
    runner.folder.write(u"state.json"_s, bytes);
    const QString error = WatchRunner::errorOf(runner.round());
    QVERIFY2(error.contains(part) && error.startsWith(runner.folder.path(u"state.json"_s)) && error.contains(u"--state"_s), qPrintable(error));
    QCOMPARE(runner.folder.read(u"state.json"_s), bytes);
  }

  void twoWatchesOfOneState() {
    WatchRunner runner;
    runner.branch.publish();
    {
      auto first = runner.open();
      QVERIFY(first);
      QVERIFY2(WatchRunner::errorOf(runner.round()).contains(u"Another watch works with this state."_s), "locked");
    }
    QCOMPARE(WatchRunner::errorOf(runner.round()), QString());
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    runner.round();
    runner.source = [&] { return std::make_unique<session::FolderSource>(session::FolderWatch{.folder = "/x"}); };
    QVERIFY(WatchRunner::errorOf(runner.round()).contains(u"This state is of the watch of pytorch/pytorch main, not of /x."_s));
  }

  void aFolder() {
    WatchRunner runner;
    const std::string folder = runner.folder.path(u"ci"_s).toStdString();
    runner.source = [&] { return std::make_unique<session::FolderSource>(session::FolderWatch{.folder = folder, .since = runner.since, .settleS = 30}); };
    QVERIFY(WatchRunner::errorOf(runner.round()).contains(runner.folder.path(u"ci"_s)));
    const auto write = [&](const QString& name, const std::string& rows, std::int64_t time) {
      const QString path = runner.folder.write(u"ci/"_s + name, QByteArray::fromStdString("name,accuracy,graph_breaks\n" + rows));
      std::filesystem::last_write_time(path.toStdString(), std::filesystem::file_time_type(std::chrono::file_clock::from_sys(std::chrono::sys_seconds(std::chrono::seconds(time)))));
    };
    const QString csv = u"inductor_torchbench_training.csv"_s;
    write(u"old/"_s + csv, kBad, runner.now - 5000);
    write(u"one/"_s + csv, kGood, runner.now - 4000);
    write(u"two/"_s + csv, kBad, runner.now - 10);  // may still be written
    QCOMPARE(runner.round().judged, std::size_t{1});
    QCOMPARE(runner.events, QStringList{u"one:start"_s});
    runner.now += 30;
    QCOMPARE(runner.round().judged, std::size_t{1});
    QCOMPARE(runner.events.last(), u"two:+a"_s);
    QCOMPARE(runner.round().judged, std::size_t{0});
    write(u"two/"_s + csv, kGood, runner.now - 40);  // it changes after it was judged
    QCOMPARE(runner.round().judged, std::size_t{1});
    QCOMPARE(runner.events.last(), u"two:-a"_s);
    // Files of the folder itself are one result; a clock that is ahead holds it back for the time it takes only.
    write(csv, kBad, runner.now + 86'400);
    write(u"aot_eager_torchbench_inference.csv"_s, kGood, runner.now);
    QCOMPARE(runner.round().judged, std::size_t{0});
    runner.now += 31;
    QCOMPARE(runner.round().judged, std::size_t{1});
    QCOMPARE(runner.events.last(), u"inductor_torchbench_training.csv and 1 more:+a"_s);
    QDir(runner.folder.path(u"ci/two"_s)).removeRecursively();
    QCOMPARE(runner.round().judged, std::size_t{0});
    QFile::remove(runner.folder.path(u"state.json"_s));
    runner.since = "old";
    runner.events.clear();
    QCOMPARE(runner.round().judged, std::size_t{1});
    runner.now += 30;
    QCOMPARE(runner.round().judged, std::size_t{1});
    QCOMPARE(runner.events, (QStringList{u"one:start"_s, u"inductor_torchbench_training.csv and 1 more:+a"_s}));
    QFile::remove(runner.folder.path(u"state.json"_s));
    runner.since = "nothing";
    QVERIFY(WatchRunner::errorOf(runner.round()).contains(u"There are no results called nothing in this folder."_s));
  }

  void aWindowsWatch() {
    WatchRunner runner;
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    session::WatchClient client;
    QStringList events, problems;
    int rounds = 0;
    connect(&client, &session::WatchClient::reported, this, [&](const reports::NewsReport& report) { events << WatchRunner::eventOf(report, false); });
    connect(&client, &session::WatchClient::problem, this, [&](const base::Error& error, qint64 pauseS) { problems << QString::fromStdString(error.text) + QString::number(pauseS); });
    connect(&client, &session::WatchClient::roundDone, this, [&] { ++rounds; });
    const session::WatchRequest request{.branch = {.fetch = runner.fetchOptions()}, .watch = runner.options(), .intervalS = 0};
    client.start(request);
    QTRY_COMPARE(events, QStringList{u"0:start"_s});
    runner.branch.push({{.rows = kBad}});
    runner.branch.publish();  // no pause: one of the next rounds sees it
    QTRY_COMPARE(events.size(), 2);
    QCOMPARE(events.last(), u"1:+a"_s);
    QVERIFY(problems.isEmpty());
    runner.server.answer(FakeBranch::listPath(), {{.status = 429, .headers = {{"Retry-After", "500"}}}});
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(problems.first().endsWith(u".500"_s));
    // While it waits, and while it fetches, an end is prompt; nothing comes after it.
    QElapsedTimer clock;
    clock.start();
    client.stop();
    QVERIFY(clock.elapsed() < 5000 && !client.isRunning());
    runner.branch.push({{.rows = kGood}});
    runner.branch.publish();
    runner.server.answer(runner.branch.zipPath(2, 1, 1), {{.body = FakeBranch::zip(kGood), .trick = FakeAnswer::Trick::StallAfter, .bytes = 10}});
    client.start(request);
    QTRY_VERIFY(!runner.server.requests(runner.branch.zipPath(2, 1, 1)).empty());
    const int before = rounds;
    clock.restart();
    client.stop();
    QVERIFY(clock.elapsed() < 5000);
    QCoreApplication::sendPostedEvents();
    QCOMPARE(rounds, before);
    QCOMPARE(events.size(), 2);
    // A state that cannot be used ends it.
    runner.folder.write(u"state.json"_s, "{}");
    bool isStopped = false;
    connect(&client, &session::WatchClient::stopped, this, [&] { isStopped = true; });
    client.start(request);
    QTRY_VERIFY(isStopped);
    QVERIFY(problems.size() == 2 && problems.last().endsWith(u"watch.-1"_s) && !client.isRunning());
  }

  void whatAWindowsWatchJudgesBy() {
    support::TestFolder folder;
    const QByteArray csv = QByteArray::fromStdString(kModels);
    folder.write(u"tree/ci_expected_accuracy/inductor_torchbench_training.csv"_s, csv);
    folder.write(u"run/inductor_torchbench_training.csv"_s, csv);
    folder.write(u"both/ci_expected_accuracy/aot_eager_torchbench_training.csv"_s, csv);
    folder.write(u"both/dynamic_inductor_torchbench_training.csv"_s, csv);
    const auto pathOf = [&](const QString& name) { return folder.path(name).toStdString(); };
    const auto results = overview::openCommit({.paths = {{pathOf(u"run"_s)}}});
    QVERIFY(results.isValue() && !session::hasBaselines(*results.value()));
    const auto view = overview::openCommit({.paths = {{pathOf(u"run"_s)}, {pathOf(u"tree"_s)}, {pathOf(u"both"_s)}}, .ruleId = "2026-08"});
    QVERIFY(view.isValue() && session::hasBaselines(*view.value()));
    const session::WatchOptions options = session::watchOptionsFor(*view.value(), "h.sqlite");
    QCOMPARE(options.judge.paths, (std::vector<sources::SourcePath>{{pathOf(u"tree"_s), sources::Role::Expected},
                                                                   {pathOf(u"both/ci_expected_accuracy/aot_eager_torchbench_training.csv"_s), sources::Role::Expected}}));
    QCOMPARE(options.judge.view.rules, view.value()->options().rules);
    QCOMPARE(options.store, std::string("h.sqlite"));
  }
};

QTEST_GUILESS_MAIN(WatchTest)
#include "watch_test.moc"
