// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/stored_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace plumbline::reports {
namespace {

using StoredJson = nlohmann::json;

/// depthOf is how deep brackets are nested, outside of strings.
std::size_t depthOf(std::string_view json) {
  std::size_t depth = 0, deepest = 0;
  bool inString = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (inString) {
      if (c == '\\') ++i;
      else if (c == '"') inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

/// Reader takes members out of objects and remembers the first one that is not as it should be.
class Reader {
 public:
  const std::string& problem() const { return m_problem; }

  const StoredJson& member(const StoredJson& object, const char* name, StoredJson::value_t type) {
    static const StoredJson kNothing;
    const auto found = object.is_object() ? object.find(name) : object.end();
    if (!object.is_object() || found == object.end()) return missing(name, kNothing);
    const bool isNumber = type == StoredJson::value_t::number_integer && found->is_number_integer();
    if (found->type() != type && !isNumber) return missing(name, kNothing);
    return *found;
  }
  std::string text(const StoredJson& object, const char* name) {
    const StoredJson& value = member(object, name, StoredJson::value_t::string);
    return value.is_string() ? value.get<std::string>() : std::string();
  }
  bool flag(const StoredJson& object, const char* name) {
    const StoredJson& value = member(object, name, StoredJson::value_t::boolean);
    return value.is_boolean() && value.get<bool>();
  }
  std::vector<std::string> texts(const StoredJson& object, const char* name) {
    std::vector<std::string> out;
    for (const StoredJson& value : list(object, name)) {
      if (!value.is_string() || out.size() == kMaxReportTexts) {
        (void)missing(name, value);
        break;
      }
      out.push_back(value.get<std::string>());
    }
    return out;
  }
  const StoredJson& list(const StoredJson& object, const char* name) { return member(object, name, StoredJson::value_t::array); }

 private:
  const StoredJson& missing(const char* name, const StoredJson& instead) {
    if (m_problem.empty()) m_problem = "\"" + std::string(name) + "\" is missing in it, or is of another type.";
    return instead;
  }
  std::string m_problem;
};

StoredConfig configOf(const StoredJson& json, Reader& reader) {
  StoredConfig config;
  config.name = reader.text(json, "config");
  config.answer = reader.text(json, "answer");
  const StoredJson& exit = reader.member(json, "exit", StoredJson::value_t::number_integer);
  if (exit.is_number_integer()) config.exit = exit.get<std::int64_t>();
  for (const StoredJson& row : reader.list(json, "rows"))
    config.rows.push_back({reader.text(row, "model"), reader.text(row, "class"), reader.text(row, "status"),
                           reader.flag(row, "fails_ci"), reader.flag(row, "excused")});
  return config;
}

ReportArguments argumentsOf(const StoredJson& json, Reader& reader) {
  ReportArguments arguments;
  arguments.sources = reader.texts(json, "sources");
  arguments.trees = reader.texts(json, "expected");
  arguments.rules = reader.text(json, "rules");
  arguments.attempts = reader.text(json, "attempt");
  arguments.commit = reader.text(json, "commit");
  arguments.names = reader.texts(json, "name");
  arguments.uses = reader.texts(json, "use");
  arguments.day = reader.text(json, "flaky_date");
  return arguments;
}

base::Error bad(std::string text, std::string hint, const std::string& path) {
  return {base::ErrorCode::BadFormat, std::move(text), std::move(hint), path, 0, 0};
}

/// wrongKind returns why a document is not a report of this version.
std::optional<base::Error> wrongKind(const StoredJson& json, const std::string& path) {
  constexpr const char* kHint = "Write one with: plumbline-cli report SOURCES --expected TREE -o report.json";
  if (!json.is_object()) return bad("This is no JSON of a report.", kHint, path);
  const auto format = json.find("format");
  if (format == json.end() || !format->is_string() || *format != kReportFormat)
    return bad("This is no report: \"format\" is not \"" + std::string(kReportFormat) + "\".", kHint, path);
  const auto version = json.find("version");
  if (version == json.end() || !version->is_number_integer()) return bad("The report has no version.", kHint, path);
  if (*version != kReportVersion)
    return bad("The report is of version " + version->dump() + "; this program reads version " +
                   std::to_string(kReportVersion) + ".",
               "Check it with the program that wrote it, or a newer one.", path);
  return std::nullopt;
}

}  // namespace

base::Result<StoredReport> readReport(std::string_view text, const std::string& path) {
  if (text.size() > kMaxReportBytes)
    return base::fail({base::ErrorCode::TooLarge, "The report is larger than 256 MiB.", "", path, 0, 0});
  if (depthOf(text) > kMaxReportDepth)
    return base::fail(bad("This is no report: its JSON is nested too deeply.", "", path));
  const StoredJson json = StoredJson::parse(text, nullptr, false);
  if (auto error = wrongKind(json, path)) return base::fail(*std::move(error));
  Reader reader;
  StoredReport report;
  report.toolVersion = reader.text(reader.member(json, "tool", StoredJson::value_t::object), "version");
  const StoredJson& rules = reader.member(json, "rules", StoredJson::value_t::object);
  report.ruleSet = reader.text(rules, "generation");
  report.ruleDetails = reader.text(rules, "origin");
  report.thresholds = reader.texts(json, "thresholds");
  report.arguments = argumentsOf(reader.member(json, "arguments", StoredJson::value_t::object), reader);
  report.hasAllRows = reader.flag(json, "all_rows");
  for (const StoredJson& input : reader.list(json, "inputs"))
    report.inputs.push_back({reader.text(input, "kind"), reader.text(input, "origin"), reader.text(input, "sha256"),
                             reader.flag(input, "used")});
  for (const StoredJson& config : reader.list(json, "configs")) report.configs.push_back(configOf(config, reader));
  if (!reader.problem().empty()) return base::fail(bad("The report is damaged: " + reader.problem(), "", path));
  return report;
}

}  // namespace plumbline::reports
