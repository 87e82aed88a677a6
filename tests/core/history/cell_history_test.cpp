// SPDX-License-Identifier: GPL-3.0-or-later
// What the window reads: strips with the day since which they are red, one cell with its baseline, and their chart.
#include <QTemporaryDir>
#include <QTest>

#include "core/history/cell_chart.h"
#include "core/history/show_report.h"
#include "tests/support/filled_history.h"

using namespace plumbline;
using history::CellEvent;
using history::StripMark;

class CellHistoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    support::fillHistory(file());
    auto store = history::Store::open(file(), history::Store::Access::ReadWrite);
    QVERIFY(store);
    m_store = *std::move(store);
  }
  void cleanupTestCase() { m_store.reset(); }
  void listsRows();
  void readsStrips();
  void findsRedRows();
  void readsACell();
  void countsWhatWasUndone();
  void readsTheColumnOfADataType();
  void drawsNumbersAndWords();
  void isEmptyWhereNothingIsKnown();

 private:
  std::string file() const { return m_folder.filePath(QStringLiteral("h.sqlite")).toStdString(); }
  history::StripRow rowOf(const std::string& model) {
    const auto rows = m_store->strips().rowsOf(support::kConfig);
    for (const history::StripRow& row : *rows)
      if (row.model == model) return row;
    return {};
  }
  history::Strip stripOf(const history::StripRow& row, std::size_t limit = 1000) {
    return m_store->strips().strips({&row, 1}, limit)->front();
  }
  QTemporaryDir m_folder;
  std::unique_ptr<history::Store> m_store;
};

void CellHistoryTest::listsRows() {
  const auto rows = m_store->strips().rows();
  QCOMPARE(rows->size(), std::size_t{16});
  QVERIFY(std::ranges::all_of(*rows,
                              [](const history::StripRow& row) { return row.metric == "accuracy" && row.series > 0; }));
  QCOMPARE(rows->front().model, "moco");
  QCOMPARE(rows->front().config, "dynamic_" + support::kConfig);
  QCOMPARE(m_store->strips().rowsOf(support::kConfig)->size(), std::size_t{8});
  QVERIFY(m_store->strips().rowsOf("no_such")->empty());
}

void CellHistoryTest::readsStrips() {
  const auto strip = stripOf(rowOf("moco"));
  QCOMPARE(strip.cells.size(), std::size_t{support::kRuns});
  QCOMPARE(strip.cells.front().mark, StripMark::Pass);
  QCOMPARE(strip.cells.back().mark, StripMark::Fail);
  QCOMPARE(strip.cells.back().text, "fail_accuracy");
  QCOMPARE(strip.redSince, support::kFirstRun + support::kRedSince * support::kDay);
  const auto last = stripOf(rowOf("moco"), 2);
  QCOMPARE(last.cells.size(), std::size_t{2});
  QCOMPARE(last.redSince, strip.redSince);  // though it lies before the two
  QCOMPARE(stripOf(rowOf("model_2")).redSince, std::int64_t{0});
  QVERIFY(stripOf(history::StripRow{{}, {}, {}, {}, 123'456}).cells.empty());
}

/// The query over all series gives the same as each series by itself.
void CellHistoryTest::findsRedRows() {
  const auto rows = m_store->strips().rows();
  const auto since = m_store->strips().redSince(*rows);
  std::size_t red = 0;
  for (const history::StripRow& row : *rows) {
    const std::int64_t time = stripOf(row).redSince;
    red += time > 0 ? 1 : 0;
    QCOMPARE(since->contains(row.series) ? since->at(row.series) : 0, time);
  }
  QCOMPARE(red, std::size_t{2});
  // What the baseline expects is not red.
  const auto expecting = m_store->strips().redSince(*rows, [](const std::string&, std::string_view) { return std::string("fail_accuracy"); });
  QVERIFY(expecting->size() < since->size());
  // More graph breaks than the baseline has are red although the status passes.
  const auto broken = m_store->strips().redSince(*rows, [](const std::string& model, std::string_view metric) {
    return model == "model_2" && metric == history::kGraphBreaks ? std::optional<std::string>("4") : std::nullopt;
  });
  QCOMPARE(broken->size(), since->size() + 2);  // of both configs
  QCOMPARE(broken->at(rowOf("model_2").series), support::kFirstRun);
}

void CellHistoryTest::readsACell() {
  const auto cell =
      history::cellHistory(*m_store, {.config = support::kConfig, .model = "moco", .metric = "graph_breaks"});
  QCOMPARE(cell->file, support::kBaseline);
  QCOMPARE(cell->metrics, (std::vector<std::string>{"accuracy", "graph_breaks", "speedup"}));
  QCOMPARE(cell->list.series.size(), std::size_t{1});
  QCOMPARE(cell->blamed.size(), std::size_t{3});
  QCOMPARE(history::blameSentence(*cell), "pinned at 7 by #12345 on 2026-08-20, undone once before");
  const auto named = history::cellHistory(
      *m_store, {.model = "moco", .metric = "graph_breaks", .file = "/checkouts/pytorch/" + support::kBaseline});
  QCOMPARE(named->blamed.size(), std::size_t{3});
  const auto first = history::cellHistory(*m_store, {.config = support::kConfig, .model = "moco"});
  QCOMPARE(first->metric, "accuracy");
  QCOMPARE(history::blameSentence(*first), "");
}

void CellHistoryTest::countsWhatWasUndone() {
  history::CellHistory cell;
  cell.moves = support::movesOfMoco();
  cell.file = support::kBaseline;
  cell.blamed = history::blame(cell.moves, cell.file, {.all = true});
  QCOMPARE(history::blameSentence(cell), "pinned at 7 by #12345 on 2026-08-20, undone once before");
  cell.moves.changes.back().after.reset();
  QCOMPARE(history::blameSentence(cell), "removed by #12345 on 2026-08-20");
}

void CellHistoryTest::readsTheColumnOfADataType() {
  const auto made = history::Store::open(m_folder.filePath(QStringLiteral("wide.sqlite")).toStdString(), history::Store::Access::ReadWrite);
  QVERIFY(made);
  history::Store& store = **made;
  const std::string wide = "xpu/inductor_huggingface_inference";
  history::BaselineHistory moves;
  moves.files = {"ci_expected_accuracy/rolling/inductor_huggingface_inference.csv"};
  moves.commits.push_back({"b1", "1970-01-01", "A", "Add", 0, std::nullopt, history::ChangeKind::Code});
  for (const char* dtype : {"float16", "bfloat16"}) moves.changes.push_back({0, 0, "Albert", dtype, std::nullopt, std::string(dtype)});
  QVERIFY(store.baselines().add(moves));
  std::vector<baselines::LoggedDecision> log;
  for (const char* row : {"Albert#bfloat16", "Albert#float16", "Albert#2", "Albert"})
    log.push_back({.time = "2026-03-01T00:00:00Z", .baseline = moves.files[0], .model = row, .action = "kept", .decision = {.kind = {}, .what = {}, .reason = row, .note = {}}});
  log.push_back({.time = "2026-03-02T00:00:00Z", .baseline = moves.files[0], .model = "Albert", .action = "flaky", .decision = {.kind = {}, .what = {}, .reason = "flaky", .note = {}}});
  QVERIFY(history::addDecisions(store.connection(), log));
  const auto rows = store.strips().rows();
  QVERIFY(rows && rows->size() == 2);
  QCOMPARE(rows->front().config, wide + ".bfloat16");
  const auto cell = history::cellHistory(store, {.config = wide + ".bfloat16", .model = "Albert"});
  QCOMPARE(cell->metrics, std::vector<std::string>{"accuracy"});
  QCOMPARE(cell->file, moves.files[0]);
  QCOMPARE(cell->moves.changes.size(), std::size_t{1});
  QCOMPARE(cell->moves.changes[0].after, std::optional<std::string>("bfloat16"));
  QCOMPARE(cell->blamed.size(), std::size_t{1});
  QCOMPARE(cell->decisions.size(), std::size_t{2});
  QCOMPARE(cell->decisions[0].reason, "Albert#bfloat16");
  QCOMPARE(cell->decisions[1].reason, "flaky");
  QCOMPARE(history::cellHistory(store, {.config = wide + ".amp", .model = "Albert"})->file, "");
}

void CellHistoryTest::drawsNumbersAndWords() {
  const auto cell =
      history::cellHistory(*m_store, {.config = support::kConfig, .model = "moco", .metric = "graph_breaks"});
  const history::CellChart chart = history::cellChart(*cell);
  QCOMPARE(chart.data.categories, std::size_t{support::kRuns});
  QCOMPARE(chart.data.series.size(), std::size_t{2});
  QCOMPARE(chart.data.series[0].marks.size(), std::size_t{support::kRuns});
  // Two corners for each move, and both ends; a move lies between the runs around it.
  QCOMPARE(chart.data.series[1].marks.size(), std::size_t{8});
  QCOMPARE(chart.data.series[1].marks[1].x, 4.5);
  QCOMPARE(chart.events.size(), chart.data.items.size());
  QCOMPARE(chart.events.back().kind, CellEvent::Kind::Move);
  QVERIFY(chart.data.y.words.empty());
  // A line on top while the row is on a flaky list.
  history::CellHistory listed = *cell;
  listed.episodes.resize(2);
  listed.episodes[0] = {.list = "check_graph_breaks.py", .entry = {}, .began = cell->moves.commits.back(), .ended = {}};
  listed.episodes[1] = {.list = "flaky.toml", .entry = {}, .began = {}, .ended = cell->moves.commits.back()};
  const history::CellChart flaky = history::cellChart(listed);
  QCOMPARE(flaky.data.series.size(), std::size_t{4});
  QCOMPARE(flaky.data.series[2].marks[0].x, 19.5);
  QCOMPARE(flaky.data.series[2].marks[1].x, support::kRuns - 0.5);
  QCOMPARE(flaky.data.series[3].marks[0].x, -0.5);
  QCOMPARE(flaky.events[flaky.events.size() - 4].kind, CellEvent::Kind::Listed);
  QCOMPARE(flaky.events.back().kind, CellEvent::Kind::Unlisted);
  QCOMPARE(flaky.data.items.back().name, "taken off the list 2026-08-20 #12345");
  QCOMPARE(flaky.data.items[flaky.data.items.size() - 3].name, "still on the list check_graph_breaks.py");
  QVERIFY(flaky.data.items.back().numbers.ends_with("by : Break the graph at data dependent views (#12345)"));
  // The step of the runs from 5 to 7, and what stands behind its mark.
  const history::CellChart steps = history::cellChart(*cell, 0.005);
  QCOMPARE(steps.data.series.size(), std::size_t{4});
  QCOMPARE(steps.events.size(), steps.data.items.size());
  QCOMPARE(steps.events.back().kind, CellEvent::Kind::Change);
  QCOMPARE(steps.events.back().index, std::size_t{20});
  QCOMPARE(steps.data.series.back().marks.front().x, 19.5);
  QCOMPARE(steps.data.items.back().name, "runs: step at " + history::runText(cell->list.runs[cell->list.series[0].points[20].run]));
  const auto words =
      history::cellHistory(*m_store, {.config = support::kConfig, .model = "moco", .metric = "accuracy"});
  QCOMPARE(history::cellChart(*words).data.y.words, (std::vector<std::string>{"fail_accuracy", "pass"}));
}

void CellHistoryTest::isEmptyWhereNothingIsKnown() {
  const auto cell = history::cellHistory(*m_store, {.config = "nothing", .model = "moco", .metric = "accuracy"});
  QVERIFY(cell->list.series.empty() && cell->blamed.empty());
  QVERIFY(history::cellChart(*cell).data.isEmpty());
}

QTEST_GUILESS_MAIN(CellHistoryTest)
#include "cell_history_test.moc"
