// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/diff_text.h"

#include <algorithm>
#include <cmath>

#include "ui/compare/move_look.h"
#include "ui/triage/metric_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

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
    case ReadingState::Empty: return u"missing"_s;
    case ReadingState::Padded: return u"not measured"_s;
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
  sentence += u", "_s + moveLook(text.move).title.toLower();
  if (text.isNumeric) {
    const QString limit = decimalText(rows.thresholds().relativeOf(info.name) * 100, 1) + u" %"_s;
    if (text.move == Move::Same && text.isChanged) sentence += u": within "_s + limit;
    if (text.move == Move::Worse || text.move == Move::Better || text.move == Move::Changed) sentence += u": over "_s + limit;
  }
  if (const diff::Flip* flip = flipOf(rows, row, metric)) {
    if (flip->from != flip->to)
      sentence += u" %1 %2 with the usual thresholds"_s.arg(flipMark(), moveLook(flip->from).title.toLower());
  }
  if (text.isBelowFloor)
    sentence += u" %1 below its floor of %2"_s.arg(floorMark(), decimalText(*rows.thresholds().floorOf(info.name), 2));
  return sentence;
}

QStringList rowSentences(const diff::DiffRows& rows, std::size_t row) {
  QStringList sentences;
  for (std::size_t metric = 0; metric < rows.diff()->metrics().size(); ++metric) {
    const Move move = rows.metricMove(row, metric);
    const bool moved = move != Move::Same && move != Move::Nothing && move != Move::OnlyBefore && move != Move::OnlyAfter &&
                       move != Move::MissingShard;
    if (moved || flipOf(rows, row, metric) != nullptr) sentences << moveSentence(rows, row, metric);
  }
  if (const diff::RatioAlarm* alarm = rows.alarmOf(row)) sentences << alarmMark() + u' ' + fromUtf8(alarm->sentence);
  return sentences;
}

}  // namespace plumbline::ui
