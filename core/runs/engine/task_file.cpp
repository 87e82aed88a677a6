// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/task_file.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/runs/results/cache_result.h"
#include "core/text/json_text.h"
#include "core/text/utf8.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

using nlohmann::json;

/// Line is one event; a member of a wrong kind is remembered, an absent one has its default.
class Line {
 public:
  explicit Line(std::string_view bytes) : m_value(text::parseJson(bytes)) {
    m_isWrong = !m_value.is_object() || !m_value.contains("event") || !m_value["event"].is_string();
  }
  bool isWrong() const { return m_isWrong; }
  std::string text(const char* name) { return text(m_value, name); }
  std::int64_t number(const char* name) {
    const json* value = member(m_value, name);
    if (value == nullptr) return 0;
    if (!value->is_number_integer()) return wrong<std::int64_t>();
    return value->get<std::int64_t>();
  }
  std::uint64_t size(const char* name) { return size(m_value, name); }
  double seconds(const char* name) {
    const json* value = member(m_value, name);
    if (value == nullptr) return 0;
    return value->is_number() ? value->get<double>() : wrong<double>();
  }
  bool flag(const char* name, bool otherwise) {
    const json* value = member(m_value, name);
    if (value == nullptr) return otherwise;
    return value->is_boolean() ? value->get<bool>() : wrong<bool>();
  }
  Facts facts(const char* name) {
    Facts out;
    const json* value = member(m_value, name);
    if (value == nullptr) return out;
    if (!value->is_object()) return wrong<Facts>();
    for (const auto& [key, text] : value->items()) {
      if (!text.is_string()) return wrong<Facts>();
      out[key] = text.get<std::string>();
    }
    return out;
  }
  std::vector<OutputFile> files(const char* name) {
    std::vector<OutputFile> out;
    const json* value = member(m_value, name);
    if (value == nullptr) return out;
    if (!value->is_array()) return wrong<std::vector<OutputFile>>();
    for (const json& entry : *value) {
      if (!entry.is_object()) return wrong<std::vector<OutputFile>>();
      out.push_back({text(entry, "name"), size(entry, "bytes"), text(entry, "sha256")});
      if (!isPlainName(out.back().name)) return wrong<std::vector<OutputFile>>();
    }
    return out;
  }

 private:
  static const json* member(const json& object, const char* name) {
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
  }
  std::string text(const json& object, const char* name) {
    const json* value = member(object, name);
    if (value == nullptr) return {};
    return value->is_string() ? value->get<std::string>() : wrong<std::string>();
  }
  std::uint64_t size(const json& object, const char* name) {
    const json* value = member(object, name);
    if (value == nullptr) return 0;
    return value->is_number_unsigned() ? value->get<std::uint64_t>() : wrong<std::uint64_t>();
  }
  /// isPlainName is false for a name that leads out of the task's folder: another machine may have written it.
  static bool isPlainName(const std::string& name) {
    return !name.empty() && name != "." && name != ".." && name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
  }
  template <typename T>
  T wrong() {
    m_isWrong = true;
    return T{};
  }

  json m_value;
  bool m_isWrong = false;
};

constexpr std::pair<std::string_view, StepEnd> kStepEnds[] = {{"exited", StepEnd::Exited},
                                                              {"signalled", StepEnd::Signalled},
                                                              {"timed_out", StepEnd::TimedOut},
                                                              {"cancelled", StepEnd::Cancelled},
                                                              {"not_started", StepEnd::NotStarted}};

/// take puts one event into `events`; false when it cannot be understood.
bool take(Line& line, TaskEvents& events) {
  const std::string event = line.text("event");
  const double time = line.seconds("time");
  if (event == "supervisor") {
    events.supervisor = line.number("pid");
    events.start = line.size("start");
    events.boot = line.text("boot");
    events.token = line.text("token");
    events.host = line.text("host");
  } else if (event == "facts") {
    events.facts = line.facts("facts");
    if (const std::string problem = line.text("problem"); !problem.empty()) events.facts["problem"] = problem;
  } else if (event == "begin") {
    StepEvents step{.name = line.text("step")};
    step.group = line.number("group");
    step.start = line.size("start");
    step.began = time;
    events.steps.push_back(std::move(step));
  } else if (event == "end") {
    const std::string name = line.text("step"), how = line.text("how");
    const auto* const end =
        std::find_if(std::begin(kStepEnds), std::end(kStepEnds), [&](const auto& known) { return known.first == how; });
    if (end == std::end(kStepEnds)) return false;
    auto step = std::ranges::find_if(
        events.steps, [&](const StepEvents& known) { return known.name == name && known.end == StepEnd::Running; });
    if (step == events.steps.end()) {
      step = events.steps.insert(events.steps.end(), StepEvents{.name = name});
      step->began = time;
    }
    step->ended = time;
    step->end = end->second;
    step->code = static_cast<int>(line.number("code"));
    step->problem = line.text("problem");
    step->logBytes = line.size("log_bytes");
    step->wroteOutput = line.flag("wrote_output", false);
  } else if (event == "finished") {
    events.finished = true;
    events.cacheRemoved = line.flag("cache_removed", true);
    events.problem = line.text("problem");
    events.files = line.files("files");
    // On a full disk the end of a step may have had no room.
    for (StepEvents& step : events.steps) {
      if (step.end != StepEnd::Running) continue;
      step.end = StepEnd::NotStarted;
      step.ended = time;
      step.problem = "its end was not recorded" + (events.problem.empty() ? "" : ": " + events.problem);
    }
  }
  return !line.isWrong();
}

template <typename Items, typename Text>
std::string joinedItems(const Items& items, char open, char close, Text text) {
  std::string out(1, open);
  for (const auto& item : items) {
    if (out.size() > 1) out += ", ";
    out += text(item);
  }
  return out + close;
}

std::string stepText(const Step& step) {
  const std::string words = joinedItems(step.words, '[', ']', [](const Word& word) {
    return joinedItems(std::array{word.before, word.file, word.after}, '[', ']', asciiJson);
  });
  return "{\"name\": " + asciiJson(step.name) + ", \"words\": " + words + ", \"output\": " + asciiJson(step.output) +
         "}";
}

std::string object(const std::vector<std::pair<std::string, std::string>>& members) {
  return joinedItems(members, '{', '}',
                     [](const auto& member) { return asciiJson(member.first) + ": " + asciiJson(member.second); });
}

/// cacheVariables have places below the cache folder instead of whole paths, which are known only where the task runs.
std::string cacheVariables() {
  const std::string root = "cache";
  auto variables = cacheEnvironment(root);
  for (auto& [name, path] : variables) path.erase(0, std::min(path.size(), root.size() + 1));
  return object(variables);
}

}  // namespace

std::string asciiJson(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  while (!bytes.empty()) {
    const std::size_t good = text::firstInvalidUtf8(bytes).value_or(bytes.size());
    const std::string quoted = nlohmann::json(bytes.substr(0, good)).dump(-1, ' ', true);
    out.append(quoted, 1, quoted.size() - 2);
    bytes.remove_prefix(good);
    if (bytes.empty()) break;
    const auto byte = static_cast<unsigned char>(bytes.front());
    ((out += "\\udc") += kHex[byte >> 4U]) += kHex[byte & 15U];
    bytes.remove_prefix(1);
  }
  return out + '"';
}

base::Result<TaskEvents> readEvents(std::string_view bytes, const std::string& file) {
  TaskEvents events;
  for (std::size_t number = 1; !bytes.empty(); ++number) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) break;  // half written
    Line line(bytes.substr(0, end));
    if (line.isWrong() || !take(line, events))
      return base::fail(base::ErrorCode::BadFormat, "This line is not an event of a supervisor.",
                        "The file was changed or damaged; run the task again.", file, number);
    bytes.remove_prefix(end + 1);
  }
  return events;
}

std::string taskText(const RunSpec& spec, const RunPlan& plan, const TaskPlan& task, const TaskCopies& copies) {
  const bool isFirst = !plan.tasks.empty() && plan.tasks.front() == task;
  const bool wantsFacts = isFirst || traitsOf(spec.target).isScheduled;
  const std::string facts =
      wantsFacts ? object({{"python", spec.python}, {"checkout", spec.checkout}, {"script", plan.script}}) : "null";
  const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
  // Small scripts in sub-folders are fetched, too, where only the task's own files are taken.
  const bool isAway = !traitsOf(spec.target).sharesFiles || !spec.target.scratch.empty();
  const bool bringsScripts = isAway && (spec.kind == RunKind::Repro || !spec.folderVariables.empty());
  // A benchmark that fails also exits with 0; then its table has no compile time.
  const std::string needed =
      spec.kind == RunKind::TorchCache
          ? ", \"required_column\": " + asciiJson(kCompileTimeColumn) + ", \"keep_going\": " + flag(spec.keepGoing)
          : std::string();
  const std::string files = copies.empty() ? std::string() : ",\n \"copies\": " + object(copies);
  // Where a task of a GPU runs without --gpus, the one it sees is recorded.
  const bool watchesGpu = spec.kind != RunKind::Command && deviceOf(spec) == "cuda";
  const std::string gpus = ", \"gpus\": " + joinedItems(spec.gpus, '[', ']', asciiJson) + ", \"watch_gpu\": " + flag(watchesGpu);
  return "{\"form\": 1,\n \"steps\": " + joinedItems(task.steps, '[', ']', stepText) +
         ",\n \"environment\": " + object(plan.environment) +
         ", \"unset\": " + joinedItems(plan.unset, '[', ']', asciiJson) +
         ", \"folder_variables\": " + object(plan.folderVariables) +
         ",\n \"folder\": " + asciiJson(plan.workingFolder) +
         ",\n \"timeout\": " + std::to_string(stepLimit(spec).count()) +
         ", \"grace\": " + std::to_string(spec.grace.count()) + ", \"log_bytes\": " + std::to_string(spec.logBytes) +
         ", \"nice\": " + std::to_string(spec.nice) + ",\n \"cache\": " + flag(task.cache) +
         ", \"cache_variables\": " + cacheVariables() + ", \"keep_cache\": " + flag(spec.keepCache) + needed + gpus +
         ",\n \"facts\": " + facts + ",\n \"scratch\": " + asciiJson(spec.target.scratch) +
         ", \"bring_scripts\": " + flag(bringsScripts) + files + "}\n";
}

std::string lastLine(std::string_view output) {
  const auto last = output.find_last_not_of(" \t\r\n");
  if (last == std::string::npos) return {};
  const auto before = output.find_last_of("\r\n", last);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return std::string(output.substr(begin, last + 1 - begin));
}

std::string_view supervisorScript() {
  static const std::string script = [] {
    std::string out;
    for (const char* part : {"runs/supervisor_files.py", "runs/supervisor_children.py", "runs/supervisor.py"})
      out += std::string(resources::embeddedBytes(part).value_or("")) + "\n\n";
    return out;
  }();
  return script;
}

std::string_view probeScript() { return resources::embeddedBytes("runs/probe.py").value_or(""); }

}  // namespace plumbline::runs
