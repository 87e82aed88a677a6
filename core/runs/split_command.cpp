// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include "core/runs/command_template.h"

namespace plumbline::runs {
namespace {

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
    if (c == '\n' && m_line.find_first_not_of(kBlanks, m_at) != std::string_view::npos && !(m_words.empty() && !m_word))
      return refuse(m_at, "A line ends here, and another command would begin.", "Give one command; a \\ joins lines.");
    if (kBlanks.find(c) != std::string_view::npos) {
      endWord();
      ++m_at;
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

base::Result<std::vector<std::string>> splitCommand(std::string_view line) { return Splitter(line).words(); }

}  // namespace plumbline::runs
