// SPDX-License-Identifier: GPL-3.0-or-later
// Reads values from the tables of a TOML file that ships with the program and keeps the first error, so that a reader
// requests all values and checks for an error once. Sources that call it include <toml++/toml.h>.
//
//   const auto root = parseToml(bytes, {"rules/x.toml", "Put it right in the rule file."});
//   TomlReader reader({"rules/x.toml", "Put it right in the rule file."});
//   rules.origin = reader.text(*root, "origin");
//   if (reader.error()) return base::fail(*reader.error());
#pragma once

// Debian 12 and 13 name toml++'s declarations differently.
#if __has_include(<toml++/impl/forward_declarations.hpp>)
#include <toml++/impl/forward_declarations.hpp>
#else
#include <toml++/impl/forward_declarations.h>
#endif

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace plumbline::text {

/// TomlFile names the file in errors.
struct TomlFile {
  std::string name;
  std::string hint;              ///< what to do when it is wrong
  bool emptyTextsAreFine = true;
};

/// parseToml is the only way to read TOML. Errors: BadFormat, also for what is nested more than 64 levels deep.
base::Result<toml::table> parseToml(std::string_view bytes, const TomlFile& file);

class TomlReader {
 public:
  using Visit = std::function<void(const toml::table& entry)>;

  explicit TomlReader(TomlFile file) : m_file(std::move(file)) {}

  std::string text(const toml::table& table, std::string_view key);
  double number(const toml::table& table, std::string_view key);
  std::vector<std::string> texts(const toml::table& table, std::string_view key);
  std::vector<std::string> textsIfThere(const toml::table& table, std::string_view key);
  const toml::table& table(const toml::table& parent, std::string_view key);
  /// each visits the tables of a required list, eachIfThere those of an optional one.
  void each(const toml::table& table, std::string_view key, const Visit& visit);
  void eachIfThere(const toml::table& table, std::string_view key, const Visit& visit);

  /// complain records that the value of `key` must be `expected`; only the first complaint counts.
  void complain(const toml::table& table, std::string_view key, std::string_view expected);
  const std::optional<base::Error>& error() const { return m_error; }

 private:
  std::optional<std::string> textOf(const toml::node& node) const;

  TomlFile m_file;
  std::optional<base::Error> m_error;
};

}  // namespace plumbline::text
