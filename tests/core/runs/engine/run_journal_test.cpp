// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_state.h"

#include <QTest>
#include <random>

#include "tests/core/runs/engine/runs_state_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

/// story is a journal with everything in it, line by line, and the run it ends with.
struct Story {
  Run run;
  std::vector<std::string> lines;

  std::string text() const {
    std::string all;
    for (const std::string& line : lines) all += line;
    return all;
  }
};

Story story() {
  Story out;
  Run& run = out.run;
  run = runOf("20261121-234502-k3f9", QStringLiteral("WW"));
  run.folder = "/state/20261121-234502-k3f9";
  run.title = "A title";
  run.queued = 1795304702.25;
  run.plan.tasks[0].steps = {{"cold", {{"--out=", "cold.csv", ";"}, {"a b", "", ""}}, "cold.csv"}};
  run.plan.environment = {{"A", "1"}};
  run.plan.notes = {"a note"};
  run.plan.expected = "/src/expected.csv";
  out.lines.push_back(journalQueued(run));
  run.tasks[0].state = RunState::Preparing;
  run.tasks[0].folder = run.folder + "/1-1";
  out.lines.push_back(journalTask(run, 0));
  run.tasks[0].handle = "4711";
  run.tasks[0].state = RunState::Cold;
  run.tasks[0].began = 1795304703.5;
  StepEvents step;
  step.name = "cold";
  step.group = 4712;
  step.start = 99;
  step.began = 1795304703.5;
  run.tasks[0].steps = {step};
  out.lines.push_back(journalTask(run, 0));
  run.facts = {{"torch", "2.1"}, {"host", "here"}};
  run.spec.priority = 3;
  run.isPaused = true;
  out.lines.push_back(journalRun(run));
  run.tasks[0].state = RunState::Done;
  run.tasks[0].ended = 1795304713;
  run.tasks[0].steps[0].end = StepEnd::Exited;
  run.tasks[0].steps[0].ended = 1795304713;
  run.tasks[0].steps[0].wroteOutput = true;
  run.tasks[0].steps[0].logBytes = std::uint64_t{5} << 32;
  run.tasks[0].files = {{"cold.csv", 17, "ab12"}};
  out.lines.push_back(journalTask(run, 0));
  run.tasks[1].state = RunState::Failed;
  run.tasks[1].attempt = 3;
  run.tasks[1].reason = "exit code 1";
  out.lines.push_back(journalTask(run, 1));
  run.results = {run.folder + "/results/result.csv", "/elsewhere/x.csv"};
  run.problem = "One of two.";
  run.isSaved = true;
  out.lines.push_back(journalRun(run));
  return out;
}

/// told is the text of a run's journal; equal runs have equal texts.
std::string told(const Run& run) {
  std::string text = journalQueued(run) + journalRun(run);
  for (std::size_t i = 0; i < run.tasks.size(); ++i) text += journalTask(run, i);
  return text;
}

}  // namespace

void RunsStateTest::comesBack() {
  const Story all = story();
  const auto run = replayRun(all.text(), all.run.folder);
  QVERIFY2(run, run ? "" : run.error().text.c_str());
  QCOMPARE(qs(told(*run)), qs(told(all.run)));
  QCOMPARE(run->plan, all.run.plan);
  QCOMPARE(run->spec, all.run.spec);
  QCOMPARE(qs(run->folder), qs(all.run.folder));
  QCOMPARE(run->tasks[0].steps[0].logBytes, std::uint64_t{5} << 32);
  QCOMPARE(run->tasks[0].steps[0].start, std::uint64_t{99});
  QVERIFY(run->isSaved);
  QCOMPARE(run->results, all.run.results);
  // A run that was moved finds its files where it is now.
  const auto moved = replayRun(all.text(), "/elsewhere");
  QVERIFY(moved);
  QCOMPARE(qs(moved->tasks[0].folder), QStringLiteral("/elsewhere/1-1"));
  QCOMPARE(qs(moved->results[0]), QStringLiteral("/elsewhere/results/result.csv"));
  QCOMPARE(qs(moved->results[1]), QStringLiteral("/elsewhere/x.csv"));
}

void RunsStateTest::anyBytes() {
  Story all = story();
  const std::string odd("\xff\x00\n\"\\ \xc3\xa4", 8);
  all.run.plan.tasks[0].model = odd;
  all.run.plan.tasks[0].steps[0].words[1].before = odd;
  all.run.plan.environment[0].second = odd;
  all.run.tasks[0].reason = odd;
  all.run.tasks[0].folder = all.run.folder + "/" + odd;
  all.run.facts["cpu"] = odd;
  all.run.problem = odd;
  const std::string text = told(all.run);
  QCOMPARE(std::count(text.begin(), text.end(), '\n'), 4);  // a line each, whatever is in it
  const auto run = replayRun(text, all.run.folder);
  QVERIFY2(run, run ? "" : run.error().text.c_str());
  QCOMPARE(run->plan, all.run.plan);
  QVERIFY(run->tasks[0].reason == odd);
  QVERIFY(run->tasks[0].folder == all.run.folder + "/" + odd);
  QVERIFY(run->facts.at("cpu") == odd);
  QVERIFY(run->problem == odd);
}

/// A journal of others must not lead out of its folder: logs are read and shown from there.
void RunsStateTest::foldersElsewhere() {
  for (const char* folder : {"/etc", "/state/20261121-234502-k3f9/../other"}) {
    Story all = story();
    all.run.tasks[0].folder = folder;
    QVERIFY2(!replayRun(told(all.run), all.run.folder), folder);
  }
}

void RunsStateTest::everyPrefix() {
  const Story all = story();
  // What the run was after each line.
  std::vector<std::string> states;
  std::string whole;
  for (const std::string& line : all.lines) {
    whole += line;
    const auto run = replayRun(whole, all.run.folder);
    QVERIFY(run);
    states.push_back(told(*run));
  }
  std::size_t lines = 0;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    if (length > 0 && whole[length - 1] == '\n') ++lines;
    const auto run = replayRun(std::string_view(whole).substr(0, length), all.run.folder);
    if (lines == 0) {
      QVERIFY(!run);
      QCOMPARE(run.error().code, base::ErrorCode::BadFormat);
      continue;
    }
    QVERIFY(run);
    QVERIFY(told(*run) == states[lines - 1]);
  }
}

void RunsStateTest::damaged_data() {
  QTest::addColumn<int>("line");      // from 1; what it is replaced by
  QTest::addColumn<QByteArray>("by");
  QTest::newRow("no JSON") << 3 << QByteArray("{\"task\": 0,");
  QTest::newRow("no object") << 2 << QByteArray("[1, 2]");
  QTest::newRow("empty line") << 4 << QByteArray("");
  QTest::newRow("NULs") << 4 << QByteArray(20, '\0');
  QTest::newRow("no such task") << 5 << QByteArray("{\"task\": 7, \"state\": \"done\"}");
  QTest::newRow("negative task") << 5 << QByteArray("{\"task\": -1, \"state\": \"done\"}");
  QTest::newRow("huge task") << 5 << QByteArray("{\"task\": 18446744073709551615, \"state\": \"done\"}");
  QTest::newRow("unknown state") << 2 << QByteArray("{\"task\": 0, \"state\": \"asleep\", \"attempt\": 1}");
  QTest::newRow("a member is missing") << 2 << QByteArray("{\"task\": 0, \"state\": \"done\"}");
  QTest::newRow("a member of another kind") << 7 << QByteArray("{\"priority\": \"high\"}");
  QTest::newRow("another program's") << 1 << QByteArray("{\"journal\": \"other\", \"form\": 1}");
  QTest::newRow("a later form") << 1 << QByteArray("{\"journal\": \"plumbline-run\", \"form\": 2}");
  QTest::newRow("no head") << 1 << QByteArray("{\"form\": 1}");
}

void RunsStateTest::damaged() {
  QFETCH(int, line);
  QFETCH(QByteArray, by);
  Story all = story();
  all.lines[static_cast<std::size_t>(line - 1)] = by.toStdString() + "\n";
  const auto run = replayRun(all.text(), all.run.folder);
  QVERIFY(!run);
  QCOMPARE(run.error().code, base::ErrorCode::BadFormat);
  QCOMPARE(run.error().line, static_cast<std::size_t>(line));
  QVERIFY(!run.error().text.empty() && !run.error().hint.empty());
  QVERIFY(qs(run.error().file).startsWith(qs(all.run.folder)));
}

void RunsStateTest::mutilated() {
  const Story all = story();
  const std::string good = all.text();
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = good;
    for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t where = random() % bytes.size();
      if (random() % 2 == 0)
        bytes[where] = static_cast<char>(random() % 256);
      else
        bytes.erase(where, 1 + random() % 40);
    }
    const auto run = replayRun(bytes, all.run.folder);  // neither crashes nor throws
    if (!run) QCOMPARE(run.error().code, base::ErrorCode::BadFormat);
    if (run) QCOMPARE(run->tasks.size(), run->plan.tasks.size());
  }
}
