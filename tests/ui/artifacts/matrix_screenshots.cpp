// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the matrix page with some hundred configs, light and dark, into the build folder; fails when it is blank.
#include <QApplication>
#include <QTest>

#include "tests/support/kept_picture.h"
#include "tests/ui/artifacts/commit_maker.h"
#include "ui/artifacts/matrix_grid.h"
#include "ui/artifacts/matrix_page.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class MatrixScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    testing::bigCommit(m_maker);
    m_snapshot = m_maker.open();
  }
  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    QTest::newRow("light-800x500") << false << QSize(736, 440) << QString();
    QTest::newRow("light-1280x800") << false << QSize(1216, 680) << QString();
    QTest::newRow("dark-1280x800") << true << QSize(1216, 680) << QString();
    QTest::newRow("light-1600x1000") << false << QSize(1536, 880) << QString();
    QTest::newRow("dark-1600x1000") << true << QSize(1536, 880) << QString();
    QTest::newRow("dark-changed") << true << QSize(1216, 680) << u"changed"_s;
    QTest::newRow("light-empty") << false << QSize(736, 440) << u"empty"_s;
  }
  void page() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    ui::MatrixPage page(themes.theme());
    page.resize(size);
    if (state != u"empty"_s) page.showSnapshot(m_snapshot);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    if (state == u"changed"_s)
      for (const ui::ActionSpec& spec : page.actions())
        if (spec.id == u"matrix.changed"_s) spec.run();
    support::keepPicture(page.grab().toImage(), u"matrix-page-"_s + QString::fromUtf8(QTest::currentDataTag()), 4);
  }

 private:
  testing::CommitMaker m_maker;
  session::CommitSnapshotPtr m_snapshot;
};

QTEST_MAIN(MatrixScreenshots)
#include "matrix_screenshots.moc"
