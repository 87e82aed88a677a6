// SPDX-License-Identifier: GPL-3.0-or-later
// Below the table: entries that are to go into another list, with a tick each, and the button that does it. Serves
// import (from a file into a list in view) and export (from the table into a file).
//
//   panel->start(u"Import from team.toml"_s, entries, targets);
//   connect(panel, &TransferPanel::accepted, page, [&] { lists.transferring(panel->chosen(), panel->target()); });
#pragma once

#include <vector>

#include "core/session/flaky_lists.h"
#include "ui/support/tables/tick_list.h"

class QComboBox;

namespace plumbline::ui {

/// Entries that may go from one list into another, each with a tick and what would become of it.
///
///   model.setPlan(plan);   // what can be done is ticked
///   lists.transferring(model.chosen(), path);
class TransferModel : public TickModel {
  Q_OBJECT

 public:
  enum Column { Name, Check, Scope, Outcome };

  TransferModel();

  void setPlan(std::vector<flaky::Transfer> plan);
  std::vector<flaky::Transfer> chosen() const;
  int possibleCount() const;
  bool canTick(int row) const override { return m_plan[static_cast<std::size_t>(row)].canBeDone(); }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  QString outcome(const flaky::Transfer& item) const;

  std::vector<flaky::Transfer> m_plan;
};

class TransferPanel : public TickPanel {
  Q_OBJECT

 public:
  TransferPanel(const session::FlakyLists& lists, const Theme& theme, QWidget* parent = nullptr);

  /// start shows what would become of entries in the first of the targets.
  void start(const QString& title, const std::vector<flaky::FlakyEntry>& entries,
             const std::vector<std::string>& targets);
  /// chooseBestTarget selects the target that can hold the most entries.
  void chooseBestTarget();
  std::string target() const;
  std::vector<flaky::Transfer> chosen() const { return m_model->chosen(); }

 Q_SIGNALS:
  void refused(const plumbline::base::Error& error);

 private:
  TransferPanel(TransferModel* model, const session::FlakyLists& lists, const Theme& theme, QWidget* parent);
  void plan();
  void showCounts() override;

  const session::FlakyLists& m_lists;
  TransferModel* m_model;
  std::vector<flaky::FlakyEntry> m_entries;
  QComboBox* m_target;
};

}  // namespace plumbline::ui
