// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/earlier_decisions.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/baselines/accept_decision.h"
#include "core/files/locked_log.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"

namespace plumbline::baselines {
namespace {

using Json = nlohmann::ordered_json;

/// textIn returns a member that is a text, else "".
std::string textIn(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// dayOf returns the date of "2026-11-20T14:00:00Z".
std::string dayOf(const std::string& time) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (time.size() < kForm.size()) return {};
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? time[i] < '0' || time[i] > '9' : time[i] != kForm[i]) return {};
  return time.substr(0, kForm.size());
}

}  // namespace

std::string earlierText(const EarlierAnswer& answer) {
  std::string text = decisionName(answer.decision);
  if (!answer.date.empty()) text += " on " + answer.date;
  if (!answer.decision.kind) return text + ": " + answer.decision.note;
  // A new answer says "flaky: flaky.toml, all configs".
  constexpr std::string_view kFlaky = "flaky: ";
  if (answer.decision.kind == DecisionKind::Flaky && answer.decision.what.starts_with(kFlaky))
    text += ", in " + answer.decision.what.substr(kFlaky.size());
  const std::string& values = answer.decision.values;
  if (!answer.isSame) return text + (values.empty() ? "; the values are not recorded" : " for " + values);
  const std::string& reason = answer.decision.reason.empty() ? answer.decision.note : answer.decision.reason;
  return reason.empty() ? text : text + ": " + reason;
}

base::Result<std::vector<LoggedDecision>> readDecisionLog(const std::string& path, std::vector<std::size_t>* others) {
  const auto bytes = files::readLog(path, DecisionLogs::kMaxLogBytes);
  if (!bytes) return base::fail(bytes.error());
  std::vector<LoggedDecision> lines;
  std::size_t number = 0;
  const auto skipLine = [&] {
    if (others != nullptr) others->push_back(number);
  };
  for (std::size_t begin = 0; begin < bytes->size();) {
    const std::size_t end = std::min(bytes->find('\n', begin), bytes->size());
    const std::string_view written = std::string_view(*bytes).substr(begin, end - begin);
    const Json line = text::parseOrderedJson(written);
    begin = end + 1;
    ++number;
    if (!line.is_object()) {
      if (!text::trimmed(written).empty()) skipLine();
      continue;
    }
    LoggedDecision one{.time = textIn(line, "time"),
                       .baseline = textIn(line, "baseline"),
                       .model = textIn(line, "model"),
                       .action = textIn(line, "decision"),
                       .decision = {.kind = {},
                                    .what = textIn(line, "what"),
                                    .reason = textIn(line, "reason"),
                                    .note = textIn(line, "note"),
                                    .values = textIn(line, "values")}};
    one.decision.kind = decisionKind(one.action);
    if (one.action == decisionName(one.decision))
      lines.push_back(std::move(one));
    else
      skipLine();
  }
  return lines;
}

const std::vector<LoggedDecision>& DecisionLogs::stored() {
  if (m_stored) return *m_stored;
  m_stored.emplace();
  if (!m_store.read) return *m_stored;
  auto read = m_store.read();
  if (read)
    m_stored = *std::move(read);
  else
    m_problems.push_back(read.error());
  return *m_stored;
}

const DecisionLogs::Log& DecisionLogs::read(const std::string& path) {
  const auto [at, isNew] = m_logs.try_emplace(path);
  Log& log = at->second;
  if (!isNew) return log;
  auto read = readDecisionLog(path);
  if (!read && read.error().code != base::ErrorCode::NotFound) m_problems.push_back(read.error());
  std::vector<LoggedDecision> lines = read ? *std::move(read) : std::vector<LoggedDecision>();
  const std::filesystem::path file(path);
  if (file.filename() == kLogBesideBaselines)  // it has the names of the files alone
    for (LoggedDecision& line : lines) line.baseline = (file.parent_path() / line.baseline).string();
  if (!stored().empty()) {
    lines.insert(lines.end(), stored().begin(), stored().end());
    std::ranges::stable_sort(lines, {}, &LoggedDecision::time);
  }
  std::map<DecisionKey, Decision> newest;  // the answers, without their notes
  for (LoggedDecision& line : lines) {
    EarlierAnswer& row = log[line.baseline][line.model];
    Decision& last = newest[{line.baseline, line.model}];
    std::string note = std::exchange(line.decision.note, {});
    // An answer without a note leaves the one that there is; the same answer again is there for its note.
    if (note.empty() && line.decision.kind && line.decision != last) note = row.decision.note;
    if (line.decision.kind) last = line.decision;
    if (line.decision.kind == DecisionKind::Accepted) row = {.decision = {}, .date = dayOf(line.time)};
    else if (line.decision.kind || !row.decision.kind) row = {.decision = std::move(line.decision), .date = dayOf(line.time)};
    row.decision.note = std::move(note);  // a note leaves the answer as it is
  }
  return log;
}

EarlierAnswers DecisionLogs::answersFor(const verdicts::Comparison& comparison, const std::string& baseline,
                                        const std::string& valueColumn) {
  EarlierAnswers answers;
  if (baseline.empty()) return answers;
  const Log& log = read(decisionLogPath(baseline));
  if (log.empty()) return answers;
  const auto rows = log.find(decisionPath(baseline));
  if (rows == log.end()) return answers;
  const bool hasNotes = std::ranges::any_of(rows->second, [](const auto& row) { return !row.second.decision.note.empty(); });
  if (!hasNotes && comparison.counts().needDecision == 0) return answers;
  std::string scratch;
  for (std::uint32_t row = 0; row < comparison.rowCount(); ++row) {
    const bool isAsked = verdicts::needsDecision(comparison.row(row));
    if (!isAsked && !hasNotes) continue;
    const std::string model(comparison.modelName(row, scratch));
    auto found = rows->second.find(rowName(model, valueColumn));
    if (found == rows->second.end() && !valueColumn.empty()) {
      found = rows->second.find(model);  // a flaky list speaks of the model, whatever its column
      if (found != rows->second.end() && found->second.decision.kind != DecisionKind::Flaky) found = rows->second.end();
    }
    if (found == rows->second.end()) continue;
    EarlierAnswer answer = found->second;
    if (!isAsked) answer.decision.kind.reset();  // only the note is of use
    if (!answer.decision.kind && answer.decision.note.empty()) continue;
    answer.isSame = answer.decision.kind && !answer.decision.values.empty() && answer.decision.values == valuesText(comparison, row);
    answers.emplace(row, std::move(answer));
  }
  return answers;
}

}  // namespace plumbline::baselines
