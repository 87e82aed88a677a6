// SPDX-License-Identifier: GPL-3.0-or-later
// Advice: rates of undone moves by commit, columns that contradict each other, siblings, broken runs, past runs of CI,
// little data, and tables that are odd.
#include <QTest>
#include <string>
#include <vector>

#include "core/evidence/advice_report.h"
#include "core/evidence/advisor.h"

using namespace plumbline;
using evidence::Advised;
using evidence::Advisor;
using evidence::CellMove;
using evidence::MoveGroup;
using evidence::PastRun;
using evidence::RowAdvice;
using evidence::RowMove;
using evidence::RunMoves;
using history::BaselineHistory;

namespace {

constexpr std::int64_t kDay = 86'400;
const std::string kFile = "ci/inductor_timm_training.csv";
const std::string kDynamic = "ci/dynamic_inductor_timm_training.csv";

struct Cell {
  std::string file, model, column;
  std::optional<std::string> before, after;
};

/// Past builds a history commit by commit.
class Past {
 public:
  Past& commit(int day, const std::vector<Cell>& cells) {
    const std::size_t index = m_history.commits.size();
    history::BaselineCommit one;
    one.hash = "c" + std::to_string(index);
    one.time = day * kDay;
    one.pullRequest = 100 + static_cast<std::int64_t>(index);
    m_history.commits.push_back(one);
    for (const Cell& cell : cells) {
      auto file = std::ranges::find(m_history.files, cell.file);
      if (file == m_history.files.end()) file = m_history.files.insert(file, cell.file);
      m_history.changes.push_back({static_cast<std::size_t>(file - m_history.files.begin()), index, cell.model, cell.column, cell.before, cell.after});
    }
    return *this;
  }
  /// swings moves a cell away and back `times` times, a day apart.
  Past& swings(int times, const Cell& cell) {
    for (int i = 0; i < times; ++i) {
      commit(++m_day, {cell});
      commit(++m_day, {{cell.file, cell.model, cell.column, cell.after, cell.before}});
    }
    return *this;
  }
  Past& rest(int days) { return commit(m_day += days, {}); }
  const BaselineHistory& history() const { return m_history; }

 private:
  BaselineHistory m_history;
  int m_day = 0;
};

RowMove row(const std::string& model, const std::string& was, const std::string& is, std::vector<CellMove> cells) {
  if (was != is) cells.insert(cells.begin(), {"accuracy", was, is});
  return {kFile, model, was, is, std::move(cells)};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool hasEvidence(const RowAdvice& advice, const std::string& part) {
  return std::ranges::any_of(advice.evidence, [&](const auto& line) { return contains(evidenceText(line), part); });
}

/// runsOf are runs with one value of a column each.
std::vector<PastRun> runsOf(const std::string& column, const std::vector<std::string>& words) {
  std::vector<PastRun> runs;
  for (const std::string& word : words) runs.push_back({{{column, std::nullopt, word}}});
  return runs;
}

/// columnOf is a column of a card: 'x' a failing run, '.' one that does not fail.
evidence::RowEvidence columnOf(const std::string& metric, const std::string& text) {
  std::vector<history::RunInfo> runs;
  history::RowStrip strip;
  for (const char c : text) {
    runs.emplace_back().commitTime = static_cast<std::int64_t>(runs.size()) * kDay;
    const bool isRed = c == 'x', isStatus = metric == "accuracy";
    strip.points.push_back({runs.size() - 1, isStatus ? std::nullopt : std::optional(isRed ? 0.8 : 1.0),
                            !isStatus ? "" : isRed ? "fail_accuracy" : "pass", isStatus ? "pass" : "1", isRed});
  }
  return evidence::rowEvidence({"inductor_timm_training", "sam", metric}, strip, runs);
}

}  // namespace

class AdvisorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void groups_data();
  void groups();
  void countsCommitsNotCells();
  void aYoungMoveWeighsLittle();
  void holdsBackWhatIsUndoneEachTime();
  void cannotSayWithLittleData();
  void columnsContradict();
  void aBrokenRunHasNoImprovements();
  void siblingsAloneAndAlong();
  void renamedFilesAreOneCell();
  void saysWhatCiWouldHaveShown();
  void flapsOrStepped();
  void saysWhatTheCardSays_data();
  void saysWhatTheCardSays();
  void siblingsThatWereNotRead();
  void longSummariesAreCut();
  void readsTables();
};

void AdvisorTest::groups_data() {
  QTest::addColumn<std::vector<std::string>>("words");  // status before, after, column, before, after
  QTest::addColumn<int>("group");
  const auto add = [](const char* name, const std::vector<std::string>& words, MoveGroup group) { QTest::newRow(name) << words << static_cast<int>(group); };
  add("pass lost", {"pass", "fail_to_run", "accuracy", "pass", "fail_to_run"}, MoveGroup::LosesPass);
  add("skipped", {"pass", "pass_due_to_skip", "accuracy", "pass", "pass_due_to_skip"}, MoveGroup::LosesPass);
  add("fewer, died", {"pass", "fail_to_run", "graph_breaks", "7", "3"}, MoveGroup::LosesPass);
  add("pass gained", {"timeout", "pass", "accuracy", "timeout", "pass"}, MoveGroup::GainsPass);
  add("more, lives", {"timeout", "pass", "graph_breaks", "0", "9"}, MoveGroup::GainsPass);
  add("failing", {"timeout", "timeout", "graph_breaks", "4", "2"}, MoveGroup::StaysFailing);
  add("more", {"pass", "pass", "graph_breaks", "7", "9"}, MoveGroup::Worse);
  add("fewer", {"pass", "pass", "graph_breaks", "9", "7"}, MoveGroup::Better);
  add("no status", {"", "", "graph_breaks", "9", "7"}, MoveGroup::Better);
  add("neither", {"pass", "pass", "unique_graphs", "9", "7"}, MoveGroup::Other);
  add("status of a precision", {"", "", "amp_bf16", "pass", "fail_accuracy"}, MoveGroup::LosesPass);
}

void AdvisorTest::groups() {
  QFETCH(std::vector<std::string>, words);
  QFETCH(int, group);
  const RowMove one{kFile, "m", words[0], words[1]};
  QCOMPARE(static_cast<int>(groupOf(one, {words[2], words[3], words[4]}, false)), group);
}

void AdvisorTest::countsCommitsNotCells() {
  std::vector<Cell> many, back;
  for (int i = 0; i < 200; ++i) {
    many.push_back({kFile, "m" + std::to_string(i), "graph_breaks", "7", "9"});
    back.push_back({kFile, "m" + std::to_string(i), "graph_breaks", "9", "7"});
  }
  Past past;
  past.commit(1, many).commit(2, back);
  for (int day = 10; day < 15; ++day) past.commit(day, {{kFile, "x" + std::to_string(day), "graph_breaks", "1", "2"}});
  past.commit(200, {});
  const evidence::UndoRates rates(past.history());
  const RowMove next = row("new", "pass", "pass", {{"graph_breaks", "3", "4"}});
  const auto estimate = rates.estimate(next, next.cells[0], false);
  QCOMPARE(estimate.group, MoveGroup::Worse);
  QCOMPARE(estimate.levels[0].past.cells, std::size_t{205});
  QCOMPARE(estimate.levels[0].past.undoneCells, std::size_t{200});
  QCOMPARE(estimate.levels[0].past.commits, std::size_t{6});
  QCOMPARE(estimate.levels[0].past.undoneCommits, std::size_t{1});
  QVERIFY(estimate.risk < 0.4);  // 200 of 205 cells would be 0.98
}

void AdvisorTest::aYoungMoveWeighsLittle() {
  const auto riskAfter = [](int days) {
    Past past;
    past.commit(1, {{kFile, "a", "graph_breaks", "7", "9"}}).commit(1 + days, {});
    const RowMove next = row("b", "pass", "pass", {{"graph_breaks", "7", "9"}});
    return evidence::UndoRates(past.history()).estimate(next, next.cells[0], false).risk;
  };
  QVERIFY(riskAfter(0) > riskAfter(7));
  QVERIFY(riskAfter(7) > riskAfter(80));
  Past late;  // undone, but after more than 90 days
  late.commit(1, {{kFile, "a", "graph_breaks", "7", "9"}}).commit(92, {{kFile, "a", "graph_breaks", "9", "7"}});
  const RowMove next = row("b", "pass", "pass", {{"graph_breaks", "7", "9"}});
  QCOMPARE(evidence::UndoRates(late.history()).estimate(next, next.cells[0], false).levels[0].past.undoneCells, std::size_t{0});
}

void AdvisorTest::holdsBackWhatIsUndoneEachTime() {
  Past past;
  past.swings(4, {kFile, "sam", "accuracy", "pass", "fail_accuracy"}).rest(100);
  const RunMoves run = {row("sam", "pass", "fail_accuracy", {}), row("other", "pass", "fail_accuracy", {})};
  const Advisor advisor(past.history());
  const RowAdvice same = advisor.advise(run, 0), other = advisor.advise(run, 1);
  QCOMPARE(same.advised, Advised::Keep);
  QVERIFY(same.holdsBack && same.isWarning && !same.isImprovement);
  QVERIFY(*same.risk > *other.risk);
  QVERIFY2(contains(same.sentence, "4 of 4 commits with moves that lose pass were undone within 90 days, this cell last by #106, undone after 1.0 days"), same.sentence.c_str());
  QVERIFY2(hasEvidence(same, "of them in this cell, undone within 90 days: 4 of 4 cells; 4 of 4 commits (95 % Jeffreys: 56 % to 100 %)"), evidenceText(same.evidence[3]).c_str());
}

void AdvisorTest::cannotSayWithLittleData() {
  Past past;
  past.swings(2, {kFile, "sam", "accuracy", "pass", "fail_accuracy"}).rest(100);
  const RunMoves run = {row("sam", "pass", "fail_accuracy", {})};
  const RowAdvice advice = Advisor(past.history()).advise(run, 0);
  QCOMPARE(advice.advised, Advised::Look);
  QVERIFY(!advice.holdsBack && advice.isWarning);
  QVERIFY2(contains(advice.sentence, "cannot say whether it lasts: 2 commits with moves that lose pass before"), advice.sentence.c_str());
  const RowAdvice nothing = Advisor().advise(run, 0);
  QCOMPARE(nothing.advised, Advised::Look);
  QVERIFY(contains(nothing.sentence, "cannot say whether it lasts: no history of the baselines"));
}

void AdvisorTest::columnsContradict() {
  const RunMoves run = {row("died", "pass", "fail_to_run", {{"graph_breaks", "7", "3"}}),
                        row("lives", "timeout", "pass", {{"graph_breaks", "0", "9"}}),
                        row("fine", "pass", "pass", {{"graph_breaks", "7", "3"}})};
  const Advisor advisor;
  const RowAdvice died = advisor.advise(run, 0), lives = advisor.advise(run, 1), fine = advisor.advise(run, 2);
  QVERIFY(died.contradicts && died.isWarning && !died.isImprovement);
  QVERIFY2(contains(died.sentence, "graph_breaks 7 -> 3 is no improvement: the row ends in fail_to_run"), died.sentence.c_str());
  QVERIFY(lives.contradicts && lives.isWarning);
  QCOMPARE(lives.advised, Advised::Accept);
  QVERIFY(contains(lives.sentence, "graph_breaks 0 -> 9 is counted over a run that ends in pass now"));
  QVERIFY(!fine.contradicts && !fine.isWarning);
  QVERIFY(!fine.isImprovement);  // nothing is known of such moves
}

void AdvisorTest::aBrokenRunHasNoImprovements() {
  RunMoves run = {row("fine", "pass", "pass", {{"graph_breaks", "7", "6"}})};
  for (int i = 0; i < 2; ++i) run.push_back(row("dead" + std::to_string(i), "pass", "fail_to_run", {}));
  QVERIFY(!isBrokenRun(run));
  run.push_back(row("dead2", "pass", "timeout", {}));
  QVERIFY(isBrokenRun(run));
  const RowAdvice advice = Advisor().advise(run, 0);
  QCOMPARE(advice.advised, Advised::Look);
  QVERIFY(advice.isWarning && !advice.isImprovement);
  QCOMPARE(advice.cells[0].group, MoveGroup::BetterInBrokenRun);
  for (int i = 0; i < 40; ++i) run.push_back(row("ok" + std::to_string(i), "pass", "pass", {{"graph_breaks", "7", "6"}}));
  QVERIFY(!isBrokenRun(run));  // 3 of 44
}

void AdvisorTest::siblingsAloneAndAlong() {
  const RunMoves run = {row("alone", "pass", "pass", {{"graph_breaks", "7", "6", 2, 0}}), row("along", "pass", "pass", {{"graph_breaks", "7", "6", 2, 1}})};
  const RowAdvice alone = Advisor().advise(run, 0), along = Advisor().advise(run, 1);
  QCOMPARE(alone.advised, Advised::Look);
  QVERIFY2(contains(alone.sentence, "better here alone: 2 siblings with 7 stay"), alone.sentence.c_str());
  QVERIFY(alone.isWarning && !alone.isImprovement);
  QCOMPARE(along.advised, Advised::Accept);
  QVERIFY(along.isImprovement && !along.isWarning);
  QVERIFY(*alone.risk > *along.risk);
  QVERIFY(hasEvidence(along, "siblings that held graph_breaks 7 and go along in this run; 1 of 2 siblings"));
}

void AdvisorTest::renamedFilesAreOneCell() {
  Past past;
  past.commit(1, {{"old/inductor_timm_training.csv", "sam", "graph_breaks", "7", "9"}});
  BaselineHistory history = past.history();
  history.files.push_back(kFile);
  history::BaselineCommit moved;
  moved.time = 2 * kDay;
  history.commits.push_back(moved);
  history.renames.push_back({1, 0, 1});
  moved.time = 3 * kDay;
  history.commits.push_back(moved);
  history.changes.push_back({1, 2, "sam", "graph_breaks", "9", "7"});
  const RowMove next = row("sam", "pass", "pass", {{"graph_breaks", "7", "9"}});
  const auto estimate = evidence::UndoRates(history).estimate(next, next.cells[0], false);
  QCOMPARE(estimate.levels[3].past.undoneCells, std::size_t{1});
  QVERIFY(contains(estimate.lastUndone, "#100, undone after 2.0 days"));
}

void AdvisorTest::saysWhatCiWouldHaveShown() {
  const RunMoves run = {row("sam", "pass", "fail_accuracy", {})};
  const RowAdvice advice = Advisor().advise(run, 0, {.runs = runsOf("accuracy", {"pass", "pass", "fail_accuracy", "timeout", "fail_accuracy"})});
  QVERIFY(hasEvidence(advice, "CI in the last 5 runs, red with the baseline left as it is; 3 of 5 runs"));
  QVERIFY(hasEvidence(advice, "red had these values been accepted; 3 of 5 runs"));
  QVERIFY(hasEvidence(advice, "which would have hidden 3 red runs; 0 of 5 runs"));
}

void AdvisorTest::flapsOrStepped() {
  const RunMoves run = {row("sam", "pass", "fail_accuracy", {})};
  std::vector<std::string> flapping, stepped;
  for (int i = 0; i < 20; ++i) {
    flapping.push_back(i % 3 == 0 ? "fail_accuracy" : "pass");
    stepped.push_back(i >= 15 ? "fail_accuracy" : "pass");
  }
  const RowAdvice flaky = Advisor().advise(run, 0, {.runs = runsOf("accuracy", flapping)});
  QCOMPARE(flaky.advised, Advised::Flaky);
  QVERIFY2(contains(flaky.sentence, "red in 7 of its last 20 runs and green between"), flaky.sentence.c_str());
  const RowAdvice step = Advisor().advise(run, 0, {.runs = runsOf("accuracy", stepped)});
  QCOMPARE(step.advised, Advised::Look);
  QVERIFY(hasEvidence(step, "red in the last 5 runs and never before: a step, no noise"));
  const RowAdvice few = Advisor().advise(run, 0, {.runs = runsOf("accuracy", {"fail_accuracy", "pass", "fail_accuracy", "pass"})});
  QCOMPARE(few.advised, Advised::Look);  // four runs are too few to call it flaky
  // A failure that its baseline excuses comes and goes: with pass in the baseline it would be red and green by turns.
  const RunMoves gained = {row("sam", "fail_accuracy", "pass", {})};
  std::vector<std::string> mostlyGreen, healed;
  for (int i = 0; i < 20; ++i) {
    mostlyGreen.push_back(i % 6 == 2 ? "fail_accuracy" : "pass");
    healed.push_back(i < 15 ? "fail_accuracy" : "pass");
  }
  const RowAdvice would = Advisor().advise(gained, 0, {.runs = runsOf("accuracy", mostlyGreen)});
  QCOMPARE(would.advised, Advised::Flaky);
  QVERIFY2(contains(would.sentence, "accepted, it would have been red in 3 of its last 20 runs and green between"), would.sentence.c_str());
  QCOMPARE(Advisor().advise(gained, 0, {.runs = runsOf("accuracy", healed)}).advised, Advised::Accept);
}

void AdvisorTest::saysWhatTheCardSays_data() {
  QTest::addColumn<std::string>("runs");
  QTest::addColumn<std::string>("column");  // of the card
  QTest::addColumn<RowMove>("move");
  QTest::addColumn<Advised>("advised");
  QTest::addColumn<std::string>("sentence");
  const RowMove lost = row("sam", "pass", "fail_accuracy", {}), nothing{kFile, "sam", "pass", "pass"};
  const RowMove gained = row("sam", "timeout", "pass", {}), fewer = row("sam", "pass", "pass", {{"graph_breaks", "7", "6"}});
  const std::string green(56, '.'), red(20, 'x'), accuracy = "accuracy";
  QTest::newRow("broken since a run") << green + "xxxx" << accuracy << lost << Advised::Keep
      << std::string("accuracy pass -> fail_accuracy loses pass; broken since 1970-02-26, 0 of 56 runs before (p 0.00012, q 0.00012, Fisher's exact test): "
         "4 of 4 runs fail (100.0 %, 95 % Jeffreys 55.5 % to 100.0 %)");
  QTest::newRow("always red") << red << accuracy << lost << Advised::Keep << std::string("loses pass; broken: 20 of 20 runs fail (100.0 %");
  QTest::newRow("flaky") << std::string("..x..x....x..x......") << accuracy << lost << Advised::Flaky << std::string("loses pass; flaky: 4 of 20 runs fail (20.0 %");
  QTest::newRow("newly red") << green + "x" << accuracy << lost << Advised::Look << std::string("loses pass; cannot tell: 1 of 57 runs fail");
  QTest::newRow("few") << std::string("xx") << accuracy << lost << Advised::Look << std::string("loses pass; cannot tell: 2 of 2 runs fail");
  QTest::newRow("gains pass") << red << accuracy << gained << Advised::Accept << std::string("no history of the baselines");
  QTest::newRow("another column") << red << accuracy << fewer << Advised::Accept << std::string("no history of the baselines");
  QTest::newRow("a measured value beside it") << red << std::string("compression_ratio") << fewer << Advised::Keep
      << std::string("graph_breaks 7 -> 6 is better; compression_ratio broken: 20 of 20 runs fail");
  QTest::newRow("no pinned value") << red << std::string("compression_ratio") << nothing << Advised::Keep << std::string("no pinned value moves; compression_ratio broken: 20 of 20 runs fail");
}

void AdvisorTest::saysWhatTheCardSays() {
  QFETCH(std::string, runs);
  QFETCH(std::string, column);
  QFETCH(RowMove, move);
  QFETCH(Advised, advised);
  QFETCH(std::string, sentence);
  evidence::RowFacts facts{.card = {columnOf(column, runs)}};
  const RowAdvice advice = Advisor().advise({move}, 0, facts);
  QVERIFY2(contains(advice.sentence, sentence), advice.sentence.c_str());
  QCOMPARE(advice.advised, advised);
  QCOMPARE(advice.isByRuns, advised == Advised::Keep || advised == Advised::Flaky);
  facts.excuse = "a flaky list excuses it";
  facts.unmoved = Advised::Keep;
  QCOMPARE(Advisor().advise({move}, 0, facts).advised, Advised::Keep);
}

void AdvisorTest::siblingsThatWereNotRead() {
  Past past;
  for (const std::string& file : {kFile, kDynamic}) past.commit(1, {{file, "sam", "graph_breaks", std::nullopt, "7"}, {file, "vgg", "graph_breaks", std::nullopt, file == kFile ? "7" : "5"}});
  for (int day = 2; day < 8; ++day) past.commit(day, {{kFile, "x" + std::to_string(day), "graph_breaks", "7", "6"}});
  past.rest(100);
  const RunMoves run = {row("sam", "pass", "pass", {{"graph_breaks", "7", "6"}}), row("vgg", "pass", "pass", {{"graph_breaks", "7", "6"}})};
  const Advisor advisor(past.history());
  const RowAdvice sam = advisor.advise(run, 0), vgg = advisor.advise(run, 1);
  QVERIFY2(contains(sam.sentence, "is not known of 1 sibling with 7, whose run is not beside this one"), sam.sentence.c_str());
  QVERIFY2(contains(sam.sentence, "cannot say whether they go along: 0 commits with siblings in step before"), sam.sentence.c_str());
  QVERIFY(!sam.isImprovement);
  QVERIFY2(vgg.isImprovement, vgg.sentence.c_str());
}

void AdvisorTest::longSummariesAreCut() {
  const RunMoves run = {row("a", "pass", "timeout", {})};
  evidence::PairAdvice advice;
  for (int i = 0; i < 1'042; ++i) advice.rows.push_back({0, Advisor().advise(run, 0)});
  const std::string text = evidence::adviceSummary({&advice, 1});
  QVERIFY2(text.starts_with("advice: look 1,042 rows\n  a: look: "), text.c_str());
  QVERIFY2(text.ends_with("\n  and 1,002 more: plumbline-cli advise ACTUAL EXPECTED\n"), text.c_str());
  QCOMPARE(std::ranges::count(text, '\n'), std::ptrdiff_t{42});
}

void AdvisorTest::readsTables() {
  const auto table = [](const std::string& bytes) { return tables::CsvTable::scan(bytes, "x.csv").value(); };
  const std::vector<evidence::TablePair> pairs = {
      {kFile,
       table("name,accuracy,graph_breaks,speedup\na,pass,6,1.5\nb,fail_to_run,0,0.0\nb,pass,1,1\nnew,pass,1,1\nd,pass,,2\n"),
       table("name,accuracy,graph_breaks,speedup\na,pass,7.0,1.2\nb,pass,7,1.1\nlost,pass,1,1\nd,pass,3,1\n")},
      {kDynamic, table("name,accuracy,graph_breaks\na,pass,6\nb,pass,7\n"), table("name,accuracy,graph_breaks\na,pass,7\nb,pass,7\n")},
      {"ci/other.csv", table(""), table("name\n")}};
  const RunMoves run = evidence::pendingMoves(pairs);
  QCOMPARE(run.size(), std::size_t{3});  // a, b, and a of the dynamic config; no speedup, no empty cell
  QCOMPARE(run[0].model, std::string("a"));
  QCOMPARE(run[0].cells.size(), std::size_t{1});
  QCOMPARE(run[0].cells[0].siblingsInStep, std::size_t{1});
  QCOMPARE(run[0].cells[0].siblingsAlong, std::size_t{1});
  QCOMPARE(run[1].statusAfter, std::string("fail_to_run"));  // the first of two rows of one name
  QCOMPARE(run[1].cells.size(), std::size_t{2});
  QCOMPARE(run[1].cells[1].siblingsAlong, std::size_t{0});
  QCOMPARE(run[2].file, kDynamic);
  std::vector<evidence::TablePair> alone = {pairs[0]};
  evidence::addNeighbours(alone, "/nowhere/run.csv");
  QCOMPARE(alone.size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(AdvisorTest)
#include "advisor_test.moc"
