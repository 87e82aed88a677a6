// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer, wheel and keys on a chart.
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/charts/shown_chart.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using charts::ChartKind;

class ChartInputTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void keys();
  void scatterKeys();
  void pointer();
  void columnUnderPointer();
  void zoom();
  void zoomOfNames();
  void marksOnOnePlace();
};

void ChartInputTest::keys() {
  Shown shown(chartOf(ChartKind::Speedup));
  QSignalSpy chosen(&shown.view, &ui::ChartView::itemChosen);
  QSignalSpy wanted(&shown.view, &ui::ChartView::itemRequested);
  QSignalSpy pages(&shown.view, &ui::ChartView::pageRequested);
  const std::vector<charts::Item>& items = shown.view.data().items;
  QTest::keyClick(&shown.view, Qt::Key_Return);
  QCOMPARE(wanted.size(), 0);  // nothing is current yet
  QTest::keyClick(&shown.view, Qt::Key_Right);
  QCOMPARE(shown.name(), QString::fromStdString(items[0].name));
  QTest::keyClick(&shown.view, Qt::Key_Right);
  QCOMPARE(shown.name(), QString::fromStdString(items[1].name));
  const QString said = shown.view.accessibleName();
  QVERIFY2(said.contains(shown.name()) && said.contains(u"\u221218.2 %"_s), qPrintable(said));
  QVERIFY(!shown.view.accessibleDescription().isEmpty());
  QTest::keyClick(&shown.view, Qt::Key_Up);
  QCOMPARE(shown.name(), QString::fromStdString(items[1].name));  // the other run's mark of the same model
  QTest::keyClick(&shown.view, Qt::Key_Left);
  QCOMPARE(shown.name(), QString::fromStdString(items[0].name));
  QTest::keyClick(&shown.view, Qt::Key_Left);
  QCOMPARE(shown.name(), QString::fromStdString(items[0].name));  // the end
  QTest::keyClick(&shown.view, Qt::Key_End);
  QCOMPARE(shown.name(), QString::fromStdString(items.back().name));
  QTest::keyClick(&shown.view, Qt::Key_Home);
  QCOMPARE(shown.name(), QString::fromStdString(items.front().name));
  QTest::keyClick(&shown.view, Qt::Key_Return);
  QCOMPARE(wanted.size(), 1);
  QCOMPARE(wanted[0][0].toString(), shown.name());
  QCOMPARE(chosen.back()[0].toString(), shown.name());
  QTest::keyClick(&shown.view, Qt::Key_PageDown);
  QTest::keyClick(&shown.view, Qt::Key_PageUp);
  QCOMPARE(pages, (QList<QList<QVariant>>{{1}, {-1}}));
}

void ChartInputTest::scatterKeys() {
  Shown shown(chartOf(ChartKind::Scatter));
  QTest::keyClick(&shown.view, Qt::Key_Home);
  double last = -1e9;
  std::size_t steps = 0;
  for (;; ++steps) {
    const ui::MarkAt at = *shown.view.current();
    const double x = shown.view.finder().units(at).x();
    QVERIFY(x >= last);
    last = x;
    QTest::keyClick(&shown.view, Qt::Key_Right);
    if (shown.view.current() == at) break;
  }
  QCOMPARE(steps + 1, shown.view.finder().count());
  const double y = shown.view.finder().units(*shown.view.current()).y();
  QTest::keyClick(&shown.view, Qt::Key_Down);
  QVERIFY(shown.view.finder().units(*shown.view.current()).y() <= y);
}

void ChartInputTest::pointer() {
  Shown shown(chartOf(ChartKind::Scatter));
  QSignalSpy chosen(&shown.view, &ui::ChartView::itemChosen);
  QSignalSpy wanted(&shown.view, &ui::ChartView::itemRequested);
  const ui::MarkAt at = *shown.view.finder().first();
  const charts::Item& item = shown.view.data().items[shown.view.data().series[at.series].marks[at.mark].item];
  shown.move(shown.view.map().plot().topLeft().toPoint() + QPoint(4, 4));
  QVERIFY(!shown.view.pointed());
  shown.move(shown.pixelOf(at) + QPoint(3, 2));
  QCOMPARE(shown.name(), QString::fromStdString(item.name));
  QCOMPARE(chosen.size(), 0);
  QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.pixelOf(at));
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen[0][0].toString(), QString::fromStdString(item.name));
  QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, shown.pixelOf(at));
  QCOMPARE(wanted.size(), 1);
  // Away from it, the chosen one is shown.
  shown.move(shown.view.map().plot().topLeft().toPoint() + QPoint(4, 4));
  QCOMPARE(shown.name(), QString::fromStdString(item.name));
  const QRect ring = QRect(shown.pixelOf(at) - QPoint(9, 9), QSize(19, 19));
  QVERIFY(hasColor(shown.view.viewport()->grab().toImage(), ring, shown.theme.color(ui::Tone::Accent)));
}

void ChartInputTest::columnUnderPointer() {
  Shown shown(chartOf(ChartKind::Memory));
  for (std::uint32_t i = 0; i < 40; i += 13) {
    // Anywhere over a bar, and on the names below.
    const ui::Span bar = shown.view.finder().barUnits({1, i});
    const double x = shown.view.map().pixelX((bar.low + bar.high) / 2);
    for (const double y : {shown.view.plan().plot.top() + 5, shown.view.plan().plot.bottom() - 3, shown.view.plan().plot.bottom() + 12}) {
      shown.move(QPointF(x, y).toPoint());
      QCOMPARE(shown.name(), QString::fromStdString(shown.view.data().items[i].name));
    }
  }
}

void ChartInputTest::zoom() {
  Shown shown(chartOf(ChartKind::Scatter));
  QSignalSpy changed(&shown.view, &ui::ChartView::viewChanged);
  QVERIFY(shown.view.isWhole());
  const QPointF at = shown.view.map().plot().center() + QPointF(40, -30);
  const QPointF before = shown.view.map().toUnits(at);
  shown.wheel(at, 360);
  QVERIFY(!shown.view.isWhole());
  QVERIFY(changed.size() >= 1);
  const QPointF after = shown.view.map().toUnits(at);
  QVERIFY(std::abs(after.x() - before.x()) < 1e-9 && std::abs(after.y() - before.y()) < 1e-9);
  shown.wheel(at, -12000);
  QVERIFY(shown.view.isWhole());  // never further out than the whole

  // A rectangle.
  const QPoint a = shown.view.map().plot().topLeft().toPoint() + QPoint(100, 50);
  const QPoint b = a + QPoint(200, 120);
  const QPointF low = shown.view.map().toUnits(QPointF(a.x(), b.y()));
  const QPointF high = shown.view.map().toUnits(QPointF(b.x(), a.y()));
  shown.drag(a, b, Qt::LeftButton);
  QVERIFY(std::abs(shown.view.map().shownX().low - low.x()) < 1e-9);
  QVERIFY(std::abs(shown.view.map().shownX().high - high.x()) < 1e-9);
  QVERIFY(std::abs(shown.view.map().shownY().high - high.y()) < 1e-9);

  // Pan: middle button, Space and the left one, Shift and an arrow.
  const QPointF middle = shown.view.map().plot().center();
  QPointF held = shown.view.map().toUnits(middle);
  shown.drag(middle.toPoint(), middle.toPoint() + QPoint(30, 10), Qt::MiddleButton);
  QVERIFY(std::abs(shown.view.map().toPixel(held).x() - (middle.x() + 30)) < 1.5);
  QVERIFY(std::abs(shown.view.map().toPixel(held).y() - (middle.y() + 10)) < 1.5);
  held = shown.view.map().toUnits(middle);
  QTest::keyPress(&shown.view, Qt::Key_Space);
  shown.drag(middle.toPoint(), middle.toPoint() + QPoint(-25, 0), Qt::LeftButton);
  QTest::keyRelease(&shown.view, Qt::Key_Space);
  QVERIFY(std::abs(shown.view.map().toPixel(held).x() - (middle.x() - 25)) < 1.5);
  const double left = shown.view.map().shownX().low;
  QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ShiftModifier);
  QVERIFY(shown.view.map().shownX().low > left);
  const double bottom = shown.view.map().shownY().low;
  QTest::keyClick(&shown.view, Qt::Key_Up, Qt::ShiftModifier);
  QVERIFY(shown.view.map().shownY().low > bottom);  // what lies above comes on screen
  QTest::keyClick(&shown.view, Qt::Key_Down, Qt::ShiftModifier);
  QVERIFY(std::abs(shown.view.map().shownY().low - bottom) < 1e-9);
  shown.view.showWhole();
  QVERIFY(shown.view.isWhole());
  QTest::keyClick(&shown.view, Qt::Key_Left, Qt::ShiftModifier);
  QVERIFY(shown.view.isWhole());  // there is nothing beyond
}

void ChartInputTest::zoomOfNames() {
  Shown shown(chartOf(ChartKind::Memory, 700, 0));
  const ui::Span y = shown.view.map().shownY();
  shown.wheel(shown.view.map().plot().center(), 240);
  QVERIFY(shown.view.map().shownX().size() < shown.view.map().wholeX().size());
  QCOMPARE(shown.view.map().shownY(), y);  // bars stay on their ground
  shown.wheel(shown.view.map().plot().center(), 12000);
  QVERIFY(shown.view.map().shownX().size() >= 4 - 1e-9);
  // The names of what is on screen are all there now.
  std::size_t names = 0;
  for (const ui::AxisLabel& label : shown.view.plan().labels) names += label.isName ? 1 : 0;
  QVERIFY(names >= 3 && names <= 6);
  // Walking leaves the screen, and the screen follows.
  QTest::keyClick(&shown.view, Qt::Key_End);
  const QPointF end = shown.view.map().toPixel(shown.view.finder().units(*shown.view.current()));
  QVERIFY(shown.view.map().plot().contains(end));
}

/// Of marks at one place the pointer means one, always the same, and arrows reach the others.
void ChartInputTest::marksOnOnePlace() {
  charts::ChartData chart;
  chart.items = {{.name = "one"}, {.name = "two"}};
  chart.x = {.low = 0, .high = 10};
  chart.y = {.low = 0, .high = 10};
  const auto mark = [](double x, double y, std::uint32_t item) {
    charts::Mark made;
    made.x = x;
    made.y = y;
    made.item = item;
    return made;
  };
  charts::Series lower, upper;
  lower.shape = upper.shape = charts::Shape::Points;
  lower.marks = {mark(5, 5, 0), mark(2, 2, 1)};
  upper.marks = {mark(5, 5, 0), mark(2, 3, 1)};
  chart.series = {lower, upper};
  const auto at = [](std::uint32_t series, std::uint32_t i) { return std::optional(ui::MarkAt{series, i}); };

  ui::PlotMap map(chart.x, chart.y, {.zoomsY = true});
  map.setPlot({0, 0, 1000, 1000});
  const ui::MarkFinder points(chart, map);
  QCOMPARE(points.nearest(map.toPixel({5, 5}), map), at(1, 0));  // the one on top, which was drawn last
  QCOMPARE(points.nearest(map.toPixel({2, 2.05}), map), at(0, 1));
  QCOMPARE(points.nearest(map.toPixel({2, 2.95}), map), at(1, 1));
  QCOMPARE(points.ofItem(0), at(1, 0));  // the later run's
  QCOMPARE(points.ofItem(1), at(1, 1));

  for (charts::Series& series : chart.series) series.shape = charts::Shape::Line;
  const ui::MarkFinder lines(chart, map);
  QCOMPARE(lines.nearest(map.toPixel({5, 9}), map), at(0, 0));  // both are as far: the first
  QCOMPARE(lines.nearest(map.toPixel({2.2, 9}), map), at(1, 1));
  QCOMPARE(lines.nearest(map.toPixel({2.2, 0.5}), map), at(0, 1));
  QCOMPARE(lines.across({0, 0}, 1), at(1, 0));
  QCOMPARE(lines.across({1, 0}, 1), at(0, 0));
}

QTEST_MAIN(ChartInputTest)
#include "chart_input_test.moc"
