// SPDX-License-Identifier: GPL-3.0-or-later
// Below the matrix: why the current config is as it is. One line per group of the commit that has rows in it: verdict,
// change, the models of this config, and in how many other configs the same change is. Enter or a double click opens
// the table of the config at the first of these models.
//
//   causes->showConfig(snapshot, config);
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/session/commit_session.h"
#include "ui/support/tables/record_table.h"

class QLabel;
class QStackedLayout;

namespace plumbline::ui {

class PlainCellDelegate;

class CausesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Verdict, Change, Rows, Models, Elsewhere, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  /// setCauses replaces everything; the snapshot holds the groups.
  void setCauses(const session::CommitSnapshotPtr& snapshot, std::vector<overview::ConfigCause> causes);
  QString firstModel(int row) const;
  /// groupOf is the id of a row's group, "" where there is no row; rowOf finds it, -1 where it is none of these.
  std::string groupOf(int row) const;
  int rowOf(const std::string& group) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(ColumnCount); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(int row, int column) const;

  session::CommitSnapshotPtr m_snapshot;
  std::vector<overview::ConfigCause> m_causes;
  QStringList m_names;  ///< the models of each cause, in one line
};

class CausesTable : public RecordTable {
  Q_OBJECT

 public:
  CausesTable(CausesModel* model, const Theme& theme, QWidget* parent = nullptr);
  void shapeColumns() override;

 private:
  PlainCellDelegate* m_delegate;
};

class ConfigCauses : public QWidget {
  Q_OBJECT

 public:
  explicit ConfigCauses(const Theme& theme, QWidget* parent = nullptr);
  /// showConfig leaves out what edits that are not saved have settled in `edited`, the config as they leave it.
  void showConfig(const session::CommitSnapshotPtr& snapshot, std::optional<std::uint32_t> config,
                  const overview::ConfigResult* edited = nullptr);
  /// minHeight is the header and one line.
  int minHeight() const;

 Q_SIGNALS:
  void opened(quint32 config, const QString& model);

 private:
  CausesModel* m_model;
  CausesTable* m_table;
  QLabel* m_none;
  QStackedLayout* m_stack;
  std::optional<std::uint32_t> m_config;
};

}  // namespace plumbline::ui
