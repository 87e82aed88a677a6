// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions of earlier sessions: read back from the log beside the baselines and from a store, for the values they were made for.
#include <unistd.h>

#include <QFile>
#include <QTest>

#include "core/baselines/accept_decision.h"
#include "core/baselines/earlier_decisions.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;
using baselines::Decision;
using baselines::DecisionKind;
using baselines::Drafts;
using namespace Qt::StringLiterals;
using namespace std::string_literals;

class EarlierDecisionsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void earlierDecisionsAreReadBack();
  void earlierDecisionsOfAColumn();
  void aStoreIsReadBack();
  void aStoreKeepsDecisions();
  void logsThatAreNotReadBack();
  void linesThatAreNoDecisionAreNumbered();
  void aFlakyAnswerNamesItsList();
};

void EarlierDecisionsTest::aFlakyAnswerNamesItsList() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("e.csv")).toStdString(), list = dir.filePath(QStringLiteral("flaky.toml")).toStdString();
  const std::string expected = "name,accuracy\na,pass\n";
  QVERIFY(files::saveFile(path, expected));
  const auto run = support::compare("name,accuracy\na,timeout\n", expected);
  Drafts drafts;
  QVERIFY(drafts.open(path) && drafts.open(list, true));
  const flaky::FlakyChoice place{.label = "flaky.toml, this config", .targets = {{list, "accuracy", "", "e"}}};
  const auto change = baselines::flakyChange(drafts, baselines::chosenRows(*run, path, {0}), place, *baselines::entryFor({"times out", "", ""}));
  QVERIFY(change && drafts.apply(*change));
  QVERIFY(baselines::logDecisions(drafts.decisions(), std::chrono::system_clock::time_point(std::chrono::hours(24))));
  const baselines::EarlierAnswers answers = baselines::DecisionLogs().answersFor(*run, path);
  QVERIFY(answers.contains(0));
  QCOMPARE(baselines::earlierText(answers.at(0)), "flaky on 1970-01-02, in flaky.toml, this config: times out"s);
}

void EarlierDecisionsTest::earlierDecisionsAreReadBack() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("e.csv")).toStdString();
  const QByteArray expected = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\nc,pass,3\nd,pass,4\ne,pass,5\n";
  QVERIFY(files::saveFile(path, expected.toStdString()));
  const std::string log = baselines::decisionLogPath(path);
  QVERIFY2(log.find("/.git/") == std::string::npos, "TMPDIR lies in a repository: choose another folder");
  const auto run = support::compare("name,accuracy,graph_breaks\na,pass,9\nb,timeout,2\nc,OOM,3\nd,pass,9\ne,pass,9\n", expected.toStdString());
  const baselines::ChosenRows rows = baselines::chosenRows(*run, path, {0, 1, 2, 3});
  QCOMPARE(rows.values[1], std::string("accuracy pass -> timeout"));
  Drafts drafts;
  QVERIFY(drafts.open(path));
  QVERIFY(drafts.apply(*baselines::keepChange(drafts, rows)));
  baselines::Decisions decisions = drafts.decisions();
  decisions[{path, "a"}].reason = "known here";
  const auto day = std::chrono::system_clock::time_point(std::chrono::hours(24));
  QVERIFY(baselines::logDecisions(decisions, day));
  decisions[{path, "b"}] = Decision{std::nullopt, "", "", "a note alone takes no answer back"};
  decisions[{path, "c"}] = Decision{DecisionKind::Accepted, "accuracy pass -> OOM", "", ""};
  QVERIFY(baselines::logDecisions(decisions, day));
  // Lines of others, older lines without values, and half lines spoil nothing.
  QFile file(QString::fromStdString(log));
  QVERIFY(file.open(QIODevice::Append));
  file.write("[1]\n{\"model\":7}\n\xff\n{\"baseline\":\"e.csv\",\"model\":\"e\",\"decision\":\"kept\",\"time\":\"soon\"}\n{\"half");
  file.close();

  baselines::DecisionLogs same;
  const baselines::EarlierAnswers answers = same.answersFor(*run, path);
  QVERIFY(same.problems().empty());
  const auto text = [](const baselines::EarlierAnswers& all, std::uint32_t row) {
    const auto found = all.find(row);
    return found == all.end() ? "-"s : (found->second.isSame ? "same: " : "other: ") + baselines::earlierText(found->second);
  };
  QCOMPARE(text(answers, 0), "same: kept on 1970-01-02: known here"s);
  QCOMPARE(text(answers, 1), "same: kept on 1970-01-02: a note alone takes no answer back"s);
  QCOMPARE(text(answers, 2), "-"s);
  QCOMPARE(text(answers, 4), "other: kept; the values are not recorded"s);
  const auto next = support::compare("name,accuracy,graph_breaks\na,pass,10\nb,timeout,2\nc,pass,3\nd,pass,4\ne,pass,5\n", expected.toStdString());
  const baselines::EarlierAnswers later = same.answersFor(*next, path);
  QCOMPARE(text(later, 0), "other: kept on 1970-01-02 for graph_breaks 1 -> 9"s);
  QCOMPARE(later.at(1).decision.note, "a note alone takes no answer back"s);
  QCOMPARE(text(later, 3), "-"s);  // as expected: nothing is asked
  QVERIFY(same.answersFor(*run, dir.filePath(QStringLiteral("other.csv")).toStdString()).empty());
  const auto noteOn = [&](std::uint32_t row) {
    const baselines::EarlierAnswers all = baselines::DecisionLogs().answersFor(*next, path);
    return all.contains(row) ? all.at(row).decision.note : std::string();
  };
  // A note on a row that needs no decision. An answer without a note leaves it; the same answer without it takes it away.
  baselines::Decisions more{{{path, "b"}, Decision{DecisionKind::Kept, "", "slow", "", "x"}}, {{path, "d"}, Decision{std::nullopt, "", "", "as expected"}}};
  QVERIFY(baselines::logDecisions(more, day));
  QCOMPARE(noteOn(1), "a note alone takes no answer back"s);
  QCOMPARE(noteOn(3), "as expected"s);
  more[{path, "b"}].note = "new";
  QVERIFY(baselines::logDecisions(more, day));
  QCOMPARE(noteOn(1), "new"s);
  more[{path, "b"}].note = "";
  more[{path, "d"}] = Decision{std::nullopt, "", "note removed", ""};
  QVERIFY(baselines::logDecisions(more, day));
  QCOMPARE(noteOn(1), ""s);
  QCOMPARE(noteOn(3), ""s);
}

/// A column of a wide baseline has answers of its own; a flaky entry is of the model, whatever its column.
void EarlierDecisionsTest::earlierDecisionsOfAColumn() {
  const auto run = support::compare("name,accuracy\na,OOM\nb,OOM\nc,OOM\n", "name,accuracy\na,pass\nb,pass\nc,pass\n");
  const std::string here = baselines::decisionPath("/ci/wide.csv");
  const auto line = [&](const char* row, DecisionKind kind) {
    return baselines::LoggedDecision{"2026-01-01T00:00:00Z", here, row, {}, {.kind = kind, .what = {}, .reason = {}, .note = {}, .values = {}}};
  };
  baselines::DecisionLogs logs({.read = [&] {
    return base::Result<std::vector<baselines::LoggedDecision>>({line("a", DecisionKind::Kept), line("b", DecisionKind::Flaky), line("c#amp", DecisionKind::Kept)});
  }});
  const auto rows = [&](const char* column) {
    QList<std::uint32_t> found;
    for (const auto& [row, answer] : logs.answersFor(*run, "/ci/wide.csv", column)) found << row;
    return found;
  };
  QCOMPARE(rows("amp"), (QList<std::uint32_t>{1, 2}));
  QCOMPARE(rows(""), (QList<std::uint32_t>{0, 1}));
}

/// A store beside the log: the newest of both counts, in this folder alone.
void EarlierDecisionsTest::aStoreIsReadBack() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("e.csv")).toStdString();
  QVERIFY2(baselines::decisionLogPath(path).find("/.git/") == std::string::npos, "TMPDIR lies in a repository: choose another folder");
  const auto run = support::compare("name,accuracy\na,timeout\nb,timeout\nc,timeout\n", "name,accuracy\na,pass\nb,pass\nc,pass\n");
  const auto line = [](const std::string& time, const std::string& file, const char* model, DecisionKind kind, const char* reason) {
    return baselines::LoggedDecision{time, file, model, {}, {.kind = kind, .what = {}, .reason = reason, .note = {}, .values = "accuracy pass -> timeout"}};
  };
  const std::string here = baselines::decisionPath(path);
  std::vector<baselines::LoggedDecision> stored = {line("2026-01-01T00:00:00Z", here, "a", DecisionKind::Kept, "older"),
                                                   line("2026-01-03T00:00:00Z", here, "b", DecisionKind::Kept, "newer"),
                                                   line("2026-01-03T00:00:00Z", "/elsewhere/e.csv", "c", DecisionKind::Kept, "other")};
  QFile log(QString::fromStdString(baselines::decisionLogPath(path)));
  QVERIFY(log.open(QIODevice::WriteOnly));
  for (const char* model : {"a", "b"})
    log.write("{\"time\":\"2026-01-02T00:00:00Z\",\"baseline\":\"e.csv\",\"model\":\"" + QByteArray(model) +
              "\",\"decision\":\"kept\",\"reason\":\"log\",\"values\":\"accuracy pass -> timeout\"}\n");
  log.close();
  baselines::DecisionLogs logs({.read = [&] { return base::Result<std::vector<baselines::LoggedDecision>>(stored); }});
  const baselines::EarlierAnswers answers = logs.answersFor(*run, path);
  QCOMPARE(answers.size(), std::size_t{2});
  QCOMPARE(answers.at(0).decision.reason, "log"s);
  QCOMPARE(answers.at(1).decision.reason, "newer"s);
  QVERIFY(answers.at(1).isSame);
  stored.push_back({"2026-01-04T00:00:00Z", here, "c", "note", {.kind = {}, .what = {}, .reason = {}, .note = "ask Bob"}});
  baselines::DecisionLogs noted({.read = [&] { return base::Result<std::vector<baselines::LoggedDecision>>(stored); }});
  QCOMPARE(baselines::earlierText(noted.answersFor(*run, path).at(2)), "note on 2026-01-04: ask Bob"s);
  // One that cannot be read is a problem; the log counts.
  baselines::DecisionLogs broken({.read = [] { return base::Result<std::vector<baselines::LoggedDecision>>(base::fail(base::ErrorCode::BadFormat, "damaged")); }});
  QCOMPARE(broken.answersFor(*run, path).size(), std::size_t{2});
  QCOMPARE(broken.problems().size(), std::size_t{1});
}

/// saveAll with a store: no log, unless it is asked for or the store fails.
void EarlierDecisionsTest::aStoreKeepsDecisions() {
  for (const auto& [writesLog, isBroken, hasLog] : {std::tuple(false, false, false), std::tuple(true, false, true), std::tuple(false, true, true)}) {
    QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("e.csv")).toStdString();
    const std::string log = baselines::decisionLogPath(path);
    QVERIFY2(log.find("/.git/") == std::string::npos, "TMPDIR lies in a repository: choose another folder");
    QVERIFY(files::saveFile(path, "name,accuracy\na,pass\n"));
    Drafts drafts;
    QVERIFY(drafts.open(path));
    QVERIFY(drafts.apply({.text = "keep", .files = {}, .decisions = {{{path, "a"}, Decision{DecisionKind::Kept, "", "slow", ""}},
                                                                              {{path, "b"}, Decision{std::nullopt, "taken off the list", "", "", "", "0 of 99 runs fail."}}}}));
    std::size_t added = 0;  // without what only the history said
    const auto add = [&, isBroken = isBroken](const baselines::Decisions& decisions, baselines::DecisionStore::Time) -> base::Result<void> {
      added += decisions.size();
      return isBroken ? base::Result<void>(base::fail(base::ErrorCode::NotWritable, "full")) : base::Result<void>();
    };
    const auto report = baselines::saveAll(drafts, {.add = add, .writesLog = writesLog});
    QCOMPARE(added, std::size_t{1});
    QCOMPARE(report.logError.has_value(), isBroken);
    QCOMPARE(QFile::exists(QString::fromStdString(log)), hasLog);
  }
}

void EarlierDecisionsTest::logsThatAreNotReadBack() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("e.csv")).toStdString();
  const std::string log = baselines::decisionLogPath(path);
  QVERIFY2(log.find("/.git/") == std::string::npos, "TMPDIR lies in a repository: choose another folder");
  const QString logName = QString::fromStdString(log);
  const auto run = support::compare("name,accuracy\na,timeout\n", "name,accuracy\na,pass\n");
  const auto problem = [&] {
    baselines::DecisionLogs logs;
    if (!logs.answersFor(*run, path).empty()) return "read"s;
    return logs.problems().empty() ? ""s : base::describe(logs.problems().front());
  };
  QCOMPARE(problem(), ""s);  // no log
  const QByteArray line = "{\"baseline\":\"e.csv\",\"model\":\"a\",\"decision\":\"kept\"}\n";
  QVERIFY(files::saveFile(dir.filePath(QStringLiteral("mine")).toStdString(), line.toStdString()));
  QVERIFY(QFile::link(QStringLiteral("mine"), logName));
  QVERIFY2(problem().find("is a link to mine") != std::string::npos, problem().c_str());
  QVERIFY(QFile::remove(logName) && QFile::rename(dir.filePath(QStringLiteral("mine")), logName));
  QCOMPARE(problem(), "read"s);
  if (::geteuid() == 0 && ::chown(log.c_str(), 4711, 4711) == 0) {
    QVERIFY2(problem().find("is not read") != std::string::npos, problem().c_str());
    QCOMPARE(::chown(log.c_str(), 0, 0), 0);
  }
  QVERIFY(QFile::resize(logName, baselines::DecisionLogs::kMaxLogBytes + 1));
  QVERIFY2(problem().find("larger") != std::string::npos, problem().c_str());
  QVERIFY(QFile::remove(logName) && QDir().mkdir(logName));
  QVERIFY2(!problem().empty() && problem() != "read", problem().c_str());
}

void EarlierDecisionsTest::linesThatAreNoDecisionAreNumbered() {
  QTemporaryDir dir;
  const std::string log = dir.filePath(QStringLiteral("log.jsonl")).toStdString();
  const std::string line = R"({"baseline":"e.csv","model":"a","decision":"kept"})";
  QVERIFY(files::saveFile(log, line + "\n\nnot JSON\n[]\n" + R"({"baseline":"e.csv","model":"a","decision":"burnt"})" + "\n" + line));
  std::vector<std::size_t> others;
  const auto read = baselines::readDecisionLog(log, &others);
  QVERIFY(read);
  QCOMPARE(read->size(), std::size_t{2});
  QCOMPARE(others, (std::vector<std::size_t>{3, 4, 5}));
}

QTEST_GUILESS_MAIN(EarlierDecisionsTest)
#include "earlier_decisions_test.moc"
