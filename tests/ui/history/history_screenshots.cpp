// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the page of the history, light and dark, into the build folder; fails when it is blank.
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/filled_history.h"
#include "tests/support/kept_picture.h"
#include "ui/history/cell_panel.h"
#include "ui/history/history_page.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class HistoryScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { support::fillHistory(m_folder.filePath(u"h.sqlite"_s).toStdString(), 40); }
  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("metric");
    for (const bool dark : {false, true})
      for (const QSize size : {QSize(836, 520), QSize(1296, 780)})  // what the page gets of 900x600 and 1360x860
        for (const QString& metric : {u"graph_breaks"_s, u"accuracy"_s, u"nothing"_s})
          QTest::newRow(qPrintable(u"%1-%2-%3"_s.arg(metric, dark ? u"dark"_s : u"light"_s).arg(size.width())))
              << dark << size << metric;
  }
  void page() {
    QFETCH(const bool, dark);
    QFETCH(const QSize, size);
    QFETCH(const QString, metric);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    const bool isEmpty = metric == u"nothing"_s;
    session::HistoryClient client(m_folder.filePath(isEmpty ? u"none"_s : u"h.sqlite"_s).toStdString());
    ui::HistoryPage page(themes.theme(), client);
    page.resize(size);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    if (!isEmpty) {
      page.showCell(QString::fromStdString(support::kConfig), u"moco"_s, metric);
      QTRY_VERIFY(page.statusText().contains(u"c0ffee39"_s));
    }
    support::keepPicture(page.grab().toImage(), u"history-%1"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
  }

 private:
  QTemporaryDir m_folder;
};

QTEST_MAIN(HistoryScreenshots)
#include "history_screenshots.moc"
