// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_model.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ui/artifacts/plain_cell_delegate.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using session::FileState;
using session::SourceFile;
using session::SourceList;
using verdicts::VerdictClass;

namespace {

QString stateText(const SourceFile& file) {
  const QString word = fromUtf8(session::stateWord(file.state));
  return file.state == FileState::Used && file.chosen ? SourcesModel::tr("%1 by hand").arg(word) : word;
}

/// The config, or the file's name where it is unknown.
QString configText(const SourceFile& file) {
  if (!file.identity) return fromUtf8(file.origin).section(u'/', -1).section(u'!', -1);
  const QString name = fromUtf8(configs::configName(file.identity->config));
  return file.assigned ? SourcesModel::tr("%1 (by hand)").arg(name) : name;
}

QString shardText(const SourceFile& file) {
  if (!file.identity || file.isBaseline) return {};
  const configs::Identity& id = *file.identity;
  if (id.shard == 0) return SourcesModel::tr("whole run");
  return id.shards == 0 ? QString::number(id.shard) : SourcesModel::tr("%1 of %2").arg(id.shard).arg(id.shards);
}

QString originStory(const SourceFile& file) {
  QStringList lines{fromUtf8(file.origin)};
  if (!file.identity) return lines.front();
  const configs::Identity& id = *file.identity;
  const auto add = [&](const QString& name, const std::string& value) {
    if (!value.empty()) lines << name + u": "_s + fromUtf8(value);
  };
  add(SourcesModel::tr("Commit"), id.commit);
  add(SourcesModel::tr("Workflow run"), id.workflowId);
  add(SourcesModel::tr("Job"), id.jobId);
  add(SourcesModel::tr("Machine"), id.machine);
  return lines.join(u'\n');
}

/// Files that do not count are muted, except those that need a decision.
bool isMuted(const SourceFile& file, SourceColumn column) {
  if (file.state == session::FileState::NotUsed || file.state == session::FileState::OtherCommit) return true;
  if (column == SourceColumn::File) return true;
  return column == SourceColumn::Why && file.state == session::FileState::Used && !file.chosen;
}

}  // namespace

StateStyle styleOf(FileState state) {
  switch (state) {
    case FileState::Unnamed:
      return {u"unnamed"_s, u"!"_s, SourcesModel::tr("No name"),
              SourcesModel::tr("Files that no config could be found for: assign them by hand"), VerdictClass::Invalid};
    case FileState::Unreadable:
      return {u"unreadable"_s, u"\u2717"_s, SourcesModel::tr("Unreadable"),
              SourcesModel::tr("What could not be opened, and why"), VerdictClass::Fail};
    case FileState::Doubled:
      return {u"doubled"_s, u"\u2260"_s, SourcesModel::tr("Second baseline"),
              SourcesModel::tr("Baselines of a config that has one already: the first one counts"),
              VerdictClass::Flaky};
    case FileState::Used:
      return {u"used"_s, u"\u2713"_s, SourcesModel::tr("Used"), SourcesModel::tr("Results that stand for their shard"),
              VerdictClass::Pass};
    case FileState::NotUsed:
      return {u"notUsed"_s, u"\u25CB"_s, SourcesModel::tr("Not used"),
              SourcesModel::tr("Results in whose place another attempt or run stands: Space switches"),
              VerdictClass::Improved};
    case FileState::OtherCommit:
      break;
  }
  return {u"otherCommit"_s, u"\u25E6"_s, SourcesModel::tr("Other commit"),
          SourcesModel::tr("Results of a commit that is not shown: Space shows it"), VerdictClass::ExpectedFail};
}

ColumnHead headOf(SourceColumn column) {
  switch (column) {
    case SourceColumn::State:
      return {SourcesModel::tr("State"), SourcesModel::tr("Whether the file counts for the verdicts")};
    case SourceColumn::File:
      return {SourcesModel::tr("File"), SourcesModel::tr("Where it came from, below the path that was opened; after "
                                                         "\"!\", the file inside a zip")};
    case SourceColumn::Config:
      return {SourcesModel::tr("Config, or file name"),
              SourcesModel::tr("What was run, from the file name or assigned by hand; the file name when unknown")};
    case SourceColumn::Shard:
      return {SourcesModel::tr("Shard"), SourcesModel::tr("Which part of the config's run it is")};
    case SourceColumn::Attempt:
      return {SourcesModel::tr("Attempt"), SourcesModel::tr("CI may run a job again: each time is an attempt"), true};
    case SourceColumn::Rows: return {SourcesModel::tr("Rows"), SourcesModel::tr("Rows after the header"), true};
    case SourceColumn::Why: return {SourcesModel::tr("Why"), SourcesModel::tr("Why it counts, or why not")};
  }
  return {};
}

QString shownOrigin(const SourceList& list, const SourceFile& file) {
  const std::string& root = file.source < list.paths.size() ? list.paths[file.source].path : std::string();
  std::string_view rest = file.origin;
  if (!root.empty() && rest.starts_with(root) && rest.size() > root.size()) rest.remove_prefix(root.size());
  while (rest.starts_with('/') || rest.starts_with('!')) rest.remove_prefix(1);
  // A file that was opened by itself has nothing below it: its name is enough.
  const bool alone = root.empty() || rest.empty() || file.origin == root || !file.origin.starts_with(root);
  return alone ? fromUtf8(file.origin).section(u'/', -1) : fromUtf8(rest);
}

QString sourceText(const SourceList& list, const SourceFile& file, SourceColumn column) {
  switch (column) {
    case SourceColumn::State: return stateText(file);
    case SourceColumn::File: return shownOrigin(list, file);
    case SourceColumn::Config: return configText(file);
    case SourceColumn::Shard: return shardText(file);
    case SourceColumn::Attempt:
      return file.identity && file.identity->attempt > 0 ? QString::number(file.identity->attempt) : QString();
    case SourceColumn::Rows: return file.state == FileState::Unreadable ? QString() : grouped(file.rows);
    case SourceColumn::Why: return fromUtf8(file.why);
  }
  return {};
}

QString sourceTooltip(const SourceList& list, const SourceFile& file, SourceColumn column) {
  switch (column) {
    case SourceColumn::File: return originStory(file);
    case SourceColumn::State: return styleOf(file.state).tooltip;
    case SourceColumn::Config:
      return file.assigned ? configText(file) + SourcesModel::tr("\nNamed by hand; U takes the name back")
                           : configText(file);
    case SourceColumn::Why: return fromUtf8(file.why);
    default: return sourceText(list, file, column);
  }
}

QVariant sourceSortValue(const SourceList& list, const SourceFile& file, SourceColumn column) {
  const auto some = [](qulonglong number) { return number == 0 ? QVariant() : QVariant(number); };
  switch (column) {
    case SourceColumn::State: return static_cast<qulonglong>(file.state);
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
  QString all = fromUtf8(file.origin);
  for (const SourceColumn column : {SourceColumn::State, SourceColumn::Config, SourceColumn::Shard, SourceColumn::Why})
    all += u'\n' + sourceText(list, file, column);
  return std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

void SourcesModel::setList(const SourceListPtr& list) {
  beginShowRows();
  std::vector<int> newRows;
  if (m_list && list)
    newRows = sameRows(m_list->files, list->files, [](const SourceFile& each) { return std::string_view(each.origin); });
  m_list = list;
  endShowRows(matchingRows(), &newRows);
}

void SourcesModel::setFilter(const SourceFilter& filter) {
  if (filter != std::exchange(m_filter, filter)) showRows(matchingRows());
}

std::vector<std::uint32_t> SourcesModel::matchingRows() const {
  std::vector<std::uint32_t> rows;
  if (!m_list) return rows;
  for (std::uint32_t i = 0; i < m_list->files.size(); ++i) {
    const SourceFile& file = m_list->files[i];
    if (m_filter.states != 0 && (m_filter.states & stateBit(file.state)) == 0) continue;
    if (hasWords(*m_list, file, m_filter.words)) rows.push_back(i);
  }
  if (sortColumn() < 0) return rows;
  const auto column = static_cast<SourceColumn>(sortColumn());
  sortRows(rows, [&](std::uint32_t row) { return sourceSortValue(*m_list, m_list->files[row], column); }, sortOrder());
  return rows;
}

const SourceFile& SourcesModel::file(int row) const {
  return m_list->files[sourceRow(row)];
}

int SourcesModel::rowOf(const std::string& origin) const {
  for (int row = 0; row < rowCount(); ++row)
    if (file(row).origin == origin) return row;
  return -1;
}

int SourcesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kSourceColumns; }

QVariant SourcesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SourceFile& shown = file(index.row());
  const auto column = static_cast<SourceColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole: return sourceText(*m_list, shown, column);
    case Qt::ToolTipRole: return sourceTooltip(*m_list, shown, column);
    case Qt::AccessibleTextRole: return headOf(column).title + u": "_s + sourceText(*m_list, shown, column);
    case SortRole: return sourceSortValue(*m_list, shown, column);
    case OriginRole: return QString::fromStdString(shown.origin);
    case GlyphRole: return column == SourceColumn::State ? styleOf(shown.state).glyph : QString();
    case ClassRole: return static_cast<int>(styleOf(shown.state).cls);
    case MutedRole: return isMuted(shown, column);
    case ElideRole:  // the folder of a job and the name of a file are at the end of a path
      return column == SourceColumn::File ? QVariant(Qt::ElideLeft) : column == SourceColumn::Config ? QVariant(Qt::ElideMiddle) : QVariant();
    case RightRole: return column == SourceColumn::Rows || column == SourceColumn::Attempt;
    default: return {};
  }
}

ColumnHead SourcesModel::columnHead(int column) const { return headOf(static_cast<SourceColumn>(column)); }

using session::OpenedPath;
using session::PathKind;

namespace {

QString kindText(const OpenedPath& path) {
  if (path.kind == PathKind::Zip) return u"zip"_s;
  if (path.kind == PathKind::File) return OpenedPathsModel::tr("file");
  const bool isTree = path.role == sources::Role::Expected || (path.baselines > 0 && path.results == 0);
  return isTree ? OpenedPathsModel::tr("tree") : OpenedPathsModel::tr("folder");
}

QString holdsText(const OpenedPath& path) {
  QStringList parts;
  const auto add = [&](std::size_t count, const QString& one, const QString& many) {
    if (count > 0) parts << counted(count, one, many);
  };
  add(path.results, OpenedPathsModel::tr("result"), OpenedPathsModel::tr("results"));
  add(path.baselines, OpenedPathsModel::tr("baseline"), OpenedPathsModel::tr("baselines"));
  if (parts.isEmpty()) parts << OpenedPathsModel::tr("nothing that can be judged");
  if (path.unnamed > 0) parts << OpenedPathsModel::tr("%1 without a name").arg(grouped(path.unnamed));
  if (path.unreadable > 0) parts << OpenedPathsModel::tr("%1 unreadable").arg(grouped(path.unreadable));
  return parts.join(u", "_s);
}

QString trimmed(const std::string& path) {
  QString all = pathText(path);
  while (all.size() > 1 && all.endsWith(u'/')) all.chop(1);
  return all;
}

QString cell(const OpenedPath& path, int column) {
  const QString all = trimmed(path.path);
  switch (column) {
    case OpenedPathsModel::Name: return all.size() > 1 ? all.section(u'/', -1) : all;
    case OpenedPathsModel::Kind: return kindText(path);
    case OpenedPathsModel::Holds: return holdsText(path);
    default: return all.contains(u'/') ? all.section(u'/', 0, -2) : QString();
  }
}

}  // namespace

OpenedPathsModel::OpenedPathsModel(QObject* parent) : QAbstractTableModel(parent) {}

void OpenedPathsModel::setList(const SourceListPtr& list) {
  Q_EMIT layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  QModelIndexList after;
  for (const QModelIndex& index : before) {
    int row = -1;
    if (list) {
      const auto found = std::ranges::find(list->paths, path(index.row()).path, &OpenedPath::path);
      if (found != list->paths.end()) row = static_cast<int>(found - list->paths.begin());
    }
    after << (row < 0 ? QModelIndex() : createIndex(row, index.column()));
  }
  m_list = list;
  changePersistentIndexList(before, after);
  Q_EMIT layoutChanged();
}

const OpenedPath& OpenedPathsModel::path(int row) const { return m_list->paths[static_cast<std::size_t>(row)]; }

int OpenedPathsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_list ? 0 : static_cast<int>(m_list->paths.size());
}
int OpenedPathsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant OpenedPathsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const OpenedPath& shown = path(index.row());
  switch (role) {
    case Qt::DisplayRole: return cell(shown, index.column());
    case Qt::ToolTipRole: return pathText(shown.path) + u'\n' + kindText(shown) + u": "_s + holdsText(shown);
    case Qt::AccessibleTextRole:
      return headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString() + u": "_s +
             cell(shown, index.column());
    case StrongRole: return index.column() == Name;
    case MutedRole: return index.column() == Kind || index.column() == Folder;
    case ElideRole: return index.column() == Name || index.column() == Folder ? QVariant(Qt::ElideMiddle) : QVariant();
    default: return {};
  }
}

QVariant OpenedPathsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  static const char* const kTitles[kColumns] = {"Opened", "Kind", "Holds", "In"};
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  return section >= 0 && section < kColumns ? QVariant(QString::fromLatin1(kTitles[section])) : QVariant();
}

}  // namespace plumbline::ui
