// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the triage page that offers an accepted edit to the siblings of the baseline: a line with the offer, the
// list to choose from, and the reason that a guard may ask for.
//
//   auto* section = new SiblingSection({controller, queue, strip, table}, theme, source, page);
//   section->insertInto(*layout, strip);
//   connect(section, &SiblingSection::changed, page, [&] { details->setSiblings(...); });
#pragma once

#include <QObject>

#include "ui/support/action_spec.h"
#include "ui/theme/themed.h"
#include "ui/triage/siblings/sibling_controller.h"
#include "ui/triage/siblings/sibling_rows.h"

class QBoxLayout;

namespace plumbline::ui {

class DecisionController;
class DecisionQueue;
class DecisionStrip;
class SiblingPanel;
class SiblingStrip;
class TriageTable;

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
