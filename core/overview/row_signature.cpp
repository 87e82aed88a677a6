// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/row_signature.h"

#include <cmath>
#include <vector>

#include "core/verdicts/status_words.h"

namespace plumbline::overview {
namespace {

using verdicts::Comparison;
using verdicts::ComparedRow;
using verdicts::Finding;
using verdicts::MetricCell;
using verdicts::Reason;
using verdicts::Verdict;
using verdicts::VerdictClass;

constexpr std::string_view kAccuracy = "accuracy";
constexpr double kLargestCount = 1e15;  ///< above it a double is no count any more

std::optional<GroupKind> kindOf(const ComparedRow& row) {
  if (row.excused) return GroupKind::Flaky;
  switch (row.cls) {
    case VerdictClass::Fail: return GroupKind::Fail;
    case VerdictClass::Invalid: return GroupKind::Invalid;
    case VerdictClass::Missing: return GroupKind::Missing;
    case VerdictClass::Improved: return GroupKind::Improved;
    case VerdictClass::Flaky: return row.changed ? std::optional(GroupKind::Flaky) : std::nullopt;
    case VerdictClass::ExpectedFail:
    case VerdictClass::Pass: break;
  }
  return std::nullopt;
}

const Verdict* decidingVerdict(const Comparison& comparison, std::size_t row) {
  for (std::size_t c = 0; c < comparison.checks().size(); ++c)
    for (const Verdict& verdict : comparison.verdicts(row, c))
      if (verdict.cls == comparison.row(row).cls) return &verdict;
  return nullptr;
}

std::string wordOrNothing(const std::string& text) { return text.empty() ? "nothing" : text; }

void nameAccuracy(const MetricCell& cell, RowSignature& out) {
  out.metric = kAccuracy;
  out.from = wordOrNothing(cell.expectedText);
  out.to = wordOrNothing(cell.actualText);
  out.change = out.from + " -> " + out.to;
  out.direction = verdicts::isPassing(cell.expectedText) ? "from a pass" : "from a failure";
}

/// changeOf says how one metric moved: by how much for a count, where to for a measurement.
std::string changeOf(const MetricCell& cell, const verdicts::MetricInfo& info, bool belowTolerance) {
  if (cell.notMeasured) return "not measured";
  if (!cell.numeric) return wordOrNothing(cell.expectedText) + " -> " + wordOrNothing(cell.actualText);
  if (belowTolerance) return "below tolerance";
  const bool isCount = info.decimals == 0 && cell.delta == std::round(cell.delta) && std::abs(cell.delta) < kLargestCount;
  if (isCount) return signedAmount(cell.delta);
  return cell.delta < 0 ? "down" : "up";
}

bool belowTolerance(const Comparison& comparison, std::size_t row, std::uint8_t metric) {
  for (std::size_t c = 0; c < comparison.checks().size(); ++c)
    for (const Verdict& verdict : comparison.verdicts(row, c))
      if (verdict.metric == metric && verdict.reason == Reason::BelowTolerance) return true;
  return false;
}

/// nameMetrics fills the signature from the metrics that made the row's class; false when there are none.
bool nameMetrics(const Comparison& comparison, std::size_t i, RowSignature& out) {
  const ComparedRow& row = comparison.row(i);
  std::vector<std::size_t> moved;
  for (std::size_t m = 0; m < comparison.metrics().size(); ++m) {
    const MetricCell cell = comparison.cell(i, m);
    const bool isAccuracy = comparison.metrics()[m].info.name == kAccuracy;
    // A failed run counted nothing: its zeros are no story of their own beside the word that says so.
    if (isAccuracy && cell.changed && (cell.cls == row.cls || row.has(Finding::NotMeasured))) {
      nameAccuracy(cell, out);
      return true;
    }
    if (cell.changed && cell.checked && cell.cls == row.cls) moved.push_back(m);
  }
  for (const std::size_t m : moved) {
    const auto& column = comparison.metrics()[m];
    const MetricCell cell = comparison.cell(i, m);
    const std::string change = changeOf(cell, column.info, belowTolerance(comparison, i, column.metric));
    const bool isAmount = cell.numeric && !cell.notMeasured && (change[0] == '+' || change[0] == '-');
    if (!out.metric.empty()) {
      out.metric += ", ";
      out.change += ", ";
      out.direction += ", ";
    }
    out.metric += column.info.name;
    out.change += change;
    out.direction += isAmount ? (cell.delta < 0 ? "down" : "up") : change;
    out.amount = cell.delta;
    out.counted = isAmount && moved.size() == 1;
  }
  return !moved.empty();
}

/// reasonWords says it for rows that no single metric explains.
std::string reasonWords(const ComparedRow& row, const Verdict* verdict, const std::string& suite) {
  if (row.has(Finding::ConflictMarker)) return "lines of an unresolved git conflict";
  if (row.has(Finding::DuplicateActual)) return "named twice in the run";
  if (row.has(Finding::DuplicateExpected)) return "named twice in the baseline";
  if (verdict == nullptr) return "not judged, the check script dies before";
  // CI fails a new model that does not pass otherwise than one that does, and so will a person.
  if (row.has(Finding::New))
    return "not in the baseline of " + suite + (row.cls == VerdictClass::Fail ? ", and failing" : "");
  switch (verdict->reason) {
    case Reason::NoBaseline: return "no single row in the baseline";
    case Reason::NoActualValue: return "no value in the run";
    case Reason::NotComparable: return "a value that cannot be compared";
    case Reason::EagerFailed: return "no graph captured";
    case Reason::InvalidStatus:
    case Reason::InvalidCounter:
    case Reason::NoCapture: return "a value in the run that is not valid";
    case Reason::InvalidExpectedStatus:
    case Reason::InvalidExpectedCounter: return "a value in the baseline that is not valid";
    case Reason::ScriptCrashed: return "the check script dies here";
    default: return "differs";
  }
}

}  // namespace

std::string signedAmount(double amount) {
  const auto whole = static_cast<long long>(amount);
  return (whole < 0 ? "" : "+") + std::to_string(whole);
}

std::optional<RowSignature> signatureOf(const ConfigResult& config, std::size_t i) {
  const Comparison& comparison = *config.comparison;
  const ComparedRow& row = comparison.row(i);
  RowSignature out;
  out.cls = row.cls;
  if (const auto absent = config.absentRow(i)) {
    const bool lost = *absent == Absent::Lost;
    out.kind = lost ? GroupKind::Lost : GroupKind::MissingShard;
    out.change = lost ? "lost from " + config.config.suite : "not run, the shard is missing";
    return out;
  }
  const auto kind = kindOf(row);
  if (!kind) return std::nullopt;
  out.kind = *kind;
  if (row.has(Finding::New) && out.kind == GroupKind::Improved) {  // where only accuracy is checked CI calls it improved
    out.kind = GroupKind::Missing;
    out.cls = VerdictClass::Missing;
  }
  if (row.has(Finding::ConflictMarker) || !nameMetrics(comparison, i, out))
    out.change = reasonWords(row, decidingVerdict(comparison, i), config.config.suite);
  return out;
}

}  // namespace plumbline::overview
