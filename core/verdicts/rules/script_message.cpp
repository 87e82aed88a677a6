// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/script_message.h"

#include <algorithm>

namespace plumbline::verdicts {
namespace {

constexpr std::string_view kBlank = " \t";
// How far the scripts indent before they dedent. It shows only when a name or path holds a line break.
constexpr std::size_t kListIndent = 12;
constexpr std::size_t kAdviceIndent = 8;

/// eachLine calls visit for every part between line feeds, the last one included.
template <typename Visit>
void eachLine(std::string_view text, Visit visit) {
  for (;;) {
    const auto end = text.find('\n');
    visit(text.substr(0, end), end == std::string_view::npos);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

std::string_view commonPrefix(std::string_view a, std::string_view b) {
  const auto ends = std::ranges::mismatch(a, b);
  return a.substr(0, static_cast<std::size_t>(ends.in1 - a.begin()));
}

}  // namespace

std::string dedent(std::string_view text) {
  std::optional<std::string_view> margin;
  eachLine(text, [&](std::string_view line, bool) {
    const auto first = line.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return;
    const std::string_view indent = line.substr(0, first);
    margin = margin ? commonPrefix(*margin, indent) : indent;
  });
  const std::size_t cut = margin ? margin->size() : 0;
  std::string result;
  result.reserve(text.size());
  eachLine(text, [&](std::string_view line, bool last) {
    if (line.find_first_not_of(kBlank) != std::string_view::npos) result += line.substr(cut);
    if (!last) result += '\n';
  });
  return result;
}

std::string listBlock(const std::vector<std::string>& heading, std::string_view names) {
  const std::string indent(kListIndent, ' ');
  std::string text = "\n";
  for (const std::string& line : heading) (text += indent).append(line) += '\n';
  (text += indent).append("    ").append(names) += "\n\n";
  text += indent;
  return dedent(text);
}

std::string refreshAdvice(const CheckArguments& words) {
  const std::string indent(kAdviceIndent, ' ');
  std::string text = "\n" + indent + "If this change is expected, you can update `" + words.expectedPath;
  text += "` to reflect the new baseline.\n" + indent + "from pytorch/pytorch root, run\n" + indent;
  text += "`python benchmarks/dynamo/ci_expected_accuracy/update_expected.py ";
  text += words.sha.value_or("{your CI commit sha}") + "`\n" + indent;
  text += "and then `git add` the resulting local changes to expected CSVs to your commit.\n" + indent;
  return dedent(text);
}

}  // namespace plumbline::verdicts
