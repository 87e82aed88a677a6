// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program: reads the command line, puts session, window and pages together, and runs.
#include <QApplication>
#include <QCursor>
#include <QSettings>
#include <QTemporaryDir>
#include <cstdio>

#include "app/gui/chart_pages.h"
#include "app/gui/commit_pages.h"
#include "app/gui/export_png.h"
#include "app/gui/first_paint.h"
#include "app/gui/numerics_pages.h"
#include "app/gui/options.h"
#include "app/gui/report_action.h"
#include "app/gui/run_pages.h"
#include "app/gui/sample_pair.h"
#include "app/gui/state_folder.h"
#include "app/gui/work_pages.h"
#include "core/fetch/cache.h"
#include "core/runs/presets.h"
#include "core/runs/run_store.h"
#include "core/session/commit_session.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "ui/artifacts/fetcher_port.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/main_window.h"
#include "ui/support/desktop_notice.h"
#include "ui/support/edit_stack.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme_keeper.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

std::optional<ui::Scheme> schemeFor(ui::ThemeChoice choice) {
  if (choice == ui::ThemeChoice::System) return std::nullopt;
  return choice == ui::ThemeChoice::Dark ? ui::Scheme::Dark : ui::Scheme::Light;
}

int say(std::FILE* stream, const QString& text, int exitCode) {
  std::fputs(qUtf8Printable(text), stream);
  std::fputc('\n', stream);
  return exitCode;
}

}  // namespace

int main(int argc, char** argv) {
  const double cpuAtMain = app::cpuMs();
  QElapsedTimer sinceMain;
  sinceMain.start();
  QApplication application(argc, argv);
  QApplication::setApplicationName(u"plumbline"_s);
  QApplication::setApplicationDisplayName(u"Plumbline"_s);
  QApplication::setDesktopFileName(u"org.plumbline.Plumbline"_s);
  QApplication::setApplicationVersion(QStringLiteral(PLUMBLINE_VERSION));
  const app::Options options = app::readOptions(QApplication::arguments());
  if (options.help) return say(stdout, options.helpText, 0);
  if (options.version) return say(stdout, u"plumbline "_s + QApplication::applicationVersion(), 0);
  if (!options.error.isEmpty()) return say(stderr, u"plumbline: "_s + options.error + u" See --help."_s, 2);

  // A picture or a measurement shall not depend on, or change, what a person has set.
  const bool unattended = !options.screenshot.isEmpty() || !options.exportPng.isEmpty() || options.startupReport;
  QTemporaryDir scratch;
  QSettings remembered(u"plumbline"_s, u"plumbline"_s);
  QSettings untouched(scratch.filePath(u"settings.ini"_s), QSettings::IniFormat);
  QSettings& settings = unattended ? untouched : remembered;

  ui::Preferences preferences(settings);
  if (options.theme) preferences.overrideTheme(*options.theme);
  ui::RecentPairs recent(settings);
  ui::ThemeKeeper looks(application, schemeFor(preferences.theme()), preferences.fontStep());
  QObject::connect(&preferences, &ui::Preferences::changed, &looks,
                   [&] { looks.set(schemeFor(preferences.theme()), preferences.fontStep()); });
  session::Session session;
  session::CommitSession commit;
  session::CompareSession compare;
  session::PendingEdits edits(unattended ? QString() : app::stateFolder());
  ui::EditStack stack(edits);
  ui::DialogFilePrompt prompt;
  std::unique_ptr<runs::RunQueue> queue;
  ui::MainWindow* shown = nullptr;
  const auto openSample = [&] {
    const auto pair = app::samplePair();
    if (pair) {
      session.open(pair->first, pair->second);
    } else {
      shown->notices().say(ui::noticeFor(pair.error(), u"open"_s));
    }
  };
  ui::MainWindow window({session, settings, preferences, recent, prompt, session::guessSides, openSample});
  shown = &window;
  const auto endpoints = fetch::endpointsFrom({}, {});
  if (!endpoints) window.notices().say(ui::noticeFor(endpoints.error(), u"endpoints"_s));
  fetch::FetchOptions fetching;
  fetching.cacheFolder = fetch::defaultCacheFolder();
  fetching.endpoints = endpoints.value_or(fetch::Endpoints{});
  ui::FetcherPort fetcher(fetching);
  app::CommitPages commitPages({window, session, commit, edits, stack, looks, prompt, settings, recent, &fetcher});
  commitPages.addFirst();
  app::WorkPages pages({window, session, edits, stack, looks, prompt, settings,
                        [&](const std::string& baseline) { return commitPages.siblingsOf(baseline); }});
  app::ChartPages chartPages({window, session, commit, compare, looks, prompt, settings,
                              [&](const QString& model) { commitPages.showModel(model); }});
  chartPages.addPages();
  const QString runFolder = unattended ? scratch.filePath(u"runs"_s) : QString::fromStdString(runs::defaultRunFolder());
  ui::DesktopNotice desktop;
  app::RunPages runPages({window, session, compare, looks, prompt, settings, {.folder = runFolder.toStdString()}, queue,
                          QString::fromStdString(runs::defaultPresetFolder()),
                          [&](const QStringList& results) { commitPages.openSources(results); },
                          [&](const QString& title, const QString& text) { desktop.send(title, text); },
                          [&] { return app::specOfModelRow(commitPages); }});
  runPages.addPage();
  app::NumericsPages numericsPages({window, looks, prompt, settings});
  numericsPages.addPage();
  commitPages.addLast();
  app::ReportAction report({window, session, commit, prompt});
  window.registry().add({report.action(), app::pictureAction(window, prompt)});
  commitPages.joinTriage(pages.triage());
  chartPages.joinTriage(pages.triage());
  runPages.joinTriage(pages.triage());
  window.finish(options.page.isEmpty() ? u"triage"_s : options.page);
  if (!options.page.isEmpty()) {
    // What is opened brings its own page to front; the page asked for comes back over it.
    const auto front = [&] { window.showPage(options.page); };
    QObject::connect(&session, &session::Session::snapshotChanged, &window, front, Qt::SingleShotConnection);
    QObject::connect(&commit, &session::CommitSession::snapshotChanged, &window, front, Qt::SingleShotConnection);
  }
  if (unattended) QCursor::setPos(QPoint(32767, 32767));  // nothing is under the mouse
  if (options.size.isValid()) window.resize(options.size);

  app::FirstPaint paint(&window);
  const bool opensCommit = !options.sources.isEmpty() || !options.trees.isEmpty();
  const bool opensNumerics = !options.same.isEmpty() || !options.margins.isEmpty();
  const bool opens = options.sample || !options.actual.isEmpty() || opensCommit || opensNumerics;
  std::optional<base::Error> failure;
  const auto fail = [&](const base::Error& error) {
    failure = error;
    paint.ready();
  };
  QObject::connect(&commit, &session::CommitSession::failed, &paint, fail);
  QObject::connect(&session, &session::Session::failed, &paint, fail);
  QObject::connect(&session, &session::Session::onlyOneSide, &paint, [&](const QString& actual, const QString& expected) {
    fail({base::ErrorCode::BadArgument, "This is one file of a pair, and the other one is missing.",
          "Give both: ACTUAL EXPECTED.", (actual.isEmpty() ? expected : actual).toStdString(), 0, 0});
  });
  QObject::connect(&numericsPages, &app::NumericsPages::settled, &paint, &app::FirstPaint::ready);
  if (options.page == u"compare"_s || options.page == u"charts"_s) {
    // These show the runs a moment after the pair, when they are joined.
    QObject::connect(&compare, &session::CompareSession::changed, &paint, &app::FirstPaint::ready);
    QObject::connect(&compare, &session::CompareSession::failed, &paint, fail);
  } else if (options.page == u"triage"_s && opensCommit) {
    // Triage shows one config: the worst of those that were opened.
    QObject::connect(
        &commit, &session::CommitSession::snapshotChanged, &window,
        [&] {
          if (const auto opened = commitPages.openWorstTable(); !opened) fail(opened.error());
        },
        Qt::SingleShotConnection);
    QObject::connect(&session, &session::Session::snapshotChanged, &paint, &app::FirstPaint::ready);
  } else {
    QObject::connect(&commit, &session::CommitSession::snapshotChanged, &paint, &app::FirstPaint::ready);
    QObject::connect(&session, &session::Session::snapshotChanged, &paint, &app::FirstPaint::ready);
  }
  if (!opens) paint.ready();
  const auto exportPictures = [&]() -> int {
    const auto complain = [](const base::Error& error) {
      return say(stderr, u"plumbline: "_s + QString::fromStdString(base::describe(error)), 1);
    };
    if (failure) return complain(*failure);
    if (const auto lacks = app::exportProblem(options.page, session.snapshot() != nullptr, commit.snapshot() != nullptr))
      return complain(*lacks);
    const bool isCharts = options.page == u"charts"_s;
    if (!isCharts) window.showPage(options.page);
    const QSize size = options.size.isValid() ? options.size : QSize(1280, 720);
    const auto written = isCharts ? app::exportCharts(chartPages.charts(), options.exportPng, size)
                                  : app::exportPageWhole(window, options.exportPng);
    return written ? say(stdout, written->join(u'\n'), 0) : complain(written.error());
  };
  QObject::connect(&paint, &app::FirstPaint::painted, &application, [&] {
    if (!unattended) runPages.begin();
    if (options.startupReport) {
      QApplication::exit(
          say(stderr, u"first paint after %1 ms"_s.arg(app::processMs(sinceMain, cpuAtMain), 0, 'f', 1), 0));
    } else if (!options.screenshot.isEmpty()) {
      const auto saved = app::savePicture(window, options.screenshot);
      QApplication::exit(saved ? 0 : say(stderr, QString::fromStdString(base::describe(saved.error())), 1));
    } else if (!options.exportPng.isEmpty()) {
      QApplication::exit(exportPictures());
    }
  });
  window.show();
  if (!options.rules.isEmpty()) {
    session.useRules(options.rules);
    commit.useRules(options.rules);
  }
  if (opensCommit) commitPages.openSources(options.sources, options.trees);
  if (!options.fetch.isEmpty()) commitPages.fetchCommit(options.fetch);
  if (options.sample) openSample();
  if (!options.same.isEmpty()) numericsPages.openFiles(options.same, options.fp64);
  if (!options.margins.isEmpty()) numericsPages.openLogs(options.margins);
  if (!options.actual.isEmpty()) session.open(options.actual, options.expected);
  const int exitCode = QApplication::exec();
  pages.remember();
  commitPages.remember();
  chartPages.remember();
  runPages.remember();
  numericsPages.remember();
  return exitCode;
}
