// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/stored_report.h"
#include "core/text/json_text.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/reports/check/report_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using StoredJson = nlohmann::json;

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

/// withoutRepeats keeps the first of equal words: a report of others may name a folder any number of times.
std::vector<std::string> withoutRepeats(std::vector<std::string> words) {
  std::set<std::string> seen;
  std::erase_if(words, [&](const std::string& word) { return !seen.insert(word).second; });
  return words;
}

ReportArguments argumentsOf(const StoredJson& json, Reader& reader) {
  ReportArguments arguments;
  arguments.sources = withoutRepeats(reader.texts(json, "sources"));
  arguments.trees = withoutRepeats(reader.texts(json, "expected"));
  arguments.rules = reader.text(json, "rules");
  arguments.attempts = reader.text(json, "attempt");
  arguments.commit = reader.text(json, "commit");
  arguments.names = reader.texts(json, "name");
  arguments.uses = reader.texts(json, "use");
  arguments.day = reader.text(json, "flaky_date");
  if (json.contains("flaky_list")) arguments.flakyList = reader.text(json, "flaky_list");  // of older reports: none
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

/// MemberOptions of the comparison of members that no hash and no verdict covers: totals, means, causes, sentences.
struct MemberOptions {
  std::string folder = {};   ///< taken out of the paths of the report made now
  bool isOtherTool = false;  ///< its sentences and members may be other ones; numbers may not
};

constexpr std::size_t kMaxMembers = 20;
/// placeOf names a member of what stands at `at`: "tool.version".
std::string placeOf(std::string at, const std::string& name) {
  if (!at.empty()) at += '.';
  return at.append(name);
}

using StoredJson = nlohmann::json;

constexpr std::size_t kMemberCharacters = 80;

std::string memberText(const StoredJson& value) {
  if (value.is_array()) return "a list of " + std::to_string(value.size());
  if (value.is_object()) return "an object";
  return elidedText(text::toJsonText(value), kMemberCharacters);
}

/// Walk goes by the report made now, so that it never goes deeper than that one is.
class Walk {
 public:
  explicit Walk(const MemberOptions& options) : m_options(options) {}

  void compare(const StoredJson& was, const StoredJson& is, const std::string& at) {
    if (was.is_object() && is.is_object()) return compareMembers(was, is, at);
    if (was.is_array() && is.is_array() && was.size() == is.size()) {
      for (std::size_t i = 0; i < is.size(); ++i) compare(was[i], is[i], at + '[' + std::to_string(i) + ']');
      return;
    }
    if (!isSame(was, is)) add(at, "was " + memberText(was) + "; is " + memberText(is));
  }

  std::vector<Difference> differences() {
    if (m_left > 0)
      m_differences.push_back({"member", "and more", std::to_string(m_left) + " other members differ as well"});
    return std::move(m_differences);
  }

 private:
  void compareMembers(const StoredJson& was, const StoredJson& is, const std::string& at) {
    for (const auto& [name, value] : is.items()) {
      // The arguments and the tool are not results.
      if (at.empty() && (name == "arguments" || name == "tool")) continue;
      const auto found = was.find(name);
      if (found != was.end())
        compare(*found, value, placeOf(at, name));
      else if (!m_options.isOtherTool)
        add(placeOf(at, name), "was not there; is " + memberText(value));
    }
    for (const auto& [name, value] : was.items())
      if (!m_options.isOtherTool && !is.contains(name))
        add(placeOf(at, name), "was " + memberText(value) + "; is not there");
  }

  bool isSame(const StoredJson& was, const StoredJson& is) const {
    if (was == is) return true;
    if (!was.is_string() || !is.is_string()) return false;
    if (m_options.isOtherTool) return true;
    std::string text = is.get<std::string>();
    for (std::size_t at = 0; !m_options.folder.empty() && (at = text.find(m_options.folder, at)) != std::string::npos;)
      text.erase(at, m_options.folder.size());
    return was.get_ref<const std::string&>() == text;
  }

  void add(const std::string& subject, std::string text) {
    if (m_differences.size() < kMaxMembers)
      m_differences.push_back({"member", subject, std::move(text)});
    else
      ++m_left;
  }

  const MemberOptions& m_options;
  std::vector<Difference> m_differences;
  std::size_t m_left = 0;
};

std::vector<Difference> changedMembers(std::string_view stored, std::string_view made, const MemberOptions& options) {
  Walk walk(options);
  walk.compare(text::parseJson(stored), text::parseJson(made), "");
  return walk.differences();
}

/// Moved is a word of the report and the path where what it names lies now.
struct Moved {
  std::string word, path;
};

std::string folderOf(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

bool isThere(const std::string& path) {
  const auto stamp = files::stampOf(path);
  return stamp.has_value() || stamp.error().code != base::ErrorCode::NotFound;
}

/// follow replaces `from` by `to` where a text begins with it, as a whole part of a path.
bool follow(std::string& text, const std::string& from, const std::string& to) {
  if (!text.starts_with(from)) return false;
  const bool isWhole = text.size() == from.size() || from.ends_with('/') || text[from.size()] == '/' ||
                       text[from.size()] == '!' || text[from.size()] == '#' || text[from.size()] == '=';
  if (isWhole) text.replace(0, from.size(), to);
  return isWhole;
}

/// Places finds what a report names, from the working folder, then from the report's.
class Places {
 public:
  Places(const ReportArguments& arguments, const std::string& reportPath) : m_arguments(arguments), m_folder(folderOf(reportPath)) {
    for (auto* list : {&m_arguments.trees, &m_arguments.sources})
      for (std::string& word : *list) m_found = isFound(word) || m_found;
    if (!m_arguments.flakyList.empty()) (void)isFound(m_arguments.flakyList);
    for (auto* list : {&m_arguments.names, &m_arguments.uses})
      for (std::string& text : *list)
        for (const Moved& moved : m_moved)
          if (follow(text, moved.word, moved.path)) break;
  }

  bool isAnythingHere() const { return m_found; }
  const ReportArguments& arguments() const { return m_arguments; }
  /// asWritten turns a path that lies beside the report into the one the report names.
  void asWritten(std::string& origin) const {
    for (const Moved& moved : m_moved)
      if (follow(origin, moved.path, moved.word)) return;
    // What was looked up around the baselines: scripts, lists.
    if (!m_moved.empty() && origin.starts_with(m_folder)) origin.erase(0, m_folder.size());
  }
  /// movedFolder is where what the report names lies beside it; "" when it lies where it was.
  std::string movedFolder() const { return m_moved.empty() ? std::string() : m_folder; }
  /// sentenceAsWritten does so for a sentence with one path in it.
  void sentenceAsWritten(std::string& sentence) const {
    const std::size_t at = m_moved.empty() ? std::string::npos : sentence.find(m_folder);
    if (at != std::string::npos) sentence.erase(at, m_folder.size());
  }

 private:
  /// isFound makes a word that lies beside the report the path to it.
  bool isFound(std::string& word) {
    if (isThere(word)) return true;
    std::string beside = m_folder + word;
    if (m_folder.empty() || word.starts_with('/') || !isThere(beside)) return false;
    m_moved.push_back({word, beside});
    word = std::move(beside);
    return true;
  }

  ReportArguments m_arguments;
  std::string m_folder;  ///< the report's, with its slash
  std::vector<Moved> m_moved;
  bool m_found = false;
};

std::string shortHash(const std::string& hash) { return hash.empty() ? "none" : hash.substr(0, 12) + "..."; }

void compareInputs(const StoredReport& before, const StoredReport& now, Verified& out) {
  using Key = std::pair<std::string, std::string>;
  std::map<Key, const StoredInput*> present;
  for (const StoredInput& input : now.inputs) present[{input.kind, input.origin}] = &input;
  for (const StoredInput& input : before.inputs) {
    ++out.inputs;
    const auto found = present.find({input.kind, input.origin});
    const std::string what = input.kind == "rules" ? "rules" : "input";
    if (found == present.end() || (found->second->sha256.empty() && !input.sha256.empty())) {
      out.differences.push_back({what, input.origin, "missing: the report was made with it"});
      if (found != present.end()) present.erase(found);
      continue;
    }
    if (found->second->sha256 != input.sha256)
      out.differences.push_back(
          {what, input.origin,
           "changed: SHA-256 was " + shortHash(input.sha256) + ", is " + shortHash(found->second->sha256)});
    else if (found->second->isUsed != input.isUsed)
      out.differences.push_back({what, input.origin, input.isUsed ? "counted, and does not any more"
                                                                  : "did not count, and does now"});
    present.erase(found);
  }
  for (const StoredInput& input : now.inputs)
    if (present.contains({input.kind, input.origin}))
      out.differences.push_back({input.kind == "rules" ? "rules" : "input", input.origin, "extra: the report knows nothing of it"});
}

void compareRules(const StoredReport& before, const StoredReport& now, Verified& out) {
  if (before.ruleSet != now.ruleSet)
    out.differences.push_back({"rules", before.ruleSet, "changed: now it is " + now.ruleSet});
  else if (before.ruleDetails != now.ruleDetails)
    out.differences.push_back({"rules", before.ruleSet, "changed: was \"" + before.ruleDetails + "\", is \"" + now.ruleDetails + '"'});
  if (before.toolVersion != now.toolVersion)
    out.remarks.push_back("written by Plumbline " + before.toolVersion + ", checked by " + now.toolVersion);
}

std::string rowText(const StoredRow& row) {
  return row.cls + (row.status.empty() ? "" : " " + row.status) + (row.failsCi ? ", fails CI" : "") +
         (row.isExcused ? ", excused" : "");
}

/// Rows of one model, in the order of the report: a name may occur more than once.
std::map<std::string, std::vector<const StoredRow*>> byModel(const StoredConfig& config) {
  std::map<std::string, std::vector<const StoredRow*>> rows;
  for (const StoredRow& row : config.rows) rows[row.model].push_back(&row);
  return rows;
}

void compareRows(const StoredConfig& before, const StoredConfig& now, Verified& out) {
  auto present = byModel(now);
  const auto past = byModel(before);
  for (const auto& [model, rows] : past) {
    const auto& others = present[model];
    for (std::size_t i = 0; i < std::max(rows.size(), others.size()); ++i) {
      ++out.verdicts;
      const std::string was = i < rows.size() ? rowText(*rows[i]) : "not there";
      const std::string is = i < others.size() ? rowText(*others[i]) : "not there";
      if (was != is) out.differences.push_back({"verdict", before.name + ": " + model, std::string("was ").append(was).append("; is ").append(is)});
    }
    present.erase(model);
  }
  for (const auto& [model, rows] : present)
    for (const StoredRow* row : rows)
      out.differences.push_back({"verdict", before.name + ": " + model, "was not there; is " + rowText(*row)});
}

void compareConfigs(const StoredReport& before, const StoredReport& now, Verified& out) {
  std::map<std::string, const StoredConfig*> present;
  for (const StoredConfig& config : now.configs) present[config.name] = &config;
  for (const StoredConfig& config : before.configs) {
    const auto found = present.find(config.name);
    if (found == present.end()) {
      out.differences.push_back({"verdict", config.name, "was judged; the config is not there any more"});
      continue;
    }
    if (config.exit != found->second->exit || config.answer != found->second->answer)
      out.differences.push_back({"verdict", config.name, "CI was: " + config.answer + "; is: " + found->second->answer});
    compareRows(config, *found->second, out);
    present.erase(found);
  }
  for (const StoredConfig& config : now.configs)
    if (present.contains(config.name)) out.differences.push_back({"verdict", config.name, "was not there; the config is now"});
}

Report inputsOnly(const ReportSource& source, const ReportOptions& options) {
  Report report;
  report.toolVersion = PLUMBLINE_VERSION;
  report.ruleSet = source.view->options().rules->generation;
  report.ruleDetails = ruleDetails(*source.view);
  report.thresholds = options.thresholds;
  report.arguments = options.arguments;
  report.inputs = inputsOf(source, options.arguments);
  return report;
}

}  // namespace

base::Result<StoredReport> readReport(std::string_view text, const std::string& path) {
  if (text.size() > kMaxReportBytes)
    return base::fail(base::ErrorCode::TooLarge, "The report is larger than 256 MiB.", "", path);
  if (text::jsonDepth(text) > kMaxReportDepth)
    return base::fail(bad("This is no report: its JSON is nested too deeply.", "", path));
  const StoredJson json = text::parseJson(text);
  if (auto error = wrongKind(json, path)) return base::fail(*std::move(error));
  if (const std::string key = text::repeatedKey(text); !key.empty())
    return base::fail(bad("The report is damaged: \"" + key + "\" is twice in one of its objects.", "", path));
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

base::Outcome<Verified> verifyReport(std::string_view json, const std::string& reportPath,
                                     const base::Progress& progress, const base::SideBySide& sideBySide) {
  const auto before = readReport(json, reportPath);
  if (!before) return before.error();
  const Places places(before->arguments, reportPath);
  if (!places.isAnythingHere())
    return base::fail(base::ErrorCode::NotFound, "None of the sources that the report names is here.",
                      "Go to the folder where it was written, or lay it beside them.", reportPath);
  auto opening = openOptionsOf(places.arguments());
  if (!opening) return opening.error();
  opening->sideBySide = sideBySide;
  const auto source = openReportSource(*opening, progress);
  if (!source.isValue()) return source.failure();
  ReportOptions options;
  options.allRows = before->hasAllRows;
  options.withCharts = false;
  options.arguments = places.arguments();
  for (const std::string& threshold : before->thresholds)
    if (auto set = diff::setThreshold(options.thresholds, threshold); !set) return set.error();
  auto report = makeReport(source.value(), options, progress);
  if (report.isCancelled()) return base::Cancelled{};
  // Without anything to judge there still are inputs to name: those that are gone.
  if (report.isError()) report = inputsOnly(source.value(), options);
  for (ReportInput& input : report.value().inputs) places.asWritten(input.origin);
  places.sentenceAsWritten(report.value().ruleDetails);
  // Written and read once more, both sides have gone through the same hands.
  const std::string made = jsonReport(report.value());
  const auto now = readReport(made, reportPath);
  if (!now) return now.error();
  Verified out;
  compareInputs(*before, *now, out);
  compareRules(*before, *now, out);
  compareConfigs(*before, *now, out);
  // A changed input or verdict changes totals and means as well; without one the report itself was edited.
  if (out.isEqual())
    out.differences = changedMembers(
        json, made, {.folder = places.movedFolder(), .isOtherTool = before->toolVersion != now->toolVersion});
  std::ranges::stable_sort(out.differences, [](const Difference& a, const Difference& b) {
    const auto rank = [](const Difference& d) { return d.what == "input" ? 0 : d.what == "rules" ? 1 : 2; };
    return rank(a) < rank(b);
  });
  return out;
}

std::string verifyText(const Verified& verified) {
  const std::string compared = text::counted(verified.inputs, "input", "inputs") + " and " + text::counted(verified.verdicts, "verdict", "verdicts");
  std::string out;
  for (const Difference& difference : verified.differences)
    out += difference.what + ' ' + printableText(difference.subject) + ": " + printableText(difference.text) + '\n';
  out += verified.isEqual() ? "equal: " + compared + '\n'
                            : "not equal: " + text::counted(verified.differences.size(), "difference", "differences") + ", " + compared + " compared\n";
  for (const std::string& remark : verified.remarks) out += "note: " + printableText(remark) + '\n';
  return text::withoutCommands(std::move(out));
}

std::string verifyJson(const Verified& verified, int exit) {
  nlohmann::ordered_json differences = nlohmann::ordered_json::array();
  for (const Difference& difference : verified.differences)
    differences.push_back({{"what", difference.what}, {"subject", difference.subject}, {"text", difference.text}});
  const nlohmann::ordered_json json = {{"format", "plumbline-verify"}, {"version", 2},
                     {"exit", exit},                 {"equal", verified.isEqual()},
                     {"inputs", verified.inputs},    {"verdicts", verified.verdicts},
                     {"differences", std::move(differences)}, {"remarks", verified.remarks}};
  return text::toJsonText(json, 2) + '\n';
}

}  // namespace plumbline::reports
