// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/diff_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/support/utf8_text.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

using diff::Move;
using diff::Reading;
using diff::ReadingState;

namespace {

/// decimalsOf: whole numbers have no decimals where the metric is a count.
int decimalsOf(const verdicts::MetricInfo& info, double value) {
  if (info.decimals > 0) return info.decimals;
  return std::isfinite(value) && value == std::floor(value) ? 0 : 3;
}

/// signedText says of what rounds to nothing that it is about nothing, without a sign.
QString signedText(double value, int decimals) {
  if (value != 0 && std::fabs(value) < 0.5 * std::pow(10.0, -decimals)) return u"\u22480"_s;
  return signedNumber(value, decimals);
}

const diff::Flip* flipOf(const diff::DiffRows& rows, std::size_t row, std::size_t metric) {
  const auto flips = rows.flipsOf(row);
  const auto found = std::ranges::find(flips, metric, [](const diff::Flip& flip) { return std::size_t{flip.metric}; });
  return found == flips.end() ? nullptr : &*found;
}

}  // namespace

using diff::Move;
using verdicts::VerdictClass;

MoveStyle moveStyle(Move move) {
  switch (move) {
    case Move::Worse:
      return {u"▼"_s, QCoreApplication::translate("MoveStyle", "WORSE"), QCoreApplication::translate("MoveStyle", "Worse"),
              QCoreApplication::translate("MoveStyle", "A metric moved the wrong way, by more than its threshold"),
              VerdictClass::Fail, true};
    case Move::Broke:
      return {u"✗"_s, QCoreApplication::translate("MoveStyle", "BROKE"), QCoreApplication::translate("MoveStyle", "Broke"),
              QCoreApplication::translate("MoveStyle", "Accuracy passed before and does not any more"),
              VerdictClass::Fail, true};
    case Move::Better:
      return {u"▲"_s, QCoreApplication::translate("MoveStyle", "BETTER"), QCoreApplication::translate("MoveStyle", "Better"),
              QCoreApplication::translate("MoveStyle",
                                          "A metric moved the right way, by more than its threshold, and none the "
                                          "wrong way"),
              VerdictClass::Improved, true};
    case Move::Healed:
      return {u"✓"_s, QCoreApplication::translate("MoveStyle", "HEALED"), QCoreApplication::translate("MoveStyle", "Healed"),
              QCoreApplication::translate("MoveStyle", "Accuracy did not pass before and does now"),
              VerdictClass::Improved, true};
    case Move::Changed:
      return {u"≠"_s, QCoreApplication::translate("MoveStyle", "CHANGED"), QCoreApplication::translate("MoveStyle", "Changed"),
              QCoreApplication::translate("MoveStyle", "Another value, where no direction is the better one"),
              VerdictClass::Flaky, false};
    case Move::OnlyBefore:
      return {u"−"_s, QCoreApplication::translate("MoveStyle", "GONE"), QCoreApplication::translate("MoveStyle", "Only before"),
              QCoreApplication::translate("MoveStyle", "The later run does not have this model"), VerdictClass::Missing,
              true};
    case Move::OnlyAfter:
      return {u"+"_s, QCoreApplication::translate("MoveStyle", "NEW"), QCoreApplication::translate("MoveStyle", "Only after"),
              QCoreApplication::translate("MoveStyle", "The earlier run does not have this model"),
              VerdictClass::Missing, false};
    case Move::MissingShard:
      return {u"?"_s, QCoreApplication::translate("MoveStyle", "NOT RUN"),
              QCoreApplication::translate("MoveStyle", "Not run"),
              QCoreApplication::translate("MoveStyle", "One of the runs lacks the shard of this model"),
              VerdictClass::Missing, false};
    case Move::Same:
      return {u"="_s, QCoreApplication::translate("MoveStyle", "SAME"), QCoreApplication::translate("MoveStyle", "Same"),
              QCoreApplication::translate("MoveStyle", "Equal, or moved less than the threshold"),
              VerdictClass::ExpectedFail, false};
    case Move::Nothing:
    case Move::Count: break;
  }
  return {u"·"_s, QCoreApplication::translate("MoveStyle", "NO VALUE"),
          QCoreApplication::translate("MoveStyle", "No value"),
          QCoreApplication::translate("MoveStyle", "There are no two values to compare"), VerdictClass::ExpectedFail,
          false};
}

QString flipMark() { return u"⇄"_s; }
QString alarmMark() { return u"÷"_s; }
QString floorMark() { return u"▾"_s; }

QString decimalText(double value, int decimals) {
  QString text = QString::number(value, 'f', decimals);
  if (text.startsWith(u'-')) text[0] = u'\u2212';
  return text;
}

QString percentText(double share) {
  if (std::isnan(share)) return {};
  return signedText(share * 100, 1) + u" %"_s;
}

bool hasValue(const Reading& reading) {
  return reading.state == ReadingState::Number || reading.state == ReadingState::Word ||
         reading.state == ReadingState::NotFinite;
}

QString readingText(const Reading& reading, const verdicts::MetricInfo& info) {
  switch (reading.state) {
    case ReadingState::Number: return decimalText(reading.number, decimalsOf(info, reading.number));
    case ReadingState::Word:
    case ReadingState::NotFinite: return shortened(fromUtf8(reading.text), 120).simplified();
    case ReadingState::Empty: return QCoreApplication::translate("DiffText", "missing");
    case ReadingState::Padded: return QCoreApplication::translate("DiffText", "not measured");
    case ReadingState::NoRow:
    case ReadingState::NoColumn: break;
  }
  return QString(QChar(kNoValue));
}

DiffText diffText(const diff::DiffRows& rows, std::size_t row, std::size_t metric) {
  const diff::RunDiff& diff = *rows.diff();
  const verdicts::MetricInfo& info = diff.metrics()[metric];
  const auto [before, after] = rows.sides();
  const Reading was = diff.reading(before, row, metric), now = diff.reading(after, row, metric);
  const diff::Delta delta = diff::deltaOf(diff, before, after, row, metric);
  DiffText text;
  text.before = readingText(was, info);
  text.after = readingText(now, info);
  text.hasBefore = hasValue(was);
  text.hasAfter = hasValue(now);
  text.move = rows.metricMove(row, metric);
  text.isNumeric = delta.isNumeric;
  text.isChanged = delta.isNumeric ? delta.absolute != 0 : delta.isWordChange || was.state != now.state;
  if (delta.isNumeric && delta.absolute != 0) {
    text.delta = signedText(delta.absolute, decimalsOf(info, delta.absolute));
    text.percent = percentText(delta.relative);
  }
  if (const diff::CellShift* cell = rows.noiseOf(row, metric); cell != nullptr && cell->answer() == diff::NoiseAnswer::Within && text.isChanged) {
    const QString word = QCoreApplication::translate("DiffText", "noise", "a change within the noise");
    text.percent = text.percent.isEmpty() ? word : text.percent + u' ' + word;
  }
  text.isBelowFloor = rows.isBelowFloor(row, metric);
  text.isFlipped = flipOf(rows, row, metric) != nullptr;
  return text;
}

QString oneLine(const DiffText& text) {
  if (!text.isChanged) return text.after;
  QString line = text.before + u" \u2192 "_s + text.after;
  QStringList change;
  if (!text.delta.isEmpty()) change << text.delta;
  if (!text.percent.isEmpty()) change << text.percent;
  if (!change.isEmpty()) line += u" ("_s + change.join(u", "_s) + u')';
  return line;
}

QString metricTitle(const verdicts::MetricInfo& info) {
  const QString title = shortened(fromUtf8(info.title.empty() ? info.name : info.title), 60).simplified();
  return info.unit.empty() ? title : u"%1 (%2)"_s.arg(title, fromUtf8(info.unit));
}

QString moveSentence(const diff::DiffRows& rows, std::size_t row, std::size_t metric) {
  const verdicts::MetricInfo& info = rows.diff()->metrics()[metric];
  const DiffText text = diffText(rows, row, metric);
  QString sentence = shortened(fromUtf8(info.title.empty() ? info.name : info.title), 60).simplified() + u": "_s + oneLine(text);
  if (text.move == Move::Nothing) return sentence;
  const diff::CellShift* noise = rows.noiseOf(row, metric);
  const QString move = moveStyle(text.move).title.toLower();
  const QString limit = decimalText(rows.thresholds().relativeOf(info.name) * 100, 1);
  const bool isOver = text.move == Move::Worse || text.move == Move::Better || text.move == Move::Changed;
  if (text.isNumeric && text.move == Move::Same && text.isChanged)
    sentence = QCoreApplication::translate("DiffText", "%1, %2: within %3 %").arg(sentence, move, limit);
  else if (text.isNumeric && isOver)
    sentence = QCoreApplication::translate("DiffText", "%1, %2: over %3 %").arg(sentence, move, limit);
  else sentence = QCoreApplication::translate("DiffText", "%1, %2", "value, what became of it").arg(sentence, move);
  if (const diff::Flip* flip = flipOf(rows, row, metric)) {
    if (flip->from != flip->to)
      sentence = QCoreApplication::translate("DiffText", "%1 %2 %3 with the default thresholds")
                     .arg(sentence, flipMark(), moveStyle(flip->from).title.toLower());
  }
  if (text.isBelowFloor)
    sentence = QCoreApplication::translate("DiffText", "%1 %2 below its floor of %3")
                   .arg(sentence, floorMark(), decimalText(*rows.thresholds().floorOf(info.name), 2));
  if (noise != nullptr)
    sentence += u"; "_s + trueMinus(fromUtf8(diff::noiseText(*noise))) + u": "_s + trueMinus(fromUtf8(diff::shiftText(*noise)));
  return sentence;
}

QString noiseWord(const diff::DiffRows& rows, std::size_t row) {
  const diff::CellShift* cell = rows.repeats() ? rows.repeats()->surestOf(row) : nullptr;
  if (cell == nullptr) return {};
  QString q = fromUtf8(diff::qText(cell->q));
  switch (cell->answer()) {
    case diff::NoiseAnswer::TooFew: break;
    case diff::NoiseAnswer::Within: return QCoreApplication::translate("DiffText", "noise, %1").arg(q);
    case diff::NoiseAnswer::Beyond: return q;
  }
  if (cell->earlier == 0) return QCoreApplication::translate("DiffText", "too few values");
  return cell->moreRepeats > 0 ? QCoreApplication::translate("DiffText", "too few runs") : QCoreApplication::translate("DiffText", "cannot tell");
}

QStringList rowSentences(const diff::DiffRows& rows, std::size_t row) {
  QStringList sentences;
  for (std::size_t metric = 0; metric < rows.diff()->metrics().size(); ++metric) {
    const Move move = rows.metricMove(row, metric);
    const bool moved = move != Move::Same && move != Move::Nothing && move != Move::OnlyBefore && move != Move::OnlyAfter &&
                       move != Move::MissingShard;
    const diff::CellShift* noise = rows.noiseOf(row, metric);
    const bool isSure = noise != nullptr && noise->answer() == diff::NoiseAnswer::Beyond;
    if (moved || isSure || flipOf(rows, row, metric) != nullptr) sentences << moveSentence(rows, row, metric);
  }
  if (const diff::RatioAlarm* alarm = rows.alarmOf(row)) sentences << alarmMark() + u' ' + fromUtf8(alarm->sentence);
  const auto [before, after] = rows.sides();
  const std::vector<diff::Run>& runs = rows.diff()->runs();
  if (const std::string breaks = sources::breakSentence(runs[before].notes, runs[after].notes, rows.diff()->model(row)); !breaks.empty())
    sentences << shortened(fromUtf8(breaks), 1200).simplified();
  return sentences;
}

}  // namespace plumbline::ui
