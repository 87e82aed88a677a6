// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/accept_decision.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_set>

#include "core/baselines/baseline_edit.h"
#include "core/baselines/wide_baseline.h"
#include "core/flaky/checkout.h"
#include "core/flaky/flaky_source.h"
#include "core/text/ascii.h"
#include "core/text/line_diff.h"
#include "core/text/quantities.h"
#include "core/verdicts/rule_sets/checkout_rules.h"

namespace plumbline::baselines {
namespace {

/// Work holds what files shall become while a change is put together.
using Work = std::map<std::string, std::string>;

const std::string& pendingOf(const Work& work, const Drafts::File& file) {
  const auto found = work.find(file.path);
  return found == work.end() ? file.pending : found->second;
}

void addFiles(Change& change, const Work& work, const Drafts& drafts) {
  for (const auto& [path, bytes] : work) {
    const Drafts::File* file = drafts.find(path);
    if (file && file->pending != bytes) change.files.push_back({path, text::lineEdits(file->pending, bytes)});
  }
}

base::Result<void> revertRowEdits(Work& work, const Drafts& drafts, const ChosenRows& rows) {
  const Drafts::File* file = drafts.find(rows.baseline);
  if (!file || !file->isChanged()) return {};
  const auto saved = BaselineTable::of(file->saved, file->path);
  if (!saved) return base::fail(saved.error());
  const auto pending = BaselineTable::of(file->pending, file->path);
  if (!pending) return base::fail(pending.error());
  auto bytes = withoutRowEdits(*saved, *pending, rows.namesInFile.empty() ? rows.models : rows.namesInFile);
  if (!bytes) return base::fail(bytes.error());
  work[file->path] = std::move(*bytes);
  return {};
}

std::string stemOf(const std::string& baseline) { return std::filesystem::path(baseline).stem().string(); }

/// plainKey names the model of a row alone, without the column of a wide baseline.
DecisionKey plainKey(const DecisionKey& key) { return {key.baseline, modelOfRow(key.model)}; }

/// Answered are the rows that get a new answer.
using Answered = std::set<DecisionKey>;

Answered answeredRows(const ChosenRows& rows) {
  Answered answered;
  for (const std::string& model : rows.models) answered.insert({rows.baseline, model});
  return answered;
}

/// belongsTo returns whether an entry came from earlier answers to these rows alone: such a row was called flaky, and
/// no other one that the entry speaks of still is.
bool belongsTo(const flaky::FlakyEntry& entry, const Decisions& decisions, const Answered& answered) {
  bool own = false;
  for (const auto& [key, decision] : decisions) {
    const DecisionKey plain = plainKey(key);
    const bool speaksOf = entry.config.empty() || entry.config == stemOf(key.baseline);
    if (decision.kind != DecisionKind::Flaky || plain.model != entry.name || !speaksOf) continue;
    if (!answered.contains(plain)) return false;
    own = true;
  }
  return own;
}

/// removeFlakyEntries removes the entries that were added for these rows and are not saved yet.
base::Result<void> removeFlakyEntries(Work& work, const Drafts& drafts, const Answered& answered) {
  for (const Drafts::File* file : drafts.changed()) {
    if (!file->path.ends_with(".py") && !file->path.ends_with(".toml")) continue;
    const auto saved = flaky::FlakySource::read(file->saved, file->path);
    if (!saved) continue;  // nothing of ours was added to a list that cannot be read
    std::string bytes = pendingOf(work, *file);
    for (bool again = true; again;) {
      again = false;
      const auto now = flaky::FlakySource::read(bytes, file->path);
      if (!now) return base::fail(now.error());
      for (std::size_t i = 0; i < now->entries().size() && !again; ++i) {
        const flaky::FlakyEntry& entry = now->entries()[i];
        const bool isOld =
            saved->find(entry.name, entry.platform, entry.config, entry.check) != flaky::FlakySource::npos;
        if (isOld || !belongsTo(entry, drafts.decisions(), answered)) continue;
        const auto edits = now->remove(i);
        if (!edits) return base::fail(edits.error());
        const auto after = text::applied(bytes, *edits);
        if (!after) return base::fail(after.error());
        bytes = *after;
        again = true;
      }
    }
    work[file->path] = std::move(bytes);
  }
  return {};
}

Decision noted(const Decisions& decisions, const DecisionKey& key) {
  Decision fresh;
  if (const auto found = decisions.find(key); found != decisions.end()) fresh.note = found->second.note;
  return fresh;
}

/// answer makes the decision of each row; its note stays.
void answer(Change& change, const Decisions& decisions, const ChosenRows& rows, DecisionKind kind,
            const std::string& what, const std::string& reason) {
  for (std::size_t i = 0; i < rows.models.size(); ++i) {
    const DecisionKey key{rows.baseline, rows.models[i]};
    Decision decision = noted(decisions, key);
    decision.kind = kind;
    decision.what = what;
    decision.reason = reason;
    if (i < rows.values.size()) decision.values = rows.values[i];
    change.decisions.push_back({key, std::move(decision)});
  }
}

std::string cellText(const std::string& name, const verdicts::MetricCell& cell) {
  const auto shown = [](const std::string& value) { return value.empty() ? std::string("none") : value; };
  return name + ' ' + shown(cell.expectedText) + " -> " + shown(cell.actualText);
}

/// addEarlier keeps what an earlier answer to other cells of the same row accepted, and why.
void addEarlier(Decision& made, const Decision& earlier) {
  if (earlier.kind != DecisionKind::Accepted || earlier.values.empty() || made.values.empty()) return;
  if (earlier.values == made.values) return;
  made.what = earlier.what.substr(0, earlier.what.find("; ")) + ", " + made.what;
  made.values = earlier.values + ", " + made.values;
  if (made.reason != earlier.reason && !earlier.reason.empty())
    made.reason = earlier.reason + (made.reason.empty() ? "" : "; ") + made.reason;
}

bool isBlank(const std::string& text) { return text::trimmed(text).empty(); }

bool isIdle(const FilePlan& file) { return file.plan.edits.empty() && file.plan.notes.empty(); }

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

std::string valuesText(const verdicts::Comparison& comparison, std::uint32_t row, const std::vector<std::string>& metrics) {
  constexpr std::size_t kMaxBytes = 1000;
  std::string text;
  for (std::size_t m = 0; m < comparison.metrics().size(); ++m) {
    const verdicts::MetricCell cell = comparison.cell(row, m);
    const std::string& name = comparison.metrics()[m].info.name;
    const bool isMeant = metrics.empty() ? cell.checked : std::ranges::find(metrics, name) != metrics.end();
    if (!isMeant || cell.expectedText == cell.actualText) continue;
    text += (text.empty() ? "" : ", ") + cellText(name, cell);
    if (text.size() > kMaxBytes) return {};
  }
  if (!text.empty()) return text;
  return metrics.empty() ? std::string(comparison.statusWord(row)) : text::joined(metrics);
}

std::vector<std::string> cellsLeft(const std::string& accepted, const verdicts::Comparison& comparison, std::uint32_t row) {
  std::vector<std::string> left;
  for (std::size_t m = 0; m < comparison.metrics().size() && !accepted.empty(); ++m) {
    const verdicts::MetricCell cell = comparison.cell(row, m);
    verdicts::ComparedRow alone = comparison.row(row);
    alone.cls = cell.cls;
    alone.failsCi = false;
    const std::string& name = comparison.metrics()[m].info.name;
    const bool isTaken = (", " + accepted + ", ").find(", " + cellText(name, cell) + ", ") != std::string::npos;
    if (cell.checked && verdicts::needsDecision(alone) && !isTaken) left.push_back(name);
  }
  return left;
}

bool isForValues(const Decision& decision, const verdicts::Comparison& comparison, std::uint32_t row) {
  if (decision.kind == DecisionKind::Accepted) return cellsLeft(decision.values, comparison, row).empty();
  return decision.values.empty() || decision.values == valuesText(comparison, row);
}

ChosenRows chosenRows(const verdicts::Comparison& comparison, const std::string& baseline,
                      const std::vector<std::uint32_t>& rows) {
  ChosenRows chosen{.baseline = baseline, .models = {}};
  const tables::CsvTable& expected = **comparison.input().expected;
  const auto name = expected.columnOf("name");
  std::unordered_set<std::string> seen;
  std::string scratch;
  for (const std::uint32_t row : rows) {
    std::string model(comparison.modelName(row, scratch));
    if (!seen.insert(model).second) continue;
    const std::uint32_t inFile = comparison.row(row).expectedRow;
    const bool known = inFile != verdicts::kNoRow && name;
    chosen.namesInFile.push_back(known ? std::string(expected.cell(inFile, *name, scratch)) : model);
    chosen.models.push_back(std::move(model));
    chosen.values.push_back(valuesText(comparison, row));
  }
  return chosen;
}

std::vector<std::string> failingChecks(const verdicts::Comparison& comparison, const std::vector<std::uint32_t>& rows) {
  using verdicts::VerdictClass;
  std::vector<std::string> names;
  for (std::size_t c = 0; c < comparison.checks().size(); ++c) {
    const bool fails = std::ranges::any_of(rows, [&](std::uint32_t row) {
      const auto said = comparison.verdicts(row, c);
      return std::ranges::any_of(said, [](const verdicts::Verdict& verdict) {
        return verdict.cls != VerdictClass::Pass && verdict.cls != VerdictClass::ExpectedFail;
      });
    });
    if (fails) names.emplace_back(verdicts::checkName(comparison.checks()[c].check));
  }
  return names;
}

base::Result<void> checkFlaky(const verdicts::Comparison& comparison, const std::vector<std::uint32_t>& rows) {
  const auto unknown = std::find_if(rows.begin(), rows.end(), [&](std::uint32_t row) {
    return comparison.row(row).expectedRow == verdicts::kNoRow;
  });
  if (unknown == rows.end()) return {};
  std::string scratch;
  return base::fail({.code = base::ErrorCode::BadArgument,
                     .text = std::string(comparison.modelName(*unknown, scratch)) +
                             " has no row in the baseline, so CI reports it as missing and a flaky list excuses nothing.",
                     .hint = "Accept it to add its row."});
}

std::string rowsText(const ChosenRows& rows) {
  return rows.models.size() == 1 ? rows.models.front() : std::to_string(rows.models.size()) + " models";
}

base::Result<Change> keepChange(const Drafts& drafts, const ChosenRows& rows) {
  Work work;
  if (const auto back = revertRowEdits(work, drafts, rows); !back) return base::fail(back.error());
  if (const auto back = removeFlakyEntries(work, drafts, answeredRows(rows)); !back) return base::fail(back.error());
  Change change{.text = "Keep the baseline of " + rowsText(rows), .files = {}, .decisions = {}};
  addFiles(change, work, drafts);
  answer(change, drafts.decisions(), rows, DecisionKind::Kept, "baseline kept", {});
  return change;
}

base::Result<Change> flakyChange(const Drafts& drafts, const ChosenRows& rows, const flaky::FlakyChoice& place,
                                 const flaky::FlakyEntry& words) {
  Work work;
  if (const auto back = revertRowEdits(work, drafts, rows); !back) return base::fail(back.error());
  if (const auto back = removeFlakyEntries(work, drafts, answeredRows(rows)); !back) return base::fail(back.error());
  for (const flaky::FlakyTarget& target : place.targets) {
    const Drafts::File* file = drafts.find(target.path);
    if (!file)
      return base::fail(base::ErrorCode::NotFound, "The flaky list is not open.", "Open it first.", target.path);
    std::string bytes = pendingOf(work, *file);
    for (const std::string& model : rows.models) {
      const auto source = flaky::FlakySource::read(bytes, target.path);
      if (!source) return base::fail(source.error());
      auto after = flaky::withEntry(*source, target, model, words);
      if (!after) return base::fail(after.error());
      bytes = std::move(*after);
    }
    work[target.path] = std::move(bytes);
  }
  Change change{.text = "Mark " + rowsText(rows) + " as flaky", .files = {}, .decisions = {}};
  addFiles(change, work, drafts);
  answer(change, drafts.decisions(), rows, DecisionKind::Flaky, "flaky: " + place.label, words.reason);
  return change;
}

base::Result<flaky::FlakyEntry> entryFor(const FlakyInput& words) {
  flaky::FlakyEntry entry;
  entry.reason = words.reason;
  entry.issue = words.issue;
  if (entry.reason.empty() && entry.issue.empty())
    return base::fail(base::ErrorCode::BadArgument, "Say what makes it flaky, or name the issue.");
  if (words.expires.empty()) return entry;
  entry.expires = flaky::parseDate(words.expires);
  if (!entry.expires)
    return base::fail(base::ErrorCode::BadArgument, '"' + words.expires + "\" is not a day; write it as 2026-12-31.");
  return entry;
}

Change noteChange(const Decisions& decisions, const ChosenRows& rows, const std::string& note) {
  const bool blank = note.find_first_not_of(" \t\n") == std::string::npos;
  Change change{.text = (blank ? "Remove the note of " : "Note on ") + rowsText(rows), .files = {}, .decisions = {}};
  for (const std::string& model : rows.models) {
    const DecisionKey key{rows.baseline, model};
    const auto found = decisions.find(key);
    Decision decision = found == decisions.end() ? Decision{} : found->second;
    decision.note = blank ? std::string() : note;
    const bool empty = !decision.kind && blank;
    if (empty && found == decisions.end()) continue;
    change.decisions.push_back({key, empty ? std::nullopt : std::optional(std::move(decision))});
  }
  return change;
}

base::Result<Change> finishedAccept(Change change, const Drafts& drafts) {
  Work work;
  Answered answered;
  for (const DecisionChange& decision : change.decisions) answered.insert(plainKey(decision.key));
  if (const auto back = removeFlakyEntries(work, drafts, answered); !back) return base::fail(back.error());
  addFiles(change, work, drafts);
  for (const auto& [path, bytes] : work)
    for (DecisionChange& gone : flakyDecisionsRemoved(drafts.decisions(), drafts.find(path)->pending, bytes))
      if (std::ranges::none_of(change.decisions, [&](const DecisionChange& known) { return known.key == gone.key; }))
        change.decisions.push_back(std::move(gone));
  for (DecisionChange& decision : change.decisions)
    if (decision.now && decision.now->note.empty()) decision.now->note = noted(drafts.decisions(), decision.key).note;
  return change;
}

std::vector<std::string> reasonsGiven(const Decisions& decisions) {
  std::vector<std::string> reasons;
  for (const auto& [key, decision] : decisions)
    if (!decision.reason.empty() && std::ranges::find(reasons, decision.reason) == reasons.end())
      reasons.push_back(decision.reason);
  return reasons;
}

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
  std::set<DecisionKey> rows;
  for (const FilePlan& file : files)
    for (const PlannedEdit& edit : file.plan.edits) rows.insert({file.plan.baselinePath, edit.model});
  return rows.size();
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
    extent.stillFailing += static_cast<std::size_t>(std::ranges::count_if(file.plan.notes, &RowNote::stillFails));
  }
  extent.files = paths.size();
  return extent;
}

AcceptPlan AcceptPlan::takeGuarded() {
  AcceptPlan taken{.files = {}, .problems = problems};
  for (FilePlan& file : files) taken.files.push_back({file.config, file.plan.takeGuarded(), file.valueColumn, file.table});
  std::erase_if(taken.files, isIdle);
  std::erase_if(files, isIdle);
  bytes.clear();
  return taken;
}

AcceptPlan AcceptPlan::withoutGuarded() const {
  AcceptPlan rest = *this;
  rest.takeGuarded();
  return rest;
}


base::Result<void> AcceptPlan::prepare() {
  std::map<std::string, std::vector<BaselineEdit>> edits;
  for (const FilePlan& file : files) {
    std::vector<BaselineEdit>& own = edits[file.plan.baselinePath];
    own.reserve(own.size() + file.plan.edits.size());
    for (const PlannedEdit& planned : file.plan.edits) own.push_back(planned.edit);
  }
  for (const FilePlan& file : files) {
    const std::string& path = file.plan.baselinePath;
    if (bytes.contains(path)) continue;
    const std::vector<BaselineEdit>& own = edits[path];
    auto made = file.valueColumn.empty() ? bytesFor(file.table, own) : bytesFor(file.table, wideEdits(file.table, own));
    if (!made) return base::fail(made.error());
    bytes.emplace(path, std::move(*made));
  }
  return {};
}

AcceptTerms AcceptTerms::ofCommand(bool allowRegressions, std::string reason, Evidence evidence) {
  const bool isAllowed = allowRegressions && !isBlank(reason);
  return {.reason = std::move(reason),
          .guarded = isAllowed ? GuardedRows::NeedReason : GuardedRows::HoldBack,
          .evidence = std::move(evidence)};
}

void addEvidence(AcceptPlan& plan, const Evidence& evidence) {
  for (FilePlan& file : plan.files)
    for (PlannedEdit& edit : file.plan.edits) {
      const auto found = evidence.find({file.plan.baselinePath, rowName(edit.model, file.valueColumn)});
      if (found != evidence.end() && found->second.holdsBack && edit.guard == Guard::None) edit.guard = Guard::LikelyUndone;
    }
}

void addEvidence(Change& change, const Evidence& evidence) {
  for (DecisionChange& decision : change.decisions)
    if (const auto found = evidence.find(decision.key); decision.now && found != evidence.end())
      decision.now->evidence = found->second.sentence;
}

base::Result<AcceptDecision> decideAccept(AcceptPlan plan, const Drafts& drafts, const AcceptTerms& terms) {
  AcceptDecision decision;
  addEvidence(plan, terms.evidence);
  const bool isGuarded = plan.needsReason();
  if (isGuarded && terms.guarded == GuardedRows::HoldBack) {
    decision.heldBack = plan.takeGuarded();
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
      const DecisionKey key{file.plan.baselinePath, rowName(row.model, file.valueColumn)};
      if (const auto cells = file.plan.answered.find(row.row); cells != file.plan.answered.end()) made.values = cells->second;
      if (const auto earlier = drafts.decisions().find(key); earlier != drafts.decisions().end()) addEarlier(made, earlier->second);
      change.decisions.push_back({key, std::move(made)});
    }
    const auto bytes = plan.bytes.find(file.plan.baselinePath);
    if (bytes == plan.bytes.end() || bytes->second.empty()) continue;
    change.files.push_back({bytes->first, std::move(bytes->second)});
    bytes->second.clear();
  }
  plan.bytes.clear();
  change.text = planTitle(plan, change);
  addEvidence(change, terms.evidence);
  auto finished = finishedAccept(std::move(change), drafts);
  if (!finished) return base::fail(finished.error());
  decision.change = *std::move(finished);
  decision.done = std::move(plan);
  return decision;
}

CiState ciState(const verdicts::Comparison& comparison) {
  CiState state{comparison.ciExit() != 0, 0};
  for (std::size_t row = 0; row < comparison.rowCount(); ++row) state.rows += comparison.row(row).failsCi ? 1 : 0;
  return state;
}

std::shared_ptr<const verdicts::RuleSet> pendingRules(const verdicts::RuleSet& used, const std::string& baselinePath,
                                                      const Drafts& drafts) {
  const auto changed = drafts.changed();
  const auto isScript = [](const Drafts::File* file) { return file->path.ends_with(".py"); };
  if (!used.generation.starts_with("checkout") || std::ranges::none_of(changed, isScript)) return nullptr;
  auto checkout = flaky::findCheckout(baselinePath);
  if (!checkout) return nullptr;
  bool any = false;
  for (auto* script : {&checkout->accuracy, &checkout->graphBreaks}) {
    const Drafts::File* file = *script ? drafts.find((*script)->path) : nullptr;
    if (file == nullptr || !file->isChanged()) continue;
    (*script)->source = file->pending;
    any = true;
  }
  const auto rules = any ? verdicts::checkoutRules(*checkout) : base::Result<verdicts::CheckoutRules>();
  return any && rules ? rules->rules : nullptr;
}

std::shared_ptr<const verdicts::Comparison> judgedWith(const verdicts::Comparison& comparison,
                                                       const std::shared_ptr<const tables::CsvTable>& baseline,
                                                       const std::shared_ptr<const verdicts::RuleSet>& rules, const base::Progress& progress) {
  if (!baseline) return nullptr;
  verdicts::ComparisonOptions options = comparison.options();
  if (rules) options.rules = rules;
  auto made = verdicts::Comparison::make({comparison.input().actual, {baseline}}, options, progress);
  return made.isValue() ? made.value() : nullptr;
}

CiState ciState(const std::shared_ptr<const verdicts::Comparison>& judged) { return judged ? ciState(*judged) : CiState{true, 0}; }

CiChange ciChange(const verdicts::Comparison& comparison, const std::string& baselinePath, const Drafts& drafts,
                  const base::Progress& progress) {
  CiChange change{ciState(comparison), {}, editCount(drafts)};
  change.after = change.before;
  const Drafts::File* file = drafts.find(baselinePath);
  const auto rules = pendingRules(*comparison.options().rules, baselinePath, drafts);
  if (file == nullptr || !file->isChanged()) {
    if (rules) change.after = ciState(judgedWith(comparison, *comparison.input().expected, rules, progress));
    return change;
  }
  const auto table = BaselineTable::of(file->pending, baselinePath);
  change.after = ciState(judgedWith(comparison, table ? table->table() : nullptr, rules, progress));
  return change;
}

std::string ciText(const CiChange& change) {
  std::string text = change.after.fails ? "CI fails" : "CI passes";
  if (change.before.rows != change.after.rows)
    text += ": " + text::groupedText(change.before.rows) + " -> " + text::counted(change.after.rows, "failing row");
  else if (change.after.rows > 0)
    text += ": " + text::counted(change.after.rows, "failing row");
  return change.edits == 0 ? text : text + " after " + text::counted(change.edits, "edit");
}

}  // namespace plumbline::baselines
