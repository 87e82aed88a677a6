// SPDX-License-Identifier: GPL-3.0-or-later
// Our own flaky lists laid over a comparison: which rows they excuse, which entries have expired. CI's verdict and exit
// status stay what they are.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/flaky/flaky_models.h"
#include "core/verdicts/comparison_join.h"
#include "core/verdicts/comparison_pair.h"

namespace plumbline::verdicts {
namespace {

/// ListedNames tells quickly of most names that no list has them: they are no pattern's, and share neither length nor
/// first letter with a listed one.
class ListedNames {
 public:
  explicit ListedNames(const flaky::OwnFlaky& own) {
    for (const flaky::OwnList& list : own.lists) {
      for (const flaky::FlakyEntry& entry : list.entries) {
        m_patterns = m_patterns || entry.isPattern;
        if (entry.isPattern || entry.name.empty()) continue;
        m_names.insert(entry.name);
        m_lengths[static_cast<unsigned char>(entry.name[0])] |= lengthBit(entry.name);
      }
    }
  }
  bool mayHave(std::string_view name) const {
    if (m_patterns) return true;
    return !name.empty() && (m_lengths[static_cast<unsigned char>(name[0])] & lengthBit(name)) != 0 &&
           m_names.contains(name);
  }

 private:
  static std::uint64_t lengthBit(std::string_view name) { return std::uint64_t{1} << (name.size() % 64); }

  flaky::NameSet m_names;
  std::array<std::uint64_t, 256> m_lengths{};
  bool m_patterns = false;
};

/// A list excuses what a script's own set can excuse: a value that differs. A model without a baseline, or one whose
/// cells cannot be compared, stays in view (SPEC 3.2, 4.1).
bool isExcusable(const Verdict& verdict) {
  return verdict.reason != Reason::ScriptCrashed &&
         (verdict.cls == VerdictClass::Fail || verdict.cls == VerdictClass::Improved);
}
bool countsAgainst(const Verdict& verdict) { return isExcusable(verdict) || failsCi(verdict); }

bool isFor(const flaky::FlakyEntry& entry, Check check) {
  return entry.check.empty() || entry.check == checkName(check);
}

std::string fileOf(const flaky::OwnList& list) { return list.path.substr(list.path.find_last_of('/') + 1); }

std::string whyText(const flaky::FlakyEntry& entry) {
  std::string why = entry.reason;
  if (why.ends_with('.')) why.pop_back();
  if (!entry.issue.empty() && why.find(entry.issue) == std::string::npos)
    why += why.empty() ? entry.issue : " (" + entry.issue + ")";
  return why.empty() ? why : ": " + why;
}

}  // namespace

/// excuses finds for each check that counts against the row one active entry; where one check has none, the expired
/// entries that would have done it.
std::vector<Excuse> PairComparison::excuses(std::size_t i) const {
  const flaky::OwnFlaky* own = m_options.ownFlaky.get();
  if (own == nullptr || m_rows[i].actualRow == kNoRow) return {};
  std::string scratch;
  const std::string_view name = modelName(i, scratch);
  std::vector<Excuse> active;
  std::vector<Excuse> expired;
  bool all = true;
  const auto remember = [](std::vector<Excuse>& excuses, const Excuse& excuse) {
    const bool known =
        std::any_of(excuses.begin(), excuses.end(), [&](const Excuse& e) { return e.entry == excuse.entry; });
    if (!known) excuses.push_back(excuse);
  };
  for (std::size_t c = 0; c < m_checks.size(); ++c) {
    const std::span<const Verdict> said = verdicts(i, c);
    if (std::none_of(said.begin(), said.end(), countsAgainst)) continue;
    if (!std::all_of(said.begin(), said.end(), [](const Verdict& v) { return isExcusable(v) || !countsAgainst(v); }))
      return {};
    bool covered = false;
    for (const flaky::OwnList& list : own->lists) {
      for (const flaky::FlakyEntry& entry : list.entries) {
        if (covered || !isFor(entry, m_checks[c].check) || !entry.appliesTo(name, m_options.words.expectedPath))
          continue;
        const bool over = entry.isExpired(own->today);
        remember(over ? expired : active, {&list, &entry, over});
        covered = covered || !over;
      }
    }
    all = all && covered;
  }
  return all ? active : expired;
}

void PairComparison::noteOwnFlaky() {
  if (m_options.ownFlaky == nullptr || !m_options.ownFlaky->hasEntries()) return;
  const ListedNames listed(*m_options.ownFlaky);
  std::string scratch;
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    ComparedRow& row = m_rows[i];
    const bool counts = row.failsCi || row.cls == VerdictClass::Fail || row.cls == VerdictClass::Improved;
    if (!counts || row.actualRow == kNoRow || !listed.mayHave(modelName(i, scratch))) continue;
    const std::vector<Excuse> found = excuses(i);
    if (found.empty()) continue;
    if (found.front().isExpired) {
      setFinding(row, Finding::ExpiredFlaky);
    } else {
      row.excused = true;
    }
  }
}

std::string PairComparison::excuseText(std::size_t i) const {
  const ComparedRow& row = m_rows[i];
  if (!row.excused && !row.has(Finding::ExpiredFlaky)) return {};
  std::string out;
  for (const Excuse& excuse : excuses(i)) {
    const flaky::FlakyEntry& entry = *excuse.entry;
    if (!out.empty()) out += ' ';
    if (excuse.isExpired) {
      out += "It is listed in " + fileOf(*excuse.list) + " until " + flaky::dateText(*entry.expires) +
             ": no longer excused.";
      continue;
    }
    out += fileOf(*excuse.list) + " excuses it";
    if (!entry.check.empty()) out += " in " + entry.check;
    if (entry.expires) out += " until " + flaky::dateText(*entry.expires);
    out += whyText(entry) + ".";
  }
  return out;
}

}  // namespace plumbline::verdicts
