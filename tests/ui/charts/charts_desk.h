// SPDX-License-Identifier: GPL-3.0-or-later
// The charts page in a window, with runs of every kind, and a prompt that a test answers.
//
//   ChartsDesk desk({.models = 130});   desk.run(u"charts.all"_s);
#pragma once

#include <QApplication>
#include <QComboBox>
#include <QTest>

#include "tests/ui/charts/chart_fixture.h"
#include "tests/ui/flaky/prepared_prompt.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/charts_page.h"
#include "ui/theme/theme_controller.h"

namespace plumbline::testing {

struct ChartsDesk {
  explicit ChartsDesk(const StateOptions& options = {}) : themes(*qApp, ui::Scheme::Light), page(themes.theme(), compare, prompt) {
    page.resize(935, 565);
    page.show();
    page.activateWindow();
    if (!QTest::qWaitForWindowActive(&page)) qFatal("the page's window is not active");
    page.showState(compareState(options));
    view = page.findChild<ui::ChartView*>();
    page.setFocus();
  }
  const ui::ActionSpec& action(const QString& id) {
    if (specs.isEmpty()) specs = page.actions();
    for (const ui::ActionSpec& spec : specs)
      if (spec.id == id) return spec;
    qFatal("no action %s", qPrintable(id));
  }
  void run(const QString& id) {
    QVERIFY2(!action(id).enabled || action(id).enabled(), qPrintable(id));
    action(id).run();
  }
  QComboBox* combo(const QString& name) {
    for (auto* box : page.findChildren<QComboBox*>())
      if (box->accessibleName() == name) return box;
    return nullptr;
  }
  const charts::ChartData& chart() const { return view->data(); }
  ui::ThemeController themes;
  session::CompareSession compare;
  PreparedPrompt prompt;
  ui::ChartsPage page;
  ui::ChartView* view = nullptr;
  QList<ui::ActionSpec> specs;
};

}  // namespace plumbline::testing
