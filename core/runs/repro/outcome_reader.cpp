// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/outcome_reader.h"

#include <string.h>
#include <toml++/toml.h>

#include <algorithm>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_errors.h"
#include "core/runs/repro/repro_options.h"
#include "core/sources/formats/log_lines.h"
#include "core/text/toml_reader.h"
#include "core/text/utf8.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kPhraseFile = "runs/repro_log.toml";

constexpr std::size_t kMaxLine = std::size_t{64} << 10, kMaxShownBytes = 1000, kMaxKept = 200;
constexpr std::string_view kTraceback = "Traceback (most recent call last)";

}  // namespace

base::Result<ReproPhrases> readReproPhrases(std::string_view toml) {
  const text::TomlFile file{std::string(kPhraseFile), "Put it right in the file of what repro scripts print.", false};
  const auto root = text::parseToml(toml, file);
  if (!root) return base::fail(root.error());
  text::TomlReader reader(file);
  ReproPhrases phrases;
  phrases.child = reader.text(*root, "child");
  phrases.usage = reader.text(*root, "usage");
  phrases.usageError = reader.text(*root, "usage_error");
  phrases.differs = reader.texts(*root, "differs");
  phrases.neverSaved = reader.text(*root, "never_saved");
  phrases.noSaveDir = reader.text(*root, "no_save_dir");
  phrases.eagerCall = reader.text(*root, "eager_call");
  phrases.eagerDiffers = reader.texts(*root, "eager_differs");
  phrases.compiledCrashed = reader.texts(*root, "compiled_crashed");
  phrases.nothingToMinify = reader.texts(*root, "nothing_to_minify");
  phrases.importErrors = reader.texts(*root, "import_errors");
  phrases.runBegan = reader.texts(*root, "run_began");
  phrases.noScript = reader.texts(*root, "no_script");
  phrases.details = reader.texts(*root, "details");
  phrases.findings = reader.texts(*root, "findings");
  reader.each(*root, "warnings", [&](const toml::table& entry) {
    phrases.warnings.emplace_back(reader.text(entry, "phrase"), reader.text(entry, "text"));
  });
  if (reader.error()) return base::fail(*reader.error());
  return phrases;
}

const ReproPhrases& reproPhrases() {
  static const ReproPhrases kPhrases =
      readReproPhrases(resources::embeddedBytes(kPhraseFile).value_or("")).value_or(ReproPhrases{});
  return kPhrases;
}

OutcomeReader::OutcomeReader(ReproEnd end) : m_end(std::move(end)), m_warnings(reproPhrases().warnings.size()) {}

void OutcomeReader::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    if (!m_isCut) {
      m_isCut = m_rest.size() + piece.size() > kMaxLine;
      m_rest.append(piece.substr(0, kMaxLine - m_rest.size()));
    }
    if (end == bytes.npos) return;
    readLine(std::exchange(m_rest, {}));
    m_isCut = false;
    bytes.remove_prefix(end + 1);
  }
}

/// A progress bar and a message may share a line, with carriage returns between them.
void OutcomeReader::readLine(std::string_view line) {
  ++m_line;
  std::string room;
  std::string_view plain = withoutSequences(line, room);
  while (plain.ends_with('\r')) plain.remove_suffix(1);
  for (;;) {
    const std::size_t end = plain.find('\r');
    readPart(plain.substr(0, end));
    if (end == plain.npos) return;
    plain.remove_prefix(end + 1);
  }
}

void OutcomeReader::readPart(std::string_view part) {
  const sources::LogMessage message = sources::messageIn(part);
  if (message.line.starts_with(reproPhrases().child)) return;
  if (message.isLogged)
    readTraceback(message.text, m_isInLogged, m_logged);
  else
    readTraceback(message.text, m_isInTraceback, m_exception);
  if (!message.line.starts_with("  ")) readPhrases(message.line);
}

/// The first line of a traceback that is not indented is its exception.
void OutcomeReader::readTraceback(std::string_view part, bool& isIn, Seen& exception) {
  if (part.starts_with(kTraceback)) {
    isIn = true;
    m_isInEager = false;
  } else if (isIn && part.find(reproPhrases().eagerCall) != part.npos) {
    m_isInEager = true;
  } else if (isIn && !part.empty() && part.front() != ' ') {
    isIn = false;
    remember(exception, part);
  }
}

void OutcomeReader::readPhrases(std::string_view part) {
  const ReproPhrases& phrases = reproPhrases();
  if (containsAny(part, phrases.differs)) remember(m_differs, part);
  if (containsAny(part, phrases.eagerDiffers)) remember(m_eagerDiffers, part);
  if (containsAny(part, phrases.compiledCrashed)) remember(m_crashed, part);
  if (containsAny(part, phrases.nothingToMinify)) remember(m_nothing, part);
  if (containsAny(part, phrases.noScript)) remember(m_noScript, part);
  m_hasBegun = m_hasBegun || containsAny(part, phrases.runBegan);
  m_hasUsage = m_hasUsage || part.starts_with(phrases.usage);
  if (m_hasUsage && part.find(phrases.usageError) != part.npos) remember(m_usage, part);
  if (containsAny(part, phrases.details)) note(m_details, part);
  if (containsAny(part, phrases.findings)) note(m_findings, part);
  if (part.find(phrases.neverSaved) != part.npos) {
    m_isNeverSaved = true;
    return;
  }
  for (std::size_t i = 0; i < m_warnings.size(); ++i)
    if (part.find(phrases.warnings[i].first) != part.npos) ++m_warnings[i];
}

void OutcomeReader::remember(Seen& seen, std::string_view text) const {
  seen = {std::string(text::prefixOf(displayText(text.substr(0, kMaxShownBytes * 4)), kMaxShownBytes)), m_line};
}

void OutcomeReader::note(std::vector<std::string>& list, std::string_view text) const {
  Seen seen;
  if (list.size() < kMaxKept) remember(seen, text);
  if (list.size() < kMaxKept) list.push_back(std::move(seen.text));
}

bool OutcomeReader::isImportError() const {
  const auto& names = reproPhrases().importErrors;
  return std::ranges::any_of(names, [&](const std::string& name) { return m_exception.text.starts_with(name); });
}

ReproResult OutcomeReader::resultOfGoodExit(ReproOutcome& outcome) const {
  const auto command = commandOfWord(m_end.command).value_or(ReproCommand::Run);
  switch (command) {
    case ReproCommand::Minify:
      if (!m_nothing) return ReproResult::Minified;
      outcome.evidence = m_nothing.text, outcome.line = m_nothing.line;
      return ReproResult::NothingToMinify;
    case ReproCommand::Analyze: return ReproResult::Analyzed;
    case ReproCommand::MinifierQuery: return ReproResult::DoesNotFail;
    case ReproCommand::GetArgs: return ReproResult::RanOnly;
    case ReproCommand::Run: break;
  }
  if (!m_end.hasAccuracy) return ReproResult::RanOnly;
  if (!m_crashed) return ReproResult::Same;
  outcome.evidence = m_crashed.text, outcome.line = m_crashed.line;
  const Seen& raised = m_logged ? m_logged : m_exception;
  if (raised.line < m_crashed.line) return ReproResult::CompiledCrashed;
  outcome.exception = raised.text;
  // The repro machinery ran inside the run and found the difference.
  if (!containsAny(raised.text, reproPhrases().differs)) return ReproResult::CompiledCrashed;
  outcome.evidence = raised.text, outcome.line = raised.line;
  return ReproResult::Differs;
}

ReproResult OutcomeReader::resultOfException(ReproOutcome& outcome) const {
  const ReproPhrases& phrases = reproPhrases();
  outcome.exception = m_exception.text;
  outcome.evidence = m_exception.text, outcome.line = m_exception.line;
  if (containsAny(m_exception.text, phrases.eagerDiffers)) return ReproResult::EagerDiffers;
  if (containsAny(m_exception.text, phrases.differs)) return ReproResult::Differs;
  if (containsAny(m_exception.text, phrases.nothingToMinify)) return ReproResult::NothingToMinify;
  if (isImportError() && !m_hasBegun) return ReproResult::ImportFailed;
  return m_isInEager ? ReproResult::EagerCrashed : ReproResult::Crashed;
}

ReproResult OutcomeReader::resultOfExit(ReproOutcome& outcome) const {
  if (m_end.code == 0) return resultOfGoodExit(outcome);
  const auto because = [&](const Seen& seen, ReproResult result) {
    outcome.evidence = seen.text, outcome.line = seen.line;
    return result;
  };
  if (m_exception && m_exception.line >= m_usage.line) return resultOfException(outcome);
  if (m_end.code == 2 && m_usage) return because(m_usage, ReproResult::BadArguments);
  if (m_end.code == 2 && m_noScript) return because(m_noScript, ReproResult::NotStarted);
  if (commandOfWord(m_end.command) == ReproCommand::MinifierQuery && m_end.code == 1) return ReproResult::FailsAsAsked;
  // A script that prints its verdict and exits has no traceback.
  if (m_eagerDiffers.line > m_differs.line) return because(m_eagerDiffers, ReproResult::EagerDiffers);
  if (m_differs) return because(m_differs, ReproResult::Differs);
  outcome.evidence = "exit code " + std::to_string(m_end.code);
  return ReproResult::Crashed;
}

/// isAboutSavedInputs: of a script whose inputs were random from the start, the lack of saved ones is no news.
bool OutcomeReader::isAboutSavedInputs(std::size_t warning) const {
  return reproPhrases().warnings[warning].first == reproPhrases().noSaveDir;
}

ReproOutcome OutcomeReader::finish() {
  if (!m_rest.empty()) readLine(std::exchange(m_rest, {}));
  ReproOutcome outcome;
  outcome.isEagerRun = m_end.isEagerRun;
  outcome.checksEager = m_end.form == ReproForm::AfterDynamo && m_end.hasAccuracy && m_end.callsRunRepro;
  switch (m_end.end) {
    case StepEnd::Exited: outcome.result = resultOfExit(outcome); break;
    case StepEnd::Signalled:
      outcome.result = ReproResult::Crashed;
      outcome.evidence = "ended by " + signalName(m_end.code);
      if (m_crashed) outcome.line = m_crashed.line;
      break;
    case StepEnd::TimedOut: outcome.result = ReproResult::TimedOut; break;
    case StepEnd::Cancelled: outcome.result = ReproResult::Cancelled; break;
    case StepEnd::NotStarted: outcome.result = ReproResult::NotStarted; break;
    case StepEnd::Running: outcome.result = ReproResult::Lost; break;
  }
  const auto& warnings = reproPhrases().warnings;
  for (std::size_t i = 0; i < m_warnings.size(); ++i)
    if (m_warnings[i] > 0 && !(m_isNeverSaved && isAboutSavedInputs(i))) outcome.warnings.push_back(warnings[i].second);
  outcome.findings = outcome.result == ReproResult::Analyzed ? std::move(m_findings) : std::move(m_details);
  // Intermediate output of an equal result is no finding.
  if (outcome.result == ReproResult::Same || outcome.result == ReproResult::RanOnly) outcome.findings.clear();
  outcome.hint = hintOf(outcome.result);
  return outcome;
}

}  // namespace plumbline::runs
