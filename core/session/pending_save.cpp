// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits: saving them, and what to do about files that somebody else changed meanwhile.
#include <set>
#include <utility>

#include "core/session/merge_outside.h"
#include "core/session/pending_edits.h"
#include "core/session/pending_edits_private.h"

namespace plumbline::session {

using baselines::Drafts;

baselines::SaveReport PendingEdits::saveAll() {
  // A file that was only touched, with the same bytes, is still the one that was read.
  for (const Drafts::File* file : d->drafts.changed()) {
    const auto now = files::stampOf(file->path);
    if (now && *now != file->stamp) d->readAgain(std::string(file->path));
  }
  baselines::SaveReport report = baselines::saveAll(d->drafts);
  QStringList written;
  for (const baselines::SavedFile& part : report.files) {
    const Drafts::File* file = d->drafts.find(part.path);
    if (part.error || file == nullptr || !report.changedOutside.empty()) continue;
    written << shownPath(part.path);
    d->told(d->journal.saved(*file, d->drafts));
    d->mark(part.path);
  }
  if (report.allWritten()) d->savedDecisions = d->drafts.decisions();
  if (isClean()) d->told(d->journal.clear());
  d->watchSoon.start();  // the stamps are others now
  if (!written.isEmpty()) Q_EMIT saved(written);
  Q_EMIT changed();
  for (const std::string& path : report.changedOutside) Q_EMIT outsideChange(shownPath(path));
  return report;
}

base::Result<PendingEdits::Outside> PendingEdits::lookOutside(const QString& path) const {
  const std::string name = nativePath(path);
  const Drafts::File* file = d->drafts.find(name);
  if (file == nullptr)
    return base::fail({base::ErrorCode::BadArgument, "This file is not open for editing.", "", name, 0, 0});
  auto read = files::readFile(name);
  if (!read) return base::fail(read.error());
  MergedEdits merged = mergeOutside(name, file->saved, file->pending, read->bytes);
  return Outside{path, std::move(read->bytes), std::move(merged.bytes), std::move(merged.lost)};
}

base::Result<void> PendingEdits::reapply(const Outside& outside) {
  const std::string name = nativePath(outside.path);
  const auto read = files::readFile(name);
  if (!read) return base::fail(read.error());
  // What was shown and agreed to must be what is built on.
  if (read->bytes != outside.onDisk)
    return base::fail({base::ErrorCode::Changed, "The file was changed once more meanwhile.",
                       "Look at the difference again.", name, 0, 0});
  d->takeState({name, read->bytes, outside.merged, read->stamp, true});
  Q_EMIT readAnew(outside.path);
  Q_EMIT changed();
  return {};
}

base::Result<void> PendingEdits::discard(const QString& path) {
  const std::string name = nativePath(path);
  const auto dropped = d->drafts.discardChange(name);
  if (!dropped) return base::fail(dropped.error());
  auto read = files::readFile(name);
  const bool gone = !read && read.error().code == base::ErrorCode::NotFound;
  if (!read && !gone) return base::fail(read.error());
  baselines::Decisions decisions = d->drafts.decisions();
  for (const baselines::DecisionChange& change : dropped->decisions) decisions.erase(change.key);
  d->drafts.setDecisions(std::move(decisions));
  d->takeState(gone ? Drafts::File{name, {}, {}, {}, false} : Drafts::File{name, read->bytes, read->bytes, read->stamp, true});
  d->told(d->journal.decisionsAnew(d->drafts));
  if (isClean()) d->told(d->journal.clear());
  Q_EMIT readAnew(path);
  Q_EMIT changed();
  return {};
}

}  // namespace plumbline::session
