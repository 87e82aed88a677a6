// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of OverviewPage, shared by its two source files: the page itself and the list of its actions.
#pragma once

#include <QSplitter>
#include <QStackedLayout>

#include "core/overview/headline.h"
#include "ui/overview/group_desk.h"
#include "ui/overview/group_list.h"
#include "ui/overview/group_model.h"
#include "ui/overview/group_queue.h"
#include "ui/overview/member_panel.h"
#include "ui/overview/overview_bar.h"
#include "ui/overview/overview_head.h"
#include "ui/overview/overview_page.h"
#include "ui/support/empty_state.h"
#include "ui/triage/decision_strip.h"

namespace plumbline::ui {

struct OverviewPage::Private {
  Private(OverviewPage* owner, const Theme& look, EditStack& stack) : page(owner), theme(look), desk(stack) {}

  OverviewPage* page;
  Theme theme;
  GroupDesk desk;
  overview::Headline headline;
  GroupModel* model = nullptr;
  OverviewHead* head = nullptr;
  OverviewBar* bar = nullptr;
  GroupList* list = nullptr;
  MemberPanel* members = nullptr;
  DecisionStrip* strip = nullptr;
  GroupQueue* queue = nullptr;
  EmptyState* nothingOpen = nullptr;   ///< no commit
  EmptyState* nothingShown = nullptr;  ///< a commit without groups, or the filter leaves none
  QStackedLayout* pages = nullptr;     ///< nothingOpen or the body
  QStackedLayout* lists = nullptr;     ///< list and members, or nothingShown
  QSplitter* splitter = nullptr;
  QString news;                        ///< what just happened, for the status line
  bool pulled = false;                 ///< a person chose the width of the members
  bool keyboardReturns = false;        ///< the list had the focus when its last group was filtered out

  void build();
  void orderFocus();
  void showGroups();
  void showCurrent();
  void showWords();
  void sayNothing();
  void fitMembers();
  void tell(const QString& text);
  void step(int direction);
  void focusMembers();
  bool hasCommit() const { return model->snapshot() != nullptr; }
  bool hasCurrent() const { return hasCommit() && list->currentIndex().isValid(); }
};

}  // namespace plumbline::ui
