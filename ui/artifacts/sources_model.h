// SPDX-License-Identifier: GPL-3.0-or-later
// The result files of a commit as a table: filtered, sorted, described. When the list is replaced the same files keep
// their indexes, so that selection and current row survive; a file is known by its origin.
//
//   SourcesModel model;
//   model.setList(std::make_shared<const session::SourceList>(session::sourceList(*snapshot)));
//   model.setFilter({.states = stateBit(FileState::Unnamed)});
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "ui/artifacts/sources_columns.h"

namespace plumbline::ui {

using SourceListPtr = std::shared_ptr<const session::SourceList>;

/// stateBit is a state's bit in SourceFilter::states.
constexpr std::uint32_t stateBit(session::FileState state) { return 1U << static_cast<unsigned>(state); }

struct SourceFilter {
  std::uint32_t states = 0;  ///< stateBit of each that is wanted; 0: all
  QStringList words;         ///< all must occur in a file
  bool operator==(const SourceFilter&) const = default;
};

class SourcesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    SortRole = Qt::UserRole + 1,  ///< what the column sorts by
    StateRole,                    ///< int: session::FileState
    OriginRole,                   ///< QString: as sources::Piece::origin
    ByHandRole,                   ///< bool: named or chosen by a person
  };

  explicit SourcesModel(QObject* parent = nullptr);

  void setList(const SourceListPtr& list);
  const SourceListPtr& list() const { return m_list; }
  void setFilter(const SourceFilter& filter);
  const SourceFilter& filter() const { return m_filter; }

  const session::SourceFile& file(int row) const;
  /// rowOf finds a file by its origin; -1 when it is not shown.
  int rowOf(const std::string& origin) const;
  /// texts gives header and cells of some shown rows as texts, e.g. for the clipboard.
  QList<QStringList> texts(const QList<int>& rows) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// sort by a column; -1 is the order of the list.
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void rowsAboutToChange();
  void rowsShown();

 private:
  std::vector<int> viewRows() const;
  void show(const SourceListPtr& list);

  SourceListPtr m_list;
  SourceFilter m_filter;
  int m_sortColumn = -1;
  Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
  std::vector<int> m_rows;  ///< shown files of the list
};

}  // namespace plumbline::ui
