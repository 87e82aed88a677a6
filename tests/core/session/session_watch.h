// SPDX-License-Identifier: GPL-3.0-or-later
// Files for the tests of sessions, and a watch that counts what a session says.
//
//   const Folder folder;  Session session;  Watch watch(session);
//   session.open(folder.write(QStringLiteral("a.csv"), kActual), ...);  SOON_COMPARE(watch.snapshots.count(), 1);
#pragma once

#include <QSignalSpy>
#include <QTest>

#include "core/session/session.h"
#include "tests/support/test_folder.h"

/// A busy machine may take its time; a test that waits in vain still ends.
#define SOON_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 30000)

namespace plumbline::test {

inline constexpr const char* kActual = "name,accuracy,graph_breaks\na,pass,1\nvgg16,timeout,2\n";
inline constexpr const char* kExpected = "name,accuracy,graph_breaks\na,pass,1\nvgg16,pass,2\n";

inline QString utf16(const std::string& s) { return QString::fromStdString(s); }

using Folder = support::TestFolder;

/// Watch counts what a session says.
struct Watch {
  explicit Watch(session::Session& s)
      : snapshots(&s, &session::Session::snapshotChanged),
        failures(&s, &session::Session::failed),
        busy(&s, &session::Session::busyChanged),
        lone(&s, &session::Session::onlyOneSide),
        disk(&s, &session::Session::changedOnDisk) {
    QObject::connect(&s, &session::Session::failed, &s, [this](const base::Error& error) { lastError = error; });
  }
  QSignalSpy snapshots, failures, busy, lone, disk;
  base::Error lastError;
};

}  // namespace plumbline::test
