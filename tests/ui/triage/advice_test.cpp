// SPDX-License-Identifier: GPL-3.0-or-later
// Advice in triage, by keys: a red row, its advice, its evidence, a decision that asks for a reason, and the evidence in the
// commit message that the review proposes. Without a history only rows whose columns contradict each other have advice.
#include <QPlainTextEdit>
#include <QToolButton>

#include "core/baselines/commit_message.h"
#include "core/session/history/history_client.h"
#include "tests/support/filled_history.h"
#include "tests/ui/triage/decision_fixture.h"
#include "ui/triage/advice_view.h"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const QByteArray kHead = "name,accuracy,graph_breaks\n";

/// addMoves gives the history four commits with fewer graph breaks that were each undone a day later.
void addMoves(const std::string& file) {
  history::BaselineHistory moves;
  moves.files = {"ci/inductor_torchbench_training.csv"};
  for (int i = 0; i < 8; ++i) {
    history::BaselineCommit commit;
    commit.hash = std::string(38, 'a') + std::to_string(10 + i);
    commit.time = support::kFirstRun + i * support::kDay;
    commit.subject = "Move";
    commit.pullRequest = 500 + i;
    moves.changes.push_back({0, moves.commits.size(), "moco", "graph_breaks", i % 2 == 0 ? "7" : "9", i % 2 == 0 ? "9" : "7"});
    moves.commits.push_back(std::move(commit));
  }
  auto store = history::Store::open(file, history::Store::Access::ReadWrite);
  QVERIFY(store && (*store)->baselines().add(moves));
}

}  // namespace

class AdviceTest : public DecisionFixture {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() {
    closeDesk();
    m_client.reset();
  }
  void fromTheRowToTheCommitMessage();
  void theButtonShowsTheEvidence();
  void lateAdviceFindsItsRow();
  void contradictionsNeedNoHistory();

 private:
  void openWith(bool hasStore) {
    openDesk();
    if (hasStore) addMoves(path(u"h.sqlite"_s).toStdString());
    m_client = std::make_unique<session::HistoryClient>(path(u"h.sqlite"_s).toStdString());
    m_page->setHistory(*m_client);
    QList<ActionSpec> own;
    for (const ActionSpec& action : m_page->actions())
      if (action.id == u"triage.evidence"_s) own << action;
    QCOMPARE(own.size(), 1);
    m_registry->add(own, {});
  }
  AdviceView* view() const { return m_details->findChild<AdviceView*>(); }
  QStringList shownTexts() const {
    QStringList texts;
    for (const QLabel* label : view()->findChildren<QLabel*>())
      if (label->isVisible()) texts << label->text();
    return texts;
  }
  bool shows(const QString& part) const { return shownTexts().join(u'\n').contains(part); }

  std::unique_ptr<session::HistoryClient> m_client;
};

void AdviceTest::fromTheRowToTheCommitMessage() {
  openWith(true);
  show(kHead + "moco,pass,9\nother,pass,3\n", kHead + "moco,pass,7\nother,pass,3\n");
  goTo(u"moco"_s);
  QTRY_VERIFY(view()->isVisible());
  QVERIFY2(view()->summary().startsWith(u"Advice: keep, risk "_s), qPrintable(view()->summary()));
  QVERIFY(view()->summary().contains(u"4 of 4 commits with moves to a worse value were undone within 90 days"_s));
  QVERIFY(!shows(u"4 of 4 cells"_s));
  key(Qt::Key_Y, Qt::ShiftModifier);
  QVERIFY(shows(u"of them in this cell, undone within 90 days: 4 of 4 cells"_s));
  key(Qt::Key_Y, Qt::ShiftModifier);
  QVERIFY(!shows(u"4 of 4 cells"_s));
  key(Qt::Key_A);
  QVERIFY(m_strip->isAsking());
  type(u"measured twice"_s);
  key(Qt::Key_Return);
  QCOMPARE(decided(u"moco"_s), u"accepted"_s);
  const QString message = QString::fromStdString(baselines::commitMessage(m_edits->drafts()));
  QVERIFY2(message.contains(u"  Reason: measured twice\n  Evidence: keep: graph_breaks 7 -> 9 is worse; 4 of 4 commits"_s), qPrintable(message));
}

void AdviceTest::theButtonShowsTheEvidence() {
  openWith(true);
  show(kHead + "moco,pass,9\n", kHead + "moco,pass,7\n");
  goTo(u"moco"_s);
  QTRY_VERIFY(view()->isVisible());
  auto* button = view()->findChild<QToolButton*>();
  QTest::mouseClick(button, Qt::LeftButton);
  QTRY_VERIFY(shows(u"4 of 4 cells"_s));
  QCOMPARE(button->arrowType(), Qt::DownArrow);
  QVERIFY(!button->toolTip().isEmpty());
}

void AdviceTest::lateAdviceFindsItsRow() {
  openWith(true);
  show(kHead + "moco,pass,9\nnew,pass,2\n", kHead + "moco,pass,7\n");
  goTo(u"new"_s);  // the advice is not here yet, and this row has none
  QVERIFY(!view()->isVisible());
  goTo(u"moco"_s);
  QTRY_VERIFY(view()->isVisible());
  goTo(u"new"_s);
  QVERIFY(!view()->isVisible());
  show(kHead + "moco,pass,7\n", kHead + "moco,pass,7\n");  // another pair, without anything to decide
  QTest::qWait(0);
  QVERIFY(!view()->isVisible());
}

void AdviceTest::contradictionsNeedNoHistory() {
  openWith(false);
  show(kHead + "died,fail_to_run,3\nfewer,pass,5\n", kHead + "died,pass,7\nfewer,pass,6\n");
  goTo(u"died"_s);
  QTRY_VERIFY(view()->isVisible());
  QVERIFY2(view()->summary().contains(u"graph_breaks 7 -> 3 is no improvement: the row ends in fail_to_run"_s), qPrintable(view()->summary()));
  goTo(u"fewer"_s);
  QVERIFY(!view()->isVisible());
}

QTEST_MAIN(AdviceTest)
#include "advice_test.moc"
