// SPDX-License-Identifier: GPL-3.0-or-later
// Below the table: every sibling with its evidence and a tick. Space turns a tick, Enter applies those chosen, Escape
// closes.
//
//   panel->open(controller);
//   connect(panel, &SiblingPanel::accepted, page, [&] { apply(panel->chosen()); });
#pragma once

#include <QWidget>
#include <map>
#include <utility>
#include <vector>

#include "core/overview/sibling_proposals.h"
#include "ui/support/tables/tick_list.h"
#include "ui/theme/themed.h"
#include "ui/triage/siblings/sibling_controller.h"

class QPushButton;

namespace plumbline::ui {

class ElidedLabel;

/// One line above the decision strip: which siblings could get the accepted edits, with one
/// button for those that show the same change and one for the list. It has a fixed height.
class SiblingStrip : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit SiblingStrip(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// showOffer describes the offer; `model` is the edited model, "" for several.
  void showOffer(const overview::SiblingOffer& offer, const QString& model, std::size_t siblings);
  QString text() const;

 Q_SIGNALS:
  void applyRequested();
  void chooseRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme m_theme;
  ElidedLabel* m_text;
  QPushButton* m_apply;
  QPushButton* m_choose;
};

/// Sibling proposals as a checkable table: sibling, file, expected, actual and proposed values. Those that show the
/// same change are checked at first; checks survive a new list.
///
///   model.setProposals(controller);
///   controller.apply(model.chosen(), reason);
class SiblingModel : public TickModel {
  Q_OBJECT

 public:
  enum Column { Sibling, Model, EvidenceColumn, Expected, Actual, Proposed, File };

  SiblingModel();

  void setProposals(const SiblingController& controller);
  /// forgetTicks goes back to those that show the same change, with the next list.
  void forgetTicks() { m_kept.clear(); }
  SiblingController::Proposals chosen() const;
  bool hasManyModels() const { return m_manyModels; }
  /// canTick: there is something to write for the row.
  bool canTick(int row) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Row {
    overview::SiblingProposal proposal;
    QString file, path;
  };
  QString text(const Row& row, int column) const;
  void onTicked(int row, bool on) override;

  std::vector<Row> m_rows;
  std::map<std::pair<std::uint32_t, std::string>, bool> m_kept;  ///< ticks as the user set them
  bool m_manyModels = false;
};

class SiblingPanel : public TickPanel {
  Q_OBJECT

 public:
  explicit SiblingPanel(const Theme& theme, QWidget* parent = nullptr);
  /// showProposals replaces the list; ticks and the current row stay where they can.
  void showProposals(const SiblingController& controller);
  /// open shows the panel with a fresh list and moves the keyboard focus to it.
  void open(const SiblingController& controller);
  SiblingController::Proposals chosen() const { return m_model->chosen(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  SiblingPanel(SiblingModel* model, const Theme& theme, QWidget* parent);
  bool listKey(int key) override;
  void showCounts() override;
  /// maxRows leaves two thirds of the page to the table above.
  int maxRows() const override;

  SiblingModel* m_model;
};

}  // namespace plumbline::ui
