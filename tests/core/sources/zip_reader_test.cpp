// SPDX-License-Identifier: GPL-3.0-or-later
// Zips as CI makes them, and hostile ones.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <clocale>

#include "core/sources/zip_reader.h"
#include "tests/support/zip_maker.h"

using namespace plumbline;
using sources::Limits;
using sources::readZip;
using sources::readZipBytes;
using support::ZipEntry;
using support::ZipWords;

namespace {

const std::string kCsv = "name,accuracy\nalpha,pass\n";
const auto all = [](std::string_view) { return true; };

QString shown(const base::Error& error) { return QString::fromStdString(error.file + ": " + error.text); }

/// Members as "name=bytes", problems as "file: text", or the error of the whole.
QString dump(const base::Outcome<sources::ZipContent>& zip) {
  if (zip.isCancelled()) return QStringLiteral("cancelled");
  if (zip.isError()) return QStringLiteral("error ") + shown(zip.error());
  QStringList lines;
  for (const auto& member : zip.value().members)
    lines << QString::fromStdString(member.name + "=" +
                                    (member.bytes == kCsv ? "csv" : std::to_string(member.bytes.size())));
  for (const auto& problem : zip.value().problems) lines << shown(problem);
  return lines.join(QLatin1Char('\n'));
}

QString dumpOf(const std::vector<ZipEntry>& entries, const ZipWords& words = {}, const Limits& limits = {}) {
  const QByteArray bytes = support::zipOf(entries, words);
  return dump(readZipBytes({bytes.data(), static_cast<std::size_t>(bytes.size())}, "z.zip", limits, all));
}

}  // namespace

class ZipReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsWhatIsWanted() {
    const QByteArray bytes = support::zipOf({{"test/test-reports/training_torchbench.csv", kCsv},
                                             {"test/test-reports/", {}},
                                             {"stored.csv", kCsv, false},
                                             {"streamed.csv", kCsv, true, false, false, true},
                                             {"empty.csv", {}},
                                             {"x.xml", "<x/>"}});
    const auto csvs = [](std::string_view name) { return name.ends_with(".csv"); };
    QCOMPARE(
        dump(readZipBytes({bytes.data(), static_cast<std::size_t>(bytes.size())}, "z.zip", {}, csvs)),
        QStringLiteral("test/test-reports/training_torchbench.csv=csv\nstored.csv=csv\nstreamed.csv=csv\nempty.csv=0"));
    QCOMPARE(dumpOf({}), QString());  // a zip may be empty
    QCOMPARE(dumpOf({{"a.csv", kCsv}}, {.before = "#!/bin/sh\n"}), QStringLiteral("a.csv=csv"));
  }

  void namesAreUtf8InEveryLocale() {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    std::setlocale(LC_ALL, "C");
    const QString got = dumpOf({{"gr\xC3\xBCn/a.csv", kCsv}, {"bad\xFF.csv", kCsv}, {"b.csv", kCsv}});
    std::setlocale(LC_ALL, before.c_str());
    QCOMPARE(got, QStringLiteral("gr\u00FCn/a.csv=csv\nb.csv=csv\nz.zip!?: The name of member 2 is no UTF-8."));
  }

  void refusesMembers_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* tag, const char* name, const char* flags, const char* text) {
      QTest::newRow(tag) << QString::fromLatin1(name) << QString::fromLatin1(flags) << QString::fromLatin1(text);
    };
    row("up", "../x.csv", "", "z.zip!../x.csv: The name of this member leads out of the zip with \"..\".");
    row("up inside", "a/../../x.csv", "",
        "z.zip!a/../../x.csv: The name of this member leads out of the zip with \"..\".");
    row("absolute", "/etc/x.csv", "", "z.zip!/etc/x.csv: The name of this member is absolute: it begins with \"/\".");
    row("drive", "C:/x.csv", "", "z.zip!C:/x.csv: The name of this member is absolute: it begins with a drive letter.");
    row("control", "a\nb.csv", "", "z.zip!a?b.csv: The name of this member holds a control character.");
    row("link", "link.csv", "link", "z.zip!link.csv: This member is a link or a device, not a file.");
    row("encrypted", "e.csv", "encrypted", "z.zip!e.csv: This member is encrypted.");
    row("crc", "c.csv", "crc", "z.zip!c.csv: This member is damaged: ZIP bad CRC*");
    row("packed oddly", "m.csv", "method",
        "z.zip!m.csv: This member is packed in a way that CI does not use (neither stored nor deflated).");
    row("lies", "l.csv", "lies", "z.zip!l.csv: This member is damaged: ZIP uncompressed data is wrong size*");
    row("streamed lies", "l.csv", "streamed lies", "z.zip!l.csv: This member is damaged: ZIP *");
  }
  void refusesMembers() {
    QFETCH(QString, name);
    QFETCH(QString, flags);
    QFETCH(QString, text);
    ZipEntry bad{name.toStdString(), kCsv};
    bad.isLink = flags == QLatin1String("link");
    bad.encrypted = flags == QLatin1String("encrypted");
    if (flags == QLatin1String("crc")) bad.crc = 1;
    if (flags == QLatin1String("method")) bad.method = std::uint16_t{14};
    if (flags.endsWith(QLatin1String("lies"))) bad.claimedSize = 1'000'000'000U;
    bad.descriptor = flags == QLatin1String("streamed lies");
    const QString got = dumpOf({{"first.csv", kCsv}, bad, {"last.csv", kCsv}});
    text.prepend(QStringLiteral("first.csv=csv\nlast.csv=csv\n"));
    if (text.endsWith(QLatin1Char('*'))) {
      QVERIFY2(got.startsWith(text.chopped(1)), qPrintable(got));
    } else {
      QCOMPARE(got, text);
    }
  }

  void aNameTwiceIsTakenOnce() {
    QCOMPARE(dumpOf({{"a.csv", kCsv}, {"a.csv", "other"}}),
             QStringLiteral("a.csv=csv\nz.zip!a.csv: This name comes twice in the zip; the first one was taken."));
  }

  void bombsStopAtTheLimits() {
    Limits limits;
    limits.entryBytes = 1'000'000;
    QCOMPARE(dumpOf({support::zeroBomb("bomb.csv", 5'000'000), {"a.csv", kCsv}}, {}, limits),
             QStringLiteral("a.csv=csv\nz.zip!bomb.csv: This member unpacks to more than 1 MB."));
    // What it claims to unpack to is not believed either way.
    ZipEntry small = support::zeroBomb("bomb.csv", 5'000'000);
    small.claimedSize = 10;
    QVERIFY(dumpOf({small, {"a.csv", kCsv}}, {}, limits)
                .startsWith(QStringLiteral("a.csv=csv\nz.zip!bomb.csv: This member ")));
    limits.zipFreeBytes = limits.zipBytes;  // so that the ratio is out of the way
    limits.zipBytes = 3'000'000;
    std::vector<ZipEntry> many;
    for (int i = 0; i < 8; ++i) many.push_back(support::zeroBomb("b" + std::to_string(i) + ".csv", 900'000));
    QCOMPARE(dumpOf(many, {}, limits),
             QStringLiteral("error z.zip: The members of this zip unpack to more than 3 MB."));
    limits.zipBytes = 30'000'000;
    limits.zipEntries = 4;
    QCOMPARE(dumpOf(many, {}, limits), QStringLiteral("error z.zip: This zip has more than 4 members."));
  }

  /// A zip below every size may still unpack to far more than a file of its size can be worth.
  void aBombIsKnownByItsRatio() {
    Limits limits;
    limits.zipFreeBytes = 1'000'000;
    limits.zipRatio = 100;
    QCOMPARE(dumpOf({support::zeroBomb("bomb.csv", 5'000'000)}, {}, limits),
             QStringLiteral("error z.zip: The members of this zip unpack to more than 1 MB."));
    limits.zipFreeBytes = 5'000'000;
    QVERIFY(dumpOf({support::zeroBomb("large.csv", 5'000'000)}, {}, limits).startsWith(QStringLiteral("large.csv=")));
  }

  /// With the limits of the program: a few kB are worth 16 MB of text at most, and everything real passes.
  void smallZipsUnpackToLittle() {
    QCOMPARE(dumpOf({support::zeroBomb("bomb.csv", 20'000'000)}),
             QStringLiteral("error z.zip: The members of this zip unpack to more than 17 MB."));
    QVERIFY(dumpOf({support::zeroBomb("large.csv", 16'000'000)}).startsWith(QStringLiteral("large.csv=")));
    const auto lines = [](int count) { return dumpOf({{"lines.csv", std::string(static_cast<std::size_t>(count), '\n')}}); };
    QVERIFY(lines(150'000).startsWith(QStringLiteral("lines.csv=")));
    QCOMPARE(lines(180'000),
             QStringLiteral("error z.zip: The members of this zip unpack to more lines than a zip of this size can be worth."));
  }

  /// Names are seen before a member is selected; those that cannot be unpacked are not among them.
  void namesAreSeenFirst() {
    ZipEntry link{"link.csv", kCsv}, locked{"locked.csv", kCsv};
    link.isLink = true;
    locked.encrypted = true;
    const QByteArray bytes = support::zipOf({{"a.json", "{}"}, {"folder/", {}}, link, locked, {"../up.csv", kCsv}, {"a.csv", kCsv}});
    std::vector<std::string> seen, asked;
    const auto select = [&](std::string_view name) {
      asked.emplace_back(name);
      return seen.size() == 2 && name == "a.csv";
    };
    const auto zip = readZipBytes({bytes.data(), static_cast<std::size_t>(bytes.size())}, "z.zip", {}, select, {},
                                  [&](const std::vector<std::string>& names) { seen = names; });
    QVERIFY(dump(zip).startsWith(QStringLiteral("a.csv=csv\nz.zip!../up.csv: ")));
    QVERIFY((seen == std::vector<std::string>{"a.json", "a.csv"}));
    QCOMPARE(asked.size(), std::size_t(4));
  }

  void aDirectoryWithoutEndIsNotReadToItsEnd() {
    std::vector<ZipEntry> many(40'000, ZipEntry{"d/" + std::string(100, 'n'), {}, false});
    Limits limits;
    limits.zipEntries = 10;
    QCOMPARE(dumpOf(many, {}, limits),
             QStringLiteral("error z.zip: The list of members in this zip is longer than any real one."));
  }

  void manyRefusalsAreCounted() {
    const QString got = dumpOf(std::vector<ZipEntry>(150, ZipEntry{"../x.csv", kCsv}));
    QCOMPARE(got.count(QStringLiteral("leads out")), 100);
    QVERIFY(got.endsWith(QStringLiteral("z.zip: 50 more members of this zip were refused.")));
  }

  void whatIsNoZip_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const QByteArray good = support::zipOf({{"a.csv", kCsv}});
    QTest::newRow("empty") << QByteArray() << QStringLiteral("error z.zip: This zip is empty: it has no byte.");
    QTest::newRow("web page") << QByteArray("\xEF\xBB\xBF \n<!DOCTYPE HTML><title>404</title>")
                              << QStringLiteral("error z.zip: This is a web page, not a zip.");
    QTest::newRow("store's answer") << QByteArray("<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>")
                                    << QStringLiteral(
                                           "error z.zip: This is an error answer of a web server, not a zip.");
    QTest::newRow("text") << QByteArray("name,accuracy\n")
                          << QStringLiteral("error z.zip: This file is no zip, or only a part of one*");
    QTest::newRow("cut") << good.left(good.size() - 30)
                         << QStringLiteral("error z.zip: This file is no zip, or only a part of one*");
    QTest::newRow("no directory") << support::zipOf({{"a.csv", kCsv}}, {.withDirectory = false})
                                  << QStringLiteral("error z.zip: This file is no zip, or only a part of one*");
  }
  void whatIsNoZip() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    const QString got = dump(readZipBytes({bytes.data(), static_cast<std::size_t>(bytes.size())}, "z.zip", {}, all));
    if (text.endsWith(QLatin1Char('*'))) {
      QVERIFY2(got.startsWith(text.chopped(1)), qPrintable(got));
    } else {
      QCOMPARE(got, text);
    }
  }

  void everyCutAndFlipIsHarmless() {
    const QByteArray good =
        support::zipOf({{"a.csv", kCsv}, {"b.csv", kCsv, false}, {"c.csv", kCsv, true, false, false, true}});
    int whole = 0;
    for (qsizetype at = 0; at < good.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        QByteArray bad = good;
        bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ flip);
        const auto zip = readZipBytes({bad.data(), static_cast<std::size_t>(bad.size())}, "z.zip", {}, all);
        if (zip.isValue()) {
          for (const auto& member : zip.value().members) QVERIFY(member.bytes.empty() || member.bytes == kCsv);
          whole += zip.value().members.size() == 3 ? 1 : 0;
        } else {
          QVERIFY(zip.isError() && !zip.error().text.empty() && zip.error().file == "z.zip");
        }
      }
      (void)readZipBytes({good.data(), static_cast<std::size_t>(at)}, "z.zip", {}, all);
    }
    QVERIFY(whole > 0);  // flips of dates and the like change nothing
  }

  void readsFilesAndTheirStamp() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a.zip"));
    QVERIFY(support::writeZip(path, {{"a.csv", kCsv}}));
    const auto zip = readZip(path.toStdString(), {}, all);
    QCOMPARE(dump(zip), QStringLiteral("a.csv=csv"));
    QVERIFY(zip.value().stamp == *files::stampOf(path.toStdString()));
    const auto code = [](const std::string& what) { return readZip(what, {}, all).error().code; };
    QCOMPARE(code(dir.filePath(QStringLiteral("not there")).toStdString()), base::ErrorCode::NotFound);
    QCOMPARE(code(dir.path().toStdString()), base::ErrorCode::NotReadable);
    QCOMPARE(code(std::string("a\0b", 3)), base::ErrorCode::NotFound);
  }

  void aZipReplacedWhileItIsReadIsAnError() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a.zip"));
    const QString other = dir.filePath(QStringLiteral("b.zip"));
    QVERIFY(support::writeZip(path, {{"a.csv", kCsv}, {"b.csv", kCsv}}));
    QVERIFY(support::writeZip(other, {{"a.csv", "new"}}));
    bool replaced = false;
    const auto replacing = [&](std::string_view) {
      if (!std::exchange(replaced, true)) {
        QFile::remove(path);
        QFile::rename(other, path);
      }
      return true;
    };
    const auto zip = readZip(path.toStdString(), {}, replacing);
    QVERIFY(zip.isError());
    QCOMPARE(zip.error().code, base::ErrorCode::Changed);
    QVERIFY(replaced);
    QCOMPARE(dump(readZip(path.toStdString(), {}, replacing)), QStringLiteral("a.csv=3"));
  }

  void stopsWhenAsked() {
    std::stop_source stop;
    const QByteArray bytes = support::zipOf({{"a.csv", kCsv}, support::zeroBomb("b.csv", 5'000'000), {"c.csv", kCsv}});
    const auto stopping = [&](std::string_view name) {
      if (name == "b.csv") stop.request_stop();
      return true;
    };
    QVERIFY(readZipBytes({bytes.data(), static_cast<std::size_t>(bytes.size())}, "z.zip", {}, stopping,
                         base::Progress(stop.get_token()))
                .isCancelled());
  }

  void safeNames_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isSafe");
    QTest::newRow("plain") << QByteArray("a.csv") << true;
    QTest::newRow("folders") << QByteArray("test/test-reports/a b.csv") << true;
    QTest::newRow("dots in names") << QByteArray("..a/b../...c") << true;
    QTest::newRow("here") << QByteArray("./a") << true;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("only up") << QByteArray("..") << false;
    QTest::newRow("up at the end") << QByteArray("a/..") << false;
    QTest::newRow("backslash") << QByteArray("..\\a") << false;
    QTest::newRow("drive") << QByteArray("c:a") << false;
    QTest::newRow("share") << QByteArray("//server/a") << false;
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << false;
    QTest::newRow("not UTF-8") << QByteArray("\xC3(") << false;
    QTest::newRow("long part") << QByteArray(256, 'a') << false;
    QTest::newRow("long") << QByteArray("a/").repeated(2100) << false;
  }
  void safeNames() {
    QFETCH(QByteArray, name);
    QFETCH(bool, isSafe);
    const auto safe = sources::checkMemberName({name.data(), static_cast<std::size_t>(name.size())});
    QCOMPARE(safe.has_value(), isSafe);
    QVERIFY(isSafe || !safe.error().text.empty());
  }
};

QTEST_GUILESS_MAIN(ZipReaderTest)
#include "zip_reader_test.moc"
