// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/application.h"

#include <QApplication>
#include <QCursor>
#include <QDesktopServices>
#include <QDir>
#include <QStandardPaths>
#include <string>
#include <string_view>

#include "core/fetch/cache.h"
#include "core/fetch/http_get.h"
#include "core/files/file_bytes.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/executors/program_calls.h"
#include "core/runs/spec/run_spec.h"
#include "core/session/side_guess.h"
#include "core/session/system/crash_report.h"
#include "resources/embedded.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

std::optional<ui::Scheme> schemeFor(ui::ThemeChoice choice) {
  if (choice == ui::ThemeChoice::System) return std::nullopt;
  return choice == ui::ThemeChoice::Dark ? ui::Scheme::Dark : ui::Scheme::Light;
}

base::Result<QString> unpacked(const QString& folder, std::string_view name, const QString& fileName) {
  const QString path = folder + u'/' + fileName;
  const std::string native = QFile::encodeName(path).toStdString();
  const std::string_view bytes = resources::embeddedBytes(name).value_or(std::string_view());
  const auto present = files::readFile(native);
  if (present && present->bytes == bytes) return path;
  const auto saved = files::saveFile(native, std::string(bytes));
  if (!saved) return base::fail(saved.error());
  return path;
}

ui::AboutPage::Facts systemFacts(const QSettings& settings) {
  return {{QCoreApplication::translate("Application", "Settings"), settings.fileName()},
          {QCoreApplication::translate("Application", "Runs"), QString::fromStdString(session::runFolderFrom(settings))},
          {QCoreApplication::translate("Application", "Downloads"), QString::fromStdString(fetch::defaultCacheFolder())},
          {QCoreApplication::translate("Application", "Unsaved edits"), stateFolder()}};
}

ui::ThemeChoice themeOf(ui::Preferences& preferences, const Options& options) {
  if (options.theme) preferences.overrideTheme(*options.theme);
  return preferences.theme();
}

/// An unattended run shows the history that it was given, not the user's own.
std::string storeOf(const Options& options, bool isUnattended) {
  if (!options.store.isEmpty()) return QFile::encodeName(options.store).toStdString();
  return isUnattended ? std::string() : history::defaultStoreFile();
}

}  // namespace

QString stateFolder() {
  const QString chosen = qEnvironmentVariable("XDG_STATE_HOME");
  // The base directory specification asks to ignore a path that is not absolute.
  const QString base = QDir::isAbsolutePath(chosen) ? chosen : QDir::homePath() + u"/.local/state"_s;
  return base + u"/plumbline"_s;
}

base::Result<std::pair<QString, QString>> samplePair() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + u"/sample"_s;
  if (!QDir().mkpath(folder)) {
    return base::fail(base::ErrorCode::NotWritable, "The sample cannot be unpacked.",
                      "Make the cache folder writable, or open two files of your own.", folder.toStdString());
  }
  const auto actual = unpacked(folder, "samples/actual.csv", u"actual.csv"_s);
  if (!actual) return base::fail(actual.error());
  const auto expected = unpacked(folder, "samples/expected.csv", u"expected.csv"_s);
  if (!expected) return base::fail(expected.error());
  return std::pair{*actual, *expected};
}

Application::Application(QApplication& qt, const Options& options, std::function<double()> startupMs)
    : m_options(options),
      m_isUnattended(UnattendedRun::isRequestedBy(options)),
      m_settings(
          m_isUnattended ? m_scratch.filePath(u"settings.ini"_s) : QSettings(u"plumbline"_s, u"plumbline"_s).fileName(),
          m_isUnattended ? QSettings::IniFormat : QSettings::NativeFormat),
      m_preferences(m_settings),
      m_recent(m_settings),
      m_themes(qt, schemeFor(themeOf(m_preferences, m_options)), m_preferences.fontStep()),
      m_edits(m_isUnattended ? QString() : stateFolder()),
      m_stack(m_edits),
      m_history(storeOf(options, m_isUnattended)),
      m_filler(options.isRemembered ? m_history.file() : std::string()),
      m_ci({m_edits, m_session, m_commit}),
      m_window(
          {m_session, m_settings, m_preferences, m_recent, m_prompt, session::guessSides, [this] { openSample(); }}),
      m_fetcher(session::fetchOptionsFrom(m_settings).value_or(fetch::FetchOptions{})),
      m_host(m_window, m_themes, m_prompt, m_settings),
      m_commitPages({m_host, m_session, m_commit, m_edits, m_stack, m_ci, m_recent, &m_fetcher, &m_history}),
      m_workPages({m_host, m_session, m_edits, m_stack, m_ci, &m_history,
                   [this](const std::string& baseline) { return m_commitPages.siblingsOf(baseline); }}),
      m_chartPages(
          {m_host, m_session, m_commit, m_compare, &m_history, [this](const QString& model) { m_commitPages.showModel(model); }}),
      m_runPages({m_host,
                  m_session,
                  m_compare,
                  {.folder = m_isUnattended ? m_scratch.filePath(u"runs"_s).toStdString()
                                            : session::runFolderFrom(m_settings)},
                  m_queue,
                  QString::fromStdString(runs::defaultPresetFolder()),
                  [this](const QStringList& results) { m_commitPages.openSources(results); },
                  [this](const QString& title, const QString& text) { m_desktop.send(title, text); },
                  [this] { return specOfModelRow(m_commitPages); },
                  [this](const QStringList& results) { m_filler.addFiles(results); }}),
      m_numericsPages(m_host),
      m_historyPages({m_host, m_history, m_filler, m_session, m_commit, m_edits, m_preferences, &QDesktopServices::openUrl}),
      m_programPages({m_host, systemFacts(m_settings),
                      [](const QStringList& arguments) {
                        return runs::startWindow(QCoreApplication::applicationFilePath(), arguments);
                      },
                      m_preferences, m_session, m_commit, &m_fetcher}),
      m_lastSession({m_host, m_session, m_commit, m_commitPages}),
      m_report({m_window, m_session, m_commit, m_prompt, &QDesktopServices::openUrl}),
      m_desktopActions({m_window, m_session, m_commit, m_preferences, &QDesktopServices::openUrl, &runs::startWindow}),
      m_watch({m_window, m_commit, [this](auto done) { m_fetcher.readOptions(std::move(done)); },
               [this] { return m_options.isRemembered && session::fillsHistory(m_settings) ? m_history.file() : std::string(); },
               [this](const QString& title, const QString& text, const QString& commit) { m_desktop.send(title, text, commit); },
               [this](const QString& commit) { m_commitPages.fetchCommit(commit); }}),
      m_paint(&m_window),
      m_unattended(m_options, {m_window, m_session, m_commit, m_chartPages}, std::move(startupMs)) {
  QObject::connect(&m_preferences, &ui::Preferences::changed, &m_themes,
                   [this] { m_themes.set(schemeFor(m_preferences.theme()), m_preferences.fontStep()); });
  QObject::connect(&m_desktop, &session::DesktopNotice::clicked, &m_window, [this](const QString& commit) {
    bringToFront();
    m_commitPages.fetchCommit(commit);
  });
  if (const auto endpoints = session::fetchOptionsFrom(m_settings); !endpoints)
    m_window.notices().showNotice(ui::noticeFor(endpoints.error(), u"endpoints"_s));
  addPages();
  showRequestedPage();
  if (!m_isUnattended) listenToLaterStarts();
  waitForContent();
  QObject::connect(&m_paint, &FirstPaint::painted, &m_window, [this] { onFirstPaint(); });
}

void Application::addPages() {
  m_commitPages.addFirst();
  m_workPages.addPages();
  m_chartPages.addPages();
  m_runPages.addPage();
  m_numericsPages.addPage();
  m_historyPages.addPage();
  m_runPages.addBisectPage();  // behind those that have a number
  m_commitPages.addLast();
  m_programPages.addPages();
  QObject::connect(&m_window.registry(), &ui::ActionRegistry::started, &m_window, [](const QString& id) { session::noteAction(id.toStdString()); });
  m_window.registry().add(m_report.actions() + m_desktopActions.actions() + m_watch.actions() + QList{pictureAction(m_window, m_prompt)});
  m_commitPages.joinTriage(m_workPages.triage());
  m_historyPages.joinTriage(m_workPages.triage());
  m_chartPages.joinTriage(m_workPages.triage());
  m_runPages.joinTriage(m_workPages.triage());
}

void Application::showRequestedPage() {
  m_window.finish(m_options.page.isEmpty() ? u"triage"_s : m_options.page);
  if (!m_options.page.isEmpty()) showPageAfterOpening(m_options);
  if (m_isUnattended) QCursor::setPos(QPoint(32767, 32767));  // nothing is hovered in a picture
  if (m_options.size.isValid()) m_window.resize(m_options.size);
}

/// Opened files show their own page; the requested page comes back to front after that.
void Application::showPageAfterOpening(const Options& options) {
  const auto show = [this, page = options.page] { m_window.showPage(page); };
  if (options.opensCommit() || !options.fetch.isEmpty())
    QObject::connect(&m_commit, &session::CommitSession::snapshotChanged, &m_window, show, Qt::SingleShotConnection);
  if (options.sample || !options.actual.isEmpty())
    QObject::connect(&m_session, &session::Session::snapshotChanged, &m_window, show, Qt::SingleShotConnection);
}

/// waitForContent decides what the first paint has to show.
void Application::waitForContent() {
  using session::CommitSession, session::CompareSession, session::Session;
  const auto failed = [this](const base::Error& error) { fail(error); };
  QObject::connect(&m_commit, &CommitSession::failed, &m_paint, failed);
  QObject::connect(&m_session, &Session::failed, &m_paint, failed);
  QObject::connect(&m_session, &Session::onlyOneSide, &m_paint, [this](const QString& actual, const QString& expected) {
    fail({base::ErrorCode::BadArgument, "This is one file of a pair, and the other one is missing.",
          "Give both: ACTUAL EXPECTED.", (actual.isEmpty() ? expected : actual).toStdString(), 0, 0});
  });
  QObject::connect(&m_numericsPages, &NumericsPages::settled, &m_paint, &FirstPaint::ready);
  QObject::connect(&m_historyPages, &HistoryPages::settled, &m_paint, &FirstPaint::ready);
  if (m_options.page == u"compare"_s || m_options.page == u"charts"_s) {
    // These show the runs a moment after the pair, when they are joined.
    QObject::connect(&m_compare, &CompareSession::changed, &m_paint, &FirstPaint::ready);
    QObject::connect(&m_compare, &CompareSession::failed, &m_paint, failed);
  } else if (m_options.page == u"triage"_s && m_options.opensCommit()) {
    // Triage shows one config: the worst of those that were opened.
    const auto openWorst = [this] {
      if (const auto opened = m_commitPages.openWorstTable(); !opened) fail(opened.error());
    };
    QObject::connect(&m_commit, &CommitSession::snapshotChanged, &m_window, openWorst, Qt::SingleShotConnection);
    QObject::connect(&m_session, &Session::snapshotChanged, &m_paint, &FirstPaint::ready);
  } else {
    QObject::connect(&m_commit, &CommitSession::snapshotChanged, &m_paint, &FirstPaint::ready);
    QObject::connect(&m_session, &Session::snapshotChanged, &m_paint, &FirstPaint::ready);
  }
  const bool waitsForHistory = m_options.page == kHistory && m_history.hasStore();
  if (!m_options.sample && m_options.actual.isEmpty() && !m_options.opensCommit() && !m_options.opensNumerics() && !waitsForHistory) m_paint.ready();
}

void Application::fail(const base::Error& error) {
  m_unattended.setFailure(error);
  m_paint.ready();
}

void Application::onFirstPaint() {
  if (m_isUnattended) QApplication::exit(m_unattended.finish());
  else m_runPages.begin();
}

int Application::run() {
  m_window.show();
  open(m_options);
  if (m_options.opensNothing() && !m_isUnattended && !m_options.isNew && m_preferences.restoresSession()) m_lastSession.restore();
  if (!m_isUnattended) m_lastSession.follow();
  const int exitCode = QApplication::exec();
  m_host.saveState();
  if (!m_isUnattended) m_lastSession.save();
  return exitCode;
}

void Application::open(const Options& options) {
  if (!options.rules.isEmpty()) {
    m_session.useRules(options.rules);
    m_commit.useRules(options.rules);
  }
  if (options.opensCommit()) m_commitPages.openSources(options.sources, options.trees);
  if (!options.fetch.isEmpty()) m_commitPages.fetchCommit(options.fetch);
  if (options.sample) openSample();
  if (!options.same.isEmpty()) m_numericsPages.openFiles(options.same, options.fp64);
  if (!options.margins.isEmpty()) m_numericsPages.openLogs(options.margins);
  if (!options.actual.isEmpty()) m_session.open(options.actual, options.expected);
}

/// What a later start hands over opens here; without anything to open it brings this window to front.
void Application::listenToLaterStarts() {
  m_instance.emplace();
  QObject::connect(&*m_instance, &SingleInstance::openRequested, &m_window, [this](const Options& options) {
    open(options);
    if (!options.page.isEmpty()) {
      m_window.showPage(options.page);
      showPageAfterOpening(options);
    }
    bringToFront();
  });
}

void Application::bringToFront() {
  m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
  m_window.raise();
  m_window.activateWindow();
}

void Application::showCrashReports(const QStringList& reports, const base::Result<void>& ready) {
  if (!ready) m_window.notices().showNotice(ui::noticeFor(ready.error(), u"program:crashReports"_s));
  if (!reports.isEmpty()) m_workPages.showCrash(reports);
}

void Application::openSample() {
  if (const auto pair = samplePair()) m_session.open(pair->first, pair->second);
  else m_window.notices().showNotice(ui::noticeFor(pair.error(), u"open"_s));
}

}  // namespace plumbline::app
