// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/header_names.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace plumbline::tables {

namespace {

/// Mangler renames repeated columns in the order pandas looks at them.
class Mangler {
 public:
  explicit Mangler(const std::vector<std::string>& names) : m_taken(names.begin(), names.end()) {}

  std::string unique(const std::string& name) {
    std::size_t count = m_seen[name];
    std::string candidate = name;
    while (count > 0) {
      m_seen[name] = count + 1;
      candidate = name + '.' + std::to_string(count);
      if (m_taken.contains(candidate)) {
        ++count;
      } else {
        const auto found = m_seen.find(candidate);
        count = found == m_seen.end() ? 0 : found->second;
      }
    }
    m_seen[candidate] = count + 1;
    m_taken.insert(candidate);
    return candidate;
  }

 private:
  std::unordered_set<std::string> m_taken;
  std::unordered_map<std::string, std::size_t> m_seen;
};

}  // namespace

HeaderNames::HeaderNames(std::vector<std::string> written) : m_names(std::move(written)) {
  std::vector<std::size_t> unnamed;
  for (std::size_t i = 0; i < m_names.size(); ++i)
    if (m_names[i].empty()) {
      m_names[i] = "Unnamed: " + std::to_string(i);
      unnamed.push_back(i);
    }
  m_byName.resize(m_names.size());
  std::iota(m_byName.begin(), m_byName.end(), 0U);
  sortByName();
  const auto same = [this](std::uint32_t a, std::uint32_t b) { return m_names[a] == m_names[b]; };
  if (std::adjacent_find(m_byName.begin(), m_byName.end(), same) == m_byName.end()) return;

  Mangler mangler(m_names);
  // Names that somebody gave come first and keep their spelling; made-up ones give way.
  std::size_t next = 0;
  for (std::size_t i = 0; i < m_names.size(); ++i) {
    if (next < unnamed.size() && unnamed[next] == i) {
      ++next;
    } else {
      m_names[i] = mangler.unique(m_names[i]);
    }
  }
  for (const std::size_t i : unnamed) m_names[i] = mangler.unique(m_names[i]);
  sortByName();
}

void HeaderNames::sortByName() {
  std::sort(m_byName.begin(), m_byName.end(),
            [this](std::uint32_t a, std::uint32_t b) { return m_names[a] < m_names[b]; });
}

std::optional<std::size_t> HeaderNames::find(std::string_view name) const {
  const auto at = std::lower_bound(m_byName.begin(), m_byName.end(), name,
                                   [this](std::uint32_t i, std::string_view n) { return m_names[i] < n; });
  if (at == m_byName.end() || m_names[*at] != name) return std::nullopt;
  return *at;
}

}  // namespace plumbline::tables
