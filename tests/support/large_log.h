// SPDX-License-Identifier: GPL-3.0-or-later
// A large log as a benchmark would print it, written fast.
//
//   const LargeLog log = writeLargeLog(path, largeLogMegabytes());
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <cstdint>
#include <string>

namespace plumbline::support {

struct LargeLog {
  std::uint64_t bytes = 0, lines = 0;
  std::uint64_t error = 0;  ///< the only line that looks like an error
};

/// largeLogMegabytes is 200, or what PLUMBLINE_LARGE_LOG_MB says.
inline int largeLogMegabytes() {
  bool given = false;
  const int asked = qEnvironmentVariableIntValue("PLUMBLINE_LARGE_LOG_MB", &given);
  return given && asked > 0 ? asked : 200;
}

/// writeLargeLog gives no bytes when it cannot be written.
inline LargeLog writeLargeLog(const std::string& path, int megabytes) {
  QByteArray block;
  for (int i = 0; block.size() < (1 << 20) - 200; ++i)
    block += "cuda train model_" + QByteArray::number(i % 97) + (i % 11 == 0 ? "  \x1B[32mpass\x1B[0m" : "  pass") +
             "  iteration " + QByteArray::number(i) + " of compile with inductor took 12.3 s\n";
  block += QByteArray((1 << 20) - 1 - block.size(), '-') + '\n';
  const auto linesOfBlock = static_cast<std::uint64_t>(block.count('\n'));
  QFile file(QString::fromStdString(path));
  if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return {};
  LargeLog log;
  const auto write = [&](const QByteArray& bytes, std::uint64_t lines) {
    if (file.write(bytes) != bytes.size()) return false;
    log.bytes += static_cast<std::uint64_t>(bytes.size());
    log.lines += lines;
    return true;
  };
  for (int i = 0; i < megabytes; ++i) {
    if (i == megabytes - 1) {
      log.error = log.lines;
      if (!write("\x1B[31mRuntimeError\x1B[0m: CUDA out of memory.\n", 1)) return {};
    }
    if (!write(block, linesOfBlock)) return {};
  }
  return write("the last line\n", 1) ? log : LargeLog{};
}

}  // namespace plumbline::support
