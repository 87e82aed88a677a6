// SPDX-License-Identifier: GPL-3.0-or-later
// The page that compares runs: table, summary, thresholds, filters, keys, copies, reports, and that nothing jumps.
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolButton>

#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_table.h"
#include "ui/compare/diff_text.h"
#include "ui/compare/run_strip.h"
#include "ui/compare/summary_view.h"
#include "ui/compare/threshold_panel.h"
#include "ui/shell/action_registry.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using testing::runs;
using testing::Shown;
using ui::CompareModel;

namespace {

const std::string kBefore =
    "name,accuracy,speedup,abs_latency,graph_breaks\nsame,pass,1.0,10,0\nup,pass,1.0,10,2\ndown,pass,1.0,10,0\n"
    "much,pass,2.0,10,1\ngone,pass,1.0,10,0\nbroke,pass,1.0,10,3\nnudge,pass,1.00,10,0\nhidden,pass,1.5,10,0\n";
const std::string kAfter =
    "name,accuracy,speedup,abs_latency,graph_breaks\nsame,pass,1.0,10,0\nup,pass,1.2,8,2\ndown,pass,0.9,10,0\n"
    "much,pass,1.0,10,1\nbroke,fail_to_run,0.0,0,0\nnudge,pass,0.97,10,0\nhidden,pass,1.51,14,\nnew,pass,1.0,10,0\n";
const std::string kThird = "name,accuracy,speedup\nsame,pass,3.5\nup,pass,\n";

/// dump is the table as a person reads it.
QStringList dump(const CompareModel& model) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) cells << model.index(row, column).data().toString();
    lines << cells.join(u" | "_s);
  }
  return lines;
}

std::string many(std::size_t rows, int seed) {
  std::string csv = "name,accuracy,speedup,abs_latency,compilation_latency,compression_ratio,eager_peak_mem,dynamo_peak_mem,"
                    "calls_captured,unique_graphs,graph_breaks\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string value = std::to_string(1.0 + 0.001 * static_cast<double>((i * 37 + static_cast<std::size_t>(seed) * (i % 90)) % 1000));
    csv += "model_" + std::to_string(i) + ",pass";
    for (int column = 0; column < 6; ++column) csv += ',' + value;
    csv += ",100,2," + std::to_string(i % 4) + '\n';
  }
  return csv;
}

}  // namespace

class ComparePageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints).*"_s));
  }

  void noiseIsNamedInWords() {
    const auto repeated = [](double step) {
      std::string csv = "name,accuracy,speedup\n";
      for (int i = 0; i < 8; ++i) {
        const double wave = 0.01 * ((i * 7 + (step > 0 ? 3 : 0)) % 11);
        csv += "still,pass," + std::to_string(1.5 + wave) + "\nmoved,pass," + std::to_string(2 + wave - step) + '\n';
      }
      return csv;
    };
    Shown shown(runs({repeated(0), repeated(0.5)}));
    shown.run(u"compare.changed"_s);
    const auto* model = shown.page.findChild<CompareModel*>();
    const int q = model->columns().indexOf(ui::CompareKind::Noise);
    QVERIFY(q > 0);
    const int speedup = model->columns().indexOf(u"metric:speedup"_s);
    int found = 0;
    for (int row = 0; row < model->rowCount(); ++row) {
      const bool isStill = model->modelName(row) == u"still"_s;
      const QString text = model->index(row, speedup).data().toString();
      const QString tip = model->index(row, speedup).data(Qt::ToolTipRole).toString();
      QCOMPARE(model->index(row, q).data().toString().startsWith(u"noise, "_s), isStill);
      QCOMPARE(text.contains(u"noise"_s), isStill);
      QVERIFY2(tip.contains(isStill ? u"within the noise (q "_s : u"beyond the noise (q "_s), qPrintable(tip));
      QVERIFY2(tip.contains(u"Cliff's delta"_s) && tip.contains(u"(95 %: "_s) && tip.contains(u"Mann-Whitney of 8 and 8 values"_s), qPrintable(tip));
      const QString spoken = model->index(row, q).data(Qt::AccessibleTextRole).toString();
      QVERIFY2(spoken.startsWith(u"q: "_s) && spoken.contains(u", speedup (x): shift "_s) && spoken.contains(u"Cliff's delta"_s), qPrintable(spoken));
      // The box of the shift covers the stroke of no change, or stands apart from it.
      auto* table = shown.page.findChild<ui::CompareTable*>();
      const QImage image = table->viewport()->grab(table->visualRect(model->index(row, q))).toImage();
      QList<int> ink;
      for (int x = ui::kGrid; x < ui::kGrid + 48; ++x)
        if (image.pixelColor(x, (image.height() - 1) / 2 - 3) != image.pixelColor(2, 2)) ink << x;
      QVERIFY(ink.size() > 1);
      QCOMPARE(ink.last() - ink.first() + 1 == ink.size(), isStill);
      ++found;
    }
    QCOMPARE(found, 2);
    // One value a side: no column.
    shown.choose(runs({"name,speedup\na,1\n", "name,speedup\na,2\n"}));
    QCOMPARE(model->columns().indexOf(ui::CompareKind::Noise), -1);
  }

  void runsAreDividedIntoRepeats() {
    std::vector<std::string> csvs;
    for (int i = 0; i < 6; ++i) csvs.push_back("name,speedup\na," + std::to_string((i < 3 ? 1.0 : 1.2) + 0.01 * i) + '\n');
    Shown shown(runs(csvs));
    const auto* model = shown.page.findChild<CompareModel*>();
    QCOMPARE(model->columns().indexOf(ui::CompareKind::Noise), -1);
    shown.compare.setSides(0, 3);
    auto* strip = shown.page.findChild<ui::RunStrip*>();
    std::unique_ptr<QMenu> menu(strip->runMenu(2));
    for (QAction* action : menu->actions())
      if (action->text() == u"Repeats: A to C against the rest"_s) action->trigger();
    QCOMPARE(shown.compare.state()->repeats, std::size_t{3});
    QVERIFY(strip->chips()[2]->accessibleName().endsWith(u"repeats before"_s));
    QVERIFY(strip->chips()[5]->accessibleName().endsWith(u"repeats after"_s));
    const int q = model->columns().indexOf(ui::CompareKind::Noise);
    QVERIFY(q > 0);
    QCOMPARE(model->index(0, q).data().toString(), u"too few values"_s);  // 3 against 3: p is 0.1 at best
    shown.run(u"compare.repeats"_s);
    QCOMPARE(shown.compare.state()->repeats, std::size_t{4});
    shown.run(u"compare.repeats"_s);
    shown.run(u"compare.repeats"_s);
    QCOMPARE(shown.compare.state()->repeats, std::size_t{0});
    QCOMPARE(model->columns().indexOf(ui::CompareKind::Noise), -1);
  }

  void newGraphBreaksAreNamed() {
    diff::Run before = testing::makeRun("before", "name,graph_breaks\nm,1\n"), after = testing::makeRun("after", "name,graph_breaks\nm,2\n");
    before.notes.hasBreaks = after.notes.hasBreaks = true;
    before.notes.breaks["m"] = {{"old()", "x.py:1 in f"}};
    after.notes.breaks["m"] = {{"new()", "y.py:2 in g"}, {"old()", "x.py:1 in f"}};
    Shown shown({before, after});
    const QString text = shown.page.findChild<ui::MoveDetails*>()->text();
    QVERIFY2(text.contains(u"m: graph break new: new() at y.py:2 in g"_s), qPrintable(text));
    QVERIFY(!text.contains(u"old()"_s));
  }

  void showsWhatMoved() {
    Shown shown(runs({kBefore, kAfter}));
    auto* table = shown.page.findChild<ui::CompareTable*>();
    auto* model = qobject_cast<CompareModel*>(table->model());
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QStringList lines = dump(*model);
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines[0], u"Broke | broke | pass \u2192 fail_to_run | 1.000 \u2192 not measured | 10.00 \u2192 not measured | 3 \u2192 not measured"_s);
    QCOMPARE(lines[1], u"Only before | gone | pass \u2192 \u2013 | 1.000 \u2192 \u2013 | 10.00 \u2192 \u2013 | 0 \u2192 \u2013"_s);
    QVERIFY(lines[2].startsWith(u"Worse | much | pass | 2.000 \u2192 1.000 (\u22121.000, \u221250.0 %)"_s));
    QVERIFY2(lines[3].contains(u"0 \u2192 missing"_s), qPrintable(lines[3]));
    QCOMPARE(shown.page.statusText(), u"9 models \u00b7 4 worse, 1 better beyond the thresholds"_s);
    QVERIFY(table->hasFocus());
    QCOMPARE(table->currentIndex().row(), 0);
    shown.run(u"compare.changed"_s);
    QCOMPARE(model->rowCount(), 9);
    shown.run(u"compare.swap"_s);
    QCOMPARE(shown.page.findChildren<ui::RunChip*>().first()->accessibleName(), u"Run A, before, after"_s);
    QVERIFY(dump(*model).filter(u"Healed | broke"_s).size() == 1);
  }

  void aThirdRunGetsColumnsOfItsOwn() {
    Shown shown(runs({kBefore, kAfter, kThird}));
    auto* model = shown.page.findChild<CompareModel*>();
    QStringList heads;
    for (int column = 0; column < model->columnCount(); ++column) heads << model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    QVERIFY(heads.contains(u"C speedup"_s));
    shown.run(u"compare.clear"_s);
    const int column = static_cast<int>(heads.indexOf(u"C speedup"_s));
    const int same = model->rowOf(static_cast<std::uint32_t>(*model->rows()->diff()->rowOf("same")));
    const int up = model->rowOf(static_cast<std::uint32_t>(*model->rows()->diff()->rowOf("up")));
    const int down = model->rowOf(static_cast<std::uint32_t>(*model->rows()->diff()->rowOf("down")));
    QCOMPARE(model->index(same, column).data().toString(), u"3.500"_s);
    QCOMPARE(model->index(up, column).data().toString(), u"missing"_s);
    QCOMPARE(model->index(down, column).data().toString(), u"\u2013"_s);
    QCOMPARE(model->columns().at(model->columns().columnOf(model->columns().sortFor(column, false))).key, u"value:speedup:2"_s);
    shown.run(u"compare.follow"_s);  // no pair is on screen
    QTRY_VERIFY(!shown.compare.state()->diff);
    QCOMPARE(shown.page.statusText(), u"No run is chosen"_s);
  }

  void summaryHoldsHudBesideThePaired() {
    const std::string before = "name,accuracy,speedup\na,pass,1.0\nb,pass,1.0\nslow,pass,0.5\n";
    Shown shown(runs({before, "name,accuracy,speedup\na,pass,0.95\nb,pass,0.95\n"}));
    auto* model = shown.page.findChild<ui::SummaryModel*>();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model->rowCount(), 3);  // pass rate, speedup, and the sentence
    const auto cell = [model](int row, int column) { return model->index(row, column).data().toString(); };
    QCOMPARE(cell(1, ui::SummaryModel::Number), u"≠ speedup (x)"_s);
    QCOMPARE(cell(1, ui::SummaryModel::HudAfter), u"0.95"_s);
    QCOMPARE(cell(1, ui::SummaryModel::HudBefore), u"▾0.79"_s);  // below the floor
    QCOMPARE(cell(1, ui::SummaryModel::Count), u"2"_s);
    QCOMPARE(cell(1, ui::SummaryModel::LeftOut), u"1"_s);
    QVERIFY(model->isSentence(2));
    QVERIFY2(cell(2, 0).contains(u"slow"_s), qPrintable(cell(2, 0)));
  }

  void aNewModelIsSaidToBeNew() {  // nothing of it can be within a threshold
    Shown shown(runs({"name,accuracy,speedup\na,pass,1.0\n", "name,accuracy,speedup\na,pass,1.0\nnew,pass,2.0\n"}));
    QCOMPARE(shown.page.findChild<ui::MoveDetails*>()->text(), ui::moveStyle(diff::Move::OnlyAfter).tooltip + u'.');
  }

  void swapTurnsEveryPartAround() {
    Shown shown(runs({"name,accuracy,speedup\na,pass,1.0\nb,pass,1.0\n", "name,accuracy,speedup\na,pass,2.0\nb,pass,2.0\n"}));
    const auto* summary = shown.page.findChild<ui::SummaryModel*>();
    auto* model = shown.page.findChild<CompareModel*>();
    using S = ui::SummaryModel;
    const auto line = [summary] {
      QStringList cells;
      for (const int column : {S::HudBefore, S::HudAfter, S::HudChange, S::PairedBefore, S::PairedAfter, S::PairedChange})
        cells << summary->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() + u' ' + summary->index(1, column).data().toString();
      return cells;
    };
    const QStringList before = line();
    const QString head = model->headerData(2, Qt::Horizontal, Qt::ToolTipRole).toString();
    const QString details = shown.page.findChild<ui::MoveDetails*>()->text();
    shown.run(u"compare.swap"_s);
    const QStringList after = line();
    QCOMPARE(after[0].section(u' ', -1), before[1].section(u' ', -1));
    QCOMPARE(after[1].section(u' ', -1), before[0].section(u' ', -1));
    QVERIFY2(after[0].startsWith(u"HUD B"_s) && after[1].startsWith(u"HUD A"_s), qPrintable(after.join(u'|')));
    QCOMPARE(after[3].section(u' ', -1), before[4].section(u' ', -1));
    QVERIFY2(before[2].contains(u'+') && after[2].contains(u'\u2212'), qPrintable(before[2] + u' ' + after[2]));
    QVERIFY2(after[5].contains(u'\u2212'), qPrintable(after[5]));
    QVERIFY(model->headerData(2, Qt::Horizontal, Qt::ToolTipRole).toString() != head);
    QVERIFY(shown.page.findChild<ui::MoveDetails*>()->text() != details);
    shown.run(u"compare.swap"_s);
    QCOMPARE(line(), before);
  }

  /// An order by a metric names it by number, and other runs number theirs differently.
  void anOrderGoesOverToOtherRunsByName() {
    Shown shown(runs({kBefore, kAfter}));
    auto* model = shown.page.findChild<CompareModel*>();
    const auto names = [model] {
      QStringList all;
      for (int row = 0; row < model->rowCount(); ++row) all << model->modelName(row);
      return all;
    };
    shown.run(u"compare.changed"_s);
    model->sort(model->columns().indexOf(u"metric:graph_breaks"_s), Qt::DescendingOrder);
    shown.choose(runs({"name,graph_breaks,accuracy\na,1,pass\nb,2,pass\nc,3,pass\n", "name,graph_breaks,accuracy\na,1,pass\nb,9,pass\nc,5,pass\n"}));
    QCOMPARE(model->columns().at(model->columns().columnOf(model->order())).key, u"metric:graph_breaks"_s);
    QCOMPARE(names(), (QStringList{u"b"_s, u"c"_s, u"a"_s}));
    shown.choose(runs({"name,accuracy\nb,pass\na,pass\n", "name,accuracy\nb,pass\na,fail_to_run\n"}));
    QVERIFY(model->order() == diff::RowSort{});  // no such metric: the default order, worst first
    QCOMPARE(names(), (QStringList{u"a"_s, u"b"_s}));
    shown.choose({});
    QCOMPARE(model->rowCount(), 0);
  }

  void thresholdsShowWhatTurnsOver() {
    Shown shown(runs({kBefore, kAfter}));
    auto* panel = shown.page.findChild<ui::ThresholdPanel*>();
    auto* model = shown.page.findChild<CompareModel*>();
    auto* table = shown.page.findChild<ui::CompareTable*>();
    table->goTo(2);
    const QString before = model->modelName(2);
    QDoubleSpinBox* speedup = nullptr;
    for (auto* spin : panel->findChildren<QDoubleSpinBox*>())
      if (spin->accessibleName() == u"Threshold of speedup, in per cent"_s) speedup = spin;
    QVERIFY(speedup);
    QCOMPARE(speedup->value(), 5.0);
    auto* slider = panel->findChild<QSlider*>();
    QCOMPARE(slider->accessibleName(), u"Threshold of speedup, slider"_s);
    slider->setValue(4);
    QCOMPARE(speedup->value(), 2.0);
    QCOMPARE(panel->sentence(), u"⇄ 1 row becomes worse."_s);
    QVERIFY(shown.page.statusText().endsWith(u"1 row becomes worse."_s));
    QCOMPARE(model->modelName(table->currentIndex().row()), before);
    shown.run(u"compare.flips"_s);
    QCOMPARE(model->rowCount(), 1);
    QCOMPARE(model->modelName(0), u"nudge"_s);
    QCOMPARE(model->index(0, 0).data(CompareModel::MarksRole).toString(), u"⇄"_s);
    speedup->setValue(70);  // beyond the slider's end
    QCOMPARE(slider->value(), slider->maximum());
    QCOMPARE(shown.compare.state()->thresholds.relativeOf("speedup"), 0.7);
    shown.run(u"compare.reset"_s);
    QVERIFY(shown.compare.state()->thresholds == diff::defaultThresholds());
    QCOMPARE(speedup->value(), 5.0);
    QVERIFY(!shown.action(u"compare.reset"_s).enabled());
    QCOMPARE(model->rowCount(), 0);
    shown.run(u"compare.thresholdBack"_s);
    QCOMPARE(speedup->value(), 70.0);
    shown.run(u"compare.thresholdBack"_s);  // all the way it moved is one step
    QVERIFY(shown.compare.state()->thresholds == diff::defaultThresholds());
    QVERIFY(!shown.action(u"compare.thresholdBack"_s).enabled());
    shown.run(u"compare.clear"_s);
    QCOMPARE(model->rowCount(), 9);
    QCOMPARE(model->modelName(table->currentIndex().row()), before);  // remembered while it was hidden
  }

  void filtersAndKeys() {
    Shown shown(runs({kBefore, kAfter}));
    auto* model = shown.page.findChild<CompareModel*>();
    auto* table = shown.page.findChild<ui::CompareTable*>();
    auto* bar = shown.page.findChild<ui::CompareBar*>();
    shown.run(u"compare.move1"_s);
    QCOMPARE(model->rowCount(), 3);
    shown.run(u"compare.move3"_s);
    QCOMPARE(model->rowCount(), 4);
    shown.run(u"compare.clear"_s);
    bar->setText(u"UD"_s);
    QCOMPARE(model->rowCount(), 1);
    bar->setText(u"nobody"_s);
    QCOMPARE(model->rowCount(), 0);
    QVERIFY(!table->isVisible());
    shown.run(u"compare.clear"_s);
    QVERIFY(table->isVisible());
    shown.run(u"compare.alarms"_s);
    QCOMPARE(model->rowCount(), 1);
    QCOMPARE(model->modelName(0), u"hidden"_s);
    QCOMPARE(model->index(0, 0).data(CompareModel::MarksRole).toString(), u"÷"_s);
    auto* details = shown.page.findChild<ui::MoveDetails*>();
    QCOMPARE(details->text(), u"No model is chosen."_s);  // the one that was is hidden, and remembered
    shown.run(u"compare.next"_s);
    QVERIFY2(details->text().contains(u"eager"_s), qPrintable(details->text()));
    shown.run(u"compare.clear"_s);
    table->goTo(0);
    QStringList steps;
    for (int i = 0; i < 8; ++i) {
      shown.run(u"compare.next"_s);
      steps << model->modelName(table->currentIndex().row());
    }
    QCOMPARE(steps.first(), u"gone"_s);
    QCOMPARE(steps.last(), steps[steps.size() - 2]);  // the end: nothing further down moved
    QCOMPARE(shown.page.statusText(), u"No model further down moved"_s);
    shown.run(u"compare.previous"_s);
    QVERIFY(model->modelName(table->currentIndex().row()) != steps.last());
  }

  void everyKeyIsTakenOnce() {
    Shown shown({});
    QWidget window;
    ui::ActionRegistry registry(&window);
    registry.add(shown.page.actions(), u"compare"_s);
    QVERIFY(registry.conflicts().isEmpty());
    for (const ui::ActionSpec& spec : shown.page.actions()) {
      QVERIFY2(!spec.tooltip.isEmpty() && !spec.group.isEmpty() && spec.run, qPrintable(spec.id));
      // Letters that lead to other pages.
      for (const Qt::Key key : {Qt::Key_B, Qt::Key_C, Qt::Key_G, Qt::Key_M, Qt::Key_R})
        QVERIFY2(!spec.shortcuts.contains(QKeySequence(key)), qPrintable(spec.id));
    }
  }

  void leadsToTriageAndCharts() {
    Shown shown(runs({kBefore, kAfter}));
    auto* table = shown.page.findChild<ui::CompareTable*>();
    QSignalSpy wanted(&shown.page, &ui::ComparePage::modelRequested),
    chart(&shown.page, &ui::ComparePage::chartRequested),
        chosen(&shown.page, &ui::ComparePage::modelChosen);
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toString(), u"gone"_s);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(wanted[0][0].toString(), u"gone"_s);
    shown.run(u"compare.chart"_s);
    QCOMPARE(chart[0][0].toString(), u"gone"_s);
    QVERIFY(shown.page.showModel(u"same"_s));  // hidden by "Changed only"
    QCOMPARE(chosen.count(), 1);               // the one that asked knows
    QVERIFY(!shown.page.showModel(u"nobody"_s));
    // Another page's model is followed only if it moved; a row that is gone says so.
    shown.page.followModel(u"gone"_s);
    QCOMPARE(shown.page.findChild<ui::MoveDetails*>()->text(), u"The later run does not have this model."_s);
    shown.page.followModel(u"same"_s);
    QCOMPARE(shown.page.findChild<ui::MoveDetails*>()->text(), u"The later run does not have this model."_s);
    shown.page.followModel(u"broke"_s);
    QVERIFY(shown.page.findChild<ui::MoveDetails*>()->text().contains(u"broke"_s));
  }

  void copiesForSheetsAndIssues() {
    Shown shown(runs({kBefore, kAfter}));
    auto* table = shown.page.findChild<ui::CompareTable*>();
    table->goTo(2);
    shown.run(u"compare.copy"_s);
    QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].startsWith(u"Move\tModel\taccuracy A\taccuracy B\tspeedup (x) A\tspeedup (x) B\tspeedup (x) change\t"_s));
    QVERIFY2(lines[1].startsWith(u"Worse\tmuch\tpass\tpass\t2.0\t1.0\t-1\t-50\t"_s), qPrintable(lines[1]));
    shown.run(u"compare.copyMarkdown"_s);
    lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[2].contains(u"2.000 \u2192 1.000"_s), qPrintable(lines[2]));
    QCOMPARE(shown.page.statusText(), u"1 row copied"_s);
  }

  void savesReportsByEnding_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("contains");
    QTest::newRow("markdown") << u"c.md"_s << QByteArray("broke");
    QTest::newRow("html") << u"c.html"_s << QByteArray("<html");
    QTest::newRow("csv") << u"c.csv"_s << QByteArray("broke,");
    QTest::newRow("json") << u"c.json"_s << QByteArray("\"plumbline-diff\"");
    QTest::newRow("text") << u"c.txt"_s << QByteArray("broke");
    QTest::newRow("no format") << u"c.docx"_s << QByteArray();
    QTest::newRow("no such folder") << u"nowhere/c.md"_s << QByteArray();
  }
  void savesReportsByEnding() {
    QFETCH(QString, name);
    QFETCH(QByteArray, contains);
    const QTemporaryDir folder;
    Shown shown(runs({kBefore, kAfter}));
    QSignalSpy problems(&shown.page, &ui::ComparePage::noticeRequested);
    shown.prompt.paths = {folder.filePath(name)};
    shown.run(u"compare.save"_s);
    QFile file(folder.filePath(name));
    if (contains.isEmpty()) {
      QTRY_COMPARE(problems.count(), 1);
      QVERIFY(!file.exists());
      return;
    }
    QTRY_VERIFY(shown.page.statusText().startsWith(u"Report saved to "_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains(contains));
  }

  void runsComeAndGo() {
    Shown shown(runs({kBefore, kAfter}));
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"x.csv"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("name,speedup\nsame,4\n");
    file.close();
    shown.prompt.paths = {file.fileName()};
    shown.run(u"compare.openFiles"_s);
    QTRY_COMPARE(shown.page.findChild<ui::RunStrip*>()->chips().size(), 3);
    ui::RunChip* third = shown.page.findChild<ui::RunStrip*>()->chips()[2];
    QCOMPARE(third->accessibleName(), u"Run C, x"_s);
    QVERIFY(third->toolTip().contains(file.fileName()));
    QMenu* menu = shown.page.findChild<ui::RunStrip*>()->runMenu(2);
    menu->actions().first()->trigger();  // for before; the other side stays
    QCOMPARE(shown.compare.state()->before, std::size_t{2});
    QCOMPARE(shown.compare.state()->after, std::size_t{1});
    delete menu;
    third->setFocus();
    QTest::keyClick(third, Qt::Key_Delete);
    QTRY_COMPARE(shown.page.findChild<ui::RunStrip*>()->chips().size(), 2);
    QCOMPARE(shown.compare.state()->before, std::size_t{0});
  }

  void oneRunIsShownAsItIs() {
    Shown shown(runs({kBefore}));
    auto* model = shown.page.findChild<CompareModel*>();
    QCOMPARE(model->rowCount(), 8);
    QVERIFY(!shown.page.findChild<ui::ThresholdPanel*>()->isVisible());
    QVERIFY(!shown.action(u"compare.swap"_s).enabled());
    QVERIFY(shown.page.findChild<ui::MoveDetails*>()->text().startsWith(u"One run is open."_s));
  }

  void thresholdsAreBesideTheTable() {
    Shown shown(runs({kBefore, kAfter}));
    auto* panel = shown.page.findChild<ui::ThresholdPanel*>();
    auto* table = shown.page.findChild<ui::CompareTable*>();
    QVERIFY(!panel->isVisible());
    QToolButton* button = nullptr;
    for (auto* each : shown.page.findChildren<QToolButton*>())
      if (each->text() == u"Thresholds"_s) button = each;
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(panel->isVisible() && button->isChecked());
    QVERIFY(panel->mapToGlobal(QPoint()).x() >= table->mapToGlobal(QPoint(table->width(), 0)).x());
    shown.run(u"compare.thresholds"_s);
    QVERIFY(panel->isAncestorOf(shown.page.focusWidget()));
    shown.run(u"compare.thresholdPanel"_s);
    QVERIFY(!panel->isVisible() && !button->isChecked());
    QVERIFY(table->hasFocus() || !shown.page.isActiveWindow());
  }

  void aQuarterOfThePageIsAboveTheTable_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("900x600") << QSize(832, 524);
    QTest::newRow("1360x860") << QSize(1292, 784);
    QTest::newRow("1920x1080") << QSize(1852, 1004);
  }
  void aQuarterOfThePageIsAboveTheTable() {
    QFETCH(QSize, size);
    Shown shown(runs({many(40, 1), many(40, 2)}));  // with every number of the dashboard
    shown.page.resize(size);
    auto* table = shown.page.findChild<ui::CompareTable*>();
    auto* summary = shown.page.findChild<ui::SummaryView*>();
    auto* text = shown.page.findChild<QLabel*>(u"summaryText"_s);
    QTRY_VERIFY2(table->mapTo(&shown.page, QPoint()).y() <= size.height() / 4,
                 qPrintable(QString::number(table->mapTo(&shown.page, QPoint()).y())));
    QVERIFY(summary->isVisible() != text->isVisible());
    if (size.height() > 900) {
      QVERIFY(summary->isVisible());
      QCOMPARE(summary->verticalScrollBar()->maximum(), 0);
      QCOMPARE(summary->height(), summary->wantedHeight(summary->width()));
      return;
    }
    // Every number is in sight, as a text.
    QVERIFY(text->isVisible());
    QCOMPARE_GE(text->height(), text->heightForWidth(text->width()));
    const auto* model = shown.page.findChild<ui::SummaryModel*>();
    QTextDocument plain;
    plain.setHtml(text->text());
    for (int row = 0; row < model->rowCount(); ++row)
      for (const int column : {ui::SummaryModel::Number, ui::SummaryModel::HudBefore, ui::SummaryModel::HudAfter})
        QVERIFY2(model->isSentence(row) || plain.toPlainText().contains(model->index(row, column).data().toString()), qPrintable(plain.toPlainText()));
    QVERIFY(text->toolTip().contains(u"paired"_s));
  }

  void betterAndWorseAreToldFromTheValues() {
    Shown shown(runs({"name,accuracy,speedup\na,pass,1.0051\n", "name,accuracy,speedup\na,pass,1.0699\n"}));
    const auto* model = shown.page.findChild<ui::SummaryModel*>();
    const auto cell = [model](int column) { return model->index(1, column); };
    QCOMPARE(cell(ui::SummaryModel::HudBefore).data().toString(), u"1.01"_s);
    QCOMPARE(cell(ui::SummaryModel::HudAfter).data().toString(), u"1.07"_s);
    QCOMPARE(cell(ui::SummaryModel::HudChange).data().toString(), u"+6.4 %"_s);  // 1.07 is 5.9 % above 1.01
    shown.choose(runs({"name,accuracy,speedup\na,pass,1.0049\n", "name,accuracy,speedup\na,pass,1.0546\n"}));
    QCOMPARE(cell(ui::SummaryModel::HudAfter).data().toString(), u"1.05"_s);  // 5 % above the 1.00 that is shown
    QCOMPARE(static_cast<ui::SummaryModel::Tone>(cell(ui::SummaryModel::HudChange).data(ui::SummaryModel::ToneRole).toInt()), ui::SummaryModel::Tone::Muted);
  }

  void chipsNameTheirFiles() {
    Shown shown(runs({kBefore, kAfter}));
    diff::Run run{.label = "baseline", .origin = "/tree/ci/inductor_torchbench_training.csv", .tables = {}, .config = {}, .commit = {}};
    ui::RunChip* chip = shown.page.findChild<ui::RunStrip*>()->chips().first();
    chip->show(run, ui::RunSide::Before);
    QCOMPARE(chip->caption(), u"baseline \u00b7 inductor_torchbench_training.csv"_s);
    QVERIFY(chip->accessibleDescription().startsWith(chip->caption()));
    run.label = "inductor_torchbench_training";
    chip->show(run, ui::RunSide::Before);
    QCOMPARE(chip->caption(), u"inductor_torchbench_training.csv"_s);
  }

  void aHiddenPageWorksNothingOut() {
    Shown shown(runs({kBefore, kAfter}));
    auto* model = shown.page.findChild<CompareModel*>();
    shown.page.hide();
    shown.choose(runs({kBefore}));
    QCOMPARE(model->rows()->diff()->runs().size(), std::size_t{2});
    shown.page.show();
    QCOMPARE(model->rows()->diff()->runs().size(), std::size_t{1});
  }

  void layoutIsRemembered() {
    Shown shown(runs({kBefore, kAfter}));
    auto* table = shown.page.findChild<ui::CompareTable*>();
    const int column = table->model() ? 3 : 0;
    table->setColumnWidth(1, 333);
    table->setColumnShown(column, false);
    shown.run(u"compare.summary"_s);
    const QByteArray state = shown.page.saveState();
    Shown other(runs({kBefore, kAfter}));
    QVERIFY(other.page.restoreState(state));
    auto* again = other.page.findChild<ui::CompareTable*>();
    QCOMPARE(again->columnWidth(1), 333);
    QVERIFY(again->isColumnHidden(column));
    QVERIFY(!other.page.findChild<ui::ThresholdPanel*>()->isVisible());
    again->resetColumns();
    QVERIFY(!again->isColumnHidden(column));
    QVERIFY(!other.page.restoreState("nonsense"));
  }

  void hostileNamesStayText() {
    const std::string evil = "name,accuracy,speedup\n\"<b>x</b>\nline\",\"<script>\",1\n" + std::string(5000, 'n') + ",pass,2\n";
    Shown shown(runs({evil, "name,accuracy,speedup\n\"<b>x</b>\nline\",pass,2\n"}));
    auto* model = shown.page.findChild<CompareModel*>();
    QCOMPARE(model->rowCount(), 2);
    shown.page.grab();
  }

  void tenThousandRowsStayQuick() {
    Shown shown(runs({many(10'000, 1), many(10'000, 2)}));
    auto* slider = shown.page.findChild<ui::ThresholdPanel*>()->findChild<QSlider*>();
    auto* table = shown.page.findChild<ui::CompareTable*>();
    shown.run(u"compare.clear"_s);
    table->goTo(5000);
    const int scroll = table->verticalScrollBar()->value();
    const QString name = qobject_cast<CompareModel*>(table->model())->modelName(5000);
    QElapsedTimer timer;
    timer.start();
    slider->setValue(6);
    const qint64 ms = timer.elapsed();
    QVERIFY(scroll > 0);
    auto* model = qobject_cast<CompareModel*>(table->model());
    QCOMPARE(model->modelName(table->currentIndex().row()), name);
    const int top = table->rowAt(0);
    QVERIFY(table->currentIndex().row() >= top && table->currentIndex().row() <= top + 40);
    qInfo("a threshold moved over 10,000 rows and 10 metrics: %lld ms", static_cast<long long>(ms));
  }
};

QTEST_MAIN(ComparePageTest)
#include "compare_page_test.moc"
