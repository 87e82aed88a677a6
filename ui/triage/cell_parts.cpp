// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/cell_parts.h"

#include <QStringList>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kGap = kGrid;         // between value and delta
constexpr int kSpare = 2;           // a text that fits exactly is elided at some scales
constexpr int kLongestPart = 120;   // characters: more never fits a cell
constexpr char16_t kEllipsis = u'\u2026';

/// What the cell says, ready to be laid out.
struct Words {
  QString expected;
  QString actual;
  QString delta;
};

Words wordsOf(const MetricText& text) {
  return {shortened(text.expected, kLongestPart), shortened(text.actual, kLongestPart),
          text.notMeasured ? notMeasuredText() : text.delta};
}

bool fits(const std::vector<CellPart>& parts, const QFontMetrics& metrics) {
  return std::all_of(parts.begin(), parts.end(), [&metrics](const CellPart& part) {
    return part.left >= 0 && metrics.horizontalAdvance(part.text) <= part.width;
  });
}

/// The whole cell as one line, the fullest that fits: what came before goes first, then the change, never the actual.
std::vector<CellPart> oneLine(const MetricText& text, int width, const QFontMetrics& metrics, Qt::Alignment align) {
  const Words words = wordsOf(text);
  const QString delta = words.delta.isEmpty() ? QString() : u"  "_s + words.delta;
  const QString lessDelta = words.delta.isEmpty() ? QString() : QString(u' ') + kEllipsis;
  const QString now = text.changed ? arrowText() + words.actual : words.actual;
  QStringList lines;
  if (text.changed) {
    lines << words.expected + now + delta << words.expected + now + lessDelta << kEllipsis + now + delta
          << kEllipsis + now + lessDelta;
  } else {
    lines << now + delta;
    if (!delta.isEmpty()) lines << now + lessDelta;
  }
  const auto full = std::find_if(lines.cbegin(), lines.cend(),
                                 [&](const QString& line) { return metrics.horizontalAdvance(line) <= width; });
  // With the ellipsis at its end the text is too long in any case, so that the cut always shows.
  const QString line = full != lines.cend() ? *full : metrics.elidedText(words.actual + kEllipsis, Qt::ElideRight, width);
  return {{PartRole::Line, line, 0, width, align}};
}

}  // namespace

QString arrowText() { return u" \u2192 "_s; }
/// The tooltip has it in full; in every column of a failed run it would only push the others away.
QString notMeasuredText() { return u"not mea."_s; }

std::vector<CellPart> layOutNumbers(const MetricText& text, const ColumnParts& parts, int width, const QFontMetrics& metrics) {
  const Words words = wordsOf(text);
  std::vector<CellPart> out;
  int right = width;
  const auto put = [&](PartRole role, const QString& value, int slot, Qt::Alignment align) {
    right -= slot;
    if (!value.isEmpty()) out.push_back({role, value, right, slot, align});
  };
  if (parts.delta > 0) {
    put(PartRole::Delta, words.delta, parts.delta, text.notMeasured ? Qt::AlignLeft : Qt::AlignRight);
    right -= kGap;
  }
  put(PartRole::Actual, words.actual, parts.actual, Qt::AlignRight);
  if (text.changed) {
    put(PartRole::Arrow, arrowText(), metrics.horizontalAdvance(arrowText()), Qt::AlignHCenter);
    put(PartRole::Expected, words.expected, std::max(right, 0), Qt::AlignRight);
  }
  // A delta that no measured row had has no slot of its own.
  const bool complete = words.delta.isEmpty() || parts.delta > 0;
  return complete && fits(out, metrics) ? out : oneLine(text, width, metrics, Qt::AlignRight);
}

std::vector<CellPart> layOutWords(const MetricText& text, int width, const QFontMetrics& metrics) {
  const Words words = wordsOf(text);
  std::vector<CellPart> out;
  int left = 0;
  const auto put = [&](PartRole role, const QString& value) {
    const int advance = metrics.horizontalAdvance(value);
    out.push_back({role, value, left, advance + kSpare, Qt::AlignLeft});
    left += advance;
  };
  if (text.changed) {
    put(PartRole::Expected, words.expected);
    put(PartRole::Arrow, arrowText());
  }
  put(PartRole::Actual, words.actual);
  return left + kSpare <= width ? out : oneLine(text, width, metrics, Qt::AlignLeft);
}

}  // namespace plumbline::ui
