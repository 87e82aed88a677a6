// SPDX-License-Identifier: GPL-3.0-or-later
// Below the table: every sibling with its evidence and a tick. Space turns a tick, Enter applies those chosen, Escape
// closes.
//
//   panel->open(controller);
//   connect(panel, &SiblingPanel::accepted, page, [&] { apply(panel->chosen()); });
#pragma once

#include <QAbstractTableModel>
#include <QFrame>
#include <map>
#include <utility>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/triage/siblings/sibling_controller.h"

class QLabel;
class QPushButton;
class QTableView;

namespace plumbline::ui {

/// Sibling proposals as a checkable table: sibling, file, expected, actual and proposed values. Those that show the
/// same change are checked at first; checks survive a new list.
///
///   model.setProposals(controller);
///   controller.apply(model.chosen(), reason);
class SiblingModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Sibling, Model, EvidenceColumn, Expected, Actual, Proposed, File, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setProposals(const SiblingController& controller);
  /// forgetTicks goes back to those that show the same change, with the next list.
  void forgetTicks() { m_ticks.clear(); }
  SiblingController::Proposals chosen() const;
  int chosenCount() const;
  bool hasManyModels() const { return m_manyModels; }
  /// canTake: there is something to write for the row.
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
  std::map<std::pair<std::uint32_t, std::string>, bool> m_ticks;  ///< as the user set them
  bool m_manyModels = false;
};

class SiblingPanel : public QFrame {
  Q_OBJECT

 public:
  explicit SiblingPanel(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// showProposals replaces the list; ticks and the current row stay where they can.
  void showProposals(const SiblingController& controller);
  /// open shows the panel with a fresh list; focusList moves the keyboard focus to it.
  void open(const SiblingController& controller);
  void focusList();
  SiblingController::Proposals chosen() const;
  /// fitHeight limits the height to a third of the page; call it after a resize.
  void fitHeight();

 Q_SIGNALS:
  void accepted();
  void closed();  ///< Escape or Close: nothing was applied

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool listKey(int key);
  void showCounts();
  void shareWidth();

  Theme m_theme;
  SiblingModel* m_model;
  QLabel* m_title;
  QLabel* m_counts;
  QTableView* m_table;
  QPushButton* m_send;
  QPushButton* m_cancel;
};

}  // namespace plumbline::ui
