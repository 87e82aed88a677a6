// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/toml_reader.h"

#include <toml++/toml.h>

namespace plumbline::text {

base::Result<toml::table> parseToml(std::string_view bytes, const TomlFile& file) {
  try {
    return toml::parse(bytes, file.name);
  } catch (const toml::parse_error& e) {
    return base::fail({.code = base::ErrorCode::BadFormat,
                       .text = "This is not TOML: " + std::string(e.description()) + ".",
                       .hint = file.hint,
                       .file = file.name,
                       .line = e.source().begin.line,
                       .column = e.source().begin.column});
  }
}

std::string TomlReader::text(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  const auto value = node != nullptr ? textOf(*node) : std::nullopt;
  if (!value) complain(table, key, "a text");
  return value.value_or(std::string());
}

double TomlReader::number(const toml::table& table, std::string_view key) {
  const auto value = table[key].value<double>();
  if (!value) complain(table, key, "a number");
  return value.value_or(0.0);
}

std::vector<std::string> TomlReader::texts(const toml::table& table, std::string_view key) {
  std::vector<std::string> list;
  const toml::array* array = table[key].as_array();
  if (array == nullptr) {
    complain(table, key, "a list of texts");
    return list;
  }
  list.reserve(array->size());
  for (const toml::node& node : *array) {
    const auto value = textOf(node);
    if (!value) complain(table, key, "a list of texts");
    list.push_back(value.value_or(std::string()));
  }
  return list;
}

std::vector<std::string> TomlReader::textsIfThere(const toml::table& table, std::string_view key) {
  return table.contains(key) ? texts(table, key) : std::vector<std::string>();
}

const toml::table& TomlReader::table(const toml::table& parent, std::string_view key) {
  static const toml::table kEmpty;
  const toml::table* found = parent[key].as_table();
  if (found == nullptr) complain(parent, key, "a table");
  return found != nullptr ? *found : kEmpty;
}

void TomlReader::each(const toml::table& table, std::string_view key, const Visit& visit) {
  const toml::array* array = table[key].as_array();
  if (array == nullptr || array->empty()) return complain(table, key, "a list of tables");
  eachIfThere(table, key, visit);
}

void TomlReader::eachIfThere(const toml::table& table, std::string_view key, const Visit& visit) {
  const toml::array* array = table[key].as_array();
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    const toml::table* entry = array->get(i)->as_table();
    if (entry == nullptr) return complain(table, key, "a list of tables");
    visit(*entry);
  }
}

void TomlReader::complain(const toml::table& table, std::string_view key, std::string_view expected) {
  if (m_error) return;
  const toml::node* node = table.get(key);
  const toml::source_region& region = node != nullptr ? node->source() : table.source();
  m_error = base::Error{.code = base::ErrorCode::BadFormat,
                        .text = "\"" + std::string(key) + "\" must be " + std::string(expected) + ".",
                        .hint = m_file.hint,
                        .file = m_file.name,
                        .line = region.begin.line,
                        .column = region.begin.column};
}

std::optional<std::string> TomlReader::textOf(const toml::node& node) const {
  auto value = node.value<std::string>();
  if (value && value->empty() && !m_file.emptyTextsAreFine) return std::nullopt;
  return value;
}

}  // namespace plumbline::text
