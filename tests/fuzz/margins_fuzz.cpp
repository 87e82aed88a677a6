// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as a log: margins that are numbers of the log or NaN, with lines in order.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/numerics/margins/margin_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline::numerics;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  MarginReader reader;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    reader.add(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  std::uint64_t line = 1;
  for (const LoggedMargin& margin : reader.margins()) {
    if (margin.line < line || margin.resError < 0 || margin.refError < 0 || margin.margin < 0) std::abort();
    line = margin.line;
  }
  const auto trends = marginTrends({reader.margins(), reader.margins()}, {});
  if (trends.empty() != reader.margins().empty() || worstPerModel(reader.margins()).size() > trends.size()) std::abort();
  return 0;
}
