// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/file_check.h"

#include <utility>

#include "core/verdicts/script_message.h"

namespace plumbline::verdicts {

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

}  // namespace plumbline::verdicts
