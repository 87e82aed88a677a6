// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_text.h"

#include "ui/support/count_text.h"
#include "ui/triage/cell_parts.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using State = DecisionDesk::State;

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
  if (state == State::Kept) text += u": the baseline stays as it is"_s;
  if (state == State::Flaky && !what.isEmpty()) text = what.at(0).toUpper() + what.mid(1);
  if (!said.reason.empty()) text += u". Reason: "_s + fromUtf8(said.reason);
  return text;
}

}  // namespace

QString withArrows(const std::string& text) { return fromUtf8(text).replace(u" -> "_s, arrowText()); }

QString decisionMark(State state) {
  switch (state) {
    case State::Accepted: return u"\u25cf accepted"_s;
    case State::Kept: return u"\u25cb kept"_s;
    case State::Flaky: return u"\u2248 flaky"_s;
    case State::NotAsked:
    case State::Undecided: break;
  }
  return {};
}

QString noteMark() { return u"\u270e"_s; }

QString decisionText(const DecisionDesk& desk, std::uint32_t row) {
  const QString mark = decisionMark(desk.state(row));
  if (!desk.hasNote(row)) return mark;
  return mark.isEmpty() ? noteMark() : mark + u"  "_s + noteMark();
}

QString decisionSaid(const DecisionDesk& desk, std::uint32_t row) {
  const State state = desk.state(row);
  QString said = state == State::Undecided ? u"not decided"_s : state == State::NotAsked ? u"no decision needed"_s : stateWord(state);
  if (desk.hasNote(row)) said += u", has a note"_s;
  return said;
}

QString decisionTooltip(const DecisionDesk& desk, std::uint32_t row) {
  const baselines::Decision* said = desk.decision(row);
  QStringList lines;
  if (said) lines << answerText(desk.state(row), *said);
  if (said && !said->note.empty()) lines << u"Note: "_s + fromUtf8(said->note);
  lines.removeAll(QString());
  if (lines.isEmpty() && desk.isUndecided(row)) lines << u"Not decided yet: A accepts, X keeps, F marks as flaky"_s;
  return shortened(lines.join(u'\n'), 2000);
}

QString decidedText(const DecisionDesk::Count& count) {
  if (count.asked == 0) return {};
  if (count.decided == count.asked)
    return count.asked == 1 ? u"The only one is decided"_s : u"All %1 decided"_s.arg(grouped(count.asked));
  return u"%1 of %2 decided"_s.arg(grouped(count.decided), grouped(count.asked));
}

DecisionWords decisionWords(const DecisionDesk& desk, const session::Snapshot& snapshot, std::uint32_t row) {
  DecisionWords words;
  const State state = desk.state(row);
  if (const baselines::Decision* said = desk.decision(row)) {
    words.answer = answerText(state, *said);
    words.note = fromUtf8(said->note);
  }
  if (snapshot.comparison->row(row).excused) words.notes << fromUtf8(snapshot.comparison->excuseText(row));
  if (state == State::NotAsked && !snapshot.comparison->row(row).changed) return words;
  if (snapshot.expected.table->bytes().size() > kQuietBytes) return words;
  const auto plan = desk.plan({row});
  if (!plan) {
    words.notes << fromUtf8(plan.error().text);
    return words;
  }
  std::string scratch;
  words.consequence = withArrows(baselines::changeWords(*plan, std::string(snapshot.comparison->modelName(row, scratch))));
  if (plan->needsReason()) words.guard = fromUtf8(plan->guardSummary());
  for (const baselines::RowNote& note : plan->notes) words.notes << withArrows(note.text);
  if (state == State::Undecided && snapshot.comparison->rowCount() <= kAlikeRows)
    words.alike = static_cast<int>(desk.alike(row).size()) - 1;
  return words;
}

}  // namespace plumbline::ui
