// SPDX-License-Identifier: GPL-3.0-or-later
// What came of a repro run, in words: of several repeats the class and the rate of failures; of the chosen task the outcome
// with the line of the log that tells; the scripts and checkpoints that the run left, to be used next.
//
//   view->showRun(run, shelf->reading(id), task);
//   connect(view, &ReproView::scriptWanted, form, &RunForm::useScript);
#pragma once

#include <QScrollArea>

#include "core/runs/run_state.h"
#include "ui/runs/run_words.h"
#include "ui/theme/theme.h"

class QLabel;
class QListWidget;
class QToolButton;
class QVBoxLayout;

namespace plumbline::ui {

class EvidenceButton;
struct ReproReading;

class ReproView : public QScrollArea {
  Q_OBJECT

 public:
  explicit ReproView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// showRun: reading may be null, nothing is known then. task is the chosen one, -1 none.
  void showRun(const runs::RunPtr& run, const ReproReading* reading, int task);
  /// setSummary is what came of the run besides scripts.
  void setSummary(const QString& text);
  /// text is all that is said, line by line.
  QString text() const;
  /// runsToTell is how often the whole should run anew to be told by itself, as runs of the queue are not added up: so many
  /// that enough of them prove something, when as large a part does as before. 0: it is told.
  int runsToTell() const { return m_toTell; }
  quint64 evidenceLine() const { return m_line; }  ///< 1-based; 0 none
  QString currentScript() const;                   ///< "" none
  int scriptCount() const;
  QListWidget* scripts() const { return m_scripts; }
  QList<QWidget*> focusOrder() const;

  static constexpr int kTimes = 10;  ///< how often a script is run to see whether its failure is there every time

 Q_SIGNALS:
  void evidenceWanted(quint64 line);
  void anewWanted(int runs);
  void scriptWanted(const QString& path, int repeats);
  void folderWanted(const QString& path);
  void copyWanted(const QString& path);

 private:
  void build();
  QToolButton* button(const QString& text, const QString& tooltip);
  void showClass(const ReproReading* reading);
  void showTask(const ReproReading* reading, int task);
  void showScripts(const ReproReading* reading);
  void headline(QLabel& label, const RunLook& look);
  void updateButtons();
  void fitList();

  Theme m_theme;
  runs::RunPtr m_run;
  QWidget* m_body;
  QLabel *m_class, *m_classText, *m_taskTitle, *m_outcome, *m_outcomeText, *m_warnings, *m_next, *m_scriptsTitle, *m_summary;
  EvidenceButton* m_evidence;
  QListWidget* m_scripts;
  QToolButton *m_moreButton, *m_use, *m_ten, *m_open, *m_copy;
  RunLook m_classLook, m_outcomeLook;
  int m_toTell = 0;
  quint64 m_line = 0;
};

}  // namespace plumbline::ui
