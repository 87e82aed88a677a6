// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/decisions/decision_store.h"

#include <QDateTime>

#include "core/reports/sha256.h"

namespace plumbline::history {
namespace {

std::string contentHashOf(const baselines::LoggedDecision& line) {
  std::string content;
  for (const std::string* part : {&line.time, &line.baseline, &line.model, &line.action, &line.decision.what,
                                  &line.decision.reason, &line.decision.note, &line.decision.values})
    content.append(*part).push_back('\0');
  return reports::sha256Hex(content);
}

}  // namespace

std::string reasonText(const CellDecision& decision) {
  std::string text = decision.what;
  for (const std::string* part : {&decision.reason, &decision.note})
    if (!part->empty()) text += (text.empty() ? "" : ": ") + *part;
  return text;
}

base::Result<AddedDecisions> addDecisions(SqlConnection& connection, std::span<const baselines::LoggedDecision> log) {
  AddedDecisions added;
  auto done = connection.transaction([&]() -> base::Result<void> {
    auto last = connection.number("SELECT max(id) FROM decision");
    if (!last) return base::fail(last.error());
    for (const baselines::LoggedDecision& line : log) {
      const QDateTime time = QDateTime::fromString(QString::fromStdString(line.time), Qt::ISODate);
      if (!time.isValid()) {
        ++added.undated;
        continue;
      }
      const std::string hash = contentHashOf(line);
      const auto known = connection.number("SELECT count(*) FROM decision WHERE content_hash = ?", {toSql(hash)});
      if (!known) return base::fail(known.error());
      ++(*known > 0 ? added.known : added.decisions);
      if (*known > 0) continue;
      const baselines::Decision& decision = line.decision;
      auto stored =
          connection.run("INSERT INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                         {toSqlNumber(++*last), toSql(hash), toSqlNumber(time.toSecsSinceEpoch()), toSql(line.baseline),
                          toSql(line.model), toSql(line.action), toSql(decision.reason), toSql(decision.note),
                          toSql(decision.what.empty() ? decision.values : decision.what)});
      if (!stored) return stored;
    }
    return {};
  });
  return done ? base::Result<AddedDecisions>(added) : base::fail(std::move(done.error()));
}

base::Result<std::vector<CellDecision>> decisionsOf(SqlConnection& connection, const std::string& model) {
  auto found = connection.query(
      "SELECT time, file, action, outcome, reason, note FROM decision WHERE model = ? ORDER BY time, id",
      {toSql(model)});
  if (!found) return base::fail(std::move(found.error()));
  std::vector<CellDecision> decisions;
  while (found->next())
    decisions.push_back({found->value(0).toLongLong(), textAt(*found, 1), textAt(*found, 2), textAt(*found, 3),
                         textAt(*found, 4), textAt(*found, 5)});
  return decisions;
}

}  // namespace plumbline::history
