// SPDX-License-Identifier: GPL-3.0-or-later
// Repro scripts for the tests of the page: the stand-ins of tests/support/stand_in, run with its stand-in for torch; and
// made-up runs with logs.
//
//   runs::RunSpec spec = reproSpec(standIn("deterministic"), 10);
//   auto run = madeRepro(folder, {.id = "r", .states = {RunState::Failed}, .spec = spec}, {"... Dynamo failed\n"});
#pragma once

#include <QDir>
#include <QFile>

#include "core/runs/repro/repro_options.h"
#include "tests/ui/runs/runs_fixture.h"

namespace plumbline::testing {

inline QString standInFolder() { return QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/support/stand_in"); }
inline QString standIn(const QString& name) { return standInFolder() + QStringLiteral("/repro/") + name + QStringLiteral(".py"); }

/// reproSpec is what the form makes of a stand-in.
inline runs::RunSpec reproSpec(const QString& script, int repeats = 1) {
  const auto read = runs::readReproScript(script.toStdString());
  if (!read) qFatal("no script");
  auto spec = runs::specForReproducibility(*read, {}, repeats, repeats > 1 ? runs::kEagerRuns : 0);
  if (!spec) qFatal("no spec");
  spec->python = "/usr/bin/python3";
  spec->environment.emplace_back("PYTHONPATH", standInFolder().toStdString());
  return *spec;
}

inline constexpr const char* kDiffers =
    "Loading inputs\nTraceback (most recent call last):\n  File \"repro.py\", line 30, in <module>\n"
    "torch._dynamo.debug_utils.AccuracyError: Dynamo failed\n";

/// madeRepro is a run whose tasks have folders below `folder`, and those that are over a log: the n-th of `logs`, then "".
inline std::shared_ptr<runs::Run> madeRepro(const QString& folder, const RunOptions& filter,
                                            const QList<QByteArray>& logs = {}) {
  auto run = made(filter);
  run->folder = folder.toStdString();
  for (std::size_t i = 0; i < run->tasks.size(); ++i) {
    runs::TaskStatus& task = run->tasks[i];
    const QString below = folder + QStringLiteral("/task-%1").arg(i);
    QDir().mkpath(below);
    task.folder = below.toStdString();
    const std::string& step = run->plan.tasks[i].steps.front().name;
    if (task.state == runs::RunState::Waiting) continue;
    runs::StepEvents events{.name = step, .began = task.began, .problem = {}};
    if (runs::isFinished(task.state)) {
      events.ended = task.ended;
      events.end = runs::StepEnd::Exited;
      events.code = task.state == runs::RunState::Done ? 0 : 1;
    }
    task.steps = {events};
    QFile log(below + QLatin1Char('/') + QString::fromStdString(step) + QStringLiteral(".log"));
    if (!log.open(QIODevice::WriteOnly)) qFatal("no log");
    log.write(logs.value(static_cast<qsizetype>(i)));
  }
  return run;
}

}  // namespace plumbline::testing
