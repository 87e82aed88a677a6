// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the page of runs, light and dark, into the build folder; fails when it is blank.
#include <QApplication>
#include <QDateTime>
#include <QFile>
#include <QLineEdit>
#include <QTabBar>
#include <algorithm>

#include "tests/support/kept_picture.h"
#include "tests/ui/runs/repro_fixture.h"
#include "tests/ui/runs/runs_fixture.h"
#include "ui/runs/form/run_form.h"
#include "ui/runs/form/start_panel.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/repro/repro_view.h"
#include "ui/runs/run_details.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using runs::RunState;
using testing::made;

namespace {

/// What the page gets of windows of 900x600, 1280x720 and 1600x1000: less the rail, the header and the status line.
constexpr QSize kSmall(828, 524), kUsual(1208, 644), kLarge(1528, 924);

runs::RunSpec suiteSpec() {
  runs::RunSpec spec = testing::cacheSpec();
  spec.kind = runs::RunKind::Suite;
  spec.suite.clear();
  spec.config = "dynamic_inductor_" + configs::suiteNames().front() + "_training";
  spec.models = {"llama", "moco"};
  return spec;
}

void writeLog(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) qFatal("no log");
  for (int i = 0; i < 60; ++i)
    file.write(
        "loading model: 0it [00:00, ?it/s]\n\x1b[32mcuda train nanogpt\x1b[0m  compiled in 31.2 s, graph breaks 0\n");
  file.write("\x1b[1;31mRuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\x1b[0m\n");
}

std::vector<runs::RunPtr> someRuns(const QString& folder) {
  writeLog(folder + u"/cold.log"_s);
  auto going = made({.id = "1",
                     .states = {RunState::Done, RunState::Done, RunState::Failed, RunState::Cold},
                     .spec = testing::cacheSpec(3)});
  going->facts = {
      {"host", "gpu-17"}, {"devices", "NVIDIA H100 80GB"}, {"torch", "2.9.0+cu128"}, {"git_sha", "0123456789abcdef"}};
  for (runs::TaskStatus& task : going->tasks) task.folder = folder.toStdString();
  going->tasks[3].steps = {{.name = "cold", .began = testing::kNow - 20, .problem = {}}};
  auto suite = made({.id = "2", .spec = suiteSpec()});
  suite->spec.priority = 1;
  auto waiting = made({.id = "3", .spec = suiteSpec()});
  waiting->spec.target = {.kind = runs::TargetKind::Slurm, .partition = "gpu"};
  waiting->isPaused = true;
  auto done = made({.id = "4",
                    .states = std::vector<RunState>(5, RunState::Done),
                    .results = {"/results/cachebench_training.json"}});
  auto failed = made(
      {.id = "5", .states = {RunState::Done, RunState::Failed, RunState::Done, RunState::TimedOut, RunState::Done}});
  auto timedOut = made({.id = "6",
                        .states = {RunState::TimedOut, RunState::TimedOut},
                        .spec = suiteSpec(),
                        .reason = "over 2000 s in the run"});
  auto lost = made({.id = "7",
                    .states = {RunState::Lost, RunState::Lost},
                    .spec = suiteSpec(),
                    .reason = "its supervisor ended without a result"});
  auto cancelled = made({.id = "8", .states = {RunState::Cancelled, RunState::Cancelled}, .spec = suiteSpec()});
  const double later = static_cast<double>(QDateTime::currentSecsSinceEpoch()) - testing::kNow;
  const std::vector<std::shared_ptr<runs::Run>> all = {going, suite, waiting, done, failed, timedOut, lost, cancelled};
  for (const auto& run : all)
    for (runs::TaskStatus& task : run->tasks) {
      if (task.began > 0) task.began += later;
      if (task.ended > 0) task.ended += later;
    }
  return {all.begin(), all.end()};
}

}  // namespace

class RunsScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void repro_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const QSize size : {kSmall, kUsual})
        for (const char* state : {"form", "minify", "once", "class", "more", "checkpoints", "why", "new", "bad"})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), state)
              << dark << size << QString::fromLatin1(state);
  }
  void repro() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    testing::Shown shown(dark ? ui::Scheme::Dark : ui::Scheme::Light, size);
    const QString script = testing::standIn(u"deterministic"_s);
    const auto folder = [&](int run) { return shown.folder.filePath(u"run-%1"_s.arg(run)); };
    const QByteArray differs = testing::kDiffers;
    auto once = testing::madeRepro(folder(1), {.id = "1", .states = {RunState::Failed}, .spec = testing::reproSpec(script)},
                                   {"WARNING: no save_dir specified, will generate random data\n" + differs});
    auto ten = testing::madeRepro(
        folder(2), {.id = "2", .states = std::vector<RunState>(12, RunState::Failed), .spec = testing::reproSpec(script, 10)},
        QList<QByteArray>(12, differs));
    ten->tasks[0].state = ten->tasks[1].state = RunState::Done;
    ten->tasks[0].steps[0].code = ten->tasks[1].steps[0].code = 0;
    auto three = testing::madeRepro(
        folder(3), {.id = "3", .states = std::vector<RunState>(4, RunState::Failed), .spec = testing::reproSpec(script, 2)},
        QList<QByteArray>(4, differs));
    runs::RunSpec minify = testing::reproSpec(script);
    minify.arguments = {"minify"};
    auto minifying = testing::madeRepro(folder(4), {.id = "4", .states = {RunState::Running}, .spec = minify});
    const QString checkpoints = QString::fromStdString(minifying->tasks[0].folder) + u"/checkpoints"_s;
    QDir().mkpath(checkpoints);
    for (const int nodes : {131, 66, 34, 17, 9, 5}) QFile::copy(script, checkpoints + u"/minified_%1_nodes.py"_s.arg(nodes));
    runs::RunSpec row = suiteSpec();
    row.models = {"beit_base_patch16_224"};
    auto why = testing::madeRepro(folder(5), {.id = "5", .states = {RunState::Done}, .spec = runs::specForWhy(row)}, {"done\n"});
    QFile::copy(script, QString::fromStdString(why->tasks[0].folder) + u"/repro.py"_s);
    shown.show({once, ten, three, minifying, why});
    if (state == u"new"_s) {
      shown.run(u"runs.repro.new"_s);
      for (QLineEdit* each : shown.page.findChildren<QLineEdit*>()) {
        if (each->accessibleName() == u"Module"_s) each->setText(u"mypackage.model"_s);
        if (each->accessibleName() == u"Model"_s) each->setText(u"Model(3)"_s);
        if (each->accessibleName() == u"Shape of input 1"_s) each->setText(u"8, 16"_s);
      }
    } else {
      runs::RunSpec spec = testing::reproSpec(script, state == u"form"_s ? 10 : 1);
      if (state == u"minify"_s) spec.arguments = {"minify"};
      if (state == u"bad"_s) spec.script = (shown.folder.path() + u"/no such repro.py"_s).toStdString();
      shown.page.showSpec(spec);
    }
    auto* table = shown.page.findChild<ui::QueueTable*>(u"queue"_s);
    const QStringList rows{u"once"_s, u"class"_s, u"more"_s, u"checkpoints"_s, u"why"_s};
    table->goTo(std::max(0, static_cast<int>(rows.indexOf(state))));
    auto* details = shown.page.findChild<ui::RunDetails*>();
    details->showStep(details->stepCount() - 1);
    auto* model = table->model();
    QTRY_VERIFY(model->index(1, 0).data().toString() != u"failed"_s && model->index(2, 0).data().toString() != u"failed"_s);
    QTRY_VERIFY(state != u"checkpoints"_s || details->repro()->scriptCount() == 6);
    QTRY_VERIFY(state != u"why"_s || details->repro()->scriptCount() == 1);
    QTRY_VERIFY(!shown.page.findChild<ui::StartPanel*>()->findingsText().contains(u"being read"_s));
    for (int pass = 0; pass < 8; ++pass) QTest::qWait(0);
    support::keepPicture(shown.page.grab().toImage(), u"runs-repro-"_s + QString::fromUtf8(QTest::currentDataTag()));
  }

  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const QSize size : {kSmall, kUsual, kLarge})
        for (const char* state : {"none", "runs", "suite", "command", "problem", "slurm"})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), state)
              << dark << size << QString::fromLatin1(state);
  }
  void page() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    testing::Shown shown(dark ? ui::Scheme::Dark : ui::Scheme::Light, size);
    if (state != u"none"_s) shown.show(someRuns(shown.folder.path()));
    runs::RunSpec spec = testing::cacheSpec(3);
    if (state == u"suite"_s) spec = suiteSpec();
    if (state == u"command"_s) {
      spec.kind = runs::RunKind::Command;
      spec.command = {"{python}", "bench.py", "--only", "{model}", "--output={output}"};
      spec.models = {"a", "b"};
      spec.environment = {{"OMP_NUM_THREADS", "8"}};
    }
    if (state == u"slurm"_s) {
      spec.target = {.kind = runs::TargetKind::Slurm,
                    .partition = "gpu",
                    .gres = "gpu:1",
                    .timeLimit = "2:00:00",
                    .folder = "/shared/runs"};
      spec.output = "/results/cachebench.json";
    }
    if (state == u"problem"_s) spec.repeats = 12;
    shown.page.showSpec(spec);
    auto* form = shown.page.findChild<ui::RunForm*>();
    if (state == u"slurm"_s) form->setMore(true);
    runs::ProbeReport report;
    report.facts = {{"host", "gpu-17"},
                    {"python", "3.12.4"},
                    {"torch", "2.9.0+cu128"},
                    {"cuda", "12.8"},
                    {"devices", "NVIDIA H100 80GB"}};
    if (state == u"suite"_s)
      report.findings = {{.blocks = true,
                          .text = "torch cannot be imported.",
                          .hint = "Activate the environment that has it, or name its interpreter."}};
    if (state == u"command"_s)
      report.findings = {{.blocks = false, .text = "Only 3 GB are free in /tmp.", .hint = "Caches may need more."}};
    QSignalSpy wanted(form, &ui::RunForm::probeRequested);
    if (state != u"problem"_s && state != u"none"_s) {
      QObject::disconnect(&shown.queue, &runs::RunQueue::probed, form,
                          nullptr);  // this machine's answer is another one
      QTRY_VERIFY(!wanted.isEmpty());
      form->acceptProbe(report);
    }
    for (int pass = 0; pass < 8; ++pass) QTest::qWait(0);  // layouts that were asked for, level by level
    support::keepPicture(shown.page.grab().toImage(), u"runs-page-"_s + QString::fromUtf8(QTest::currentDataTag()));
  }
};

QTEST_MAIN(RunsScreenshots)
#include "runs_screenshots.moc"
