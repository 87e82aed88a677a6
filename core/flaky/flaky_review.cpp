// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/flaky_review.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/flaky/flaky_entry.h"

namespace plumbline::flaky {
namespace {

using Models = std::vector<NameSet>;

/// scopeText says for what an entry counts: " for rocm", " for rocm and inductor_x", "".
std::string scopeText(const FlakyEntry& entry) {
  std::string words;
  for (const std::string* part : {&entry.platform, &entry.config})
    if (!part->empty()) words += (words.empty() ? " for " : " and ") + *part;
  return words;
}

bool inScope(const FlakyEntry& entry, const std::string& path) {
  FlakyEntry anyModel = entry;
  anyModel.name = "*";
  anyModel.isPattern = true;
  return anyModel.appliesTo("", path);
}

std::string folderOf(const std::string& path) { return path.substr(0, path.find_last_of('/') + 1); }

class Reviewer {
 public:
  Reviewer(const std::vector<FlakySource>& sources, const std::vector<BaselineNames>& baselines, Date today)
      : m_sources(sources), m_baselines(baselines), m_today(today) {
    for (const BaselineNames& b : baselines) m_models.emplace_back(b.models.begin(), b.models.end());
  }

  std::vector<Remark> review() {
    for (std::size_t s = 0; s < m_sources.size(); ++s) {
      m_seen.clear();
      const auto& entries = m_sources[s].entries();
      for (std::size_t e = 0; e < entries.size(); ++e) reviewEntry(s, e, entries[e]);
    }
    return std::move(m_remarks);
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string>;

  void reviewEntry(std::size_t s, std::size_t e, const FlakyEntry& entry) {
    const auto remark = [&](Remark::Kind kind, std::string text) {
      m_remarks.push_back({kind, s, e, entry.name + scopeText(entry) + ' ' + std::move(text)});
    };
    if (entry.isExpired(m_today))
      remark(Remark::Kind::Expired, "excuses nothing any more: it expired on " + dateText(*entry.expires) + ".");
    if (const std::string missing = missingText(entry); !missing.empty()) remark(Remark::Kind::InNoBaseline, missing);
    if (entry.reason.empty() && entry.issue.empty()) remark(Remark::Kind::NoReason, "has no reason and no issue.");
    if (const FlakySource* other = otherScript(s); other != nullptr && entry.config.empty() && lacks(*other, entry))
      remark(Remark::Kind::OneScriptOnly,
             "is not in the same set of " + other->path().substr(folderOf(other->path()).size()) + ".");
    const auto [first, isNew] = m_seen.emplace(Key{entry.name, entry.platform, entry.config, entry.check}, entry.line);
    if (!isNew) remark(Remark::Kind::Twice, "is listed twice, first in line " + std::to_string(first->second) + ".");
  }

  std::string missingText(const FlakyEntry& entry) const {
    std::size_t scope = 0;
    for (std::size_t b = 0; b < m_baselines.size(); ++b) {
      if (!inScope(entry, m_baselines[b].path)) continue;
      ++scope;
      const auto matches = [&](const std::string& model) { return entry.appliesTo(model, m_baselines[b].path); };
      if (!entry.isPattern ? m_models[b].contains(entry.name) : std::ranges::any_of(m_baselines[b].models, matches))
        return {};
    }
    if (scope == 0) return {};  // none of its scope was given: that says nothing
    return "is in no baseline of its scope (" + std::to_string(scope) + " looked at).";
  }

  /// otherScript returns the other check script of the same checkout.
  const FlakySource* otherScript(std::size_t s) const {
    const FlakySource& mine = m_sources[s];
    if (mine.origin() == Origin::Toml) return nullptr;
    const FlakySource* only = nullptr;
    for (const FlakySource& other : m_sources) {
      if (other.origin() == Origin::Toml || other.origin() == mine.origin()) continue;
      if (folderOf(other.path()) == folderOf(mine.path())) return &other;
      only = &other;
    }
    // Two scripts from two folders belong together when there are no more than the two.
    const auto scripts =
        std::ranges::count_if(m_sources, [](const FlakySource& x) { return x.origin() != Origin::Toml; });
    return scripts == 2 ? only : nullptr;
  }

  /// lacks: neither in the set of that scope nor, for a ROCm entry, in the base set, which counts there as well.
  static bool lacks(const FlakySource& other, const FlakyEntry& entry) {
    return other.find(entry.name, entry.platform, entry.config, "") == FlakySource::npos &&
           (entry.platform.empty() || other.find(entry.name, "", "", "") == FlakySource::npos);
  }

  const std::vector<FlakySource>& m_sources;
  const std::vector<BaselineNames>& m_baselines;
  Date m_today;
  Models m_models;
  std::map<Key, std::size_t> m_seen;
  std::vector<Remark> m_remarks;
};

}  // namespace

std::vector<Remark> reviewEntries(const std::vector<FlakySource>& sources, const std::vector<BaselineNames>& baselines,
                                  Date today) {
  return Reviewer(sources, baselines, today).review();
}

std::vector<std::string> matchesNow(const FlakyEntry& entry, const std::vector<BaselineNames>& baselines) {
  std::vector<std::string> models;
  NameSet seen;
  for (const BaselineNames& baseline : baselines) {
    if (!inScope(entry, baseline.path)) continue;
    for (const std::string& model : baseline.models)
      if (entry.appliesTo(model, baseline.path) && seen.insert(model).second) models.push_back(model);
  }
  return models;
}

}  // namespace plumbline::flaky
