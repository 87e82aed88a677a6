// SPDX-License-Identifier: GPL-3.0-or-later
// The files with edits and, below each, its changes and the decisions without any: what the tree on the review page shows.
// A file's changes are worked out anew only when its bytes differ.
//
//   model.show(draftsToCommit(edits.drafts(), base), edits.unsavedDecisions());
//   auto review = model.reviewAt(index);   size_t change = model.changeAt(index);
#pragma once

#include <QAbstractItemModel>
#include <QStyledItemDelegate>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/session/file_review.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

using ReviewPtr = std::shared_ptr<const session::FileReview>;

class ReviewModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role { AddedRole = Qt::UserRole, RemovedRole, PathRole };

  explicit ReviewModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

  /// show takes what is pending now; a decision on a row that changes is not listed besides its change.
  void show(const baselines::Drafts& drafts, const baselines::Decisions& decisions = {});
  /// fileCount and editCount are those of the files with edits; editCount counts as baselines::editCount.
  std::size_t fileCount() const;
  std::size_t editCount() const;
  std::size_t linesAdded() const;
  std::size_t linesRemoved() const;

  ReviewPtr reviewAt(const QModelIndex& index) const;
  /// changeAt is the number of a change within its file; nothing for a file or a decision.
  std::optional<std::size_t> changeAt(const QModelIndex& index) const;
  /// decisionsAt are the decisions that an index stands for: one, or those of a file without edits.
  std::vector<baselines::DecisionKey> decisionsAt(const QModelIndex& index) const;
  /// find gives the index of a file, or of one of its changes (the nearest when there are fewer now).
  QModelIndex find(const QString& path, std::optional<std::size_t> change) const;
  /// step gives the next or previous change over all files; invalid at the ends.
  QModelIndex step(const QModelIndex& from, int direction) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return 1; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  struct File {
    ReviewPtr review;
    QString path;
    QString name;  ///< "rocm/a.csv" where "a.csv" is edited too
    std::size_t edits = 0;
    std::vector<std::pair<baselines::DecisionKey, baselines::Decision>> decisions;  ///< of rows that do not change
  };
  static File& fileOf(std::vector<File>& files, const std::string& path);
  static void nameFiles(std::vector<File>& files);

  std::vector<File> m_files;
};

// Draws the review tree: names elided in the middle, and on the right how many lines were added and removed.

class ReviewDelegate : public QStyledItemDelegate, public Themed {
  Q_OBJECT

 public:
  explicit ReviewDelegate(const Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), m_theme(theme) {}
  void setTheme(const Theme& theme) override { m_theme = theme; }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  Theme m_theme;
};

}  // namespace plumbline::ui
