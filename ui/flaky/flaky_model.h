// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of an overview as a table: filtered, sorted, described. When the overview is replaced the same entries
// keep their indexes, so that selection and current row survive; an entry is known by its list, name, check and scope.
//
//   FlakyModel model;
//   model.setOverview(lists.overview());
//   model.setFilter({.remarks = remarkBit(RemarkKind::Expired)});
#pragma once

#include <QStringList>
#include <vector>

#include "core/session/flaky_lists.h"
#include "ui/flaky/flaky_columns.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

struct FlakyFilter {
  std::uint32_t remarks = 0;  ///< remarkBit of each kind that is shown; 0: all entries
  QStringList words;          ///< all must occur in a row
  bool operator==(const FlakyFilter&) const = default;
};

class FlakyModel : public FilteredModel {
  Q_OBJECT

 public:
  using FilteredModel::FilteredModel;

  void setOverview(const session::FlakyOverviewPtr& overview);
  const session::FlakyOverviewPtr& overview() const { return m_overview; }
  void setFilter(const FlakyFilter& filter);
  const FlakyFilter& filter() const { return m_filter; }

  const session::FlakyRow& row(int row) const;
  /// rowOf finds an entry by list, name, platform and config; -1 when it is not shown.
  int rowOf(const std::string& path, const flaky::FlakyEntry& entry) const;
  using FilteredModel::rowOf;

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  ColumnHead columnHead(int column) const override;
  std::vector<std::uint32_t> matchingRows() const override;

  session::FlakyOverviewPtr m_overview;
  FlakyFilter m_filter;
};

}  // namespace plumbline::ui
