// SPDX-License-Identifier: GPL-3.0-or-later
// The window and the command line accept the same: 200 generated pairs, with and without flaky.toml, go through a
// loaded snapshot as the queue of rows uses it, through the command `accept`, and through `update` of a tree.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <set>
#include <sstream>

#include "app/cli/cli.h"
#include "core/baselines/accept_decision.h"
#include "core/baselines/drafts.h"
#include "core/session/session.h"

using namespace plumbline;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPairs = 200;
constexpr std::uint32_t kSeed = 20261123;
constexpr const char* kReason = "new image";

void write(const QString& path, const std::string& bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

std::string read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : "no file";
}

/// Pair is one generated run with its baseline and a flaky list.
struct Pair {
  std::string actual, expected, flaky;
};

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : m_random(seed) {}

  Pair make() {
    Pair pair;
    pair.actual = pair.expected = "name,accuracy,graph_breaks\n";
    const int models = 1 + below(12);
    for (int i = 0; i < models; ++i) {
      const std::string name = kNames[static_cast<std::size_t>(i)];
      const std::string old = name + ',' + word() + ',' + std::to_string(below(4)) + '\n';
      const int kind = below(10);
      if (kind != 0) pair.expected += old;                                      // 0: a new model
      if (kind >= 5) pair.actual += name + ',' + word() + ',' + std::to_string(below(4)) + '\n';
      else if (kind != 1) pair.actual += old;                                   // 1: a lost model
      if (kind == 9 && below(4) == 0) pair.actual += old;                       // twice in the run
      if (below(3) == 0) pair.flaky += entry(name);
    }
    return pair;
  }

 private:
  static constexpr const char* kNames[] = {"alpha", "beta", "gamma", "delta",  "epsilon", "zeta",
                                           "eta",   "theta", "iota",  "kappa", "lambda",  "mu"};
  static constexpr const char* kWords[] = {"pass", "pass", "pass", "fail_accuracy", "fail_to_run", "eager_two_runs_differ", "OOM"};

  int below(int count) { return static_cast<int>(m_random() % static_cast<std::uint32_t>(count)); }
  std::string word() { return kWords[below(static_cast<int>(std::size(kWords)))]; }
  std::string entry(const std::string& name) {
    std::string text = "[[flaky]]\nname = \"" + name + "\"\nreason = \"times out\"\n";
    if (below(3) == 0) text += "check = \"accuracy\"\n";
    if (below(4) == 0) text += "expires = 2026-01-31\n";  // expired by then
    return text + '\n';
  }
  std::mt19937 m_random;
};

/// windowDiff returns what accepting all open rows of the page changes, as the queue of rows does it.
std::string windowDiff(const QString& actual, const QString& expected, bool withGuarded) {
  const auto loaded = session::loadPair(
      {.actualPath = actual.toStdString(), .expectedPath = expected.toStdString(), .ruleId = {}, .sha = {}}, {});
  if (!loaded.isValue()) return "not loaded";
  const session::Snapshot& snapshot = *loaded.value();
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < snapshot.comparison->rowCount(); ++row)
    if (verdicts::needsDecision(snapshot.comparison->row(row))) rows.push_back(row);
  baselines::Drafts drafts;
  const auto file = drafts.open(expected.toStdString());
  if (!file) return "not opened";
  const auto table = baselines::BaselineTable::of((*file)->pending, expected.toStdString());
  if (!table) return "no table";
  const auto plan = baselines::planAcceptance(*snapshot.comparison, *table, {.rows = rows, .removeLost = true});
  const auto decided = baselines::decideAccept(
      {.files = {{.plan = plan, .table = *table}}}, drafts,
      {.reason = kReason, .guarded = withGuarded ? baselines::GuardedRows::NeedReason : baselines::GuardedRows::HoldBack});
  if (!decided) return decided.error().text;
  if (!drafts.apply(decided->change)) return "not applied";
  const auto patch = baselines::patchText(drafts);
  return patch ? *patch : patch.error().text;
}

/// commandDiff returns what `accept` changes.
std::string commandDiff(const QString& actual, const QString& expected, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"accept", actual.toStdString(), expected.toStdString(), "--reason", kReason};
  words.insert(words.end(), more.begin(), more.end());
  std::ostringstream out, err;
  return cli::runCli(words, out, err, {}) == cli::kExitUsage ? err.str() : out.str();
}

}  // namespace

class AcceptPathsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void windowAndCommandLineAcceptTheSame_data() {
    QTest::addColumn<bool>("isListed");
    QTest::addColumn<bool>("withGuarded");
    for (const bool isListed : {false, true})
      for (const bool withGuarded : {false, true})
        QTest::addRow("%s, %s", isListed ? "flaky.toml" : "no flaky.toml", withGuarded ? "all" : "unguarded") << isListed << withGuarded;
  }
  void windowAndCommandLineAcceptTheSame() {
    QFETCH(const bool, isListed);
    QFETCH(const bool, withGuarded);
    Maker maker(kSeed);
    const QTemporaryDir folder;
    std::size_t changed = 0;
    for (int i = 0; i < kPairs; ++i) {
      const Pair pair = maker.make();
      const QString here = folder.filePath(QString::number(i));
      const QString actual = here + u"/actual.csv"_s;
      const QString expected = here + u"/expected.csv"_s;
      write(actual, pair.actual);
      write(expected, pair.expected);
      if (isListed && !pair.flaky.empty()) write(here + u"/flaky.toml"_s, pair.flaky);
      std::vector<std::string> more = {"--remove-lost"};
      if (withGuarded) more.push_back("--allow-regressions");
      const std::string window = windowDiff(actual, expected, withGuarded);
      QCOMPARE(commandDiff(actual, expected, more), window);
      changed += window.empty() ? 0 : 1;
    }
    QVERIFY(changed > kPairs / 4);  // otherwise nothing is compared
  }

  void anExcusedModelIsAcceptedByItsNameAlone() {
    const QTemporaryDir folder;
    const QString actual = folder.filePath(u"actual.csv"_s);
    const QString expected = folder.filePath(u"expected.csv"_s);
    write(actual, "name,accuracy\nalpha,fail_accuracy\n\n\n\nbeta,fail_accuracy\n");
    write(expected, "name,accuracy\nalpha,pass\n\n\n\nbeta,pass\n");
    write(folder.filePath(u"flaky.toml"_s), "[[flaky]]\nname = \"alpha\"\nreason = \"times out\"\n");
    const auto changes = [](const std::string& diff, const std::string& model) {
      return diff.find('-' + model + ",pass\n+" + model + ",fail_accuracy\n") != std::string::npos;
    };
    for (const std::string& diff :
         {windowDiff(actual, expected, true), commandDiff(actual, expected, {"--allow-regressions"}),
          commandDiff(actual, expected, {"--allow-regressions", "--classes", "fail"}),
          commandDiff(actual, expected, {"--allow-regressions", "--models", "a*,beta"})}) {
      QVERIFY2(changes(diff, "beta"), diff.c_str());
      QVERIFY2(!changes(diff, "alpha"), diff.c_str());
    }
    const std::string named = commandDiff(actual, expected, {"--allow-regressions", "--models", "alpha"});
    QVERIFY2(changes(named, "alpha") && !changes(named, "beta"), named.c_str());
    QFile::remove(folder.filePath(u"flaky.toml"_s));
    QVERIFY(changes(commandDiff(actual, expected, {"--allow-regressions"}), "alpha"));
  }

  void updateLeavesExcusedModels() {
    const QTemporaryDir folder;
    const QString tree = folder.filePath(u"ci_expected_accuracy"_s);
    const QString baseline = tree + u"/inductor_timm_training.csv"_s;
    const QString run = folder.filePath(u"artifacts/test-reports/inference/inductor_timm_training.csv"_s);
    write(baseline, "name,accuracy,graph_breaks\nalpha,pass,0\nbeta,pass,0\n");
    write(run, "name,accuracy,graph_breaks\nalpha,fail_accuracy,0\nbeta,fail_accuracy,0\n");
    write(tree + u"/flaky.toml"_s, "[[flaky]]\nname = \"alpha\"\nreason = \"times out\"\n");
    std::ostringstream out, err;
    (void)cli::runCli({"update", folder.filePath(u"artifacts"_s).toStdString(), "--expected", tree.toStdString(),
                       "--allow-regressions", "--reason", kReason, "--write"},
                      out, err, {});
    QCOMPARE(read(baseline), std::string("name,accuracy,graph_breaks\nalpha,pass,0\nbeta,fail_accuracy,0\n"));
    QVERIFY2(err.str().find("alpha is excused by our flaky list and stays") != std::string::npos, err.str().c_str());
  }
};

QTEST_GUILESS_MAIN(AcceptPathsTest)
#include "accept_paths_test.moc"
