// SPDX-License-Identifier: GPL-3.0-or-later
// The place under the table where decisions are made: it says what an answer would do, and asks for what is missing (a
// reason, a note, the flaky list) without a dialog. It always has the same height, so nothing jumps. Knows no rows: who
// asks gets the answer, and says in words why it is refused.
//
//   strip->askText({.title = u"Accept llama: 1 model loses pass"_s, .placeholder = u"Why is that right?"_s,
//                   .emptyRefusal = u"Say why, or go back with Esc."_s, .commitText = u"Accept"_s},
//                  [desk](const QString& reason) { return refusalOf(desk->accept(...)); });
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>

#include "ui/theme/theme.h"
#include "ui/triage/flaky_form.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedLayout;

namespace plumbline::ui {

class ElidedLabel;
struct DecisionWords;

class DecisionStrip : public QWidget {
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
    QString emptyRefusal = {};  ///< what to say to an empty text; "": it is allowed
    QString commitText = {};
    QString otherText = {};     ///< second way, e.g. "Only the 4 without a guard"; Ctrl+Enter
  };

  explicit DecisionStrip(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  /// showWords describes the current row while nothing is asked.
  void showWords(const DecisionWords& words, bool asked);

  void askText(const TextQuestion& question, Commit commit, Commit other = {});
  void confirm(const QString& title, const QString& detail, const QString& commitText, Commit commit);
  void askFlaky(const QString& title, const FlakyForm::Question& question, FlakyCommit commit);
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
  void ask(QWidget* page, const QString& title, const QString& commitText);
  void commit(bool other);
  void say(const QString& problem);
  void close(bool answered);
  void watch(QWidget* widget);

  Theme m_theme;
  ElidedLabel* m_title;
  QStackedLayout* m_pages;
  ElidedLabel* m_detail;  ///< page while nothing is asked, and beside a plain yes
  QWidget* m_textPage;
  QLineEdit* m_text;
  FlakyForm* m_flaky;
  QLabel* m_keys;
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
