// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_columns.h"

#include <QFile>
#include <QStringList>
#include <algorithm>

#include "core/verdicts/verdict.h"
#include "ui/flaky/remark_look.h"
#include "ui/support/count_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FlakyOverview;
using session::FlakyRow;
using session::RemarkKind;

namespace {

constexpr std::size_t kMostLines = 24;  ///< a tooltip longer than that does not fit a screen
const QString kDot = u" \u00b7 "_s;
const QString kNone = u"\u2013"_s;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QString some(std::size_t count, const QString& one, const QString& many) {
  return count == 1 ? u"1 "_s + one : grouped(count) + u' ' + many;
}

QString baselineName(const std::string& path) {
  // Where a folder tells baselines of one name apart, it is the last one.
  const QString whole = QFile::decodeName(QByteArray::fromStdString(path));
  const QString folder = whole.section(u'/', -2, -2);
  const QString name = whole.section(u'/', -1);
  return folder.isEmpty() || folder == "ci_expected_accuracy"_L1 ? name : folder + u'/' + name;
}

QString scopeText(const FlakyRow& row) {
  QStringList parts;
  if (!row.value.platform.empty()) parts << text(row.value.platform);
  if (!row.value.config.empty()) parts << text(row.value.config);
  return parts.isEmpty() ? u"everywhere"_s : parts.join(kDot);
}

QString matchesWords(const FlakyOverview& overview, const FlakyRow& row) {
  if (overview.baselines == 0) return kNone;
  if (row.matches.empty()) return u"none"_s;
  const QString files = some(row.matches.size(), u"baseline"_s, u"baselines"_s);
  if (row.modelCount == 1 && !row.value.isPattern) return files;
  return some(row.modelCount, u"model"_s, u"models"_s) + u", "_s + files;
}

QString excusesWords(const FlakyOverview& overview, const FlakyRow& row) {
  if (!overview.hasPair) return kNone;
  if (row.excuses.empty()) return u"no"_s;
  // A script counts when the rules in use have it; our own list counts here, whatever CI says.
  const bool counts =
      row.value.origin == flaky::Origin::Toml || std::ranges::any_of(row.excuses, &verdicts::FlakyUse::byCi);
  const QString rows =
      row.excuses.size() == 1 ? text(row.excuses.front().model) : grouped(row.excuses.size()) + u" rows"_s;
  return (counts ? u"yes: "_s : u"would: "_s) + rows;
}

QString remarksWords(const FlakyRow& row) {
  QStringList words;
  for (const RemarkKind kind : session::kAllRemarkKinds)
    if (row.has(kind)) words << lookOf(kind).word;
  return words.join(u", "_s);
}

QString datesWords(const FlakyRow& row) {
  if (!row.value.expires) return {};
  const QString date = text(flaky::dateText(*row.value.expires));
  return row.isExpired() ? u"\u2717 expired "_s + date : date;
}

QString matchesStory(const FlakyRow& row) {
  QStringList lines;
  for (const session::FlakyMatch& match : row.matches) {
    if (static_cast<std::size_t>(lines.size()) == kMostLines) {
      lines << u"and %1 more baselines"_s.arg(grouped(row.matches.size() - kMostLines));
      break;
    }
    QString line = baselineName(match.baseline);
    if (row.value.isPattern) {
      QStringList models;
      for (std::size_t i = 0; i < std::min<std::size_t>(match.models.size(), 6); ++i) models << text(match.models[i]);
      if (match.models.size() > 6) models << u"\u2026"_s;
      line += u": "_s + models.join(u", "_s);
    }
    lines << line;
  }
  return lines.join(u'\n');
}

QString excusesStory(const FlakyRow& row) {
  QStringList lines;
  for (const verdicts::FlakyUse& use : row.excuses) {
    if (static_cast<std::size_t>(lines.size()) == kMostLines) {
      lines << u"and %1 more rows"_s.arg(grouped(row.excuses.size() - kMostLines));
      break;
    }
    const std::string_view check = verdicts::checkName(use.check);
    lines << u"%1: %2%3"_s.arg(text(use.model), QString::fromUtf8(check.data(), qsizetype(check.size())),
                               use.byCi ? u", excused by the rules in use"_s
                               : row.value.origin == flaky::Origin::Toml
                                   ? u", excused here; CI does not know this list and counts it"_s
                                   : u", not excused by the rules in use; this entry would excuse it"_s);
  }
  return lines.join(u'\n');
}

QString datesStory(const FlakyRow& row) {
  QStringList lines;
  if (row.value.added) lines << u"Added %1"_s.arg(text(flaky::dateText(*row.value.added)));
  if (row.value.expires) lines << u"Excuses up to and including %1"_s.arg(text(flaky::dateText(*row.value.expires)));
  if (!row.value.owner.empty()) lines << u"Owner: %1"_s.arg(text(row.value.owner));
  return lines.join(u'\n');
}

}  // namespace

QString fileNameOf(const std::string& path) {
  return QFile::decodeName(QByteArray::fromStdString(path)).section(u'/', -1);
}

QString columnTitle(FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Name:
      return u"Name"_s;
    case FlakyColumn::Check:
      return u"Check"_s;
    case FlakyColumn::Scope:
      return u"Scope"_s;
    case FlakyColumn::Excuses:
      return u"Excuses today"_s;
    case FlakyColumn::Matches:
      return u"Matches now"_s;
    case FlakyColumn::Remarks:
      return u"Remarks"_s;
    case FlakyColumn::Expires:
      return u"Expires"_s;
    case FlakyColumn::Origin:
      return u"Origin"_s;
    case FlakyColumn::Issue:
      return u"Issue"_s;
    case FlakyColumn::Reason:
      return u"Reason"_s;
  }
  return {};
}

QString columnTooltip(FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Name:
      return u"A model, or a pattern with * and ? (flaky.toml only)"_s;
    case FlakyColumn::Check:
      return u"The check that the entry excuses; \"all\": every one"_s;
    case FlakyColumn::Scope:
      return u"Platform and config to which the entry is limited"_s;
    case FlakyColumn::Excuses:
      return u"Rows of the open pair that differ and are excused by the entry right now"_s;
    case FlakyColumn::Matches:
      return u"Baselines in view that hold the model, within the entry's scope"_s;
    case FlakyColumn::Remarks:
      return u"What is worth a look: expired, in no baseline, in one script only, twice, no reason"_s;
    case FlakyColumn::Expires:
      return u"The last day on which the entry excuses"_s;
    case FlakyColumn::Origin:
      return u"File and line in which the entry stands"_s;
    case FlakyColumn::Issue:
      return u"Link or number of the issue"_s;
    case FlakyColumn::Reason:
      return u"Why the model is excused; in a check script, the comment beside the name"_s;
  }
  return {};
}

QString cellText(const FlakyOverview& overview, const FlakyRow& row, FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Name:
      return text(row.value.name);
    case FlakyColumn::Check:
      return row.value.check.empty() ? u"all"_s : text(row.value.check).replace(u'-', u' ');
    case FlakyColumn::Scope:
      return scopeText(row);
    case FlakyColumn::Excuses:
      return excusesWords(overview, row);
    case FlakyColumn::Matches:
      return matchesWords(overview, row);
    case FlakyColumn::Remarks:
      return remarksWords(row);
    case FlakyColumn::Expires:
      return datesWords(row);
    case FlakyColumn::Origin:
      return fileNameOf(row.path) + u':' + QString::number(row.value.line);
    case FlakyColumn::Issue:
      return text(row.value.issue);
    case FlakyColumn::Reason:
      return text(row.value.reason);
  }
  return {};
}

QString cellTooltip(const FlakyOverview& overview, const FlakyRow& row, FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Excuses:
      return excusesStory(row);
    case FlakyColumn::Matches:
      return matchesStory(row);
    case FlakyColumn::Remarks: {
      QStringList lines;
      for (const std::string& sentence : row.remarkTexts) lines << text(sentence);
      return lines.join(u'\n');
    }
    case FlakyColumn::Expires:
      return datesStory(row);
    case FlakyColumn::Origin: {
      const QString path = QFile::decodeName(QByteArray::fromStdString(row.path));
      return u"%1, line %2"_s.arg(path).arg(row.value.line);
    }
    default:
      return cellText(overview, row, column);
  }
}

QVariant sortValue(const FlakyOverview& overview, const FlakyRow& row, FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Excuses:
      return row.excuses.empty() ? QVariant() : QVariant(qulonglong(row.excuses.size()));
    case FlakyColumn::Matches:
      return qulonglong(row.matches.size());
    case FlakyColumn::Remarks: {
      // The kinds in the order of their chips; an entry with several stands with its worst.
      for (std::size_t i = 0; i < session::kRemarkKinds; ++i)
        if (row.has(session::kAllRemarkKinds[i])) return int(i);
      return {};
    }
    case FlakyColumn::Expires:
      return row.value.expires ? QVariant(text(flaky::dateText(*row.value.expires))) : QVariant();
    case FlakyColumn::Origin:
      return qulonglong(row.file) * 10'000'000U + qulonglong(row.value.line);
    default: {
      const QString words = cellText(overview, row, column).toCaseFolded();
      return words.isEmpty() ? QVariant() : QVariant(words);
    }
  }
}

bool matchesText(const FlakyOverview& overview, const FlakyRow& row, const QStringList& words) {
  if (words.isEmpty()) return true;
  QString all = text(row.value.owner);
  for (int c = 0; c < kFlakyColumns; ++c) all += u'\n' + cellText(overview, row, static_cast<FlakyColumn>(c));
  return std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}  // namespace plumbline::ui
