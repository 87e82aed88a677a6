// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/commit_runner.h"

#include <QGuiApplication>
#include <algorithm>
#include <utility>

#include "core/session/pending_edits.h"
#include "ui/review/commit_panel.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

const QString kCommitNotice = u"commit"_s;

void addPaths(std::vector<std::string>& to, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::erase(to, path);
    to.push_back(path);
  }
}

}  // namespace

CommitRunner::CommitRunner(const session::PendingEdits& edits, NoticeStrip& notices, const CommitPanel& panel, QObject* parent)
    : QObject(parent),
      m_edits(edits),
      m_notices(notices),
      m_panel(panel),
      m_runner([this](const base::Outcome<sources::CommitResult>& result) { showResult(result); }),
      m_looker([this](const base::Outcome<HeadBytes>& waiting) {
        if (!waiting.isValue() || waiting.value() == m_base.bytes) return;
        m_base.bytes = waiting.value();
        std::erase_if(m_saved.paths, [this](const std::string& path) { return !m_base.bytes.contains(path); });
        if (!hasFiles()) {
          for (const QString& id : {kCommitNotice, u"saved"_s}) m_notices.dismiss(id);  // they offer to commit
        }
        Q_EMIT changed();
      }) {
  // A person comes back from a terminal.
  connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
    if (state == Qt::ApplicationActive) lookAgain();
  });
}

void CommitRunner::addSaved(const std::vector<baselines::SavedFile>& files) {
  m_looker.cancel();
  for (const baselines::SavedFile& file : files) {
    if (file.error || !baselines::repositoryRoot(file.path)) continue;
    addPaths(m_saved.paths, {file.path});
    m_base.bytes.try_emplace(file.path, file.before);
  }
  Q_EMIT changed();
  lookAgain();  // HEAD may have other bytes than were on disk
}

/// wait takes files back that were to be committed, or were.
void CommitRunner::wait(const sources::CommitRequest& request, const baselines::CommitBase& base) {
  addPaths(m_saved.paths, request.paths);
  for (const auto& [path, bytes] : base.bytes) m_base.bytes[path] = bytes;
  for (const auto& [key, decision] : base.committed) m_base.committed.erase(key);
}

void CommitRunner::commit() {
  if (!hasFiles() || isBusy()) return;
  m_looker.cancel();
  std::vector<std::string>& waiting = m_saved.paths;
  const auto root = baselines::repositoryRoot(waiting.back());
  const auto ours = std::ranges::stable_partition(
      waiting, [&](const std::string& path) { return baselines::repositoryRoot(path) != root; });
  m_running = {.paths = {ours.begin(), ours.end()}, .message = m_panel.message().toStdString()};
  waiting.erase(ours.begin(), ours.end());
  baselines::CommitBase taken;
  for (const std::string& path : m_running.paths)
    if (auto bytes = m_base.bytes.extract(path)) taken.bytes.insert(std::move(bytes));
  const baselines::Decisions unsaved = m_edits.unsavedDecisions();
  for (const auto& [key, decision] : m_edits.drafts().decisions())
    if (const auto done = m_base.committed.find(key); taken.bytes.contains(key.baseline) && !unsaved.contains(key) &&
        (done == m_base.committed.end() || done->second != decision))
      taken.committed.emplace(key, decision);
  m_taking = std::move(taken);
  m_stop = std::stop_source();
  m_runner.run([request = m_running, stop = m_stop](const base::Progress& progress) mutable {
    const std::stop_callback end(progress.stopToken(), [&stop] { stop.request_stop(); });
    return sources::commitFiles(request, stop.get_token());
  });
  showRunning();
  Q_EMIT changed();
}

void CommitRunner::lookAgain() {
  if (!hasFiles() || isBusy()) return;
  m_looker.run([base = m_base.bytes, paths = m_saved.paths](const base::Progress& progress) -> base::Outcome<HeadBytes> {
    HeadBytes bytes;
    for (auto& [path, head] : sources::uncommitted(paths, progress.stopToken())) bytes[path] = head ? *std::move(head) : base.at(path);
    return bytes;
  });
}

bool CommitRunner::mayClose() {
  if (!isBusy()) return true;
  showRunning();
  Q_EMIT statusMessage(tr("git is running: cancel it, or close the window when it has ended"));
  return false;
}

void CommitRunner::showRunning() {
  Notice notice{.id = kCommitNotice, .kind = NoticeKind::Information, .text = tr("git is taking the commit back.")};
  if (!m_isUndoing && m_stop.stop_requested()) notice.text = tr("git is being stopped.");
  if (!m_isUndoing && !m_stop.stop_requested()) {
    notice.text = tr("git commit is running, with the hooks of the repository.");
    notice.actionText = tr("Cancel");
    notice.action = [this] {
      m_stop.request_stop();
      if (isBusy()) showRunning();
    };
  }
  m_notices.showNotice(notice);
}

void CommitRunner::showResult(const base::Outcome<sources::CommitResult>& result) {
  if (std::exchange(m_isUndoing, false)) {
    showUndone(result);
  } else if (result.isValue() && result.value().isCommitted()) {
    showCommitted(result.value());
  } else {
    wait(std::exchange(m_running, {}), std::exchange(m_taking, {}));
    Notice notice{.id = kCommitNotice, .kind = NoticeKind::Information,
                  .text = tr("git was stopped; the files are saved.")};
    if (result.isError()) notice = noticeFor(result.error(), kCommitNotice);
    if (result.isValue()) {
      notice.kind = NoticeKind::Problem;
      notice.text = fromUtf8(result.value().sentence());
      notice.details = fromUtf8(result.value().output);
    }
    showRefused(std::move(notice));
  }
  lookAgain();  // was cancelled, for git to run alone
  Q_EMIT changed();
}

void CommitRunner::showCommitted(const sources::CommitResult& done) {
  m_last = done;
  m_committed = std::exchange(m_running, {});
  m_taken = std::exchange(m_taking, {});
  for (const auto& [key, decision] : m_taken.committed) m_base.committed.insert_or_assign(key, decision);
  const NoticeRow* saved = hasFiles() ? nullptr : m_notices.row(u"saved"_s);  // offers to commit, unless it is about a trouble
  if (saved != nullptr && saved->notice().kind == NoticeKind::Information) m_notices.dismiss(u"saved"_s);
  const QString sentence = fromUtf8(done.sentence());
  m_notices.showNotice({.id = kCommitNotice, .kind = NoticeKind::Information, .text = sentence,
                        .details = fromUtf8(done.output), .actionText = tr("Undo the commit"),
                        .action = [this] { undo(); }});
  Q_EMIT committed(m_committed.message);
  Q_EMIT statusMessage(sentence);
}

void CommitRunner::showRefused(Notice notice) {
  notice.actionText = tr("Commit again");
  notice.action = [this] { commit(); };
  notice.secondText = tr("Leave uncommitted");
  notice.second = [this] {
    m_looker.cancel();
    m_saved = {};
    m_base.bytes.clear();
    m_notices.dismiss(kCommitNotice);
    Q_EMIT changed();
  };
  m_notices.showNotice(notice);
  Q_EMIT statusMessage(notice.text);
}

void CommitRunner::undo() {
  if (!hasCommit() || isBusy()) return;
  m_looker.cancel();  // it asks about fewer files than will wait
  m_isUndoing = true;
  m_runner.run([last = m_last](const base::Progress&) -> base::Outcome<sources::CommitResult> {
    const auto done = sources::undoCommit(last);  // short, and never left half done
    if (!done) return done.error();
    return sources::CommitResult{};
  });
  showRunning();
  Q_EMIT changed();
}

void CommitRunner::showUndone(const base::Outcome<sources::CommitResult>& result) {
  if (result.isError()) return m_notices.showNotice(noticeFor(result.error(), kCommitNotice));
  m_last = {};
  const sources::CommitRequest back = std::exchange(m_committed, {});
  wait(back, std::exchange(m_taken, {}));
  Q_EMIT takenBack(back.message);
  const QString sentence = tr("The commit was taken back; its files are as they were, and staged.");
  m_notices.showNotice({.id = kCommitNotice, .kind = NoticeKind::Information, .text = sentence,
                        .actionText = tr("Commit again"), .action = [this] { commit(); }});
  Q_EMIT statusMessage(sentence);
}

}  // namespace plumbline::ui
