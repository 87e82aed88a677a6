// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits of a run that ended without saving: found, offered, taken in.
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <utility>

#include "core/session/journal_lines.h"
#include "core/session/merge_outside.h"
#include "core/session/pending_edits.h"
#include "core/session/pending_edits_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

using baselines::Drafts;

constexpr std::uint64_t kMostJournalBytes = std::uint64_t{1} << 30;

QString text(const std::string& words) { return QString::fromStdString(words); }

/// setAside keeps a journal under a name that is not offered again, and says which.
QString setAside(const QString& path) {
  const QString kept = path + u".kept"_s;
  return files::moveFile(nativePath(path), nativePath(kept)) ? kept : path;
}

struct Taken {
  Drafts::File file;
  std::vector<std::string> lost;
};

/// taken brings one file of a journal onto what is on disk now.
base::Result<Taken> taken(const Drafts::File& then) {
  auto read = files::readFile(then.path);
  if (!read && read.error().code == base::ErrorCode::NotFound && !then.exists) return Taken{then, {}};
  if (!read) return base::fail(read.error());
  MergedEdits merged = mergeOutside(then.path, then.saved, then.pending, read->bytes);
  return Taken{{then.path, std::move(read->bytes), std::move(merged.bytes), read->stamp, true}, std::move(merged.lost)};
}

}  // namespace

std::vector<LeftOver> PendingEdits::leftOvers() const {
  std::vector<LeftOver> found;
  if (d->folder.isEmpty()) return found;
  const QDir folder(d->folder);
  const auto names = folder.entryInfoList({u"edits-*.jsonl"_s}, QDir::Files, QDir::Time);
  for (const QFileInfo& info : names) {
    if (info.fileName() == d->journal.name() || files::isHeld(nativePath(info.filePath()))) continue;
    LeftOver left;
    left.id = info.fileName();
    left.when = info.lastModified().toString(Qt::ISODate);
    const auto read = files::readFile(nativePath(info.filePath()), kMostJournalBytes);
    auto content = read ? readJournal(read->bytes) : base::Result<JournalContent>(base::fail(read.error()));
    if (!content) {
      left.problem = text(content.error().text + (content.error().hint.empty() ? "" : " " + content.error().hint));
      found.push_back(std::move(left));
      continue;
    }
    for (const Drafts::File* file : content->drafts.changed()) left.files << shownPath(file->path);
    left.edits = static_cast<int>(left.files.size());
    left.decisions = static_cast<int>(content->drafts.decisions().size());
    if (!content->when.empty()) left.when = text(content->when);
    if (left.edits == 0 && left.decisions == 0 && content->damagedLine == 0) {
      (void)files::removeFile(nativePath(info.filePath()));  // nothing was pending any more
      continue;
    }
    found.push_back(std::move(left));
  }
  return found;
}

base::Result<QStringList> PendingEdits::restore(const QString& id) {
  const QString path = d->folder + u'/' + id;
  if (id.contains(u'/'))
    return base::fail({base::ErrorCode::BadArgument, "This is not the name of a journal.", "", nativePath(id), 0, 0});
  // Locked, so that of two windows that start together only one takes it.
  auto held = files::LockedLog::take(nativePath(path));
  if (!held) return base::fail(held.error());
  const auto read = files::readFile(nativePath(path), kMostJournalBytes);
  auto content = read ? readJournal(read->bytes) : base::Result<JournalContent>(base::fail(read.error()));
  if (!content) {
    base::Error error = content.error();
    error.file = nativePath(setAside(path));
    error.hint = "Nothing was restored; the journal is kept under this name. " + error.hint;
    return base::fail(std::move(error));
  }
  for (const Drafts::File* then : content->drafts.changed()) {
    const Drafts::File* here = d->drafts.find(then->path);
    if (here != nullptr && here->isChanged())
      return base::fail({base::ErrorCode::BadArgument, "This file has edits in this window already.",
                         "Save or discard them, then restore.", then->path, 0, 0});
  }

  QStringList words;
  baselines::Decisions decisions = d->drafts.decisions();
  for (const Drafts::File* then : content->drafts.changed()) {
    auto now = taken(*then);
    if (!now) {
      words << u"%1: its edits are not restored. %2"_s.arg(shownPath(then->path), text(now.error().text));
      continue;
    }
    for (const std::string& lost : now->lost) words << u"%1: %2"_s.arg(QFileInfo(shownPath(then->path)).fileName(), text(lost));
    d->takeState(now->file);
    Q_EMIT readAnew(shownPath(then->path));
  }
  // Decisions of this window are newer than those of the journal.
  for (const auto& [key, decision] : content->drafts.decisions()) decisions.emplace(key, decision);
  d->drafts.setDecisions(std::move(decisions));
  d->told(d->journal.decisionsAnew(d->drafts));
  if (content->damagedLine != 0)
    words << u"Line %1 of the journal is damaged; the steps from there on are not restored."_s.arg(content->damagedLine);
  if (words.isEmpty()) {
    (void)held->remove();
  } else {
    words << u"The journal is kept as %1."_s.arg(setAside(path));
  }
  Q_EMIT changed();
  return words;
}

void PendingEdits::dropLeftOver(const QString& id) {
  const QString path = d->folder + u'/' + id;
  if (!id.contains(u'/') && !files::isHeld(nativePath(path))) (void)files::removeFile(nativePath(path));
}

}  // namespace plumbline::session
