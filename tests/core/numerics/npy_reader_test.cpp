// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QProcess>
#include <QTest>

#include "core/numerics/readers/load_value.h"
#include "core/numerics/readers/mapped_file.h"
#include "tests/support/tensor_bytes.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::numerics;

namespace {

QString sharedFolder() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  return given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given;
}

const std::string kTwoFloats = support::littleEndian(0x3F800000U, 4) + support::littleEndian(0x40000000U, 4);

/// refusal is the text of the error, or what it should not have done.
QString refusal(const std::string& bytes) {
  const auto read = readNpy(support::viewOf(bytes));
  if (read) return QStringLiteral("was read");
  if (read.error().code != base::ErrorCode::BadFormat || read.error().file != "memory" || read.error().hint.empty())
    return QStringLiteral("an error without its words");
  return QString::fromStdString(read.error().text);
}

QString refusedHeader(const char* header) { return refusal(support::npyOf(header, std::string(64, '\0'))); }

base::Result<ValuePtr> readFile(const QString& path) {
  const auto file = MappedFile::open(path.toStdString());
  if (!file) return base::fail(file.error());
  return readNpy({.file = path.toStdString(), .bytes = file->bytes(), .owner = file->owner(), .isWhole = {}});
}

}  // namespace

class NpyReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void readsOneArray() {
    const auto view =
        support::viewOf(support::npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n", kTwoFloats));
    const auto read = readNpy(view);
    QVERIFY(read.has_value());
    QCOMPARE((*read)->kind, ValueKind::Tensor);  // torch.from_numpy, as same() is asked about files
    const Tensor& tensor = (*read)->tensor;
    QCOMPARE(tensor.dtype, Dtype::Float32);
    QCOMPARE(shapeText(tensor.sizes), std::string("2"));
    QCOMPARE(elementText(tensor, 1), std::string("2.0"));
    QVERIFY(tensor.storage.bytes.data() == view.bytes.data() + view.bytes.size() - 8);  // nothing was copied
  }
  static void allVersionsAndAnyOrderOfMembers() {
    for (const char major : {'\1', '\2', '\3'}) {
      const auto read = readNpy(
          support::viewOf(support::npyOf("{\"shape\":(1,2),'descr':'<f4','fortran_order':True}", kTwoFloats, major)));
      QVERIFY(read.has_value());
      QCOMPARE(shapeText((*read)->tensor.sizes), std::string("1 x 2"));
    }
  }
  static void whatPython2Wrote() {
    QVERIFY(readNpy(
        support::viewOf(support::npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2L,)}", kTwoFloats))));
  }
  static void scalarsAndEmptyOnes() {
    const auto scalar =
        readNpy(support::viewOf(support::npyOf("{'descr': '|u1', 'fortran_order': False, 'shape': ()}", "\7")));
    QVERIFY(scalar.has_value());
    QCOMPARE(elementText((*scalar)->tensor, 0), std::string("7"));
    const auto empty =
        readNpy(support::viewOf(support::npyOf("{'descr': '<f8', 'fortran_order': True, 'shape': (3, 0, 2)}", "")));
    QVERIFY(empty.has_value());
    QCOMPARE(elementCount((*empty)->tensor), 0);
  }
  static void bytesBehindTheArrayAreNoneOfOurs() {
    const auto read =
        readNpy(support::viewOf(support::npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", kTwoFloats)));
    QVERIFY(read.has_value());
    QCOMPARE((*read)->tensor.storage.bytes.size(), std::size_t{4});
  }
  static void bigEndianIsSwapped() {
    const auto read = readNpy(support::viewOf(
        support::npyOf("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", std::string("\x40\x00\x00\x00", 4))));
    QVERIFY(read.has_value());
    QVERIFY((*read)->tensor.storage.isSwapped);
    QCOMPARE(elementText((*read)->tensor, 0), std::string("2.0"));
  }
  static void dtypes_data() {
    QTest::addColumn<QString>("descr");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* descr, const char* name) {
      QTest::newRow(descr) << QString::fromLatin1(descr) << QString::fromLatin1(name);
    };
    row("|b1", "bool");
    row("|i1", "int8");
    row("<i2", "int16");
    row("<i4", "int32");
    row(">i8", "int64");
    row("<u2", "uint16");
    row("=u4", "uint32");
    row("u8", "uint64");
    row("<f2", "float16");
    row("<c8", "complex64");
    row("<c16", "complex128");
    row("bfloat16", "bfloat16");
    row("float8_e4m3fn", "float8_e4m3fn");
  }
  static void dtypes() {
    QFETCH(QString, descr);
    QFETCH(QString, name);
    const std::string header = "{'descr': '" + descr.toStdString() + "', 'fortran_order': False, 'shape': (1,)}";
    const auto read = readNpy(support::viewOf(support::npyOf(header, std::string(16, '\0'))));
    QVERIFY(read.has_value());
    QCOMPARE(QString::fromUtf8(shortName((*read)->tensor.dtype)), name);
    support::touchAll(*read);
  }
  static void refusesByName_data() {
    QTest::addColumn<QString>("descr");
    QTest::addColumn<QString>("words");
    QTest::newRow("objects") << "'|O'"
                             << "Python objects";
    QTest::newRow("structured") << "[('a', '<f4'), ('b]', '<i4')]"
                                << "structured dtype";
    QTest::newRow("subarray") << "('<f4', (2,))"
                              << "structured dtype";
    QTest::newRow("bfloat16 as bytes") << "'<V2'"
                                       << "bfloat16";
    QTest::newRow("text") << "'<U3'"
                          << "<U3";
    QTest::newRow("date") << "'<M8[ns]'"
                          << "<M8[ns]";
    QTest::newRow("long double") << "'<f16'"
                                 << "<f16";
    QTest::newRow("torch's word for another") << "'int'"
                                              << "dtype int";
    QTest::newRow("nothing") << "''"
                             << "dtype";
  }
  static void refusesByName() {
    QFETCH(QString, descr);
    QFETCH(QString, words);
    const std::string header = "{'descr': " + descr.toStdString() + ", 'fortran_order': False, 'shape': (1,), }";
    const QString text = refusal(support::npyOf(header, std::string(64, '\0')));
    QVERIFY2(text.contains(words) && text != QStringLiteral("was read"), qPrintable(text));
  }
  static void refusesBadHeaders() {
    QVERIFY(refusedHeader("").contains(QStringLiteral("does not begin with a dict")));
    QVERIFY(refusedHeader("{'descr': '<f4', 'fortran_order': False}").contains(QStringLiteral("lacks descr")));
    QVERIFY(
        refusedHeader("{'descr': '<f4', 'fortran_order': 0, 'shape': ()}").contains(QStringLiteral("neither True")));
    QVERIFY(refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (2)}").contains(QStringLiteral("tuple")));
    QVERIFY(
        refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (2 3)}").contains(QStringLiteral("comma")));
    QVERIFY(
        refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}").contains(QStringLiteral("negative")));
    QVERIFY(
        refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (2.0,)}").contains(QStringLiteral("comma")));
    QVERIFY(refusedHeader("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': ()}")
                .contains(QStringLiteral("too many")));
    QVERIFY(refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1}")
                .contains(QStringLiteral("too many")));
    QVERIFY(refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': ()} + exit()")
                .contains(QStringLiteral("goes on")));
    QVERIFY(refusedHeader("{'descr': __import__('os'), 'fortran_order': False, 'shape': ()}")
                .contains(QStringLiteral("no dtype")));
  }
  static void refusesShapesNoFileHolds() {
    QVERIFY(refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}")
                .contains(QStringLiteral("too large")));
    QVERIFY(refusedHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}")
                .contains(QStringLiteral("too large")));
    QVERIFY(refusedHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904,)}")
                .contains(QStringLiteral("cut off")));
    QVERIFY(
        refusedHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (9,)}").contains(QStringLiteral("cut off")));
    std::string many = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
    for (int i = 0; i < 65; ++i) many += "1,";
    QVERIFY(refusedHeader((many + ")}").c_str()).contains(QStringLiteral("64 axes")));
  }
  static void refusesOtherFiles() {
    QVERIFY(refusal("").contains(QStringLiteral("no .npy")) || refusal("").contains(QStringLiteral("not a .npy")));
    QVERIFY(refusal("PK\3\4").contains(QStringLiteral("not a .npy")));
    QVERIFY(refusal(support::npyOf("{}", "", 4)).contains(QStringLiteral("version 4.0")));
  }
  static void damageIsAnErrorOrAnotherArray() {
    const std::string whole =
        support::npyOf("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }\n", kTwoFloats);
    int refused = 0;
    support::forEachDamage(whole, [&](std::string_view bytes) {
      const auto read = readNpy(support::viewOf(bytes));
      if (read)
        support::touchAll(*read);
      else
        ++refused;
    });
    QVERIFY(refused >= static_cast<int>(whole.size()));  // every prefix at least
  }
  static void realFiles() {
    if (!QDir(sharedFolder()).exists()) QSKIP("The folder ../shared is not there; real arrays are not read.");
    int files = 0;
    for (const QString& folder :
         {sharedFolder() + QStringLiteral("/golden/same/files"), sharedFolder() + QStringLiteral("/data/tensors/npy")})
      for (const QFileInfo& file : QDir(folder).entryInfoList({QStringLiteral("*.npy")})) {
        const auto read = readFile(file.filePath());
        const bool isText = file.fileName() == QStringLiteral("unicode.npy");
        QVERIFY2(read.has_value() != isText, qPrintable(file.filePath()));
        if (isText) continue;
        support::touchAll(*read);
        ++files;
      }
    QVERIFY2(files > 100, qPrintable(QString::number(files)));
  }
  static void numpysOwn() {
    const support::TestFolder folder;
    QProcess python;
    python.setWorkingDirectory(folder.path());
    python.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), QStringLiteral(R"(
import numpy as n
a = n.arange(6, dtype='f4').reshape(2, 3)
n.save('c.npy', a); n.save('f.npy', n.asfortranarray(a)); n.save('big.npy', a.astype('>f8')); n.save('t.npy', a.T[::2])
n.lib.format.write_array(open('v2.npy', 'wb'), a, (2, 0)); n.lib.format.write_array(open('v3.npy', 'wb'), a, (3, 0))
)")});
    if (!python.waitForStarted() || !python.waitForFinished() || python.exitCode() != 0)
      QSKIP("There is no numpy here.");
    for (const char* name : {"c.npy", "f.npy", "big.npy", "v2.npy", "v3.npy"}) {
      const auto read = readFile(folder.path(QString::fromLatin1(name)));
      QVERIFY2(read.has_value(), name);
      QCOMPARE(shapeText((*read)->tensor.sizes), std::string("2 x 3"));
      for (int i = 0; i < 6; ++i) QCOMPARE(elementAt((*read)->tensor, i), static_cast<double>(i));
    }
    const auto turned = readFile(folder.path(QStringLiteral("t.npy")));
    QVERIFY(turned.has_value());
    QCOMPARE(elementAt((*turned)->tensor, 3), 5.0);
  }
};

QTEST_GUILESS_MAIN(NpyReaderTest)
#include "npy_reader_test.moc"
