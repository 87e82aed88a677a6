// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/summary_model.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/diff/number_words.h"
#include "ui/compare/diff_text.h"
#include "ui/compare/move_look.h"
#include "ui/support/count_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::string_view kPassRate = "pass_rate";

double share(double before, double after) {
  return before == 0 ? std::numeric_limits<double>::quiet_NaN() : (after - before) / std::fabs(before);
}

QString signedShare(const diff::SummaryLine& line, double before, double after) {
  if (before == after) return u"="_s;
  if (line.metric == kPassRate) {
    const QString points = decimalText(std::fabs(after - before), 1);
    return (after > before ? u"+"_s : u"\u2212"_s) + points + u" pt"_s;
  }
  return percentText(share(before, after));
}

}  // namespace

void SummaryModel::setLines(std::vector<diff::SummaryLine> lines, const QStringList& letters,
                            const diff::Thresholds& thresholds) {
  beginResetModel();
  m_lines = std::move(lines);
  m_letters = letters;
  m_thresholds = thresholds;
  m_rows.clear();
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    m_rows.push_back({i, false});
    if (m_lines[i].signsDisagree) m_rows.push_back({i, true});
  }
  endResetModel();
}

QString SummaryModel::sentence(int row) const { return u"≠ These disagree. "_s + fromUtf8(line(row).sentence); }

int SummaryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString SummaryModel::text(int row, int column) const {
  if (isSentence(row)) return column == Number ? sentence(row) : QString();
  const diff::SummaryLine& about = line(row);
  const bool hasHud = about.hudBefore.count > 0 && about.hudAfter.count > 0;
  const bool isPaired = about.before.count > 0;
  const auto hud = [&](const diff::HudValue& value) {
    if (value.count == 0) return QString(u'\u2013');
    const bool low = about.metric == kPassRate && value.value / 100 < m_thresholds.passRate;
    const std::optional<double> floor = m_thresholds.floorOf(about.metric);
    return (low || (floor && value.value < *floor) ? floorMark() : QString()) + fromUtf8(value.text);
  };
  switch (column) {
    case Number: {
      const QString unit = about.unit.empty() ? QString() : u" ("_s + fromUtf8(about.unit) + u')';
      return (about.signsDisagree ? u"≠ "_s : QString()) + fromUtf8(about.title) + unit;
    }
    case HudBefore: return hud(about.hudBefore);
    case HudAfter: return hud(about.hudAfter);
    case HudChange: return hasHud ? signedShare(about, about.hudBefore.value, about.hudAfter.value) : QString();
    case PairedBefore:
    case PairedAfter: {
      if (!isPaired) return u"\u2013"_s;
      if (about.before.value == about.after.value) return decimalText(about.after.value, 2);
      const auto [was, now] = diff::apart(about.before.value, about.after.value);
      return fromUtf8(column == PairedBefore ? was : now);
    }
    case PairedChange: return isPaired ? signedShare(about, about.before.value, about.after.value) : QString();
    case Count: return grouped(about.before.count);
    case LeftOut: return about.leftOut == 0 ? u"\u2013"_s : grouped(about.leftOut);
    default: return {};
  }
}

SummaryModel::Tone SummaryModel::tone(int row, int column) const {
  const diff::SummaryLine& about = line(row);
  if (isSentence(row)) return Tone::Bad;
  if (column == Number) return about.signsDisagree ? Tone::Bad : Tone::Plain;
  if (column != HudChange && column != PairedChange)
    return column == HudBefore || column == PairedBefore || column == Count || column == LeftOut ? Tone::Muted : Tone::Plain;
  const bool hud = column == HudChange;
  const double before = hud ? about.hudBefore.value : about.before.value, after = hud ? about.hudAfter.value : about.after.value;
  if (about.better == verdicts::Better::Neither || !(std::fabs(share(before, after)) > m_thresholds.relativeOf(about.metric)))
    return Tone::Muted;
  return (after > before) == (about.better == verdicts::Better::Higher) ? Tone::Good : Tone::Bad;
}

QString SummaryModel::tooltip(int row, int column) const {
  const diff::SummaryLine& about = line(row);
  if (isSentence(row)) return fromUtf8(about.sentence);
  const auto hud = [&](const diff::HudValue& value) {
    QString tip = u"As the dashboard computes it, over %1 models"_s.arg(grouped(value.count));
    if (value.leftOut > 0) tip += u"; %1 that pass have no usable value"_s.arg(grouped(value.leftOut));
    if (about.metric == kPassRate && value.value / 100 < m_thresholds.passRate)
      tip += u"\n%1 below %2 %"_s.arg(floorMark(), decimalText(m_thresholds.passRate * 100, 0));
    if (const auto floor = m_thresholds.floorOf(about.metric); floor && value.value < *floor)
      tip += u"\n%1 below its floor of %2"_s.arg(floorMark(), decimalText(*floor, 2));
    return tip;
  };
  switch (column) {
    case HudBefore: return hud(about.hudBefore);
    case HudAfter: return hud(about.hudAfter);
    case Number: return about.signsDisagree ? fromUtf8(about.sentence) : text(row, column);
    case LeftOut: return u"%1 models of either run are not in the paired set: not measured or not passing in both"_s.arg(grouped(about.leftOut));
    default: return u"Over the %1 models that both runs measured and that pass in both"_s.arg(grouped(about.before.count));
  }
}

QVariant SummaryModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::AccessibleTextRole:
      return isSentence(index.row()) ? sentence(index.row())
                                     : headerData(index.column(), Qt::Horizontal, Qt::AccessibleTextRole).toString() + u": "_s +
                                           text(index.row(), index.column());
    case Qt::ToolTipRole: return tooltip(index.row(), index.column());
    case Qt::TextAlignmentRole: return int((index.column() == Number ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case ToneRole: return int(tone(index.row(), index.column()));
    case SentenceRole: return isSentence(index.row());
    default: return {};
  }
}

QVariant SummaryModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (role == Qt::TextAlignmentRole) return int((section == Number ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  const bool said = role == Qt::AccessibleTextRole;
  if (role == Qt::ToolTipRole) {
    if (section >= HudBefore && section <= HudChange) return u"The dashboard's number: each run over its own models"_s;
    if (section >= PairedBefore && section <= PairedChange) return u"The same mean over the models that both runs measured"_s;
    if (section == Count) return u"Models in the paired set"_s;
    if (section == LeftOut) return u"Models of either run that are not in the paired set"_s;
  }
  if (role != Qt::DisplayRole && !said) return {};
  switch (section) {
    case Number: return u"Summary"_s;
    case HudBefore: return u"HUD %1"_s.arg(m_letters[0]);
    case HudAfter: return u"HUD %1"_s.arg(m_letters[1]);
    case HudChange: return said ? u"HUD change"_s : u"change"_s;
    case PairedBefore: return u"paired %1"_s.arg(m_letters[0]);
    case PairedAfter: return u"paired %1"_s.arg(m_letters[1]);
    case PairedChange: return said ? u"paired change"_s : u"change"_s;
    case Count: return said ? u"paired models"_s : u"n"_s;
    case LeftOut: return u"left out"_s;
    default: return {};
  }
}

}  // namespace plumbline::ui
