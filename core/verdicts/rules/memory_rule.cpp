// SPDX-License-Identifier: GPL-3.0-or-later
// check_memory_compression_ratio: the ratio may not fall below a share of the baseline's (SPEC 5).
#include <cmath>

#include "core/python/numbers.h"
#include "core/python/repr.h"
#include "core/verdicts/field.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {
namespace {

using tables::ValueKind;

constexpr std::string_view kColumn = "compression_ratio";
constexpr int kDecimals = 2;

class MemoryRule : public RowRule {
 public:
  MemoryRule(CheckRows& rows, const MemoryRules& rules)
      : RowRule(rows),
        m_tolerance(rules.tolerance),
        m_ratio(rows.input(), std::string(kColumn), metricIndex(kColumn)) {}

  std::optional<base::Error> judge(std::uint32_t row, std::vector<Verdict>& verdicts) override {
    if (!rows().input().actual->hasColumn(kColumn)) return columnCrash(row, "the actual file");
    const Field actualField = m_ratio.actual(rows().join(), row);
    if (!actualField) {
      return rows().crash(row, "TypeError", "not exactly one row of the actual file has this name.",
                          "Remove the second row of this model.");
    }
    const auto actual = toFloat(*actualField);
    if (!actual) return textCrash(row, actualField);

    if (!rows().input().expected->hasColumn("name") || !rows().input().expected->hasColumn(kColumn)) {
      return columnCrash(row, "the expected file");
    }
    Verdict verdict{.row = row, .metric = m_ratio.metric()};
    const Field expectedField = m_ratio.expected(rows().join(), row);
    if (!expectedField) {
      verdict.cls = VerdictClass::Missing;
      verdict.reason = Reason::NoBaseline;
      verdicts.push_back(verdict);
      return std::nullopt;
    }
    const auto expected = toFloat(*expectedField);
    if (!expected) return textCrash(row, expectedField);

    // A NaN on either side makes the comparison false, and so a failure.
    if (*actual >= *expected * m_tolerance) {
      verdict.status = StatusWord::Pass;
      verdict.reason = *actual == *expected  ? Reason::Equal
                       : *actual > *expected ? Reason::MoreIsBetter
                                             : Reason::WithinTolerance;
    } else {
      m_failed.add(row);
      verdict.status = StatusWord::Fail;
      verdict.cls = VerdictClass::Fail;
      verdict.reason = std::isnan(*actual) || std::isnan(*expected) ? Reason::NotComparable : Reason::BelowTolerance;
    }
    verdicts.push_back(verdict);
    return std::nullopt;
  }

  void append(std::string& out, const Verdict& verdict) override {
    if (verdict.status == StatusWord::None) {
      appendPadded(out, rows().model(verdict.row), kModelWidth);
      ((out += " is missing from ") += rows().words().expectedPath) += '\n';
      return;
    }
    // This script forgets to dedent its block, and print ends it with one more line feed.
    out += "\n            ";
    appendPadded(out, rows().model(verdict.row), kModelWidth);
    out += ":\n                actual_memory_compression=";
    appendRatio(out, m_ratio.actual(rows().join(), verdict.row));
    out += ",\n                expected_memory_compression=";
    appendRatio(out, m_ratio.expected(rows().join(), verdict.row));
    out += ",\n                ";
    (out += statusText(verdict.status)) += "\n            \n";
  }

  base::Result<std::string> message() override {
    if (m_failed.isEmpty()) return std::string{};
    const auto names = m_failed.join(rows());
    if (!names) return base::fail(names.error());
    const std::string indent(kMessageIndent, ' ');
    return dedent("\n" + indent + "Error: " + m_failed.count() + " models below expected memory compression ratio:\n" +
                  indent + "    " + *names + "\n" + indent + "If this drop is expected, you can update `" +
                  rows().words().expectedPath + "`.\n" + indent);
  }

 private:
  static constexpr std::size_t kMessageIndent = 16;

  static std::optional<double> toFloat(const tables::Value& value) {
    return value.kind == ValueKind::Text ? python::parseFloat(value.text) : std::optional<double>(value.asDouble());
  }

  static void appendRatio(std::string& out, const Field& field) {
    python::appendFixed(out, field ? toFloat(*field).value_or(0.0) : 0.0, kDecimals);
  }

  base::Error columnCrash(std::uint32_t row, std::string_view file) {
    return rows().crash(row, "KeyError", std::string(file) + " has no column that the script needs.",
                        "The memory check needs name and compression_ratio in both files.");
  }

  base::Error textCrash(std::uint32_t row, const Field& field) {
    std::string why = "compression_ratio ";
    appendRepr(why, field);
    return rows().crash(row, "ValueError", why + " is not a number.", "Put a number there, or leave the cell empty.");
  }

  double m_tolerance;
  FieldPair m_ratio;
  NameList m_failed;
};

}  // namespace

std::unique_ptr<RowRule> makeMemoryRule(CheckRows& rows, const RuleSet& rules) {
  return std::make_unique<MemoryRule>(rows, rules.memory);
}

}  // namespace plumbline::verdicts
