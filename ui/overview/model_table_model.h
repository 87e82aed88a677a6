// SPDX-License-Identifier: GPL-3.0-or-later
// One model over all configs as a table: verdict, config, each metric as expected -> actual, where the row came from.
//
//   ModelTableModel model;
//   model.setView(snapshot, overview::modelView(*snapshot->view, "llama"));
#pragma once

#include <QAbstractTableModel>

#include "core/overview/model_view.h"
#include "core/session/commit_session.h"

namespace plumbline::ui {

class ModelTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// The metrics stand between the config and the origin, which is the last column.
  enum Column { Verdict, Config, FirstMetric };

  explicit ModelTableModel(QObject* parent = nullptr);

  void setView(const session::CommitSnapshotPtr& snapshot, overview::ModelView view);
  const overview::ModelView& view() const { return m_view; }
  const overview::ModelRow& row(int row) const { return m_view.rows[static_cast<std::size_t>(row)]; }
  QString configName(int row) const;
  int originColumn() const { return columnCount() - 1; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(int row, int column) const;
  QString said(int row) const;
  QString title(int column) const;

  session::CommitSnapshotPtr m_snapshot;
  overview::ModelView m_view;
};

}  // namespace plumbline::ui
