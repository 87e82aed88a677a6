// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_columns.h"

#include <algorithm>

#include "ui/support/count_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FileState;
using session::SourceFile;
using session::SourceList;
using verdicts::VerdictClass;

namespace {

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), qsizetype(utf8.size())); }

QString stateText(const SourceFile& file) {
  const QString word = text(session::stateWord(file.state));
  return file.state == FileState::Used && file.chosen ? word + u" by hand"_s : word;
}

/// The config, or the file's own name where nobody knows one: what a person would call it.
QString configText(const SourceFile& file) {
  if (!file.identity) return text(file.origin).section(u'/', -1).section(u'!', -1);
  const QString name = text(configs::configName(file.identity->config));
  return file.assigned ? name + u" (by hand)"_s : name;
}

QString shardText(const SourceFile& file) {
  if (!file.identity || file.isBaseline) return {};
  const configs::Identity& id = *file.identity;
  if (id.shard == 0) return u"whole run"_s;
  return id.shards == 0 ? QString::number(id.shard) : u"%1 of %2"_s.arg(id.shard).arg(id.shards);
}

QString originStory(const SourceFile& file) {
  QStringList lines{text(file.origin)};
  if (!file.identity) return lines.front();
  const configs::Identity& id = *file.identity;
  const auto add = [&](const QString& name, const std::string& value) {
    if (!value.empty()) lines << name + u": "_s + text(value);
  };
  add(u"Commit"_s, id.commit);
  add(u"Workflow run"_s, id.workflowId);
  add(u"Job"_s, id.jobId);
  add(u"Machine"_s, id.machine);
  return lines.join(u'\n');
}

}  // namespace

StateLook lookOf(FileState state) {
  switch (state) {
    case FileState::Unnamed:
      return {u"unnamed"_s, u"!"_s, u"No name"_s, u"Files that no config could be found for: assign them by hand"_s,
              VerdictClass::Invalid};
    case FileState::Unreadable:
      return {u"unreadable"_s, u"\u2717"_s, u"Unreadable"_s, u"What could not be opened, and why"_s,
              VerdictClass::Fail};
    case FileState::Doubled:
      return {u"doubled"_s, u"\u2260"_s, u"Second baseline"_s,
              u"Baselines of a config that has one already: the first one counts"_s, VerdictClass::Flaky};
    case FileState::Used:
      return {u"used"_s, u"\u2713"_s, u"Used"_s, u"Results that stand for their shard"_s, VerdictClass::Pass};
    case FileState::NotUsed:
      return {u"notUsed"_s, u"\u25CB"_s, u"Not used"_s,
              u"Results in whose place another attempt or run stands: Space switches"_s, VerdictClass::Improved};
    case FileState::OtherCommit:
      break;
  }
  return {u"otherCommit"_s, u"\u25E6"_s, u"Other commit"_s, u"Results of a commit that is not shown: Space shows it"_s,
          VerdictClass::ExpectedFail};
}

QString sourceColumnTitle(SourceColumn column) {
  switch (column) {
    case SourceColumn::State:
      return u"State"_s;
    case SourceColumn::File:
      return u"File"_s;
    case SourceColumn::Config:
      return u"Config, or file name"_s;
    case SourceColumn::Shard:
      return u"Shard"_s;
    case SourceColumn::Attempt:
      return u"Attempt"_s;
    case SourceColumn::Rows:
      return u"Rows"_s;
    case SourceColumn::Why:
      return u"Why"_s;
  }
  return {};
}

QString sourceColumnTooltip(SourceColumn column) {
  switch (column) {
    case SourceColumn::State:
      return u"Whether the file counts for the verdicts"_s;
    case SourceColumn::File:
      return u"Where it came from, below the path that was opened; after \"!\", the file inside a zip"_s;
    case SourceColumn::Config:
      return u"What was run, as the name or a person says; where nobody knows it, the name of the file"_s;
    case SourceColumn::Shard:
      return u"Which part of the config's run it is"_s;
    case SourceColumn::Attempt:
      return u"CI may run a job again: each time is an attempt"_s;
    case SourceColumn::Rows:
      return u"Rows after the header"_s;
    case SourceColumn::Why:
      return u"Why it counts, or why not"_s;
  }
  return {};
}

QString shownOrigin(const SourceList& list, const SourceFile& file) {
  const std::string& root = file.source < list.paths.size() ? list.paths[file.source].path : std::string();
  std::string_view rest = file.origin;
  if (!root.empty() && rest.starts_with(root) && rest.size() > root.size()) rest.remove_prefix(root.size());
  while (rest.starts_with('/') || rest.starts_with('!')) rest.remove_prefix(1);
  // A file that was opened by itself has nothing below it: its name says more than its folders.
  const bool alone = root.empty() || rest.empty() || file.origin == root || !file.origin.starts_with(root);
  return alone ? text(file.origin).section(u'/', -1) : text(rest);
}

QString sourceText(const SourceList& list, const SourceFile& file, SourceColumn column) {
  switch (column) {
    case SourceColumn::State:
      return stateText(file);
    case SourceColumn::File:
      return shownOrigin(list, file);
    case SourceColumn::Config:
      return configText(file);
    case SourceColumn::Shard:
      return shardText(file);
    case SourceColumn::Attempt:
      return file.identity && file.identity->attempt > 0 ? QString::number(file.identity->attempt) : QString();
    case SourceColumn::Rows:
      return file.state == FileState::Unreadable ? QString() : grouped(file.rows);
    case SourceColumn::Why:
      return text(file.why);
  }
  return {};
}

QString sourceTooltip(const SourceList& list, const SourceFile& file, SourceColumn column) {
  switch (column) {
    case SourceColumn::File:
      return originStory(file);
    case SourceColumn::State:
      return lookOf(file.state).tooltip;
    case SourceColumn::Config:
      return file.assigned ? configText(file) + u"\nNamed by hand; U takes the name back"_s : configText(file);
    case SourceColumn::Why:
      return text(file.why);
    default:
      return sourceText(list, file, column);
  }
}

QVariant sourceSortValue(const SourceList& list, const SourceFile& file, SourceColumn column) {
  const auto some = [](qulonglong number) { return number == 0 ? QVariant() : QVariant(number); };
  switch (column) {
    case SourceColumn::State:
      return static_cast<qulonglong>(file.state);
    case SourceColumn::Shard:
      return file.identity ? QVariant(static_cast<qulonglong>(file.identity->shard)) : QVariant();
    case SourceColumn::Attempt:
      return file.identity ? some(static_cast<qulonglong>(file.identity->attempt)) : QVariant();
    case SourceColumn::Rows:
      return file.state == FileState::Unreadable ? QVariant() : QVariant(static_cast<qulonglong>(file.rows));
    default: {
      const QString words = sourceText(list, file, column).toLower();
      return words.isEmpty() ? QVariant() : QVariant(words);
    }
  }
}

bool hasWords(const SourceList& list, const SourceFile& file, const QStringList& words) {
  if (words.isEmpty()) return true;
  QString all = text(file.origin);
  for (const SourceColumn column : {SourceColumn::State, SourceColumn::Config, SourceColumn::Shard, SourceColumn::Why})
    all += u'\n' + sourceText(list, file, column);
  return std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}  // namespace plumbline::ui
