// SPDX-License-Identifier: GPL-3.0-or-later
// What triage shows of the history: the last runs of each row, since when a row is red, who pinned its baseline, the
// way to its page.
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/session/history/history_client.h"
#include "tests/support/filled_history.h"
#include "ui/triage/details_panel.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_page.h"
#include "ui/triage/triage_table.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class TriageHistoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    support::fillHistory(m_folder.filePath(u"h.sqlite"_s).toStdString());
    const QByteArray head = "dev,name,batch_size,accuracy,graph_breaks\n";
    write(baseline(), head + "cuda,model_2,4,pass,5\ncuda,moco,4,pass,7\ncuda,yolov3,4,pass,5\n");
    write(u"run.csv"_s, head + "cuda,model_2,4,fail_to_run,5\ncuda,moco,4,fail_accuracy,7\ncuda,yolov3,4,pass,9\n");
  }
  void init() { open(m_folder.filePath(u"h.sqlite"_s)); }
  void cleanup() {
    m_page.reset();
    m_client.reset();
  }
  void showsTheLastRuns();
  void sortsByRedSince();
  void namesWhoPinnedTheBaseline();
  void leadsToTheHistory();
  void showsNothingWithoutRuns();
  void showsRunsThatAreAdded();
  void showsTheRunsOfTheDataType();

 private:
  static QString baseline() { return QString::fromStdString(support::kBaseline); }
  void write(const QString& name, const QByteArray& bytes) const {
    QVERIFY(QDir().mkpath(QFileInfo(m_folder.filePath(name)).path()));
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
  }
  void open(const QString& store, const QString& run = u"run.csv"_s, const QString& expected = baseline()) {
    m_client = std::make_unique<session::HistoryClient>(store.toStdString());
    m_page = std::make_unique<ui::TriagePage>(ui::Theme::load(ui::Scheme::Light));
    m_page->setHistory(*m_client);
    m_page->resize(1200, 600);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    auto pair = session::loadPair({.actualPath = m_folder.filePath(run).toStdString(),
                                   .expectedPath = m_folder.filePath(expected).toStdString(),
                                   .ruleId = {},
                                   .sha = {}},
                                  {});
    QVERIFY(pair.isValue());
    m_page->showSnapshot(pair.value());
  }
  ui::TriageModel* model() const { return m_page->findChild<ui::TriageModel*>(); }
  ui::TriageTable* table() const { return m_page->findChild<ui::TriageTable*>(); }
  int runs() const { return model()->columns().indexOf(u"runs"_s); }
  QString shownHistory() const {
    for (const QWidget* label : m_page->findChild<ui::DetailsPanel*>()->findChildren<QWidget*>())
      if (label->accessibleName().startsWith(u"History: "_s) && label->isVisible()) return label->accessibleName();
    return {};
  }

  QTemporaryDir m_folder;
  std::unique_ptr<session::HistoryClient> m_client;
  std::unique_ptr<ui::TriagePage> m_page;
};

void TriageHistoryTest::showsTheLastRuns() {
  QVERIFY(runs() >= 0);
  QTRY_VERIFY(!table()->isColumnHidden(runs()));
  QVERIFY(m_page->showModel(u"moco"_s));
  const QModelIndex cell = table()->currentIndex().siblingAtColumn(runs());
  QCOMPARE(cell.data(Qt::ToolTipRole).toString(), u"20 runs, the newest fail_accuracy, red since 2026-09-06"_s);
  QVERIFY(cell.data(Qt::AccessibleTextRole).toString().startsWith(u"FAIL moco 20 runs"_s));
  QCOMPARE(cell.data().toString(), QString());
}

void TriageHistoryTest::sortsByRedSince() {
  QTRY_VERIFY(!table()->isColumnHidden(runs()));
  for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
    table()->sortByColumn(runs(), order);
    QCOMPARE(model()->modelName(0), u"moco"_s);  // the other row is not red in the history
  }
}

void TriageHistoryTest::namesWhoPinnedTheBaseline() {
  QVERIFY(m_page->showModel(u"moco"_s));
  QTRY_COMPARE(
      shownHistory(),
      u"History: Red since 2026-09-06\ngraph_breaks: pinned at 7 by #12345 on 2026-08-20, undone once before"_s);
  QVERIFY(m_page->showModel(u"model_2"_s));
  QTRY_COMPARE(shownHistory(), QString());
}

void TriageHistoryTest::leadsToTheHistory() {
  QVERIFY(m_page->showModel(u"moco"_s));
  const QSignalSpy requests(m_page.get(), &ui::TriagePage::historyRequested);
  for (const ui::ActionSpec& action : m_page->actions())
    if (action.id == u"triage.history"_s) {
      QVERIFY(action.enabled());
      table()->setCurrentIndex(
          table()->currentIndex().siblingAtColumn(model()->columns().indexOf(u"metric:graph_breaks"_s)));
      action.run();
    }
  QCOMPARE(requests.size(), 1);
  QCOMPARE(requests[0][0].toString(), QString::fromStdString(support::kConfig));
  QCOMPARE(requests[0][1].toString(), u"moco"_s);
  QCOMPARE(requests[0][2].toString(), u"graph_breaks"_s);
  QVERIFY(requests[0][3].toString().endsWith(baseline()));
  // Beside the metrics it is the one that fails.
  for (const auto& [name, metric] : {std::pair(u"moco"_s, u"accuracy"_s), std::pair(u"yolov3"_s, u"graph_breaks"_s)}) {
    QVERIFY(m_page->showModel(name));
    table()->setCurrentIndex(table()->currentIndex().siblingAtColumn(0));
    for (const ui::ActionSpec& action : m_page->actions())
      if (action.id == u"triage.history"_s) action.run();
    QCOMPARE(requests.last()[2].toString(), metric);
  }
}

void TriageHistoryTest::showsNothingWithoutRuns() {
  m_page.reset();
  open(m_folder.filePath(u"none.sqlite"_s));
  QVERIFY(m_page->showModel(u"moco"_s));
  QVERIFY(table()->isColumnHidden(runs()));
  QCOMPARE(shownHistory(), QString());
  for (const ui::ActionSpec& action : m_page->actions())
    if (action.id == u"triage.history"_s) QVERIFY(!action.enabled());
}

void TriageHistoryTest::showsRunsThatAreAdded() {
  m_page.reset();
  open(m_folder.filePath(u"later.sqlite"_s));
  QVERIFY(table()->isColumnHidden(runs()));
  support::fillHistory(m_folder.filePath(u"later.sqlite"_s).toStdString());
  m_client->announceChange();
  QTRY_VERIFY(!table()->isColumnHidden(runs()));
}

/// A baseline of XPU has a column for each data type.
void TriageHistoryTest::showsTheRunsOfTheDataType() {
  const QString store = m_folder.filePath(u"wide.sqlite"_s), file = u"ci_expected_accuracy/rolling/inductor_huggingface_inference.csv"_s,
                run = u"inductor_huggingface_bfloat16_inference_xpu_accuracy.csv"_s;
  {
    auto made = history::Store::open(store.toStdString(), history::Store::Access::ReadWrite);
    QVERIFY(made);
    const auto record = support::runAt(support::kRedSince, "xpu/inductor_huggingface_inference.bfloat16", {"moco"});
    QVERIFY((*made)->runs().add({&record, 1}));
    history::BaselineHistory moves;
    moves.files = {file.toStdString()};
    moves.commits.push_back({"b1", "2026-08-01", "A", "Add", support::kFirstRun, 7, history::ChangeKind::Code});
    for (const char* dtype : {"float32", "bfloat16"}) moves.changes.push_back({0, 0, "moco", dtype, std::nullopt, std::string("pass")});
    QVERIFY((*made)->baselines().add(moves));
  }
  write(file, "name,float32,bfloat16\nmoco,pass,pass\n");
  write(run, "dev,name,batch_size,accuracy\nxpu,moco,4,fail_accuracy\n");
  m_page.reset();
  open(store, run, file);
  QVERIFY(m_page->showModel(u"moco"_s));
  QTRY_VERIFY(!table()->isColumnHidden(runs()));
  QTRY_COMPARE(shownHistory(), u"History: Red since 2026-09-06\naccuracy: pinned at pass by #7 on 2026-08-01"_s);
  const auto isOnTheCard = [this](const QLabel* label) { return label->isVisibleTo(m_page.get()) && label->text().startsWith(u"Runs, accuracy: "_s); };
  QTRY_VERIFY(std::ranges::any_of(m_page->findChildren<QLabel*>(), isOnTheCard));
}

QTEST_MAIN(TriageHistoryTest)
#include "triage_history_test.moc"
