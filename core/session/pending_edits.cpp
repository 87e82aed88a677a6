// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pending_edits.h"

#include <algorithm>
#include <utility>

#include "core/session/pending_edits_private.h"

namespace plumbline::session {

using baselines::Drafts;

PendingEdits::Private::Private(PendingEdits* owner, const QString& stateFolder)
    : self(owner), folder(stateFolder), journal(stateFolder), marks(stateFolder) {
  // Many files are opened in a row; the watcher is set up once after them.
  watchSoon.setSingleShot(true);
  watchSoon.setInterval(0);
  connect(&watchSoon, &QTimer::timeout, self, [this] { watchAll(); });
  connect(&watcher, &PairWatcher::changed, self, [this](const QString& path) { onDiskChange(nativePath(path)); });
  connect(&marks, &EditMarks::heldElsewhere, self, &PendingEdits::heldElsewhere);
}

PendingEdits::PendingEdits(QString stateFolder, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(this, stateFolder)) {}

PendingEdits::~PendingEdits() {
  if (isClean()) d->journal.remove();
}

const Drafts& PendingEdits::drafts() const { return d->drafts; }

bool PendingEdits::isClean() const {
  return d->drafts.decisions() == d->savedDecisions && d->drafts.changed().empty();
}

void PendingEdits::abandon() {
  for (const std::string& path : std::exchange(d->opened, {})) d->marks.release(shownPath(path));
  d->drafts = {};
  d->savedDecisions = {};
  d->journal.remove();
  d->watchSoon.start();
  Q_EMIT changed();
}

void PendingEdits::Private::told(const base::Result<void>& written) {
  if (written) {
    troubleTold = false;
  } else if (!std::exchange(troubleTold, true)) {
    base::Error error = written.error();
    error.text = "The edits are not safe from a crash at the moment. " + error.text;
    Q_EMIT self->journalTrouble(error);
  }
}

void PendingEdits::Private::follow(const std::string& path) {
  if (std::find(opened.begin(), opened.end(), path) == opened.end()) opened.push_back(path);
  marks.follow(shownPath(path));
  watchSoon.start();
}

void PendingEdits::Private::mark(const std::string& path) {
  const Drafts::File* file = drafts.find(path);
  if (file != nullptr && file->isChanged()) {
    marks.hold(shownPath(path));
  } else {
    marks.release(shownPath(path));
  }
}

void PendingEdits::Private::watchAll() {
  std::vector<PairWatcher::Watched> files;
  for (const std::string& path : opened)
    if (const Drafts::File* file = drafts.find(path))
      files.push_back({shownPath(path), file->exists ? std::optional(file->stamp) : std::nullopt});
  watcher.watch(std::move(files));
}

void PendingEdits::Private::onDiskChange(const std::string& path) {
  const Drafts::File* file = drafts.find(path);
  if (file == nullptr) return;
  const auto now = files::stampOf(path);
  if (now && *now == file->stamp) return;  // our own save, or there and back again
  if (!readAgain(path)) Q_EMIT self->outsideChange(shownPath(path));
}

bool PendingEdits::Private::readAgain(const std::string& path) {
  const Drafts::File* file = drafts.find(path);
  const auto read = files::readFile(path);
  // A file that is gone keeps its last bytes here, so that nothing on screen falls empty; saving will say so.
  if (!read) return !file->isChanged();
  const bool sameBytes = read->bytes == file->saved;
  if (file->isChanged() && !sameBytes) return false;
  takeState({path, read->bytes, sameBytes ? file->pending : read->bytes, read->stamp, true});
  if (sameBytes) return true;
  Q_EMIT self->readAnew(shownPath(path));
  Q_EMIT self->changed();
  return true;
}

void PendingEdits::Private::takeState(const Drafts::File& state) {
  const Drafts::File* file = drafts.adopt(state);
  if (file->isChanged() || journal.knows(state.path)) told(journal.fileAnew(*file, drafts));
  mark(state.path);
  follow(state.path);
}

base::Result<const Drafts::File*> PendingEdits::openFile(const QString& path, bool mayBeNew) {
  const std::string name = nativePath(path);
  const Drafts::File* known = d->drafts.find(name);
  if (known != nullptr && !known->isChanged()) {
    // Asked again: what is on disk may be newer than what the watcher has told so far.
    const auto now = files::stampOf(name);
    if (now && *now != known->stamp) d->readAgain(name);
  }
  auto file = d->drafts.open(name, mayBeNew);
  if (file && known == nullptr) d->follow(name);
  return file;
}

base::Result<baselines::Change> PendingEdits::apply(const baselines::Change& change) {
  for (const baselines::FileChange& part : change.files)
    if (const Drafts::File* file = d->drafts.find(part.path)) d->journal.willTouch(*file);
  auto back = d->drafts.apply(change);
  if (!back) return back;
  d->told(d->journal.step(change, d->drafts));
  for (const baselines::FileChange& part : change.files) d->mark(part.path);
  Q_EMIT changed();
  return back;
}

}  // namespace plumbline::session
