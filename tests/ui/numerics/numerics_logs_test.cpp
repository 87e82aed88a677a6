// SPDX-License-Identifier: GPL-3.0-or-later
// The margins of logs on the page: worst first, trends, what is assumed, other assumptions, logs that cannot be read.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>

#include "tests/ui/numerics/numerics_fixture.h"
#include "ui/numerics/file_strip.h"
#include "ui/numerics/logs/logs_view.h"
#include "ui/numerics/logs/margin_model.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using testing::ShownNumerics;
using testing::TestFolder;
using ui::MarginModel;

namespace {

QByteArray line(const char* model, double res, double ref, bool isOld = false) {
  QByteArray text = QByteArray("cpu  eval  ") + model + "\nE0101 [0/0] torch._dynamo.utils: RMSE (res-fp64): " + QByteArray::number(res, 'f', 5) +
                    ", (ref-fp64): " + QByteArray::number(ref, 'f', 5) + " and shape=torch.Size([3, 2]).";
  if (!isOld) text += " res.dtype: torch.float16, multiplier: 2.000000, tol: 0.001000, use_larger_multiplier_for_smaller_tensor: 0";
  return text + '\n';
}

}  // namespace

class NumericsLogsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void showsTheWorstFirst() {
    const TestFolder folder;
    folder.write(u"1.log"_s, line("calm", 0.0001, 0.001) + line("rising", 0.0005, 0.001) + line("old", 0.001, 0.001, true));
    folder.write(u"2.log"_s, line("calm", 0.0001, 0.001) + line("rising", 0.001, 0.001));
    folder.write(u"3.log"_s, line("calm", 0.0001, 0.001) + line("rising", 0.00195, 0.001));
    ShownNumerics shown;
    auto* model = shown.page.findChild<MarginModel*>();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy rows(model, &MarginModel::rowsShown);
    shown.page.openLogs({folder.path(u"1.log"_s), folder.path(u"2.log"_s), folder.path(u"3.log"_s)});
    QTRY_COMPARE(model->total(), 3U);
    QCOMPARE(model->cellText(0, MarginModel::Model), u"rising"_s);
    QCOMPARE(model->cellText(0, MarginModel::Margin), u"0.93"_s);
    QCOMPARE(model->cellText(0, MarginModel::Trend), u"\u25b2 0.24 \u2192 0.48 \u2192 0.93"_s);
    QVERIFY(model->index(0, MarginModel::Margin).data(MarginModel::WarnedRole).toBool());
    QCOMPARE(model->warned(), 1U);
    int old = -1;
    for (int row = 0; row < model->rowCount(); ++row)
      if (model->cellText(row, MarginModel::Model) == u"old"_s) old = row;
    QCOMPARE(model->cellText(old, MarginModel::Multiplier), u"2*"_s);  // assumed
    QCOMPARE(model->cellText(old, MarginModel::Tol), u"0.001*"_s);
    QCOMPARE(model->cellText(old, MarginModel::Trend), u"0.48 \u2192 \u2013 \u2192 \u2013"_s);
    QCOMPARE(shown.page.statusText(), u"3 margins in 3 logs \u00b7 1 near or over the limit"_s);
    shown.run(u"near"_s);
    QCOMPARE(model->rowCount(), 1);
    shown.run(u"clear"_s);
    QCOMPARE(model->rowCount(), 3);
    shown.run(u"next"_s);
    shown.run(u"worst"_s);
    QVERIFY(shown.page.findChild<ui::MarginTable*>()->hasFocus());
    shown.run(u"copyMarkdown"_s);
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"rising"_s));
    shown.run(u"copy"_s);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"Model\t"_s));
    for (int column = -1; column < MarginModel::ColumnCount; ++column) model->sort(column, Qt::DescendingOrder);
  }

  void otherAssumptionsChangeTheMargin() {
    const TestFolder folder;
    folder.write(u"1.log"_s, line("old", 0.00195, 0.001, true));
    ShownNumerics shown;
    auto* model = shown.page.findChild<MarginModel*>();
    shown.page.openLogs({folder.path(u"1.log"_s)});
    QTRY_COMPARE(model->total(), 1U);
    QCOMPARE(model->warned(), 1U);
    shown.run(u"tol"_s);
    auto* field = qobject_cast<QLineEdit*>(shown.page.focusWidget());
    QVERIFY(field);
    QTest::keyClicks(field, u"10"_s);
    QTRY_COMPARE(model->warned(), 0U);
    QCOMPARE(model->cellText(0, MarginModel::Multiplier), u"10*"_s);
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, u"x"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->text(), u"10"_s);
  }

  void aBadLogIsToldAndTheRestShown() {
    const TestFolder folder;
    folder.write(u"1.log"_s, line("calm", 0.0001, 0.001));
    ShownNumerics shown;
    QSignalSpy notices(&shown.page, &ui::NumericsPage::noticeRequested);
    auto* model = shown.page.findChild<MarginModel*>();
    shown.page.openLogs({folder.path(u"none.log"_s), folder.path(u"1.log"_s)});
    QTRY_COMPARE(model->total(), 1U);
    QCOMPARE(notices.count(), 1);
    shown.page.openLogs({});
    QTRY_COMPARE(model->total(), 0U);
    QCOMPARE(shown.page.statusText(), u"No log is open"_s);
    folder.write(u"empty.log"_s, "nothing here\n");
    shown.page.openLogs({folder.path(u"empty.log"_s)});
    QTRY_VERIFY(!shown.page.findChild<ui::LogsView*>()->controller().isBusy());
    QVERIFY(!shown.action(u"copyMarkdown"_s).enabled());
  }

  void tabsChangeOver() {
    ShownNumerics shown;
    shown.run(u"mode"_s);
    QVERIFY(shown.page.findChild<ui::LogsView*>()->isVisible());
    shown.prompt.paths = {};
    shown.run(u"open"_s);
    QCOMPARE(shown.prompt.asked.last(), u"Open logs of benchmark runs"_s);
    shown.run(u"mode"_s);
    QVERIFY(!shown.page.findChild<ui::LogsView*>()->isVisible());
    shown.run(u"open"_s);
    QCOMPARE(shown.prompt.asked.last(), u"Open ref, res and fp64"_s);
  }
};

QTEST_MAIN(NumericsLogsTest)
#include "numerics_logs_test.moc"
