// SPDX-License-Identifier: GPL-3.0-or-later
// Each chart in light and dark at two window sizes, kept in <build>/screenshots for people to look at.
#include <QApplication>
#include <QDir>
#include <QImage>
#include <QSet>
#include <QTest>

#include "core/charts/make_chart.h"
#include "tests/support/kept_picture.h"
#include "tests/ui/charts/chart_fixture.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/charts_page.h"
#include "ui/support/file_prompt.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

/// What the page gets of a window of 1000x640 and of 1360x860: less the rail, the header and the status line.
constexpr QSize kSmall(935, 565), kLarge(1295, 785);

}  // namespace

class ChartsScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const char* state : {"compile-time", "memory", "peak", "speedup", "deltas", "scatter", "distribution", "trend", "changes", "phases", "many", "many-zoomed", "zoomed",
                                "few", "empty", "nothing"})
        for (const QSize size : {kSmall, kLarge})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), state) << dark << size << QString::fromLatin1(state);
  }
  void page() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    session::CompareSession compare;
    ui::DialogFilePrompt prompt;
    ui::ChartsPage page(themes.theme(), compare, prompt);
    page.resize(size);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    const bool many = state.startsWith(u"many"_s);
    if (state == u"empty"_s) page.showState(testing::compareState({.models = 40, .commits = 0, .hasCaches = false, .hasDiff = false}));
    else if (state != u"nothing"_s) page.showState(testing::compareState({.models = many ? 2000U : state == u"few"_s ? 6U : 62U}));
    if (state == u"changes"_s) page.showState(testing::steppedState());
    const auto kind = charts::kindOfName(state == u"changes"_s ? "trend" : state.toStdString());
    page.showKind(kind ? *kind : state == u"peak"_s || state == u"zoomed"_s ? charts::ChartKind::Memory : charts::ChartKind::CompileTime);
    const auto run = [actions = page.actions()](const QString& id) {
      for (const ui::ActionSpec& spec : actions)
        if (spec.id == id) spec.run();
    };
    if (state == u"peak"_s) run(u"charts.peak"_s);
    if (many) run(u"charts.all"_s);
    if (state == u"many-zoomed"_s)
      for (int i = 0; i < 9; ++i) run(u"charts.zoomIn"_s);
    if (state == u"zoomed"_s) {
      page.showModel(u"moco"_s);
      run(u"charts.zoomIn"_s);
      run(u"charts.zoomIn"_s);
    }
    if (state == u"scatter"_s || state == u"speedup"_s) page.showModel(u"hf_T5_base"_s);
    auto* view = page.findChild<ui::ChartView*>();
    if (state == u"compile-time"_s) QTest::mouseMove(view->viewport(), view->map().plot().center().toPoint());
    if (!view->isVisible()) page.setFocus();
    else if (state == u"scatter"_s) view->setFocus();
    else qApp->focusWidget()->clearFocus();
    QTest::qWait(0);
    const auto* legend = page.findChild<ui::ChartLegend*>();
    QTRY_VERIFY(!view->isVisible() || (legend->isWhole() && legend->parentWidget()->rect().contains(legend->geometry())));
    QTest::qWait(0);
    support::keepPicture(page.grab().toImage(), u"charts-page-"_s + QString::fromUtf8(QTest::currentDataTag()));
  }

  void picture() {
    const ui::Theme theme = ui::Theme::load(ui::Scheme::Light, qApp->font());
    session::CompareSession compare;
    ui::DialogFilePrompt prompt;
    ui::ChartsPage page(theme, compare, prompt);
    page.showState(testing::compareState());
    support::keepPicture(page.pictureOf(charts::ChartKind::Scatter, {960, 540}), u"charts-picture-scatter"_s);
    support::keepPicture(page.pictureOf(charts::ChartKind::Memory, {960, 540}), u"charts-picture-memory"_s);
    QVERIFY(page.pictureOf(charts::ChartKind::Memory, {0, 0}).isNull());
  }
};

QTEST_MAIN(ChartsScreenshots)
#include "charts_screenshots.moc"
