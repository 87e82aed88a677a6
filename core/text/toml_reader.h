// SPDX-License-Identifier: GPL-3.0-or-later
// Takes values out of the tables of a TOML file that ships with the program, and remembers the first thing that is wrong,
// so that a reader asks for everything it wants and looks for an error once.
//
//   const auto root = parseToml(bytes, {"rules/x.toml", "Put it right in the rule file."});
//   TomlReader reader({"rules/x.toml", "Put it right in the rule file."});
//   rules.origin = reader.text(*root, "origin");
//   if (reader.error()) return base::fail(*reader.error());
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace plumbline::text {

/// TomlFile is what errors say about the file.
struct TomlFile {
  std::string name;
  std::string hint;             ///< what to do when it is wrong
  bool emptyTextsAreFine = true;
};

base::Result<toml::table> parseToml(std::string_view bytes, const TomlFile& file);

class TomlReader {
 public:
  explicit TomlReader(TomlFile file) : m_file(std::move(file)) {}

  std::string text(const toml::table& table, std::string_view key);
  double number(const toml::table& table, std::string_view key);
  std::vector<std::string> texts(const toml::table& table, std::string_view key);
  std::vector<std::string> textsIfThere(const toml::table& table, std::string_view key);
  const toml::table& table(const toml::table& parent, std::string_view key);
  /// each visits the tables of a list that has to be there; eachIfThere of one that may be absent.
  template <typename Visit>
  void each(const toml::table& table, std::string_view key, Visit visit) {
    const toml::array* array = table[key].as_array();
    if (array == nullptr || array->empty()) return complain(table, key, "a list of tables");
    eachIfThere(table, key, visit);
  }
  template <typename Visit>
  void eachIfThere(const toml::table& table, std::string_view key, Visit visit) {
    const toml::array* array = table[key].as_array();
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      const toml::table* entry = array->get(i)->as_table();
      if (entry == nullptr) return complain(table, key, "a list of tables");
      visit(*entry);
    }
  }

  /// complain says that the value of `key` must be `wanted`; only the first complaint counts.
  void complain(const toml::table& table, std::string_view key, std::string_view wanted);
  const std::optional<base::Error>& error() const { return m_error; }

 private:
  std::optional<std::string> textOf(const toml::node& node) const;

  TomlFile m_file;
  toml::table m_empty;
  std::optional<base::Error> m_error;
};

}  // namespace plumbline::text
