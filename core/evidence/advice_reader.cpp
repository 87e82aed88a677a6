// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/advice_reader.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/evidence/evidence_rows.h"

namespace plumbline::evidence {
namespace {

using verdicts::Comparison;
using verdicts::VerdictClass;

/// factsOf says what there is to do about a row in which no pinned value moves.
RowFacts factsOf(const Comparison& comparison, std::uint32_t row) {
  const verdicts::ComparedRow& compared = comparison.row(row);
  RowFacts facts{.runs = {}, .excuse = {}, .unmoved = Advised::Look, .unmovedText = comparison.sentence(row)};
  if (compared.excused) facts.excuse = comparison.excuseText(row);
  if (compared.cls == VerdictClass::Flaky) facts.excuse = "a flaky list of the checks excuses it";
  if (compared.cls == VerdictClass::ExpectedFail || compared.cls == VerdictClass::Flaky) facts.unmoved = Advised::Keep;
  for (std::string* text : {&facts.unmovedText, &facts.excuse})
    while (text->ends_with('.')) text->pop_back();
  return facts;
}

/// nameInFile is a row's name as the run's file spells it.
std::string nameInFile(const Comparison& comparison, std::uint32_t row) {
  const tables::CsvTable& actual = **comparison.input().actual;
  const auto name = actual.columnOf("name");
  std::string scratch;
  const std::uint32_t line = comparison.row(row).actualRow;
  return line == verdicts::kNoRow || !name ? std::string() : std::string(actual.cell(line, *name, scratch));
}

/// Places are the moves of one file, by model.
class Places {
 public:
  Places(const RunMoves& run, const std::string& file) {
    for (std::size_t i = 0; i < run.size(); ++i)
      if (run[i].file == file) m_places.try_emplace(run[i].model, i);
  }
  std::optional<std::size_t> of(const std::string& model) const {
    const auto found = m_places.find(model);
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::unordered_map<std::string, std::size_t> m_places;
};

std::vector<FailedRun> failedRunsOf(const std::vector<RowEvidence>& card) {
  std::vector<FailedRun> failed;
  for (const RowEvidence& column : card)
    for (const EvidenceRun& run : column.runs)
      if (run.hasFailed && column.row.metric != history::kStatusMetric) failed.push_back({run.time, column.row.metric + ' ' + run.value});
  return failed;
}

/// joinedRuns puts the columns of a row together, run by run.
std::vector<PastRun> joinedRuns(const history::RowStrips& strips, std::span<const history::RowKey> keys, std::size_t first) {
  std::map<std::size_t, PastRun> runs;
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (const history::RowPoint& point : strips.rows[first + i].points)
      runs[point.run].cells.push_back({keys[i].metric, point.number, point.word});
  std::vector<std::pair<std::size_t, PastRun>> sorted(std::make_move_iterator(runs.begin()), std::make_move_iterator(runs.end()));
  std::ranges::sort(sorted, {}, [&](const auto& one) {
    const history::RunInfo& run = strips.runs[one.first];
    return std::tuple(timeOfRun(run), run.measuredAt, run.attempt, one.first);
  });
  std::vector<PastRun> oldestFirst;
  for (auto& [index, run] : sorted) oldestFirst.push_back(std::move(run));
  return oldestFirst;
}

}  // namespace

base::Result<PairAdvice> advisePair(history::Store* store, const Comparison& comparison) {
  const verdicts::CheckArguments& paths = comparison.options().words;
  std::vector<TablePair> pairs = {{paths.expectedPath, *comparison.input().actual, *comparison.input().expected}};
  addNeighbours(pairs, paths.actualPath);
  return AdviceReader(store).advise(comparison, pendingMoves(pairs), paths.expectedPath);
}

baselines::Evidence toEvidence(std::span<const PairAdvice> advice) {
  baselines::Evidence evidence;
  for (const PairAdvice& pair : advice)
    for (const AdvisedRow& row : pair.rows)
      if (!row.advice.cells.empty() || row.advice.isByRuns)
        evidence.try_emplace({pair.expected, baselines::rowName(row.advice.model, pair.valueColumn)},
                             baselines::RowEvidence{std::string(advisedName(row.advice.advised)) + ": " + row.advice.sentence,
                                                    row.advice.holdsBack});
  return evidence;
}

base::Result<std::vector<std::vector<PastRun>>> AdviceReader::lastRuns(std::span<const RowMove* const> rows) {
  std::vector<std::vector<PastRun>> runs(rows.size());
  if (m_store == nullptr) return runs;
  std::vector<history::RowKey> keys;
  for (const RowMove* row : rows)
    for (const CellMove& cell : row->cells) keys.push_back({configKey(row->file), row->model, cell.column, cell.before});
  if (keys.empty()) return runs;
  const auto strips = m_store->rows().lastRuns(keys, kLastRuns);
  if (!strips) return base::fail(strips.error());
  for (std::size_t i = 0, first = 0; i < rows.size(); first += rows[i]->cells.size(), ++i)
    runs[i] = joinedRuns(*strips, std::span(keys).subspan(first, rows[i]->cells.size()), first);
  return runs;
}

base::Result<PairAdvice> AdviceReader::advise(const Comparison& comparison, const RunMoves& run, const std::string& path) {
  if (!m_advisor && m_store != nullptr) {
    auto moves = m_store->baselines().read();
    if (!moves) return base::fail(std::move(moves.error()));
    m_advisor.emplace(*moves);
  }
  if (!m_advisor) m_advisor.emplace();
  const Places places(run, path);
  PairAdvice all{.actual = comparison.options().words.actualPath,
                 .expected = comparison.options().words.expectedPath,
                 .hasHistory = m_advisor->hasHistory()};
  std::vector<const RowMove*> moved;
  std::vector<std::pair<std::uint32_t, std::optional<std::size_t>>> rows;
  for (std::uint32_t row = 0; row < comparison.rowCount(); ++row) {
    if (comparison.row(row).cls == VerdictClass::Pass) continue;
    rows.emplace_back(row, places.of(nameInFile(comparison, row)));
    if (rows.back().second) moved.push_back(&run[*rows.back().second]);
  }
  auto runs = lastRuns(moved);
  if (!runs) return base::fail(std::move(runs.error()));
  std::vector<std::uint32_t> numbers;
  for (const auto& [row, place] : rows) numbers.push_back(row);
  base::Result<std::vector<std::vector<RowEvidence>>> cards;
  if (m_store != nullptr) cards = rowCards(*m_store, comparison, numbers, {.hasMargins = false});
  if (!cards) return base::fail(std::move(cards.error()));
  cards->resize(rows.size());
  all.rows.reserve(rows.size());
  std::size_t next = 0;
  std::string scratch;
  const bool isBroken = isBrokenRun(run);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [row, place] = rows[i];
    RowFacts facts = factsOf(comparison, row);
    facts.card = std::move((*cards)[i]);
    if (place) facts.isInBrokenRun = isBroken;
    const std::string model(comparison.modelName(row, scratch));
    if (place) facts.runs = std::move((*runs)[next++]);
    all.rows.push_back({row, place ? m_advisor->advise(run, *place, facts) : m_advisor->advise({{path, model, {}, {}}}, 0, facts)});
    all.rows.back().advice.model = model;
    all.rows.back().failedRuns = failedRunsOf(facts.card);
  }
  return all;
}

base::Result<std::vector<PairAdvice>> AdviceReader::adviseCommit(const overview::CommitView& view) {
  const auto pathOf = [](const overview::ConfigResult& config) {
    return baselines::rowName(config.baselinePath, config.valueColumn);
  };
  std::vector<TablePair> pairs;
  for (const overview::ConfigResult& config : view.configs())
    if (config.comparison && !config.baselinePath.empty())
      pairs.push_back({pathOf(config), *config.comparison->input().actual, *config.comparison->input().expected});
  const RunMoves run = pendingMoves(pairs);
  std::vector<PairAdvice> all;
  for (const overview::ConfigResult& config : view.configs()) {
    if (!config.comparison || config.baselinePath.empty()) continue;
    auto advice = advise(*config.comparison, run, pathOf(config));
    if (!advice) return base::fail(std::move(advice.error()));
    advice->expected = config.baselinePath;
    advice->valueColumn = config.valueColumn;
    all.push_back(*std::move(advice));
  }
  return all;
}

}  // namespace plumbline::evidence
