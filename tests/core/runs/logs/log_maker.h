// SPDX-License-Identifier: GPL-3.0-or-later
// Logs for tests, and slow readers of them that are easy to believe.
#pragma once

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_file.h"

namespace plumbline::testing {

/// randomLog is a log with everything in it that hurts.
inline std::string randomLog(unsigned seed, std::size_t bytes) {
  std::mt19937 random(seed);
  const std::vector<std::string> parts = {
      "\n", "\n", "\r\n", "cuda train llama 0.123 ", "ERROR: ", "\x1B[31m", "\x1B[0m", std::string(3, '\0'), "\xFF\xFE", "ä€😀",
      "\r", "\t", "\x01", std::string(900, 'x'), "Traceback (most recent call last):", "needle", "nee\x1B[1mdle"};
  std::string log;
  while (log.size() < bytes) {
    log += parts[random() % parts.size()];
    if (random() % 300 == 0) log += std::string(random() % 200'000, 'y');
  }
  log.resize(bytes);
  return log;
}

inline std::vector<std::string> splitLines(const std::string& log) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    lines.push_back(log.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

inline void writeLog(const std::string& path, const std::string& bytes, bool append = false) {
  std::ofstream file(path, std::ios::binary | (append ? std::ios::app : std::ios::trunc));
  file << bytes;
}

/// updateAll indexes to the end; false when that is an error.
inline bool updateAll(runs::LogFile& log) {
  for (;;) {
    const auto more = log.update();
    if (!more.isValue()) return false;
    if (!more.value()) return true;
  }
}

}  // namespace plumbline::testing
