// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on screen: what is drawn of each kind, and where; pointer, wheel, keys; theme; nothing left behind.
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "core/charts/make_chart.h"
#include "tests/ui/charts/chart_fixture.h"
#include "ui/charts/chart_look.h"
#include "ui/charts/chart_view.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using charts::ChartKind;

namespace {

constexpr QSize kSize(900, 460);

ui::ChartPtr chartOf(ChartKind kind, std::size_t models = 62, std::size_t most = 40) {
  const session::CompareStatePtr state = testing::compareState({.models = models});
  const charts::ChartOptions options{.most = most};
  if (kind == ChartKind::CompileTime) return std::make_shared<charts::ChartData>(charts::compileTimeChart(*state->cacheRuns, options));
  if (kind == ChartKind::Trend) return std::make_shared<charts::ChartData>(charts::trendChart(*state->trend, options));
  return std::make_shared<charts::ChartData>(charts::makeChart(kind, *state->diff, 0, 1, options));
}

ui::Theme themeOf(ui::Scheme scheme) { return ui::Theme::load(scheme, QGuiApplication::font()); }

/// Shown is a view with the keyboard.
struct Shown {
  explicit Shown(const ui::ChartPtr& chart, QSize size = kSize) : theme(themeOf(ui::Scheme::Light)), view(theme) {
    view.resize(size);
    view.showChart(chart);
    view.show();
    view.activateWindow();
    view.setFocus();
    if (!QTest::qWaitForWindowActive(&view)) qFatal("the chart's window is not active");
  }
  QPoint pixelOf(ui::MarkAt at) const { return view.map().toPixel(view.finder().units(at)).toPoint(); }
  QString name() const { return view.pointed() ? QString::fromStdString(view.pointed()->name) : QString(); }
  void wheel(QPointF at, int turned) {
    QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, turned}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &event);
  }
  /// Sent, not through the window system: that keeps the first move of a new window to itself.
  void move(QPointF at, Qt::MouseButtons held = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, held, Qt::NoModifier);
    QCoreApplication::sendEvent(view.viewport(), &event);
  }
  void drag(QPoint from, QPoint to, Qt::MouseButton button) {
    QTest::mousePress(view.viewport(), button, {}, from);
    move((from + to) / 2, button);
    move(to, button);
    QTest::mouseRelease(view.viewport(), button, {}, to);
  }
  ui::Theme theme;
  ui::ChartView view;
};

QList<QBarSet*> barSets(const ui::ChartView& view) {
  QList<QBarSet*> sets;
  for (QAbstractSeries* series : view.chart()->series())
    if (auto* bars = qobject_cast<QBarSeries*>(series)) sets << bars->barSets();
  return sets;
}

bool hasColor(const QImage& image, const QRect& room, const QColor& color) {
  for (int y = room.top(); y <= room.bottom(); ++y)
    for (int x = room.left(); x <= room.right(); ++x)
      if (image.rect().contains(x, y) && image.pixelColor(x, y).rgb() == color.rgb()) return true;
  return false;
}

}  // namespace

class ChartViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kinds_data();
  void kinds();
  void colours_data();
  void colours();
  void keys();
  void scatterKeys();
  void pointer();
  void columnUnderPointer();
  void zoom();
  void zoomOfNames();
  void chosenItem();
  void zoomStays();
  void leavesNothing();
  void oddData();
  void pictures();
};

void ChartViewTest::kinds_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("models");
  QTest::addColumn<QSize>("size");
  for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
    for (const int models : {1, 3, 62, 700})
      for (const QSize size : {QSize(420, 260), kSize})
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
    if (series.shape == charts::Shape::Bars) ++bars;
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
  if (bars > 0) QVERIFY(hasColor(image, plan.plot.toRect(), shown.theme.series(0)));
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
  const ui::ClassLook& fail = theme.look(verdicts::VerdictClass::Fail);
  QVERIFY(hasColor(image, plot, theme.series(1)));
  QVERIFY(hasColor(image, plot, fail.tint));  // behind a failing model, as in the table
  QVERIFY(hasColor(image, QRect(plot.left(), plot.bottom(), plot.width(), 80), fail.chip) || hasColor(image, plot, fail.chip));
  // The legend says each class with the table's glyph.
  bool hasFail = false;
  for (const ui::LegendEntry& entry : ui::legendOf(shown.view.data(), theme)) {
    if (!entry.text.startsWith(fail.title)) continue;
    hasFail = true;
    QCOMPARE(entry.mark.glyph, fail.glyph);
    QCOMPARE(entry.mark.color, fail.chip);
  }
  QVERIFY(hasFail);
  bool isNamed = false;
  for (const ui::AxisLabel& label : shown.view.plan().labels) isNamed = isNamed || (label.isMarked && label.text.startsWith(fail.glyph));
  QVERIFY(isNamed);
}

void ChartViewTest::keys() {
  Shown shown(chartOf(ChartKind::Speedup));
  QSignalSpy chosen(&shown.view, &ui::ChartView::itemChosen);
  QSignalSpy wanted(&shown.view, &ui::ChartView::itemWanted);
  QSignalSpy pages(&shown.view, &ui::ChartView::pageWanted);
  const std::vector<charts::Item>& items = shown.view.data().items;
  QTest::keyClick(&shown.view, Qt::Key_Return);
  QCOMPARE(wanted.size(), 0);  // nothing is current yet
  QTest::keyClick(&shown.view, Qt::Key_Right);
  QCOMPARE(shown.name(), QString::fromStdString(items[0].name));
  QTest::keyClick(&shown.view, Qt::Key_Right);
  QCOMPARE(shown.name(), QString::fromStdString(items[1].name));
  const QString said = shown.view.accessibleName();
  QVERIFY2(said.contains(shown.name()) && said.contains(QString::fromStdString(items[1].numbers)), qPrintable(said));
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

void ChartViewTest::scatterKeys() {
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

void ChartViewTest::pointer() {
  Shown shown(chartOf(ChartKind::Scatter));
  QSignalSpy chosen(&shown.view, &ui::ChartView::itemChosen);
  QSignalSpy wanted(&shown.view, &ui::ChartView::itemWanted);
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
  // Away from it, the chosen one is what is told.
  shown.move(shown.view.map().plot().topLeft().toPoint() + QPoint(4, 4));
  QCOMPARE(shown.name(), QString::fromStdString(item.name));
  const QRect ring = QRect(shown.pixelOf(at) - QPoint(9, 9), QSize(19, 19));
  QVERIFY(hasColor(shown.view.viewport()->grab().toImage(), ring, shown.theme.color(ui::Tone::Accent)));
}

void ChartViewTest::columnUnderPointer() {
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

void ChartViewTest::zoom() {
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
  held = shown.view.map().toUnits(middle);
  QTest::keyPress(&shown.view, Qt::Key_Space);
  shown.drag(middle.toPoint(), middle.toPoint() + QPoint(-25, 0), Qt::LeftButton);
  QTest::keyRelease(&shown.view, Qt::Key_Space);
  QVERIFY(std::abs(shown.view.map().toPixel(held).x() - (middle.x() - 25)) < 1.5);
  const double left = shown.view.map().shownX().low;
  QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ShiftModifier);
  QVERIFY(shown.view.map().shownX().low > left);
  shown.view.showWhole();
  QVERIFY(shown.view.isWhole());
  QTest::keyClick(&shown.view, Qt::Key_Left, Qt::ShiftModifier);
  QVERIFY(shown.view.isWhole());  // there is nothing beyond
}

void ChartViewTest::zoomOfNames() {
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
