// SPDX-License-Identifier: GPL-3.0-or-later
// Many short runs, random cancels, and the program killed again and again in the middle of it. Afterwards every run has
// come to an end that is true, once, and nothing is left behind. PLUMBLINE_RUNS and PLUMBLINE_KILLS say how many (usually
// 40 and 6), PLUMBLINE_SEED which.
#include <QDirIterator>
#include <QElapsedTimer>
#include <QProcess>
#include <QTest>
#include <csignal>
#include <map>
#include <random>

#include "core/files/file_bytes.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/engine/run_store.h"
#include "tests/support/kill_runs.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

constexpr int kUsualRuns = 40, kUsualKills = 6;
constexpr int kPatienceMs = 240'000;

int numberOf(const char* variable, int usual) {
  bool isGiven = false;
  const int number = qEnvironmentVariableIntValue(variable, &isGiven);
  return isGiven ? number : usual;
}

QString qs(const std::string& text) { return QString::fromStdString(text); }

/// oursAlive are the processes that have our word in their environment, whatever group or session they went to.
QStringList oursAlive(const QByteArray& word) {
  QStringList alive;
  for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
    QFile environment(QStringLiteral("/proc/%1/environ").arg(id));
    if (id.toLongLong() <= 0 || !environment.open(QIODevice::ReadOnly)) continue;
    if (environment.readAll().split('\0').contains(word)) alive << id;
  }
  return alive;
}

struct Counts {
  std::map<std::string, int> states;
  int tasks = 0;
};

/// falseWords says what is not true of a task that is over; "" when all is.
QString falseWords(const Run& run, std::size_t index, const std::map<std::string, int>& executions) {
  const TaskStatus& task = run.tasks[index];
  const QString name = qs(RunStore::nameOf(run, index) + ", " + run.spec.title + ", " + std::string(stateWord(task.state)) + ": ");
  if (!isFinished(task.state)) return name + QStringLiteral("not over");
  if (task.state == RunState::Lost) return name + qs("lost though nobody killed its supervisor: " + task.reason);
  if (task.folder.empty()) return task.state == RunState::Cancelled ? QString() : name + QStringLiteral("never prepared");
  const auto bytes = files::readFile(task.folder + "/events.jsonl");
  if (!bytes) return task.state == RunState::Cancelled ? QString() : name + QStringLiteral("no events");
  const auto events = readEvents(bytes->bytes);
  if (!events || !events->finished) return name + QStringLiteral("its supervisor did not finish");
  const bool wasAsked = QFile::exists(qs(task.folder + "/cancel"));
  const TaskEnd end = endOfTask(run.spec, run.plan.tasks[index], *events, wasAsked);
  if (end.state != task.state) return name + QStringLiteral("its events say ") + qs(std::string(stateWord(end.state)));
  if (end.reason != task.reason) return name + qs("its events say \"" + end.reason + "\", it says \"" + task.reason + "\"");
  for (const StepEvents& step : events->steps)
    if (step.group > 1 && ::kill(static_cast<pid_t>(-step.group), 0) == 0) return name + QStringLiteral("its group is alive");
  const auto ran = executions.find(task.folder);
  const int times = ran == executions.end() ? 0 : ran->second;
  if (times > 1 || (times == 0 && task.state != RunState::Cancelled)) return name + QStringLiteral("ran %1 times").arg(times);
  const bool isGood = run.spec.title == "good" || run.spec.title == "fork";
  const RunState wanted = isGood ? RunState::Done : run.spec.title == "fail" ? RunState::Failed : RunState::TimedOut;
  if (task.state != wanted && task.state != RunState::Cancelled) return name + qs(task.reason);
  return {};
}

}  // namespace

class RunsEnduranceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void survivesKills();
};

void RunsEnduranceTest::survivesKills() {
  const int runs = numberOf("PLUMBLINE_RUNS", kUsualRuns), kills = tests::killCount(kUsualKills);
  const int seed = numberOf("PLUMBLINE_SEED", 1);
  qInfo("%d runs, %d kills, seed %d", runs, kills, seed);
  std::mt19937 random(static_cast<unsigned>(seed));
  const support::TestFolder folder;
  const QString program = QStringLiteral(PLUMBLINE_BINARY_DIR "/tests/bin/queue_child");
  const auto start = [&](QProcess& child, int most) {
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(program, {folder.path(), QString::number(runs), QString::number(most), QString::number(random() % 100'000)});
  };

  for (int kill = 0; kill < kills; ++kill) {
    QProcess child;
    start(child, runs / (kills + 1) + 1);
    QVERIFY2(child.waitForStarted(), qPrintable(child.errorString()));
    const int moment = static_cast<int>(10 + random() % 1500);
    if (child.waitForFinished(moment)) {
      QCOMPARE(child.exitStatus(), QProcess::NormalExit);  // it was done sooner
      QCOMPARE(child.exitCode(), 0);
      continue;
    }
    child.kill();
    QVERIFY(child.waitForFinished());
  }
  QElapsedTimer clock;
  clock.start();
  QProcess last;
  start(last, runs);
  QVERIFY2(last.waitForFinished(kPatienceMs), "the queue did not come to its end");
  QCOMPARE(last.exitStatus(), QProcess::NormalExit);
  QCOMPARE(last.exitCode(), 0);

  std::map<std::string, int> executions;
  QFile log(folder.path(QStringLiteral("executions")));
  QVERIFY(log.open(QIODevice::ReadOnly));
  for (const QByteArray& line : log.readAll().split('\n'))
    if (!line.isEmpty()) ++executions[line.toStdString()];
  for (const auto& [attempt, times] : executions) QVERIFY2(times == 1, (attempt + " ran twice").c_str());

  std::vector<base::Error> problems;
  const auto store = RunStore::open(folder.path(QStringLiteral("runs")).toStdString());
  const std::vector<Run> all = store->list(problems);
  QVERIFY2(problems.empty(), problems.empty() ? "" : describe(problems[0]).c_str());
  QCOMPARE(static_cast<int>(all.size()), runs);
  Counts counts;
  for (const Run& run : all) {
    QVERIFY2(run.isSaved, run.id.c_str());
    QVERIFY2(QFile::exists(qs(run.folder + "/record.json")), run.id.c_str());
    bool isAnyDone = false;
    for (std::size_t i = 0; i < run.tasks.size(); ++i) {
      ++counts.tasks;
      ++counts.states[std::string(stateWord(run.tasks[i].state))];
      isAnyDone = isAnyDone || run.tasks[i].state == RunState::Done;
      const QString wrong = falseWords(run, i, executions);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    if (isAnyDone) QVERIFY2(!run.results.empty(), run.id.c_str());
    for (const std::string& result : run.results) QVERIFY2(QFile::exists(qs(result)), result.c_str());
  }
  QTRY_COMPARE(oursAlive("ENDURANCE=" + folder.path().toLocal8Bit()), QStringList());
  QDirIterator caches(folder.path(), {QStringLiteral("cache")}, QDir::Dirs, QDirIterator::Subdirectories);
  QVERIFY2(!caches.hasNext(), qPrintable(caches.hasNext() ? caches.next() : QString()));
  QString states;
  for (const auto& [state, count] : counts.states) states += QStringLiteral(" %1 %2,").arg(count).arg(qs(state));
  states.chop(1);
  qInfo("%d tasks, %d executions:%s; the last program took %lld ms", counts.tasks, static_cast<int>(executions.size()),
        qPrintable(states), clock.elapsed());
}

QTEST_GUILESS_MAIN(RunsEnduranceTest)
#include "endurance_test.moc"
