// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/runs/run_spec.h"
#include "core/runs/spec_words.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kForm = 1;
constexpr int kDeepest = 3;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

std::string shownKey(const std::string& key) {
  return "\"" + std::string(text::prefixOf(key, 60)) + (text::codePoints(key) > 60 ? "\u2026\"" : "\"");
}

/// Writer puts members into JSON; what is empty or false is left out.
class Writer {
 public:
  void text(const char* key, std::string& value) {
    if (!value.empty()) m_json[key] = value;
  }
  void texts(const char* key, std::vector<std::string>& value) {
    if (!value.empty()) m_json[key] = value;
  }
  void pairs(const char* key, std::vector<std::pair<std::string, std::string>>& value) {
    for (const auto& [name, text] : value) m_json[key].push_back({name, text});
  }
  void flag(const char* key, bool& value) {
    if (value) m_json[key] = true;
  }
  template <typename Number>
  void number(const char* key, Number& value) {
    m_json[key] = value;
  }
  void seconds(const char* key, std::chrono::seconds& value) { m_json[key] = value.count(); }
  template <typename Value, std::size_t Count>
  void word(const char* key, Value& value, const SpecWords<Value, Count>& words) {
    m_json[key] = wordOf(words, value);
  }
  void place(const char* key, Place& value) { m_json[key] = placeName(value); }

  Json& json() { return m_json; }

 private:
  Json m_json = Json::object();
};

/// Reader takes members out of JSON and remembers the first thing that is wrong.
class Reader {
 public:
  explicit Reader(const Json& json) : m_json(json) {}

  void text(const char* key, std::string& value) {
    if (const Json* found = take(key)) set(key, *found, value);
  }
  void texts(const char* key, std::vector<std::string>& value) {
    const Json* found = take(key);
    if (found == nullptr) return;
    if (!found->is_array()) return complain(key, "a list of texts");
    value.clear();
    for (const Json& entry : *found) {
      if (!entry.is_string()) return complain(key, "a list of texts");
      value.push_back(entry.get<std::string>());
    }
  }
  void pairs(const char* key, std::vector<std::pair<std::string, std::string>>& value) {
    const Json* found = take(key);
    if (found == nullptr) return;
    if (!found->is_array()) return complain(key, kPairs);
    value.clear();
    for (const Json& entry : *found) {
      if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() || !entry[1].is_string())
        return complain(key, kPairs);
      value.emplace_back(entry[0].get<std::string>(), entry[1].get<std::string>());
    }
  }
  void flag(const char* key, bool& value) {
    const Json* found = take(key);
    if (found == nullptr) return;
    if (!found->is_boolean()) return complain(key, "true or false");
    value = found->get<bool>();
  }
  template <typename Number>
  void number(const char* key, Number& value) {
    const Json* found = take(key);
    if (found == nullptr) return;
    // Where JSON has no sign, the library keeps the number unsigned, and only then it can be over the signed range.
    const bool fits =
        found->is_number_unsigned()
            ? found->get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max())
            : found->is_number_integer() && std::numeric_limits<Number>::is_signed &&
                  found->get<std::int64_t>() >= static_cast<std::int64_t>(std::numeric_limits<Number>::min());
    if (!fits) return complain(key, "a whole number");
    value = found->get<Number>();
  }
  void seconds(const char* key, std::chrono::seconds& value) {
    std::int64_t count = value.count();
    number(key, count);
    value = std::chrono::seconds(count);
  }
  template <typename Value, std::size_t Count>
  void word(const char* key, Value& value, const SpecWords<Value, Count>& words) {
    const Json* found = take(key);
    if (found == nullptr) return;
    const auto known = found->is_string() ? valueOfWord(words, found->get_ref<const std::string&>()) : std::nullopt;
    if (known) {
      value = *known;
      return;
    }
    std::string wanted;
    for (const auto& [name, meaning] : words) wanted += (wanted.empty() ? "" : " or ") + std::string(name);
    complain(key, wanted);
  }
  void place(const char* key, Place& value) {
    std::string name = placeName(value);
    text(key, name);
    auto place = placeOf(name);
    if (place)
      value = *std::move(place);
    else
      complain(key, "local, ssh:HOST, slurm or slurm:PARTITION");
  }

  /// finish also finds members that nobody asked for.
  const std::string& finish() {
    for (const auto& [key, value] : m_json.items())
      if (!m_taken.contains(key) && m_problem.empty())
        m_problem = "There is no member " + shownKey(key) + " in a run's spec.";
    return m_problem;
  }

 private:
  static constexpr const char* kPairs = "a list of pairs of texts";

  const Json* take(const char* key) {
    m_taken.insert(key);
    const auto found = m_json.find(key);
    return found == m_json.end() ? nullptr : &*found;
  }
  void set(const char* key, const Json& found, std::string& value) {
    if (!found.is_string()) return complain(key, "a text");
    value = found.get<std::string>();
  }
  void complain(const char* key, std::string_view wanted) {
    if (m_problem.empty()) m_problem = "The member " + shownKey(key) + " must be " + std::string(wanted) + ".";
  }

  const Json& m_json;
  std::set<std::string, std::less<>> m_taken;
  std::string m_problem;
};

/// members is the one list of what a spec has, for both ways.
template <typename Visitor>
void members(Visitor& visit, RunSpec& spec) {
  visit.word("kind", spec.kind, kKindWords);
  visit.text("title", spec.title);
  visit.text("checkout", spec.checkout);
  visit.text("python", spec.python);
  visit.text("suite", spec.suite);
  visit.text("config", spec.config);
  visit.texts("models", spec.models);
  visit.word("mode", spec.mode, kModeWords);
  visit.text("device", spec.device);
  visit.flag("dynamic", spec.dynamic);
  visit.word("test", spec.test, kTestWords);
  visit.number("repeats", spec.repeats);
  visit.number("partitions", spec.partitions);
  visit.texts("extra", spec.extra);
  visit.texts("command", spec.command);
  visit.word("result", spec.form, kFormWords);
  visit.text("script", spec.script);
  visit.texts("arguments", spec.arguments);
  if (spec.kind == RunKind::Repro) {
    visit.word("repro_form", spec.reproForm, kReproFormWords);
    visit.number("eager_runs", spec.eagerRuns);
  }
  visit.flag("only_runs", spec.onlyRuns);
  visit.pairs("folder_variables", spec.folderVariables);
  visit.text("baseline", spec.baseline);
  visit.pairs("environment", spec.environment);
  visit.text("working_folder", spec.workingFolder);
  visit.place("on", spec.place);
  visit.text("gres", spec.place.gres);
  visit.text("time_limit", spec.place.timeLimit);
  visit.text("place_folder", spec.place.folder);
  visit.text("scratch", spec.place.scratch);
  visit.seconds("timeout", spec.timeout);
  visit.seconds("grace", spec.grace);
  visit.number("retries", spec.retries);
  visit.number("priority", spec.priority);
  visit.number("jobs", spec.jobs);
  visit.number("nice", spec.nice);
  visit.flag("fresh_cache", spec.freshCache);
  visit.flag("keep_cache", spec.keepCache);
  visit.number("log_bytes", spec.logBytes);
  visit.text("output", spec.output);
}

}  // namespace

std::string specText(const RunSpec& spec) {
  Writer writer;
  int form = kForm;
  writer.number("form", form);
  RunSpec copy = spec;
  // An empty text is the default of all but this one.
  if (copy.python.empty()) writer.json()["python"] = "";
  members(writer, copy);
  return writer.json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

base::Result<RunSpec> specOf(std::string_view json, const std::string& file) {
  const auto refuse = [&file](std::string text) {
    return base::fail({.code = base::ErrorCode::BadFormat,
                       .text = std::move(text),
                       .hint = "A run's spec is what plumbline-cli run --save-spec or a preset writes.",
                       .file = file});
  };
  if (json.size() > kMostBytes) return refuse("This is too long for a run's spec.");
  bool tooDeep = false;
  const Json::parser_callback_t callback = [&](int depth, Json::parse_event_t, Json&) {
    tooDeep = tooDeep || depth > kDeepest;
    return depth <= kDeepest;
  };
  const Json parsed = Json::parse(json, callback, false);
  if (tooDeep) return refuse("Lists stand in lists here; no run's spec goes that deep.");
  if (parsed.is_discarded()) return refuse("This is not JSON.");
  if (!parsed.is_object()) return refuse("This is not a run's spec: it is not an object.");
  Reader reader(parsed);
  int form = 0;
  reader.number("form", form);
  RunSpec spec;
  members(reader, spec);
  if (form > kForm) return refuse("The member \"form\" is of a later version of this program.");
  if (const std::string& problem = reader.finish(); !problem.empty()) return refuse(problem);
  if (form != kForm) return refuse("The member \"form\" must be 1.");
  return spec;
}

}  // namespace plumbline::runs
