// SPDX-License-Identifier: GPL-3.0-or-later
// The strip below the table where decisions are made: it shows what an answer would do, and asks for what is missing (a
// reason, a note, the flaky list) without a dialog. It always has the same height, so nothing jumps. Independent of
// rows: the caller gets the answer and returns the error when it is refused.
//
//   strip->requestText({.title = u"Accept llama: 1 model loses pass"_s, .placeholder = u"Why is that right?"_s,
//                   .emptyRefusal = u"Say why, or go back with Esc."_s, .commitText = u"Accept"_s},
//                  [controller](const QString& reason) { return refusalOf(controller->accept(...)); });
#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>
#include <functional>

#include "core/baselines/accept_decision.h"
#include "ui/support/action_spec.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLineEdit;

class QPushButton;
class QStackedLayout;

namespace plumbline::ui {

/// Where and why a model is flaky: list, reason, issue, last day. One line of fields, which keeps the last texts.
///
///   form->start({.places = {u"check_accuracy.py, base set"_s}, .canExpire = {false}});
///   FlakyForm::Answer answer = form->answer();
class FlakyForm : public QWidget {
  Q_OBJECT

 public:
  struct Question {
    QStringList places;
    QList<bool> canExpire;  ///< per place
  };
  struct Answer {
    int place = 0;
    baselines::FlakyInput input;
  };

  explicit FlakyForm(QWidget* parent = nullptr);
  /// start fills in the places; the texts stay as they were left.
  void start(const Question& question);
  Answer answer() const;
  void focusFirst();

 private:
  QList<bool> m_canExpire;
  QLineEdit* m_reason;  ///< made in the order in which Tab walks
  QComboBox* m_place;
  QLineEdit* m_issue;
  QLineEdit* m_expires;
};

class ElidedLabel;
struct DecisionSummary;

class DecisionStrip : public QWidget, public Themed {
  Q_OBJECT

 public:
  /// What an answer leads to: "" when it is done, else the sentence why not. The strip then stays open.
  using Commit = std::function<QString(const QString& text)>;
  using FlakyCommit = std::function<QString(const FlakyForm::Answer& answer)>;

  struct TextQuestion {
    QString title;
    QString placeholder;
    QString value = {};
    QStringList suggestions = {};
    QString emptyRefusal = {};  ///< error for an empty text; "": it is allowed
    QString commitText = {};
    QString otherText = {};     ///< second way, e.g. "Only the 4 without a guard"; Ctrl+Enter
  };

  explicit DecisionStrip(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;

  /// setButtons are the answers that can be given while nothing is asked; refreshButtons asks which can be given now.
  void setButtons(const QList<ActionSpec>& answers);
  void refreshButtons();

  /// showSummary describes the current row while nothing is asked.
  void showSummary(const DecisionSummary& summary, bool asked);

  void requestText(const TextQuestion& question, Commit commit, Commit other = {});
  void confirm(const QString& title, const QString& detail, const QString& commitText, Commit commit);
  void requestFlaky(const QString& title, const FlakyForm::Question& question, FlakyCommit commit);
  bool isAsking() const { return m_asking; }
  /// back drops the question.
  void back();
  QString title() const;
  QString problem() const { return m_problem; }

 Q_SIGNALS:
  /// closed: answered or dropped; the keyboard goes back to the table.
  void closed(bool answered);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void showQuestion(QWidget* page, const QString& title, const QString& commitText);
  void commit(bool other);
  void showProblem(const QString& problem);
  void close(bool answered);
  void watch(QWidget* widget);

  Theme m_theme;
  ElidedLabel* m_title;
  QStackedLayout* m_pages;
  ElidedLabel* m_detail;  ///< page while nothing is asked, and beside a confirmation
  QWidget* m_textPage;
  QLineEdit* m_text;
  FlakyForm* m_flaky;
  QWidget* m_answers;  ///< the buttons, while nothing is asked
  QPushButton* m_yes;
  QPushButton* m_other;
  QPushButton* m_no;
  bool m_asking = false;
  QString m_asked;      ///< title of the question
  QString m_idleTitle, m_idleDetail;
  QString m_problem;
  TextQuestion m_question;
  Commit m_commit, m_otherCommit;
  FlakyCommit m_flakyCommit;
};

}  // namespace plumbline::ui
