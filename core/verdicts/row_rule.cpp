// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/row_rule.h"

namespace plumbline::verdicts {
namespace {

using tables::ColumnType;
using tables::Frame;

Frame withTextNames(const Frame& frame) {
  const tables::TypedColumn* names = frame.column("name");
  if (names == nullptr || names->type() == ColumnType::Text) return frame;
  return Frame::of(frame.shared(), Frame::NameColumn::AsText);
}

}  // namespace

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
  appendPadded(out, word, width);
}

}  // namespace plumbline::verdicts
