// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of TriagePage, shared by its two source files: the page itself and the list of its actions.
#pragma once

#include <QPointer>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/triage/decision_desk.h"
#include "ui/triage/decision_queue.h"
#include "ui/triage/decision_strip.h"
#include "ui/triage/details_panel.h"
#include "ui/support/empty_state.h"
#include "ui/triage/filter_bar.h"
#include "ui/triage/sibling_desk.h"
#include "ui/triage/sibling_panel.h"
#include "ui/triage/sibling_strip.h"
#include "ui/triage/table_copier.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_page.h"
#include "ui/triage/triage_table.h"

namespace plumbline::ui {

struct TriagePage::Private {
  Private(TriagePage* owner, const Theme& look) : page(owner), theme(look) {}

  TriagePage* page;
  Theme theme;
  TriageModel* model = nullptr;
  FilterBar* bar = nullptr;
  TriageTable* table = nullptr;
  DetailsPanel* details = nullptr;
  EmptyState* nothingOpen = nullptr;   ///< no pair
  EmptyState* nothingShown = nullptr;  ///< a pair, but the filter leaves no row
  QStackedLayout* pages = nullptr;     ///< nothingOpen or the body
  QStackedLayout* tables = nullptr;    ///< table or nothingShown
  QSplitter* splitter = nullptr;
  TableCopier* copier = nullptr;
  QWidget* body = nullptr;             ///< splitter, and the strip below it
  DecisionDesk* desk = nullptr;        ///< these three only where rows can be decided
  DecisionStrip* strip = nullptr;
  DecisionQueue* queue = nullptr;
  SiblingDesk* siblings = nullptr;     ///< these three only where somebody knows the siblings
  SiblingStrip* siblingStrip = nullptr;
  SiblingPanel* siblingPanel = nullptr;
  QStringList reasons;                 ///< given in earlier sessions
  QString news;                        ///< what just happened, for the status line
  bool keyboardReturns = false;        ///< the table had the focus when its last row was filtered out
  std::uint32_t current = verdicts::kNoRow;
  std::string currentName;             ///< of that row, by which it is found in another pair
  session::SnapshotPtr described;      ///< what the details are about

  bool detailsPulled = false;          ///< a person chose the width of the details

  void build();
  void fitDetails();
  void orderFocus();
  void showRows();
  std::uint32_t sourceOf(const std::string& name) const;  ///< kNoRow: no such model in the pair
  void sayNothingChanged(const EmptyState::Button& unchanged);
  void tell(const QString& text);
  void copy(CopyFormat format);
  void step(int direction);
  void chooseColumns();
  void setEditing(EditStack& stack);
  void showDecision();
  bool isFree() const { return queue && hasPair() && !strip->isAsking(); }
  bool canDecide() const { return queue && queue->hasRows(); }
  QList<ActionSpec> decisionActions();

  // What siblings can do (triage_siblings.cpp).
  void setSiblings(SiblingDesk::Source source);
  void showSiblings();
  std::vector<SiblingRow> siblingsOf(std::uint32_t row) const;
  void closeSiblings();
  void applySiblings();
  void chooseSiblings();
  void follow(const SiblingDesk::Proposals& chosen);
  QList<ActionSpec> siblingActions();
  bool hasPair() const { return model->comparison() != nullptr; }
};

}  // namespace plumbline::ui
