// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/signature.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/overview/row_signature.h"
#include "core/text/utf8.h"

namespace plumbline::overview {
namespace {

/// Groups of fewer rows than this are told together with others that moved the same way: a line per row helps nobody.
/// Where that leaves more lines than a screen has, larger ones are too, up to kMostMerged.
constexpr std::size_t kOwnLine = 3;
constexpr std::size_t kMostMerged = 6;
constexpr std::size_t kScreenLines = 22;
constexpr std::size_t kWordsNamed = 3;

/// Bucket is a group with what is needed to tell it together with another.
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

void merge(Bucket& into, Bucket&& other) {
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

/// changeText says what the rows of a bucket have in common.
std::string changeText(const Bucket& bucket) {
  if (bucket.changes.size() == 1) return *bucket.changes.begin();
  if (!bucket.to.empty()) return words(bucket.from) + " -> " + words(bucket.to);
  if (bucket.signature.counted) {
    const bool down = bucket.most < 0;  // the smaller change first: -1 to -7
    return signedAmount(down ? bucket.most : bucket.least) + " to " + signedAmount(down ? bucket.least : bucket.most);
  }
  return bucket.signature.direction;
}

/// mergeSmall tells buckets of fewer than `ownLine` rows of one kind, metric and direction together.
std::vector<Bucket> mergeSmall(std::map<FullKey, Bucket> all, std::size_t ownLine) {
  std::vector<Bucket> out;
  std::map<FullKey, Bucket> small;
  for (auto& [key, bucket] : all) {
    const RowSignature& s = bucket.signature;
    const bool canMerge = !s.metric.empty() && bucket.members.size() < ownLine;
    if (canMerge) {
      merge(small[FullKey{s.kind, s.cls, s.metric, s.direction}], std::move(bucket));
    } else {
      out.push_back(std::move(bucket));
    }
  }
  for (auto& [key, bucket] : small) out.push_back(std::move(bucket));
  return out;
}

std::vector<Bucket> toldTogether(const std::map<FullKey, Bucket>& all) {
  std::vector<Bucket> merged = mergeSmall(all, kOwnLine);
  for (std::size_t ownLine = kOwnLine * 2; merged.size() > kScreenLines && ownLine <= kMostMerged; ownLine *= 2)
    merged = mergeSmall(all, ownLine);
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
  std::sort(group.members.begin(), group.members.end());
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
  group.id = kindWord(group.kind);
  if (group.kind == GroupKind::Flaky) group.id += "/" + std::string(verdicts::className(group.cls));
  group.id += "/" + group.metric + "/" + group.change;
  return group;
}

std::string counted(std::size_t count, const char* word) {
  return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
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
    out += fits ? std::string_view(names[i]) : text::prefixOf(names[i], width > rest.size() ? width - rest.size() : width);
    used += length;
  }
  return out;
}

}  // namespace

std::string groupTitle(const Group& group) {
  const std::string where = counted(group.models.size(), "model") + " in " + counted(group.configs.size(), "config");
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
    if (config.comparison == nullptr) continue;
    for (std::uint32_t row = 0; row < config.comparison->rowCount(); ++row) {
      auto signature = signatureOf(config, row);
      if (!signature) continue;
      const FullKey key{signature->kind, signature->cls, signature->metric, signature->change};
      take(buckets[key], *std::move(signature), {c, row});
    }
  }
  std::vector<Group> groups;
  for (Bucket& bucket : toldTogether(buckets)) groups.push_back(groupOf(view, std::move(bucket)));
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.members.size() != b.members.size()) return a.members.size() > b.members.size();
    return a.id < b.id;
  });
  return groups;
}

}  // namespace plumbline::overview
