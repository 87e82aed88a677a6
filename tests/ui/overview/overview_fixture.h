// SPDX-License-Identifier: GPL-3.0-or-later
// An overview in an active window with its keys bound, over a commit on disk, and short words for what a test asks.
#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>

#include "core/session/pending_edits.h"
#include "tests/ui/overview/commit_fixture.h"
#include "ui/overview/group_list.h"
#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/overview/member_panel.h"
#include "ui/overview/overview_page.h"
#include "ui/review/review_page.h"
#include "ui/shell/action_registry.h"
#include "ui/support/edit_stack.h"
#include "ui/support/empty_state.h"
#include "ui/support/labels.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/decision_strip.h"

namespace plumbline::testing {

using namespace Qt::StringLiterals;
using namespace plumbline::ui;

class OverviewFixture : public QObject {
 protected:
  void openPage() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s));
    m_folder = std::make_unique<CommitFolder>();
    m_themes = std::make_unique<ThemeController>(*qApp, Scheme::Light);
    m_edits = std::make_unique<session::PendingEdits>(QString());
    m_stack = std::make_unique<EditStack>(*m_edits);
    m_page = std::make_unique<OverviewPage>(m_themes->theme(), *m_stack);
    m_registry = std::make_unique<ActionRegistry>(m_page.get());
    m_registry->add(m_page->actions(), {});
    m_registry->add(editActions(*m_stack), {});  // Z and Shift+Z, as in the window
    m_page->resize(1216, 500);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_list = m_page->findChild<GroupList*>();
    m_model = m_page->findChild<GroupModel*>();
    m_members = m_page->findChild<MemberTable*>();
    m_memberModel = m_page->findChild<MemberModel*>();
    m_strip = m_page->findChild<DecisionStrip*>();
  }
  void closePage() {
    m_registry.reset();
    m_page.reset();
    m_stack.reset();
    m_edits.reset();
    m_themes.reset();
    m_folder.reset();
  }

  void openRelease() {
    fillRelease(*m_folder);
    m_page->showSnapshot(m_folder->open());
    QCOMPARE(m_model->rowCount(), 9);
    m_list->setFocus();
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_page.get(), key, modifiers);
  }
  void answer(const QString& words) {
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field);
    field->setText(words);
    press(Qt::Key_Return);
  }
  QString rowText(int row) const { return titleText(m_model->group(row)); }
  QString memberText(int row, int column) const { return m_memberModel->index(row, column).data().toString(); }
  std::uint32_t rowState(int row) const { return m_model->controller().state(m_model->sourceRow(row)).accepted; }
  bool says(const QString& text) const {
    for (const auto* label : m_page->findChildren<ElidedLabel*>())
      if (label->text() == text && label->isVisible()) return true;
    return false;
  }
  QString visibleTitle() const {
    for (const EmptyState* state : m_page->findChildren<EmptyState*>())
      if (state->isVisible()) return state->title();
    return {};
  }
  /// baselines are the bytes that saving would leave, by config.
  QMap<QByteArray, QByteArray> baselines() const {
    QMap<QByteArray, QByteArray> all;
    for (const auto& config : m_model->snapshot()->view->configs()) {
      const QByteArray name = QByteArray::fromStdString(configs::configName(config.config));
      const auto* file = m_edits->drafts().find(config.baselinePath);
      all[name] = file ? QByteArray::fromStdString(file->pending)
                       : m_folder->read(CommitFolder::baselineName(QByteArray::fromStdString(configs::baselineFile(config.config)).chopped(4)));
    }
    return all;
  }

  std::unique_ptr<CommitFolder> m_folder;
  std::unique_ptr<ThemeController> m_themes;
  std::unique_ptr<session::PendingEdits> m_edits;
  std::unique_ptr<EditStack> m_stack;
  std::unique_ptr<OverviewPage> m_page;
  std::unique_ptr<ActionRegistry> m_registry;
  GroupList* m_list = nullptr;
  GroupModel* m_model = nullptr;
  MemberTable* m_members = nullptr;
  MemberModel* m_memberModel = nullptr;
  DecisionStrip* m_strip = nullptr;
};

}  // namespace plumbline::testing
