// SPDX-License-Identifier: GPL-3.0-or-later
// Our own view of a pair: classes, findings, cells, sentences, and what a file that pandas refuses still shows.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>
#include <cmath>

#include "core/verdicts/comparison.h"
#include "resources/embedded.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;
using verdicts::Check;
using verdicts::Comparison;
using verdicts::Finding;
using verdicts::VerdictClass;

namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

std::string embedded(std::string_view name) {
  for (const resources::EmbeddedFile& file : resources::embeddedFiles())
    if (file.name == name) return std::string(file.bytes);
  return {};
}

std::string bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

QString sharedFolder() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  return given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given;
}

/// scriptBody returns what a check prints before its final message, and the lines of all rows of a comparison.
void compareLines(const Comparison& comparison, const QString& what) {
  for (std::size_t c = 0; c < comparison.checks().size(); ++c) {
    const verdicts::CheckRun run = comparison.scriptOutput(c);
    if (run.crash) continue;
    QString lines;
    for (std::size_t i = 0; i < comparison.rowCount(); ++i) lines += text(comparison.scriptLines(i));
    const QStringList printed = text(run.output).split(u'\n');
    for (const QString& line : printed) {
      if (line.startsWith(QStringLiteral("Error")) || line.startsWith(QStringLiteral("Improvement"))) break;
      QVERIFY2(lines.contains(line), qPrintable(what + QStringLiteral(": ") + line));
    }
  }
}

}  // namespace

class ComparisonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rows_data() {
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("dumped");
    const auto row = [](const char* name, const char* actual, const char* expected, const char* dumped) {
      QTest::newRow(name) << QString::fromUtf8(actual) << QString::fromUtf8(expected) << QString::fromUtf8(dumped);
    };
    row("classes of the accuracy check",
        "name,accuracy\na,pass\nb,fail_to_run\nc,fail_accuracy\nd,pass\nyolov3,timeout\n",
        "name,accuracy\na,pass\nb,fail_to_run\nc,pass\nd,OOM\nyolov3,pass\n",
        "a pass PASS\nb expected-fail XFAIL\nc fail FAIL ci changed\nd improved IMPROVED ci changed\n"
        "yolov3 flaky FAIL_BUT_FLAKY flaky changed\n");
    row("the worst class of all checks", "name,accuracy,graph_breaks\na,pass,3\nb,fail_accuracy,1\nc,pass,1\n",
        "name,accuracy,graph_breaks\na,pass,2\nb,pass,2\nc,pass,2\n",
        "a fail FAIL ci changed\nb fail FAIL ci changed\nc improved IMPROVED ci changed\n");
    row("lost in the baseline's order, new where it stands", "name,accuracy\nn,pass\nb,pass\n",
        "name,accuracy\nz,pass\nb,pass\na,timeout\n",
        "n improved IMPROVED ci changed [new]\nb pass PASS\nz missing LOST changed [lost]\na missing LOST changed "
        "[lost]\n");
    row("a comment before the header", "# one\nname,accuracy\na,pass\n# by hand,pass\nb,pass\n",
        "name,accuracy\na,pass\n#b,pass\nb,pass\n", "");
    row("comment rows of both files", "name,accuracy\na,pass\n#x,pass\nb,pass\n",
        "name,accuracy\n#y,pass\na,pass\nb,pass\n",
        "a pass PASS\n#x improved IMPROVED ci changed [new]\nb pass PASS\n");
    row("a comment in both files", "name,accuracy\na,pass\n#x,pass\n", "name,accuracy\n#x,timeout\na,pass\n",
        "a pass PASS\n#x improved IMPROVED ci changed\n");
    row("a comment of the baseline is no lost model", "name,accuracy\na,pass\n", "name,accuracy\n#y,pass\na,pass\n",
        "a pass PASS\n");
    row("double in the run", "name,accuracy\na,pass\nb,pass\na,pass\n", "name,accuracy\na,pass\nb,pass\n",
        "a fail FAIL ci [duplicate-actual]\nb pass PASS\na fail FAIL ci [duplicate-actual]\n");
    row("double in the baseline", "name,accuracy\na,pass\n", "name,accuracy\na,pass\na,timeout\n",
        "a improved IMPROVED ci [duplicate-expected]\n");
    row("a lost model that the baseline names twice", "name,accuracy\nb,pass\n",
        "name,accuracy\na,pass\na,timeout\nb,pass\nb,pass\n",
        "b improved IMPROVED ci [duplicate-expected]\na missing LOST changed [lost duplicate-expected]\n");
    row("a missing name is nobody", "name,accuracy\nNA,pass\n", "name,accuracy\nNA,pass\n",
        "nan expected-fail XFAIL changed\n");
    row("numbers for names", "name,accuracy\n007,pass\n12,timeout\n", "name,accuracy\n7,pass\n12,pass\n",
        "7 pass PASS\n12 fail FAIL ci changed\n");
    row("git's lines", "name,accuracy\na,pass\n",
        "name,accuracy\n<<<<<<< HEAD\na,pass\n=======\na,timeout\n>>>>>>> x\n",
        "a improved IMPROVED ci [duplicate-expected]\n<<<<<<< HEAD invalid CONFLICT changed [conflict-marker]\n"
        "======= invalid CONFLICT changed [conflict-marker]\n>>>>>>> x invalid CONFLICT changed [conflict-marker]\n");
    row("header only", "name,accuracy\n", "name,accuracy\na,pass\n", "a missing LOST changed [lost]\n");
    row("the run's accuracy under another name", "name, accuracy,graph_breaks\na,pass,1\n", "name,accuracy,graph_breaks\na,pass,1\n",
        "a fail FAIL ci\n");
    row("names that look like others", "name,accuracy\n\xD0\xB0lexnet,pass\nmo\xE2\x80\x8B\x63o,pass\nok,pass\n",
        "name,accuracy\nalexnet,pass\nmo\xE2\x80\x8B\x63o,pass\nvg\x01g,pass\nok,pass\n",
        "\xD0\xB0lexnet improved IMPROVED ci changed [new unusual-name]\nmo\xE2\x80\x8B\x63o pass PASS [unusual-name]\n"
        "ok pass PASS\nalexnet missing LOST changed [lost]\nvg\x01g missing LOST changed [lost unusual-name]\n");
    row("names with blanks and controls", "name,accuracy\n a,pass\nb ,pass\nc d,pass\n\"e\tf\",pass\ng\x7f,pass\n",
        "name,accuracy\na,pass\nb ,pass\nc d,pass\n\"e\tf\",pass\ng\x7f,pass\n",
        " a improved IMPROVED ci changed [new unusual-name]\nb  pass PASS [unusual-name]\nc d pass PASS\n"
        "e\tf pass PASS [unusual-name]\ng\x7f pass PASS [unusual-name]\na missing LOST changed [lost]\n");
    row("no metric in common", "name,speedup\na,1\n", "name,accuracy\na,pass\n", "a pass NOT_JUDGED\n");
  }

  void rows() {
    QFETCH(QString, actual);
    QFETCH(QString, expected);
    QFETCH(QString, dumped);
    const auto made = support::tryCompare(actual.toStdString(), expected.toStdString());
    if (dumped.isEmpty()) {
      QVERIFY(made.isError());  // the comment stands where the header ought to be
      return;
    }
    QVERIFY(made.isValue());
    QCOMPARE(support::dump(*made.value()), dumped);
  }

  void changes_data() {
    QTest::addColumn<QString>("actualCell");
    QTest::addColumn<QString>("expectedCell");
    QTest::addColumn<bool>("changed");
    QTest::newRow("same") << QStringLiteral("7") << QStringLiteral("7") << false;
    QTest::newRow("7 is 7.0") << QStringLiteral("7") << QStringLiteral("7.0") << false;
    QTest::newRow("007 is 7") << QStringLiteral("007") << QStringLiteral("7") << false;
    QTest::newRow("both empty") << QString() << QString() << false;
    QTest::newRow("empty and NA") << QString() << QStringLiteral("NA") << false;
    QTest::newRow("empty and 0") << QString() << QStringLiteral("0") << true;
    QTest::newRow("7 and 8") << QStringLiteral("7") << QStringLiteral("8") << true;
    QTest::newRow("text and number") << QStringLiteral("x") << QStringLiteral("8") << true;
    QTest::newRow("7 as text") << QStringLiteral("7\nother,seven") << QStringLiteral("7") << true;
    QTest::newRow("True is 1") << QStringLiteral("True") << QStringLiteral("1") << false;
    QTest::newRow("quotes do not matter") << QStringLiteral("\"a\"\"b\"") << QStringLiteral("\"a\"\"b\"") << false;
  }

  void changes() {
    QFETCH(QString, actualCell);
    QFETCH(QString, expectedCell);
    QFETCH(bool, changed);
    const auto made = support::compare("name,own\na," + actualCell.toStdString() + "\n",
                                       "dev,name,own\ncuda,a," + expectedCell.toStdString() + "\n");
    QCOMPARE(made->metrics().size(), std::size_t{1});
    QCOMPARE(made->row(0).changed, changed);
    QCOMPARE(made->cell(0, 0).changed, changed);
  }

  void cells() {
    const auto made =
        support::compare("name,accuracy,graph_breaks,own\nm,fail_to_run,0,\"a\"\"b\"\nn,pass,9,x\nnew,pass,1,\n",
                         "name,accuracy,graph_breaks,own\nm,pass,4,\"a\"\"b\"\nn,pass,6,\n");
    QString out;
    for (std::size_t i = 0; i < made->rowCount(); ++i) {
      for (std::size_t m = 0; m < made->metrics().size(); ++m) {
        const verdicts::MetricCell cell = made->cell(i, m);
        out += text(made->metrics()[m].info.name) + u' ' + text(cell.expectedText) + QStringLiteral("->") +
               text(cell.actualText);
        if (cell.changed) out += QStringLiteral(" changed");
        if (cell.notMeasured) out += QStringLiteral(" padding");
        if (cell.numeric) out += QStringLiteral(" %1 %2%").arg(cell.delta).arg(cell.percent);
        if (cell.checked) out += u' ' + text(className(cell.cls));
        out += u'\n';
      }
    }
    QCOMPARE(out, QStringLiteral(
                      "accuracy pass->fail_to_run changed fail\ngraph_breaks 4->0 changed padding -4 -100% improved\n"
                      "own a\"b->a\"b\naccuracy pass->pass pass\ngraph_breaks 6->9 changed 3 50% fail\n"
                      "own ->x changed\naccuracy ->pass improved\ngraph_breaks ->1 missing\nown ->\n"));
    const verdicts::MetricCell quoted = made->cell(0, 2);
    QCOMPARE(text(quoted.actual->text),
             QStringLiteral("a\"\"b"));  // raw where quotes had to be resolved, never dangling
    QVERIFY(std::isnan(support::compare("name,graph_breaks\na,1\n", "name,graph_breaks\na,0\n")->cell(0, 0).percent));
  }

  void checksAreChosenByColumns() {
    const auto names = [](const Comparison& c) {
      QStringList list;
      for (const auto& check : c.checks()) list << text(checkName(check.check));
      return list.join(u' ');
    };
    QCOMPARE(names(*support::compare("name,accuracy\na,pass\n", "name,accuracy,graph_breaks\na,pass,1\n")),
             QStringLiteral("accuracy"));
    QCOMPARE(names(*support::compare("name,compression_ratio,graph_breaks\na,1,1\n",
                                     "name,compression_ratio,graph_breaks\na,1,1\n")),
             QStringLiteral("graph-breaks memory"));
    support::PairWords words;
    words.checks = {Check::GraphBreaks};
    QCOMPARE(names(*support::compare("name,accuracy\na,pass\n", "name,accuracy\na,pass\n", words)),
             QStringLiteral("graph-breaks"));
    words.checks = {Check::Perf};
    QCOMPARE(support::tryCompare("name\na\n", "name\na\n", words).error().code, base::ErrorCode::BadArgument);
  }

  /// A name with a blank or in another case is the column all the same: CI's scripts fail over it, and so do we.
  void aColumnWrittenWithBlanksIsNoWayAroundItsCheck() {
    const auto fails = [](const char* actual, const char* expected) {
      const auto made = support::compare(actual, expected);
      return !made->checks().empty() && made->ciExit() == 1;
    };
    QVERIFY(fails("name, accuracy\na,pass\n", "name,accuracy\na,pass\n"));
    QVERIFY(fails("name,accuracy\na,fail_to_run\n", "name, accuracy\na,pass\n"));
    QVERIFY(fails("name,accuracy,graph_breaks \na,pass,9\n", "name,accuracy,graph_breaks\na,pass,1\n"));
    QVERIFY(fails("name,Compression_ratio\na,1\n", "name,compression_ratio\na,1\n"));
    QVERIFY(!fails("name,accuracy\na,pass\n", "name,accuracy\na,pass\n"));
  }

  void aPairThatNoCheckAppliesToSaysSo() {
    const auto why = [](const char* actual, const char* expected) {
      const auto error = support::compare(actual, expected)->unjudged();
      return error ? text(error->text) : QString();
    };
    QCOMPARE(why("name,status\na,fail_to_run\n", "name,accuracy\na,pass\n"),
             QStringLiteral("No check applies: the baseline has accuracy, which this run lacks."));
    QCOMPARE(why("name,accuracy\na,fail_to_run\n", "name,status\na,pass\n"),
             QStringLiteral("No check applies: the run has accuracy, which this baseline lacks."));
    QCOMPARE(why("name,speedup\na,1\n", "name,accuracy,graph_breaks\na,pass,1\n"),
             QStringLiteral("No check applies: the baseline has accuracy and graph_breaks, which this run lacks."));
    QCOMPARE(why("name,accuracy\na,pass\n", "name,graph_breaks\na,1\n"),
             QStringLiteral("No check applies: the baseline has graph_breaks, which this run lacks."));
    QCOMPARE(why("name,x\na,1\n", "name,y\na,1\n"), QString());
    QCOMPARE(why("name,accuracy\na,pass\n", "name,accuracy\na,pass\n"), QString());
  }

  void aFileThatPandasRefusesIsStillShown() {
    const auto made = support::compare("name,accuracy\na,pass\nb,timeout,9\n", "name,accuracy\na,pass\nb,pass\n");
    QVERIFY(made);
    QCOMPARE(made->rowCount(), std::size_t{2});
    QVERIFY(made->row(1).changed);
    QCOMPARE(made->ciExit(), 1);
    QVERIFY(made->checks().at(0).crash);
    QCOMPARE(made->checks().at(0).crash->code, base::ErrorCode::ScriptCrash);
    const verdicts::CheckRun run = made->scriptOutput(0);
    QCOMPARE(run.exitCode, 1);
    QVERIFY(run.crash);
    QCOMPARE(run.output, std::string());
  }

  void aScriptThatDiesHalfWay() {
    const auto made = support::compare("name,graph_breaks\na,\nb,2\nc,3\n", "name,graph_breaks\na,1\nb,2\nc,4\n");
    QVERIFY(made->checks().at(0).crash);
    QCOMPARE(made->ciExit(), 1);
    QVERIFY(made->row(0).failsCi);
    QCOMPARE(made->row(1).cls, VerdictClass::Invalid);  // equal to its baseline, yet no script looked at it
    QCOMPARE(text(made->statusWord(1)), QStringLiteral("NOT_JUDGED"));
    QCOMPARE(made->row(2).cls, VerdictClass::Invalid);
    QCOMPARE(text(made->statusWord(2)), QStringLiteral("NOT_JUDGED"));
    QVERIFY2(made->sentence(2).starts_with("Not judged: the script of graph-breaks dies before this row"),
             made->sentence(2).c_str());
  }

  void aRowIsJudgedAsLongAsOneScriptLives() {
    const auto made = support::compare("name,accuracy,graph_breaks\na,pass,\nb,pass,2\n",
                                       "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n");
    QVERIFY(made->checks().at(1).crash);
    QCOMPARE(made->row(1).cls, VerdictClass::Pass);
  }

  void aPairThatKillsEveryScriptIsNotJudged() {
    const auto made = support::compare("name,accuracy,graph_breaks\na\xe9,pass,1\nb,pass,2\n",
                                       "name,accuracy,graph_breaks\na\xe9,pass,1\nb,pass,2\n");
    for (const auto& check : made->checks()) QVERIFY(check.crash);
    QCOMPARE(made->counts().of(VerdictClass::Pass), 0U);
    QCOMPARE(made->counts().of(VerdictClass::Invalid), 2U);
    QCOMPARE(made->counts().needDecision, 2U);
    QCOMPARE(text(made->statusWord(0)), QStringLiteral("NOT_JUDGED"));
    QCOMPARE(made->ciExit(), 1);
  }

  void aPairThatTheScriptTurnsDown() {
    support::PairWords words;
    words.rules = "2026-08";
    const auto made = support::compare("name,accuracy,graph_breaks\na,pass,2\na,pass,3\nb,pass,1\n",
                                       "name,accuracy,graph_breaks\na,pass,1\nb,pass,1\n", words);
    QVERIFY(made->checks().at(1).refused);
    QVERIFY(!made->checks().at(1).crash);
    QCOMPARE(made->ciExit(), 1);
    QCOMPARE(support::dump(*made),
             QStringLiteral("a missing MISSING_ACCURACY ci changed [duplicate-actual]\n"
                            "a missing MISSING_ACCURACY ci changed [duplicate-actual]\nb pass PASS\n"));
    words.checks = {Check::GraphBreaks};
    const auto alone = support::compare("name,accuracy,graph_breaks\na,pass,2\na,pass,3\nb,pass,1\n",
                                        "name,accuracy,graph_breaks\na,pass,1\nb,pass,1\n", words);
    QCOMPARE(alone->row(0).cls, VerdictClass::Invalid);
    QCOMPARE(text(alone->sentence(0)),
             QStringLiteral(
                 "Not judged: the script of graph-breaks turns this pair down (Error: actual CSV contains multiple "
                 "results for: a.). graph_breaks was 1, is 2."));
  }

  void sideBySideChangesNothing() {
    const std::string actual = embedded("samples/actual.csv");
    const std::string expected = embedded("samples/expected.csv");
    auto rules = verdicts::ruleSet("2026-08");
    int calls = 0;
    verdicts::ComparisonOptions options{*rules, {"actual.csv", "expected.csv", {}}, {}};
    options.sideBySide = [&](const std::function<void()>& one, const std::function<void()>& other) {
      ++calls;
      other();  // the other way round: neither may need what the first one made
      one();
    };
    const auto made = Comparison::make({{support::table(actual)}, {support::table(expected)}}, options);
    QVERIFY(made.isValue());
    QVERIFY(calls > 0);
    support::PairWords words;
    words.rules = "2026-08";
    QCOMPARE(support::dump(*made.value()), support::dump(*support::compare(actual, expected, words)));
  }

  void errors_data() {
    QTest::addColumn<QByteArray>("actual");
    QTest::addColumn<QString>("said");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("The actual file is empty.");
    QTest::newRow("no name") << QByteArray("model,accuracy\na,pass\n")
                             << QStringLiteral("The actual file has no column \"name\".");
    QTest::newRow("blank before name") << QByteArray(" name,accuracy\na,pass\n")
                                       << QStringLiteral("The actual file has no column \"name\".");
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFEn\0a\0m\0e\0\n\0a\0\n\0", 16)
                            << QStringLiteral("The actual file is UTF-16 and not UTF-8.");
  }

  void errors() {
    QFETCH(QByteArray, actual);
    QFETCH(QString, said);
    const auto made = support::tryCompare(actual.toStdString(), "name,accuracy\na,pass\n");
    QVERIFY(made.isError());
    QCOMPARE(made.error().code, base::ErrorCode::BadFormat);
    QCOMPARE(text(made.error().text), said);
    QCOMPARE(text(made.error().file), QStringLiteral("actual.csv"));
    QVERIFY(!made.error().hint.empty());
  }

  void aShortHeaderIsShown() {
    for (const std::size_t width : {199U, 200U}) {
      const std::string header = "model," + std::string(width - 6, 'x');
      const auto made = support::tryCompare(header + "\na,pass\n", "name,accuracy\na,pass\n");
      QVERIFY(made.isError());
      QCOMPARE(made.error().hint.ends_with(" It is: " + header), width == 199);
    }
  }

  void canBeCancelled() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(
        support::tryCompare("name,accuracy\na,pass\n", "name,accuracy\na,pass\n", {}, base::Progress(stop.get_token()))
            .isCancelled());
  }

  void theSampleShowsEverything() {
    const std::string actual = embedded("samples/actual.csv");
    const std::string expected = embedded("samples/expected.csv");
    const auto made = support::compare(actual, expected);
    QVERIFY(made);
    for (const VerdictClass cls : verdicts::kAllClasses)
      QVERIFY2(made->counts().of(cls) > 0, std::string(className(cls)).c_str());
    for (const Finding finding :
         {Finding::Lost, Finding::New, Finding::NotMeasured, Finding::UnknownStatus, Finding::StaleFlaky})
      QVERIFY2(made->counts().findings[static_cast<std::size_t>(finding)] > 0,
               std::string(findingName(finding)).c_str());
    QCOMPARE(made->checks().size(), std::size_t{3});
    for (const auto& check : made->checks()) QVERIFY(!check.crash);
    compareLines(*made, QStringLiteral("sample"));
  }

  void linesAreThoseOfTheScripts() {
    const QDir data(sharedFolder() + QStringLiteral("/data/pytorch"));
    if (!data.exists()) QSKIP("no ../shared/data/pytorch here: the real pairs are not at hand");
    int pairs = 0;
    QDirIterator it(data.filePath(QStringLiteral("actual")), QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
      const QString actual = it.next();
      const QString relative = QDir(data.filePath(QStringLiteral("actual"))).relativeFilePath(actual);
      const QString expected = data.filePath(QStringLiteral("expected/") +
                                             relative.section(QStringLiteral("__"), 0, 0) + QStringLiteral(".csv"));
      if (!QFile::exists(expected)) continue;
      for (const std::string& generation : verdicts::generations()) {
        support::PairWords words{generation, actual.toStdString(), expected.toStdString(), {}};
        const auto made = support::compare(bytesOf(actual), bytesOf(expected), words);
        QVERIFY2(made, qPrintable(actual));
        compareLines(*made, actual + u' ' + text(generation));
        ++pairs;
      }
    }
    QVERIFY(pairs > 10);
  }
};

QTEST_GUILESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
