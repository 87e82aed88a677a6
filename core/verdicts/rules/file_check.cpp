// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/file_check.h"

#include "core/verdicts/field.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {

using tables::ColumnType;
using tables::Value;
using tables::ValueKind;

RowValues::RowValues(const tables::Frame& frame) : m_frame(frame) {
  bool mixed = false;
  bool numeric = true;
  std::optional<ColumnType> first;
  for (const std::string& name : frame.columnNames()) {
    const ColumnType type = frame.column(name)->type();
    numeric = numeric && (type == ColumnType::Integer || type == ColumnType::Unsigned || type == ColumnType::Real);
    if (!numeric) return;
    mixed = mixed || (first && *first != type);
    first = type;
  }
  m_allReal = mixed;
}

Value RowValues::at(const tables::TypedColumn& column, std::size_t row, std::string& scratch) const {
  const Value value = column.at(row, scratch);
  return m_allReal && value.kind != ValueKind::NaN ? Value::ofReal(value.asDouble()) : value;
}

void crashAt(CheckRun& run, const std::string& path, const tables::Frame& file, std::size_t row, std::string text,
             std::string hint) {
  run.exitCode = 1;
  run.crash = base::Error{base::ErrorCode::ScriptCrash, std::move(text), std::move(hint), path,
                          row < file.rowCount() ? file.table().lineOf(row) : 0};
}

void crashOnColumn(CheckRun& run, const std::string& path, const tables::Frame& file, std::string_view column) {
  crashAt(run, path, file, file.rowCount(), "There is no column \"" + std::string(column) + "\".",
          "The script stops here with a KeyError; check that this is the right file.");
}

void crashOnNames(CheckRun& run, const std::string& path) {
  run.exitCode = 1;
  run.crash = base::Error{base::ErrorCode::ScriptCrash, "A model name on the list is a number or missing, not a text.",
                          "The script stops here with a TypeError while it joins the names.", path};
}

std::optional<std::string> joinedNames(const RowValues& rows, const tables::TypedColumn& names,
                                       const std::vector<std::uint32_t>& listed) {
  std::string out;
  std::string scratch;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const tables::Value name = rows.at(names, listed[i], scratch);
    if (name.kind != tables::ValueKind::Text) return std::nullopt;
    if (i != 0) out += ' ';
    out += name.text;
  }
  return out;
}

void appendNameBlock(std::string& out, std::string_view title, std::string_view names, std::size_t indent) {
  const std::string blanks(indent, ' ');
  std::string text = "\n" + blanks + std::string(title) + "\n" + blanks + "    ";
  text += names;
  text += "\n" + blanks;
  out += dedent(text);
  out += '\n';
}

CheckRun checkColumn(const ColumnCheck& rule, const tables::Frame& file, const std::string& path, Want want,
                     const base::Progress& progress) {
  constexpr std::size_t kScriptIndent = 16;
  CheckRun run;
  run.check = rule.check;
  const RowValues rows(file);
  const tables::TypedColumn* names = rows.column("name");
  const tables::TypedColumn* values = rows.column(rule.column);
  if (rows.count() != 0 && (names == nullptr || values == nullptr)) {
    crashOnColumn(run, path, file, names == nullptr ? "name" : rule.column);
    return run;
  }
  const std::uint8_t metric = metricIndex(rule.column);
  std::vector<std::uint32_t> failed;
  std::string nameScratch;
  std::string valueScratch;
  for (std::size_t row = 0; row < rows.count(); ++row) {
    if ((row & 0xfffU) == 0 && !progress.report(row, rows.count())) {
      run.cancelled = true;
      return run;
    }
    const tables::Value value = rows.at(*values, row, valueScratch);
    const std::optional<bool> fails = rule.fails(value);
    if (!fails) {
      crashAt(run, path, file, row, rule.crash, "The script stops here with a TypeError.");
      return run;
    }
    const auto number = static_cast<std::uint32_t>(row);
    if (*fails) failed.push_back(number);
    run.verdicts.push_back({number, StatusWord::None, *fails ? VerdictClass::Fail : VerdictClass::Pass,
                            *fails ? rule.failure : Reason::Equal, metric});
    if (want == Want::Output) {
      appendPadded(run.output, rows.at(*names, row, nameScratch), kModelWidth);
      run.output += ' ';
      appendStr(run.output, value);
      run.output += '\n';
    }
  }
  if (failed.empty()) return run;
  run.exitCode = 1;
  const auto list = joinedNames(rows, *names, failed);
  if (!list) {
    crashOnNames(run, path);
  } else if (want == Want::Output) {
    appendNameBlock(run.output, "Error " + std::to_string(failed.size()) + ' ' + rule.title, *list, kScriptIndent);
  }
  return run;
}

}  // namespace plumbline::verdicts
