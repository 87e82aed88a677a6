// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says around the table: pairs that no script survives, and the details of one row.
#include <QClipboard>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QToolButton>

#include "tests/ui/triage/triage_page_fixture.h"
#include "ui/support/labels.h"
#include "ui/triage/details_panel.h"
#include "ui/triage/filter_bar.h"
#include "ui/triage/script_outputs.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;
using verdicts::VerdictClass;

class DetailsTest : public testing::TriagePageFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openPage(); }
  void cleanup() { closePage(); }

  void aPairThatKillsTheScriptsIsNeverShownAsWell() {
    const QByteArray bytes = "name,accuracy,graph_breaks\na\xe9,pass,1\nb,pass,2\n";
    m_page->showSnapshot(testing::judged(bytes, bytes));
    QCOMPARE(m_model->rowCount(), 2);
    QCOMPARE(classesShown(), QSet<int>{int(VerdictClass::Invalid)});
    QVERIFY2(!detailsTexts().contains(u"CI says"_s), qUtf8Printable(detailsTexts()));
    TriageColumn verdict;
    verdict.kind = ColumnKind::Verdict;
    QVERIFY(!tooltipText(*m_model->comparison(), verdict, 0).contains(u"NOT_JUDGED"_s));
  }

  void aScriptThatDiesIsReportedWhereNothingChanged() {
    const QByteArray bytes = "name,accuracy,graph_breaks\na,pass,\nb,pass,2\n";
    m_page->showSnapshot(testing::judged(bytes, "name,accuracy,graph_breaks\na,pass,\nb,pass,2\n"));
    const DeadScripts dead = deadScripts(*m_model->comparison());
    QCOMPARE(dead.names, u"graph-breaks"_s);
    QVERIFY(!dead.all);
    QVERIFY(!dead.reason.isEmpty());
  }

  void newGraphBreaksAndPhasesAreNamed() {
    auto snapshot = std::make_shared<session::Snapshot>(
        *testing::judged("name,accuracy,graph_breaks\na,pass,2\nb,pass,2\n", "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n"));
    snapshot->expectedNotes.hasBreaks = snapshot->actualNotes.hasBreaks = true;
    snapshot->expectedNotes.breaks["a"] = {{"old()", "x.py:1 in f"}};
    snapshot->actualNotes.breaks["a"] = {{"new()", "y.py:2 in g"}, {"old()", "x.py:1 in f"}};
    snapshot->actualNotes.phases["a"] = {{"_compile.compile_inner", 3.0}, {"compile_fx_inner", 1.0}};
    m_page->showSnapshot(snapshot);
    const QString notes = u"a: graph break new: new() at y.py:2 in g.\na: compiling took 3.00 s: Dynamo 2.00 s, Inductor lowering 1.00 s."_s;
    QVERIFY2(detailsTexts().contains(notes), qUtf8Printable(detailsTexts()));
    QVERIFY(m_details->summary().contains(notes));
    m_page->showSnapshot(testing::judged("name,accuracy,graph_breaks\na,pass,2\n", "name,accuracy,graph_breaks\na,pass,1\n"));
    QVERIFY(!detailsTexts().contains(u"graph break new"_s));
  }

  void whatCiPrintedIsOfTheCheckThatFailed() {
    m_page->showSnapshot(testing::judged("name,accuracy,graph_breaks\na,pass,2\nb,fail_accuracy,2\n",
                                         "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n"));
    const auto shown = [this](const char* model) {
      QVERIFY(m_page->showModel(QString::fromLatin1(model)));
      press(Qt::Key_P);
    };
    const auto chosen = [this] {
      for (const auto* button : m_details->findChild<ScriptOutputs*>()->findChildren<QToolButton*>())
        if (button->isChecked()) return button->text();
      return QString();
    };
    shown("a");
    QCOMPARE(chosen(), u"graph-breaks"_s);
    press(Qt::Key_P);  // past the last check: the row again
    shown("b");
    QCOMPARE(chosen(), u"accuracy"_s);
  }

  void copyTakesTheFieldsWhereTheKeyboardIs() {
    showSample();
    auto* fields = m_details->findChild<RawRowsView*>();
    fields->setFocus();
    QVERIFY(fields->hasFocus());
    fields->selectRow(0);
    QGuiApplication::clipboard()->setText(u"before"_s);
    QTest::keyClick(fields, Qt::Key_C, Qt::ControlModifier);
    const QStringList cells = QGuiApplication::clipboard()->text().trimmed().split(u'\t');
    QCOMPARE(cells.size(), 3);
    QCOMPARE(cells.front(), fields->model()->index(0, RawRowsModel::FieldColumn).data().toString());
    m_table->setFocus();
    QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);  // the table's own copy is still the table's
    QVERIFY(QGuiApplication::clipboard()->text() != cells.join(u'\t'));
    QVERIFY(QGuiApplication::clipboard()->text().contains(current()));
  }

  void aLongLineIsReadToItsEnd() {
    showSample();
    auto* lines = m_details->findChild<WrappedLines*>();
    lines->showText(u"short"_s);
    const int low = lines->height();
    lines->showText(u"a long line of words "_s.repeated(8));
    QVERIFY(lines->height() > low);
    QVERIFY(!lines->horizontalScrollBar()->isVisible());
    QCOMPARE(lines->verticalScrollBar()->maximum(), 0);
  }

  void valuesStayInOneLineWhereTheyFit() {
    m_page->resize(1360, 700);
    m_page->showSnapshot(testing::judged("dev,name,batch_size,accuracy\ncuda,torchrec_dlrm,4,pass_due_to_skip\n",
                                         "name,batch_size,accuracy\ntorchrec_dlrm,4,eager_fail_to_run\n"));
    m_bar->setChangedOnly(false);
    const auto* fields = m_details->findChild<RawRowsView*>();
    QTRY_COMPARE(fields->model()->rowCount(), 4);
    for (int row = 1; row < 4; ++row) QCOMPARE(fields->rowHeight(row), fields->rowHeight(0));
    m_page->resize(700, 700);  // there they take two
    QTRY_VERIFY(fields->rowHeight(3) > fields->rowHeight(0));
  }

  void whatCiPrintedScrollsByItselfOrWithThePanel() {
    showSample();
    m_page->resize(1300, 700);
    press(Qt::Key_P);
    const auto* edit = m_details->findChild<ScriptOutputs*>()->current()->findChild<QPlainTextEdit*>();
    QTRY_VERIFY(edit->isVisible() && !edit->toPlainText().isEmpty());
    QTRY_COMPARE(m_details->findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
    QCOMPARE(edit->horizontalScrollBar()->maximum(), 0);
  }

  void aLowNarrowPanelCutsNothing() {
    showSample();
    m_page->resize(700, 300);
    const auto* area = m_details->findChild<QScrollArea*>();
    const auto cut = [&] {
      if (area->widget()->width() > area->viewport()->width()) return u"the panel"_s;
      for (auto* part : area->widget()->findChildren<QAbstractScrollArea*>())
        if (part->isVisible() && (part->verticalScrollBar()->maximum() > 0 || part->horizontalScrollBar()->maximum() > 0))
          return u"%1 %2 %3"_s.arg(part->accessibleName()).arg(part->verticalScrollBar()->maximum()).arg(part->horizontalScrollBar()->maximum());
      for (const auto* label : area->widget()->findChildren<QLabel*>())
        if (label->isVisible() && label->wordWrap() &&
            (label->height() < label->heightForWidth(label->width()) || label->width() < label->minimumSizeHint().width()))
          return label->text();
      return QString();
    };
    for (const QString& name : shownNames()) {
      goTo(name);
      QTRY_COMPARE(cut(), QString());
    }
  }

  void sectionsKeepTheirPlacesFromRowToRow() {
    m_page->showSnapshot(testing::judged("name,accuracy,graph_breaks\nshort,pass,1\ntall,fail_to_run,0\ntwice,pass,1\ntwice,pass,2\n",
                                         "name,accuracy,graph_breaks\nshort,pass,2\ntall,pass,7\ntwice,pass,1\nlost,pass,1\n"));
    const auto* tabs = m_details->findChild<QTabWidget*>();
    const auto part = [this](const QString& name) {
      for (QWidget* one : m_details->findChildren<QWidget*>())
        if (one->accessibleName() == name && one->isVisible()) return one;
      return static_cast<QWidget*>(nullptr);
    };
    const auto top = [this](const QWidget* one) { return one->mapTo(m_details, QPoint()).y(); };
    for (const QSize size : {QSize(1300, 700), QSize(700, 300)}) {
      m_page->resize(size);
      goTo(u"short"_s);
      int before = -1;
      QTRY_COMPARE(std::exchange(before, top(tabs)), top(tabs));  // the page is laid out
      const int first = top(tabs), texts = top(tabs) + tabs->height();
      QVERIFY(part(u"Findings"_s) == nullptr);
      for (const QString& name : {u"tall"_s, u"short"_s, u"lost"_s, u"twice"_s, u"tall"_s}) {
        goTo(name);
        QTRY_COMPARE(top(tabs), first);
        QTRY_COMPARE(top(tabs) + tabs->height(), texts);
      }
      for (const auto* chip : part(u"Findings"_s)->findChildren<ElidedLabel*>())
        QVERIFY(!chip->isVisible() || chip->height() >= chip->fontMetrics().height() + kGrid);
    }
  }

  void theFieldThatTheKeyboardIsOnIsInSight() {
    showSample();
    m_page->resize(900, 300);
    auto* fields = m_details->findChild<RawRowsView*>();
    auto* area = m_details->findChild<QScrollArea*>();
    fields->setFocus();
    for (int row = 0; row < fields->model()->rowCount(); ++row) QTest::keyClick(fields, Qt::Key_Down);
    const QRect last = fields->visualRect(fields->currentIndex());
    QCOMPARE(fields->currentIndex().row(), fields->model()->rowCount() - 1);
    const QPoint at = fields->viewport()->mapTo(area->viewport(), last.center());
    QVERIFY2(area->viewport()->rect().contains(at), qPrintable(QString::number(at.y())));
  }

  void aNameLongerThanThePanelBreaks() {
    const QByteArray name = QByteArray("Blenderbot").repeated(12);
    m_page->showSnapshot(testing::judged("name,accuracy\n" + name + ",fail_accuracy\n", "name,accuracy\n" + name + ",pass\n"));
    m_page->resize(700, 420);
    const auto* area = m_details->findChild<QScrollArea*>();
    QTRY_VERIFY(area->widget()->width() <= area->viewport()->width());
  }

  void aRowThatTheFilterHidesIsSaid() {
    showSample();
    const QString note = u"hidden by the filter"_s;
    QVERIFY(!detailsTexts().contains(note));
    m_bar->setText(u"no such model"_s);
    QVERIFY2(detailsTexts().contains(note), qUtf8Printable(detailsTexts()));
    m_bar->setText(QString());
    QVERIFY(!detailsTexts().contains(note));
  }

  void aHiddenRowIsThatOfThePairOnScreen() {
    const QByteArray expected = "name,accuracy\na,pass\nb,pass\nc,pass\n";
    m_bar->setChangedOnly(true);
    m_page->showSnapshot(testing::judged("name,accuracy\na,pass\nb,pass\nc,fail_accuracy\n", expected));
    QCOMPARE(current(), u"c"_s);
    QVERIFY(detailsTexts().contains(u"fail_accuracy"_s));
    m_page->showSnapshot(testing::judged("name,accuracy\nc,pass\n", expected));  // a and b are lost, c is good and hidden
    QVERIFY2(!detailsTexts().contains(u"fail_accuracy"_s), qUtf8Printable(detailsTexts()));
    QVERIFY2(detailsTexts().contains(u"hidden by the filter"_s), qUtf8Printable(detailsTexts()));
  }

  void tabWalksAsTheEyeDoes() {
    showSample();
    QWidgetList order;
    for (auto* chip : m_bar->findChildren<ClassChip*>()) order << chip;
    QCOMPARE(order.size(), 7);
    for (auto* text : m_bar->findChildren<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly)) order << text;
    for (auto* button : m_bar->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)) order << button;
    order << m_table << m_details->findChild<RawRowsView*>() << m_details->findChild<WrappedLines*>();
    QWidgetList walked;
    QWidget* at = order.front();
    do {
      if (order.contains(at)) walked << at;
      at = at->nextInFocusChain();
    } while (at != order.front());
    QCOMPARE(walked, order);
  }

  void oneModelIsOne() {
    m_page->showSnapshot(testing::judged("name,accuracy\na,pass\n", "name,accuracy\na,pass\n"));
    QVERIFY(visibleState());
    QCOMPARE(visibleState()->title(), u"Nothing changed"_s);
    QVERIFY(stateTexts().contains(u"The only model is as its baseline expects."_s));
  }

 private:
  static QString texts(const QWidget* parent) {
    QStringList all;
    for (const QLabel* label : parent->findChildren<QLabel*>())
      if (label->isVisible()) all << label->text();
    return all.join(u'\n');
  }
  QString detailsTexts() const { return texts(m_details); }
  QString stateTexts() const { return texts(visibleState()); }
};

QTEST_MAIN(DetailsTest)
#include "details_test.moc"
