// SPDX-License-Identifier: GPL-3.0-or-later
// Answers that write nothing, and notes of an earlier session, by keys on the real page.
#include <QLineEdit>

#include "tests/ui/triage/decision_fixture.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

class AnswersTest : public testing::DecisionFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openDesk(); }
  void cleanup() { closeDesk(); }

  void aRowThatWritesNothingIsNotAccepted() {
    show("name,accuracy,graph_breaks\na,fail_to_run,0\nb,pass,1\n", "name,accuracy,graph_breaks\na,fail_to_run,5\nb,pass,2\n");
    m_bar->setChangedOnly(false);
    goTo(u"a"_s);
    QCOMPARE(decided(u"a"_s), u"open"_s);
    QVERIFY2(m_strip->title().startsWith(u"A has nothing to write here"_s), qPrintable(m_strip->title()));
    key(Qt::Key_A);
    QCOMPARE(decided(u"a"_s), u"open"_s);
    QVERIFY(m_edits->isClean());
    QVERIFY2(m_page->statusText().contains(u"Nothing can be written for it"_s), qPrintable(m_page->statusText()));
    goTo(u"b"_s);
    key(Qt::Key_A);
    QVERIFY(!m_edits->isClean());
  }

  void aNoteComesBackAfterARestart() {
    show("name,accuracy,graph_breaks\ncait,pass,2\n", "name,accuracy,graph_breaks\ncait,pass,3\n");
    goTo(u"cait"_s);
    key(Qt::Key_N);
    type(u"ask Bob"_s);
    key(Qt::Key_Return);
    QVERIFY(m_edits->saveAll().allWritten());
    auto folder = std::move(m_folder);
    closeDesk();
    openDesk();
    m_folder = std::move(folder);
    showAgain();
    goTo(u"cait"_s);
    QCOMPARE(decided(u"cait"_s), u"open"_s);
    const int column = m_model->columns().indexOf(u"decision"_s);
    QVERIFY(m_model->index(m_table->currentIndex().row(), column).data().toString().contains(u"\u270e"_s));
    key(Qt::Key_A);
    goTo(u"cait"_s);
    key(Qt::Key_N);
    QCOMPARE(qobject_cast<QLineEdit*>(QApplication::focusWidget())->text(), u"ask Bob"_s);
  }
};

QTEST_MAIN(AnswersTest)
#include "answers_test.moc"
