// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/flaky_overview.h"

#include <filesystem>
#include <set>
#include <unordered_set>
#include <utility>

namespace plumbline::session {
namespace {

using baselines::BaselineListing;

base::Outcome<BaselineListing> baselinesInView(const FlakyQuestion& question, const base::Progress& progress) {
  if (!question.baselineFolder.empty())
    return baselines::listBaselines(question.baselineFolder, question.pending, progress);
  BaselineListing listing;
  if (question.pair && question.pair->expected.table) {
    flaky::BaselineNames names = baselines::namesIn(*question.pair->expected.table);
    names.path = question.pair->expected.path;
    listing.baselines.push_back(std::move(names));
  }
  return listing;
}

/// Lists that could be read, and which file each is.
struct Sources {
  std::vector<flaky::FlakySource> all;
  std::vector<std::size_t> files;
};

Sources readLists(const std::vector<FlakyText>& lists, FlakyOverview& overview) {
  Sources sources;
  for (const FlakyText& list : lists) {
    FlakyFile file{list.path, {}, list.exists, 0, list.error, {}};
    if (!list.error) {
      if (auto source = flaky::FlakySource::read(list.bytes, list.path)) {
        file.origin = source->origin();
        file.entries = source->entries().size();
        file.problems = source->problems();
        sources.files.push_back(overview.files.size());
        sources.all.push_back(std::move(*source));
      } else {
        file.error = source.error();
      }
    }
    overview.files.push_back(std::move(file));
  }
  return sources;
}

void addRemarks(FlakyOverview& overview, const Sources& sources, const BaselineListing& listing, flaky::Date today) {
  std::vector<std::size_t> firstRow;
  std::size_t next = 0;
  for (const flaky::FlakySource& source : sources.all) {
    firstRow.push_back(next);
    next += source.entries().size();
  }
  for (flaky::Remark& remark : flaky::reviewEntries(sources.all, listing.baselines, today)) {
    FlakyRow& row = overview.rows[firstRow[remark.source] + remark.entry];
    if (!row.has(remark.kind)) ++overview.counts[static_cast<std::size_t>(remark.kind)];
    row.remarks |= remarkBit(remark.kind);
    row.remarkTexts.push_back(std::move(remark.text));
  }
}

void addMatches(FlakyRow& row, const std::vector<std::vector<flaky::BaselineNames>>& oneByOne) {
  std::unordered_set<std::string> models;
  for (const std::vector<flaky::BaselineNames>& baseline : oneByOne) {
    std::vector<std::string> found = flaky::matchesNow(row.value, baseline);
    if (found.empty()) continue;
    models.insert(found.begin(), found.end());
    row.matches.push_back({baseline.front().path, std::move(found)});
  }
  row.modelCount = models.size();
}

void addNames(FlakyOverview& overview, const BaselineListing& listing) {
  std::set<std::string> models;
  std::set<std::string> configs;
  for (const flaky::BaselineNames& baseline : listing.baselines) {
    models.insert(baseline.models.begin(), baseline.models.end());
    configs.insert(std::filesystem::path(baseline.path).stem().string());
  }
  overview.models.assign(models.begin(), models.end());
  overview.configs.assign(configs.begin(), configs.end());
}

}  // namespace

base::Outcome<FlakyOverviewPtr> makeOverview(const FlakyQuestion& question, const base::Progress& progress) {
  auto listing = baselinesInView(question, progress);
  if (!listing.isValue()) return listing.failure();
  auto overview = std::make_shared<FlakyOverview>();
  const Sources sources = readLists(question.lists, *overview);
  overview->baselines = listing.value().baselines.size();
  overview->hasPair = question.pair && question.pair->comparison;
  addNames(*overview, listing.value());
  for (std::size_t s = 0; s < sources.all.size(); ++s)
    for (std::size_t e = 0; e < sources.all[s].entries().size(); ++e)
      overview->rows.push_back(
          {sources.all[s].path(), sources.files[s], e, sources.all[s].entries()[e], 0, {}, {}, 0, {}});
  addRemarks(*overview, sources, listing.value(), question.today);

  std::vector<std::vector<flaky::BaselineNames>> oneByOne;
  for (flaky::BaselineNames& baseline : listing.value().baselines) oneByOne.push_back({std::move(baseline)});
  std::optional<verdicts::ExcusableRows> rows;
  if (overview->hasPair) rows.emplace(*question.pair->comparison);
  for (std::size_t i = 0; i < overview->rows.size(); ++i) {
    if (!progress.report(i, overview->rows.size())) return base::Cancelled{};
    FlakyRow& row = overview->rows[i];
    addMatches(row, oneByOne);
    if (rows) row.excuses = rows->excusedBy(row.value, question.today);
  }
  overview->skipped = std::move(listing.value().skipped);
  return FlakyOverviewPtr(std::move(overview));
}

}  // namespace plumbline::session
