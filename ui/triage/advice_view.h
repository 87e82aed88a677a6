// SPDX-License-Identifier: GPL-3.0-or-later
// The advice on the current row in the details: answer and risk, the sentence, and the evidence behind a button. Hidden
// without advice.
//
//   view->show(&advice);      // nullptr: none
#pragma once

#include <QWidget>

#include "core/evidence/advisor.h"
#include "ui/theme/theme.h"

class QToolButton;

namespace plumbline::ui {

class WordsLabel;

class AdviceView : public QWidget {
  Q_OBJECT

 public:
  explicit AdviceView(const Theme& theme, QWidget* parent = nullptr);
  void show(const evidence::RowAdvice* advice);
  using QWidget::show;
  bool hasEvidence() const;
  void toggleEvidence();
  QString summary() const;  ///< answer and sentence; "" without advice

 private:
  void showEvidence();

  WordsLabel* m_answer;
  WordsLabel* m_sentence;
  QToolButton* m_button;
  WordsLabel* m_evidence;
  QString m_text;
};

}  // namespace plumbline::ui
