// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_model.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "core/history/report_parts.h"
#include "core/reports/evidence/rate_report.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FlakyOverview;
using session::FlakyRow;
using session::RemarkKind;

namespace {

constexpr std::size_t kMaxLines = 24;  ///< a tooltip longer than that does not fit a screen
const QString kDot = u" \u00b7 "_s;
const QString kNone = u"\u2013"_s;

QString baselineName(const std::string& path) {
  // Baselines of the same name differ in their last folder.
  const QString whole = pathText(path);
  const QString folder = whole.section(u'/', -2, -2);
  const QString name = whole.section(u'/', -1);
  return folder.isEmpty() || folder == "ci_expected_accuracy"_L1 ? name : folder + u'/' + name;
}

QString scopeText(const FlakyRow& row) {
  QStringList parts;
  if (!row.value.platform.empty()) parts << fromUtf8(row.value.platform);
  if (!row.value.config.empty()) parts << fromUtf8(row.value.config);
  return parts.isEmpty() ? FlakyModel::tr("everywhere") : parts.join(kDot);
}

QString matchesCell(const FlakyOverview& overview, const FlakyRow& row) {
  if (overview.baselines == 0) return kNone;
  if (row.matches.empty()) return FlakyModel::tr("none");
  QString files = counted(row.matches.size(), FlakyModel::tr("baseline"), FlakyModel::tr("baselines"));
  if (row.modelCount == 1 && !row.value.isPattern) return files;
  return counted(row.modelCount, FlakyModel::tr("model"), FlakyModel::tr("models")) + u", "_s + files;
}

QString excusesCell(const FlakyOverview& overview, const FlakyRow& row) {
  if (!overview.hasPair) return kNone;
  if (row.excuses.empty()) return FlakyModel::tr("no");
  // A script counts when the rules in use have it; our own list always counts here.
  const bool counts =
      row.value.origin == flaky::Origin::Toml || std::ranges::any_of(row.excuses, &verdicts::FlakyUse::byCi);
  const QString rows = row.excuses.size() == 1 ? fromUtf8(row.excuses.front().model)
                                               : FlakyModel::tr("%1 rows").arg(grouped(row.excuses.size()));
  return counts ? FlakyModel::tr("yes: %1").arg(rows) : FlakyModel::tr("would: %1").arg(rows);
}

QString remarksCell(const FlakyRow& row) {
  QStringList words;
  for (const RemarkKind kind : session::kAllRemarkKinds)
    if (row.has(kind)) words << styleOf(kind).word;
  return words.join(u", "_s);
}

QString expiresCell(const FlakyRow& row) {
  if (!row.value.expires) return {};
  const QString date = fromUtf8(flaky::dateText(*row.value.expires));
  return row.isExpired() ? FlakyModel::tr("\u2717 expired %1").arg(date) : date;
}

QString canGoCell(const FlakyRow& row) {
  if (!row.healing) return kNone;
  const evidence::HealedEntry& healed = row.healing->entry;
  const auto days = [](double count) {
    return counted(static_cast<std::size_t>(std::ceil(count)), FlakyModel::tr("day"), FlakyModel::tr("days"));
  };
  switch (healed.state) {
    case evidence::EntryState::Healed: {
      const QString runs = counted(healed.stretch.greenRuns, FlakyModel::tr("green run"), FlakyModel::tr("green runs"));
      const QString risk = fromUtf8(reports::ratePercent(healed.judged.relapseRisk));
      return healed.stretch.before.fails > 0 ? FlakyModel::tr("yes: %1, relapse risk %2").arg(runs, risk)
                                             : FlakyModel::tr("yes: %1, relapse risk up to %2").arg(runs, risk);
    }
    case evidence::EntryState::NeedsRuns: {
      QStringList needed;
      if (healed.judged.moreRuns > 0)
        needed << counted(healed.judged.moreRuns, FlakyModel::tr("more green run"), FlakyModel::tr("more green runs"));
      if (healed.judged.moreDays > 0) needed << FlakyModel::tr("%1 more").arg(days(healed.judged.moreDays));
      return needed.join(u", "_s);
    }
    case evidence::EntryState::StillFails:
      return FlakyModel::tr("no: red on %1").arg(fromUtf8(history::dayText(healed.lastFail)));
    case evidence::EntryState::NoRuns: break;
  }
  return FlakyModel::tr("no runs");
}

QString matchesTooltip(const FlakyRow& row) {
  QStringList lines;
  for (const session::FlakyMatch& match : row.matches) {
    if (static_cast<std::size_t>(lines.size()) == kMaxLines) {
      lines << FlakyModel::tr("and %1 more baselines").arg(grouped(row.matches.size() - kMaxLines));
      break;
    }
    QString line = baselineName(match.baseline);
    if (row.value.isPattern) {
      QStringList models;
      for (std::size_t i = 0; i < std::min<std::size_t>(match.models.size(), 6); ++i)
        models << fromUtf8(match.models[i]);
      if (match.models.size() > 6) models << u"\u2026"_s;
      line += u": "_s + models.join(u", "_s);
    }
    lines << line;
  }
  return lines.join(u'\n');
}

QString excusesTooltip(const FlakyRow& row) {
  QStringList lines;
  for (const verdicts::FlakyUse& use : row.excuses) {
    if (static_cast<std::size_t>(lines.size()) == kMaxLines) {
      lines << FlakyModel::tr("and %1 more rows").arg(grouped(row.excuses.size() - kMaxLines));
      break;
    }
    const std::string_view check = verdicts::checkName(use.check);
    const QString sentence = use.byCi ? FlakyModel::tr("%1: %2, excused by the rules in use")
                             : row.value.origin == flaky::Origin::Toml
                                 ? FlakyModel::tr("%1: %2, excused here; CI does not know this list and counts it")
                                 : FlakyModel::tr("%1: %2, not excused by the rules in use; this entry would excuse it");
    lines << sentence.arg(fromUtf8(use.model), fromUtf8(check));
  }
  return lines.join(u'\n');
}

QString datesTooltip(const FlakyRow& row) {
  QStringList lines;
  if (row.value.added) lines << FlakyModel::tr("Added %1").arg(fromUtf8(flaky::dateText(*row.value.added)));
  if (row.value.expires)
    lines << FlakyModel::tr("Excuses up to and including %1").arg(fromUtf8(flaky::dateText(*row.value.expires)));
  if (!row.value.owner.empty()) lines << FlakyModel::tr("Owner: %1").arg(fromUtf8(row.value.owner));
  return lines.join(u'\n');
}

}  // namespace

using session::RemarkKind;
using verdicts::VerdictClass;

RemarkStyle styleOf(RemarkKind kind) {
  switch (kind) {
    case RemarkKind::Expired:
      return {u"expired"_s, u"\u2717"_s, FlakyModel::tr("Expired"), FlakyModel::tr("expired"),
              FlakyModel::tr("Show only entries that excuse nothing any more"), VerdictClass::Fail};
    case RemarkKind::InNoBaseline:
      return {u"noBaseline"_s, u"\u2205"_s, FlakyModel::tr("In no baseline"), FlakyModel::tr("no baseline"),
              FlakyModel::tr("Show only entries whose model stands in no baseline of their scope"),
              VerdictClass::Missing};
    case RemarkKind::OneScriptOnly:
      return {u"oneScript"_s, u"\u2260"_s, FlakyModel::tr("In one script only"), FlakyModel::tr("one script"),
              FlakyModel::tr("Show only the differences between the two check scripts' sets"), VerdictClass::Improved};
    case RemarkKind::Twice:
      return {u"twice"_s, u"!"_s, FlakyModel::tr("Twice"), FlakyModel::tr("twice"),
              FlakyModel::tr("Show only names that stand twice in one list"), VerdictClass::Invalid};
    case RemarkKind::NoReason:
      return {u"noReason"_s, u"?"_s, FlakyModel::tr("No reason"), FlakyModel::tr("no reason"),
              FlakyModel::tr("Show only entries without a reason"), VerdictClass::Flaky};
  }
  return {};
}

QString fileNameOf(const std::string& path) {
  return pathText(path).section(u'/', -1);
}

ColumnHead headOf(FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Name:
      return {FlakyModel::tr("Name"), FlakyModel::tr("A model, or a pattern with * and ? (flaky.toml only)")};
    case FlakyColumn::Check:
      return {FlakyModel::tr("Check"), FlakyModel::tr("The check that the entry excuses; \"all\": every one")};
    case FlakyColumn::Scope:
      return {FlakyModel::tr("Scope"), FlakyModel::tr("Platform and config to which the entry is limited")};
    case FlakyColumn::Excuses:
      return {FlakyModel::tr("Excuses today"),
              FlakyModel::tr("Rows of the open pair that differ and are excused by the entry right now")};
    case FlakyColumn::Matches:
      return {FlakyModel::tr("Matches now"),
              FlakyModel::tr("Baselines in view that hold the model, within the entry's scope")};
    case FlakyColumn::Remarks:
      return {FlakyModel::tr("Remarks"),
              FlakyModel::tr("What is worth a look: expired, in no baseline, in one script only, twice, no reason")};
    case FlakyColumn::Expires:
      return {FlakyModel::tr("Expires"), FlakyModel::tr("The last day on which the entry excuses")};
    case FlakyColumn::Origin:
      return {FlakyModel::tr("Origin"), FlakyModel::tr("File and line in which the entry stands")};
    case FlakyColumn::Issue: return {FlakyModel::tr("Issue"), FlakyModel::tr("Link or number of the issue")};
    case FlakyColumn::CanGo:
      return {FlakyModel::tr("Can go"),
              FlakyModel::tr("Whether the runs in the history allow to remove the entry and how likely a failed run within 30 days is, or what is missing")};
    case FlakyColumn::Reason:
      return {FlakyModel::tr("Reason"),
              FlakyModel::tr("Why the model is excused; in a check script, the comment beside the name")};
  }
  return {};
}

QString cellText(const FlakyOverview& overview, const FlakyRow& row, FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Name: return fromUtf8(row.value.name);
    case FlakyColumn::Check: return row.value.check.empty() ? FlakyModel::tr("all") : fromUtf8(row.value.check).replace(u'-', u' ');
    case FlakyColumn::Scope: return scopeText(row);
    case FlakyColumn::Excuses: return excusesCell(overview, row);
    case FlakyColumn::Matches: return matchesCell(overview, row);
    case FlakyColumn::Remarks: return remarksCell(row);
    case FlakyColumn::Expires: return expiresCell(row);
    case FlakyColumn::Origin: return fileNameOf(row.path) + u':' + QString::number(row.value.line);
    case FlakyColumn::Issue: return fromUtf8(row.value.issue);
    case FlakyColumn::Reason: return fromUtf8(row.value.reason);
    case FlakyColumn::CanGo: return overview.hasHistory ? canGoCell(row) : QString();
  }
  return {};
}

QString cellTooltip(const FlakyOverview& overview, const FlakyRow& row, FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Excuses: return excusesTooltip(row);
    case FlakyColumn::Matches: return matchesTooltip(row);
    case FlakyColumn::Remarks: {
      QStringList lines;
      for (const std::string& sentence : row.remarkTexts) lines << fromUtf8(sentence);
      return lines.join(u'\n');
    }
    case FlakyColumn::Expires: return datesTooltip(row);
    case FlakyColumn::CanGo:
      return row.healing ? fromUtf8(evidence::healedSentence(row.healing->entry)) : FlakyModel::tr("Not read from the history yet");
    case FlakyColumn::Origin: {
      const QString path = pathText(row.path);
      return FlakyModel::tr("%1, line %2").arg(path, QString::number(row.value.line));
    }
    default: return cellText(overview, row, column);
  }
}

QVariant sortValue(const FlakyOverview& overview, const FlakyRow& row, FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Excuses: return row.excuses.empty() ? QVariant() : QVariant(qulonglong(row.excuses.size()));
    case FlakyColumn::Matches: return qulonglong(row.matches.size());
    case FlakyColumn::CanGo: return row.healing ? QVariant(qulonglong(row.healing->rank)) : QVariant();
    case FlakyColumn::Remarks: {
      // The kinds in the order of their chips; an entry with several stands with its worst.
      for (std::size_t i = 0; i < session::kRemarkKinds; ++i)
        if (row.has(session::kAllRemarkKinds[i])) return int(i);
      return {};
    }
    case FlakyColumn::Expires:
      return row.value.expires ? QVariant(fromUtf8(flaky::dateText(*row.value.expires))) : QVariant();
    case FlakyColumn::Origin: return qulonglong(row.file) * 10'000'000U + qulonglong(row.value.line);
    default: {
      const QString words = cellText(overview, row, column).toCaseFolded();
      return words.isEmpty() ? QVariant() : QVariant(words);
    }
  }
}

bool matchesText(const FlakyOverview& overview, const FlakyRow& row, const QStringList& words) {
  if (words.isEmpty()) return true;
  QString all = fromUtf8(row.value.owner);
  for (int c = 0; c < kFlakyColumns; ++c) all += u'\n' + cellText(overview, row, static_cast<FlakyColumn>(c));
  return std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

using session::FlakyOverviewPtr;
using session::FlakyRow;

namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

Key keyOf(const FlakyRow& row) {
  return {row.path, row.value.name, row.value.check, row.value.platform, row.value.config};
}

}  // namespace

void FlakyModel::setOverview(const FlakyOverviewPtr& overview) {
  if (overview && overview->hasHistory && m_columns < kFlakyColumns) {
    beginInsertColumns({}, m_columns, m_columns);
    m_columns = kFlakyColumns;
    endInsertColumns();
  }
  beginShowRows();
  std::vector<int> newRows;
  if (m_overview && overview) newRows = sameRows(m_overview->rows, overview->rows, keyOf);
  m_overview = overview;
  endShowRows(matchingRows(), &newRows);
}

void FlakyModel::setFilter(const FlakyFilter& filter) {
  if (filter != std::exchange(m_filter, filter)) showRows(matchingRows());
}

std::vector<std::uint32_t> FlakyModel::matchingRows() const {
  std::vector<std::uint32_t> rows;
  if (!m_overview) return rows;
  for (std::uint32_t i = 0; i < m_overview->rows.size(); ++i) {
    const FlakyRow& row = m_overview->rows[i];
    const bool isAsked = (row.remarks & m_filter.remarks) != 0 || (m_filter.canGo && row.canGo());
    if ((m_filter.remarks != 0 || m_filter.canGo) && !isAsked) continue;
    if (matchesText(*m_overview, row, m_filter.words)) rows.push_back(i);
  }
  if (sortColumn() < 0) return rows;
  const auto column = static_cast<FlakyColumn>(sortColumn());
  sortRows(rows, [&](std::uint32_t row) { return sortValue(*m_overview, m_overview->rows[row], column); }, sortOrder());
  return rows;
}

const FlakyRow& FlakyModel::row(int row) const {
  return m_overview->rows[sourceRow(row)];
}

int FlakyModel::rowOf(const std::string& path, const flaky::FlakyEntry& entry) const {
  for (int i = 0; i < rowCount(); ++i) {
    const FlakyRow& shown = row(i);
    if (shown.path == path && shown.value.name == entry.name && shown.value.platform == entry.platform &&
        shown.value.config == entry.config)
      return i;
  }
  return -1;
}

int FlakyModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_columns; }

QVariant FlakyModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const FlakyRow& entry = row(index.row());
  const auto column = static_cast<FlakyColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole: return cellText(*m_overview, entry, column);
    case Qt::ToolTipRole: return cellTooltip(*m_overview, entry, column);
    case Qt::AccessibleTextRole: return headOf(column).title + u": "_s + cellText(*m_overview, entry, column);
    default: return {};
  }
}

ColumnHead FlakyModel::columnHead(int column) const { return headOf(static_cast<FlakyColumn>(column)); }

}  // namespace plumbline::ui
