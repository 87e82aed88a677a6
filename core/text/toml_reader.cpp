// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/toml_reader.h"

#include <toml++/toml.h>

#include <algorithm>

namespace plumbline::text {

namespace {

constexpr std::size_t kMaxDepth = 64;  // of a header, and of a key with its value: the parser calls itself for each level

/// DepthScan finds the line in which tables, lists and dotted keys are nested too deeply. It knows strings and comments,
/// nothing else of TOML: what is not TOML is the parser's to refuse.
class DepthScan {
 public:
  explicit DepthScan(std::string_view bytes) : m_bytes(bytes) {}

  /// lineOfExcess is 0 when nothing is nested too deeply.
  std::size_t lineOfExcess() {
    for (; m_at < m_bytes.size(); ++m_at) {
      step(m_bytes[m_at]);
      if (m_depth + m_dots > kMaxDepth) return m_line;
    }
    return 0;
  }

 private:
  void step(char c) {
    if (c == '"' || c == '\'') return skipString(c);
    if (c == '#') m_at = std::min(m_bytes.find('\n', m_at), m_bytes.size()) - 1;
    if (c == '.') ++m_dots;
    if (c == '[' || c == '{') {
      m_open.push_back(m_dots + 1);
      m_depth += m_open.back();
      m_dots = 0;
    } else if ((c == ']' || c == '}') && !m_open.empty()) {
      m_depth -= m_open.back();
      m_open.pop_back();
      m_dots = 0;
    } else if (c == ',' || (c == '\n' && m_open.empty())) {
      m_dots = 0;
    }
    if (c == '\n') ++m_line;
  }

  void skipString(char quote) {
    const std::string_view three = m_bytes.substr(m_at, 3);
    const std::size_t quotes = three == std::string(3, quote) ? 3 : 1;
    for (m_at += quotes; m_at < m_bytes.size(); ++m_at) {
      if (m_bytes[m_at] == '\n') ++m_line;
      if (m_bytes[m_at] == '\n' && quotes == 1) return;  // not closed
      if (m_bytes[m_at] == '\\' && quote == '"') ++m_at;
      else if (m_bytes.substr(m_at, quotes) == std::string(quotes, quote)) break;
    }
    m_at += quotes - 1;
    // Up to two quotes may stand before the closing three.
    for (int more = 0; more < 2 && quotes == 3 && m_at + 1 < m_bytes.size() && m_bytes[m_at + 1] == quote; ++more) ++m_at;
  }

  std::string_view m_bytes;
  std::size_t m_at = 0, m_line = 1, m_dots = 0, m_depth = 0;
  std::vector<std::size_t> m_open;  ///< what each open bracket added to the depth
};

}  // namespace

base::Result<toml::table> parseToml(std::string_view bytes, const TomlFile& file) {
  if (const std::size_t line = DepthScan(bytes).lineOfExcess(); line > 0)
    return base::fail(base::ErrorCode::BadFormat, "Tables or keys are nested too deeply here.", file.hint, file.name,
                      line);
  try {
    return toml::parse(bytes, file.name);
  } catch (const toml::parse_error& e) {
    return base::fail(base::ErrorCode::BadFormat, "This is not TOML: " + std::string(e.description()) + ".", file.hint,
                      file.name, e.source().begin.line, e.source().begin.column);
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
