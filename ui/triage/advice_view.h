// SPDX-License-Identifier: GPL-3.0-or-later
// The advice on the current row in the details: answer and risk, the sentence, what the runs of the row say, and the
// evidence behind a button. Hidden without advice and runs.
//
//   view->show(&advice);      // nullptr: none
//   view->showRuns(rows, false);
#pragma once

#include <QWidget>
#include <vector>

#include "core/evidence/advisor.h"
#include "ui/theme/theme.h"

class QToolButton;

namespace plumbline::evidence {
struct RowEvidence;
}

namespace plumbline::ui {

class EvidenceMarks;
class WordsLabel;

class AdviceView : public QWidget {
  Q_OBJECT

 public:
  explicit AdviceView(const Theme& theme, QWidget* parent = nullptr);
  void show(const evidence::RowAdvice* advice);
  using QWidget::show;
  /// showRuns shows what the runs of the row say, the most urgent column first; `isReading` keeps the place of what comes.
  void showRuns(const std::vector<evidence::RowEvidence>& rows, bool isReading);
  bool hasEvidence() const;
  void toggleEvidence();
  QString summary() const;  ///< answer and sentence; "" without advice

 private:
  void showEvidence();
  void fit();

  WordsLabel* m_answer;
  WordsLabel* m_sentence;
  WordsLabel* m_runs;
  QToolButton* m_button;
  WordsLabel* m_evidence;
  EvidenceMarks* m_marks;
  WordsLabel* m_card;  ///< what is below the marks
  QString m_text;
  bool m_hasRuns = false;
};

}  // namespace plumbline::ui
