// SPDX-License-Identifier: GPL-3.0-or-later
// The detail view of one tensor: what it shows, its keys, and that what is stale is dropped.
#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>

#include "tests/ui/numerics/tensor_subjects.h"
#include "ui/numerics/details/chart_pane.h"
#include "ui/numerics/details/chart_views.h"
#include "ui/numerics/details/figures_model.h"
#include "ui/numerics/details/heat_view.h"
#include "ui/numerics/details/number_table.h"
#include "ui/numerics/details/tensor_details.h"
#include "ui/numerics/details/values_view.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using plumbline::testing::SubjectOptions;
using plumbline::testing::subjectOf;

namespace {

ui::Theme light() { return ui::Theme::load(ui::Scheme::Light, QGuiApplication::font()); }

/// Shown is a view in a window, with hands for it.
struct Shown {
  explicit Shown(QSize size = {640, 480}) : view(light()) {
    QObject::connect(&view, &ui::TensorDetails::busyChanged, &view, [this](bool busy) { isBusy = busy; });
    QObject::connect(&view, &ui::TensorDetails::noticeRequested, &view,
                     [this](const base::Error& error) { problems << QString::fromStdString(error.text); });
    view.resize(size);
    view.show();
    view.activateWindow();
    if (!QTest::qWaitForWindowActive(&view)) qFatal("the window is not active");
  }
  void run(const QString& id) {
    for (const ui::ActionSpec& spec : view.actions())
      if (spec.id == u"numerics.tensor."_s + id && spec.enabled()) spec.run();
    settle();
  }
  bool isEnabled(const QString& id) {
    for (const ui::ActionSpec& spec : view.actions())
      if (spec.id == u"numerics.tensor."_s + id) return spec.enabled();
    return false;
  }
  void show(const SubjectOptions& look, const QString& name = u"weight"_s) {
    view.showPair(subjectOf(look, name));
    settle();
  }
  void settle() { QVERIFY(QTest::qWaitFor([this] { return !isBusy; })); }
  QString figure(const QString& name) const {
    for (const ui::Figure& figure : view.findChild<ui::FiguresModel*>()->figures())
      if (figure.name == name) return figure.value;
    return u"no such figure"_s;
  }
  template <typename T>
  T* part() const { return view.findChild<T*>(); }
  ui::NumberTable* figures() const {
    for (auto* table : view.findChildren<ui::NumberTable*>())
      if (qobject_cast<ui::FiguresModel*>(table->model()) != nullptr) return table;
    return nullptr;
  }
  std::int64_t chosen() const { return part<ui::ValuesView>()->context().chosen.value_or(-1); }

  ui::TensorDetails view;
  bool isBusy = false;
  QStringList problems;
};

constexpr std::int64_t kOutlier = 64 * 48 * 2 / 3;  ///< of subjectOf's usual tensor

}  // namespace

class TensorDetailsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s)); }

  void fitsSmall() {
    Shown shown({420, 360});
    shown.show({.sizes = {4, 40, 6, 30}});
    QCOMPARE(shown.view.size(), QSize(420, 360));
    for (int tab = 0; tab < 6; ++tab) {
      shown.view.showTab(tab);
      shown.settle();
      QCOMPARE(shown.view.size(), QSize(420, 360));
    }
    const auto* tabs = shown.part<QTabBar>();
    QVERIFY(tabs->tabRect(5).right() <= 420);  // none is behind an arrow
  }
  void figuresStandBesideTheViewsWhereThereIsRoom() {
    Shown shown({1000, 600});
    shown.show({});
    auto* table = shown.figures();
    QVERIFY(table->isVisible());
    QVERIFY(!shown.part<QTabBar>()->isTabVisible(0));
    shown.run(u"figures"_s);
    QVERIFY(table->hasFocus());
    shown.view.resize(600, 500);
    QTRY_VERIFY(shown.part<QTabBar>()->isTabVisible(0));
    shown.view.resize(1000, 600);
    QTRY_VERIFY(!shown.part<QTabBar>()->isTabVisible(0));
    QVERIFY(table->isVisible());
    QVERIFY(shown.part<ui::HistogramView>()->isVisible());
  }

  void headSaysTheVerdict() {
    Shown shown;
    shown.show({}, u"layer0.weight"_s);
    const auto* head = shown.part<ui::TensorHead>();
    QVERIFY2(head->verdictText().startsWith(u"Differs, "_s), qPrintable(head->verdictText()));
    QVERIFY(head->verdictText().contains(u"margin"_s));
    QCOMPARE(head->factsText(), u"float32 \u00b7 64 x 48 \u00b7 fp64 reference"_s);
    shown.view.clear();
    QVERIFY(head->verdictText().isEmpty());
  }
  void figuresAreThoseOfTheTensor() {
    Shown shown;
    shown.show({});
    QCOMPARE(shown.figure(u"Largest error"_s), u"0.25 at [42, 32]"_s);
    QVERIFY(shown.figure(u"Outside tolerance"_s).endsWith(u"%)"_s));
    QCOMPARE(shown.figure(u"res NaN"_s), u"0"_s);
    QVERIFY(shown.figure(u"RMSE of res"_s) != u"no such figure"_s);
    shown.show({.hasNan = true}, u"other"_s);
    QCOMPARE(shown.figure(u"res NaN"_s), u"2, first at [0, 5]"_s);
    QCOMPARE(shown.figure(u"res Inf"_s), u"1, first at [0, 7]"_s);
  }
  void figuresAreCopiedAndLeadToTheirElement() {
    Shown shown;
    shown.show({});
    shown.run(u"figures"_s);
    auto* table = shown.figures();
    table->goTo(0);
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed(), u"Largest error\t0.25 at [42, 32]"_s);
    QTest::keyClick(table, Qt::Key_Return);
    shown.settle();
    QVERIFY(shown.part<ui::ValuesView>()->isVisible());
    QCOMPARE(shown.chosen(), kOutlier);
  }

  void rowsStayWhileFiguresAreComputed() {
    Shown shown;
    shown.view.showPair(subjectOf({}));
    const auto* figures = shown.part<ui::FiguresModel>();
    const int rows = figures->rowCount();
    QCOMPARE(shown.figure(u"Largest error"_s), u"\u2026"_s);
    shown.settle();
    QCOMPARE(figures->rowCount(), rows);
  }
  void onlyTheNewestTensorIsShown() {
    Shown shown;
    for (const int size : {500, 400, 300, 3}) shown.view.showPair(subjectOf({.sizes = {size, 48}, .hasOutlier = false}, QString::number(size)));
    shown.settle();
    QCOMPARE(shown.part<ui::ValuesView>()->context().statistics->elements, 3 * 48);
    QCOMPARE(shown.part<ui::ValuesView>()->context().pair->name, u"3"_s);
    shown.view.showPair(subjectOf({.sizes = {500, 48}}));
    shown.view.clear();
    shown.settle();
    QVERIFY(!shown.part<ui::ValuesView>()->context().pair);
    QVERIFY(shown.problems.isEmpty());
  }
  void otherOptionsKeepWhereOneIs() {
    Shown shown;
    SubjectOptions look;
    shown.view.showPair(subjectOf(look));
    shown.settle();
    shown.run(u"heatMap"_s);
    auto* canvas = shown.part<ui::HeatCanvas>();
    QTest::keyClick(canvas, Qt::Key_Left);
    const std::int64_t chosen = shown.chosen();
    QCOMPARE(chosen, kOutlier - 1);
    ui::TensorSubject subject = subjectOf(look);
    subject.options.tol = 0.5;
    shown.view.showPair(subject);  // the same numbers, read again: other tensors in memory are another subject
    shown.settle();
    QCOMPARE(shown.figure(u"Outside tolerance"_s), u"0 of 3,072"_s);
    subject.options.tol = 1e-9;
    QTest::keyClick(canvas, Qt::Key_Left);
    const std::int64_t before = shown.chosen();
    shown.view.showPair(subject);
    shown.settle();
    QCOMPARE(shown.chosen(), before);
    QVERIFY(canvas->isVisible());
    QVERIFY(shown.figure(u"Outside tolerance"_s) != u"0 of 3,072"_s);
  }

  void keysShowTheViews() {
    Shown shown;
    QVERIFY(!shown.isEnabled(u"histogram"_s));
    shown.show({});
    const QList<QPair<QString, QWidget*>> views{{u"histogram"_s, shown.part<ui::HistogramView>()}, {u"scatter"_s, shown.part<ui::ScatterView>()},
                                                {u"heatMap"_s, shown.part<ui::HeatView>()}, {u"channels"_s, shown.part<ui::ChannelView>()},
                                                {u"values"_s, shown.part<ui::ValuesView>()}, {u"figures"_s, shown.figures()}};
    for (const auto& [id, widget] : views) {
      shown.run(id);
      QVERIFY2(widget->isVisible(), qPrintable(id));
      QVERIFY2(widget->hasFocus() || widget->isAncestorOf(shown.view.focusWidget()), qPrintable(id));
    }
    QSet<QString> keys;
    for (const ui::ActionSpec& spec : shown.view.actions()) {
      QVERIFY(!spec.tooltip.isEmpty() && spec.shortcuts.size() == 1);
      keys << spec.shortcuts.front().toString();
    }
    QCOMPARE(keys.size(), shown.view.actions().size());
  }
  void aClickInTheHeatMapMovesTheValues() {
    Shown shown;
    shown.show({});
    shown.run(u"heatMap"_s);
    auto* canvas = shown.part<ui::HeatCanvas>();
    QCOMPARE(canvas->current(), std::optional(ui::HeatCell{42, 32}));
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->cellRect({3, 4}).center().toPoint());
    QCOMPARE(shown.chosen(), 3 * 48 + 4);
    QVERIFY(shown.part<ui::HeatView>()->reading().startsWith(u"[3, 4]: error"_s));
    shown.run(u"values"_s);
    auto* values = shown.part<ui::ValuesView>();
    QCOMPARE(values->model()->rows().at(static_cast<std::size_t>(values->table()->currentIndex().row())).flat, 3 * 48 + 4);
    shown.run(u"worst"_s);
    QCOMPARE(shown.chosen(), kOutlier);
    QCOMPARE(values->model()->rows().at(static_cast<std::size_t>(values->table()->currentIndex().row())).flat, kOutlier);
    QTest::keyClick(values->table(), Qt::Key_Down);
    QCOMPARE(shown.chosen(), kOutlier + 1);
  }
  void keysWalkTheHeatMap() {
    Shown shown;
    shown.show({});
    shown.run(u"heatMap"_s);
    auto* canvas = shown.part<ui::HeatCanvas>();
    QTest::keyClick(canvas, Qt::Key_Down);
    QCOMPARE(shown.chosen(), kOutlier + 48);
    QTest::keyClick(canvas, Qt::Key_Home);
    QCOMPARE(canvas->current()->column, 0);
    QTest::keyClick(canvas, Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(canvas->current()->row, 35);
    QTest::keyClick(canvas, Qt::Key_End);
    QTest::keyClick(canvas, Qt::Key_Right);  // no further
    QCOMPARE(canvas->current()->column, 47);
    QTest::keyClick(canvas, Qt::Key_Return);
    shown.settle();
    QVERIFY(shown.part<ui::ValuesView>()->isVisible());
  }
  void slicesAreSteppedThrough() {
    Shown shown;
    shown.show({.sizes = {4, 40, 6, 30}});
    shown.run(u"heatMap"_s);
    auto* heat = shown.part<ui::HeatView>();
    QCOMPARE(heat->rowAxis(), 1);
    QCOMPARE(heat->columnAxis(), 3);
    const std::vector<std::int64_t> shape{4, 40, 6, 30};
    QCOMPARE(numerics::indexOf(shown.chosen(), shape)[0], 2);
    shown.run(u"sliceAfter"_s);
    QCOMPARE(numerics::indexOf(shown.chosen(), shape)[0], 3);
    const auto map = heat->canvas()->map();
    QCOMPARE(map->fixed[0], 3);
    QCOMPARE(*heat->canvas()->current(), (ui::HeatCell{map->worstRow, map->worstColumn}));
    shown.run(u"sliceAfter"_s);  // the last one
    QCOMPARE(numerics::indexOf(shown.chosen(), shape)[0], 3);
    heat->setAxes(0, 2);
    shown.settle();
    QCOMPARE(heat->canvas()->map()->rows, 4);
    QCOMPARE(heat->canvas()->map()->columns, 6);
    shown.run(u"worst"_s);
    QCOMPARE(numerics::indexOf(shown.chosen(), shape)[0], 2);
    QCOMPARE(heat->canvas()->map()->fixed[1], numerics::indexOf(shown.chosen(), shape)[1]);
  }
  void scatterPointsAreElements() {
    Shown shown;
    shown.show({});
    shown.run(u"scatter"_s);
    auto* scatter = shown.part<ui::ScatterView>();
    QVERIFY2(scatter->pane()->reading().startsWith(u"[42, 32]: ref"_s), qPrintable(scatter->pane()->reading()));
    QTest::keyClick(scatter->pane()->view(), Qt::Key_Right);
    QVERIFY(shown.chosen() != kOutlier);
    shown.run(u"difference"_s);
    QVERIFY(scatter->isDifference());
    QCOMPARE(QString::fromStdString(scatter->pane()->view()->data().y.title), u"res - ref"_s);
    QVERIFY(scatter->pane()->view()->pointed() != nullptr);  // still the chosen one
  }
  void channelsAreSortedAndLeadToTheirWorst() {
    Shown shown;
    shown.show({});
    shown.run(u"channels"_s);
    auto* channels = shown.part<ui::ChannelView>();
    const auto first = [channels] { return channels->pane()->view()->data().items.front().name; };
    QCOMPARE(first(), std::string("0"));
    shown.run(u"order"_s);
    QCOMPARE(first(), std::string("42"));
    channels->setAxis(1);
    shown.settle();
    QCOMPARE(first(), std::string("32"));
    QTest::keyClick(channels->pane()->view(), Qt::Key_Right);
    QVERIFY(shown.chosen() % 48 != 32);
  }
  void largestErrorsAreListed() {
    Shown shown;
    shown.show({});
    shown.run(u"values"_s);
    shown.run(u"largest"_s);
    auto* values = shown.part<ui::ValuesView>();
    QCOMPARE(values->model()->rows().front().flat, kOutlier);
    QCOMPARE(values->model()->index(0, ui::ValuesModel::Within).data().toString(), u"\u2717 outside"_s);
    QVERIFY(!values->table()->isColumnHidden(ui::ValuesModel::Fp64));
    shown.show({.hasFp64 = false}, u"without"_s);
    QVERIFY(values->table()->isColumnHidden(ui::ValuesModel::Fp64));
  }
  void valuesAreShortOnScreenAndExactWhenCopied() {
    ui::ValuesModel model;
    numerics::ElementRow row{.flat = 0, .index = {0}, .ref = "0.10000000149011612", .res = "nan", .fp64 = "0.1"};
    model.setRows({row}, numerics::Dtype::Float32, numerics::Dtype::Float32);
    QCOMPARE(model.index(0, ui::ValuesModel::Ref).data().toString(), u"0.1"_s);
    QCOMPARE(model.index(0, ui::ValuesModel::Ref).data(ui::ValuesModel::ExactRole).toString(), u"0.10000000149011612"_s);
    QCOMPARE(model.index(0, ui::ValuesModel::Res).data().toString(), u"nan"_s);
    QCOMPARE(model.rowOf(7), -1);
    row.ref = "16777217";
    model.setRows({row}, numerics::Dtype::Int64, numerics::Dtype::Float32);
    QCOMPARE(model.index(0, ui::ValuesModel::Ref).data().toString(), u"16777217"_s);
  }

  void whatIsNoTensorIsSaidInWords() {
    Shown shown;
    numerics::Decision decision;
    decision.step = numerics::Step::Equality;
    decision.ref = std::make_shared<numerics::Value>(numerics::Value{.kind = numerics::ValueKind::String, .text = "relu"});
    shown.view.showPair({u"activation"_s, decision, {}});
    shown.settle();
    const auto labels = shown.view.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) { return label->isVisible() && label->text().contains(u"'relu'"_s) && label->text().contains(u"nothing"_s); }));
    QVERIFY(!shown.isEnabled(u"heatMap"_s));
  }
  void dtypesWithoutFiguresSayWhy() {
    Shown shown;
    const auto value = numerics::tensorValue(numerics::scalarTensor(1, numerics::Dtype::Complex64));
    numerics::Decision decision;
    decision.ref = decision.res = value;
    shown.view.showPair({u"phase"_s, decision, {}});
    shown.settle();
    const auto labels = shown.view.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) { return label->isVisible() && label->text().contains(u"torch.complex64"_s); }));
    shown.show({});  // and goes on
    QCOMPARE(shown.figure(u"Largest error"_s), u"0.25 at [42, 32]"_s);
  }
  void emptyTensorsAndScalars() {
    Shown shown;
    for (const std::vector<std::int64_t>& sizes : std::vector<std::vector<std::int64_t>>{{0, 3}, {}, {1}, {5}}) {
      shown.show({.sizes = sizes, .hasOutlier = false}, QString::number(sizes.size()));
      for (int tab = 0; tab < 6; ++tab) {
        shown.view.showTab(tab);
        shown.settle();
      }
    }
    QVERIFY2(shown.problems.isEmpty(), qPrintable(shown.problems.join(u'\n')));
  }
  void aCutFileIsTold() {
    Shown shown;
    ui::TensorSubject subject = subjectOf({});
    auto cut = std::make_shared<numerics::Value>(*subject.decision.ref);
    cut->tensor.storage.isWhole = [] { return false; };
    subject.decision.ref = cut;
    shown.view.showPair(subject);
    shown.settle();
    QCOMPARE(shown.problems.size(), 1);
  }

  void everythingHasANameAndATooltip() {
    Shown shown({1000, 600});
    shown.show({.sizes = {4, 40, 6, 30}});
    for (int tab = 1; tab < 6; ++tab) {
      shown.view.showTab(tab);
      shown.settle();
    }
    for (QWidget* widget : shown.view.focusOrder()) {
      QVERIFY2(!widget->accessibleName().isEmpty() || qobject_cast<QAbstractButton*>(widget), widget->metaObject()->className());
      QVERIFY(widget->focusPolicy() != Qt::NoFocus);
      if (qobject_cast<QComboBox*>(widget) || qobject_cast<QSpinBox*>(widget)) QVERIFY(!widget->toolTip().isEmpty());
    }
    const auto* heat = shown.part<ui::HeatCanvas>();
    QVERIFY(heat->accessibleDescription().contains(u"error"_s));
  }

  /// Labels that thin out unevenly (0 2 4 6 7 8 ...) cannot be counted on.
  void indicesBesideTheMapStandEvenly() {
    QCOMPARE(ui::heatLabelStep(300, 20, 10), 1);
    QCOMPARE(ui::heatLabelStep(300, 20, 20), 2);
    QCOMPARE(ui::heatLabelStep(300, 20, 31), 3);
  }
};

QTEST_MAIN(TensorDetailsTest)
#include "tensor_details_test.moc"
