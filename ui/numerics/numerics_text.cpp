// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/numerics_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using numerics::Decision;
using numerics::Step;
using numerics::ValueKind;
using verdicts::VerdictClass;

namespace {

/// The context of translations.
struct NumericsText {
  Q_DECLARE_TR_FUNCTIONS(NumericsText)
};

}  // namespace

TensorVerdict verdictOf(const Decision& decision) {
  if (decision.step == Step::NotCompared) return TensorVerdict::NotCompared;
  if (decision.raised) return TensorVerdict::Raises;
  if (!decision.passed) return TensorVerdict::Differs;
  const bool isClose = decision.step == Step::Rmse && decision.margin && *decision.margin >= numerics::kMarginWarning;
  return isClose ? TensorVerdict::Near : TensorVerdict::Same;
}

bool isFailing(TensorVerdict verdict) { return verdict == TensorVerdict::Raises || verdict == TensorVerdict::Differs; }

TensorStyle styleOf(TensorVerdict verdict) {
  switch (verdict) {
    case TensorVerdict::Raises: return {u"!"_s, NumericsText::tr("RAISES"), NumericsText::tr("Raises"),
                                        VerdictClass::Invalid};
    case TensorVerdict::Differs: return {u"\u2717"_s, NumericsText::tr("DIFFERS"), NumericsText::tr("Differs"),
                                         VerdictClass::Fail};
    case TensorVerdict::Near: return {u"\u2248"_s, NumericsText::tr("NEAR"), NumericsText::tr("Near the limit"),
                                      VerdictClass::Flaky};
    case TensorVerdict::Same: return {u"\u2713"_s, NumericsText::tr("same"), NumericsText::tr("Same"),
                                      VerdictClass::Pass};
    case TensorVerdict::NotCompared: break;
  }
  return {u"\u2013"_s, NumericsText::tr("left out"), NumericsText::tr("Left out"), VerdictClass::ExpectedFail, true};
}

QString numberText(double value) {
  if (std::isnan(value)) return u"nan"_s;
  if (std::isinf(value)) return value > 0 ? u"\u221e"_s : u"\u2212\u221e"_s;
  return QString::number(value, 'g', 4);
}

QString numberText(const std::optional<double>& value) { return value ? numberText(*value) : QString(); }

QString marginText(double margin) {
  if (!std::isfinite(margin)) return numberText(margin);
  if (margin > 0 && margin < 0.001) return u"<0.001"_s;
  const int decimals = margin >= 100 ? 0 : margin >= 10 ? 1 : 2;
  const QString text = margin >= 0.01 && margin < 1000 ? QString::number(margin, 'f', decimals) : QString::number(margin, 'g', 2);
  return margin < 1 && text == u"1.00"_s ? u"0.999"_s : margin > 1 && text == u"1.00"_s ? u"1.001"_s : text;
}

QString stepLabel(const Decision& decision) {
  if (decision.raised && decision.step == Step::AllClose) return NumericsText::tr("allclose cannot compare them");
  return fromUtf8(numerics::stepText(decision.step));
}

QString decisionName(const Decision& decision) {
  const std::string path = numerics::pathText(decision.path);
  return path.empty() ? NumericsText::tr("the value itself") : shortened(fromUtf8(path), 200).simplified();
}

QString answerText(const numerics::SameResult& result) {
  if (result.answer == numerics::Answer::Same) return NumericsText::tr("Same");
  if (result.answer == numerics::Answer::Raised)
    return NumericsText::tr("torch would raise %1: %2")
    .arg(fromUtf8(result.raisedType), shortened(fromUtf8(result.raisedText)).simplified());
  const auto first = result.firstFailure();
  if (!first) return NumericsText::tr("Differs");
  const Decision& decision = result.decisions[*first];
  const QString why = shortened(fromUtf8(decision.text)).simplified();
  const QString where = decision.path.empty() ? NumericsText::tr("Differs")
                                              : NumericsText::tr("Differs at %1").arg(decisionName(decision));
  return why.isEmpty() ? where : where + u": "_s + why;
}

QString logText(const numerics::SameResult& result) {
  QStringList lines;
  for (const numerics::LogLine& line : result.log)
    lines << (line.level == numerics::LogLevel::Warning ? u"WARNING "_s : u"ERROR "_s) + fromUtf8(line.text);
  if (result.answer == numerics::Answer::Raised) lines << fromUtf8(result.raisedType) + u": "_s + fromUtf8(result.raisedText);
  return lines.join(u'\n');
}

bool isTensor(const numerics::ValuePtr& value) {
  return value && (value->kind == ValueKind::Tensor || value->kind == ValueKind::Parameter ||
                   value->kind == ValueKind::Array || value->kind == ValueKind::NumpyScalar);
}

QString shapeOf(const numerics::ValuePtr& value) {
  if (!value) return {};
  return fromUtf8(isTensor(value) ? std::string_view(numerics::shapeText(value->tensor.sizes)) : numerics::typeName(*value));
}

QString dtypeOf(const numerics::ValuePtr& value) {
  return isTensor(value) ? fromUtf8(numerics::shortName(value->tensor.dtype)) : QString();
}

QString valueCountText(std::size_t count) {
  return count == 1 ? NumericsText::tr("1 value") : NumericsText::tr("%1 values").arg(grouped(count));
}

}  // namespace plumbline::ui
