// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_report.h"

#include <nlohmann/json.hpp>

#include "core/history/report_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

using reports::printableText;

constexpr double kSecondsOfDay = 86'400;

std::string blameJson(const BaselineHistory& history, const std::vector<BlamedCell>& cells) {
  OrderedJson list = OrderedJson::array();
  for (const BlamedCell& cell : cells) {
    const BaselineChange& change = history.changes[cell.change];
    list.push_back({{"file", history.files[change.file]},
                    {"model", change.model},
                    {"column", change.column},
                    {"old", textOrNull(change.before)},
                    {"new", textOrNull(change.after)},
                    {"commit", commitJson(history.commits[cell.commit])},
                    {"undone_by", cell.undoneBy ? commitJson(history.commits[*cell.undoneBy]) : OrderedJson(nullptr)}});
  }
  return jsonText("plumbline-blame", {{"changes", std::move(list)}});
}

std::string blameTsv(const BaselineHistory& history, const std::vector<BlamedCell>& cells) {
  std::string text = "date\tunix\tcommit\tpr\tkind\tfile\tmodel\tcolumn\told\tnew\tundone_by\tundone_by_pr\tsubject\n";
  for (const BlamedCell& cell : cells) {
    const BaselineChange& change = history.changes[cell.change];
    const BaselineCommit& commit = history.commits[cell.commit];
    const BaselineCommit* undo = cell.undoneBy ? &history.commits[*cell.undoneBy] : nullptr;
    text += tabbed({utcText(commit.time), std::to_string(commit.time), commit.hash, numberText(commit), std::string(kindName(commit.kind)),
                    history.files[change.file], change.model, change.column, change.before.value_or(""), change.after.value_or(""),
                    undo == nullptr ? "" : undo->hash, undo == nullptr ? "" : numberText(*undo), commit.subject});
  }
  return text;
}

std::string blameText(const BaselineHistory& history, const std::vector<BlamedCell>& cells) {
  if (cells.empty()) return "no changes\n";
  reports::TextTable table({{.title = "MODEL"}, {.title = "COLUMN"}, {.title = "OLD"}, {.title = "NEW"}, {.title = "DATE"}, {.title = "COMMIT"},
                            {.title = "KIND"}, {.title = "SUBJECT"}});
  std::vector<std::vector<reports::TableCell>> rows;
  for (const BlamedCell& cell : cells) {
    const BaselineChange& change = history.changes[cell.change];
    const BaselineCommit& commit = history.commits[cell.commit];
    std::string undone;
    if (cell.undoneBy) {
      const BaselineCommit& by = history.commits[*cell.undoneBy];
      undone = ", undone by " + (by.pullRequest == commit.pullRequest ? by.hash.substr(0, kShortHash) : shortName(by));
    }
    rows.push_back({{printableText(change.model)}, {printableText(change.column)}, {printableText(change.before.value_or("-"))},
                    {printableText(change.after.value_or("-"))}, {utcText(commit.time).substr(0, 10)}, {commit.hash.substr(0, kShortHash)},
                    {std::string(kindName(commit.kind)) + undone}, {printableText(commit.subject)}});
  }
  return table.written(rows);
}

std::string siblingsTable(const BaselineHistory& history, const std::vector<const SiblingMove*>& chosen, bool withTabs) {
  std::string tsv = "outcome\tlag_days\tdate\tcommit\tpr\tfile\tsibling\tmodel\tcolumn\told\tnew\tsibling_column\n";
  reports::TextTable table({{.title = "OUTCOME"}, {.title = "DAYS"}, {.title = "DATE"}, {.title = "COMMIT"}, {.title = "MODEL"}, {.title = "COLUMN"},
                            {.title = "OLD"}, {.title = "NEW"}, {.title = "MOVED"}, {.title = "SIBLING"}});
  std::vector<std::vector<reports::TableCell>> rows;
  for (const SiblingMove* move : chosen) {
    const BaselineChange& change = history.changes[move->change];
    const BaselineCommit& commit = history.commits[change.commit];
    const std::string outcome(outcomeName(move->outcome)), date = utcText(commit.time).substr(0, 10);
    const std::string days = move->outcome == SiblingOutcome::Stayed ? "" : text::fixedText(static_cast<double>(move->lagSeconds) / kSecondsOfDay, 1);
    const std::string &file = history.files[change.file], &sibling = history.files[move->sibling];
    if (withTabs)
      tsv += tabbed({outcome, days, date, commit.hash, numberText(commit), file, sibling, change.model, change.column, *change.before, *change.after, move->column});
    else
      rows.push_back({{outcome}, {days}, {date}, {shortName(commit)}, {printableText(change.model)}, {printableText(change.column)},
                      {printableText(*change.before)}, {printableText(*change.after)}, {printableText(file)},
                      {printableText(move->sibling == change.file ? move->column : sibling)}});
  }
  return withTabs ? tsv : rows.empty() ? std::string() : '\n' + table.written(rows);
}

std::string siblingsJson(const BaselineHistory& history, const SiblingMoves& moves, const std::vector<const SiblingMove*>& chosen) {
  OrderedJson counts = {{"in_step", moves.moves.size()}};
  for (int i = 0; i < kSiblingOutcomes; ++i) counts[std::string(outcomeName(SiblingOutcome(i)))] = moves.count(SiblingOutcome(i));
  OrderedJson list = OrderedJson::array();
  for (const SiblingMove* move : chosen) {
    const BaselineChange& change = history.changes[move->change];
    list.push_back({{"outcome", outcomeName(move->outcome)},
                    {"lag_s", move->outcome == SiblingOutcome::Stayed ? OrderedJson(nullptr) : OrderedJson(move->lagSeconds)},
                    {"file", history.files[change.file]},
                    {"sibling", history.files[move->sibling]},
                    {"model", change.model},
                    {"column", change.column},
                    {"sibling_column", move->column},
                    {"old", textOrNull(change.before)},
                    {"new", textOrNull(change.after)},
                    {"commit", commitJson(history.commits[change.commit])},
                    {"sibling_commit", move->outcome == SiblingOutcome::Stayed ? OrderedJson(nullptr) : commitJson(history.commits[move->commit])}});
  }
  return jsonText("plumbline-history-siblings", {{"counts", std::move(counts)}, {"unnamed_files", moves.unnamedFiles}, {"moves", std::move(list)}});
}

}  // namespace

ReportForm reportForm(const std::string& name) {
  return name == "tsv" ? ReportForm::Tsv : name == "json" ? ReportForm::Json : ReportForm::Text;
}

std::string blameReport(const BaselineHistory& history, const std::vector<BlamedCell>& cells, ReportForm form) {
  switch (form) {
    case ReportForm::Tsv: return blameTsv(history, cells);
    case ReportForm::Json: return blameJson(history, cells);
    case ReportForm::Text: break;
  }
  return blameText(history, cells);
}

std::string siblingsReport(const BaselineHistory& history, const SiblingMoves& moves, bool all, ReportForm form) {
  std::vector<const SiblingMove*> chosen;
  for (const SiblingMove& move : moves.moves)
    if (all || move.outcome == SiblingOutcome::Stayed || move.outcome == SiblingOutcome::Elsewhere) chosen.push_back(&move);
  if (form == ReportForm::Json) return siblingsJson(history, moves, chosen);
  if (form == ReportForm::Tsv) return siblingsTable(history, chosen, true);
  std::string text = text::counted(moves.moves.size(), "sibling") + " in step when a cell moved: " +
                     std::to_string(moves.count(SiblingOutcome::Together)) + " moved in the same commit, " +
                     std::to_string(moves.count(SiblingOutcome::Later)) + " later, " +
                     std::to_string(moves.count(SiblingOutcome::Elsewhere)) + " to another value, " +
                     std::to_string(moves.count(SiblingOutcome::Stayed)) + " not\n";
  return text + siblingsTable(history, chosen, false);
}

}  // namespace plumbline::history
