// SPDX-License-Identifier: GPL-3.0-or-later
// A hundred questions answered with key events on the real page: every key is timed until the next row is painted. Times
// are printed, never asserted; that the queue is empty, that the files are right, and that undo leads back to the first
// bytes, is.
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <algorithm>

#include "tests/ui/triage/decision_fixture.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

namespace {

constexpr int kItems = 100;
constexpr int kKinds = 5;

QByteArray model(int i) { return "model_" + QByteArray::number(100 + i); }

/// Every fifth row is of one kind: better, worse counters, worse status, lost, new; equal rows stand between.
QByteArray run() {
  QByteArray text = "name,accuracy,graph_breaks\n";
  for (int i = 0; i < kItems; ++i) {
    const char* const rows[kKinds] = {",pass,3\n", ",pass,9\n", ",fail_accuracy,5\n", "", ",pass,1\n"};
    if (i % kKinds != 3) text += model(i) + rows[i % kKinds];
    text += model(i) + "_same,pass,2\n";
  }
  return text;
}
QByteArray expected() {
  QByteArray text = "name,accuracy,graph_breaks\n";
  for (int i = 0; i < kItems; ++i) {
    if (i % kKinds != 4) text += "\n\n\n" + model(i) + ",pass,5\n";
    text += "\n\n\n" + model(i) + "_same,pass,2\n";
  }
  return text;
}
QByteArray hash(const QByteArray& bytes) { return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(); }

}  // namespace

class QueueStepsTest : public testing::DecisionFixture {
  Q_OBJECT

  QList<double> m_times;

  /// step presses a key and waits for nothing: what the key leads to is painted when it returns.
  void step(Qt::Key pressed, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QElapsedTimer clock;
    clock.start();
    key(pressed, modifiers);
    m_page->repaint();
    m_table->viewport()->repaint();
    m_times << double(clock.nsecsElapsed()) / 1e6;
  }
  void report(const char* what) {
    std::sort(m_times.begin(), m_times.end());
    qInfo("%s: %lld keys, median %.1f ms, worst %.1f ms to the next row painted (goal 50)", what,
          static_cast<long long>(m_times.size()), m_times.at(m_times.size() / 2), m_times.last());
    m_times.clear();
  }

 private Q_SLOTS:
  void init() { openDesk(); }
  void cleanup() { closeDesk(); }

  void allColumnsAreInSightWithADecision() {
    show("name,accuracy,graph_breaks\nsam,fail_to_run,0\nmoco,pass,1\n", "name,accuracy,graph_breaks\nsam,pass,3\nmoco,pass,2\n");
    m_page->resize(1292, 700);
    key(Qt::Key_X);
    const int column = m_model->columns().indexOf(u"decision"_s);
    QTRY_VERIFY(!m_table->isColumnHidden(column));
    QTRY_COMPARE(m_table->horizontalScrollBar()->maximum(), 0);
  }

  void aQueueFilteredToNothingLeadsToTheReview() {
    show("name,accuracy\na,pass\nb,OOM\n", "name,accuracy\na,OOM\nb,pass\n");
    QSignalSpy wanted(m_page.get(), &TriagePage::reviewRequested);
    m_page->findChild<FilterBar*>()->setText(u"decided:no"_s);
    key(Qt::Key_X);
    key(Qt::Key_X);
    QPushButton* review = nullptr;
    for (auto* button : m_page->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == u"Review the edits"_s) review = button;
    QVERIFY(review != nullptr);
    review->click();
    QCOMPARE(wanted.size(), 1);
    key(Qt::Key_Z);  // and the keys go on working
    QCOMPARE(m_model->rowCount(), 1);
  }

  void aHundredItemsByKeysAlone() {
    show(run(), expected());
    const QByteArray first = hash(baseline());
    QCOMPARE(progress(), u"0/%1"_s.arg(kItems));
    int asked = 0;
    for (int i = 0; i < kItems; ++i) {
      const QString before = current();
      QVERIFY2(m_model->isOpen(m_table->currentIndex().row()), qPrintable(before));
      if (i % 7 == 5) {
        step(Qt::Key_X);
      } else if (i % 11 == 10 && before.mid(6).toInt() % kKinds != 4) {  // what is new is on no flaky list
        step(Qt::Key_F);
        if (asked == 0 || !qobject_cast<QLineEdit*>(QApplication::focusWidget())->text().contains(u"timing"_s)) type(u"timing"_s);
        step(Qt::Key_Return);
      } else {
        step(Qt::Key_A);
        if (m_strip->isAsking()) {
          ++asked;
          type(u"known since 2026-07, #%1"_s.arg(i));
          step(Qt::Key_Return);
        }
      }
      QVERIFY2(!m_strip->isAsking(), qPrintable(m_strip->title()));
      QVERIFY(m_table->hasFocus());
      QCOMPARE(int(m_controller->count().decided), i + 1);
      if (i + 1 < kItems) QVERIFY2(current() != before, qPrintable(before));
    }
    report("100 items");
    QVERIFY(asked > 20);
    QVERIFY(m_page->progressText() == u"All 100 decided"_s);
    QVERIFY(hash(baseline()) != first);
    const QByteArray answered = hash(baseline());
    QVERIFY(m_edits->drafts().changed().size() == 2);  // the baseline and a flaky.toml

    for (int i = 0; i < kItems; ++i) step(Qt::Key_Z);
    report("100 times back");
    QCOMPARE(progress(), u"0/%1"_s.arg(kItems));
    QVERIFY(m_edits->isClean());
    QCOMPARE(hash(baseline()), first);
    QCOMPARE(hash(bytesOf(u"ci/inductor_torchbench_training.csv"_s)), first);

    for (int i = 0; i < kItems; ++i) step(Qt::Key_Z, Qt::ShiftModifier);
    report("100 times forth");
    QCOMPARE(hash(baseline()), answered);
    QCOMPARE(int(m_controller->count().decided), kItems);
  }
};

QTEST_MAIN(QueueStepsTest)
#include "queue_steps_test.moc"
