// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/commit_view.h"

#include <algorithm>

namespace plumbline::overview {

using verdicts::Finding;
using verdicts::kNoRow;
using verdicts::VerdictClass;

std::optional<Absent> ConfigResult::absentRow(std::size_t i) const {
  if (comparison == nullptr) return std::nullopt;
  const std::size_t first = comparison->rowCount() - absent.size();
  if (i < first || i >= comparison->rowCount() || !comparison->row(i).has(Finding::Lost)) return std::nullopt;
  return absent[i - first];
}

namespace {
std::size_t countAbsent(const ConfigResult& config, Absent kind) {
  if (config.comparison == nullptr) return 0;
  const std::size_t rows = config.comparison->rowCount();
  std::size_t count = 0;
  for (std::size_t i = rows - config.absent.size(); i < rows; ++i) count += config.absentRow(i) == kind ? 1 : 0;
  return count;
}

std::string modelCount(std::size_t models) { return std::to_string(models) + (models == 1 ? " model" : " models"); }
}  // namespace

std::size_t ConfigResult::lost() const { return countAbsent(*this, Absent::Lost); }
std::size_t ConfigResult::inMissingShards() const { return countAbsent(*this, Absent::MissingShard); }

VerdictClass ConfigResult::worst() const {
  VerdictClass worst = VerdictClass::Pass;
  if (comparison == nullptr) return worst;
  for (std::size_t i = 0; i < comparison->rowCount(); ++i)
    if (absentRow(i) != Absent::MissingShard) worst = std::min(worst, comparison->row(i).cls);
  return worst;
}

bool ConfigResult::needsDecision(std::size_t row) const {
  return comparison != nullptr && verdicts::needsDecision(comparison->row(row)) &&
         absentRow(row) != Absent::MissingShard;
}

std::string completenessText(const ConfigResult& config) {
  if (config.run == nullptr) return config.baseline == nullptr ? "" : "not run";
  std::string text;
  if (!config.isComplete())
    text = std::to_string(config.shardsHere) + " of " + std::to_string(config.shardsWanted) + " shards: ";
  if (config.comparison == nullptr) return text + modelCount(config.modelsJudged);
  const std::size_t lost = config.lost();
  if (config.isComplete() && lost == 0) return modelCount(config.modelsJudged);
  text += std::to_string(config.modelsJudged) + " of " + modelCount(config.modelsJudged + config.absent.size()) +
          " judged";
  if (lost > 0) text += ", " + std::to_string(lost) + " lost";
  return text;
}

const ConfigResult* CommitView::find(const configs::Config& config) const {
  const auto index = indexOf(config);
  return index ? &m_configs[*index] : nullptr;
}

std::optional<std::size_t> CommitView::indexOf(const configs::Config& config) const {
  const auto found = m_index.find(config);
  return found == m_index.end() ? std::nullopt : std::optional(found->second);
}

int CommitView::ciExit() const {
  return std::any_of(m_configs.begin(), m_configs.end(), [](const ConfigResult& c) { return c.ciExit != 0; }) ? 1 : 0;
}

}  // namespace plumbline::overview
