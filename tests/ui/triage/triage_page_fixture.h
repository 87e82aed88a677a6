// SPDX-License-Identifier: GPL-3.0-or-later
// A triage page in an active window with its keys bound, and short words for what a test asks about it.
#pragma once

#include <QApplication>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

#include "tests/ui/triage/triage_pairs.h"
#include "ui/shell/action_registry.h"
#include "ui/support/empty_state.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/details_panel.h"
#include "ui/triage/filter_bar.h"
#include "ui/triage/script_outputs.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_page.h"
#include "ui/triage/triage_table.h"

namespace plumbline::testing {

using namespace Qt::StringLiterals;
using namespace plumbline::ui;

class TriagePageFixture : public QObject {
 protected:
  void openPage() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    m_themes = std::make_unique<ThemeController>(*qApp, Scheme::Light);
    m_page = std::make_unique<TriagePage>(m_themes->theme());
    m_registry = std::make_unique<ActionRegistry>(m_page.get());
    m_registry->add(m_page->actions(), {});
    m_page->resize(1300, 420);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_table = m_page->findChild<TriageTable*>();
    m_model = m_page->findChild<TriageModel*>();
    m_bar = m_page->findChild<FilterBar*>();
    m_details = m_page->findChild<DetailsPanel*>();
  }
  void closePage() {
    m_registry.reset();
    m_page.reset();
    m_themes.reset();
  }

  void showSample() { m_page->showSnapshot(samplePair()); }
  void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_page.get(), key); }
  QString current() const {
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? m_model->modelName(index.row()) : QString();
  }
  int rowOf(const QString& name) const { return int(shownNames().indexOf(name)); }
  void goTo(const QString& name) {
    m_table->goTo(rowOf(name));
    QCOMPARE(current(), name);
  }
  QStringList shownNames() const {
    QStringList names;
    for (int row = 0; row < m_model->rowCount(); ++row) names << m_model->modelName(row);
    return names;
  }
  QSet<QString> selectedNames() const {
    QSet<QString> names;
    for (int row : m_table->selectedRows()) names << m_model->modelName(row);
    return names;
  }
  QSet<int> classesShown() const {
    QSet<int> classes;
    for (int row = 0; row < m_model->rowCount(); ++row) classes << int(m_model->comparison()->row(m_model->sourceRow(row)).cls);
    return classes;
  }
  EmptyState* visibleState() const {
    for (EmptyState* state : m_page->findChildren<EmptyState*>())
      if (state->isVisible()) return state;
    return nullptr;
  }
  ScriptOutputView* visibleOutput() const {
    for (ScriptOutputView* view : m_page->findChildren<ScriptOutputView*>())
      if (view->isVisible()) return view;
    return nullptr;
  }

  std::unique_ptr<ThemeController> m_themes;
  std::unique_ptr<TriagePage> m_page;
  std::unique_ptr<ActionRegistry> m_registry;
  TriageTable* m_table = nullptr;
  TriageModel* m_model = nullptr;
  FilterBar* m_bar = nullptr;
  DetailsPanel* m_details = nullptr;
};

}  // namespace plumbline::testing
