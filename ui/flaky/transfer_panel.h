// SPDX-License-Identifier: GPL-3.0-or-later
// Below the table: entries that are to go into another list, with a tick each, and the button that does it. Serves
// import (from a file into a list in view) and export (from the table into a file).
//
//   panel->start(u"Import from team.toml"_s, entries, targets);
//   connect(panel, &TransferPanel::accepted, page, [&] { lists.transferring(panel->chosen(), panel->target()); });
#pragma once

#include <QAbstractTableModel>
#include <QFrame>
#include <vector>

#include "core/session/flaky_lists.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace plumbline::ui {

/// Entries that may go from one list into another, each with a tick and what would become of it.
///
///   model.setPlan(plan);   // what can be done is ticked
///   lists.transferring(model.chosen(), path);
class TransferModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Check, Scope, Outcome, ColumnCount };
  enum Role { CanBeDoneRole = Qt::UserRole + 1 };

  using QAbstractTableModel::QAbstractTableModel;

  void setPlan(std::vector<flaky::Transfer> plan);
  std::vector<flaky::Transfer> chosen() const;
  int chosenCount() const;
  int possibleCount() const;
  /// toggle turns a tick; nothing happens where nothing can be done.
  void toggle(int row);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  QString outcome(const flaky::Transfer& item) const;

  std::vector<flaky::Transfer> m_plan;
  std::vector<bool> m_ticks;
};

class TransferPanel : public QFrame {
  Q_OBJECT

 public:
  TransferPanel(const session::FlakyLists& lists, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// start shows what would become of entries in the first of the targets.
  void start(const QString& title, const std::vector<flaky::FlakyEntry>& entries,
             const std::vector<std::string>& targets);
  /// chooseBestTarget selects the target that can hold the most entries.
  void chooseBestTarget();
  std::string target() const;
  std::vector<flaky::Transfer> chosen() const;
  void focusEntries();

 Q_SIGNALS:
  void accepted();
  void cancelled();
  void refused(const plumbline::base::Error& error);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void plan();
  void showCounts();
  void fitHeight();

  const session::FlakyLists& m_lists;
  Theme m_theme;
  TransferModel* m_model;
  std::vector<flaky::FlakyEntry> m_entries;
  QLabel* m_title;
  QLabel* m_counts;
  QComboBox* m_target;
  QTableView* m_table;
  QPushButton* m_send;
  QPushButton* m_cancel;
};

}  // namespace plumbline::ui
