// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of an overview as a table: filtered, sorted, described. When the overview is replaced the same entries
// keep their indexes, so that selection and current row survive; an entry is known by its list, name, check and scope.
//
//   FlakyModel model;
//   model.setOverview(lists.overview());
//   model.setFilter({.remarks = remarkBit(RemarkKind::Expired)});
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "core/session/flaky_overview.h"
#include "ui/flaky/flaky_columns.h"

namespace plumbline::ui {

struct FlakyFilter {
  std::uint32_t remarks = 0;  ///< remarkBit of each kind that is wanted; 0: all entries
  QStringList words;          ///< all must occur in a row
  bool operator==(const FlakyFilter&) const = default;
};

class FlakyModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    SortRole = Qt::UserRole + 1,  ///< what the column sorts by
    RemarksRole,                  ///< uint: remarkBit of each
    ExcusesRole,                  ///< int: rows excused
    ExpiredRole,                  ///< bool
    SourceRowRole,                ///< int: index into the overview's rows
  };

  explicit FlakyModel(QObject* parent = nullptr);

  void setOverview(const session::FlakyOverviewPtr& overview);
  const session::FlakyOverviewPtr& overview() const { return m_overview; }
  void setFilter(const FlakyFilter& filter);
  const FlakyFilter& filter() const { return m_filter; }

  const session::FlakyRow& row(int row) const;
  /// rowOf finds an entry by list, name, platform and config; -1 when it is not shown.
  int rowOf(const std::string& path, const flaky::FlakyEntry& entry) const;
  /// texts gives header and cells of some shown rows as texts, e.g. for the clipboard.
  QList<QStringList> texts(const QList<int>& rows) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// sort by a column; -1 is the order of the lists.
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void rowsAboutToChange();
  void rowsShown();

 private:
  std::vector<int> viewRows() const;
  void show(const session::FlakyOverviewPtr& overview);

  session::FlakyOverviewPtr m_overview;
  FlakyFilter m_filter;
  int m_sortColumn = -1;
  Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
  std::vector<int> m_rows;  ///< shown rows of the overview
};

}  // namespace plumbline::ui
