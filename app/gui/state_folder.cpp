// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/state_folder.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace plumbline::app {

QString stateFolder() {
  const QString chosen = qEnvironmentVariable("XDG_STATE_HOME");
  // The base directory specification asks to ignore a path that is not absolute.
  const QString base = QDir::isAbsolutePath(chosen) ? chosen : QDir::homePath() + u"/.local/state"_s;
  return base + u"/plumbline"_s;
}

}  // namespace plumbline::app
