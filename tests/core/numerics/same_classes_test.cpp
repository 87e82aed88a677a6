// SPDX-License-Identifier: GPL-3.0-or-later
// same() on what files hold besides plain tensors: classes of one's own, tensors whose numbers are not read, and tensors of
// several devices.
#include <QTest>

#include "core/numerics/same/same.h"
#include "tests/support/pickle_maker.h"

namespace p = plumbline::support::pickle;
using namespace plumbline;
using namespace plumbline::numerics;

namespace {

std::string tensorOn(const char* device, const char* key = "0", const std::vector<std::int64_t>& sizes = {2}) {
  const std::string storage = p::tuple({p::text("storage"), p::global("torch", "FloatStorage"), p::text(key), p::text(device), p::integer(2)}) + "Q";
  return p::call(p::global("torch._utils", "_rebuild_tensor_v2"),
                 {storage, p::integer(0), p::integers(sizes), p::integers(std::vector<std::int64_t>(sizes.size(), 1)), "\x89", p::orderedDict()});
}
std::string doubles() { return p::tensor("DoubleStorage", "2", 1, 0, {}, {}); }
/// object is what pickle writes for an instance: its class, no arguments, its attributes.
std::string object(const char* module, const char* name, const std::vector<std::string>& attributes) {
  return p::global(module, name) + ")\x81" + p::dict(attributes) + "b";
}
std::string named(const char* name, const std::vector<std::string>& fields) { return p::global("__main__", name) + p::tuple(fields) + "\x81"; }
std::string sparse(const char* layout, const std::string& values) {
  return p::call(p::global("torch._utils", "_rebuild_sparse_tensor"),
                 {p::call(p::global("torch.serialization", "_get_layout"), {p::text(layout)}), p::tuple({values, values, values, p::integers({2, 2})})});
}
/// coo has the numbers of a storage at [0] and [1].
std::string coo(const char* key, const char* storage = "FloatStorage") {
  return p::call(p::global("torch._utils", "_rebuild_sparse_tensor"),
                 {p::call(p::global("torch.serialization", "_get_layout"), {p::text("torch.sparse_coo")}),
                  p::tuple({p::tensor("LongStorage", "4", 2, 0, {1, 2}, {2, 1}), p::tensor(storage, key, 2, 0, {2}, {1}), p::call(p::global("torch", "Size"), {p::integers({2})}), "\x88"})});
}
/// hybrid has a row of one value at [0] and [1].
std::string hybrid(const char* key) {
  return p::call(p::global("torch._utils", "_rebuild_sparse_tensor"),
                 {p::call(p::global("torch.serialization", "_get_layout"), {p::text("torch.sparse_coo")}),
                  p::tuple({p::tensor("LongStorage", "4", 2, 0, {1, 2}, {2, 1}), p::tensor("FloatStorage", key, 2, 0, {2, 1}, {1, 1}), p::call(p::global("torch", "Size"), {p::integers({2, 1})}), "\x88"})});
}
std::string quantized(const char* storage) {
  return p::call(p::global("torch._utils", "_rebuild_qtensor"),
                 {p::storage(p::global("torch", storage), "3", 4), p::integer(0), p::integers({4}), p::integers({1}),
                  p::tuple({p::global("torch", "per_tensor_affine"), "G" + std::string(8, '\0'), p::integer(0)}), "\x89", p::orderedDict()});
}
std::string meta(const char* dtype) {
  return p::call(p::global("torch._utils", "_rebuild_meta_tensor_no_storage"), {p::global("torch", dtype), p::integers({2}), p::integers({1}), "\x89"});
}

ValuePtr loaded(const std::string& body) {
  const std::string one("\0\0\x80\x3f\0\0\0\x40", 8), two("\0\0\x80\x3f\0\0\x40\x40", 8);  // (1, 2) and (1, 3)
  const auto outcome = p::read(p::archive(p::whole(body), {{"0", one}, {"1", two}, {"2", std::string(8, '\0')}, {"3", std::string("\1\2\3\4", 4)}, {"4", std::string(8, '\0') + "\1" + std::string(7, '\0')}, {"5", std::string(16, '\0')}, {"6", one + one}, {"7", std::string(24, '\0')},
      {"9", std::string("\0\0\x80\x3f\0\0\0\0\0\0\0\x40\0\0\0\0", 16)},
      {"a", std::string("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0\0", 32)},
      {"b", std::string("\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0", 16)}, {"c", std::string("\0\0\x80\x3f\0\0\x80\x3f", 8)},
      {"8", std::string("\1\0\0\0\0\0\x20\0\1", 9) + std::string(7, '\0')}}));
  if (outcome.isError()) qWarning("%s", outcome.error().text.c_str());
  return outcome.isValue() ? outcome.value() : ValuePtr();
}

QString answerOf(const SameResult& result) {
  QStringList lines{result.answer == Answer::Same        ? QStringLiteral("same")
                    : result.answer == Answer::Different ? QStringLiteral("differs")
                                                         : QString::fromStdString(result.raisedType + ": " + result.raisedText)};
  for (const LogLine& line : result.log) lines << QString::fromStdString(line.text);
  return lines.join(QStringLiteral(" | "));
}

const char* const kDevices = "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, ";

}  // namespace

class SameClassesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void answers_data() {
    QTest::addColumn<QByteArray>("ref");
    QTest::addColumn<QByteArray>("res");
    QTest::addColumn<QString>("answer");
    const auto row = [](const char* name, const std::string& ref, const std::string& res, const QString& answer) {
      QTest::newRow(name) << QByteArray::fromStdString(ref) << QByteArray::fromStdString(res) << answer;
    };
    const std::string one = tensorOn("cpu"), other = tensorOn("cpu", "1");
    const QString far = QStringLiteral("differs | Accuracy failed: allclose not within tol=0.0001");
    // Classes of one's own.
    row("namedtuple", named("Out", {one, p::integer(3)}), named("Out", {one, p::integer(3)}), QStringLiteral("same"));
    row("namedtuple differs", named("Out", {one}), named("Out", {other}), far);
    row("namedtuple against a list", named("Out", {one}), p::list({one}), QStringLiteral("same"));
    row("namedtuple against a tensor", named("Out", {one}), one,
        QStringLiteral("AssertionError: type mismatch <class '__main__.Out'> <class 'torch.Tensor'>"));
    row("namedtuple of another length", named("Out", {one}), named("Out", {one, one}), QStringLiteral("differs | Length mismatch"));
    row("an object", object("mine.models", "Output", {p::text("loss"), one}), one, QStringLiteral("RuntimeError: unsupported type: Output"));
    const std::string strided = p::call(p::global("torch.serialization", "_get_layout"), {p::text("torch.strided")});
    row("a layout", strided, strided, QStringLiteral("RuntimeError: unsupported type: layout"));
    row("a layout against a text", p::text("torch.strided"), strided, QStringLiteral("differs | Accuracy failed (<class 'str'>): torch.strided != torch.strided"));
    row("a cache of transformers", p::dict({p::text("past"), object("transformers.cache_utils", "DynamicCache", {})}),
        p::dict({p::text("past"), object("transformers.cache_utils", "DynamicCache", {})}), QStringLiteral("RuntimeError: unsupported type: DynamicCache"));
    row("a class whose attributes torch compares", object("detectron2.structures", "Boxes", {p::text("tensor"), one}),
        object("detectron2.structures", "Boxes", {p::text("tensor"), one}), QStringLiteral("same"));
    row("its attributes differ", object("detectron2.structures", "Boxes", {p::text("tensor"), one}),
        object("detectron2.structures", "Boxes", {p::text("tensor"), other}), far);
    row("its class differs", object("detectron2.structures", "Boxes", {p::text("tensor"), one}),
        object("detectron2.structures", "Instances", {p::text("tensor"), one}), QStringLiteral("AssertionError: "));
    row("an attribute is not there", object("x", "Normal", {p::text("loc"), one}), object("x", "Normal", {}),
        QStringLiteral("AttributeError: 'Normal' object has no attribute 'loc'"));
    row("attributes in slots", p::global("x", "Foo") + ")\x81" + p::tuple({"N", p::dict({p::text("a"), one})}) + "b",
        object("x", "Foo", {p::text("a"), one}), QStringLiteral("same"));
    row("a dict of one's own", p::global("x", "Results") + ")\x81(" + p::text("a") + one + "u", p::dict({p::text("a"), one}), QStringLiteral("same"));
    row("a list of one's own", p::global("x", "Results") + ")\x81(" + one + "e", p::list({one}), QStringLiteral("same"));
    row("a list of one's own with attributes", p::global("x", "Results") + ")\x81(" + one + one + "e" + p::dict({p::text("note"), p::text("a")}) + "b",
        p::list({one, one}), QStringLiteral("same"));
    row("a tuple of one's own with attributes",
        p::global("x", "Pair") + p::tuple({p::tuple({one})}) + "\x81" + p::dict({p::text("note"), p::text("a")}) + "b",
        p::global("x", "Pair") + p::tuple({p::tuple({other})}) + "\x81" + p::dict({p::text("note"), p::text("a")}) + "b", far);
    row("one of another length", p::global("x", "Results") + ")\x81(" + one + "e" + p::dict({p::text("note"), p::text("a")}) + "b",
        p::list({one, one}), QStringLiteral("differs | Length mismatch"));
    row("an output of diffusers", p::call(p::global("diffusers.models.unet", "UNet2DOutput"), {one}) + "(" + p::text("sample") + one + "u",
        p::dict({p::text("sample"), one}), QStringLiteral("same"));
    row("a plain subclass of tensors",
        p::call(p::global("torch._tensor", "_rebuild_from_type_v2"),
                {p::global("torch._utils", "_rebuild_tensor_v2"), p::global("torchvision.tv_tensors._image", "Image"),
                 p::tuple({p::storage(p::global("torch", "FloatStorage"), "0", 2), p::integer(0), p::integers({2}), p::integers({1}), "\x89", p::orderedDict()}), "}"}),
        one, QStringLiteral("same"));
    row("a dict of one's own that is called", p::global("x", "Results") + ")R(" + p::text("a") + one + "u", p::dict({p::text("a"), one}), QStringLiteral("same"));
    row("an output with arguments", p::call(p::global("mine", "MaskedLMOutput"), {one}) + "(" + p::text("logits") + one + "u",
        p::dict({p::text("logits"), other}), far + QStringLiteral(" | Accuracy failed for key name logits"));
    row("a module in the legacy format", p::tuple({p::text("module"), p::global("x.models", "Net"), p::text("net.py"), p::text("class Net")}) + "Q)\x81" + p::dict({p::text("a"), one}) + "b",
        one, QStringLiteral("RuntimeError: unsupported type: Net"));
    const std::string far63("G\x43\xe0\0\0\0\0\0\0", 9), minus63("G\xc3\xe0\0\0\0\0\0\0", 9);  // 2^63 and -2^63, which no int64 has
    row("keys at both ends of 64 bits", p::dict({far63, one}), p::dict({minus63, one}), QStringLiteral("AssertionError: keys mismatch {9.223372036854776e+18} == {-9.223372036854776e+18}"));
    // Sparse tensors against others.
    row("a sparse one against a dense one", coo("0"), one, QStringLiteral("AssertionError: "));
    row("dense against sparse", one, coo("0"), QStringLiteral("NotImplementedError: Could not run 'aten::eq.Tensor' with arguments from the 'SparseCPU' backend."));
    // Devices.
    row("one device", tensorOn("cuda:0"), tensorOn("cuda:0"), QStringLiteral("same"));
    row("cuda against cpu", tensorOn("cuda:0"), one, QLatin1String(kDevices) + QStringLiteral("cuda:0 and cpu!"));
    row("cpu against cuda", one, tensorOn("cuda:1"), QLatin1String(kDevices) + QStringLiteral("cuda:1 and cpu!"));
    row("two of them", tensorOn("cuda:0"), tensorOn("cuda:1"), QLatin1String(kDevices) + QStringLiteral("cuda:0 and cuda:1!"));
    row("a scalar on the cpu", tensorOn("cuda:0", "0", {1}), tensorOn("cpu", "0", {}), QStringLiteral("same"));
    row("a float of Python", std::string("G\x3f\xf0\0\0\0\0\0\0", 9), tensorOn("cuda:0", "0", {}), QStringLiteral("same"));
    row("a scalar on the other one", one, tensorOn("cuda:0", "0", {}), QLatin1String(kDevices) + QStringLiteral("cuda:0 and cpu!"));
    row("shapes first", tensorOn("cuda:0"), p::tensor("DoubleStorage", "2", 1, 0, {0}, {1}),
        QStringLiteral("differs | dtype mismatch torch.float32, torch.float64"));
    // Tensors whose numbers are not read.
    row("csr", sparse("torch.sparse_csr", one), sparse("torch.sparse_csr", one), QStringLiteral("RuntimeError: unsupported tensor layout: SparseCsr"));
    row("bsc", sparse("torch.sparse_bsc", one), sparse("torch.sparse_bsc", one), QStringLiteral("RuntimeError: unsupported tensor layout: SparseBsc"));
    row("dense against csr", one, sparse("torch.sparse_csr", one), QStringLiteral("RuntimeError: unsupported tensor layout: SparseCsr"));
    row("csr of another dtype", sparse("torch.sparse_csr", one), doubles(), QStringLiteral("differs | dtype mismatch torch.float32, torch.float64"));
    row("quantized", quantized("QUInt8Storage"), quantized("QUInt8Storage"), QStringLiteral("RuntimeError: isclose is not supported for quantized inputs."));
    row("quantized otherwise", quantized("QInt8Storage"), quantized("QUInt8Storage"), QStringLiteral("differs | dtype mismatch torch.qint8, torch.quint8"));
    row("quantized against plain", quantized("QInt8Storage"), one, QStringLiteral("differs | dtype mismatch torch.qint8, torch.float32"));
    row("quantized against a text", quantized("QInt8Storage"), p::text("a"), QStringLiteral("TypeError: new(): invalid data type 'str'"));
    row("meta", meta("float32"), meta("float32"), QStringLiteral("RuntimeError: Tensor.item() cannot be called on meta tensors"));
    row("meta against cpu", meta("float32"), one, QLatin1String(kDevices) + QStringLiteral("meta and cpu!"));
    row("None against meta", "N", meta("float32"), QStringLiteral("differs | Accuracy failed (<class 'NoneType'>): None != tensor(Meta torch.float32)"));
  }
  static void answers() {
    QFETCH(QByteArray, ref);
    QFETCH(QByteArray, res);
    QFETCH(QString, answer);
    const ValuePtr first = loaded(ref.toStdString()), second = loaded(res.toStdString());
    QVERIFY(first && second);
    for (const Detail detail : {Detail::Verdict, Detail::All, Detail::Margins}) {
      const auto outcome = same({first, second}, {}, detail);
      QVERIFY(outcome.isValue());
      QCOMPARE(answerOf(outcome.value()), answer);
    }
  }

  /// What torch raises for a reference or an option that does not go with the tensors.
  static void raises_data() {
    QTest::addColumn<QByteArray>("ref");
    QTest::addColumn<QByteArray>("res");
    QTest::addColumn<QByteArray>("fp64");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("answer");
    const auto row = [](const char* name, const std::string& ref, const std::string& res, const std::string& fp64, const char* option, const char* answer) {
      QTest::newRow(name) << QByteArray::fromStdString(ref) << QByteArray::fromStdString(res) << QByteArray::fromStdString(fp64) << QString::fromLatin1(option)
                          << QString::fromLatin1(answer);
    };
    const auto complex = [](const char* key) { return p::tensor("ComplexFloatStorage", key, 1, 0, {1}, {1}); };
    const std::string number = p::tensor("DoubleStorage", "2", 1, 0, {1}, {1});
    row("complex, with a real reference", complex("0"), complex("1"), number, "", "TypeError: must be real number, not complex");
    row("complex, of shapes that do not fit", p::tensor("ComplexFloatStorage", "5", 2, 0, {2}, {1}), p::tensor("ComplexFloatStorage", "6", 2, 0, {2}, {1}), p::tensor("DoubleStorage", "7", 3, 0, {3}, {1}), "",
        "RuntimeError: The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0");
    row("a sparse reference", coo("0"), coo("1"), coo("5", "DoubleStorage"), "", "RuntimeError: add(sparse, dense) is not supported. Use add(dense, sparse) instead.");
    row("a sparse reference that is not needed", coo("0"), coo("0"), coo("5", "DoubleStorage"), "", "same");
    row("cosine of sparse", p::tensor("FloatStorage", "0", 2, 0, {2, 1}, {1, 1}), hybrid("0"), "N", "cosine", "RuntimeError: reshape is not implemented for sparse tensors");
    row("cosine of a sparse list", tensorOn("cpu"), coo("0"), "N", "cosine", "NotImplementedError: Could not run 'aten::eq.Tensor' with arguments from the 'SparseCPU' backend.");
    row("cosine of a transposed one", p::tensor("FloatStorage", "6", 4, 0, {2, 2}, {1, 2}), p::tensor("FloatStorage", "6", 4, 0, {4}, {1}), "N", "cosine",
        "differs | Similarity score=0.8999999761581421");
    const std::string whole = p::tensor("ComplexFloatStorage", "9", 2, 0, {2}, {1}), mixed = p::tensor("ComplexFloatStorage", "6", 2, 0, {2}, {1});
    const std::string wide = p::tensor("ComplexDoubleStorage", "a", 2, 0, {2}, {1}), far = "differs | Accuracy failed: allclose not within tol=0.0001";
    row("real as complex", tensorOn("cpu"), whole, "N", "any dtype", "same");
    row("real as complex, which has more", tensorOn("cpu"), mixed, "N", "any dtype", far.c_str());
    row("real as complex, with a reference", tensorOn("cpu"), mixed, p::tensor("DoubleStorage", "7", 2, 0, {2}, {1}), "any dtype", "TypeError: must be real number, not complex");
    row("integers as complex128", p::tensor("LongStorage", "b", 2, 0, {2}, {1}), wide, "N", "any dtype", "same");
    row("complex64 as complex128", whole, wide, "N", "any dtype", "same");
    row("complex64 as complex128, which has less", mixed, wide, "N", "any dtype", far.c_str());
    row("complex as real", mixed, p::tensor("FloatStorage", "c", 2, 0, {2}, {1}), "N", "any dtype", "same");
    row("NaN of complex ones, broadcast", p::tensor("ComplexFloatStorage", "9", 1, 0, {}, {}), whole, "N", "equal nan",
        "RuntimeError: output with shape [] doesn't match the broadcast shape [2]");
    row("a list of integers as a tensor", p::tensor("LongStorage", "8", 2, 0, {2}, {1}), p::list({p::integer(9'007'199'254'740'993), "\x88"}), "N", "exact", "same");
    row("overlap with sparse", p::tensor("BoolStorage", "3", 2, 0, {2}, {1}), coo("3", "BoolStorage"), "N", "iou",
        "NotImplementedError: Could not run 'aten::bitwise_and.Tensor' with arguments from the 'SparseCPU' backend.");
  }
  static void raises() {
    QFETCH(QByteArray, ref);
    QFETCH(QByteArray, res);
    QFETCH(QByteArray, fp64);
    QFETCH(QString, option);
    SameInput input{loaded(ref.toStdString()), loaded(res.toStdString())};
    QVERIFY(input.ref && input.res);
    if (fp64 != "N") input.fp64 = loaded(fp64.toStdString());
    SameOptions options;
    options.cosSimilarity = option == QStringLiteral("cosine");
    if (option == QStringLiteral("exact")) options.tol = 0;
    options.equalNan = option == QStringLiteral("equal nan");
    options.exactDtype = option != QStringLiteral("any dtype");
    options.useIouForBool = option == QStringLiteral("iou");
    for (const Detail detail : {Detail::Verdict, Detail::All, Detail::Margins}) {
      const auto outcome = same(input, options, detail);
      QVERIFY(outcome.isValue());
      QTEST(answerOf(outcome.value()), "answer");
    }
  }

  /// What may be one thing or another is refused with the name of its class.
  static void refusedByName_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("made of a number") << QByteArray::fromStdString(named("Level", {p::integer(3)})) << QByteArray("__main__.Level");
    QTest::newRow("made of a text") << QByteArray::fromStdString(named("Name", {p::text("a")})) << QByteArray("__main__.Name");
    QTest::newRow("called, without items") << QByteArray::fromStdString(p::global("x", "Results") + ")R") << QByteArray("x.Results");
    QTest::newRow("called, with attributes") << QByteArray::fromStdString(p::global("x", "Results") + ")R" + p::dict({p::text("a"), p::integer(1)}) + "b") << QByteArray("");
    QTest::newRow("a list of parameters") << QByteArray::fromStdString(object("torch.nn.modules.container", "ParameterList", {})) << QByteArray("torch.nn.modules.container.ParameterList");
  }
  static void refusedByName() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, named);
    const auto outcome = p::read(p::archive(p::whole(body.toStdString())));
    QVERIFY(outcome.isError());
    QVERIFY2(QByteArray::fromStdString(outcome.error().text).contains(named), outcome.error().text.c_str());
  }

  /// Each attribute is looked up once, in ref, res and fp64 alike.
  static void manyAttributes() {
    constexpr int kCount = 20'000;
    std::vector<std::string> forth, back;
    for (int i = 0; i < kCount; ++i) {
      for (const std::string& part : {p::text(std::to_string(i)), p::integer(i)}) forth.push_back(part);
      for (const std::string& part : {p::text(std::to_string(kCount - 1 - i)), p::integer(kCount - 1 - i)}) back.push_back(part);
    }
    const ValuePtr ref = loaded(object("x", "Foo", forth)), res = loaded(object("x", "Foo", back));
    QVERIFY(ref && res);
    QCOMPARE(answerOf(same({ref, res, res}, {}).value()), QStringLiteral("same"));
    back[1] = p::integer(-1);  // of the attribute that ref has last
    const ValuePtr other = loaded(object("x", "Foo", back));
    QCOMPARE(answerOf(same({ref, other, res}, {}).value()),
             QStringLiteral("differs | Accuracy failed (<class 'int'>): 19999 != -1"));
    back.resize(2);
    const ValuePtr few = loaded(object("x", "Foo", back));
    QCOMPARE(answerOf(same({ref, res, few}, {}).value()), QStringLiteral("AttributeError: 'Foo' object has no attribute '0'"));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(same({ref, res}, {}, Detail::All, base::Progress(stop.get_token())).isCancelled());
  }

  /// A few stored numbers that strides repeat without end are not copied to be flattened.
  static void repeatedTooOftenToBeFlattened() {
    Value value = *loaded(tensorOn("cpu"));
    value.tensor.sizes = {3'000'000, 4};
    value.tensor.strides = {0, 0};
    const auto rows = std::make_shared<Value>(value);
    value.tensor.sizes = {12'000'000};
    value.tensor.strides = {0};
    const auto flat = std::make_shared<Value>(value);
    const auto outcome = same({rows, flat}, {.cosSimilarity = true});
    QVERIFY(outcome.isError());
    QCOMPARE(outcome.error().code, base::ErrorCode::TooLarge);
  }

  static void devicesMayBeIgnored() {
    const ValuePtr ref = loaded(tensorOn("cuda:0")), res = loaded(tensorOn("cpu")), fp64 = loaded(doubles());
    QCOMPARE(answerOf(same({ref, res}, {.ignoreDevice = true}).value()), QStringLiteral("same"));
    const ValuePtr far = loaded(tensorOn("cuda:0", "1"));
    // The reference is compared with only after the tensors themselves differ; it is a scalar, which goes with any device.
    QCOMPARE(answerOf(same({ref, far, fp64}, {}).value()), QStringLiteral("same"));
    const ValuePtr wide = loaded(p::tensor("DoubleStorage", "2", 1, 0, {1}, {1}));
    QCOMPARE(answerOf(same({ref, far, wide}, {}).value()), QLatin1String(kDevices) + QStringLiteral("cuda:0 and cpu!"));
    QCOMPARE(answerOf(same({ref, far, wide}, {.ignoreDevice = true}).value()), QStringLiteral("same"));
  }
};

QTEST_GUILESS_MAIN(SameClassesTest)
#include "same_classes_test.moc"
