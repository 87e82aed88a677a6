// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/reports/flaky_report.h"
#include "core/reports/shown_text.h"
#include "core/reports/text_table.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kLongestCell = 60;

std::string untilText(const flaky::FlakyEntry& entry, flaky::Date today) {
  if (!entry.expires) return {};
  return flaky::dateText(*entry.expires) + (entry.isExpired(today) ? " (over)" : "");
}

std::string reasonText(const flaky::FlakyEntry& entry) {
  if (entry.issue.empty() || entry.reason.find(entry.issue) != std::string::npos) return entry.reason;
  return entry.reason.empty() ? entry.issue : entry.reason + " (" + entry.issue + ')';
}

std::vector<TableCell> cellsOf(const flaky::FlakyEntry& entry, const FlakyReport& report) {
  const auto cell = [](const std::string& text) {
    return TableCell{.first = elidedText(shownText(text), kLongestCell)};
  };
  const std::string matches =
      report.baselines.empty() ? std::string() : std::to_string(flaky::matchesNow(entry, report.baselines).size());
  return {cell(std::to_string(entry.line)),
          cell(entry.name),
          cell(entry.check),
          cell(entry.platform),
          cell(entry.config),
          cell(untilText(entry, report.today)),
          cell(matches),
          cell(reasonText(entry))};
}

}  // namespace

std::string_view remarkWord(flaky::Remark::Kind kind) {
  static constexpr std::array<std::string_view, 5> kWords = {"expired", "in-no-baseline", "no-reason",
                                                             "one-script-only", "twice"};
  return kWords[static_cast<std::size_t>(kind)];
}

void writeFlakyText(const FlakyReport& report, const TextSink& sink) {
  ChunkedText out(sink);
  bool first = true;
  for (const flaky::FlakySource& source : report.sources) {
    if (!first) out << '\n';
    first = false;
    const std::size_t count = source.entries().size();
    out << shownText(source.path()) << ": " << std::to_string(count) << (count == 1 ? " entry" : " entries") << '\n';
    TextTable table({{.title = "LINE", .firstToTheRight = true},
                     {.title = "NAME"},
                     {.title = "CHECK"},
                     {.title = "PLATFORM"},
                     {.title = "CONFIG"},
                     {.title = "UNTIL"},
                     {.title = "MATCHES", .firstToTheRight = true},
                     {.title = "REASON"}});
    std::vector<bool> used(8, false);
    for (const flaky::FlakyEntry& entry : source.entries()) {
      const auto cells = cellsOf(entry, report);
      table.measure(cells);
      for (std::size_t i = 0; i < cells.size(); ++i) used[i] = used[i] || !cells[i].first.empty();
    }
    for (std::size_t i = 0; i < used.size(); ++i)
      if (!used[i]) table.hide(i);
    if (count != 0) out << table.header({});
    for (const flaky::FlakyEntry& entry : source.entries()) out << table.line(cellsOf(entry, report));
    for (const std::string& problem : source.problems()) out << "not understood: " << shownText(problem) << '\n';
  }
}

std::size_t writeRemarks(const FlakyReport& report, const TextSink& sink) {
  ChunkedText out(sink);
  std::size_t count = 0;
  for (std::size_t s = 0; s < report.sources.size(); ++s) {
    const flaky::FlakySource& source = report.sources[s];
    for (const flaky::Remark& remark : report.remarks) {
      if (remark.source != s) continue;
      ++count;
      out << shownText(source.path()) << ':' << std::to_string(source.entries()[remark.entry].line) << ": "
          << shownText(remark.text) << '\n';
    }
    for (const std::string& problem : source.problems()) {
      ++count;
      out << shownText(source.path()) << ": " << shownText(problem) << '\n';
    }
  }
  return count;
}

}  // namespace plumbline::reports
