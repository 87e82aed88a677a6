// SPDX-License-Identifier: GPL-3.0-or-later
// The triage page as a person at the keyboard meets it: every step is a key, every check is what is then on the screen.
#include <QClipboard>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/ui/triage/triage_page_fixture.h"
#include "ui/triage/filter_bar.h"
#include "ui/triage/triage_table.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

class TriagePageTest : public testing::TriagePageFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openPage(); }
  void cleanup() { closePage(); }

  void theKeyboardSortsByTheCurrentColumn() {
    showSample();
    goTo(u"llama"_s);
    const QModelIndex cell = m_table->currentIndex();  // column 0 is the verdict, 1 the model
    m_table->setCurrentIndex(m_model->index(cell.row(), 1));
    m_table->setFocus();
    press(Qt::Key_O);
    QCOMPARE(current(), u"llama"_s);
    QStringList upward = shownNames();
    QVERIFY(upward.first().compare(upward.last(), Qt::CaseInsensitive) < 0);
    press(Qt::Key_O);
    std::reverse(upward.begin(), upward.end());
    QCOMPARE(shownNames(), upward);
  }

  void nothingFallsOverWithoutAPair() {
    QVERIFY(!m_table->isVisible());
    QVERIFY(m_page->findChildren<QPushButton*>().isEmpty());
    QCOMPARE(m_page->statusText(), u"Nothing is open"_s);
    press(Qt::Key_J);
    press(Qt::Key_0);
  }

  void filesBeingReadAreNamedAndCanBeCancelled() {
    QSignalSpy cancelled(m_page.get(), &TriagePage::cancelRequested);
    m_page->showReading(u"actual.csv, 2.0 GB\nexpected.csv, 12 kB"_s);
    const EmptyState* state = visibleState();
    QVERIFY(state);
    QCOMPARE(state->title(), u"Reading"_s);
    QCOMPARE(m_page->statusText(), u"Reading actual.csv, 2.0 GB \u00b7 expected.csv, 12 kB"_s);
    const auto buttons = state->findChildren<QPushButton*>();
    const auto cancel = std::ranges::find(buttons, u"Cancel"_s, &QPushButton::text);
    QVERIFY(cancel != buttons.end());
    QTRY_VERIFY((*cancel)->isVisible());
    QTest::mouseClick(*cancel, Qt::LeftButton);
    QCOMPARE(cancelled.count(), 1);
    m_page->showReading({});
    QCOMPARE(state->title(), u"Nothing is open"_s);
    QCOMPARE(m_page->statusText(), u"Nothing is open"_s);
  }

  void whatCiSaidBeforeTheEditsIsNotSaidBesideIt() {
    const QByteArray bytes = "name,accuracy\na,pass\n";
    m_page->showSnapshot(testing::judged(bytes, bytes));
    QVERIFY(m_page->statusText().contains(u"CI would pass"_s));
    m_page->setCi(u"CI fails: 18 -> 25 failing rows after 1 edit"_s);
    QVERIFY2(!m_page->statusText().contains(u"CI would"_s), qUtf8Printable(m_page->statusText()));
    QVERIFY(m_page->progressText().isEmpty());
    m_page->setCi({});
    QVERIFY(m_page->statusText().contains(u"CI would pass"_s));
  }

  void opensOnTheWorstRow() {
    showSample();
    QVERIFY(m_table->isVisible());
    QVERIFY(m_table->hasFocus());
    QCOMPARE(current(), m_model->modelName(0));
    QVERIFY(m_bar->changedOnly());
    QVERIFY(m_model->rowCount() < int(m_model->comparison()->rowCount()));
    QVERIFY(m_page->statusText().contains(u"CI would fail"_s));
  }

  void homeAndEndGoToRowsAndStayInTheirColumn() {
    showSample();
    m_page->resize(700, 500);
    const int column = m_table->currentIndex().column();
    press(Qt::Key_End);
    QCOMPARE(m_table->currentIndex(), m_model->index(m_model->rowCount() - 1, column));
    QCOMPARE(m_table->horizontalScrollBar()->value(), 0);
    press(Qt::Key_Home);
    QCOMPARE(m_table->currentIndex(), m_model->index(0, column));
  }

  void jAndKStepOverTheDecided() {
    showSample();
    QStringList visited{current()};
    for (int i = 0; i < 40; ++i) {
      press(Qt::Key_J);
      if (current() == visited.back()) break;
      visited << current();
    }
    QStringList wanted;
    for (int row = 0; row < m_model->rowCount(); ++row)
      if (m_model->isOpen(row)) wanted << m_model->modelName(row);
    QCOMPARE(visited, wanted);
    QVERIFY(m_page->statusText().contains(u"No model further down"_s));
    press(Qt::Key_K);
    QCOMPARE(current(), wanted[wanted.size() - 2]);
    QCOMPARE(m_table->selectedRows().size(), 1);
  }

  void reportsTheCurrentModel() {
    showSample();
    QSignalSpy chosen(m_page.get(), &TriagePage::modelChosen);
    press(Qt::Key_J);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().toString(), current());
    QVERIFY(m_page->showModel(shownNames().constLast()));
    QCOMPARE(chosen.last().first().toString(), shownNames().constLast());
  }

  void classKeysToggleChips() {
    showSample();
    press(Qt::Key_4);
    QCOMPARE(classesShown(), QSet<int>{int(verdicts::VerdictClass::Flaky)});
    press(Qt::Key_1);
    QCOMPARE(classesShown(), (QSet<int>{int(verdicts::VerdictClass::Fail), int(verdicts::VerdictClass::Flaky)}));
    press(Qt::Key_4);
    press(Qt::Key_1);
    QCOMPARE(m_bar->filter().classes, 0u);
    press(Qt::Key_7);  // a class asked for by name is shown even where nothing changed
    QCOMPARE(m_model->rowCount(), int(m_model->comparison()->counts().of(verdicts::VerdictClass::Pass)));
    press(Qt::Key_0);
    QCOMPARE(m_model->rowCount(), int(m_model->comparison()->rowCount()));
    press(Qt::Key_U);
    QVERIFY(m_bar->changedOnly());
  }

  void slashTypesAFilter() {
    showSample();
    press(Qt::Key_U);
    press(Qt::Key_Slash);
    QVERIFY(m_bar->hasTextFocus());
    QTest::keyClicks(QApplication::focusWidget(), u"resnet"_s);
    QCOMPARE(shownNames(), (QStringList{u"phlippe_resnet"_s, u"resnet152"_s, u"resnet18"_s, u"resnet50"_s}));
    QTest::keyClicks(QApplication::focusWidget(), u" -phl j k 1"_s);  // letters and digits are text here
    QVERIFY(m_bar->hasTextFocus());
    QCOMPARE(m_bar->filter().classes, 0u);
    m_bar->setText(u"resnet"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(m_table->hasFocus());
    press(Qt::Key_0);
    QCOMPARE(m_bar->text(), QString());
    QCOMPARE(m_model->rowCount(), int(m_model->comparison()->rowCount()));
  }

  void escapeLeavesAFilterThatMatchesNothing() {
    showSample();
    press(Qt::Key_Slash);
    QTest::keyClicks(QApplication::focusWidget(), u"zzz"_s);
    QTRY_VERIFY(visibleState() != nullptr);
    press(Qt::Key_Escape);
    QVERIFY(!m_bar->hasTextFocus());
    QVERIFY2(visibleState()->isAncestorOf(QApplication::focusWidget()), "its first button has the keyboard");
    press(Qt::Key_Escape);
    press(Qt::Key_A);
    QCOMPARE(m_bar->text(), u"zzz"_s);
    press(Qt::Key_0);
    QTRY_VERIFY(m_table->hasFocus());
  }

  /// The window makes the menu from menuActions().
  void aRightClickAndShiftF10OfferTheAnswers() {
    showSample();
    m_table->setFocus();
    QSignalSpy menu(m_page.get(), &Page::menuRequested);
    QTest::keyClick(m_table, Qt::Key_F10, Qt::ShiftModifier);
    QCOMPARE(menu.count(), 1);
    QCOMPARE(m_table->viewport()->mapFromGlobal(menu.takeFirst().value(0).toPoint()).y(), m_table->visualRect(m_table->currentIndex()).bottom() + 1);
    const QRect row = m_table->visualRect(m_model->index(2, 0));
    QTest::mouseClick(m_page->windowHandle(), Qt::RightButton, {}, m_table->viewport()->mapTo(m_page.get(), row.center()));
    QCOMPARE(menu.count(), 1);
    QCOMPARE(m_table->currentIndex().row(), 2);  // the menu is for the row below the mouse
    QVERIFY(m_page->menuActions().startsWith(u"decide.*"_s));
  }

  void aWrongWordIsExplainedAndFiltersNothing() {
    showSample();
    press(Qt::Key_U);
    press(Qt::Key_Slash);
    m_bar->setText(u"hf_ graph_brakes>2"_s);
    QVERIFY(m_bar->errorText().contains(u"graph_brakes"_s));
    QVERIFY(!shownNames().isEmpty());
    for (const QString& name : shownNames()) QVERIFY(name.contains(u"hf_"_s));
    m_bar->setText(u"hf_ graph_breaks>2"_s);
    QCOMPARE(m_bar->errorText(), QString());
    m_bar->setText(u"class:fail, "_s);  // trailing comma and space: still typing
    QVERIFY(m_model->rowCount() >= 0);
    for (const QString& text : {u"/(/ /[/"_s, u"a> b> c>"_s, u"class: \"x"_s, u"!"_s, u">"_s, u"-/"_s}) m_bar->setText(text);
  }

  void rowsStayWhileATermIsTyped() {
    showSample();
    press(Qt::Key_U);
    m_bar->setText(u"resnet"_s);
    const QStringList before = shownNames();
    for (const QString& text : {u"resnet graph_breaks>"_s, u"resnet /^hf"_s, u"resnet class:"_s}) {
      m_bar->setText(text);
      QCOMPARE(shownNames(), before);
      QVERIFY(!m_bar->errorText().isEmpty());
    }
    m_bar->setText(u"graph_breaks> "_s);  // the cursor has left the term: it filters nothing
    QCOMPARE(m_model->rowCount(), int(m_model->comparison()->rowCount()));
  }

  void whatFailsAsItsBaselineSaysIsNoChange() {
    m_page->showSnapshot(testing::judged("name,accuracy,graph_breaks\nknown,fail_to_run,0\noom,eager_1st_run_OOM,0\nworse,fail_to_run,0\n",
                                         "name,accuracy,graph_breaks\nknown,fail_to_run,0\noom,eager_1st_run_OOM,0\nworse,pass,0\n"));
    QVERIFY(m_bar->changedOnly());
    QCOMPARE(shownNames(), QStringList{u"worse"_s});
    m_bar->setChangedOnly(false);
    QCOMPARE(shownNames(), (QStringList{u"worse"_s, u"known"_s, u"oom"_s}));
  }

  void aChangeInAHiddenColumnIsNamed() {
    m_page->showSnapshot(testing::judged("name,accuracy,speedup\nfast,pass,1.5\nsame,pass,1.0\n", "name,accuracy,speedup\nfast,pass,1.0\nsame,pass,1.0\n"));
    QCOMPARE(shownNames(), QStringList{u"fast"_s});
    const auto reason = [this] { return m_model->index(0, m_model->columns().indexOf(u"reason"_s)).data().toString(); };
    const int speedup = m_model->columns().indexOf(u"metric:speedup"_s);
    const QString title = m_model->columns().at(speedup).title;
    const auto toggle = [&] {
      QMenu* menu = makeColumnMenu(m_table, m_model, -1);
      menu->popup(m_table->mapToGlobal(QPoint(20, 20)));
      const QList<QAction*> lines = menu->actions();
      const auto line = std::ranges::find(lines, title, &QAction::text);
      QVERIFY(line != lines.end());
      QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(*line).center());
    };
    QVERIFY2(!reason().startsWith(u"Changed in"_s), qPrintable(reason()));
    toggle();
    QVERIFY(m_table->isColumnHidden(speedup));
    QCOMPARE(shownNames(), QStringList{u"fast"_s});
    QVERIFY2(reason().startsWith(u"Changed in a hidden column: %1 1.000 \u2192 1.500 (+0.500). "_s.arg(title)), qPrintable(reason()));
    toggle();
    QVERIFY2(!reason().startsWith(u"Changed in"_s), qPrintable(reason()));
  }

  void aChosenClassOverridesChangedOnly() {
    showSample();
    QToolButton* changedOnly = nullptr;
    for (auto* button : m_bar->findChildren<QToolButton*>())
      if (button->text() == u"Changed only"_s) changedOnly = button;
    QVERIFY(changedOnly && changedOnly->isEnabled());
    press(Qt::Key_7);
    QVERIFY(!changedOnly->isEnabled());
    press(Qt::Key_7);
    QVERIFY(changedOnly->isEnabled());
    m_bar->setFixedWidth(200);
    for (ClassChip* chip : m_bar->findChildren<ClassChip*>()) QVERIFY(chip->width() >= chip->sizeHint().width());
  }

  void noRowIsExplained() {
    showSample();
    m_bar->setText(u"no such model"_s);
    QVERIFY(!m_table->isVisible());
    auto* state = visibleState();
    QVERIFY(state);
    QVERIFY(state->title().contains(u"No"_s));
    QVERIFY(!m_table->hasFocus());
    m_bar->setText(u"llama"_s);  // rows are back, and the keyboard with them
    QVERIFY(m_table->hasFocus());
    m_bar->setText(u"no such model"_s);
    auto* clear = state->findChildren<QPushButton*>().last();
    QTest::mouseClick(clear, Qt::LeftButton);
    QVERIFY(m_table->isVisible());
    QCOMPARE(m_model->rowCount(), int(m_model->comparison()->rowCount()));
  }

  void theCurrentRowSurvivesFilterAndSort() {
    showSample();
    press(Qt::Key_U);
    goTo(u"resnet50"_s);
    const auto offset = [this] { return m_table->currentIndex().row() - m_table->rowAt(0); };
    const int before = offset();
    QVERIFY(before > 0);
    m_bar->setText(u"-llama"_s);  // a row above goes: the current one stays where the eye is
    QCOMPARE(current(), u"resnet50"_s);
    QCOMPARE(offset(), before);
    m_bar->setText({});
    QCOMPARE(offset(), before);
    m_bar->setText(u"resnet"_s);
    QCOMPARE(current(), u"resnet50"_s);
    m_bar->setText(u"llama"_s);  // hidden: the details keep it, the table has no current row
    QCOMPARE(current(), QString());
    QVERIFY(m_details->summary().contains(u"resnet50"_s));
    m_bar->setText({});
    QCOMPARE(current(), u"resnet50"_s);
    QCOMPARE(m_table->selectedRows().size(), 1);
    m_model->sort(1, Qt::DescendingOrder);
    QCOMPARE(current(), u"resnet50"_s);
    QVERIFY(m_table->visualRect(m_table->currentIndex()).intersects(m_table->viewport()->rect()));
  }

  void selectionSurvivesANewSnapshot() {
    showSample();
    press(Qt::Key_U);
    goTo(u"llama"_s);
    m_table->selectionModel()->select(m_model->index(rowOf(u"resnet50"_s), 0),
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
    m_bar->setText(u"l"_s);
    m_bar->setText({});
    QVERIFY(selectedNames().contains(u"llama"_s));
    goTo(u"llama"_s);
    m_table->selectionModel()->select(m_model->index(rowOf(u"resnet50"_s), 0),
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
    m_bar->setText(u"class:fail,pass"_s);
    m_model->sort(1, Qt::DescendingOrder);
    showSample();
    QCOMPARE(current(), u"llama"_s);
    QCOMPARE(selectedNames(), (QSet<QString>{u"llama"_s, u"resnet50"_s}));
    QCOMPARE(m_bar->text(), u"class:fail,pass"_s);
    // A pair without that model, in which the first row is chosen.
    m_page->showSnapshot(testing::judged("name,accuracy\nb,timeout\n", "name,accuracy\nb,pass\n"));
    QCOMPARE(current(), u"b"_s);
  }

  void enterAndEscapeGoThereAndBack() {
    showSample();
    QTest::keyClick(m_table, Qt::Key_Return);
    QVERIFY(m_details->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(m_table->hasFocus());
    press(Qt::Key_D);
    QVERIFY(!m_details->isVisible());
    QTest::keyClick(m_table, Qt::Key_Return);
    QVERIFY(m_details->isVisible());
  }

  void showsWhatCiPrinted() {
    showSample();
    press(Qt::Key_P);
    auto* output = visibleOutput();
    QVERIFY(output);
    QTRY_VERIFY(!output->wholeText().isEmpty());
    const QString wanted = QString::fromStdString(m_model->comparison()->scriptOutput(0).output);
    QCOMPARE(output->wholeText(), wanted);
    output->copyAll();
    QCOMPARE(QGuiApplication::clipboard()->text(), wanted);
    press(Qt::Key_P);
    QVERIFY(visibleOutput() != output);  // the next check
  }

  void copiesCells() {
    showSample();
    goTo(u"llama"_s);
    QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].startsWith(u"Verdict\tModel\t"_s));
    QVERIFY(lines[1].startsWith(u"✗ FAIL\tllama\t"_s));
    QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"| Verdict "_s));
    QVERIFY(m_page->statusText().contains(u"Copied 1 row"_s));
    press(Qt::Key_U);
    QTest::keyClick(m_table, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), m_model->rowCount() + 1);
  }

  void columnsAreRememberedByName() {
    showSample();
    ColumnLayout& layout = m_table->columnLayout();
    const int flaky = m_model->columns().indexOf(u"flaky"_s);
    const int breaks = m_model->columns().indexOf(u"metric:graph_breaks"_s);
    layout.setShown(flaky, false);
    m_table->horizontalHeader()->resizeSection(breaks, 211);
    layout.moveBy(breaks, -1);
    const QList<int> before = layout.shown();
    QVERIFY(!before.contains(flaky));
    QVERIFY(before.indexOf(breaks) < before.indexOf(breaks - 1));
    const QByteArray state = m_page->saveState();

    TriagePage other(m_themes->theme());
    QVERIFY(!other.restoreState("rubbish"));
    QVERIFY(other.restoreState(state));
    other.showSnapshot(testing::samplePair());
    auto* table = other.findChild<TriageTable*>();
    QCOMPARE(table->columnLayout().shown(), before);
    QCOMPARE(table->horizontalHeader()->sectionSize(breaks), 211);
    // Another pair with other metrics keeps what it knows.
    other.showSnapshot(testing::judged("name,graph_breaks,flops\na,1,2\n", "name,graph_breaks,flops\na,1,2\n"));
    const auto* model = other.findChild<TriageModel*>();
    QCOMPARE(table->horizontalHeader()->sectionSize(model->columns().indexOf(u"metric:graph_breaks"_s)), 211);
    QVERIFY(table->horizontalHeader()->isSectionHidden(model->columns().indexOf(u"flaky"_s)));
    m_table->resetColumns();
    QVERIFY(m_table->columnLayout().isShown(flaky));
  }

  void headerSortsAndItsMenuToo() {
    showSample();
    QHeaderView* header = m_table->horizontalHeader();
    const auto click = [&](int column) {
      QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(header->sectionViewportPosition(column) + 20, 8));
    };
    click(1);
    QCOMPARE(m_model->order().by, verdicts::OrderBy::Name);
    click(1);
    QVERIFY(m_model->order().descending);
    click(1);
    QCOMPARE(m_model->order(), verdicts::RowOrder{});
    QMenu* menu = makeColumnMenu(m_table, m_model, m_model->columns().indexOf(u"metric:graph_breaks"_s));
    for (QAction* action : menu->actions())
      if (action->text().contains(u"largest rise"_s)) action->trigger();
    QCOMPARE(m_model->order().side, verdicts::MetricSide::Delta);
    QVERIFY(m_model->order().descending);
    delete menu;
    m_registry->run(u"table.sortDefault"_s);
    QCOMPARE(m_model->order(), verdicts::RowOrder{});
  }

  void everyControlHasANameAndAKeyboardWayIn() {
    showSample();
    const auto widgets = m_page->findChildren<QWidget*>();
    int controls = 0;
    for (QWidget* widget : widgets) {
      const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                           qobject_cast<QAbstractItemView*>(widget) || qobject_cast<QPlainTextEdit*>(widget);
      // Qt's own parts of a line edit or a tab bar are its business.
      if (!control || !QByteArray(widget->metaObject()->className()).contains("plumbline") ) {
        if (!control || qobject_cast<QLineEdit*>(widget->parentWidget()) || widget->objectName().startsWith(u"qt_"_s) ||
            QByteArray(widget->parentWidget()->metaObject()->className()) == "QTabBar" || qobject_cast<QHeaderView*>(widget) ||
            widget->inherits("QTableCornerButton"))
          continue;
      }
      ++controls;
      const auto* button = qobject_cast<QAbstractButton*>(widget);
      QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
               widget->metaObject()->className());
    }
    QVERIFY(controls > 12);
    QSet<QWidget*> reached;
    m_table->setFocus();
    for (int i = 0; i < 40; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      reached.insert(QApplication::focusWidget());
    }
    QVERIFY(reached.contains(m_table));
    QVERIFY(reached.contains(m_bar->findChild<QLineEdit*>()));
    for (ClassChip* chip : m_bar->findChildren<ClassChip*>()) QVERIFY(reached.contains(chip));
  }

  void actionsDoNotClash() {
    QVERIFY(m_registry->conflicts().isEmpty());
    for (const ActionSpec& spec : m_page->actions()) {
      QVERIFY(!spec.text.isEmpty() && !spec.tooltip.isEmpty() && !spec.group.isEmpty() && spec.run);
    }
  }

  void changesItsTheme() {
    showSample();
    m_themes->set(Scheme::Dark, 2);
    m_page->setTheme(m_themes->theme());
    m_bar->setText(u"llama"_s);
    const auto corner = [this] {
      const QImage image = m_table->viewport()->grab().toImage();
      return image.pixelColor(image.width() - 2, image.height() - 2);
    };
    QTRY_COMPARE(corner(), m_themes->theme().color(Tone::Base));
    QVERIFY(m_table->rowHeight(0) >= QFontMetrics(m_themes->theme().font(TextSize::Normal)).height() + 8);
  }
};

QTEST_MAIN(TriagePageTest)
#include "triage_page_test.moc"
