// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/runs/repro/repro_options.h"
#include "core/text/quantities.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::RunState;
using verdicts::VerdictClass;

namespace {

/// The context of translations.
struct RunText {
  Q_DECLARE_TR_FUNCTIONS(RunText)
};

}  // namespace

RunStyle runStyle(RunState state) {
  const QString word = fromUtf8(runs::stateWord(state));
  switch (state) {
    case RunState::Waiting: return {u"\u25E6"_s, word, VerdictClass::ExpectedFail, VerdictClass::Pass, true};
    case RunState::Preparing: return {u"\u25B9"_s, word, VerdictClass::Improved, VerdictClass::Pass};
    case RunState::Running:
    case RunState::Cold:
    case RunState::Warm:
    case RunState::Reading: return {u"\u25B8"_s, word, VerdictClass::Improved, VerdictClass::Pass};
    case RunState::Done: return {u"\u2713"_s, word, VerdictClass::Pass, VerdictClass::Pass};
    case RunState::Failed: return {u"\u2717"_s, word, VerdictClass::Fail, VerdictClass::Fail};
    case RunState::TimedOut: return {u"!"_s, word, VerdictClass::Invalid, VerdictClass::Invalid};
    case RunState::Cancelled: return {u"\u2212"_s, word, VerdictClass::ExpectedFail, VerdictClass::Pass, true};
    case RunState::Lost: return {u"\u2205"_s, word, VerdictClass::Missing, VerdictClass::Missing};
  }
  return {};
}

bool isActive(RunState state) { return state != RunState::Waiting && !runs::isFinished(state); }

QString spanText(double seconds) {
  if (!(seconds >= 0)) return {};
  return fromUtf8(text::clockText(static_cast<qint64>(std::min(seconds, 1e10))));
}

QString momentText(double secondsSince1970, double now) {
  if (!(secondsSince1970 > 0)) return {};
  const QDateTime then = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(secondsSince1970));
  const QDateTime today = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(now));
  if (then.date() == today.date()) return then.toString(u"HH:mm"_s);
  return then.toString(then.date().year() == today.date().year() ? RunText::tr("MM-dd HH:mm") : u"yyyy-MM-dd"_s);
}

QString secondsText(double seconds) {
  const double size = std::fabs(seconds);
  return QString::number(seconds, 'f', size < 10 ? 2 : size < 100 ? 1 : 0);
}

double beganOf(const runs::Run& run) {
  double began = 0;
  for (const runs::TaskStatus& task : run.tasks)
    if (task.began > 0 && (began <= 0 || task.began < began)) began = task.began;
  return began;
}

double endedOf(const runs::Run& run) {
  double ended = 0;
  for (const runs::TaskStatus& task : run.tasks) {
    if (!runs::isFinished(task.state)) return 0;
    ended = std::max(ended, task.ended);
  }
  return ended;
}

QString progressText(const runs::RunProgress& progress) {
  const QString total = counted(static_cast<std::size_t>(progress.total), RunText::tr("task"), RunText::tr("tasks"));
  QString text = RunText::tr("%1 of %2").arg(progress.done - progress.cancelled).arg(total);
  if (progress.failed > 0) text += RunText::tr(", %1 failed").arg(progress.failed);
  if (progress.cancelled > 0) text += RunText::tr(", %1 cancelled").arg(progress.cancelled);
  return text;
}

QString finishedText(const runs::Run& run, double now) {
  const runs::RunProgress progress = runs::progressOf(run, now);
  const QString outcome = outcomeText(run, progress);
  const QString text = runStyle(runs::stateOf(run)).word + u": "_s + progressText(progress);
  return outcome.isEmpty() ? text : text + u" \u00b7 "_s + outcome;
}

QString outcomeText(const runs::Run& run, const runs::RunProgress& progress) {
  if (!run.problem.empty()) return fromUtf8(run.problem).simplified();
  QStringList parts;
  if (!run.results.empty()) {
    parts << QFileInfo(fromUtf8(run.results.front())).fileName();
    if (run.results.size() > 1) parts.back() += RunText::tr(" and %1 more").arg(run.results.size() - 1);
  }
  const auto wrong = std::ranges::find_if(run.tasks, [](const runs::TaskStatus& task) { return !task.reason.empty(); });
  if (wrong != run.tasks.end()) {
    const QString reason = fromUtf8(wrong->reason).simplified();
    parts << (progress.failed > 1 ? RunText::tr("%1 failed: %2").arg(progress.failed).arg(reason) : reason);
  }
  return parts.join(u" \u00b7 "_s);
}

QString taskTitle(const runs::Run& run, std::size_t task) {
  if (task >= run.plan.tasks.size()) return {};
  const runs::TaskPlan& plan = run.plan.tasks[task];
  if (!plan.model.empty()) return fromUtf8(plan.model);
  if (run.spec.kind == runs::RunKind::Command) return RunText::tr("command");
  if (run.spec.kind == runs::RunKind::Repro) {
    const bool isEager = runs::isEagerTask(plan);
    const int of = isEager ? run.spec.eagerRuns : run.spec.repeats;
    const QString word = isEager ? RunText::tr("eager") : fromUtf8(runs::commandOf(run.spec));
    return of > 1 ? RunText::tr("%1 %2 of %3").arg(word).arg(plan.repeat).arg(of) : word;
  }
  if (run.spec.partitions > 1) return RunText::tr("part %1 of %2").arg(plan.partition + 1).arg(run.spec.partitions);
  return RunText::tr("whole suite");
}

QString runCountText(qsizetype count) {
  return count == 1 ? RunText::tr("1 run") : RunText::tr("%1 runs").arg(grouped(static_cast<std::size_t>(count)));
}

double secondsNow() { return static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000; }

}  // namespace plumbline::ui
