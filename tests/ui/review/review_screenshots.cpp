// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the review page, light and dark, into the build folder; fails when it is blank.
#include <QApplication>
#include <QDir>
#include <QSet>
#include <QTest>

#include "tests/ui/review/review_desk.h"
#include "ui/review/conflict_view.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class ReviewScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true}) {
      for (const QSize size : {QSize(1280, 800), QSize(1024, 700)}) {
        const QString name = u"%1-%2"_s.arg(dark ? u"dark"_s : u"light"_s).arg(size.width());
        for (const QString& state : {u"unified"_s, u"sides"_s, u"outside"_s, u"saved"_s, u"nothing"_s, u"conflicts"_s})
          QTest::newRow(qPrintable(name + u'-' + state)) << dark << size << state;
      }
    }
  }
  void page() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    const ui::ThemeController looks(*static_cast<QApplication*>(QCoreApplication::instance()),
                                dark ? ui::Scheme::Dark : ui::Scheme::Light);
    test::ReviewDesk desk(dark ? ui::Scheme::Dark : ui::Scheme::Light, QApplication::font());
    const QString base = u"repo/benchmarks/dynamo/ci_expected_accuracy/"_s;
    QVERIFY(QDir().mkpath(desk.folder.path(u"repo/.git"_s)));
    const QString first = desk.folder.write(base + u"aot_eager_first_training.csv"_s, test::spaced(test::manyRows(40)));
    const QString second = desk.folder.write(base + u"rocm/dynamic_inductor_second_inference_with_a_long_name.csv"_s,
                                             test::spaced(test::manyRows(25)));
    const QString third = desk.folder.write(u"repo/check_accuracy.py"_s, "flaky_models = {\n    \"a\",\n    \"b\",\n}\nprint(1)");
    if (state != u"nothing"_s) {
      QVERIFY(desk.edit(first, "model_0003,pass,3", "model_0003,fail_accuracy,3", "model_0003", "accuracy pass -> fail_accuracy",
                        "upstream op changed, see #123"));
      QVERIFY(desk.edit(first, "model_0004,pass,4", "model_0004,pass,9", "model_0004", "graph_breaks 4 -> 9", "expected"));
      QVERIFY(desk.edit(first, "\n\n\nmodel_0020,pass,2\n", ""));
      QVERIFY(desk.edit(first, "model_0033,pass,6\n", "model_0033,pass,6\n\n\n\nmodel_0033_new,pass,0\n", "model_0033_new", "new row"));
      QVERIFY(desk.edit(second, "model_0010,pass,1", "model_0010,pass,0", "model_0010", "graph_breaks 1 -> 0"));
      QVERIFY(desk.edit(third, "    \"b\",\n", "    \"b\",\n    \"model_0003\",  # times out now and then\n"));
    }
    desk.page.resize(size - QSize(64, 84));  // what the window leaves a page
    desk.page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&desk.page));
    if (state == u"sides"_s) {
      QVERIFY(desk.page.restoreState("{\"version\":1,\"sideBySide\":true,\"across\":[280,840],\"down\":[520,190]}"));
    }
    const auto run = [&](const QString& id) {
      for (const ui::ActionSpec& spec : desk.page.actions())
        if (spec.id == id && (!spec.enabled || spec.enabled())) spec.run();
    };
    if (state == u"outside"_s) {
      desk.folder.replace(base + u"aot_eager_first_training.csv"_s,
                          test::spaced(test::manyRows(40)).replace("model_0003,pass,3", "model_0003,timeout,3"));
      run(u"review.save"_s);
      auto* strip = desk.page.findChild<ui::OutsideStrip*>();
      QTRY_VERIFY_WITH_TIMEOUT(strip->isVisible(), 30000);  // Python is asked about the script first
      run(u"review.showOutside"_s);
    }
    if (state == u"conflicts"_s) {
      const QByteArray plain = test::spaced(test::manyRows(6));
      const QString split = desk.folder.write(base + u"split.csv"_s,
          plain + "\n\n\n<<<<<<< HEAD\nx,pass,1\n\n\n\ny,pass,2\n=======\nx,fail_to_run,1\n>>>>>>> origin/main\n\n\n\n"
                  "<<<<<<< HEAD\nz,pass,1\n=======\nz,pass,7\n>>>>>>> origin/main\n");
      desk.page.settleConflicts(split);
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_2);
    }
    if (state == u"saved"_s) {
      run(u"review.save"_s);
      QTRY_VERIFY_WITH_TIMEOUT(desk.edits.isClean(), 30000);  // Python is asked about the script first
    }
    QCoreApplication::sendPostedEvents();
    QTest::qWait(0);
    const QImage picture = desk.page.grab().toImage();
    QSet<QRgb> tones;
    for (int x = 0; x < picture.width(); x += 3)
      for (int y = 0; y < picture.height(); y += 3) tones.insert(picture.pixel(x, y));
    QVERIFY(tones.size() > 5);
    const QString folder = QStringLiteral(PLUMBLINE_BINARY_DIR "/screenshots");
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(picture.save(u"%1/review-%2.png"_s.arg(folder, QString::fromLatin1(QTest::currentDataTag()))));
  }
};

QTEST_MAIN(ReviewScreenshots)
#include "review_screenshots.moc"
