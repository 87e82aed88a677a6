// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/run_spec.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/files/locked_log.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/spec/command_template.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/text/toml_reader.h"
#include "core/text/utf8.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

constexpr std::array kTargets = {
    TargetTraits{TargetKind::Local, "local", nullptr, false, true, true, false},
    TargetTraits{TargetKind::Ssh, "ssh", &RunTarget::host, true, false, false, false},
    TargetTraits{TargetKind::Slurm, "slurm", &RunTarget::partition, false, false, true, true},
};

/// modelList names at most three models.
std::string modelList(const std::vector<std::string>& models) {
  if (models.size() > 3) return std::to_string(models.size()) + " models";
  return text::joined(models);
}

std::string counted(int count, const char* word) { return ", " + std::to_string(count) + " " + word; }

/// shortened keeps a title in one line of a reasonable length.
std::string shortened(std::string text) {
  constexpr std::size_t kMax = 80;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  const std::string_view start = text::prefixOf(text, kMax);
  return start.size() == text.size() ? text : std::string(start) + "\u2026";
}

using SpecJson = nlohmann::json;
constexpr int kSpecForm = 1;
constexpr std::size_t kMaxSpecDepth = 3;
constexpr std::size_t kMaxSpecBytes = std::size_t{16} << 20;

std::string shownKey(const std::string& key) {
  return "\"" + std::string(text::prefixOf(key, 60)) + (text::codePoints(key) > 60 ? "\u2026\"" : "\"");
}

/// Writer writes members to JSON; empty and false ones are left out.
class Writer {
 public:
  template <typename Value>
  void value(const char* key, const Value& value) {
    if (value != Value()) m_json[key] = value;
  }
  template <typename Number>
  void number(const char* key, Number value) {
    m_json[key] = value;
  }
  void seconds(const char* key, std::chrono::seconds value) { m_json[key] = value.count(); }
  template <typename Value, std::size_t Count>
  void word(const char* key, Value value, const ValueNames<Value, Count>& words) {
    m_json[key] = toName(words, value);
  }
  void target(const char* key, const RunTarget& value) { m_json[key] = targetName(value); }

  nlohmann::ordered_json& json() { return m_json; }

 private:
  nlohmann::ordered_json m_json = nlohmann::ordered_json::object();
};

bool isTexts(const SpecJson& found) {
  return found.is_array() && std::ranges::all_of(found, [](const SpecJson& entry) { return entry.is_string(); });
}

bool isPairs(const SpecJson& found) {
  return found.is_array() &&
         std::ranges::all_of(found, [](const SpecJson& entry) { return isTexts(entry) && entry.size() == 2; });
}

/// fits: where JSON has no sign, the library keeps the number unsigned, and only then it can be over the signed range.
template <typename Number>
bool fits(const SpecJson& found) {
  if (found.is_number_unsigned())
    return found.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  return found.is_number_integer() && std::numeric_limits<Number>::is_signed &&
         found.get<std::int64_t>() >= static_cast<std::int64_t>(std::numeric_limits<Number>::min());
}

/// Reader reads members from JSON and keeps the first error.
class Reader {
 public:
  explicit Reader(const SpecJson& object) : m_json(object) {}

  void value(const char* key, std::string& value) {
    read(key, value, [](const SpecJson& entry) { return entry.is_string(); }, "a text");
  }
  void value(const char* key, bool& value) {
    read(key, value, [](const SpecJson& entry) { return entry.is_boolean(); }, "true or false");
  }
  void value(const char* key, std::vector<std::string>& value) { read(key, value, isTexts, "a list of texts"); }
  void value(const char* key, std::vector<std::pair<std::string, std::string>>& value) {
    read(key, value, isPairs, "a list of pairs of texts");
  }
  template <typename Number>
  void number(const char* key, Number& value) {
    read(key, value, fits<Number>, "a whole number");
  }
  void seconds(const char* key, std::chrono::seconds& value) {
    std::int64_t count = value.count();
    number(key, count);
    value = std::chrono::seconds(count);
  }
  template <typename Value, std::size_t Count>
  void word(const char* key, Value& value, const ValueNames<Value, Count>& words) {
    std::string name(toName(words, value)), wanted;
    for (const auto& [known, meaning] : words) wanted += (wanted.empty() ? "" : " or ") + std::string(known);
    read(key, name, [](const SpecJson& entry) { return entry.is_string(); }, wanted);
    if (const auto known = valueOfName(words, name))
      value = *known;
    else
      complain(key, wanted);
  }
  void target(const char* key, RunTarget& value) {
    std::string name = targetName(value);
    this->value(key, name);
    auto target = parseTarget(name);
    if (target)
      value = *std::move(target);
    else
      complain(key, "local, ssh:HOST, slurm or slurm:PARTITION");
  }

  /// finish also finds unknown members.
  const std::string& finish() {
    for (const auto& [key, value] : m_json.items())
      if (!m_taken.contains(key) && m_problem.empty())
        m_problem = "There is no member " + shownKey(key) + " in a run's spec.";
    return m_problem;
  }

 private:
  template <typename Value, typename Test>
  void read(const char* key, Value& value, Test isRight, std::string_view wanted) {
    m_taken.insert(key);
    const auto found = m_json.find(key);
    if (found == m_json.end()) return;
    if (!isRight(*found)) return complain(key, wanted);
    value = found->get<Value>();
  }
  void complain(const char* key, std::string_view wanted) {
    if (m_problem.empty()) m_problem = "The member " + shownKey(key) + " must be " + std::string(wanted) + ".";
  }

  const SpecJson& m_json;
  std::set<std::string, std::less<>> m_taken;
  std::string m_problem;
};

/// members is the list of what a spec has, for both ways.
template <typename Visitor>
void members(Visitor& visit, RunSpec& spec) {
  visit.word("kind", spec.kind, kKindNames);
  visit.value("title", spec.title);
  visit.value("checkout", spec.checkout);
  visit.value("python", spec.python);
  visit.value("suite", spec.suite);
  visit.value("config", spec.config);
  visit.value("models", spec.models);
  visit.word("mode", spec.mode, kModeNames);
  visit.value("device", spec.device);
  visit.value("dynamic", spec.dynamic);
  visit.word("test", spec.test, kTestNames);
  visit.number("repeats", spec.repeats);
  visit.number("partitions", spec.partitions);
  visit.value("extra", spec.extra);
  visit.value("command", spec.command);
  visit.word("result", spec.form, kFormNames);
  visit.value("script", spec.script);
  visit.value("arguments", spec.arguments);
  if (spec.kind == RunKind::Repro) {
    visit.word("repro_form", spec.reproForm, kReproFormNames);
    visit.value("clean_copy", spec.cleanCopy);
    visit.number("eager_runs", spec.eagerRuns);
  }
  visit.value("only_runs", spec.onlyRuns);
  visit.value("folder_variables", spec.folderVariables);
  visit.value("baseline", spec.baseline);
  visit.value("environment", spec.environment);
  visit.value("unset", spec.unset);
  visit.value("working_folder", spec.workingFolder);
  visit.target("on", spec.target);
  visit.value("gres", spec.target.gres);
  visit.value("time_limit", spec.target.timeLimit);
  visit.value("remote_folder", spec.target.folder);
  visit.value("scratch", spec.target.scratch);
  visit.seconds("timeout", spec.timeout);
  visit.seconds("grace", spec.grace);
  visit.number("retries", spec.retries);
  visit.number("priority", spec.priority);
  visit.number("jobs", spec.jobs);
  visit.value("gpus", spec.gpus);
  visit.number("nice", spec.nice);
  visit.value("fresh_cache", spec.freshCache);
  visit.value("keep_going", spec.keepGoing);
  visit.value("own_folder", spec.ownFolder);
  visit.value("keep_cache", spec.keepCache);
  visit.number("log_bytes", spec.logBytes);
  visit.value("output", spec.output);
}

namespace fs = std::filesystem;
constexpr std::string_view kEnding = ".json";
constexpr std::uint64_t kMaxPresetBytes = std::uint64_t{16} << 20;

/// isName tests whether a name is valid as a file name on every common file system.
bool isName(const std::string& name) {
  constexpr std::string_view kNever = "/\\:*?\"<>|";
  const auto isBad = [&](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f' || kNever.find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= 120 && name.front() != '.' && name.front() != '-' && name.front() != ' ' &&
         name.back() != ' ' && !text::firstInvalidUtf8(name) && std::ranges::none_of(name, isBad);
}

base::Result<std::string> pathOf(const std::string& folder, const std::string& name) {
  if (!isName(name))
    return base::fail(base::ErrorCode::BadArgument, "A preset cannot have that name.",
                      "Use letters, digits, spaces in between, dots and dashes, no more than 120 bytes.");
  if (folder.empty())
    return base::fail(base::ErrorCode::BadArgument, "There is no folder for presets.", "Set HOME or XDG_CONFIG_HOME.");
  return (fs::path(folder) / (name + std::string(kEnding))).string();
}

}  // namespace

base::Result<TorchCache> parseTorchCache(std::string_view toml, const std::string& fileName) {
  const text::TomlFile file{.name = fileName, .hint = "Fix that file.", .emptyTextsAreFine = false};
  const auto root = text::parseToml(toml, file);
  if (!root) return base::fail(root.error());
  text::TomlReader reader(file);
  TorchCache cache;
  reader.each(*root, "suite", [&](const toml::table& table) {
    cache.suites.push_back({.name = reader.text(table, "name"), .models = reader.texts(table, "models")});
  });
  const toml::table& arguments = reader.table(*root, "arguments");
  cache.common = reader.texts(arguments, "common");
  cache.inference = reader.texts(arguments, "inference");
  cache.training = reader.texts(arguments, "training");
  cache.dynamic = reader.texts(arguments, "dynamic");
  cache.devices = reader.texts(arguments, "devices");
  if (cache.devices.empty()) reader.complain(arguments, "devices", "a list with a device in it");
  if (reader.error()) return base::fail(*reader.error());
  return cache;
}

const TorchCache& torchCache() {
  static const TorchCache cache = [] {
    const std::string name = "runs/torchcache.toml";
    return parseTorchCache(resources::embeddedBytes(name).value_or(std::string_view()), name).value_or(TorchCache());
  }();
  return cache;
}

std::vector<std::string> torchCacheModels(std::string_view suite) {
  for (const TorchCache::Suite& known : torchCache().suites)
    if (known.name == suite) return known.models;
  return {};
}

std::vector<std::string> torchCacheSuites() {
  std::vector<std::string> names;
  for (const TorchCache::Suite& suite : torchCache().suites) names.push_back(suite.name);
  return names;
}

base::Result<RunTarget> parseTarget(std::string_view text) {
  const auto refuse = [&](std::string why) {
    return base::fail(base::ErrorCode::BadArgument, std::move(why),
                      "--on takes local, ssh:HOST, slurm or slurm:PARTITION.");
  };
  const std::size_t colon = text.find(':');
  const std::string_view word = text.substr(0, colon);
  const std::string rest(colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1));
  if (colon != std::string_view::npos && rest.empty()) return refuse("Nothing follows the colon in --on.");
  const auto traits = std::ranges::find(kTargets, word, &TargetTraits::word);
  if (traits != kTargets.end() && traits->needsDetail && rest.empty())
    return refuse("--on " + std::string(word) + " needs a host.");
  if (traits != kTargets.end() && (traits->detail != nullptr || rest.empty())) {
    RunTarget target{.kind = traits->kind};
    if (traits->detail != nullptr) target.*traits->detail = rest;
    return target;
  }
  return refuse("--on does not know the target \"" + shortened(std::string(text)) + "\".");
}

std::string targetName(const RunTarget& target) {
  const TargetTraits& traits = traitsOf(target);
  const bool hasDetail = traits.detail != nullptr && !(target.*traits.detail).empty();
  return std::string(traits.word) + (hasDetail ? ":" + target.*traits.detail : "");
}

const TargetTraits& traitsOf(const RunTarget& target) {
  return *std::ranges::find(kTargets, target.kind, &TargetTraits::kind);
}

bool isWholeSuite(const RunSpec& spec) { return spec.kind == RunKind::Suite && spec.models.empty(); }

std::chrono::seconds stepLimit(const RunSpec& spec) {
  constexpr int kMaxModels = 250;  // of one suite
  return isWholeSuite(spec) ? spec.timeout * kMaxModels : spec.timeout;
}

std::string suiteOf(const RunSpec& spec) {
  const auto config = configs::configOfName(spec.config);
  return config ? config->suite : spec.suite;
}

configs::Mode modeOf(const RunSpec& spec) {
  const auto config = configs::configOfName(spec.config);
  return config ? config->mode : spec.mode;
}

std::string deviceOf(const RunSpec& spec) {
  if (!spec.device.empty()) return spec.device;
  if (const auto config = configs::configOfName(spec.config)) return configs::partsOf(*config).device;
  return torchCache().devices.empty() ? std::string() : torchCache().devices.front();
}

void setVariable(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name, std::string value) {
  std::erase_if(variables, [&](const auto& pair) { return pair.first == name; });
  variables.emplace_back(name, std::move(value));
}

void setVariable(RunSpec& spec, const std::string& name, std::string value) {
  setVariable(spec.environment, name, std::move(value));
  dropFoldersSet(spec);
}

void dropFoldersSet(RunSpec& spec) {
  std::erase_if(spec.folderVariables, [&](const auto& folder) {
    return !folder.second.empty() && std::ranges::any_of(spec.environment, [&](const auto& pair) { return pair.first == folder.first; });
  });
}

std::string titleOf(const RunSpec& spec) {
  if (!spec.title.empty()) return spec.title;
  std::string title;
  if (spec.kind == RunKind::Repro)
    return shortened(reproTitle(spec)) + (spec.repeats > 1 ? counted(spec.repeats, "times") : "");
  if (spec.kind == RunKind::Command) {
    title = text::shellLine(spec.command);
  } else if (spec.kind == RunKind::Suite && !spec.config.empty()) {
    title = spec.config;
  } else {
    title = spec.kind == RunKind::TorchCache ? "TorchCache " : "";
    title += suiteOf(spec) + " " + std::string(configs::modeName(modeOf(spec))) + (spec.dynamic ? " dynamic " : " ") +
             deviceOf(spec);
  }
  if (spec.kind == RunKind::Suite && spec.test == SuiteTest::Performance) title += " performance";
  if (!spec.models.empty()) title += ": " + modelList(spec.models);
  title = shortened(title);
  if (spec.repeats > 1) title += counted(spec.repeats, "repeats");
  if (spec.partitions > 1) title += counted(spec.partitions, "parts");
  return title;
}

std::string specText(const RunSpec& spec) {
  Writer writer;
  int form = kSpecForm;
  writer.number("form", form);
  RunSpec copy = spec;
  // An empty text is the default of all but this one.
  if (copy.python.empty()) writer.json()["python"] = "";
  members(writer, copy);
  return text::toJsonText(writer.json(), 2) + "\n";
}

base::Result<RunSpec> specOf(std::string_view json, const std::string& file) {
  const auto refuse = [&file](std::string text) {
    return base::fail(base::ErrorCode::BadFormat, std::move(text),
                      "A run's spec is what plumbline-cli run --save-spec or a preset writes.", file);
  };
  if (json.size() > kMaxSpecBytes) return refuse("This is too long for a run's spec.");
  // A parser callback would search a list again after each of its elements, an ordered object at each of its members.
  if (text::jsonDepth(json) > kMaxSpecDepth) return refuse("Lists stand in lists here; no run's spec goes that deep.");
  const SpecJson parsed = text::parseJson(json);
  if (parsed.is_discarded()) return refuse("This is not JSON.");
  if (!parsed.is_object()) return refuse("This is not a run's spec: it is not an object.");
  Reader reader(parsed);
  int form = 0;
  reader.number("form", form);
  RunSpec spec;
  members(reader, spec);
  if (form > kSpecForm) return refuse("The member \"form\" is of a later version of this program.");
  if (const std::string& problem = reader.finish(); !problem.empty()) return refuse(problem);
  if (form != kSpecForm) return refuse("The member \"form\" must be 1.");
  return spec;
}

std::string defaultPresetFolder() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return (fs::path(config) / "plumbline/runs").string();
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return (fs::path(home) / ".config/plumbline/runs").string();
  return {};
}

std::vector<Preset> readPresets(const std::string& folder, std::vector<base::Error>& problems) {
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (name.ends_with(kEnding) && name.front() != '.' && at->is_regular_file(ignored))
      names.push_back(name.substr(0, name.size() - kEnding.size()));
  }
  if (failed && failed != std::errc::no_such_file_or_directory)
    problems.push_back({.code = base::ErrorCode::NotReadable,
                        .text = "The presets cannot be listed: " + failed.message() + ".",
                        .file = folder});
  std::ranges::sort(names);
  std::vector<Preset> presets;
  for (const std::string& name : names) {
    const auto bytes = files::readFile((fs::path(folder) / (name + std::string(kEnding))).string(), kMaxPresetBytes);
    if (!bytes) {
      problems.push_back(bytes.error());
      continue;
    }
    auto spec = specOf(bytes->bytes, bytes->path);
    if (spec)
      presets.push_back({.name = name, .spec = *std::move(spec)});
    else
      problems.push_back(spec.error());
  }
  return presets;
}

base::Result<void> savePreset(const std::string& folder, const Preset& preset) {
  const auto path = pathOf(folder, preset.name);
  if (!path) return base::fail(path.error());
  if (auto made = files::makeFolders(folder, "."); !made) return made;
  if (auto saved = files::saveFile(*path, specText(preset.spec)); !saved) return base::fail(saved.error());
  return {};
}

base::Result<void> removePreset(const std::string& folder, const std::string& name) {
  const auto path = pathOf(folder, name);
  if (!path) return base::fail(path.error());
  return files::removeFile(*path);
}

}  // namespace plumbline::runs
