// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/outcome_reader.h"

#include <string.h>

#include <algorithm>
#include <utility>

#include "core/runs/log_text.h"
#include "core/runs/repro_options.h"
#include "core/runs/repro_phrases.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

constexpr std::size_t kMostLine = std::size_t{64} << 10, kMostShown = 1000, kMostKept = 200;
constexpr std::string_view kTraceback = "Traceback (most recent call last)";

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// withoutStamp takes away what a CI log or a launcher puts before every line: "2026-01-31T12:00:00.1Z ", "[rank0]: ".
std::string_view withoutStamp(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank != line.npos && blank >= 19 && isDigit(line[0]) && line[4] == '-' && line[7] == '-' && line[10] == 'T')
    line.remove_prefix(blank + 1);
  if (line.starts_with("[rank") || line.starts_with("[default")) {
    const std::size_t end = line.find("]:");
    if (end != line.npos && end < 20) line.remove_prefix(std::min(line.size(), end + (line.substr(end + 2, 1) == " " ? 3 : 2)));
  }
  return line;
}

/// behindLogPrefix is what a line of torch's logger says, behind "E0131 12:00:00.000000 4711 torch/x.py:40] "; "" for others.
std::string_view behindLogPrefix(std::string_view line) {
  if (line.size() < 5 || std::string_view("CEIWV").find(line[0]) == line.npos || !isDigit(line[1]) || !isDigit(line[4])) return {};
  const std::size_t end = line.find("] ");
  return end == line.npos ? std::string_view() : line.substr(end + 2);
}

std::string signalText(int number) {
  const char* name = ::sigabbrev_np(number);
  return name == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + name;
}

}  // namespace

OutcomeReader::OutcomeReader(ReproEnd end) : m_end(std::move(end)), m_warnings(reproPhrases().warnings.size()) {}

void OutcomeReader::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    if (!m_isCut) {
      m_isCut = m_rest.size() + piece.size() > kMostLine;
      m_rest.append(piece.substr(0, kMostLine - m_rest.size()));
    }
    if (end == bytes.npos) return;
    takeLine(std::exchange(m_rest, {}));
    m_isCut = false;
    bytes.remove_prefix(end + 1);
  }
}

/// A progress bar and a message may share a line, with carriage returns between them.
void OutcomeReader::takeLine(std::string_view line) {
  ++m_line;
  std::string room;
  std::string_view plain = withoutSequences(line, room);
  while (plain.ends_with('\r')) plain.remove_suffix(1);
  for (;;) {
    const std::size_t end = plain.find('\r');
    takePart(plain.substr(0, end));
    if (end == plain.npos) return;
    plain.remove_prefix(end + 1);
  }
}

void OutcomeReader::takePart(std::string_view part) {
  part = withoutStamp(part);
  if (part.starts_with(reproPhrases().child)) return;
  if (const std::string_view logged = behindLogPrefix(part); !logged.empty())
    takeTraceback(logged, m_isInLogged, m_logged);
  else
    takeTraceback(part, m_isInTraceback, m_exception);
  if (!part.starts_with("  ")) takePhrases(part);
}

/// The first line of a traceback that is not indented is its exception.
void OutcomeReader::takeTraceback(std::string_view part, bool& isIn, Seen& exception) const {
  if (part.starts_with(kTraceback)) {
    isIn = true;
  } else if (isIn && !part.empty() && part.front() != ' ') {
    isIn = false;
    remember(exception, part);
  }
}

void OutcomeReader::takePhrases(std::string_view part) {
  const ReproPhrases& phrases = reproPhrases();
  if (holdsAny(part, phrases.differs)) remember(m_differs, part);
  if (holdsAny(part, phrases.eagerDiffers)) remember(m_eagerDiffers, part);
  if (holdsAny(part, phrases.compiledCrashed)) remember(m_crashed, part);
  if (holdsAny(part, phrases.nothingToMinify)) remember(m_nothing, part);
  if (holdsAny(part, phrases.noScript)) remember(m_noScript, part);
  m_hasBegun = m_hasBegun || holdsAny(part, phrases.runBegan);
  m_hasUsage = m_hasUsage || part.starts_with(phrases.usage);
  if (m_hasUsage && part.find(phrases.usageError) != part.npos) remember(m_usage, part);
  if (holdsAny(part, phrases.details)) note(m_details, part);
  if (holdsAny(part, phrases.findings)) note(m_findings, part);
  for (std::size_t i = 0; i < m_warnings.size(); ++i)
    if (part.find(phrases.warnings[i].first) != part.npos) ++m_warnings[i];
}

void OutcomeReader::remember(Seen& seen, std::string_view text) const {
  seen = {std::string(text::prefixOf(shownText(text.substr(0, kMostShown * 4)), kMostShown)), m_line};
}

void OutcomeReader::note(std::vector<std::string>& list, std::string_view text) const {
  Seen seen;
  if (list.size() < kMostKept) remember(seen, text);
  if (list.size() < kMostKept) list.push_back(std::move(seen.text));
}

bool OutcomeReader::isImportError() const {
  const auto& names = reproPhrases().importErrors;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return m_exception.text.starts_with(name); });
}

ReproResult OutcomeReader::resultOfGoodExit(ReproOutcome& outcome) const {
  const auto command = commandOfWord(m_end.command).value_or(ReproCommand::Run);
  switch (command) {
    case ReproCommand::Minify:
      if (!m_nothing) return ReproResult::Minified;
      outcome.evidence = m_nothing.text, outcome.line = m_nothing.line;
      return ReproResult::NothingToMinify;
    case ReproCommand::Analyze:
      return ReproResult::Analyzed;
    case ReproCommand::MinifierQuery:
      return ReproResult::DoesNotFail;
    case ReproCommand::GetArgs:
      return ReproResult::RanOnly;
    case ReproCommand::Run:
      break;
  }
  if (!m_end.hasAccuracy) return ReproResult::RanOnly;
  if (!m_crashed) return ReproResult::Same;
  outcome.evidence = m_crashed.text, outcome.line = m_crashed.line;
  const Seen& raised = m_logged ? m_logged : m_exception;
  if (raised.line >= m_crashed.line) outcome.exception = raised.text;
  return ReproResult::CompiledCrashed;
}

ReproResult OutcomeReader::resultOfException(ReproOutcome& outcome) const {
  const ReproPhrases& phrases = reproPhrases();
  outcome.exception = m_exception.text;
  outcome.evidence = m_exception.text, outcome.line = m_exception.line;
  if (holdsAny(m_exception.text, phrases.eagerDiffers)) return ReproResult::EagerDiffers;
  if (holdsAny(m_exception.text, phrases.differs)) return ReproResult::Differs;
  if (holdsAny(m_exception.text, phrases.nothingToMinify)) return ReproResult::NothingToMinify;
  return isImportError() && !m_hasBegun ? ReproResult::ImportFailed : ReproResult::Crashed;
}

ReproResult OutcomeReader::resultOfExit(ReproOutcome& outcome) const {
  if (m_end.code == 0) return resultOfGoodExit(outcome);
  const auto tell = [&](const Seen& seen, ReproResult result) {
    outcome.evidence = seen.text, outcome.line = seen.line;
    return result;
  };
  if (m_exception && m_exception.line >= m_usage.line) return resultOfException(outcome);
  if (m_end.code == 2 && m_usage) return tell(m_usage, ReproResult::BadArguments);
  if (m_end.code == 2 && m_noScript) return tell(m_noScript, ReproResult::NotStarted);
  if (commandOfWord(m_end.command) == ReproCommand::MinifierQuery && m_end.code == 1) return ReproResult::FailsAsAsked;
  // A script that prints its verdict and exits has no traceback.
  if (m_eagerDiffers.line > m_differs.line) return tell(m_eagerDiffers, ReproResult::EagerDiffers);
  if (m_differs) return tell(m_differs, ReproResult::Differs);
  outcome.evidence = "exit code " + std::to_string(m_end.code);
  return ReproResult::Crashed;
}

ReproOutcome OutcomeReader::finish() {
  if (!m_rest.empty()) takeLine(std::exchange(m_rest, {}));
  ReproOutcome outcome;
  outcome.isEagerRun = m_end.isEagerRun;
  outcome.checksEager = m_end.form == ReproForm::AfterDynamo && m_end.hasAccuracy && m_end.callsRunRepro;
  switch (m_end.end) {
    case StepEnd::Exited: outcome.result = resultOfExit(outcome); break;
    case StepEnd::Signalled:
      outcome.result = ReproResult::Crashed;
      outcome.evidence = "ended by " + signalText(m_end.code);
      if (m_crashed) outcome.line = m_crashed.line;
      break;
    case StepEnd::TimedOut: outcome.result = ReproResult::TimedOut; break;
    case StepEnd::Cancelled: outcome.result = ReproResult::Cancelled; break;
    case StepEnd::NotStarted: outcome.result = ReproResult::NotStarted; break;
    case StepEnd::Running: outcome.result = ReproResult::Lost; break;
  }
  const auto& warnings = reproPhrases().warnings;
  for (std::size_t i = 0; i < m_warnings.size(); ++i)
    if (m_warnings[i] > 0) outcome.warnings.push_back(warnings[i].second);
  outcome.findings = outcome.result == ReproResult::Analyzed ? std::move(m_findings) : std::move(m_details);
  // What a run says on its way to the same answer is no finding.
  if (outcome.result == ReproResult::Same || outcome.result == ReproResult::RanOnly) outcome.findings.clear();
  outcome.hint = hintOf(outcome.result);
  return outcome;
}

}  // namespace plumbline::runs
