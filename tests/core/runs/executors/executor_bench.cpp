// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/runs/executors/executor_bench.h"

#include <QDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/support/fake_checkout.h"
#include "tests/support/ssh_server.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

constexpr int kPatienceMs = 90'000;

}  // namespace

ExecutorBench::~ExecutorBench() {
  executor.reset();
  (void)QTest::qWaitFor([this] { return QDir(m_folder.path()).removeRecursively(); });
}

ExecutorBench::ExecutorBench(const RunTarget& target) {
  spec.kind = RunKind::Command;
  spec.target = target;
  spec.python = support::systemPython();
  spec.timeout = std::chrono::seconds(60);
  spec.grace = std::chrono::seconds(2);
  spec.jobs = 4;
  executor = makeExecutor(target, m_folder.path().toStdString());
}

void ExecutorBench::addTask(const std::vector<std::vector<Word>>& steps) {
  TaskPlan task{
      .model = {}, .repeat = static_cast<int>(m_plan.tasks.size()) + 1, .partition = 0, .steps = {}, .cache = false};
  for (std::size_t i = 0; i < steps.size(); ++i)
    task.steps.push_back(
        {.name = "step" + std::to_string(i), .words = steps[i], .output = "out" + std::to_string(i) + ".json"});
  m_plan.tasks.push_back(std::move(task));
}

void ExecutorBench::addShell(const std::string& line) {
  addTask({{{.before = "sh"}, {.before = "-c"}, {.before = line}, {.before = {}, .file = "out0.json"}}});
}

void ExecutorBench::addCacheUser() {
  addShell("echo x > $TORCHINDUCTOR_CACHE_DIR/compiled; echo a > $0");
  m_plan.tasks.back().cache = true;
}

bool ExecutorBench::prepare() {
  auto store = RunStore::open(m_folder.path(QStringLiteral("runs with 'quotes' [1]* \"here\"")).toStdString());
  auto found = store ? store->create(spec, m_plan, 1) : base::fail(store.error());
  if (!found) return m_problem = base::describe(found.error()), false;
  Run& run = found->run;
  run.tasks.resize(m_plan.tasks.size());
  for (std::size_t i = 0; i < m_plan.tasks.size(); ++i) {
    const auto folder = RunStore::prepareTask(run, i);
    if (!folder) return m_problem = base::describe(folder.error()), false;
    tasks.push_back({.folder = *folder, .handle = {}, .name = RunStore::nameOf(run, i)});
  }
  m_looks.resize(tasks.size());
  return true;
}

bool ExecutorBench::start(const std::function<void()>& meanwhile) {
  if (tasks.empty() && !prepare()) return false;
  bool answered = false, good = true;
  executor->start(spec, tasks, [&](const std::vector<base::Result<std::string>>& handles) {
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (handles[i])
        tasks[i].handle = *handles[i];
      else
        m_problem = base::describe(handles[i].error());
      good = good && handles[i];
    }
    good = good && handles.size() == tasks.size();
    answered = true;
  });
  const auto isAnswered = [&] {
    if (meanwhile) meanwhile();
    return answered;
  };
  if (!QTest::qWaitFor(isAnswered, kPatienceMs)) m_problem = "no answer";
  return answered && good;
}

bool ExecutorBench::poll() {
  bool answered = false;
  executor->poll(spec, tasks, [&](std::vector<TaskPollResult> results) {
    m_looks = std::move(results);
    answered = true;
  });
  return QTest::qWaitFor([&] { return answered; }, kPatienceMs);
}

bool ExecutorBench::waitForLife(std::size_t task, TaskLife life) {
  return QTest::qWaitFor([&] { return poll() && m_looks[task].life == life; }, kPatienceMs);
}

bool ExecutorBench::waitForEnds() {
  const auto isEnd = [](const TaskPollResult& one) { return one.life == TaskLife::Finished || one.life == TaskLife::Gone; };
  return QTest::qWaitFor([&] { return poll() && std::all_of(m_looks.begin(), m_looks.end(), isEnd); }, kPatienceMs);
}

bool ExecutorBench::waitForStep(std::size_t task) {
  return QTest::qWaitFor([&] { return poll() && !events(task).steps.empty(); }, kPatienceMs);
}

bool ExecutorBench::cancel(std::size_t task) {
  int answer = -1;
  executor->cancel(spec, tasks[task], [&](const base::Result<void>& done) {
    if (!done) m_problem = base::describe(done.error());
    answer = done ? 1 : 0;
  });
  return QTest::qWaitFor([&] { return answer >= 0; }, kPatienceMs) && answer == 1;
}

bool ExecutorBench::release(std::size_t task) {
  int answer = -1;
  executor->release(spec, tasks[task], [&](const base::Result<void>& done) {
    if (!done) m_problem = base::describe(done.error());
    answer = done ? 1 : 0;
  });
  return QTest::qWaitFor([&] { return answer >= 0; }, kPatienceMs) && answer == 1;
}

ProbeReport ExecutorBench::probe() {
  bool answered = false;
  ProbeReport report;
  executor->probe(spec, {}, [&](ProbeReport told) {
    report = std::move(told);
    answered = true;
  });
  if (!QTest::qWaitFor([&] { return answered; }, kPatienceMs)) report.findings.push_back({true, "no answer", {}});
  return report;
}

TaskEvents ExecutorBench::events(std::size_t task) const {
  return readEvents(file(task, "events.jsonl").toStdString()).value_or(TaskEvents{});
}

QByteArray ExecutorBench::file(std::size_t task, const std::string& name) const {
  QFile found(QString::fromStdString(tasks[task].folder + "/" + name));
  return found.open(QIODevice::ReadOnly) ? found.readAll() : QByteArray();
}

void ExecutorBench::makeAnew(bool withHandles) {
  executor.reset();
  executor = makeExecutor(spec.target, m_folder.path().toStdString());
  if (!withHandles)
    for (ExecutorTask& task : tasks) task.handle.clear();
}

void checkArguments(ExecutorBench& bench) {
  const std::string program = bench.folder()
                                  .write(QStringLiteral("dump.py"),
                                         "import json, os, sys\n"
                                         "with open(sys.argv[1], 'w') as out:\n"
                                         "    json.dump([os.fsencode(a).hex() for a in sys.argv[2:]], out)\n")
                                  .toStdString();
  static const std::vector<std::string> kPieces{" ",
                                                "  ",
                                                "'",
                                                "\"",
                                                ";",
                                                "\n",
                                                "$(touch oops)",
                                                "`touch oops`",
                                                "--",
                                                "-",
                                                "--output=x",
                                                "\\",
                                                "\\n",
                                                "&",
                                                "|",
                                                ">",
                                                "<",
                                                "*",
                                                "?",
                                                "[a-z]",
                                                "{a,b}",
                                                "{output}",
                                                "%",
                                                "%a",
                                                "!",
                                                "#",
                                                "~",
                                                "$HOME",
                                                "${IFS}",
                                                "\t",
                                                "\r",
                                                "\x01",
                                                "\x7f",
                                                "\xc3\xa4",
                                                "\xf0\x9f\x98\x80",
                                                "\xe2\x80\xae",
                                                "a",
                                                "B7",
                                                "=",
                                                ",",
                                                ":",
                                                "/",
                                                "..",
                                                "\xff",
                                                "\xc3"};
  std::mt19937 random(20261122);
  const auto below = [&random](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  std::vector<std::vector<std::string>> lists;
  constexpr std::size_t kTasks = 4, kSteps = 50;
  for (std::size_t t = 0; t < kTasks; ++t) {
    std::vector<std::vector<Word>> steps;
    for (std::size_t s = 0; s < kSteps; ++s) {
      std::vector<Word> words{{.before = bench.spec.python},
                              {.before = "-I"},
                              {.before = program},
                              {.before = {}, .file = "out" + std::to_string(s) + ".json"}};
      std::vector<std::string> list(below(6));
      for (std::string& argument : list) {
        for (std::size_t n = below(7); n > 0; --n) argument += kPieces[below(kPieces.size())];
        words.push_back({.before = argument});
      }
      lists.push_back(std::move(list));
      steps.push_back(std::move(words));
    }
    bench.addTask(steps);
  }
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForEnds());
  for (std::size_t t = 0; t < kTasks; ++t) {
    QVERIFY2(bench.lookOf(t).life == TaskLife::Finished, bench.lookOf(t).text.c_str());
    for (std::size_t s = 0; s < kSteps; ++s) {
      nlohmann::json expected = nlohmann::json::array();
      for (const std::string& argument : lists[t * kSteps + s])
        expected.push_back(QByteArray::fromStdString(argument).toHex().toStdString());
      const QByteArray out = bench.file(t, "out" + std::to_string(s) + ".json");
      QVERIFY2(nlohmann::json::parse(out.begin(), out.end(), nullptr, false) == expected, out.constData());
    }
  }
}

bool allEnded(const std::string& token) {
  return !token.empty() && support::processesWith("PLUMBLINE_TASK=" + QByteArray::fromStdString(token)).isEmpty();
}
