// SPDX-License-Identifier: GPL-3.0-or-later
// The program without its command line: every page, one session, one undo list, as main.cpp puts them together.
#pragma once

#include <QApplication>
#include <QSettings>
#include <QString>

#include "app/gui/chart_pages.h"
#include "app/gui/commit_pages.h"
#include "app/gui/desktop_actions.h"
#include "app/gui/history_pages.h"
#include "app/gui/last_session.h"
#include "app/gui/numerics_pages.h"
#include "app/gui/page_host.h"
#include "app/gui/program_pages.h"
#include "app/gui/report_action.h"
#include "app/gui/run_pages.h"
#include "app/gui/unattended_run.h"
#include "app/gui/watch_action.h"
#include "app/gui/work_pages.h"
#include "core/session/history/history_client.h"
#include "core/session/history/history_filler.h"
#include "core/session/pending_ci.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "tests/ui/shell/window_parts.h"
#include "ui/artifacts/fetch_port.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/main_window.h"
#include "ui/support/edit_stack.h"
#include "ui/theme/theme_controller.h"

namespace plumbline::tests {

struct Desk {
  explicit Desk(const QString& folder)
      : settings(folder + QStringLiteral("/settings.ini"), QSettings::IniFormat),
        preferences(settings),
        recent(settings),
        themes(*qobject_cast<QApplication*>(QCoreApplication::instance()), ui::Scheme::Light, 0),
        edits(folder + QStringLiteral("/state")),
        stack(edits),
        history((folder + QStringLiteral("/history.sqlite")).toStdString()),
        filler(history.file()),
        ci({edits, session, commit}),
        window({session, settings, preferences, recent, prompt, session::guessSides, [] {}}),
        host(window, themes, prompt, settings),
        commitPages({host, session, commit, edits, stack, ci, recent, nullptr}),
        chartPages({host, session, commit, compare, &history, [this](const QString& model) { commitPages.showModel(model); }}),
        runPages({host,
                  session,
                  compare,
                  {.folder = (folder + QStringLiteral("/runs")).toStdString(), .pollIntervalMs = 50},
                  queue,
                  folder + QStringLiteral("/presets"),
                  [this](const QStringList& results) { commitPages.openSources(results); },
                  [this](const QString& title, const QString& text) {
                    notified.append(title + QStringLiteral(": ") + text);
                  },
                  [this] { return app::specOfModelRow(commitPages); },
                  [this](const QStringList& results) { filler.addFiles(results); }}),
        numericsPages(host),
        historyPages({host, history, filler, session, commit, edits, preferences,
                      [this](const QUrl& url) {
                        opened = url;
                        return !refusesToOpen;
                      }}),
        report({window, session, commit, prompt,
                [this](const QUrl& url) {
                  opened = url;
                  return !refusesToOpen;
                }}),
        desktopActions({window, session, commit, preferences,
                        [this](const QUrl& url) {
                          opened = url;
                          return !refusesToOpen;
                        },
                        [this](const QString& program, const QStringList& arguments) {
                          started.append(QStringList{program} + arguments);
                          return !refusesToOpen;
                        }}),
        programPages({host,
                      {{QStringLiteral("Settings"), settings.fileName()}},
                      [this](const QStringList& arguments) {
                        started.append(arguments);
                        return !refusesToOpen;
                      },
                      preferences,
                      session,
                      commit,
                      &fetcher}) {
    commitPages.addFirst();
    pages.emplace(app::WorkParts{host, session, edits, stack, ci, &history,
                                 [this](const std::string& baseline) { return commitPages.siblingsOf(baseline); }});
    pages->addPages();
    chartPages.addPages();
    runPages.addPage();
    numericsPages.addPage();
    historyPages.addPage();
    runPages.addBisectPage();
    commitPages.addLast();
    programPages.addPages();
    window.registry().add(report.actions() + desktopActions.actions() + watch.actions() + QList{app::pictureAction(window, prompt)});
    commitPages.joinTriage(pages->triage());
    chartPages.joinTriage(pages->triage());
    runPages.joinTriage(pages->triage());
    historyPages.joinTriage(pages->triage());
    window.finish(QStringLiteral("triage"));
    window.resize(1200, 800);
    window.show();
    window.activateWindow();
  }
  QSettings settings;
  ui::Preferences preferences;
  ui::RecentPairs recent;
  ui::ThemeController themes;
  session::Session session;
  session::CommitSession commit;
  session::CompareSession compare;
  session::PendingEdits edits;
  ui::EditStack stack;
  session::HistoryClient history;  ///< without a store unless the test fills its file
  session::HistoryFiller filler;
  session::PendingCi ci;
  PreparedPrompt prompt;
  std::unique_ptr<runs::RunQueue> queue;
  ui::MainWindow window;
  app::PageHost host;
  app::CommitPages commitPages;
  app::ChartPages chartPages;
  QStringList notified;  ///< to the desktop
  app::RunPages runPages;
  app::NumericsPages numericsPages;
  app::HistoryPages historyPages;
  QUrl opened;                 ///< by the desktop
  bool refusesToOpen = false;
  QList<QStringList> started;  ///< arguments of new windows
  ui::FetcherPort fetcher{fetch::FetchOptions{}};
  app::ReportAction report;
  app::DesktopActions desktopActions;
  app::ProgramPages programPages;
  QStringList requestedCommits;  ///< by the watch
  app::WatchAction watch{app::WatchAction::Parts{
      window, commit, [this](auto done) { fetcher.readOptions(std::move(done)); }, [this] { return history.file(); },
      [this](const QString& title, const QString& text, const QString&) { notified.append(title + QStringLiteral(": ") + text); },
      [this](const QString& name) { requestedCommits.append(name); }}};
  app::LastSession lastSession{app::LastSession::Parts{host, session, commit, commitPages}};
  std::optional<app::WorkPages> pages;
};

}  // namespace plumbline::tests
