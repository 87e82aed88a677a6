// SPDX-License-Identifier: GPL-3.0-or-later
// The shared reference material: ../shared beside the source folder, or the folder that PLUMBLINE_SHARED names.
//
//   REFERENCE_TEST_MAIN(GoldenTest, "golden/real/cases.tsv")
#pragma once

#include <QCoreApplication>
#include <QFile>
#include <QString>
#include <QTest>
#include <cstdio>

namespace plumbline::support {

inline QString referenceFolder() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  return given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given;
}

/// runWithReference runs the test if the file `needed` of the reference material exists. Without it the exit status is 77,
/// which ctest counts as skipped: a test without its data must not pass. A failed test ends with 1, whatever the number of
/// failures.
template <typename Test>
int runWithReference(int argc, char** argv, const char* needed) {
  const QString path = referenceFolder() + QLatin1Char('/') + QString::fromUtf8(needed);
  if (!QFile::exists(path)) {
    std::printf("SKIP: the reference material is not here: %s\n", qPrintable(path));
    return 77;
  }
  const QCoreApplication application(argc, argv);
  Test test;
  return QTest::qExec(&test, argc, argv) == 0 ? 0 : 1;
}

}  // namespace plumbline::support

// The declaration in CMake names it too: plumbline_add_test(NAME REFERENCE SOURCES ...).
#define REFERENCE_TEST_MAIN(Test, needed) \
  int main(int argc, char** argv) { return plumbline::support::runWithReference<Test>(argc, argv, needed); }
