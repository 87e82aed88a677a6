// SPDX-License-Identifier: GPL-3.0-or-later
// The result files of a commit as a table: filtered, sorted, described. When the list is replaced the same files keep
// their indexes, so that selection and current row survive; a file is known by its origin.
//
//   SourcesModel model;
//   model.setList(std::make_shared<const session::SourceList>(session::sourceList(*snapshot)));
//   model.setFilter({.states = stateBit(FileState::Unnamed)});
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <memory>
#include <vector>

#include "core/session/source_list.h"
#include "core/verdicts/verdict.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

// The columns of the table of result files: text, sort value and tooltip.
//
//   sourceText(list, file, SourceColumn::Shard)    // "1 of 2"

enum class SourceColumn { State, Config, Shard, Attempt, Rows, Why, File };
inline constexpr int kSourceColumns = 7;

/// StateStyle is how a state is shown; the colours are those of a verdict class whose meaning is near.
struct StateStyle {
  QString id;     ///< stable word for actions: "unnamed"
  QString glyph;  ///< one character
  QString title;  ///< of the chip: "No name"
  QString tooltip;
  verdicts::VerdictClass cls;
};
StateStyle styleOf(session::FileState state);

ColumnHead headOf(SourceColumn column);
QString sourceText(const session::SourceList& list, const session::SourceFile& file, SourceColumn column);
/// sourceTooltip has the details, line by line; "" where the cell has them all.
QString sourceTooltip(const session::SourceList& list, const session::SourceFile& file, SourceColumn column);
/// sourceSortValue is a number, or lower-case text; invalid where there is nothing to sort by: such rows come last.
QVariant sourceSortValue(const session::SourceList& list, const session::SourceFile& file, SourceColumn column);
/// hasWords: every word of a filter occurs in the file's cells or in its whole origin.
bool hasWords(const session::SourceList& list, const session::SourceFile& file, const QStringList& words);
/// shownOrigin is the origin below the path that was opened.
QString shownOrigin(const session::SourceList& list, const session::SourceFile& file);

using SourceListPtr = std::shared_ptr<const session::SourceList>;

/// stateBit is a state's bit in SourceFilter::states.
constexpr std::uint32_t stateBit(session::FileState state) { return 1U << static_cast<unsigned>(state); }

struct SourceFilter {
  std::uint32_t states = 0;  ///< stateBit of each that is shown; 0: all
  QStringList words;         ///< all must occur in a file
  bool operator==(const SourceFilter&) const = default;
};

class SourcesModel : public FilteredModel {
  Q_OBJECT

 public:
  enum Role {
    SortRole = Qt::UserRole + 1,  ///< what the column sorts by
    OriginRole,                   ///< QString: as sources::Piece::origin
  };

  using FilteredModel::FilteredModel;

  void setList(const SourceListPtr& list);
  const SourceListPtr& list() const { return m_list; }
  void setFilter(const SourceFilter& filter);
  const SourceFilter& filter() const { return m_filter; }

  const session::SourceFile& file(int row) const;
  /// rowOf finds a file by its origin; -1 when it is not shown.
  int rowOf(const std::string& origin) const;
  using FilteredModel::rowOf;

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  ColumnHead columnHead(int column) const override;
  std::vector<std::uint32_t> matchingRows() const override;

  SourceListPtr m_list;
  SourceFilter m_filter;
};

/// The paths that were opened, with what was found in each.
///
///   model.setList(list);   // "artifacts    folder    300 results, 2 without a name    /data/ci"
class OpenedPathsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Kind, Holds, Folder };
  static constexpr int kColumns = 4;

  explicit OpenedPathsModel(QObject* parent = nullptr);
  void setList(const SourceListPtr& list);
  const session::OpenedPath& path(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  SourceListPtr m_list;
};

}  // namespace plumbline::ui
