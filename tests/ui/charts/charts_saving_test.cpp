// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the charts page: files that are written whole or not at all, and the clipboard.
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/result.h"
#include "core/reports/chart_report.h"
#include "tests/ui/charts/charts_desk.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using charts::ChartKind;
using Desk = testing::ChartsDesk;

class ChartsSavingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void saves_data();
  void saves();
  void failingSave();
  void copies();
};

void ChartsSavingTest::saves_data() {
  QTest::addColumn<QString>("action");
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("made");
  QTest::addColumn<QByteArray>("begin");
  QTest::newRow("png") << u"charts.savePng"_s << u"chart.png"_s << u"chart.png"_s << QByteArray("\x89PNG");
  QTest::newRow("png without its ending") << u"charts.savePng"_s << u"chart"_s << u"chart.png"_s << QByteArray("\x89PNG");
  QTest::newRow("svg") << u"charts.saveSvg"_s << u"chart.svg"_s << u"chart.svg"_s << QByteArray("<?xml");
  QTest::newRow("csv") << u"charts.saveCsv"_s << u"chart.csv"_s << u"chart.csv"_s << QByteArray("model,");
}

void ChartsSavingTest::saves() {
  QFETCH(QString, action);
  QFETCH(QString, name);
  QFETCH(QString, made);
  QFETCH(QByteArray, begin);
  QTemporaryDir folder;
  Desk desk;
  desk.page.showKind(ChartKind::Memory);
  QSignalSpy notice(&desk.page, &ui::ChartsPage::noticeRequested);
  desk.run(action);
  QCOMPARE(desk.prompt.questions.size(), 1);  // answered by nobody: nothing happens
  QVERIFY(desk.prompt.questions[0].mayBeNew && desk.prompt.questions[0].replaces);
  desk.prompt.answer = {folder.filePath(name)};
  desk.run(action);
  QCOMPARE(notice.size(), 0);
  QFile file(folder.filePath(made));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray bytes = file.readAll();
  QVERIFY2(bytes.startsWith(begin), bytes.left(40).constData());
  QVERIFY(desk.page.statusText().contains(made));
  if (made.endsWith(u"png"_s)) QVERIFY(QImage::fromData(bytes).width() >= 960);
  if (made.endsWith(u"svg"_s)) QVERIFY(bytes.contains("</svg>") && bytes.contains("<style"));
  if (made.endsWith(u"csv"_s)) QCOMPARE(bytes.toStdString(), reports::chartCsv(desk.chart()));
}

void ChartsSavingTest::failingSave() {
  Desk desk;
  QSignalSpy notice(&desk.page, &ui::ChartsPage::noticeRequested);
  QTemporaryDir folder;
  const QString path = folder.filePath(u"no/such/folder/chart.png"_s);
  desk.prompt.answer = {path};
  for (const QString& action : {u"charts.savePng"_s, u"charts.saveSvg"_s, u"charts.saveCsv"_s}) {
    desk.run(action);
    const auto error = notice.takeFirst()[0].value<base::Error>();
    QVERIFY(!error.text.empty());
    QVERIFY(error.file.find("no/such/folder") != std::string::npos);
    QVERIFY(!QFile::exists(path));
    QVERIFY(!desk.page.statusText().contains(u"Saved"_s));
  }
}

void ChartsSavingTest::copies() {
  Desk desk;
  desk.page.showKind(ChartKind::Scatter);
  desk.run(u"charts.copyData"_s);
  QCOMPARE(QApplication::clipboard()->text().toStdString(), reports::chartCsv(desk.chart()));
  desk.run(u"charts.copyImage"_s);
  QVERIFY(QApplication::clipboard()->image().width() >= 960);
}

QTEST_MAIN(ChartsSavingTest)
#include "charts_saving_test.moc"
