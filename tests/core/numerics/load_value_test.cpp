// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/numerics/errors/error_statistics.h"
#include "core/numerics/readers/load_value.h"
#include "core/numerics/same/same.h"
#include "tests/support/pickle_maker.h"
#include "tests/support/tensor_bytes.h"
#include "tests/support/test_folder.h"
#include "tests/support/zip_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
namespace p = plumbline::support::pickle;

namespace {

const std::string kNpy =
    support::npyOf("{'descr': '<i2', 'fortran_order': False, 'shape': (2,)}", std::string("\1\0\2\0", 4));
const std::string kTorch = p::archive(p::whole(p::list({p::tensor("ShortStorage", "0", 2, 0, {2}, {1}), "N"})),
                                      {{"0", std::string("\1\2\3\4", 4)}});

QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(text); }

base::Outcome<Loaded> loadBytes(const std::string& content) {
  const support::TestFolder folder;
  return loadValue(folder.write(QStringLiteral("results.bin"), bytes(content)).toStdString());
}

std::string refusalOf(const std::string& content) {
  const auto loaded = loadBytes(content);
  return loaded.isError() ? loaded.error().text + " " + loaded.error().hint : "was read";
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

class LoadValueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void theFirstBytesDecideTheFormat() {
    const auto formatOf = [](const std::string& content) -> std::optional<FileFormat> {
      const auto loaded = loadBytes(content);
      return loaded.isValue() ? std::optional(loaded.value().format) : std::nullopt;
    };
    QVERIFY(formatOf(kNpy) == FileFormat::Npy);
    QVERIFY(formatOf(support::zipOf({{.name = "a.npy", .bytes = kNpy}}).toStdString()) == FileFormat::Npz);
    QVERIFY(formatOf(support::safetensorsOf(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", "xy")) ==
            FileFormat::Safetensors);
    QVERIFY(formatOf(kTorch) == FileFormat::Torch);
  }

  static void unsupportedFormatsHaveAHint() {
    const std::string legacy = std::string("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
    QVERIFY(contains(refusalOf(legacy), "The pickle ends in the middle"));
    QVERIFY(contains(refusalOf(std::string(257, 'a') + "ustar" + std::string(300, '\0')), "tar"));
    QVERIFY(contains(refusalOf(p::whole("N", 4)), "bare pickle"));
    QVERIFY(contains(refusalOf("\x1f\x8b\x08"), "gzip"));
    QVERIFY(contains(refusalOf(""), "empty"));
    QVERIFY(contains(refusalOf("name,accuracy\n"), "no file of tensors"));
    QVERIFY(contains(refusalOf("PK\x03\x04"), "directory"));
    const auto missing = loadValue("/nothing/here.pt");
    QVERIFY(missing.isError());
    QCOMPARE(missing.error().code, base::ErrorCode::NotFound);
  }

  static void countsAndNotes() {
    const auto loaded = loadBytes(kTorch);
    QVERIFY(loaded.isValue());
    QCOMPARE(loaded.value().tensors, std::uint64_t{1});
    QCOMPARE(loaded.value().bytes, std::uint64_t{kTorch.size()});
    QVERIFY(loaded.value().notes.empty());
    const auto big = loadBytes(p::archive(p::whole(p::call(p::global("torch._utils", "_rebuild_tensor_v3"),
                                                 {p::storage(p::global("torch", "UntypedStorage"), "0", 1), p::integer(0),
                                                  p::integers({1}), p::integers({1}), "\x89", p::orderedDict(),
                                                  p::global("torch", "float8_e5m2")})),
                                          {{"0", std::string(8, '\0')}}, {.byteOrder = "big"}));
    QVERIFY(big.isValue());
    QCOMPARE(big.value().notes.size(), std::size_t{2});
    QVERIFY(contains(big.value().notes[0], "big-endian machine: 1 tensor is"));
    QVERIFY(contains(big.value().notes[1], "float8"));
  }

  static void aFolderIsADictByPath() {
    const support::TestFolder folder;
    folder.write(QStringLiteral("b.pt"), bytes(kTorch));
    folder.write(QStringLiteral("a/x.npy"), bytes(kNpy));
    folder.write(QStringLiteral("a/log.txt"), "lines\n");
    folder.write(QStringLiteral(".hidden/y.npy"), bytes(kNpy));
    folder.write(QStringLiteral("empty"), {});
    const auto loaded = loadValue(folder.path().toStdString());
    QVERIFY2(loaded.isValue(), loaded.isError() ? describe(loaded.error()).c_str() : "cancelled");
    QCOMPARE(loaded.value().format, FileFormat::Folder);
    const Value& value = *loaded.value().value;
    QCOMPARE(value.keys.size(), std::size_t{2});
    QCOMPARE(value.keys[0]->text, std::string("a/x.npy"));
    QCOMPARE(value.keys[1]->text, std::string("b.pt"));
    QCOMPARE(loaded.value().tensors, std::uint64_t{2});
    QCOMPARE(loaded.value().bytes, std::uint64_t{kTorch.size() + kNpy.size()});
    QCOMPARE(loaded.value().notes.size(), std::size_t{1});
    QCOMPARE(loaded.value().notes[0], std::string("2 files without tensors were left out: a/log.txt, empty."));
  }

  static void aFolderWithoutTensorsOrWithABrokenFileIsAnError() {
    const support::TestFolder folder;
    const auto none = loadValue(folder.path().toStdString());
    QVERIFY(none.isError());
    QVERIFY(contains(none.error().text, "No file in this folder"));
    folder.write(QStringLiteral("a.npy"), bytes(kNpy));
    folder.write(QStringLiteral("b.pt"), bytes(kTorch.substr(0, 100)));
    const auto broken = loadValue(folder.path().toStdString());
    QVERIFY(broken.isError());
    QCOMPARE(broken.error().file, folder.path(QStringLiteral("b.pt")).toStdString());
  }

  static void canBeStopped() {
    const support::TestFolder folder;
    folder.write(QStringLiteral("a.npy"), bytes(kNpy));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(loadValue(folder.path().toStdString(), base::Progress(stop.get_token())).isCancelled());
  }

  static void aFileTruncatedLaterIsReported() {
    const support::TestFolder folder;
    const QString path = folder.write(QStringLiteral("b.pt"), bytes(kTorch));
    const auto loaded = loadValue(path.toStdString());
    QVERIFY(loaded.isValue());
    const Storage& storage = loaded.value().value->items[0]->tensor.storage;
    QVERIFY(storage.isWhole && storage.isWhole());
    QVERIFY(QFile::resize(path, 10));
    QVERIFY(!storage.isWhole());
  }

  /// Cut before the comparison, and again at its first report: it ends with an error each time.
  static void aFileCutUnderAComparisonIsReported() {
    const support::TestFolder folder;
    const std::string numbers(1 << 20, '\0');
    const std::string npy = support::npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (262144,)}", numbers);
    for (const bool isCutBefore : {true, false})
      for (const Detail detail : {Detail::Verdict, Detail::Margins}) {
        const QString path = folder.write(QStringLiteral("res.npy"), bytes(npy));
        auto ref = loadValue(folder.write(QStringLiteral("ref.npy"), bytes(npy)).toStdString());
        auto res = loadValue(path.toStdString());
        QVERIFY(ref.isValue() && res.isValue());
        if (isCutBefore) QVERIFY(QFile::resize(path, 4096));
        const base::Progress progress({}, [&path](std::uint64_t, std::uint64_t) { (void)QFile::resize(path, 4096); });
        const auto outcome = same({ref.value().value, res.value().value}, {}, detail, progress);
        QVERIFY(outcome.isError());
        QCOMPARE(outcome.error().code, base::ErrorCode::Changed);
        QVERIFY(errorStatistics({&ref.value().value->tensor, &res.value().value->tensor}, {}).isError());
        QCOMPARE(elementText(res.value().value->tensor, 262'143), std::string("0.0"));
      }
  }

  /// numpy scalars are compared without a reader of blocks.
  static void aScalarOfACutFileIsReported() {
    const support::TestFolder folder;
    const std::string scalar =
        p::call(p::global("numpy.core.multiarray", "scalar"),
                {p::call(p::global("numpy", "dtype"), {p::text("i8"), "\x89", "\x88"}), p::codedBytes("12345678")});
    const QString path = folder.write(QStringLiteral("a.pt"), bytes(p::archive(p::whole(p::list({scalar, scalar})))));
    const auto loaded = loadValue(path.toStdString());
    QVERIFY(loaded.isValue());
    const ValuePtr& value = loaded.value().value;
    QVERIFY(same({value, value}, {}).isValue());
    const QString array = folder.write(QStringLiteral("b.npy"), bytes(kNpy));
    auto mapped = loadValue(array.toStdString());
    Value one{.kind = ValueKind::NumpyScalar, .tensor = mapped.value().value->tensor};
    one.tensor.sizes.clear();
    one.tensor.strides.clear();
    const auto number = std::make_shared<const Value>(one);
    QVERIFY(same({number, number}, {}).isValue());
    QVERIFY(QFile::resize(array, 0));
    QVERIFY(same({number, number}, {}).isError());
  }
};

QTEST_GUILESS_MAIN(LoadValueTest)
#include "load_value_test.moc"
