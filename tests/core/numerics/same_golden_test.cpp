// SPDX-License-Identifier: GPL-3.0-or-later
// Every recorded answer of torch's same() (../shared/golden/same): result, what it raises, what it logs.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/numerics/readers/load_value.h"
#include "core/numerics/same/same.h"
#include "tests/support/reference_material.h"

using namespace plumbline;
using namespace plumbline::numerics;

namespace {

QString goldenFolder() {
  return support::referenceFolder() + QStringLiteral("/golden/same/");
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
};

REFERENCE_TEST_MAIN(SameGoldenTest, "golden/same/cases.json")
#include "same_golden_test.moc"
