// SPDX-License-Identifier: GPL-3.0-or-later
// Files made to do harm: each is an error with its reason, and none needs more memory than it has bytes.
#include <QTest>
#include <string>
#include <string_view>

#include "core/numerics/readers/load_value.h"
#include "core/numerics/readers/zip_entries.h"
#include "core/numerics/same/same.h"
#include "tests/support/memory_use.h"
#include "tests/support/pickle_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
namespace p = plumbline::support::pickle;

namespace {

const std::string kSixteen(16, '\1');

/// Words of an error, or of there being none.
struct Words {
  std::string text;
  bool contains(std::string_view part) const { return text.find(part) != std::string::npos; }
};

Words refusal(const base::Outcome<ValuePtr>& read) {
  return {read.isError() ? read.error().text : read.isValue() ? "was read" : "was stopped"};
}

Words refusalOf(const std::string& body) {
  return refusal(p::read(p::archive(p::whole(body, 5), {{"0", kSixteen}})));
}

std::string repeated(std::string_view part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

struct Hostile {
  const char* name;
  std::string body;
  const char* why;
};

Words zipRefusal(const std::vector<support::ZipEntry>& entries, const support::ZipWords& words = {}) {
  return refusal(p::read(support::zipOf(entries, words).toStdString()));
}

const std::string kNone = p::whole("N");

}  // namespace

class HostilePickleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void isRefusedByName_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("why");
    const std::string size = p::global("torch", "Size");
    const std::string v2 = p::global("torch._utils", "_rebuild_tensor_v2");
    const std::string floats = p::global("torch", "FloatStorage");
    const std::vector<Hostile> all{
        {"os.system", p::call(p::global("os", "system"), {p::text("touch /tmp/x")}),
         "asks for os.system, which no tensor"},
        {"posix.system by protocol 4", "\x8c\x05posix\x8c\x06system\x93" + p::tuple({p::text("id")}) + "R",
         "asks for posix.system"},
        {"eval", p::call(p::global("builtins", "eval"), {p::text("1")}), "asks for builtins.eval"},
        {"getattr in old words", p::global("__builtin__", "getattr"), "asks for builtins.getattr"},
        {"a second pickle", p::global("torch.storage", "_load_from_bytes"), "a second pickle inside"},
        {"a class of results", p::global("transformers.modeling_outputs", "CausalLMOutput"),
         "a class or a part of a tensor"},
        {"another class of transformers", p::global("transformers.trainer", "Trainer"),
         "asks for transformers.trainer.Trainer"},
        {"a name of two parts", p::global("torch", "torch.float32"), "asks for torch.torch.float32"},
        {"control characters in a name", p::global("o\x1b[2Js", "x"), "asks for o?[2Js.x"},
        {"INST", "(ios\nsystem\n", "opcode 105"},
        {"an extension", "\x82\x01", "opcode 130"},
        {"nested", p::global("torch._utils", "_rebuild_nested_tensor"), "a class or a part of a tensor"},
        {"a nested tensor of nothing", p::call(p::global("torch._utils", "_rebuild_nested_tensor"), {"N", "N", "N", "N"}), "arguments it does not take"},
        {"a quantized tensor of plain numbers",
         p::call(p::global("torch._utils", "_rebuild_qtensor"), {p::storage(floats, "0", 4), p::integer(0), p::integers({4}), p::integers({1}), "N", "\x89", "N"}),
         "arguments it does not take"},
        {"a meta tensor without sizes", p::call(p::global("torch._utils", "_rebuild_meta_tensor_no_storage"), {p::global("torch", "float32"), "N", "N", "\x89"}),
         "arguments it does not take"},
        {"a sparse matrix of nothing", p::call(p::global("torch._utils", "_rebuild_sparse_tensor"), {p::text("torch.sparse_csr"), p::tuple({"N", "N", "N", "N"})}),
         "arguments it does not take"},
        {"a tensor of a class of its own", p::call(p::global("torch._utils", "_rebuild_wrapper_subclass"), {p::global("torch.distributed.tensor", "DTensor")}),
         "a tensor of the class torch.distributed.tensor.DTensor"},
        {"the same by its type",
         p::call(p::global("torch._tensor", "_rebuild_from_type_v2"),
                 {p::global("torch._utils", "_rebuild_wrapper_subclass"), p::global("torch.distributed.tensor", "DTensor"), ")", "}"}),
         "a tensor of the class torch.distributed.tensor.DTensor"},
        {"a class is called", p::call(p::global("mine", "Result"), {p::integer(1)}), "asks for mine.Result"},
        {"an empty object", p::list({p::global("mine", "Results") + ")\x81"}), "an empty object of mine.Results, which may be a list"},
        {"an object of arguments with attributes", p::global("mine", "Result") + p::tuple({p::integer(1)}) + "\x81" + p::dict({p::text("a"), p::integer(1)}) + "b",
         "makes an object of mine.Result from arguments"},
        {"a class of a module of Python", p::global("subprocess", "Popen") + p::tuple({p::text("id")}) + "\x81", "asks for subprocess.Popen"},
        {"an object of a function", p::global("mine", "make") + ")\x81", "asks for mine.make"},
        {"a state that is none", p::global("mine", "Result") + ")\x81" + p::text("x") + "b", "a state that is no dict"},
        {"a device of 100 letters",
         p::call(v2, {p::tuple({p::text("storage"), floats, p::text("0"), p::text(std::string(100, 'x')), p::integer(4)}) + "Q", p::integer(0),
                      p::integers({4}), p::integers({1}), "\x89", p::orderedDict()}),
         "in a form torch does not write"},
        {"a class as a value", size, "a class or a part of a tensor"},
        {"a bare storage", p::storage(floats, "0", 4), "a class or a part of a tensor"},
        {"a call of no function", p::list({}) + ")R", "something that is no function"},
        {"a call of a class", floats + ")R", "no function of ours"},
        {"a call without a tuple", size + "]R", "without a tuple"},
        // Sizes.
        {"text of 2^60 bytes", std::string("\x8d\0\0\0\0\0\0\0\x10", 9), "ends in the middle"},
        {"bytes of 2^63 bytes", std::string("\x8e\0\0\0\0\0\0\0\x80", 9), "ends in the middle"},
        {"a byte array of 2^64 - 1", std::string("\x96") + std::string(8, '\xff'), "ends in the middle"},
        {"a frame of 2^60", std::string("\x95\0\0\0\0\0\0\0\x10", 9), "ends in the middle"},
        {"an integer of 2^31 bytes", std::string("\x8b\0\0\0\x80", 5), "ends in the middle"},
        {"an integer of 2000 bytes", std::string("\x8b\xd0\x07\0\0", 5) + std::string(2000, '\1'), "of 2000 bytes"},
        {"memo of 2^31", "Nj" + std::string("\0\0\0\x80", 4), "has not kept (2147483648)"},
        // The stack.
        {"an empty stack", "0", "more from its stack"},
        {"below a mark", "N(\x85", "more from its stack"},
        {"no mark", "Nt", "more from its stack"},
        {"append below a mark", "](Na", "more from its stack"},
        {"append to nothing", "(Ne", "more from its stack"},
        {"two objects", "NN", "ends with 2 objects"},
        {"a mark too many", "(", "ends with 0 objects"},
        {"append to a dict", "}Na", "takes none of their kind"},
        {"append to a tuple", ")Na", "takes none of their kind"},
        {"add to a frozenset", "(\x91(N\x90", "takes none of their kind"},
        {"half a member", "}(Nu", "a key without a value"},
        {"half a member at once", "(Nd", "a key without a value"},
        {"text that is none", "U\x01\xff", "not UTF-8"},
        {"number that is none", "Ix\n", "a number that is none"},
        {"protocol 6", std::string("\x80\x06", 2) + "N", "protocol 6"},
        // What holds itself, and what is too much.
        {"a list in itself", std::string("]q\0h\0a", 6), "contains itself"},
        {"a dict in itself", std::string("}q\0K\1h\0s", 8), "contains itself"},
        {"itself by a tuple",
         std::string("]q\0h\0\x85"
                     "a",
                     7),
         "contains itself"},
        {"too deep", repeated("]", 201) + repeated("a", 200), "more than 200 deep"},
        {"too deep by sharing", repeated("]", 150) + repeated("a", 149) + "q\1" + repeated("\x85", 100),
         "more than 200 deep"},
        {"doubled 40 times", "]" + repeated("q\1h\1\x86", 40), "values when shared ones are counted"},
        {"a text shared often", p::text(std::string(100'000, 'x')) + repeated("q\1h\1\x86", 16), "values when shared"},
        {"a list as a key", "}]Ns", "Python could not have made"},
        {"a tensor as a key", "}" + p::tensor("FloatStorage", "0", 4, 0, {4}, {1}) + "Ns",
         "Python could not have made"},
        {"a key twice", p::dict({p::text("a"), "N", p::text("a"), "N"}), "with the key 'a' twice"},
        // Tensors outside of their storage.
        {"one too many", p::tensor("FloatStorage", "0", 4, 0, {5}, {1}), "reaches beyond its storage data/0"},
        {"offset", p::tensor("FloatStorage", "0", 4, 4, {1}, {1}), "reaches beyond"},
        {"offset of a scalar", p::tensor("FloatStorage", "0", 4, 4, {}, {}), "reaches beyond"},
        {"stride", p::tensor("FloatStorage", "0", 4, 0, {2}, {4}), "reaches beyond"},
        {"negative offset", p::tensor("FloatStorage", "0", 4, -1, {1}, {1}), "that no tensor has"},
        {"negative stride", p::tensor("FloatStorage", "0", 4, 3, {2}, {-1}), "that no tensor has"},
        {"negative size", p::tensor("FloatStorage", "0", 4, 0, {-1}, {1}), "that no tensor has"},
        {"sizes without strides", p::tensor("FloatStorage", "0", 4, 0, {2, 2}, {1}), "that no tensor has"},
        {"2^32 x 2^32", p::tensor("FloatStorage", "0", 4, 0, {std::int64_t{1} << 32, std::int64_t{1} << 32}, {0, 0}),
         "more elements than can be counted"},
        {"2^62 beyond 2^62", p::tensor("FloatStorage", "0", 4, 1, {2, 2}, {INT64_MAX, INT64_MAX}), "reaches beyond"},
        {"storage too short", p::tensor("FloatStorage", "0", 5, 0, {1}, {1}),
         "holds 16 bytes, where the pickle says 5"},
        {"storage of 2^62", p::tensor("DoubleStorage", "0", std::int64_t{1} << 62, 0, {1}, {1}), "holds 16 bytes"},
        {"storage of -1", p::tensor("FloatStorage", "0", -1, 0, {1}, {1}), "holds 16 bytes"},
        {"storage that is not there", p::tensor("FloatStorage", "../version", 1, 0, {1}, {1}), "is not in the archive"},
        {"untyped storage without dtype",
         p::call(v2, {p::storage(p::global("torch", "UntypedStorage"), "0", 16), p::integer(0), p::integers({1}),
                      p::integers({1}), "\x89", p::orderedDict()}),
         "without a dtype"},
        {"sizes of texts",
         p::call(v2, {p::storage(floats, "0", 4), p::integer(0), p::tuple({p::text("4")}), p::integers({1}), "\x89",
                      p::orderedDict()}),
         "with arguments it does not take"},
        {"a conjugated real one",
         p::call(v2, {p::storage(floats, "0", 4), p::integer(0), p::integers({4}), p::integers({1}), "\x89",
                      p::orderedDict(), p::dict({p::text("conj"), "\x88"})}),
         "with arguments it does not take"},
        {"something else outside", p::tuple({p::text("module"), "N", "N", "N", "N"}) + "Q", "that is no storage"},
        {"a state for a list", "]}b", "gives a state"},
        {"numpy of objects", p::call(p::global("numpy", "dtype"), {p::text("O8"), "\x89", "\x88"}), "of dtype 'O8'"},
    };
    for (const Hostile& each : all)
      QTest::newRow(each.name) << QByteArray::fromStdString(each.body) << QString::fromUtf8(each.why);
  }
  static void isRefusedByName() {
    QFETCH(QByteArray, body);
    QFETCH(QString, why);
    const long before = support::peakKilobytes();
    const QString found = QString::fromStdString(refusalOf(body.toStdString()).text);
    QVERIFY2(found.contains(why), qPrintable(found));
    QVERIFY(found.endsWith(QLatin1Char('.')));
    QVERIFY2(support::peakGrewBelow(32'000, before), "memory went up");
  }

  static void whatIsCopiedIsCounted() {
    // A list of 100,000 made a set a thousand times over: 400 bytes of pickle for each 400,000 of memory.
    const std::string many = "](" + repeated("K\1", 100'000) + "eq\1";
    const std::string copies = repeated(p::global("builtins", "set") + "h\1\x85R0", 1000);
    const long before = support::peakKilobytes();
    QVERIFY(refusalOf(many + copies).contains("more objects than a file of its size"));
    QVERIFY(support::peakGrewBelow(200'000, before));
    // The same text made bytes again and again is made once.
    const std::string text = p::text(std::string(1'000'000, 'x')) + "q\1" + p::text("latin1") + "q\2";
    const std::string coded = repeated(p::global("_codecs", "encode") + "h\1h\2\x86R0", 1000);
    const long middle = support::peakKilobytes();
    QVERIFY(refusalOf(text + "00" + coded + "N").contains("was read"));
    QVERIFY(support::peakGrewBelow(100'000, middle));
  }

  static void smallFilesTakeLittle_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const std::string& body, const char* why) {
      QTest::newRow(name) << QByteArray::fromStdString(body) << QString::fromUtf8(why);
    };
    const char* const objects = "more objects than a file of its size";
    row("lists", "](" + repeated("]", 900'000) + "e", objects);
    row("dicts in tuples", "(" + repeated("}\x85", 400'000) + "t", objects);
    row("sets one by one", repeated("\x8f" "0", 450'000) + "N", objects);
    row("one list copied", "](" + repeated("N", 100'000) + "eq\1" +
                               repeated(p::global("collections", "deque") + "h\1\x85R0", 10'000) + "N", objects);
    const std::string tensor = p::tensor("FloatStorage", "0", 4, 0, {1 << 20}, {0});
    row("one number repeated", "](" + tensor + "q\1" + repeated("h\1", 200) + "e", "repeat the numbers of the file");
    const char* const values = "more than 131072 values";
    row("numbers", "](" + repeated("M\1\1", 300'000) + "e", values);
    row("None", "](" + repeated("N", 900'000) + "e", values);
    row("shared numbers", "](" + repeated("K\1", 450'000) + "e", values);
    row("empty tuples", "](" + repeated(")", 900'000) + "e", values);
    row("one value too many", "](" + repeated("N", 131'072) + "e", values);
    row("one small tensor often", "](" + p::tensor("FloatStorage", "0", 4, 0, {1}, {1}) + "q\1" +
                                      repeated("h\1", 8'192) + "e", values);
    row("expanded to 240 MB", p::tensor("FloatStorage", "0", 4, 0, {60, 1000, 1000}, {0, 0, 0}),
        "repeat the numbers of the file to more than 4194304 elements");
    row("expanded to 8000 x 8000", p::tensor("FloatStorage", "0", 4, 0, {8000, 8000}, {0, 0}),
        "repeat the numbers of the file");
    row("one tensor without end", p::tensor("FloatStorage", "0", 4, 0, {std::int64_t{1} << 40}, {0}),
        "repeat the numbers of the file");
  }
  /// A file under 1 MB takes at most 64 MB, whatever its pickle holds.
  static void smallFilesTakeLittle() {
    QFETCH(QByteArray, body);
    QFETCH(QString, why);
    const std::string zip = p::archive(p::whole(body.toStdString(), 5), {{"0", kSixteen}});
    QVERIFY(zip.size() < 1'000'000);
    const long before = support::peakKilobytes();
    const QString found = QString::fromStdString(refusal(p::read(zip)).text);
    QVERIFY2(found.contains(why), qPrintable(found));
    QVERIFY2(support::peakGrewBelow(64'000, before), "memory went up");
  }
  static void realListsAreStillRead() {
    std::string body = "](";
    for (int i = 0; i < 100'000; ++i) body += std::string("G\x3f\xf0\0\0\0\0", 7) + support::littleEndian(i & 0x7fff, 2);
    const auto read = p::read(p::archive(p::whole(body + "e")));
    QVERIFY(read.isValue());
    QCOMPARE(read.value()->items.size(), std::size_t{100'000});
    // An attention mask, expanded over heads and batch.
    QVERIFY(p::read(p::archive(p::whole(p::tensor("FloatStorage", "0", 4, 0, {64, 64, 2, 2}, {0, 0, 2, 1})),
                               {{"0", kSixteen}})).isValue());
  }

  /// The largest list that is read keeps a bounded number of rows.
  static void comparisonsOfSmallFilesKeepLittle() {
    const std::string body = "](" + repeated("K\1", 131'071) + "e";
    const auto read = p::read(p::archive(p::whole(body)));
    QVERIFY(read.isValue());
    QCOMPARE(read.value()->items.size(), std::size_t{131'071});
    const long before = support::peakKilobytes();
    const auto result = same({read.value(), read.value()}, {}, Detail::Margins);
    QVERIFY(result.isValue());
    QCOMPARE(result.value().answer, Answer::Same);
    QCOMPARE(result.value().decisions.size(), kMaxDecisions);
    QCOMPARE(result.value().omitted, 131'071 - kMaxDecisions);
    QVERIFY2(support::peakGrewBelow(64'000, before), "memory went up");
    // As many elements as one number may be repeated to.
    QVERIFY(p::read(p::archive(p::whole(p::tensor("FloatStorage", "0", 4, 0, {2048, 2048}, {0, 0})),
                               {{"0", kSixteen}})).isValue());
  }

  static void aPackedPickleIsRefused() {
    QVERIFY(zipRefusal({{.name = "a/data.pkl", .bytes = kNone, .deflated = true}}).contains("is compressed"));
  }

  static void zipsThatNoTorchWrites() {
    const support::ZipEntry pickle{.name = "a/data.pkl", .bytes = kNone, .deflated = false};
    QVERIFY(zipRefusal({pickle}).contains("was read"));
    QVERIFY(zipRefusal({}).contains("no archive of torch.save"));
    QVERIFY(zipRefusal({{.name = "data.pkl", .bytes = kNone}}).contains("no archive of torch.save"));
    QVERIFY(zipRefusal({pickle, pickle}).contains("'a/data.pkl' is there twice"));
    QVERIFY(zipRefusal({pickle, {.name = "b/data.pkl", .bytes = kNone}}).contains("two pickles"));
    QVERIFY(zipRefusal({pickle, {.name = "a/../../x", .bytes = "1"}}).contains("leads out of it"));
    QVERIFY(zipRefusal({pickle, {.name = "/etc/x", .bytes = "1"}}).contains("leads out of it"));
    QVERIFY(zipRefusal({pickle, {.name = "a/link", .bytes = "/etc", .isLink = true}}).contains("no plain file"));
    QVERIFY(zipRefusal({{.name = "a/data.pkl", .bytes = kNone, .encrypted = true}}).contains("is encrypted"));
    QVERIFY(zipRefusal({{.name = "a/data.pkl", .bytes = kNone, .method = 12}}).contains("other than deflate"));
    QVERIFY(zipRefusal({{.name = "a/data.pkl", .bytes = kNone, .deflated = false, .claimedSize = 1U << 30U}})
                .contains("two sizes"));
    QVERIFY(zipRefusal({{.name = "a/data.pkl", .bytes = kNone, .claimedSize = 1000}}).contains("a/data.pkl"));
    QVERIFY(zipRefusal({pickle}, {.withDirectory = false}).contains("no directory"));
    QVERIFY(zipRefusal({pickle}, {.directoryAt = 3}).contains("not where it should be"));
    QVERIFY(zipRefusal({pickle, {.name = "a/code/m.py", .bytes = "1"}}).contains("TorchScript"));
    QVERIFY(zipRefusal({pickle, {.name = "a/constants.pkl", .bytes = kNone}}).contains("TorchScript"));
    QVERIFY(zipRefusal({pickle, {.name = "a/byteorder", .bytes = "middle"}}).contains("neither 'little' nor 'big'"));
  }

  static void bombsDoNotGoOff() {
    support::ZipEntry promise = support::zeroBomb("archive/data/0", 1000);
    promise.claimedSize = 4'000'000'000;
    const long before = support::peakKilobytes();
    QVERIFY(refusal(p::read(p::archive(kNone, {}, {.more = {promise}}))).contains("would unpack to more than"));
    promise.claimedSize = 53'000'000;
    QVERIFY(refusal(p::read(p::archive(kNone, {}, {.more = {promise}}))).contains("would unpack to more than"));
    promise.claimedSize = 50'000'000;
    QVERIFY(refusal(p::read(p::archive(kNone, {}, {.more = {promise}}))).contains("archive/data/0"));
    promise.claimedSize = 999;
    QVERIFY(refusal(p::read(p::archive(kNone, {}, {.more = {promise}}))).contains("archive/data/0"));
    QVERIFY2(support::peakGrewBelow(32'000, before), "it went off");
    const auto honest =
        support::viewOf(p::archive(kNone, {}, {.more = {support::zeroBomb("archive/data/0", 4'000'000)}}));
    QVERIFY(honest.bytes.size() < 40'000);
    QVERIFY(readZipEntries(honest).isValue());
    QVERIFY(readZipEntries(honest, {.unpackedBytes = 1'000'000}).isError());
    QVERIFY(readZipEntries(honest, {.entries = 2}).isError());
  }

  static void entriesMayNotLieOverEachOther() {
    std::string zip = p::archive(kNone, {{"0", kSixteen}, {"1", kSixteen}});
    // The directory's record of data/1, pointed at data/0's local header, whose name is another.
    const std::size_t record = zip.rfind("archive/data/1") - 46;
    const std::size_t local = zip.find("archive/data/0") - 30;
    const std::string place = support::littleEndian(local, 4);
    std::string named = zip;
    named.replace(record + 42, 4, place);
    QVERIFY(refusal(p::read(named)).contains("not where the directory says"));
    // data/0 made longer in both headers, so that it reaches over what follows.
    const std::string longer = support::littleEndian(kSixteen.size() + 20, 4);
    const std::size_t first = zip.rfind("archive/data/0") - 46;
    zip.replace(first + 20, 4, longer);
    zip.replace(first + 24, 4, longer);
    QVERIFY(refusal(p::read(zip)).contains("lies over what follows"));
  }

  static void damageIsAnErrorOrAnotherValue() {
    const std::string body = p::dict({p::text("a"), p::tensor("FloatStorage", "0", 4, 1, {3}, {1}), p::text("b"),
                                      p::tuple({p::integer(1), "N", p::codedBytes("xy")})});
    const std::string zip = p::archive(p::whole(body), {{"0", kSixteen}}, {.byteOrder = "little"});
    int errors = 0, values = 0;
    support::forEachDamage(zip, [&](std::string_view damaged) {
      const auto read = readTorch(support::viewOf(damaged));
      if (read.isValue()) {
        ++values;
        support::touchAll(read.value());
        (void)reprText(*read.value());
      } else {
        ++errors;
        if (read.error().text.empty() || read.error().file != "memory") QFAIL("an error has a text and a file");
      }
    });
    QVERIFY(errors > 1000 && values > 100);
  }
};

QTEST_GUILESS_MAIN(HostilePickleTest)
#include "hostile_pickle_test.moc"
