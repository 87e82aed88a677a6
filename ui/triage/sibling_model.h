// SPDX-License-Identifier: GPL-3.0-or-later
// Sibling proposals as a table with a tick each: who, which file, what it expects, what its run says, what would be
// written. Those that show the same change are ticked to begin with; a tick survives a new list.
//
//   model.setProposals(desk);
//   desk.apply(model.chosen(), reason);
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <utility>
#include <vector>

#include "ui/triage/sibling_desk.h"

namespace plumbline::ui {

class SiblingModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Sibling, Model, EvidenceColumn, Expected, Actual, Proposed, File, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setProposals(const SiblingDesk& desk);
  /// forgetTicks goes back to those that show the same change, with the next list.
  void forgetTicks() { m_ticks.clear(); }
  SiblingDesk::Proposals chosen() const;
  int chosenCount() const;
  bool hasManyModels() const { return m_manyModels; }
  /// canTake tells whether there is anything to write for a row.
  bool canTake(int row) const;
  void toggle(int row);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Row {
    overview::SiblingProposal proposal;
    QString file, path;
    bool ticked = false;
  };
  QString text(const Row& row, int column) const;

  std::vector<Row> m_rows;
  std::map<std::pair<std::uint32_t, std::string>, bool> m_ticks;  ///< as a person left them
  bool m_manyModels = false;
};

}  // namespace plumbline::ui
