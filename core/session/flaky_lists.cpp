// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/flaky_lists.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "core/flaky/checkout.h"
#include "core/flaky/python_list.h"
#include "core/session/load_support.h"
#include "core/session/pending_edits.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {
namespace {

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

}  // namespace

struct FlakyLists::Private {
  Private(FlakyLists& owner, PendingEdits& pendingEdits)
      : q(owner),
        edits(pendingEdits),
        runner([this](base::Outcome<FlakyOverviewPtr> outcome) { finish(std::move(outcome)); }) {}

  void finish(base::Outcome<FlakyOverviewPtr> outcome) {
    if (outcome.isValue()) overview = std::move(outcome.value());
    busy = false;
    Q_EMIT q.busyChanged(false);
    if (outcome.isValue()) Q_EMIT q.changed();
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
    const std::vector<std::string> own = flaky::ownListPaths(expected);
    d->found.insert(d->found.end(), own.begin(), own.end());
    d->newList = flaky::newListPath(expected);
    // It may be there by now, or begin to be there with the next edit.
    if (std::ranges::find(own, d->newList) != own.end()) d->newList.clear();
  }
  refresh();
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
  const bool wasBusy = std::exchange(d->busy, true);
  d->runner.run(
      [question = std::move(question)](const base::Progress& progress) { return makeOverview(question, progress); });
  if (!wasBusy) Q_EMIT busyChanged(true);
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
  return baselines::Change{"Add " + entry.name + " to " + fileName(path), {{path, std::move(*edits)}}, {}};
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
  }
  change.text = rows.size() == 1 ? "Remove " + rows.front().value.name + " from " + fileName(rows.front().path)
                                 : "Remove " + std::to_string(rows.size()) + " flaky entries";
  return change;
}

}  // namespace plumbline::session
