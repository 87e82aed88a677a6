// SPDX-License-Identifier: GPL-3.0-or-later
// A rule judges one row after the other and can print any verdict it gave. One class per check script generation; the
// walk over the rows, crashes and messages are the same for all (check.cpp).
//
//   auto rule = makeAccuracyRule(rows, rules);
//   rule->judge(0, verdicts);
//   rule->append(text, verdicts.back());
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/verdicts/check.h"
#include "core/verdicts/field.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/row_join.h"

namespace plumbline::verdicts {

// The block of text after the rows: which models failed or improved, and how to refresh the baseline (SPEC 3.4).
//
//   std::string message = listBlock({"Error: 2 models have accuracy status regressed:"}, "alexnet vgg16");
//   message += refreshAdvice(words);

/// kModelWidth is the width of the model's column in the scripts' lines.
inline constexpr std::size_t kModelWidth = 34;

/// listBlock returns an empty line, the heading lines, the names indented by four, and an empty line.
std::string listBlock(const std::vector<std::string>& heading, std::string_view names);

/// refreshAdvice explains how to update the expected file.
std::string refreshAdvice(const CheckArguments& words);

/// dedent removes the white space that all lines begin with and empties lines of nothing but white space, as Python's
/// textwrap.dedent does. The scripts dedent after they put names and paths in, so that a line break in one of those
/// changes the indentation of the rest.
std::string dedent(std::string_view text);

/// kAccuracyMetric is the catalogue's first entry, so that the accuracy check need not read the catalogue.
inline constexpr std::uint8_t kAccuracyMetric = 0;

/// FieldPair reads one column of both files. A field's text lives until the same side is read again.
class FieldPair {
 public:
  FieldPair(const CheckInput& input, std::string name, std::uint8_t metric);
  const std::string& name() const { return m_name; }
  std::uint8_t metric() const { return m_metric; }  ///< catalogue index
  Field actual(const RowJoin& join, std::uint32_t row) { return at(m_actual, join.actualRow(row), m_actualScratch); }
  Field expected(const RowJoin& join, std::uint32_t row) {
    return at(m_expected, join.expectedRow(row), m_expectedScratch);
  }

 private:
  static Field at(const tables::TypedColumn* column, std::uint32_t row, std::string& scratch) {
    if (column == nullptr || row == kNoJoinRow) return std::nullopt;
    return column->at(row, scratch);
  }
  std::string m_name;
  std::uint8_t m_metric;
  const tables::TypedColumn* m_actual;
  const tables::TypedColumn* m_expected;
  std::string m_actualScratch;
  std::string m_expectedScratch;
};

/// CheckRows is the pair as a rule walks it. `input` and `words` must outlive it.
class CheckRows {
 public:
  CheckRows(const CheckInput& input, const CheckArguments& words);

  const CheckInput& input() const { return m_input; }
  const CheckArguments& words() const { return m_words; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(m_input.actual->rowCount()); }
  /// prepare joins the rows unless the input brought the join; false when `progress` requests a stop.
  bool prepare(const base::Progress& progress);
  const RowJoin& join() const { return *m_join; }

  /// hasNames returns whether the actual file has a `name` column.
  bool hasNames() const { return m_names != nullptr; }
  /// model is the name of an actual row; its text lives until the next call.
  tables::Value model(std::uint32_t row) { return m_names->at(row, m_scratch); }
  bool isModelIn(std::uint32_t row, const flaky::NameSet& names);
  /// modelText is the model for sentences: "alexnet", 123, nan.
  std::string modelText(std::uint32_t row);

  /// crash describes the script's end at a row: "check x ends with a TypeError at "alexnet" (data row 3): <why>".
  base::Error crash(std::uint32_t row, std::string_view exception, std::string_view why, std::string hint);

 private:
  const CheckInput& m_input;
  const CheckArguments& m_words;
  const tables::TypedColumn* m_names;
  std::shared_ptr<const RowJoin> m_join;
  std::string m_scratch;
};

/// NameList is one of a script's lists of models, kept as rows.
class NameList {
 public:
  void add(std::uint32_t row) { m_rows.push_back(row); }
  bool isEmpty() const { return m_rows.empty(); }
  std::string count() const { return std::to_string(m_rows.size()); }
  /// join returns the names with a blank between them. Error ScriptCrash: Python joins texts only, and a name is a
  /// number or missing.
  base::Result<std::string> join(CheckRows& rows) const;

 private:
  std::vector<std::uint32_t> m_rows;
};

/// ListMessage is the block about one list: {failed, "Error", {"accuracy status regressed:"}} begins with "Error: 2 models
/// have accuracy status regressed:".
struct ListMessage {
  const NameList& list;
  std::string word;
  std::vector<std::string> lines;
};
/// listMessages writes the blocks of the lists that are not empty; changeMessages adds how to refresh the baseline. Errors:
/// as NameList::join.
base::Result<std::string> listMessages(CheckRows& rows, const std::vector<ListMessage>& messages);
base::Result<std::string> changeMessages(CheckRows& rows, const std::vector<ListMessage>& messages);

class RowRule {
 public:
  explicit RowRule(CheckRows& rows) : m_rows(rows) {}
  RowRule(const RowRule&) = delete;
  RowRule& operator=(const RowRule&) = delete;
  virtual ~RowRule() = default;

  /// refusal is the one line with which a script rejects the whole pair before it reads rows.
  virtual std::optional<std::string> refusal() { return std::nullopt; }
  /// judge adds the verdicts of a row, in the order in which the script prints them; an error where the script crashes,
  /// after the verdicts it had printed for this row.
  virtual std::optional<base::Error> judge(std::uint32_t row, std::vector<Verdict>& verdicts) = 0;
  /// append writes the script's line for a verdict, line feed included.
  virtual void append(std::string& out, const Verdict& verdict) = 0;
  /// message is what the script prints after the rows, without the last line feed; empty when nothing failed. An error
  /// where the script crashes over it.
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

/// appendWord writes a status word padded to `width`, followed by a colon unless `colon` is false.
void appendWord(std::string& out, StatusWord status, std::size_t width, bool colon = true);

/// asScriptReads returns the input as the script's own pd.read_csv call would: 2026-08 reads names as text.
CheckInput asScriptReads(Check check, const CheckInput& input, const RuleSet& rules);

std::unique_ptr<RowRule> makeAccuracyRule(CheckRows& rows, const RuleSet& rules);
std::unique_ptr<RowRule> makeGraphBreaksG1(CheckRows& rows, const GraphBreaksRules& rules);
std::unique_ptr<RowRule> makeGraphBreaksG2(CheckRows& rows, const GraphBreaksRules& rules);
std::unique_ptr<RowRule> makeGraphBreaksG3(CheckRows& rows, const GraphBreaksRules& rules);
std::unique_ptr<RowRule> makeMemoryRule(CheckRows& rows, const RuleSet& rules);

}  // namespace plumbline::verdicts
