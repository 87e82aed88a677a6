// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that will run, the findings of the probe of the target, and the button that starts them. A disabled
// button explains why, and how to fix it.
//
//   panel->showCommands(lines, tasks);   panel->showProblem(sentence, true);   panel->showProbe(controller);
#pragma once

#include <QObject>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <optional>

#include "core/runs/executors/executor.h"
#include "ui/theme/themed.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace plumbline::ui {

class ColoredLabel;

/// ProbeController requests a probe of the target once the relevant fields have not changed for half a second. A spec
/// that differs only in other fields keeps its report.
///
///   connect(controller, &ProbeController::probeRequested, &queue, &RunQueue::probe);
///   connect(&queue, &RunQueue::probed, controller, &ProbeController::acceptReport);
///   controller->setSpec(spec);

class ProbeController : public QObject {
  Q_OBJECT

 public:
  explicit ProbeController(QObject* parent = nullptr);

  /// setSpec sets the present spec; nullopt when it is invalid on any machine.
  void setSpec(const std::optional<runs::RunSpec>& spec);
  /// setActive(false) stops probing while the page is hidden.
  void setActive(bool active);
  /// probeAgain drops the report; the machine may have been repaired.
  void probeAgain();
  /// probeNow does not wait for the fields to stay unchanged.
  void probeNow();
  bool isWaiting() const { return m_spec && !m_report; }
  const std::optional<runs::ProbeReport>& report() const { return m_report; }
  bool canStart() const { return m_spec && m_report && m_report->canStart(); }

  static constexpr int kProbeDelayMs = 500;

 public Q_SLOTS:
  void acceptReport(const plumbline::runs::ProbeReport& report);

 Q_SIGNALS:
  void probeRequested(const plumbline::runs::RunSpec& spec);
  void changed();  ///< waiting or not, or another report

 private:
  void requestProbe();

  QTimer m_rest;
  std::optional<runs::RunSpec> m_spec, m_requested;  ///< requested: what the report is about
  std::optional<runs::ProbeReport> m_report;
  bool m_isActive = true, m_isProbing = false;
};

class CommandText;
class ProbeController;

class StartPanel : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit StartPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showCommands(const QString& lines, int tasks, const QStringList& notes);
  /// showProblem shows what is wrong with the form instead of the commands.
  void showProblem(const QString& sentence, bool isWrong);
  /// FieldNamer replaces command-line options in a sentence by the names of fields.
  using FieldNamer = std::function<QString(const QString&)>;
  /// showProbe shows the report, or that it is under way; `startsAfter`: a start was requested meanwhile.
  void showProbe(const ProbeController& controller, const FieldNamer& withFieldNames, bool startsAfter = false);
  QString commands() const;
  bool canStart() const;
  QString startProblem() const;
  QString findingsText() const;
  /// setLines sets how many lines of commands are shown without scrolling.
  void setLines(int lines);
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void copyCommands();

 Q_SIGNALS:
  void startRequested();
  void probeRequested();  ///< probe again
  void copied();

 private:
  /// Line is one finding.
  struct Line {
    QString text;
    bool isProblem = false;
  };
  void showLines(const QList<Line>& lines);
  void update();

  Theme m_theme;
  QLabel* m_title;
  QToolButton* m_copy;
  CommandText* m_commands;
  QScrollArea* m_area;
  ColoredLabel* m_findings;
  QToolButton* m_again;
  QPushButton* m_start;
  bool m_hasProblem = false, m_canStart = false, m_isWaiting = false;
  int m_tasks = 0, m_lines = 5;
  QString m_why, m_findingsText;
  QList<Line> m_lastLines;
  QStringList m_notes;
};

}  // namespace plumbline::ui
