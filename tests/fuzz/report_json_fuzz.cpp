// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes of a report are, reading it ends, gives words within their limits or a sentence that says why not,
// and never opens a file.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/reports/check/stored_report.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto report = reports::readReport(bytes, "fuzz.json");
  if (!report) {
    if (report.error().text.empty() || report.error().file != "fuzz.json") std::abort();
    return 0;
  }
  if (report->arguments.sources.size() > reports::kMaxReportTexts || report->arguments.trees.size() > reports::kMaxReportTexts) std::abort();
  std::size_t rows = 0;
  for (const reports::StoredConfig& config : report->configs) rows += config.rows.size();
  if (rows > size || report->inputs.size() > size) std::abort();  // each takes bytes of its own
  return 0;
}
