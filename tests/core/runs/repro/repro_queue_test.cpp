// SPDX-License-Identifier: GPL-3.0-or-later
// The stand-in repro scripts of tests/support/stand_in/repro through the real queue and the real supervisor: four classes, and
// what a cancelled minifier leaves.
#include <QTest>
#include <chrono>

#include "core/runs/engine/run_queue.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/executors/local/local_executor.h"
#include "core/runs/executors/program_calls.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/repro/reproducibility.h"
#include "core/runs/results/run_summary.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;
using namespace std::chrono_literals;

namespace {

const std::string kStandIn = std::string(PLUMBLINE_SOURCE_DIR) + "/tests/support/stand_in";

std::string scriptPath(const QString& name) { return kStandIn + "/repro/" + name.toStdString() + ".py"; }
QString qs(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// withStandIn lets the script import the stand-in for torch.
RunSpec withStandIn(RunSpec spec) {
  spec.environment.emplace_back("PYTHONPATH", kStandIn);
  spec.environment.emplace_back("PYTHONDONTWRITEBYTECODE", "1");
  spec.jobs = 4;
  return spec;
}

}  // namespace

class ReproQueueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void classes_data();
  void classes();
  void outcomes_data();
  void outcomes();
  void minifies();
  void settingsOfAScript();
  void cancelledMinifierKeepsTheBest();

 private:
  QueueOptions options() const {
    return {.folder = m_folder->path(QStringLiteral("runs")).toStdString(), .limits = {4, 4, 4}, .adoptOthers = false, .pollIntervalMs = 20};
  }
  std::unique_ptr<support::TestFolder> m_folder;
};

void ReproQueueTest::init() {
  if (!findProgram("python3")) QSKIP("There is no python3.");
  m_folder = std::make_unique<support::TestFolder>();
}

void ReproQueueTest::classes_data() {
  QTest::addColumn<QString>("script");
  QTest::addColumn<QString>("name");
  QTest::addColumn<int>("failures");
  QTest::newRow("healthy") << QStringLiteral("healthy") << QStringLiteral("healthy") << 0;
  QTest::newRow("deterministic") << QStringLiteral("deterministic") << QStringLiteral("deterministic-failure") << 10;
  QTest::newRow("compiled") << QStringLiteral("compiled_flaky") << QStringLiteral("compiled-not-deterministic") << 4;
  QTest::newRow("eager") << QStringLiteral("eager_flaky") << QStringLiteral("eager-not-deterministic") << 0;
  QTest::newRow("crashing") << QStringLiteral("crashing") << QStringLiteral("crashes-always") << 0;
}

void ReproQueueTest::classes() {
  QFETCH(QString, script);
  QFETCH(QString, name);
  QFETCH(int, failures);
  const auto read = readReproScript(scriptPath(script));
  QVERIFY2(read, read ? "" : read.error().text.c_str());
  const auto spec = specForReproducibility(*read, {}, 10);
  QVERIFY(spec);
  BlockingRunQueue queue(options());
  const auto id = queue.add(withStandIn(*spec));
  QVERIFY2(id, id ? "" : id.error().text.c_str());
  QVERIFY(queue.wait(*id, 120s));
  const QueuePtr last = queue.queue();
  const Run* run = findRun(*last, *id);
  QVERIFY(run != nullptr);
  // An answer is an answer: no task failed.
  for (const TaskStatus& task : run->tasks) QVERIFY2(task.state == RunState::Done, task.reason.c_str());
  QCOMPARE(run->tasks.size(), 12U);
  const auto outcomes = outcomesOf(*run);
  QCOMPARE(outcomes.size(), 12U);
  const Reproducibility result = reproducibility(outcomes);
  QVERIFY2(qs(className(result.classification)) == name, result.why.c_str());
  QCOMPARE(result.failureRate.count, failures);
  QVERIFY(!result.warnings.empty());  // its inputs were random
  std::vector<base::Error> problems;
  const Outputs outputs = RunStore::outputsOf(*run, problems);
  QVERIFY(problems.empty());
  QCOMPARE(outcomesIn(*run, outputs), outcomes);
  QVERIFY(qs(summaryText(*run, outputs)).startsWith(qs(classText(result.classification))));
  QCOMPARE(run->results.size(), 1U);
  QVERIFY(run->problem.empty());
  QCOMPARE(hasFailedRows(*run, outputs), name != QStringLiteral("healthy"));
  QFile record(qs(run->folder + "/record.json"));
  QVERIFY(record.open(QIODevice::ReadOnly));
  QVERIFY(record.readAll().contains("\"class\": \"" + name.toUtf8() + "\""));
}

void ReproQueueTest::outcomes_data() {
  QTest::addColumn<QString>("script");
  QTest::addColumn<int>("accuracy");
  QTest::addColumn<QString>("result");
  QTest::addColumn<int>("state");
  const auto row = [](const char* script, ReproAccuracy accuracy, const char* result, RunState state) {
    QTest::newRow((std::string(script) + " " + std::to_string(static_cast<int>(accuracy))).c_str())
        << QString::fromLatin1(script) << static_cast<int>(accuracy) << QString::fromLatin1(result) << static_cast<int>(state);
  };
  row("healthy", ReproAccuracy::Accuracy, "same", RunState::Done);
  row("healthy", ReproAccuracy::Off, "ran", RunState::Done);
  row("deterministic", ReproAccuracy::Accuracy, "differs", RunState::Done);
  row("crashing", ReproAccuracy::Accuracy, "compiled-crashed", RunState::Done);
  row("crashing", ReproAccuracy::Off, "crashed", RunState::Done);
  row("no_such_torch", ReproAccuracy::Accuracy, "import-failed", RunState::Failed);
}

void ReproQueueTest::outcomes() {
  QFETCH(QString, script);
  QFETCH(int, accuracy);
  QFETCH(QString, result);
  QFETCH(int, state);
  std::string path = scriptPath(script);
  if (script == QStringLiteral("no_such_torch"))
    path = m_folder->write(QStringLiteral("broken.py"), "import no_such_torch\nno_such_torch.run_repro(1, 2)\n").toStdString();
  const auto read = readReproScript(path);
  QVERIFY(read);
  const auto spec = specForRepro(*read, {.accuracy = static_cast<ReproAccuracy>(accuracy)});
  QVERIFY(spec);
  BlockingRunQueue queue(options());
  const auto id = queue.add(withStandIn(*spec));
  QVERIFY(id);
  QVERIFY(queue.wait(*id, 60s));
  const QueuePtr last = queue.queue();
  const Run* run = findRun(*last, *id);
  const auto outcome = outcomeOfTask(*run, 0);
  QVERIFY(outcome.isValue());
  QCOMPARE(qs(resultWord(outcome.value().result)), result);
  QCOMPARE(static_cast<int>(run->tasks[0].state), state);
  QCOMPARE(qs(readRun(*run).tasks.at(0).status), qs(resultText(outcome.value().result)));
  QCOMPARE(run->problem.empty(), state == static_cast<int>(RunState::Done));
}

void ReproQueueTest::minifies() {
  const auto read = readReproScript(scriptPath(QStringLiteral("deterministic")));
  QVERIFY(read);
  const auto spec = specForRepro(*read, {.command = ReproCommand::Minify});
  QVERIFY(spec);
  BlockingRunQueue queue(options());
  const auto id = queue.add(withStandIn(*spec));
  QVERIFY(id && queue.wait(*id, 60s));
  const QueuePtr last = queue.queue();
  const Run* run = findRun(*last, *id);
  QCOMPARE(outcomeOfTask(*run, 0).value().result, ReproResult::Minified);
  const auto found = checkpointsIn(run->tasks[0].folder);
  QCOMPARE(found.size(), 3U);
  QCOMPARE(found[0].nodes, 4);
  QCOMPARE(reproScriptsIn(run->tasks[0].folder).size(), 1U);
}

void ReproQueueTest::settingsOfAScript() {
  const std::string path = scriptPath(QStringLiteral("aot_accuracy"));
  const auto read = readReproScript(path);
  QVERIFY(read);
  const auto go = [&](const ReproOptions& options, const std::string& file, int repeats) {
    const auto script = readReproScript(file);
    const auto spec = specForRepro(*script, options, repeats);
    BlockingRunQueue queue(this->options());
    const auto id = queue.add(withStandIn(*spec));
    if (id) (void)queue.wait(*id, 60s);
    return id ? *findRun(*queue.queue(), *id) : Run{};
  };
  const auto logOf = [](const Run& run) {
    QFile log(qs(run.tasks.at(0).folder + "/run.log"));
    return log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray();
  };
  const ReproOptions running{.command = ReproCommand::Run};
  const Run clean = go(running, path, 5);
  QCOMPARE(outcomeOfTask(clean, 0).value().result, ReproResult::Differs);
  QVERIFY2(logOf(clean).contains(QByteArray::fromStdString("CACHE " + clean.tasks[0].folder + "/cache " + clean.tasks[0].folder)),
           logOf(clean).constData());
  QCOMPARE(reproducibility(outcomesOf(clean)).classification, ReproClass::DeterministicFailure);
  QVERIFY(outcomeOfTask(clean, 0).value().warnings.empty());  // no input was ever saved
  // The script itself starts the machinery again; its AccuracyError counts all the same.
  const Run kept = go({.command = ReproCommand::Run, .keepSettings = true}, path, 1);
  QVERIFY(logOf(kept).contains("CACHE /dev/null/aot-acc/cache"));
  QCOMPARE(go({.command = ReproCommand::Minify, .keepSettings = true}, path, 1).tasks.size(), 1U);

  const Run minified = go({.command = ReproCommand::Minify}, path, 1);
  QCOMPARE(outcomeOfTask(minified, 0).value().result, ReproResult::Minified);
  const auto found = checkpointsIn(minified.tasks[0].folder);
  QCOMPARE(found.size(), 3U);
  QCOMPARE(found[0].nodes, 13);
  QVERIFY(qs(checkpointsText(minified)).startsWith(QStringLiteral("Minified: 27 -> 17 -> 13 nodes, ")));
  // The minifier writes the cache of its task into them, which goes with the run; a later run has its own.
  for (const Checkpoint& checkpoint : found) {
    const auto cleaned = readReproScript(checkpoint.file);
    QVERIFY(cleaned && cleaned->settings.empty());
  }
  QFile checkpoint(qs(found[0].file));
  QVERIFY(checkpoint.open(QIODevice::ReadOnly) && !checkpoint.readAll().contains((minified.tasks[0].folder + "/cache").c_str()));
  const Run again = go(running, found[0].file, 2);
  QVERIFY2(logOf(again).contains(QByteArray::fromStdString("CACHE " + again.tasks[0].folder + "/cache " + again.tasks[0].folder)),
           logOf(again).constData());
}

void ReproQueueTest::cancelledMinifierKeepsTheBest() {
  const auto read = readReproScript(scriptPath(QStringLiteral("deterministic")));
  QVERIFY(read);
  auto spec = specForRepro(*read, {.command = ReproCommand::Minify});
  QVERIFY(spec);
  spec->environment.emplace_back("STAND_IN_MINIFIER_WAITS", "1");
  BlockingRunQueue queue(options());
  const auto id = queue.add(withStandIn(*spec));
  QVERIFY(id);
  const auto now = [&] { return findRun(*queue.queue(), *id)->tasks[0].folder; };
  // The checkpoints are there while it works.
  QTRY_COMPARE_WITH_TIMEOUT(checkpointsIn(now()).size(), 2U, 30'000);
  queue.cancel(*id);
  QVERIFY(queue.wait(*id, 60s));
  const QueuePtr last = queue.queue();
  const Run* run = findRun(*last, *id);
  QCOMPARE(run->tasks[0].state, RunState::Cancelled);
  QCOMPARE(outcomeOfTask(*run, 0).value().result, ReproResult::Cancelled);
  const auto found = checkpointsIn(run->tasks[0].folder);
  QCOMPARE(found.size(), 2U);
  QCOMPARE(found[0].nodes, 9);
  QVERIFY(qs(checkpointsText(*run)).startsWith(QStringLiteral("Best checkpoint: 9 nodes")));
}

QTEST_GUILESS_MAIN(ReproQueueTest)
#include "repro_queue_test.moc"
