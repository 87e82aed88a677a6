// SPDX-License-Identifier: GPL-3.0-or-later
// A rule judges one row after the other and can print any verdict it gave. One class per check script generation; the
// walk over the rows, crashes and messages are the same for all (check.cpp).
//
//   auto rule = makeAccuracyRule(rows, rules);
//   rule->judge(0, verdicts);
//   rule->append(text, verdicts.back());
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/verdicts/check_rows.h"

namespace plumbline::verdicts {

class RowRule {
 public:
  explicit RowRule(CheckRows& rows) : m_rows(rows) {}
  RowRule(const RowRule&) = delete;
  RowRule& operator=(const RowRule&) = delete;
  virtual ~RowRule() = default;

  /// refusal is the one line with which a script turns the whole pair down before it looks at rows.
  virtual std::optional<std::string> refusal() { return std::nullopt; }
  /// judge adds the verdicts of a row, in the order in which the script prints them; an error where the script dies,
  /// after the verdicts it had printed for this row.
  virtual std::optional<base::Error> judge(std::uint32_t row, std::vector<Verdict>& verdicts) = 0;
  /// append writes the script's line for a verdict, line feed included.
  virtual void append(std::string& out, const Verdict& verdict) = 0;
  /// message is what the script prints after the rows, without the last line feed; empty when nothing failed. An error
  /// where the script dies over it.
  virtual base::Result<std::string> message() = 0;

 protected:
  CheckRows& rows() { return m_rows; }
  /// appendModel starts a line: the padded model and two blanks.
  void appendModel(std::string& out, std::uint32_t row) {
    appendPadded(out, m_rows.model(row), kModelWidth);
    out += "  ";
  }

 private:
  CheckRows& m_rows;
};

/// appendWord writes a status word padded to `width`, with the colon that introduces values unless told otherwise.
void appendWord(std::string& out, StatusWord status, std::size_t width, bool colon = true);

/// asScriptReads gives the input as the script's own pd.read_csv call would: 2026-08 reads names as text.
CheckInput asScriptReads(Check check, const CheckInput& input, const RuleSet& rules);

std::unique_ptr<RowRule> makeAccuracyRule(CheckRows& rows, const RuleSet& rules);
std::unique_ptr<RowRule> makeGraphBreaksRule(CheckRows& rows, const RuleSet& rules);
std::unique_ptr<RowRule> makeGraphBreaksG1(CheckRows& rows, const GraphBreaksRules& rules);
std::unique_ptr<RowRule> makeGraphBreaksG2(CheckRows& rows, const GraphBreaksRules& rules);
std::unique_ptr<RowRule> makeGraphBreaksG3(CheckRows& rows, const GraphBreaksRules& rules);
std::unique_ptr<RowRule> makeMemoryRule(CheckRows& rows, const RuleSet& rules);

}  // namespace plumbline::verdicts
