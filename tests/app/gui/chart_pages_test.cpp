// SPDX-License-Identifier: GPL-3.0-or-later
// One model is current in table, charts and before/after page, whichever it was chosen in; pages and charts as pictures.
#include <QDir>
#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include "core/reports/check/stored_report.h"
#include "tests/app/gui/desk.h"
#include "tests/support/test_folder.h"
#include "ui/charts/charts_page.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_table.h"
#include "ui/support/notice_strip.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_page.h"
#include "ui/triage/triage_table.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

namespace {

constexpr auto kHead = "name,accuracy,speedup,compression_ratio,compilation_latency\n";

}  // namespace

class ChartPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void keysLeadThere();
  void modelIsTheSameEverywhere();
  void compareOpensAtTheWorstRowAfterCharts();
  void chartLeadsToTheRow();
  void chartOfACommitLeadsToTheModel();
  void everyChartIsWritten();
  void pageIsWrittenWithAllRows();
  void pictureThatCannotBeWrittenIsTold();
  void nothingToDrawIsSaid();
  void reportOfAPairCanBeVerified();
  void reportOfACommitCanBeVerified();
  void reportThatCannotBeWrittenIsTold_data();
  void reportThatCannotBeWrittenIsTold();

 private:
  QString path(const QString& name) const { return m_folder->path(name); }
  void open(Desk& desk) const {
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
    desk.session.open(path(u"actual.csv"_s), path(u"expected.csv"_s));
    QVERIFY(shown.wait());
    QTRY_VERIFY(desk.compare.state()->diff != nullptr);
  }
  void saveReport(Desk& desk, const QString& file) const;
  static QString current(const Desk& desk) {
    const auto* table = desk.pages->triage().findChild<ui::TriageTable*>();
    return desk.pages->triage().findChild<ui::TriageModel*>()->modelName(table->currentIndex().row());
  }

  std::unique_ptr<support::TestFolder> m_folder;
};

void ChartPagesTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  QByteArray actual(kHead);
  QByteArray expected(kHead);
  for (int i = 0; i < 60; ++i) {
    const QByteArray name = "model" + QByteArray::number(i).rightJustified(2, '0');
    actual += name + (i == 7 ? ",fail_accuracy," : ",pass,") + QByteArray::number(1.0 + i * 0.01) + ",0.91," +
              QByteArray::number(20 + i) + "\n";
    expected += name + ",pass,1.25,0.99,30\n";
  }
  m_folder->write(u"actual.csv"_s, actual);
  m_folder->write(u"expected.csv"_s, expected);
}

void ChartPagesTest::keysLeadThere() {
  Desk desk(path(u"state"_s));
  open(desk);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_B);
  QCOMPARE(desk.window.currentPage(), u"compare"_s);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_C);
  QCOMPARE(desk.window.currentPage(), u"charts"_s);
}

void ChartPagesTest::modelIsTheSameEverywhere() {
  Desk desk(path(u"state"_s));
  open(desk);
  desk.window.showPage(u"compare"_s);
  desk.window.showPage(u"charts"_s);
  auto* charts = desk.window.findChild<ui::ChartsPage*>();
  auto* compare = desk.window.findChild<ui::ComparePage*>();
  QVERIFY(charts != nullptr);
  QVERIFY(compare != nullptr);
  Q_EMIT charts->modelChosen(u"model07"_s);
  QCOMPARE(current(desk), u"model07"_s);
  QSignalSpy echoed(charts, &ui::ChartsPage::modelChosen);
  QVERIFY(desk.pages->triage().showModel(u"model12"_s));
  QCOMPARE(current(desk), u"model12"_s);
  QVERIFY2(echoed.isEmpty(), "what was chosen for a page is not chosen back");
}

/// The first row of triage is not the worst of the comparison, and nobody chose it.
void ChartPagesTest::compareOpensAtTheWorstRowAfterCharts() {
  m_folder->write(u"actual.csv"_s, "name,accuracy,graph_breaks\na,pass,2\nb,fail_accuracy,1\n");
  m_folder->write(u"expected.csv"_s, "name,accuracy,graph_breaks\na,pass,1\nb,pass,1\n");
  Desk desk(path(u"state"_s));
  desk.window.showPage(u"charts"_s);
  open(desk);
  QCOMPARE(current(desk), u"a"_s);
  desk.window.showPage(u"compare"_s);
  const auto* table = desk.window.findChild<ui::CompareTable*>();
  QTRY_VERIFY(table->currentIndex().isValid());
  QCOMPARE(table->currentIndex().row(), 0);
}

void ChartPagesTest::chartLeadsToTheRow() {
  Desk desk(path(u"state"_s));
  open(desk);
  desk.window.showPage(u"charts"_s);
  Q_EMIT desk.window.findChild<ui::ChartsPage*>()->modelRequested(u"model31"_s);
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  QCOMPARE(current(desk), u"model31"_s);
}

void ChartPagesTest::chartOfACommitLeadsToTheModel() {
  Desk desk(path(u"state"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  m_folder->write(u"run/inductor_torchbench_training.csv"_s, m_folder->read(u"actual.csv"_s));
  desk.commitPages.openSources({path(u"run"_s)}, {});
  QTRY_VERIFY(desk.compare.state()->diff != nullptr);  // one run without a baseline can be drawn
  desk.window.showPage(u"charts"_s);
  Q_EMIT desk.window.findChild<ui::ChartsPage*>()->modelRequested(u"model31"_s);
  QCOMPARE(desk.window.currentPage(), u"model"_s);
}

void ChartPagesTest::everyChartIsWritten() {
  Desk desk(path(u"state"_s));
  open(desk);
  const auto written = app::exportCharts(desk.chartPages.charts(), path(u"pictures/of today"_s), {900, 500});
  QVERIFY2(written, written ? "" : base::describe(written.error()).c_str());
  QVERIFY2(written->contains(u"charts-speedup.png"_s), qPrintable(written->join(u' ')));
  QVERIFY2(written->contains(u"charts-memory.png"_s), qPrintable(written->join(u' ')));
  for (const QString& name : *written) QCOMPARE(QImage(path(u"pictures/of today/"_s + name)).size(), QSize(900, 500));
}

void ChartPagesTest::pageIsWrittenWithAllRows() {
  Desk desk(path(u"state"_s));
  open(desk);
  const auto written = app::exportPageWhole(desk.window, path(u"out"_s));
  QVERIFY(written);
  QCOMPARE(*written, QStringList{u"triage.png"_s});
  const auto* table = desk.pages->triage().findChild<ui::TriageTable*>();
  const QImage picture(path(u"out/triage.png"_s));
  QVERIFY2(picture.height() > table->model()->rowCount() * table->rowHeight(0), qPrintable(QString::number(picture.height())));
}

void ChartPagesTest::pictureThatCannotBeWrittenIsTold() {
  Desk desk(path(u"state"_s));
  open(desk);
  desk.prompt.answers = {{path(u"picture"_s)}};
  desk.window.registry().run(u"page.savePicture"_s);
  QVERIFY2(!QImage(path(u"picture.png"_s)).isNull(), "the ending is added");
  desk.prompt.answers = {{path(u"actual.csv/picture.png"_s)}};
  desk.window.registry().run(u"page.savePicture"_s);
  QVERIFY(desk.window.notices().ids().contains(u"picture"_s));
  const auto refused = app::exportCharts(desk.chartPages.charts(), path(u"actual.csv"_s), {400, 300});
  QVERIFY(!refused);
  QVERIFY(!refused.error().text.empty());
}

void ChartPagesTest::nothingToDrawIsSaid() {
  Desk desk(path(u"state"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  const auto written = app::exportCharts(desk.chartPages.charts(), path(u"pictures"_s), {400, 300});
  QVERIFY(!written);
  QCOMPARE(written.error().code, base::ErrorCode::NotFound);
  QVERIFY(!QDir(path(u"pictures"_s)).exists());
}

void ChartPagesTest::saveReport(Desk& desk, const QString& file) const {
  QSignalSpy ended(&desk.report, &app::ReportAction::ended);
  desk.prompt.answers = {{file}};
  desk.window.registry().run(u"report.save"_s);
  QVERIFY(ended.wait(20'000));
}

void ChartPagesTest::reportOfAPairCanBeVerified() {
  Desk desk(path(u"state"_s));
  open(desk);
  saveReport(desk, path(u"report.json"_s));
  const auto checked = [&] {
    const std::string file = path(u"report.json"_s).toStdString();
    return reports::verifyReport(m_folder->read(u"report.json"_s).toStdString(), file);
  };
  const auto same = checked();
  QVERIFY2(same.isValue() && same.value().isEqual(), same.isError() ? same.error().text.c_str() : "differs");
  QVERIFY(same.value().verdicts >= 60);
  m_folder->write(u"actual.csv"_s, m_folder->read(u"actual.csv"_s).replace("model30,pass", "model30,timeout"));
  QVERIFY(!checked().value().isEqual());
  saveReport(desk, path(u"page"_s));
  QVERIFY2(m_folder->read(u"page.html"_s).contains("model30"), "the ending is added");
}

void ChartPagesTest::reportOfACommitCanBeVerified() {
  Desk desk(path(u"state"_s));
  const QString name = u"inductor_torchbench_training.csv"_s;
  m_folder->write(u"run/"_s + name, m_folder->read(u"actual.csv"_s));
  m_folder->write(u"tree/"_s + name, m_folder->read(u"expected.csv"_s));
  QSignalSpy shown(&desk.commit, &session::CommitSession::snapshotChanged);
  desk.commitPages.openSources({path(u"run"_s)}, {path(u"tree"_s)});
  QVERIFY(shown.wait());
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  saveReport(desk, path(u"commit.json"_s));
  const auto checked = reports::verifyReport(m_folder->read(u"commit.json"_s).toStdString(), path(u"commit.json"_s).toStdString());
  QVERIFY2(checked.isValue() && checked.value().isEqual(), checked.isError() ? checked.error().text.c_str() : "differs");
}

void ChartPagesTest::reportThatCannotBeWrittenIsTold_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("words");
  QTest::newRow("an input") << u"actual.csv"_s << u"one of the inputs"_s;
  QTest::newRow("no format") << u"report.pdf"_s << u"no format"_s;
  QTest::newRow("no folder") << u"expected.csv/report.html"_s << QString();
}

void ChartPagesTest::reportThatCannotBeWrittenIsTold() {
  QFETCH(QString, file);
  QFETCH(QString, words);
  Desk desk(path(u"state"_s));
  open(desk);
  const QByteArray before = m_folder->read(u"actual.csv"_s);
  saveReport(desk, path(file));
  QVERIFY(desk.window.notices().ids().contains(u"report"_s));
  QVERIFY(desk.window.notices().row(u"report"_s)->notice().text.contains(words));
  QCOMPARE(m_folder->read(u"actual.csv"_s), before);
}

QTEST_MAIN(ChartPagesTest)
#include "chart_pages_test.moc"
