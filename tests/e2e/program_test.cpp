// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program as a process: what it answers to its arguments.
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace Qt::StringLiterals;

class ProgramTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void answers_data();
  void answers();
  void answersWithoutDisplay();
  void pictureOfABadPairTellsTheError();
  void pictureOfOneTensorFile();
  void pictureThatCannotBeWritten();
  void startupReport();
  void unattendedRunsRememberNothing();

 private:
  struct Run {
    int exitCode = -1;
    QString out, err;
  };
  static Run run(const QStringList& arguments) {
    QProcess program;
    program.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline"), arguments);
    if (!program.waitForFinished(30000) || program.exitStatus() != QProcess::NormalExit) return {};
    return {program.exitCode(), QString::fromUtf8(program.readAllStandardOutput()),
            QString::fromUtf8(program.readAllStandardError())};
  }
  std::unique_ptr<QTemporaryDir> m_folder;
};

void ProgramTest::answers_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("exitCode");
  QTest::addColumn<QString>("said");
  QTest::newRow("version") << QStringList{u"--version"_s} << 0 << u"plumbline \\d+\\.\\d+\\.\\d+\n"_s;
  QTest::newRow("version in full") << QStringList{u"--version"_s, u"--verbose"_s} << 0
                                   << u"plumbline (\\d+\\.\\d+\\.\\d+)\nPlumbline: \\1\nQt: 6\\.\\S+, built with 6\\.\\S+\nCompiler: (clang|gcc) \\d\\S+\n"
                                      u"libarchive: \\d\\S+\nlibcurl: \\d.*\nlibpq: \\d\\S+\nSystem: .*linux.*\n"_s;
  QTest::newRow("help") << QStringList{u"--help"_s} << 0 << u"Usage: .*ACTUAL.*EXPECTED.*--screenshot"_s;
  QTest::newRow("help wins") << QStringList{u"--help"_s, u"a"_s, u"b"_s, u"c"_s} << 0 << u"Usage: "_s;
  QTest::newRow("unknown option") << QStringList{u"--nonsense"_s} << 2 << u"plumbline: Unknown option .*--help"_s;
  QTest::newRow("sample and files") << QStringList{u"--sample"_s, u"a"_s, u"b"_s} << 2 << u"--sample"_s;
  QTest::newRow("theme") << QStringList{u"--theme"_s, u"purple"_s} << 2 << u"light, dark or system"_s;
  QTest::newRow("page") << QStringList{u"--page"_s, u"nowhere"_s} << 2 << u"There is no page \"nowhere\""_s;
  QTest::newRow("rules") << QStringList{u"--rules"_s, u"2026-99"_s, u"a"_s, u"b"_s} << 2
                         << u"no rules \"2026-99\".*2025-11, .*checkout"_s;
  QTest::newRow("size") << QStringList{u"--size"_s, u"10"_s} << 2 << u"WIDTHxHEIGHT"_s;
  const QString picture = u"--export-png"_s;
  QTest::newRow("picture of half a pair") << QStringList{u"a.csv"_s, picture, u"out"_s, u"--page"_s, u"charts"_s} << 1
                                          << u"a.csv: This is one file of a pair.*ACTUAL EXPECTED"_s;
  QTest::newRow("picture of no commit") << QStringList{u"--sample"_s, picture, u"out"_s, u"--page"_s, u"matrix"_s} << 1
                                        << u"matrix shows a commit, and none is open"_s;
  QTest::newRow("picture of a bad file") << QStringList{u"none.json"_s, picture, u"out"_s, u"--page"_s, u"charts"_s} << 1
                                         << u"none.json: There is no file"_s;
  QTest::newRow("size of nothing") << QStringList{u"--size"_s, u"0x5"_s} << 2 << u"WIDTHxHEIGHT"_s;
}

/// Where no window can be opened, the program still says what it is.
void ProgramTest::answersWithoutDisplay() {
  QProcess program;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const QString& name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s}) environment.remove(name);
  environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
  program.setProcessEnvironment(environment);
  for (const QString& argument : {u"--help"_s, u"-h"_s, u"--version"_s}) {
    program.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline"), {argument});
    QVERIFY(program.waitForFinished(30000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 0);
    QVERIFY(!program.readAllStandardOutput().isEmpty());
    QCOMPARE(program.readAllStandardError(), QByteArray());
  }
}

void ProgramTest::answers() {
  QFETCH(QStringList, arguments);
  QFETCH(int, exitCode);
  QFETCH(QString, said);
  const Run answer = run(arguments);
  QCOMPARE(answer.exitCode, exitCode);
  const QString text = exitCode == 0 ? answer.out : answer.err;
  const QRegularExpression wanted(said, QRegularExpression::DotMatchesEverythingOption);
  QVERIFY2(wanted.match(text).hasMatch(), qPrintable(text));
  QVERIFY2((exitCode == 0 ? answer.err : answer.out).isEmpty(), "answers go to one stream");
}

/// longestErrorBar returns the height of the error strip's bar in a picture of the light theme; 0: there is no strip.
static int longestErrorBar(const QImage& picture) {
  const QRgb bar = qRgb(0x8C, 0x1D, 0x18);  // the chip of Fail in resources/themes/light.json
  int longest = 0;
  for (int x = 0; x < picture.width(); ++x) {
    int run = 0;
    for (int y = 0; y < picture.height(); ++y) {
      run = (picture.pixel(x, y) & 0xFFFFFF) == (bar & 0xFFFFFF) ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  return longest;
}

void ProgramTest::pictureOfABadPairTellsTheError() {
  const QString file = m_folder->filePath(u"window.png"_s), start = m_folder->filePath(u"start.png"_s);
  const QString missing = m_folder->filePath(u"none.csv"_s);
  const QStringList shape{u"--theme"_s, u"light"_s, u"--size"_s, u"1024x700"_s, u"--screenshot"_s};
  const Run answer = run(QStringList{missing, missing} + shape + QStringList{file});
  QCOMPARE(answer.exitCode, 0);
  const QImage picture(file);
  QCOMPARE(picture.size(), QSize(1024, 700));
  QVERIFY2(longestErrorBar(picture) >= 24, "the picture shows no error strip");  // what it says: e2e_window
  QCOMPARE(run(shape + QStringList{start}).exitCode, 0);
  QCOMPARE(longestErrorBar(QImage(start)), 0);
}

// The other file is missing: there is nothing to wait for.
void ProgramTest::pictureOfOneTensorFile() {
  const QString file = m_folder->filePath(u"window.png"_s);
  QCOMPARE(run({u"--same"_s, m_folder->filePath(u"none.pt"_s), u"--size"_s, u"1024x700"_s, u"--screenshot"_s, file}).exitCode, 0);
  QCOMPARE(QImage(file).size(), QSize(1024, 700));
}

void ProgramTest::pictureThatCannotBeWritten() {
  const Run answer = run({u"--screenshot"_s, m_folder->filePath(u"no/such/folder/window.png"_s)});
  QCOMPARE(answer.exitCode, 1);
  QVERIFY2(answer.err.contains(u"no/such/folder"_s), qPrintable(answer.err));
  QVERIFY(!QFile::exists(m_folder->filePath(u"no"_s)));
}

void ProgramTest::startupReport() {
  const Run answer = run({u"--sample"_s, u"--startup-report"_s});
  QCOMPARE(answer.exitCode, 0);
  static const QRegularExpression line(u"^first paint after ([\\d.]+) ms\n$"_s);
  const auto found = line.match(answer.err);
  QVERIFY2(found.hasMatch(), qPrintable(answer.err));
  QVERIFY(found.captured(1).toDouble() > 1);
}

void ProgramTest::unattendedRunsRememberNothing() {
  const QString settings = qEnvironmentVariable("XDG_CONFIG_HOME") + u"/plumbline/plumbline.conf"_s;
  QFile::remove(settings);
  QCOMPARE(run({u"--sample"_s, u"--theme"_s, u"dark"_s, u"--screenshot"_s, m_folder->filePath(u"a.png"_s)}).exitCode,
           0);
  QVERIFY(!QFile::exists(settings));
  QVERIFY2(qGray(QImage(m_folder->filePath(u"a.png"_s)).pixel(4, 4)) < 128, "the picture is not dark");
}

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"
