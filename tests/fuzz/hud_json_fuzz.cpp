// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as benchmark JSON, as a log, as a dashboard, as a wide table: what comes out are tables that pandas
// can read, with names of their own, and either an identity or the reason why there is none.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "core/sources/formats/source_text.h"
#include "core/sources/formats/cache_run.h"

namespace {

using namespace plumbline;

void hold(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void piecesAreSound(const sources::FormatPieces& pieces, bool isDerived) {
  hold(pieces.isKnown || (pieces.pieces.empty() && pieces.problems.empty()), "what is not known gives nothing");
  std::set<std::string> origins;
  for (const sources::Piece& piece : pieces.pieces) {
    hold(piece.table != nullptr, "a piece has a table");
    hold(origins.insert(piece.origin).second, "origins are unique");
    hold(piece.identity.has_value() == piece.unnamedReason.empty(), "an identity, or the reason why there is none");
    if (!isDerived) continue;
    hold(piece.path.empty(), "what was made of records is no file");
    hold(piece.table->columnOf("name").has_value(), "a table has names");
  }
  for (const base::Error& problem : pieces.problems)
    hold(!problem.text.empty() && !problem.file.empty(), "a problem says what and where");
}

void cacheRunsAreSound(const std::vector<sources::CacheRun>& runs) {
  for (const sources::CacheRun& run : runs) {
    hold(!run.models.empty(), "a cache run has models");
    for (const sources::CacheModel& model : run.models) {
      hold(!model.cold.empty() || !model.warm.empty(), "a model has a compile time");
      for (const std::vector<double>* times : {&model.cold, &model.warm})
        for (const double time : *times) hold(std::isfinite(time), "times are finite");
      if (const auto speedup = sources::cacheSpeedup(model)) hold(std::isfinite(*speedup), "a speedup is finite");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1U << 16U) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const sources::SourceText text{"inductor_torchbench_training.json", "inductor_torchbench_training.json", bytes};
  piecesAreSound(sources::readHudJson(text), true);
  cacheRunsAreSound(sources::readCacheRuns(bytes, text.origin));
  piecesAreSound(sources::readDashboardText(text), true);
  piecesAreSound(sources::readRunnerLog(text), true);
  const auto table = tables::CsvTable::scan(bytes, "fuzz.csv");
  if (table.isValue()) piecesAreSound(sources::readWide(text, *table.value()), false);
  return 0;
}
