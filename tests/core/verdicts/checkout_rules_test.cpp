// SPDX-License-Identifier: GPL-3.0-or-later
// Which generation the scripts of a checkout are of, by synthetic scripts; and the real one where it is at hand.
#include <QDir>
#include <QFile>
#include <QTest>

#include "core/verdicts/rule_sets/checkout_rules.h"

using namespace plumbline;
using verdicts::ScriptForm;

namespace {

QString text(const std::string& s) { return QString::fromStdString(s); }

QString dump(const ScriptForm& form) {
  return text(form.name.empty() ? "unknown: " + form.doubt : form.name + " as " + form.generation);
}

constexpr const char* kA1 =
    "flaky_models = {'a', 'b'}\ndef check(x):\n  # MISSING_ACCURACY will come one day\n"
    "  if 'rocm' in x: flaky_models.update({'r'})\n  accuracy = 1\n  print('XFAIL', 'FAIL_BUT_FLAKY:')\n";
constexpr const char* kG1 =
    "flaky_models = {'a'}\ndef check(x):\n  graph_breaks = 1\n  print('MISSING:', 'FAIL_BUT_FLAKY:')\n";

flaky::Checkout checkoutOf(const std::optional<std::string>& accuracy, const std::optional<std::string>& graphBreaks) {
  flaky::Checkout checkout{"/py", std::nullopt, std::nullopt};
  if (accuracy) checkout.accuracy = flaky::CheckScript{"/py/check_accuracy.py", *accuracy, std::nullopt};
  if (graphBreaks) checkout.graphBreaks = flaky::CheckScript{"/py/check_graph_breaks.py", *graphBreaks, std::nullopt};
  return checkout;
}

}  // namespace

class CheckoutRulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void accuracyForms_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("form");
    const auto row = [](const char* name, const QString& source, const char* form) {
      QTest::newRow(name) << source << QString::fromUtf8(form);
    };
    const QString a1 = QString::fromUtf8(kA1);
    row("A1", a1, "A1 as 2025-11");
    row("A2", a1 + QStringLiteral("  print('MISSING_ACCURACY:', 'MISSING_EXPECTED:')\n"), "A2 as 2026-08");
    row("A3",
        a1 + QStringLiteral("  print(f'{m:34} MISSING_ACCURACY:', \"MISSING_EXPECTED:\")\n"
                            "  if os.path.basename(x) == 't.csv': flaky_models.update({'t'})\n"),
        "A3 as 2026-08");
    row("A2 in a statement that begins with a text", a1 + QStringLiteral("'MISSING_ACCURACY:'.join(['MISSING_EXPECTED:'])\n"),
        "A2 as 2026-08");
    row("half of A2", a1 + QStringLiteral("  print('MISSING_ACCURACY:')\n"),
        "unknown: it distinguishes only one kind of missing value");
    row("a new word", a1 + QStringLiteral("  print('NEWLY_BROKEN:')\n"), "unknown: it prints the word NEWLY_BROKEN");
    row("2023", QStringLiteral("accuracy = 1\nprint('XFAIL', 'FAIL:')\n"), "unknown: it has no flaky list");
    row("another script", QStringLiteral("print('hello')\n"), "unknown: it does not look like an accuracy check");
    row("only in a docstring", QStringLiteral("'''accuracy XFAIL FAIL_BUT_FLAKY'''\n"),
        "unknown: it does not look like an accuracy check");
    row("empty", QString(), "unknown: it does not look like an accuracy check");
  }

  void accuracyForms() {
    QFETCH(QString, source);
    QTEST(dump(verdicts::accuracyForm(source.toStdString())), "form");
  }

  void graphBreaksForms_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("form");
    const auto row = [](const char* name, const QString& more, const char* form) {
      QTest::newRow(name) << QString::fromUtf8(kG1) + more << QString::fromUtf8(form);
    };
    row("G1", {}, "G1 as 2025-11");
    row("G1b", QStringLiteral("  if os.path.basename(x) == 't.csv': flaky_models.update({'t'})\n"), "G1b as 2025-11");
    row("G1c", QStringLiteral("  print('EAGER_FAILED')\n"),
        "unknown: it prints EAGER_FAILED where unique_graphs is absent (form G1c), which is not taken into account");
    row("G2", QStringLiteral("TRACKED_METRICS = (('graph_breaks', 'lower'),)\nprint(f'{m:34}  EAGER_FAILED')\n"),
        "G2 as 2026-07");
    row("G3", QStringLiteral("TRACKED_METRICS = (1,)\nprint('EAGER_FAILED', f\"{'INVALID:':19}\")\n"), "G3 as 2026-08");
    row("G3 by its helper", QStringLiteral("TRACKED_METRICS = (1,)\ndef _parse_counter(v): pass\n"), "G3 as 2026-08");
    row("several metrics, nothing else", QStringLiteral("TRACKED_METRICS = (1,)\n"),
        "unknown: it tracks several metrics, but prints no EAGER_FAILED");

    // The scripts of 2026 spell no status word with "flaky" as a whole.
    const auto whole = [](const char* name, const QString& source, const char* form) {
      QTest::newRow(name) << source << QString::fromUtf8(form);
    };
    const QString put = QStringLiteral(
        "flaky_models = {'a'}\nTRACKED_METRICS = {'graph_breaks': True}\ndef check(x):\n"
        "  print(f\"{m:34}  {'MISSING:':19} x\")\n  word = f\"{result}_BUT_FLAKY:\" if flaky else f\"{result}:\"\n");
    whole("G2 with words put together", put + QStringLiteral("  print(f\"{m:34}  EAGER_FAILED\")\n"), "G2 as 2026-07");
    whole("G3 with words put together", put + QStringLiteral("  print(f\"{m:34}  {'INVALID:':19} y\", 'EAGER_FAILED')\n"),
          "G3 as 2026-08");
    whole("excuses nothing", QStringLiteral("graph_breaks = 1\nprint('MISSING:', 'FAIL:')\n"),
          "unknown: it is older than November 2025 and excuses nothing");
  }

  void graphBreaksForms() {
    QFETCH(QString, source);
    QTEST(dump(verdicts::graphBreaksForm(source.toStdString())), "form");
  }

  void rules() {
    const auto made = verdicts::checkoutRules(checkoutOf(kA1, std::string(kG1) + "TRACKED_METRICS = 'INVALID:'\n"));
    QVERIFY(made);
    QVERIFY(made->certain);
    QCOMPARE(text(made->label), QStringLiteral("this checkout: A1, G3"));
    QCOMPARE(text(made->rules->generation), QStringLiteral("checkout: A1, G3"));
    QCOMPARE(
        text(made->rules->origin),
        QStringLiteral("Read from the checkout at /py: accuracy form A1 (2+1 flaky names), graph-breaks form G3 (1+0 "
                       "flaky names)."));
    QCOMPARE(made->rules->accuracy.flaky.rocm, std::vector<std::string>{"r"});
    QCOMPARE(made->rules->graphBreaks.flaky.base, std::vector<std::string>{"a"});
    QCOMPARE(made->rules->graphBreaks.form, verdicts::GraphBreaksForm::G3);
    QCOMPARE(made->rules->graphBreaks.tracked.size(), (*verdicts::ruleSet("2026-08"))->graphBreaks.tracked.size());
    QVERIFY(!made->rules->knownStatuses.empty());
  }

  void whatIsNotUnderstoodIsSaid() {
    auto checkout = checkoutOf("flaky_models = {'a'}\naccuracy = 'XFAIL', 'NEW_WORD:'\n", std::nullopt);
    auto made = verdicts::checkoutRules(checkout);
    QVERIFY(made);
    QVERIFY(!made->certain);
    QCOMPARE(text(made->label), QStringLiteral("this checkout: 2025-11, 2025-11"));
    QCOMPARE(
        text(made->rules->origin),
        QStringLiteral("Read from the checkout at /py: accuracy as in 2025-11 (1+0 flaky names), graph-breaks as in "
                       "2025-11. check_accuracy.py is of a form that Plumbline does not know: it prints the word "
                       "NEW_WORD. There is no check_graph_breaks.py in it."));
    QCOMPARE(made->rules->accuracy.flaky.base, std::vector<std::string>{"a"});
    QVERIFY(!made->rules->graphBreaks.flaky.base.empty());

    checkout.accuracy->problem = base::Error{base::ErrorCode::NotReadable, "You may not read it.", {}, {}, 0, 0};
    made = verdicts::checkoutRules(checkout);
    QVERIFY(
        text(made->rules->origin).contains(QStringLiteral("check_accuracy.py cannot be read: You may not read it.")));

    made = verdicts::checkoutRules(checkoutOf(std::string(kA1) + "  if late: flaky_models.update({'z'})\n", kG1));
    QVERIFY(!made->certain);
    QVERIFY(text(made->rules->origin).contains(QStringLiteral("1 names are added under a condition")));
  }

  void theScriptOf2025Nov() {
    QString shared = qEnvironmentVariable("PLUMBLINE_SHARED");
    if (shared.isEmpty()) shared = QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared");
    const QStringList seeds = QDir(shared + QStringLiteral("/seeds")).entryList({QStringLiteral("000*")});
    if (seeds.isEmpty()) QSKIP("no ../shared/seeds here: the real script is not at hand");
    QFile file(shared + QStringLiteral("/seeds/") + seeds.first());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray all = file.readAll();
    const qsizetype begin = all.indexOf("```python\n") + 10;
    const std::string script = all.mid(begin, all.indexOf("\n```", begin) - begin).toStdString();
    QCOMPARE(dump(verdicts::accuracyForm(script)), QStringLiteral("A1 as 2025-11"));
    const auto made = verdicts::checkoutRules(checkoutOf(script, std::nullopt));
    const auto shipped = verdicts::ruleSet("2025-11");
    for (const char* path : {"x.csv", "rocm/x.csv"})
      QVERIFY((*made).rules->accuracy.flaky.namesFor(path) == (*shipped)->accuracy.flaky.namesFor(path));
  }
};

QTEST_GUILESS_MAIN(CheckoutRulesTest)
#include "checkout_rules_test.moc"
