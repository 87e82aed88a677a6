// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/row_rule.h"

#include <algorithm>

#include "core/python/repr.h"

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

using tables::ColumnType;
using tables::Frame;

Frame withTextNames(const Frame& frame) {
  const tables::TypedColumn* names = frame.column("name");
  if (names == nullptr || names->type() == ColumnType::Text) return frame;
  return Frame::of(frame.shared(), Frame::NameColumn::AsText);
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

using tables::Value;
using tables::ValueKind;

FieldPair::FieldPair(const CheckInput& input, std::string name, std::uint8_t metric)
    : m_name(std::move(name)),
      m_metric(metric),
      m_actual(input.actual->column(m_name)),
      m_expected(input.expected->column(m_name)) {}

CheckRows::CheckRows(const CheckInput& input, const CheckArguments& words)
    : m_input(input), m_words(words), m_names(input.actual->column("name")), m_join(input.rows) {}

bool CheckRows::prepare(const base::Progress& progress) {
  if (m_join) return true;
  auto join = RowJoin::make(*m_input.actual, *m_input.expected, progress);
  if (!join) return false;
  m_join = std::make_shared<const RowJoin>(std::move(*join));
  return true;
}

bool CheckRows::isModelIn(std::uint32_t row, const flaky::NameSet& names) {
  const Value name = model(row);
  return name.kind == ValueKind::Text && names.find(name.text) != names.end();
}

std::string CheckRows::modelText(std::uint32_t row) {
  const Value name = model(row);
  std::string text;
  if (name.kind == ValueKind::Text) {
    (text += '"').append(name.text) += '"';
  } else {
    appendStr(text, name);
  }
  return text;
}

base::Error CheckRows::crash(std::uint32_t row, std::string_view exception, std::string_view why, std::string hint) {
  std::string text = "The script ends with a ";
  text += exception;
  text += " at " + modelText(row) + " (data row " + std::to_string(row + 1) + "): ";
  text += why;
  return {.code = base::ErrorCode::ScriptCrash,
          .text = std::move(text),
          .hint = std::move(hint),
          .file = m_words.actualPath,
          .line = m_input.actual->table().lineOf(row)};
}

base::Result<std::string> NameList::join(CheckRows& rows) const {
  std::string names;
  for (const std::uint32_t row : m_rows) {
    const Value name = rows.model(row);
    if (name.kind != ValueKind::Text) {
      return base::fail(rows.crash(row, "TypeError",
                                   "this name is not text for pandas, and the summary can only join texts.",
                                   "Rename the model: a name like 123, True or NA is read as a value."));
    }
    if (row != m_rows.front()) names += ' ';
    names += name.text;
  }
  return names;
}

base::Result<std::string> listMessages(CheckRows& rows, const std::vector<ListMessage>& messages) {
  std::string text;
  for (const ListMessage& message : messages) {
    if (message.list.isEmpty()) continue;
    const auto names = message.list.join(rows);
    if (!names) return base::fail(names.error());
    std::vector<std::string> heading = message.lines;
    heading.front() = message.word + ": " + message.list.count() + " models have " + heading.front();
    text += listBlock(heading, *names);
  }
  return text;
}

base::Result<std::string> changeMessages(CheckRows& rows, const std::vector<ListMessage>& messages) {
  auto text = listMessages(rows, messages);
  if (text && !text->empty()) *text += refreshAdvice(rows.words());
  return text;
}

CheckInput asScriptReads(Check check, const CheckInput& input, const RuleSet& rules) {
  if (check != Check::GraphBreaks || rules.graphBreaks.form != GraphBreaksForm::G3) return input;
  CheckInput changed{{withTextNames(*input.actual)}, {withTextNames(*input.expected)}, input.rows};
  const auto sameColumn = [](const Frame& a, const Frame& b) { return a.column("name") == b.column("name"); };
  const bool same = sameColumn(*changed.actual, *input.actual) && sameColumn(*changed.expected, *input.expected);
  if (!same) changed.rows = nullptr;
  return changed;
}

void appendWord(std::string& out, StatusWord status, std::size_t width, bool colon) {
  std::string word(statusText(status));
  if (colon) word += ':';
  python::appendPadded(out, word, width);
}

}  // namespace plumbline::verdicts
