// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the compile time of every file named on standard input, a line each: the number with 17 digits, or "error
// TEXT".
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <string>

#include "core/runs/results/cache_result.h"


int main() {
  std::cout.precision(std::numeric_limits<double>::max_digits10);
  for (std::string path; std::getline(std::cin, path);) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (const auto time = plumbline::runs::compileTime(bytes, path))
      std::cout << *time << '\n';
    else
      std::cout << "error " << time.error().text << '\n';
  }
}
