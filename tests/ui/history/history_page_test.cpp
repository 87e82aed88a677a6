// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the history by keys and mouse: rows, runs, metrics, moves of the baseline, links, the way back, and what
// stands where nothing is.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "tests/support/filled_history.h"
#include "ui/charts/alarm_slider.h"
#include "ui/charts/chart_view.h"
#include "ui/history/cell_panel.h"
#include "ui/history/history_page.h"
#include "ui/history/history_table.h"
#include "ui/support/empty_state.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class HistoryPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { support::fillHistory(file()); }
  void init() {
    m_client = std::make_unique<session::HistoryClient>(file());
    open();
  }
  void cleanup() {
    m_page.reset();
    m_client.reset();
  }
  void showsStrips();
  void goesThroughRuns();
  void findsWhoMovedTheBaseline();
  void marksChangePoints();
  void filters();
  void sortsByRedSince();
  void goesToACell();
  void comesBack();
  void opensWebAddressesOnly();
  void saysWhatToDoWithoutAHistory();
  void namesAnErrorOfTheStore();

 private:
  std::string file() const { return m_folder.filePath(u"h.sqlite"_s).toStdString(); }
  void open() {
    m_page = std::make_unique<ui::HistoryPage>(ui::Theme::load(ui::Scheme::Light), *m_client);
    m_page->resize(1100, 700);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
  }
  ui::HistoryTable* table() const { return m_page->findChild<ui::HistoryTable*>(); }
  ui::CellPanel* panel() const { return m_page->findChild<ui::CellPanel*>(); }
  void run(const QString& id) const {
    for (const ui::ActionSpec& action : m_page->actions())
      if (action.id == id) return action.run();
    QFAIL("no such action");
  }
  /// waitForRows until strips and chart of the current row are there.
  void waitForRow(const QString& model) const {
    QTRY_VERIFY(table()->currentIndex().isValid() && table()->currentCell() != nullptr);
    QTRY_VERIFY2(m_page->statusText().startsWith(model) && m_page->statusText().contains(u": "_s),
                 qPrintable(m_page->statusText()));
  }
  void showGraphBreaks() const {
    m_page->showCell(QString::fromStdString(support::kConfig), u"moco"_s, u"graph_breaks"_s);
    QTRY_COMPARE(panel()->blame(), u"pinned at 7 by #12345 on 2026-08-20, undone once before"_s);
  }

  QTemporaryDir m_folder;
  std::unique_ptr<session::HistoryClient> m_client;
  std::unique_ptr<ui::HistoryPage> m_page;
};

void HistoryPageTest::showsStrips() {
  waitForRow(u"moco"_s);
  const QAbstractItemModelTester tester(table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
  QCOMPARE(table()->model()->rowCount(), 16);
  const QModelIndex runs = table()->model()->index(1, static_cast<int>(ui::HistoryColumn::Runs));
  QCOMPARE(runs.data(Qt::AccessibleTextRole).toString(), u"40 runs, the newest fail_accuracy, red since 2026-09-06"_s);
  QCOMPARE(table()->model()->index(1, static_cast<int>(ui::HistoryColumn::RedSince)).data().toString(),
           u"2026-09-06"_s);
}

void HistoryPageTest::goesThroughRuns() {
  waitForRow(u"moco"_s);
  table()->setFocus();
  QCOMPARE(table()->currentRun(), 0);
  QTest::keyClick(table(), Qt::Key_Left);
  QTest::keyClick(table(), Qt::Key_Left);
  QCOMPARE(table()->currentRun(), 2);
  QVERIFY2(m_page->statusText().contains(u"2026-09-07 c0ffee37"_s), qPrintable(m_page->statusText()));
  QVERIFY(m_page->statusText().contains(u"red since 2026-09-06"_s));
  QTest::keyClick(table(), Qt::Key_Down);
  QCOMPARE(table()->currentRun(), 2);  // the other model's run of that place
  QTest::keyClick(table(), Qt::Key_Home);
  QCOMPARE(table()->currentRun(), support::kRuns - 1);
  QTest::keyClick(table(), Qt::Key_Left);
  QCOMPARE(table()->currentRun(), support::kRuns - 1);
  QTest::keyClick(table(), Qt::Key_End);
  QCOMPARE(table()->currentRun(), 0);
  const QRect strip = table()->visualRect(table()->model()->index(1, static_cast<int>(ui::HistoryColumn::Runs)));
  QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, strip.topRight() - QPoint(ui::kGrid + 30, -8));
  QVERIFY(table()->currentRun() > 0);
  QCOMPARE(table()->currentIndex().row(), 1);
}

void HistoryPageTest::findsWhoMovedTheBaseline() {
  showGraphBreaks();
  QCOMPARE(panel()->pullUrl(), QUrl());
  run(u"history.moveBack"_s);
  QVERIFY2(m_page->statusText().contains(u"#12345: 5 \u2192 7"_s), qPrintable(m_page->statusText()));
  QCOMPARE(panel()->pullUrl(), QUrl(u"https://github.com/pytorch/pytorch/pull/12345"_s));
  QCOMPARE(panel()->commitUrl(),
           QUrl(u"https://github.com/pytorch/pytorch/commit/cccc333300000000000000000000000000000000"_s));
  run(u"history.moveBack"_s);
  QVERIFY(m_page->statusText().contains(u"revert"_s));
  run(u"history.moveBack"_s);
  run(u"history.moveBack"_s);
  QVERIFY(m_page->statusText().contains(u"no earlier move"_s));
  run(u"history.move"_s);
  QVERIFY(m_page->statusText().contains(u"#12310"_s));
  run(u"history.metric"_s);
  QTRY_COMPARE(panel()->findChild<QComboBox*>()->currentText(), u"speedup"_s);
  QTRY_COMPARE(panel()->blame(), QString());
}

void HistoryPageTest::marksChangePoints() {
  showGraphBreaks();
  const auto changes = [this] {
    return std::ranges::count(panel()->chart().data().series, charts::Role::Change, &charts::Series::role);
  };
  QTRY_COMPARE(changes(), 2);  // levels and marks
  auto* slider = panel()->findChild<QSlider*>();
  QCOMPARE(slider->accessibleName(), u"Sensitivity to changes"_s);
  QCOMPARE(slider->accessibleDescription(), u"about 1 false alarm in 200 series"_s);
  run(u"history.changes"_s);
  QTRY_COMPARE(changes(), 0);
  QVERIFY(!slider->isEnabled());
  run(u"history.moreChanges"_s);  // switches them on again
  QTRY_COMPARE(changes(), 2);
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_Right);
  QCOMPARE(slider->accessibleDescription(), u"about 1 false alarm in 100 series"_s);
  QTest::keyClick(slider, Qt::Key_Home);
  QCOMPARE(slider->accessibleDescription(), u"about 1 false alarm in 2,000 series"_s);
  QTRY_COMPARE(changes(), 2);
  // A mark of a change is chosen like a run, and leads to the commit of the first run of the new level.
  const auto& items = panel()->chart().data().items;
  const QString name = QString::fromStdString(items.back().name);
  QVERIFY2(name.startsWith(u"runs: step at "_s), qPrintable(name));
  Q_EMIT panel()->chart().itemChosen(name, {});
  QVERIFY2(panel()->description().contains(u"5 -> 7, +40 %"_s), qPrintable(panel()->description()));
  QVERIFY(!panel()->commitUrl().isEmpty());
}

void HistoryPageTest::filters() {
  waitForRow(u"moco"_s);
  run(u"history.filter"_s);
  QTest::keyClicks(m_page->findChild<QLineEdit*>(), u"yolo dynamic"_s);
  QCOMPARE(table()->model()->rowCount(), 1);
  QTest::keyClick(m_page->findChild<QLineEdit*>(), Qt::Key_Return);
  QVERIFY(table()->hasFocus());
  run(u"history.all"_s);
  run(u"history.red"_s);
  QCOMPARE(table()->model()->rowCount(), 2);
  m_page->findChild<QLineEdit*>()->setText(u"nothing at all"_s);
  QCOMPARE(m_page->findChild<ui::EmptyState*>()->title(), u"No model matches"_s);
  m_page->findChild<QLineEdit*>()->setFocus();
  QTest::keyClick(m_page->findChild<QLineEdit*>(), Qt::Key_Escape);
  QVERIFY(m_page->findChild<ui::EmptyState*>()->isAncestorOf(QApplication::focusWidget()));
  run(u"history.all"_s);
  QVERIFY(table()->hasFocus());
  QCOMPARE(table()->model()->rowCount(), 16);
}

void HistoryPageTest::sortsByRedSince() {
  waitForRow(u"moco"_s);
  table()->setCurrentIndex(table()->model()->index(table()->model()->rowCount() - 1, 0));
  run(u"history.sortRed"_s);
  QCOMPARE(table()->currentIndex().row(), 0);
  QCOMPARE(table()->model()->index(0, 0).data().toString(), u"moco"_s);
  QCOMPARE(table()->model()->index(1, 0).data().toString(), u"moco"_s);
}

/// A page that was never shown finds the cell too, and a filter that hides it gives way.
void HistoryPageTest::goesToACell() {
  waitForRow(u"moco"_s);
  m_page->findChild<QLineEdit*>()->setText(u"yolo"_s);
  m_page->showCell(QString::fromStdString(support::kConfig), u"model_3"_s, u"speedup"_s);
  waitForRow(u"model_3"_s);
  QTRY_COMPARE(panel()->findChild<QComboBox*>()->currentText(), u"speedup"_s);
  m_page->showCell(u"no_such_config"_s, u"moco"_s);
  QVERIFY(m_page->statusText().contains(u"no run of moco in no_such_config"_s));
}

void HistoryPageTest::comesBack() {
  waitForRow(u"moco"_s);
  table()->goToRun(5);
  const QString place = m_page->place();
  m_page->showCell(QString::fromStdString(support::kConfig), u"yolov3"_s);
  waitForRow(u"yolov3"_s);
  m_page->showPlace(place);
  waitForRow(u"moco"_s);
  QTRY_COMPARE(table()->currentRun(), 5);
  m_page->showPlace(u"nonsense"_s);
}

void HistoryPageTest::opensWebAddressesOnly() {
  showGraphBreaks();
  const QSignalSpy links(m_page.get(), &ui::HistoryPage::linkRequested);
  run(u"history.moveBack"_s);
  run(u"history.pull"_s);
  QCOMPARE(links.size(), 1);
  QCOMPARE(links.front().front().toUrl().scheme(), u"https"_s);
}

void HistoryPageTest::saysWhatToDoWithoutAHistory() {
  m_page.reset();
  m_client = std::make_unique<session::HistoryClient>(m_folder.filePath(u"none.sqlite"_s).toStdString());
  open();
  QTRY_VERIFY(m_page->findChild<ui::HistoryModel*>()->isLoaded());
  QCOMPARE(m_page->findChild<ui::EmptyState*>()->title(), u"Nothing is remembered yet"_s);
  const QSignalSpy help(m_page.get(), &ui::HistoryPage::helpRequested);
  QTest::mouseClick(m_page->findChild<ui::EmptyState*>()->findChildren<QAbstractButton*>().front(), Qt::LeftButton);
  QCOMPARE(help.size(), 1);
  const auto yes = [&]() -> QAbstractButton* {
    for (auto* button : m_page->findChild<ui::EmptyState*>()->findChildren<QAbstractButton*>())
      if (button->text() == u"Remember what is opened and run"_s && button->isVisible()) return button;
    return nullptr;
  };
  const QSignalSpy fill(m_page.get(), &ui::HistoryPage::fillRequested);
  QVERIFY(yes() != nullptr);
  yes()->setFocus();
  QTest::keyClick(yes(), Qt::Key_Space);
  QCOMPARE(fill.size(), 1);
  m_page->setFilling(true);
  QTRY_VERIFY(yes() == nullptr);
  m_page->setFilling(false);
  QTRY_VERIFY(yes() != nullptr);
}

void HistoryPageTest::namesAnErrorOfTheStore() {
  m_page.reset();
  QFile broken(m_folder.filePath(u"broken.sqlite"_s));
  QVERIFY(broken.open(QIODevice::WriteOnly) &&
          broken.write("this is no database, and long enough to be sure of it") > 0);
  broken.close();
  m_client = std::make_unique<session::HistoryClient>(broken.fileName().toStdString());
  open();
  QTRY_COMPARE(m_page->findChild<ui::EmptyState*>()->title(), u"The history cannot be read"_s);
}

QTEST_MAIN(HistoryPageTest)
#include "history_page_test.moc"
