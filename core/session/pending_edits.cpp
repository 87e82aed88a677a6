// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pending_edits.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/session/edit_journal.h"
#include "core/session/load_support.h"
#include "core/session/merge_outside.h"
#include "core/session/pair_watcher.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

constexpr int kLookAgainMs = 2000;

/// keyOf names a file whichever way its path is written. One that does not exist yet has no canonical path.
QString keyOf(const QString& path) {
  const QFileInfo info(path);
  const QString real = info.canonicalFilePath();
  const QByteArray name = QFile::encodeName(real.isEmpty() ? info.absoluteFilePath() : real);
  return QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex().left(20));
}

}  // namespace

EditMarks::EditMarks(QString folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(0);
  connect(&m_soon, &QTimer::timeout, this, &EditMarks::look);
  m_again.setSingleShot(true);
  m_again.setInterval(kLookAgainMs);
  connect(&m_again, &QTimer::timeout, this, &EditMarks::look);
  const auto soon = [this] { m_soon.start(); };
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
}

EditMarks::~EditMarks() {
  if (m_own) (void)m_own->remove();
}

bool EditMarks::writeMark(const QString& line) {
  if (m_folder.isEmpty()) return false;
  if (!m_own) {
    if (!files::makeFolders(toNativePath(m_folder), "", files::Missing::MakePrivate)) return false;
    m_ownName = u"window-%1-%2.marks"_s.arg(QCoreApplication::applicationPid())
                    .arg(QUuid::createUuid().toString(QUuid::Id128).left(8));
    auto made = files::LockedLog::create(toNativePath(m_folder + u'/' + m_ownName));
    if (!made) return false;  // The other window gets no mark; saving still refuses to overwrite what it wrote.
    m_own.emplace(std::move(*made));
  }
  return m_own->append(line.toStdString()).has_value();
}

void EditMarks::hold(const QString& path) {
  const QString key = keyOf(path);
  if (m_held.contains(key)) return;
  m_held.insert(key);
  writeMark(u'+' + key + u'\n');
}

void EditMarks::release(const QString& path) {
  const QString key = keyOf(path);
  if (m_held.remove(key)) writeMark(u'-' + key + u'\n');
}

void EditMarks::follow(const QString& path) {
  if (m_folder.isEmpty()) return;
  const QString key = keyOf(path);
  if (m_followed.contains(key)) return;
  m_followed.insert(key, path);
  if (m_watcher.directories().isEmpty()) {
    if (files::makeFolders(toNativePath(m_folder), "", files::Missing::MakePrivate)) m_watcher.addPath(m_folder);
  }
  look();
}

QSet<QString> EditMarks::heldBy(const QString& fileName) const {
  QSet<QString> held;
  const auto read = files::readFile(toNativePath(m_folder + u'/' + fileName));
  if (!read) return held;
  const QString marks = QString::fromStdString(read->bytes);
  for (const QStringView line : QStringView(marks).split(u'\n', Qt::SkipEmptyParts)) {
    if (line.startsWith(u'+')) held.insert(line.mid(1).toString());
    if (line.startsWith(u'-')) held.remove(line.mid(1).toString());
  }
  return held;
}

void EditMarks::look() {
  QList<std::pair<QString, qint64>> news;
  const QHash<QString, QSet<QString>> before = m_reported;
  const QStringList windows = QDir(m_folder).entryList({u"window-*.marks"_s}, QDir::Files);
  m_reported.removeIf([&windows](const auto& window) { return !windows.contains(window.key()); });  // they ended
  for (const QString& name : windows) {
    if (name == m_ownName) continue;
    const QString path = m_folder + u'/' + name;
    if (!files::isHeld(toNativePath(path))) {
      (void)files::removeFile(toNativePath(path));  // its program is gone
      m_reported.remove(name);
      continue;
    }
    if (!m_watcher.files().contains(path)) m_watcher.addPath(path);
    const QSet<QString> held = heldBy(name);
    QSet<QString>& reported = m_reported[name];
    reported.intersect(held);
    for (const QString& key : held) {
      if (!m_followed.contains(key) || reported.contains(key)) continue;
      reported.insert(key);
      news.append({m_followed.value(key), name.section(u'-', 1, 1).toLongLong()});
    }
  }
  QSet<QString> released, held;
  for (const QSet<QString>& keys : before) released.unite(keys);
  for (const QSet<QString>& keys : std::as_const(m_reported)) held.unite(keys);
  if (held.isEmpty()) m_again.stop();
  else m_again.start();
  for (const auto& [path, process] : std::as_const(news)) Q_EMIT heldElsewhere(path, process);
  for (const QString& key : released.subtract(held)) Q_EMIT releasedElsewhere(m_followed.value(key));
}

struct PendingEdits::Private {
  Private(PendingEdits* owner, const QString& stateFolder);

  PendingEdits* self;
  QString folder;
  baselines::Drafts drafts;
  baselines::Decisions savedDecisions;
  baselines::DecisionStore store;
  EditJournal journal;
  EditMarks marks;
  PairWatcher watcher;
  QTimer watchSoon;
  std::vector<std::string> opened;  ///< what the watcher looks at
  bool troubleReported = false;
  QStringList outside;              ///< changed on disk under their edits, and not settled

  bool isUnsaved(const std::pair<const baselines::DecisionKey, baselines::Decision>& one) const;
  /// reportTrouble reports a journal that cannot be written, once.
  void reportTrouble(const base::Result<void>& written);
  /// follow starts to watch a file that has just come into the drafts.
  void follow(const std::string& path);
  void mark(const std::string& path);
  void watchAll();
  void onDiskChange(const std::string& path);
  void reportOutside(const std::string& path);
  /// readAgain takes what is on disk when the file has no edits; false when it has.
  bool readAgain(const std::string& path);
  /// adoptState makes `onDisk` the saved and `pending` the pending bytes of a file, with journal, marks and watch.
  void adoptState(const baselines::Drafts::File& state);
};

namespace {

using baselines::Drafts;

constexpr std::uint64_t kMaxJournalBytes = std::uint64_t{1} << 30;

QString text(const std::string& words) { return QString::fromStdString(words); }

/// setAside keeps a journal under a name that is not offered again, and says which.
QString setAside(const QString& path) {
  const QString kept = path + u".kept"_s;
  return files::moveFile(toNativePath(path), toNativePath(kept)) ? kept : path;
}

/// besideEdits leaves out what accepting and the entry of a flaky list write.
baselines::Decisions besideEdits(baselines::Decisions decisions, bool hasEdits) {
  using baselines::DecisionKind;
  std::erase_if(decisions, [hasEdits](const auto& one) {
    return hasEdits && (one.second.kind == DecisionKind::Accepted || one.second.kind == DecisionKind::Flaky);
  });
  return decisions;
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

using baselines::Drafts;

PendingEdits::Private::Private(PendingEdits* owner, const QString& stateFolder)
    : self(owner), folder(stateFolder), journal(stateFolder), marks(stateFolder) {
  // Many files are opened in a row; the watcher is set up once after them.
  watchSoon.setSingleShot(true);
  watchSoon.setInterval(0);
  connect(&watchSoon, &QTimer::timeout, self, [this] { watchAll(); });
  connect(&watcher, &PairWatcher::changed, self, [this](const QString& path) { onDiskChange(toNativePath(path)); });
  connect(&marks, &EditMarks::heldElsewhere, self, &PendingEdits::heldElsewhere);
  connect(&marks, &EditMarks::releasedElsewhere, self, &PendingEdits::releasedElsewhere);
}

PendingEdits::PendingEdits(const QString& stateFolder, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(this, stateFolder)) {}

PendingEdits::~PendingEdits() {
  if (isClean()) d->journal.remove();
}

base::Result<void> PendingEdits::keep() {
  auto kept = d->journal.decisionsAnew(d->drafts);
  d->reportTrouble(kept);
  return kept;
}

const Drafts& PendingEdits::drafts() const { return d->drafts; }

bool PendingEdits::Private::isUnsaved(const std::pair<const baselines::DecisionKey, baselines::Decision>& one) const {
  const auto saved = savedDecisions.find(one.first);
  return !one.second.isEvidenceOnly() && (saved == savedDecisions.end() || saved->second != one.second);
}

baselines::Decisions PendingEdits::unsavedDecisions() const {
  baselines::Decisions unsaved;
  std::ranges::copy_if(d->drafts.decisions(), std::inserter(unsaved, unsaved.end()), [this](const auto& one) { return d->isUnsaved(one); });
  return unsaved;
}

baselines::Decisions PendingEdits::decisionsBesideEdits() const { return besideEdits(unsavedDecisions(), !d->drafts.changed().empty()); }

bool PendingEdits::isClean() const {
  return d->drafts.changed().empty() && std::ranges::none_of(d->drafts.decisions(), [this](const auto& one) { return d->isUnsaved(one); });
}

void PendingEdits::Private::reportTrouble(const base::Result<void>& written) {
  if (written) {
    troubleReported = false;
  } else if (!std::exchange(troubleReported, true)) {
    base::Error error = written.error();
    error.text = "The edits are not safe from a crash at the moment. " + error.text;
    Q_EMIT self->journalTrouble(error);
  }
}

void PendingEdits::Private::follow(const std::string& path) {
  if (std::ranges::find(opened, path) == opened.end()) opened.push_back(path);
  marks.follow(toShownPath(path));
  watchSoon.start();
}

void PendingEdits::Private::mark(const std::string& path) {
  const Drafts::File* file = drafts.find(path);
  if (file != nullptr && file->isChanged()) {
    marks.hold(toShownPath(path));
  } else {
    marks.release(toShownPath(path));
  }
}

void PendingEdits::Private::watchAll() {
  std::vector<PairWatcher::Watched> files;
  for (const std::string& path : opened)
    if (const Drafts::File* file = drafts.find(path))
      files.push_back({toShownPath(path), file->exists ? std::optional(file->stamp) : std::nullopt});
  watcher.watch(std::move(files));
}

void PendingEdits::Private::onDiskChange(const std::string& path) {
  const Drafts::File* file = drafts.find(path);
  if (file == nullptr) return;
  const auto now = files::stampOf(path);
  if (now && *now == file->stamp) return;  // our own save, or there and back again
  if (!readAgain(path)) reportOutside(path);
}

void PendingEdits::Private::reportOutside(const std::string& path) {
  const QString shown = toShownPath(path);
  if (!outside.contains(shown)) outside << shown;
  Q_EMIT self->outsideChange(shown);
}

bool PendingEdits::Private::readAgain(const std::string& path) {
  const Drafts::File* file = drafts.find(path);
  const auto read = files::readFile(path);
  // A file that is gone keeps its last bytes here, so that nothing on screen falls empty; saving will say so.
  if (!read) return !file->isChanged();
  const bool sameBytes = read->bytes == file->saved;
  if (file->isChanged() && !sameBytes) return false;
  adoptState({path, read->bytes, sameBytes ? file->pending : read->bytes, read->stamp, true});
  if (sameBytes) return true;
  Q_EMIT self->readAnew(toShownPath(path));
  Q_EMIT self->changed();
  return true;
}

void PendingEdits::Private::adoptState(const Drafts::File& state) {
  const Drafts::File* file = drafts.adopt(state);
  outside.removeAll(toShownPath(state.path));
  if (file->isChanged() || journal.knows(state.path)) reportTrouble(journal.fileAnew(*file, drafts));
  mark(state.path);
  follow(state.path);
}

base::Result<const Drafts::File*> PendingEdits::openFile(const QString& path, bool mayBeNew) {
  const std::string name = toNativePath(path);
  const Drafts::File* known = d->drafts.find(name);
  if (known != nullptr && !known->isChanged()) {
    // Asked again: what is on disk may be newer than what the watcher has reported so far.
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
  d->reportTrouble(d->journal.step(change, d->drafts));
  for (const baselines::FileChange& part : change.files) d->mark(part.path);
  Q_EMIT changed();
  return back;
}

base::Result<void> PendingEdits::discardAll() {
  std::vector<std::string> paths;
  for (const Drafts::File* file : drafts().changed()) paths.push_back(file->path);
  for (const std::string& path : paths)
    if (auto done = discard(toShownPath(path)); !done) return done;
  baselines::Change forget;
  for (const auto& [key, decision] : drafts().decisions()) forget.decisions.push_back({key, std::nullopt});
  if (forget.decisions.empty()) return {};
  const auto done = apply(forget);
  return done ? base::Result<void>() : base::fail(done.error());
}

std::vector<LeftOver> PendingEdits::leftOvers() const {
  std::vector<LeftOver> found;
  if (d->folder.isEmpty()) return found;
  const QDir folder(d->folder);
  const auto names = folder.entryInfoList({u"edits-*.jsonl"_s}, QDir::Files, QDir::Time);
  for (const QFileInfo& info : names) {
    if (info.fileName() == d->journal.name() || files::isHeld(toNativePath(info.filePath()))) continue;
    LeftOver left;
    left.id = info.fileName();
    left.process = left.id.section(u'-', 1, 1);
    left.when = info.lastModified().toString(Qt::ISODate);
    const auto read = files::readFile(toNativePath(info.filePath()), kMaxJournalBytes);
    auto content = read ? readJournal(read->bytes) : base::Result<JournalContent>(base::fail(read.error()));
    if (!content) {
      left.problem = text(content.error().text + (content.error().hint.empty() ? "" : " " + content.error().hint));
      found.push_back(std::move(left));
      continue;
    }
    for (const Drafts::File* file : content->drafts.changed()) left.files << toShownPath(file->path);
    left.edits = static_cast<int>(baselines::editCount(content->drafts));
    left.editedFiles = static_cast<int>(left.files.size());
    const bool isEmpty = left.edits == 0 && content->drafts.decisions().empty() && content->damagedLine == 0;
    const baselines::Decisions decisions = besideEdits(content->drafts.decisions(), left.edits > 0);
    left.decisions = static_cast<int>(decisions.size());
    for (const auto& [key, decision] : decisions)
      if (const QString path = toShownPath(key.baseline); !left.files.contains(path)) left.files << path;
    if (!content->when.empty()) left.when = text(content->when);
    if (isEmpty) {
      (void)files::removeFile(toNativePath(info.filePath()));  // nothing was pending any more
      continue;
    }
    found.push_back(std::move(left));
  }
  return found;
}

base::Result<QStringList> PendingEdits::restore(const QString& id) {
  const QString path = d->folder + u'/' + id;
  if (id.contains(u'/'))
    return base::fail(base::ErrorCode::BadArgument, "This is not the name of a journal.", "", toNativePath(id));
  // Locked, so that of two windows that start together only one takes it.
  auto held = files::LockedLog::adopt(toNativePath(path));
  if (!held) return base::fail(held.error());
  const auto read = files::readFile(toNativePath(path), kMaxJournalBytes);
  auto content = read ? readJournal(read->bytes) : base::Result<JournalContent>(base::fail(read.error()));
  if (!content) {
    base::Error error = content.error();
    error.file = toNativePath(setAside(path));
    error.hint = "Nothing was restored; the journal is kept under this name. " + error.hint;
    return base::fail(std::move(error));
  }
  for (const Drafts::File* then : content->drafts.changed()) {
    const Drafts::File* here = d->drafts.find(then->path);
    if (here != nullptr && here->isChanged())
      return base::fail(base::ErrorCode::BadArgument, "This file has edits in this window already.",
                        "Save or discard them, then restore.", then->path);
  }

  QStringList words;
  baselines::Decisions decisions = d->drafts.decisions();
  for (const Drafts::File* then : content->drafts.changed()) {
    auto now = taken(*then);
    if (!now) {
      words << u"%1: its edits are not restored. %2"_s.arg(toShownPath(then->path), text(now.error().text));
      continue;
    }
    for (const std::string& lost : now->lost) words << u"%1: %2"_s.arg(QFileInfo(toShownPath(then->path)).fileName(), text(lost));
    d->adoptState(now->file);
    Q_EMIT readAnew(toShownPath(then->path));
  }
  // Decisions of this window are newer than those of the journal.
  for (const auto& [key, decision] : content->drafts.decisions()) decisions.emplace(key, decision);
  d->drafts.setDecisions(std::move(decisions));
  d->reportTrouble(d->journal.decisionsAnew(d->drafts));
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
  if (!id.contains(u'/') && !files::isHeld(toNativePath(path))) (void)files::removeFile(toNativePath(path));
}

using baselines::Drafts;

void PendingEdits::useDecisions(baselines::DecisionStore store) { d->store = std::move(store); }

baselines::SaveReport PendingEdits::saveAll() {
  // A file that was only touched, with the same bytes, is still the one that was read.
  for (const Drafts::File* file : d->drafts.changed()) {
    const auto now = files::stampOf(file->path);
    if (now && *now != file->stamp) d->readAgain(std::string(file->path));
  }
  const std::size_t decisions = unsavedDecisions().size();
  baselines::SaveReport report = baselines::saveAll(d->drafts, d->store);
  QStringList written;
  for (const baselines::SavedFile& part : report.files) {
    const Drafts::File* file = d->drafts.find(part.path);
    if (part.error || file == nullptr || !report.changedOutside.empty()) continue;
    written << toShownPath(part.path);
    d->reportTrouble(d->journal.saved(*file, d->drafts));
    d->mark(part.path);
  }
  if (report.allWritten() && !report.logError) {
    d->savedDecisions = d->drafts.decisions();
    if (report.files.empty()) report.decisions = decisions;
  }
  if (isClean()) d->reportTrouble(d->journal.clear());
  d->watchSoon.start();  // the stamps are others now
  if (!written.isEmpty()) Q_EMIT saved(written);
  Q_EMIT changed();
  for (const std::string& path : report.changedOutside) d->reportOutside(path);
  return report;
}

QStringList PendingEdits::changedOutside() const {
  QStringList paths = d->outside;
  paths.removeIf([this](const QString& path) {
    const Drafts::File* file = d->drafts.find(toNativePath(path));
    return file == nullptr || !file->isChanged();
  });
  return paths;
}

base::Result<PendingEdits::Outside> PendingEdits::lookOutside(const QString& path) const {
  const std::string name = toNativePath(path);
  const Drafts::File* file = d->drafts.find(name);
  if (file == nullptr) return base::fail(base::ErrorCode::BadArgument, "This file is not open for editing.", "", name);
  auto read = files::readFile(name);
  if (!read) return base::fail(read.error());
  MergedEdits merged = mergeOutside(name, file->saved, file->pending, read->bytes);
  return Outside{path, std::move(read->bytes), std::move(merged.bytes), std::move(merged.lost)};
}

base::Result<void> PendingEdits::reapply(const Outside& outside) {
  const std::string name = toNativePath(outside.path);
  const auto read = files::readFile(name);
  if (!read) return base::fail(read.error());
  // What was shown and agreed to must be what is built on.
  if (read->bytes != outside.onDisk)
    return base::fail(base::ErrorCode::Changed, "The file was changed once more meanwhile.",
                      "Look at the difference again.", name);
  d->adoptState({name, read->bytes, outside.merged, read->stamp, true});
  Q_EMIT readAnew(outside.path);
  Q_EMIT changed();
  return {};
}

base::Result<void> PendingEdits::discard(const QString& path) {
  const std::string name = toNativePath(path);
  const auto dropped = d->drafts.discardChange(name);
  if (!dropped) return base::fail(dropped.error());
  auto read = files::readFile(name);
  const bool gone = !read && read.error().code == base::ErrorCode::NotFound;
  if (!read && !gone) return base::fail(read.error());
  baselines::Decisions decisions = d->drafts.decisions();
  for (const baselines::DecisionChange& change : dropped->decisions) decisions.erase(change.key);
  d->drafts.setDecisions(std::move(decisions));
  d->adoptState(gone ? Drafts::File{name, {}, {}, {}, false} : Drafts::File{name, read->bytes, read->bytes, read->stamp, true});
  d->reportTrouble(d->journal.decisionsAnew(d->drafts));
  if (isClean()) d->reportTrouble(d->journal.clear());
  Q_EMIT readAnew(path);
  Q_EMIT changed();
  return {};
}

}  // namespace plumbline::session
