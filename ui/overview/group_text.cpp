// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_text.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "core/text/quantities.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/theme.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

using overview::Group;
using overview::GroupKind;
using overview::RowRef;
using overview::RowState;

namespace {

constexpr qsizetype kCommitChars = 10;
constexpr std::size_t kTooltipWidth = 400;
constexpr std::size_t kNamesWidth = 200;
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

/// answerText summarizes the decisions of a decided group.
QString answerText(const GroupController::GroupState& state) {
  QStringList parts;
  if (state.accepted > 0) parts << GroupController::tr("%1 accepted").arg(rowsText(state.accepted));
  if (state.kept > 0) parts << GroupController::tr("%1 kept").arg(rowsText(state.kept));
  if (state.flaky > 0) parts << GroupController::tr("%1 marked as flaky").arg(rowsText(state.flaky));
  return parts.isEmpty() ? QString() : GroupController::tr("Decided: %1").arg(parts.join(u", "_s));
}

/// earlierAnswer is the answer of a decided group with its date, where every row has it from an earlier session; "" otherwise.
QString earlierAnswer(const GroupController& controller, const std::vector<std::size_t>& groups, const GroupController::GroupState& state) {
  std::set<std::string> texts, days;
  for (const std::size_t group : groups)
    for (const RowRef& row : controller.snapshot()->groups[group].members) {
      if (const baselines::Decision* own = controller.decision(row); own != nullptr && own->kind) return {};
      const baselines::EarlierAnswers& earlier = controller.snapshot()->view->configs()[row.config].earlier;
      const auto found = earlier.find(row.row);
      if (found == earlier.end() || !found->second.isSame || !found->second.decision.kind) continue;
      texts.insert(baselines::earlierText(found->second));
      days.insert(found->second.date);
    }
  if (texts.empty()) return {};
  if (state.accepted + state.kept + state.flaky == 1) {
    const QString text = withArrows(*texts.begin());
    return text.left(1).toUpper() + text.mid(1);
  }
  QString answer = answerText(state);
  const QString day = fromUtf8(*days.rbegin());
  if (day.isEmpty()) return answer;
  return (days.size() == 1 ? GroupController::tr("%1 on %2", "Decided: 2 rows kept; a date") : GroupController::tr("%1, last on %2", "Decided: 2 rows kept; a date")).arg(answer, day);
}

/// pastLines describe what the history knows of a group.
QStringList pastLines(const GroupController& controller, std::size_t group) {
  const overview::GroupPast& past = controller.pastOf(group);
  QStringList lines;
  const QString since = fromUtf8(overview::sinceText(past));
  if (!since.isEmpty()) lines << GroupController::tr("Red since %1").arg(since);
  if (const QString noise = fromUtf8(overview::noiseText(past)); !noise.isEmpty()) lines << GroupController::tr("Numbers: %1").arg(noise);
  const std::string& commit = controller.past().commit;
  if (!commit.empty() && !past.rows.empty())
    lines << GroupController::tr("%1 not red at %2").arg(rowsText(past.newRows()), fromUtf8(commit).left(kCommitChars));
  return lines;
}

}  // namespace

QString kindWord(const Group& group) {
  if (group.kind == GroupKind::Lost) return GroupController::tr("LOST");
  if (group.kind == GroupKind::MissingShard) return GroupController::tr("NO SHARD");
  return classMark(group.cls).word;
}

QString titleText(const Group& group) { return trueMinus(withArrows(overview::groupTitle(group))); }

QString changeOf(const Group& group) {
  return trueMinus(withArrows(group.metric.empty() ? group.change : group.metric + ' ' + group.change));
}

QString rowsText(std::size_t rows) { return counted(rows, GroupController::tr("row"), GroupController::tr("rows")); }

QString panelTitle(const overview::CommitView& view, const Group& group) {
  const QString models = group.models.size() == 1
                             ? fromUtf8(group.models.front())
                             : counted(group.models.size(), GroupController::tr("model"), GroupController::tr("models"));
  const QString configs = group.configs.size() == 1
                              ? configText(view, group.configs.front())
                              : counted(group.configs.size(), GroupController::tr("config"), GroupController::tr("configs"));
  return GroupController::tr("%1: %2 in %3", "change, models, configs").arg(changeOf(group), models, configs);
}

QString shortStateText(const GroupController::GroupState& state) {
  const bool isPart = state.accepted + state.kept + state.flaky > 0 && state.isOpen();
  return isPart ? GroupController::tr("%1/%2", "rows decided, rows").arg(grouped(state.decided), grouped(state.asked)) : stateText(state).left(1);
}

QString stateText(const GroupController::GroupState& state) {
  if (state.accepted + state.kept + state.flaky == 0) return {};
  if (state.isOpen()) return GroupController::tr("%1 of %2 decided").arg(grouped(state.decided), grouped(state.asked));
  if (state.kept + state.flaky == 0) return decisionMark(DecisionController::State::Accepted);
  if (state.accepted + state.flaky == 0) return decisionMark(DecisionController::State::Kept);
  if (state.accepted + state.kept == 0) return decisionMark(DecisionController::State::Flaky);
  return GroupController::tr("\u25cf decided");
}

QString decidedSample(bool isShort) {
  return (isShort ? GroupController::tr("%1/%2", "rows decided, rows") : GroupController::tr("%1 of %2 decided")).arg(12).arg(345);
}

QString markOf(RowState state) {
  switch (state) {
    case RowState::Accepted: return decisionMark(DecisionController::State::Accepted);
    case RowState::Kept: return decisionMark(DecisionController::State::Kept);
    case RowState::Flaky: return decisionMark(DecisionController::State::Flaky);
    case RowState::Undecided: break;
  }
  return {};
}

QString stateWord(RowState state) {
  switch (state) {
    case RowState::Accepted: return GroupController::tr("accepted");
    case RowState::Kept: return GroupController::tr("kept");
    case RowState::Flaky: return GroupController::tr("flaky");
    case RowState::Undecided: break;
  }
  return GroupController::tr("not decided");
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
  // For a new or lost row the status is enough.
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

QString noiseWord(const overview::GroupPast& past) {
  using Noise = overview::RowPast::Noise;
  const double least = overview::minQ(past);
  if (std::isnan(least)) return overview::noiseText(past).empty() ? QString() : GroupController::tr("too few runs");
  QString q = fromUtf8(text::shortNumber(least, 2));
  const auto within = std::ranges::count(past.rows, Noise::Within, &overview::RowPast::noise);
  if (within == 0) return q;
  if (within == std::ssize(past.rows)) return GroupController::tr("noise, %1").arg(q);
  return GroupController::tr("%1, %2 of %3 noise", "smallest q, rows, rows").arg(q, grouped(static_cast<std::size_t>(within)), grouped(past.rows.size()));
}

QString pastText(const overview::CommitPast& past, const overview::RowPast& row) {
  using Then = overview::RowPast::Then;
  QStringList parts;
  const QString since = fromUtf8(overview::sinceText({{row}}));
  if (!since.isEmpty()) parts << GroupController::tr("Red since %1").arg(since);
  if (const QString noise = fromUtf8(overview::noiseText({{row}})); !noise.isEmpty()) parts << noise;
  const QString commit = fromUtf8(past.commit).left(kCommitChars);
  if (commit.isEmpty()) return parts.join(u"; "_s);
  parts << (row.then == Then::Red    ? GroupController::tr("red at %1 already")
            : row.then == Then::Good ? GroupController::tr("not red at %1")
                                     : GroupController::tr("no run until %1"))
               .arg(commit);
  return parts.join(u"; "_s);
}

QString groupTooltip(const GroupController& controller, std::size_t number) {
  const Group& group = controller.snapshot()->groups[number];
  const GroupController::GroupState& state = controller.state(number);
  QStringList lines{
      titleText(group),
      GroupController::tr("Models: %1").arg(fromUtf8(overview::groupModels(group, kTooltipWidth))),
      GroupController::tr("Configs: %1").arg(fromUtf8(overview::groupConfigs(*controller.snapshot()->view, group, kTooltipWidth)))};
  lines << pastLines(controller, number);
  if (const QString answer = answerText(state); !answer.isEmpty()) lines << answer;
  if (state.noted > 0) lines << GroupController::tr("%1 with a note").arg(rowsText(state.noted));
  return lines.join(u'\n');
}

QString groupAccessibleText(const GroupController& controller, std::size_t number) {
  const Group& group = controller.snapshot()->groups[number];
  const GroupController::GroupState& state = controller.state(number);
  const QString decided =
      state.asked == 0 ? GroupController::tr("No decision needed")
      : state.isOpen() ? GroupController::tr("%1 of %2 decided").arg(grouped(state.decided), grouped(state.asked))
                       : answerText(state);
  const QStringList past = pastLines(controller, number);
  return GroupController::tr("%1. %2. %3. Models: %4. Configs: %5. %6.")
             .arg(kindWord(group).toLower(), titleText(group), rowsText(group.members.size()),
                  fromUtf8(overview::groupModels(group, kNamesWidth)),
                  fromUtf8(overview::groupConfigs(*controller.snapshot()->view, group, kNamesWidth)), decided) +
         (past.isEmpty() ? QString() : u' ' + past.join(u". "_s) + u'.');
}

QString decidedText(const GroupController::Count& count) {
  if (count.asked == 0) return {};
  if (count.decided < count.asked)
    return GroupController::tr("%1 of %2 decided")
        .arg(grouped(count.decided), counted(count.asked, GroupController::tr("group"), GroupController::tr("groups")));
  return count.asked == 1 ? GroupController::tr("The only group is decided")
                          : GroupController::tr("All %1 groups decided").arg(grouped(count.asked));
}

QString commitText(const session::CommitSnapshot& snapshot) {
  std::size_t rows = 0;
  for (const Group& group : snapshot.groups) rows += group.members.size();
  const std::string& commit = snapshot.view->commit();
  const QString what =
      snapshot.groups.empty()
          ? counted(snapshot.view->configs().size(), GroupController::tr("config"), GroupController::tr("configs"))
          : GroupController::tr("%1 in %2")
                .arg(rowsText(rows),
                     counted(snapshot.groups.size(), GroupController::tr("group"), GroupController::tr("groups")));
  return commit.empty() ? what : fromUtf8(commit).left(kCommitChars) + u" \u00b7 "_s + what;
}

QString notJudgedText(const sources::Opened& opened) {
  if (!opened.problems.empty()) {
    const QString first = fromUtf8(base::describe(opened.problems.front()));
    const std::size_t more = opened.problems.size() - 1;
    return more == 0
               ? first
               : first +
                     GroupController::tr("\nAnd %1 in the sources.")
                         .arg(counted(more, GroupController::tr("more problem"), GroupController::tr("more problems")));
  }
  const bool results =
      std::ranges::any_of(opened.pieces, [](const sources::Piece& piece) { return !piece.isBaseline; });
  const bool baselines = std::ranges::any_of(opened.pieces, &sources::Piece::isBaseline);
  if (baselines && !results)
    return GroupController::tr("Only baselines are open. Add what a run left: a folder, artifact zips or CSVs.");
  if (results && !baselines)
    return GroupController::tr("Only results are open. Add the baselines: a PyTorch checkout or a tree of them.");
  return GroupController::tr("A config needs a run and a baseline. The sources say what each file was taken for.");
}

QString extentText(const baselines::AcceptPlan& plan) {
  const baselines::AcceptPlan::Extent extent = plan.extent();
  const QString cells = counted(extent.cells, GroupController::tr("cell"), GroupController::tr("cells"));
  const QString whole = counted(extent.wholeRows, GroupController::tr("whole row"), GroupController::tr("whole rows"));
  const QString files = counted(extent.files, GroupController::tr("baseline"), GroupController::tr("baselines"));
  QString text = extent.cells == 0      ? GroupController::tr("%1 in %2").arg(whole, files)
                 : extent.wholeRows > 0 ? GroupController::tr("%1 and %2 in %3").arg(cells, whole, files)
                                        : GroupController::tr("%1 of %2 in %3").arg(cells, rowsText(extent.rows), files);
  if (extent.stillFailing == 0) return text;
  const QString failing = counted(extent.stillFailing, GroupController::tr("row still fails CI"), GroupController::tr("rows still fail CI"));
  return GroupController::tr("%1; %2", "what is accepted, what still fails").arg(text, failing);
}

DecisionSummary groupSummary(const GroupController& controller, const std::vector<std::size_t>& groups) {
  DecisionSummary summary;
  const Group& shown = controller.snapshot()->groups[groups.front()];
  GroupController::GroupState state;
  for (const std::size_t group : groups) state += controller.state(group);
  if (!shown.members.empty() && groups.size() == 1)
    if (const baselines::Decision* decision = controller.decision(shown.members.front())) summary.note = fromUtf8(decision->note);
  if (state.asked > 0 && !state.isOpen()) {
    summary.answer = earlierAnswer(controller, groups, state);
    summary.isEarlier = !summary.answer.isEmpty();
    if (!summary.isEarlier) summary.answer = answerText(state);
  }
  if (!summary.answer.isEmpty()) return summary;
  const GroupController::Parts parts = controller.openCells(groups);
  if (parts.empty()) {
    summary.notes << GroupController::tr(
        "The shards of these models are not here: nothing is known about them, and nothing is asked.");
    return summary;
  }
  std::size_t rows = 0;
  for (const overview::GroupRows& part : parts) rows += part.rows.size();
  if (rows > kQuietRows) {
    summary.consequence = GroupController::tr("what the run says for %1").arg(rowsText(rows));
    return summary;
  }
  const auto plan = controller.plan(parts);
  if (!plan) {
    summary.notes << fromUtf8(plan.error().text);
    return summary;
  }
  std::size_t noted = 0;  // rows; one may have several notes
  QString firstNote;
  for (const baselines::FilePlan& file : plan->files) {
    std::set<std::string_view> models;
    for (const auto& note : file.plan.notes) models.insert(note.model);
    noted += models.size();
    if (firstNote.isEmpty() && !file.plan.notes.empty())
      firstNote = fromUtf8(file.plan.notes.front().model) + u": "_s + withArrows(file.plan.notes.front().text);
  }
  if (plan->editCount() > 0) summary.consequence = extentText(*plan);
  for (const overview::GroupRows& part : parts)
    if (groups.size() == 1 && part.metrics != overview::groupMetrics(shown))
      summary.notes << GroupController::tr("%1 accepted in part: %2 still differs", "rows, columns")
                           .arg(rowsText(part.rows.size()), fromUtf8(text::joined(part.metrics)));
  if (plan->needsReason()) summary.guard = fromUtf8(plan->guardSummary());
  for (const std::string& problem : plan->problems) summary.notes << fromUtf8(problem);
  if (!firstNote.isEmpty())
    summary.notes << (noted == 1 ? firstNote
                                 : GroupController::tr("%1 And %2 more like it.", "note, rows").arg(firstNote, rowsText(noted - 1)));
  return summary;
}

}  // namespace plumbline::ui
