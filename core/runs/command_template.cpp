// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/command_template.h"

#include "core/text/shell_words.h"

namespace plumbline::runs {
namespace {

tl::unexpected<base::Error> refuse(const std::string& word, const std::string& why, std::string hint) {
  return base::fail({.code = base::ErrorCode::BadArgument,
                     .text = "In the word " + text::shellLine({word}) + " of the command " + why,
                     .hint = std::move(hint)});
}

/// fileOf is the path below a task's folder that a field stands for; "" for a field that is text.
std::string fileOf(std::string_view field, const std::string& outputFile) {
  if (field == "output") return outputFile;
  if (field == "cache") return "cache";
  if (field == "folder") return ".";
  return {};
}

std::string knownFields() {
  std::string text;
  for (const auto& [name, help] : fieldNames()) text += (text.empty() ? "{" : ", {") + name + "}";
  return text;
}

base::Result<Word> fillWord(const std::string& text, const std::map<std::string, std::string, std::less<>>& fields,
                            const std::string& outputFile) {
  Word word;
  const auto part = [&word]() -> std::string& { return word.file.empty() ? word.before : word.after; };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c != '{' && c != '}') {
      part() += c;
      continue;
    }
    if (at + 1 < text.size() && text[at + 1] == c) {
      part() += c;
      ++at;
      continue;
    }
    const std::size_t end = c == '{' ? text.find_first_of("{}", at + 1) : std::string::npos;
    if (end == std::string::npos || text[end] == '{')
      return refuse(text, "a brace has no partner.", "Write {{ or }} for a brace of your own.");
    const std::string field = text.substr(at + 1, end - at - 1);
    at = end;
    if (const std::string file = fileOf(field, outputFile); !file.empty()) {
      if (!word.file.empty()) return refuse(text, "two files stand side by side.", "Make two words of it.");
      word.file = file;
      continue;
    }
    if (const auto found = fields.find(field); found != fields.end()) {
      part() += found->second;
      continue;
    }
    for (const auto& [name, help] : fieldNames())
      if (name == field)
        return refuse(text, "{" + field + "} has no value in this run.",
                      "Leave it out, or say what it is: " + help + ".");
    return refuse(text, "{" + field + "} is no field.", "There are " + knownFields() + ".");
  }
  return word;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> fieldNames() {
  return {{"python", "the Python interpreter"},
          {"output", "the file to write the result to"},
          {"model", "the model; one task for each"},
          {"repeat", "the number of the repeat, from 1"},
          {"checkout", "the PyTorch checkout"},
          {"device", "the device"},
          {"mode", "training or inference"},
          {"suite", "the suite"},
          {"cache", "a fresh cache folder for this task alone"},
          {"folder", "the task's own folder"}};
}

base::Result<std::vector<Word>> fillTemplate(const std::vector<std::string>& words,
                                             const std::map<std::string, std::string, std::less<>>& fields,
                                             const std::string& outputFile) {
  std::vector<Word> filled;
  for (const std::string& word : words) {
    auto one = fillWord(word, fields, outputFile);
    if (!one) return base::fail(one.error());
    filled.push_back(*std::move(one));
  }
  return filled;
}

std::string shellQuoted(const std::vector<std::string>& words) { return text::shellLine(words); }

}  // namespace plumbline::runs
