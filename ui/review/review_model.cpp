// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/review_model.h"

#include <QFileInfo>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

QString lineText(const session::ReviewChange& change) {
  const std::size_t first = (change.afterCount > 0 ? change.afterFirst : change.beforeFirst) + 1;
  const std::size_t count = std::max(change.afterCount, change.beforeCount);
  return count <= 1 ? ReviewModel::tr("line %1").arg(first) : ReviewModel::tr("lines %1 to %2").arg(first)
      .arg(first + count - 1);
}

QVariant decisionData(const baselines::DecisionKey& key, const baselines::Decision& decision, int role) {
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  const bool isAnswer = decision.kind && *decision.kind != baselines::DecisionKind::Accepted;
  QStringList words{fromUtf8(isAnswer ? baselines::decisionName(decision) : decision.kind ? decision.what : "note")};
  for (const std::string* more : {&decision.reason, &decision.note})
    if (!more->empty()) words << fromUtf8(*more);
  return ReviewModel::tr("%1: %2", "model, what was decided").arg(fromUtf8(key.model), words.join(u"; "_s));
}

QVariant fileData(const session::FileReview& review, std::size_t edits, const QString& path, const QString& name, int role) {
  switch (role) {
    case Qt::DisplayRole:
      return name;
    case Qt::ToolTipRole:
      return ReviewModel::tr("%1\n%2, %3 added, %4 removed")
          .arg(path, counted(edits, ReviewModel::tr("edit"), ReviewModel::tr("edits")),
               counted(review.linesAdded(), ReviewModel::tr("line"), ReviewModel::tr("lines")), QString::number(review.linesRemoved()));
    case Qt::AccessibleTextRole:
      return ReviewModel::tr("%1, %2 added, %3 removed")
          .arg(name, counted(review.linesAdded(), ReviewModel::tr("line"), ReviewModel::tr("lines")), QString::number(review.linesRemoved()));
    case ReviewModel::AddedRole:
      return QVariant::fromValue<qulonglong>(review.linesAdded());
    case ReviewModel::RemovedRole:
      return QVariant::fromValue<qulonglong>(review.linesRemoved());
    default:
      return {};
  }
}

QVariant changeData(const session::ReviewChange& change, int role) {
  switch (role) {
    case Qt::DisplayRole:
      return QString::fromStdString(change.label);
    case Qt::ToolTipRole: {
      QString text = QString::fromStdString(change.label) + u"\n"_s + lineText(change);
      for (std::size_t i = 2; i < std::min<std::size_t>(change.models.size(), 12); ++i)
        text += u"\n"_s + QString::fromStdString(change.models[i]);
      return text;
    }
    case Qt::AccessibleTextRole:
      return ReviewModel::tr("%1, %2, %3 added, %4 removed").arg(QString::fromStdString(change.label), lineText(change),
                                                                              QString::number(change.afterCount), QString::number(change.beforeCount));
    case ReviewModel::AddedRole:
      return QVariant::fromValue<qulonglong>(change.afterCount);
    case ReviewModel::RemovedRole:
      return QVariant::fromValue<qulonglong>(change.beforeCount);
    default:
      return {};
  }
}

}  // namespace

ReviewModel::File& ReviewModel::fileOf(std::vector<File>& files, const std::string& path) {
  const auto known = std::ranges::find(files, pathText(path), &File::path);
  if (known != files.end()) return *known;
  return files.emplace_back(File{session::FileReview::between(path, {}, {}), pathText(path), {}, 0, {}});
}

void ReviewModel::show(const baselines::Drafts& drafts, const baselines::Decisions& decisions) {
  std::vector<File> files;
  bool alike = true;
  for (const baselines::Drafts::File* file : drafts.changed()) {
    const QString path = pathText(file->path);
    const auto known = std::find_if(m_files.begin(), m_files.end(), [&](const File& f) { return f.path == path; });
    if (known != m_files.end() && known->review->before() == file->saved && known->review->after() == file->pending) {
      files.push_back(*known);
      files.back().decisions.clear();
    } else {
      files.push_back({session::FileReview::of(*file), path, {}, baselines::editCount(*file), {}});
      alike = false;
    }
  }
  baselines::Decisions alone = decisions;
  for (const baselines::Drafts::File* file : drafts.changed())  // the entry of a flaky list is the edit of its decision
    for (const auto& [key, gone] : baselines::flakyDecisionsRemoved(alone, file->pending, file->saved)) alone.erase(key);
  for (const auto& [key, decision] : alone) {
    File& file = fileOf(files, key.baseline);
    const std::string model = baselines::modelOfRow(key.model);
    const bool isChange = std::ranges::any_of(file.review->changes(), [&model](const session::ReviewChange& change) {
      return std::ranges::find(change.models, model) != change.models.end();
    });
    if (!isChange) file.decisions.emplace_back(key, decision);
  }
  for (std::size_t i = 0; alike && i < files.size(); ++i)
    alike = i < m_files.size() && files[i].path == m_files[i].path && files[i].decisions == m_files[i].decisions;
  if (alike && files.size() == m_files.size()) return;
  nameFiles(files);
  beginResetModel();
  m_files = std::move(files);
  endResetModel();
}

/// nameFiles shortens each path to what distinguishes it from files of the same name.
void ReviewModel::nameFiles(std::vector<File>& files) {
  for (File& file : files) {
    const QString own = QFileInfo(file.path).fileName();
    qsizetype shared = file.path.size() - own.size();  // of the folders before the name
    for (const File& other : files) {
      if (other.path == file.path || QFileInfo(other.path).fileName() != own) continue;
      const qsizetype limit = std::min(shared, other.path.size() - own.size());
      qsizetype same = 0;
      while (same < limit && file.path[same] == other.path[same]) ++same;
      shared = same == 0 ? 0 : file.path.lastIndexOf(u'/', same - 1) + 1;
    }
    file.name = file.path.mid(shared);
  }
}

std::size_t ReviewModel::fileCount() const {
  return static_cast<std::size_t>(std::ranges::count_if(m_files, [](const File& file) { return file.edits > 0; }));
}

std::size_t ReviewModel::editCount() const {
  std::size_t count = 0;
  for (const File& file : m_files) count += file.edits;
  return count;
}

std::size_t ReviewModel::linesAdded() const {
  std::size_t count = 0;
  for (const File& file : m_files) count += file.review->linesAdded();
  return count;
}

std::size_t ReviewModel::linesRemoved() const {
  std::size_t count = 0;
  for (const File& file : m_files) count += file.review->linesRemoved();
  return count;
}

ReviewPtr ReviewModel::reviewAt(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const QModelIndex file = index.parent().isValid() ? index.parent() : index;
  return m_files[static_cast<std::size_t>(file.row())].review;
}

std::optional<std::size_t> ReviewModel::changeAt(const QModelIndex& index) const {
  const auto row = static_cast<std::size_t>(std::max(0, index.row()));
  if (!index.parent().isValid() || row >= reviewAt(index)->changes().size()) return std::nullopt;
  return row;
}

std::vector<baselines::DecisionKey> ReviewModel::decisionsAt(const QModelIndex& index) const {
  if (!index.isValid() || changeAt(index)) return {};
  const bool isFile = !index.parent().isValid();
  const File& file = m_files[static_cast<std::size_t>(isFile ? index.row() : index.parent().row())];
  std::vector<baselines::DecisionKey> keys;
  for (std::size_t i = 0; i < file.decisions.size(); ++i)
    if (isFile ? file.edits == 0 : static_cast<std::size_t>(index.row()) == file.review->changes().size() + i) keys.push_back(file.decisions[i].first);
  return keys;
}

QModelIndex ReviewModel::find(const QString& path, std::optional<std::size_t> change) const {
  for (std::size_t i = 0; i < m_files.size(); ++i) {
    if (m_files[i].path != path) continue;
    const QModelIndex file = index(static_cast<int>(i), 0);
    const std::size_t count = m_files[i].review->changes().size();
    return change && count > 0 ? index(static_cast<int>(std::min(*change, count - 1)), 0, file) : file;
  }
  return {};
}

QModelIndex ReviewModel::step(const QModelIndex& from, int direction) const {
  int file = 0;
  int change = -1;
  if (from.isValid()) {
    file = from.parent().isValid() ? from.parent().row() : from.row();
    if (from.parent().isValid()) change = from.row();
  }
  if (m_files.empty()) return {};
  change += direction;
  while (file >= 0 && file < static_cast<int>(m_files.size())) {
    const QModelIndex parent = index(file, 0);
    if (change >= 0 && change < rowCount(parent)) return index(change, 0, parent);
    file += direction;
    if (file < 0 || file >= static_cast<int>(m_files.size())) break;
    change = direction > 0 ? 0 : rowCount(index(file, 0)) - 1;
  }
  return {};
}

QModelIndex ReviewModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex ReviewModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == 0) return {};
  return createIndex(static_cast<int>(child.internalId() - 1), 0, quintptr{0});
}

int ReviewModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_files.size());
  if (parent.internalId() != 0) return 0;
  const File& file = m_files[static_cast<std::size_t>(parent.row())];
  return static_cast<int>(file.review->changes().size() + file.decisions.size());
}

QVariant ReviewModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const bool isFile = index.internalId() == 0;
  const File& file = m_files[static_cast<std::size_t>(isFile ? index.row() : index.parent().row())];
  if (role == PathRole) return file.path;
  if (isFile) return fileData(*file.review, file.edits, file.path, file.name, role);
  const auto row = static_cast<std::size_t>(index.row());
  const std::size_t changes = file.review->changes().size();
  if (row >= changes) return decisionData(file.decisions[row - changes].first, file.decisions[row - changes].second, role);
  return changeData(file.review->changes()[row], role);
}

QSize ReviewDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {120, option.fontMetrics.height() + kGrid};
}

void ReviewDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const bool isFile = !index.parent().isValid();
  if (selected)
    painter->fillRect(option.rect, m_theme.color(Tone::Selection));
  else if (option.state.testFlag(QStyle::State_MouseOver))
    painter->fillRect(option.rect, m_theme.color(Tone::Hover));
  QFont font = m_theme.font(TextSize::Normal);
  font.setBold(isFile);
  QRect room = option.rect.adjusted(kGrid / 2, 0, -kGrid, 0);
  const auto count = [&](DiffSide side, int role) {
    const QVariant value = index.data(role);
    if (value.toULongLong() == 0) return;
    const DiffStyle& style = m_theme.diffStyle(side);
    const QString text = style.sign + value.toString();
    painter->setFont(m_theme.font(TextSize::Small));
    painter->setPen(style.mark);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
    room.setRight(room.right() - painter->fontMetrics().horizontalAdvance(text) - kGrid / 2);
  };
  count(DiffSide::Removed, ReviewModel::RemovedRole);
  count(DiffSide::Added, ReviewModel::AddedRole);
  room.setRight(room.right() - kGrid / 2);
  painter->setFont(font);
  painter->setPen(m_theme.color(Tone::Text));
  const QString name = index.data().toString();
  painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(font).elidedText(name, isFile ? Qt::ElideMiddle : Qt::ElideRight, room.width()));
  painter->restore();
}

}  // namespace plumbline::ui
