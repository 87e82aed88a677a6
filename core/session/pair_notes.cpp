// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pair_notes.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>


namespace plumbline::session {
namespace {

using tables::DiagnosticKind;

/// Phrase names a kind of diagnostic, for one and for several; `many` is empty for what a file has once at most.
struct Phrase {
  DiagnosticKind kind;
  std::string_view one, many;
};
constexpr std::array kPhrases = {
    Phrase{DiagnosticKind::EmptyFile, "no header line", ""},
    Phrase{DiagnosticKind::HeaderOnly, "a header and no rows", ""},
    Phrase{DiagnosticKind::MissingName, "no column called name", ""},
    Phrase{DiagnosticKind::DuplicateHeader, "column name that occurs twice", "column names that occur twice"},
    Phrase{DiagnosticKind::DuplicateModel, "model that occurs again", "models that occur again"},
    Phrase{DiagnosticKind::ConflictMarker, "line left behind by a merge", "lines left behind by a merge"},
    Phrase{DiagnosticKind::RaggedRow, "row of another length than the header", "rows of another length than the header"},
    Phrase{DiagnosticKind::ShiftedColumns, "first row longer than the header", "first rows longer than the header"},
    Phrase{DiagnosticKind::NotUtf8, "place that is not UTF-8", "places that are not UTF-8"},
    Phrase{DiagnosticKind::Utf16, "file in UTF-16", "files in UTF-16"},
    Phrase{DiagnosticKind::NulByte, "cell cut by a NUL byte", "cells cut by a NUL byte"},
    Phrase{DiagnosticKind::Truncated, "place where the file seems cut off", "places where the file seems cut off"},
    Phrase{DiagnosticKind::Binary, "sign that this is not text", "signs that this is not text"},
    Phrase{DiagnosticKind::CommentRow, "comment row", "comment rows"},
};

std::string_view baseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// worthSaying leaves out notes: short rows and comment rows are ordinary in files that nothing is wrong with.
bool worthSaying(const tables::Diagnostic& d) { return d.severity != tables::Severity::Note; }

std::string place(const std::string& file, const tables::Diagnostic& d) {
  return base::describe({.code = base::ErrorCode::BadFormat,
                         .text = d.text,
                         .hint = d.hint,
                         .file = file,
                         .line = d.line,
                         .column = d.column});
}

void addFile(std::vector<PairNote>& notes, const char* id, const InputFile& file) {
  std::array<std::size_t, kPhrases.size()> counts{};
  PairNote note{id, file.table->pandasError().has_value(), std::string(baseName(file.path)), {}};
  for (const tables::Diagnostic& d : file.table->diagnostics()) {
    if (!worthSaying(d)) continue;
    for (std::size_t i = 0; i < kPhrases.size(); ++i)
      if (kPhrases[i].kind == d.kind) ++counts[i];
    if (d.kind == DiagnosticKind::ConflictMarker) note.conflictsIn = file.path;
    if (!note.details.empty()) note.details += '\n';
    note.details += place(file.path, d);
  }
  if (note.details.empty()) return;
  const char* separator = ": ";
  for (std::size_t i = 0; i < kPhrases.size(); ++i) {
    if (counts[i] == 0) continue;
    note.text += separator;
    if (!kPhrases[i].many.empty()) note.text += std::to_string(counts[i]) + ' ';
    note.text += counts[i] == 1 || kPhrases[i].many.empty() ? kPhrases[i].one : kPhrases[i].many;
    separator = ", ";
  }
  note.text += '.';
  if (const std::size_t more = file.table->diagnosticsDropped(); more != 0) {
    note.details += "\nand ";
    note.details += std::to_string(more);
    note.details += " more.";
  }
  notes.push_back(std::move(note));
}

void addScripts(std::vector<PairNote>& notes, const verdicts::Comparison& comparison) {
  PairNote note{"script", true, {}, {}};
  for (const verdicts::CheckSummary& summary : comparison.checks()) {
    const std::optional<base::Error>& why = summary.crash ? summary.crash : summary.refused;
    if (!why) continue;
    if (!note.text.empty()) note.text += ", ";
    note.text += verdicts::checkName(summary.check);
    const std::string problem = base::describe(*why);
    if (note.details.find(problem) != std::string::npos) continue;  // one bad file stops every script alike
    if (!note.details.empty()) note.details += '\n';
    note.details += problem;
  }
  if (note.text.empty()) return;
  note.text += ": the check script does not get through this pair, so CI fails here whatever the rows say.";
  notes.push_back(std::move(note));
}

/// addRules notes which rules judge where the requested ones do not exist.
void addRules(std::vector<PairNote>& notes, const Snapshot& snapshot) {
  if (snapshot.unmetRuleId.empty()) return;
  const bool checkout = snapshot.unmetRuleId == kCheckoutRuleId;
  const std::string why = checkout ? "No PyTorch checkout with check scripts is around the expected file"
                                   : "This pair has no rules \"" + snapshot.unmetRuleId + "\"";
  notes.push_back({"rules", false, why + ": judged by the rules " + snapshot.ruleId + " instead.", {}});
}

/// addLists notes flaky lists that cannot be used.
void addLists(std::vector<PairNote>& notes, const verdicts::Comparison& comparison) {
  const auto& own = comparison.options().ownFlaky;
  const auto problems = own == nullptr ? std::vector<base::Error>() : own->problems();
  if (problems.empty()) return;
  PairNote note{"flaky", false, flaky::unusableText(problems) + '.', {}};
  for (const base::Error& problem : problems)
    note.details += (note.details.empty() ? "" : "\n") + base::describe(problem);
  notes.push_back(std::move(note));
}

/// addLog notes that earlier decisions are not known.
void addLog(std::vector<PairNote>& notes, const Snapshot& snapshot) {
  if (!snapshot.earlierProblem) return;
  notes.push_back({"log", false, "Earlier decisions are not all read: rows kept before may be asked again.",
                   base::describe(*snapshot.earlierProblem)});
}

/// addSameFile warns of a comparison that cannot find anything.
void addSameFile(std::vector<PairNote>& notes, const Snapshot& snapshot) {
  if (!snapshot.actual.isFile) return;
  std::error_code ignored;
  const std::filesystem::path actual(snapshot.actual.path);
  const std::filesystem::path expected(snapshot.expected.path);
  if (actual != expected && !std::filesystem::equivalent(actual, expected, ignored)) return;
  notes.push_back({"same", false, "Both sides are the same file, so nothing can differ.", snapshot.actual.path});
}

}  // namespace

std::vector<PairNote> notesOn(const Snapshot& snapshot) {
  std::vector<PairNote> notes;
  if (snapshot.comparison) addScripts(notes, *snapshot.comparison);
  addSameFile(notes, snapshot);
  addRules(notes, snapshot);
  addLog(notes, snapshot);
  if (snapshot.comparison) addLists(notes, *snapshot.comparison);
  if (snapshot.actual.table) addFile(notes, "actual", snapshot.actual);
  if (snapshot.expected.table && snapshot.expected.table != snapshot.actual.table)
    addFile(notes, "expected", snapshot.expected);
  return notes;
}

}  // namespace plumbline::session
