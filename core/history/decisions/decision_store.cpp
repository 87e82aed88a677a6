// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/decisions/decision_store.h"

#include <QDateTime>
#include <QVariantList>

#include "core/history/rows/baseline_cells.h"
#include "core/history/store.h"
#include "core/text/sha256.h"

namespace plumbline::history {
namespace {

std::string contentHashOf(const baselines::LoggedDecision& line) {
  std::string content;
  for (const std::string* part : {&line.time, &line.baseline, &line.model, &line.action, &line.decision.what,
                                  &line.decision.reason, &line.decision.note, &line.decision.values})
    content.append(*part).push_back('\0');
  return text::sha256Hex(content);
}

/// isAnswer: kept or flaky, for certain values.
bool isAnswer(const std::string& action) { return action == "kept" || action == "flaky"; }

/// outcomeOf is what was changed, or the values that an answer is for.
const std::string& outcomeOf(const baselines::LoggedDecision& line) {
  const baselines::Decision& decision = line.decision;
  const bool hasValues = decision.what.empty() || (isAnswer(line.action) && !decision.values.empty());
  return hasValues ? decision.values : decision.what;
}

/// isNewest: the newest decision about this row says the same.
base::Result<bool> isNewest(SqlConnection& connection, const baselines::LoggedDecision& line) {
  auto newest = connection.query("SELECT action, reason, note, outcome FROM decision WHERE file = ? AND model = ? ORDER BY time DESC, id DESC LIMIT 1",
                                 {toSql(line.baseline), toSql(line.model)});
  if (!newest) return base::fail(std::move(newest.error()));
  if (!newest->next()) return false;
  const baselines::Decision& decision = line.decision;
  int column = 0;
  for (const std::string* part : {&line.action, &decision.reason, &decision.note, &outcomeOf(line)})
    if (textAt(*newest, column++) != toSql(*part).toString().toStdString()) return false;
  return true;
}

/// DecisionRow is a row of the table without its id: content hash, time and texts in the order of kDecisionColumns.
using DecisionRow = QVariantList;
constexpr const char* kDecisionColumns = "content_hash, time, file, model, action, reason, note, outcome";
constexpr int kDecisionColumnCount = 8;

/// addRows stores the rows whose content is not there yet.
base::Result<void> addRows(SqlConnection& connection, const std::vector<DecisionRow>& rows, AddedDecisions& added) {
  return connection.transaction([&]() -> base::Result<void> {
    auto last = connection.number("SELECT max(id) FROM decision");
    if (!last) return base::fail(last.error());
    for (const DecisionRow& row : rows) {
      const auto known = connection.number("SELECT count(*) FROM decision WHERE content_hash = ?", {row.front()});
      if (!known) return base::fail(known.error());
      ++(*known > 0 ? added.known : added.decisions);
      if (*known > 0) continue;
      auto stored = connection.run("INSERT INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                   DecisionRow{toSqlNumber(++*last)} + row);
      if (!stored) return stored;
    }
    return {};
  });
}

}  // namespace

std::string reasonText(const CellDecision& decision) {
  std::string text = decision.what;
  for (const std::string* part : {&decision.reason, &decision.note})
    if (!part->empty()) text += (text.empty() ? "" : ": ") + *part;
  return text;
}

bool isOfColumn(const CellDecision& decision, const std::string& column) {
  return decision.column == column || (decision.column.empty() && decision.action == "flaky");
}

bool isAbout(const CellDecision& decision, const std::string& config) {
  if (nameOfBaseline(decision.file) == config) return true;
  const auto column = dtypeColumn(decision.file, config);
  return column && isOfColumn(decision, *column);
}

base::Result<AddedDecisions> addDecisions(SqlConnection& connection, std::span<const baselines::LoggedDecision> log) {
  AddedDecisions added;
  std::vector<DecisionRow> rows;
  for (const baselines::LoggedDecision& line : log) {
    const QDateTime time = QDateTime::fromString(QString::fromStdString(line.time), Qt::ISODate);
    const baselines::Decision& decision = line.decision;
    if (time.isValid())
      rows.push_back({toSql(contentHashOf(line)), toSqlNumber(time.toSecsSinceEpoch()), toSql(line.baseline),
                      toSql(line.model), toSql(line.action), toSql(decision.reason), toSql(decision.note),
                      toSql(outcomeOf(line))});
    else
      ++added.undated;
  }
  auto done = addRows(connection, rows, added);
  return done ? base::Result<AddedDecisions>(added) : base::fail(std::move(done.error()));
}

base::Result<AddedDecisions> copyDecisions(SqlConnection& from, SqlConnection& to) {
  auto found = from.query(std::string("SELECT ") + kDecisionColumns + " FROM decision ORDER BY id");
  if (!found) return base::fail(std::move(found.error()));
  std::vector<DecisionRow> rows;
  while (found->next()) {
    DecisionRow row{toSql(textAt(*found, 0)), found->value(1)};
    for (int column = 2; column < kDecisionColumnCount; ++column) row << toSql(textAt(*found, column));
    rows.push_back(std::move(row));
  }
  AddedDecisions added;
  auto done = addRows(to, rows, added);
  return done ? base::Result<AddedDecisions>(added) : base::fail(std::move(done.error()));
}

base::Result<std::vector<CellDecision>> decisionsOf(SqlConnection& connection, const std::string& model) {
  auto found = connection.query(
      "SELECT time, file, action, outcome, reason, note, model FROM decision WHERE model = ? OR (model > ? AND model < ?) ORDER BY time, id",
      {toSql(model), toSql(model + '#'), toSql(model + '$')});  // '$' follows on '#': also the rows of the model's columns
  if (!found) return base::fail(std::move(found.error()));
  std::vector<CellDecision> decisions;
  while (found->next()) {
    const std::string row = textAt(*found, 6);
    const std::string column = baselines::isRowOf(row, model) ? row.substr(model.size() + 1) : std::string();
    if (!column.empty() && !isDtypeColumn(column)) continue;  // another model
    decisions.push_back({found->value(0).toLongLong(), textAt(*found, 1), textAt(*found, 2), textAt(*found, 3),
                         textAt(*found, 4), textAt(*found, 5), column});
  }
  return decisions;
}

base::Result<std::vector<baselines::LoggedDecision>> readDecisions(SqlConnection& connection) {
  auto found = connection.query("SELECT time, file, model, action, reason, note, outcome FROM decision ORDER BY time, id");
  if (!found) return base::fail(std::move(found.error()));
  std::vector<baselines::LoggedDecision> all;
  while (found->next()) {
    const std::string action = textAt(*found, 3), outcome = textAt(*found, 6);
    baselines::LoggedDecision one{
        .time = QDateTime::fromSecsSinceEpoch(found->value(0).toLongLong(), Qt::UTC).toString(Qt::ISODate).toStdString(),
        .baseline = textAt(*found, 1),
        .model = textAt(*found, 2),
        .action = action,
        .decision = {.kind = baselines::decisionKind(action), .what = {}, .reason = textAt(*found, 4), .note = textAt(*found, 5), .values = {}}};
    (isAnswer(action) ? one.decision.values : one.decision.what) = outcome;
    all.push_back(std::move(one));
  }
  return all;
}

baselines::DecisionStore decisionStoreAt(const std::string& store) {
  const auto add = [store](const baselines::Decisions& decisions, baselines::DecisionStore::Time now) -> base::Result<void> {
    auto opened = Store::open(store, Store::Access::ReadWrite);
    if (!opened) return base::fail(std::move(opened.error()));
    SqlConnection& connection = (*opened)->connection();
    std::vector<baselines::LoggedDecision> lines;
    for (baselines::LoggedDecision& line : baselines::loggedDecisions(decisions, now)) {
      const auto isKnown = isNewest(connection, line);
      if (!isKnown) return base::fail(isKnown.error());
      if (!*isKnown) lines.push_back(std::move(line));
    }
    const auto added = addDecisions(connection, lines);
    return added ? base::Result<void>() : base::fail(added.error());
  };
  const auto read = [store]() -> base::Result<std::vector<baselines::LoggedDecision>> {
    auto opened = Store::open(store, Store::Access::ReadOnly);
    if (opened) return readDecisions((*opened)->connection());
    if (opened.error().code == base::ErrorCode::NotFound) return {};
    return base::fail(std::move(opened.error()));
  };
  return {.add = add, .read = read};
}

}  // namespace plumbline::history
