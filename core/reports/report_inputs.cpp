// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/flaky/checkout.h"
#include "core/reports/report_parts.h"
#include "core/reports/sha256.h"
#include "resources/embedded.h"

namespace plumbline::reports {
namespace {

namespace fs = std::filesystem;

ReportInput inputOf(std::string kind, std::string origin, std::string_view bytes) {
  ReportInput out;
  out.kind = std::move(kind);
  out.origin = std::move(origin);
  out.sha256 = sha256Hex(bytes);
  out.bytes = bytes.size();
  return out;
}

/// addTables lists results of the commit that is shown, baselines, and what nobody knows the config of.
void addTables(const ReportSource& source, std::vector<ReportInput>& to) {
  const overview::CommitView& view = *source.view;
  std::set<std::size_t> unused(view.unnamed().begin(), view.unnamed().end());
  unused.insert(view.doubledBaselines().begin(), view.doubledBaselines().end());
  std::map<std::size_t, std::string> configOfShard;
  for (const overview::ConfigResult& config : view.configs())
    for (const overview::ShardUse& use : config.shards) {
      configOfShard[use.piece] = nameOf(source, config);
      if (!use.used) unused.insert(use.piece);
    }
  const auto& pieces = view.opened().pieces;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const sources::Piece& piece = pieces[i];
    const bool isOfCommit = piece.isBaseline || !piece.identity || configOfShard.contains(i);
    if (!isOfCommit || piece.table == nullptr) continue;
    ReportInput input = inputOf(piece.isBaseline ? "expected" : "actual", piece.origin, piece.table->bytes());
    if (!piece.isBaseline && configOfShard.contains(i)) input.config = configOfShard[i];
    if (piece.isBaseline && piece.identity)
      if (const auto* config = view.find(piece.identity->config)) input.config = nameOf(source, *config);
    input.isUsed = !unused.contains(i);
    to.push_back(std::move(input));
  }
}

void addFlakyLists(const overview::CommitView& view, std::vector<ReportInput>& to) {
  std::set<std::string> paths;
  for (const auto& [folder, own] : view.options().ownFlaky)
    for (const flaky::OwnList& list : own->lists) paths.insert(list.path);
  for (const std::string& path : paths)
    if (const auto file = files::readFile(path, flaky::kMaxListBytes))
      to.push_back(inputOf("flaky-list", path, file->bytes));
}

/// asTyped gives a path that was looked up in the manner of the baseline's: relative to the working folder when that is
/// how it was typed. A report says nothing of the machine it was made on.
std::string asTyped(const std::string& path, const std::string& like) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (failed || fs::path(like).is_absolute()) return path;
  const fs::path relative = fs::path(path).lexically_relative(here);
  return relative.empty() ? path : relative.string();
}

void addRules(const overview::CommitView& view, const ReportWords& words, std::vector<ReportInput>& to) {
  const std::string& generation = view.options().rules->generation;
  if (const auto bytes = resources::embeddedBytes("rules/" + generation + ".toml"))
    to.push_back(inputOf("rules", "built-in " + generation, *bytes));
  if (words.rules != "checkout") return;
  const std::string baseline = overview::mainBaseline(view.opened());
  const auto checkout = flaky::findCheckout(baseline);
  if (!checkout) return;
  for (const auto& script : {checkout->accuracy, checkout->graphBreaks})
    if (script && !script->problem) to.push_back(inputOf("rules", asTyped(script->path, baseline), script->source));
}

}  // namespace

std::vector<ReportInput> inputsOf(const ReportSource& source, const ReportWords& words) {
  std::vector<ReportInput> inputs;
  addTables(source, inputs);
  addFlakyLists(*source.view, inputs);
  addRules(*source.view, words, inputs);
  std::sort(inputs.begin(), inputs.end(), [](const ReportInput& a, const ReportInput& b) {
    return std::tie(a.kind, a.origin) < std::tie(b.kind, b.origin);
  });
  return inputs;
}

std::string ruleDetails(const overview::CommitView& view) {
  std::string details = view.options().rules->origin;
  const std::string baseline = overview::mainBaseline(view.opened());
  const auto checkout = flaky::findCheckout(baseline);
  if (!checkout) return details;
  const std::size_t at = details.find(checkout->root);
  if (at != std::string::npos) details.replace(at, checkout->root.size(), asTyped(checkout->root, baseline));
  return details;
}

std::string flakyDay(const overview::CommitView& view) {
  for (const auto& [folder, own] : view.options().ownFlaky)
    for (const flaky::OwnList& list : own->lists)
      for (const flaky::FlakyEntry& entry : list.entries)
        if (entry.expires) return flaky::dateText(own->today);
  return "";
}

}  // namespace plumbline::reports
