// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/layout_lint.h"

#include <algorithm>
#include <array>

#include "core/baselines/baseline_edit.h"
#include "core/python/unicode_classes.h"
#include "core/text/line_index.h"
#include "core/text/utf8.h"

namespace plumbline::baselines {
namespace {

constexpr std::string_view kGap = "\n\n\n";

/// nextLine takes a line off the front, its end as "\n": LF, CRLF and CR end a line, nothing else does.
std::string nextLine(std::string_view& rest) {
  const std::size_t end = rest.find_first_of("\r\n");
  if (end == std::string_view::npos) {
    std::string line(rest);
    rest = {};
    return line;
  }
  std::string line = std::string(rest.substr(0, end)) + '\n';
  const bool pair = rest[end] == '\r' && end + 1 < rest.size() && rest[end + 1] == '\n';
  rest.remove_prefix(end + (pair ? 2 : 1));
  return line;
}

void appendUnicodeEscape(std::string& out, unsigned unit) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += kHex[(unit >> shift) & 0xFU];
}

/// appendCharacter writes one character as Python's json.dumps does: ASCII only, in pairs of surrogates above U+FFFF. A
/// byte that is not UTF-8 becomes the lone surrogate that Python makes of it in a path.
void appendCharacter(std::string& out, std::string_view text, std::size_t& at) {
  const python::CodePoint point = python::firstCodePoint(text.substr(at));
  at += point.bytes;
  const auto code = static_cast<unsigned>(point.code);
  if (point.bytes == 1) return appendUnicodeEscape(out, 0xDC00U + (code & 0xFFU));
  if (code < 0x10000U) return appendUnicodeEscape(out, code);
  appendUnicodeEscape(out, 0xD800U + ((code - 0x10000U) >> 10U));
  appendUnicodeEscape(out, 0xDC00U + ((code - 0x10000U) & 0x3FFU));
}

std::string jsonText(std::string_view text) {
  constexpr std::array<std::pair<char, char>, 7> kShort = {
      {{'"', '"'}, {'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}, {'\f', 'f'}, {'\b', 'b'}}};
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    const auto* known = std::ranges::find_if(kShort, [c](const auto& pair) { return pair.first == c; });
    if (known != kShort.end()) {
      out += '\\';
      out += known->second;
      ++at;
    } else if (byte >= 0x80) {
      appendCharacter(out, text, at);
    } else if (byte < 0x20 || byte == 0x7F) {
      appendUnicodeEscape(out, byte);
      ++at;
    } else {
      out += c;
      ++at;
    }
  }
  return out + '"';
}

/// appendBlanksAround: pandas strips nothing, so " pass" is another status than "pass" (SPEC 2 no. 3).
void appendBlanksAround(const BaselineTable& table, std::vector<LintFinding>& findings) {
  const auto around = [](const std::string& text) {
    return !text.empty() && (text.front() == ' ' || text.back() == ' ' || text.front() == '\t' || text.back() == '\t');
  };
  for (std::size_t row = 0; row < table.csv().rowCount(); ++row) {
    if (table.csv().isComment(row) || table.csv().isConflictMarker(row)) continue;
    for (std::size_t column = 0; column < table.columns().size(); ++column) {
      const std::string text = table.cellAt(row + 1, column);
      if (!around(text)) continue;
      findings.push_back({"blank-around", "warning", table.csv().lineOf(row), 0,
                          "There is a blank at the edge of \"" + text + "\" in " + table.columns()[column] + '.',
                          "The checks strip nothing: take the blank out."});
    }
  }
}

/// appendConflicts reports whole conflicts; of single markers only where they make no sense together.
void appendConflicts(const std::string& bytes, const std::string& path, std::vector<LintFinding>& findings) {
  const auto blocks = conflictBlocks(bytes, path);
  if (!blocks) {
    findings.push_back({"broken-conflict", "error", blocks.error().line, 0, blocks.error().text, blocks.error().hint});
    return;
  }
  if (blocks->empty()) return;
  // Within a conflict every model stands twice; that is unchanged beside it. The blocks are in the order of their lines.
  const text::LineIndex index{std::string_view(bytes)};
  std::erase_if(findings, [&](const LintFinding& finding) {
    if (finding.kind != "conflict-marker" && finding.kind != "duplicate-model") return false;
    const auto next = std::upper_bound(blocks->begin(), blocks->end(), finding.line,
                                       [](std::size_t line, const ConflictBlock& block) { return line < block.line; });
    return next != blocks->begin() && finding.line <= index.lineOf(bytes, std::prev(next)->end - 1);
  });
  const auto named = [](const std::string& label) { return label.empty() ? std::string("one side") : label; };
  for (const ConflictBlock& block : *blocks)
    findings.push_back({"conflict", "error", block.line, 0,
                        "git left a conflict: " + named(block.oursLabel) + " against " + named(block.theirsLabel) + '.',
                        "Choose a side with --resolve ours or theirs."});
}

}  // namespace

base::Result<std::optional<std::string>> linterReplacement(std::string_view bytes, const std::string& path) {
  if (const auto bad = text::firstInvalidUtf8(bytes))
    return base::fail(base::ErrorCode::BadFormat, "This file is not UTF-8, so PyTorch's linter dies on it.",
                      "Save it as UTF-8.", path, text::LineIndex(bytes).lineOf(bytes, *bad));
  std::string replacement;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string line = nextLine(rest);
    if (python::stripSpace(line).empty()) continue;
    replacement += line;
    replacement += kGap;
  }
  if (!replacement.empty()) replacement.resize(replacement.size() - kGap.size());
  if (replacement == bytes) return std::optional<std::string>();
  return std::optional<std::string>(std::move(replacement));
}

std::string linterLine(const std::string& path, std::string_view original, std::string_view replacement) {
  return "{\"path\": " + jsonText(path) +
         ", \"line\": null, \"char\": null, \"code\": \"MERGE_CONFLICTLESS_CSV\", \"severity\": \"warning\", "
         "\"name\": \"format\", \"original\": " +
         jsonText(original) + ", \"replacement\": " + jsonText(replacement) +
         ", \"description\": \"Run `lintrunner -a` to apply this patch.\"}";
}

std::vector<LintFinding> ownFindings(const std::string& bytes, const std::string& path) {
  std::vector<LintFinding> findings;
  const auto table = BaselineTable::of(bytes, path);
  auto scanned = tables::CsvTable::scan(bytes, path);
  if (!scanned.isValue()) {
    findings.push_back({"too-large", "error", 0, 0, scanned.error().text, scanned.error().hint});
    return findings;
  }
  const bool prTime = table && table->isPrTime();
  for (const tables::Diagnostic& d : scanned.value()->diagnostics()) {
    // A file without a header has no names of columns that could be wrong.
    const bool aboutHeader = d.kind == tables::DiagnosticKind::MissingName ||
                             d.kind == tables::DiagnosticKind::DuplicateHeader ||
                             d.kind == tables::DiagnosticKind::HeaderOnly;
    if (prTime && aboutHeader) continue;
    findings.push_back({tables::kindName(d.kind), tables::severityName(d.severity), static_cast<std::size_t>(d.line),
                        static_cast<std::size_t>(d.column), d.text, d.hint});
  }
  appendConflicts(bytes, path, findings);
  if (table && !prTime) appendBlanksAround(*table, findings);
  if (!bytes.empty() && bytes.back() != '\n' && bytes.back() != '\r')
    findings.push_back({"no-final-newline", "note", text::LineIndex(bytes).lineOf(bytes, bytes.size() - 1), 0,
                        "The last line has no line end.", "The next row that is added gives it one."});
  std::ranges::stable_sort(findings, {}, &LintFinding::line);
  return findings;
}

bool LintedFile::isClean() const {
  return !replacement && std::ranges::all_of(findings, [](const LintFinding& f) { return f.severity == "note"; });
}

base::Result<LintedFile> lintFile(const std::string& bytes, const std::string& path, const LintRequest& request) {
  LintedFile out;
  out.path = path;
  out.bytes = bytes;
  if (!request.choices.empty()) {
    const auto blocks = conflictBlocks(bytes, path);
    if (!blocks) return base::fail(blocks.error());
    const auto choices = request.choices.size() == 1 ? std::vector(blocks->size(), request.choices.front()) : request.choices;
    auto clean = resolved(bytes, path, choices);
    if (!clean) return base::fail(clean.error());
    out.bytes = std::move(*clean);
    out.resolved = blocks->size();
  }
  auto replacement = linterReplacement(out.bytes, path);
  if (!replacement) return base::fail(replacement.error());
  // Blank lines around a marker would end up inside the sides of the conflict: that is settled first.
  const auto left = conflictBlocks(out.bytes, path);
  if (request.fix && *replacement && left && left->empty()) {
    out.bytes = std::move(**replacement);
    out.layoutFixed = true;
  } else {
    out.replacement = std::move(*replacement);
  }
  out.findings = ownFindings(out.bytes, path);
  return out;
}

}  // namespace plumbline::baselines
