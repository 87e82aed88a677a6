// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program.
#include <QApplication>
#include <QElapsedTimer>
#include <cstdio>

#include "app/gui/application.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

int main(int argc, char** argv) {
  const double cpuAtMain = app::cpuMs();
  QElapsedTimer sinceMain;
  sinceMain.start();
  QApplication qt(argc, argv);
  QApplication::setApplicationName(u"plumbline"_s);
  QApplication::setApplicationDisplayName(u"Plumbline"_s);
  QApplication::setDesktopFileName(u"org.plumbline.Plumbline"_s);
  QApplication::setApplicationVersion(QStringLiteral(PLUMBLINE_VERSION));
  const app::Options options = app::readOptions(QApplication::arguments());
  if (options.help) return app::printLine(stdout, options.helpText, 0);
  if (options.version) return app::printLine(stdout, u"plumbline "_s + QApplication::applicationVersion(), 0);
  if (!options.error.isEmpty())
    return app::printLine(stderr,
                          u"plumbline: "_s + options.error + QCoreApplication::translate("Options", " See --help."), 2);
  return app::Application(qt, options, [&] { return app::processMs(sinceMain, cpuAtMain); }).run();
}
