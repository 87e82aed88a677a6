// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program.
#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>
#include <string_view>

#include "app/gui/application.h"
#include "app/gui/single_instance.h"
#include "app/gui/translators.h"
#include "core/files/child_process.h"
#include "core/session/system/crash_report.h"
#include "core/session/system/system_information.h"
#include "core/session/user_settings.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

/// answerWithoutDisplay answers --help and --version, which must work where no window can be opened: QApplication ends the
/// program there. The exit status, or nothing when neither is asked for.
std::optional<int> answerWithoutDisplay(int argc, char** argv) {
  const auto mayAsk = [](std::string_view argument) {
    return argument == "--help" || argument == "--version" || argument.starts_with("-h") || argument.starts_with("-v");
  };
  if (std::none_of(argv + 1, argv + argc, mayAsk)) return std::nullopt;
  const QCoreApplication qt(argc, argv);
  app::Translators translators;
  translators.use({});
  const app::Options options = app::readOptions(QCoreApplication::arguments());
  if (options.help) return app::printLine(stdout, options.helpText, 0);
  if (options.version) return app::printLine(stdout, session::versionText(u"plumbline"_s, options.verbose), 0);
  return std::nullopt;
}

/// preferPortalDialogs lets Qt's theme for the portal show file dialogs where no theme is chosen and the portal of the session
/// opens files and folders. All else stays with the theme of the desktop, and with Qt's own dialogs where the plugin is missing.
/// The portal is asked, not looked up: one without a back end for files would leave every dialog unopened.
void preferPortalDialogs() {
  constexpr int kTimeoutMs = 500;
  constexpr uint kFirstVersionWithFolders = 3;
  if (qEnvironmentVariableIsSet("QT_QPA_PLATFORMTHEME")) return;
  const QString name = u"portal"_s;  // QDBusConnection::sessionBus() warns before there is a QApplication
  QDBusMessage question = QDBusMessage::createMethodCall(u"org.freedesktop.portal.Desktop"_s, u"/org/freedesktop/portal/desktop"_s,
                                                         u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
  question << u"org.freedesktop.portal.FileChooser"_s << u"version"_s;
  const QDBusMessage answer = QDBusConnection::connectToBus(QDBusConnection::SessionBus, name).call(question, QDBus::Block, kTimeoutMs);
  QDBusConnection::disconnectFromBus(name);
  const auto version = answer.arguments().value(0).value<QDBusVariant>().variant().toUInt();
  if (version >= kFirstVersionWithFolders) qputenv("QT_QPA_PLATFORMTHEME", "xdgdesktopportal");
}

}  // namespace

int main(int argc, char** argv) {
  files::dropRelativePath();
  const double cpuAtMain = app::cpuMs();
  QElapsedTimer sinceMain;
  sinceMain.start();
  QApplication::setApplicationName(u"plumbline"_s);
  QApplication::setApplicationDisplayName(u"Plumbline"_s);
  QApplication::setDesktopFileName(u"org.plumbline.Plumbline"_s);
  QApplication::setApplicationVersion(QStringLiteral(PLUMBLINE_VERSION));
  if (const std::optional<int> answered = answerWithoutDisplay(argc, argv)) return *answered;
  const bool themeIsChosen = qEnvironmentVariableIsSet("QT_QPA_PLATFORMTHEME");
  preferPortalDialogs();
  QApplication qt(argc, argv);
  if (!themeIsChosen) qunsetenv("QT_QPA_PLATFORMTHEME");  // not for the programs that the window starts
  app::Translators translators;
  translators.use({});
  const app::Options options = app::readOptions(QApplication::arguments());
  if (!options.error.isEmpty())
    return app::printLine(stderr,
                          u"plumbline: "_s + options.error + QCoreApplication::translate("Options", " See --help."), 2);
  // What runs unattended does not depend on what a person has set.
  const bool isUnattended = app::UnattendedRun::isRequestedBy(options);
  const QSettings settings(u"plumbline"_s, u"plumbline"_s);
  if (!isUnattended) translators.use(session::settingText(settings, session::Setting::Language));
  if (!session::settingText(settings, session::Setting::SingleWindow).isEmpty() && app::isHandedOver(options)) return 0;
  const auto startupMs = [&] { return app::processMs(sinceMain, cpuAtMain); };
  if (isUnattended) return app::Application(qt, options, startupMs).run();
  const QStringList crashes = session::takeCrashReports(app::stateFolder());
  const auto ready = session::writeCrashReports(app::stateFolder());
  int exitCode = 0;
  try {
    app::Application application(qt, options, startupMs);
    application.showCrashReports(crashes, ready);
    exitCode = application.run();
  } catch (const std::bad_alloc&) {  // what was being written is undone on the way here; the drafts of a review are on disk
    std::fputs("plumbline: There is not enough memory for this. Open fewer or smaller files.\n", stderr);
    std::abort();  // leaves a crash report, which the next start shows
  }
  session::endCrashReports();
  return exitCode;
}
