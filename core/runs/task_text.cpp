// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "core/runs/task_file.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

/// asciiJson is a JSON string in ASCII. Arguments and paths are bytes; what is no UTF-8 becomes lone surrogates, which a
/// JSON library refuses to write, so this is done by hand.
std::string asciiJson(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  const auto addGood = [&out](std::string_view good) {
    const std::string text = nlohmann::json(std::string(good)).dump(-1, ' ', true);
    out.append(text, 1, text.size() - 2);
  };
  while (const auto bad = text::firstInvalidUtf8(bytes)) {
    addGood(bytes.substr(0, *bad));
    const auto byte = static_cast<unsigned char>(bytes[*bad]);
    out += "\\udc";
    out += kHex[byte >> 4U];
    out += kHex[byte & 15U];
    bytes.remove_prefix(*bad + 1);
  }
  addGood(bytes);
  return out + '"';
}

template <typename Items, typename Text>
std::string joined(const Items& items, char open, char close, Text text) {
  std::string out(1, open);
  for (const auto& item : items) {
    if (out.size() > 1) out += ", ";
    out += text(item);
  }
  return out + close;
}

std::string stepText(const Step& step) {
  const std::string words = joined(step.words, '[', ']', [](const Word& word) {
    return joined(std::array{word.before, word.file, word.after}, '[', ']', asciiJson);
  });
  return "{\"name\": " + asciiJson(step.name) + ", \"words\": " + words + ", \"output\": " + asciiJson(step.output) + "}";
}

std::string object(const std::vector<std::pair<std::string, std::string>>& members) {
  return joined(members, '{', '}', [](const auto& member) { return asciiJson(member.first) + ": " + asciiJson(member.second); });
}

/// cacheVariables have places below the cache folder instead of whole paths, which are known only where the task runs.
std::string cacheVariables() {
  const std::string root = "cache";
  auto variables = cacheEnvironment(root);
  for (auto& [name, path] : variables) path.erase(0, std::min(path.size(), root.size() + 1));
  return object(variables);
}

}  // namespace

std::string taskText(const RunSpec& spec, const RunPlan& plan, const TaskPlan& task, const TaskCopies& copies) {
  const bool isFirst = !plan.tasks.empty() && plan.tasks.front() == task;
  const bool wantsFacts = isFirst || spec.place.kind == PlaceKind::Slurm;
  const std::string facts =
      wantsFacts ? object({{"python", spec.python}, {"checkout", spec.checkout}, {"script", plan.script}}) : "null";
  const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
  // Small scripts in sub-folders come home from where only the task's own files are taken.
  const bool isAway = spec.place.kind == PlaceKind::Ssh || !spec.place.scratch.empty();
  const bool bringsScripts = isAway && (spec.kind == RunKind::Repro || !spec.folderVariables.empty());
  const std::string files = copies.empty() ? std::string() : ",\n \"copies\": " + object(copies);
  return "{\"form\": 1,\n \"steps\": " + joined(task.steps, '[', ']', stepText) +
         ",\n \"environment\": " + object(plan.environment) + ", \"folder_variables\": " + object(plan.folderVariables) + ",\n \"folder\": " + asciiJson(plan.workingFolder) +
         ",\n \"timeout\": " + std::to_string(stepLimit(spec).count()) + ", \"grace\": " + std::to_string(spec.grace.count()) +
         ", \"log_bytes\": " + std::to_string(spec.logBytes) + ", \"nice\": " + std::to_string(spec.nice) +
         ",\n \"cache\": " + flag(task.cache) + ", \"cache_variables\": " + cacheVariables() +
         ", \"keep_cache\": " + flag(spec.keepCache) + ",\n \"facts\": " + facts +
         ",\n \"scratch\": " + asciiJson(spec.place.scratch) + ", \"bring_scripts\": " + flag(bringsScripts) + files + "}\n";
}

}  // namespace plumbline::runs
