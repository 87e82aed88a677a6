// SPDX-License-Identifier: GPL-3.0-or-later
// The queue as the keys drive it: which rows an answer is meant for, what has to be asked first, and where the selection
// goes afterwards, also after an undo from anywhere. The desk does the work, the strip asks.
//
//   DecisionQueue queue({model, table, desk, strip});
//   connect(&queue, &DecisionQueue::told, page, &Page::tell);
//   queue.accept();     // A
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "ui/support/undo_told.h"
#include "ui/triage/decision_desk.h"
#include "ui/triage/reason_memory.h"

namespace plumbline::ui {

class DecisionStrip;
class TriageModel;
class TriageTable;

class DecisionQueue : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    TriageModel& model;
    TriageTable& table;
    DecisionDesk& desk;
    DecisionStrip& strip;
  };
  DecisionQueue(const Parts& parts, QObject* parent);

  using Rows = DecisionDesk::Rows;
  /// Without rows, each is for the selection, or the current row.
  void accept();
  void keep();
  void markFlaky();
  void note();
  void acceptAlike();
  void keepAlike();
  void markAlikeFlaky();
  /// acceptMetric takes only the metric of the current column; canAcceptMetric tells whether it is one.
  void acceptMetric();
  bool canAcceptMetric() const;
  /// acceptShown is for all rows shown that are still open.
  void acceptShown();
  bool hasRows() const;

  /// reasons that were given in earlier sessions, newest first, for completion.
  void setReasons(const QStringList& reasons) { m_reasons.set(reasons); }
  const QStringList& reasons() const { return m_reasons.all(); }

 Q_SIGNALS:
  void told(const QString& text);

 private:
  Rows chosen() const;
  Rows open(const Rows& rows) const;
  QString who(const Rows& rows) const;
  QString alikeText(const Rows& rows) const;
  std::uint32_t current() const;
  /// acceptRows asks for a reason where a guard wants one, and otherwise for a yes where `title` says how many there are.
  void acceptRows(const Rows& rows, const std::vector<std::string>& metrics, const QString& title = {});
  void askReason(const Rows& rows, const std::vector<std::string>& metrics, const baselines::Plan& plan,
                 const QString& title);
  void keepRows(const Rows& rows);
  void askFlaky(const Rows& rows);
  /// settle gives the answer and goes on to the next open row; gives the refusal, "" when done.
  QString settle(const std::function<base::Result<void>()>& answer, const Rows& rows, const QString& what);
  std::optional<std::uint32_t> nextOpen(const Rows& besides) const;
  void goTo(std::optional<std::uint32_t> source);
  void followStack();

  Parts m;
  ReasonMemory m_reasons;
  UndoTold m_undoTold;
  bool m_answering = false;             ///< the step is our own: the selection goes on, not back
  std::optional<std::uint32_t> m_next;  ///< where the selection goes after the answer that is being given
};

}  // namespace plumbline::ui
