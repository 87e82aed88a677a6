// SPDX-License-Identifier: GPL-3.0-or-later
// Specs as JSON: what is written comes back, what is wrong is named.
#include <QRandomGenerator>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/runs/spec/run_spec.h"
#include "tests/core/runs/spec/plan_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

class RandomSpec {
 public:
  explicit RandomSpec(quint32 seed) : m_random(seed) {}

  RunSpec make() {
    RunSpec spec;
    spec.kind = RunKind(m_random.bounded(3));
    spec.mode = configs::Mode(m_random.bounded(2));
    spec.test = SuiteTest(m_random.bounded(2));
    spec.form = ResultForm(m_random.bounded(2));
    for (std::string* text : {&spec.title, &spec.checkout, &spec.python, &spec.suite, &spec.config, &spec.device,
                              &spec.baseline, &spec.workingFolder, &spec.output})
      if (flag()) *text = word();
    for (auto* list : {&spec.models, &spec.extra, &spec.command, &spec.gpus})
      for (int count = m_random.bounded(4); count > 0; --count) list->push_back(word());
    for (int count = m_random.bounded(3); count > 0; --count) spec.environment.emplace_back(word(), word());
    for (bool* value : {&spec.dynamic, &spec.freshCache, &spec.keepCache}) *value = flag();
    for (int* number : {&spec.repeats, &spec.partitions, &spec.retries, &spec.priority, &spec.jobs, &spec.nice})
      if (flag()) *number = static_cast<int>(m_random.generate());
    spec.timeout = std::chrono::seconds(static_cast<std::int64_t>(m_random.generate64()));
    spec.grace = std::chrono::seconds(m_random.bounded(100));
    if (flag()) spec.logBytes = m_random.generate64();
    spec.target.kind = TargetKind(m_random.bounded(3));
    if (spec.target.kind == TargetKind::Ssh) spec.target.host = "h" + word();
    if (spec.target.kind == TargetKind::Slurm && flag()) spec.target.partition = word();
    for (std::string* text : {&spec.target.gres, &spec.target.timeLimit, &spec.target.folder, &spec.target.scratch})
      if (flag()) *text = word();
    return spec;
  }

 private:
  bool flag() { return m_random.bounded(2) == 1; }
  std::string word() {
    static const std::vector<std::string> kPieces = {"a",  "B", " ", "\"", "\\",   "\n", "é",
                                                     "漢", "😀", "/", ":",  "\x01", "-",  "'"};
    std::string text;
    for (int count = m_random.bounded(5); count > 0; --count)
      text += kPieces[static_cast<std::size_t>(m_random.bounded(static_cast<int>(kPieces.size())))];
    return text;
  }
  QRandomGenerator m_random;
};

}  // namespace

void PlanTest::specsComeBack() {
  RandomSpec random(3);
  for (int round = 0; round < 2000; ++round) {
    const RunSpec spec = random.make();
    const std::string text = specText(spec);
    const auto back = specOf(text, "x.json");
    QVERIFY2(back, back ? "" : (back.error().text + text).c_str());
    QVERIFY2(*back == spec, text.c_str());
  }
}

void PlanTest::shortSpecs() {
  const auto spec = specOf(R"({"form": 1, "kind": "suite", "suite": "torchbench", "on": "slurm:gpu", "jobs": 3})");
  QVERIFY(spec);
  RunSpec expected;
  expected.kind = RunKind::Suite;
  expected.suite = "torchbench";
  expected.target = {.kind = TargetKind::Slurm, .partition = "gpu"};
  expected.jobs = 3;
  QVERIFY(*spec == expected);
  // Bytes that are no UTF-8 cannot be said in JSON; they are no reason to die.
  expected.title = "\xff";
  QVERIFY(specOf(specText(expected)));
}

void PlanTest::badJson_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* json, const char* text) {
    QTest::newRow(json) << QByteArray(json) << QString::fromUtf8(text);
  };
  const auto member = [&](const char* members, const char* text) {
    const QByteArray json = QByteArray(R"({"form": 1, "kind": "suite", )") + members + "}";
    QTest::newRow(members) << json << QString::fromUtf8(text);
  };
  row("{", "not JSON");
  row("[]", "not an object");
  row("{} {}", "not JSON");
  row("{}", "\"form\" must be 1");
  row(R"({"form": 2})", "later version");
  row(R"({"form": 2, "new_thing": 1})", "later version");
  row(R"({"form": "1"})", "\"form\" must be a whole number");
  member(R"("modles": [])", "no member \"modles\"");
  member(R"("models": "a")", "\"models\" must be a list of texts");
  member(R"("models": ["a", 1])", "\"models\" must be a list of texts");
  member(R"("title": null)", "\"title\" must be a text");
  member(R"("dynamic": 1)", "\"dynamic\" must be true or false");
  member(R"("repeats": 1.0)", "\"repeats\" must be a whole number");
  member(R"("repeats": "3")", "\"repeats\" must be a whole number");
  member(R"("repeats": 2147483648)", "\"repeats\" must be a whole number");
  member(R"("priority": -2147483649)", "\"priority\" must be a whole number");
  member(R"("log_bytes": -1)", "\"log_bytes\" must be a whole number");
  member(R"("timeout": 1e400)", "not JSON");
  member(R"("timeout": 99999999999999999999)", "\"timeout\" must be a whole number");
  member(R"("mode": "train")", "\"mode\" must be training or inference");
  member(R"("test": 1)", "\"test\" must be accuracy or performance");
  member(R"("on": "ssh:")", "\"on\" must be local, ssh:HOST");
  member(R"("on": 3)", "\"on\" must be a text");
  member(R"("environment": {"A": "b"})", "\"environment\" must be a list of pairs");
  member(R"("environment": [["A"]])", "\"environment\" must be a list of pairs");
  member(R"("environment": [["A", 1]])", "\"environment\" must be a list of pairs");
  member(R"("environment": [[["A"], "b"]])", "Lists stand in lists");
  QTest::newRow("deep") << QByteArray(1000000, '[') << QStringLiteral("Lists stand in lists");
  QTest::newRow("deep objects") << QByteArray(R"({"a":)").repeated(300000) << QStringLiteral("Lists stand in lists");
  // These take minutes, and the test its whole time, where reading is quadratic.
  QTest::newRow("many objects") << QByteArray("[" + QByteArray("{},").repeated(1'000'000) + "{}]") << QStringLiteral("not an object");
  QByteArray members = R"({"form": 1)";
  for (int i = 0; i < 300'000; ++i) members += ", \"x" + QByteArray::number(i) + "\": {}";
  QTest::newRow("many members") << QByteArray(members + "}") << QStringLiteral("no member \"x0\"");
  QTest::newRow("huge") << QByteArray(17 << 20, ' ') << QStringLiteral("too long");
  QTest::newRow("long name") << QByteArray("{\"form\": 1, \"" + QByteArray(100000, 'x') + "\": 1}")
                             << QStringLiteral("no member \"xxx");
}

void PlanTest::badJson() {
  QFETCH(const QByteArray, json);
  QFETCH(const QString, text);
  const auto spec = specOf(json.toStdString(), "x.json");
  QVERIFY(!spec);
  QCOMPARE(spec.error().code, base::ErrorCode::BadFormat);
  QCOMPARE(qs(spec.error().file), QStringLiteral("x.json"));
  QVERIFY2(qs(spec.error().text).contains(text), spec.error().text.c_str());
  QVERIFY(spec.error().text.size() < 300);
}

void PlanTest::mutilatedJson() {
  RandomSpec random(5);
  QRandomGenerator number(6);
  int good = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string text = specText(random.make());
    const auto at = static_cast<std::size_t>(number.bounded(static_cast<int>(text.size())));
    if (round % 3 == 0)
      text.resize(at);
    else if (round % 3 == 1)
      text[at] = static_cast<char>(number.bounded(256));
    else
      text.erase(at, static_cast<std::size_t>(number.bounded(20)));
    const auto spec = specOf(text, "x.json");
    if (!spec) {
      QVERIFY(!spec.error().text.empty());
      continue;
    }
    ++good;
    QVERIFY(*specOf(specText(*spec)) == *spec);
  }
  QVERIFY(good > 0);  // a letter of a name may well become another
}
