// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include "core/tables/frame.h"

namespace plumbline::tables {

bool isNaWord(std::string_view text) {
  // Length and first byte decide nearly every cell before any comparison.
  switch (text.size()) {
    case 0:
      return true;
    case 2:
      return text == "NA";
    case 3:
      return text == "NaN" || text == "nan" || text == "N/A" || text == "n/a" || text == "#NA";
    case 4:
      return text == "null" || text == "NULL" || text == "-nan" || text == "-NaN" || text == "#N/A" || text == "<NA>";
    case 6:
      return text == "1.#IND";
    case 7:
      return text == "-1.#IND" || text == "1.#QNAN";
    case 8:
      return text == "#N/A N/A" || text == "-1.#QNAN";
    default:
      return false;
  }
}

}  // namespace plumbline::tables
