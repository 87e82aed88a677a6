// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/check.h"

#include <algorithm>

#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {
namespace {

using tables::Frame;

constexpr std::uint32_t kReportEvery = 1U << 16U;
// A line of most rows: the padded model, a word, two short values. Only a first guess for the output's size.
constexpr std::size_t kTypicalLine = 64;
constexpr std::size_t kPiece = 1U << 20U;  // what a sink gets at a time

bool isG3(Check check, const RuleSet& rules) {
  return check == Check::GraphBreaks && rules.graphBreaks.form == GraphBreaksForm::G3;
}

/// readError is what pandas raises on one of the files; the scripts read the actual one first.
std::optional<base::Error> readError(const CheckInput& input, const CheckArguments& words) {
  const auto of = [](const Frame& frame, const std::string& path) {
    std::optional<base::Error> error = frame.table().pandasError();
    if (error && error->file.empty()) error->file = path;
    return error;
  };
  auto error = of(*input.actual, words.actualPath);
  return error ? error : of(*input.expected, words.expectedPath);
}

/// isDecodeError returns whether the first unreadable file is not UTF-8; 2026-08 catches only other read errors.
bool isDecodeError(const CheckInput& input) {
  const auto& table = input.actual->table().pandasError() ? input.actual->table() : input.expected->table();
  return std::ranges::any_of(table.diagnostics(), [](const tables::Diagnostic& d) {
    return d.kind == tables::DiagnosticKind::NotUtf8 || d.kind == tables::DiagnosticKind::Utf16;
  });
}

/// Delivery is how a run's text leaves: as a whole in CheckRun::output, or in pieces through a sink.
struct Delivery {
  Want want;
  const OutputSink& sink;

  bool inPieces() const { return want == Want::Output && sink; }
  void pass(CheckRun& run, std::size_t atLeast) const {
    if (!inPieces()) return;
    run.verdicts.clear();
    if (run.output.size() < atLeast) return;
    if (!run.output.empty()) sink(run.output);
    run.output.clear();
  }
};

/// walk judges the rows in order; false when the script crashed or the work was stopped.
bool walk(RowRule& rule, std::uint32_t count, const Delivery& delivery, const base::Progress& progress, CheckRun& run) {
  for (std::uint32_t row = 0; row < count; ++row) {
    if (row % kReportEvery == 0 && !progress.report(row, count)) {
      run.cancelled = true;
      return false;
    }
    const std::size_t before = run.verdicts.size();
    run.crash = rule.judge(row, run.verdicts);
    if (delivery.want == Want::Output) {
      for (std::size_t i = before; i < run.verdicts.size(); ++i) rule.append(run.output, run.verdicts[i]);
    }
    if (run.crash) {
      run.verdicts.push_back({row, StatusWord::None, VerdictClass::Invalid, Reason::ScriptCrashed, kNoMetric});
      return false;
    }
    delivery.pass(run, kPiece);
  }
  return true;
}

std::unique_ptr<RowRule> makeRule(Check check, CheckRows& rows, const RuleSet& rules) {
  if (check == Check::Accuracy) return makeAccuracyRule(rows, rules);
  if (check == Check::Memory) return makeMemoryRule(rows, rules);
  if (rules.graphBreaks.form == GraphBreaksForm::G2) return makeGraphBreaksG2(rows, rules.graphBreaks);
  if (rules.graphBreaks.form == GraphBreaksForm::G3) return makeGraphBreaksG3(rows, rules.graphBreaks);
  return makeGraphBreaksG1(rows, rules.graphBreaks);
}

void runRule(const CheckInput& input, const CheckArguments& words, const RuleSet& rules, const Delivery& delivery,
             const base::Progress& progress, CheckRun& run) {
  CheckRows rows(input, words);
  const auto rule = makeRule(run.check, rows, rules);
  if (!rows.prepare(progress)) {
    run.cancelled = true;
    return;
  }
  if (auto refusal = rule->refusal()) {
    run.exitCode = 1;
    run.refused = base::Error{.code = base::ErrorCode::BadFormat, .text = *refusal};
    if (delivery.want == Want::Output) run.output = *refusal + '\n';
    return;
  }
  run.exitCode = 1;
  if (!rows.hasNames()) {
    run.crash = base::Error{.code = base::ErrorCode::ScriptCrash,
                            .text = "The script ends with a KeyError: this file has no column \"name\".",
                            .hint = "Check that the first line is the header, and that this is the right file.",
                            .file = words.actualPath,
                            .line = 1};
    return;
  }
  if (!delivery.inPieces()) {
    run.verdicts.reserve(rows.count());
    if (delivery.want == Want::Output) run.output.reserve(rows.count() * kTypicalLine);
  }
  if (!walk(*rule, rows.count(), delivery, progress, run)) return;
  auto message = rule->message();
  if (!message) {
    run.crash = message.error();
    return;
  }
  run.exitCode = message->empty() ? 0 : 1;
  if (delivery.want == Want::Output && !message->empty()) (run.output += *message) += '\n';
}

}  // namespace

CheckRun checkPair(Check check, const CheckInput& input, const CheckArguments& words, const RuleSet& rules, Want want,
                   const base::Progress& progress, const OutputSink& sink) {
  const Delivery delivery{want, sink};
  CheckRun run;
  run.check = check;
  if (auto error = readError(input, words)) {
    const bool caught = isG3(check, rules) && !isDecodeError(input);
    run.exitCode = caught ? 2 : 1;
    (caught ? run.refused : run.crash) = std::move(error);
  } else {
    runRule(asScriptReads(check, input, rules), words, rules, delivery, progress, run);
    delivery.pass(run, 0);
  }
  return run;
}

struct ScriptLines::Impl {
  Impl(CheckInput in, CheckArguments w) : input(std::move(in)), words(std::move(w)) {}
  CheckInput input;
  CheckArguments words;
  CheckRows rows{input, words};
  std::unique_ptr<RowRule> rule;
};

ScriptLines::ScriptLines(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
ScriptLines::~ScriptLines() = default;

std::unique_ptr<ScriptLines> ScriptLines::of(Check check, const CheckInput& input, const CheckArguments& words,
                                             const RuleSet& rules) {
  auto impl = std::make_unique<Impl>(asScriptReads(check, input, rules), words);
  if (!impl->rows.hasNames() || !impl->rows.prepare({})) return nullptr;
  if (check != Check::Accuracy && check != Check::GraphBreaks && check != Check::Memory) return nullptr;
  impl->rule = makeRule(check, impl->rows, rules);
  return std::unique_ptr<ScriptLines>(new ScriptLines(std::move(impl)));
}

void ScriptLines::append(std::string& out, const Verdict& verdict) {
  if (verdict.reason != Reason::ScriptCrashed) m_impl->rule->append(out, verdict);
}

}  // namespace plumbline::verdicts
