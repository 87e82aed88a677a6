// SPDX-License-Identifier: GPL-3.0-or-later
// Our own flaky lists over a comparison: what they excuse, what has expired, and that CI's answer never moves.
#include <QTest>

#include "core/flaky/flaky_source.h"
#include "core/verdicts/comparison.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;
using verdicts::Comparison;

namespace {

constexpr const char* kPath = "ci/rocm/inductor_torchbench_training.csv";

std::shared_ptr<const Comparison> compared(const QString& actual, const QString& expected, const QString& toml) {
  verdicts::ComparisonOptions options;
  options.rules = *verdicts::ruleSet("2025-11");
  options.words = {"a.csv", kPath, {}};
  if (!toml.isEmpty()) {
    const auto source = flaky::FlakySource::read(toml.toStdString(), "dir/flaky.toml");
    if (!source) return nullptr;
    options.ownFlaky = std::make_shared<const flaky::OwnFlaky>(
        flaky::OwnFlaky{{{"dir/flaky.toml", source->entries(), {}}}, *flaky::parseDate("2026-06-15")});
  }
  auto made = Comparison::make(
      {{support::table(actual.toStdString(), "a.csv")}, {support::table(expected.toStdString(), kPath)}}, options);
  return made.isValue() ? made.value() : nullptr;
}

/// dump returns "name excused|expired|-: text" of each row, then the counts.
QString dump(const Comparison& comparison) {
  QString out;
  std::string scratch;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const verdicts::ComparedRow& row = comparison.row(i);
    const std::string_view name = comparison.modelName(i, scratch);
    const std::string text = comparison.excuseText(i);
    if (!QString::fromStdString(comparison.sentence(i)).endsWith(QString::fromStdString(text))) out += u"NOT SAID ";
    out += QStringLiteral("%1 %2%3 %4\n")
               .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                    row.excused                                ? QStringLiteral("excused")
                    : row.has(verdicts::Finding::ExpiredFlaky) ? QStringLiteral("expired")
                                                               : QStringLiteral("-"),
                    verdicts::needsDecision(row) ? QStringLiteral("!") : QString(), QString::fromStdString(text));
  }
  return out + QStringLiteral("decide %1 excused %2 exit %3\n")
                   .arg(comparison.counts().needDecision)
                   .arg(comparison.counts().excused)
                   .arg(comparison.ciExit());
}

}  // namespace

class OwnFlakyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void overlay_data() {
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("toml");
    QTest::addColumn<QString>("dumped");
    const auto row = [](const char* name, const char* actual, const char* expected, const char* toml,
                        const char* dumped) {
      QTest::newRow(name) << QString::fromUtf8(actual) << QString::fromUtf8(expected) << QString::fromUtf8(toml)
                          << QString::fromUtf8(dumped);
    };
    const char* kFails = "name,accuracy,graph_breaks\na,fail_accuracy,1\n";
    const char* kBase = "name,accuracy,graph_breaks\na,pass,1\n";
    row("no list", kFails, kBase, "", "a -! \ndecide 1 excused 0 exit 1\n");
    row("another name", kFails, kBase, "[[flaky]]\nname = \"b\"\n", "a -! \ndecide 1 excused 0 exit 1\n");
    row("excused until and why", kFails, kBase,
        "[[flaky]]\nname = \"a\"\nreason = \"times out.\"\nissue = \"#12\"\nexpires = 2026-06-15\n",
        "a excused flaky.toml excuses it until 2026-06-15: times out (#12).\ndecide 0 excused 1 exit 1\n");
    row("expired the day before", kFails, kBase, "[[flaky]]\nname = \"a\"\nexpires = 2026-06-14\n",
        "a expired! It is listed in flaky.toml until 2026-06-14: no longer excused.\ndecide 1 excused 0 exit 1\n");
    row("a pattern and the right check", kFails, kBase, "[[flaky]]\npattern = \"?\"\ncheck = \"accuracy\"\n",
        "a excused flaky.toml excuses it in accuracy.\ndecide 0 excused 1 exit 1\n");
    row("the wrong check", kFails, kBase, "[[flaky]]\nname = \"a\"\ncheck = \"graph-breaks\"\n",
        "a -! \ndecide 1 excused 0 exit 1\n");
    row("the wrong platform", kFails, kBase, "[[flaky]]\nname = \"a\"\nplatform = \"cuda\"\n",
        "a -! \ndecide 1 excused 0 exit 1\n");
    row("platform and config", kFails, kBase, "[[flaky]]\nname = \"a\"\nplatform = \"rocm\"\nconfig = \"*_training\"\n",
        "a excused flaky.toml excuses it.\ndecide 0 excused 1 exit 1\n");
    row("only one of two failing checks", "name,accuracy,graph_breaks\na,fail_accuracy,3\n", kBase,
        "[[flaky]]\nname = \"a\"\ncheck = \"accuracy\"\n", "a -! \ndecide 1 excused 0 exit 1\n");
    row("each by its own entry", "name,accuracy,graph_breaks\na,fail_accuracy,3\n", kBase,
        "[[flaky]]\nname = \"a\"\ncheck = \"accuracy\"\nreason = \"x\"\n[[flaky]]\nname = \"a\"\ncheck = "
        "\"graph-breaks\"\n",
        "a excused flaky.toml excuses it in accuracy: x. flaky.toml excuses it in graph-breaks.\ndecide 0 excused 1 "
        "exit 1\n");
    row("one of the two has expired", "name,accuracy,graph_breaks\na,fail_accuracy,3\n", kBase,
        "[[flaky]]\nname = \"a\"\ncheck = \"accuracy\"\nexpires = 2026-01-01\n[[flaky]]\nname = \"a\"\ncheck = "
        "\"graph-breaks\"\n",
        "a expired! It is listed in flaky.toml until 2026-01-01: no longer excused.\ndecide 1 excused 0 exit 1\n");
    row("improved", "name,accuracy,graph_breaks\na,pass,0\n", kBase, "[[flaky]]\nname = \"a\"\n",
        "a excused flaky.toml excuses it.\ndecide 0 excused 1 exit 1\n");
    row("nothing to excuse", kBase, kBase, "[[flaky]]\nname = \"a\"\n", "a - \ndecide 0 excused 0 exit 0\n");
    row("lost models stay in view", "name,accuracy,graph_breaks\nb,pass,1\n",
        "name,accuracy,graph_breaks\nb,pass,1\na,pass,1\n", "[[flaky]]\npattern = \"*\"\n",
        "b - \na -! \ndecide 1 excused 0 exit 0\n");
    row("what cannot be compared stays in view", "name,graph_breaks\na,1\n", "name,graph_breaks\nz,1\n",
        "[[flaky]]\npattern = \"*\"\n", "a -! \nz -! \ndecide 2 excused 0 exit 1\n");
  }

  void overlay() {
    QFETCH(QString, actual);
    QFETCH(QString, expected);
    QFETCH(QString, toml);
    QFETCH(QString, dumped);
    const auto with = compared(actual, expected, toml);
    QVERIFY(with);
    QCOMPARE(dump(*with), dumped);
    const auto without = compared(actual, expected, {});
    for (std::size_t i = 0; i < with->rowCount(); ++i) {  // CI's part is the same with and without the list
      QCOMPARE(with->row(i).cls, without->row(i).cls);
      QCOMPARE(with->row(i).failsCi, without->row(i).failsCi);
      QCOMPARE(with->scriptLines(i), without->scriptLines(i));
    }
    QCOMPARE(with->ciExit(), without->ciExit());
  }
};

QTEST_GUILESS_MAIN(OwnFlakyTest)
#include "own_flaky_test.moc"
