// SPDX-License-Identifier: GPL-3.0-or-later
// The flaky page as a person at the keyboard meets it.
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "core/baselines/commit_message.h"
#include "core/session/flaky_lists.h"
#include "core/session/history/history_client.h"
#include "core/session/pending_edits.h"
#include "tests/support/flaky_checkout.h"
#include "tests/ui/flaky/prepared_prompt.h"
#include "ui/flaky/entry_form.h"
#include "ui/flaky/flaky_model.h"
#include "ui/flaky/flaky_page.h"
#include "ui/flaky/flaky_table.h"
#include "ui/flaky/transfer_panel.h"
#include "ui/shell/action_registry.h"
#include "ui/support/edit_stack.h"
#include "ui/support/empty_state.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

class FlakyPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s));
    m_checkout = std::make_unique<support::FlakyCheckout>();
    m_themes = std::make_unique<ThemeController>(*qApp, Scheme::Light);
    m_edits = std::make_unique<session::PendingEdits>(QString());
    m_stack = std::make_unique<EditStack>(*m_edits);
    m_prompt = std::make_unique<testing::PreparedPrompt>();
    m_page = std::make_unique<FlakyPage>(m_themes->theme(), *m_edits, *m_stack, *m_prompt);
    m_registry = std::make_unique<ActionRegistry>(m_page.get());
    m_registry->add(m_page->actions(), {});
    m_page->resize(1216, 640);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_table = m_page->findChild<FlakyTable*>();
    m_model = m_page->findChild<FlakyModel*>();
    m_bar = m_page->findChild<FlakyBar*>();
    m_form = m_page->findChild<EntryForm*>();
    m_transfer = m_page->findChild<TransferPanel*>();
    m_notices = m_page->findChild<NoticeStrip*>();
  }
  void cleanup() {
    m_registry.reset();
    m_page.reset();
    m_client.reset();
    m_stack.reset();
    m_edits.reset();
    m_themes.reset();
  }

  void emptyStateSaysWhatToDo() {
    auto* state = m_page->findChild<EmptyState*>();
    QVERIFY(state->isVisible());
    QSignalSpy open(m_page.get(), &FlakyPage::openRequested);
    const auto buttons = state->findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), 2);
    QVERIFY(buttons[0]->hasFocus());
    buttons[0]->click();
    QCOMPARE(open.count(), 1);
    buttons[1]->click();
    QCOMPARE(m_prompt->questions.size(), 1);
    QVERIFY(m_prompt->questions[0].kinds.contains(u"toml"_s));
    press(Qt::Key_Insert);  // no list that could take an entry: a word instead of a form
    QVERIFY(!m_form->isVisible());
    QCOMPARE(m_notices->ids(), QStringList{u"flaky:edit"_s});
    for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_F2, Qt::Key_X, Qt::Key_1, Qt::Key_0}) press(key);
  }

  void noShortcutMeansTwoThings() { QVERIFY(m_registry->conflicts().isEmpty()); }

  void addsAnEntryFromTheKeyboard() {
    openPair();
    goTo(u"cedar"_s);
    press(Qt::Key_Insert);
    QVERIFY(m_form->isVisible());
    QVERIFY(field(u"Name"_s)->hasFocus());
    field(u"Name"_s)->setText(u"elm_7b"_s);
    field(u"Reason"_s)->setText(u"slow disk"_s);
    QTest::keyClick(field(u"Reason"_s), Qt::Key_Return);
    QTRY_COMPARE(current(), u"elm_7b"_s);
    QVERIFY(!m_form->isVisible());
    QVERIFY(m_table->hasFocus());
    const QByteArray pending = pendingOf(m_checkout->accuracyPath());
    QVERIFY(pending.contains("\"elm_7b\",  # slow disk\n"));
    QCOMPARE(pending.size(),
             m_checkout->accuracyScript().size() + qsizetype(sizeof("        \"elm_7b\",  # slow disk\n") - 1));
    QCOMPARE(m_stack->undoText(), u"Add elm_7b to check_accuracy.py"_s);
    m_stack->undo();
    QTRY_VERIFY(!shownNames().contains(u"elm_7b"_s));
    QCOMPARE(pendingOf(m_checkout->accuracyPath()), m_checkout->accuracyScript());
    QCOMPARE(m_checkout->read("benchmarks/dynamo/check_accuracy.py"), m_checkout->accuracyScript());
  }

  void theFirstEntryMakesAList() {
    openPair();
    press(Qt::Key_Insert);
    chooseList(u"flaky.toml (new)"_s);
    field(u"Name"_s)->setText(u"elm*"_s);
    m_form->findChild<QCheckBox*>()->setChecked(true);
    field(u"Expires"_s)->setText(u"soon"_s);
    QTest::keyClick(field(u"Expires"_s), Qt::Key_Return);
    QVERIFY(m_form->isVisible());  // what was typed stays, and a line says what is wrong
    QVERIFY(noticeText().contains(u"not a date"_s));
    field(u"Expires"_s)->setText(u"2027-01-31"_s);
    QTest::keyClick(field(u"Expires"_s), Qt::Key_Return);
    QTRY_COMPARE(current(), u"elm*"_s);
    QVERIFY(m_notices->ids().isEmpty());
    const QByteArray pending = pendingOf(m_checkout->path("flaky.toml"));
    QVERIFY(pending.contains("2027-01-31"));
    QVERIFY(pending.contains("added = "));
    QVERIFY(!QFile::exists(m_checkout->path("flaky.toml")));
  }

  void onlyWhatTheListCanSayIsEnabled() {
    openPair();
    press(Qt::Key_Insert);
    const QWidgetList scriptLacks{m_form->findChild<QCheckBox*>(), box(u"Check"_s), field(u"Owner"_s),
                                  field(u"Expires"_s), field(u"Config"_s)};
    for (QWidget* widget : scriptLacks) {
      QVERIFY2(!widget->isEnabled(), qPrintable(widget->accessibleName()));
      QVERIFY2(widget->toolTip().endsWith(u'.'), qPrintable(widget->toolTip()));  // a sentence says why not
    }
    QCOMPARE(box(u"Platform"_s)->count(), 2);
    chooseList(u"flaky.toml (new)"_s);
    for (QWidget* widget : scriptLacks) QVERIFY2(widget->isEnabled(), qPrintable(widget->accessibleName()));
    QCOMPARE(box(u"Platform"_s)->count(), 5);
    QTest::keyClick(field(u"Name"_s), Qt::Key_Escape);
    QVERIFY(!m_form->isVisible());
    QVERIFY(m_table->hasFocus());
  }

  void changesAndMovesAnEntry() {
    openPair();
    goTo(u"cedar"_s);
    press(Qt::Key_Return);
    QVERIFY(m_form->isVisible());
    QCOMPARE(field(u"Name"_s)->text(), u"cedar"_s);
    QCOMPARE(field(u"Issue"_s)->text(), u"#11"_s);
    field(u"Reason"_s)->setText(u"unsteady"_s);
    QTest::keyClick(field(u"Reason"_s), Qt::Key_Return);
    QTRY_VERIFY(pendingOf(m_checkout->accuracyPath()).contains("\"cedar\",  # unsteady (#11)\n"));
    QTRY_COMPARE(current(), u"cedar"_s);
    press(Qt::Key_F2);
    chooseList(u"flaky.toml (new)"_s);
    QTest::keyClick(field(u"Name"_s), Qt::Key_Return);
    QTRY_VERIFY(pendingOf(m_checkout->path("flaky.toml")).contains("cedar"));
    QVERIFY(!pendingOf(m_checkout->accuracyPath()).contains("cedar"));
    m_stack->undo();
    m_stack->undo();
    QCOMPARE(pendingOf(m_checkout->accuracyPath()), m_checkout->accuracyScript());
  }

  void aRefusalNamesTheLine() {
    openPair();
    press(Qt::Key_Insert);
    field(u"Name"_s)->setText(u"cedar"_s);
    QTest::keyClick(field(u"Name"_s), Qt::Key_Return);
    QVERIFY(m_form->isVisible());
    QVERIFY(noticeText().contains(u"line 6"_s));
    QVERIFY(m_edits->isClean());
  }

  void removesTheSelectionInOneStep() {
    openPair();
    goTo(u"cedar"_s);
    QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
    press(Qt::Key_Delete);
    QTRY_COMPARE(m_model->rowCount(), 5);
    QVERIFY(!shownNames().contains(u"gone_model"_s));
    QVERIFY(m_page->statusText().contains(u"Remove 2"_s));
    m_stack->undo();
    QTRY_COMPARE(m_model->rowCount(), 7);
    QVERIFY(m_edits->isClean());
  }

  void selectionSurvivesWhatOthersDo() {
    openPair();
    goTo(u"birch"_s);
    const auto change = m_page->lists().removing({m_model->row(0)});
    QVERIFY(change && m_stack->push(*change));
    QTRY_COMPARE(m_model->rowCount(), 6);
    QCOMPARE(current(), u"birch"_s);
    m_page->showSnapshot(m_checkout->pair());
    QTRY_VERIFY(!m_page->lists().isBusy());
    QCOMPARE(current(), u"birch"_s);
    press(Qt::Key_O);  // sorted by name, it stays
    QCOMPARE(current(), u"birch"_s);
  }

  void chipsAndTextFilter() {
    openPair();
    press(Qt::Key_3);
    QCOMPARE(shownNames(), (QStringList{u"cedar"_s, u"gone_model"_s, u"birch"_s}));
    press(Qt::Key_Slash);
    QVERIFY(m_bar->hasTextFocus());
    QTest::keyClicks(QApplication::focusWidget(), u"zzz1"_s);
    QCOMPARE(m_model->rowCount(), 0);
    auto* state = m_page->findChild<EmptyState*>();
    QVERIFY(state->isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    state->findChildren<QPushButton*>().last()->click();
    QCOMPARE(m_model->rowCount(), 7);
    QVERIFY(m_bar->isClear());
  }

  void copiesAsTsv() {
    openPair();
    goTo(u"fir"_s);
    QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 3);  // header, row, nothing
    QVERIFY(lines[0].startsWith(u"Name\tCheck\t"_s));
    QVERIFY(lines[1].startsWith(u"fir\taccuracy\trocm\t"_s));
  }

  void importsWhatIsTicked() {
    openPair();
    m_checkout->write("team.toml",
                      "[[flaky]]\nname = \"elm_7b\"\n\n[[flaky]]\nname = \"fir\"\n\n[[flaky]]\nname = \"alder\"\n");
    m_prompt->answer = {m_checkout->path("team.toml")};
    press(Qt::Key_I);
    QVERIFY(m_transfer->isVisible());
    QCOMPARE(m_transfer->target(), m_checkout->native("flaky.toml"));  // the one that can take them all
    auto* model = m_transfer->findChild<TransferModel*>();
    QCOMPARE(model->tickedCount(), 3);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(model->tickedCount(), 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(!m_transfer->isVisible());
    QTRY_COMPARE(m_model->rowCount(), 9);
    QVERIFY(!pendingOf(m_checkout->path("flaky.toml")).contains("fir"));
    QCOMPARE(m_stack->undoText(), u"Add 2 flaky entries to flaky.toml"_s);
  }

  void exportsIntoANewList() {
    openPair();
    press(Qt::Key_1 + 3);  // a filter that leaves nothing, taken back
    press(Qt::Key_0);
    m_prompt->answer = {m_checkout->path("export.toml")};
    press(Qt::Key_X);
    QVERIFY(m_prompt->questions.back().mayBeNew);
    QVERIFY(m_transfer->isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!m_transfer->isVisible());
    QVERIFY(m_edits->isClean());
    press(Qt::Key_X);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(m_model->rowCount(), 14);
    QVERIFY(pendingOf(m_checkout->path("export.toml")).contains("waits for a driver"));
    QVERIFY(!QFile::exists(m_checkout->path("export.toml")));  // Save writes, not this page
  }

  void exportsIntoANewScript() {
    m_checkout->write("flaky.toml", "[[flaky]]\npattern = \"elm*\"\nreason = \"slow disk\"\n");
    openPair();
    m_prompt->answer = {m_checkout->path("my_accuracy.py")};
    press(Qt::Key_X);
    QVERIFY(!m_transfer->isVisible());
    const QByteArray made = pendingOf(m_checkout->path("my_accuracy.py"));
    QVERIFY2(made.contains("\"cedar\",") && made.contains("rocm") && !made.contains("elm*"), made.constData());
    QCOMPARE(m_notices->ids(), QStringList{u"flaky:export"_s});
    QVERIFY(m_notices->row(u"flaky:export"_s)->notice().details.contains(u"elm*"_s));
    QTRY_VERIFY(m_model->rowCount() > 8);
    m_stack->undo();
    QVERIFY(m_edits->isClean());
    QTRY_COMPARE(m_model->rowCount(), 8);
    QCOMPARE(m_notices->ids(), QStringList{u"flaky:export"_s});  // a script that is not there is no broken one
    QVERIFY(!QFile::exists(m_checkout->path("my_accuracy.py")));
    m_stack->redo();
    QTRY_VERIFY(m_model->rowCount() > 8);
  }

  void aListThatIsNoneIsReportedOnce() {
    m_checkout->write("flaky.toml", "[[flaky]]\nname = 3\n");
    openPair();
    QCOMPARE(m_notices->ids().size(), 1);
    QVERIFY(noticeText().contains(u"flaky.toml"_s));
    QVERIFY(noticeText().contains(u"line 2"_s));
    m_notices->dismissAll();
    m_page->lists().refresh();
    QTRY_VERIFY(!m_page->lists().isBusy());
    QVERIFY(m_notices->ids().isEmpty());
  }

  void takesOutWhatCanGo() {
    openWithHistory();
    goTo(u"fir"_s);
    QTest::mouseClick(m_bar->canGoChip(), Qt::LeftButton);
    QCOMPARE(shownNames(), QStringList{u"alder"_s});
    press(Qt::Key_6);
    QCOMPARE(m_model->rowCount(), 7);
    QVERIFY(!m_bar->canGoChip()->isChecked());
    press(Qt::Key_6);
    QCOMPARE(shownNames(), QStringList{u"alder"_s});
    press(Qt::Key_Delete);
    QTRY_COMPARE(m_model->rowCount(), 0);
    QVERIFY(!pendingOf(m_checkout->accuracyPath()).contains("alder"));
    QCOMPARE(pendingOf(m_checkout->graphBreaksPath()), m_checkout->graphBreaksScript());
    QCOMPARE(m_bar->canGoChip()->count(), std::size_t(0));
    const QString message = QString::fromStdString(baselines::commitMessage(m_edits->drafts())).simplified();
    QVERIFY2(message.contains(u"check_accuracy.py: - alder: taken off the list Evidence: 0 of 101 runs fail in 101 days, after 10 of 19 runs until 2026-08-19"_s) &&
                 message.contains(u"a failed run within 30 days: "_s), qPrintable(message));
    flaky::FlakyEntry alder;
    alder.name = "alder";
    const auto again = m_page->lists().adding(m_checkout->accuracyPath().toStdString(), alder);
    QVERIFY(again && m_stack->push(*again));
    QVERIFY(baselines::commitMessage(m_edits->drafts()).find("Evidence") == std::string::npos);
    m_stack->undo();
    m_stack->undo();  // what was read of the history still counts
    QTRY_COMPARE(shownNames(), QStringList{u"alder"_s});
    QVERIFY(m_edits->isClean());
  }

  void sortsByWhatCanGo() {
    openWithHistory();
    QHeaderView* header = m_table->horizontalHeader();
    const int column = int(FlakyColumn::CanGo);
    QCOMPARE(header->visualIndex(column), 3);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      {header->sectionViewportPosition(column) + 12, header->height() / 2});
    QCOMPARE(shownNames().first(), u"alder"_s);
    QCOMPARE(shownNames()[1], u"gone_model"_s);
    for (int row = 0; row < 2; ++row) {
      const QString text = m_model->index(row, column).data().toString();
      QVERIFY2(m_table->fontMetrics().horizontalAdvance(text) + 16 <= m_table->columnWidth(column), qPrintable(text));
    }
    m_table->setCurrentIndex(m_model->index(0, column));
    press(Qt::Key_O);
    QCOMPARE(shownNames()[6], u"alder"_s);
  }

  void readsAgainWhatWasAdded() {
    openWithHistory();
    m_checkout->addRun(support::FlakyCheckout::kRuns, {"alder"});
    m_client->announceChange();
    QTRY_COMPARE(m_model->index(0, int(FlakyColumn::CanGo)).data().toString(), u"no: red on 2026-11-29"_s);
    QCOMPARE(m_bar->canGoChip()->count(), std::size_t(0));
    press(Qt::Key_Insert);  // an entry that was not there when the history was read
    field(u"Name"_s)->setText(u"moss"_s);
    QTest::keyClick(field(u"Name"_s), Qt::Key_Return);
    QTRY_COMPARE(current(), u"moss"_s);
    QTRY_COMPARE(m_table->currentIndex().siblingAtColumn(int(FlakyColumn::CanGo)).data().toString(), u"no runs"_s);
  }

  void nothingOfAHistoryWithoutOne() {
    m_client = std::make_unique<session::HistoryClient>(m_checkout->native("none.sqlite"));
    m_page->setHistory(*m_client);
    openPair();
    QCOMPARE(m_model->columnCount(), kFlakyColumns - 1);
    QVERIFY(m_bar->canGoChip()->isHidden());
    press(Qt::Key_6);
    QCOMPARE(m_model->rowCount(), 7);
  }

  void aBrokenHistoryLeavesTheListAlone() {
    m_checkout->write("broken.sqlite", QByteArray(4096, 'x'));
    m_client = std::make_unique<session::HistoryClient>(m_checkout->native("broken.sqlite"));
    m_page->setHistory(*m_client);
    openPair();
    QCOMPARE(m_model->index(0, int(FlakyColumn::CanGo)).data().toString(), u"\u2013"_s);
    goTo(u"cedar"_s);
    press(Qt::Key_Delete);
    QTRY_COMPARE(m_model->rowCount(), 6);
  }

  void everythingHasANameAndATooltip() {
    openWithHistory();
    press(Qt::Key_Insert);
    for (QWidget* widget : m_page->findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
      QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
      if (!face) continue;
      const QString name = face->text(QAccessible::Name);
      QVERIFY2(!name.isEmpty(), widget->metaObject()->className());
    }
    for (auto* button : m_bar->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
      QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->text()));
  }

  void nothingIsComputedWhileHidden() {
    openPair();
    m_page->hide();
    const auto before = m_page->lists().overview();
    const auto change = m_page->lists().removing({m_model->row(0)});
    QVERIFY(change && m_stack->push(*change));
    QVERIFY(!m_page->lists().isBusy());
    QCOMPARE(m_page->lists().overview(), before);
    m_page->show();
    QTRY_COMPARE(m_model->rowCount(), 6);
  }

 private:
  void openPair() {
    const session::SnapshotPtr pair = m_checkout->pair();
    QVERIFY(pair);
    m_page->showSnapshot(pair);
    QTRY_VERIFY(!m_page->lists().isBusy());
    QVERIFY(m_model->rowCount() > 0);
    QVERIFY(m_table->hasFocus());
  }
  void openWithHistory() {
    m_client = std::make_unique<session::HistoryClient>(m_checkout->fillHistory());
    m_page->setHistory(*m_client);
    openPair();
    QTRY_COMPARE(m_bar->canGoChip()->count(), std::size_t(1));
    QVERIFY(m_bar->canGoChip()->isVisible());
  }
  void press(int key) {
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_page.get(), Qt::Key(key));
  }
  QString current() const { return m_table->currentIndex().siblingAtColumn(0).data().toString(); }
  QStringList shownNames() const {
    QStringList names;
    for (int row = 0; row < m_model->rowCount(); ++row) names << m_model->index(row, 0).data().toString();
    return names;
  }
  void goTo(const QString& name) {
    m_table->goTo(int(shownNames().indexOf(name)));
    QCOMPARE(current(), name);
  }
  template <typename T>
  T* named(const QString& name) const {
    for (T* widget : m_form->findChildren<T*>())
      if (widget->accessibleName() == name) return widget;
    qFatal("no field %s", qPrintable(name));
  }
  QLineEdit* field(const QString& name) const { return named<QLineEdit>(name); }
  QComboBox* box(const QString& name) const { return named<QComboBox>(name); }
  void chooseList(const QString& text) {
    const int at = box(u"List"_s)->findText(text);
    QVERIFY2(at >= 0, qPrintable(text));
    box(u"List"_s)->setCurrentIndex(at);
  }
  QByteArray pendingOf(const QString& path) const {
    const auto* file = m_edits->drafts().find(path.toStdString());
    return file ? QByteArray::fromStdString(file->pending) : QByteArray();
  }
  QString noticeText() const {
    const QStringList ids = m_notices->ids();
    return ids.isEmpty() ? QString() : m_notices->row(ids.first())->notice().text;
  }

  std::unique_ptr<support::FlakyCheckout> m_checkout;
  std::unique_ptr<ThemeController> m_themes;
  std::unique_ptr<session::PendingEdits> m_edits;
  std::unique_ptr<EditStack> m_stack;
  std::unique_ptr<testing::PreparedPrompt> m_prompt;
  std::unique_ptr<session::HistoryClient> m_client;
  std::unique_ptr<FlakyPage> m_page;
  std::unique_ptr<ActionRegistry> m_registry;
  FlakyTable* m_table = nullptr;
  FlakyModel* m_model = nullptr;
  FlakyBar* m_bar = nullptr;
  EntryForm* m_form = nullptr;
  TransferPanel* m_transfer = nullptr;
  NoticeStrip* m_notices = nullptr;
};

QTEST_MAIN(FlakyPageTest)
#include "flaky_page_test.moc"
