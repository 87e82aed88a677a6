// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTest>
#include <algorithm>

#include "core/numerics/readers/load_value.h"
#include "core/numerics/readers/mapped_file.h"
#include "tests/support/tensor_bytes.h"

using namespace plumbline;
using namespace plumbline::numerics;

namespace {

QString sharedFolder() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  return given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given;
}

base::Result<ValuePtr> readJson(std::string_view json, std::size_t dataBytes) {
  return readSafetensors(support::viewOf(support::safetensorsOf(json, std::string(dataBytes, '\0'))));
}

QString refusal(const base::Result<ValuePtr>& read) {
  if (read) return QStringLiteral("was read");
  if (read.error().file.empty() || read.error().hint.empty()) return QStringLiteral("an error without its words");
  return QString::fromStdString(read.error().text);
}

/// quoted is JSON with ' for the quotation marks (moc loses its way in raw strings full of them).
std::string quoted(std::string_view text) {
  std::string json(text);
  std::ranges::replace(json, '\'', '"');
  return json;
}

/// oneTensor with members of its own.
std::string oneTensor(std::string_view members) { return quoted("{'w':{") + std::string(members) + "}}"; }

}  // namespace

class SafetensorsReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void readsADictInItsOrder() {
    const std::string json = quoted(
        "{'__metadata__':{'format':'pt'},'b':{'dtype':'I16','shape':[2],'data_offsets':[4,8]},"
        "'a':{'data_offsets':[0,4],'shape':[],'dtype':'F32'}}   ");
    const auto view = support::viewOf(support::safetensorsOf(json, std::string("\0\0\x80\x3F\1\0\2\0", 8)));
    const auto read = readSafetensors(view);
    QVERIFY2(read.has_value(), qPrintable(refusal(read)));
    const Value& value = **read;
    QCOMPARE(value.items.size(), std::size_t{2});
    QCOMPARE(value.keys[0]->text, std::string("b"));
    QCOMPARE(elementText(value.items[0]->tensor, 1), std::string("2"));
    QCOMPARE(elementText(value.items[1]->tensor, 0), std::string("1.0"));
    QVERIFY(value.items[1]->tensor.storage.bytes.data() == view.bytes.data() + view.bytes.size() - 8);  // not copied
  }
  static void everyDtype_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("bytes");
    const auto row = [](const char* word, const char* name, int bytes) {
      QTest::newRow(word) << QString::fromLatin1(word) << QString::fromLatin1(name) << bytes;
    };
    row("BOOL", "bool", 1);
    row("U8", "uint8", 1);
    row("I8", "int8", 1);
    row("I16", "int16", 2);
    row("I32", "int32", 4);
    row("I64", "int64", 8);
    row("U16", "uint16", 2);
    row("U32", "uint32", 4);
    row("U64", "uint64", 8);
    row("F16", "float16", 2);
    row("BF16", "bfloat16", 2);
    row("F32", "float32", 4);
    row("F64", "float64", 8);
    row("C64", "complex64", 8);
    row("F8_E4M3", "float8_e4m3fn", 1);
    row("F8_E5M2", "float8_e5m2", 1);
  }
  static void everyDtype() {
    QFETCH(QString, word);
    QFETCH(QString, name);
    QFETCH(int, bytes);
    const std::string members = quoted("'dtype':'") + word.toStdString() + quoted("','shape':[1],'data_offsets':[0,") +
                                std::to_string(bytes) + "]";
    const auto read = readJson(oneTensor(members), static_cast<std::size_t>(bytes));
    QVERIFY2(read.has_value(), qPrintable(refusal(read)));
    QCOMPARE(QString::fromUtf8(shortName((*read)->items[0]->tensor.dtype)), name);
    support::touchAll(*read);
  }
  static void emptyOnes() {
    QVERIFY(readJson("{}", 0).has_value());
    QVERIFY(readJson(quoted("{'__metadata__':null}"), 0).has_value());
    const auto read = readJson(quoted("{'e':{'dtype':'F32','shape':[0,5],'data_offsets':[0,0]},'f':{'dtype':'U8','"
                                      "shape':[1],'data_offsets':[0,1]},"
                                      "'g':{'dtype':'F32','shape':[0],'data_offsets':[1,1]}}"),
                               1);
    QVERIFY2(read.has_value(), qPrintable(refusal(read)));
  }
  static void refusesBadHeaders_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& json, const char* words) {
      QTest::newRow(name) << QString::fromStdString(json) << QString::fromLatin1(words);
    };
    const std::string good = quoted("'dtype':'U8','shape':[4],'data_offsets':[0,4]");
    row("no JSON", "{nonsense", "no JSON");
    row("nothing", "", "no JSON");
    row("garbage behind", oneTensor(good) + "x", "no JSON");
    row("a list", "[]", "list");
    row("a number", "7", "number");
    row("metadata of numbers", quoted("{'__metadata__':{'a':1}}"), "number");
    row("metadata that nests", quoted("{'__metadata__':{'a':{}}}"), "nested");
    row("nesting", oneTensor(quoted("'dtype':{'a':1}")), "nested");
    row("deep nesting", std::string(200000, '['), "list");
    row("unknown member", oneTensor(good + quoted(",'x':1")), "unknown or repeated");
    row("member twice", oneTensor(good + quoted(",'dtype':'U8'")), "unknown or repeated");
    row("no dtype", oneTensor(quoted("'shape':[4],'data_offsets':[0,4]")), "lacks");
    row("no shape", oneTensor(quoted("'dtype':'U8','data_offsets':[0,4]")), "lacks");
    row("unknown dtype", oneTensor(quoted("'dtype':'F4','shape':[4],'data_offsets':[0,4]")), "F4");
    row("negative size", oneTensor(quoted("'dtype':'U8','shape':[-4],'data_offsets':[0,4]")), "negative");
    row("broken size", oneTensor(quoted("'dtype':'U8','shape':[4.5],'data_offsets':[0,4]")), "whole");
    row("size too large", oneTensor(quoted("'dtype':'U8','shape':[18446744073709551615],'data_offsets':[0,4]")),
        "too large");
    row("product too large", oneTensor(quoted("'dtype':'U8','shape':[4294967296,4294967296],'data_offsets':[0,4]")),
        "too large");
    row("bytes too many", oneTensor(quoted("'dtype':'F64','shape':[4611686018427387904],'data_offsets':[0,4]")),
        "too large");
    row("one offset", oneTensor(quoted("'dtype':'U8','shape':[4],'data_offsets':[4]")), "two data_offsets");
    row("three offsets", oneTensor(quoted("'dtype':'U8','shape':[4],'data_offsets':[0,2,4]")), "two data_offsets");
    row("backwards", oneTensor(quoted("'dtype':'U8','shape':[4],'data_offsets':[0,-4]")), "negative");
    row("outside", oneTensor(quoted("'dtype':'U8','shape':[5],'data_offsets':[0,5]")), "ends at byte 5");
    row("too short", oneTensor(quoted("'dtype':'U8','shape':[3],'data_offsets':[0,3]")), "ends at byte 3");
    row("other length", oneTensor(quoted("'dtype':'U8','shape':[3],'data_offsets':[0,4]")), "asks for 3");
    row("hole in front", oneTensor(quoted("'dtype':'U8','shape':[3],'data_offsets':[1,4]")), "hole");
    row("overlap",
        quoted("{'a':{'dtype':'U8','shape':[3],'data_offsets':[0,3]},'b':{'dtype':'U8','shape':[2],'data_offsets':[2,4]"
               "}}"),
        "inside");
    row("twice",
        quoted("{'a':{'dtype':'U8','shape':[2],'data_offsets':[0,2]},'a':{'dtype':'U8','shape':[2],'data_offsets':[2,4]"
               "}}"),
        "called \"a\"");
    row("wraps", quoted("{'a':{'dtype':'U8','shape':[0],'data_offsets':[0,18446744073709551615]}}"), "ends at byte");
  }
  static void refusesBadHeaders() {
    QFETCH(QString, json);
    QFETCH(QString, words);
    const QString text = refusal(readJson(json.toStdString(), 4));
    QVERIFY2(text.contains(words), qPrintable(text));
  }
  static void refusesBadLengths() {
    QVERIFY(refusal(readSafetensors(support::viewOf(""))).contains(QStringLiteral("cut off")));
    QVERIFY(refusal(readSafetensors(support::viewOf(support::littleEndian(3, 8) + "{}")))
                .contains(QStringLiteral("cut off")));
    const auto huge = readSafetensors(support::viewOf(support::littleEndian(100000001, 8) + "{}"));
    QVERIFY(!huge);
    QCOMPARE(huge.error().code, base::ErrorCode::TooLarge);
    QVERIFY(!readSafetensors(support::viewOf(std::string(16, '\xff'))));
  }
  static void manyAxesAreRefusedBeforeTheyAreKept() {
    std::string shape;
    for (int i = 0; i < 100000; ++i) shape += i == 0 ? "1" : ",1";
    QVERIFY(refusal(readJson(oneTensor(quoted("'dtype':'U8','shape':[") + shape + quoted("],'data_offsets':[0,1]")), 1))
                .contains(QStringLiteral("64 axes")));
  }
  static void damageIsAnErrorOrAnotherFile() {
    const std::string whole = support::safetensorsOf(quoted("{'a':{'dtype':'F16','shape':[1,2],'data_offsets':[0,4]},'"
                                                            "b':{'dtype':'U8','shape':[],'data_offsets':[4,5]}}"),
                                                     "12345");
    int refused = 0;
    support::forEachDamage(whole, [&](std::string_view bytes) {
      const auto read = readSafetensors(support::viewOf(bytes));
      if (read)
        support::touchAll(*read);
      else
        ++refused;
    });
    QVERIFY(refused >= static_cast<int>(whole.size()));  // every prefix at least
  }
  static void tenThousandTensorsAreListed() {
    std::string json = "{";
    for (int i = 0; i < 10000; ++i)
      json += (i == 0 ? "\"" : ",\"") + std::string("layers.") + std::to_string(i) +
              quoted(".weight':{'dtype':'U8','shape':[1],'data_offsets':[") + std::to_string(i) + ',' +
              std::to_string(i + 1) + "]}";
    const auto view = support::viewOf(support::safetensorsOf(json + '}', std::string(10000, '\1')));
    const auto read = readSafetensors(view);  // bench_readers has the figure
    QVERIFY(read && (*read)->items.size() == 10000);
  }
  static void realFiles() {
    if (!QDir(sharedFolder()).exists()) QSKIP("The folder ../shared is not there; real files are not read.");
    int files = 0;
    for (const QString& folder : {sharedFolder() + QStringLiteral("/golden/same/files"),
                                  sharedFolder() + QStringLiteral("/data/tensors/safetensors")})
      for (const QFileInfo& file : QDir(folder).entryInfoList({QStringLiteral("*.safetensors")})) {
        const auto mapped = MappedFile::open(file.filePath().toStdString());
        QVERIFY(mapped.has_value());
        const auto read = readSafetensors(
            {.file = file.filePath().toStdString(), .bytes = mapped->bytes(), .owner = mapped->owner(), .isWhole = {}});
        QVERIFY2(read.has_value(), qPrintable(refusal(read)));
        support::touchAll(*read);
        ++files;
      }
    QVERIFY2(files > 50, qPrintable(QString::number(files)));
  }
};

QTEST_GUILESS_MAIN(SafetensorsReaderTest)
#include "safetensors_reader_test.moc"
