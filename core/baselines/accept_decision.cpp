// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/accept_decision.h"

#include <algorithm>
#include <set>

#include "core/baselines/decide.h"
#include "core/baselines/wide_baseline.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::baselines {
namespace {

bool isBlank(const std::string& text) { return text::trimmed(text).empty(); }

AcceptPlan filtered(const AcceptPlan& plan, Plan (Plan::*part)() const) {
  AcceptPlan out{.files = {}, .problems = plan.problems};
  for (const FilePlan& file : plan.files) {
    FilePlan rest{file.config, (file.plan.*part)(), file.valueColumn, file.table};
    if (!rest.plan.edits.empty() || !rest.plan.notes.empty()) out.files.push_back(std::move(rest));
  }
  return out;
}

base::Error needsReasonError(const AcceptPlan& plan) {
  const bool isOne = plan.files.size() == 1;
  return {.code = base::ErrorCode::BadArgument,
          .text = std::string("This makes the baseline") + (isOne ? "" : "s") + " worse (" + plan.guardSummary() +
                  "), and no reason is given.",
          .hint = std::string("Say why it is right, or leave these ") + (isOne ? "models" : "rows") + " out.",
          .file = isOne ? plan.files.front().plan.baselinePath : std::string()};
}

/// planTitle is what the undo list says: "Accept llama: graph_breaks 7 -> 9", "Accept 4 models of e.csv", "Accept llama
/// in 3 baselines".
std::string planTitle(const AcceptPlan& plan, const Change& change) {
  if (change.decisions.size() == 1)
    return "Accept " + change.decisions.front().key.model + ": " + change.decisions.front().now->what;
  std::set<std::string> models;
  std::set<std::string> files;
  for (const FilePlan& file : plan.files) files.insert(file.plan.baselinePath);
  for (const DecisionChange& decision : change.decisions) models.insert(modelOfRow(decision.key.model));
  const std::string who = models.size() == 1 ? *models.begin() : text::counted(models.size(), "model");
  if (files.size() != 1) return "Accept " + who + " in " + text::counted(files.size(), "baseline");
  return "Accept " + who + " of " + files.begin()->substr(files.begin()->find_last_of('/') + 1);
}

}  // namespace

bool AcceptPlan::needsReason() const {
  return std::ranges::any_of(files, [](const FilePlan& file) { return file.plan.needsReason(); });
}

std::string AcceptPlan::guardSummary() const {
  if (files.size() == 1) return files.front().plan.guardSummary();
  Plan all;
  std::uint32_t next = 0;
  for (const FilePlan& file : files) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (PlannedEdit edit : file.plan.edits) {
      const auto [number, isNew] = numbers.try_emplace(edit.row, next);
      if (isNew) ++next;
      edit.row = number->second;
      all.edits.push_back(std::move(edit));
    }
  }
  return all.guardSummary("row");
}

std::size_t AcceptPlan::editCount() const {
  std::size_t count = 0;
  for (const FilePlan& file : files) count += file.plan.edits.size();
  return count;
}

AcceptPlan::Extent AcceptPlan::extent() const {
  Extent extent;
  std::set<std::string> paths;
  for (const FilePlan& file : files) {
    std::set<std::uint32_t> rows;
    for (const PlannedEdit& edit : file.plan.edits) {
      ++(edit.column.empty() ? extent.wholeRows : extent.cells);
      rows.insert(edit.row);
    }
    extent.rows += rows.size();
    if (!rows.empty()) paths.insert(file.plan.baselinePath);
  }
  extent.files = paths.size();
  return extent;
}

AcceptPlan AcceptPlan::withoutGuarded() const { return filtered(*this, &Plan::withoutGuarded); }
AcceptPlan AcceptPlan::onlyGuarded() const { return filtered(*this, &Plan::onlyGuarded); }

base::Result<void> AcceptPlan::prepare() {
  std::map<std::string, std::vector<BaselineEdit>> edits;
  for (const FilePlan& file : files)
    for (const PlannedEdit& planned : file.plan.edits) edits[file.plan.baselinePath].push_back(planned.edit);
  for (const FilePlan& file : files) {
    const std::string& path = file.plan.baselinePath;
    if (bytes.contains(path)) continue;
    const std::vector<BaselineEdit>& own = edits[path];
    auto made = bytesFor(file.table, file.valueColumn.empty() ? own : wideEdits(file.table, own));
    if (!made) return base::fail(made.error());
    bytes.emplace(path, std::move(*made));
  }
  return {};
}

AcceptTerms AcceptTerms::ofCommand(bool allowRegressions, std::string reason) {
  const bool isAllowed = allowRegressions && !isBlank(reason);
  return {.reason = std::move(reason), .guarded = isAllowed ? GuardedRows::NeedReason : GuardedRows::HoldBack};
}

base::Result<AcceptDecision> decideAccept(AcceptPlan plan, const Drafts& drafts, const AcceptTerms& terms) {
  AcceptDecision decision;
  const bool isGuarded = plan.needsReason();
  if (isGuarded && terms.guarded == GuardedRows::HoldBack) {
    decision.heldBack = plan.onlyGuarded();
    plan = plan.withoutGuarded();
  } else if (isGuarded && isBlank(terms.reason)) {
    return base::fail(needsReasonError(plan));
  }
  for (const FilePlan& file : plan.files) {
    const Drafts::File* open = drafts.find(file.plan.baselinePath);
    if (open == nullptr)
      return base::fail(base::ErrorCode::BadArgument, "This file is not open for editing.", "Open it first.",
                        file.plan.baselinePath);
    if (open->pending != file.table.csv().bytes())
      return base::fail(base::ErrorCode::BadArgument, "The file has other edits by now.", "Accept the rows again.",
                        file.plan.baselinePath);
  }
  if (const auto done = plan.prepare(); !done) return base::fail(done.error());
  Change change;
  const bool reasonForAll = !plan.needsReason();
  for (const FilePlan& file : plan.files) {
    const std::set<std::uint32_t> guarded = file.plan.guardedRows();
    for (const DecidedRow& row : decidedRows(file.plan)) {
      Decision made{.kind = DecisionKind::Accepted, .what = row.what, .reason = {}, .note = {}};
      // A reason that no guard asks for is meant for the selection as a whole.
      if (!isBlank(terms.reason) && (reasonForAll || guarded.contains(row.row))) made.reason = terms.reason;
      change.decisions.push_back({{file.plan.baselinePath, rowName(row.model, file.valueColumn)}, std::move(made)});
    }
    const auto bytes = plan.bytes.find(file.plan.baselinePath);
    if (bytes == plan.bytes.end() || bytes->second.empty()) continue;
    change.files.push_back({bytes->first, std::move(bytes->second)});
    bytes->second.clear();
  }
  plan.bytes.clear();
  change.text = planTitle(plan, change);
  auto finished = finishedAccept(std::move(change), drafts);
  if (!finished) return base::fail(finished.error());
  decision.change = *std::move(finished);
  decision.done = std::move(plan);
  return decision;
}

}  // namespace plumbline::baselines
