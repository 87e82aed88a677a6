// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_text.h"

#include "ui/support/utf8_text.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

using State = DecisionController::State;

namespace {

constexpr std::size_t kAlikeRows = 20'000;  // looking for like rows walks all of them

QString stateWord(State state) {
  switch (state) {
    case State::Accepted: return plumbline::ui::DecisionController::tr("accepted");
    case State::Kept: return plumbline::ui::DecisionController::tr("kept");
    case State::Flaky: return plumbline::ui::DecisionController::tr("flaky");
    case State::NotAsked:
    case State::Undecided: break;
  }
  return {};
}

QString answerText(State state, const baselines::Decision& decision) {
  const QString what = withArrows(decision.what);
  QString text;
  switch (state) {
    case State::Accepted:
      text = what.isEmpty() ? DecisionController::tr("Accepted") : DecisionController::tr("Accepted: %1").arg(what);
      break;
    case State::Kept: text = DecisionController::tr("Kept: the baseline stays as it is"); break;
    case State::Flaky: text = what.isEmpty() ? DecisionController::tr("Flaky") : what.at(0).toUpper() + what.mid(1); break;
    case State::NotAsked:
    case State::Undecided: return {};
  }
  return decision.reason.empty() ? text : DecisionController::tr("%1. Reason: %2").arg(text, fromUtf8(decision.reason));
}

}  // namespace

QString earlierText(const DecisionController& controller, std::uint32_t row) {
  const baselines::EarlierAnswer* earlier = controller.earlier(row);
  if (earlier == nullptr || !earlier->decision.kind) return {};
  QString text = withArrows(baselines::earlierText(*earlier));
  text[0] = text[0].toUpper();
  return text;
}

QString decisionMark(State state) {
  switch (state) {
    case State::Accepted: return DecisionController::tr("\u25cf accepted");
    case State::Kept: return DecisionController::tr("\u25cb kept");
    case State::Flaky: return DecisionController::tr("\u2248 flaky");
    case State::NotAsked:
    case State::Undecided: break;
  }
  return {};
}

QString noteMark() { return u"\u270e"_s; }

/// wasText is the mark of an answer to other values than the row has now.
static QString wasText(baselines::DecisionKind kind) {
  switch (kind) {
    case baselines::DecisionKind::Accepted: return DecisionController::tr("was accepted");
    case baselines::DecisionKind::Kept: return DecisionController::tr("was kept");
    case baselines::DecisionKind::Flaky: break;
  }
  return DecisionController::tr("was flaky");
}

QString decisionText(const DecisionController& controller, std::uint32_t row) {
  QString mark = decisionMark(controller.state(row));
  if (const auto* earlier = controller.earlier(row); earlier != nullptr && earlier->decision.kind && !earlier->isSame)
    mark = wasText(*earlier->decision.kind);
  if (!controller.hasNote(row)) return mark;
  return mark.isEmpty() ? noteMark() : mark + u"  "_s + noteMark();
}

QString decisionAccessibleText(const DecisionController& controller, std::uint32_t row) {
  const State state = controller.state(row);
  QString text = state == State::Undecided  ? DecisionController::tr("not decided")
                 : state == State::NotAsked ? DecisionController::tr("no decision needed")
                                            : stateWord(state);
  if (const QString earlier = earlierText(controller, row); !earlier.isEmpty()) text += u", "_s + earlier;
  if (controller.hasNote(row)) text = DecisionController::tr("%1, has a note").arg(text);
  return text;
}

QString decisionTooltip(const DecisionController& controller, std::uint32_t row) {
  const baselines::Decision* decision = controller.decision(row);
  QStringList lines;
  if (decision) lines << answerText(controller.state(row), *decision);
  if (controller.hasNote(row)) lines << DecisionController::tr("Note: %1").arg(fromUtf8(controller.noteOn(row)));
  lines << earlierText(controller, row);
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
  DecisionSummary summary;
  const State state = controller.state(row);
  if (const baselines::Decision* decision = controller.decision(row)) summary.answer = answerText(state, *decision);
  summary.note = fromUtf8(controller.noteOn(row));
  if (const auto* earlier = controller.earlier(row); earlier != nullptr && earlier->isSame && state != State::NotAsked) {
    summary.answer = earlierText(controller, row);
    summary.isEarlier = true;
  } else if (earlier != nullptr && earlier->decision.kind) {
    summary.notes << earlierText(controller, row) + u'.';
  }
  if (snapshot.comparison->row(row).excused) summary.notes << fromUtf8(snapshot.comparison->excuseText(row));
  if (state == State::NotAsked && !snapshot.comparison->row(row).changed) return summary;
  if (snapshot.expected.table->bytes().size() > kQuietBytes) {
    if (state == State::Undecided) summary.notes << DecisionController::tr("A accepts this row; what it writes is not shown before, since the baseline is large.");
    return summary;
  }
  const auto plan = controller.plan({row});
  if (!plan) {
    summary.notes << fromUtf8(plan.error().text);
    return summary;
  }
  std::string scratch;
  summary.consequence =
      withArrows(baselines::changeSummary(*plan, std::string(snapshot.comparison->modelName(row, scratch))));
  if (plan->needsReason()) summary.guard = fromUtf8(plan->guardSummary());
  if (plan->edits.empty() && !plan->notes.empty() && state == State::Undecided)
    summary.notes << DecisionController::tr("A has nothing to write here: X keeps the baseline, F marks the row as flaky.");
  for (const baselines::RowNote& note : plan->notes) summary.notes << withArrows(note.text);
  if (state == State::Undecided && snapshot.comparison->rowCount() <= kAlikeRows)
    summary.alike = static_cast<int>(controller.alike(row).size()) - 1;
  return summary;
}

}  // namespace plumbline::ui
