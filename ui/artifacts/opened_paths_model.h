// SPDX-License-Identifier: GPL-3.0-or-later
// The paths that were opened, with what was found in each.
//
//   model.setList(list);   // "artifacts    folder    300 results, 2 without a name    /data/ci"
#pragma once

#include <QAbstractTableModel>

#include "ui/artifacts/sources_model.h"

namespace plumbline::ui {

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
