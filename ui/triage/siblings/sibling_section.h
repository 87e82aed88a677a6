// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the triage page that offers an accepted edit to the siblings of the baseline: a line with the offer, the
// list to choose from, and the reason that a guard may ask for.
//
//   auto* section = new SiblingSection({controller, queue, strip, table}, theme, source, page);
//   section->insertInto(*layout, strip);
//   connect(section, &SiblingSection::changed, page, [&] { details->setSiblings(...); });
#pragma once

#include <QObject>
#include <QWidget>
#include <map>
#include <utility>
#include <vector>

#include "core/overview/sibling_proposals.h"
#include "ui/support/action_spec.h"
#include "ui/support/tables/tick_list.h"
#include "ui/theme/themed.h"
#include "ui/triage/siblings/sibling_controller.h"
#include "ui/triage/siblings/sibling_rows.h"

class QBoxLayout;
class QPushButton;

namespace plumbline::ui {

class DecisionController;
class DecisionQueue;
class DecisionStrip;
class ElidedLabel;
class TriageTable;

// Below the table: every sibling with its evidence and a tick. Space turns a tick, Enter applies those chosen, Escape
// closes.
//
//   panel->open(controller);
//   connect(panel, &SiblingPanel::accepted, page, [&] { apply(panel->chosen()); });

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

class SiblingSection : public QObject, public Themed {
  Q_OBJECT

 public:
  /// All parts must outlive the section.
  struct Parts {
    DecisionController& decisions;
    DecisionQueue& queue;
    DecisionStrip& strip;  ///< asks for the reason
    TriageTable& table;    ///< gets the keyboard back
  };
  SiblingSection(const Parts& parts, const Theme& theme, SiblingController::Source source, QWidget* page);

  /// insertInto puts line and list above a widget of the layout.
  void insertInto(QBoxLayout& layout, QWidget* below);
  QList<QWidget*> parts() const;
  void setSnapshot(const session::SnapshotPtr& snapshot);
  void setTheme(const Theme& theme) override;
  void refresh() { m_siblings.refresh(); }
  void hideList();
  void fitHeight();

  std::size_t count() const { return m_siblings.siblingCount(); }
  /// rowsOf has a row of every sibling, with the edit that accepting `row` makes where it is still pending.
  std::vector<SiblingRow> rowsOf(std::uint32_t row) const;
  /// actions of group "Decide".
  QList<ActionSpec> actions(const std::function<bool()>& isFree);

 Q_SIGNALS:
  void changed();  ///< offer, siblings or colours
  void statusMessage(const QString& text);

 private:
  void show();
  void closeList();
  void applySame();
  void choose();
  void apply(const SiblingController::Proposals& chosen);

  Parts m;
  QWidget* m_page;
  SiblingController m_siblings;
  session::SnapshotPtr m_snapshot;
  SiblingStrip* m_offer;
  SiblingPanel* m_list;
};

}  // namespace plumbline::ui
