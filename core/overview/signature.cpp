// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/signature.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "core/text/quantities.h"
#include "core/text/utf8.h"
#include "core/verdicts/metric_catalogue.h"

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

/// changeOf describes how one metric moved: by how much for a count, where to for a measurement.
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

/// addCause: "pass -> fail_to_run: OutOfMemoryError", so that only rows of the same cause form a group.
void addCause(const ConfigResult& config, std::size_t row, RowSignature& out) {
  const sources::FailureCause* cause = config.causeOf(row);
  if (out.to.empty() || cause == nullptr || cause->status != out.to) return;
  const std::string name = exceptionName(*cause);
  if (name.empty()) return;
  out.exception = name;
  out.to += ": " + name;
  out.change += ": " + name;
}

/// reasonText describes it for rows that no single metric explains.
std::string reasonText(const ComparedRow& row, const Verdict* verdict, const std::string& suite) {
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

/// Groups of fewer rows than this are merged with others that moved the same way.
/// Where that leaves more lines than a screen has, larger ones are too, up to kMaxMergedRows.
constexpr std::size_t kOwnLine = 3;
constexpr std::size_t kMaxMergedRows = 6;
constexpr std::size_t kScreenLines = 22;
constexpr std::size_t kWordsNamed = 3;

/// Bucket is a group with what merging it needs.
struct Bucket {
  RowSignature signature;
  std::vector<RowRef> members;
  double least = 0, most = 0;
  std::set<std::string> from, to;
  std::set<std::string> changes;
};

using FullKey = std::tuple<GroupKind, verdicts::VerdictClass, std::string, std::string>;

void take(Bucket& bucket, RowSignature signature, RowRef row) {
  bucket.least = bucket.members.empty() ? signature.amount : std::min(bucket.least, signature.amount);
  bucket.most = bucket.members.empty() ? signature.amount : std::max(bucket.most, signature.amount);
  if (!signature.to.empty()) {
    bucket.from.insert(signature.from);
    bucket.to.insert(signature.to);
  }
  bucket.changes.insert(signature.change);
  bucket.members.push_back(row);
  bucket.signature = std::move(signature);
}

void merge(Bucket& into, Bucket other) {
  if (into.members.empty()) {
    into = std::move(other);
    return;
  }
  into.least = std::min(into.least, other.least);
  into.most = std::max(into.most, other.most);
  into.from.merge(other.from);
  into.to.merge(other.to);
  into.changes.merge(other.changes);
  into.members.insert(into.members.end(), other.members.begin(), other.members.end());
}

std::string words(const std::set<std::string>& all) {
  if (all.size() > kWordsNamed) return std::to_string(all.size()) + " words";
  std::string out;
  for (const std::string& word : all) out += (out.empty() ? "" : "/") + word;
  return out;
}

/// changeText describes what the rows of a bucket have in common.
std::string changeText(const Bucket& bucket) {
  if (bucket.changes.size() == 1) return *bucket.changes.begin();
  if (!bucket.to.empty()) return words(bucket.from) + " -> " + words(bucket.to);
  if (bucket.signature.counted) {
    const bool down = bucket.most < 0;  // the smaller change first: -1 to -7
    return signedAmount(down ? bucket.most : bucket.least) + " to " + signedAmount(down ? bucket.least : bucket.most);
  }
  return bucket.signature.direction;
}

/// mergeSmall merges buckets of fewer than `ownLine` rows of one kind, metric and direction, those of another exception
/// only with `acrossExceptions`.
std::vector<Bucket> mergeSmall(const std::map<FullKey, Bucket>& all, std::size_t ownLine, bool acrossExceptions) {
  std::vector<Bucket> out;
  std::map<FullKey, Bucket> small;
  for (const auto& [key, bucket] : all) {
    const RowSignature& s = bucket.signature;
    const bool canMerge = !s.metric.empty() && bucket.members.size() < ownLine;
    if (canMerge) {
      merge(small[FullKey{s.kind, s.cls, s.metric, s.direction + '\n' + (acrossExceptions ? "" : s.exception)}], bucket);
    } else {
      out.push_back(bucket);
    }
  }
  for (auto& [key, bucket] : small) out.push_back(std::move(bucket));
  return out;
}

std::vector<Bucket> mergedLine(const std::map<FullKey, Bucket>& all) {
  std::vector<Bucket> merged = mergeSmall(all, kOwnLine, false);
  for (std::size_t ownLine = kOwnLine; merged.size() > kScreenLines && ownLine <= kMaxMergedRows; ownLine *= 2)
    merged = mergeSmall(all, ownLine, true);
  return merged;
}

std::string kindWord(GroupKind kind) {
  switch (kind) {
    case GroupKind::Fail: return "fail";
    case GroupKind::Invalid: return "invalid";
    case GroupKind::Missing: return "missing";
    case GroupKind::Lost: return "lost";
    case GroupKind::MissingShard: return "missing-shard";
    case GroupKind::Improved: return "improved";
    case GroupKind::Flaky: return "flaky";
  }
  return {};
}

Group groupOf(const CommitView& view, Bucket bucket) {
  Group group;
  group.kind = bucket.signature.kind;
  group.cls = bucket.signature.cls;
  group.metric = bucket.signature.metric;
  group.change = changeText(bucket);
  group.members = std::move(bucket.members);
  std::ranges::sort(group.members);
  describeMembers(view, group);
  group.id = kindWord(group.kind);
  if (group.kind == GroupKind::Flaky) group.id += "/" + std::string(verdicts::className(group.cls));
  group.id += "/" + group.metric + "/" + group.change;
  return group;
}

/// cutName returns at most `width` characters of a name, the last of them an ellipsis where some are left out.
std::string cutName(const std::string& name, std::size_t width) {
  if (width == 0 || text::codePoints(name) <= width) return name;
  return std::string(text::prefixOf(name, width - 1)) + "\u2026";
}

/// cutList joins names with commas, at most `width` characters of them, and counts the rest.
std::string cutList(const std::vector<std::string>& names, std::size_t width) {
  std::string out;
  std::size_t used = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t length = text::codePoints(names[i]) + (i == 0 ? 0 : 2);
    const std::string rest = i + 1 < names.size() ? " and " + std::to_string(names.size() - i - 1) + " more" : "";
    const bool fits = used + length + rest.size() <= width;
    if (!fits && i > 0) return out + " and " + std::to_string(names.size() - i) + " more";
    out += i == 0 ? "" : ", ";
    out += fits ? names[i] : cutName(names[i], width > rest.size() ? width - rest.size() : width);
    used += length;
  }
  return out;
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
  if (!row.has(Finding::ConflictMarker) && nameMetrics(comparison, i, out))
    addCause(config, i, out);
  else
    out.change = reasonText(row, decidingVerdict(comparison, i), config.config.suite);
  return out;
}

bool hasName(const Group& group, const std::string& name) {
  return name == group.id || name == (group.metric.empty() ? group.change : group.metric + ' ' + group.change);
}

void describeMembers(const CommitView& view, Group& group) {
  group.failsCi = false;
  std::set<std::string> models;
  std::set<std::uint32_t> configs;
  std::string scratch;
  for (const RowRef member : group.members) {
    const verdicts::Comparison& comparison = *view.configs()[member.config].comparison;
    models.emplace(comparison.modelName(member.row, scratch));
    configs.insert(member.config);
    group.failsCi = group.failsCi || comparison.row(member.row).failsCi;
  }
  group.models.assign(models.begin(), models.end());
  group.configs.assign(configs.begin(), configs.end());
}

std::string groupTitle(const Group& group) {
  const std::string where = text::counted(group.models.size(), "model") + " in " + text::counted(group.configs.size(), "config");
  if (group.metric.empty()) return group.change + ": " + where;
  return group.metric + ' ' + group.change + " on " + where;
}

std::string groupModels(const Group& group, std::size_t width) { return cutList(group.models, width); }

std::string groupConfigs(const CommitView& view, const Group& group, std::size_t width) {
  std::vector<std::string> names;
  for (const std::uint32_t config : group.configs) names.push_back(configs::configName(view.configs()[config].config));
  return cutList(names, width);
}

std::vector<Group> groupsOf(const CommitView& view) {
  std::map<FullKey, Bucket> buckets;
  for (std::uint32_t c = 0; c < view.configs().size(); ++c) {
    const ConfigResult& config = view.configs()[c];
    if (config.comparison == nullptr || config.problem) continue;
    for (std::uint32_t row = 0; row < config.comparison->rowCount(); ++row) {
      auto signature = signatureOf(config, row);
      if (!signature) continue;
      const FullKey key{signature->kind, signature->cls, signature->metric, signature->change};
      take(buckets[key], *std::move(signature), {c, row});
    }
  }
  std::vector<Group> groups;
  for (Bucket& bucket : mergedLine(buckets)) groups.push_back(groupOf(view, std::move(bucket)));
  std::ranges::sort(groups, [](const Group& a, const Group& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.members.size() != b.members.size()) return a.members.size() > b.members.size();
    return a.id < b.id;
  });
  return groups;
}

std::vector<ConfigCause> causesOf(const CommitView& view, const std::vector<Group>& groups, std::uint32_t config) {
  std::vector<ConfigCause> causes;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!std::ranges::binary_search(groups[i].configs, config)) continue;
    const auto members = std::ranges::equal_range(groups[i].members, config, {}, &RowRef::config);
    ConfigCause cause{.group = i, .rows = members.size(), .models = {}};
    std::string scratch;
    for (const RowRef ref : members | std::views::take(kCauseModels))
      cause.models.emplace_back(view.configs()[config].comparison->modelName(ref.row, scratch));
    causes.push_back(std::move(cause));
  }
  return causes;
}

}  // namespace plumbline::overview
