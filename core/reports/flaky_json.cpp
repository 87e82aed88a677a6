// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/reports/flaky_report.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr int kIndent = 2;

Json dayJson(const std::optional<flaky::Date>& day) { return day ? Json(flaky::dateText(*day)) : Json(); }

Json entryJson(const flaky::FlakyEntry& entry, const FlakyReport& report) {
  Json json = {{"line", entry.line},
               {entry.isPattern ? "pattern" : "name", entry.name},
               {"check", entry.check},
               {"platform", entry.platform},
               {"config", entry.config},
               {"reason", entry.reason},
               {"issue", entry.issue},
               {"owner", entry.owner},
               {"added", dayJson(entry.added)},
               {"expires", dayJson(entry.expires)},
               {"expired", entry.isExpired(report.today)}};
  if (!report.baselines.empty()) json["matches"] = flaky::matchesNow(entry, report.baselines);
  return json;
}

}  // namespace

void writeFlakyJson(const FlakyReport& report, const TextSink& sink) {
  Json lists = Json::array();
  for (const flaky::FlakySource& source : report.sources) {
    Json entries = Json::array();
    for (const flaky::FlakyEntry& entry : source.entries()) entries.push_back(entryJson(entry, report));
    lists.push_back({{"path", source.path()},
                     {"origin", flaky::originWord(source.origin())},
                     {"problems", source.problems()},
                     {"entries", std::move(entries)}});
  }
  Json remarks = Json::array();
  for (const flaky::Remark& remark : report.remarks) {
    const flaky::FlakySource& source = report.sources[remark.source];
    remarks.push_back({{"kind", remarkWord(remark.kind)},
                       {"path", source.path()},
                       {"line", source.entries()[remark.entry].line},
                       {"name", source.entries()[remark.entry].name},
                       {"text", remark.text}});
  }
  const Json json = {{"format", "plumbline-flaky"},
                     {"version", kVersion},
                     {"today", flaky::dateText(report.today)},
                     {"lists", std::move(lists)},
                     {"remarks", std::move(remarks)}};
  sink(json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace plumbline::reports
