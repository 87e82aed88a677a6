// SPDX-License-Identifier: GPL-3.0-or-later
// Runs for the tests of the page: made-up ones in any state, and a page on a queue in a folder of its own.
//
//   auto run = made({.id = "1", .states = {RunState::Done, RunState::Cold}});
//   Shown shown;  shown.show({run});
#pragma once

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "core/runs/engine/run_queue.h"
#include "core/runs/spec/run_plan.h"
#include "ui/runs/runs_page.h"
#include "ui/support/file_prompt.h"
#include "ui/theme/theme_controller.h"

namespace plumbline::testing {

inline constexpr double kNow = 1'700'000'000;

/// PreparedPrompt answers with the paths of a test.
class PreparedPrompt : public ui::FilePrompt {
 public:
  void request(QWidget*, const ui::FileRequest& question, Answer answer) override {
    asked << question.title;
    if (!paths.isEmpty()) answer(paths);
  }
  QStringList paths, asked;
};

struct RunOptions {
  std::string id = "r1";
  std::string title = "";
  std::vector<runs::RunState> states = {runs::RunState::Waiting};  ///< of the first tasks; the others wait
  runs::RunSpec spec = {};
  std::vector<std::string> results = {};
  std::string problem = "", reason = "";
};

inline runs::RunSpec cacheSpec(int repeats = 1) {
  runs::RunSpec spec;
  spec.checkout = "/src/pytorch";
  spec.suite = runs::torchCacheSuites().front();
  spec.repeats = repeats;
  return spec;
}

inline std::shared_ptr<runs::Run> made(const RunOptions& filter) {
  auto run = std::make_shared<runs::Run>();
  run->id = filter.id;
  run->spec = filter.spec == runs::RunSpec() ? cacheSpec() : filter.spec;
  const auto plan = runs::planRun(run->spec);
  if (!plan) qFatal("no plan");
  run->plan = *plan;
  run->title = filter.title.empty() ? runs::titleOf(run->spec) : filter.title;
  run->tasks.resize(run->plan.tasks.size());
  run->queued = kNow - 4000;
  run->results = filter.results;
  run->problem = filter.problem;
  for (std::size_t i = 0; i < std::min(filter.states.size(), run->tasks.size()); ++i) {
    runs::TaskStatus& task = run->tasks[i];
    task.state = filter.states[i];
    if (task.state == runs::RunState::Waiting) continue;
    task.began = kNow - 3600 + 300.0 * static_cast<double>(i);
    if (!runs::isFinished(task.state)) continue;
    task.ended = task.began + 250;
    if (task.state != runs::RunState::Done && task.state != runs::RunState::Cancelled)
      task.reason = filter.reason.empty() ? "exit code 1 in the cold run" : filter.reason;
  }
  return run;
}

inline runs::QueuePtr queueOf(const std::vector<runs::RunPtr>& all) {
  auto queue = std::make_shared<runs::Queue>();
  queue->runs = all;
  return queue;
}

/// Shown is a page in a window on a queue of its own.
struct Shown {
  explicit Shown(ui::Scheme scheme = ui::Scheme::Light, QSize size = {1200, 760}, int fontStep = 0)
      : themes(*qApp, scheme),
        queue({.folder = folder.filePath(QStringLiteral("runs")).toStdString()}),
        page(ui::Theme::load(scheme, qApp->font(), fontStep), queue, prompt,
             folder.filePath(QStringLiteral("presets"))) {
    page.resize(size);
    page.show();
    page.activateWindow();
    if (!QTest::qWaitForWindowActive(&page)) qFatal("the page is not active");
  }
  void show(const std::vector<runs::RunPtr>& all) { page.showQueue(queueOf(all)); }
  const ui::ActionSpec& action(const QString& id) {
    specs = page.actions();
    for (const ui::ActionSpec& spec : specs)
      if (spec.id == id) return spec;
    qFatal("no such action");
  }
  void run(const QString& id) { action(id).run(); }

  QTemporaryDir folder;
  ui::ThemeController themes;
  PreparedPrompt prompt;
  runs::RunQueue queue;
  ui::RunsPage page;
  QList<ui::ActionSpec> specs;
};

}  // namespace plumbline::testing
