// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rule_sets/rule_set.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>

#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::verdicts {
namespace {

constexpr std::string_view kFolder = "rules/";
constexpr std::string_view kEnding = ".toml";
constexpr std::string_view kMetricsFile = "rules/metrics.toml";
constexpr std::string_view kStatusesFile = "rules/statuses.toml";
constexpr std::string_view kThresholdsFile = "rules/thresholds.toml";

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

/// RuleFileReader knows the words of the rule files, too.
class RuleFileReader : public text::TomlReader {
 public:
  using TomlReader::TomlReader;

  template <typename Enum, std::size_t N>
  Enum word(const toml::table& table, std::string_view key, const std::array<Word<Enum>, N>& words) {
    const std::string given = text(table, key);
    for (const Word<Enum>& known : words) {
      if (known.text == given) return known.value;
    }
    complain(table, key, "one of the words that the program knows");
    return words.front().value;
  }
};

text::TomlFile fileOf(const std::string& name) { return {.name = name, .hint = "Put it right in the rule file."}; }

base::Result<std::string_view> embedded(std::string_view name) {
  if (const auto bytes = resources::embeddedBytes(name)) return *bytes;
  return base::fail(base::ErrorCode::NotFound, "The program was built without the file " + std::string(name) + ".",
                    "Build it again from a complete source tree.");
}

base::Result<toml::table> parsed(std::string_view name) {
  const auto bytes = embedded(name);
  if (!bytes) return base::fail(bytes.error());
  return text::parseToml(*bytes, fileOf(std::string(name)));
}

flaky::FlakyModels readFlaky(RuleFileReader& reader, const toml::table& table) {
  flaky::FlakyModels models;
  models.base = reader.texts(table, "base");
  models.rocm = reader.texts(table, "rocm");
  reader.eachIfThere(table, "files", [&](const toml::table& entry) {
    models.files.push_back({.fileName = reader.text(entry, "file"),
                            .unlessContains = reader.text(entry, "unless_contains"),
                            .names = reader.texts(entry, "names")});
  });
  return models;
}

GraphBreaksRules readGraphBreaks(RuleFileReader& reader, const toml::table& table) {
  GraphBreaksRules rules;
  rules.form = reader.word(table, "form", kGraphBreaksForms);
  rules.flaky = readFlaky(reader, reader.table(table, "flaky"));
  reader.eachIfThere(table, "tracked", [&](const toml::table& entry) {
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

bool RuleSet::isKnownStatus(std::string_view status) const {
  if (std::ranges::find(knownStatuses, status) != knownStatuses.end()) return true;
  return std::ranges::any_of(knownStatusPrefixes, [status](const std::string& prefix) {
    return status.size() > prefix.size() && status.starts_with(prefix);
  });
}

const flaky::FlakyModels* RuleSet::flakyModels(Check check) const {
  if (check == Check::Accuracy) return &accuracy.flaky;
  return check == Check::GraphBreaks ? &graphBreaks.flaky : nullptr;
}

std::vector<std::string> generations() {
  std::vector<std::string> names = ruleFileNames();
  std::ranges::sort(names);
  return names;
}

base::Result<std::shared_ptr<const RuleSet>> ruleSet(std::string_view generation) {
  const std::vector<std::string> known = generations();
  if (std::ranges::find(known, generation) == known.end()) {
    std::string list;
    for (const std::string& name : known) list.append(list.empty() ? "" : ", ").append(name);
    return base::fail(base::ErrorCode::BadArgument, "There are no rules called \"" + std::string(generation) + "\".",
                      "Choose one of: " + list + ".");
  }
  auto rules = readRuleFile(generation);
  if (!rules) return base::fail(rules.error());
  return std::make_shared<const RuleSet>(std::move(*rules));
}

std::vector<std::string> ruleFileNames() {
  std::vector<std::string> names;
  for (const resources::EmbeddedFile& file : resources::embeddedFiles()) {
    const bool isRules = file.name.starts_with(kFolder) && file.name.ends_with(kEnding) && file.name != kMetricsFile &&
                         file.name != kStatusesFile && file.name != kThresholdsFile;
    if (!isRules) continue;
    const std::string_view name = file.name.substr(kFolder.size());
    names.emplace_back(name.substr(0, name.size() - kEnding.size()));
  }
  return names;
}

base::Result<RuleSet> parseRules(std::string_view toml, const std::string& fileName) {
  const auto parsed = text::parseToml(toml, fileOf(fileName));
  if (!parsed) return base::fail(parsed.error());
  RuleFileReader reader(fileOf(fileName));
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

  const auto statuses = parsed(kStatusesFile);
  if (!statuses) return base::fail(statuses.error());
  RuleFileReader reader(fileOf(std::string(kStatusesFile)));
  rules->knownStatuses = reader.texts(*statuses, "words");
  rules->knownStatusPrefixes = reader.texts(*statuses, "prefixes");
  if (reader.error()) return base::fail(*reader.error());
  return rules;
}

base::Result<std::vector<MetricInfo>> readMetricCatalogue() {
  const auto root = parsed(kMetricsFile);
  if (!root) return base::fail(root.error());
  RuleFileReader reader(fileOf(std::string(kMetricsFile)));
  std::vector<MetricInfo> metrics;
  reader.eachIfThere(*root, "metric", [&](const toml::table& entry) {
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

base::Result<StatusLists> readStatusLists() {
  const auto root = parsed(kStatusesFile);
  if (!root) return base::fail(root.error());
  RuleFileReader reader(fileOf(std::string(kStatusesFile)));
  StatusLists words{.passing = reader.texts(*root, "passing"),
                    .withoutCounters = reader.texts(*root, "without_counters")};
  if (reader.error()) return base::fail(*reader.error());
  return words;
}

}  // namespace plumbline::verdicts
