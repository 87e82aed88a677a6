// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions on groups, as the keys request them: which rows an answer is for and what is asked first.
//
//   GroupQueue queue({model, list, controller, strip}, page);
//   queue.accept();     // A: every open row of the selected groups, as one step
#pragma once

#include "ui/overview/group_controller.h"
#include "ui/triage/decision_flow.h"

namespace plumbline::ui {

class GroupList;
class GroupModel;

class GroupQueue : public DecisionFlow {
  Q_OBJECT

 public:
  struct Parts {
    GroupModel& model;
    GroupList& list;
    GroupController& controller;
    DecisionStrip& strip;
  };
  GroupQueue(const Parts& parts, QObject* parent);

  void accept();
  void keep();
  void markFlaky();
  void note();
  /// canDecide: a group is current and the strip asks nothing.
  bool canDecide() const;

 private:
  bool hasItems() const override;
  Item itemAt(int row) const override;
  int rowOf(Item item) const override;
  bool isOpen(int row) const override;
  void goToRow(int row) override;
  std::optional<Item> lastTouched() const override;
  std::vector<std::string> givenReasons() const override;
  bool isAllDecided() const override;

  Items chosen() const;
  QString subject(const Items& groups, std::size_t rows) const;
  QString message(const QString& name, const QString& what) const;

  Parts m;
};

}  // namespace plumbline::ui
