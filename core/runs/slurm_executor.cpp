// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/slurm_executor.h"

#include <map>

#include "core/files/file_bytes.h"
#include "core/files/folder_tree.h"
#include "core/runs/slurm_look.h"
#include "core/runs/slurm_probe.h"
#include "core/runs/slurm_start.h"
#include "core/runs/slurm_talk.h"

namespace plumbline::runs {
namespace {

using namespace std::chrono_literals;

// After the grace, Slurm's own time between its two signals, and a little.
constexpr auto kBeforeForce = 40s;

struct Cancel {
  std::string job;
  std::chrono::seconds grace{0};
  Executor::Ended done;
};

}  // namespace

struct SlurmExecutor::Private {
  explicit Private(std::string runs) : folder(std::move(runs)), looker(talk) {}

  void cancelAll();

  const std::string folder;
  SlurmTalk talk;
  SlurmLooker looker;
  std::vector<Cancel> cancels;
};

SlurmExecutor::SlurmExecutor(const Place& /*place*/, const std::string& folder, QObject* parent)
    : Executor(parent), d(std::make_unique<Private>(folder)) {}

SlurmExecutor::~SlurmExecutor() { SlurmExecutor::stopAll(); }

void SlurmExecutor::stopAll() {
  d->cancels.clear();
  d->talk.stopAll();
}

void SlurmExecutor::probe(const RunSpec& spec, const std::string& /*script*/, Probed done) {
  probeSlurm(d->talk, spec, d->folder, std::move(done));
}

void SlurmExecutor::start(const RunSpec& spec, const std::vector<TaskAt>& tasks, Started done) {
  startOnSlurm(d->talk, spec, tasks, std::move(done));
}

void SlurmExecutor::look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Looked done) {
  d->looker.look(spec, tasks, std::move(done));
}

void SlurmExecutor::cancel(const RunSpec& spec, const TaskAt& task, Ended done) {
  const auto asked = files::saveFile(slurmFolder(spec.place, task) + "/" + std::string(kCancelFile), "\n");
  std::string job = d->looker.jobOf(task);
  if (!asked || job.empty()) {
    d->talk.later(0ms, [done = std::move(done), asked] {
      if (asked)
        done({});
      else
        done(base::fail(asked.error()));
    });
    return;
  }
  d->cancels.push_back({std::move(job), spec.grace, std::move(done)});
  // Those that are asked for in the same moment go in one call.
  if (d->cancels.size() == 1) d->talk.later(0ms, [this] { d->cancelAll(); });
}

void SlurmExecutor::Private::cancelAll() {
  auto list = std::make_shared<std::vector<Cancel>>(std::exchange(cancels, {}));
  std::vector<std::string> jobs;
  for (const Cancel& one : *list) jobs.push_back(one.job);
  const auto with = [&jobs](std::vector<std::string> options) {
    options.insert(options.end(), jobs.begin(), jobs.end());
    return options;
  };
  // A task that waits is taken back; the keeper of one that runs is asked to end its program politely, and by force
  // after the grace; only a keeper that does not answer is ended by Slurm.
  talk.ask("scancel", with({"--state=PENDING"}), {},
           [this, list, polite = with({"--batch", "--signal=TERM"})](const ProgramAnswer&) {
             talk.ask("scancel", polite, {}, [this, list](const ProgramAnswer& answer) {
               const bool isLost = !answer.isGood() && !SlurmTalk::isRefusal(answer);
               for (const Cancel& one : *list) {
                 talk.later(one.grace + kBeforeForce,
                            [this, job = one.job] { talk.ask("scancel", {job}, {}, [](const ProgramAnswer&) {}); });
                 if (isLost)
                   one.done(base::fail(SlurmTalk::problemOf("scancel", answer)));
                 else
                   one.done({});
               }
             });
           });
}

void SlurmExecutor::release(const RunSpec& spec, const TaskAt& task, Ended done) {
  base::Result<void> removed;
  const std::string folder = slurmFolder(spec.place, task);
  const bool isOurs = folder != task.folder && files::readFile(folder + "/" + std::string(kSlurmMark)).has_value();
  const bool isKept = spec.keepCache && files::stampOf(folder + "/" + std::string(kCacheFolder)).has_value();
  if (isOurs && !isKept) removed = files::removeTree(spec.place.folder, task.name);
  d->talk.later(0ms, [done = std::move(done), removed] { done(removed); });
}

}  // namespace plumbline::runs
