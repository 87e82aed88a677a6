// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli without a process: the words go in, what it prints and its exit status come out.
//
//   const Ran ran = run({"lint", "a.csv"});
//   QCOMPARE(ran.exit, 0);
#pragma once

#include <QByteArray>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/cli.h"

namespace plumbline::support {

struct Ran {
  int exit = -1;
  QByteArray out, err;
};

inline Ran run(const std::vector<std::string>& words, const cli::Environment& environment = {}) {
  std::ostringstream out, err;
  const int exit = cli::runCli(words, out, err, environment);
  return {exit, QByteArray::fromStdString(out.str()), QByteArray::fromStdString(err.str())};
}

}  // namespace plumbline::support
