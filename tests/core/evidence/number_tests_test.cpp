// SPDX-License-Identifier: GPL-3.0-or-later
// What moved between two runs, against a store: heavy tails, rows that never move, the later run in the store itself, configs that are not
// one.
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <random>

#include "core/configs/config.h"
#include "core/evidence/number_tests.h"

using namespace plumbline;
using diff::NoiseAnswer;

namespace {

const std::string kConfig = "inductor_torchbench_training";
using Draw = std::function<double(std::mt19937&)>;

std::string modelOf(int row) { return "m" + std::to_string(row); }

diff::Run runOf(const std::string& label, const std::vector<double>& values, const std::string& config = kConfig) {
  std::string csv = "name,speedup\n";
  for (std::size_t row = 0; row < values.size(); ++row) csv += modelOf(int(row)) + ',' + std::to_string(values[row]) + '\n';
  auto table = tables::CsvTable::scan(std::move(csv), label + ".csv");
  diff::Run run{.label = label, .origin = label, .tables = {table.value()}, .config = {}, .commit = {}};
  if (!config.empty()) run.config = configs::configOfBaseline(config + ".csv").value();
  return run;
}

}  // namespace

class NumberTestsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::move(*history::Store::open(m_folder->filePath(QStringLiteral("h.sqlite")).toStdString(), history::Store::Access::ReadWrite));
  }
  void cleanup() { m_store.reset(); }

  /// Of noise with heavy tails nothing is beyond; what moved by far more than all of it is.
  void heavyTails_data() {
    QTest::addColumn<bool>("hasSpikes");
    QTest::newRow("Student t, 3 degrees") << false;
    QTest::newRow("spikes") << true;
  }
  void heavyTails() {
    QFETCH(bool, hasSpikes);
    std::student_t_distribution<double> student(3);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> share;
    const Draw draw = [&](std::mt19937& random) {
      return 100 + (hasSpikes ? normal(random) + (share(random) < 0.03 ? 8 : 0) : student(random));
    };
    fill(150, 60, draw);
    int beyond = 0;
    for (int i = 0; i < 5; ++i) {
      std::vector<double> before, after;
      for (int row = 0; row < 150; ++row) before.push_back(draw(m_random)), after.push_back(draw(m_random));
      after[7] += 100;
      const auto tested = test(before, after);
      QVERIFY(tested != nullptr);
      for (const diff::CellShift& cell : tested->cells()) beyond += cell.row != 7 && cell.answer() == NoiseAnswer::Beyond ? 1 : 0;
      QVERIFY(tested->of(7, 0)->answer() == NoiseAnswer::Beyond);
    }
    QVERIFY2(beyond <= 1, qPrintable(QString::number(beyond)));
  }

  /// A row that was the same in 41 runs and halves: alone surprising, among 300 numbers no count of 41 can say so.
  void constantsAmongMany() {
    fill(300, 41, [](std::mt19937&) { return 1.0; });
    std::vector<double> before(300, 1), after(300, 1);
    after[7] = 0.5;
    const auto many = test(before, after);
    QCOMPARE(many->cells().size(), std::size_t{1});
    const diff::CellShift& cell = many->cells().front();
    QVERIFY(cell.isCounted && cell.answer() == NoiseAnswer::TooFew);
    QCOMPARE(QString::fromStdString(noiseText(cell)), QStringLiteral("cannot tell among so many numbers (p 0.024 alone, q 1)"));
    QCOMPARE(QString::fromStdString(shiftText(cell)),
             QStringLiteral("-0.5, noise up to 0 either way (95 %), p 0.024, q 1, counts, against 41 values of the history"));
    const auto few = test({1, 1, 1}, {0.5, 1, 1});
    QCOMPARE(QString::fromStdString(noiseText(few->cells().front())),
             QStringLiteral("cannot tell, 18 more runs in the history (p 0.024 alone, q 0.071)"));
    QVERIFY(test({1}, {0.5})->cells().front().answer() == NoiseAnswer::Beyond);
  }

  /// The later run is not held against itself, with or without a commit.
  void theRunItself() {
    fill(1, 25, [](std::mt19937&) { return 1.0; });
    const auto q = [&] { return test({1}, {0.5})->cells().front().q; };
    const double before = q();
    add("later", {0.5});
    QCOMPARE(q(), before);
    add("again", {0.5});
    QVERIFY(q() > before);  // another run that had it
  }

  void nothingToTest() {
    fill(2, 30, [](std::mt19937&) { return 1.0; });
    QVERIFY(test({1, 1}, {1, 1}) == nullptr);
    QVERIFY(testRuns(runOf("a", {1}, ""), runOf("b", {0.5}, "")) == nullptr);
    QVERIFY(testRuns(runOf("a", {1}), runOf("b", {0.5}, "dynamic_inductor_torchbench_training")) == nullptr);
    QVERIFY(testRuns(runOf("a", {1}, ""), runOf("b", {0.5})) != nullptr);  // one side says it
    QVERIFY(testRuns(runOf("a", {1}, "inductor_timm_training"), runOf("b", {0.5}, "inductor_timm_training")) == nullptr);
    std::stop_source stop;
    stop.request_stop();
    const evidence::Moved moved{diff::RunDiff::make({runOf("a", {1}), runOf("b", {0.5})}).value(), {}};
    QVERIFY(evidence::testMoves(*m_store, {&moved, 1}, diff::defaultThresholds(), base::Progress(stop.get_token()))->empty());
  }

  void tooFewRuns() {
    fill(1, 3, [](std::mt19937& random) { return 1 + 0.001 * double(random() % 10); });
    const diff::CellShift cell = test({1}, {0.5})->cells().front();
    QVERIFY2(noiseText(cell).starts_with("cannot tell, ") && noiseText(cell).ends_with("more runs in the history (3 values of it)"), noiseText(cell).c_str());
    QCOMPARE(QString::fromStdString(shiftText(cell)), QStringLiteral("-0.5, against 3 values of the history"));
  }

 private:
  void add(const std::string& name, const std::vector<double>& values) {
    history::RunRecord record;
    record.info.contentHash = name;
    record.info.commitTime = 1'767'225'600 + 86'400 * ++m_days;
    for (std::size_t row = 0; row < values.size(); ++row)
      record.samples.push_back({{"torchbench", kConfig, modelOf(int(row)), "speedup", ""}, values[row], {}});
    QVERIFY(m_store->runs().add({&record, 1}));
  }
  void fill(int rows, int runs, const Draw& draw) {
    for (int run = 0; run < runs; ++run) {
      std::vector<double> values;
      for (int row = 0; row < rows; ++row) values.push_back(draw(m_random));
      add("run" + std::to_string(run), values);
    }
  }
  std::shared_ptr<const diff::Repeats> testRuns(const diff::Run& before, const diff::Run& after) {
    const evidence::Moved moved{diff::RunDiff::make({before, after}).value(), {}};
    diff::Thresholds thresholds = diff::defaultThresholds();
    [&] { QVERIFY(diff::setThreshold(thresholds, "speedup=1%")); }();
    const auto tested = evidence::testMoves(*m_store, {&moved, 1}, thresholds);
    return tested && !tested->empty() ? tested->front() : nullptr;
  }
  std::shared_ptr<const diff::Repeats> test(const std::vector<double>& before, const std::vector<double>& after) {
    return testRuns(runOf("a", before), runOf("b", after));
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<history::Store> m_store;
  std::mt19937 m_random{11};
  int m_days = 0;
};

QTEST_GUILESS_MAIN(NumberTestsTest)
#include "number_tests_test.moc"
