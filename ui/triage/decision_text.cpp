// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_text.h"

#include "ui/support/utf8_text.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using State = DecisionController::State;

namespace {

constexpr std::size_t kAlikeRows = 20'000;  // looking for like rows walks all of them

QString stateWord(State state) {
  switch (state) {
    case State::Accepted: return u"accepted"_s;
    case State::Kept: return u"kept"_s;
    case State::Flaky: return u"flaky"_s;
    case State::NotAsked:
    case State::Undecided: break;
  }
  return {};
}

QString answerText(State state, const baselines::Decision& said) {
  QString text = stateWord(state);
  if (text.isEmpty()) return {};
  text[0] = text[0].toUpper();
  const QString what = withArrows(said.what);
  if (state == State::Accepted && !what.isEmpty()) text += u": "_s + what;
  if (state == State::Kept) text += DecisionController::tr(": the baseline stays as it is");
  if (state == State::Flaky && !what.isEmpty()) text = what.at(0).toUpper() + what.mid(1);
  if (!said.reason.empty()) text += u". Reason: "_s + fromUtf8(said.reason);
  return text;
}

}  // namespace

QString withArrows(const std::string& text) { return fromUtf8(text).replace(u" -> "_s, arrowText()); }

QString decisionMark(State state) {
  switch (state) {
    case State::Accepted: return DecisionController::tr("\u25cf accepted");
    case State::Kept: return DecisionController::tr("\u25cb kept");
    case State::Flaky: return u"\u2248 flaky"_s;
    case State::NotAsked:
    case State::Undecided: break;
  }
  return {};
}

QString noteMark() { return u"\u270e"_s; }

QString decisionText(const DecisionController& controller, std::uint32_t row) {
  const QString mark = decisionMark(controller.state(row));
  if (!controller.hasNote(row)) return mark;
  return mark.isEmpty() ? noteMark() : mark + u"  "_s + noteMark();
}

QString decisionAccessibleText(const DecisionController& controller, std::uint32_t row) {
  const State state = controller.state(row);
  QString said = state == State::Undecided  ? DecisionController::tr("not decided")
                 : state == State::NotAsked ? DecisionController::tr("no decision needed")
                                            : stateWord(state);
  if (controller.hasNote(row)) said += DecisionController::tr(", has a note");
  return said;
}

QString decisionTooltip(const DecisionController& controller, std::uint32_t row) {
  const baselines::Decision* said = controller.decision(row);
  QStringList lines;
  if (said) lines << answerText(controller.state(row), *said);
  if (said && !said->note.empty()) lines << DecisionController::tr("Note: ") + fromUtf8(said->note);
  lines.removeAll(QString());
  if (lines.isEmpty() && controller.isUndecided(row))
    lines << DecisionController::tr("Not decided yet: A accepts, X keeps, F marks as flaky");
  return shortened(lines.join(u'\n'), 2000);
}

QString decidedText(const DecisionController::Count& count) {
  if (count.asked == 0) return {};
  if (count.decided == count.asked)
    return count.asked == 1 ? DecisionController::tr("The only one is decided")
                            : DecisionController::tr("All %1 decided").arg(grouped(count.asked));
  return DecisionController::tr("%1 of %2 decided").arg(grouped(count.decided), grouped(count.asked));
}

DecisionSummary decisionSummary(const DecisionController& controller, const session::Snapshot& snapshot,
                                std::uint32_t row) {
  DecisionSummary words;
  const State state = controller.state(row);
  if (const baselines::Decision* said = controller.decision(row)) {
    words.answer = answerText(state, *said);
    words.note = fromUtf8(said->note);
  }
  if (snapshot.comparison->row(row).excused) words.notes << fromUtf8(snapshot.comparison->excuseText(row));
  if (state == State::NotAsked && !snapshot.comparison->row(row).changed) return words;
  if (snapshot.expected.table->bytes().size() > kQuietBytes) return words;
  const auto plan = controller.plan({row});
  if (!plan) {
    words.notes << fromUtf8(plan.error().text);
    return words;
  }
  std::string scratch;
  words.consequence =
      withArrows(baselines::changeSummary(*plan, std::string(snapshot.comparison->modelName(row, scratch))));
  if (plan->needsReason()) words.guard = fromUtf8(plan->guardSummary());
  for (const baselines::RowNote& note : plan->notes) words.notes << withArrows(note.text);
  if (state == State::Undecided && snapshot.comparison->rowCount() <= kAlikeRows)
    words.alike = static_cast<int>(controller.alike(row).size()) - 1;
  return words;
}

}  // namespace plumbline::ui
