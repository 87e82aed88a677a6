// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/flaky_lists.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/flaky/checkout.h"
#include "core/flaky/python_list.h"
#include "core/session/history/history_client.h"
#include "core/session/load_support.h"
#include "core/session/pending_edits.h"
#include "core/tasks/latest_runner.h"

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

base::Error movedOn(const flaky::FlakySource& source, const std::string& name) {
  return {base::ErrorCode::Changed, "The entry " + name + " is no longer where it was.",
          "Look at the list again and repeat what you did.", source.path()};
}

/// Where an entry stands now: where it was seen, or wherever an equal one is.
base::Result<std::size_t> place(const flaky::FlakySource& source, const FlakyRow& row) {
  const auto& entries = source.entries();
  if (row.entry < entries.size() && entries[row.entry] == row.value) return row.entry;
  const std::size_t found = source.find(row.value.name, row.value.platform, row.value.config, row.value.check);
  if (found == flaky::FlakySource::npos) return base::fail(movedOn(source, row.value.name));
  return found;
}

std::string fileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// HealingKey holds all that the judgement of an entry depends on, and not its line.
using HealingKey = std::tuple<std::string, std::string, bool, std::string, std::string, std::string, bool, std::optional<flaky::Date>>;

HealingKey healingKey(const std::string& path, const flaky::FlakyEntry& entry) {
  return {path, entry.name, entry.isPattern, entry.check, entry.platform, entry.config,
          entry.reason.empty() && entry.issue.empty(), entry.expires};
}

}  // namespace

base::Outcome<FlakyOverviewPtr> makeOverview(const FlakyQuestion& question, const base::Progress& progress) {
  auto listing = baselinesInView(question, progress);
  if (!listing.isValue()) return listing.failure();
  auto overview = std::make_shared<FlakyOverview>();
  Sources sources = readLists(question.lists, *overview);
  overview->baselines = listing.value().baselines.size();
  overview->hasPair = question.pair && question.pair->comparison;
  addNames(*overview, listing.value());
  for (std::size_t s = 0; s < sources.all.size(); ++s)
    for (std::size_t e = 0; e < sources.all[s].entries().size(); ++e)
      overview->rows.push_back(
          {sources.all[s].path(), sources.files[s], e, sources.all[s].entries()[e], 0, {}, {}, 0, {}, {}});
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
  overview->sources = std::make_shared<const std::vector<flaky::FlakySource>>(std::move(sources.all));
  return FlakyOverviewPtr(std::move(overview));
}

struct FlakyLists::Private {
  Private(FlakyLists& owner, PendingEdits& pendingEdits)
      : q(owner),
        edits(pendingEdits),
        runner([this](base::Outcome<FlakyOverviewPtr> outcome) { finish(std::move(outcome)); }) {}

  void finish(base::Outcome<FlakyOverviewPtr> outcome) {
    if (outcome.isValue()) overview = std::move(outcome.value());
    if (outcome.isValue()) readHealing();
    busy = false;
    if (outcome.isValue()) Q_EMIT q.changed();
  }

  /// addHealing puts what is known of the history into the overview. Returns whether that is all.
  bool addHealing() {
    auto filled = std::make_shared<FlakyOverview>(*overview);
    filled->hasHistory = true;
    filled->removable = 0;
    bool isWhole = true;
    for (FlakyRow& row : filled->rows) {
      const auto known = healing.find(healingKey(row.path, row.value));
      isWhole = isWhole && known != healing.end();
      row.healing = known == healing.end() ? std::nullopt : std::optional(known->second);
      filled->removable += row.canGo() ? 1 : 0;
    }
    overview = std::move(filled);
    return isWhole;
  }

  /// readHealing asks the history about the entries of the overview, unless it knows them from the last time.
  void readHealing() {
    if (!overview || history == nullptr || !history->hasStore()) return;
    if ((addHealing() && !isHealingOld) || isReading) return;
    isReading = true;
    isHealingOld = false;
    history->read<std::vector<evidence::HealedEntry>>(
        &q, [sources = overview->sources, day = q.today()](history::Store& store) { return evidence::healedEntries(store, *sources, {}, day); },
        [this, sources = overview->sources](const base::Result<std::vector<evidence::HealedEntry>>& entries) {
          isReading = false;
          if (!entries) return;  // a store that cannot be read is reported by its own page
          healing.clear();
          for (std::size_t rank = 0; rank < entries->size(); ++rank) {
            const evidence::HealedEntry& entry = (*entries)[rank];
            healing.try_emplace(healingKey((*sources)[entry.source].path(), entry.listed), FlakyHealing{entry, rank});
          }
          const bool isNew = overview->sources != sources;
          if ((!addHealing() && isNew) || isHealingOld) readHealing();
          Q_EMIT q.changed();
        });
  }

  bool canBeNew(const std::string& path) const {
    return path == newList || std::ranges::find(mayBeNew, path) != mayBeNew.end();
  }

  FlakyText textOf(const std::string& path) {
    const auto file = edits.openFile(toShownPath(path), canBeNew(path));
    if (!file) return {path, {}, true, file.error()};
    const bool exists = (*file)->exists || !(*file)->pending.empty();
    return {path, (*file)->pending, exists, std::nullopt};
  }

  /// The CSV files with edits: a model that was just removed from a baseline is in it no more.
  baselines::PendingTexts pendingBaselines() const {
    baselines::PendingTexts texts;
    for (const baselines::Drafts::File* file : edits.drafts().changed())
      if (file->path.ends_with(".csv")) texts[baselines::normalPath(file->path)] = file->pending;
    return texts;
  }

  FlakyLists& q;
  PendingEdits& edits;
  SnapshotPtr pair;
  std::optional<flaky::Date> today;  ///< set by hand
  bool active = true;
  bool stale = false;                 ///< something changed while it was inactive
  std::vector<std::string> found;     ///< lists that belong to the pair
  std::vector<std::string> opened;    ///< lists that a person opened beside them
  std::vector<std::string> mayBeNew;  ///< those of them that are not there until they are saved
  std::string newList;
  std::string baselineFolder;
  FlakyOverviewPtr overview;
  HistoryClient* history = nullptr;
  std::map<HealingKey, FlakyHealing> healing;  ///< what was read last
  bool isHealingOld = false;                   ///< runs were added since
  bool isReading = false;
  bool busy = false;
  tasks::LatestRunner<FlakyOverviewPtr> runner;  ///< last, so that it ends first
};

FlakyLists::FlakyLists(PendingEdits& edits, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(*this, edits)) {
  connect(&edits, &PendingEdits::changed, this, &FlakyLists::refresh);
  connect(&edits, &PendingEdits::saved, this, &FlakyLists::refresh);
}
FlakyLists::~FlakyLists() = default;

FlakyOverviewPtr FlakyLists::overview() const { return d->overview; }
bool FlakyLists::isBusy() const { return d->busy; }
bool FlakyLists::hasPair() const { return d->pair != nullptr; }
std::string FlakyLists::newList() const { return d->newList; }

void FlakyLists::setToday(flaky::Date today) {
  d->today = today;
  refresh();
}

void FlakyLists::setPair(const SnapshotPtr& pair) {
  d->pair = pair;
  d->found.clear();
  d->newList.clear();
  d->baselineFolder.clear();
  if (pair) {
    const std::string& expected = pair->expected.path;
    if (const auto checkout = flaky::findCheckout(expected)) {
      for (const auto* script : {&checkout->accuracy, &checkout->graphBreaks})
        if (*script) d->found.push_back((*script)->path);
      d->baselineFolder = baselines::baselineFolder(*checkout);
    }
    std::vector<std::string> own = flaky::ownListPaths(expected);
    if (own.empty() && !pair->defaultFlakyList.empty()) own.push_back(pair->defaultFlakyList);
    d->found.insert(d->found.end(), own.begin(), own.end());
    d->newList = flaky::newListPath(expected);
    // It may be there by now, or begin to be there with the next edit.
    if (std::ranges::find(own, d->newList) != own.end()) d->newList.clear();
  }
  refresh();
}

void FlakyLists::setHistory(HistoryClient& client) {
  d->history = &client;
  connect(&client, &HistoryClient::changed, this, [this] {
    d->isHealingOld = true;
    if (d->overview) refresh();
  });
  if (d->overview) refresh();
}

flaky::Date FlakyLists::today() const { return d->today.value_or(flaky::localToday()); }

base::Result<void> FlakyLists::openList(const QString& path, bool mayBeNew) {
  const std::string native = toNativePath(path);
  const auto known = [&](const std::string& other) {
    return baselines::normalPath(other) == baselines::normalPath(native);
  };
  const bool isNewList = !d->newList.empty() && known(d->newList);
  if (isNewList || std::ranges::any_of(d->found, known) || std::ranges::any_of(d->opened, known)) {
    refresh();
    return {};
  }
  if (mayBeNew) d->mayBeNew.push_back(native);
  if (const auto read = source(native); !read) return base::fail(read.error());
  d->opened.push_back(native);
  refresh();
  return {};
}

void FlakyLists::closeList(const QString& path) {
  std::erase(d->opened, toNativePath(path));
  std::erase(d->mayBeNew, toNativePath(path));
  refresh();
}

void FlakyLists::setActive(bool active) {
  d->active = active;
  if (active && d->stale) refresh();
}

void FlakyLists::refresh() {
  d->stale = !d->active;
  if (!d->active) return;
  FlakyQuestion question;
  for (const std::string& path : d->found) question.lists.push_back(d->textOf(path));
  // A list that an export began and an undo took back is not there; redo brings it back.
  for (const std::string& path : d->opened)
    if (FlakyText text = d->textOf(path); text.exists) question.lists.push_back(std::move(text));
  if (!d->newList.empty()) question.lists.push_back(d->textOf(d->newList));
  question.baselineFolder = d->baselineFolder;
  question.pending = d->pendingBaselines();
  question.pair = d->pair;
  question.today = today();
  d->busy = true;
  d->runner.run(
      [question = std::move(question)](const base::Progress& progress) { return makeOverview(question, progress); });
}

base::Result<flaky::FlakySource> FlakyLists::source(const std::string& path) const {
  const auto file = d->edits.openFile(toShownPath(path), d->canBeNew(path));
  if (!file) return base::fail(file.error());
  return flaky::FlakySource::read((*file)->pending, path);
}

base::Result<baselines::Change> FlakyLists::adding(const std::string& path, const flaky::FlakyEntry& entry) const {
  const auto into = source(path);
  if (!into) return base::fail(into.error());
  auto edits = into->add(entry);
  if (!edits) return base::fail(edits.error());
  baselines::Change change{"Add " + entry.name + " to " + fileName(path), {{path, std::move(*edits)}}, {}};
  const baselines::Decisions& decisions = d->edits.drafts().decisions();
  const auto removed = decisions.find({path, entry.name});
  if (removed != decisions.end() && removed->second.isEvidenceOnly()) change.decisions.push_back({removed->first, std::nullopt});
  return change;
}

base::Result<std::vector<flaky::Transfer>> FlakyLists::planTransfer(const std::vector<flaky::FlakyEntry>& entries,
                                                                    const std::string& path) const {
  const auto into = source(path);
  if (!into) return base::fail(into.error());
  return flaky::planTransfer(entries, *into, today());
}

base::Result<baselines::Change> FlakyLists::transferring(const std::vector<flaky::Transfer>& chosen,
                                                         const std::string& path) const {
  const auto into = source(path);
  if (!into) return base::fail(into.error());
  auto edits = flaky::transferred(chosen, *into);
  if (!edits) return base::fail(edits.error());
  const auto count = std::ranges::count_if(chosen, &flaky::Transfer::canBeDone);
  const std::string what = count == 1 ? "1 flaky entry" : std::to_string(count) + " flaky entries";
  return baselines::Change{"Add " + what + " to " + fileName(path), {{path, std::move(*edits)}}, {}};
}

base::Result<FlakyLists::NewList> FlakyLists::writingAnew(const std::vector<flaky::FlakyEntry>& entries,
                                                          const QString& path) const {
  const auto file = d->edits.openFile(path, true);
  if (!file) return base::fail(file.error());
  const std::string native = toNativePath(path);
  if (!(*file)->pending.empty())
    return base::fail(base::ErrorCode::BadArgument, "This file holds something already.",
                      "Choose a name that is free, or a list.", native);
  const bool script = native.ends_with(".py");
  const flaky::Origin form = script ? flaky::originOfScript({}, native) : flaky::Origin::Toml;
  flaky::Exported out = flaky::exported(entries, form, today());
  return NewList{{"Export flaky entries to " + fileName(native), {{native, {{0, 0, std::move(out.text)}}}}, {}},
                 std::move(out.leftOut)};
}

base::Result<baselines::Change> FlakyLists::replacing(const FlakyRow& row, const std::string& path,
                                                      const flaky::FlakyEntry& entry) const {
  if (path != row.path) {
    auto added = adding(path, entry);
    if (!added) return added;
    auto removed = removing({row});
    if (!removed) return removed;
    added->text = "Move " + row.value.name + " to " + fileName(path);
    added->files.push_back(std::move(removed->files.front()));
    return added;
  }
  const auto from = source(path);
  if (!from) return base::fail(from.error());
  const auto index = place(*from, row);
  if (!index) return base::fail(index.error());
  auto edits = from->replace(*index, entry);
  if (!edits) return base::fail(edits.error());
  return baselines::Change{"Change " + row.value.name + " in " + fileName(path), {{path, std::move(*edits)}}, {}};
}

base::Result<baselines::Change> FlakyLists::removing(const std::vector<FlakyRow>& rows) const {
  baselines::Change change;
  std::map<std::string, std::vector<FlakyRow>> byList;
  for (const FlakyRow& row : rows) byList[row.path].push_back(row);
  for (auto& [path, here] : byList) {
    // One entry after the other, last first, so that the others stay where they were seen.
    std::ranges::sort(here, std::greater{}, &FlakyRow::entry);
    auto left = source(path);
    if (!left) return base::fail(left.error());
    const std::string before = left->bytes();
    for (const FlakyRow& row : here) {
      const auto index = place(*left, row);
      if (!index) return base::fail(index.error());
      const auto edits = left->remove(*index);
      if (!edits) return base::fail(edits.error());
      auto after = text::applied(left->bytes(), *edits);
      if (!after) return base::fail(after.error());
      left = flaky::FlakySource::read(std::move(*after), path);
      if (!left) return base::fail(left.error());
    }
    change.files.push_back({path, text::between(before, left->bytes())});
    std::map<std::string, std::string> sentences;
    for (const FlakyRow& row : here)
      if (row.healing) sentences[row.value.name].insert(0, evidence::healedSentence(row.healing->entry) + ' ');
    for (const auto& [name, evidence] : sentences) {
      baselines::Decision removed{.kind = {}, .what = "taken off the list", .reason = {}, .note = {}, .evidence = evidence};
      change.decisions.push_back({{path, name}, std::move(removed)});
    }
  }
  change.text = rows.size() == 1 ? "Remove " + rows.front().value.name + " from " + fileName(rows.front().path)
                                 : "Remove " + std::to_string(rows.size()) + " flaky entries";
  return change;
}

}  // namespace plumbline::session
