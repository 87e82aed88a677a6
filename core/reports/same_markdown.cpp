// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/reports/markdown_parts.h"
#include "core/reports/same_words.h"
#include "core/reports/shown_text.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kOpenRows = 50;  ///< stand in the open, the rest is folded away
constexpr std::size_t kFoldedRows = 500;
constexpr std::size_t kVerdictCharacters = 400;

bool isOurs(std::size_t column) { return kSameColumns[column] == "verdict" || kSameColumns[column] == "step"; }

std::string rowText(const SameCells& row, const std::vector<bool>& empty) {
  std::string out = "|";
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (empty[i]) continue;
    const std::string cell = row[i].empty() || isOurs(i) ? row[i] : markdown::name(row[i], true);
    out += ' ' + (cell == "differs" || cell == "raises" ? "**" + cell + "**" : cell) + " |";
  }
  return out + '\n';
}

std::string table(std::span<const SameCells> rows, const std::vector<bool>& empty) {
  std::string head = "|", rule = "|", body;
  for (std::size_t i = 0; i < kSameColumns.size(); ++i) {
    if (empty[i]) continue;
    head += ' ' + std::string(kSameColumns[i]) + " |";
    rule += "---|";
  }
  for (const SameCells& row : rows) body += rowText(row, empty);
  return head + '\n' + rule + '\n' + body;
}

}  // namespace

std::string sameMarkdown(const SameReport& report) {
  std::string files = markdown::name(report.ref) + " against " + markdown::name(report.res);
  if (!report.fp64.empty()) files += ", reference " + markdown::name(report.fp64);
  const std::string verdict = sameVerdict(report);
  const std::size_t colon = verdict.find(": ");
  std::string line = "**" + verdict.substr(0, colon) + "**";
  if (colon != verdict.npos)
    line += ": " + markdown::code(elidedText(shownText(verdict.substr(colon + 2)), kVerdictCharacters));
  markdown::Body body("### " + files + "\n\n" + line + "\n\n" + sameCounts(report) + ".\n");
  std::string findings;
  for (const SameFinding& finding : sameFindings(report))
    findings += (findings.empty() ? "\n- " : "- ") + finding.title + ": " +
                markdown::code(elidedText(shownText(finding.text), kVerdictCharacters)) + '\n';
  body.add(findings);
  for (const std::string& note : report.notes) body.add("\n" + markdown::code(shownText(note)) + '\n');
  std::string log;
  for (const numerics::LogLine& entry : report.result.log)
    log += std::string(log.empty() ? "\n" : "") +
           (entry.level == numerics::LogLevel::Error ? "- ERROR " : "- WARNING ") +
           markdown::code(elidedText(shownText(entry.text), kVerdictCharacters)) + '\n';
  if (!log.empty()) body.add(log);
  std::vector<SameCells> rows;
  for (const std::size_t i : shownDecisions(report)) rows.push_back(sameCells(report, i));
  const std::vector<bool> empty = emptyColumns(rows);
  const std::span<const SameCells> all(rows);
  if (!all.empty()) body.add('\n' + table(all.first(std::min(kOpenRows, all.size())), empty));
  if (all.size() > kOpenRows) {
    const auto rest = all.subspan(kOpenRows);
    std::string inside = table(rest.first(std::min(kFoldedRows, rest.size())), empty);
    if (rest.size() > kFoldedRows) inside += "\n... and " + std::to_string(rest.size() - kFoldedRows) + " more.\n";
    body.add('\n' + markdown::folded(std::to_string(rest.size()) + " more", inside));
  }
  return body.take("\nSome of it was left out: a comment holds no more.\n");
}

}  // namespace plumbline::reports
