// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/cache_run.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/sources/formats/hud_groups.h"
#include "core/sources/formats/hud_records.h"

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kSpeedup = "Speedup (%)";
constexpr std::string_view kCommonPart = "compile time (s)";  // of both times: no file without it needs a second look
constexpr std::size_t kMaxCacheRuns = 1000, kMaxCacheValues = 5'000'000;

struct Slot {
  CacheRun run;
  std::map<std::string, std::size_t> modelAt;
};

class CacheReader {
 public:
  explicit CacheReader(const std::string& origin) : m_origin(origin) {}

  void add(const Json& record) {
    const Json* metric = memberAt(record, "metric");
    if (metric == nullptr || !metric->is_object()) return;
    const std::string name = nameOf(metric);
    if (name != kColdCompileTime && name != kWarmCompileTime && name != kSpeedup) return;
    const Json* values = memberAt(*metric, "benchmark_values");
    Slot* slot = values == nullptr ? nullptr : slotOf(record);
    if (slot == nullptr) return;
    const std::string model = nameOf(memberAt(record, "model"));
    if (model.size() > kMaxHudTextBytes) return;
    const auto [at, isNew] = slot->modelAt.try_emplace(model, slot->run.models.size());
    if (isNew) slot->run.models.push_back({.name = model, .cold = {}, .warm = {}, .written = {}});
    CacheModel& into = slot->run.models[at->second];
    if (name == kSpeedup) {
      std::vector<double> written;
      addNumbers(*values, written);
      if (!written.empty()) into.written = written.back();
    } else {
      addNumbers(*values, name == kColdCompileTime ? into.cold : into.warm);
    }
  }

  std::vector<CacheRun> runs() {
    std::vector<CacheRun> runs;
    for (Slot& slot : m_slots) {
      std::erase_if(slot.run.models, [](const CacheModel& model) { return model.cold.empty() && model.warm.empty(); });
      if (!slot.run.models.empty()) runs.push_back(std::move(slot.run));
    }
    return runs;
  }

 private:
  Slot* slotOf(const Json& record) {
    CacheRun run{.origin = m_origin, .suite = {}, .mode = {}, .device = {}, .commit = {}, .models = {}};
    run.commit = textAt(record, "head_sha");
    if (const Json* model = memberAt(record, "model")) run.suite = joinedTexts(memberAt(*model, "origins"));
    if (const Json* benchmark = memberAt(record, "benchmark")) {
      run.mode = textAt(*benchmark, "mode");
      if (const Json* extra = memberAt(*benchmark, "extra_info")) {
        run.device = textAt(*extra, "device");
        run.isDynamic = textAt(*extra, "is_dynamic") == "true";
      }
    }
    for (const std::string* part : {&run.suite, &run.mode, &run.device, &run.commit})
      if (part->size() > kMaxHudTextBytes) return nullptr;
    const std::array key = {run.suite, run.mode, run.device, run.commit, std::string(run.isDynamic ? "d" : "")};
    const auto [at, isNew] = m_byKey.try_emplace(key, m_slots.size());
    if (!isNew) return &m_slots[at->second];
    if (m_slots.size() == kMaxCacheRuns) {
      m_byKey.erase(at);
      return nullptr;
    }
    m_slots.push_back({std::move(run), {}});
    return &m_slots.back();
  }

  void addNumbers(const Json& values, std::vector<double>& into) {
    const auto one = [&](const Json& value) {
      if (!value.is_number() || m_values >= kMaxCacheValues) return;
      const double number = value.get<double>();
      if (!std::isfinite(number)) return;
      into.push_back(number);
      ++m_values;
    };
    if (!values.is_array()) return one(values);
    for (const Json& value : values) one(value);
  }

  const std::string& m_origin;
  std::vector<Slot> m_slots;
  std::map<std::array<std::string, 5>, std::size_t> m_byKey;
  std::size_t m_values = 0;
};

}  // namespace

std::vector<CacheRun> readCacheRuns(std::string_view bytes, const std::string& origin, const base::Progress& progress) {
  if (bytes.find(kCommonPart) == bytes.npos || !looksLikeJson(bytes)) return {};
  CacheReader reader(origin);
  const JsonOutcome seen = eachRecord(bytes, [&](const Json& record) { reader.add(record); }, progress);
  return seen.wasStopped ? std::vector<CacheRun>{} : reader.runs();
}

std::optional<double> cacheSpeedup(const CacheModel& model) {
  if (model.cold.empty() || model.cold.size() != model.warm.size()) return std::nullopt;
  const double cold = std::accumulate(model.cold.begin(), model.cold.end(), 0.0);
  const double warm = std::accumulate(model.warm.begin(), model.warm.end(), 0.0);
  const double percent = (1 - warm / cold) * 100;
  if (cold == 0 || !std::isfinite(percent)) return std::nullopt;
  return percent;
}

}  // namespace plumbline::sources
