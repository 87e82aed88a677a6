// SPDX-License-Identifier: GPL-3.0-or-later
// Advice in triage, by keys: a red row, its advice, its evidence, a decision that asks for a reason, and the evidence in the
// commit message that the review proposes. Without a history only rows whose columns contradict each other have advice.
// What the runs of the row say stands below it, also where there is no advice.
#include <QLabel>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QSemaphore>
#include <QToolButton>

#include "core/baselines/commit_message.h"
#include "core/evidence/evidence_rows.h"
#include "core/session/history/history_client.h"
#include "tests/support/filled_history.h"
#include "tests/ui/triage/decision_fixture.h"
#include "ui/triage/advice_view.h"
#include "ui/triage/run_history.h"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const QByteArray kHead = "name,accuracy,graph_breaks\n";

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
  void theRunsOfTheRow();
  void lateRunsFillTheirPlace();
  void aFlakyRowAloneBringsItsEvidence();
  void theStripAgreesWithTheCard();
  void rateAsABar_data();
  void rateAsABar();

 private:
  /// openWithRuns shows a pair of which the history has 40 runs: moco is red in the last four, yolov3 now and then.
  void openWithRuns() {
    openWith(false);
    support::fillHistory(path(u"h.sqlite"_s).toStdString());
    show(kHead + "moco,fail_accuracy,9\nmodel_2,pass,5\nnew,pass,2\nyolov3,timeout,5\n", kHead + "moco,pass,7\nmodel_2,pass,5\nyolov3,pass,5\n");
    key(Qt::Key_U);  // all rows, also those that pass
  }
  QWidget* marks() const {
    for (QWidget* widget : view()->findChildren<QWidget*>())
      if (widget->accessibleName().contains(u"Last runs: "_s)) return widget;
    return nullptr;
  }
  void openWith(bool hasStore) {
    openDesk();
    if (hasStore) support::addUndoneMoves(path(u"h.sqlite"_s).toStdString(), "9");
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
  bool shows(const QString& part) const { return shownTexts().join(u'\n').replace(QChar::Nbsp, u' ').contains(part); }

  std::unique_ptr<session::HistoryClient> m_client;
};

void AdviceTest::fromTheRowToTheCommitMessage() {
  openWith(true);
  show(kHead + "moco,pass,9\nother,pass,3\n", kHead + "moco,pass,7\nother,pass,3\n");
  goTo(u"moco"_s);
  QTRY_VERIFY(view()->isVisible());
  QVERIFY2(view()->summary().startsWith(u"Advice: keep, risk "_s), qPrintable(view()->summary()));
  for (const auto* label : view()->findChildren<QLabel*>()) {
    QVERIFY2(!label->text().contains(u"->"_s), qPrintable(label->text()));
    QVERIFY2(label->accessibleName().count(u"Advice: "_s) <= 1, qPrintable(label->accessibleName()));
  }
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
  QVERIFY2(view()->summary().contains(u"graph_breaks 7 \u2192 3 is no improvement: the row ends in fail_to_run"_s), qPrintable(view()->summary()));
  QVERIFY(!shows(u"Runs, "_s));
  goTo(u"fewer"_s);
  QVERIFY(!view()->isVisible());
}

void AdviceTest::theRunsOfTheRow() {
  openWithRuns();
  goTo(u"moco"_s);
  QTRY_VERIFY2(shows(u"Runs, accuracy: Broken since 2026-09-06"_s), qPrintable(shownTexts().join(u'\n')));
  QVERIFY(shows(u"4 of 4 runs fail (100.0 %, 95 % Jeffreys"_s));
  QVERIFY(marks() && !marks()->isVisible());
  key(Qt::Key_Y, Qt::ShiftModifier);
  QVERIFY(marks()->isVisible());
  QVERIFY(marks()->accessibleName().startsWith(u"4 of 4 runs fail (100.0 %, 95 % Jeffreys 55.5 % to 100.0 %)"_s));
  QVERIFY2(marks()->accessibleName().contains(u"....xxxx  (all 40, newest right"_s), qPrintable(marks()->accessibleName()));
  QVERIFY(shows(u"graph_breaks: Cannot tell: 0 of 40 runs fail (0.0 %, 95 % Jeffreys 0.0 % to 6.0 %); 50 more runs decide if the rate stays."_s));
  QVERIFY(shows(u"The tolerance of 0 % around 7 holds: it fails 0.0 % (95 %: 0.0 % to 11.7 %) of runs"_s));
  QVERIFY(shows(u"noise: spread 0 "_s) && shows(u"change: 20 (2026-08-21 "_s));
  QVERIFY(!shows(u"speedup"_s));
  goTo(u"model_2"_s);  // passes, and has no advice
  QTRY_VERIFY2(shows(u"Runs, accuracy: Cannot tell: 0 of 40 runs fail"_s), qPrintable(shownTexts().join(u'\n')));
  QVERIFY(shows(u"more runs decide"_s));
  goTo(u"new"_s);  // no run has it
  QTRY_VERIFY(!view()->isVisible());
}

void AdviceTest::lateRunsFillTheirPlace() {
  openWithRuns();
  goTo(u"moco"_s);
  QTRY_VERIFY(shows(u"Runs, accuracy: Broken"_s));
  key(Qt::Key_Y, Qt::ShiftModifier);
  QVERIFY(marks()->isVisible());
  const auto gate = std::make_shared<QSemaphore>(), reached = std::make_shared<QSemaphore>();
  const auto hold = [&] {
    m_client->read<int>(this, [gate, reached](history::Store&) -> base::Result<int> {
      reached->release();
      gate->acquire();
      return 0;
    }, [](const base::Result<int>&) {});
  };
  const auto open = qScopeGuard([&] { gate->release(2); });
  hold();
  goTo(u"model_2"_s);
  hold();
  goTo(u"yolov3"_s);
  QVERIFY(shows(u"Reading the runs of the row"_s));
  QVERIFY(!shows(u"Broken"_s));
  QVERIFY(!marks());  // nothing of the row before
  gate->release();
  reached->acquire(2);  // what was read for model_2 is here, and comes too late
  QCoreApplication::processEvents();
  QVERIFY(shows(u"Reading the runs of the row"_s));
  gate->release();
  QTRY_VERIFY2(shows(u"Runs, accuracy: Flaky: "_s), qPrintable(shownTexts().join(u'\n')));
  // Reading that was stopped gives nothing.
  std::stop_source stop;
  stop.request_stop();
  auto store = history::Store::open(path(u"h.sqlite"_s).toStdString(), history::Store::Access::ReadOnly);
  QVERIFY(store);
  QCOMPARE(evidence::rowCard(**store, *m_model->comparison(), 0)->size(), 2U);
  QCOMPARE(evidence::rowCard(**store, *m_model->comparison(), 0, base::Progress(stop.get_token()))->size(), 0U);
}

void AdviceTest::aFlakyRowAloneBringsItsEvidence() {
  openWithRuns();
  goTo(u"moco"_s);
  QTRY_VERIFY2(view()->summary().startsWith(u"Advice: keep"_s), qPrintable(view()->summary()));
  key(Qt::Key_F);
  type(u"times out"_s);
  key(Qt::Key_Return);
  QCOMPARE(decided(u"moco"_s), u"flaky"_s);
  const QString message = QString::fromStdString(baselines::commitMessage(m_edits->drafts())).simplified();
  QVERIFY2(message.startsWith(u"Mark moco as flaky "_s), qPrintable(message));
  QVERIFY2(message.contains(u"- moco: marked flaky Reason: times out Evidence: keep: accuracy pass -> fail_accuracy loses pass; broken since 2026-"_s) &&
               message.contains(u": 4 of 4 runs fail (100.0 %, 95 % Jeffreys 55.5 % to 100.0 %)"_s) && message.contains(u", q 0.000"_s),
           qPrintable(message));
}

/// A row whose status passes in all runs fails in each of them where its graph breaks do.
void AdviceTest::theStripAgreesWithTheCard() {
  openWith(false);
  support::fillHistory(path(u"h.sqlite"_s).toStdString());
  show(kHead + "model_2,pass,5\n", kHead + "model_2,pass,3\n");
  goTo(u"model_2"_s);
  QTRY_VERIFY2(view()->summary().contains(u"\ngraph_breaks 3 \u2192 5 is worse; broken: 40 of 40 runs fail"_s), qPrintable(view()->summary()));
  const history::Strip* strip = m_model->history()->strip(0);
  QVERIFY(strip != nullptr && !strip->cells.empty());
  for (const history::StripCell& cell : strip->cells) {
    QCOMPARE(cell.mark, history::StripMark::Fail);
    QCOMPARE(QString::fromStdString(cell.text), u"pass, graph_breaks 5"_s);
  }
}

void AdviceTest::rateAsABar_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<double>("low");
  QTest::addColumn<double>("high");
  QTest::addColumn<int>("bars");
  QTest::newRow("broken, and a number") << u"moco"_s << 0.55 << 1.0 << 2;
  QTest::newRow("flaky") << u"yolov3"_s << 0.04 << 0.25 << 1;
  QTest::newRow("green") << u"model_2"_s << 0.0 << 0.06 << 1;
}

void AdviceTest::rateAsABar() {
  QFETCH(QString, model);
  QFETCH(double, low);
  QFETCH(double, high);
  QFETCH(int, bars);
  openWithRuns();
  goTo(model);
  QTRY_VERIFY(shows(u"Runs, accuracy: "_s));
  key(Qt::Key_Y, Qt::ShiftModifier);
  QTRY_VERIFY(marks() && marks()->isVisible());
  const QImage image = marks()->grab().toImage();
  const QColor background = image.pixelColor(image.width() - 1, 0);
  const QFontMetrics metrics(m_themes->theme().font(TextSize::Small));
  const auto inkOf = [&](int bar) {  // in the top line of its box, left of the text
    const int below = (bars - bar) * metrics.height() + (bars - 1 - bar) * kGrid / 2;
    QList<int> ink;
    for (int x = 0; x < 120; ++x)
      if (image.pixelColor(x, image.height() - below + (metrics.height() - 1) / 2 - 3) != background) ink << x;
    return ink;
  };
  const QList<int> box = inkOf(0);
  QVERIFY(!box.isEmpty());
  QVERIFY2(std::abs(box.first() / 119.0 - low) < 0.05 && std::abs(box.last() / 119.0 - high) < 0.06, qPrintable(u"%1 %2"_s.arg(box.first()).arg(box.last())));
  if (bars < 2) return;
  QCOMPARE(inkOf(1), (QList<int>{12, 107}));  // the runs always had 7: a box of one pixel, and the stroke of the 9
  QVERIFY2(marks()->accessibleName().contains(u"\n9, beyond noise (7), graph_breaks\n"_s), qPrintable(marks()->accessibleName()));
}

QTEST_MAIN(AdviceTest)
#include "advice_test.moc"
