// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for a file and for a server: several programs at once, all or nothing, errors that are one sentence each.
// And what only a server has: users, passwords, a connection that is lost.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "core/history/cell_history.h"
#include "core/history/decisions/decision_store.h"
#include "core/history/decisions/flaky_episodes.h"
#include "core/history/schema.h"
#include "core/history/show_report.h"
#include "core/history/store.h"
#include "tests/support/git_repository.h"
#include "tests/support/postgres_server.h"

using namespace plumbline;
using history::SqlConnection;
using history::Store;
using Access = Store::Access;

namespace {

history::BaselineHistory madeHistory(std::size_t commits, const std::string& prefix = "c") {
  history::BaselineHistory made;
  made.files = {"ci/a.csv"};
  for (std::size_t i = 0; i < commits; ++i) {
    made.commits.push_back({prefix + std::to_string(i), "2026-01-01", "A", "subject", static_cast<std::int64_t>(i),
                            std::nullopt, history::ChangeKind::Code});
    made.changes.push_back({0, i, "model", "accuracy", std::string("a"), std::string("b")});
  }
  return made;
}

/// script is a check script whose set has these names, one with a comment.
QByteArray script(const QByteArray& names) {
  return "def check(actual, expected, path):\n    flaky_models = {\n" + names + "    }\n    return actual != expected and actual not in flaky_models\n";
}

QString episodeTexts(const std::vector<history::FlakyEpisode>& episodes) {
  QStringList lines;
  for (const history::FlakyEpisode& one : episodes)
    lines << QString::fromStdString(one.entry.name + ' ' + scopeText(one) + ' ' + (one.began ? one.began->subject : "?") + " .. " +
                                    (one.ended ? one.ended->subject : "now"));
  return lines.join(u'\n');
}

history::RunRecord recordAt(const std::string& hash, std::int64_t time) {
  history::RunRecord record;
  record.info.contentHash = hash;
  record.info.measuredAt = time;
  record.samples = {{{"torchbench", "inductor", "moco", "speedup", ""}, 1.5, ""},
                    {{"torchbench", "inductor", "moco", "accuracy", ""}, {}, "pass"}};
  return record;
}

}  // namespace

class EnginesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase_data() { support::HistoryEngines::addRows(); }
  void initTestCase() { m_engines.start(); }
  void init() {
    if (const QString why = m_engines.missing(); !why.isEmpty()) QSKIP(qPrintable(why));
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = m_engines.emptyStore(*m_folder);
  }
  void readsNothingWhereThereIsNothing();
  void waitsForAnotherProgram();
  void keepsNothingOfWhatFails();
  void writesNothingReadOnly();
  void refusesANewerSchema();
  void refusesAnotherProgramsTables();
  void findsWhatBelongsToNothing();
  void textsSurvive();
  void namesThatAreNotUtf8();
  void decisionsAreStoredOnce();
  void decisionsReplaceTheLog();
  void flakyEpisodes();
  void serverErrors_data();
  void serverErrors();
  void noPasswordInErrors();
  void aLostServer();
  void monthsOfValues();

 private:
  std::unique_ptr<Store> opened(Access access = Access::ReadWrite) const {
    auto store = Store::open(m_store, access);
    if (!store) qCritical("%s", base::describe(store.error()).c_str());
    return store ? *std::move(store) : nullptr;
  }
  support::HistoryEngines m_engines;
  std::unique_ptr<QTemporaryDir> m_folder;
  std::string m_store;
};

void EnginesTest::readsNothingWhereThereIsNothing() {
  QVERIFY(Store::open(m_store, Access::ReadOnly).error().code == base::ErrorCode::NotFound);
  const auto store = opened();
  QVERIFY(store);
  QVERIFY(store->check());
  QVERIFY(store->sizeBytes());
  QVERIFY(store->runs().series({.model = "moco"})->series.empty());
}

void EnginesTest::waitsForAnotherProgram() {
  const auto one = opened(), other = opened();
  QVERIFY(one->baselines().add(madeHistory(100)));
  QVERIFY(other->baselines().add(madeHistory(200)));
  const auto reader = opened(Access::ReadOnly);
  QCOMPARE(reader->baselines().read()->commits.size(), std::size_t{200});
  QCOMPARE(one->baselines().add(madeHistory(200))->commits, std::size_t{0});
}

void EnginesTest::keepsNothingOfWhatFails() {
  const auto store = opened();
  history::BaselineHistory twice = madeHistory(2);
  twice.changes.push_back(twice.changes.front());  // the same cell twice in one commit
  QVERIFY(!store->baselines().add(twice));
  QVERIFY(store->baselines().read()->commits.empty());
  QCOMPARE(store->baselines().add(madeHistory(2))->commits, std::size_t{2});
}

void EnginesTest::writesNothingReadOnly() {
  QVERIFY(opened());
  const auto reader = opened(Access::ReadOnly);
  QVERIFY(reader->baselines().add(madeHistory(1)).error().code == base::ErrorCode::NotWritable);
}

void EnginesTest::refusesANewerSchema() {
  QVERIFY(opened());
  {
    const auto connection = SqlConnection::open(m_store, Access::ReadWrite);
    QVERIFY((*connection)->run("UPDATE plumbline_schema SET version = ?", {1000}));
  }
  for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
    const auto store = Store::open(m_store, access);
    QVERIFY(store.error().code == base::ErrorCode::BadFormat);
    QVERIFY(store.error().text.find("newer") != std::string::npos);
  }
}

void EnginesTest::refusesAnotherProgramsTables() {
  {
    const auto connection = SqlConnection::open(m_store, Access::ReadWrite);
    QVERIFY((*connection)->run("CREATE TABLE songs (title TEXT)"));
  }
  QVERIFY(Store::open(m_store, Access::ReadWrite).error().text.find("another program") != std::string::npos);
}

void EnginesTest::findsWhatBelongsToNothing() {
  const auto store = opened();
  QVERIFY(store->runs().add({{recordAt("a", 10)}}));
  QVERIFY(store->baselines().add(madeHistory(3)));
  QVERIFY(store->check());
  const auto connection = SqlConnection::open(m_store, Access::ReadWrite);
  QVERIFY((*connection)->run("DELETE FROM run"));
  QVERIFY(store->check().error().text.find("a value of no run") != std::string::npos);
  QVERIFY((*connection)->run("DELETE FROM sample"));
  QVERIFY((*connection)->run("DELETE FROM baseline_commit"));
  QVERIFY(store->check().error().text.find("a change of no commit") != std::string::npos);
  QVERIFY(store->baselines().read().error().code == base::ErrorCode::BadFormat);
}

void EnginesTest::textsSurvive() {
  const auto store = opened();
  history::RunRecord record = recordAt("it's", 10);
  record.info.branch = "a'b\\c $1 ? \"d\" \n\t\x01 \u00e9 \U0001F600";
  record.info.machine = std::string("nul\0end", 7);
  record.samples = {{{"s", "c%_", "m\xff", "x", ""}, 0.1, ""},
                    {{"s", "C", "other", "x", ""}, -1e-300, ""},
                    {{"s", "c", "other", "y", ""}, {}, ""}};
  const auto added = store->runs().add({&record, 1});
  QVERIFY2(added, added ? "" : base::describe(added.error()).c_str());
  const auto read = store->runs().series({});
  QCOMPARE(read->runs.size(), std::size_t{1});
  QCOMPARE(read->runs[0].branch, record.info.branch);
  QCOMPARE(read->runs[0].contentHash, std::string("it's"));
  QCOMPARE(read->runs[0].machine, std::string("nul\\x00end"));
  QCOMPARE(read->series.size(), std::size_t{3});
  // By bytes, whatever the locale of the server: C, c, c%_.
  QCOMPARE(read->series[0].key.config, std::string("C"));
  QCOMPARE(read->series[2].key.config, std::string("c%_"));
  QCOMPARE(read->series[0].points[0].number.value(), -1e-300);
  QCOMPARE(read->series[2].points[0].number.value(), 0.1);
  QCOMPARE(store->runs().series({.config = "C*"})->series.size(), std::size_t{1});
  QCOMPARE(store->runs().series({.config = "c%?"})->series.size(), std::size_t{1});
}

void EnginesTest::namesThatAreNotUtf8() {
  const auto store = opened();
  history::RunRecord record = recordAt("a", 10);
  // The last is the text that is stored for the first: one series.
  record.samples = {{{"s", "c", "m\xff", "x", ""}, {}, "w\xff"}, {{"s", "c", "m\xfe", "x", ""}, {}, "w\xfe"}, {{"s", "c", "m\\xff", "x", ""}, {}, "w"}};
  const auto added = store->runs().add({&record, 1});
  QVERIFY2(added, added ? "" : base::describe(added.error()).c_str());
  QCOMPARE(added->values, std::size_t{2});
  QCOMPARE(added->repeated, std::size_t{1});
  const auto read = store->runs().series({.model = "m\xfe"});
  QCOMPARE(read->series.size(), std::size_t{1});
  QCOMPARE(read->series[0].points[0].word, std::string("w\\xfe"));
  record.info.contentHash = "b";
  QCOMPARE(opened()->runs().add({&record, 1})->values, std::size_t{2});
}

void EnginesTest::decisionsAreStoredOnce() {
  const auto line = [](const char* time, const char* file, const char* action, const char* what, const char* reason) {
    return baselines::LoggedDecision{
        .time = time,
        .baseline = file,
        .model = "moco",
        .action = action,
        .decision = {.kind = {}, .what = what, .reason = reason, .note = "it's", .values = "accuracy pass -> timeout"}};
  };
  const char* const file = "ci/inductor_torchbench_training.csv";
  const std::vector<baselines::LoggedDecision> log = {
      line("2026-03-02T10:00:00Z", file, "kept", "", "slow host"),
      line("2026-03-01T10:00:00Z", file, "accepted", "graph_breaks 7 -> 9", ""), line("", file, "kept", "", "no day"),
      line("2026-03-02T10:00:00Z", file, "kept", "", "slow host"),
      line("2026-03-03T10:00:00Z", "inductor_torchbench_inference.csv", "flaky", "", "")};
  const auto store = opened();
  const auto added = history::addDecisions(store->connection(), log);
  QVERIFY2(added, added ? "" : base::describe(added.error()).c_str());
  QCOMPARE(added->decisions, std::size_t{3});
  QCOMPARE(added->known, std::size_t{1});
  QCOMPARE(added->undated, std::size_t{1});
  const auto other = opened();
  QCOMPARE(history::addDecisions(other->connection(), log)->decisions, std::size_t{0});
  const auto all = history::decisionsOf(other->connection(), "moco");
  QCOMPARE(all->size(), std::size_t{3});
  QCOMPARE(history::reasonText(all->at(0)), std::string("graph_breaks 7 -> 9: it's"));
  QCOMPARE(history::reasonText(all->at(1)), std::string("accuracy pass -> timeout: slow host: it's"));
  QVERIFY(history::decisionsOf(other->connection(), "moc")->empty());
  // A copy, into the other engine where this one is a server, is the same and stays so.
  const auto copy = Store::open(m_folder->filePath(QStringLiteral("copy.sqlite")).toStdString(), Access::ReadWrite);
  QVERIFY(copy);
  for (const std::size_t isNew : {std::size_t{3}, std::size_t{0}}) {
    const auto copied = history::copyDecisions(store->connection(), (*copy)->connection());
    QVERIFY(copied && copied->decisions == isNew && copied->known == 3 - isNew);
  }
  QCOMPARE(history::addDecisions((*copy)->connection(), log)->decisions, std::size_t{0});
  QCOMPARE(history::reasonText(history::decisionsOf((*copy)->connection(), "moco")->at(1)),
           history::reasonText(all->at(1)));
  // A cell has those of its baseline; where none is known, those of its config.
  const auto cell = [&](const char* baseline) {
    return history::cellHistory(
               *store, {.config = "inductor_torchbench_training", .model = "moco", .metric = {}, .file = baseline})
        ->decisions.size();
  };
  QCOMPARE(cell(""), std::size_t{2});
  QCOMPARE(cell("/pytorch/ci/inductor_torchbench_training.csv"), std::size_t{2});
  QCOMPARE(cell("tree/inductor_torchbench_inference.csv"), std::size_t{1});
  const auto reader = opened(Access::ReadOnly);
  const auto more = line("2026-03-04T10:00:00Z", file, "note", "", "");
  QVERIFY(history::addDecisions(reader->connection(), {&more, 1}).error().code == base::ErrorCode::NotWritable);
}

void EnginesTest::decisionsReplaceTheLog() {
  const std::string path = m_folder->filePath(QStringLiteral("e.csv")).toStdString();
  const baselines::DecisionStore kept = history::decisionStoreAt(m_store);
  QVERIFY(kept.read()->empty());  // no history yet
  const auto day = [](int days) { return baselines::DecisionStore::Time(std::chrono::hours(24 * days)); };
  baselines::Decisions decisions;
  decisions[{path, "a"}] = {.kind = baselines::DecisionKind::Kept, .what = "keep", .reason = "it's slow", .note = "n", .values = "accuracy pass -> timeout"};
  decisions[{path, "b"}] = {.kind = baselines::DecisionKind::Accepted, .what = "accuracy pass -> OOM", .reason = {}, .note = {}, .values = {}};
  decisions[{path, "c"}] = {.kind = {}, .what = {}, .reason = {}, .note = "only a note", .values = {}};
  QVERIFY(kept.add(decisions, day(1)));
  QVERIFY(kept.add(decisions, day(2)));  // saved again: the newest about each row says the same
  const auto read = kept.read();
  QCOMPARE(read->size(), std::size_t{3});
  QCOMPARE(read->at(0).time, std::string("1970-01-02T00:00:00Z"));
  QCOMPARE(read->at(0).baseline, baselines::decisionPath(path));
  QCOMPARE(read->at(0).decision.values, std::string("accuracy pass -> timeout"));
  QCOMPARE(read->at(0).decision.reason, std::string("it's slow"));
  QVERIFY(read->at(1).decision.kind == baselines::DecisionKind::Accepted && !read->at(2).decision.kind);
  QCOMPARE(read->at(1).decision.what, std::string("accuracy pass -> OOM"));
  decisions[{path, "b"}] = {.kind = baselines::DecisionKind::Flaky, .what = {}, .reason = {}, .note = {}, .values = {}};
  QVERIFY(kept.add(decisions, day(3)));
  QVERIFY(kept.add({{{path, "a"}, {.kind = baselines::DecisionKind::Accepted, .what = "x", .reason = {}, .note = {}, .values = {}}}}, day(4)));
  QCOMPARE(kept.read()->size(), std::size_t{5});
  QCOMPARE(kept.read()->back().action, std::string("accepted"));
  // A store that cannot be opened is one error, for reading as for writing.
  {
    const auto connection = SqlConnection::open(m_store, Access::ReadWrite);
    QVERIFY((*connection)->run("UPDATE plumbline_schema SET version = ?", {1000}));
  }
  QVERIFY(!kept.read() && !kept.add(decisions, day(5)));
}

void EnginesTest::flakyEpisodes() {
  const support::GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  const QString list = QStringLiteral("dynamo/check_accuracy.py"), own = QStringLiteral("flaky.toml");
  int day = 0;
  const auto commit = [&](const char* subject) {
    return git.commitAll(QString::fromUtf8(subject), QStringLiteral("2026-03-%1T12:00:00Z").arg(++day, 2, 10, QLatin1Char('0')));
  };
  const QByteArray moco = "        \"moco\",  # times out (#11)\n", vgg = "        \"vgg16\",\n";
  git.write(list, script(vgg));
  QVERIFY(commit("one"));
  git.write(list, script(moco + vgg));
  git.write(own, "[[flaky]]\npattern = \"mo*\"\nplatform = \"rocm\"\ncheck = \"graph-breaks\"\nreason = \"driver\"\n");
  QVERIFY(commit("two (#2)"));
  git.write(list, "def half a script(\n");  // passed over
  QVERIFY(commit("three"));
  git.write(list, script(vgg));
  QVERIFY(commit("four (#4)"));
  git.write(list, script(moco));
  QVERIFY(commit("five"));
  git.write(QStringLiteral("moved/check_accuracy.py"), script(moco));
  QVERIFY(QFile::remove(git.path(list)));
  QVERIFY(commit("six"));
  const auto read = history::readFlakyEpisodes(git.pathOf({}), {});
  QVERIFY(read.isValue());
  const QString wanted = QStringLiteral(
      "vgg16 check_accuracy.py one .. five\n"
      "moco check_accuracy.py: times out (#11) two (#2) .. four (#4)\n"
      "mo* flaky.toml (rocm): driver two (#2) .. now\n"
      "moco check_accuracy.py: times out (#11) five .. now");
  QCOMPARE(episodeTexts(read.value()), wanted);
  QCOMPARE(read.value().back().list, std::string("moved/check_accuracy.py"));
  QCOMPARE(read.value()[1].ended->pullRequest.value(), std::int64_t{4});

  const auto store = opened();
  // What an older clone knew, and one without the oldest commits, is joined.
  std::vector<history::FlakyEpisode> older(read.value().begin(), read.value().begin() + 2), shallow = older;
  older[1].ended.reset();
  shallow[0].began.reset();
  for (const auto& [episodes, isNew, isChanged] : {std::tuple(older, 2U, 0U), std::tuple(shallow, 0U, 1U), std::tuple(read.value(), 2U, 0U), std::tuple(read.value(), 0U, 0U),
                                                  std::tuple(shallow, 0U, 0U)}) {
    const auto added = history::addEpisodes(store->connection(), episodes);
    QVERIFY2(added, added ? "" : base::describe(added.error()).c_str());
    QCOMPARE(added->episodes, std::size_t{isNew});
    QCOMPARE(added->changed, std::size_t{isChanged});
    QCOMPARE(added->known, episodes.size() - isNew - isChanged);
  }
  const auto kept = history::readEpisodes(store->connection());
  QCOMPARE(episodeTexts(*kept), wanted);
  QVERIFY(*kept == *history::readEpisodes(opened()->connection()));

  // Those of a row, in its reports.
  QCOMPARE(history::episodesOf(store->connection(), "moco", "inductor_torchbench_training")->size(), std::size_t{2});
  QCOMPARE(history::episodesOf(store->connection(), "moco", "rocm/inductor_torchbench_training")->size(), std::size_t{3});
  QCOMPARE(history::episodesOf(store->connection(), "alexnet", "inductor_torchbench_training")->size(), std::size_t{0});
  const auto record = recordAt("r", 1'772'600'000);  // 2026-03-04
  QVERIFY(store->runs().add({&record, 1}));
  const auto series = store->runs().series({.model = "moco", .metric = "accuracy"});
  const std::string text = showReport(*series, {{}, std::vector<history::RowStreak>(series->series.size())}, {}, {}, *kept, history::ReportForm::Text);
  QVERIFY2(text.find("put on a flaky list  #2            check_accuracy.py: times out (#11), by ") != std::string::npos, text.c_str());
  QVERIFY2(text.find(": four (#4)\n") > text.find("put on a flaky list") && text.find("flaky.toml") == std::string::npos, text.c_str());

  // Each survives as a line, and in a copy.
  const auto copy = Store::open(m_folder->filePath(QStringLiteral("copy.sqlite")).toStdString(), Access::ReadWrite);
  QVERIFY(copy);
  for (const history::FlakyEpisode& one : *kept) {
    const auto line = history::episodeOfLine(history::episodeLine(one));
    QVERIFY(line && *line && **line == one);
    QVERIFY(history::addEpisodes((*copy)->connection(), {&**line, 1}));
  }
  QVERIFY(*kept == *history::readEpisodes((*copy)->connection()));
  // A list that was moved since is the same one; of another in the same commit it is not.
  const auto moved = Store::open(m_folder->filePath(QStringLiteral("moved.sqlite")).toStdString(), Access::ReadWrite);
  history::FlakyEpisode before = kept->back(), other = kept->back();
  before.list = "old/check_accuracy.py";
  other.list = "moved/check_graph_breaks.py";
  QVERIFY(history::addEpisodes((*moved)->connection(), std::vector{before, other}));
  const auto joined = history::addEpisodes((*moved)->connection(), *kept);
  QVERIFY(joined && joined->episodes == 3 && joined->changed == 1 && joined->known == 0);
  QCOMPARE(history::readEpisodes((*moved)->connection())->front(), kept->back());
  QVERIFY(!*history::episodeOfLine("{\"metric\":1}"));
  for (const char* bad : {"{\"plumbline_flaky_episode\"", "{\"plumbline_flaky_episode\":1}", "{\"plumbline_flaky_episode\":{\"list\":\"a\"}}",
                          "{\"plumbline_flaky_episode\":{\"list\":\"a\",\"scope\":\"\",\"name\":\"m\",\"reason\":\"\",\"began\":7,\"ended\":null}}"})
    QVERIFY(history::episodeOfLine(bad).error().code == base::ErrorCode::BadFormat);
  history::FlakyEpisode endless = kept->front();
  endless.entry.name.assign(1'001, 'm');
  QVERIFY(history::episodeOfLine(history::episodeLine(endless)).error().code == base::ErrorCode::BadFormat);
  const auto unknown = history::FlakyEpisode{.list = "other.toml"};
  QVERIFY(history::addEpisodes(opened(Access::ReadOnly)->connection(), {&unknown, 1}).error().code == base::ErrorCode::NotWritable);
}

void EnginesTest::serverErrors_data() {
  QTest::addColumn<QString>("url");
  QTest::addColumn<QString>("text");
  QTest::newRow("missing database") << QStringLiteral("postgresql://plumbline@127.0.0.1:PORT/none")
                                    << QStringLiteral("no such database");
  QTest::newRow("wrong user") << QStringLiteral("postgresql://mallory@127.0.0.1:PORT/d1")
                              << QStringLiteral("refuses this user or password");
  QTest::newRow("nothing there") << QStringLiteral("postgresql://plumbline@127.0.0.1:1/d1")
                                 << QStringLiteral("cannot be reached");
  QTest::newRow("no TLS there") << QStringLiteral("postgresql://plumbline@127.0.0.1:PORT/d1?sslmode=require")
                                << QStringLiteral("cannot be reached");
  QTest::newRow("unknown option") << QStringLiteral("postgresql://plumbline@127.0.0.1:PORT/d1?colour=red")
                                  << QStringLiteral("no address of a PostgreSQL database");
  QTest::newRow("no port") << QStringLiteral("postgresql://plumbline@127.0.0.1:x/d1")
                           << QStringLiteral("cannot be reached");
  QTest::newRow("other engine") << QStringLiteral("mysql://root@127.0.0.1/d1")
                                << QStringLiteral("a file or postgresql://");
  QTest::newRow("control character") << QStringLiteral("postgresql://plumbline@127.0.0.1:PORT/d1\n")
                                     << QStringLiteral("control character");
  QTest::newRow("encoding") << QStringLiteral("LATIN1") << QStringLiteral("does not store UTF-8");
}

void EnginesTest::serverErrors() {
  if (!support::HistoryEngines::isServer()) return;
  QFETCH(QString, url);
  QFETCH(QString, text);
  if (url == QStringLiteral("LATIN1"))
    url = QString::fromStdString(m_engines.server().newDatabase(QStringLiteral("ENCODING 'LATIN1' TEMPLATE template0")));
  url.replace(QStringLiteral("PORT"), QString::number(m_engines.server().port()));
  for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
    const auto store = Store::open(url.toStdString(), access);
    QVERIFY(!store);
    const QString said = QString::fromStdString(base::describe(store.error()));
    QVERIFY2(said.contains(text), qPrintable(said));
    QCOMPARE(said.count(QLatin1Char('\n')), 0);
  }
}

void EnginesTest::noPasswordInErrors() {
  if (!support::HistoryEngines::isServer()) return;
  const QString port = QString::number(m_engines.server().port());
  for (const QString& url : {QStringLiteral("postgresql://plumbline:s3cret@127.0.0.1:%1/d1"),
                             QStringLiteral("postgresql://127.0.0.1:%1/d1?user=plumbline&password=s3cret"),
                             QStringLiteral("postgresql://plumbline@127.0.0.1:%1/d1?sslpassword=s3cret"),
                             QStringLiteral("postgresql://plumbline:s3cret@127.0.0.1:%1/d1?x=y"),
                             QStringLiteral("postgresql://plumbline:s3cret@127.0.0.1:99999999/%1"),
                             QStringLiteral("postgresql://plumbline:s3cret@[::1/d%1")}) {
    const auto store = Store::open(url.arg(port).toStdString(), Access::ReadWrite);
    QVERIFY(!store);
    const std::string said = base::describe(store.error());
    QVERIFY2(store.error().code == base::ErrorCode::BadArgument, said.c_str());
    QVERIFY2(said.find("s3cret") == std::string::npos, said.c_str());
  }
  const QByteArray right = qgetenv("PGPASSWORD");
  qputenv("PGPASSWORD", "s3cret");
  const auto wrong = Store::open(m_store, Access::ReadWrite);
  qunsetenv("PGPASSWORD");
  const auto none = Store::open(m_store, Access::ReadWrite);
  QFile pass(m_folder->filePath(QStringLiteral("pgpass")));
  QVERIFY(pass.open(QIODevice::WriteOnly) && pass.write("127.0.0.1:*:*:plumbline:" + right) > 0);
  pass.setPermissions(QFileDevice::ReadOwner);
  pass.close();
  qputenv("PGPASSFILE", pass.fileName().toUtf8());
  const auto fromFile = Store::open(m_store, Access::ReadWrite);
  qunsetenv("PGPASSFILE");
  qputenv("PGPASSWORD", right);
  QVERIFY(wrong.error().text.find("refuses this user or password") != std::string::npos);
  QVERIFY(base::describe(wrong.error()).find("s3cret") == std::string::npos);
  QVERIFY2(none.error().text.find("asks for a password") != std::string::npos, none.error().text.c_str());
  QVERIFY2(fromFile, fromFile ? "" : base::describe(fromFile.error()).c_str());
}

void EnginesTest::aLostServer() {
  if (!support::HistoryEngines::isServer()) return;
  auto store = opened();
  QVERIFY(store->runs().add({{recordAt("a", 10)}}));
  m_engines.server().stop();
  for (int i = 0; i < 2; ++i) {
    const auto lost = store->runs().add({{recordAt("b", 20)}});
    QVERIFY(!lost);
    QVERIFY2(lost.error().text.find("The connection to the server is lost") != std::string::npos,
             lost.error().text.c_str());
    QVERIFY(!store->runs().series({}));
  }
  QCOMPARE(m_engines.server().startAgain(), QString());
  QVERIFY(!store->runs().series({}));  // a connection is not made again behind a caller's back
  store = opened();
  QCOMPARE(store->runs().series({})->runs.size(), std::size_t{1});
  QVERIFY(store->check());
  QCOMPARE(store->runs().add({{recordAt("b", 20)}})->runs, std::size_t{1});
}

void EnginesTest::monthsOfValues() {
  QCOMPARE(history::monthOf(0), 197001);
  QCOMPARE(history::monthOf(-5), 197001);
  QCOMPARE(history::monthOf(1'772'323'199), 202602);
  QCOMPARE(history::monthOf(1'772'323'200), 202603);
  QCOMPARE(history::monthOf(std::numeric_limits<std::int64_t>::max()), 999912);
  const auto store = opened();
  const std::vector<history::RunRecord> records = {recordAt("a", 1'772'323'199), recordAt("b", 1'772'323'200),
                                                   recordAt("c", 1'772'323'201),
                                                   recordAt("d", std::numeric_limits<std::int64_t>::max())};
  const auto added = store->runs().add(records);
  QVERIFY2(added, added ? "" : base::describe(added.error()).c_str());
  QCOMPARE(store->runs().series({.metric = "speedup"})->series[0].points.size(), std::size_t{4});
  if (!support::HistoryEngines::isServer()) return;
  const auto connection = SqlConnection::open(m_store, Access::ReadOnly);
  QCOMPARE(*(*connection)->number("SELECT count(*) FROM sample_202603"), 4);
  QCOMPARE(*(*connection)->number("SELECT count(*) FROM pg_catalog.pg_inherits WHERE inhparent = 'sample'::regclass"),
           3);
}

QTEST_GUILESS_MAIN(EnginesTest)
#include "engines_test.moc"
