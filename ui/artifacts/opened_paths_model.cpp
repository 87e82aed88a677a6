// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/opened_paths_model.h"

#include <algorithm>

#include "ui/artifacts/plain_cell_delegate.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using session::OpenedPath;
using session::PathKind;

namespace {

QString kindText(const OpenedPath& path) {
  if (path.kind == PathKind::Zip) return u"zip"_s;
  if (path.kind == PathKind::File) return u"file"_s;
  const bool isTree = path.role == sources::Role::Expected || (path.baselines > 0 && path.results == 0);
  return isTree ? u"tree"_s : u"folder"_s;
}

QString holdsText(const OpenedPath& path) {
  QStringList parts;
  const auto add = [&](std::size_t count, const QString& one, const QString& many) {
    if (count > 0) parts << counted(count, one, many);
  };
  add(path.results, OpenedPathsModel::tr("result"), OpenedPathsModel::tr("results"));
  add(path.baselines, OpenedPathsModel::tr("baseline"), OpenedPathsModel::tr("baselines"));
  if (parts.isEmpty()) parts << OpenedPathsModel::tr("nothing that can be judged");
  if (path.unnamed > 0) parts << grouped(path.unnamed) + OpenedPathsModel::tr(" without a name");
  if (path.unreadable > 0) parts << grouped(path.unreadable) + u" unreadable"_s;
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
    case MiddleRole: return index.column() == Name || index.column() == Folder;
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
