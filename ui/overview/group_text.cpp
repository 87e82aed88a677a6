// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_text.h"

#include <algorithm>

#include "ui/support/count_text.h"
#include "ui/theme/class_marks.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/metric_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::Group;
using overview::GroupKind;
using overview::RowRef;
using overview::RowState;

namespace {

constexpr qsizetype kShortHash = 10;
constexpr std::size_t kTooltipWidth = 400;
constexpr std::size_t kSaidWidth = 200;
constexpr int kMetricsShown = 3;  // a row may have moved in a dozen columns

bool names(const std::string& metrics, const std::string& column) {
  std::size_t at = 0;
  while (at <= metrics.size()) {
    const std::size_t end = std::min(metrics.find(", ", at), metrics.size());
    if (metrics.compare(at, end - at, column) == 0) return true;
    at = end + 2;
  }
  return false;
}

QString counted(std::size_t count, const QString& one, const QString& many) {
  return grouped(count) + u' ' + (count == 1 ? one : many);
}

/// answerText says what was decided about a group that is done.
QString answerText(const GroupDesk::GroupState& state) {
  QStringList parts;
  if (state.accepted > 0) parts << u"%1 accepted"_s.arg(rowsText(state.accepted));
  if (state.kept > 0) parts << u"%1 kept"_s.arg(rowsText(state.kept));
  if (state.flaky > 0) parts << u"%1 marked as flaky"_s.arg(rowsText(state.flaky));
  return parts.isEmpty() ? QString() : u"Decided: "_s + parts.join(u", "_s);
}

}  // namespace

QString kindWord(const Group& group) {
  if (group.kind == GroupKind::Lost) return u"LOST"_s;
  if (group.kind == GroupKind::MissingShard) return u"NO SHARD"_s;
  return classMark(group.cls).word;
}

QString titleText(const Group& group) {
  QString text = withArrows(overview::groupTitle(group));
  for (qsizetype at = text.indexOf(u" -"_s); at >= 0; at = text.indexOf(u" -"_s, at + 2))
    if (at + 2 < text.size() && text.at(at + 2).isDigit()) text[at + 1] = u'\u2212';  // a true minus, as in the tables
  return text;
}

QString rowsText(std::size_t rows) { return counted(rows, u"row"_s, u"rows"_s); }

QString stateText(const GroupDesk::GroupState& state) {
  if (state.accepted + state.kept + state.flaky == 0) return {};
  if (state.isOpen()) return u"%1 of %2 decided"_s.arg(grouped(state.decided), grouped(state.asked));
  if (state.kept + state.flaky == 0) return decisionMark(DecisionDesk::State::Accepted);
  if (state.accepted + state.flaky == 0) return decisionMark(DecisionDesk::State::Kept);
  if (state.accepted + state.kept == 0) return decisionMark(DecisionDesk::State::Flaky);
  return u"\u25cf decided"_s;
}

QString shortState(const GroupDesk::GroupState& state) {
  if (state.accepted + state.kept + state.flaky > 0 && state.isOpen())
    return u"%1/%2"_s.arg(grouped(state.decided), grouped(state.asked));
  return stateText(state).left(1);
}

QString markOf(RowState state) {
  switch (state) {
    case RowState::Accepted: return decisionMark(DecisionDesk::State::Accepted);
    case RowState::Kept: return decisionMark(DecisionDesk::State::Kept);
    case RowState::Flaky: return decisionMark(DecisionDesk::State::Flaky);
    case RowState::Undecided: break;
  }
  return {};
}

QString stateWord(RowState state) {
  switch (state) {
    case RowState::Accepted: return u"accepted"_s;
    case RowState::Kept: return u"kept"_s;
    case RowState::Flaky: return u"flaky"_s;
    case RowState::Undecided: break;
  }
  return u"not decided"_s;
}

QString changeText(const overview::CommitView& view, const Group& group, RowRef row) {
  const verdicts::Comparison& comparison = *view.configs()[row.config].comparison;
  const auto& metrics = comparison.metrics();
  std::vector<std::size_t> own, all;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    if (!metricText(comparison.cell(row.row, m), metrics[m].info).changed) continue;
    all.push_back(m);
    if (names(group.metric, metrics[m].info.name)) own.push_back(m);
  }
  // Where a whole row is new or gone, its status says enough.
  const verdicts::ComparedRow& sides = comparison.row(row.row);
  const bool whole = sides.actualRow == verdicts::kNoRow || sides.expectedRow == verdicts::kNoRow;
  if (own.empty() && whole && !all.empty()) all.resize(1);
  const std::vector<std::size_t>& shown = own.empty() ? all : own;
  QStringList parts;
  for (const std::size_t m : shown) {
    if (parts.size() == kMetricsShown) break;
    const MetricText text = metricText(comparison.cell(row.row, m), metrics[m].info);
    const QString change = text.expected + u" \u2192 "_s + text.actual;
    parts << (shown.size() > 1 ? fromUtf8(metrics[m].info.name) + u' ' + change : change);
  }
  if (shown.size() > kMetricsShown) parts << u"+%1"_s.arg(shown.size() - kMetricsShown);
  return parts.join(u", "_s);
}

QString configText(const overview::CommitView& view, std::uint32_t config) {
  return fromUtf8(configs::configName(view.configs()[config].config));
}

QString groupTooltip(const overview::CommitView& view, const Group& group, const GroupDesk::GroupState& state) {
  QString text = titleText(group) + u"\nModels: "_s + fromUtf8(overview::groupModels(group, kTooltipWidth)) +
                 u"\nConfigs: "_s + fromUtf8(overview::groupConfigs(view, group, kTooltipWidth));
  if (const QString said = answerText(state); !said.isEmpty()) text += u'\n' + said;
  if (state.noted > 0) text += u"\n%1 with a note"_s.arg(rowsText(state.noted));
  return text;
}

QString groupSaid(const overview::CommitView& view, const Group& group, const GroupDesk::GroupState& state) {
  const QString decided = state.asked == 0   ? u"No decision needed"_s
                          : state.isOpen()   ? u"%1 of %2 decided"_s.arg(grouped(state.decided), grouped(state.asked))
                                             : answerText(state);
  return u"%1. %2. %3. Models: %4. Configs: %5. %6."_s.arg(
      kindWord(group).toLower(), titleText(group), rowsText(group.members.size()),
      fromUtf8(overview::groupModels(group, kSaidWidth)), fromUtf8(overview::groupConfigs(view, group, kSaidWidth)), decided);
}

QString decidedText(const GroupDesk::Count& count) {
  if (count.asked == 0) return {};
  if (count.decided < count.asked)
    return u"%1 of %2 decided"_s.arg(grouped(count.decided), counted(count.asked, u"group"_s, u"groups"_s));
  return count.asked == 1 ? u"The only group is decided"_s : u"All %1 groups decided"_s.arg(grouped(count.asked));
}

QString commitText(const session::CommitSnapshot& snapshot) {
  std::size_t rows = 0;
  for (const Group& group : snapshot.groups) rows += group.members.size();
  const std::string& commit = snapshot.view->commit();
  const QString what = snapshot.groups.empty()
                           ? counted(snapshot.view->configs().size(), u"config"_s, u"configs"_s)
                           : u"%1 in %2"_s.arg(rowsText(rows), counted(snapshot.groups.size(), u"group"_s, u"groups"_s));
  return commit.empty() ? what : fromUtf8(commit).left(kShortHash) + u" \u00b7 "_s + what;
}

QString notJudgedText(const sources::Opened& opened) {
  if (!opened.problems.empty()) {
    const QString first = fromUtf8(base::describe(opened.problems.front()));
    const std::size_t more = opened.problems.size() - 1;
    return more == 0 ? first : first + u"\nAnd %1 in the sources."_s.arg(counted(more, u"more problem"_s, u"more problems"_s));
  }
  const bool results = std::ranges::any_of(opened.pieces, [](const sources::Piece& piece) { return !piece.isBaseline; });
  const bool baselines = std::ranges::any_of(opened.pieces, &sources::Piece::isBaseline);
  if (baselines && !results) return u"Only baselines are open. Add what a run left: a folder, artifact zips or CSVs."_s;
  if (results && !baselines) return u"Only results are open. Add the baselines: a PyTorch checkout or a tree of them."_s;
  return u"A config needs a run and a baseline. The sources say what each file was taken for."_s;
}

DecisionWords groupWords(const GroupDesk& desk, std::size_t group) {
  DecisionWords words;
  const Group& shown = desk.snapshot()->groups[group];
  const GroupDesk::GroupState& state = desk.state(group);
  if (!shown.members.empty())
    if (const baselines::Decision* said = desk.decision(shown.members.front())) words.note = fromUtf8(said->note);
  if (state.asked > 0 && !state.isOpen()) words.answer = answerText(state);
  if (!words.answer.isEmpty()) return words;
  const GroupDesk::Rows rows = desk.judged(desk.openRows({group}));
  if (rows.empty()) {
    words.notes << u"The shards of these models are not here: nothing is known about them, and nothing is asked."_s;
    return words;
  }
  if (rows.size() > kQuietRows) {
    words.consequence = u"what the run says for %1"_s.arg(rowsText(rows.size()));
    return words;
  }
  const auto plan = desk.plan(rows);
  if (!plan) {
    words.notes << fromUtf8(plan.error().text);
    return words;
  }
  std::size_t notes = 0;
  QString firstNote;
  for (const overview::FilePlan& file : plan->files) {
    notes += file.plan.notes.size();
    if (firstNote.isEmpty() && !file.plan.notes.empty())
      firstNote = fromUtf8(file.plan.notes.front().model) + u": "_s + withArrows(file.plan.notes.front().text);
  }
  if (plan->editCount() > 0)
    words.consequence = u"%1 into %2"_s.arg(counted(plan->editCount(), u"edit"_s, u"edits"_s),
                                            counted(plan->files.size(), u"baseline"_s, u"baselines"_s));
  if (plan->needsReason()) words.guard = fromUtf8(plan->guardSummary());
  for (const std::string& problem : plan->problems) words.notes << fromUtf8(problem);
  if (!firstNote.isEmpty()) words.notes << (notes == 1 ? firstNote : firstNote + u" And %1 more like it."_s.arg(grouped(notes - 1)));
  return words;
}

}  // namespace plumbline::ui
