// SPDX-License-Identifier: GPL-3.0-or-later
// What a report of an error needs to know of the program and the system: for `--version --verbose` and the page About. The
// lines hold no name of the user, the machine or a folder.
//
//   for (const auto& [name, value] : systemInformation()) print(name + u": " + value);
#pragma once

#include <QList>
#include <QPair>
#include <QString>

namespace plumbline::session {

/// systemInformation returns version, Qt, compiler, libraries as loaded now, and the operating system.
QList<QPair<QString, QString>> systemInformation();

/// versionText is the answer to --version: "NAME 1.0.0", with isVerbose followed by a line for each fact.
QString versionText(const QString& name, bool isVerbose);

}  // namespace plumbline::session
