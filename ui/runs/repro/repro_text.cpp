// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/repro/repro_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/text/quantities.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::ReproClass;
using runs::ReproResult;
using verdicts::VerdictClass;

namespace {

/// The context of translations.
struct ReproText {
  Q_DECLARE_TR_FUNCTIONS(ReproText)
};

constexpr std::size_t kMaxNamed = 3;  ///< inputs or variables that are named before "and 4 more"
constexpr qsizetype kMaxHashCharacters = 12;

QString accuracyText(runs::ReproAccuracy accuracy) {
  switch (accuracy) {
    case runs::ReproAccuracy::Off: return ReproText::tr("compares nothing");
    case runs::ReproAccuracy::Accuracy: return ReproText::tr("compares accuracy");
    case runs::ReproAccuracy::Strict: return ReproText::tr("compares strictly");
  }
  return {};
}

QString countText(std::size_t count, const QString& one, const QString& many) {
  return count == 1 ? one : many.arg(grouped(count));
}

QString inputName(const runs::ReproInput& input) {
  const QString hash = fromUtf8(input.hash);
  const QString name = hash.isEmpty() ? ReproText::tr("an input without a name")
                                      : (hash.size() > kMaxHashCharacters ? hash.first(kMaxHashCharacters) +
                                         u"\u2026"_s : hash);
  return input.bytes > 0 ? name + u" ("_s + fromUtf8(text::sizeText(input.bytes)) + u')' : name;
}

QString wholePercent(double share) { return u"%1 %"_s.arg(qRound(std::clamp(share, 0.0, 1.0) * 100)); }

}  // namespace

RunStyle reproStyle(ReproResult result) {
  const QString word = fromUtf8(runs::resultText(result));
  switch (result) {
    case ReproResult::Same:
    case ReproResult::RanOnly:
    case ReproResult::Minified:
    case ReproResult::Analyzed:
    case ReproResult::DoesNotFail: return {u"\u2713"_s, word, VerdictClass::Pass, VerdictClass::Pass};
    case ReproResult::Differs:
    case ReproResult::CompiledCrashed:
    case ReproResult::Crashed:
    case ReproResult::EagerCrashed:
    case ReproResult::FailsAsAsked: return {u"\u2717"_s, word, VerdictClass::Fail, VerdictClass::Fail};
    case ReproResult::EagerDiffers: return {u"\u2260"_s, word, VerdictClass::Flaky, VerdictClass::Flaky};
    case ReproResult::ImportFailed:
    case ReproResult::BadArguments:
    case ReproResult::TimedOut:
    case ReproResult::NotStarted: return {u"!"_s, word, VerdictClass::Invalid, VerdictClass::Invalid};
    case ReproResult::NothingToMinify:
    case ReproResult::Cancelled: return {u"\u2212"_s, word, VerdictClass::ExpectedFail, VerdictClass::Pass, true};
    case ReproResult::Lost: return {u"\u2205"_s, word, VerdictClass::Missing, VerdictClass::Missing};
  }
  return {};
}

RunStyle classStyle(ReproClass classification) {
  const QString word = fromUtf8(runs::classText(classification));
  switch (classification) {
    case ReproClass::Healthy: return {u"\u2713"_s, word, VerdictClass::Pass, VerdictClass::Pass};
    case ReproClass::CrashesAlways:
    case ReproClass::CrashesSometimes:
    case ReproClass::EagerCrashes:
    case ReproClass::DeterministicFailure: return {u"\u2717"_s, word, VerdictClass::Fail, VerdictClass::Fail};
    case ReproClass::CompiledNotDeterministic:
    case ReproClass::EagerNotDeterministic: return {u"\u2260"_s, word, VerdictClass::Flaky, VerdictClass::Flaky};
    case ReproClass::Inconclusive: return {u"?"_s, word, VerdictClass::Invalid, VerdictClass::Pass};
  }
  return {};
}

QStringList scriptLines(const runs::ReproScript& script) {
  QStringList what{script.form == runs::ReproForm::AfterDynamo ? ReproText::tr("after dynamo")
                   : ReproText::tr("after AOT")};
  if (script.form == runs::ReproForm::AfterDynamo)
    what << (script.backend.empty() ? ReproText::tr("no backend") : ReproText::tr("backend %1")
             .arg(fromUtf8(script.backend)));
  else if (!script.tracingMode.empty())
    what << ReproText::tr("tracing mode %1").arg(fromUtf8(script.tracingMode));
  what << (script.callsRunRepro ? accuracyText(script.accuracy) : ReproText::tr("compares by itself"));
  if (script.nodes > 0)
    what << countText(static_cast<std::size_t>(script.nodes), ReproText::tr("1 node"), ReproText::tr("%1 nodes"));
  if (script.autocast) what << ReproText::tr("autocast");
  if (script.needsCuda()) what << ReproText::tr("needs CUDA");
  QStringList lines{what.join(u" \u00b7 "_s)};
  if (!script.inputs.empty()) {
    const std::size_t missing = script.missing().size();
    std::uint64_t bytes = 0;
    std::size_t saved = 0;
    for (const runs::ReproInput& input : script.inputs) {
      bytes += input.bytes;
      saved += input.isSaved ? 1 : 0;
    }
    QString text = countText(script.inputs.size(), ReproText::tr("1 input"), ReproText::tr("%1 inputs")) + u", "_s +
        fromUtf8(text::sizeText(bytes));
    text += saved == 0         ? ReproText::tr(", random")
            : missing == 0     ? ReproText::tr(", all present")
            : missing == saved ? ReproText::tr(", none present")
                               : ReproText::tr(", %1 present").arg(grouped(saved - missing));
    lines << text;
  }
  if (!script.environment.empty()) {
    QStringList names;
    for (const auto& [name, value] : script.environment)
      if (static_cast<std::size_t>(names.size()) < kMaxNamed) names << fromUtf8(name) + u'=' + fromUtf8(value);
    QString text = ReproText::tr("sets %1").arg(names.join(u", "_s));
    if (script.environment.size() > kMaxNamed)
      text += ReproText::tr(" and %1 more").arg(grouped(script.environment.size() - kMaxNamed));
    lines << text;
  }
  if (!script.settings.empty()) {
    QStringList names;
    for (const runs::ReproSetting& setting : script.settings)
      names << ReproText::tr("%1 (line %2)").arg(fromUtf8(setting.name), QString::number(setting.line));
    lines << ReproText::tr("runs as a copy without %1").arg(names.join(u", "_s));
  }
  return lines;
}

QStringList scriptWarnings(const runs::ReproScript& script) {
  QStringList all;
  const auto missing = script.missing();
  if (!missing.empty()) {
    QStringList names;
    for (const runs::ReproInput* input : missing)
      if (static_cast<std::size_t>(names.size()) < kMaxNamed) names << inputName(*input);
    if (missing.size() > kMaxNamed) names << ReproText::tr("%1 more").arg(grouped(missing.size() - kMaxNamed));
    const QString counts = countText(missing.size(), ReproText::tr("1 input is missing"),
                                     ReproText::tr("%1 inputs are missing"));
    const QString text = script.saveDir.empty()
        ? ReproText::tr("%1 (no folder of saved inputs is named): %2. Random numbers take "
                                                                "their place, so what is compared is not what failed.")
                                                : ReproText::tr(
                                                    "%1: %2. Random numbers take their place, so what is compared is "
                                                                "not what failed.");
    all << text.arg(counts, names.join(u", "_s));
  }
  for (const std::string& note : script.notes) all << fromUtf8(note);
  return all;
}

QString evidenceText(const runs::ReproOutcome& outcome) {
  if (outcome.evidence.empty()) return {};
  const QString text = fromUtf8(outcome.evidence).simplified();
  return outcome.line > 0 ? ReproText::tr("line %1: ").arg(grouped(outcome.line)) + text : text;
}

QString rateText(const runs::Rate& rate) {
  if (rate.of <= 0) return {};
  return ReproText::tr("%1 of %2 (%3; with 95 % certainty %4 to %5)").arg(rate.count)
      .arg(rate.of)
      .arg(wholePercent(rate.value), wholePercent(rate.low), wholePercent(rate.high));
}

QString countsText(const runs::Reproducibility& result) {
  QStringList parts;
  for (const runs::ResultCount& each : result.counts)
    parts << u"%1 \u00d7 %2"_s.arg(each.count).arg(fromUtf8(runs::resultText(each.result)));
  return parts.join(u", "_s);
}

QString scriptLocation(const std::string& file, const std::string& folder) {
  const QString path = fromUtf8(file), root = fromUtf8(folder);
  return !root.isEmpty() && path.startsWith(root + u'/') ? path.sliced(root.size() + 1) : path;
}

}  // namespace plumbline::ui
