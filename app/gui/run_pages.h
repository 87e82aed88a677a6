// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the page of runs into the window: a row of the table becomes a spec, a result becomes a pair or a chart, the end of a
// run a notice of the desktop.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>

#include "core/runs/engine/run_queue.h"
#include "core/runs/spec/run_spec.h"
#include "core/session/bisect_session.h"

namespace plumbline::session {
class CompareSession;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class RunsPage;
class TriagePage;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

struct RunParts {
  PageHost& host;
  session::Session& session;
  session::CompareSession& compare;
  runs::QueueOptions options;  ///< where the runs are
  /// queue is made here when it is first asked for; it must outlive the window, whose page holds on to it.
  std::unique_ptr<runs::RunQueue>& queue;
  QString presetFolder;
  /// openAlone opens results that belong to no baseline.
  std::function<void(const QStringList& results)> openAlone = {};
  /// notify shows a notification of the desktop; empty: none.
  std::function<void(const QString& title, const QString& text)> notify = {};
  /// commitRow is a spec of the row that is current in a page over all configs; nothing where no such page is shown.
  std::function<std::optional<runs::RunSpec>()> commitRow = {};
  /// remember takes the results of a run that ended; empty: nothing does.
  std::function<void(const QStringList& results)> remember = {};
};

class CommitPages;
/// specOfModelRow is RunParts::commitRow for the window's own pages.
std::optional<runs::RunSpec> specOfModelRow(const CommitPages& pages);

class RunPages : public QObject {
  Q_OBJECT

 public:
  explicit RunPages(RunParts parts);
  ~RunPages() override;

  void addPage();
  /// addBisectPage puts the page of bisections beside it.
  void addBisectPage();
  void joinTriage(ui::TriagePage& triage);
  /// begin shows the runs of earlier processes and offers to resume those that are unfinished. Until then, or until the page is shown, nothing is read: a window
  /// opens without waiting for it.
  void begin();
  /// queue is made when it is first asked for.
  runs::RunQueue& queue();

 private:
  /// offerToResume shows the notice with the button; "" takes it away.
  void offerToResume(const QString& text);
  void runRow();
  /// whyRow prepares the run of the current row that leaves a repro script behind when its accuracy fails.
  void whyRow();
  void askToStart(const QString& model);
  /// rowSpec is a spec of the row that is current on the page in front; nothing without one.
  std::optional<runs::RunSpec> rowSpec() const;
  void openPair(const QString& actual, const QString& expected, const QStringList& models);
  void openCharts(const QStringList& results);

  RunParts m;
  session::BisectSession m_bisect;
  ui::RunsPage* m_page = nullptr;  ///< made when it is first shown
  ui::TriagePage* m_triage = nullptr;
  QString m_model;                 ///< current in triage
  QString m_wantedActual;          ///< a result on its way into triage ...
  QStringList m_wantedModels;      ///< ... of these models
};

}  // namespace plumbline::app
