// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/repro_words.h"

#include <QFileInfo>
#include <algorithm>

#include "ui/runs/log_row.h"
#include "ui/support/count_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using runs::ReproClass;
using runs::ReproResult;
using verdicts::VerdictClass;

namespace {

constexpr std::size_t kMostNamed = 3;  ///< inputs or variables that are named before "and 4 more"
constexpr qsizetype kLongestHash = 12;

QString accuracyText(runs::ReproAccuracy accuracy) {
  switch (accuracy) {
    case runs::ReproAccuracy::Off:
      return u"compares nothing"_s;
    case runs::ReproAccuracy::Accuracy:
      return u"compares accuracy"_s;
    case runs::ReproAccuracy::Strict:
      return u"compares strictly"_s;
  }
  return {};
}

QString counted(std::size_t count, const QString& one, const QString& many) {
  return count == 1 ? u"1 "_s + one : grouped(count) + u' ' + many;
}

QString inputName(const runs::ReproInput& input) {
  const QString hash = fromUtf8(input.hash);
  const QString name = hash.isEmpty() ? u"an input without a name"_s
                                      : (hash.size() > kLongestHash ? hash.first(kLongestHash) + u"\u2026"_s : hash);
  return input.bytes > 0 ? name + u" ("_s + sizeText(input.bytes) + u')' : name;
}

QString wholePercent(double share) { return u"%1 %"_s.arg(qRound(std::clamp(share, 0.0, 1.0) * 100)); }

}  // namespace

RunLook reproLook(ReproResult result) {
  const QString word = fromUtf8(runs::resultText(result));
  switch (result) {
    case ReproResult::Same:
    case ReproResult::RanOnly:
    case ReproResult::Minified:
    case ReproResult::Analyzed:
    case ReproResult::DoesNotFail:
      return {u"\u2713"_s, word, VerdictClass::Pass, VerdictClass::Pass};
    case ReproResult::Differs:
    case ReproResult::CompiledCrashed:
    case ReproResult::Crashed:
    case ReproResult::FailsAsAsked:
      return {u"\u2717"_s, word, VerdictClass::Fail, VerdictClass::Fail};
    case ReproResult::EagerDiffers:
      return {u"\u2260"_s, word, VerdictClass::Flaky, VerdictClass::Flaky};
    case ReproResult::ImportFailed:
    case ReproResult::BadArguments:
    case ReproResult::TimedOut:
    case ReproResult::NotStarted:
      return {u"!"_s, word, VerdictClass::Invalid, VerdictClass::Invalid};
    case ReproResult::NothingToMinify:
    case ReproResult::Cancelled:
      return {u"\u2212"_s, word, VerdictClass::ExpectedFail, VerdictClass::Pass, true};
    case ReproResult::Lost:
      return {u"\u2205"_s, word, VerdictClass::Missing, VerdictClass::Missing};
  }
  return {};
}

RunLook classLook(ReproClass classification) {
  const QString word = fromUtf8(runs::classText(classification));
  switch (classification) {
    case ReproClass::Healthy:
      return {u"\u2713"_s, word, VerdictClass::Pass, VerdictClass::Pass};
    case ReproClass::DeterministicFailure:
      return {u"\u2717"_s, word, VerdictClass::Fail, VerdictClass::Fail};
    case ReproClass::CompiledNotDeterministic:
    case ReproClass::EagerNotDeterministic:
      return {u"\u2260"_s, word, VerdictClass::Flaky, VerdictClass::Flaky};
    case ReproClass::CannotTell:
      return {u"?"_s, word, VerdictClass::Invalid, VerdictClass::Pass};
  }
  return {};
}

QStringList scriptLines(const runs::ReproScript& script) {
  QStringList what{script.form == runs::ReproForm::AfterDynamo ? u"after dynamo"_s : u"after AOT"_s};
  if (script.form == runs::ReproForm::AfterDynamo)
    what << (script.backend.empty() ? u"no backend"_s : u"backend "_s + fromUtf8(script.backend));
  else if (!script.tracingMode.empty())
    what << u"tracing mode "_s + fromUtf8(script.tracingMode);
  what << (script.callsRunRepro ? accuracyText(script.accuracy) : u"compares by itself"_s);
  if (script.nodes > 0) what << counted(static_cast<std::size_t>(script.nodes), u"node"_s, u"nodes"_s);
  if (script.autocast) what << u"autocast"_s;
  if (script.needsCuda()) what << u"needs CUDA"_s;
  QStringList lines{what.join(u" \u00b7 "_s)};
  if (!script.inputs.empty()) {
    const std::size_t missing = script.missing().size();
    std::uint64_t bytes = 0;
    for (const runs::ReproInput& input : script.inputs) bytes += input.bytes;
    QString text = counted(script.inputs.size(), u"input"_s, u"inputs"_s) + u", "_s + sizeText(bytes);
    text += missing == 0                      ? u", all present"_s
            : missing == script.inputs.size() ? u", none present"_s
                         : u", %1 present"_s.arg(grouped(script.inputs.size() - missing));
    lines << text;
  }
  if (!script.environment.empty()) {
    QStringList names;
    for (const auto& [name, value] : script.environment)
      if (static_cast<std::size_t>(names.size()) < kMostNamed) names << fromUtf8(name) + u'=' + fromUtf8(value);
    QString text = u"sets "_s + names.join(u", "_s);
    if (script.environment.size() > kMostNamed)
      text += u" and %1 more"_s.arg(grouped(script.environment.size() - kMostNamed));
    lines << text;
  }
  return lines;
}

QStringList scriptWarnings(const runs::ReproScript& script) {
  QStringList all;
  const auto missing = script.missing();
  if (!missing.empty()) {
    QStringList names;
    for (const runs::ReproInput* input : missing)
      if (static_cast<std::size_t>(names.size()) < kMostNamed) names << inputName(*input);
    if (missing.size() > kMostNamed) names << u"%1 more"_s.arg(grouped(missing.size() - kMostNamed));
    const QString where = script.saveDir.empty() ? u" (no folder of saved inputs is named)"_s : QString();
    all << u"%1 missing%2: %3. Random numbers take their place, so what is compared is not what failed."_s.arg(
        counted(missing.size(), u"input is"_s, u"inputs are"_s), where, names.join(u", "_s));
  }
  for (const std::string& note : script.notes) all << fromUtf8(note);
  return all;
}

QString evidenceText(const runs::ReproOutcome& outcome) {
  if (outcome.evidence.empty()) return {};
  const QString text = fromUtf8(outcome.evidence).simplified();
  return outcome.line > 0 ? u"line %1: "_s.arg(grouped(outcome.line)) + text : text;
}

QString rateText(const runs::Rate& rate) {
  if (rate.of <= 0) return {};
  return u"%1 of %2 (%3; with 95 % certainty %4 to %5)"_s.arg(rate.count)
      .arg(rate.of)
      .arg(wholePercent(rate.value), wholePercent(rate.low), wholePercent(rate.high));
}

QString countsText(const runs::Reproducibility& result) {
  QStringList parts;
  for (const runs::ResultCount& each : result.counts)
    parts << u"%1 \u00d7 %2"_s.arg(each.count).arg(fromUtf8(runs::resultText(each.result)));
  return parts.join(u", "_s);
}

QString placeOfScript(const std::string& file, const std::string& folder) {
  const QString path = fromUtf8(file), root = fromUtf8(folder);
  return !root.isEmpty() && path.startsWith(root + u'/') ? path.sliced(root.size() + 1) : path;
}

}  // namespace plumbline::ui
