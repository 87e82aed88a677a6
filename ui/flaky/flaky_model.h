// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of an overview as a table: filtered, sorted, described. When the overview is replaced the same entries
// keep their indexes, so that selection and current row survive; an entry is known by its list, name, check and scope.
//
//   FlakyModel model;
//   model.setOverview(lists.overview());
//   model.setFilter({.remarks = remarkBit(RemarkKind::Expired)});
#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>
#include <vector>

#include "core/session/flaky_lists.h"
#include "core/verdicts/verdict.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

// The columns of the table of flaky entries: text, sort value and tooltip.
//
//   cellText(*overview, row, FlakyColumn::Scope)    // "rocm · inductor_*_training"

/// How a remark about a flaky entry is shown: glyph, word, sentence, and the verdict class whose colours fit.
///
///   const RemarkStyle look = styleOf(RemarkKind::Expired);   // "✗", "Expired"
struct RemarkStyle {
  QString id;       ///< stable word for settings and tests: "expired"
  QString glyph;    ///< one character
  QString title;    ///< for the chip: "In no baseline"
  QString word;     ///< for a cell: "no baseline"
  QString tooltip;  ///< one sentence for the chip
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
};

RemarkStyle styleOf(session::RemarkKind kind);

/// CanGo is there only with a history.
enum class FlakyColumn { Name, Check, Scope, Excuses, Matches, Remarks, Origin, Reason, Expires, Issue, CanGo };
inline constexpr int kFlakyColumns = 11;

ColumnHead headOf(FlakyColumn column);
QString cellText(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// cellTooltip has the details, line by line; "" where the cell has them all.
QString cellTooltip(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// sortValue is a number, or lower-case text; invalid where there is nothing to sort by: such rows come last.
QVariant sortValue(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// fileNameOf is the last part of a path.
QString fileNameOf(const std::string& path);
/// matchesText: every word of a filter occurs in the row.
bool matchesText(const session::FlakyOverview& overview, const session::FlakyRow& row, const QStringList& words);

struct FlakyFilter {
  std::uint32_t remarks = 0;  ///< remarkBit of each kind that is shown; 0: all entries
  QStringList words = {};     ///< all must occur in a row
  bool canGo = false;         ///< entries that may go are shown, beside those of `remarks`
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
  int m_columns = kFlakyColumns - 1;
};

}  // namespace plumbline::ui
