// SPDX-License-Identifier: GPL-3.0-or-later
// Every recorded answer of torch's same() (../shared/golden/same, and ../shared/data/h100/same from a GPU): result, what it
// raises, what it logs.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include "core/numerics/readers/load_value.h"
#include "core/numerics/same/same.h"
#include "tests/support/reference_material.h"

using namespace plumbline;
using namespace plumbline::numerics;

namespace {

QString goldenFolder() { return support::referenceFolder() + QStringLiteral("/golden/same/"); }
QString gpuFolder() { return support::referenceFolder() + QStringLiteral("/data/h100/same/"); }

/// torch's text goes on with a list of what is available; only its first sentence is given here.
const QString kLongText = QStringLiteral("nestedtensor");
/// Its line of the log prints a whole tensor, whose numbers are not printed here.
const QString kPrintsTensor = QStringLiteral("none-vs-tensor");

QList<QJsonObject> gpuCases() {
  QFile file(gpuFolder() + QStringLiteral("cases.jsonl"));
  QList<QJsonObject> found;
  if (!file.open(QIODevice::ReadOnly)) return found;
  while (!file.atEnd()) found << QJsonDocument::fromJson(file.readLine()).object();
  return found;
}

QJsonArray cases() {
  QFile file(goldenFolder() + QStringLiteral("cases.json"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return QJsonDocument::fromJson(file.readAll()).array();
}

ValuePtr loaded(const QJsonValue& name) {
  if (!name.isString()) return {};
  const auto outcome = loadValue((goldenFolder() + name.toString()).toStdString());
  if (outcome.isError()) qWarning("%s", base::describe(outcome.error()).c_str());
  return outcome.isValue() ? outcome.value().value : ValuePtr();
}

SameOptions optionsOf(const QJsonObject& words) {
  SameOptions options;
  const auto flag = [&words](const char* name, bool fallback) {
    return words.value(QLatin1String(name)).toBool(fallback);
  };
  options.tol = words.value(QLatin1String("tol")).toDouble(options.tol);
  options.equalNan = flag("equal_nan", options.equalNan);
  options.cosSimilarity = flag("cos_similarity", options.cosSimilarity);
  options.exactDtype = flag("exact_dtype", options.exactDtype);
  options.ignoreNonFp = flag("ignore_non_fp", options.ignoreNonFp);
  options.relaxNumpyEquality = flag("relax_numpy_equality", options.relaxNumpyEquality);
  options.useIouForBool = flag("use_iou_for_bool", options.useIouForBool);
  options.iouThreshold = words.value(QLatin1String("iou_threshold")).toDouble(options.iouThreshold);
  options.forceMaxMultiplier = flag("force_max_multiplier", options.forceMaxMultiplier);
  options.useLargerMultiplierForSmallerTensor =
      flag("use_larger_multiplier_for_smaller_tensor", options.useLargerMultiplierForSmallerTensor);
  return options;
}

/// inOrder puts the names between braces in order: Python prints a set in an order of its own.
QString inOrder(const QString& text) {
  QString out;
  qsizetype at = 0;
  for (qsizetype open = text.indexOf(u'{'); open >= 0; open = text.indexOf(u'{', at)) {
    const qsizetype close = text.indexOf(u'}', open);
    QStringList names = text.mid(open + 1, close - open - 1).split(QStringLiteral(", "));
    names.sort();
    out += text.mid(at, open + 1 - at) + names.join(QStringLiteral(", "));
    at = close;
  }
  return out + text.mid(at);
}

QStringList linesOf(const SameResult& result) {
  QStringList lines;
  for (const LogLine& line : result.log)
    lines += (line.level == LogLevel::Error ? QStringLiteral("ERROR ") : QStringLiteral("WARNING ")) +
             QString::fromStdString(line.text);
  return lines;
}

QStringList linesOf(const QJsonArray& log) {
  QStringList lines;
  for (const QJsonValue& line : log) lines += line.toArray().at(0).toString() + u' ' + line.toArray().at(1).toString();
  return lines;
}

QString answerOf(const SameResult& result) {
  switch (result.answer) {
    case Answer::Same: return QStringLiteral("same");
    case Answer::Different: return QStringLiteral("differs");
    case Answer::Raised: break;
  }
  return QString::fromStdString(result.raisedType + ": ") + inOrder(QString::fromStdString(result.raisedText));
}

QString answerOf(const QJsonObject& recorded) {
  if (recorded.contains(QLatin1String("raise")))
    return recorded[QLatin1String("raise")].toString() + QStringLiteral(": ") +
           inOrder(recorded[QLatin1String("message")].toString());
  return recorded[QLatin1String("result")].toBool() ? QStringLiteral("same") : QStringLiteral("differs");
}

}  // namespace

class SameGoldenTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void everyCaseIsThere() {
    QCOMPARE(cases().size(), 200);
  }

  static void decidesAsTorch_data() {
    QTest::addColumn<QJsonObject>("recorded");
    for (const QJsonValue& one : cases())
      QTest::newRow(qPrintable(one[QLatin1String("id")].toString())) << one.toObject();
  }
  static void decidesAsTorch() {
    QFETCH(QJsonObject, recorded);
    const SameInput input{loaded(recorded[QLatin1String("ref")]), loaded(recorded[QLatin1String("res")]),
                          loaded(recorded[QLatin1String("fp64")])};
    QVERIFY(input.ref && input.res);
    QCOMPARE(input.fp64 != nullptr, recorded[QLatin1String("fp64")].isString());
    const SameOptions options = optionsOf(recorded[QLatin1String("kw")].toObject());
    // What is looked at besides must not change torch's answer.
    for (const Detail detail : {Detail::Verdict, Detail::All, Detail::Margins}) {
      const auto outcome = same(input, options, detail);
      QVERIFY(outcome.isValue());
      QCOMPARE(answerOf(outcome.value()), answerOf(recorded));
      QCOMPARE(linesOf(outcome.value()), linesOf(recorded[QLatin1String("log")].toArray()));
    }
  }

  static void decidesAsTorchOnAGpu_data() {
    QTest::addColumn<QJsonObject>("recorded");
    const QList<QJsonObject> cases = gpuCases();
    for (const QJsonObject& each : cases) QTest::newRow(qPrintable(each[QLatin1String("name")].toString())) << each;
    if (cases.isEmpty()) QTest::newRow("none") << QJsonObject();
  }
  static void decidesAsTorchOnAGpu() {
    QFETCH(QJsonObject, recorded);
    if (recorded.isEmpty()) QSKIP("the recorded answers from a GPU are not here");
    const QString name = recorded[QLatin1String("name")].toString();
    const QJsonArray arguments = recorded[QLatin1String("args")].toArray();
    const auto load = [](const QJsonValue& file) {
      return loadValue((gpuFolder() + QStringLiteral("files/") + file.toString()).toStdString());
    };
    std::vector<ValuePtr> values;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
      if (i > 1 && arguments[i - 1].toString() != QLatin1String("--fp64")) continue;
      auto read = load(arguments[i]);
      QVERIFY2(read.isValue(), read.isError() ? read.error().text.c_str() : "");
      values.push_back(read.value().value);
    }
    values.resize(3);
    QStringList log;
    for (const QJsonValue& line : recorded[QLatin1String("torch_log")].toArray()) log << line.toString();
    QString answer = recorded[QLatin1String("torch")].toString();
    if (answer == QLatin1String("raises")) answer = inOrder(recorded[QLatin1String("torch_exception")].toString());
    for (const Detail detail : {Detail::Verdict, Detail::All, Detail::Margins}) {
      const auto outcome = same({values[0], values[1], values[2]}, optionsOf(recorded[QLatin1String("kw")].toObject()), detail);
      QVERIFY(outcome.isValue());
      if (name == kLongText) QVERIFY(answer.startsWith(answerOf(outcome.value())));
      else QCOMPARE(answerOf(outcome.value()), answer);
      QStringList lines = linesOf(outcome.value());
      for (QString& line : lines) line.remove(QRegularExpression(QStringLiteral("^ERROR ")));
      if (name != kPrintsTensor) QCOMPARE(lines, log);
    }
  }
};

REFERENCE_TEST_MAIN(SameGoldenTest, "golden/same/cases.json")
#include "same_golden_test.moc"
