// SPDX-License-Identifier: GPL-3.0-or-later
// Every published pair: accept all of it, hand it over as a patch and as a saved file, check again. What CI said before
// is settled then, nothing else moved, and git agrees that patch and save are the same.
#include <QDir>
#include <QFile>
#include <QTest>
#include <set>

#include "core/baselines/accept_decision.h"
#include "core/baselines/commit_message.h"
#include "core/baselines/drafts.h"
#include "core/baselines/layout_lint.h"
#include "core/baselines/row_choice.h"
#include "core/verdicts/comparison.h"
#include "core/verdicts/view/row_view.h"
#include "tests/support/git_repository.h"
#include "tests/support/reference_material.h"

using namespace plumbline;
using baselines::BaselineTable;
using baselines::Drafts;
using baselines::Plan;
using support::referenceFolder;
using verdicts::Comparison;

namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::shared_ptr<const tables::CsvTable> scan(const std::string& bytes, const std::string& path) {
  auto scanned = tables::CsvTable::scan(bytes, path);
  return scanned.isValue() ? scanned.value() : nullptr;
}

std::shared_ptr<const Comparison> compare(const std::string& actual, const std::string& expected,
                                          const std::string& path,
                                          std::string_view generation = verdicts::kDefaultGeneration) {
  const auto rules = *verdicts::ruleSet(generation);
  auto made = Comparison::make({{scan(actual, "actual.csv")}, {scan(expected, path)}},
                               {.rules = rules, .words = {"actual.csv", path, {}}, .checks = {}});
  return made.isValue() ? made.value() : nullptr;
}

/// acceptAll plans every row and makes the change in `drafts`; the plan comes back.
base::Result<Plan> acceptAll(const Comparison& comparison, const std::string& path, bool acceptUnmeasured,
                             Drafts& drafts) {
  const auto table = BaselineTable::of(drafts.find(path)->pending, path);
  if (!table) return base::fail(table.error());
  std::vector<std::uint32_t> rows(comparison.rowCount());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i);
  Plan plan = baselines::planAcceptance(comparison, *table,
                                        {.rows = rows, .removeLost = true, .acceptUnmeasured = acceptUnmeasured});
  const auto decided = baselines::decideAccept({.files = {{.plan = plan, .table = *table}}}, drafts, {.reason = "for the test"});
  if (!decided) return base::fail(decided.error());
  if (const auto undo = drafts.apply(decided->change); !undo) return base::fail(undo.error());
  return plan;
}

/// failing lists the models that still make a check exit 1.
std::set<std::string> failing(const Comparison& comparison) {
  std::set<std::string> models;
  std::string scratch;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i)
    if (comparison.row(i).failsCi) models.emplace(comparison.modelName(i, scratch));
  return models;
}

std::set<std::string> refused(const Plan& plan) {
  std::set<std::string> models;
  for (const auto& note : plan.notes)
    if (note.refused) models.insert(note.model);
  return models;
}

std::set<std::string> keptCounters(const Plan& plan) {
  std::set<std::string> models;
  for (const auto& note : plan.notes)
    if (!note.refused) models.insert(note.model);
  return models;
}

bool within(const std::set<std::string>& some, const std::set<std::string>& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

class AcceptParityTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pairs_data();
  void pairs();
  void unmeasuredTakenSettlesTheRest_data() { pairs_data(); }
  void unmeasuredTakenSettlesTheRest();
  void cleanupTestCase();

 private:
  int m_clean = 0;
  int m_kept = 0;
  int m_refused = 0;
};

void AcceptParityTest::pairs_data() {
  QTest::addColumn<QString>("actual");
  QTest::addColumn<QString>("expected");
  std::set<QString> seen;
  for (const QByteArray& line : content(referenceFolder() + QStringLiteral("/golden/real/cases.tsv")).split('\n')) {
    const QList<QByteArray> fields = line.split('\t');
    if (fields.size() < 5 || fields[0] == "case") continue;
    const QString actual = QString::fromUtf8(fields[3]);
    const QString expected = QString::fromUtf8(fields[4]);
    if (seen.insert(actual + QLatin1Char('\n') + expected).second)
      QTest::newRow(qPrintable(actual.section(QLatin1Char('/'), 2) + QStringLiteral(" | ") +
                               expected.section(QLatin1Char('/'), 2)))
          << actual << expected;
  }
  QVERIFY(seen.size() > 20);
}

void AcceptParityTest::pairs() {
  QFETCH(QString, actual);
  QFETCH(QString, expected);
  const support::GitRepository git;
  if (!git.isUsable()) QSKIP("git is not there");
  const std::string run = content(referenceFolder() + QLatin1Char('/') + actual).toStdString();
  const QByteArray before = content(referenceFolder() + QLatin1Char('/') + expected);
  // At its place in a checkout, rocm/ included.
  const QString inside = QStringLiteral("benchmarks/dynamo/ci_expected_accuracy/") +
                         expected.section(QStringLiteral("/expected/"), -1).section(QLatin1Char('/'), -2);
  git.write(inside, before);
  QVERIFY(git.commitAll());
  const std::string path = git.pathOf(inside);

  Drafts drafts;
  QVERIFY(drafts.open(path));
  const auto comparison = compare(run, before.toStdString(), path);
  if (!comparison) QSKIP("no comparison: a file has no names");
  const auto plan = acceptAll(*comparison, path, false, drafts);
  if (!plan) {
    // Only what nobody can edit safely: a baseline with markers or rows that pandas refuses.
    const auto table = scan(before.toStdString(), path);
    bool markers = table->pandasError().has_value();
    for (std::size_t row = 0; row < table->rowCount(); ++row) markers = markers || table->isConflictMarker(row);
    QVERIFY2(markers, base::describe(plan.error()).c_str());
    return;
  }
  const std::string after = drafts.find(path)->pending;

  // Settled: what still fails was refused, or is a counter that a failed run did not count.
  const auto again = compare(run, after, path);
  QVERIFY(again);
  std::set<std::string> open = refused(*plan);
  const std::set<std::string> kept = keptCounters(*plan);
  m_refused += open.empty() ? 0 : 1;
  m_kept += kept.empty() ? 0 : 1;
  if (open.empty() && kept.empty()) {
    QCOMPARE(again->ciExit(), 0);
    ++m_clean;
  }
  open.insert(kept.begin(), kept.end());
  QVERIFY2(within(failing(*again), open), again->scriptOutput(0).output.c_str());
  // Done is done: accepting once more finds nothing.
  Drafts second;
  second.adopt({path, after, after, {}, true});
  const auto nothing = acceptAll(*again, path, false, second);
  QVERIFY(nothing && nothing->edits.empty());

  // The layout is as good or as bad as it was.
  const auto lint = [](const std::string& bytes) { return baselines::linterReplacement(bytes, "e.csv")->has_value(); };
  QCOMPARE(lint(after), lint(before.toStdString()));

  // Patch and save have one effect.
  const auto patch = baselines::patchText(drafts);
  QVERIFY(patch);
  if (!patch->empty()) {
    const QByteArray bytes = QByteArray::fromStdString(*patch);
    const auto checked = git.run({QStringLiteral("apply"), QStringLiteral("--check")}, bytes);
    QVERIFY2(checked.ok, checked.err.constData());
    QVERIFY(git.run({QStringLiteral("apply")}, bytes).ok);
    QCOMPARE(git.read(inside), QByteArray::fromStdString(after));
    QVERIFY(git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("--"), inside}).ok);
    // git wrote it anew: another file for a careful saver.
    QVERIFY(!baselines::saveAll(drafts).changedOutside.empty());
    drafts.rebase(path, before.toStdString(), *files::stampOf(path), after);
  }
  QVERIFY(baselines::saveAll(drafts).allWritten());
  QCOMPARE(git.read(inside), QByteArray::fromStdString(after));
  const std::string message = baselines::commitMessage(drafts);
  QVERIFY(message.empty());  // nothing is left to say once all is saved
}

void AcceptParityTest::unmeasuredTakenSettlesTheRest() {
  QFETCH(QString, actual);
  QFETCH(QString, expected);
  const std::string run = content(referenceFolder() + QLatin1Char('/') + actual).toStdString();
  const std::string before = content(referenceFolder() + QLatin1Char('/') + expected).toStdString();
  const std::string path = expected.toStdString();
  const auto comparison = compare(run, before, path);
  if (!comparison) QSKIP("no comparison: a file has no names");
  Drafts drafts;
  drafts.adopt({path, before, before, {}, true});
  const auto plan = acceptAll(*comparison, path, true, drafts);
  if (!plan) return;  // said by the other test
  const auto again = compare(run, drafts.find(path)->pending, path);
  QVERIFY(again);
  const std::set<std::string> open = refused(*plan);
  QVERIFY2(within(failing(*again), open), again->scriptOutput(0).output.c_str());
  if (open.empty()) QCOMPARE(again->ciExit(), 0);
}

void AcceptParityTest::cleanupTestCase() {
  qInfo("%d pairs settled as a whole, %d with counters kept, %d with rows refused", m_clean, m_kept, m_refused);
}

REFERENCE_TEST_MAIN(AcceptParityTest, "golden/real/cases.tsv")
#include "accept_test.moc"
