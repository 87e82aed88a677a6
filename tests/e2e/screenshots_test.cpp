// SPDX-License-Identifier: GPL-3.0-or-later
// Renders every page with the data of the tutorials or the sample, light and dark, in four sizes, into BUILD/screenshots.
// Looked at by people; here only size and liveliness are checked.
#include <QDir>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

/// argumentsOf opens what the page is full of.
QStringList argumentsOf(const QString& page) {
  const QString data = QStringLiteral(PLUMBLINE_SOURCE_DIR "/docs/data/"), samples = QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/samples/");
  if (page == u"start"_s) return {u"--new"_s};  // the window without a pair
  if (page == u"overview"_s || page == u"matrix"_s || page == u"sources"_s)
    return {data + u"commit"_s, u"--expected"_s, data + u"pytorch"_s};
  if (page == u"compare"_s || page == u"charts"_s) return {samples + u"after.csv"_s, samples + u"before.csv"_s};
  if (page == u"numerics"_s)
    return {u"--same"_s, data + u"miscompile/eager.npz"_s, data + u"miscompile/compiled.npz"_s, u"--fp64"_s, data + u"miscompile/fp64.npz"_s};
  return {u"--sample"_s};
}

}  // namespace

class ScreenshotsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void page_data();
  void page();
};

void ScreenshotsTest::page_data() {
  QTest::addColumn<QString>("page");
  QTest::addColumn<QString>("theme");
  QTest::addColumn<QSize>("size");
  QTest::addColumn<int>("scale");
  struct Shape {
    QSize logical;
    int scale;
  };
  for (const char* page : {"start", "overview", "matrix", "triage", "review", "flaky", "compare", "charts", "runs", "bisect",
                           "numerics", "history", "sources", "settings", "about", "help", "keys"}) {
    for (const char* theme : {"light", "dark"}) {
      for (const Shape& shape : {Shape{{900, 600}, 1}, Shape{{1360, 860}, 1}, Shape{{1920, 1080}, 1}, Shape{{1920, 1080}, 2}}) {
        const QSize pixels = shape.logical * shape.scale;
        QTest::addRow("%s-%s-%dx%d", page, theme, pixels.width(), pixels.height())
            << QString::fromLatin1(page) << QString::fromLatin1(theme) << shape.logical << shape.scale;
      }
    }
  }
}

void ScreenshotsTest::page() {
  QFETCH(QString, page);
  QFETCH(QString, theme);
  QFETCH(QSize, size);
  QFETCH(int, scale);
  const QDir folder(QStringLiteral(PLUMBLINE_BINARY_DIR "/screenshots"));
  QVERIFY(QDir().mkpath(folder.path()));
  const QString file = folder.filePath(QString::fromLatin1(QTest::currentDataTag()) + u".png"_s);
  QFile::remove(file);

  QProcess program;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(u"QT_SCALE_FACTOR"_s, QString::number(scale));
  program.setProcessEnvironment(environment);
  QStringList arguments{u"--theme"_s, theme,           u"--size"_s, u"%1x%2"_s.arg(size.width()).arg(size.height()),
                        u"--screenshot"_s, file};
  arguments << argumentsOf(page);
  if (page != u"start"_s) arguments << u"--page"_s << page;
  program.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline"), arguments);
  QVERIFY(program.waitForFinished(30000));
  QCOMPARE(program.exitStatus(), QProcess::NormalExit);
  QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());

  const QImage image(file);
  QCOMPARE(image.size(), size * scale);
  QSet<QRgb> colours;
  for (int y = 0; y < image.height(); y += 3) {
    for (int x = 0; x < image.width(); x += 3) colours.insert(image.pixel(x, y));
  }
  QVERIFY2(colours.size() > 20, "the picture is nearly empty");
  const bool dark = qGray(image.scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).pixel(0, 0)) < 128;
  QCOMPARE(dark, theme == u"dark"_s);
}

QTEST_GUILESS_MAIN(ScreenshotsTest)
#include "screenshots_test.moc"
