// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/hud_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/sources/formats/hud_groups.h"
#include "core/sources/formats/hud_records.h"
#include "core/sources/formats/source_text.h"
#include "core/text/quantities.h"

namespace plumbline::sources {
namespace {

constexpr std::string_view kBatchSizeColumn = "batch_size";

/// partNames are made of the fields in which the tables of a file differ: "inductor.training", "cpu.dynamic".
std::vector<std::string> partNames(const std::vector<HudTable>& tables) {
  using Field = std::string (*)(const HudRun&);
  const std::array<Field, 9> fields = {
      [](const HudRun& r) { return r.benchmark; },
      [](const HudRun& r) { return r.commit; },
      [](const HudRun& r) { return r.attempt == 0 ? std::string() : "attempt" + std::to_string(r.attempt); },
      [](const HudRun& r) { return r.suite; },
      [](const HudRun& r) { return r.device; },
      [](const HudRun& r) { return r.backend; },
      [](const HudRun& r) { return r.mode; },
      [](const HudRun& r) { return r.dtype; },
      [](const HudRun& r) { return std::string(r.isDynamic ? "dynamic" : "static"); }};
  std::vector<std::string> names(tables.size());
  for (const Field field : fields) {
    const bool differs = std::any_of(tables.begin(), tables.end(),
                                     [&](const HudTable& t) { return field(t.run) != field(tables.front().run); });
    if (!differs) continue;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const std::string word = field(tables[i].run);
      if (!word.empty()) names[i] += (names[i].empty() ? "" : ".") + word;
    }
  }
  std::set<std::string> used;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) names[i] = tables.size() == 1 ? tables[i].run.benchmark : std::to_string(i + 1);
    if (names[i].empty()) names[i] = "records";
    if (!used.insert(names[i]).second) used.insert(names[i] += "." + std::to_string(i + 1));
  }
  return names;
}

class HudReader {
 public:
  explicit HudReader(const SourceText& text) : m_text(text) {}

  FormatPieces read(const base::Progress& progress) {
    const JsonOutcome seen = eachRecord(
        m_text.bytes, [this](const nlohmann::json& record) { count(m_groups.add(record)); }, progress);
    if (seen.records == 0 || m_unknown == seen.records) return {};
    m_out.isKnown = true;
    if (seen.wasStopped) return std::move(m_out);
    reportSkipped(seen);
    const std::vector<std::string> names = partNames(m_groups.tables());
    for (std::size_t i = 0; i < names.size(); ++i) addTable(m_groups.tables()[i], names[i]);
    if (m_repeated != 0)
      addProblem(text::counted(m_repeated, "cell comes", "cells come") +
                  " more than once; the mean of the numbers, or the last text, was used.",
              "The dashboard uses the mean, too.");
    return std::move(m_out);
  }

 private:
  void count(RecordKind kind) {
    m_unknown += kind == RecordKind::Unknown ? 1 : 0;
    m_withoutMetric += kind == RecordKind::WithoutMetric ? 1 : 0;
    m_scores += kind == RecordKind::TorchBenchScore ? 1 : 0;
    m_torchBench = m_torchBench || kind == RecordKind::TorchBench;
  }

  void addProblem(std::string text, std::string hint, std::size_t line = 0) {
    m_out.problems.push_back({base::ErrorCode::BadFormat, std::move(text), std::move(hint), m_text.origin, line});
  }

  void reportSkipped(const JsonOutcome& seen) {
    if (seen.badLines != 0)
      addProblem(text::counted(seen.badLines, "line that is no JSON was", "lines that are no JSON were") +
                  " skipped; this is the first.",
              "HUD's uploader skips them, too.", seen.firstBad);
    if (seen.isCut)
      addProblem("This JSON ends early or is damaged; the records before that were read.", "Get it again.");
    if (m_withoutMetric != 0)
      addProblem(
          text::counted(m_withoutMetric, "record without a metric was", "records without a metric were") + " skipped.",
          "HUD's uploader skips them, too.");
    if (m_scores != 0)
      addProblem("These are scores of TorchBench: one number per domain, no models.",
              "Open the output of the benchmark itself.");
    if (m_unknown != 0)
      addProblem(text::counted(m_unknown, "record of no known kind was", "records of no known kind were") + " skipped.",
                 "");
    if (m_groups.isFull())
      addProblem("This file has more tables or cells than any real one; the rest was left out.", "");
  }

  void addTable(const HudTable& table, const std::string& part) {
    Piece piece = partOf(m_text, part);
    piece.form = Form::HudJson;
    const bool hasBatch =
        std::any_of(table.batchSizes.begin(), table.batchSizes.end(), [](const std::string& b) { return !b.empty(); });
    std::vector<std::string> header{std::string(kNameColumn)};
    if (hasBatch) header.emplace_back(kBatchSizeColumn);
    for (const std::string& metric : table.metrics)
      header.push_back(metric == kNameColumn || metric == kBatchSizeColumn ? metric + " (metric)" : metric);
    DerivedCsv csv(header);
    for (std::size_t model = 0; model < table.models.size(); ++model) {
      std::vector<std::string> cells{table.models[model]};
      if (hasBatch) cells.push_back(table.batchSizes[model]);
      for (std::size_t metric = 0; metric < table.metrics.size(); ++metric) {
        const auto cell = table.cells.find({model, metric});
        cells.push_back(cell == table.cells.end() ? std::string() : cellText(cell->second));
        m_repeated += cell != table.cells.end() && cell->second.records > 1 ? 1 : 0;
      }
      csv.add(cells);
    }
    piece.table = csv.table(piece.origin);
    if (piece.table == nullptr) {
      addProblem("A table of this file is larger than a table may be.", "");
      return;
    }
    setIdentity(piece, table);
    m_out.pieces.push_back(std::move(piece));
  }

  void setIdentity(Piece& piece, const HudTable& table) const {
    if (m_torchBench) {
      piece.unnamedReason = "TorchBench's own output names no backend.";
      return;
    }
    // "training_SUITE.json" in an artifact is named like its CSV; only the name has shard and attempt.
    std::string name = m_text.origin;
    if (const std::size_t dot = name.rfind('.'); dot != name.npos) name.replace(dot, name.npos, ".csv");
    const auto named = configs::identityOf(name);
    auto described = identityOfRun(table);
    if (!described) {
      piece.unnamedReason = described.error().text;
      if (named && m_groups.tables().size() == 1 && table.metricAt.contains("accuracy")) {
        piece.identity = *named;
        piece.unnamedReason.clear();
      }
      return;
    }
    piece.identity = *described;
    if (!named) return;
    const bool isSame = named->config.suite == described->config.suite && named->config.mode == described->config.mode;
    if (isSame && m_groups.tables().size() == 1) piece.identity->config = named->config;
    piece.identity->shard = named->shard;
    piece.identity->shards = named->shards;
    const auto fill = [](std::string& to, const std::string& from) { to = to.empty() ? from : to; };
    if (piece.identity->attempt == 0) piece.identity->attempt = named->attempt;
    fill(piece.identity->jobId, named->jobId);
    fill(piece.identity->workflowId, named->workflowId);
    fill(piece.identity->machine, named->machine);
    fill(piece.identity->commit, named->commit);
  }

  const SourceText& m_text;
  HudGroups m_groups;
  FormatPieces m_out;
  std::size_t m_unknown = 0, m_withoutMetric = 0, m_scores = 0, m_repeated = 0;
  bool m_torchBench = false;
};

}  // namespace

FormatPieces readHudJson(const SourceText& text, const base::Progress& progress) {
  if (!looksLikeJson(text.bytes)) return {};
  return HudReader(text).read(progress);
}

}  // namespace plumbline::sources
