// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_to_end.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/interrupt.h"
#include "app/cli/queue_program.h"
#include "app/cli/run_outcome.h"
#include "app/cli/run_plan_text.h"
#include "app/cli/run_progress.h"
#include "core/files/file_bytes.h"
#include "core/runs/waiting_queue.h"

namespace plumbline::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kTaskLookMs = 100;
constexpr std::chrono::milliseconds kLook{50};  // between two looks at Ctrl-C and the progress
constexpr std::chrono::seconds kSilence{2};     // after that a look at the place is told
constexpr std::chrono::seconds kSlack{2};       // for the news that a child is gone

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// fileProblem tells before hours of work that their result could not be written.
std::optional<base::Error> fileProblem(const std::string& file) {
  if (file.empty()) return std::nullopt;
  const auto problem = [&](std::string text, std::string hint) {
    return base::Error{base::ErrorCode::NotWritable, std::move(text), std::move(hint), file};
  };
  std::error_code error;
  const std::filesystem::path path(file);
  if (std::filesystem::is_directory(path, error)) return problem("This is a folder.", "Name a file for the result.");
  const auto folder = path.parent_path();
  if (!std::filesystem::is_directory(folder, error)) return problem("Its folder does not exist.", "Make it first.");
  if (::access(folder.c_str(), W_OK) != 0) return problem("Its folder cannot be written.", "Take another one for the result.");
  return std::nullopt;
}

int notStarted(Context& context, const base::Error& error) {
  complain(context, error);
  return kExitNotStarted;
}

/// probe looks at the place; nothing when Ctrl-C came first. An import of torch may take a minute, so that is said.
std::optional<runs::ProbeReport> probe(runs::WaitingQueue& queue, const runs::RunSpec& spec, const Interrupt& interrupt,
                                       Context& context) {
  queue.startProbe(spec);
  const Clock::time_point silence = Clock::now() + kSilence;
  for (bool isTold = false; !interrupt.arrived();) {
    if (auto report = queue.probed(kLook)) return report;
    if (isTold || Clock::now() < silence) continue;
    isTold = true;
    RunProgressLines(context).say("Looking what " + runs::placeName(spec.place) + " has; --no-probe leaves that out.");
  }
  return std::nullopt;
}

/// canStart says what the probe found; warnings too.
bool canStart(const runs::ProbeReport& report, Context& context) {
  for (const auto& finding : report.findings)
    complain(context, {finding.blocks ? base::ErrorCode::NotFound : base::ErrorCode::BadArgument,
                       (finding.blocks ? "" : "warning: ") + finding.text, finding.hint});
  return report.canStart();
}

/// Stopping is what Ctrl-C has come to.
class Stopping {
 public:
  explicit Stopping(const std::vector<std::string>& ids) : m_ids(ids) {}
  /// arrived: once cancels, twice sets a limit to the waiting, three times ends it.
  void arrived(runs::WaitingQueue& queue, RunProgressLines& lines);
  bool isTooLong() const { return m_count > 1 && Clock::now() >= m_limit; }

 private:
  const std::vector<std::string>& m_ids;
  int m_count = 0;
  Clock::time_point m_limit;
};

void Stopping::arrived(runs::WaitingQueue& queue, RunProgressLines& lines) {
  ++m_count;
  if (m_count > 2) {
    m_limit = Clock::now();
    return;
  }
  std::chrono::seconds grace{0};
  const runs::QueuePtr now = queue.queue();
  for (const std::string& id : m_ids)
    if (const runs::Run* run = runs::findRun(*now, id)) grace = std::max(grace, run->spec.grace);
  if (m_count == 1) {
    m_limit = Clock::now() + grace + kSlack;
    for (const std::string& id : m_ids) queue.cancel(id);
    lines.say("Stopping: what runs has " + std::to_string(grace.count()) + " s to end.");
    return;
  }
  m_limit = std::max(m_limit, Clock::now());
  lines.say("Stopping: no longer than that.");
}

/// tellLeft says what goes on without this program.
void tellLeft(const runs::Queue& queue, const std::vector<std::string>& ids, RunProgressLines& lines) {
  for (const std::string& id : ids) {
    const runs::Run* run = runs::findRun(queue, id);
    if (run == nullptr || runs::isOver(runs::stateOf(*run))) continue;
    std::string names;
    for (std::size_t i = 0; i < run->tasks.size(); ++i)
      if (run->tasks[i].state != runs::RunState::Waiting && !runs::isOver(run->tasks[i].state))
        names += (names.empty() ? "" : "; ") + taskName(*run, i);
    lines.say("Run " + id + " has not ended yet" + (names.empty() ? "" : ", still there: " + names) +
              ". It is asked to; plumbline-cli run resume sees to the rest.");
  }
}

}  // namespace

bool waitForRuns(runs::WaitingQueue& queue, const std::vector<std::string>& ids, const Interrupt& interrupt, Context& context,
                 const RunWatch& watch) {
  RunProgressLines lines(context);
  const auto look = [&](const std::string& id) {
    const runs::QueuePtr now = queue.queue();
    lines.show(*now, ids, secondsNow());
    const runs::Run* run = watch.look ? runs::findRun(*now, id) : nullptr;
    if (run != nullptr) watch.look(*run, lines);
  };
  const auto tellProblems = [&] {
    for (const base::Error& problem : queue.takeProblems()) lines.say("plumbline-cli: " + base::describe(problem));
  };
  Stopping stopping(ids);
  for (const std::string& id : ids) {
    while (!queue.wait(id, kLook)) {
      look(id);
      if (interrupt.arrived()) stopping.arrived(queue, lines);
      if (!stopping.isTooLong()) continue;
      tellLeft(*queue.queue(), ids, lines);
      tellProblems();
      return false;
    }
    look(id);
  }
  tellProblems();
  return true;
}

int runToEnd(const RunWish& wish, const CommandSpec& spec, Context& context, const RunWatch& watch) {
  const auto plan = runs::planRun(wish.spec);
  if (!plan) return refuse(context, spec, plan.error());
  if (!wish.saveSpec.empty())
    if (const auto saved = files::saveFile(wish.saveSpec, runs::specText(wish.spec)); !saved)
      return notStarted(context, saved.error());
  if (wish.dryRun) {
    context.out << (wish.json ? planJsonText(wish.spec, *plan) : planText(wish.spec, *plan)) << std::flush;
    return kExitOk;
  }
  if (const auto problem = fileProblem(wish.spec.output)) return notStarted(context, *problem);

  const Interrupt interrupt;
  const QueueProgram program;
  const int jobs = wish.spec.jobs;
  runs::WaitingQueue queue({.folder = wish.folder, .limits = {jobs, jobs, jobs}, .adoptOthers = false, .withOver = false, .lookMs = kTaskLookMs});
  if (wish.probe) {
    const auto report = probe(queue, wish.spec, interrupt, context);
    if (!report) {
      RunProgressLines(context).say("Stopped; nothing was started.");
      return kExitFails;
    }
    if (!canStart(*report, context)) return kExitNotStarted;
  }
  if (interrupt.arrived()) return kExitFails;
  for (const std::string& note : plan->notes) complain(context, {base::ErrorCode::BadArgument, "note: " + note, ""});
  const auto id = queue.add(wish.spec);
  if (!id) return notStarted(context, id.error());
  const bool isOver = waitForRuns(queue, {*id}, interrupt, context, watch);
  const runs::QueuePtr last = queue.queue();
  const runs::Run* run = runs::findRun(*last, *id);
  if (run == nullptr || !isOver) return kExitFails;
  return watch.tell ? watch.tell(*run) : tellOutcome(*run, wish.json, context);
}

}  // namespace plumbline::cli
