// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions on rows of the table, as the keys request them: which rows an answer is for and what is asked first.
//
//   DecisionQueue queue({model, table, controller, strip}, page);
//   connect(&queue, &DecisionQueue::statusMessage, page, &Page::showStatus);
//   queue.accept();     // A
#pragma once

#include "ui/triage/decision_controller.h"
#include "ui/triage/decision_flow.h"

namespace plumbline::ui {

class TriageModel;
class TriageTable;

class DecisionQueue : public DecisionFlow {
  Q_OBJECT

 public:
  struct Parts {
    TriageModel& model;
    TriageTable& table;
    DecisionController& controller;
    DecisionStrip& strip;
  };
  DecisionQueue(const Parts& parts, QObject* parent);

  using Rows = DecisionController::Rows;
  /// Each is for the selected rows, or the current one.
  void accept();
  void keep();
  void markFlaky();
  void note();
  void acceptAlike();
  void keepAlike();
  void markAlikeFlaky();
  /// acceptMetric accepts only the metric of the current column.
  void acceptMetric();
  bool canAcceptMetric() const;
  /// acceptShown is for all rows shown that are still open.
  void acceptShown();
  bool hasRows() const;

 private:
  bool hasItems() const override;
  bool isOpen(int row) const override;
  std::optional<Item> lastTouched() const override;
  std::vector<std::string> givenReasons() const override;
  bool isAllDecided() const override;

  Rows chosen() const;
  std::uint32_t current() const;
  QString subject(const Rows& rows) const;
  QString message(const Rows& rows, const QString& what) const;
  QString alikeText(const Rows& rows) const;
  /// acceptRows asks for a reason where a guard needs one, and otherwise for a confirmation where `title` has a count.
  void acceptRows(const Rows& rows, const std::vector<std::string>& metrics, const QString& title = {});
  void keepRows(const Rows& rows);
  void markRowsFlaky(const Rows& rows);

  Parts m;
};

}  // namespace plumbline::ui
