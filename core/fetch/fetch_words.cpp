// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/fetch_words.h"

#include <toml++/toml.h>

#include <optional>

#include "resources/embedded.h"

namespace plumbline::fetch {
namespace {

constexpr std::string_view kFile = "configs/fetch.toml";

/// Reader takes members and remembers the first one that is not as it should be.
struct Reader {
  const toml::table& table;
  std::string wrong = {};

  std::string text(std::string_view section, std::string_view key) {
    const auto value = table[section][key].value<std::string>();
    if (!value || value->empty()) note(section, key, "a text");
    return value.value_or(std::string());
  }
  std::vector<std::string> texts(std::string_view section, std::string_view key) {
    std::vector<std::string> list;
    const toml::array* array = table[section][key].as_array();
    if (array == nullptr) note(section, key, "a list of texts");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      const auto value = array->get(i)->value<std::string>();
      if (!value) note(section, key, "a list of texts");
      list.push_back(value.value_or(std::string()));
    }
    return list;
  }
  void note(std::string_view section, std::string_view key, std::string_view what) {
    if (wrong.empty()) wrong = std::string(section) + "." + std::string(key) + " is not " + std::string(what) + ".";
  }
};

}  // namespace

base::Result<FetchWords> parseFetchWords(std::string_view toml) {
  const std::string file(kFile);
  toml::table table;
  try {
    table = toml::parse(toml, file);
  } catch (const toml::parse_error& problem) {
    return base::fail({base::ErrorCode::BadFormat, std::string(problem.description()) + ".", "", file,
                       problem.source().begin.line, problem.source().begin.column});
  }
  Reader reader{table};
  FetchWords words{.repository = reader.text("repository", "default"),
                   .workflows = reader.texts("runs", "workflows"),
                   .withoutEvents = reader.texts("runs", "without_events"),
                   .jobContains = reader.text("jobs", "contains"),
                   .jobWithout = reader.texts("jobs", "without"),
                   .withoutConclusions = reader.texts("jobs", "without_conclusions")};
  if (!reader.wrong.empty()) return base::fail({base::ErrorCode::BadFormat, reader.wrong, "", file});
  return words;
}

FetchWords fetchWords() {
  const auto bytes = resources::embeddedBytes(kFile);
  return bytes ? parseFetchWords(*bytes).value_or(FetchWords{}) : FetchWords{};
}

}  // namespace plumbline::fetch
