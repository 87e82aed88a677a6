// SPDX-License-Identifier: GPL-3.0-or-later
// The page around the charts: kinds, choices, pages of models, one model in all charts, what stands around the plot.
#include <QClipboard>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <algorithm>

#include "tests/ui/charts/charts_desk.h"
#include "ui/charts/chart_bar.h"
#include "ui/charts/chart_readout.h"
#include "ui/charts/chart_style.h"
#include "ui/support/empty_state.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using charts::ChartKind;
using Desk = testing::ChartsDesk;

class ChartsPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kindsByKeys();
  void keysAreFree();
  void pages();
  void modelBothWays();
  void choices();
  void trendOfOneModel();
  void changePointsOfATrend();
  void remembers();
  void readout();
  void manyModels();
  void legendFits();
  void nothing();
  void hiddenPageWaits();
  void themes();
};

void ChartsPageTest::kindsByKeys() {
  Desk desk;
  const QList<ui::ActionSpec> specs = desk.page.actions();
  for (std::size_t i = 0; i < static_cast<std::size_t>(ChartKind::Count); ++i) {
    const auto kind = static_cast<ChartKind>(i);
    const ui::ActionSpec& spec = specs[static_cast<qsizetype>(i)];
    QCOMPARE(spec.shortcuts, QList<QKeySequence>{QKeySequence(Qt::Key_1 + static_cast<int>(i))});
    spec.run();
    QCOMPARE(desk.page.kind(), kind);
    QCOMPARE(desk.chart().kind, kind);
    QVERIFY(spec.checked());
    QVERIFY(!desk.chart().series.empty());
    QVERIFY(!desk.page.statusText().isEmpty());
  }
}

void ChartsPageTest::keysAreFree() {
  Desk desk;
  QSet<QString> ids;
  QSet<QKeySequence> keys;
  for (const ui::ActionSpec& spec : desk.page.actions()) {
    QVERIFY(!ids.contains(spec.id));
    ids.insert(spec.id);
    QVERIFY2(!spec.tooltip.isEmpty() && spec.run, qPrintable(spec.id));
    QVERIFY(spec.group == u"Chart"_s || spec.group == u"File"_s);
    for (const QKeySequence& key : spec.shortcuts) {
      QVERIFY2(!keys.contains(key), qPrintable(key.toString()));
      keys.insert(key);
      QCOMPARE(key[0].keyboardModifiers() == Qt::NoModifier, spec.group == u"Chart"_s);  // files want a modifier
    }
  }
  // What the window has for all pages: overview, matrix, compare, charts, review.
  for (const Qt::Key key : {Qt::Key_G, Qt::Key_M, Qt::Key_B, Qt::Key_C, Qt::Key_R, Qt::Key_Question}) QVERIFY(!keys.contains(QKeySequence(key)));
}

void ChartsPageTest::pages() {
  Desk desk({.models = 130});
  desk.page.showKind(ChartKind::CompileTime);
  auto* bar = desk.page.findChild<ui::ChartBar*>();
  QCOMPARE(bar->pagesText(), u"1\u201340 of 130"_s);
  QVERIFY(!desk.action(u"charts.previous"_s).enabled());
  const std::string firstModel = desk.chart().items[0].name;
  QTest::keyClick(desk.view, Qt::Key_PageDown);
  QCOMPARE(bar->pagesText(), u"41\u201380 of 130"_s);
  QVERIFY(desk.chart().items[0].name != firstModel);
  desk.run(u"charts.next"_s);
  desk.run(u"charts.next"_s);
  QVERIFY2(bar->pagesText().endsWith(u"130 of 130"_s), qPrintable(bar->pagesText()));
  QVERIFY(!desk.action(u"charts.next"_s).enabled());
  QTest::keyClick(desk.view, Qt::Key_PageDown);
  QVERIFY(bar->pagesText().endsWith(u"130 of 130"_s));
  for (int i = 0; i < 4; ++i) QTest::keyClick(desk.view, Qt::Key_PageUp);
  QCOMPARE(bar->pagesText(), u"1\u201340 of 130"_s);
  desk.run(u"charts.all"_s);
  QCOMPARE(desk.chart().shown, 130U);
  QCOMPARE(bar->pagesText(), QString());
  desk.run(u"charts.all"_s);
  QCOMPARE(desk.chart().shown, 40U);
}

void ChartsPageTest::modelBothWays() {
  Desk desk({.models = 130});
  desk.page.showKind(ChartKind::CompileTime);
  QSignalSpy chosen(&desk.page, &ui::ChartsPage::modelChosen);
  QSignalSpy wanted(&desk.page, &ui::ChartsPage::modelRequested);
  // From outside: marked, its page turned up, and nothing echoed.
  const QString far = QString::fromStdString(desk.chart().rows[100][0]);
  desk.page.showModel(far);
  QVERIFY(desk.view->pointed());
  QCOMPARE(QString::fromStdString(desk.view->pointed()->name), far);
  QCOMPARE(chosen.size(), 0);
  // It stays from chart to chart.
  desk.page.showKind(ChartKind::Scatter);
  if (desk.view->pointed()) QCOMPARE(QString::fromStdString(desk.view->pointed()->name), far);
  // From here: reported once.
  QTest::keyClick(desk.view, Qt::Key_Home);
  QCOMPARE(chosen.size(), 1);
  const QString here = chosen[0][0].toString();
  QCOMPARE(QString::fromStdString(desk.view->pointed()->name), here);
  desk.page.showModel(here);
  QCOMPARE(chosen.size(), 1);
  QTest::keyClick(desk.view, Qt::Key_Enter);
  QCOMPARE(wanted.size(), 1);
  QCOMPARE(wanted[0][0].toString(), here);
  desk.run(u"charts.row"_s);
  QCOMPARE(wanted.size(), 2);
  desk.page.showModel(u"nobody"_s);
  QVERIFY(!desk.view->pointed());
  // A bin is no model.
  desk.page.showKind(ChartKind::Distribution);
  QTest::keyClick(desk.view, Qt::Key_Home);
  QCOMPARE(chosen.size(), 1);
  QTest::keyClick(desk.view, Qt::Key_Enter);
  QCOMPARE(wanted.size(), 2);
}

void ChartsPageTest::choices() {
  Desk desk;
  desk.page.showKind(ChartKind::Scatter);
  QComboBox* metric = desk.combo(u"Metric"_s);
  QComboBox* order = desk.combo(u"Order"_s);
  QVERIFY(metric->isVisible());
  QVERIFY(!order->isVisible());
  QCOMPARE(metric->currentData().toString(), u"speedup"_s);
  const int latency = metric->findData(u"abs_latency"_s);
  QVERIFY(latency >= 0);
  QCOMPARE(metric->findData(u"accuracy"_s), -1);  // words cannot be drawn
  metric->setCurrentIndex(latency);
  Q_EMIT metric->activated(latency);
  QVERIFY2(QString::fromStdString(desk.chart().x.title).contains(u"ms"_s), desk.chart().x.title.c_str());
  desk.page.showKind(ChartKind::DeltaCurve);
  QCOMPARE(metric->currentData().toString(), u"speedup"_s);  // each chart has its own
  desk.page.showKind(ChartKind::Memory);
  QVERIFY(order->isVisible());
  QVERIFY(!metric->isVisible());
  const std::string worst = desk.chart().items[0].name;
  desk.run(u"charts.order"_s);
  QVERIFY(desk.chart().items[0].name != worst);
  QCOMPARE(order->currentText(), u"Best first"_s);
  const std::string ratio = desk.chart().y.title;
  desk.run(u"charts.peak"_s);
  QVERIFY(desk.chart().y.title != ratio);
  QVERIFY(desk.action(u"charts.peak"_s).checked());
}

void ChartsPageTest::trendOfOneModel() {
  Desk desk;
  desk.page.showKind(ChartKind::Trend);
  QVERIFY(desk.chart().series.size() > 2);
  QVERIFY(!desk.action(u"charts.only"_s).enabled());
  desk.page.showModel(u"resnet50"_s);  // no mover: it gets a line of its own
  QCOMPARE(desk.chart().series.size(), 2U);
  QCOMPARE(QString::fromStdString(desk.chart().series[1].title), u"resnet50"_s);
  QCOMPARE(QString::fromStdString(desk.view->pointed()->name), u"resnet50"_s);
  desk.run(u"charts.only"_s);
  QVERIFY(desk.chart().series.size() > 2);
}

void ChartsPageTest::changePointsOfATrend() {
  Desk desk;
  desk.page.showState(testing::steppedState());
  auto* slider = desk.page.findChild<QSlider*>();
  QVERIFY(!slider->isVisible());
  desk.page.showKind(ChartKind::Trend);
  QVERIFY(slider->isVisible());
  const auto title = [&] { return QString::fromStdString(desk.chart().series.back().title); };
  QVERIFY2(title().endsWith(u"change points"_s), qPrintable(title()));
  const QString found = title();
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_End);
  QCOMPARE(slider->accessibleDescription(), u"about 1 false alarm in 10 series"_s);
  QVERIFY(title().split(u' ').first().toInt() >= found.split(u' ').first().toInt());
  desk.run(u"charts.changes"_s);
  QVERIFY(!title().contains(u"change"_s));
  QVERIFY(!desk.action(u"charts.changes"_s).checked());
  desk.run(u"charts.fewerChanges"_s);  // switches them on again
  QVERIFY(title().endsWith(u"change points"_s));
  QTest::keyClick(desk.view, Qt::Key_Comma);
}

void ChartsPageTest::remembers() {
  QByteArray state;
  {
    Desk desk;
    desk.page.showKind(ChartKind::Memory);
    desk.run(u"charts.order"_s);
    desk.run(u"charts.peak"_s);
    desk.page.showKind(ChartKind::DeltaCurve);
    QComboBox* metric = desk.combo(u"Metric"_s);
    const int latency = metric->findData(u"abs_latency"_s);
    metric->setCurrentIndex(latency);
    Q_EMIT metric->activated(latency);
    state = desk.page.saveState();
  }
  Desk desk;
  QVERIFY(!desk.page.restoreState("{}"));
  QVERIFY(!desk.page.restoreState("not json"));
  QVERIFY(!desk.page.restoreState(R"({"version":1,"kind":"pie","order":0})"));
  QVERIFY(!desk.page.restoreState(R"({"version":1,"kind":"memory","order":9})"));
  QCOMPARE(desk.page.kind(), ChartKind::Speedup);
  QVERIFY(desk.page.restoreState(state));
  QCOMPARE(desk.page.kind(), ChartKind::DeltaCurve);
  QCOMPARE(desk.combo(u"Metric"_s)->currentData().toString(), u"abs_latency"_s);
  desk.page.showKind(ChartKind::Memory);
  QVERIFY(desk.action(u"charts.peak"_s).checked());
  QCOMPARE(desk.combo(u"Order"_s)->currentText(), u"Best first"_s);
}

void ChartsPageTest::readout() {
  Desk desk;
  desk.page.showKind(ChartKind::Memory);
  auto* readout = desk.page.findChild<ui::ChartReadout*>();
  const QRect place = readout->geometry();
  const QRect plot = desk.view->geometry();
  const QString hint = readout->text();
  QVERIFY(!hint.isEmpty());
  QTest::keyClick(desk.view, Qt::Key_Home);
  const charts::Item& worst = desk.chart().items[0];
  QVERIFY(worst.isMarked);
  const QString legend = desk.page.findChild<ui::ChartLegend*>()->accessibleName();
  QVERIFY2(!legend.contains(u"Fail"_s), qPrintable(legend));  // CI does not judge these numbers
  QCOMPARE(readout->text(), u"WORSE %1: %2"_s.arg(QString::fromStdString(worst.name),
                                                   QString::fromStdString(worst.numbers).replace(u'-', u'\u2212')));
  desk.run(u"charts.zoomIn"_s);
  QTest::qWait(0);
  QCOMPARE(readout->geometry().top(), place.top());
  QCOMPARE(readout->geometry().height(), place.height());
  QCOMPARE(desk.view->geometry(), plot);  // nothing jumps
  desk.page.showModel({});
  QCOMPARE(readout->text(), hint);
}

/// Charts of many models are made beside the window: the one on screen stays until then, and when that is cancelled.
void ChartsPageTest::manyModels() {
  Desk desk({.models = 22'000, .commits = 0, .hasCaches = false});
  QTRY_VERIFY(!desk.chart().series.empty());
  const ChartKind first = desk.chart().kind;
  desk.page.showKind(ChartKind::Scatter);
  QCOMPARE(desk.chart().kind, first);
  QTRY_COMPARE(desk.chart().kind, ChartKind::Scatter);
  const charts::ChartData& chart = desk.chart();
  QVERIFY(chart.items.size() > 20'000);
  QVERIFY(chart.items[0].numbers.empty() && chart.rows.empty());
  QTest::keyClick(desk.view, Qt::Key_Home);
  auto* readout = desk.page.findChild<ui::ChartReadout*>();
  const std::uint32_t item = chart.series[0].marks[0].item;
  const QString numbers = QString::fromStdString(chart.numbersOf(item)).replace(u'-', u'\u2212');
  QVERIFY(numbers.startsWith(u"expected"_s) || numbers.contains(u", "_s));
  QVERIFY2(readout->text().endsWith(numbers), qPrintable(readout->text()));
  QVERIFY(desk.view->accessibleName().endsWith(numbers));
  QTest::keyClick(desk.view, Qt::Key_Up);
  QVERIFY(desk.view->current().has_value());

  const QSignalSpy busy(&desk.page, &ui::ChartsPage::busyChanged);
  desk.page.showKind(ChartKind::DeltaCurve);
  desk.page.cancelWork();
  QCOMPARE(busy.size(), 2);
  QCOMPARE(desk.page.statusText(), u"The chart was not made: cancelled"_s);
  QCOMPARE(desk.chart().kind, ChartKind::Scatter);
  desk.page.showKind(ChartKind::Scatter);
  QTRY_COMPARE(busy.size(), 4);
  desk.run(u"charts.copyData"_s);
  QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), static_cast<qsizetype>(desk.chart().items.size()) + 1);
}

/// All of the legend is there, also where it takes a second line, and the plot stays where it is from chart to chart.
void ChartsPageTest::legendFits() {
  Desk desk;
  auto* legend = desk.page.findChild<ui::ChartLegend*>();
  QWidget* bar = legend->parentWidget();
  desk.page.resize(760, 480);
  for (std::size_t i = 0; i < static_cast<std::size_t>(ChartKind::Count); ++i) {
    desk.page.showKind(static_cast<ChartKind>(i));
    QTRY_VERIFY(legend->isWhole() && bar->rect().contains(legend->geometry()));
    QTest::qWait(0);
    QVERIFY(legend->isWhole() && bar->rect().contains(legend->geometry()));
  }
  desk.page.resize(1400, 800);
  QTRY_COMPARE(legend->width() > 900, true);
  QSet<int> tops;
  for (std::size_t i = 0; i < static_cast<std::size_t>(ChartKind::Count); ++i) {
    desk.page.showKind(static_cast<ChartKind>(i));
    QTRY_VERIFY(legend->isWhole());
    QTest::qWait(0);
    tops.insert(desk.view->y());
  }
  QCOMPARE(tops.size(), 1);
}

void ChartsPageTest::nothing() {
  Desk desk({.commits = 0, .hasCaches = false, .hasDiff = false});
  auto* empty = desk.page.findChild<ui::EmptyState*>();
  QVERIFY(empty->isVisible());
  QSignalSpy open(&desk.page, &ui::ChartsPage::openRequested);
  QSignalSpy runs(&desk.page, &ui::ChartsPage::compareRequested);
  const auto buttons = [empty] { return empty->findChildren<QPushButton*>(); };
  QVERIFY(buttons().size() >= 2);
  QTest::mouseClick(buttons()[0], Qt::LeftButton);
  QTest::mouseClick(buttons()[1], Qt::LeftButton);
  QCOMPARE(open.size(), 1);
  QCOMPARE(runs.size(), 1);
  for (const ui::ActionSpec& spec : desk.page.actions())
    if (spec.group == u"File"_s) QVERIFY2(!spec.enabled(), qPrintable(spec.id));
  QVERIFY(desk.page.pictureOf(ChartKind::Speedup, {400, 300}).isNull());
  // One chart that has nothing while others have.
  auto state = std::make_shared<session::CompareState>(*testing::compareState({.hasCaches = false}));
  diff::Run words = testing::chartRun("words", 0, 0);
  state->diff = diff::RunDiff::make({words, words}).value();
  state->trend.reset();
  desk.page.showState(state);
  QVERIFY(empty->isVisible());
  // Until a chart is chosen, one that has something to draw is shown; afterwards it is one press away.
  state->cacheRuns = testing::compareState()->cacheRuns;
  QVERIFY(!state->cacheRuns->empty());
  desk.page.showState(std::make_shared<session::CompareState>(*state));
  QCOMPARE(desk.page.kind(), ChartKind::CompileTime);
  QVERIFY(!empty->isVisible());
  desk.page.showKind(ChartKind::Speedup);
  desk.page.showState(std::make_shared<session::CompareState>(*state));
  QCOMPARE(desk.page.kind(), ChartKind::Speedup);
  QVERIFY(empty->isVisible());
  const auto all = buttons();
  const auto other = std::ranges::find(all, u"Show Compile time"_s, &QPushButton::text);
  QVERIFY(other != all.end());
  QTest::mouseClick(*other, Qt::LeftButton);
  QCOMPARE(desk.page.kind(), ChartKind::CompileTime);
  QVERIFY(!empty->isVisible());
  QVERIFY(desk.view->hasFocus());
  desk.page.showKind(ChartKind::Speedup);
  QVERIFY(empty->isVisible());
  desk.page.showState(testing::compareState());
  QVERIFY(!empty->isVisible());
  QVERIFY(desk.view->isVisible());
  desk.page.showState({});
  QVERIFY(empty->isVisible());
}

void ChartsPageTest::hiddenPageWaits() {
  Desk desk;
  desk.page.hide();
  desk.page.showState(testing::compareState({.models = 7}));
  desk.page.showModel(u"moco"_s);
  QVERIFY(desk.chart().total != 7U);
  desk.page.show();
  QVERIFY(desk.chart().total == 7U);
  QCOMPARE(QString::fromStdString(desk.view->pointed()->name), u"moco"_s);
}

void ChartsPageTest::themes() {
  Desk desk;
  desk.page.showKind(ChartKind::Memory);
  const ui::Theme dark = ui::Theme::load(ui::Scheme::Dark, qApp->font());
  QTest::keyClick(desk.view, Qt::Key_End);
  const QString name = QString::fromStdString(desk.view->pointed()->name);
  desk.page.setTheme(dark);
  const QImage image = desk.view->viewport()->grab().toImage();
  QCOMPARE(image.pixelColor(2, image.height() - 2).rgb(), dark.color(ui::Tone::Base).rgb());
  QCOMPARE(QString::fromStdString(desk.view->pointed()->name), name);
}

QTEST_MAIN(ChartsPageTest)
#include "charts_page_test.moc"
