// SPDX-License-Identifier: GPL-3.0-or-later
// One model in all configs: the table, the search, the commands and their copy.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "core/configs/reproduce.h"
#include "tests/ui/overview/commit_fixture.h"
#include "ui/overview/model_page.h"
#include "ui/shell/action_registry.h"
#include "ui/support/empty_state.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

class ModelPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s));
    m_folder = std::make_unique<testing::CommitFolder>();
    testing::fillRelease(*m_folder);
    m_themes = std::make_unique<ThemeController>(*qApp, Scheme::Light);
    m_page = std::make_unique<ModelPage>(m_themes->theme());
    m_registry = std::make_unique<ActionRegistry>(m_page.get());
    m_registry->add(m_page->actions(), {});
    m_page->resize(1216, 500);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_model = m_page->findChild<ModelTableModel*>();
    m_table = m_page->findChild<ModelTable*>();
    m_search = m_page->findChild<QLineEdit*>();
  }
  void cleanup() {
    m_registry.reset();
    m_page.reset();
    m_themes.reset();
    m_folder.reset();
  }

  void emptyStatesSayWhatToDo() {
    QVERIFY(m_registry->conflicts().isEmpty());
    QCOMPARE(title(), u"No commit is open"_s);
    m_page->showSnapshot(m_folder->open());
    QCOMPARE(title(), u"Which model?"_s);
    m_page->showModel(u"nobody"_s);
    QCOMPARE(title(), u"No config holds nobody"_s);
    m_page->showModel(u"moco"_s);
    QCOMPARE(title(), QString());
    m_page->showSnapshot(nullptr);
    QCOMPARE(title(), u"No commit is open"_s);
  }

  void oneLinePerConfigWorstFirst() {
    QAbstractItemModelTester tester(m_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    m_page->showSnapshot(m_folder->open());
    m_page->showModel(u"moco"_s);
    QCOMPARE(m_model->rowCount(), 4);
    QCOMPARE(cell(0, ModelTableModel::Verdict), u"FAIL"_s);
    QCOMPARE(cell(3, ModelTableModel::Verdict), u"PASS"_s);
    QCOMPARE(cell(3, ModelTableModel::Config), u"cpu_inductor_torchbench_inference"_s);
    QCOMPARE(m_model->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), u"accuracy"_s);
    QCOMPARE(cell(0, 2), u"pass \u2192 fail_to_run"_s);
    QCOMPARE(cell(0, 3), u"0 (not measured)"_s);
    QVERIFY(cell(0, 4).endsWith(u"run/aot_eager_torchbench_training.csv"_s));
    QCOMPARE(m_model->index(0, 0).data(Qt::AccessibleTextRole).toString().left(81),
             u"FAIL, in aot_eager_torchbench_training, accuracy expected pass actual fail_to_run"_s);
    QCOMPARE(m_page->statusText(), u"moco in 4 configs, 3 differ"_s);
  }

  void configsWithoutARunAreThere() {
    m_page->showSnapshot(m_folder->open());
    m_page->showModel(u"gernet_l"_s);
    QCOMPARE(m_model->rowCount(), 2);
    QStringList words;
    for (int row = 0; row < 2; ++row) words << cell(row, 0);
    QVERIFY2(words.contains(u"NOT RUN"_s), qPrintable(words.join(u' ')));
  }

  void searchTakesPartOfAName() {
    m_page->showSnapshot(m_folder->open());
    press(Qt::Key_Slash);
    QVERIFY(m_search->hasFocus());
    QVERIFY(m_search->completer()->model()->rowCount() > 10);
    m_search->setText(u"nano"_s);
    QTest::keyClick(m_search, Qt::Key_Return);
    QCOMPARE(m_page->model(), u"nanogpt"_s);
    QCOMPARE(m_search->text(), u"nanogpt"_s);
    QVERIFY(m_table->hasFocus());
    press(Qt::Key_Slash);
    m_search->setText(u"zz"_s);
    press(Qt::Key_Escape);
    QVERIFY(m_table->hasFocus());
    QCOMPARE(m_search->text(), u"nanogpt"_s);
    QSignalSpy back(m_page.get(), &ModelPage::backRequested);
    press(Qt::Key_Escape);
    QCOMPARE(back.count(), 1);
  }

  void commandsAreCopied() {
    m_page->showSnapshot(m_folder->open());
    m_page->showModel(u"moco"_s);
    m_table->goTo(1);
    auto* panel = m_page->findChild<CommandPanel*>();
    const auto& config = m_model->row(1).config;
    const auto snapshot = m_folder->open();
    const configs::Config& wanted = snapshot->view->configs()[config].config;
    QVERIFY(panel->text().startsWith(QString::fromStdString(configs::reproduceCommand(wanted, "moco"))));
    QVERIFY(panel->text().contains(u"check_accuracy.py"_s));
    press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), panel->text() + u'\n');
    QCOMPARE(m_page->statusText(), u"Copied 3 commands"_s);
    auto* copy = panel->findChild<QToolButton*>();
    QCOMPARE(copy->text(), u"Copied"_s);
    m_table->goTo(2);
    QCOMPARE(copy->text(), u"Copy"_s);  // other commands are not on the clipboard
  }

  void enterOpensTheTable() {
    m_page->showSnapshot(m_folder->open());
    m_page->showModel(u"moco"_s);
    m_table->goTo(2);
    QSignalSpy table(m_page.get(), &ModelPage::tableRequested);
    m_table->setFocus();
    press(Qt::Key_Return);
    QCOMPARE(table.count(), 1);
    QCOMPARE(table[0][0].value<quint32>(), m_model->row(2).config);
    QCOMPARE(table[0][1].toString(), u"moco"_s);
  }

  void aRecomputeKeepsTheConfig() {
    m_page->showSnapshot(m_folder->open());
    m_page->showModel(u"moco"_s);
    m_table->goTo(2);
    const QString config = m_model->configName(2);
    m_folder->run("cpu_inductor_torchbench_inference", "moco,timeout,0\n");
    m_page->showSnapshot(m_folder->open());
    QCOMPARE(m_model->configName(m_table->currentIndex().row()), config);
    QCOMPARE(m_page->statusText(), u"moco in 4 configs, 4 differ"_s);
  }

  void whatIsNotShownIsNotComputed() {
    m_page->hide();
    m_page->showSnapshot(m_folder->open());
    m_page->showModel(u"moco"_s);
    QCOMPARE(m_model->rowCount(), 0);
    m_page->show();
    QCOMPARE(m_model->rowCount(), 4);
  }

 private:
  QString cell(int row, int column) const { return m_model->index(row, column).data().toString(); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_page.get(), key, modifiers);
  }
  QString title() const {
    const auto* state = m_page->findChild<EmptyState*>();
    return state->isVisible() ? state->title() : QString();
  }

  std::unique_ptr<testing::CommitFolder> m_folder;
  std::unique_ptr<ThemeController> m_themes;
  std::unique_ptr<ModelPage> m_page;
  std::unique_ptr<ActionRegistry> m_registry;
  ModelTableModel* m_model = nullptr;
  ModelTable* m_table = nullptr;
  QLineEdit* m_search = nullptr;
};

QTEST_MAIN(ModelPageTest)
#include "model_page_test.moc"
