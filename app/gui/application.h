// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program: owns the sessions, the window and its pages, and opens what the command line names.
//
//   QApplication qt(argc, argv);
//   app::Application application(qt, options, startupMs);
//   return application.run();
#pragma once

#include <QSettings>
#include <QString>
#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/gui/chart_pages.h"
#include "app/gui/commit_pages.h"
#include "app/gui/desktop_actions.h"
#include "app/gui/history_pages.h"
#include "app/gui/last_session.h"
#include "app/gui/numerics_pages.h"
#include "app/gui/options.h"
#include "app/gui/page_host.h"
#include "app/gui/program_pages.h"
#include "app/gui/report_action.h"
#include "app/gui/run_pages.h"
#include "app/gui/single_instance.h"
#include "app/gui/unattended_run.h"
#include "app/gui/watch_action.h"
#include "app/gui/work_pages.h"
#include "core/runs/engine/run_queue.h"
#include "core/session/commit_session.h"
#include "core/session/compare_session.h"
#include "core/session/history/history_client.h"
#include "core/session/history/history_filler.h"
#include "core/session/pending_ci.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"
#include "core/session/watch/desktop_notice.h"
#include "ui/artifacts/fetch_port.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/main_window.h"
#include "ui/support/edit_stack.h"
#include "ui/support/file_prompt.h"
#include "ui/theme/theme_controller.h"

class QApplication;

namespace plumbline::app {

/// stateFolder is $XDG_STATE_HOME/plumbline, else ~/.local/state/plumbline, for the journals of unsaved edits. It is
/// not created here.
QString stateFolder();
/// samplePair unpacks the sample into the cache folder. Returns the paths of actual and expected. Errors: NotWritable.
base::Result<std::pair<QString, QString>> samplePair();

class Application {
 public:
  /// An unattended run neither reads nor changes what the user has set. startupMs: see UnattendedRun.
  Application(QApplication& qt, const Options& options, std::function<double()> startupMs);

  /// showCrashReports names new reports in a notice, and whether a crash of this window leaves one.
  void showCrashReports(const QStringList& reports, const base::Result<void>& ready);
  /// run shows the window, opens what the options name, and returns the exit status of the event loop.
  int run();

 private:
  void addPages();
  void showRequestedPage();
  void waitForContent();
  void fail(const base::Error& error);
  void onFirstPaint();
  void open(const Options& options);
  void openSample();
  void showPageAfterOpening(const Options& options);
  void bringToFront();
  void listenToLaterStarts();

  const Options m_options;
  const bool m_isUnattended;
  QTemporaryDir m_scratch;  ///< settings and runs of an unattended run
  QSettings m_settings;
  ui::Preferences m_preferences;
  ui::RecentPairs m_recent;
  ui::ThemeController m_themes;
  session::Session m_session;
  session::CommitSession m_commit;
  session::CompareSession m_compare;
  session::PendingEdits m_edits;
  ui::EditStack m_stack;
  session::HistoryClient m_history;
  session::HistoryFiller m_filler;
  session::PendingCi m_ci;
  ui::DialogFilePrompt m_prompt;
  session::DesktopNotice m_desktop;
  std::unique_ptr<runs::RunQueue> m_queue;  ///< outlives the window
  ui::MainWindow m_window;
  ui::FetcherPort m_fetcher;
  PageHost m_host;
  CommitPages m_commitPages;
  WorkPages m_workPages;
  ChartPages m_chartPages;
  RunPages m_runPages;
  NumericsPages m_numericsPages;
  HistoryPages m_historyPages;
  ProgramPages m_programPages;
  LastSession m_lastSession;
  ReportAction m_report;
  DesktopActions m_desktopActions;
  WatchAction m_watch;
  std::optional<SingleInstance> m_instance;  ///< none of an unattended run
  FirstPaint m_paint;
  UnattendedRun m_unattended;
};

}  // namespace plumbline::app
