// SPDX-License-Identifier: GPL-3.0-or-later
// What deciding about rows and deciding about groups have in common: the questions in the strip, one undoable step per
// answer, the move to the next open item, and the return to what an undo touched. DecisionQueue and GroupQueue add
// which items an answer is for.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/baselines/accept_decision.h"
#include "ui/support/edit_stack.h"
#include "ui/triage/decision_strip.h"

namespace plumbline::ui {

class EditStack;
class FilteredModel;
class RecordTable;

class DecisionFlow : public QObject {
  Q_OBJECT

 public:
  /// reasons given for accepting in earlier sessions, newest first, for completion.
  void setReasons(const QStringList& reasons) { m_reasons = reasons; }
  const QStringList& reasons() const { return m_reasons; }

  /// The answers that the strip has buttons for; each is for the selection, or what is current.
  virtual void accept() = 0;
  virtual void keep() = 0;
  virtual void markFlaky() = 0;
  virtual void note() = 0;

 Q_SIGNALS:
  void statusMessage(const QString& text);

 protected:
  using Item = std::size_t;  ///< a row of the comparison, or a group of the commit
  using Items = std::vector<Item>;
  using Step = std::function<base::Result<void>()>;

  /// An acceptance that needs a reason because of a guard.
  struct GuardedAcceptance {
    QString title;      ///< "Accept llama"
    QString guard;      ///< "1 model loses pass"
    QString otherText;  ///< "Only the 4 without a guard"; empty when nothing is left then
    std::function<base::Result<void>(const std::string& reason, bool withoutGuarded)> accept;
    std::function<QString(const QString& what)> message;  ///< "llama accepted"
    QString accepted = {};  ///< what is done with a reason: "accepted, 30 cells of 30 rows in 6 baselines"; empty: "accepted"
  };

  /// All must outlive the flow; view shows the model, whose source rows are the items.
  DecisionFlow(DecisionStrip& strip, const FilteredModel& model, RecordTable& view, EditStack& stack, QObject* parent);

  /// canAnswer: something is current, and the strip asks nothing.
  virtual bool canAnswer() const = 0;
  virtual bool hasItems() const = 0;
  virtual bool isOpen(int row) const = 0;
  virtual std::optional<Item> lastTouched() const = 0;
  virtual std::vector<std::string> givenReasons() const = 0;  ///< for the pending edits
  virtual bool isAllDecided() const = 0;

  DecisionStrip& strip() const { return m_strip; }
  void requestReason(const GuardedAcceptance& acceptance);
  void requestNote(const QString& subject, const std::string& current,
               const std::function<base::Result<void>(const std::string& text)>& write);
  /// requestFlaky offers the places; `mark` gets the index of the chosen one.
  template <typename Place>
  void requestFlaky(const QString& title, const std::vector<Place>& places, const Items& items,
                const std::function<base::Result<void>(const Place&, const baselines::FlakyInput&)>& mark,
                const QString& message) {
    FlakyForm::Question question;
    for (const Place& place : places) {
      question.places << QString::fromStdString(place.label);
      question.canExpire << place.canExpire;
    }
    m_strip.requestFlaky(title, question, [this, places, items, mark, message](const FlakyForm::Answer& answer) {
      setNext(items);
      return settle([&] { return mark(places.at(static_cast<std::size_t>(answer.place)), answer.input); }, message);
    });
  }
  /// setNext remembers the next open item, where the selection goes when `answered` are decided.
  void setNext(const Items& answered) { m_next = nextOpen(answered); }
  /// settle makes one step, moves on to the next open item and emits `message` unless it is empty. Returns the error's
  /// sentence, "" on success.
  QString settle(const Step& step, const QString& message);
  /// settleNow is settle without a question in the strip: an error becomes a status message.
  void settleNow(const Step& step, const QString& message);

 private:
  std::optional<Item> nextOpen(const Items& answered) const;
  void goTo(std::optional<Item> item);
  void followStack();
  QStringList suggestions() const;
  void remember(const QString& reason);

  DecisionStrip& m_strip;
  const FilteredModel& m_model;
  RecordTable& m_view;
  EditStack& m_stack;
  QStringList m_reasons;
  UndoMessages m_undoMessages;
  bool m_answering = false;    ///< the step is our own: the selection moves on, not back
  std::optional<Item> m_next;  ///< where the selection goes after the current answer
};

}  // namespace plumbline::ui
