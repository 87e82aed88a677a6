// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/command_template.h"

#include <optional>


namespace plumbline::runs {
namespace {

tl::unexpected<base::Error> refuseWord(const std::string& word, const std::string& why, std::string hint) {
  return base::fail(base::ErrorCode::BadArgument, "In the word " + text::shellLine({word}) + " of the command " + why,
                    std::move(hint));
}

/// fieldFile is the path below a task's folder that a field stands for; "" for a field that is text.
std::string fieldFile(std::string_view field, const std::string& outputFile) {
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
      return refuseWord(text, "a brace has no partner.", "Write {{ or }} for a brace of your own.");
    const std::string field = text.substr(at + 1, end - at - 1);
    at = end;
    if (const std::string file = fieldFile(field, outputFile); !file.empty()) {
      if (!word.file.empty()) return refuseWord(text, "two files stand side by side.", "Make two words of it.");
      word.file = file;
      continue;
    }
    if (const auto found = fields.find(field); found != fields.end()) {
      part() += found->second;
      continue;
    }
    for (const auto& [name, help] : fieldNames())
      if (name == field)
        return refuseWord(text, "{" + field + "} has no value in this run.",
                      "Leave it out, or say what it is: " + help + ".");
    return refuseWord(text, "{" + field + "} is not a field.", "There are " + knownFields() + ".");
  }
  return word;
}

constexpr std::string_view kBlanks = " \t\n";
constexpr const char* kQuoteIt = "No shell reads this line. Put it in single quotes when it is meant as it stands.";

class Splitter {
 public:
  explicit Splitter(std::string_view line) : m_line(line) {}

  base::Result<std::vector<std::string>> words() {
    while (m_at < m_line.size() && !m_error) step();
    endWord();
    if (m_error) return base::fail(*m_error);
    return m_words;
  }

 private:
  void step() {
    const char c = m_line[m_at];
    if (c == '\'') return single();
    if (c == '"') return twofold();
    if (c == '\\') return escaped();
    if (kBlanks.find(c) != std::string_view::npos) {
      const bool isFirst = m_words.empty() && !m_word;
      const std::size_t next = std::min(m_line.find_first_not_of(kBlanks, m_at), m_line.size());
      const std::size_t feed = m_line.substr(m_at, next - m_at).find('\n');
      if (feed != std::string_view::npos && next < m_line.size() && !isFirst)
        return refuse(m_at + feed, "A line ends here, and another command would begin.",
                      "Give one command; a \\ joins lines.");
      endWord();
      m_at = next;
      return;
    }
    if (std::string_view(";|&<>`$()*?[").find(c) != std::string_view::npos || (!m_word && (c == '~' || c == '#')))
      return refuse(m_at, std::string("Only a shell knows what to do with ") + c + " here.", kQuoteIt);
    add(c);
  }

  void single() {
    const std::size_t end = m_line.find('\'', m_at + 1);
    if (end == std::string_view::npos) return refuse(m_at, "The quote that begins here does not end.", "Close it.");
    begin() += m_line.substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
  }

  void twofold() {
    const std::size_t start = m_at++;
    begin();
    for (; m_at < m_line.size() && m_line[m_at] != '"'; ++m_at) {
      const char c = m_line[m_at];
      if (c == '$' || c == '`')
        return refuse(m_at, std::string("Only a shell knows what to do with ") + c + " here.", kQuoteIt);
      const bool escapes = c == '\\' && m_at + 1 < m_line.size() &&
                           std::string_view("$`\"\\\n").find(m_line[m_at + 1]) != std::string_view::npos;
      if (escapes) ++m_at;
      if (!escapes || m_line[m_at] != '\n') *m_word += m_line[m_at];
    }
    if (m_at == m_line.size()) return refuse(start, "The quote that begins here does not end.", "Close it.");
    ++m_at;
  }

  void escaped() {
    if (m_at + 1 == m_line.size()) return refuse(m_at, "Nothing follows the last \\.", "Write \\\\ for one.");
    ++m_at;
    if (m_line[m_at] == '\n')
      ++m_at;
    else
      add(m_line[m_at]);
  }

  std::string& begin() {
    if (!m_word) m_word.emplace();
    return *m_word;
  }
  void add(char c) {
    begin() += c;
    ++m_at;
  }
  void endWord() {
    if (m_word) m_words.push_back(*std::move(m_word));
    m_word.reset();
  }
  void refuse(std::size_t at, std::string text, std::string hint) {
    m_error = base::Error{
        .code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint), .column = at + 1};
  }

  std::string_view m_line;
  std::size_t m_at = 0;
  std::vector<std::string> m_words;
  std::optional<std::string> m_word;
  std::optional<base::Error> m_error;
};

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

std::string literalWord(std::string_view word) {
  std::string literal;
  for (const char c : word) literal.append(c == '{' || c == '}' ? 2 : 1, c);
  return literal;
}

base::Result<std::vector<std::string>> splitCommand(std::string_view line) { return Splitter(line).words(); }

}  // namespace plumbline::runs
