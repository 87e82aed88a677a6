// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the columns leave room for what decides: widths from pair to pair and from font to font, and what is painted
// where the room is too small.
#include <QHeaderView>
#include <QScrollBar>

#include "core/session/pending_edits.h"
#include "tests/ui/triage/triage_page_fixture.h"
#include "ui/support/edit_stack.h"
#include "ui/triage/triage_table.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

namespace {

session::SnapshotPtr narrowPair() {
  return testing::judged("name,accuracy,graph_breaks\na,pass,1\n", "name,accuracy,graph_breaks\na,pass,1\n");
}
session::SnapshotPtr widePair() {
  return testing::judged("name,accuracy,graph_breaks\na_rather_long_name,fail_accuracy,12345\nb,fail_to_run,0\n",
                         "name,accuracy,graph_breaks\na_rather_long_name,pass,9\nb,pass,7\n");
}

/// Columns, by key, that are narrower than their cells want; the last one takes what is left.
QStringList tooNarrow(const TriagePage& page) {
  auto* table = page.findChild<TriageTable*>();
  const auto* model = page.findChild<TriageModel*>();
  const auto* delegate = qobject_cast<TriageDelegate*>(table->itemDelegate());
  QStringList narrow;
  for (int c = 0; c < model->columns().count(); ++c)
    if (!table->horizontalHeader()->isSectionHidden(c) &&
        table->horizontalHeader()->sectionSize(c) < delegate->preferredWidth(c))
      narrow << model->columns().at(c).key;
  return narrow;
}

}  // namespace

class TriageColumnsTest : public testing::TriagePageFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openPage(); }
  void cleanup() { closePage(); }

  void aNarrowPairLeavesRoomForAWideOne() {
    m_page->showSnapshot(narrowPair());
    m_page->resize(1500, 420);  // the last column is stretched anew
    m_table->columnLayout().setShown(m_model->columns().indexOf(u"findings"_s), false);
    m_table->columnLayout().setShown(m_model->columns().indexOf(u"reason"_s), false);  // and now another one is last
    m_table->columnLayout().setShown(m_model->columns().indexOf(u"reason"_s), true);
    m_table->columnLayout().moveBy(m_model->columns().indexOf(u"metric:accuracy"_s), +1);
    const QByteArray state = m_page->saveState();
    m_page->showSnapshot(widePair());
    QCOMPARE(tooNarrow(*m_page), QStringList());
    m_page->showSnapshot(nullptr);
    m_page->showSnapshot(widePair());
    QCOMPARE(tooNarrow(*m_page), QStringList());

    TriagePage other(m_themes->theme());
    other.resize(1300, 420);
    QVERIFY(other.restoreState(state));
    other.showSnapshot(narrowPair());
    QVERIFY(other.restoreState(other.saveState()));
    other.showSnapshot(widePair());
    QCOMPARE(tooNarrow(other), QStringList());
    QVERIFY(other.findChild<TriageTable*>()->horizontalHeader()->isSectionHidden(m_model->columns().indexOf(u"findings"_s)));
  }

  void namesAreWholeWhereThereIsRoom() {
    const QByteArray names[] = {"detectron2_fasterrcnn_r_101_fpn", "detectron2_maskrcnn_r_101_fpn", "b"};
    QByteArray actual = "name,accuracy,graph_breaks\n", expected = actual;
    for (const QByteArray& name : names) {
      actual += name + ",fail_accuracy,7\n";
      expected += name + ",pass,7\n";
    }
    m_page->resize(1360, 500);
    m_page->showSnapshot(testing::judged(actual, expected));
    QHeaderView* header = m_table->horizontalHeader();
    const int model = m_model->columns().indexOf(u"model"_s), reason = m_model->columns().indexOf(u"reason"_s);
    const int longest = QFontMetrics(m_themes->theme().font(TextSize::Normal)).horizontalAdvance(QString::fromLatin1(names[0]));
    QVERIFY(header->sectionSize(model) > longest);
    QVERIFY(header->sectionSize(model) < longest + 40);
    QVERIFY(header->sectionSize(reason) >= 120);
    m_page->resize(760, 500);
    QVERIFY(header->sectionSize(model) < longest);
    m_page->resize(1360, 500);
    QVERIFY(header->sectionSize(model) > longest);
  }

  /// With the details beside it and decisions in it, a table of a window of 1360 pixels needs no scroll bar.
  void theReasonFitsBesideTheDecisions() {
    session::PendingEdits edits{QString()};
    EditStack stack(edits);
    TriagePage page(m_themes->theme());
    page.setEditing(stack);
    page.resize(1292, 780);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QByteArray actual = "name,accuracy,graph_breaks\n", expected = actual;
    for (const QByteArray name : {"hf_Longformer", "resnet50_quantized_qat", "maml_omniglot", "detectron2_fasterrcnn_r_101_fpn"}) {
      actual += name + ",eager_two_runs_differ,7\n";
      expected += name + ",pass,6\n";
    }
    page.showSnapshot(testing::judged(actual, expected));
    ActionRegistry registry(&page);
    registry.add(page.actions(), {});
    auto* table = page.findChild<TriageTable*>();
    const auto* model = page.findChild<TriageModel*>();
    const auto column = [model](const QString& key) { return model->columns().indexOf(key); };
    table->setFocus();
    QTest::keyClick(table, Qt::Key_X);
    QTRY_VERIFY(!table->isColumnHidden(column(u"decision"_s)));
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    QVERIFY2(table->columnWidth(column(u"reason"_s)) >= 240, qPrintable(QString::number(table->columnWidth(column(u"reason"_s)))));
    QVERIFY(table->isColumnHidden(column(u"findings"_s)));
    QVERIFY(table->columnLayout().isShown(column(u"findings"_s)));  // it comes back with the room
    page.resize(1852, 780);
    QTRY_VERIFY(!table->isColumnHidden(column(u"findings"_s)) && !table->isColumnHidden(column(u"flaky"_s)));
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    page.resize(1292, 780);
    QTRY_VERIFY(table->isColumnHidden(column(u"findings"_s)));
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
  }

  /// Metrics that no check reads stand behind the reason; they give way as well, unless a person asks for them.
  void metricsBehindTheReasonGiveWay() {
    TriagePage page(m_themes->theme());
    page.resize(1292, 780);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    const QByteArray head = "name,accuracy,graph_breaks,compression_ratio,calls_captured\n", rest = ",7,0.95,1496\n";
    page.showSnapshot(testing::judged(head + "hf_Longformer,eager_two_runs_differ" + rest + "moved,pass,7,0.95,1500\n",
                                      head + "hf_Longformer,pass" + rest + "moved,pass,7,0.95,1496\n"));
    auto* table = page.findChild<TriageTable*>();
    const TriageColumns& columns = page.findChild<TriageModel*>()->columns();
    const int calls = columns.indexOf(u"metric:calls_captured"_s), reason = columns.indexOf(u"reason"_s);
    QVERIFY(table->horizontalHeader()->visualIndex(calls) > table->horizontalHeader()->visualIndex(reason));
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    QVERIFY(table->isColumnHidden(calls) && table->columnLayout().isShown(calls));
    QVERIFY(table->columnLayout().shown().contains(calls));  // what is copied
    // The reason follows what the width of the window hides.
    QVERIFY(page.showModel(u"moved"_s));
    const auto hasHidden = [&] { return table->currentIndex().siblingAtColumn(reason).data().toString().startsWith(u"Changed in a hidden column: "_s); };
    QTRY_VERIFY(hasHidden());
    page.resize(1892, 780);  // room for all
    QTRY_VERIFY(!table->isColumnHidden(columns.indexOf(u"findings"_s)) && !hasHidden());
    page.resize(1292, 780);
    QTRY_VERIFY(table->isColumnHidden(calls) && hasHidden());
    table->columnLayout().setShown(calls, true);
    QVERIFY(!table->isColumnHidden(calls));
    TriagePage next(m_themes->theme());  // also in the next window
    QVERIFY(next.restoreState(page.saveState()));
    next.resize(1292, 780);
    next.show();
    next.showSnapshot(testing::judged(head + "hf_Longformer,fail_to_run" + rest, head + "hf_Longformer,pass" + rest));
    QVERIFY(!next.findChild<TriageTable*>()->isColumnHidden(calls));
    page.resize(1892, 780);
    QTRY_VERIFY(!table->isColumnHidden(columns.indexOf(u"findings"_s)));
    const int room = table->columnWidth(reason);
    table->setColumnWidth(calls, table->columnWidth(calls) + 40);
    QCOMPARE(table->columnWidth(reason), room - 40);
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
  }

  void onlyWhatAPersonPulledKeepsItsWidth() {
    m_page->showSnapshot(narrowPair());
    QHeaderView* header = m_table->horizontalHeader();
    const int accuracy = m_model->columns().indexOf(u"metric:accuracy"_s);
    const int edge = header->sectionViewportPosition(accuracy) + header->sectionSize(accuracy) - 1;
    const int before = header->sectionSize(accuracy);
    const auto move = [header](int x) {
      QMouseEvent event(QEvent::MouseMove, QPointF(x, 8), header->viewport()->mapToGlobal(QPointF(x, 8)), Qt::NoButton,
                        Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(header->viewport(), &event);
    };
    QTest::mousePress(header->viewport(), Qt::LeftButton, {}, QPoint(edge, 8));
    move(edge + 20);
    move(edge + 60);
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, QPoint(edge + 60, 8));
    QCOMPARE(header->sectionSize(accuracy), before + 60);
    m_page->showSnapshot(widePair());
    QCOMPARE(header->sectionSize(accuracy), before + 60);
    const int breaks = m_model->columns().indexOf(u"metric:graph_breaks"_s);
    const auto* delegate = qobject_cast<TriageDelegate*>(m_table->itemDelegate());
    QVERIFY(header->sectionSize(breaks) >= delegate->preferredWidth(breaks));
  }

  void columnsGrowWithTheFont() {
    m_page->showSnapshot(widePair());
    QHeaderView* header = m_table->horizontalHeader();
    const int accuracy = m_model->columns().indexOf(u"metric:accuracy"_s);
    const int breaks = m_model->columns().indexOf(u"metric:graph_breaks"_s);
    header->resizeSection(breaks, 200);
    const int before = header->sectionSize(accuracy);
    m_themes->set(Scheme::Light, 2);
    m_page->setTheme(m_themes->theme());
    QVERIFY(header->sectionSize(accuracy) > before);
    QVERIFY(header->sectionSize(breaks) > 200);
    QCOMPARE(tooNarrow(*m_page), QStringList());
    m_themes->set(Scheme::Light, 0);
    m_page->setTheme(m_themes->theme());
    QCOMPARE(header->sectionSize(accuracy), before);
    QCOMPARE(header->sectionSize(breaks), 200);
  }

  void whatDecidesIsNeverCutSilently_data() {
    QTest::addColumn<MetricText>("text");
    QTest::addColumn<bool>("numeric");
    MetricText word;
    word.expected = u"pass"_s;
    word.actual = u"timeout"_s;
    word.changed = true;
    QTest::newRow("changed word") << word << false;
    word.expected = u"eager_1st_run_OOM"_s;
    QTest::newRow("long baseline") << word << false;
    word.changed = false;
    word.expected = word.actual = u"fail_accuracy"_s;
    QTest::newRow("unchanged word") << word << false;
    MetricText number;
    number.expected = u"7"_s;
    number.actual = u"1234567"_s;
    number.delta = u"+1234560"_s;
    number.changed = number.numeric = true;
    QTest::newRow("number larger than those measured") << number << true;
    number.notMeasured = true;
    number.actual = u"0"_s;
    number.delta.clear();
    QTest::newRow("not measured") << number << true;
    number = {};
    number.expected = number.actual = u"123456"_s;
    QTest::newRow("unchanged number") << number << true;
  }
  void whatDecidesIsNeverCutSilently() {
    QFETCH(MetricText, text);
    QFETCH(bool, numeric);
    const QFontMetrics metrics(m_themes->theme().font(TextSize::Normal));
    const auto advance = [&metrics](const QString& words) { return metrics.horizontalAdvance(words); };
    const ColumnParts parts{advance(u"pass"_s), advance(u"123"_s), advance(u"not mea."_s), 0, 0, true};
    const QString delta = text.notMeasured ? notMeasuredText() : text.delta;
    int full = 0;
    for (int width = 400; width >= advance(u"\u2026"_s) + 2; --width) {
      const auto laidOut = numeric ? layOutNumbers(text, parts, width, metrics) : layOutWords(text, width, metrics);
      QString all;
      for (const CellPart& part : laidOut) {
        QVERIFY(part.left >= 0 && part.left + part.width <= width);
        QVERIFY2(advance(part.text) <= part.width, qPrintable(part.text));
        all += part.text + u' ';
      }
      const bool whole = all.contains(text.actual) && (!text.changed || all.contains(text.expected)) && all.contains(delta);
      QVERIFY2(whole || all.contains(u'\u2026'), qPrintable(all));
      // The actual goes only when an ellipsis and itself are too much for the cell.
      const QString least = (text.changed ? u"\u2026 \u2192 "_s : QString()) + text.actual + (delta.isEmpty() ? QString() : u" \u2026"_s);
      if (width >= advance(least)) QVERIFY2(all.contains(text.actual), qPrintable(all));
      full += whole ? 1 : 0;
    }
    QVERIFY(full > 100);  // and with room all of it is there
  }

  void aNarrowCellSaysWhatIsTrueNow() {
    MetricText text;
    text.expected = u"pass"_s;
    text.actual = u"timeout"_s;
    text.changed = true;
    const QFontMetrics metrics(m_themes->theme().font(TextSize::Normal));
    const QString wanted = u"\u2026 \u2192 timeout"_s;
    const auto laidOut = layOutWords(text, metrics.horizontalAdvance(wanted), metrics);
    QCOMPARE(laidOut.size(), std::size_t(1));
    QCOMPARE(laidOut.front().text, wanted);
  }
};

QTEST_MAIN(TriageColumnsTest)
#include "triage_columns_test.moc"
