// SPDX-License-Identifier: GPL-3.0-or-later
// The header's names as pandas 1.5 would call the columns, and finding a column by such a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::tables {

class HeaderNames {
 public:
  HeaderNames() = default;
  /// Takes the names as written: "" becomes "Unnamed: i"; the second x becomes "x.1", skipping names that are taken.
  explicit HeaderNames(std::vector<std::string> written);

  const std::vector<std::string>& names() const { return m_names; }
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  void sortByName();

  std::vector<std::string> m_names;
  std::vector<std::uint32_t> m_byName;  ///< positions, sorted by name
};

}  // namespace plumbline::tables
