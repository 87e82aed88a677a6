// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>

#include <QDateTime>
#include <QFile>
#include <QTest>

#include "core/numerics/readers/mapped_file.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using numerics::MappedFile;

class MappedFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void bytesOutliveTheObject() {
    const support::TestFolder folder;
    const std::string path = folder.write(QStringLiteral("a.pt"), "content").toStdString();
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;
    {
      const auto file = MappedFile::open(path);
      QVERIFY(file.has_value());
      QCOMPARE(file->path(), path);
      QCOMPARE(file->stamp().size, std::uint64_t{7});
      bytes = file->bytes();
      owner = file->owner();
    }
    QCOMPARE(bytes.size(), std::size_t{7});
    QCOMPARE(std::to_integer<char>(bytes[6]), 't');
  }

  static void anEmptyFileHasNoBytes() {
    const support::TestFolder folder;
    const auto file = MappedFile::open(folder.write(QStringLiteral("a"), {}).toStdString());
    QVERIFY(file.has_value());
    QVERIFY(file->bytes().empty() && file->isWhole());
  }

  static void whatIsNoFileIsRefused() {
    const support::TestFolder folder;
    const auto codeOf = [&folder](const QString& name) {
      const auto file = MappedFile::open(folder.path(name).toStdString());
      return file ? base::ErrorCode::Internal : file.error().code;
    };
    QCOMPARE(codeOf(QStringLiteral("nothing")), base::ErrorCode::NotFound);
    QCOMPARE(codeOf(QStringLiteral(".")), base::ErrorCode::NotReadable);
    QCOMPARE(::mkfifo(QFile::encodeName(folder.path(QStringLiteral("pipe"))).constData(), 0600), 0);
    QCOMPARE(codeOf(QStringLiteral("pipe")), base::ErrorCode::NotReadable);
  }

  static void aCutFileIsNotWhole() {
    const support::TestFolder folder;
    const QString path = folder.write(QStringLiteral("a"), QByteArray(10'000, 'x'));
    const auto file = MappedFile::open(path.toStdString());
    QVERIFY(file.has_value() && file->isWhole());
    QVERIFY(QFile::resize(path, 9'999));
    QVERIFY(!file->isWhole());
    QVERIFY(QFile::resize(path, 10'001));
    QVERIFY(!file->isWhole());  // its last byte is another one now
  }

  static void aCutFileReadsAsZeros() {
    const support::TestFolder folder;
    const QString path = folder.write(QStringLiteral("a"), QByteArray(100'000, 'x'));
    const auto file = MappedFile::open(path.toStdString());
    const auto other = MappedFile::open(folder.write(QStringLiteral("b"), QByteArray(100'000, 'y')).toStdString());
    QVERIFY(file.has_value() && other.has_value());
    QVERIFY(QFile::resize(path, 5'000));
    for (const std::size_t at : {99'999, 50'000, 9'000}) QCOMPARE(std::to_integer<int>(file->bytes()[at]), 0);
    QCOMPARE(std::to_integer<char>(file->bytes()[4'999]), 'x');
    QVERIFY(!file->isWhole());
    QVERIFY(other->isWhole());
    QCOMPARE(std::to_integer<char>(other->bytes()[99'999]), 'y');
    // A mapping made where one ended is a new one.
    const auto again = MappedFile::open(path.toStdString());
    QVERIFY(again->isWhole());
    QCOMPARE(again->bytes().size(), std::size_t{5'000});
  }

  static void aFileWrittenToIsNotWhole() {
    const support::TestFolder folder;
    const QString path = folder.write(QStringLiteral("a"), "content");
    const auto file = MappedFile::open(path.toStdString());
    QVERIFY(file.has_value() && file->isWhole());
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadWrite));
    QVERIFY(written.setFileTime(QDateTime::fromSecsSinceEpoch(1), QFileDevice::FileModificationTime));
    QVERIFY(!file->isWhole());
  }

  static void aReplacedFileStaysWhole() {
    const support::TestFolder folder;
    const QString path = folder.write(QStringLiteral("a"), QByteArray(10'000, 'x'));
    const auto file = MappedFile::open(path.toStdString());
    folder.replace(QStringLiteral("a"), "short");
    QVERIFY(file.has_value() && file->isWhole());
    QCOMPARE(std::to_integer<char>(file->bytes()[9'999]), 'x');
    QVERIFY(QFile::remove(path));
    QVERIFY(file->isWhole());
  }
};

QTEST_GUILESS_MAIN(MappedFileTest)
#include "mapped_file_test.moc"
