// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of each kind, and where; colours of the theme; nothing left behind.
#include <QSignalSpy>
#include <QTest>
#include <QGraphicsScene>
#include <QImage>
#include <QLineSeries>

#include "tests/ui/charts/shown_chart.h"
#include "ui/charts/chart_style.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using charts::ChartKind;

class ChartViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kinds_data();
  void kinds();
  void colours_data();
  void colours();
  void chosenItem();
  void zoomStays();
  void leavesNothing();
  void oddData();
  void noBarIsLost();
  void pictures();
};

void ChartViewTest::kinds_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("models");
  QTest::addColumn<QSize>("size");
  for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
    for (const int models : {1, 3, 62, 700})
      for (const QSize size : {QSize(420, 260), kChartSize})
        QTest::addRow("%s-%d-%d", std::string(charts::kindName(static_cast<ChartKind>(kind))).c_str(), models, size.width())
            << kind << models << size;
}

void ChartViewTest::kinds() {
  QFETCH(int, kind);
  QFETCH(int, models);
  QFETCH(QSize, size);
  const ui::ChartPtr chart = chartOf(static_cast<ChartKind>(kind), static_cast<std::size_t>(models), 0);
  QVERIFY2(!chart->isEmpty(), chart->emptyText.c_str());
  const Shown shown(chart, size);
  const ui::AxisPlan& plan = shown.view.plan();
  QVERIFY(plan.plot.width() > size.width() * 0.6);
  QVERIFY(plan.plot.height() > size.height() * 0.4);

  // Qt's series and our marks agree on where a value is.
  qsizetype bars = 0, lines = 0;
  for (const charts::Series& series : chart->series) {
    if (series.shape == charts::Shape::Bars && !ui::hasWideBars(*chart)) ++bars;
    if (series.shape == charts::Shape::Line) ++lines;
  }
  QCOMPARE(barSets(shown.view).size(), bars);
  for (const QBarSet* set : barSets(shown.view)) QCOMPARE(set->count(), static_cast<int>(chart->categories));
  qsizetype drawn = 0;
  for (QAbstractSeries* series : shown.view.chart()->series()) {
    if (qobject_cast<QLineSeries*>(series)) ++drawn;
    const QPointF units(shown.view.map().shownX().low + 0.3 * shown.view.map().shownX().size(),
                        shown.view.map().shownY().low + 0.7 * shown.view.map().shownY().size());
    const QPointF qts = shown.view.chart()->mapToPosition(units, series);
    const QPointF ours = shown.view.map().toPixel(units);
    QVERIFY2((qts - ours).manhattanLength() < 1.0, qPrintable(u"%1, %2"_s.arg(qts.x()).arg(ours.x())));
  }
  QCOMPARE(drawn, lines);

  // Labels: inside the picture, beside the plot, never on each other.
  QVERIFY(!plan.labels.empty());
  std::vector<QPolygonF> outlines;
  for (const ui::AxisLabel& label : plan.labels) {
    const QPolygonF outline = label.outline();
    QVERIFY2(QRectF(QPointF(0, 0), QSizeF(size)).adjusted(-1, -1, 1, 1).contains(outline.boundingRect()), qPrintable(label.text));
    for (const QPolygonF& other : outlines) {
      const QRectF both = outline.intersected(other).boundingRect();
      QVERIFY2(both.width() * both.height() < 1.0, qPrintable(label.text));
    }
    outlines.push_back(outline);
  }
  // All marks on the plot, and every one of them within reach of the pointer.
  const QRectF room = plan.plot.adjusted(-1, -1, 1, 1);
  for (std::uint32_t s = 0; s < chart->series.size(); ++s) {
    if (chart->series[s].shape == charts::Shape::Segments) continue;
    const auto count = static_cast<std::uint32_t>(chart->series[s].marks.size()) - (chart->series[s].shape == charts::Shape::Steps ? 1U : 0U);
    for (std::uint32_t i = 0; i < count; ++i) {
      const QPointF pixel = shown.view.map().toPixel(shown.view.finder().units({s, i}));
      QVERIFY(room.contains(pixel));
      QVERIFY(shown.view.finder().nearest(pixel, shown.view.map()).has_value());
    }
  }
  const QImage image = shown.view.viewport()->grab().toImage();
  if (bars > 0 || ui::hasWideBars(*chart)) QVERIFY(hasColor(image, plan.plot.toRect(), shown.theme.series(0)));
}

void ChartViewTest::colours_data() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("light") << false;
  QTest::newRow("dark") << true;
}

void ChartViewTest::colours() {
  QFETCH(bool, dark);
  Shown shown(chartOf(ChartKind::Memory));
  const ui::Theme theme = themeOf(dark ? ui::Scheme::Dark : ui::Scheme::Light);
  shown.view.setTheme(theme);
  const QList<QBarSet*> sets = barSets(shown.view);
  QCOMPARE(sets.size(), 2);
  QCOMPARE(sets[0]->brush().color(), theme.series(0));
  QCOMPARE(sets[1]->brush().color(), theme.series(1));
  QCOMPARE(sets[0]->pen().style(), Qt::NoPen);
  const QImage image = shown.view.viewport()->grab().toImage();
  const QRect plot = shown.view.plan().plot.toRect();
  QCOMPARE(image.pixelColor(8, 8).rgb(), theme.color(ui::Tone::Base).rgb());
  const ui::ClassStyle& fail = theme.classStyle(verdicts::VerdictClass::Fail);
  QVERIFY(hasColor(image, plot, theme.series(1)));
  QVERIFY(hasColor(image, plot, fail.tint));  // behind a failing model, as in the table
  QVERIFY(hasColor(image, QRect(plot.left(), plot.bottom(), plot.width(), 80), fail.chip) || hasColor(image, plot, fail.chip));
  // The legend says each class with the table's glyph.
  bool hasFail = false;
  for (const ui::LegendEntry& entry : ui::legendOf(shown.view.data(), theme)) {
    if (!entry.text.startsWith(u"Worse "_s)) continue;  // a number that moved; "Fail" is what CI says
    hasFail = true;
    QCOMPARE(entry.mark.glyph, fail.glyph);
    QCOMPARE(entry.mark.color, fail.chip);
  }
  QVERIFY(hasFail);
  bool isNamed = false;
  for (const ui::AxisLabel& label : shown.view.plan().labels) isNamed = isNamed || (label.isMarked && label.text.startsWith(fail.glyph));
  QVERIFY(isNamed);
}

void ChartViewTest::chosenItem() {
  Shown shown(chartOf(ChartKind::Memory));
  QSignalSpy chosen(&shown.view, &ui::ChartView::itemChosen);
  QVERIFY(!shown.view.chooseItem(u"nobody"_s));
  QVERIFY(shown.view.chooseItem(u"moco"_s));
  QCOMPARE(shown.name(), u"moco"_s);
  QCOMPARE(chosen.size(), 0);  // who chooses knows
  // It stays over another chart of the same models, and goes with one that has it not.
  shown.view.showChart(chartOf(ChartKind::Scatter));
  QCOMPARE(shown.name(), u"moco"_s);
  shown.view.showChart(chartOf(ChartKind::Scatter, 3));
  QVERIFY(!shown.view.pointed());
}

void ChartViewTest::zoomStays() {
  Shown shown(chartOf(ChartKind::Memory));
  shown.wheel(shown.view.map().plot().center(), 240);
  const ui::Span x = shown.view.map().shownX();
  shown.view.showChart(chartOf(ChartKind::Memory));  // the same again, as after a recompute
  QCOMPARE(shown.view.map().shownX(), x);
  shown.view.showChart(chartOf(ChartKind::Memory, 62, 0));
  QVERIFY(shown.view.isWhole());
}

void ChartViewTest::leavesNothing() {
  Shown shown(chartOf(ChartKind::Memory));
  const ui::ChartPtr charts[] = {chartOf(ChartKind::Memory), chartOf(ChartKind::Trend), chartOf(ChartKind::CompileTime)};
  const auto settle = [&shown] {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    shown.view.viewport()->grab();
  };
  for (const ui::ChartPtr& chart : charts) shown.view.showChart(chart);
  settle();
  const qsizetype items = shown.view.scene()->items().size();
  const qsizetype objects = shown.view.chart()->findChildren<QObject*>().size();
  for (int i = 0; i < 100; ++i)
    for (const ui::ChartPtr& chart : charts) shown.view.showChart(chart);
  settle();
  QCOMPARE(shown.view.scene()->items().size(), items);
  QCOMPARE(shown.view.chart()->findChildren<QObject*>().size(), objects);
  QCOMPARE(shown.view.chart()->axes().size(), 2);
}

void ChartViewTest::oddData() {
  Shown shown({});
  QVERIFY(shown.view.data().series.empty());
  QTest::keyClick(&shown.view, Qt::Key_Right);
  QTest::keyClick(&shown.view, Qt::Key_End);
  shown.wheel(shown.view.rect().center(), 120);
  shown.drag({100, 100}, {200, 200}, Qt::LeftButton);
  shown.view.viewport()->grab();
  // Bars below zero, a log axis for bars, points with an item that is not there, axes without room.
  auto odd = std::make_shared<charts::ChartData>();
  odd->items.resize(3);
  odd->categories = 3;
  odd->x = {.title = "model", .isCategory = true, .low = -0.5, .high = 2.5};
  odd->y = {.title = "speedup (%)", .low = -20, .high = 10};
  odd->series = {{.title = "warm", .shape = charts::Shape::Bars, .marks = {{.x = 0, .y = -12}, {.x = 1, .y = 4, .item = 1}, {.x = 2, .y = 7, .item = 99}}}};
  shown.view.showChart(odd);
  const QImage image = shown.view.viewport()->grab().toImage();
  const double ground = shown.view.map().pixelY(0);
  const auto middle = static_cast<int>(shown.view.map().pixelX(0));
  QCOMPARE(image.pixelColor(middle, static_cast<int>(ground) + 20).rgb(), shown.theme.series(1).rgb());
  QVERIFY(image.pixelColor(middle, static_cast<int>(ground) - 8).rgb() != shown.theme.series(1).rgb());
  auto flat = std::make_shared<charts::ChartData>(*odd);
  flat->y = {.title = "time (s)", .isLog = true, .low = 0.01, .high = 100};
  flat->series[0].marks = {{.x = 0, .y = 0.1}, {.x = 1, .y = 1, .item = 1}, {.x = 2, .y = -1, .item = 2}};
  shown.view.showChart(flat);
  const QImage logs = shown.view.viewport()->grab().toImage();
  const auto second = static_cast<int>(shown.view.map().pixelX(1));
  QCOMPARE(logs.pixelColor(second, static_cast<int>(shown.view.map().pixelY(-1))).rgb(), shown.theme.series(1).rgb());
  QCOMPARE(logs.pixelColor(second, static_cast<int>(shown.view.map().pixelY(0.2))).rgb() == shown.theme.series(1).rgb(), false);
  auto narrow = std::make_shared<charts::ChartData>(*odd);
  narrow->y = {.title = {}, .low = 5, .high = 5};
  shown.view.showChart(narrow);
  shown.view.resize(20, 20);
  shown.view.viewport()->grab();
}

/// Of 3,000 bars on 900 pixels the one that stands out is seen, wherever it falls.
void ChartViewTest::noBarIsLost() {
  auto chart = std::make_shared<charts::ChartData>();
  chart->items.resize(3000);
  chart->categories = 3000;
  chart->x = {.title = "model", .isCategory = true, .low = -0.5, .high = 2999.5};
  chart->y = {.title = "time (s)", .low = -4, .high = 10};
  chart->series = {{.title = "warm", .shape = charts::Shape::Bars}};
  for (std::uint32_t i = 0; i < 3000; ++i) chart->series[0].marks.push_back({.x = static_cast<double>(i), .y = 1, .item = i});
  for (const std::uint32_t odd : {0U, 1U, 2U, 700U, 701U, 702U, 1501U, 2998U, 2999U}) {
    auto one = std::make_shared<charts::ChartData>(*chart);
    one->series[0].marks[odd].y = odd % 2 == 0 ? 9 : -3;
    const Shown shown(one);
    const QImage image = shown.view.viewport()->grab().toImage();
    const auto y = static_cast<int>(shown.view.map().pixelY(odd % 2 == 0 ? 5 : -2));
    const auto x = static_cast<int>(shown.view.map().pixelX(odd));
    QVERIFY2(hasColor(image, QRect(x - 2, y, 5, 1), shown.theme.series(1)), std::to_string(odd).c_str());
  }
}

void ChartViewTest::pictures() {
  const ui::Theme theme = themeOf(ui::Scheme::Dark);
  const ui::ChartPtr chart = chartOf(ChartKind::Memory);
  const QImage plain = ui::ChartView::picture(chart, theme, {640, 400});
  QCOMPARE(plain.size(), QSize(640, 400));
  QCOMPARE(plain.pixelColor(1, 1).rgb(), theme.color(ui::Tone::Base).rgb());
  QVERIFY(hasColor(plain, plain.rect(), theme.series(1)));
  QVERIFY(hasColor(plain, QRect(0, 0, 640, 40), theme.color(ui::Tone::Text)));  // its title
  QVERIFY(hasColor(plain, QRect(500, 300, 140, 100), theme.color(ui::Tone::Text)));  // names below, to the very right
  const QImage sharp = ui::ChartView::picture(chart, theme, {640, 400}, 2);
  QCOMPARE(sharp.size(), QSize(1280, 800));
  QVERIFY(ui::ChartView::picture({}, theme, {640, 400}).isNull());
}

QTEST_MAIN(ChartViewTest)
#include "chart_view_test.moc"
