// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview shows of the history: since when groups are red, and those that are new since an earlier commit, by
// keys and by mouse.
#include <QAbstractItemView>
#include <QScrollBar>
#include <QTemporaryDir>

#include "core/baselines/commit_message.h"
#include "core/session/history/history_client.h"
#include "tests/support/filled_history.h"
#include "tests/ui/overview/overview_fixture.h"
#include "ui/support/form_controls.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

class OverviewHistoryTest : public testing::OverviewFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_store = std::make_unique<QTemporaryDir>();
    openPage();
    const QByteArray config = QByteArray::fromStdString(support::kConfig);
    m_folder->baseline(config, "moco,pass,7\nmodel_3,pass,5\nmodel_2,pass,5\n");
    m_folder->run(config, "moco,fail_accuracy,7\nmodel_3,timeout,5\nmodel_2,pass,6\n");
  }
  void cleanup() {
    closePage();
    m_client.reset();
  }
  void groupsSaySinceWhen();
  void fitsANarrowWindow();
  void newSinceByKeys();
  void newSinceByMouse();
  void staysThroughARecompute();
  void letsGoOfACommitThatIsGone();
  void nothingWithoutAHistory();
  void showsWhatIsAdded();
  void acceptHoldsBackWhatWillBeUndone();
  void aLevelThatStaysIsNoNoise();
  void numbersWithinTheirNoise();

 private:
  std::string file() const { return m_store->filePath(u"h.sqlite"_s).toStdString(); }
  void show(bool isFilled = true) {
    if (isFilled) support::fillHistory(file());
    m_client = std::make_unique<session::HistoryClient>(file());
    m_page->setHistory(*m_client);
    m_page->showSnapshot(m_folder->open());
    m_list->setFocus();
  }
  ChoiceField* choice() const { return m_page->findChild<ChoiceField*>(); }
  QString cell(int row, int column) const { return m_model->index(row, column).data().toString(); }
  bool hasColumn() const { return !m_list->isColumnHidden(GroupModel::RedSince); }

  std::unique_ptr<QTemporaryDir> m_store;
  std::unique_ptr<session::HistoryClient> m_client;
};

void OverviewHistoryTest::groupsSaySinceWhen() {
  show();
  QTRY_VERIFY(hasColumn());
  QCOMPARE(cell(0, GroupModel::RedSince), u"2026-09-06, 4 runs; 1 row later"_s);
  QCOMPARE(cell(1, GroupModel::RedSince), u"this commit"_s);
  QVERIFY(m_model->index(0, 0).data(Qt::ToolTipRole).toString().contains(u"Red since 2026-09-06, 4 runs; 1 row later"_s));
  QVERIFY(m_model->index(0, 0).data(Qt::AccessibleTextRole).toString().endsWith(u"Red since 2026-09-06, 4 runs; 1 row later."_s));
  const int moco = m_memberModel->rowOf(QString::fromStdString(support::kConfig), u"moco"_s);
  QVERIFY(m_memberModel->index(moco, 0).data(Qt::ToolTipRole).toString().endsWith(u"Red since 2026-09-06, 4 runs"_s));
  m_list->sortByColumn(GroupModel::RedSince, Qt::DescendingOrder);
  QCOMPARE(cell(0, GroupModel::RedSince), u"this commit"_s);
}

/// In a narrow window the day is left, and the decision stays on screen.
void OverviewHistoryTest::fitsANarrowWindow() {
  show();
  QTRY_VERIFY(hasColumn());
  m_page->resize(830, 500);
  QTRY_COMPARE(m_list->horizontalScrollBar()->maximum(), 0);
  const QFontMetrics metrics(m_list->font());
  QVERIFY(m_list->columnWidth(GroupModel::RedSince) >= metrics.horizontalAdvance(u"2026-09-06,\u2026"_s) + 2 * kGrid);
  m_page->resize(1290, 500);  // the names of models come before the number of runs
  QTRY_VERIFY(!m_list->isColumnHidden(GroupModel::Models));
  QVERIFY(m_list->columnWidth(GroupModel::Models) >= 208 || m_list->columnWidth(GroupModel::RedSince) == 112);
}

void OverviewHistoryTest::newSinceByKeys() {
  show();
  QTRY_VERIFY(choice()->isVisible());
  QVERIFY(!choice()->accessibleName().isEmpty() && !choice()->toolTip().isEmpty());
  press(Qt::Key_S);
  QVERIFY(choice()->hasFocus());
  press(Qt::Key_Down);
  press(Qt::Key_Down);  // run 38: moco was red
  QTRY_COMPARE(choice()->currentText(), u"New since c0ffee3800, 2026-09-08"_s);
  QTRY_COMPARE(cell(0, GroupModel::Rows), u"1 of 2"_s);
  QTRY_COMPARE(m_page->statusText(), u"New since c0ffee380000 (2026-09-08): 2 rows in 2 groups, of 3 red rows in 2 groups"_s);
  press(Qt::Key_Return);
  QVERIFY(m_list->hasFocus());
  const int moco = m_memberModel->rowOf(QString::fromStdString(support::kConfig), u"moco"_s);
  const int yolo = m_memberModel->rowOf(QString::fromStdString(support::kConfig), u"model_3"_s);
  QVERIFY(m_memberModel->index(moco, 0).data(Qt::AccessibleTextRole).toString().endsWith(u"red at c0ffee3800 already"_s));
  QVERIFY(m_memberModel->index(yolo, 0).data(Qt::AccessibleTextRole).toString().endsWith(u"not red at c0ffee3800"_s));
  press(Qt::Key_0);
  QCOMPARE(choice()->currentIndex(), 0);
  QTRY_COMPARE(cell(0, GroupModel::Rows), u"2"_s);
}

void OverviewHistoryTest::newSinceByMouse() {
  // Without the row that is new there is one group less.
  m_folder->run(QByteArray::fromStdString(support::kConfig), "moco,fail_accuracy,7\nmodel_3,pass,5\nmodel_2,pass,6\n");
  show();
  QTRY_VERIFY(choice()->isVisible());
  QCOMPARE(m_model->rowCount(), 2);
  for (const char* sign : {"raise()", "grabbing the keyboard"})  // of a popup; the offscreen platform has neither
    QTest::ignoreMessage(QtWarningMsg, (QByteArray("This plugin does not support ") + sign).constData());
  QTest::mouseClick(choice(), Qt::LeftButton);
  QTRY_VERIFY(choice()->view()->isVisible());
  choice()->view()->setCurrentIndex(choice()->model()->index(2, 0));
  QTest::keyClick(choice()->view(), Qt::Key_Return);  // a release right after the press is part of the opening
  QTRY_COMPARE(m_model->rowCount(), 1);
  QCOMPARE(rowText(0), u"graph_breaks +1 on 1 model in 1 config"_s);
}

void OverviewHistoryTest::staysThroughARecompute() {
  show();
  QTRY_VERIFY(choice()->isVisible());
  choice()->setCurrentIndex(2);
  QTRY_COMPARE(cell(0, GroupModel::Rows), u"1 of 2"_s);
  m_page->showSnapshot(m_folder->open());
  QCOMPARE(cell(0, GroupModel::Rows), u"1 of 2"_s);  // at once: what was known stays until the history is read again
  QVERIFY(hasColumn());
  QCOMPARE(choice()->currentIndex(), 2);
}

void OverviewHistoryTest::letsGoOfACommitThatIsGone() {
  show();
  QTRY_VERIFY(choice()->isVisible());
  choice()->addItem(u"gone"_s, u"dead00000000"_s);
  choice()->setCurrentIndex(choice()->count() - 1);
  QTRY_VERIFY(m_page->statusText().contains(u"The history has no run of commit dead00000000."_s));
  QTRY_VERIFY(choice()->isVisible() && choice()->currentIndex() == 0);
  QTRY_VERIFY(hasColumn());
  QCOMPARE(m_model->rowCount(), 2);
}

void OverviewHistoryTest::nothingWithoutAHistory() {
  show(false);
  QVERIFY(!choice()->isVisible());
  QVERIFY(!hasColumn());
  for (const ActionSpec& action : m_page->actions())
    if (action.id == u"overview.newSince"_s) QVERIFY(!action.enabled());
}

void OverviewHistoryTest::showsWhatIsAdded() {
  show(false);
  support::fillHistory(file());
  m_client->announceChange();
  QTRY_VERIFY(hasColumn());
  QVERIFY(choice()->isVisible());
}

void OverviewHistoryTest::acceptHoldsBackWhatWillBeUndone() {
  const QByteArray config = QByteArray::fromStdString(support::kConfig);
  const QByteArray rows = "moco,pass,7\nmodel_2,pass,7\n";
  for (const QByteArray& name : {config, "dynamic_" + config}) m_folder->baseline(name, rows);
  m_folder->run("dynamic_" + config, "moco,pass,7\nmodel_2,pass,6\n");  // model_2 moves in both
  m_folder->run(config, "moco,pass,6\nmodel_2,pass,6\n");
  support::addUndoneMoves(file(), "6");
  show(false);
  QCOMPARE(m_model->rowCount(), 1);
  const auto pending = [&] { return baselines()[config]; };
  // The summary says it as soon as the history is read.
  const auto shown = [this] {
    QStringList texts;
    for (const ElidedLabel* label : m_strip->findChildren<ElidedLabel*>()) texts << label->text();
    return texts.join(u'|');
  };
  QTRY_VERIFY2(shown().contains(u"Asks for a reason: 1 row is likely to be undone."_s), qPrintable(shown()));
  press(Qt::Key_A);
  QVERIFY(m_strip->isAsking());
  QVERIFY2(m_strip->title().endsWith(u": 3 cells of 3 rows in 2 baselines. 1 row is likely to be undone"_s), qPrintable(m_strip->title()));
  press(Qt::Key_Return);
  QVERIFY(m_strip->problem().contains(u"1 row is likely to be undone"_s));
  press(Qt::Key_Return, Qt::ControlModifier);  // only the edits without a guard
  QVERIFY(!m_strip->isAsking());
  QVERIFY2(pending().contains("\nmoco,pass,7") && pending().contains("\nmodel_2,pass,6"), pending().constData());
  press(Qt::Key_Z);
  press(Qt::Key_A);
  answer(u"fixed for good"_s);
  QVERIFY(pending().contains("\nmoco,pass,6") && pending().contains("\nmodel_2,pass,6"));
  const QString message = QString::fromStdString(baselines::commitMessage(m_edits->drafts()));
  QVERIFY2(message.contains(u"  Reason: fixed for good\n  Evidence: look: graph_breaks 7 -> 6 is better here alone"_s), qPrintable(message));
}

/// A row that has been red for six runs is compared with the level before them.
void OverviewHistoryTest::aLevelThatStaysIsNoNoise() {
  const QByteArray config = QByteArray::fromStdString(support::kConfig);
  m_folder->baseline(config, "model_2,pass,5\n");
  m_folder->run(config, "model_2,pass,9\n");
  std::vector<history::RunRecord> records;
  for (int run = 0; run < support::kRuns; ++run) {
    records.push_back(support::runAt(run, support::kConfig, {"model_2"}));
    for (history::Sample& sample : records.back().samples)
      if (sample.series->metric == "graph_breaks") sample.number = run < support::kRuns - 6 ? 5 : 9;
  }
  auto store = history::Store::open(file(), history::Store::Access::ReadWrite);
  QVERIFY(store && (*store)->runs().add(records));
  store->reset();
  show(false);
  QTRY_VERIFY(!m_list->isColumnHidden(GroupModel::Noise));
  const QString said = m_memberModel->index(m_memberModel->rowOf(QString::fromStdString(support::kConfig), u"model_2"_s), 0).data(Qt::ToolTipRole).toString();
  QVERIFY2(said.contains(u"beyond the noise (q "_s), qPrintable(said));
}

/// model_9 has 5 to 9 graph breaks in each run, model_2 always 5.
void OverviewHistoryTest::numbersWithinTheirNoise() {
  const QByteArray config = QByteArray::fromStdString(support::kConfig);
  m_folder->baseline(config, "model_2,pass,5\nmodel_9,pass,5\nnew_one,pass,1\n");
  m_folder->run(config, "model_2,pass,6\nmodel_9,pass,9\nnew_one,pass,4\n");
  std::vector<history::RunRecord> records;
  for (int run = 0; run < support::kRuns; ++run) {
    records.push_back(support::runAt(run, support::kConfig, {"model_2", "model_9"}));
    for (history::Sample& sample : records.back().samples)
      if (sample.series->model == "model_9" && sample.series->metric == "graph_breaks") sample.number = 5 + (run * 7 % 5);
  }
  auto store = history::Store::open(file(), history::Store::Access::ReadWrite);
  QVERIFY(store && (*store)->runs().add(records));
  store->reset();
  show(false);
  QTRY_VERIFY(!m_list->isColumnHidden(GroupModel::Noise));
  const auto tooltip = [&](const QString& model) {
    return m_memberModel->index(m_memberModel->rowOf(QString::fromStdString(support::kConfig), model), 0).data(Qt::ToolTipRole).toString();
  };
  QCOMPARE(m_model->rowCount(), 1);
  QCOMPARE(cell(0, GroupModel::Noise), u"0.049, 1 of 3 noise"_s);
  QVERIFY2(tooltip(u"model_9"_s).contains(u"within the noise (q "_s), qPrintable(tooltip(u"model_9"_s)));
  QVERIFY2(tooltip(u"model_2"_s).contains(u"beyond the noise (q 0.049)"_s), qPrintable(tooltip(u"model_2"_s)));
  QVERIFY2(tooltip(u"new_one"_s).contains(u"noise unknown, too few runs"_s), qPrintable(tooltip(u"new_one"_s)));
  const auto change = [&](const QString& model) {
    return memberText(m_memberModel->rowOf(QString::fromStdString(support::kConfig), model), MemberModel::Change);
  };
  QVERIFY2(change(u"model_9"_s).endsWith(u"9, noise"_s) && change(u"model_2"_s).endsWith(u'6'), qPrintable(change(u"model_9"_s)));
  const QString spoken = m_model->index(0, 0).data(Qt::AccessibleTextRole).toString();
  QVERIFY2(spoken.contains(u"1 of 3 rows beyond the noise (q from 0.049), 1 within"_s), qPrintable(spoken));
}

QTEST_MAIN(OverviewHistoryTest)
#include "overview_history_test.moc"
