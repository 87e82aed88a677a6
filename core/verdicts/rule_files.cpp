// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rule_files.h"

#include <toml++/toml.h>

#include <array>
#include <optional>
#include <utility>

#include "resources/embedded.h"

namespace plumbline::verdicts {
namespace {

constexpr std::string_view kFolder = "rules/";
constexpr std::string_view kEnding = ".toml";
constexpr std::string_view kMetricsFile = "rules/metrics.toml";
constexpr std::string_view kStatusesFile = "rules/statuses.toml";

template <typename Enum>
struct Word {
  std::string_view text;
  Enum value;
};
constexpr std::array kAccuracyForms = {Word<AccuracyForm>{"A1", AccuracyForm::A1},
                                       Word<AccuracyForm>{"A3", AccuracyForm::A3}};
constexpr std::array kGraphBreaksForms = {Word<GraphBreaksForm>{"G1", GraphBreaksForm::G1},
                                          Word<GraphBreaksForm>{"G2", GraphBreaksForm::G2},
                                          Word<GraphBreaksForm>{"G3", GraphBreaksForm::G3}};
constexpr std::array kCompares = {Word<Compare>{"lower-is-better", Compare::LowerIsBetter},
                                  Word<Compare>{"higher-is-better", Compare::HigherIsBetter},
                                  Word<Compare>{"drop-tolerance", Compare::DropTolerance}};
constexpr std::array kBetters = {Word<Better>{"neither", Better::Neither}, Word<Better>{"lower", Better::Lower},
                                 Word<Better>{"higher", Better::Higher}};

/// Reader takes values out of a table and remembers the first thing that is wrong with it.
class Reader {
 public:
  explicit Reader(std::string fileName) : m_fileName(std::move(fileName)) {}

  std::string text(const toml::table& table, std::string_view key) {
    const auto value = table[key].value<std::string>();
    if (!value) complain(table, key, "a text");
    return value.value_or(std::string{});
  }
  double number(const toml::table& table, std::string_view key) {
    const auto value = table[key].value<double>();
    if (!value) complain(table, key, "a number");
    return value.value_or(0.0);
  }
  const toml::table& table(const toml::table& parent, std::string_view key) {
    const toml::table* found = parent[key].as_table();
    if (found == nullptr) complain(parent, key, "a table");
    return found != nullptr ? *found : m_empty;
  }
  std::vector<std::string> texts(const toml::table& table, std::string_view key) {
    std::vector<std::string> list;
    const toml::array* array = table[key].as_array();
    if (array == nullptr) {
      complain(table, key, "a list of texts");
      return list;
    }
    list.reserve(array->size());
    for (const toml::node& node : *array) {
      const auto value = node.value<std::string>();
      if (!value) complain(table, key, "a list of texts");
      list.push_back(value.value_or(std::string{}));
    }
    return list;
  }
  template <typename Visit>
  void eachTable(const toml::table& table, std::string_view key, Visit visit) {
    const toml::array* array = table[key].as_array();
    if (array == nullptr) return;
    for (const toml::node& node : *array) {
      if (const toml::table* entry = node.as_table()) {
        visit(*entry);
      } else {
        complain(table, key, "a list of tables");
      }
    }
  }
  template <typename Enum, std::size_t N>
  Enum word(const toml::table& table, std::string_view key, const std::array<Word<Enum>, N>& words) {
    const std::string given = text(table, key);
    for (const Word<Enum>& known : words) {
      if (known.text == given) return known.value;
    }
    complain(table, key, "one of the words that the program knows");
    return words.front().value;
  }

  const std::optional<base::Error>& error() const { return m_error; }

 private:
  void complain(const toml::table& table, std::string_view key, std::string_view wanted) {
    if (m_error) return;
    const toml::node* node = table.get(key);
    const toml::source_region& place = node != nullptr ? node->source() : table.source();
    m_error = base::Error{.code = base::ErrorCode::BadFormat,
                          .text = "\"" + std::string(key) + "\" must be " + std::string(wanted) + ".",
                          .hint = "Put it right in the rule file.",
                          .file = m_fileName,
                          .line = place.begin.line,
                          .column = place.begin.column};
  }

  std::string m_fileName;
  toml::table m_empty;
  std::optional<base::Error> m_error;
};

base::Result<toml::table> parse(std::string_view bytes, const std::string& fileName) {
  try {
    return toml::parse(bytes, fileName);
  } catch (const toml::parse_error& e) {
    return base::fail({.code = base::ErrorCode::BadFormat,
                       .text = "This is not TOML: " + std::string(e.description()) + ".",
                       .hint = "Put it right in the rule file.",
                       .file = fileName,
                       .line = e.source().begin.line,
                       .column = e.source().begin.column});
  }
}

base::Result<std::string_view> embedded(std::string_view name) {
  for (const resources::EmbeddedFile& file : resources::embeddedFiles()) {
    if (file.name == name) return file.bytes;
  }
  return base::fail({.code = base::ErrorCode::NotFound,
                     .text = "The program was built without the file " + std::string(name) + ".",
                     .hint = "Build it again from a complete source tree."});
}

flaky::FlakyModels readFlaky(Reader& reader, const toml::table& table) {
  flaky::FlakyModels models;
  models.base = reader.texts(table, "base");
  models.rocm = reader.texts(table, "rocm");
  reader.eachTable(table, "files", [&](const toml::table& entry) {
    models.files.push_back({.fileName = reader.text(entry, "file"),
                            .unlessContains = reader.text(entry, "unless_contains"),
                            .names = reader.texts(entry, "names")});
  });
  return models;
}

GraphBreaksRules readGraphBreaks(Reader& reader, const toml::table& table) {
  GraphBreaksRules rules;
  rules.form = reader.word(table, "form", kGraphBreaksForms);
  rules.flaky = readFlaky(reader, reader.table(table, "flaky"));
  reader.eachTable(table, "tracked", [&](const toml::table& entry) {
    rules.tracked.push_back(
        {.name = reader.text(entry, "metric"), .compare = reader.word(entry, "compare", kCompares)});
  });
  if (rules.form == GraphBreaksForm::G3) {
    rules.dropTolerance = reader.number(table, "drop_tolerance");
    rules.passWithoutCapture = reader.texts(table, "pass_without_capture");
    rules.captureOptionalStatuses = reader.texts(table, "capture_optional_statuses");
  }
  return rules;
}

}  // namespace

std::vector<std::string> ruleFileNames() {
  std::vector<std::string> names;
  for (const resources::EmbeddedFile& file : resources::embeddedFiles()) {
    const bool isRules = file.name.starts_with(kFolder) && file.name.ends_with(kEnding) && file.name != kMetricsFile &&
                         file.name != kStatusesFile;
    if (!isRules) continue;
    const std::string_view name = file.name.substr(kFolder.size());
    names.emplace_back(name.substr(0, name.size() - kEnding.size()));
  }
  return names;
}

base::Result<RuleSet> parseRules(std::string_view toml, const std::string& fileName) {
  const auto parsed = parse(toml, fileName);
  if (!parsed) return base::fail(parsed.error());
  Reader reader(fileName);
  RuleSet rules;
  rules.generation = reader.text(*parsed, "generation");
  rules.origin = reader.text(*parsed, "origin");
  const toml::table& accuracy = reader.table(*parsed, "accuracy");
  rules.accuracy.form = reader.word(accuracy, "form", kAccuracyForms);
  rules.accuracy.flaky = readFlaky(reader, reader.table(accuracy, "flaky"));
  rules.graphBreaks = readGraphBreaks(reader, reader.table(*parsed, "graph_breaks"));
  rules.memory.tolerance = reader.number(reader.table(*parsed, "memory"), "tolerance");
  rules.hfBertSpeedup = reader.number(reader.table(*parsed, "speedup"), "hf_bert");
  if (reader.error()) return base::fail(*reader.error());
  return rules;
}

base::Result<RuleSet> readRuleFile(std::string_view generation) {
  const std::string fileName = std::string(kFolder).append(generation).append(kEnding);
  const auto bytes = embedded(fileName);
  if (!bytes) return base::fail(bytes.error());
  auto rules = parseRules(*bytes, fileName);
  if (!rules) return rules;

  const auto statusBytes = embedded(kStatusesFile);
  if (!statusBytes) return base::fail(statusBytes.error());
  const auto statuses = parse(*statusBytes, std::string(kStatusesFile));
  if (!statuses) return base::fail(statuses.error());
  Reader reader{std::string(kStatusesFile)};
  rules->knownStatuses = reader.texts(*statuses, "words");
  rules->knownStatusPrefixes = reader.texts(*statuses, "prefixes");
  if (reader.error()) return base::fail(*reader.error());
  return rules;
}

base::Result<std::vector<MetricInfo>> readMetricCatalogue() {
  const auto bytes = embedded(kMetricsFile);
  if (!bytes) return base::fail(bytes.error());
  const auto parsed = parse(*bytes, std::string(kMetricsFile));
  if (!parsed) return base::fail(parsed.error());
  Reader reader{std::string(kMetricsFile)};
  std::vector<MetricInfo> metrics;
  reader.eachTable(*parsed, "metric", [&](const toml::table& entry) {
    metrics.push_back({.name = reader.text(entry, "name"),
                       .title = reader.text(entry, "title"),
                       .unit = reader.text(entry, "unit"),
                       .better = reader.word(entry, "better", kBetters),
                       .decimals = static_cast<int>(reader.number(entry, "decimals")),
                       .zeroMeansNotMeasured = entry["zero_means_not_measured"].value_or(false)});
  });
  if (reader.error()) return base::fail(*reader.error());
  return metrics;
}

base::Result<StatusWords> readStatusWords() {
  const auto bytes = embedded(kStatusesFile);
  if (!bytes) return base::fail(bytes.error());
  const auto parsed = parse(*bytes, std::string(kStatusesFile));
  if (!parsed) return base::fail(parsed.error());
  Reader reader{std::string(kStatusesFile)};
  StatusWords words{.passing = reader.texts(*parsed, "passing"),
                    .withoutCounters = reader.texts(*parsed, "without_counters")};
  if (reader.error()) return base::fail(*reader.error());
  return words;
}

}  // namespace plumbline::verdicts
