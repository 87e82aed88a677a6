// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/advice_report.h"

#include <array>

#include "core/history/report_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/quantities.h"

namespace plumbline::evidence {
namespace {

using history::OrderedJson;

OrderedJson evidenceJson(const EvidenceLine& line) {
  OrderedJson json = {{"text", line.text}};
  if (line.n == 0) return json;
  const statistics::Interval interval = statistics::rateInterval({line.part, line.n});
  json.update({{"part", line.part}, {"n", line.n}, {"unit", line.unit}, {"low", interval.low}, {"high", interval.high}, {"level", 0.95}, {"method", "Jeffreys"}});
  return json;
}

OrderedJson rowJson(const RowAdvice& advice) {
  OrderedJson cells = OrderedJson::array(), evidence = OrderedJson::array();
  for (const CellAdvice& cell : advice.cells)
    cells.push_back({{"column", cell.column}, {"before", cell.before}, {"after", cell.after}, {"kind", groupName(cell.group)}, {"risk", cell.risk}});
  for (const EvidenceLine& line : advice.evidence) evidence.push_back(evidenceJson(line));
  return {{"model", advice.model},
          {"advice", advisedName(advice.advised)},
          {"sentence", advice.sentence},
          {"risk", advice.risk ? OrderedJson(*advice.risk) : OrderedJson()},
          {"risk_from_history", advice.hasSuchMoves},
          {"improvement", advice.isImprovement},
          {"warning", advice.isWarning},
          {"contradiction", advice.contradicts},
          {"held_back", advice.holdsBack},
          {"cells", std::move(cells)},
          {"evidence", std::move(evidence)}};
}

}  // namespace

std::string answerText(const RowAdvice& advice) {
  std::string answer(advisedName(advice.advised));
  if (advice.risk && advice.hasSuchMoves) answer += ", risk " + text::fixedText(100 * *advice.risk, 0) + " %";
  return answer;
}

std::string adviceText(const PairAdvice& advice, AdviceDetail detail) {
  std::string all;
  for (const AdvisedRow& row : advice.rows) {
    all += reports::printableText(row.advice.model + ": " + answerText(row.advice) + ": " + row.advice.sentence) + '\n';
    if (detail == AdviceDetail::Evidence)
      for (const EvidenceLine& line : row.advice.evidence) all += "  " + reports::printableText(evidenceText(line)) + '\n';
  }
  return all;
}

std::string adviceSummary(std::span<const PairAdvice> advice) {
  constexpr std::size_t kMaxLines = 40;
  std::string lines;
  std::size_t others = 0;
  std::array<std::size_t, 4> counts = {};
  for (const PairAdvice& pair : advice)
    for (const AdvisedRow& row : pair.rows) {
      if (row.advice.cells.empty()) continue;
      ++counts[static_cast<std::size_t>(row.advice.advised)];
      if (row.advice.advised == Advised::Accept || ++others > kMaxLines) continue;
      lines += "  " + reports::printableText(row.advice.model + (advice.size() > 1 ? " of " + configKey(pair.expected) : std::string()) + ": " +
                                             answerText(row.advice) + ": " + row.advice.sentence) + '\n';
    }
  if (others > kMaxLines) lines += "  and " + text::groupedText(others - kMaxLines) + " more: plumbline-cli advise ACTUAL EXPECTED\n";
  std::vector<std::string> answers;
  for (const Advised advised : {Advised::Accept, Advised::Keep, Advised::Flaky, Advised::Look})
    if (const std::size_t count = counts[static_cast<std::size_t>(advised)]; count > 0)
      answers.push_back(std::string(advisedName(advised)) + ' ' + text::counted(count, "row"));
  return answers.empty() ? std::string() : "advice: " + text::joined(answers) + '\n' + lines;
}

std::string adviceJson(const PairAdvice& advice) {
  OrderedJson rows = OrderedJson::array();
  for (const AdvisedRow& row : advice.rows) rows.push_back(rowJson(row.advice));
  return history::jsonText("plumbline-advice", {{"actual", advice.actual},
                                                {"expected", advice.expected},
                                                {"history", advice.hasHistory},
                                                {"risk_method", riskMethod()},
                                                {"rows", std::move(rows)}});
}

}  // namespace plumbline::evidence
