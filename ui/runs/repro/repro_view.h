// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a repro run as text: for several repeats the class and the rate of failures; for the current task its
// outcome and the line of the log that shows it; the scripts and checkpoints that the run left.
//
//   view->showRun(run, reproResults->reading(id), task);
//   connect(view, &ReproView::scriptRequested, form, &RunForm::useScript);
#pragma once

#include <QScrollArea>

#include "core/runs/engine/run_state.h"
#include "ui/runs/run_text.h"
#include "ui/support/quiet_button.h"
#include "ui/theme/themed.h"

class QLabel;
class QListWidget;
class QToolButton;

namespace plumbline::ui {

/// EvidenceButton shows the line of a log that an outcome was read from, elided; a click or Enter goes there.
///
///   button->setLine(u"line 214: AccuracyError: Dynamo failed"_s);

class EvidenceButton : public QuietButton, public Themed {
  Q_OBJECT

 public:
  explicit EvidenceButton(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void setLine(const QString& text);
  QString line() const { return m_line; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  Theme m_theme;
  QString m_line;
};

class EvidenceButton;
struct ReproReading;

class ReproView : public QScrollArea, public Themed {
  Q_OBJECT

 public:
  explicit ReproView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// showRun: reading may be null while nothing is known; task -1: none.
  void showRun(const runs::RunPtr& run, const ReproReading* reading, int task);
  /// setSummary shows the result of the run besides scripts.
  void setSummary(const QString& text);
  /// text returns all shown texts, line by line.
  QString text() const;
  /// runsNeeded is how often the run should be repeated in a new run until its class is known, given the share of
  /// repeats that compared anything; 0 when it is known. Runs of the queue are not added up.
  int runsNeeded() const { return m_runsNeeded; }
  quint64 evidenceLine() const { return m_line; }  ///< 1-based; 0 none
  QString currentScript() const;                   ///< "" none
  int scriptCount() const;
  QListWidget* scripts() const { return m_scripts; }
  QList<QWidget*> focusOrder() const;

  static constexpr int kTimes = 10;  ///< repeats that show whether a failure occurs every time

 Q_SIGNALS:
  void evidenceRequested(quint64 line);
  void rerunRequested(int runs);
  void scriptRequested(const QString& path, int repeats);
  void folderRequested(const QString& path);
  void copyRequested(const QString& path);

 private:
  void build();
  void showClass(const ReproReading* reading);
  void showTask(const ReproReading* reading, int task);
  void showScripts(const ReproReading* reading);
  void headline(QLabel& label, const RunStyle& style);
  void updateButtons();
  void fitList();

  Theme m_theme;
  runs::RunPtr m_run;
  QWidget* m_body;
  QLabel *m_class, *m_classText, *m_taskTitle, *m_outcome, *m_outcomeText, *m_warnings, *m_next, *m_scriptsTitle, *m_summary;
  EvidenceButton* m_evidence;
  QListWidget* m_scripts;
  QToolButton *m_moreButton, *m_use, *m_ten, *m_open, *m_copy;
  RunStyle m_classStyle, m_outcomeStyle;
  int m_runsNeeded = 0;
  quint64 m_line = 0;
};

}  // namespace plumbline::ui
