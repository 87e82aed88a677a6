// SPDX-License-Identifier: GPL-3.0-or-later
// A program that edits two files without end and says after each step that it is done: made to be killed.
//
//   edit_child STATE FIRST SECOND
#include <QCoreApplication>
#include <cstdio>

#include "tests/core/session/edit_files.h"

using namespace plumbline;

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.size() != 4) return 2;
  session::PendingEdits edits(arguments[1]);
  if (!edits.openFile(arguments[2]) || !edits.openFile(arguments[3])) return 3;
  for (int n = 1;; ++n) {
    if (!edits.apply(test::nthChange(edits, arguments[2], arguments[3], n))) return 4;
    std::printf("%d\n", n);
    if (std::fflush(stdout) != 0) return 5;
  }
}
