// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cli.h"

#include <algorithm>
#include <span>
#include <streambuf>
#include <utility>

#include "app/cli/command.h"
#include "core/reports/text_parts.h"
#include "core/session/system/system_information.h"

namespace plumbline::cli {

namespace {

/// TerminalText is the one place that puts text on a terminal: what would move the cursor, change colours or turn the
/// direction of writing is written as an escape. Output that is not a terminal keeps its bytes.
class TerminalText : public std::streambuf {
 public:
  explicit TerminalText(std::ostream& out) : m_out(out) {}
  ~TerminalText() override { write(std::exchange(m_rest, {})); }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    m_rest.append(text, static_cast<std::size_t>(count));
    // A character that is not complete waits for its other bytes, and \r for \n, its partner in a line end.
    const std::string whole = m_rest.substr(0, m_rest.size() - incompleteBytes(m_rest));
    m_rest.erase(0, whole.size());
    write(whole);
    return m_out.good() ? count : 0;
  }
  int sync() override { return m_out.flush().good() ? 0 : -1; }

 private:
  static std::size_t incompleteBytes(std::string_view text) {
    if (text.ends_with('\r')) return 1;
    for (std::size_t length = 1; length <= std::min<std::size_t>(text.size(), 3); ++length) {
      const auto byte = static_cast<unsigned char>(text[text.size() - length]);
      if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4U : byte >= 0xe0 ? 3U : 2U) ? length : 0;
    }
    return 0;
  }
  void write(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
      std::string_view line = text.substr(0, end);
      if (line.ends_with('\r') && end < text.size() && text[end] == '\n') line.remove_suffix(1);
      m_out << reports::printableText(line) << text.substr(end, 1);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  std::ostream& m_out;
  std::string m_rest;
};

/// isFamily: commands of two words begin with it.
bool isFamily(const std::string& word) {
  return std::ranges::any_of(commands(), [&](const Command& command) { return command.spec.name.starts_with(word + ' '); });
}

/// familyText lists the commands of one family.
std::string familyText(const std::string& family) {
  std::string text = "usage: plumbline-cli " + family + " COMMAND ...\n\ncommands:\n";
  std::size_t width = 0;
  const auto isOf = [&](const Command& command) { return command.spec.name.starts_with(family + ' '); };
  for (const Command& command : commands())
    if (isOf(command)) width = std::max(width, command.spec.name.size());
  for (const Command& command : commands())
    if (isOf(command))
      text += "  " + command.spec.name + std::string(width - command.spec.name.size() + 2, ' ') + command.spec.summary + '\n';
  return text + "\nplumbline-cli " + family + " COMMAND --help shows the options of a command.\n";
}

std::string overview() {
  std::string text =
      "usage: plumbline-cli COMMAND ...\n\n"
      "Checks, compares and updates the CSV files of TorchInductor's benchmarks as CI\n"
      "does.\n\ncommands:\n";
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, command.spec.name.size());
  for (const Command& command : commands())
    text += "  " + command.spec.name + std::string(width - command.spec.name.size() + 2, ' ') + command.spec.summary + '\n';
  return text + helpResource("plumbline-cli");
}

/// find gives the command that the words begin with, and drops its name from them.
const Command* find(std::span<const std::string>& words) {
  for (const std::size_t length : {2UL, 1UL}) {
    if (words.size() < length) continue;
    const std::string name = length == 2 ? words[0] + ' ' + words[1] : words[0];
    const auto& all = commands();
    const auto it = std::ranges::find_if(all, [&](const Command& c) { return c.spec.name == name; });
    if (it == all.end()) continue;
    words = words.subspan(length);
    return &*it;
  }
  return nullptr;
}

int unknown(std::span<const std::string> words, Context& context) {
  std::string name = words.front();
  if (isFamily(name) && words.size() > 1) name += ' ' + words[1];
  std::string hint;
  for (const Command& command : commands())
    if (command.spec.name.starts_with(words.front())) hint += (hint.empty() ? "" : ", ") + command.spec.name;
  if (hint.empty()) hint = "see plumbline-cli --help";
  context.err << "usage: plumbline-cli COMMAND ...\nplumbline-cli: error: there is no command \""
              << reports::printableText(name) << "\" (" << hint << ")\n"
              << std::flush;
  return kExitUsage;
}

}  // namespace

int runCli(const std::vector<std::string>& words, std::ostream& out, std::ostream& err, const Environment& environment) {
  TerminalText shownOut(out), shownErr(err);
  std::ostream terminalOut(&shownOut), terminalErr(&shownErr);
  Context context{environment.terminal ? terminalOut : out, environment.errorTerminal ? terminalErr : err, environment, out, err};
  std::span<const std::string> rest = words;
  if (rest.empty()) {
    err << overview() << std::flush;
    return kExitUsage;
  }
  if (rest.front() == "help") {  // "help check perf" is "check perf --help"
    rest = rest.subspan(1);
    const Command* command = find(rest);
    if (command == nullptr && rest.size() == 1 && isFamily(rest.front())) {
      out << familyText(rest.front()) << std::flush;
      return kExitOk;
    }
    if (command == nullptr && !rest.empty()) return unknown(rest, context);
    out << (command == nullptr ? overview() : helpText(command->spec)) << std::flush;
    return kExitOk;
  }
  if (rest.front() == "--version") {
    const bool isVerbose = std::ranges::find(rest, "--verbose") != rest.end();
    out << session::versionText(QStringLiteral("plumbline-cli"), isVerbose).toStdString() << '\n' << std::flush;
    return kExitOk;
  }
  if (rest.front() == "--help" || rest.front() == "-h") {
    out << overview() << std::flush;
    return kExitOk;
  }
  const Command* command = find(rest);
  if (command == nullptr) {
    const bool help = rest.size() == 2 && (rest[1] == "--help" || rest[1] == "-h") && isFamily(rest.front());
    if (!help) return unknown(rest, context);
    out << familyText(rest.front()) << std::flush;
    return kExitOk;
  }
  const auto arguments = parseArguments(command->spec, rest);
  if (!arguments) return printUsageError(context, command->spec, arguments.error());
  if (arguments->help) {
    out << helpText(command->spec) << std::flush;
    return kExitOk;
  }
  return command->run(*arguments, context);
}

}  // namespace plumbline::cli
